// __launch_bounds__ of children: the workers are as large as it allows, and a launch with more threads is an error of that launch alone. A bound of registers.
// STRATEGIES: keep auto t1 t2 t3 mega t4 warp block multiblock grid
// REMARK-t1: launch of 'child<2>': t1
// REMARK-grid: launch of 'child<2>': grid
// SANITIZE-keep: off
#include "include/test.h"

template <int warps> __global__ void __launch_bounds__(warps * 32, 2) child(int n, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += j + 1;
}
__global__ void __maxnreg__(64) parent(int most, int *data, int *errors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, threads = 1 + i % 80;
  child<2><<<(most + threads - 1) / threads, threads>>>(most, data + i * most);
  errors[i] = cudaGetLastError();
}

int main() {
  const int parents = 320, most = 90;
  allow_launches(parents);
  int *data = device_zeros<int>(parents * most), *errors = device_zeros<int>(parents);
  parent<<<4, parents / 4>>>(most, data, errors);
  std::vector<int> got = to_host(data, parents * most), failed = to_host(errors, parents);
  bool ok = true;
  for (int i = 0; i < parents; i++) {
    const bool runs = 1 + i % 80 <= 64;
    ok &= failed[i] == (runs ? cudaSuccess : cudaErrorInvalidConfiguration);
    for (int j = 0; j < most; j++)
      ok &= got[i * most + j] == (runs ? j + 1 : 0);
  }
#ifdef FLCPU
  const bool refused = true;
#else
  const bool refused = false; // compute-sanitizer would report it
#endif
  if (refused) {
    child<2><<<1, 65>>>(1, data);
    ok &= cudaGetLastError() == cudaErrorInvalidValue && to_host(data, 1)[0] == got[0];
  }
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
