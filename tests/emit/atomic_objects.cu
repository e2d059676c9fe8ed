// Objects of libcu++'s, be it that an instance alone tells the type: operations that change nothing are looks, and what takes a lock takes one.
// RUN: flcc --fl-emit --fl-strategy=t4 %s -o /dev/null 2>&1 | FileCheck %s
#include <cuda_runtime.h>
// CHECK: 'looks': kept: threads of 'looks' wait for each other in a loop
// CHECK: 'adds': kept: threads of 'adds' wait for each other in a loop
// CHECK: 'waits': kept: threads of 'waits' wait for each other in a loop
// CHECK: 'expects': kept: threads of 'expects' wait for each other in a loop
// CHECK: 'assembly': kept: threads of 'assembly' wait for each other in a loop
// CHECK: 'goes_round': kept: threads of 'goes_round' wait for each other in a loop
// CHECK-NOT: 'tries'
// CHECK: 'locks': kept: 'parent' may hold a lock that threads of 'locks' take
// CHECK-NOT: 'counts'
template <class R> __global__ void looks(R *p) {
  while (p->load() == 0)
    ;
}
template <class R> __global__ void adds(R *p) {
  p->fetch_add(1);
  while (p->fetch_add(0) < 40)
    ;
}
template <class R> __global__ void waits(R *p) { p->wait(0); }
template <class R> __global__ void expects(R *p) { // its turn
  int number = threadIdx.x;
  while (!p->compare_exchange_weak(number, threadIdx.x + 1))
    number = threadIdx.x;
}
__global__ void assembly(int *p) {
  for (int seen = 0; !seen;)
    asm volatile("atom.acquire.gpu.global.or.b32 %0, [%1], 0;" : "=r"(seen) : "l"(p) : "memory");
}
__global__ void goes_round(int *p) {
  asm volatile("{ .reg .pred q; .reg .s32 v; L: ld.acquire.gpu.global.s32 v, [%0]; setp.eq.s32 q, v, 0; @q bra L; }" ::"l"(p) : "memory");
}
template <class R> __global__ void tries(R *p) {
  int seen = p->load();
  while (!p->compare_exchange_strong(seen, seen * 2))
    ;
}
template <class R> __global__ void locks(R *p) {
  while (p->exchange(1))
    ;
  p->store(0);
}
template <class R> __global__ void counts(R *p, int n, int *out) {
  for (int i; (i = p->fetch_add(1)) < n;)
    out[i] = i;
}
template <class R> __global__ void parent(R *p, int *q) {
  looks<<<1, 40, 0, cudaStreamFireAndForget>>>(p);
  adds<<<1, 40, 0, cudaStreamFireAndForget>>>(p);
  waits<<<1, 40, 0, cudaStreamFireAndForget>>>(p);
  expects<<<1, 40, 0, cudaStreamFireAndForget>>>(p);
  assembly<<<1, 40, 0, cudaStreamFireAndForget>>>(q);
  goes_round<<<1, 40, 0, cudaStreamFireAndForget>>>(q);
  tries<<<1, 40, 0, cudaStreamFireAndForget>>>(p);
  while (p->exchange(1))
    ;
  locks<<<1, 40, 0, cudaStreamFireAndForget>>>(p);
  p->store(0);
  counts<<<1, 40, 0, cudaStreamFireAndForget>>>(p, 40, q);
}
