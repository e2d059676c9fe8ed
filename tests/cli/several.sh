# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# Programs of several files: functions of one name that are each file's own, and kernels of a header whose launches differ from file to file.
cat >shared.cuh <<'EOF'
#pragma once
#include <cstdio>
template <class T> __global__ void child(T *o, int n) {
  __shared__ T part;
  if (threadIdx.x == 0)
    part = 0;
  __syncthreads();
  if (blockIdx.x * blockDim.x + threadIdx.x < n)
    atomicAdd(&part, T(1));
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(o, part);
}
template <class T> __global__ void parent(T *o, int n) { child<T><<<(n + 31) / 32, 32>>>(o, n); }
template <class T> void run(T *o, int n) { parent<T><<<1, 3>>>(o, n); }
inline __device__ void add(int *o, int v) {
  __shared__ int sum[64];
  sum[threadIdx.x] = v;
  __syncthreads();
  atomicAdd(o, sum[(threadIdx.x + 1) % blockDim.x]);
}
EOF
cat >first.cu <<'EOF'
#include "shared.cuh"
static __device__ int own(int v) {
  __shared__ int twice[4];
  twice[threadIdx.x] = 2 * v;
  __syncthreads();
  return twice[threadIdx.x ^ 1];
}
static __global__ void leaf(int *o) { add(o, own(1)); }
static __global__ void start(int *o) { leaf<<<1, 4>>>(o); }
static __global__ void plain(int *o) { atomicAdd(o, 10); }
namespace {
__global__ void hidden(int *o) { child<int><<<2, 16>>>(o, 20); }
}
void second(int *o);
int main() {
  static int got[12];
  int *o;
  cudaMalloc(&o, sizeof got);
  cudaMemset(o, 0, sizeof got);
  run(o, 100);
  start<<<1, 2>>>(o + 1);
  plain<<<1, 1>>>(o + 2);
  hidden<<<1, 1>>>(o + 3);
  parent<unsigned><<<1, 1>>>((unsigned *)o + 4, 50);
  second(o + 5);
  printf("%d", cudaDeviceSynchronize());
  cudaMemcpy(got, o, sizeof got, cudaMemcpyDeviceToHost);
  for (int v : got)
    printf(" %d", v);
  puts("");
}
EOF
cat >second.cu <<'EOF'
#include "shared.cuh"
static __device__ int own(int v) {
  __shared__ double half[32];
  half[threadIdx.x] = v / 2.0;
  __syncthreads();
  return int(4 * half[threadIdx.x ^ 1]);
}
extern "C" {
static __global__ void leaf(int *o, int v) { add(o, own(v)); }
static __global__ void start(int *o) { leaf<<<2, 32>>>(o, 5); }
}
static __global__ void plain(int *o) { atomicAdd(o, 1000); }
namespace {
__global__ void hidden(int *o) { child<int><<<dim3(1, 3), dim3(5, 4)>>>(o, 3); }
}
void second(int *o) {
  run(o, 200);
  start<<<1, 2>>>(o + 1);
  plain<<<1, 1>>>(o + 2);
  hidden<<<1, 1>>>(o + 3);
  run((unsigned *)o + 4, 60);
}
EOF
expected='0 300 16 10 20 50 600 1280 1000 144 180 0 0'
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  for strategy in keep t1 t3 t4 block grid auto; do
    for order in 'first.cu second.cu' 'second.cu first.cu'; do
      # shellcheck disable=SC2086 # words
      fl --fl-target=cpu --fl-strategy=$strategy $order -o prog
      check "several: $strategy, $order: builds" ok
      ./prog >"$W/out" 2>&1
      check "several: $strategy, $order: right" prints "$expected"
    done
  done
fi
if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 3
else
  for strategy in t1 t4 grid; do
    FL_NVCC=$real_nvcc fl -arch=sm_90 -rdc=true --fl-strategy=$strategy first.cu second.cu -o prog
    check "several: $strategy: nvcc links" ok
  done
fi
