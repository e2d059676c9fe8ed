# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# Programs of several files: functions of one name that are each file's own, types of one name that are not the same, and kernels of a header whose launches
# differ from file to file.
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
    fl --fl-target=cpu --fl-strategy=$strategy $lean -c first.cu second.cu
    check "several: $strategy: compiles" ok
    for order in 'first.o second.o' 'second.o first.o'; do
      # shellcheck disable=SC2086 # words
      fl --fl-target=cpu $order -o prog
      check "several: $strategy, $order: links" ok
      ./prog >"$W/out" 2>&1
      check "several: $strategy, $order: right" prints "$expected"
    done
  done
fi
if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 3
else
  # shellcheck disable=SC2086 # words
  FL_NVCC=$real_nvcc fl $quick -arch=sm_90 -rdc=true --fl-strategy=t1 -c first.cu
  check 'several: t1: nvcc compiles' ok
  # shellcheck disable=SC2086
  FL_NVCC=$real_nvcc fl $quick -arch=sm_90 -rdc=true --fl-strategy=grid first.o second.cu -o prog
  check 'several: t1 and grid: nvcc links' ok
  # shellcheck disable=SC2086
  FL_NVCC=$real_nvcc fl $quick -arch=sm_90 -rdc=true --fl-strategy=t4 first.cu second.cu -o prog
  check 'several: t4: nvcc links' ok
fi

# Types of one name that are each file's own: what is generated for them must not be taken for another file's.
cat >part.cu <<'EOF'
#include <cstdio>
struct Arg {
  int a;
#if PART == 2
  double z[3];
#endif
  int b;
};
#if PART == 1
enum Mode : char { mode = 7 };
#else
enum Mode : long { mode = 70 };
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
namespace {
__global__ void child(Arg a, int *p) {
  __shared__ Arg all[4];
  all[threadIdx.x] = a;
  __syncthreads();
  atomicAdd(p, all[threadIdx.x ^ 1].a + all[threadIdx.x].b);
}
template <class T> __global__ void passed(int *p, T a) {
  Arg *copy = new Arg(a);
  atomicAdd(p, copy->a * copy->b);
  delete copy;
}
__global__ void moded(Mode m, int *p) { atomicAdd(p, int(m)); }
__global__ void parent(int *p, Arg a) {
  a.a += threadIdx.x;
  child<<<1, 4>>>(a, p);
}
__global__ void whole(Arg a, int *p) { passed<<<2, 2>>>(p, a); }
__global__ void plain(Arg a, int *p) { *p = a.b; }
}
static __global__ void modes(int *p, Mode m) { moded<<<2, 1>>>(m, p); }
__global__ void JOIN(outside, PART)(Arg a, int *p) { atomicAdd(p, a.b); }
__global__ void JOIN(launches, PART)(Arg a, int *p) { JOIN(outside, PART)<<<1, 3>>>(a, p); }
void JOIN(part, PART)(int *p) {
  Arg a = {};
  a.a = 10 * PART;
  a.b = PART;
  parent<<<1, 2>>>(p, a);
  whole<<<1, 2>>>(a, p + 1);
  modes<<<1, 1>>>(p + 2, mode);
  JOIN(launches, PART)<<<1, 1>>>(a, p + 3);
  void (*by_pointer)(Arg, int *) = plain;
  by_pointer<<<1, 1>>>(a, p + 4);
  int *at = p + 5;
  void *args[] = {&a, &at};
  cudaLaunchKernel((const void *)plain, dim3(1), dim3(1), args, 0, 0);
}
EOF
cat >parts.cu <<'EOF'
#include <cstdio>
#include <cuda_runtime.h>
void part1(int *), part2(int *);
int main() {
  static int got[12];
  int *o;
  cudaMalloc(&o, sizeof got);
  cudaMemset(o, 0, sizeof got);
  part1(o);
  part2(o + 6);
  printf("%d", cudaDeviceSynchronize());
  cudaMemcpy(got, o, sizeof got, cudaMemcpyDeviceToHost);
  for (int v : got)
    printf(" %d", v);
  puts("");
}
EOF
expected='0 92 80 14 3 1 1 180 320 140 6 2 2'
parts() { # options...
  rm -f one.o two.o prog
  fl "$@" -DPART=1 -c part.cu -o one.o
  ok && fl "$@" -DPART=2 -c part.cu -o two.o
  ok && fl "$@" main.o two.o one.o -o prog
}
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  fl --fl-target=cpu $lean -c parts.cu -o main.o
  for strategy in keep t1 t3 t4 block grid auto; do
    parts --fl-target=cpu --fl-strategy=$strategy $lean
    check "several: types of one name, $strategy: builds" ok
    ./prog >"$W/out" 2>&1
    check "several: types of one name, $strategy: right" prints "$expected"
  done
fi

# Kernels and device functions of one name with other parameters, a pair in each file.
cat >overload.cu <<'EOF'
#include <cstdio>
#if PART == 1
using T = int;
struct Limit { int n; };
#else
using T = double;
struct Limit { int n; char more[28]; };
#endif
__device__ T turned(T *, T v) {
  __shared__ T s[8 * PART];
  s[threadIdx.x] = v;
  __syncthreads();
  return s[blockDim.x - 1 - threadIdx.x];
}
__global__ void child(T *p, Limit limit) {
  const T v = turned(p, threadIdx.x);
  if (threadIdx.x < limit.n)
    p[threadIdx.x] = v;
}
__global__ void parent(T *p) { child<<<1, 8 * PART>>>(p, Limit{9}); }
bool checked(T *p) {
  for (int i = 0; i < 12; i++)
    p[i] = -1;
  parent<<<1, 1>>>(p);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 12; i++)
    right &= p[i] == (i < 9 && i < 8 * PART ? 8 * PART - 1 - i : -1);
  return right;
}
#if PART == 1
bool checked(double *p);
int main() {
  void *p;
  cudaMallocManaged(&p, 128);
  const bool first = checked((int *)p), second = checked((double *)p);
  printf("%d %d\n", first, second);
}
#endif
EOF
overloads() { # options...
  rm -f one.o two.o prog
  fl "$@" -DPART=1 -dc overload.cu -o one.o
  ok && fl "$@" -DPART=2 -dc overload.cu -o two.o
}
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  for strategy in t1 t3 t4 auto; do
    overloads --fl-target=cpu --fl-strategy=$strategy $lean
    check "several: overloads in two files, $strategy: compiles" ok
    for order in 'one.o two.o' 'two.o one.o'; do
      # shellcheck disable=SC2086 # words
      fl --fl-target=cpu $order -o prog
      check "several: overloads in two files, $strategy, $order: links" ok
      ./prog >"$W/out" 2>&1
      check "several: overloads in two files, $strategy, $order: right" prints '1 1'
    done
  done
fi
if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 1
else
  # shellcheck disable=SC2086 # words
  FL_NVCC=$real_nvcc overloads $quick -arch=sm_90
  ok && FL_NVCC=$real_nvcc fl -arch=sm_90 one.o two.o -o prog
  check 'several: overloads in two files: nvcc links' ok
fi

# A parent that is declared in one file and defined in another, launched by its name, through a pointer, and by cudaLaunchKernel; beside it a kernel that launches
# nothing. What the log counts went through the parent's wrapper.
cat >parents.cu <<'EOF'
__global__ void child(int *p) { atomicAdd(p, 1); }
__global__ void parent(int *p, int n) { child<<<n, 32>>>(p); }
extern "C" __global__ void linked(int *p) { child<<<1, 1>>>(p); }
namespace ns {
__global__ void parent(int *p) { child<<<2, 10>>>(p + 1); }
}
__global__ void plain(int *p) { atomicAdd(p, 1000); }
EOF
cat >launches.cu <<'EOF'
#include <cstdio>
__global__ void parent(int *p, int n);
extern "C" __global__ void linked(int *p);
namespace ns {
__global__ void parent(int *p);
}
extern __global__ void plain(int *p);
template <class... P, class... A> void launch(void (*k)(P...), A... a) { k<<<1, 1>>>(a...); }
int main() {
  int *o, n = 3;
  cudaMallocManaged(&o, 8);
  o[0] = o[1] = 0;
  parent<<<1, 1>>>(o, 2);
  linked<<<1, dim3(2)>>>(o);
  ns::parent<<<1, 1>>>(o);
  plain<<<1, 1>>>(o);
  launch(parent, o, 3);
  launch(plain, o + 1);
  void *args[] = {&o, &n};
  const bool launched = !cudaLaunchKernel((const void *)parent, 1, 1, args, 0, 0) &&
                        !cudaLaunchKernel((const void *)plain, 1, 1, args, 0, 0);
  plain<<<1, 2000>>>(o);
  const cudaError_t refused = cudaGetLastError();
  printf("%d %d", launched, refused == cudaErrorInvalidValue);
  printf(" %d", cudaDeviceSynchronize());
  printf(" %d %d\n", o[0], o[1]);
}
EOF
cat >by_address.cu <<'EOF'
__global__ void parent(int *p, int n);
extern "C" cudaError_t by_address(void **args) { return cudaLaunchKernel((const void *)parent, 1, 1, args, 0, 0); }
EOF
fl -c by_address.cu
check 'several: a file that launches by address alone' grep -q '__fl::launch_kernel(' "$W"/fake/seen.1.by_address.cu
echo 'int main() {}' >>by_address.cu
fl by_address.cu -o prog
check 'several: ... and is the program' argv_is by_address.cu -o prog
declared() { # options...
  rm -f one.o two.o prog
  fl "$@" -c parents.cu -o one.o
  ok && fl "$@" -c launches.cu -o two.o
  ok && fl "$@" two.o one.o -o prog
  ok && FL_LOG=1 ./prog >"$W/out" 2>"$W/err"
}
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  for strategy in keep t1 auto; do
    declared --fl-target=cpu --fl-strategy=$strategy $lean
    check "several: declared kernels, $strategy: right" prints '1 1 0 2258 1020'
    if [ $strategy != keep ]; then # place, launches, children
      counts=$(awk '$3 ~ /^launches.cu:/ { n[$3] += $5; c[$3] += $6 } END { for (i = 1; i < 30; i++) { k = "launches.cu:" i; if (k in n) printf " %d:%d:%d", i, n[k], c[k] } }' "$W/err")
      check "several: declared kernels, $strategy: by their wrappers" test "$counts" = ' 8:1:1 13:1:1 14:1:2 15:1:1 20:1:1'
    fi
  done
fi
if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 1
else
  # shellcheck disable=SC2086 # words
  FL_NVCC=$real_nvcc fl $quick -arch=sm_90 --fl-strategy=t1 parents.cu launches.cu -o prog
  check 'several: declared kernels: nvcc links' ok
fi
# A function launches behind what its caller in another file has launched, and what two of one thread's functions launch is in order, though nothing here calls them.
cat >functions.cu <<'EOF'
__global__ void shifted(int *v, int n) { v[threadIdx.x] = __shfl_down_sync(~0u, n + threadIdx.x, 1); }
__global__ void sums(int *v, int *sum) { atomicAdd(sum, v[threadIdx.x]); }
__device__ void adds(int *v, int *sum) { sums<<<1, 31>>>(v, sum); }
__device__ void fills(int *v) { shifted<<<1, 32>>>(v, 50); }
__device__ void fills_and_adds(int *v, int *sum) {
  shifted<<<1, 32>>>(v, 40);
  sums<<<1, 31>>>(v, sum);
}
EOF
cat >calls.cu <<'EOF'
#include <cstdio>
__device__ void adds(int *v, int *sum);
__device__ void fills_and_adds(int *v, int *sum);
__device__ void fills(int *v);
__global__ void fill(int *v) { v[threadIdx.x] = 2; }
__global__ void launches(int *v, int *sum) {
  fill<<<1, 32>>>(v);
  adds(v, sum);
}
__global__ void calls(int *v, int *sum) { fills_and_adds(v, sum); }
__global__ void total(int *v, int *sum) { atomicAdd(sum, v[threadIdx.x]); }
__global__ void behind(int *v, int *sum) {
  fills(v);
  total<<<1, 31>>>(v, sum);
}
int main() {
  int *v, got[3];
  cudaMalloc(&v, 35 * sizeof *v);
  cudaMemset(v, 0, 35 * sizeof *v);
  launches<<<1, 1>>>(v, v + 32);
  calls<<<1, 1>>>(v, v + 33);
  behind<<<1, 1>>>(v, v + 34);
  cudaMemcpy(got, v + 32, sizeof got, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", got[0], got[1], got[2]);
}
EOF
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  for strategy in keep t4 auto; do
    fl --fl-target=cpu --fl-strategy=$strategy $lean -rdc=true functions.cu calls.cu -o prog
    check "several: functions that launch, $strategy: builds" ok
    ./prog >"$W/out" 2>&1
    check "several: functions that launch, $strategy: right" prints '62 1736 2046'
  done
fi
