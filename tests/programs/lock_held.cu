// A parent that holds a lock while it launches a child that takes it: the child cannot run in the parent's place.
// STRATEGIES: keep t1 t2 t3 t4 mega block grid auto
// TARGET-t4: cpu
// REMARK-t4: launch of 'child': kept: 'parent' may hold a lock that threads of 'child' take
// REMARK-t4: launch of 'asks': kept: 'holder' may hold a lock that threads of 'asks' take
// REMARK-t4: launch of 'counts': t4
// REMARK-t4: launch of 'marks': t4
// REMARK-t1: launch of 'child': t1
#include "include/test.h"

struct shared_state {
  int lock, from_parent, seen, count, from_holder, asked, marked;
};
__device__ void acquire(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0)
    __nanosleep(8);
  __threadfence();
}
__device__ void release(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void child(shared_state *s) {
  acquire(&s->lock);
  s->seen += s->from_parent;
  release(&s->lock);
}
__global__ void parent(shared_state *s) {
  acquire(&s->lock);
  child<<<3, 1>>>(s);
  s->from_parent = 7;
  release(&s->lock);
}
// One that is taken without a loop, by a function, and waited for in a loop that calls another.
__device__ bool try_lock(int *lock) { return atomicExch(lock, 1) == 0; }
__global__ void asks(shared_state *s) {
  while (!try_lock(&s->lock))
    __nanosleep(8);
  __threadfence();
  s->asked += s->from_holder;
  release(&s->lock);
}
__global__ void holder(shared_state *s) {
  if (!try_lock(&s->lock))
    return;
  asks<<<2, 1>>>(s);
  s->from_holder = 5;
  release(&s->lock);
}
// What is only set is no lock.
__global__ void marks(shared_state *s) { atomicExch(&s->marked, 1); }
__global__ void marking(shared_state *s) {
  atomicExch(&s->marked, 1);
  marks<<<1, 1>>>(s);
}
// A lock of the children's alone is free whenever one of them runs by itself.
__global__ void counts(shared_state *s) {
  acquire(&s->lock);
  s->count++;
  release(&s->lock);
}
__global__ void free_parent(shared_state *s) { counts<<<1 + threadIdx.x, 1>>>(s); }

int main() {
  shared_state *s = device_zeros<shared_state>(1);
  allow_launches(64);
  parent<<<1, 1>>>(s);
  free_parent<<<1, 4>>>(s);
  holder<<<1, 1>>>(s);
  marking<<<1, 1>>>(s);
  const shared_state got = to_host(s, 1)[0];
  const bool ok = got.seen == 21 && got.count == 10 && got.lock == 0 && got.asked == 10 && got.marked == 1;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
