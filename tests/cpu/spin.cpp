// Waiting by spinning: yield, grid barriers, and blocks that depend on each other, also with one
// worker.
#include "check.h"
#include <cooperative_groups.h>
#include <thread>
#include <vector>

static void grid_barrier(unsigned blocks, unsigned threads, int rounds) {
  std::vector<unsigned> arrived(size_t(rounds) + 1);
  unsigned *a = arrived.data();
  int wrong = 0;
  int *w = &wrong;
  flcpu::launch(blocks, threads, 0, 0, [=] {
    for (int r = 0; r < rounds; r++) {
      __syncthreads();
      if (threadIdx.x == 0) {
        atomicAdd(&a[r], 1u);
        while (__ldcg(&a[r]) < blocks)
          flcpu::yield();
      }
      __syncthreads();
      if (__ldcg(&a[r]) != blocks || (r + 2 < rounds && __ldcg(&a[r + 2]) != 0))
        atomicAdd(w, 1);
    }
  });
  CHECK(wrong == 0);
}

// All threads of a block spin for its last thread; blocks spin for the last block.
static void everybody_spins() {
  int flag = 0;
  int *f = &flag;
  flcpu::launch(6, 64, 0, 0, [=] {
    if (blockIdx.x == 5 && threadIdx.x == 63)
      atomicExch(f, 1);
    while (atomicAdd(f, 0) == 0)
      __nanosleep(100);
  });
}

// A parent spins until its child has run: needs no join.
static void spin_for_child() {
  std::atomic<int> n{0};
  auto *p = &n;
  flcpu::launch(10, 8, 0, 0, [=] {
    static char key;
    auto &mine = flcpu::shared<std::atomic<int>>(&key);
    if (threadIdx.x == 0)
      mine = 0;
    __syncthreads();
    auto *m = &mine;
    flcpu::launch(1, 32, 0, 0, [=] {
      ++*m;
      ++*p;
    });
    while (mine < 8 * 32)
      flcpu::yield();
  });
  CHECK(n == 10 * 8 * 32);
}

// Persistent workers serve a queue that other blocks fill and wait for.
static void service() {
  constexpr int jobs = 2000;
  static std::atomic<int> posted, taken, finished;
  static std::atomic<int> done[jobs];
  posted = taken = finished = 0;
  for (auto &d : done)
    d = 0;
  flcpu::launch(42, 50, 0, 0, [] {
    if (blockIdx.x >= 40) {
      while (finished < jobs) {
        int t = taken;
        if (threadIdx.x == 0 && t < posted && taken.compare_exchange_strong(t, t + 1))
          done[t] = 1;
        else
          flcpu::yield();
      }
      return;
    }
    const int job = posted++;
    while (!done[job])
      flcpu::yield();
    finished++;
  });
  CHECK(finished == jobs);
}

static void cooperative() {
  std::vector<int> v(8 * 40, 1), out(8 * 40);
  int *p = v.data(), *o = out.data();
  flcpu::launch(8, 40, 0, 0, [=] {
    auto grid = cooperative_groups::this_grid();
    const unsigned i = unsigned(grid.thread_rank()), n = unsigned(grid.size());
    for (int r = 0; r < 5; r++) {
      o[i] = p[i] + p[(i + 1) % n];
      grid.sync();
      p[i] = o[i];
      grid.sync();
    }
  });
  for (int x : v)
    CHECK(x == 32);
}

// Several host threads launch at once.
static void host_threads() {
  std::atomic<int> n{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; t++)
    threads.emplace_back([&n] {
      auto *p = &n;
      for (int i = 0; i < 50; i++)
        flcpu::launch(3, 40, 0, 0, [=] {
          __syncthreads();
          flcpu::launch(1, 2, 0, 0, [=] { ++*p; });
          cudaDeviceSynchronize();
        });
      flcpu::launch(1, 5000, 0, 0, [] {});
      CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    });
  for (auto &t : threads)
    t.join();
  CHECK(n == 8 * 50 * 240);
}

int main() {
  flcpu::yield();
  grid_barrier(2, 32, 50);
  grid_barrier(16, 100, 20);
  everybody_spins();
  spin_for_child();
  service();
  cooperative();
  host_threads();
  return finish();
}
