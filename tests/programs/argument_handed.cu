// Arguments of classes that copy or end by code of their own, are moved only, or copied explicitly: CUDA copies them once, where the launch is, and hands over the bytes.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'put': kept: 'copies' takes an object of 'Copied', which has a copy constructor or a destructor of its own
// REMARK-t1: launch of 'put': kept: 'ends' takes an object of 'Ended'
// REMARK-t1: launch of 'put': kept: 'holds' takes an object of 'Holder<Copied>'
// REMARK-t1: launch of 'put': kept: 'any' takes an object of 'Copied'
// REMARK-t1: launch of 'put': kept: 'moved' takes an object of 'Moved', which cannot be copied again
// REMARK-t1: launch of 'put': t1
// REMARK-t1: launch of 'take_moved': kept: 'take_moved' takes an object of 'Moved', which cannot be copied again
// REMARK-t1: launch of 'take_explicit': kept: 'take_explicit' takes an object of 'Explicit'
// REMARK-t1: launch of 'take_fixed': t1
// REMARK-auto: launch of 'put': t4
// REMARK-t4: launch of 'put': t4
// REMARK-t4: launch of 'take_moved': kept: 'take_moved' takes an object of 'Moved'
#include "include/test.h"
#include <utility>

__device__ int out[64], code_run;
__global__ void put(int at, int v) { out[at] = v; }

struct Copied { // on the host alone, but for what counts
  int v;
  explicit Copied(int v) : v(v) {}
  Copied(const Copied &from) : v(from.v + 100) {}
};
struct Ended {
  int v;
  __host__ __device__ ~Ended() {
#ifdef __CUDA_ARCH__
    atomicAdd(&code_run, 1);
#endif
  }
};
template <class T> struct Holder {
  char c;
  T t;
};
struct Moved {
  int v;
  __host__ __device__ Moved(int v) : v(v) {}
  Moved(Moved &&) = default;
};
struct Explicit {
  int v;
  __host__ __device__ Explicit(int v) : v(v) {}
  explicit Explicit(const Explicit &) = default;
};
struct Fixed { // its copies are bytes
  const int v;
  int &r;
};
struct Plain {
  int v;
  Plain(int v) : v(v) {}
  Plain(const Plain &) = default;
  ~Plain() = default;
  Plain &operator=(const Plain &from) {
    v = from.v + 1;
    return *this;
  }
};

__global__ void copies(int at, const Copied a) {
  if (threadIdx.x == 0)
    put<<<1, 1>>>(at, a.v);
}
__global__ void ends(Ended a, int at) {
  a.v += threadIdx.x;
  if (threadIdx.x == 3)
    put<<<1, 1>>>(at, a.v);
}
__global__ void holds(int at, Holder<Copied> a) { put<<<1, 1>>>(at, a.t.v + a.c); }
template <class... T> __global__ void any(int at, T... a) { put<<<1, 1>>>(at, (0 + ... + a.v)); }
__global__ void moved(int at, Moved a) { put<<<1, 1>>>(at, a.v); }
__global__ void plain(int at, Plain a) { put<<<1, 1>>>(at, a.v); }

__global__ void take_moved(int at, Moved a) { out[at + threadIdx.x] = a.v + threadIdx.x; }
__global__ void launch_moved(int at) {
  Moved a(5);
  take_moved<<<1, 2>>>(at, std::move(a));
  take_moved<<<1, 2>>>(at + 2, Moved(7));
  take_moved<<<1, 1>>>(at + 4, 9);
}
__global__ void take_explicit(int at, Explicit a) { out[at] = a.v; }
__global__ void launch_explicit(int at) { take_explicit<<<1, 1>>>(at, Explicit(at)); }
__global__ void take_fixed(int at, Fixed a) { out[at] = a.v + a.r; }
__global__ void launch_fixed(int at) {
  out[63] = 4;
  Fixed a = {3, out[63]};
  take_fixed<<<1, 1>>>(at, a);
}

int main() {
  const Copied a(5);
  copies<<<1, 4>>>(0, a);
  copies<<<1, 4>>>(1, Copied(6));
  ends<<<1, 4>>>(Ended{7}, 2);
  holds<<<1, 1>>>(3, Holder<Copied>{1, Copied(8)});
  any<<<1, 1>>>(4, a, Plain(1));
  any<<<1, 1>>>(5, Plain(2));
  Moved m(3);
  moved<<<1, 1>>>(6, std::move(m));
  moved<<<1, 1>>>(7, 4);
  plain<<<1, 1>>>(8, Plain(5));
  launch_moved<<<1, 1>>>(9);
  launch_explicit<<<1, 1>>>(14);
  launch_fixed<<<1, 1>>>(15);
  void (*volatile by_pointer)(int, Copied) = copies;
  by_pointer<<<1, 1>>>(16, a);
  int at = 17;
  Moved of_another(8);
  void *args[] = {&at, &of_another};
  cudaLaunchKernel((const void *)moved, dim3(1), dim3(1), args, 0, 0);
  cudaDeviceSynchronize();
  int got[18], run;
  cudaMemcpyFromSymbol(got, out, sizeof got);
  cudaMemcpyFromSymbol(&run, code_run, sizeof run);
  if (run) {
    printf("%d destructors ran on the device\n", run);
    return 1;
  }
  return compare(std::vector<int>(got, got + 18), std::vector<int>{105, 6, 10, 9, 106, 2, 3, 4, 5, 5, 6, 7, 8, 9, 14, 7, 105, 8});
}
