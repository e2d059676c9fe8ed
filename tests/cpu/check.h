// CHECK: an assertion that reports and counts; main returns finish().
#ifndef TESTS_CPU_CHECK_H
#define TESTS_CPU_CHECK_H
#include <atomic>
#include <cstdio>
#include <cuda_runtime.h>

// ThreadSanitizer counts fibers as threads, and allows some thousands.
#ifdef __SANITIZE_THREAD__
constexpr bool few_fibers = true;
#else
constexpr bool few_fibers = false;
#endif

inline std::atomic<int> failures{0};
inline void check_failed(const char *file, int line, const char *what) {
  if (failures++ < 20)
    fprintf(stderr, "%s:%d: not true: %s\n", file, line, what);
}
#define CHECK(...) ((__VA_ARGS__) ? (void)0 : check_failed(__FILE__, __LINE__, #__VA_ARGS__))
inline int finish() {
  if (failures)
    fprintf(stderr, "%d checks failed\n", failures.load());
  return failures ? 1 : 0;
}
#endif
