// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - | grep -v CHECK | FileCheck %s
// Threads that leave before a barrier in a member of a class template, whose class depends on the kernel's parameters.
template <class T> struct Together {
  T *data;
  __device__ void meet(int i) {
    data[i] += 1;
    __syncthreads();
  }
};
// CHECK-LABEL: struct leaves__fl {
// CHECK: barrier = true, early_exit = true,
template <class T> __global__ void leaves(int n, T *data) {
  Together<T> all{data};
  if (threadIdx.x >= n)
    return;
  all.meet(threadIdx.x);
}
// CHECK-LABEL: struct stays__fl {
// CHECK: barrier = true, early_exit = false,
template <class T> __global__ void stays(int n, T *data) {
  Together<T> all{data};
  all.meet(threadIdx.x);
  if (threadIdx.x >= n)
    return;
  data[threadIdx.x] = n;
}
// Threads that go past a barrier in an arm, a loop or a condition, and those that all come to it.
// CHECK-LABEL: struct in_arm__fl {
// CHECK: barrier = true, early_exit = true,
__global__ void in_arm(int n, float *data) {
  if (threadIdx.x < n) {
    data[threadIdx.x] += 1;
    __syncthreads();
  }
}
// CHECK-LABEL: struct in_loop__fl {
// CHECK: barrier = true, early_exit = true,
__global__ void in_loop(int n, float *data) {
  for (int i = 0; i < n; i++) {
    if (i == threadIdx.x)
      break;
    __syncthreads();
  }
}
// CHECK-LABEL: struct in_condition__fl {
// CHECK: barrier = true, early_exit = true,
__global__ void in_condition(int n, float *data) { data[0] = threadIdx.x < n && __syncthreads_or(n); }
// CHECK-LABEL: struct in_case__fl {
// CHECK: barrier = true, early_exit = true,
__global__ void in_case(int n, float *data) {
  switch (threadIdx.x / n) {
  case 0:
    __syncthreads();
  }
}
// CHECK-LABEL: struct all_come__fl {
// CHECK: barrier = true, early_exit = false,
__global__ void all_come(int n, float *data) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = data[0];
  __syncthreads();
  for (int i = first; i < data[blockIdx.x]; i++) {
    if (n > 3)
      __syncthreads();
    while (__syncthreads_or(data[threadIdx.x] < n))
      data[threadIdx.x] += 1;
  }
}
__global__ void parent(float *data) {
  in_arm<<<1, 64>>>(40, data);
  in_loop<<<1, 64>>>(40, data);
  in_condition<<<1, 64>>>(40, data);
  in_case<<<1, 64>>>(40, data);
  all_come<<<1, 64>>>(40, data);
  leaves<<<1, 64>>>(40, data);
  stays<<<1, 64>>>(40, data);
}
int main() { parent<<<1, 1>>>(nullptr); }
