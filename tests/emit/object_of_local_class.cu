// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o %t 2>&1 | FileCheck %s
// A local class has no copies: those of a base would be called in place of its own.
__global__ void child(int *p) { *p = 1; }
struct Base {
  __device__ void operator()(int *p) const { p[threadIdx.x] = 1; }
};
template <class F> __device__ void apply(const F &f, int *p) { f(p); }
__global__ void parent(int *p) {
  struct Own : Base {
    __device__ void operator()(int *p) const { *p = 2; }
  };
  apply(Own(), p);
  // CHECK: [[@LINE+1]]:3: warning: launch of 'child': kept: 'operator()', which depends on its block, may be called here by a name that is not resolved
  child<<<1, 1>>>(p);
}
void run(int *p) { parent<<<1, 1>>>(p); }
