// Host threads end, and with each its own stream (cudaStreamPerThread), while others make graphs or streams (CUDA alone, nothing of the engine's;
// docs/results/2026-11-23-h100-memcheck.md). To be run under compute-sanitizer's memcheck, which hangs. nvcc -O2 -arch=sm_90 -Xcompiler -pthread tests/engine/bench_thread_ends.cu
//   bench_thread_ends graphs|streams [together]
// together: no thread ends before all are done.
#include "check.h"
#include <atomic>
#include <cstring>
#include <thread>

__global__ void add(int *p) { atomicAdd(p, 1); }

static void work(int *p, int times, bool graphs) {
  for (int k = 0; k < times; k++) {
    cudaStream_t s;
    add<<<1, 1, 0, cudaStreamPerThread>>>(p);
    CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    if (graphs) {
      cudaGraph_t graph;
      cudaGraphExec_t exec;
      CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
      add<<<1, 1, 0, s>>>(p);
      CUDA(cudaStreamEndCapture(s, &graph));
      CUDA(cudaGraphInstantiate(&exec, graph, 0));
      CUDA(cudaGraphLaunch(exec, cudaStreamPerThread));
    } else {
      add<<<1, 1, 0, s>>>(p);
    }
    CUDA(cudaStreamDestroy(s));
  }
}

int main(int argc, char **argv) {
  const bool graphs = argc > 1 && !strcmp(argv[1], "graphs"), together = argc > 2;
  const int n = 8;
  array<int> sum(1);
  int want = 0;
  for (int round = 0; round < 6; round++) {
    std::vector<std::thread> threads;
    std::atomic<int> done{0};
    for (int t = 0; t < n; t++) {
      const int times = 20 + 3 * t;
      want += 2 * times;
      threads.emplace_back([&, times] {
        work(sum.get(), times, graphs);
        done++;
        while (together && done < n)
          std::this_thread::yield();
      });
    }
    for (std::thread &t : threads)
      t.join();
  }
  CUDA(cudaDeviceSynchronize());
  CHECK(sum.read()[0] == want);
  return verdict("bench_thread_ends");
}
