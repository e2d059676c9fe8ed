// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// A destructor waits where no call is.
struct waits_last {
  volatile int *of;
  __device__ ~waits_last() {
    while (*of == 0) {
    }
  }
};
__global__ void ends_by_waiting(int *p, int *q, int n) {
  waits_last w{p};
  if (blockIdx.x == 3)
    *p = 1;
}
__global__ void ends_by_waiting_parent(int *p, int n) { ends_by_waiting<<<4, 32>>>(p, p + n, n); }
// CHECK: warning: launch of 'ends_by_waiting': kept: threads of

__device__ void ends_below(int *p) { waits_last w{p}; }
__global__ void ends_in_function(int *p) {
  if (blockIdx.x == 3)
    *p = 1;
  else
    ends_below(p);
}
__global__ void ends_in_function_parent(int *p) { ends_in_function<<<4, 32>>>(p); }
// CHECK: warning: launch of 'ends_in_function': kept: threads of
__global__ void has_none(int *p) { atomicAdd(p, 1); }
__global__ void has_none_parent(int *p) { has_none<<<4, 32>>>(p); }
// CHECK: remark: launch of 'has_none': t1;
int main() {}
