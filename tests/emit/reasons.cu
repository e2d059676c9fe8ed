// RUN: flcc --fl-emit --fl-target=cuda -o /dev/null %s 2>&1 | FileCheck %s
// What is kept says why.
#define LAUNCH(k)
#pragma push_macro("LAUNCH")
#undef LAUNCH
#define LAUNCH(k) k<<<1, 1>>>(p)
__global__ void child(int *p) { *p = 1; }
__global__ void in_macro(int *p) { LAUNCH(child); }
// CHECK-DAG: reasons.cu:[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}}macro{{.*}} [-fl-kept]
#pragma pop_macro("LAUNCH")
__global__ void joins(int *p) {
  child<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
  // CHECK-DAG: reasons.cu:[[@LINE-1]]:3: warning: launch of 'child': kept: a tail launch beside a join [-fl-kept]
  cudaDeviceSynchronize();
}
__global__ void pointer(void (*f)(int *), int *p) {
  f<<<1, 1>>>(p);
  // CHECK-DAG: reasons.cu:[[@LINE-1]]:3: warning: launch of 'f': kept: which kernel 'f' launches is not known at compile time [-fl-kept]
}
__device__ int seen(const int *p) { return *p; }
__global__ void in_one_place(const __grid_constant__ int n, int *p) { *p = seen(&n); }
__global__ void of_one_place(int *p) {
  in_one_place<<<1, 1>>>(3, p);
  // CHECK-DAG: reasons.cu:[[@LINE-1]]:3: warning: launch of 'in_one_place': kept: the address of 'n', which is __grid_constant__, may matter [-fl-kept]
}
__global__ void elsewhere(int *p);
__global__ void external(int *p) {
  elsewhere<<<1, 1>>>(p);
  // CHECK-DAG: reasons.cu:[[@LINE-1]]:3: warning: launch of 'elsewhere': kept: the definition of 'elsewhere' is not in this file [-fl-kept]
}
__global__ void in_lambda(int *p) {
  constexpr auto f = [](int *q) { child<<<1, 1>>>(q); };
  // CHECK-DAG: reasons.cu:[[@LINE-1]]:35: warning: launch of 'child': kept: the launch is written inside a lambda that can capture nothing more [-fl-kept]
  f(p);
}
template <class F> struct Kept {
  F f;
};
template <class F> __device__ void call(F f) { Kept<F>{f}.f(); }
__global__ void hands_lambda_on(int *p) {
  call([&] { child<<<1, 1>>>(p); });
  // CHECK-DAG: reasons.cu:[[@LINE-1]]:14: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere [-fl-kept]
}
__global__ void copies_shared(int *p) {
  __shared__ int v;
  v = 1;
  auto f = [=] { return v; };
  *p = f();
}
__global__ void copies(int *p) { copies_shared<<<1, 1>>>(p); }
// CHECK-DAG: reasons.cu:[[@LINE-1]]:34: warning: launch of 'copies_shared': kept: the shared variable 'v' is named in a lambda that does not capture by reference [-fl-kept]
__global__ void counting(int *p) {
  static __device__ int calls;
  *p = atomicAdd(&calls, 1);
}
__global__ void counts(int *p) { counting<<<1, 1>>>(p); }
// CHECK-DAG: reasons.cu:[[@LINE-1]]:34: warning: launch of 'counting': kept: the static variable 'calls' exists once for each copy of the function [-fl-kept]
__global__ void defaulted(int *p) {
  auto f = [=](uint3 q = threadIdx) { return q.x; };
  p[f()] = 1;
}
__global__ void defaults(int *p) { defaulted<<<1, 64>>>(p); }
// CHECK-DAG: reasons.cu:[[@LINE-1]]:36: warning: launch of 'defaulted': kept: 'threadIdx' is used in a lambda that can capture nothing more, or in its default arguments [-fl-kept]
__device__ int index() { return threadIdx.x; }
__global__ void defaulted_call(int *p) {
  auto f = [&](int i = index()) { return i; };
  p[f()] = 1;
}
__global__ void defaults_call(int *p) { defaulted_call<<<1, 64>>>(p); }
// CHECK-DAG: reasons.cu:[[@LINE-1]]:41: warning: launch of 'defaulted_call': kept: {{.*}} in a lambda
