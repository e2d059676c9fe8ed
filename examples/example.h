// The host side that the examples share: checked calls, device copies, the clock, and the runs of an
// example's versions.
#ifndef EXAMPLES_EXAMPLE_H
#define EXAMPLES_EXAMPLE_H
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <string>
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

template <class T> void refill(T *device, const std::vector<T> &host) {
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
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

// An example's command line, and its several versions of one computation: with launches from
// kernels, and the plain one without.
//
//   [size] [--VERSION ...] [--repeat N]
//
// Without --VERSION all of them run. Each is run `repeat` times (3), always on fresh data and always
// checked; the best time is printed.
class Versions {
  int size_, repeat_ = 3;
  std::vector<std::string> names_, chosen_;
  bool right_ = true;

  [[noreturn]] void usage(const char *program, int standard, int most) const {
    fprintf(stderr, "usage: %s [size, 1 to %d; default %d]", program, most, standard);
    for (const std::string &name : names_)
      fprintf(stderr, " [--%s]", name.c_str());
    fprintf(stderr, " [--repeat N]\n");
    exit(1);
  }
  static bool number(const char *text, int most, int &n) {
    char *stop;
    long x = strtol(text, &stop, 10);
    n = (int)x;
    return stop != text && !*stop && x >= 1 && x <= most;
  }

public:
  Versions(int argc, char **argv, int standard, int most, std::vector<std::string> names)
      : size_(standard), names_(names) {
    for (int i = 1; i < argc; i++) {
      std::string word = argv[i];
      if (word == "--repeat" && i + 1 < argc && number(argv[i + 1], 1000000, repeat_))
        i++;
      else if (std::count(names.begin(), names.end(),
                          word.substr(0, 2) == "--" ? word.substr(2) : ""))
        chosen_.push_back(word.substr(2));
      else if (!number(argv[i], most, size_))
        usage(argv[0], standard, most);
    }
  }

  int size() const { return size_; }

  // Problem::reset() makes the data fresh, Problem::right() compares them with a serial reference.
  template <class Problem> void run(const char *name, Problem &problem, void (*go)(Problem &)) {
    if (!chosen_.empty() && !std::count(chosen_.begin(), chosen_.end(), name))
      return;
    float best = 0;
    bool right = true;
    for (int k = 0; k < repeat_; k++) {
      problem.reset();
      CHECK(cudaDeviceSynchronize());
      Timer timer;
      go(problem);
      float ms = timer.stop();
      best = k == 0 || ms < best ? ms : best;
      right &= problem.right();
    }
    printf("%-8s %s %.4f ms\n", name, right ? "PASS" : "FAIL", best);
    right_ &= right;
  }

  int finish() const { return right_ ? 0 : 1; }
};

// A hash to make data with: the same on every machine.
inline unsigned scramble(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
#endif
