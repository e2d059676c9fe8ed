// The drain has copies and fills among its kernels where some code of the file puts them into streams, and there alone.
// RUN: flcc --fl-emit %s -o - | grep -v '^ *//' | FileCheck %s
// RUN: flcc --fl-emit -DMOVES %s -o - | grep -v '^ *//' | FileCheck --check-prefix=MOVES %s
__global__ void child(int *p) { p[threadIdx.x]++; }
__device__ void clear(int *p) {
#ifdef MOVES
  cudaMemsetAsync(p, 0, 128, 0);
#endif
}
// CHECK: struct parent__fl {
// CHECK: ordered = true
// CHECK-NOT: moves = true
// MOVES: struct parent__fl {
// MOVES: ordered = true
// MOVES: moves = true;
__global__ void parent(int *p) {
  clear(p + 32 * threadIdx.x);
  for (int i = 0; i < 3; i++)
    child<<<1, 32>>>(p + 32 * threadIdx.x);
}
int main() { parent<<<1, 32>>>(nullptr); }
