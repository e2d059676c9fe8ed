// A join by a pointer waits for native launches alone, which is nvcc's to reject; nothing stands in for it.
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - 2>&1 | grep -v '^ *//' | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t4 --fl-target=cpu %s -o - 2>&1 | grep -v '^ *//' | FileCheck %s
__global__ void child(int *p) { atomicAdd(p, 1); }
template <cudaError_t (*F)()> __device__ void call() { F(); }
__global__ void argument(int *p) {
  child<<<1, 4>>>(p);
  // CHECK: [[@LINE-1]]:3: warning: launch of 'child': kept: 'cudaDeviceSynchronize' may be called through a pointer [-fl-kept]
  call<cudaDeviceSynchronize>();
}
__global__ void variable(int *p) {
  cudaError_t (*f)() = cudaDeviceSynchronize;
  child<<<1, 4>>>(p);
  // CHECK: [[@LINE-1]]:3: warning: launch of 'child': kept: 'cudaDeviceSynchronize' {{is used other than by a call|may be called through a pointer}} [-fl-kept]
  f();
}
template <class F> __device__ void handed(F f) { f(); }
__global__ void hands(int *p) {
  child<<<1, 4>>>(p);
  // CHECK: [[@LINE-1]]:3: warning: launch of 'child': kept: 'cudaDeviceSynchronize' {{is used other than by a call|may be called through a pointer}} [-fl-kept]
  handed(cudaDeviceSynchronize);
}
// CHECK: void variable{{.*}}(int *p) {
int main() {
  argument<<<1, 1>>>(nullptr);
  variable<<<1, 1>>>(nullptr);
  hands<<<1, 1>>>(nullptr);
}
