// Children with atomics on their shared memory, directly, by way of a function, in a destructor and by pointers out of memory: a thread that ran a block alone would have that memory among its
// locals, where atomics do not reach.
// STRATEGIES: keep t1 t3 t4 block auto
// REMARK-t4: launch of 'direct': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'by_function': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'dynamic': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'by_parameter': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'by_lambda': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'either': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'by_member': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'by_destructor': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'by_variable': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'by_memory': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'on_global': t4
// REMARK-t1: launch of 'direct': t1
#include "include/test.h"

__device__ void add(int *to, int n) { atomicAdd(to, n); }

__global__ void direct(int n, int *out) {
  __shared__ int sum[2];
  if (threadIdx.x < 2)
    sum[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&sum[threadIdx.x % 2], n);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum[0] + sum[1];
}
__global__ void by_function(int n, int *out) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  add(&sum, n);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}
__global__ void dynamic(int n, int *out) {
  extern __shared__ int cell[];
  if (threadIdx.x == 0)
    cell[0] = 0;
  __syncthreads();
  int *p = cell;
  atomicMax(p, n + (int)threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = cell[0];
}
struct Target {
  int *cell;
};
__global__ void by_parameter(int n, int *out) {
  __shared__ int cell[64];
  int *result = out;
  cell[threadIdx.x] = 0;
  if (n >= 0)
    out = &cell[threadIdx.x];
  atomicAdd(out, n);
  atomicAdd(result, cell[threadIdx.x]);
}
__global__ void by_lambda(int n, int *out) {
  __shared__ int sum;
  sum = 0;
  __syncthreads();
  auto to = [n](int *p) { atomicAdd(p, n); };
  to(&sum);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}
__global__ void either(int n, int *out) {
  __shared__ int sum[1];
  sum[0] = 0;
  __syncthreads();
  atomicAdd(n >= 0 ? sum : out, n);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = *sum;
}
__global__ void by_member(int n, Target to) {
  __shared__ int cell[64];
  int *result = to.cell;
  cell[threadIdx.x] = 0;
  to.cell = cell;
  atomicAdd(&to.cell[threadIdx.x], n);
  atomicAdd(result, cell[threadIdx.x]);
}
struct Counted {
  int *count, by;
  __device__ Counted(int *count, int by) : count(count), by(by) {}
  __device__ ~Counted() { atomicAdd(count, by); }
};
__global__ void by_destructor(int n, int *out) {
  __shared__ int sum;
  sum = 0;
  __syncthreads();
  {
    Counted counted(&sum, n);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}
// Of each block, by the number of its launch.
__device__ int *sums[128];
__global__ void by_variable(int n, int *out) {
  __shared__ int sum;
  sum = 0;
  sums[n] = &sum;
  __syncthreads();
  atomicAdd(sums[n], n);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}
__global__ void by_memory(int n, int *out, Target *to) {
  __shared__ int sum;
  sum = 0;
  to->cell = &sum;
  __syncthreads();
  atomicAdd(to->cell, n);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}
__device__ Target targets[128];
__global__ void other_parent(int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i % 3 == 0)
    by_destructor<<<1, 40>>>(i, out + i);
  else if (i % 3 == 1)
    by_variable<<<1, 41>>>(i, out + i);
  else
    by_memory<<<1, 42>>>(i, out + i, targets + i);
}
__global__ void on_global(int n, int *out) {
  __shared__ int last[64];
  last[threadIdx.x] = n;
  __syncthreads();
  atomicAdd(out, last[63 - threadIdx.x]);
}
__global__ void parent(int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i % 8 == 0)
    direct<<<1, 64>>>(i, out + i);
  else if (i % 8 == 1)
    by_function<<<1, 48>>>(i, out + i);
  else if (i % 8 == 2)
    dynamic<<<1, 33, sizeof(int)>>>(i, out + i);
  else if (i % 8 == 3)
    by_parameter<<<1, 40>>>(i, out + i);
  else if (i % 8 == 4)
    by_lambda<<<1, 41>>>(i, out + i);
  else if (i % 8 == 5)
    either<<<1, 42>>>(i, out + i);
  else if (i % 8 == 6)
    by_member<<<1, 43>>>(i, Target{out + i});
  else
    on_global<<<1, 64>>>(i, out + i);
}

int main() {
  const int n = 1000;
  allow_launches(n + 10);
  int *out = device_zeros<int>(n);
  parent<<<8, 128>>>(n, out);
  std::vector<int> want(n);
  const int threads[8] = {64, 48, 0, 40, 41, 42, 43, 64};
  for (int i = 0; i < n; i++)
    want[i] = i % 8 == 2 ? i + 32 : threads[i % 8] * i;
  const int others = 100;
  int *more = device_zeros<int>(others);
  other_parent<<<1, 128>>>(others, more);
  std::vector<int> wanted;
  for (int i = 0; i < others; i++)
    wanted.push_back((40 + i % 3) * i);
  return compare(to_host(more, others), wanted) | compare(to_host(out, n), want);
}
