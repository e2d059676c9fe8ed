// A program that calls things of its own `fl`, which is what this project goes by: namespaces with our names in them, types, template parameters, variables.
// STRATEGIES: keep auto t1 t3 t4 warp
// REMARK-t1: launch of 'fl::child': t1
// REMARK-t1: launch of 'x::child': t1
#include "include/test.h"

__device__ int sum;

namespace fl {
struct config {
  int grid;
};
template <class... T> struct pack {};
template <class T> __device__ int record(T) { return 1; }
struct args {};
struct host_config : config {};
namespace api {
struct syncthreads {};
} // namespace api
__global__ void child(int n) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = n;
  __syncthreads();
  atomicAdd(&sum, s + record(config{1}));
}
__global__ void parent(int n) { child<<<1, 4>>>(n); }
} // namespace fl

namespace x {
namespace fl {
struct worklist {};
enum { config, select };
} // namespace fl
__global__ void child(int n) { atomicAdd(&sum, n * (1 + (int)fl::select)); }
__global__ void parent(int n) { child<<<1, 2>>>(n + fl::config); }
} // namespace x

template <class fl> __global__ void by_type(fl n) { x::child<<<1, 1>>>((int)n); }
struct Has {
  struct fl {
    int n;
  };
  static __device__ void go(int n) { x::child<<<1, 3>>>(fl{n}.n); }
};
__global__ void by_member(int n) {
  struct fl {};
  Has::go(n);
  x::child<<<1, 1>>>(n);
}
__global__ void by_name(int fl) {
  x::child<<<1, 1>>>(fl);
  for (int fl = 0; fl < 2; fl++)
    ::fl::child<<<1, 1>>>(fl);
}
namespace y {
__device__ int fl = 7;
__global__ void parent() { x::child<<<1, 1>>>(fl); }
} // namespace y

int main() {
  struct fl {};
  int want = 0, got;
  for (int n = 0; n < 3; n++) {
    ::fl::parent<<<1, 2>>>(n);
    x::parent<<<1, 1>>>(n);
    by_type<<<1, 1>>>((long)n);
    by_member<<<1, 1>>>(n);
    by_name<<<1, 1>>>(n);
    y::parent<<<1, 1>>>();
    want += 8 * (n + 1) + 4 * n + 2 * n + 8 * n + 2 * n + 3 + 14;
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&got, sum, sizeof got));
  return compare(std::vector<int>{got}, {want});
}
