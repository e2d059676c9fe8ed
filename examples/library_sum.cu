// A library for kernels: device_sum() and device_count_above() launch several kernels in order and
// wait for the result. Every parent thread calls them for its own array, the second with what the
// first has returned. In the plain version a thread runs through its array twice.
//
//   library_sum [number of arrays] [--join] [--plain] [--repeat N]
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
#include "example.h"

constexpr int block_size = 128, most_blocks = 16;

// The library. Its kernels are templates over what is summed.
struct Value {
  __host__ __device__ long operator()(int x) const { return x; }
};
struct Above {
  long limit;
  __host__ __device__ long operator()(int x) const { return x > limit; }
};

template <class F> __global__ void sum_blocks(const int *data, int n, F f, long *partial) {
  __shared__ long sum[block_size];
  const int t = threadIdx.x;
  sum[t] = 0;
  for (int j = blockIdx.x * block_size + t; j < n; j += gridDim.x * block_size)
    sum[t] += f(data[j]);
  for (int half = block_size / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half)
      sum[t] += sum[t + half];
  }
  if (t == 0)
    partial[blockIdx.x] = sum[0];
}

__global__ void sum_partial(int n, long *partial) {
  long sum = 0;
  for (int j = threadIdx.x; j < n; j += 32)
    sum += partial[j];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(~0u, sum, distance);
  if (threadIdx.x == 0)
    partial[0] = sum;
}

// `scratch` has room for most_blocks numbers.
template <class F>
__device__ long device_transform_sum(const int *data, int n, F f, long *scratch) {
  if (n <= 0)
    return 0;
  int blocks = (n + block_size - 1) / block_size;
  blocks = blocks < most_blocks ? blocks : most_blocks;
  sum_blocks<<<blocks, block_size>>>(data, n, f, scratch);
  sum_partial<<<1, 32>>>(blocks, scratch);
  return cudaDeviceSynchronize() == cudaSuccess ? scratch[0] : -1;
}

__device__ long device_sum(const int *data, int n, long *scratch) {
  return device_transform_sum(data, n, Value{}, scratch);
}
__device__ long device_count_above(const int *data, int n, long limit, long *scratch) {
  return device_transform_sum(data, n, Above{limit}, scratch);
}

// The program: how many elements of each array are above its mean?
__global__ void count_above_mean(int arrays, const int *first, const int *data, long *scratch,
                                 long *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < arrays) {
    const int *mine = data + first[i], n = first[i + 1] - first[i];
    long *room = scratch + i * most_blocks;
    long sum = device_sum(mine, n, room);
    count[i] = n > 0 ? device_count_above(mine, n, sum / n, room) : 0;
  }
}

__host__ __device__ inline long count_serially(const int *data, int n) {
  long sum = 0, count = 0;
  for (int j = 0; j < n; j++)
    sum += data[j];
  for (int j = 0; j < n; j++)
    count += data[j] > sum / n;
  return count;
}

__global__ void count_plain(int arrays, const int *first, const int *data, long *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < arrays)
    count[i] = count_serially(data + first[i], first[i + 1] - first[i]);
}

struct Arrays {
  int n;
  std::vector<long> want;
  int *first, *data;
  long *scratch, *count;

  explicit Arrays(int arrays) : n(arrays) {
    std::vector<int> begin(1, 0), values;
    for (int i = 0; i < n; i++) {
      // Some are empty, most have a few hundred elements, some thousands.
      int length = (int)(scramble(i) % (i % 16 ? 500 : 5000)) * (i % 7 > 0);
      for (int j = 0; j < length; j++)
        values.push_back((int)(scramble((unsigned)values.size()) % 2000001) - 1000000);
      begin.push_back((int)values.size());
    }
    values.push_back(0); // never empty
    for (int i = 0; i < n; i++)
      want.push_back(count_serially(&values[begin[i]], begin[i + 1] - begin[i]));
    first = to_device(begin);
    data = to_device(values);
    scratch = to_device(std::vector<long>((size_t)n * most_blocks));
    count = to_device(want);
  }
  void reset() { refill(count, std::vector<long>(n, -1)); }
  bool right() const { return to_host(count, n) == want; }
};

static void with_join(Arrays &a) {
  count_above_mean<<<(a.n + 63) / 64, 64>>>(a.n, a.first, a.data, a.scratch, a.count);
}
static void plain(Arrays &a) {
  count_plain<<<(a.n + 63) / 64, 64>>>(a.n, a.first, a.data, a.count);
}

int main(int argc, char **argv) {
  Versions versions(argc, argv, 1000, 1 << 18, {"join", "plain"});
  allow_launches(2 * (size_t)versions.size());
  Arrays arrays(versions.size());
  versions.run("join", arrays, with_join);
  versions.run("plain", arrays, plain);
  return versions.finish();
}
