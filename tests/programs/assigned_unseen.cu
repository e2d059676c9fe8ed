// Pointers to kernels that are assigned in the first statement of a switch, which libclang leaves out of its tree: what is launched is not what they began as. What a macro is given
// is not written in front.
// STRATEGIES: keep t1 auto t4
// REMARK-t1: launch of 'k': kept: (a part of 'in_macro' is not seen|which kernel)
// REMARK-t1: launch of 'b': t1
#include "include/test.h"

__global__ void a(int *p) { atomicAdd(p, 1); }
__global__ void b(int *p) { atomicAdd(p, 100); }

__global__ void in_switch(int *p, int n) {
  auto k = a;
  switch (k = b; n) {
  case 0:
    atomicAdd(p, 1000);
    break;
  default:
    break;
  }
  k<<<1, 1>>>(p);
}

#define SAME(x) x
__global__ void in_macro(int *p, int n) {
  auto k = a;
  SAME(switch (k = b; n) { default: break; })
  k<<<1, 1>>>(p);
}

__global__ void in_if(int *p, int n) {
  auto k = a;
  if (k = b; n > 100)
    atomicAdd(p, 1000);
  k<<<1, 1>>>(p);
}

int main() {
  int *p = device_zeros<int>(1);
  in_switch<<<1, 1>>>(p, 7);
  in_macro<<<1, 1>>>(p, 7);
  in_if<<<1, 1>>>(p, 7);
  auto k = a;
  switch (k = b; 7) {
  default:
    break;
  }
  k<<<1, 1>>>(p);
  return compare(to_host(p, 1), std::vector<int>{400});
}
