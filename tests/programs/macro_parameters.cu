// Heads of which macros say more than a part: several parameters, all of them, a template's, the body.
// REMARK-t1: launch of 'arguments': t1
// REMARK-t1: launch of 'more': t1
// REMARK-t1: launch of 'all': t1
// REMARK-t1: launch of 'of_template<int, 0>': t1
// REMARK-t1: launch of 'head': t1
// REMARK-t1: launch of 'nested': t1
// REMARK-t1: launch of 'with': t1
// REMARK-t1: launch of 'defaults': t1
// REMARK-t1: launch of 'whole': t1
// REMARK-t1: launch of 'listed': t1
// REMARK-t1: launch of 'made': t1
// REMARK-t1: launch of 'with_default': t1
// REMARK-t4: launch of 'arguments': t4
#include "include/test.h"

#define ARGS int *p, int x
#define MORE , int n
#define PARAMETERS (int *p, int x, int n)
#define OF_TEMPLATE class T, int N
#define TEMPLATE template <class T>
#define INNER int x, int n
#define NESTED int *p, INNER
#define WITH(type, name) type *name, int x
#define DEFAULTS const int *q = nullptr, int n = 0
#define LISTED(...) __VA_ARGS__
#define BODY                                                                                       \
  { p[threadIdx.x] = x + n; }
#define SECTION __attribute__((used, annotate("a, b")))
#define KERNEL(name) __global__ void name(ARGS)

SECTION __device__ int at(ARGS) { return p[threadIdx.x] + x; }
struct Adder {
  __device__ int add(ARGS);
};
__device__ int Adder::add(ARGS) { return x + 0 * at(p, x); }
__global__ void declared(ARGS);
__global__ void arguments(ARGS) { p[threadIdx.x] = Adder().add(p, x); }
__global__ void more(int *p, int x MORE) { p[threadIdx.x] = x + n; }
__global__ void all PARAMETERS { p[threadIdx.x] = x + n; }
template <OF_TEMPLATE> __global__ void of_template(T *p, T x) { p[threadIdx.x] = x + N; }
TEMPLATE __global__ void head(T *p, T x) { p[threadIdx.x] = x; }
__global__ void nested(NESTED) { p[threadIdx.x] = x + n; }
__global__ void with(WITH(int, p) MORE) { p[threadIdx.x] = x + n; }
__global__ void defaults(ARGS, DEFAULTS) { p[threadIdx.x] = q ? *q : x + n; }
__global__ void whole PARAMETERS BODY
__global__ auto listed(LISTED(int *p, int x)) -> void { p[threadIdx.x] = x; }
__global__ void with_default(WITH(int, p) = 7) { p[threadIdx.x] = x < 0 ? 9 : x; }
KERNEL(made) { p[threadIdx.x] = x; }
__device__ int table[] = {LISTED(1, 2), 3};

__global__ void parent(ARGS) {
  const int t = threadIdx.x;
  int *q = p + 4 * t;
  arguments<<<1, 4>>>(q, t);
  more<<<1, 4>>>(q + 128, t, 0);
  all<<<1, 4>>>(q + 256, t, 0);
  of_template<int, 0><<<1, 4>>>(q + 3 * 128, t);
  head<<<1, 4>>>(q + 4 * 128, t);
  nested<<<1, 4>>>(q + 5 * 128, t, 0);
  with<<<1, 4>>>(q + 6 * 128, t, 0);
  defaults<<<1, 4>>>(q + 7 * 128, t);
  whole<<<1, 4>>>(q + 8 * 128, t, 0);
  listed<<<1, 4>>>(q + 9 * 128, t);
  made<<<1, 4>>>(q + 10 * 128, t);
  with_default<<<1, 4>>>(q + 11 * 128);
  declared<<<1, 4>>>(q + 12 * 128, t + x);
}
__global__ void declared(ARGS) { p[threadIdx.x] = x + table[0] - 1; }

int main() {
  int *p = device_zeros<int>(13 * 128);
  parent<<<1, 32>>>(p, 0);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want;
  for (int i = 0; i < 13 * 128; i++)
    want.push_back(i / 128 == 11 ? 7 : i % 128 / 4);
  return compare(to_host(p, 13 * 128), want);
}
