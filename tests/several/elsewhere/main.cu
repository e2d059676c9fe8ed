// Kernels whose threads, or those below them, call device functions of other files: plain ones (launches are moved), by way of others, of members, in
// constructors, with shared memory, in recursion, with many registers; and one that is not plain.
#include "elsewhere.h"

__global__ void add_areas(int *sum, Mesh m, int base, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    add_to(sum, geo::area(m, base + i) + c_twice(i));
}
__global__ void areas(int *sum, Mesh m, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int k = mix(i) % 100 + 1;
  add_areas<<<(k + 31) / 32, 32>>>(sum, m, i, k);
}

// Its constructor runs without a call that could be seen.
struct Start {
  int value;
  __device__ Start(int x) : value(on_both(x)) {}
};
template <class T> __global__ void add_shared(T *out, int base) {
  __shared__ T values[64];
  const Start start(base + threadIdx.x);
  values[threadIdx.x] = T(start.value);
  __syncthreads();
  if (threadIdx.x == 0)
    out[base] = T(sum_of(values, 64));
}
__global__ void shared_sums(int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    add_shared<int><<<1, 64>>>(out, i);
}

__global__ void descend(int *sum, int depth) {
  add_to(sum, depth * 100 + int(threadIdx.x));
  if (depth > 0 && threadIdx.x < 2)
    descend<<<1, 8>>>(sum, depth - 1);
}

// Blocks of any size: those with too many threads for any registers are launched natively. (Below children nothing can be, so these launches are all kept.)
__global__ void add_any(int *sum, Mesh m, int i) {
  if (threadIdx.x == 0)
    add_to(sum, int(blockDim.x) + geo::area(m, i));
}
__global__ void any_sizes(int *sum, Mesh m, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    add_any<<<2, i % 50 ? i % 50 : 257 + i>>>(sum, m, i);
}
__global__ void descend_wide(int *sum, int depth) {
  add_to(sum, 1);
  if (depth > 0 && threadIdx.x < 2)
    descend_wide<<<1, depth == 3 ? 300 : 8>>>(sum, depth - 1);
}

__global__ void add_large(int *out, const int *values, int n, int i) {
  if (threadIdx.x == 0)
    out[i] = large(values, n, i % 5 + 1);
}
__global__ void large_ones(int *out, const int *values, int n, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    add_large<<<1, 32>>>(out, values, n, i);
}

__global__ void add_of_block(int *out, int i) { out[2 * i + blockIdx.x] = of_block(i); }
__global__ void blocks(int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    add_of_block<<<2, 1>>>(out, i);
}

static bool is_right(const char *what, const std::vector<int> &got, const std::vector<int> &want) {
  if (got != want)
    printf("wrong: %s\n", what);
  return got == want;
}
static int host_mix(int x) { return int((unsigned(x) * 2654435761u) >> 9); }
static int host_large(const std::vector<int> &values, int step) {
  unsigned a[100], sum = 0;
  for (int i = 0; i < 100; i++)
    a[i] = unsigned(values[i * step % values.size()]);
  for (int k = 0; k < step; k++) {
    for (int i = 0; i < 100; i++)
      a[i] = a[i] * 3 + a[(i + 7) % 100] + unsigned(k);
    for (int i = 0; i < 100; i++)
      sum += a[i];
  }
  return int(sum);
}

int main() {
  const int n = 600;
  bool ok = true;
  std::vector<int> values(n);
  for (int i = 0; i < n; i++)
    values[i] = i * 3;
  const Mesh m{n, to_device(values)};
  int *sum = device_zeros<int>(1);
  areas<<<5, 128>>>(sum, m, n);
  unsigned want = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < host_mix(i) % 100 + 1; j++)
      want += unsigned(values[(i + j) % n] + host_mix(i + j) % 7 + 2 * (j + 1));
  ok &= is_right("areas", to_host(sum, 1), {int(want)});

  int *sums = device_zeros<int>(n);
  shared_sums<<<5, 128>>>(sums, n);
  std::vector<int> expect(n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 64; j++)
      expect[i] += (i + j) % 13;
  ok &= is_right("shared memory", to_host(sums, n), expect);

  int *down = device_zeros<int>(1);
  descend<<<1, 8>>>(down, 6);
  int below = 0;
  for (int depth = 6, grids = 1; depth >= 0; depth--, grids *= 2)
    below += grids * (8 * depth * 100 + 28);
  ok &= is_right("recursion", to_host(down, 1), {below});

  int *any = device_zeros<int>(1);
  any_sizes<<<5, 128>>>(any, m, n);
  int all = 0;
  for (int i = 0; i < n; i++)
    all += 2 * ((i % 50 ? i % 50 : 257 + i) + values[i] + host_mix(i) % 7);
  ok &= is_right("blocks of any size", to_host(any, 1), {all});
  int *wide = device_zeros<int>(1);
  descend_wide<<<1, 8>>>(wide, 5);
  ok &= is_right("recursion, blocks of any size", to_host(wide, 1), {8 + 16 + 32 + 8 * 300 + 128 + 256});

  int *larges = device_zeros<int>(n);
  large_ones<<<5, 128>>>(larges, m.v, n, n);
  for (int i = 0; i < n; i++)
    expect[i] = host_large(values, i % 5 + 1);
  ok &= is_right("many registers", to_host(larges, n), expect);

  int *own = device_zeros<int>(2 * n);
  blocks<<<5, 128>>>(own, n);
  std::vector<int> of(2 * n);
  for (int i = 0; i < 2 * n; i++)
    of[i] = i / 2 + i % 2;
  ok &= is_right("depends on its block", to_host(own, 2 * n), of);
  return verdict(ok, "some results are wrong");
}
