// Kernels of one name that are overloads of each other although their namespaces differ: an unnamed one hides what is around it, an inline one does not.
#include <cstdio>

__device__ int hits[8];

namespace {
__global__ void work(int i, int by) { atomicAdd(&hits[i], by); }
template <typename T> __global__ void count(T by, int i) { atomicAdd(&hits[i], (int)by); }
__global__ void again(int i, int n) {
  if (n > 0)
    again<<<1, 1>>>(i, n - 1);
  atomicAdd(&hits[i], 1000);
}
} // namespace
__global__ void work(float by, int i) { atomicAdd(&hits[i], (int)by); }
__global__ void again(float by, int i) {
  if (by > 1)
    again<<<1, 1>>>(by - 1, i);
  atomicAdd(&hits[i], 10000);
}

namespace outer {
inline namespace v1 {
static __global__ void step(int i, long by) { atomicAdd(&hits[i], (int)by); }
__global__ void parent(int n) {
  if ((int)threadIdx.x < n)
    work<<<1, 1>>>((int)threadIdx.x, 7);
}
} // namespace v1
struct Tag {};
__global__ void step(Tag, int i) { atomicAdd(&hits[i], 100); }
namespace {
__global__ void step(int i) { atomicAdd(&hits[i], 10); }
} // namespace
__global__ void parent(int n, float by) {
  const int i = threadIdx.x;
  if (i >= n)
    return;
  work<<<1, 1>>>(i, 2);
  work<<<1, 1>>>(by, i);
  step<<<1, 1>>>(i, 3L);
  step<<<1, 1>>>(Tag{}, i);
  step<<<1, 1>>>(i);
  count<<<1, 1>>>(4L, i);
  again<<<1, 1>>>(i, 2);
  again<<<1, 1>>>(3.f, i);
}
} // namespace outer

int main() {
  outer::parent<<<1, 8>>>(8, 5.f);
  outer::parent<<<1, 8>>>(8);
  void (*const by_address)(int) = outer::parent;
  by_address<<<1, 8>>>(8);
  again<<<1, 1>>>(1, 1);
  again<<<1, 1>>>(2.f, 1);
  int got[8], wrong = cudaDeviceSynchronize() != cudaSuccess;
  cudaMemcpyFromSymbol(got, hits, sizeof got);
  for (int i = 0; i < 8; i++)
    wrong += got[i] != 2 + 5 + 3 + 100 + 10 + 4 + 3 * 1000 + 3 * 10000 + 2 * 7 + (i == 1 ? 22000 : 0);
  printf("%s: %d %d\n", wrong ? "FAIL" : "PASS", got[0], got[1]);
  return wrong;
}
