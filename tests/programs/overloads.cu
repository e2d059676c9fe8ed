// Kernels of one name with different parameters, and a template beside them.
// REMARK-t1: launch of 'put[^']*': t1
// REMARK-t4: launch of 'put[^']*': t4
#include "include/test.h"

__global__ void put(int *out, int a) { out[threadIdx.x] = a + 1; }
__global__ void put(int *out, double a) { out[threadIdx.x] = (int)(a * 2) + 20; }
__global__ void put(int *out, int a, int b) { out[threadIdx.x] = a * b; }
__global__ void put(int *out, const int *from) { out[threadIdx.x] = from[threadIdx.x] - 3; }
template <class T> __global__ void put(int *out, T a, T b, T c) {
  out[threadIdx.x] = (int)(a + b + c);
}

__global__ void parent(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out += i * 30;
  put<<<1, 5>>>(out, i);
  put<<<1, 5>>>(out + 5, i + .5);
  put<<<1, 5>>>(out + 10, i, 4);
  put<<<1, 5>>>(out + 15, out + 10);
  put<<<1, 5>>>(out + 20, 1L, 2L, 3L);
  put<double><<<1, 5>>>(out + 25, .5, 1, i);
}

int main() {
  const int parents = 40;
  int *out = device_zeros<int>(parents * 30);
  std::vector<int> want;
  for (int k = 0; k < parents * 30; k++) {
    int i = k / 30, v[] = {i + 1, 2 * i + 21, i * 4, i * 4 - 3, 6, i + 1};
    want.push_back(v[k % 30 / 5]);
  }
  parent<<<2, parents / 2>>>(out);
  return compare(to_host(out, want.size()), want);
}
