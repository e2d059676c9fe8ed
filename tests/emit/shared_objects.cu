// RUN: flcc --fl-emit --fl-strategy=t4 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t4 --fl-remarks -DBY_OPERATOR -o /dev/null %s 2>&1 | FileCheck %s
// An object in shared memory whose member works on it by atomic operations must be in shared memory.
struct Counter {
  int n;
  __device__ void add(int x) { atomicAdd(&n, x); }
  __device__ void operator+=(int x) { atomicAdd(&this->n, x); }
};
__global__ void of_own(int *to) {
  __shared__ Counter c;
#ifdef BY_OPERATOR
  c += 1;
#else
  c.add(1);
#endif
  to[threadIdx.x] = c.n;
}
__global__ void a1(int *to) { of_own<<<1, 64>>>(to); }
// CHECK: warning: launch of 'of_own': kept: 'of_own' may have atomics on its shared memory
// So must an array in it; what a pointer in it leads to is elsewhere.
struct Tally {
  int *to, own[2];
  __device__ void count() { atomicAdd(to, 1); }
  __device__ void count_own() { atomicAdd(own + 1, 1); }
};
__global__ void of_array(int *to) {
  __shared__ Tally t;
  t.count_own();
  to[threadIdx.x] = t.own[1];
}
__global__ void a2(int *to) { of_array<<<1, 64>>>(to); }
// CHECK: warning: launch of 'of_array': kept: 'of_array' may have atomics on its shared memory
__global__ void of_pointer(int *to) {
  __shared__ Tally t;
  t.to = to;
  t.count();
}
__global__ void a3(int *to) { of_pointer<<<1, 64>>>(to); }
// CHECK: remark: launch of 'of_pointer': t4;
