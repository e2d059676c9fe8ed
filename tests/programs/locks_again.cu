// Children that ask for a lock which their parent holds, again and again by jumps, recursion, loops of who calls them, and functions that a template is given: in the parent's
// own place they would never have it. Children that go from place to place have it.
// REMARK-t4: launch of 'by_jump': kept: 'launches_by_jump' may hold a lock that threads of 'by_jump' take
// REMARK-t4: launch of 'by_recursion': kept: 'launches_by_recursion' may hold a lock that threads of 'by_recursion' take
// REMARK-t4: launch of 'by_callers': kept: 'launches_by_callers' may hold a lock that threads of 'by_callers' take
// REMARK-t4: launch of 'by_argument': kept: 'launches_by_argument' may hold a lock that threads of 'by_argument' take
// REMARK-t4: launch of 'probing': t4
#include "include/test.h"

__device__ bool take(int *lock) { return atomicCAS(lock, 0, 1) == 0; }
__device__ void leave(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void by_jump(int *lock, int *sum) {
again:
  if (atomicCAS(lock, 0, 1) != 0)
    goto again;
  ++*(volatile int *)sum;
  leave(lock);
}
__device__ void take_at_last(int *lock) {
  if (atomicCAS(lock, 0, 1) != 0)
    take_at_last(lock);
}
__global__ void by_recursion(int *lock, int *sum) {
  take_at_last(lock);
  ++*(volatile int *)sum;
  leave(lock);
}
__device__ bool takes(int *lock) { return take(lock); }
__device__ bool finds(int *lock) { return takes(lock); }
__global__ void by_callers(int *lock, int *sum) {
  while (!finds(lock))
    __nanosleep(20);
  ++*(volatile int *)sum;
  leave(lock);
}
__device__ bool has(int *lock) { return atomicExch(lock, 1) == 0; }
template <bool (*Has)(int *)> __device__ void until(int *lock) {
  while (!Has(lock))
    __nanosleep(20);
}
__global__ void by_argument(int *lock, int *sum) {
  until<has>(lock);
  ++*(volatile int *)sum;
  leave(lock);
}
const int cells = 64;
__global__ void probing(int *table, int key) {
  int at = key % cells;
  while (atomicCAS(&table[at], 0, key) != 0)
    at = (at + 1) % cells;
}

// The parent gives the lock back behind the launch; its children come to have it then.
#define PARENT(child)                                                                              \
  __global__ void launches_##child(int *lock, int *sum) {                                          \
    int *mine = lock + threadIdx.x;                                                                \
    while (!take(mine))                                                                            \
      __nanosleep(20);                                                                             \
    child<<<1, 1>>>(mine, sum + threadIdx.x);                                                      \
    leave(mine);                                                                                   \
  }
PARENT(by_jump)
PARENT(by_recursion)
PARENT(by_callers)
PARENT(by_argument)
__global__ void fills(int *table) { probing<<<1, 1>>>(table, threadIdx.x + 1); }

int main() {
  const int parents = 6;
  bool ok = true;
  const auto run = [&](void (*launch)(int *, int *)) {
    int *lock = device_zeros<int>(parents), *sum = device_zeros<int>(parents);
    launch(lock, sum);
    ok &= to_host(sum, parents) == std::vector<int>(parents, 1) &&
          to_host(lock, parents) == std::vector<int>(parents);
  };
#define RUN(child) run([](int *lock, int *sum) { launches_##child<<<1, parents>>>(lock, sum); })
  RUN(by_jump);
  RUN(by_recursion);
  RUN(by_callers);
  RUN(by_argument);
  int *table = device_zeros<int>(cells), full = 0;
  fills<<<1, 40>>>(table);
  for (int key : to_host(table, cells))
    full += key != 0;
  return verdict(ok && full == 40, "a lock was not had, or not given back");
}
