// Launches of kernel templates by members of class templates and by member templates, whose template arguments are those of the class, of the member, or depend
// on them: static members and others, called by objects, pointers and references, by each other, of base classes, and in kernels that are templates and in others.
// REMARK-t1: launch of 'add<T, N>': t1
// REMARK-t1: launch of 'one': t1
// REMARK-t1: launch of 'add<typename Traits<T>::wide, 2>': t1
// REMARK-t1: launch of 'add<value_type, 1>': t1
// REMARK-t1: launch of 'down<T>': t1
#include "include/test.h"

template <class T> struct Traits { using wide = long long; };
template <> struct Traits<float> { using wide = double; };

template <class T, int N> __global__ void add(int *sum, T value) {
  if (threadIdx.x < N)
    atomicAdd(sum, (int)(value + sizeof(T)));
}

template <class T> __global__ void one(int *sum, T value) { atomicAdd(sum, (int)value + (int)sizeof(T)); }

template <class T, int N> struct Adder {
  using value_type = T;
  int scale;
  static __device__ void all(int *sum, T v) { add<T, N><<<1, 32>>>(sum, v); }
  __device__ void scaled(int *sum, T v) const { add<value_type, 1><<<2, scale>>>(sum, v); }
  __device__ void wide(int *sum, T v) { add<typename Traits<T>::wide, 2><<<1, 4>>>(sum, (typename Traits<T>::wide)v); }
  __device__ void both(int *sum, T v) {
    all(sum, v);
    this->scaled(sum, v);
    wide(sum, v);
    Adder::all(sum, v);
  }
  // Two of a name.
  __device__ void either(int *sum, T v, int n) {
    if (n > 0)
      add<T, N><<<n, 2>>>(sum, v);
  }
  __device__ void either(int *sum, T v, char) {
    one<<<1, 3>>>(sum, v);
    one<<<scale, 1>>>(sum, scale);
  }
};

// Another form of the class.
template <class T> struct Adder<T, 3> {
  static __device__ void all(int *sum, T v) {
    add<T, 3><<<1, 8>>>(sum, v);
    add<int, 1><<<1, 1>>>(sum, 5);
  }
};

struct Plain {
  int n;
  template <class T> __device__ void go(int *sum, T v) const { add<T, 2><<<n, 3>>>(sum, v); }
  template <int N, class T> static __device__ void fixed(int *sum, T v) { add<T, N><<<1, 40>>>(sum, v); }
  __device__ void run(int *sum) const { add<short, 1><<<1, 2>>>(sum, (short)n); } // not a template
};
struct Derived : Plain {
  template <class T> __device__ void more(int *sum, T v) {
    go(sum, v);
    this->fixed<2>(sum, v);
  }
};

namespace deep {
// A kernel that launches itself by way of a class.
template <class T> struct Step;
template <class T> __global__ void down(int *sum, T depth);
template <class T> struct Step {
  static __device__ void next(int *sum, T depth) { down<T><<<1, 2>>>(sum, depth); }
};
template <class T> __global__ void down(int *sum, T depth) {
  atomicAdd(sum, 1 + (int)depth);
  if (depth > 0 && threadIdx.x == 0)
    Step<T>::next(sum, depth - 1);
}
} // namespace deep

template <class T> __device__ void by_reference(const Adder<T, 2> &a, int *sum, T v) { a.scaled(sum, v); }

template <class T> __global__ void parent(int *sums, Adder<T, 2> a, Adder<T, 4> *p) {
  T v = (T)(threadIdx.x % 5);
  if (threadIdx.x % 2 == 0) {
    a.both(sums, v);
    p->either(sums + 1, v, (int)threadIdx.x % 3);
    p->either(sums + 1, v, 'c');
  } else {
    Adder<T, 4>::all(sums + 2, v);
    Adder<T, 3>::all(sums + 3, v);
    by_reference(a, sums + 4, v);
    Plain plain{2};
    plain.go(sums + 5, v);
    Plain::fixed<3>(sums + 6, v);
  }
}
__global__ void plain_parent(int *sums) {
  Adder<int, 2> a{3};
  a.both(sums, (int)threadIdx.x);
  Adder<short, 3>::all(sums + 3, (short)threadIdx.x);
  Plain{1}.go<long long>(sums + 5, threadIdx.x);
  Plain::template fixed<2>(sums + 6, 2.5f);
  typedef Plain Same;
  Same same{2};
  same.run(sums + 5);
  Same::fixed<1>(sums + 6, (short)3);
  Derived derived;
  derived.n = 3;
  derived.more(sums + 5, (char)2);
  derived.go(sums + 6, (char)1);
}
__global__ void deep_parent(int *sums) { deep::Step<int>::next(sums + 7, 3); }

// The same on the host.
template <class T, int N> void want_add(int *sum, T value, int blocks, int threads) {
  *sum += blocks * std::min(threads, N) * (int)(value + sizeof(T));
}
template <class T> void want_both(int *sum, T v, int scale) {
  for (int twice = 0; twice < 2; twice++)
    want_add<T, 2>(sum, v, 1, 32);
  want_add<T, 1>(sum, v, 2, scale);
  want_add<typename Traits<T>::wide, 2>(sum, (typename Traits<T>::wide)v, 1, 4);
}
template <class T> void want_three(int *sum, T v) {
  want_add<T, 3>(sum, v, 1, 8);
  want_add<int, 1>(sum, 5, 1, 1);
}
template <class T> void want_parent(int *s, int threads, int scale, int scale4) {
  for (int t = 0; t < threads; t++) {
    T v = (T)(t % 5);
    if (t % 2 == 0) {
      want_both<T>(s, v, scale);
      if (t % 3)
        want_add<T, 4>(s + 1, v, t % 3, 2);
      s[1] += 3 * ((int)v + (int)sizeof(T)) + scale4 * (scale4 + (int)sizeof(int));
    } else {
      want_add<T, 4>(s + 2, v, 1, 32);
      want_three<T>(s + 3, v);
      want_add<T, 1>(s + 4, v, 2, scale);
      want_add<T, 2>(s + 5, v, 2, 3);
      want_add<T, 3>(s + 6, v, 1, 40);
    }
  }
}

int main() {
  allow_launches(20000);
  const int threads = 70;
  int *sums = device_zeros<int>(8);
  std::vector<int> want(8);
  Adder<float, 4> *p4f = to_device(std::vector<Adder<float, 4>>{{5}});
  Adder<long long, 4> *p4l = to_device(std::vector<Adder<long long, 4>>{{6}});
  parent<<<1, threads>>>(sums, Adder<float, 2>{7}, p4f);
  parent<<<1, threads>>>(sums, Adder<long long, 2>{9}, p4l);
  plain_parent<<<1, threads>>>(sums);
  deep_parent<<<1, threads>>>(sums);
  want_parent<float>(want.data(), threads, 7, 5);
  want_parent<long long>(want.data(), threads, 9, 6);
  for (int t = 0; t < threads; t++) {
    want_both<int>(want.data(), t, 3);
    want_three<short>(&want[3], (short)t);
    want_add<long long, 2>(&want[5], t, 1, 3);
    want_add<float, 2>(&want[6], 2.5f, 1, 40);
    want_add<short, 1>(&want[5], 2, 1, 2);
    want_add<short, 1>(&want[6], 3, 1, 40);
    want_add<char, 2>(&want[5], 2, 3, 3);
    want_add<char, 2>(&want[5], 2, 1, 40);
    want_add<char, 2>(&want[6], 1, 3, 3);
    want[7] += 2 * (4 + 3 + 2 + 1);
  }
  return verdict(to_host(sums, 8) == want, "sums differ");
}
