// What nvstd::function holds may be an object of the program's that depends on its block, and is called where no copy of it could be.
// RUN: flcc --fl-emit --fl-strategy=t1 -isystem %S/Inputs/system -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=warning:
#include <nvfunctional>
struct Mark {
  int *p;
  __device__ void operator()(int i) const { p[i] = threadIdx.x; }
};
__device__ void hand(nvstd::function<void(int)> f, int i) { f(i); }
__global__ void direct(int *p) {
  nvstd::function<void(int)> f = Mark{p};
  f(1);
}
__global__ void helped(int *p) { hand(Mark{p}, 2); }
__global__ void neither(int *p) { p[threadIdx.x] = 3; }
__global__ void parent(int *p) {
  if (threadIdx.x)
    // CHECK: :[[@LINE+1]]:5: warning: launch of 'direct': kept: 'direct' uses a library ('nvstd::')
    direct<<<1, 32>>>(p);
  else
    // CHECK: :[[@LINE+1]]:5: warning: launch of 'helped': kept: 'hand' uses a library ('nvstd::')
    helped<<<1, 32>>>(p);
}
__global__ void other(int *p) { neither<<<1, 32>>>(p); }
int main() {
  parent<<<1, 32>>>(nullptr);
  other<<<1, 1>>>(nullptr);
}
