// RUN: flcc --fl-emit --fl-strategy=t4 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 -o /dev/null %s 2>&1 | FileCheck --check-prefix=T1 %s
// RUN: flcc --fl-target=cpu --fl-emit -o - %s 2>/dev/null | grep -v CPU | FileCheck --check-prefix=CPU %s
// CPU: [&](auto &me, int k) -> void { flcpu::yield();
// CPU-NOT: yield(); if (k
// Lambdas that call themselves by what they are handed.
__global__ void lambda_calls_itself(int *p, int n, int *q) {
  auto self = [&](auto &me, int k) -> void {
    if (!*(volatile int *)p)
      me(me, k + 1);
  };
  self(self, 0);
}
__global__ void a1(int *p) { lambda_calls_itself<<<1, 64>>>(p, 1, p); }
// CHECK: warning: launch of 'lambda_calls_itself': kept: threads of
// CHECK: waits_lambdas.cu:[[@LINE-6]]:7: note: because of this
template <class F> __device__ void call_with_itself(const F &f) { f(f, 0); }
__global__ void lambda_is_handed_itself(int *p, int n, int *q) {
  call_with_itself([&](auto &me, int k) -> void {
    if (atomicAdd(p, 0) < n)
      me(me, k + 1);
  });
}
__global__ void a2(int *p) { lambda_is_handed_itself<<<1, 64>>>(p, 1, p); }
// CHECK: warning: launch of 'lambda_is_handed_itself': kept: threads of
__global__ void lambda_calls_for_less(int *p, int n, int *q) {
  auto self = [&](auto &me, int k) -> void {
    if (k && atomicAdd(p, 0) < n)
      me(me, k - 1);
  };
  self(self, n);
}
__global__ void a3(int *p) { lambda_calls_for_less<<<1, 64>>>(p, 1, p); }
// CHECK: remark: launch of 'lambda_calls_for_less': t4
__global__ void told_of(int *p) { atomicExch(p, 1); }
__global__ void lambda_behind(int *p) {
  auto self = [&](auto &me) -> void {
    if (!*(volatile int *)p)
      me(me);
  };
  told_of<<<1, 64>>>(p);
  self(self);
}
// CHECK: remark: launch of 'told_of': t4
// T1: launch of 'told_of': kept: threads wait in a loop behind the launch, which may be for what children write
