// Kernels that are declared in bodies of all kinds of functions of the host's.
// REMARK-t1: launch of 'child': t1
// REMARK-auto: launch of 'second': what it launches is recorded
// REMARK-auto: launch of 'of_c': what it launches is recorded
// REMARK-auto: launch of 'last': what it launches is recorded
#include "include/test.h"

#include "include/launches_undeclared.h"

namespace n {
struct Host {
  Host(int *p);
  void go(int *p);
};
} // namespace n
n::Host::Host(int *p) try {
  __global__ void first(int *, int);
  first<<<1, 32>>>(p, 1);
} catch (...) {
}
void n::Host::go(int *p) {
  __global__ void first(int *, int);
  first<<<1, 32>>>(p, 2);
}
namespace n {
void go(int *p) {
  __global__ void second(int *, int);
  second<<<1, 32>>>(p, 3);
}
} // namespace n
template <class T> void go(T *p) {
  __global__ void third(int *, int);
  third<<<1, 32>>>(p, 4);
}
template <class T> void go_by_type(T *p) {
  __global__ void third(T *, T);
  third<<<1, 32>>>(p, 5);
}
extern "C" void go_to_c(int *p) {
  __global__ void of_c(int *, int);
  of_c<<<1, 32>>>(p, 6);
}
auto go_by_lambda = [](int *p) {
  extern __global__ void last(int *, int);
  last<<<1, 32>>>(p, 7);
};
static inline __attribute__((noinline, unused)) int
go_by_class(int *p) {
  struct Local {
    static void go(int *p) {
      __global__ void last(int *, int);
      last<<<1, 32>>>(p, 8);
    }
  };
  Local::go(p);
  return 0;
}

int main() {
  int *p = device_zeros<int>(10 * 128);
  n::Host(p).go(p + 128);
  n::go(p + 2 * 128);
  go(p + 3 * 128);
  go_by_type(p + 4 * 128);
  go_to_c(p + 5 * 128);
  go_by_lambda(p + 6 * 128);
  go_by_class(p + 7 * 128);
  of_header(p + 8 * 128);
  of_header_template(p + 9 * 128);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want;
  for (int i = 0; i < 10 * 128; i++)
    want.push_back(i % 128 / 4 * (i / 128 + 1));
  return compare(to_host(p, 10 * 128), want);
}

__global__ void child(int *p, int x) { p[threadIdx.x] = x; }
namespace n {
__global__ void first(int *p, int x) { child<<<1, 4>>>(p + 4 * threadIdx.x, x * threadIdx.x); }
__global__ void second(int *p, int x) { child<<<1, 4>>>(p + 4 * threadIdx.x, x * threadIdx.x); }
} // namespace n
__global__ void third(int *p, int x) { child<<<1, 4>>>(p + 4 * threadIdx.x, x * threadIdx.x); }
extern "C" __global__ void of_c(int *p, int x) {
  child<<<1, 4>>>(p + 4 * threadIdx.x, x * threadIdx.x);
}
__global__ void last(int *p, int x) { child<<<1, 4>>>(p + 4 * threadIdx.x, x * threadIdx.x); }
