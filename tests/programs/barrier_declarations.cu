// What is declared between barriers, several in one statement: some differ between threads and some are one for the block, made from one another, from
// pointers, and in loops.
// REMARK-t4: launch of 'child': t4
// REMARK-t4: launch of 'moves': t4
// REMARK-t1: launch of 'child': t1
#include "include/test.h"

__global__ void child(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, m = blockDim.x, k = m * 2, *mine = out + blockIdx.x * m;
  int x = k, y = x + m;
  const int z = y, u = t + z, v = z + 1;
  const auto own = [&](int at) {
    if (at < 0)
      return 0;
    return at * n + y;
  };
  s[t] = own(t);
  __syncthreads();
  for (int step = m / 2, none = 0; step > none; step /= 2) {
    int *row = mine + step - step, other = (t + step) % m, half = step / 2;
    row[t] += s[other];
    __syncthreads();
    row[t] += half - step / 2;
  }
  mine[t] += s[m - 1 - t] + u - t - v;
}
struct Place {
  int *at, by;
};
__global__ void moves(Place p, int n) {
  extern __shared__ int d[];
  auto t = threadIdx.x, all = blockDim.x;
  if (t >= (unsigned)n)
    return;
  int *const to = p.at, last = n - 1;
  d[t] = to[t] + p.by;
  __syncthreads();
  if (n > 3) {
    int a = (int)all, b = (int)t, c = a + last;
    to[t] = d[(b + 1) % n] + c;
    __syncthreads();
    if (b == 0)
      d[0] = 0;
  }
  to[t] -= last;
}
__global__ void parent(int *out) {
  child<<<2, 64>>>(out + threadIdx.x * 128, threadIdx.x);
}
__global__ void other(int *out) {
  const int n = (int)threadIdx.x % 7 + 1;
  moves<<<1, 8, 8 * sizeof(int)>>>(Place{out + threadIdx.x * 8, 5}, n);
}

int main() {
  allow_deep_frames();
  constexpr int parents = 32;
  int *out = device_zeros<int>(parents * 128), *moved = device_zeros<int>(parents * 8);
  parent<<<1, parents>>>(out);
  other<<<1, parents>>>(moved);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want, want_moved;
  for (int i = 0; i < parents; i++) {
    for (int b = 0; b < 2; b++)
      for (int t = 0; t < 64; t++) {
        const auto s = [&](int q) { return q * i + 128 + 64; };
        int v = s(63 - t) - 1;
        for (int step = 32; step > 0; step /= 2)
          v += s((t + step) % 64);
        want.push_back(v);
      }
    const int n = i % 7 + 1;
    for (int t = 0; t < 8; t++)
      want_moved.push_back(t >= n ? 0 : n > 3 ? 5 + 8 + n - 1 - (n - 1) : -(n - 1));
  }
  const int wrong = compare(to_host(moved, parents * 8), want_moved);
  return wrong ? wrong : compare(to_host(out, parents * 128), want);
}
