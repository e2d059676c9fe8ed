// Launches in groups of like block sizes.
// RUN: flcc --fl-emit --fl-strategy=grid %s -o - 2>%t.err | grep -v '^ *//' | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR <%t.err
// RUN: flcc --fl-emit --fl-strategy=t4 %s -o - 2>&1 | grep -v '^ *//' | FileCheck %s --check-prefix=SERIAL
__global__ void child(int n, int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(a + i, 1);
}

__global__ void sizes(int n, int *a) {
#pragma freelaunch group_by_block_size
  child<<<1, n>>>(n, a);
}
// CHECK: struct sizes__fl
// CHECK: ordered = true;
// CHECK: static constexpr bool by_size = true;

__global__ void in_order(int n, int *a) {
  for (int i = 0; i < n; i++) {
#pragma freelaunch strategy(t1), group_by_block_size
    child<<<1, i + 1>>>(n, a);
  }
}
// CHECK: struct in_order__fl
// CHECK-NOT: by_size
// ERR: :[[@LINE-6]]:1: warning: grouping by block size has no effect: launches are in an order that matters [-fl-pragma]
// SERIAL: :[[@LINE-16]]:1: warning: grouping by block size has no effect: these launches are not run together [-fl-pragma]

int main() {
  sizes<<<1, 32>>>(3, nullptr);
  in_order<<<1, 32>>>(3, nullptr);
}
