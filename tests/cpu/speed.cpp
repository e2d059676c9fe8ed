// Costs of threads, barriers, launches and joins, and a breadth-first search with a launch per
// node. The bounds are wide: they catch a change of kind, not of degree.
#include "check.h"
#include <chrono>
#include <random>
#include <vector>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static constexpr double slack = 50;
#else
static constexpr double slack = 1;
#endif

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
template <class F> static void timed(const char *what, double count, double limit_ns, F f) {
  const double start = seconds();
  f();
  const double ns = (seconds() - start) * 1e9 / count;
  printf("%-36s %9.1f ns each\n", what, ns);
  CHECK(ns < limit_ns * slack);
}

static void bfs() {
  constexpr int n = 65536, degree = 16;
  std::vector<int> edges(size_t(n) * degree), level(size_t(n), -1), expected(size_t(n), -1);
  std::mt19937 random(1);
  for (int &e : edges)
    e = int(random() % n);
  int *lv = level.data();
  const int *ed = edges.data();
  int changed = 0;
  int *ch = &changed;
  level[0] = 0;
  const double start = seconds();
  for (int depth = 0;; depth++) {
    changed = 0;
    flcpu::launch(n / 256, 256, 0, 0, [=] {
      const int v = int(blockIdx.x * blockDim.x + threadIdx.x);
      if (lv[v] != depth)
        return;
      flcpu::launch(1, 32, 0, 0, [=] {
        for (int i = int(threadIdx.x); i < degree; i += 32)
          if (atomicCAS(&lv[ed[v * degree + i]], -1, depth + 1) == -1)
            atomicExch(ch, 1);
      });
    });
    if (!changed)
      break;
  }
  const double time = seconds() - start;
  printf("bfs, %d nodes, %d edges               %9.3f s\n", n, n * degree, time);
  CHECK(time < 5 * slack);
  std::vector<int> queue{0};
  expected[0] = 0;
  for (size_t i = 0; i < queue.size(); i++)
    for (int e = 0; e < degree; e++) {
      const int to = edges[size_t(queue[i] * degree + e)];
      if (expected[size_t(to)] < 0) {
        expected[size_t(to)] = expected[size_t(queue[i])] + 1;
        queue.push_back(to);
      }
    }
  CHECK(level == expected);
}

int main() {
  flcpu::launch(1, 1, 0, 0, [] {});
  timed("plain threads, blocks of 256", 1e7, 50,
        [] { flcpu::launch(39063, 256, 0, 0, [] { asm volatile(""); }); });
  timed("plain threads, blocks of 32", 1e7, 50,
        [] { flcpu::launch(312500, 32, 0, 0, [] { asm volatile(""); }); });
  timed("barriers, a thread", 256.0 * 100 * 100, 500, [] {
    flcpu::launch(100, 256, 0, 0, [] {
      for (int i = 0; i < 100; i++)
        __syncthreads();
    });
  });
  timed("shuffles", 256.0 * 100 * 100, 1000, [] {
    flcpu::launch(100, 256, 0, 0, [] {
      unsigned v = 1;
      for (int i = 0; i < 100; i++)
        v += __shfl_xor_sync(0xffffffffu, v, 1);
    });
  });
  timed("host launches", 10000, 200000, [] {
    for (int i = 0; i < 10000; i++)
      flcpu::launch(1, 32, 0, 0, [] {});
  });
  timed("device launches of 1 thread", 1e6, 2000,
        [] { flcpu::launch(3907, 256, 0, 0, [] { flcpu::launch(1, 1, 0, 0, [] {}); }); });
  timed("device launches of 32 threads", 1e6, 2000, [] {
    flcpu::launch(3907, 256, 0, 0, [] { flcpu::launch(1, 32, 0, 0, [] { asm volatile(""); }); });
  });
  timed("device launches, ordered", 1e6, 2000, [] {
    flcpu::launch(1, 1, 0, 0, [] {
      for (int i = 0; i < 1000000; i++)
        flcpu::launch(1, 1, 0, 0, [] {});
    });
  });
  timed("launch and join", 1e5, 20000, [] {
    flcpu::launch(391, 256, 0, 0, [] {
      flcpu::launch(1, 32, 0, 0, [] {});
      cudaDeviceSynchronize();
    });
  });
  bfs();
  return finish();
}
