// nvcc's own atomic functions, by their orders and scopes; loops around them that retry, take a lock, or wait for other threads.
// REMARK-t4: launch of 'adds': t4
// REMARK-t4: launch of 'retries': t4
// REMARK-t4: launch of 'locks': t4
// REMARK-t4: launch of 'waits': kept: threads of 'waits' wait for each other in a loop
// REMARK-t4: launch of 'waits_for_value': kept: threads of 'waits_for_value' wait for each other in a loop
// REMARK-t4: launch of 'on_shared': kept: 'on_shared' may have atomics on its shared memory
// REMARK-t1: launch of 'adds': t1
#include "include/test.h"

const int threads = 32, places = 8;

__global__ void adds(int *p, int n) {
  __nv_atomic_fetch_add(p, n, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_add(p + 1, 2, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_sub(p + 2, 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_max(p + 3, (int)threadIdx.x, __NV_ATOMIC_SEQ_CST);
  __nv_atomic_fetch_min(p + 4, -(int)threadIdx.x, __NV_ATOMIC_ACQ_REL);
  __nv_atomic_or(p + 5, 1 << threadIdx.x, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_xor(p + 6, 1 << threadIdx.x, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_add((float *)p + 7, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
__global__ void retries(int *p, int n) {
  int seen = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  while (!__nv_atomic_compare_exchange_n(p, &seen, seen + n, false, __NV_ATOMIC_RELAXED,
                                         __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) {
  }
}
__global__ void locks(int *p, int n) {
  bool done = false;
  while (!done) {
    int free = 0;
    if (__nv_atomic_compare_exchange_n(p + 1, &free, 1, false, __NV_ATOMIC_ACQUIRE,
                                       __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) {
      *(volatile int *)p += n;
      done = true;
      __nv_atomic_store_n(p + 1, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    }
  }
}
__global__ void waits(int *p, int n) {
  if (threadIdx.x == 0)
    while (__nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) != threads - 1) {
    }
  __nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  if (threadIdx.x == 0)
    p[1] = n;
}
__global__ void waits_for_value(int *p, int n) {
  int one = 1;
  if (threadIdx.x == 0) {
    while (!__nv_atomic_compare_exchange_n(p, &one, n, false, __NV_ATOMIC_RELAXED,
                                           __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE))
      one = 1;
  } else if (threadIdx.x == 1) {
    __nv_atomic_exchange_n(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  }
}
__global__ void on_shared(int *p, int n) {
  __shared__ int sum;
  sum = 0;
  __syncthreads();
  __nv_atomic_fetch_add(&sum, n, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
  __syncthreads();
  if (threadIdx.x == 0)
    *p = sum;
}
__global__ void parent(int *p) {
  const int i = threadIdx.x;
  p += i * places;
  switch (i % 6) {
  case 0:
    adds<<<1, threads>>>(p, i);
    break;
  case 1:
    retries<<<1, threads>>>(p, i);
    break;
  case 2:
    locks<<<1, threads>>>(p, i);
    break;
  }
}
// Apart from the others: under t4 these stay CUDA's own launches, which have hung in warps of which other threads run children.
__global__ void parent_of_kept(int *p) {
  const int i = threadIdx.x;
  p += i * places;
  switch (i % 6) {
  case 3:
    waits<<<1, threads>>>(p, i);
    break;
  case 4:
    waits_for_value<<<1, threads>>>(p, i);
    break;
  case 5:
    on_shared<<<1, threads>>>(p, i);
    break;
  }
}

int main() {
  const int parents = 60;
  int *p = device_zeros<int>(parents * places);
  parent<<<1, parents>>>(p);
  parent_of_kept<<<1, parents>>>(p);
  std::vector<int> want(parents * places);
  for (int i = 0; i < parents; i++) {
    const int first[] = {threads * i, threads * i, threads * i, threads, i, threads * i};
    want[i * places] = first[i % 6];
    if (i % 6 == 0) {
      const int more[] = {2 * threads, -3 * threads, threads - 1, 1 - threads, -1, -1, 0x41800000};
      for (int k = 0; k < 7; k++)
        want[i * places + 1 + k] = more[k];
    } else if (i % 6 == 3) {
      want[i * places + 1] = i;
    }
  }
  return compare(to_host(p, want.size()), want);
}
