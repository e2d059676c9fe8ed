// RUN: flcc --fl-emit -DDEFAULT %s -o %t 2>&1 | FileCheck --check-prefix=DEFAULT %s
// RUN: flcc --fl-emit -DDEFAULT_CALL %s -o %t 2>&1 | FileCheck --check-prefix=CALL %s
// RUN: flcc --fl-emit -DMEMBER %s -o %t 2>&1 | FileCheck --check-prefix=MEMBER %s
// RUN: flcc --fl-emit -DMEMBER_CALL %s -o %t 2>&1 | FileCheck --check-prefix=MEMCALL %s
// RUN: flcc --fl-emit -DEXTERN %s -o %t 2>&1 | FileCheck --check-prefix=EXTERN %s
// RUN: flcc --fl-emit -DVIRTUAL %s -o %t 2>&1 | FileCheck --check-prefix=VIRTUAL %s
// RUN: flcc --fl-emit %s -o %t 2>&1 | count 0
// What depends on the block that it runs in where no context reaches it keeps launches; the same without a block's names does not.
// DEFAULT: warning: launch of 'child': kept: a default argument of 'index' depends on its block
// CALL: warning: launch of 'child': kept: a default argument of 'index' depends on its block
// MEMBER: warning: launch of 'child': kept: 'blockIdx', which depends on its block, initialises a member of a class
// MEMCALL: warning: launch of 'child': kept: 'thread', which depends on its block, initialises a member of a class
// EXTERN: warning: launch of 'child': kept: the definition of 'elsewhere' is not in this file
// VIRTUAL: warning: launch of 'child': kept: 'Derived::value', which depends on its block, may run without a visible call
#ifdef EXTERN
__device__ int elsewhere(int n);
#else
__device__ int elsewhere(int n) { return n; }
#endif
__device__ int thread() { return threadIdx.x; }
__device__ int three() { return 3; }
#define BLOCK blockIdx.x
#ifdef DEFAULT
__device__ int index(int i = 2 * threadIdx.x) { return i; }
#elif defined(DEFAULT_CALL)
__device__ int index(int i = thread()) { return i; }
#else
__device__ int index(int i = three()) { return i; }
#endif
struct Base {
  int n = 5;
#ifdef MEMBER
  int block = BLOCK;
#elif defined(MEMBER_CALL)
  int block = thread();
#else
  int block = three();
#endif
  Base() = default;
  __device__ Base(int n) : n(n) {}
  __device__ virtual int value() const { return 1; }
};
struct Derived : Base {
  using Base::Base;
#ifdef VIRTUAL
  __device__ int value() const override { return threadIdx.x; }
#else
  __device__ int value() const override { return 2; }
#endif
};
__global__ void child(int *p) {
  Derived d(1);
  const Base &b = d;
  p[thread()] = index() + elsewhere(d.n) + b.value();
}
__global__ void parent(int *p) { child<<<4, 32>>>(p); }
int main() { parent<<<1, 1>>>(nullptr); }
