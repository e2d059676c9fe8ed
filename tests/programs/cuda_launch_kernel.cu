// The parent is launched by cudaLaunchKernel, by <<<>>>, and by cudaLaunchKernelEx.
#include "include/test.h"

__global__ void child(int n, int x, unsigned *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = data[j] * 5 + x;
}
__global__ void parent(int n, unsigned *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, i, data + i * n);
  if (i % 2)
    child<<<1, 16>>>(16, 7, data + i * n);
}
template <class T, int N> __global__ void instance(T n, unsigned *data) {
  child<<<N, 35>>>(n, threadIdx.x, data + threadIdx.x * n);
}
// Instances that depend on where they are named, and such as have a namesake.
template <class T> __global__ void either(T n, unsigned *data) { child<<<1, 3>>>(3, n, data); }
template <class T> __global__ void either(T n, unsigned *data, T) { child<<<1, 4>>>(4, n, data); }
namespace {
template <class... Ts> __global__ void plain(unsigned *data, Ts... n) { *data = *data * 5 + (0 + ... + n); }
} // namespace
template <class T> struct Named {
  static const void *at() { return (const void *)&plain<T, T>; }
};
template <class T> void by_name(T n, unsigned *data) {
  void (*one)(T, unsigned *) = either<T>, (*other)(T, unsigned *, T) = either<T>;
  void *args[] = {&n, &data, &n}, *turned[] = {&data, &n, &n};
  CHECK(cudaLaunchKernel((const void *)one, 1, 1, args, 0, 0));
  CHECK(cudaLaunchKernel((const void *)other, 1, 1, args, 0, 0));
  CHECK(cudaLaunchKernel((const void *)instance<T, 1>, 1, 1, args, 0, 0));
  CHECK(cudaLaunchKernel(Named<T>::at(), 1, 1, turned, 0, 0));
}

int main() {
  int parents = 60, n = 70;
  unsigned *data = device_zeros<unsigned>(parents * n);
  void *args[] = {&n, &data};
  CHECK(cudaLaunchKernel((const void *)parent, dim3(2), dim3(parents / 2), args, 0, 0));
  parent<<<2, parents / 2>>>(n, data);
  CHECK(cudaLaunchKernel((void *)&parent, dim3(3), dim3(parents / 3), args, 0, 0));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(5);
  config.blockDim = dim3(parents / 5);
  CHECK(cudaLaunchKernelEx(&config, parent, n, data));
  // What is known of an instance's address is no more than what it is taken with.
  CHECK(cudaLaunchKernel((const void *)instance<int, 2>, dim3(1), dim3(parents), args, 0, 0));
  unsigned *more = device_zeros<unsigned>(5);
  by_name(5, more);
  if (int wrong = compare(to_host(more, 5), {(((5u * 5 + 5) * 5) + 0) * 5 + 10, (5 * 5 + 5) * 5, (5 * 5 + 5) * 5, 5 * 5, 0}))
    return wrong;
  std::vector<unsigned> want(parents * n);
  for (int k = 0; k < parents * n; k++)
    for (int round = 0; round < 4; round++) {
      want[k] = want[k] * 5 + k / n;
      if (k / n % 2 && k % n < 16)
        want[k] = want[k] * 5 + 7;
    }
  for (int k = 0; k < parents * n; k++)
    want[k] = want[k] * 5 + k / n;
  return compare(to_host(data, want.size()), want);
}
