// Libraries whose functions may ask for the block are found by whatever name the program gives them; what a thread can use by itself keeps no launch.
// RUN: flcc --fl-emit --fl-strategy=t1 -isystem %S/Inputs/system -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -isystem %S/Inputs/system -o /dev/null %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <libraries.h>
#define REDUCE cub::BlockReduce<int, 16>
typedef cub::BlockReduce<int, 32> reduce;
using storage_pair = cuda::std::pair<reduce::TempStorage, int>;
namespace blocks = cub;
namespace values = cuda::std;
using meeting = cuda::barrier<1>;
struct policy {
  using way = cub::BlockReduce<int, 64>;
  static constexpr int n = 64;
};
struct derived : reduce {
  using reduce::BlockReduce;
};
__global__ void by_typedef(int *p) {
  __shared__ reduce::TempStorage t;
  p[0] = reduce(t).Sum(1);
}
__global__ void by_macro(int *p) {
  __shared__ typename REDUCE::TempStorage t;
  p[0] = REDUCE(t).Sum(1);
}
__global__ void by_namespace(int *p) {
  __shared__ blocks::BlockReduce<int, 8>::TempStorage t;
  p[0] = blocks::BlockReduce<int, 8>(t).Sum(1);
}
template <class P> __global__ void by_policy(int *p) {
  __shared__ typename P::way::TempStorage t;
  p[0] = typename P::way(t).Sum(1);
}
__global__ void by_base(int *p) {
  __shared__ reduce::TempStorage t;
  p[0] = derived(t).Sum(1);
}
template <class R> __global__ void by_argument(int *p) {
  __shared__ typename R::TempStorage t;
  p[0] = R(t).Sum(1);
}
__global__ void meets(meeting *m) { m->arrive_and_wait(); }
__global__ void parent0(int *p) {
  // REMARK: :[[@LINE+1]]:3: remark: launch of 'by_typedef': t1;
  by_typedef<<<1, 32>>>(p);
}
__global__ void parent1(int *p) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'by_macro': kept: a library, or inline assembly, in 'by_macro' needs blocks of the hardware's
  by_macro<<<1, 16>>>(p);
}
__global__ void parent2(int *p) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'by_namespace': kept: a library, or inline assembly, in 'by_namespace' needs blocks of the hardware's
  by_namespace<<<1, 8>>>(p);
}
__global__ void parent3(int *p) {
  // REMARK: :[[@LINE+1]]:3: remark: launch of 'by_policy<policy>': t1;
  by_policy<policy><<<1, 64>>>(p);
}
__global__ void parent4(int *p) {
  // REMARK: :[[@LINE+1]]:3: remark: launch of 'by_base': t1;
  by_base<<<1, 32>>>(p);
}
__global__ void parent5(int *p) {
  // REMARK: :[[@LINE+1]]:3: remark: launch of 'by_argument<reduce>': t1;
  by_argument<reduce><<<1, 32>>>(p);
}
__global__ void parent6(meeting *m) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'meets': kept: 'parent6' uses a library ('meeting')
  meets<<<1, 32>>>(m);
}
__global__ void plain(int *p) { p[threadIdx.x] = 1; }
template <class R> __global__ void parent7(int *p) {
  __shared__ typename R::TempStorage t;
  if (R(t).Sum(1))
    // REMARK: :[[@LINE+1]]:5: remark: launch of 'plain': t1;
    plain<<<1, 32>>>(p);
}

// The host's.
using numbers = thrust::device_vector<int>;
struct graph {
  thrust::device_vector<int> row;
  numbers column;
} whole;
__global__ void rows(int *row, const int *column) { row[threadIdx.x] = column[threadIdx.x]; }
__global__ void parent9(int *row, int *column) { rows<<<1, 32>>>(row, column); }
// A part of a class template's own.
template <class T> struct worker {
  cub::BlockReduce<T, 32> ways;
  __device__ T sum() { return ways.Sum(1); }
};
template <class T> __global__ void works(T *p, worker<T> *w) { p[0] = w->sum(); }
__global__ void parent10(int *p, worker<int> *w) {
  // REMARK: :[[@LINE+1]]:3: remark: launch of 'works': t1;
  works<<<1, 32>>>(p, w);
}
template <class F> __global__ void applies(int *p, F f) { p[threadIdx.x] = f(p[0], values::max(p[1], 2)); }
__global__ void pairs(int *p, cuda::std::pair<int, float> a) { p[threadIdx.x] = a.first; }
__global__ void sorts(int *p) {
  int v[4] = {(int)threadIdx.x};
  thrust::sort(thrust::seq, v, v + 4);
  p[threadIdx.x] = v[0];
}
__global__ void norms(float *p, thrust::complex<float> z) {
  thrust::random::minstd_rand next;
  p[threadIdx.x] = thrust::norm(z) + next();
}
__global__ void draws(float *p, curandState *s) { p[threadIdx.x] = curand_uniform(s + threadIdx.x); }
__global__ void parent8(int *p, float *f, curandState *s) {
  applies<<<1, 32>>>(p, cub::Max());
  pairs<<<1, 32>>>(p, cuda::std::pair<int, float>{1, 2});
  sorts<<<1, 32>>>(p);
  draws<<<1, 32>>>(f, s);
  norms<<<1, 32>>>(f, thrust::complex<float>{1, 2});
}
int main() {
  parent0<<<1, 32>>>(nullptr);
  parent1<<<1, 32>>>(nullptr);
  parent2<<<1, 32>>>(nullptr);
  parent3<<<1, 32>>>(nullptr);
  parent4<<<1, 32>>>(nullptr);
  parent5<<<1, 32>>>(nullptr);
  parent6<<<1, 32>>>(nullptr);
  parent7<reduce><<<1, 32>>>(nullptr);
  parent8<<<1, 32>>>(nullptr, nullptr, nullptr);
}
