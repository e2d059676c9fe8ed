// Calls of functions that depend on their block, however they are spelled: with comments, line splices and parentheses around the name, with qualification
// and template arguments, and with literals alone in the parentheses; those whose name or parentheses come out of a macro keep their launches.
// REMARK-t1: launch of 'spelled': t1
// REMARK-t4: launch of 'spelled': t4
// REMARK-t1: launch of 'named_by_macro': kept: 'help' is called in a way that cannot be rewritten
// REMARK-t1: launch of 'wrapped_name': kept: 'help' is called in a way that cannot be rewritten
// REMARK-t1: launch of 'arguments_by_macro': kept: 'help' is called in a way that cannot be rewritten
// REMARK-t1: launch of 'member_by_macro': kept: 'at' is called in a way that cannot be rewritten
// REMARK-t1: launch of 'object_by_macro': kept: 'at' is called in a way that cannot be rewritten
// REMARK-t1: launch of 'pointed_to': kept: .help., which depends on its block, may be called here by a name
#include "include/test.h"

#define HELP help
#define ID(x) x
#define ONE (1)
#define NOTHING
#define AT at
#define OBJECT v.at

__device__ int place() { return threadIdx.x + 100 * blockIdx.x; }
__device__ int help(int k) { return k + place(); }
__device__ int length(const char *s) { return (s[1] == '\0') + place(); }
__device__ int none() { return 1 + place(); }
namespace ns {
__device__ int help(int k) { return k + place(); }
template <class T, int N = 0> __device__ T typed(T k) { return k + N + place(); }
} // namespace ns
struct V {
  int v;
  __device__ int at(int k) const { return v + k + place(); }
  template <class T> __device__ T as(T k) const { return this->at(k); }
  __device__ int twice(int k) const { return (this->at)(k) + at /* once more */ (k); }
  static __device__ int of(int k) { return k + place(); }
};
template <class T> struct W {
  T v;
  template <class U> __device__ U as(U k) const { return v + k + place(); }
};
template <class T> __device__ T by_template(T v) {
  W<T> w = {v};
  return w.template as<int>(1) + (w.template as<int>)(1) + (w.as)(1);
}

__global__ void spelled(int *p) {
  V v = {0}, *q = &v;
  int sum = help(1);
  sum += help /* of what */ (1);
  sum += help // of what
      (1);
  sum += help \
      (1);
  sum += (help)(1);
  sum += ((help) /* twice */)(1);
  sum += (::ns::help)(1) + ns::help(1) + ns :: /* here */ help(1);
  sum += ns::typed<int>(1) + ns::typed<int, (1 > 0)>(0) + (ns::typed<int>)(1) + ns::typed(1);
  sum += none(/* nothing */) + (none)( ) + none(NOTHING);
  sum += v.at(1) + (v.at)(1) + q->at(1) + (*q).at(1) + (q->at)(ID(1)) + v . at /* here */ (1);
  sum += v.as<int>(1) + (v.as<int>)(1) + v.twice(1);
  sum += V::of(1) + (V::of)(1) + by_template(0);
  sum += ID(help(1)) + ID((help)(1));
  sum += help('\1') + (help)(/* so many */ L'\1') + length("a");
  p[32 * blockIdx.x + threadIdx.x] += sum;
}
__global__ void named_by_macro(int *p) { p[32 * blockIdx.x + threadIdx.x] += HELP(1); }
__global__ void wrapped_name(int *p) { p[32 * blockIdx.x + threadIdx.x] += ID(help)(1); }
__global__ void arguments_by_macro(int *p) { p[32 * blockIdx.x + threadIdx.x] += help ONE; }
__global__ void member_by_macro(int *p) {
  V v = {0};
  p[32 * blockIdx.x + threadIdx.x] += v.AT(1);
}
__global__ void object_by_macro(int *p) {
  V v = {0};
  p[32 * blockIdx.x + threadIdx.x] += OBJECT(1);
}
__global__ void pointed_to(int *p) { p[32 * blockIdx.x + threadIdx.x] += (*help)(1); }

__global__ void parent(int *p) { spelled<<<2, 32>>>(p + 64 * threadIdx.x); }
__global__ void keeps(int *p) {
  p += 64 * threadIdx.x;
  named_by_macro<<<2, 32>>>(p);
  wrapped_name<<<2, 32>>>(p);
  arguments_by_macro<<<2, 32>>>(p);
  member_by_macro<<<2, 32>>>(p);
  object_by_macro<<<2, 32>>>(p);
  pointed_to<<<2, 32>>>(p);
}

int main() {
  const int n = 4, calls = 36 + 6;
  int *p = device_zeros<int>(n * 64);
  parent<<<1, n>>>(p);
  keeps<<<1, n>>>(p);
  std::vector<int> want(n * 64);
  for (int i = 0; i < n * 64; i++)
    want[i] = calls * (1 + i % 32 + 100 * (i / 32 % 2));
  return compare(to_host(p, want.size()), want);
}
