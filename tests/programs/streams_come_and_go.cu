// Many streams, of which most are destroyed again, while their work goes on and beside work in the default stream: nothing of it is held up for ever. What the
// runtime keeps of a stream goes to another when it has been idle, and never while it may be in use.
// STRATEGIES: keep t1 t2 t3 t4 auto
// ENV: FL_GRAPHS=1
// ENV: FL_WORKLIST=2
// FLAGS: -Xcompiler -pthread
#include "include/test.h"
#include <atomic>
#include <chrono>
#include <thread>

__global__ void child(int *sum, int by) { atomicAdd(sum + blockIdx.x, by); }
__global__ void parent(int *sum, int by) {
  if (threadIdx.x % 3 == 0)
    child<<<2, 8>>>(sum, by + threadIdx.x);
}
static int added(int by) { // to each of the two
  int all = 0;
  for (int t = 0; t < 32; t += 3)
    all += 8 * (by + t);
  return all;
}

int main() {
  const int stay = 40, come = 60, batches = 3;
  allow_launches(20000);
  int *sums = device_zeros<int>(2 * (stay + come * batches));
  std::vector<int> want(2 * (stay + come * batches));
  std::vector<cudaStream_t> streams(stay);
  for (cudaStream_t &s : streams)
    CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  const auto launch = [&](int i, cudaStream_t s, int by) {
    parent<<<1, 32, 0, s>>>(sums + 2 * i, by);
    want[2 * i] += added(by);
    want[2 * i + 1] += added(by);
  };
  for (int batch = 0; batch < batches; batch++) {
    for (int i = 0; i < stay; i++)
      for (int k = 0; k < 3; k++)
        launch(i, streams[i], batch + k);
    for (int i = 0; i < come; i++) {
      cudaStream_t s;
      CHECK(cudaStreamCreateWithFlags(&s, i % 2 ? cudaStreamNonBlocking : cudaStreamDefault));
      launch(stay + batch * come + i, s, i);
      launch(stay + batch * come + i, s, batch);
      launch(i, nullptr, batch + i);
      CHECK(cudaStreamDestroy(s)); // its work goes on
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
  }
  // Each host thread's own stream. Under memcheck no thread ends before all are done: memcheck of CUDA 13.0 hangs where one ends, and its stream with it, while
  // another makes a graph or a stream, in plain CUDA, too (docs/results/2026-11-23-h100-memcheck.md).
  const char *test = getenv("FL_TEST");
  const bool together = test && std::string(test) == "memcheck";
  std::atomic<int> done{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; t++)
    threads.emplace_back([=, &done] {
      for (int k = 0; k < 20; k++)
        parent<<<1, 32, 0, cudaStreamPerThread>>>(sums + 2 * t, k);
      done++;
      while (together && done < 8)
        std::this_thread::yield();
    });
  for (std::thread &t : threads)
    t.join();
  for (int t = 0; t < 8; t++)
    for (int k = 0; k < 20; k++) {
      want[2 * t] += added(k);
      want[2 * t + 1] += added(k);
    }
  return verdict(to_host(sums, want.size()) == want, "sums differ");
}
