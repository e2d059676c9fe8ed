// Which parents' blocks record their launches together (together.h): those of which each thread launches at most once, and that have no shared memory and no joins. Whose threads
// may launch more than once is said under every strategy.
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - | grep -v '^ *//' | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=auto %s -o - | grep -v '^ *//' | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=grid %s -o - | grep -v '^ *//' | FileCheck %s --check-prefix=GRID
// GRID-NOT: bool records_once
// GRID: struct several__fl {
// GRID: static constexpr bool launches_often = true;
// GRID: struct shares__fl {
// GRID-NOT: bool launches_often
__global__ void child(int *p, int n) {
  if (threadIdx.x < n)
    p[threadIdx.x] += n;
}
__global__ void once(int *p, int n) {
  if (threadIdx.x < n)
    child<<<1, 32>>>(p, n);
}
// CHECK-LABEL: struct once__fl {
// CHECK: static constexpr bool records_once = true;
__global__ void one_or_the_other(int *p, int n) {
  if (threadIdx.x < n)
    child<<<1, 32>>>(p, n);
  else
    child<<<2, 32>>>(p, n + 1);
  if (cudaGetLastError() != cudaSuccess)
    *p = -1;
}
// CHECK-LABEL: struct one_or_the_other__fl {
// CHECK: static constexpr bool records_once = true;
__global__ void several(int *p, int n) {
  for (int i = 0; i < n; i++)
    child<<<1, 32, 0, cudaStreamFireAndForget>>>(p, n);
}
// CHECK-LABEL: struct several__fl {
// CHECK-NOT: bool records_once
// CHECK: static constexpr bool launches_often = true;
__global__ void shares(int *p, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = n;
  __syncthreads();
  child<<<1, 32>>>(p, sum);
}
// CHECK-LABEL: struct shares__fl {
// CHECK-NOT: bool records_once
__global__ void shares_more(int *p, int n) {
  extern __shared__ int sums[];
  sums[threadIdx.x] = n;
  __syncthreads();
  child<<<1, 32>>>(p, sums[threadIdx.x ^ 1]);
}
// CHECK-LABEL: struct shares_more__fl {
// CHECK-NOT: bool records_once
// CHECK-LABEL: int main() {
int main() {
  int *p = nullptr;
  once<<<1, 32>>>(p, 1);
  one_or_the_other<<<1, 32>>>(p, 1);
  several<<<1, 32>>>(p, 1);
  shares<<<1, 32>>>(p, 1);
  shares_more<<<1, 32, 128>>>(p, 1);
}
