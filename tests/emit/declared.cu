// RUN: flcc --fl-emit -std=c++17 --fl-strategy=t1 %s -o %t 2>&1 | FileCheck %s
// Shared variables become references in copies: decltype, and constant expressions, which tell the two apart, keep a launch.
#define TYPE_OF(v) decltype(v)
#define SIMILAR(v) TYPE_OF(v)
template <class T, int N> __host__ __device__ constexpr int length(T (&)[N]) { return N; }
template <int N> __device__ int times(int k) { return N * k; }
template <class T> __device__ T more(T k) { return k + 1; }
template <class T> struct Box {
  T of;
};
extern __shared__ int whole[];

__global__ void typed(int *p) {
  __shared__ int c;
  decltype(c) d = c;
  *p = ++d;
}
__global__ void deduced(int *p) {
  __shared__ int c;
  decltype(auto) d = c;
  *p = ++d;
}
__global__ void returned(int *p) {
  __shared__ int c;
  auto f = [&]() -> decltype(auto) { return c; };
  *p = f();
}
__global__ void by_macro(int *p) {
  __shared__ int c;
  SIMILAR(c) d = c;
  *p = ++d;
}
__global__ void argument(int *p) {
  __shared__ int c;
  *p = more<decltype(c)>(c);
}
__global__ void boxed(int *p) {
  __shared__ int c;
  Box<decltype(c)> b{c};
  *p = ++b.of;
}
__global__ void constant(int *p) {
  __shared__ int s[64];
  constexpr int n = length(s);
  *p = n;
}
__global__ void bound(int *p) {
  __shared__ int s[64];
  char d[length(s)];
  *p = sizeof(d);
}
__global__ void parameter(int *p) {
  __shared__ int s[64];
  *p = times<length(s)>(1);
}
__global__ void asserted(int *p) {
  __shared__ int s[64];
  static_assert(length(s) == 64, "");
  *p = s[0];
}
__global__ void chosen(int *p) {
  __shared__ int s[64];
  if constexpr (length(s) == 64)
    *p = s[0];
}
__global__ void outer(int *p) {
  decltype(whole) *q = &whole;
  *p = (*q)[0];
}
__global__ void plain(int *p) {
  __shared__ int s[64]; // not decltype(s)
  constexpr int n = sizeof(s) / sizeof(s[0]);
  decltype(s[0] + 1) d = s[0];
  const int first = s[0], size = sizeof(decltype((s)));
  Box<decltype(s[0] + s[1])> b{s[1]};
  char e[sizeof s + sizeof(int[sizeof(s)])];
  *p = d + n + first + size + b.of + sizeof(e) + times<sizeof(s) / sizeof(s[0])>(1) + int(length(s));
}
__global__ void parent(int *p, int i) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'typed': kept: the shared variable 'c' is named in decltype
  i == 0 ? typed<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'deduced': kept: the shared variable 'c' is named for decltype(auto)
  i == 1 ? deduced<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'returned': kept: the shared variable 'c' is named for decltype(auto)
  i == 2 ? returned<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'by_macro': kept: the shared variable 'c' may be named in decltype by a macro
  i == 3 ? by_macro<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'argument': kept: the shared variable 'c' is named in decltype
  i == 4 ? argument<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'boxed': kept: the shared variable 'c' is named in decltype
  i == 5 ? boxed<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'constant': kept: the shared variable 's' is named where a constant or a type is expected
  i == 6 ? constant<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'bound': kept: the shared variable 's' is named where a constant or a type is expected
  i == 7 ? bound<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'parameter': kept: the shared variable 's' is named in template arguments
  i == 8 ? parameter<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'asserted': kept: the shared variable 's' is named where a constant or a type is expected
  i == 9 ? asserted<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'chosen': kept: the shared variable 's' is named where a constant or a type is expected
  i == 10 ? chosen<<<1, 1>>>(p) : (void)0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'outer': kept: the shared variable 'whole' is named in decltype
  i == 11 ? outer<<<1, 1>>>(p) : (void)0;
}
__global__ void parent2(int *p) {
  // CHECK-NOT: launch of 'plain': kept
  plain<<<1, 1>>>(p);
}
int main() {
  parent<<<1, 1>>>(nullptr, 0);
  parent2<<<1, 1>>>(nullptr);
}
