// Children that wait for what their parent frees, or hands on, behind the launch: a lock that it has taken with its own number or by a helper, one that it closes by a store, or that the host
// has closed; a flag that is volatile by a template argument alone; turns that threads hand on to each other. All of them run behind the launching thread, not in its place.
// REMARK-t4: launch of 'spins': kept: 'opens_by_store' may hold a lock that threads of 'spins' take
// REMARK-t4: launch of 'takes': kept: 'owns' may hold a lock that threads of 'takes' take
// REMARK-t4: launch of 'told': kept: threads of 'told' wait for each other in a loop
// REMARK-t4: launch of 'in_turns': kept: threads of 'in_turns' wait for each other in a loop
#include "include/test.h"

__device__ int gate;
__global__ void spins(int *out) {
  while (atomicExch(&gate, 1))
    ;
  __threadfence();
  atomicAdd(out, *(volatile int *)(out + 1));
  __threadfence();
  atomicExch(&gate, 0);
}
__global__ void opens_by_store(int *out) {
  gate = 1;
  __threadfence();
  for (int i = 0; i < 3; i++)
    spins<<<1, 1>>>(out);
  *(volatile int *)(out + 1) = 42;
  __threadfence();
  atomicExch(&gate, 0);
}

__device__ bool take(int *lock, int me) { return atomicCAS(lock, 0, me) == 0; }
__global__ void takes(int *lock, int *out) {
  const int me = 1000 + threadIdx.x;
  for (bool done = false; !done;)
    if (take(lock, me)) {
      *(volatile int *)out += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}
__global__ void owns(int *lock, int *out) {
  const int me = 1 + threadIdx.x;
  for (bool done = false; !done;)
    if (take(lock, me)) {
      takes<<<1, 4>>>(lock, out);
      *(volatile int *)out += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}

template <class T> __device__ void wait_for(T *p) {
  while (!*p)
    ;
}
__global__ void told(int *flag, int *out) {
  wait_for((volatile int *)flag);
  __threadfence();
  out[0] = *(volatile int *)(out + 1);
}
__global__ void tells(int *flag, int *out) {
  told<<<1, 1>>>(flag, out);
  *(volatile int *)(out + 1) = 7;
  __threadfence();
  *(volatile int *)flag = 1;
}

__global__ void in_turns(int *locks, int *out) {
  const int t = threadIdx.x;
  while (atomicCAS(&locks[t], 0, 1) != 0)
    ;
  __threadfence();
  *(volatile int *)out = *(volatile int *)out * 3 + t;
  __threadfence();
  if (t > 0)
    atomicExch(&locks[t - 1], 0);
}
__global__ void starts(int *locks, int *out) { in_turns<<<1, 8>>>(locks, out); }

int main() {
  std::vector<int> closed(8, 1);
  closed[7] = 0;
  int *out = device_zeros<int>(2), *lock = device_zeros<int>(1), *locks = to_device(closed);
  bool ok = true;
  const auto expect = [&](const char *what, int want) {
    const int got = to_host(out, 1)[0];
    if (got != want)
      printf("%s: %d instead of %d\n", what, got, want);
    ok &= got == want;
    CHECK(cudaMemset(out, 0, 2 * sizeof(int)));
  };
  opens_by_store<<<1, 1>>>(out);
  expect("store", 126);
  owns<<<1, 4>>>(lock, out);
  expect("owner", 20);
  tells<<<1, 1>>>(lock, out);
  expect("flag", 7);
  starts<<<1, 1>>>(locks, out);
  expect("turns", 21324);
  return verdict(ok, "see above");
}
