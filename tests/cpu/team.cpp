// Teams: CUDA threads that a CUDA thread calls for. And waits that the scheduler watches.
#include "check.h"
#include <thread>
#include <vector>

// Every thread runs once, with its index; the caller keeps its own.
static void indices() {
  std::vector<int> seen(3 * 60);
  int *s = seen.data();
  flcpu::launch(3, dim3(2, 1), 0, 0, [=] {
    if (threadIdx.x == 0)
      return;
    for (int round = 0; round < 10; round++) {
      flcpu::team(dim3(5, 4, 3), [=] {
        atomicAdd(&s[blockIdx.x * 60 + threadIdx.x + 5 * (threadIdx.y + 4 * threadIdx.z)], 1);
        CHECK(flcpu::detail::thread_rank() == threadIdx.x + 5 * (threadIdx.y + 4 * threadIdx.z));
      });
      CHECK(threadIdx.x == 1 && threadIdx.y == 0 && flcpu::detail::thread_rank() == 1);
    }
  });
  for (int x : seen)
    CHECK(x == 10);
}

// Barriers and warp operations are the team's own, and forget threads that have left.
static void barriers() {
  const int sizes[] = {1, 2, 31, 32, 33, 100, 1024};
  for (int n : sizes)
    flcpu::launch(4, 3, 0, 0, [=] { // three teams of a block at a time
      static char key;
      int *count = flcpu::shared<int[3]>(&key) + threadIdx.x;
      for (int round = 0; round < 3; round++) {
        *count = 0;
        flcpu::team(dim3(unsigned(n)), [=] {
          const int i = int(threadIdx.x);
          atomicAdd(count, 1);
          __syncthreads();
          CHECK(*count == n);
          CHECK(__syncthreads_count(i % 2) == n / 2);
          const int first = i / 32 * 32, lanes = n - first < 32 ? n - first : 32;
          CHECK(__popc(__ballot_sync(~0u, 1)) == lanes);
          CHECK(__shfl_sync(~0u, i, 0) == first);
          if (i % 3 == 0)
            return;
          CHECK(__syncthreads_count(1) == n - (n + 2) / 3);
          CHECK(__syncthreads_and(i % 3 != 0) && !__syncthreads_or(i % 3 == 0));
        });
        CHECK(*count == n);
      }
      __syncthreads(); // of the block again
    });
}

// Teams of threads of teams.
static void nested() {
  std::atomic<int> n{0};
  auto *p = &n;
  flcpu::launch(2, 1, 0, 0, [=] {
    flcpu::team(dim3(7), [=] {
      __syncthreads();
      flcpu::team(dim3(40), [=] {
        __syncthreads();
        flcpu::team(dim3(2), [=] { ++*p; });
        __syncthreads();
      });
      __syncthreads();
    });
  });
  CHECK(n == 2 * 7 * 40 * 2);
}

// A team's threads launch and join, and have errors of their own.
static void launches() {
  std::atomic<int> n{0};
  auto *p = &n;
  flcpu::launch(5, 2, 0, 0, [=] {
    flcpu::team(dim3(33), [=] {
      flcpu::launch(2, 3, 0, 0, [=] { ++*p; });
      flcpu::launch(2, 3, 0, 0, [=] { ++*p; });
      if (threadIdx.x == 5)
        flcpu::launch(1, 5000, 0, 0, [=] {});
      CHECK((cudaPeekAtLastError() == cudaSuccess) == (threadIdx.x != 5));
      cudaDeviceSynchronize();
      CHECK(*p >= 12);
    });
    CHECK(cudaGetLastError() == cudaSuccess);
  });
  CHECK(n == 5 * 2 * 33 * 12);
}

// Threads hand a token round, each waiting for its own condition; blocks likewise.
static void token() {
  int at = 0;
  int *p = &at;
  flcpu::launch(6, 50, 0, 0, [=] {
    const int me = int(blockIdx.x * 50 + threadIdx.x);
    for (int round = 0; round < 20; round++) {
      const int mine = round * 300 + (299 - me); // the last thread first
      flcpu::wait_until(nullptr, [=] { return __atomic_load_n(p, __ATOMIC_ACQUIRE) == mine; });
      __atomic_store_n(p, mine + 1, __ATOMIC_RELEASE);
    }
  });
  CHECK(at == 20 * 300);
}

// All threads of a block wait for one condition, which another block, a spinning thread of the same block or the host makes true.
static void shared_key() {
  int flag = 0, stop = 0, reached = 0, first = 1;
  int *f = &flag, *s = &stop, *r = &reached, *one = &first;
  std::thread host([=] {
    while (!__atomic_load_n(r, __ATOMIC_ACQUIRE))
      std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    __atomic_store_n(s, 1, __ATOMIC_RELEASE);
  });
  flcpu::launch(9, 256, 0, 0, [=] {
    if (blockIdx.x == 8 && threadIdx.x == 255) {
      while (__atomic_load_n(one, __ATOMIC_ACQUIRE) != 8 * 256)
        flcpu::yield();
      __atomic_store_n(f, 1, __ATOMIC_RELEASE);
    } else if (blockIdx.x < 8) {
      atomicAdd(one, blockIdx.x + threadIdx.x ? 1 : 0);
    }
    flcpu::wait_until(f, [=] { return __atomic_load_n(f, __ATOMIC_ACQUIRE) == 1; });
    __atomic_store_n(r, 1, __ATOMIC_RELEASE);
    flcpu::wait_until(s, [=] { return __atomic_load_n(s, __ATOMIC_ACQUIRE) == 1; });
  });
  host.join();
  CHECK(flag == 1 && reached == 1);
}

// Blocks wait for blocks that have not started, more than there are threads.
static void later_blocks() {
  constexpr int blocks = 3000;
  std::vector<int> done(blocks + 1);
  int *d = done.data();
  d[blocks] = 1;
  flcpu::launch(blocks, 1, 0, 0, [=] {
    const int *next = &d[blockIdx.x + 1];
    flcpu::wait_until(next, [=] { return __atomic_load_n(next, __ATOMIC_ACQUIRE) == 1; });
    __atomic_store_n(&d[blockIdx.x], 1, __ATOMIC_RELEASE);
  });
  CHECK(done[0] == 1);
}

// A block's threads join, watch and spin at the same time.
static void all_waits() {
  std::atomic<int> n{0};
  int flag = 0;
  auto *p = &n;
  int *f = &flag;
  flcpu::launch(4, 60, 0, 0, [=] {
    switch (threadIdx.x % 3) {
    case 0:
      flcpu::launch(1, 10, 0, 0, [=] {
        if (++*p == 4 * 20 * 10)
          __atomic_store_n(f, 1, __ATOMIC_RELEASE);
      });
      cudaDeviceSynchronize();
      break;
    case 1: flcpu::wait_until(f, [=] { return __atomic_load_n(f, __ATOMIC_ACQUIRE) == 1; }); break;
    default:
      while (!__atomic_load_n(f, __ATOMIC_ACQUIRE))
        flcpu::yield();
    }
    __syncthreads();
  });
  CHECK(n == 4 * 20 * 10);
}

int main() {
  indices();
  barriers();
  nested();
  launches();
  token();
  shared_key();
  if (!few_fibers)
    later_blocks();
  all_waits();
  int calls = 0;
  flcpu::wait_until(nullptr, [&] { return ++calls == 3; }); // on the host
  CHECK(calls == 3);
  return finish();
}
