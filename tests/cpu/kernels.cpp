// Built-in variables, shared memory and block barriers.
#include "check.h"
#include <cooperative_groups.h>
#include <vector>

static void builtins() {
  const dim3 grid(3, 2, 2), block(5, 4, 3);
  std::vector<int> seen(3 * 2 * 2 * 5 * 4 * 3);
  int *s = seen.data();
  flcpu::launch(grid, block, 0, 0, [=] {
    CHECK(flcpu::on_device());
    CHECK(gridDim.x == 3 && gridDim.y == 2 && gridDim.z == 2);
    CHECK(blockDim.x == 5 && blockDim.y == 4 && blockDim.z == 3);
    const unsigned b = blockIdx.x + 3 * (blockIdx.y + 2 * blockIdx.z);
    const unsigned t = threadIdx.x + 5 * (threadIdx.y + 4 * threadIdx.z);
    atomicAdd(&s[b * 60 + t], 1);
  });
  for (int n : seen)
    CHECK(n == 1);
  CHECK(!flcpu::on_device());
  CHECK(threadIdx.x == 0 && blockDim.x == 0);
}

struct context {
  uint3 thread_idx() const { return uint3{41, 0, 0}; }
  dim3 block_dim() const { return dim3(7); }
};
// Generated code shadows built-ins and calls by locals of the same name.
static void shadowing() {
  int result = 0;
  context ctx;
  const auto threadIdx = ctx.thread_idx();
  const auto blockDim = ctx.block_dim();
  struct syncthreads {
    const context &c;
    int operator()() const { return 2; }
  };
  const syncthreads __syncthreads{ctx}, cudaGetLastError{ctx}, cudaMalloc{ctx}, __shfl_sync{ctx};
  result = int(threadIdx.x) + int(blockDim.x) + __syncthreads() + cudaGetLastError() +
           cudaMalloc() + __shfl_sync();
  CHECK(result == 56);
}

static int reduce(int threads) {
  int out = -1;
  int *o = &out;
  flcpu::launch(1, unsigned(threads), 0, 0, [=] {
    static char key, key2;
    auto &a = flcpu::shared<int[1024]>(&key);
    auto &n = flcpu::shared<int>(&key2);
    a[threadIdx.x] = int(threadIdx.x) + 1;
    if (threadIdx.x == 0)
      n = threads;
    __syncthreads();
    for (int d = 512; d; d /= 2) {
      if (int(threadIdx.x) < d && int(threadIdx.x) + d < n)
        a[threadIdx.x] += a[threadIdx.x + unsigned(d)];
      __syncthreads();
    }
    if (threadIdx.x == 0)
      *o = a[0];
  });
  return out;
}

static void barriers() {
  for (int n : {1, 2, 31, 32, 33, 48, 100, 250, 511, 1000, 1024})
    CHECK(reduce(n) == n * (n + 1) / 2);
  int wrong = 0;
  int *w = &wrong;
  flcpu::launch(7, 200, 0, 0, [=] {
    for (int i = 0; i < 5; i++) {
      const int t = int(threadIdx.x);
      if (__syncthreads_count(t % 3 == 0) != 67 || __syncthreads_and(t < 200) != 1 ||
          __syncthreads_and(t < 199) != 0 || __syncthreads_or(t == 150) != 1 ||
          __syncthreads_or(0) != 0)
        atomicAdd(w, 1);
    }
  });
  CHECK(wrong == 0);
}

// Threads that have returned are not waited for.
static void early_exit() {
  for (unsigned leave : {1u, 31u, 32u, 50u, 99u}) {
    int count = 0;
    int *c = &count;
    flcpu::launch(4, 100, 0, 0, [=] {
      if (threadIdx.x < leave)
        return;
      __syncthreads();
      atomicAdd(c, 1);
      if (threadIdx.x % 2)
        return;
      const int n = __syncthreads_count(1);
      int even = 0;
      for (unsigned t = leave; t < 100; t++)
        even += t % 2 == 0;
      CHECK(n == even);
    });
    CHECK(count == 4 * int(100 - leave));
  }
}

struct alignas(64) wide {
  double v[8];
};
template <int N> struct in_template {
  static int *get() {
    static char key;
    return flcpu::shared<int[N]>(&key);
  }
};

static flcpu::dynamic_array<float> dyn;

static void shared_memory() {
  flcpu::launch(50, 64, 4096, 0, [=] {
    static char keys[40];
    for (int i = 0; i < 40; i++) {
      int &v = flcpu::shared<int>(&keys[i]);
      CHECK(reinterpret_cast<uintptr_t>(&v) % 16 == 0);
      if (threadIdx.x == unsigned(i))
        v = i * 3 + int(blockIdx.x);
    }
    static char wide_key, big_key;
    CHECK(reinterpret_cast<uintptr_t>(&flcpu::shared<wide>(&wide_key)) % 64 == 0);
    auto &big = flcpu::shared<int[50000]>(&big_key);
    big[49999 - threadIdx.x] = int(threadIdx.x);
    CHECK(in_template<3>::get() != in_template<4>::get());
    CHECK(in_template<3>::get() == in_template<3>::get());
    __syncthreads();
    for (int i = 0; i < 40; i++)
      CHECK(flcpu::shared<int>(&keys[i]) == i * 3 + int(blockIdx.x));
    CHECK(big[49999 - (threadIdx.x + 1) % 64] == int((threadIdx.x + 1) % 64));
    __syncthreads();

    float *d = flcpu::dynamic_shared<float>();
    CHECK(reinterpret_cast<uintptr_t>(d) % 16 == 0);
    d[threadIdx.x] = float(threadIdx.x);
    d[1023] = 5;
    __syncthreads();
    CHECK(dyn[(threadIdx.x + 1) % 64] == float((threadIdx.x + 1) % 64));
    CHECK(*(dyn + 1023) == 5 && &dyn[2] == d + 2);
    CHECK((int *)dyn == reinterpret_cast<int *>(d));
    float *as_pointer = dyn;
    CHECK(as_pointer == d);
  });
}

static void groups() {
  namespace cg = cooperative_groups;
  flcpu::launch(dim3(2, 2), dim3(8, 8), 0, 0, [=] {
    static char key;
    int &sum = flcpu::shared<int>(&key);
    auto block = cg::this_thread_block();
    CHECK(block.size() == 64 && block.thread_rank() == threadIdx.x + 8 * threadIdx.y);
    CHECK(block.group_index().y == blockIdx.y && block.thread_index().x == threadIdx.x);
    if (block.thread_rank() == 0)
      sum = 0;
    block.sync();
    auto tile = cg::tiled_partition<16>(block);
    CHECK(tile.thread_rank() == block.thread_rank() % 16);
    CHECK(tile.meta_group_rank() == block.thread_rank() / 16 && tile.meta_group_size() == 4);
    int v = int(block.thread_rank());
    for (unsigned d = tile.size() / 2; d; d /= 2)
      v += tile.shfl_down(v, d);
    if (tile.thread_rank() == 0)
      atomicAdd(&sum, v);
    CHECK(tile.ballot(tile.thread_rank() == 3) == 8u);
    CHECK(tile.any(tile.thread_rank() == 3) && !tile.all(tile.thread_rank() == 3));
    CHECK(tile.shfl(int(tile.thread_rank()), 5) == 5);
    auto four = cg::tiled_partition<4>(tile);
    CHECK(four.shfl_xor(int(four.thread_rank()), 1) == int(four.thread_rank() ^ 1));
    block.sync();
    CHECK(sum == 63 * 64 / 2);
  });
}

int main() {
  builtins();
  shadowing();
  barriers();
  early_exit();
  shared_memory();
  groups();
  return finish();
}
