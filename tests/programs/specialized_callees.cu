// Calls in templates of functions with explicit specializations: one of these may depend on its block where the template does not, or the other way round.
// REMARK-t1: launch of 'function<T>': kept: 'place' has an explicit specialization
// REMARK-t1: launch of 'reverse<T>': kept: 'own' has an explicit specialization
// REMARK-t1: launch of 'member<T>': kept: 'at' has an explicit specialization
// REMARK-t1: launch of 'of_class<T>': kept: 'get' has an explicit specialization
// REMARK-t1: launch of 'neither<T>': t1
#include "include/test.h"

struct Point {
  int v;
};
__device__ inline int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class T> __device__ int place(T) { return 1; }
template <class T> __device__ int own(T) { return index(); }
template <class T> __device__ int plain(T) { return 2; }
struct Lookup {
  template <class T> __device__ int at(T) const { return 3; }
};
template <class T> struct Box {
  T value;
  __device__ int get() const { return 4; }
};
template <class T> __device__ int through(T x) { return place(x); }

template <class T> __global__ void function(T x, int *out) { out[index()] = through(x); }
template <class T> __global__ void reverse(T x, int *out) { out[index()] = own<T>(x); }
template <class T> __global__ void member(T x, int *out) { out[index()] = Lookup().at(x); }
template <class T> __global__ void of_class(T x, int *out) { out[index()] = Box<T>{x}.get(); }
template <class T> __global__ void neither(T x, int *out) { out[index()] = plain(x); }

template <> __device__ int place<Point>(Point p) { return p.v + index(); }
template <> __device__ int own<Point>(Point p) { return p.v; }
template <> __device__ int plain<Point>(Point p) { return p.v * 2; }
template <> __device__ int Lookup::at<Point>(Point p) const { return p.v + 2 * index(); }
template <> __device__ int Box<Point>::get() const { return value.v + 3 * index(); }

template <class T> __global__ void parent(T x, int *out) {
  const int n = 64;
  if (threadIdx.x == 0)
    function<T><<<2, 32>>>(x, out);
  else if (threadIdx.x == 1)
    reverse<T><<<2, 32>>>(x, out + n);
  else if (threadIdx.x == 2)
    member<T><<<2, 32>>>(x, out + 2 * n);
  else if (threadIdx.x == 3)
    of_class<T><<<2, 32>>>(x, out + 3 * n);
  else
    neither<T><<<2, 32>>>(x, out + 4 * n);
}

int main() {
  const int n = 64;
  int *out = device_zeros<int>(10 * n);
  allow_launches(10);
  parent<<<1, 5>>>(Point{100}, out);
  parent<<<1, 5>>>(100, out + 5 * n);
  std::vector<int> want;
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < n; i++) {
      const int of_point[] = {100 + i, 100, 100 + 2 * i, 100 + 3 * i, 200}, of_int[] = {1, i, 3, 4, 2};
      want.push_back(k < 5 ? of_point[k] : of_int[k - 5]);
    }
  return compare(to_host(out, want.size()), want);
}
