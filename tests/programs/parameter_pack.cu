// Kernels with parameter packs, deduced, partly written out and empty; and device functions with them.
// REMARK-t1: launch of 'fill': t1
// REMARK-block: launch of 'fill': block
// REMARK-grid: launch of 'fill': grid
// REMARK-t1: launch of 'fill<double>': t1
// REMARK-t1: launch of 'chain': t1
// REMARK-t1: launch of 'middle': t1
#include "include/test.h"

template <class... Ts> __device__ double total(Ts... xs) { return (threadIdx.x + ... + (double)xs); }

template <class... Ts> __global__ void fill(double *out, Ts... xs) {
  __shared__ int counted;
  if (threadIdx.x == 0)
    counted = sizeof...(xs);
  __syncthreads();
  out[threadIdx.x] = total(xs...) + 1000 * counted;
}
template <class T, class... Ts> __global__ void middle(T *out, T x, Ts... xs) {
  int count = sizeof...(Ts);
  fill<<<1, 6>>>(out, x, count, total(xs...));
}
template <class T, class... Ts> __global__ void chain(double *out, T x, Ts... xs) {
  *out += (double)x;
  if constexpr (sizeof...(xs) > 0)
    chain<<<1, 1>>>(out, xs...);
}

__global__ void parent(double *out) {
  int i = threadIdx.x;
  double *mine = out + i * 4 * 6;
  fill<<<1, 6>>>(mine, i, 2.5f, 'A', 3ll);
  fill<double><<<1, 6>>>(mine + 6, i, (short)7);
  fill<<<1, 6>>>(mine + 12);
}
__global__ void parent_middle(double *out) {
  middle<<<1, 1>>>(out + threadIdx.x * 4 * 6 + 18, threadIdx.x + .5, 1, 2u);
}
__global__ void parent_chain(double *out) { chain<<<1, 1>>>(out, 1, 2.5, 3.f); }

int main() {
  const int parents = 20;
  std::vector<double> want(parents * 24);
  for (int i = 0; i < parents; i++)
    for (int t = 0; t < 6; t++) {
      double *w = want.data() + i * 24 + t;
      w[0] = t + i + 2.5 + 'A' + 3 + 4000;
      w[6] = t + i + 7 + 2000;
      w[12] = t;
      w[18] = t + i + .5 + 2 + 3 + 3000;
    }
  double *out = device_zeros<double>(want.size()), *sum = device_zeros<double>(1);
  parent<<<1, parents>>>(out);
  parent_middle<<<1, parents>>>(out);
  parent_chain<<<1, 1>>>(sum);
  if (to_host(sum, 1)[0] != 6.5)
    return verdict(false, "chain");
  return compare(to_host(out, want.size()), want);
}
