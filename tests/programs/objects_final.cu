// Classes that nothing can be derived from, as functors and policies: final ones, of templates and by their bases, nested and with private members, and unions;
// and such ones of the C++ library, which have no copies of anything.
// FLAGS: -std=c++20 --expt-relaxed-constexpr
// REMARK-t1: launch of 'calls': t1
// REMARK-t1: launch of 'uses': t1
#include "include/test.h"
#include <iterator>

struct plain {
  __device__ int operator()(int a) const { return a + (int)threadIdx.x; }
  __device__ int get(int i) const { return i + (int)blockIdx.x; }
  static __device__ int of(int i) { return i * (int)threadIdx.x; }
};
struct derived final : plain {};
template <class T> class closed final {
  T by;
  friend struct user;
  static __device__ int of(int i) { return i - (int)threadIdx.x; }

public:
  __device__ explicit closed(T by) : by(by) {}
  __device__ int operator()(int a) const { return (int)by * a + (int)threadIdx.x; }
  __device__ int get(int i) const;
};
template <class T> __device__ int closed<T>::get(int i) const { return (int)by + i + (int)threadIdx.x; }
struct outer {
  union either {
    int a;
    float b;
    __device__ int operator()(int v) const { return a + v + (int)threadIdx.x; }
    __device__ int get(int i) const { return a * i; }
    static __device__ int of(int i) { return i + 5 * (int)threadIdx.x; }
  };
};
struct user {
  template <class F> static __device__ int use(const F &f, int i) { return f.get(i) + (&f)->get(1) + F::of(i); }
};

template <class F> __global__ void calls(int *out, int i, F f) { out[threadIdx.x] = f(i); }
template <class F> __global__ void calls_on(int *out, const int *in, F f) { out[threadIdx.x] = *f(in); }
template <class F> __global__ void uses(int *out, int i, F f) { out[threadIdx.x] = user::use(f, i); }
template <class F> __device__ void start(int *out, int i, F f) {
  calls<<<1, 4>>>(out, i, f);
  uses<<<1, 4>>>(out + 4, i, f);
}
__global__ void parent(int *out, const int *in) {
  start(out, 1, plain{});
  start(out + 8, 2, derived{});
  start(out + 16, 3, closed<int>(7));
  start(out + 24, 4, outer::either{9});
  calls_on<<<1, 4>>>(out + 32, in, std::ranges::next);
}

int main() {
  allow_launches(16);
  int *out = device_zeros<int>(36);
  const int *in = device_zeros<int>(2);
  parent<<<1, 1>>>(out, in);
  std::vector<int> want(36);
  for (int t = 0; t < 4; t++) {
    want[t] = 1 + t, want[4 + t] = 1 + 1 + t;
    want[8 + t] = 2 + t, want[12 + t] = 2 + 1 + 2 * t;
    want[16 + t] = 21 + t, want[20 + t] = 7 + 3 + t + 7 + 1 + t + 3 - t;
    want[24 + t] = 9 + 4 + t, want[28 + t] = 36 + 9 + 4 + 5 * t;
  }
  return compare(to_host(out, 36), want);
}
