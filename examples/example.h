// The host side that the examples share: checked calls, device copies, the clock, and the runs of an
// example's versions.
#ifndef EXAMPLES_EXAMPLE_H
#define EXAMPLES_EXAMPLE_H
#include "processor.h"
#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t error_ = (call);                                                                   \
    if (error_ != cudaSuccess) {                                                                   \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_));   \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

// How many blocks have that many threads.
__host__ __device__ inline int blocks_of(int threads, int block) {
  return (threads + block - 1) / block;
}

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

// No step's time, but that of all of a computation.
constexpr float whole = -1;

// The steps that a computation does again and again, and the time of one of them: --step NAME.
class Steps {
  std::vector<std::string> names_;
  std::string wanted_;
  float ms_ = 0;

public:
  explicit Steps(std::vector<std::string> names) : names_(names) {}
  // As Versions::Options
  bool take(int argc, char **argv, int &i) {
    if (std::string(argv[i]) != "--step" || i + 1 == argc ||
        !std::count(names_.begin(), names_.end(), argv[i + 1]))
      return false;
    wanted_ = argv[++i];
    return true;
  }
  template <class Kernels> void run(const char *name, Kernels kernels) {
    if (name != wanted_)
      return kernels();
    Timer timer;
    kernels();
    ms_ += timer.stop();
  }
  // Of the runs since the last call
  float time() {
    float ms = wanted_.empty() ? whole : ms_;
    ms_ = 0;
    return ms;
  }
};

// A number of the command line, from `least` to `most`.
inline bool number(const char *text, int least, int most, int &n) {
  char *stop;
  long x = strtol(text, &stop, 10);
  n = (int)x;
  return stop != text && !*stop && x >= least && x <= most;
}

// How often a computation is run: `warmup` times first, then `repeat` times that count. Slow ones
// less often: no run begins to warm up when half of `budget` milliseconds have gone by on the host,
// checks included, and none that counts when `budget` have since; but once, and three times that
// count, is the least.
class Stopwatch {
  using clock = std::chrono::steady_clock;
  int warmup_, repeat_, budget_, warm_ = 0, counted_ = 0;
  clock::time_point start_;
  QuietProcessor processor_;

  bool over(int milliseconds) const {
    return clock::now() - start_ > std::chrono::milliseconds(milliseconds);
  }

public:
  Stopwatch(int warmup, int repeat, int budget)
      : warmup_(warmup), repeat_(repeat), budget_(budget), start_(clock::now()) {}
  bool another() {
    if (budget_ < INT_MAX) // who gives one wants to compare times
      processor_.keep();
    if (!counted_ && warm_ < warmup_ && (!warm_ || !over(budget_ / 2))) {
      warm_++;
      return true;
    }
    if (!counted_)
      start_ = clock::now();
    return (counted_ < 3 || !over(budget_)) && counted_++ < repeat_;
  }
  bool counts() const { return counted_ > 0; }
};

// An example's command line, and its several versions of one computation: with launches from
// kernels, and the plain one without.
//
//   [size] [--VERSION ...] [--repeat N] [--warmup N] [--budget MS] [--json]
//
// Without --VERSION all of them run. Each is run `repeat` times (3), as Stopwatch says, always on
// fresh data and always checked; the best time is printed, with --json an object on a line for each
// version, with best and median.
class Versions {
  int size_, repeat_ = 3, warmup_ = 0, budget_ = INT_MAX;
  std::string program_, notes_;
  std::vector<std::string> names_, chosen_;
  bool json_ = false, right_ = true;

  [[noreturn]] void usage(int standard, int most, const char *more) const {
    fprintf(stderr, "usage: %s [size, 1 to %d; default %d]", program_.c_str(), most, standard);
    for (const std::string &name : names_)
      fprintf(stderr, " [--%s]", name.c_str());
    fprintf(stderr, "%s%s [--repeat N] [--warmup N] [--budget MS] [--json]\n", *more ? " " : "",
            more);
    exit(1);
  }

public:
  // Takes argv[i] and what belongs to it, leaving i at the last word, or returns false.
  using Options = std::function<bool(int argc, char **argv, int &i)>;

  Versions(int argc, char **argv, int standard, int most, std::vector<std::string> names,
           Options options = nullptr, const char *options_usage = "")
      : size_(standard), program_(argv[0]), names_(names) {
    for (int i = 1; i < argc; i++) {
      std::string word = argv[i];
      int *count = word == "--repeat"   ? &repeat_
                   : word == "--warmup" ? &warmup_
                   : word == "--budget" ? &budget_
                                        : nullptr;
      if (count) {
        if (++i == argc || !number(argv[i], count == &repeat_, INT_MAX, *count))
          usage(standard, most, options_usage);
      } else if (word == "--json")
        json_ = true;
      else if (std::count(names.begin(), names.end(),
                          word.substr(0, 2) == "--" ? word.substr(2) : ""))
        chosen_.push_back(word.substr(2));
      else if (!(options && options(argc, argv, i)) && !number(argv[i], 1, most, size_))
        usage(standard, most, options_usage);
    }
    program_ = program_.substr(program_.rfind('/') + 1);
  }

  int size() const { return size_; }

  // A fact about the input for --json.
  void note(const char *key, long value) {
    notes_ += std::string("\"") + key + "\": " + std::to_string(value) + ", ";
  }

  // Problem::reset() makes the data fresh, Problem::right() compares them with a serial reference.
  // `go` computes; if it returns the time of one of its steps, that is the time.
  template <class Problem, class Go> void run(const char *name, Problem &problem, Go go) {
    if (!chosen_.empty() && !std::count(chosen_.begin(), chosen_.end(), name))
      return;
    std::vector<float> times;
    bool right = true;
    for (Stopwatch watch(warmup_, repeat_, budget_); watch.another();) {
      problem.reset();
      CHECK(cudaDeviceSynchronize());
      Timer timer;
      float step = whole;
      if constexpr (std::is_void<decltype(go(problem))>::value)
        go(problem);
      else
        step = go(problem);
      float ms = timer.stop();
      if (step != whole)
        ms = step;
      if (watch.counts())
        times.push_back(ms);
      right &= problem.right();
    }
    std::sort(times.begin(), times.end());
    const char *verdict = right ? "PASS" : "FAIL";
    if (json_)
      printf("{\"program\": \"%s\", \"version\": \"%s\", \"size\": %d, %s\"runs\": %d, "
             "\"best_ms\": %.4f, \"median_ms\": %.4f, \"check\": \"%s\"}\n",
             program_.c_str(), name, size_, notes_.c_str(), (int)times.size(), times[0],
             times[times.size() / 2], verdict);
    else
      printf("%-8s %s %.4f ms\n", name, verdict, times[0]);
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
