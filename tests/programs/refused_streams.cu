// What CUDA's device runtime says of streams, events, copies and fills that it refuses, and leaves alone; streams of the device may be created
// with either flag.
// STRATEGIES: keep auto t1 t2 t3 mega t4 block grid
// REMARK-t1: launch of 'adds': t1
// SANITIZE-keep: off
#include "include/test.h"

__global__ void adds(int *sum, int by) { atomicAdd(sum, *sum == 2 * by ? by : 100 * by); }

constexpr int calls = 42;
__global__ void parent(int *places, int *got) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  int *const here = got + calls * me, *const a = places + 32 * me, *const b = a + 16;
  int n = 0;
  cudaStream_t s, none;
  here[n++] = cudaStreamCreateWithFlags(&none, 2);
  here[n++] = cudaStreamCreateWithFlags(nullptr, cudaStreamNonBlocking);
  here[n++] = cudaGetLastError();
  here[n++] = cudaStreamDestroy(nullptr);
  here[n++] = cudaGetLastError();
  for (unsigned flags = 0; flags < 16; flags++) {
    cudaEvent_t e;
    here[n++] = cudaEventCreateWithFlags(&e, flags);
    if (here[n - 1] == cudaSuccess)
      cudaEventDestroy(e);
  }
  here[n++] = cudaGetLastError();
  for (int kind = -1; kind <= 5; kind++)
    here[n++] = cudaMemcpyAsync(b + 1 + kind, a, 4, (cudaMemcpyKind)kind, nullptr);
  here[n++] = cudaMemcpyAsync(nullptr, a, 16, cudaMemcpyDeviceToDevice, nullptr);
  here[n++] = cudaMemcpyAsync(b, nullptr, 16, cudaMemcpyDeviceToDevice, nullptr);
  here[n++] = cudaMemsetAsync(nullptr, 0, 16, nullptr);
  here[n++] = cudaMemcpyAsync(nullptr, nullptr, 0, cudaMemcpyDeviceToDevice, nullptr);
  here[n++] = cudaMemcpy2DAsync(b, 2, a, 16, 4, 3, cudaMemcpyDeviceToDevice, nullptr);
  here[n++] = cudaMemcpy2DAsync(b, 8, a, 2, 4, 3, cudaMemcpyDeviceToDevice, nullptr);
  here[n++] = cudaMemset2DAsync(b, 2, 0, 4, 3, nullptr);
  here[n++] = cudaGetLastError();
  here[n++] = cudaGetLastError();
  here[n++] = cudaStreamCreateWithFlags(&s, cudaStreamDefault);
  adds<<<1, 1, 0, s>>>(a + 8, 1);
  adds<<<1, 1, 0, s>>>(a + 8, 1);
  adds<<<1, 1, 0, s>>>(a + 8, 101);
  here[n++] = cudaStreamDestroy(s);
  here[n++] = cudaGetLastError();
  here[n] = n;
}

int main() {
  const int parents = 64;
  allow_launches(6 * parents);
  const int bad = cudaErrorInvalidValue, way = cudaErrorInvalidMemcpyDirection, pitch = cudaErrorInvalidPitchValue;
  const int want[calls] = {bad, bad, bad, bad, bad, bad, bad, 0, 0, bad, bad, bad, bad, bad, bad, 0, 0, bad, bad, bad, bad, bad,
                           way, way, way, way, 0, 0, way, bad, bad, bad, 0, pitch, pitch, bad, bad, 0, 0, 0, 0, calls - 1};
  int *places = device_zeros<int>(32 * parents), *got = device_zeros<int>(calls * parents);
  std::vector<int> before(32 * parents, 7);
  for (int i = 0; i < parents; i++)
    before[32 * i + 8] = 2;
  cudaMemcpy(places, before.data(), before.size() * sizeof(int), cudaMemcpyHostToDevice);
  for (int i = 0; i < parents; i++) {
    const int mark = 9;
    cudaMemcpy(places + 32 * i, &mark, sizeof mark, cudaMemcpyHostToDevice);
  }
  parent<<<2, parents / 2>>>(places, got);
  const std::vector<int> h = to_host(got, calls * parents), p = to_host(places, 32 * parents);
  bool ok = true;
  for (int i = 0; i < parents; i++) {
    for (int j = 0; j < calls; j++) {
      if (h[calls * i + j] != want[j] && ok)
        printf("thread %d, call %d: %d\n", i, j, h[calls * i + j]);
      ok &= h[calls * i + j] == want[j];
    }
    for (int j = 0; j < 7; j++)
      ok &= p[32 * i + 16 + j] == (j == 4 || j == 5 ? 9 : 7);
    ok &= p[32 * i + 8] == 2 + 1 + 100 + 10100;
  }
  return verdict(ok, "errors or places differ");
}
