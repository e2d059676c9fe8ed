// The processor that times are taken on. Those of a virtual machine are hardware threads whose core
// may be shared with somebody else's, now this one, now that one, for seconds at a time: all that the
// host does then takes up to 1.6 times as long, launches included
// (docs/results/2026-11-26-h100-processors.md).
#ifndef EXAMPLES_PROCESSOR_H
#define EXAMPLES_PROCESSOR_H
#include <algorithm>
#include <chrono>
#if defined(__linux__) && !defined(FLCPU)
#include <sched.h>

// Keeps the calling thread on a processor whose core it has to itself, as far as there is one.
class QuietProcessor {
  using clock = std::chrono::steady_clock;
  cpu_set_t allowed_;
  double best_ = 1e9; // nanoseconds of the piece of work, on the fastest processor so far
  clock::time_point looked_;

  static double nanoseconds_since(clock::time_point t) {
    return std::chrono::duration<double, std::nano>(clock::now() - t).count();
  }
  // How long a piece of work takes here that keeps all parts of a core busy: the median of several.
  static double work() {
    double times[9];
    for (double &time : times) {
      const clock::time_point begin = clock::now();
      unsigned a = 1, b = 2, c = 3, d = 4;
      for (int i = 0; i < 1000; i++) {
        a = a * 5 + 1;
        b = (b ^ (b << 3)) + 7;
        c = (c ^ (c >> 5)) + 11;
        d = (d << 1) - (d >> 3);
      }
      volatile unsigned all = a + b + c + d;
      (void)all;
      time = nanoseconds_since(begin);
    }
    std::sort(times, times + 9);
    return times[4];
  }
  static void move_to(const cpu_set_t &set) { sched_setaffinity(0, sizeof set, &set); }

public:
  QuietProcessor() {
    if (sched_getaffinity(0, sizeof allowed_, &allowed_))
      CPU_ZERO(&allowed_);
  }
  ~QuietProcessor() { move_to(allowed_); }
  // Moves to the fastest one, if this one is slower than the fastest has been. Asks once a
  // millisecond at most.
  void keep() {
    if (best_ < 1e9 && nanoseconds_since(looked_) < 1e6)
      return;
    looked_ = clock::now();
    if (best_ < 1e9 && work() <= 1.05 * best_)
      return;
    double least = 1e9;
    cpu_set_t fastest = allowed_;
    for (int i = 0; i < CPU_SETSIZE; i++) {
      if (!CPU_ISSET(i, &allowed_))
        continue;
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(i, &one);
      move_to(one);
      const double time = work();
      if (time < least) {
        least = time;
        fastest = one;
      }
    }
    move_to(fastest);
    best_ = std::min(best_, least);
  }
};
#else
class QuietProcessor {
public:
  void keep() {}
};
#endif
#endif
