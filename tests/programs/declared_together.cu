// Functions that one declaration declares together, and attributes behind their names. Declarations that say too little keep what needs them.
// REMARK-t1: launch of 'together': t1
// REMARK-t1: launch of 'in_parentheses': t1
// REMARK-t1: launch of 'of_pointers': t1
// REMARK-t1: launch of 'of_members': t1
// REMARK-t1: launch of 'with_attribute': t1
// REMARK-t4: launch of 'of_pointers': t4
// REMARK-t1: launch of 'by_type': kept: no declaration of 'by_type' in front of the launch is understood
// REMARK-t1: launch of 'calls_by_type': kept: a declaration of 'function_by_type' is not understood
// REMARK-t1: launch of 'calls_behind': kept: a declaration of 'behind' is not understood
#include "include/test.h"

struct Number {
  int value;
};
typedef void Kernel(int *p, int x);
typedef int Function(int x);
__global__ void together(int *p, int x), with_default(int *p, int x = 5),
    (in_parentheses)(int *p, int x);
__device__ int first(int), second(int x = 0), *third(int *p), &fourth(int *p),
    *const *fifth(int **p);
extern __device__ Number sixth(int x), *seventh(Number *n);
inline __global__ void with_attribute [[gnu::unused]] (int *p, int x);
__global__ Kernel by_type;
__device__ Function function_by_type;
__device__ int variable = 1, behind(int x);
struct Adder {
  __device__ int a(int x) const, b(int x);
  static __device__ int c(int), d(int x);
};

__global__ void of_pointers(int *p, int x) {
  Number n = sixth(x);
  **fifth(&p) = fourth(&x) + second();
  *third(p - (int)threadIdx.x) = seventh(&n)->value + first(0);
}
__global__ void of_members(int *p, int x) {
  Adder s;
  p[threadIdx.x] = s.a(x) + s.b(0) + Adder::c(0) + Adder::d(0);
}
__global__ void calls_by_type(int *p, int x) { p[threadIdx.x] = function_by_type(x); }
__global__ void calls_behind(int *p, int x) { p[threadIdx.x] = behind(x); }

__global__ void parent(int *p) {
  const int t = threadIdx.x;
  int *q = p + 4 * t;
  together<<<1, 4>>>(q, t);
  with_default<<<1, 4>>>(q + 128);
  in_parentheses<<<1, 4>>>(q + 2 * 128, t);
  of_pointers<<<1, 4>>>(q + 3 * 128, t);
  of_members<<<1, 4>>>(q + 4 * 128, t);
  with_attribute<<<1, 4>>>(q + 5 * 128, t);
}
__global__ void keeps(int *p) {
  const int t = threadIdx.x;
  int *q = p + 4 * t;
  by_type<<<1, 4>>>(q, t);
  calls_by_type<<<1, 4>>>(q + 128, t);
  calls_behind<<<1, 4>>>(q + 2 * 128, t);
}

__global__ void together(int *p, int x) { p[threadIdx.x] = x; }
__global__ void with_default(int *p, int x) { p[threadIdx.x] = x; }
__global__ void(in_parentheses)(int *p, int x) { p[threadIdx.x] = x; }
inline __global__ void with_attribute [[gnu::unused]] (int *p, int x) { p[threadIdx.x] = x; }
__global__ void by_type(int *p, int x) { p[threadIdx.x] = x; }
__device__ int first(int x) { return x + 0 * threadIdx.x; }
__device__ int second(int x) { return x + 0 * threadIdx.x; }
__device__ int *third(int *p) { return p + threadIdx.x; }
__device__ int &fourth(int *p) { return p[0 * threadIdx.x]; }
__device__ int *const *fifth(int **p) {
  *p += threadIdx.x;
  return p;
}
__device__ Number sixth(int x) { return {x + 0 * (int)threadIdx.x}; }
__device__ Number *seventh(Number *n) { return n + 0 * threadIdx.x; }
__device__ int function_by_type(int x) { return x + 0 * threadIdx.x; }
__device__ int behind(int x) { return x * variable + 0 * threadIdx.x; }
__device__ int Adder::a(int x) const { return x + 0 * threadIdx.x; }
__device__ int Adder::b(int x) { return x + 0 * threadIdx.x; }
__device__ int Adder::c(int x) { return x + 0 * threadIdx.x; }
__device__ int Adder::d(int x) { return x + 0 * threadIdx.x; }

int main() {
  int *p = device_zeros<int>(9 * 128);
  parent<<<1, 32>>>(p);
  keeps<<<1, 32>>>(p + 6 * 128);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want;
  for (int i = 0; i < 9 * 128; i++)
    want.push_back(i / 128 == 1 ? 5 : i % 128 / 4);
  return compare(to_host(p, 9 * 128), want);
}
