// Joins that a parent block carries out itself.
// RUN: flcc --fl-emit --fl-strategy=t3 %s -o - 2>/dev/null | grep -v '^ *//' | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t3 %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=KEPT --implicit-check-not=warning
// RUN: flcc --fl-emit --fl-strategy=t3 --fl-engine=fused %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=FUSED
#include <cooperative_groups.h>
// CHECK: #include <freelaunch/joins.h>
__global__ void child(int *p) { atomicAdd(p, 1); }

__global__ void together(int n, int *p) {
  for (int k = 0; k < n; k++) {
    child<<<1, 32>>>(p);
    // FUSED: [[@LINE-1]]:5: warning: launch of 'child': kept: the fused engine runs t1, t2 and mega
    if (n > 3)
      cudaDeviceSynchronize();
    __syncthreads();
  }
}
// CHECK: struct together__fl {
// CHECK: static constexpr bool joins = true;
// CHECK: __fl::launch_blocks<together__fl>(fl_cfg, n, p);

__global__ void one_thread(int *p) {
  if (threadIdx.x == 0) {
    child<<<1, 32>>>(p);
    cudaDeviceSynchronize();
  }
  __syncthreads();
}
// CHECK: struct one_thread__fl {
// CHECK: static constexpr bool joins = true, joins_apart = true;
// CHECK: __fl::launch_blocks<one_thread__fl>(fl_cfg, p);

__global__ void leaves_round(int n, int *p) {
  int k = 0;
  for (; k < n; k++)
    if (p[threadIdx.x] == k)
      break;
  child<<<1, 32>>>(p);
  if (k < n) // varies, though it is counted by all alike
    cudaDeviceSynchronize();
  __syncthreads();
}
// CHECK: struct leaves_round__fl {
// CHECK: static constexpr bool joins = true, joins_apart = true;

__global__ void returns_first(int n, int *p) {
  if (threadIdx.x > n)
    return;
  child<<<1, 32>>>(p);
  cudaDeviceSynchronize();
}
// CHECK: struct returns_first__fl {
// CHECK: static constexpr bool joins = true, joins_apart = true;

__device__ void wait_here() { cudaDeviceSynchronize(); }
__device__ void wait_if(bool b) {
  if (b)
    wait_here();
}
__global__ void wrapped(int *p) {
  child<<<1, 32>>>(p);
  wait_here();
}
// CHECK: struct wrapped__fl {
// CHECK: static constexpr bool joins = true;
__global__ void wrapped_apart(int *p) {
  child<<<1, 32>>>(p);
  wait_if(threadIdx.x > 3);
}
// CHECK: struct wrapped_apart__fl {
// CHECK: static constexpr bool joins = true, joins_apart = true;

// A warp that all goes one way may exchange values.
__global__ void whole_warps(int *p) {
  if (p[0] == 1) {
    child<<<1, 32>>>(p);
    cudaDeviceSynchronize();
  }
  p[threadIdx.x] = __shfl_sync(~0u, p[threadIdx.x], 0);
}
// CHECK: struct whole_warps__fl {
// CHECK: static constexpr bool joins = true, joins_apart = true;

__global__ void parts_of_warps(int *p) {
  if (threadIdx.x == 0) {
    child<<<1, 32>>>(p);
    // KEPT: [[@LINE-1]]:5: warning: launch of 'child': kept: some threads of a warp of 'parts_of_warps' wait for children while others may exchange values with them [-fl-kept]
    cudaDeviceSynchronize();
    // KEPT: [[@LINE-1]]:5: note: because of this
  }
  __syncwarp();
}
__global__ void group_barrier(int *p) {
  if (threadIdx.x == 0) {
    child<<<1, 32>>>(p);
    // KEPT: [[@LINE-1]]:5: warning: launch of 'child': kept: some threads wait for children while others may be at a barrier of a cooperative group [-fl-kept]
    cudaDeviceSynchronize();
    // KEPT: [[@LINE-1]]:5: note: because of this
  }
  cooperative_groups::this_thread_block().sync();
}
__global__ void takes_lock(int *lock, int *p) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  // KEPT: [[@LINE+1]]:3: warning: launch of 'child': kept: a thread may wait in a loop for others that wait for children [-fl-kept]
  child<<<1, 32>>>(p);
  // KEPT: [[@LINE-4]]:3: note: because of this
  cudaDeviceSynchronize();
  atomicExch(lock, 0);
}
__global__ void middle(int *p) {
  child<<<1, 32>>>(p);
  cudaDeviceSynchronize();
}
__global__ void nested(int *p) {
  middle<<<1, 32>>>(p);
  // KEPT: [[@LINE-1]]:3: warning: launch of 'middle': kept: threads of 'middle', which is a child itself, wait for its children [-fl-kept]
  // KEPT: [[@LINE-7]]:17: note: because of this
}
int main() {
  together<<<1, 1>>>(1, nullptr);
  one_thread<<<1, 1>>>(nullptr);
  leaves_round<<<1, 1>>>(1, nullptr);
  returns_first<<<1, 1>>>(1, nullptr);
  wrapped<<<1, 1>>>(nullptr);
  wrapped_apart<<<1, 1>>>(nullptr);
  whole_warps<<<1, 1>>>(nullptr);
}
