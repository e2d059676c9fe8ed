// Stand-ins for libraries of the toolkit's.
#pragma once
namespace cub {
template <class T, int N> struct BlockReduce {
  struct TempStorage {
    T v[N];
  };
  __device__ BlockReduce(TempStorage &) {}
  __device__ T Sum(T v) { return v + (T)threadIdx.x; }
};
struct Max {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
} // namespace cub
namespace cuda {
namespace std {
inline namespace __4 {
template <class A, class B> struct pair {
  A first;
  B second;
};
template <class T> __device__ T max(T a, T b) { return a > b ? a : b; }
} // namespace __4
} // namespace std
template <int scope> struct barrier {
  int v;
  __device__ void arrive_and_wait() {}
};
} // namespace cuda
namespace thrust {
namespace detail {
struct seq_t {};
} // namespace detail
__device__ const detail::seq_t seq;
template <class T> struct device_vector {
  T *p;
};
template <class P, class T> __device__ void sort(P, T, T) {}
template <class T> struct complex {
  T re, im;
};
template <class T> __device__ T norm(const complex<T> &z) { return z.re * z.re + z.im * z.im; }
namespace random {
struct minstd_rand {
  __device__ unsigned operator()() { return 1; }
};
} // namespace random
} // namespace thrust
struct curandState {
  int v;
};
__device__ inline float curand_uniform(curandState *s) { return s->v = 1; }
