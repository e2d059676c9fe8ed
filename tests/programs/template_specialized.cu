// Explicit specializations of kernels as children: named at the launch, and reached by template parameters; with barriers and shared variables that the template does not
// have, and the other way round; launched by the host too.
// REMARK-t1: launch of 'math::child<int, 2>': t1
// REMARK-block: launch of 'math::child<int, 2>': block
// REMARK-grid: launch of 'math::child<int, 2>': grid
// REMARK-t1: launch of 'math::child<float, 2>': t1
// REMARK-t1: launch of 'math::child<T, N>': t1
// REMARK-t1: launch of 'plain<int>': t1
// REMARK-t4: launch of 'plain<int>': t4
// REMARK-t4: launch of 'math::child<int, 2>': kept: 'child' has barriers and an explicit specialization
// REMARK-t1: launch of 'deduced': kept: 'deduced' has an explicit specialization
#include "include/test.h"

namespace math {
template <class T, int N> __global__ void child(T x, T *out) { out[threadIdx.x] = x + N; }
template <> __global__ void child<int, 2>(int x, int *out) {
  __shared__ int kept[32];
  kept[threadIdx.x] = x * (int)threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = kept[blockDim.x - 1 - threadIdx.x];
}
template <> __global__ void child<float, 3>(float y, float *to) { to[threadIdx.x] = y * 3 - (float)threadIdx.x; }
} // namespace math
template <class T> __global__ void plain(T x, T *out) { out[blockIdx.x] = x; }
template <> __global__ void plain<int>(int x, int *out) { out[blockIdx.x] = -x; }
template <class T> __global__ void deduced(T *out) { *out = 1; }
template <> __global__ void deduced(int *out) { *out = 2; }

template <int N, class T> __device__ void launch(T x, T *out) { math::child<T, N><<<1, 20>>>(x, out); }

__global__ void explicit_ones(int *out, float *floats) {
  int i = threadIdx.x;
  if (i % 2)
    math::child<int, 2><<<1, 20>>>(i, out + i * 20);
  else
    math::child<float, 2><<<1, 20>>>(i, floats + i * 20);
}
__global__ void by_parameters(int *out, float *floats) {
  int i = threadIdx.x;
  if (i % 3 == 0)
    launch<2>(i, out + i * 20);
  else if (i % 3 == 1)
    launch<3>((float)i, floats + i * 20);
  else
    launch<3>(i, out + i * 20);
}
__global__ void plains(int *out) { plain<int><<<20, 1>>>(threadIdx.x, out + threadIdx.x * 20); }
__global__ void deduces(int *out) { deduced<<<1, 1>>>(out); }

int main() {
  const int n = 30;
  std::vector<int> want(n * 60 + 20 + 1);
  std::vector<float> want_floats(n * 40);
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 20; t++) {
      (i % 2 ? want[i * 20 + t] : want[0]) = i % 2 ? i * (19 - t) : 0;
      if (i % 2 == 0)
        want_floats[i * 20 + t] = i + 2;
      int k = (n + i) * 20 + t;
      if (i % 3 == 0)
        want[k] = i * (19 - t);
      else if (i % 3 == 1)
        want_floats[k] = i * 3.f - t;
      else
        want[k] = i + 3;
      want[(2 * n + i) * 20 + t] = -i;
    }
  for (int t = 0; t < 20; t++)
    want[n * 60 + t] = 5 * (19 - t);
  want[n * 60 + 20] = 2;
  int *out = device_zeros<int>(want.size());
  float *floats = device_zeros<float>(want_floats.size());
  explicit_ones<<<1, n>>>(out, floats);
  by_parameters<<<1, n>>>(out + n * 20, floats + n * 20);
  plains<<<1, n>>>(out + 2 * n * 20);
  math::child<int, 2><<<1, 20>>>(5, out + n * 60);
  deduces<<<1, 1>>>(out + n * 60 + 20);
  if (to_host(floats, want_floats.size()) != want_floats)
    return verdict(false, "floats");
  return compare(to_host(out, want.size()), want);
}
