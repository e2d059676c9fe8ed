// cudaDeviceSynchronize() in kernels.
#include "check.h"
#include <vector>

static void sees_results() {
  std::vector<int> data(100 * 64);
  int *d = data.data();
  flcpu::launch(100, 64, 0, 0, [=] {
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    for (int round = 1; round <= 3; round++) {
      flcpu::launch(1, 32, 0, 0, [=] {
        if (threadIdx.x == 7)
          flcpu::launch(1, 1, 0, 0, [=] { d[i]++; });
      });
      CHECK(cudaDeviceSynchronize() == cudaSuccess);
      CHECK(d[i] == round);
    }
  });
  for (int v : data)
    CHECK(v == 3);
}

// One thread waits for what all threads of the block have launched; the others wait at a barrier.
static void one_for_all() {
  flcpu::launch(20, 128, 0, 0, [] {
    static char key;
    auto &n = flcpu::shared<std::atomic<int>>(&key);
    auto *p = &n;
    if (threadIdx.x == 0)
      n = 0;
    __syncthreads();
    flcpu::launch(2, 2, 0, threadIdx.x % 2 ? cudaStreamFireAndForget : nullptr, [=] { ++*p; });
    __syncthreads();
    if (threadIdx.x == 0)
      cudaDeviceSynchronize();
    __syncthreads();
    CHECK(n == 128 * 4);
  });
}

static void many_joining(unsigned blocks, unsigned threads) {
  std::atomic<unsigned> done{0}, children{0};
  auto *d = &done, *c = &children;
  flcpu::launch(blocks, threads, 0, 0, [=] {
    int mine = 0;
    int *m = &mine;
    flcpu::launch(1, 1, 0, 0, [=] {
      *m = 1;
      ++*c;
    });
    cudaDeviceSynchronize();
    CHECK(mine == 1);
    ++*d;
  });
  CHECK(done == blocks * threads && children == blocks * threads);
}

static int fib(int n) {
  if (n < 2)
    return n;
  int r[2] = {0, 0};
  int *p = r;
  for (int i = 0; i < 2; i++)
    flcpu::launch(1, 1, 0, 0, [=] { p[i] = fib(n - 1 - i); });
  cudaDeviceSynchronize();
  return r[0] + r[1];
}

static int depth(int n) {
  if (n == 0)
    return 0;
  int r = -1;
  int *p = &r;
  flcpu::launch(1, 1, 0, 0, [=] { *p = depth(n - 1); });
  cudaDeviceSynchronize();
  return r + 1;
}

static void nested() {
  int result = 0;
  int *r = &result;
  flcpu::launch(1, 1, 0, 0, [=] { *r = fib(18); });
  CHECK(result == 2584);
  constexpr int levels = few_fibers ? 500 : 10000;
  flcpu::launch(1, 1, 0, 0, [=] { *r = depth(levels); });
  CHECK(result == levels);
  // Wide and deep: every thread of every block joins, four levels down.
  std::atomic<int> leaves{0};
  auto *l = &leaves;
  struct level {
    static void go(std::atomic<int> *l, int left) {
      if (left == 0) {
        ++*l;
        return;
      }
      flcpu::launch(1, 8, 0, 0, [=] { go(l, left - 1); });
      cudaDeviceSynchronize();
    }
  };
  flcpu::launch(4, 8, 0, 0, [=] { level::go(l, 4); });
  CHECK(leaves == 4 * 8 * 8 * 8 * 8 * 8);
}

// A join does not wait for tail launches, which come after the grid.
static void not_for_tails() {
  int ran = 0;
  int *r = &ran;
  flcpu::launch(1, 1, 0, 0, [=] {
    flcpu::launch(1, 1, 0, cudaStreamTailLaunch, [=] { *r = 1; });
    cudaDeviceSynchronize();
    CHECK(*r == 0);
  });
  CHECK(ran == 1);
}

int main() {
  sees_results();
  one_for_all();
  many_joining(64, few_fibers ? 128 : 1024);
  many_joining(few_fibers ? 1000 : 30000, 2);
  nested();
  not_for_tails();
  return finish();
}
