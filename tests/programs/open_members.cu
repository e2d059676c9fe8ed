// Members of classes that an instance of a template tells (policies, the curiously recurring template pattern): some of the classes' members depend on their block,
// others of the name do not, and some classes are not the program's.
// FLAGS: --expt-relaxed-constexpr -DC=3 -DX=1
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'by_policy': t1
// REMARK-t1: launch of 'staged': t1
#include "include/test.h"
#include <array>
#include <limits>

__global__ void child(int *p, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    atomicAdd(p, 1);
}

namespace rules {
struct Launches {
  int most;
  __device__ void visit(int *p, int v) const { child<<<(v + 31) / 32, 32>>>(p, v < most ? v : most); }
  __device__ void visit(int *p, int v, char) { atomicAdd(p, v + (int)threadIdx.x % 2); }
  static __device__ int max() { return (int)(threadIdx.x + blockIdx.x * blockDim.x); }
  template <int by> __device__ int scaled(int v) const { return v * by + (int)threadIdx.x; }
  template <class T> static __device__ int wide(int v) { return v * (int)sizeof(T) + (int)threadIdx.x; }
  __device__ int size() const { return (int)blockDim.x; }
  __device__ Launches &more() { return most += (int)(threadIdx.x & 1), *this; }
};
struct Counts {
  __device__ void visit(int *p, int v) const { atomicAdd(p, v); }
  __device__ void visit(int *p, int v, char) const { atomicAdd(p, 2 * v); }
  static __device__ int max() { return 7; }
  template <int by> __device__ int scaled(int v) const { return v + by; }
  template <class T> static __device__ int wide(int v) { return v; }
  __device__ int size() const { return 3; }
  __device__ Counts &more() { return *this; }
};
struct Inherits : Launches {
  using Own = Counts;
};
template <class T> struct Traits { using rule = Launches; };
template <> struct Traits<float> { using rule = Counts; };
} // namespace rules

template <class P> __device__ int by_reference(const P &rule, int v) {
  switch (v & 1) {
  case 0:return rule.template scaled<3>(v);
  default:return P::template wide<double>(v);
  }
}
// The pointer goes through another class.
template <class P> struct Handle {
  P *at;
  __device__ P *operator->() const { return at; }
};
template <class P> __global__ void by_policy(P rule, int *p, int n) {
  int i = P::max() % 40;
  if (i < n)
    rule.visit(p, i);
  P *q = &rule;
  q->visit(p + 1, i, 'c');
  Handle<P>{q}->visit(p + 1, 1, 'c');
  auto twice = [&](auto &r) { r.more().more().visit(p + 2, i & 3, 'c'); };
  twice(rule);
  atomicAdd(p + 3, by_reference(rule, i) + rule.size());
}
template <class P> __global__ void by_policies(P rule, int *p, int n) { by_policy<<<2, 20>>>(rule, p, n + (int)threadIdx.x); }
// The same of classes that are not the program's.
template <class A, class L> __global__ void by_others(int *p, A all) {
  atomicAdd(p, (int)all.size() + (L::max() > 100) + (L().max() > 100 ? 0 : 1) + (int)((&all)->size() - all.size()));
  child<<<1, 8>>>(p + 1, 5);
}
template <class T> __global__ void by_trait(int *p) {
  typename rules::Traits<T>::rule rule{};
  rule.visit(p, (int)threadIdx.x % 3);
  atomicAdd(p + 1, rules::Traits<T>::rule::max());
}

template <class D> class Steps {
  int rounds = 2;

public:
  __device__ D &self() { return static_cast<D &>(*this); }
  __device__ void run(int *p, int v) {
    for (int i = 0; i < rounds; i++)
      static_cast<D *>(this)->step(p, v);
    self().step(p, 1);
    D &d = self();
    d.step(p, 2), D::finish(p);
  }
};
class Launcher : public Steps<Launcher> {
  friend class Steps<Launcher>;
  __device__ void step(int *p, int v) { child<<<1, 32>>>(p, v + (int)(threadIdx.x & 1)); }
  static __device__ void finish(int *p) { atomicAdd(p, (int)threadIdx.x); }
};
struct Adder : Steps<Adder> {
  __device__ void step(int *p, int v) { atomicAdd(p, v); }
  static __device__ void finish(int *p) { atomicAdd(p, 1); }
};
// What a base of a dependent type has.
template <class B> struct Over : B {
  __device__ void twice(int *p, int v) {
    this->run(p, v);
    this->run(p, v + 1);
  }
};
template <class S> __global__ void steps(int *p) {
  S s;
  s.run(p, (int)threadIdx.x % 4);
  Over<S> over;
  over.twice(p, 1);
}

// A barrier in one of them, which some threads do not come to.
struct Waits {
  __device__ int turned(int *all, int v) const {
    all[threadIdx.x] = v;
    __syncthreads();
    return all[blockDim.x - 1 - threadIdx.x];
  }
};
struct Passes {
  __device__ int turned(int *, int v) const { return v; }
};
template <class P> __global__ void staged(P rule, int *p, int n) {
  __shared__ int all[64];
  int i = (int)threadIdx.x;
  if (i >= n)
    return;
  p[i] = rule.turned(all, i + 1);
}
template <class P> __global__ void stages(P rule, int *p) { staged<<<1, 48>>>(rule, p + 48 * threadIdx.x, 48); }

int main() {
  allow_launches(20000);
  int *p = device_zeros<int>(64 + 3 * 48 * 2), *s = p + 64;
  std::vector<int> want(64 + 3 * 48 * 2);
  by_policies<<<1, 3>>>(rules::Launches{9}, p, 8);
  by_policies<<<1, 3>>>(rules::Counts{}, p + 4, 8);
  by_policy<<<2, 20>>>(rules::Inherits{{9}}, p + 8, 10);
  for (int run = 0; run < 3; run++)
    for (int up = 0; up < (run < 2 ? 3 : 1); up++)
      for (int k = 0; k < 40; k++) {
        const int t = k % 20, i = run == 1 ? 7 : k, n = run < 2 ? 8 + up : 10;
        int *w = &want[4 * run];
        if (run == 1) {
          w[0] += i < n ? i : 0;
          w[1] += 2 * i + 2;
          w[2] += 2 * (i & 3);
          w[3] += (i & 1 ? i : i + 3) + 3;
          continue;
        }
        w[0] += i < n ? std::min(i, 9) : 0;
        w[1] += i + 1 + 2 * (t % 2);
        w[2] += (i & 3) + t % 2;
        w[3] += (i & 1 ? i * 8 : i * 3) + t + 20;
      }
  by_others<std::array<int, 5>, std::numeric_limits<int>><<<1, 4>>>(p + 12, {});
  want[12] = 4 * 6, want[13] = 4 * 5;
  by_others<rules::Launches, rules::Counts><<<1, 4>>>(p + 14, rules::Launches{1});
  want[14] = 4 * 5, want[15] = 4 * 5;
  by_trait<int><<<2, 8>>>(p + 16);
  want[16] = 0, want[17] = 16 * 15 / 2;
  by_trait<float><<<2, 8>>>(p + 18);
  want[18] = 2 * (0 + 1 + 2 + 0 + 1 + 2 + 0 + 1), want[19] = 16 * 7;
  steps<Launcher><<<1, 8>>>(p + 20);
  steps<Adder><<<1, 8>>>(p + 21);
  for (int t = 0; t < 8; t++)
    for (int v : {t % 4, 1, 2}) {
      want[20] += 2 * (v + t % 2) + 1 + 2 + 2 * (t % 2) + t;
      want[21] += 2 * v + 3 + 1;
    }
  stages<<<1, 3>>>(Waits{}, s);
  stages<<<1, 3>>>(Passes{}, s + 3 * 48);
  for (int i = 0; i < 3 * 48; i++) {
    want[64 + i] = 48 - i % 48;
    want[64 + 3 * 48 + i] = i % 48 + 1;
  }
  return compare(to_host(p, want.size()), want);
}
