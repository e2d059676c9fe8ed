// The host side that the examples share: checked calls, device copies, the clock and the last line
// of output.
#ifndef EXAMPLES_EXAMPLE_H
#define EXAMPLES_EXAMPLE_H
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t error_ = (call);                                                                   \
    if (error_ != cudaSuccess) {                                                                   \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_));   \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

// The device's default is room for 2,048 launches that have not begun; what does not fit is lost.
inline void allow_launches(size_t n) {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, n < 2048 ? 2048 : n));
}

template <class T> T *to_device(const std::vector<T> &host) {
  T *p;
  CHECK(cudaMalloc((void **)&p, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(p, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

template <class T> std::vector<T> to_host(const T *device, size_t n) {
  std::vector<T> host(n);
  CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

// Milliseconds on the device between construction and stop().
class Timer {
  cudaEvent_t begin_, end_;

public:
  Timer() {
    CHECK(cudaEventCreate(&begin_));
    CHECK(cudaEventCreate(&end_));
    CHECK(cudaEventRecord(begin_));
  }
  float stop() {
    float ms;
    CHECK(cudaEventRecord(end_));
    CHECK(cudaEventSynchronize(end_));
    CHECK(cudaEventElapsedTime(&ms, begin_, end_));
    CHECK(cudaGetLastError());
    CHECK(cudaEventDestroy(begin_));
    CHECK(cudaEventDestroy(end_));
    return ms;
  }
};

// The program's only argument: how large a problem to make.
inline int size_argument(int argc, char **argv, int standard, int most) {
  char *stop = nullptr;
  long n = argc > 1 ? strtol(argv[1], &stop, 10) : standard;
  if (argc > 2 || (stop && (stop == argv[1] || *stop)) || n < 1 || n > most) {
    fprintf(stderr, "usage: %s [size, 1 to %d; default %d]\n", argv[0], most, standard);
    exit(1);
  }
  return (int)n;
}

// A hash to make data with: the same on every machine.
inline unsigned scramble(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

inline int finish(bool right, float ms) {
  printf("%s %.4f ms\n", right ? "PASS" : "FAIL", ms);
  return right ? 0 : 1;
}
#endif
