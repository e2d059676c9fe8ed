// What only a class and its friends may name, and what is named otherwise in a class: private members that launch, nested types and local ones among template
// arguments, kernels and device functions that are friends.
// REMARK-t1: launch of 'child<Open>': t1
// REMARK-t1: launch of 'child<T>': t1
#include "include/test.h"

template <class P> __global__ void child(int *sum, P p) { atomicAdd(sum, p.v); }
__global__ void leaf(int *sum) { atomicAdd(sum, 100); }

class Closed {
  static const int K = 3;

public:
  struct Open {
    int v;
  };
  typedef Open Other;
  static __device__ void open(int *sum) {
    child<Open><<<1, K>>>(sum, Open{6});
    child<Other><<<1, 2>>>(sum, Other{7});
    child<<<1, 1>>>(sum, Other{8});
    hidden(sum);
  }

private:
  static __device__ void hidden(int *sum) { child<Open><<<1, 2>>>(sum, Open{K}); }
};
template <class T> class Generic {
  static __device__ void hidden(int *sum, T v) { child<T><<<1, 2>>>(sum, v); }

public:
  static __device__ void own(int *sum, T v) {
    child<T><<<1, 3>>>(sum, v);
    hidden(sum, v);
  }
};
__global__ void classes(int *sum) {
  Closed::open(sum);
  typedef Closed Same;
  Same::open(sum);
}
__global__ void generic(int *sum) {
  Generic<Closed::Open>::own(sum, Closed::Open{9});
}
__global__ void local_types(int *sum) {
  struct Local {
    int v;
  };
  child<Local><<<1, 2>>>(sum, Local{9});
  child<<<1, 3>>>(sum, Local{10});
}

class Data;
__global__ void reads(int *sum, Data *d);
class Data {
  int a = 1;
  friend __global__ void reads(int *sum, Data *d);
  friend __device__ int uses(Data *d, int *sum);
  friend __global__ void befriended(int *sum);
  template <class T> friend __global__ void befriended_too(T *sum);
  friend __device__ int inside(Data *d, int *sum) {
    atomicAdd(sum, d->a);
    return 0;
  }
  static __device__ void launches(int *sum) { leaf<<<1, 2>>>(sum); }

public:
  __device__ void set(int v) { a = v; }
};
__device__ int uses(Data *d, int *sum);
__global__ void reads(int *sum, Data *d) { atomicAdd(sum, d->a + (int)threadIdx.x); }
__device__ int uses(Data *d, int *sum) {
  leaf<<<1, d->a>>>(sum);
  return d->a;
}
template <class T> __global__ void befriended_too(T *sum) {
  Data d;
  atomicAdd(sum, d.a);
}
__global__ void befriended(int *sum) {
  Data d;
  d.a = 7;
  Data::launches(sum + d.a - 7);
}
__global__ void friends(int *sum, Data *d) {
  d->set(3);
  reads<<<2, 4>>>(sum, d);
  inside(d, sum);
  befriended_too<<<1, 5>>>(sum);
}
__global__ void by_a_friend(int *sum, Data *d) {
  d->set(3);
  uses(d, sum);
}

int main() {
  allow_launches(10000);
  int *sums = device_zeros<int>(6);
  Data *d = to_device(std::vector<Data>(1));
  classes<<<2, 20>>>(sums);
  generic<<<2, 20>>>(sums + 1);
  friends<<<1, 1>>>(sums + 2, d);
  by_a_friend<<<1, 5>>>(sums + 3, d);
  befriended<<<1, 6>>>(sums + 4);
  local_types<<<1, 7>>>(sums + 5);
  std::vector<int> want(6);
  want[0] = 40 * 2 * (3 * 6 + 2 * 7 + 8 + 2 * 3);
  want[1] = 40 * 5 * 9;
  want[2] = 2 * (4 * 3 + 0 + 1 + 2 + 3) + 3 + 5;
  want[3] = 5 * 3 * 100;
  want[4] = 6 * 2 * 100;
  want[5] = 7 * (2 * 9 + 3 * 10);
  return verdict(to_host(sums, 6) == want, "sums differ");
}
