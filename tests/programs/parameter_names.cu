// Parameters that have the name of their kernel, of every kind that is declared around its name.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'counts<int>': block
// REMARK-t4: launch of 'applies': t4
#include "include/test.h"

__global__ void child(int child, int *p) { atomicAdd(p + threadIdx.x, child); }
template <class T> __global__ void counts(T *counts) { atomicAdd(counts + 2, T(1)); }
__global__ void lists(int lists[4]) { atomicAdd(&lists[3], 5); }
__device__ int twice(int v) { return 2 * v; }
__global__ void applies(int (*applies)(int), int *p) { atomicAdd(p + 4, applies(4)); }
__global__ void changes(volatile int changes, int *p) { atomicAdd(p + 5, ++changes); }
template <class... Ts> __global__ void adds(int *p, Ts... adds) { atomicAdd(p + 6, (0 + ... + adds)); }

__global__ void first(int first, int *p) { child<<<1, 2>>>(first + threadIdx.x, p); }
__global__ void second(int *second) { counts<int><<<1, 3>>>(second); }
__global__ void third(int *const third) { lists<<<1, 2>>>(third); }
__global__ void fourth(int *p, int (*fourth)(int)) { applies<<<1, 1>>>(twice, p); }
__global__ void fifth(int *fifth) { changes<<<1, 1>>>(int(threadIdx.x), fifth); }
template <class T> __global__ void sixth(T *sixth) { adds<<<1, 1>>>(sixth, T(1), 2, short(3)); }

int main() {
  int *p = device_zeros<int>(7);
  first<<<1, 4>>>(10, p);
  second<<<1, 4>>>(p);
  third<<<1, 4>>>(p);
  fourth<<<1, 4>>>(p, nullptr);
  fifth<<<1, 4>>>(p);
  sixth<int><<<1, 4>>>(p);
  return compare(to_host(p, 7), std::vector<int>{46, 46, 12, 40, 32, 10, 24});
}
