// Device-side launches: order, completion, errors, very many and very deep.
#include "check.h"
#include <vector>

// A log that grids append to.
struct logbook {
  std::vector<int> entries = std::vector<int>(4096, -1);
  std::atomic<int> used{0};
  void add(int v) { entries[size_t(used++)] = v; }
  int find(int v) const {
    for (int i = 0; i < used; i++)
      if (entries[size_t(i)] == v)
        return i;
    return -1;
  }
};

// One thread's launches into the NULL stream, with grandchildren, run one after another.
static void same_thread_order() {
  for (cudaStream_t stream : {cudaStream_t(nullptr), cudaStreamPerThread}) {
    logbook log;
    logbook *l = &log;
    flcpu::launch(1, 1, 0, 0, [=] {
      for (int i = 0; i < 20; i++)
        flcpu::launch(4, 8, 0, stream, [=] { flcpu::launch(1, 1, 0, 0, [=] { l->add(i); }); });
    });
    CHECK(log.used == 20 * 32);
    for (int i = 0; i < log.used; i++)
      CHECK(log.entries[size_t(i)] == i / 32);
  }
}

// All threads launch; what each launched is in order, and complete when the host goes on.
static void many_threads() {
  std::vector<int> state(64 * 128);
  int *s = state.data();
  flcpu::launch(64, 128, 0, 0, [=] {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    s[i] = 1;
    flcpu::launch(1, 32, 0, 0, [=] {
      if (threadIdx.x == 0 && s[i] == 1)
        s[i] = 2;
    });
    flcpu::launch(1, 1, 0, 0, [=] { s[i] = s[i] == 2 ? 3 : -1; });
  });
  for (int v : state)
    CHECK(v == 3);
}

static void created_streams() {
  logbook log;
  logbook *l = &log;
  flcpu::launch(1, 1, 0, 0, [=] {
    cudaStream_t a, b;
    CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking) == cudaSuccess);
    CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking) == cudaSuccess);
    for (int i = 0; i < 50; i++) {
      flcpu::launch(1, 1, 0, a, [=] { l->add(i); });
      flcpu::launch(1, 1, 0, b, [=] { l->add(100 + i); });
    }
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
  });
  CHECK(log.used == 100);
  for (int i = 1; i < 50; i++)
    CHECK(log.find(i - 1) < log.find(i) && log.find(99 + i) < log.find(100 + i));

  // Threads of a block share a stream, and a lock step of barriers orders their launches.
  logbook shared_log;
  l = &shared_log;
  flcpu::launch(1, 16, 0, 0, [=] {
    static char key;
    auto &s = flcpu::shared<cudaStream_t>(&key);
    if (threadIdx.x == 0)
      cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    __syncthreads();
    for (unsigned t = 0; t < 16; t++) {
      const int me = int(t);
      if (threadIdx.x == t)
        flcpu::launch(1, 1, 0, s, [=] { l->add(me); });
      __syncthreads();
    }
    if (threadIdx.x == 0)
      cudaStreamDestroy(s);
  });
  for (int i = 0; i < 16; i++)
    CHECK(shared_log.entries[size_t(i)] == i);
}

static void events() {
  for (int round = 0; round < 50; round++) {
    int value = 0, seen = -1;
    int *v = &value, *s = &seen;
    flcpu::launch(1, 1, 0, 0, [=] {
      cudaStream_t a, b;
      cudaEvent_t e;
      cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
      cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
      CHECK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming) == cudaSuccess);
      for (int i = 0; i < 10; i++)
        flcpu::launch(1, 1, 0, a, [=] { ++*v; });
      CHECK(cudaEventRecord(e, a) == cudaSuccess);
      CHECK(cudaStreamWaitEvent(b, e, 0) == cudaSuccess);
      flcpu::launch(1, 1, 0, b, [=] { *s = *v; });
      cudaEventDestroy(e);
      cudaStreamDestroy(a);
      cudaStreamDestroy(b);
    });
    CHECK(seen == 10);
  }
}

static void tails() {
  for (int round = 0; round < 20; round++) {
    logbook log;
    logbook *l = &log;
    flcpu::launch(2, 4, 0, 0, [=] {
      const int id = int(blockIdx.x * 4 + threadIdx.x);
      if (id == 0)
        for (int i = 0; i < 3; i++)
          flcpu::launch(1, 1, 0, cudaStreamTailLaunch, [=] {
            flcpu::launch(1, 1, 0, 0, [=] {
              flcpu::launch(1, 1, 0, cudaStreamFireAndForget, [=] { l->add(1000 + i); });
            });
            flcpu::launch(1, 1, 0, cudaStreamTailLaunch, [=] { l->add(2000 + i); });
          });
      flcpu::launch(1, 1, 0, 0, [=] { flcpu::launch(1, 1, 0, 0, [=] { l->add(id); }); });
      flcpu::launch(1, 1, 0, cudaStreamFireAndForget, [=] { l->add(100 + id); });
    });
    CHECK(log.used == 16 + 6);
    for (int i = 0; i < 3; i++) {
      CHECK(log.entries[size_t(16 + 2 * i)] == 1000 + i);
      CHECK(log.entries[size_t(17 + 2 * i)] == 2000 + i);
    }
  }
  // A chain: each grid tail-launches the next.
  int steps = 0;
  int *s = &steps;
  struct chain {
    static void step(int *s, int left) {
      ++*s;
      if (left)
        flcpu::launch(1, 1, 0, cudaStreamTailLaunch, [=] { step(s, left - 1); });
    }
  };
  flcpu::launch(1, 1, 0, 0, [=] { chain::step(s, 5000); });
  CHECK(steps == 5001);
}

static void memory_operations() {
  for (int round = 0; round < 20; round++) {
    std::vector<int> a(100, 1), b(100, 2), c(100, 3);
    int *pa = a.data(), *pb = b.data(), *pc = c.data();
    flcpu::launch(1, 1, 0, 0, [=] {
      cudaStream_t s;
      cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
      for (cudaStream_t stream : {cudaStream_t(nullptr), s}) {
        int *from = stream ? pb : pa;
        flcpu::launch(1, 100, 0, stream, [=] { from[threadIdx.x] = int(threadIdx.x); });
        cudaMemcpyAsync(pc, from, 50 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
        cudaMemsetAsync(from, 0, 25 * sizeof(int), stream);
        flcpu::launch(1, 100, 0, stream, [=] { from[threadIdx.x] += 1000; });
        cudaMemset2DAsync(from + 90, 8, 0xff, 4, 2, stream);
      }
      cudaStreamDestroy(s);
    });
    for (int i = 0; i < 100; i++) {
      const int expected = i == 90 || i == 92 ? -1 : i < 25 ? 1000 : 1000 + i;
      CHECK(a[size_t(i)] == expected && b[size_t(i)] == expected);
      CHECK(c[size_t(i)] == (i < 50 ? i : 3));
    }
  }
}

static void launch_errors() {
  int ran = 0;
  int *r = &ran;
  auto body = [=] { atomicAdd(r, 1); };
  const dim3 bad[][2] = {{0, 1},
                         {1, 0},
                         {1, 1025},
                         {1, dim3(32, 33)},
                         {1, dim3(1, 1, 65)},
                         {dim3(1, 65536), 1},
                         {dim3(1, 1, 65536), 1},
                         {0x80000000u, 1}};
  for (auto &c : bad) {
    flcpu::launch(c[0], c[1], 0, 0, body);
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaSuccess);
  }
  flcpu::launch(1, 1, 228 * 1024, 0, body);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(ran == 0);
  flcpu::launch(1, 1, 227 * 1024, 0, body);
  CHECK(cudaGetLastError() == cudaSuccess && ran == 1);

  // Each CUDA thread has its own last error.
  flcpu::launch(2, 64, 0, 0, [=] {
    CHECK(cudaGetLastError() == cudaSuccess);
    flcpu::launch(1, threadIdx.x % 2 ? 2000u : 1u, 0, 0, body);
    __syncthreads();
    CHECK(cudaPeekAtLastError() == (threadIdx.x % 2 ? cudaErrorInvalidConfiguration : cudaSuccess));
    CHECK(cudaGetLastError() == (threadIdx.x % 2 ? cudaErrorInvalidConfiguration : cudaSuccess));
    CHECK(cudaGetLastError() == cudaSuccess);
  });
  CHECK(ran == 1 + 64 && cudaGetLastError() == cudaSuccess);
}

static void many_pending(unsigned n) {
  std::atomic<unsigned> ran{0}, before{0};
  auto *r = &ran, *b = &before;
  flcpu::launch(1, 1, 0, 0, [=] {
    for (unsigned i = 0; i < n; i++)
      flcpu::launch(1, 1, 0, 0, [=] {
        if (r->fetch_add(1) != i)
          ++*b;
      });
  });
  CHECK(ran == n && before == 0);
  ran = 0;
  flcpu::launch(1, 1, 0, 0, [=] {
    for (unsigned i = 0; i < n; i++)
      flcpu::launch(1, 1, 0, cudaStreamFireAndForget, [=] { ++*r; });
  });
  CHECK(ran == n);
}

static void descend(int *deepest, int left) {
  if (left == 0)
    *deepest = 1;
  else
    flcpu::launch(1, 1, 0, 0, [=] { descend(deepest, left - 1); });
}
static void tree(std::atomic<int> *leaves, int left) {
  if (left == 0) {
    ++*leaves;
    return;
  }
  flcpu::launch(1, 2, 0, 0, [=] { tree(leaves, left - 1); });
}
static void deep() {
  int deepest = 0;
  descend(&deepest, 0);
  deepest = 0;
  int *d = &deepest;
  flcpu::launch(1, 1, 0, 0, [=] { descend(d, 100000); });
  CHECK(deepest == 1);
  std::atomic<int> leaves{0};
  auto *l = &leaves;
  flcpu::launch(1, 1, 0, 0, [=] { tree(l, 14); });
  CHECK(leaves == 1 << 14);
}

// Arguments that own memory are destroyed, once, after the grid has run.
static std::atomic<int> alive{0};
struct owner {
  int *p = new int(5);
  owner() { ++alive; }
  owner(const owner &o) : p(new int(*o.p)) { ++alive; }
  owner(owner &&o) : p(o.p) {
    o.p = nullptr;
    ++alive;
  }
  owner &operator=(const owner &) = delete;
  ~owner() {
    delete p;
    --alive;
  }
};
static void owning_bodies() {
  {
    owner o;
    flcpu::launch(3, 3, 0, 0, [o] {
      CHECK(*o.p == 5);
      owner mine;
      flcpu::launch(2, 2, 0, 0, [mine] { CHECK(*mine.p == 5); });
    });
  }
  CHECK(alive == 0);
}

int main() {
  same_thread_order();
  many_threads();
  created_streams();
  events();
  tails();
  memory_operations();
  launch_errors();
  many_pending(60000);
  many_pending(few_fibers ? 100000 : 1000000);
  deep();
  owning_bodies();
  return finish();
}
