// Locals and parameters that change by way of references: bound by declarations, structured bindings, members of classes, captures and functions, in
// parents before they launch and in children before they meet at a barrier.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'held': t1
// REMARK-t4: launch of 'bound': t4
// REMARK-t4: launch of 'plain_types': t4
// REMARK-t1: launch of 'sees': t1
// REMARK-t1: launch of 'sees': kept: a lambda may capture a reference or an address by a name of its own
#include "include/test.h"

struct Pair {
  int a, b;
};
struct Ref {
  int &r;
};
struct Sum {
  int v;
  __device__ Sum &operator+=(int x) {
    v += x;
    return *this;
  }
  __device__ int &value() { return v; }
  __device__ int operator()(int k) { return v += k; }
};
__device__ int &same(int &x) { return x; }

// Each of 32 threads adds its number to 4, and finds that after the barrier.
#define SAYS(what) p[threadIdx.x] += (what) == 4 + int(threadIdx.x)
__global__ void bound(int *p) {
  int n = 4, m = 4;
  int &r = n;
  r += threadIdx.x;
  for (int &k = m; k < 4 + int(threadIdx.x); k++) {
  }
  __syncthreads();
  SAYS(n);
  SAYS(m);
}
__global__ void binding(int *p) {
  Pair q = {4, 1};
  auto &[a, b] = q;
  a += threadIdx.x * b;
  __syncthreads();
  SAYS(q.a);
}
__global__ void held(int *p) {
  int n = 4;
  Ref ref{n};
  ref.r += threadIdx.x;
  __syncthreads();
  SAYS(n);
}
__global__ void one_of_two(int *p) {
  int n = 4, m = 4;
  (threadIdx.x > 3 ? n : m) += threadIdx.x;
  (0, n) += 0;
  __syncthreads();
  SAYS(threadIdx.x > 3 ? n : m);
}
__global__ void operators(int *p) {
  Sum s{1}, t{2};
  s += 3 + threadIdx.x;
  t(2 + threadIdx.x);
  __syncthreads();
  SAYS(s.v);
  SAYS(t.v);
}
__global__ void by_member(int *p) {
  Sum s{1}, t{3};
  int Sum::*m = &Sum::v;
  s.*m = 4 + threadIdx.x;
  t.value() += 1 + threadIdx.x;
  __syncthreads();
  SAYS(s.v);
  SAYS(t.v);
}
__global__ void casts(int *p) {
  int n = 4, m = 4;
  reinterpret_cast<unsigned &>(n) += threadIdx.x;
  int &&r = static_cast<int &&>(m);
  same(r) += threadIdx.x;
  __syncthreads();
  SAYS(n);
  SAYS(m);
}
// What is a type, or a name for one, is so behind the barrier, too.
__global__ void plain_types(int *p) {
  typedef unsigned Word;
  using Small = short;
  struct Local {
    int v;
  };
  enum { SIZE = 32, LAST = SIZE - 1 };
  using namespace std;
  __shared__ Word side[SIZE];
  side[threadIdx.x] = threadIdx.x;
  __syncthreads();
  Word w = side[LAST - threadIdx.x];
  Small four = 4;
  __syncthreads();
  side[LAST - threadIdx.x] = Local{int(w)}.v + four;
  __syncthreads();
  SAYS(int(side[threadIdx.x]));
}

__global__ void sees(int *p, int n, Pair q) {
  p[threadIdx.x] += n + 1000 * q.a + 100000 * int(blockDim.x);
}
// Three values that the thread makes of its own: 5 + i, 1 + i, and a block of 16.
__global__ void changes(int *p, int n, Pair at) {
  const int i = threadIdx.x;
  int width = 8;
  switch (i % 7) {
  case 0: {
    int &r = n, &w = width;
    r += i;
    w = 16;
    auto &[a, b] = at;
    a += i;
    break;
  }
  case 1: {
    Ref r{n}, w = {width};
    r.r += i;
    w.r = 16;
    Pair &z = at;
    z.a += i;
    break;
  }
  case 2: {
    (i > 0 ? n : at.a) += i;
    (i > 100 ? n : width) = 16;
    (0, at.a) += i;
    break;
  }
  case 3: {
    same(n) += i;
    same(width) = 16;
    int Pair::*m = &Pair::a;
    at.*m += i;
    break;
  }
  case 4: {
    for (int *x : {&n, &at.a})
      *x += i;
    if (int &w = width; w < 100)
      w = 16;
    break;
  }
  case 5: {
    struct Both {
      int &r, &w;
    } both{n, width};
    both.r += i;
    both.w = 16;
    auto *z = &at;
    z->a += i;
    break;
  }
  default:
    reinterpret_cast<unsigned &>(n) += i;
    reinterpret_cast<unsigned &>(width) = 16;
    auto &&y = at.a;
    y += i;
  }
  sees<<<1, width>>>(p + 32 * i, n, at);
}
__global__ void captures(int *p, int n, Pair at) {
  const int i = threadIdx.x;
  int width = 8;
  auto f = [&r = n, &w = width, &at](int k) {
    r += k;
    w = 16;
    at.a += k;
  };
  f(i);
  sees<<<1, width>>>(p + 32 * i, n, at);
}
__global__ void captures_places(int *p, int n, Pair at) {
  const int i = threadIdx.x;
  int width = 8;
  auto f = [r = &n, w = Ref{width}, k = i, &at] {
    *r += k;
    w.r = 16;
    at.a += k;
  };
  f();
  sees<<<1, width>>>(p + 32 * i, n, at);
}
__global__ void meet_bound(int *p) { bound<<<1, 32>>>(p + 32 * threadIdx.x); }
__global__ void meet_binding(int *p) { binding<<<1, 32>>>(p + 32 * threadIdx.x); }
__global__ void meet_held(int *p) { held<<<1, 32>>>(p + 32 * threadIdx.x); }
__global__ void meet_one_of_two(int *p) { one_of_two<<<1, 32>>>(p + 32 * threadIdx.x); }
__global__ void meet_operators(int *p) { operators<<<1, 32>>>(p + 32 * threadIdx.x); }
__global__ void meet_by_member(int *p) { by_member<<<1, 32>>>(p + 32 * threadIdx.x); }
__global__ void meet_casts(int *p) { casts<<<1, 32>>>(p + 32 * threadIdx.x); }
__global__ void meet_plain_types(int *p) { plain_types<<<1, 32>>>(p + 32 * threadIdx.x); }

int main() {
  const int n = 28;
  int *p = device_zeros<int>(32 * n), *q = device_zeros<int>(32 * n), *r = device_zeros<int>(32 * n), *s = device_zeros<int>(32 * n);
  changes<<<1, n>>>(p, 5, Pair{1, 2});
  captures<<<1, n>>>(q, 5, Pair{1, 2});
  captures_places<<<1, n>>>(s, 5, Pair{1, 2});
  meet_bound<<<1, 3>>>(r + 0 * 96);
  meet_binding<<<1, 3>>>(r + 1 * 96);
  meet_held<<<1, 3>>>(r + 2 * 96);
  meet_one_of_two<<<1, 3>>>(r + 3 * 96);
  meet_operators<<<1, 3>>>(r + 4 * 96);
  meet_by_member<<<1, 3>>>(r + 5 * 96);
  meet_casts<<<1, 3>>>(r + 6 * 96);
  meet_plain_types<<<1, 3>>>(r + 7 * 96);
  std::vector<int> seen(32 * n), met;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++)
      seen[32 * i + j] = 5 + i + 1000 * (1 + i) + 1600000;
  for (int right : {2, 1, 1, 1, 2, 2, 2, 1})
    met.insert(met.end(), 96, right);
  return compare(to_host(p, 32 * n), seen) | compare(to_host(q, 32 * n), seen) | compare(to_host(s, 32 * n), seen) | compare(to_host(r, met.size()), met);
}
