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
__global__ void parent(float *data) {
  leaves<<<1, 64>>>(40, data);
  stays<<<1, 64>>>(40, data);
}
int main() { parent<<<1, 1>>>(nullptr); }
