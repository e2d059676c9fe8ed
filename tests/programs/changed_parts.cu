// Parameters that change by way of what is made of them: of their arrays, by std::move, by constructors that keep where they are, by members that may change what
// is constant. In parents before they launch, and in children before they meet at a barrier.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'array_meets': t1
// REMARK-t1: launch of 'sees': t1
#include "include/test.h"
#include <cstring>
#include <utility>

typedef int Row[2];
struct S {
  int v[2];
  Row m[2];
  mutable int count;
  __device__ void counted(int t) const { count += t; }
  __device__ void counted_by_force(int t) const { const_cast<S *>(this)->m[1][1] += t; }
};
struct Holder {
  int *p;
  __device__ Holder(int &x) : p(&x) {}
};
struct Constant {
  const int *p;
  __device__ Constant(const int &x) : p(&x) {}
};
struct Taken {
  int left;
  __device__ operator int() { return left--; }
};
__device__ void fill(int *x, int t) { *x += t; }
__device__ void by_holder(Holder h, int t) { *h.p += t; }
__device__ void by_constant_holder(const Holder &h, int t) { *h.p += t; }
__device__ void by_constant(const int &x, int t) { const_cast<int &>(x) += t; }
template <class T> __device__ void by_forward(T &&x, int t) { x += t; }
struct Pair {
  int &a;
  int b;
};

__device__ int sum(int n, const S &s) {
  return n + s.v[0] + s.v[1] + s.m[0][0] + s.m[0][1] + s.m[1][0] + s.m[1][1] + s.count;
}
__global__ void sees(int *q, int n, S s) { q[threadIdx.x] += sum(n, s); }

// Each adds the thread's number, once.
#define WAY(name, ...)                                                                             \
  __global__ void name##_meets(int *p, int n, S s) {                                               \
    int t = threadIdx.x;                                                                           \
    __VA_ARGS__;                                                                                   \
    __syncthreads();                                                                               \
    p[t] += sum(n, s);                                                                             \
  }                                                                                                \
  __global__ void name(int *p, int n, S s) {                                                       \
    int t = threadIdx.x;                                                                           \
    if (t == 0)                                                                                    \
      name##_meets<<<1, 32>>>(p + 32, n, s);                                                       \
    __VA_ARGS__;                                                                                   \
    sees<<<1, 1>>>(p + t, n, s);                                                                   \
  }
WAY(array, fill(s.v, t))
WAY(array_behind, fill(s.v + 1, t))
WAY(row, fill(s.m[1], t))
WAY(row_of_rows, fill(*s.m, t))
WAY(copied, int by[2] = {t + 1, 3}; memcpy(s.v, by, sizeof s.v))
WAY(pointer, int *x = s.v; x[1] += t)
WAY(sum_of_pointers, *(s.v + 1) += t)
WAY(turned, 1 [s.v] += t)
WAY(by_range, for (int &x : s.v) x += &x == s.v ? t : 0)
WAY(reference, int(&x)[2] = s.v; x[0] += t)
WAY(moved, int &&r = std::move(n); r += t)
WAY(forwarded, by_forward(std::forward<int &>(n), t))
WAY(address, *__builtin_addressof(n) += t)
WAY(converted, Holder h = n; *h.p += t)
WAY(constructed, Holder h(n); *h.p += t)
WAY(assigned, int other = 0; Holder h(other); h = n; *h.p += t)
WAY(passed, by_holder(n, t))
WAY(passed_constant, by_constant_holder(n, t))
WAY(member_of, Pair q{n, 1}; q.a += t)
WAY(in_array, Holder h[1] = {n}; *h[0].p += t)
WAY(counting, s.counted(t))
WAY(counting_by_force, s.counted_by_force(t))
WAY(by_constants, by_constant(n, t))
WAY(kept_constant, Constant c = n; const_cast<int &>(*c.p) += t)

// Asking changes it.
__global__ void asked_meets(int *p, int n, S s, Taken a) {
  int t = threadIdx.x, times = 0;
  for (int k = 0; k < t; k++)
    if (a)
      times++;
  __syncthreads();
  p[t] += sum(n, s) + 2 * times + a.left - 100;
}
__global__ void asked(int *p, int n, S s) {
  int t = threadIdx.x;
  Taken a{100};
  if (t == 0)
    asked_meets<<<1, 32>>>(p + 32, n, s, a);
  int before = a;
  sees<<<1, 1>>>(p + t, n + before - a.left - 1 + t, s);
}

int main() {
  bool ok = true;
  const S s = {{1, 3}, {{4, 5}, {6, 7}}, 8};
  std::vector<int> want;
  for (int i = 0; i < 64; i++)
    want.push_back(10 + 1 + 3 + 4 + 5 + 6 + 7 + 8 + i % 32);
#define RUN(name)                                                                                  \
  {                                                                                                \
    int *p = device_zeros<int>(64);                                                                \
    name<<<1, 32>>>(p, 10, s);                                                                     \
    if (compare(to_host(p, 64), want)) {                                                           \
      printf("  %s\n", #name);                                                                     \
      ok = false;                                                                                  \
    }                                                                                              \
  }
  RUN(array)
  RUN(array_behind)
  RUN(row)
  RUN(row_of_rows)
  RUN(copied)
  RUN(pointer)
  RUN(sum_of_pointers)
  RUN(turned)
  RUN(by_range)
  RUN(reference)
  RUN(moved)
  RUN(forwarded)
  RUN(address)
  RUN(converted)
  RUN(constructed)
  RUN(assigned)
  RUN(passed)
  RUN(passed_constant)
  RUN(member_of)
  RUN(in_array)
  RUN(counting)
  RUN(counting_by_force)
  RUN(by_constants)
  RUN(kept_constant)
  RUN(asked)
  return !ok;
}
