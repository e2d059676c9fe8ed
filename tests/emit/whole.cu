// Kernels that need blocks of the hardware's, for CUB in them reads threadIdx where nobody sees it, and assembly has a barrier: a kernel of ours has blocks of just as many threads.
// RUN: flcc --fl-emit --fl-strategy=auto -isystem %S/Inputs/system %s -o %t 2>%t.err
// RUN: grep -v CHECK %t | FileCheck %s
// RUN: FileCheck --check-prefix=KEPT --implicit-check-not=warning: %s < %t.err
// RUN: flcc --fl-emit --fl-strategy=t3 -isystem %S/Inputs/system %s -o /dev/null 2>&1 | FileCheck --check-prefix=BLOCKS %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -isystem %S/Inputs/system %s -o /dev/null 2>&1 | FileCheck --check-prefixes=REMARK,FUSED %s
#include <libraries.h>
template <int B> __global__ void sum(const int *in, int *out) {
  using R = cub::BlockReduce<int, B>;
  __shared__ typename R::TempStorage t;
  int s = R(t).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0)
    out[0] = s;
}
__global__ void meets(int *out) {
  asm volatile("bar.sync 0;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void large(int *out) { out[threadIdx.x] = 1; }
__global__ void early(const int *in, int n, int *out) {
  using R = cub::BlockReduce<int, 128>;
  __shared__ R::TempStorage t;
  if (threadIdx.x >= n)
    return;
  out[threadIdx.x] = R(t).Sum(in[threadIdx.x]);
}
// All threads of a block leave together.
__global__ void together(const int *in, int n, int *out) {
  using R = cub::BlockReduce<int, 128>;
  __shared__ R::TempStorage t;
  if (blockIdx.x >= n)
    return;
  out[threadIdx.x] = R(t).Sum(in[threadIdx.x]);
}
// CHECK: struct sum__fl {
// CHECK: static constexpr bool barrier = true, early_exit = false, warp_sync = true
// Blocks as large as a template's parameter says; other parents have others.
// CHECK: struct by_parameter__fl {
// CHECK: static constexpr int whole_blocks = 256;
template <int B> __global__ void by_parameter(const int *in, int *out) {
  // REMARK: :[[@LINE+1]]:3: remark: launch of 'sum<B>': t1;
  sum<B><<<1, B>>>(in, out);
}
// CHECK: struct moves__fl {
// CHECK: static constexpr int whole_blocks = 128;
__global__ void moves(const int *in, int *out) {
  // BLOCKS: :[[@LINE+1]]:3: warning: launch of 'sum<128>': kept: a library, or inline assembly, in 'sum' needs blocks of the hardware's, which it has not under t3
  sum<128><<<1, 128, 0, cudaStreamFireAndForget>>>(in, out);
  meets<<<1, dim3(128), 0, cudaStreamFireAndForget>>>(out);
  large<<<1, 64, 0, cudaStreamFireAndForget>>>(out);
  together<<<4, 128, 0, cudaStreamFireAndForget>>>(in, 2, out);
}
__global__ void leaves(const int *in, int n, int *out) {
  // KEPT: :[[@LINE+1]]:3: warning: launch of 'early': kept: threads of 'early' may leave early while a library, or inline assembly, has all of their block meet
  early<<<1, 128>>>(in, n, out);
}
__global__ void two_sizes(const int *in, int *out) {
  // KEPT: :[[@LINE+1]]:3: warning: launch of 'sum<128>': kept: a library, or inline assembly, in 'sum' needs blocks of the hardware's, and they have different sizes
  sum<128><<<1, 128>>>(in, out);
  // KEPT: :[[@LINE+1]]:3: warning: launch of 'meets': kept: a library, or inline assembly, in 'meets' needs blocks of the hardware's, and they have different sizes
  meets<<<1, 64>>>(out);
}
__global__ void plane(int *out) {
  // KEPT: :[[@LINE+1]]:3: warning: launch of 'meets': kept: a library, or inline assembly, in 'meets' needs blocks of the hardware's, but they are not of a constant number of threads, in one dimension, that fill warps
  meets<<<1, dim3(16, 8)>>>(out);
}
__global__ void beside(int n, int *out) {
  // KEPT: :[[@LINE+1]]:3: warning: launch of 'meets': kept: a library, or inline assembly, in 'meets' needs blocks of the hardware's, and another kernel may have larger ones
  meets<<<1, 128, 0, cudaStreamFireAndForget>>>(out);
  large<<<1, n, 0, cudaStreamFireAndForget>>>(out);
}
__global__ void any_size(int n, int *out) {
  // KEPT: :[[@LINE+1]]:3: warning: launch of 'meets': kept: {{.*}} that fill warps
  meets<<<1, n>>>(out);
}
__global__ void parts(int *out) {
  // KEPT: :[[@LINE+1]]:3: warning: launch of 'meets': kept: {{.*}} that fill warps
  meets<<<1, 100>>>(out);
}
// Where threads wait, the parent's blocks are run by blocks of the same size.
__global__ void waits(int *out) {
  // FUSED: :[[@LINE+1]]:3: remark: launch of 'meets': t1; {{.*}} joins: threads wait
  meets<<<1, 128>>>(out);
  cudaDeviceSynchronize();
}
__global__ void waits_larger(int *out) {
  // KEPT: :[[@LINE+1]]:3: warning: launch of 'meets': kept: a library, or inline assembly, in 'meets' needs blocks of the hardware's, and their parent's, which run beside them, may be larger
  meets<<<1, 128>>>(out);
  cudaDeviceSynchronize();
}
// A parent is a block of the hardware's; between its barriers that nobody sees, launches of a block's threads have an order.
// CHECK: struct sums_first__fl {
// CHECK: ordered = true;
__global__ void sums_first(const int *in, int *out) {
  using R = cub::BlockReduce<int, 128>;
  __shared__ R::TempStorage t;
  if (threadIdx.x == 0)
    large<<<1, 64>>>(out);
  if (R(t).Sum(in[threadIdx.x]) && threadIdx.x == 1)
    large<<<1, 64>>>(out + 1);
}
int main() {
  moves<<<1, 1>>>(nullptr, nullptr);
  by_parameter<256><<<1, 1>>>(nullptr, nullptr);
  leaves<<<1, 1>>>(nullptr, 0, nullptr);
  two_sizes<<<1, 1>>>(nullptr, nullptr);
  plane<<<1, 1>>>(nullptr);
  beside<<<1, 1>>>(0, nullptr);
  any_size<<<1, 1>>>(0, nullptr);
  parts<<<1, 1>>>(nullptr);
  waits<<<1, 1>>>(nullptr);
  waits<<<4, 128>>>(nullptr);
  waits_larger<<<1, 1>>>(nullptr);
  waits_larger<<<1, 256>>>(nullptr);
  sums_first<<<1, 128>>>(nullptr, nullptr);
}
