// What a copy or fill in a kernel returns is its own result, whatever the launches before it did; those errors stay for cudaGetLastError().
// STRATEGIES: keep auto t1 t2 t3 mega t4 block grid
// REMARK-t1: launch of 'add': t1
// SANITIZE-keep: off
#include "include/test.h"

__global__ void add(int *p, int by) { p[threadIdx.x] += by; }
__global__ void parent(int *a, int *b, int *got) {
  const int i = blockIdx.x;
  a += 32 * i, b += 32 * i, got += 6 * i;
  add<<<1, 2000>>>(a, 1); // refused
  got[0] = cudaMemsetAsync(a, 0, 32 * sizeof *a, nullptr) == cudaSuccess;
  got[1] = cudaPeekAtLastError() != cudaSuccess;
  add<<<1, 32>>>(a, i + 1);
  got[2] = cudaMemcpyAsync(b, a, 32 * sizeof *a, cudaMemcpyDeviceToDevice, nullptr) == cudaSuccess;
  add<<<1, 32>>>(b, 5);
  got[3] = cudaGetLastError() != cudaSuccess;
  got[4] = cudaMemsetAsync(a, 0, 16 * sizeof *a, nullptr) == cudaSuccess;
  got[5] = cudaGetLastError() == cudaSuccess;
}

int main() {
  const int parents = 40;
  allow_launches(6 * parents);
  int *a = device_zeros<int>(32 * parents), *b = device_zeros<int>(32 * parents), *got = device_zeros<int>(6 * parents);
  parent<<<parents, 1>>>(a, b, got);
  bool ok = to_host(got, 6 * parents) == std::vector<int>(6 * parents, 1);
  std::vector<int> as = to_host(a, 32 * parents), bs = to_host(b, 32 * parents);
  for (int i = 0; i < 32 * parents; i++) {
    ok &= as[i] == (i % 32 < 16 ? 0 : i / 32 + 1);
    ok &= bs[i] == i / 32 + 6;
  }
  return verdict(ok, "values or results differ");
}
