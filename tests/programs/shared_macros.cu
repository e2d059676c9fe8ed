// Shared variables that macros declare, with their semicolon or without.
// REMARK-t1: launch of 'reverse<float>': t1;
// REMARK-t1: launch of 'sums': t1;
// REMARK-t4: launch of 'sums': t4;
#include "include/test.h"
#define SHARED __shared__
#define SHARED_ARRAY(type, name, size) __shared__ type name[size]
#define SHARED_WHOLE(type, name)                                                                   \
  __shared__ type name[threads][2];
static const int parents = 30, threads = 32;
template <class T> __global__ void reverse(T *x) {
  SHARED_ARRAY(T, s,
               threads);
  SHARED int count;
  const int i = threadIdx.x;
  s[i] = x[i];
  if (i == 0)
    count = blockDim.x;
  __syncthreads();
  x[i] = s[count - 1 - i];
}
__global__ void sums(int *out, int by) {
  SHARED_WHOLE(int, pairs) const int i = threadIdx.x;
  pairs[i][0] = i;
  pairs[i][1] = by;
  __syncthreads();
  out[i] = pairs[(i + 1) % threads][0] * pairs[(i + 2) % threads][1];
}
__global__ void parent(float *x, int *out) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < parents) {
    reverse<float><<<1, threads>>>(x + i * threads);
    sums<<<1, threads>>>(out + i * threads, i);
  }
}
int main() {
  std::vector<float> x(parents * threads);
  for (size_t i = 0; i < x.size(); i++)
    x[i] = float(i);
  float *d_x = to_device(x);
  int *out = device_zeros<int>(parents * threads);
  parent<<<1, 32>>>(d_x, out);
  std::vector<float> got = to_host(d_x, x.size());
  std::vector<int> products = to_host(out, x.size());
  bool ok = true;
  for (int i = 0; i < parents * threads; i++) {
    const int p = i / threads, t = i % threads;
    ok &= got[i] == x[p * threads + threads - 1 - t] && products[i] == (t + 1) % threads * p;
  }
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
