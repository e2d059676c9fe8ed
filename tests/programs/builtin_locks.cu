// Locks by nvcc's own atomic functions, that a parent holds while it launches children which take them: no thread may run these in its own place.
#include "include/test.h"
#define DEVICE __NV_THREAD_SCOPE_DEVICE

struct mutex {
  int taken;
  __device__ void lock() {
    while (__nv_atomic_exchange_n(&taken, 1, __NV_ATOMIC_ACQUIRE, DEVICE))
      ;
  }
  __device__ void unlock() { __nv_atomic_store_n(&taken, 0, __NV_ATOMIC_RELEASE, DEVICE); }
};
__device__ void add(int *sum, int by) { *(volatile int *)sum += by; }

__global__ void by_exchange(mutex *m, int *sum) {
  m->lock();
  add(sum, 1);
  m->unlock();
}
__global__ void by_compare(mutex *m, int *sum) {
  int expected = 0;
  while (!__nv_atomic_compare_exchange_n(&m->taken, &expected, 1, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED, DEVICE))
    expected = 0;
  add(sum, 1);
  m->unlock();
}
__global__ void by_or(mutex *m, int *sum) {
  while (__nv_atomic_fetch_or(&m->taken, 1, __NV_ATOMIC_ACQUIRE, DEVICE) & 1)
    ;
  add(sum, 1);
  m->unlock();
}
#define PARENT(name, child)                                                                        \
  __global__ void name(mutex *m, int *sum) {                                                       \
    if (threadIdx.x != 0)                                                                          \
      return;                                                                                      \
    m->lock();                                                                                     \
    child<<<4, 1>>>(m, sum);                                                                       \
    add(sum, 10);                                                                                  \
    m->unlock();                                                                                   \
  }
PARENT(exchanges, by_exchange)
PARENT(compares, by_compare)
PARENT(ors, by_or)

int main() {
  mutex *m = device_zeros<mutex>(1);
  int *sums = device_zeros<int>(3);
  exchanges<<<1, 32>>>(m, sums);
  CHECK(cudaDeviceSynchronize());
  compares<<<1, 32>>>(m, sums + 1);
  CHECK(cudaDeviceSynchronize());
  ors<<<1, 32>>>(m, sums + 2);
  const bool right = to_host(sums, 3) == std::vector<int>{14, 14, 14};
  puts(right ? "PASS" : "FAIL");
  return !right;
}
