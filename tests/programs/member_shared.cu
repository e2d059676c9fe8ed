// Shared variables of members: of class templates, with types and constants of the class that come later, in private, static, derived and nested ones; and of
// members that call each other.
// REMARK-t1: launch of 'reduces': t1
// REMARK-t1: launch of 'reduces_as': t1
#include "include/test.h"

struct difference {
  template <class T> __device__ T operator()(T a, T b) const { return a - b; }
};

template <class T, int N> class block {
  T bias;
  template <class Op> __device__ T mirrored(T v, Op op) const {
    __shared__ T all[twice / 2];
    all[threadIdx.x] = v;
    __syncthreads();
    const T r = op(all[threadIdx.x], all[N - 1 - threadIdx.x]);
    __syncthreads();
    return r;
  }

public:
  __device__ explicit block(T bias) : bias(bias) {}
  __device__ T sum(T v) const {
    __shared__ storage all;
    all.v[threadIdx.x] = v;
    __syncthreads();
    T r = bias;
    for (int i = 0; i < N; i++)
      r += all.v[i];
    __syncthreads();
    return r;
  }
  __device__ T both(T v) { return sum(v) + this->mirrored(v, difference{}) + later(v) - v; }
  static __device__ T first(T v) {
    __shared__ T it;
    if (threadIdx.x == 0)
      it = v;
    __syncthreads();
    const T r = it;
    __syncthreads();
    return r;
  }

private:
  __device__ T later(T v) {
    __shared__ T all[N];
    all[threadIdx.x] = v;
    __syncthreads();
    return all[threadIdx.x];
  }
  struct storage {
    T v[N];
  };
  static constexpr int twice = 2 * N;
};

struct scaled {
  int by;
  __device__ int last(int v, int more = 1) {
    __shared__ int it;
    if (threadIdx.x == 15)
      it = v * by * more;
    __syncthreads();
    const int r = it;
    __syncthreads();
    return r;
  }
  __device__ int twice(int v);
};
__device__ int scaled::twice(int v) {
  __shared__ int it;
  const int of_last = last(threadIdx.x == 1 ? 7 : threadIdx.x);
  if (threadIdx.x == 1)
    it = of_last;
  __syncthreads();
  return it + last(v) + last(v, 2);
}
struct holder {
  class inner : public scaled {
  public:
    __device__ explicit inner(int by) : scaled{by} {}
    __device__ int of(int v) { return last(v); }
  };
  inner in;
};

template <class T> __device__ T helper(T v) {
  block<T, 16> b(v > 1000 ? T(1) : T(2));
  return b.both(v);
}

__global__ void reduces(int *out, int i) {
  const int t = threadIdx.x;
  block<int, 16> b(i);
  scaled s{3};
  scaled *p = &s;
  holder h{holder::inner(5)};
  out[t] = b.sum(t);
  out[16 + t] = b.both(t) + block<float, 16>(0.5f).sum(1.0f);
  out[32 + t] = block<int, 16>::first(t + i) + s.last(t) + h.in.of(t);
  out[48 + t] = p->twice(t) + helper((short)t);
}
template <class T> __global__ void reduces_as(int *out, T i) {
  block<T, 16> b(i);
  out[threadIdx.x] = (int)(b.sum(2) + helper<T>(threadIdx.x));
}

__global__ void parent(int *out) {
  scaled s{2};
  const int i = blockIdx.x;
  if (s.last(threadIdx.x) != 30)
    return;
  if (threadIdx.x == 0)
    reduces<<<1, 16>>>(out + 96 * i, i);
  else if (threadIdx.x == 1)
    reduces_as<<<1, 16>>>(out + 96 * i + 64, 1.0f * i);
  else if (threadIdx.x == 2)
    reduces_as<<<1, 16>>>(out + 96 * i + 80, (long)i);
}
int main() {
  const int blocks = 40;
  allow_launches(4 * blocks);
  int *out = device_zeros<int>(96 * blocks);
  parent<<<blocks, 16>>>(out);
  std::vector<int> want;
  for (int i = 0; i < blocks; i++) {
    const int sum = i + 120;
    for (int t = 0; t < 16; t++)
      want.push_back(sum);
    for (int t = 0; t < 16; t++)
      want.push_back((int)(sum + t - (15 - t) + 16.5f));
    for (int t = 0; t < 16; t++)
      want.push_back(i + 15 * 3 + 15 * 5);
    for (int t = 0; t < 16; t++)
      want.push_back(45 + 45 + 90 + 2 + 120 + t - (15 - t));
    for (int k = 0; k < 2; k++)
      for (int t = 0; t < 16; t++)
        want.push_back(i + 32 + 2 + 120 + t - (15 - t));
  }
  return compare(to_host(out, 96 * blocks), want);
}
