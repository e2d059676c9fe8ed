// Launches and calls that pass nothing: comments, macros that are empty, conditions of the preprocessor between the parentheses.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'child': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

#define NOTHING
#define LAUNCH(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)

__device__ int *place;
__device__ int help(int by = 1) { return int(threadIdx.x) * by; }
struct Counter {
  __device__ int next(/* none */) { return threadIdx.x + 1; }
};
template <class... Ts> __device__ int sum(Ts... xs) { return int(threadIdx.x) + (0 + ... + xs); }

__global__ void child() {
  Counter c;
  atomicAdd(place + threadIdx.x,
            help(/* none */) + help(NOTHING) + c.next(// none
                                               ) + sum(/* none */) + sum(NOTHING 3));
}
template <class... Ts> __global__ void template_child(Ts... xs) {
  atomicAdd(place + threadIdx.x, sum(xs...));
}
__global__ void parent(/* none */) {
  child<<<1, 32>>>(/* none */);
  child<<<1, 32>>>(NOTHING);
  child<<<1, 32>>>(
#ifdef NOT_DEFINED
      place
#endif
  );
  template_child<<<1, 32>>>(NOTHING /* none */);
  template_child<<<1, 32>>>(5);
}
__global__ void kept_parent() { LAUNCH(child); }
#pragma push_macro("LAUNCH")
#undef LAUNCH
#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

__global__ void set(int *p) { place = p; }

int main() {
  int *p = device_zeros<int>(32);
  LAUNCH(set, p);
  void (*volatile pointer)() = parent;
  parent<<<1, 1>>>(/* none */);
  parent<<<1, 1>>>(NOTHING);
  LAUNCH(parent);
  LAUNCH(kept_parent);
  pointer<<<1, 1>>>(/* none */);
  std::vector<int> want(32);
  for (int i = 0; i < 32; i++)
    want[i] = 4 * (3 * (5 * i + 4) + 2 * i + 5) + 5 * i + 4;
  return compare(to_host(p, want.size()), want);
}
#pragma pop_macro("LAUNCH")
