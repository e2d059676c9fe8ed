// A kernel and its programmatic dependent, three times in each of several streams, round after round, and what holds the dependent up (CUDA alone, nothing of
// the engine's; docs/results/2026-11-23-h100-dependents.md). nvcc -O3 -std=c++17 -arch=sm_90 tests/engine/bench_dependents.cu
//   bench_dependents STREAMS ROUNDS [destroyed] [blocking] [default] [plain]
// destroyed: behind the last launch of a round, and made anew in the next. default: the pairs are launched in the default stream, and the streams have plain
// kernels. plain: no dependents. The exit status is 1 if it has not ended after five seconds.
#include "check.h"
#include <cstring>
#include <thread>
#include <unistd.h>

__global__ void first(int *p) {
  if (threadIdx.x % 3 == 0)
    atomicAdd(p, 1);
}
__global__ void __launch_bounds__(256) second(const int *p, int *q) {
#if __CUDA_ARCH__ >= 900 // what is compiled for less shows nothing
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  if (threadIdx.x == 0 && blockIdx.x < 11)
    atomicAdd(q, *p);
}

static void pair(int *p, bool dependent, cudaStream_t stream) {
  cudaLaunchConfig_t c = {};
  cudaLaunchAttribute a;
  a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  a.val.programmaticStreamSerializationAllowed = 1;
  c.gridDim = 1056;
  c.blockDim = 256;
  c.stream = stream;
  c.attrs = &a;
  c.numAttrs = dependent;
  first<<<1, 32, 0, stream>>>(p);
  CUDA(cudaLaunchKernelEx(&c, second, static_cast<const int *>(p), p + 1));
}

int main(int argc, char **argv) {
  const auto given = [&](const char *word) {
    for (int i = 3; i < argc; i++)
      if (!strcmp(argv[i], word))
        return true;
    return false;
  };
  const int n = argc > 2 ? atoi(argv[1]) : 4, rounds = argc > 2 ? atoi(argv[2]) : 20;
  const bool destroyed = given("destroyed"), in_default = given("default");
  const unsigned flags = given("blocking") ? cudaStreamDefault : cudaStreamNonBlocking;
  array<int> counters(64 * (n + 1));
  std::vector<cudaStream_t> streams(n);
  CUDA(cudaDeviceSynchronize());
  std::thread([] {
    sleep(5);
    printf("bench_dependents: does not end\n");
    fflush(stdout);
    _exit(1);
  }).detach();
  for (int r = 0; r < rounds; r++)
    for (int i = 0; i < n; i++) {
      if (r == 0 || destroyed)
        CUDA(cudaStreamCreateWithFlags(&streams[i], flags));
      for (int k = 0; k < 3; k++) {
        if (in_default)
          first<<<1, 32, 0, streams[i]>>>(counters.get() + 64 * i);
        pair(counters.get() + 64 * (in_default ? n : i), !given("plain"),
             in_default ? nullptr : streams[i]);
      }
      if (destroyed)
        CUDA(cudaStreamDestroy(streams[i]));
    }
  return verdict("bench_dependents");
}
