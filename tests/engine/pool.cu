// The pool for allocations on the device: blocks never overlap, whoever allocates and frees; all of it can be had again, in other sizes; what does not fit
// comes from the device's heap; new and delete with constructors. `pool N` makes N times as many rounds.
#define FL_POOL (4 << 20)
#include "pool_run.h"

constexpr unsigned threads_all = 4096;

DEVICE unsigned mix(unsigned x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}
// An allocation begins with its size in words and who made it, and is filled with a number that follows from both.
DEVICE unsigned *make(unsigned words, unsigned id) {
  unsigned *p = static_cast<unsigned *>(__fl::heap::malloc(words * 4));
  if (!p)
    return p;
  p[0] = words;
  p[1] = id;
  for (unsigned i = 2; i < words; ++i)
    p[i] = mix(words * 31 + id) + i;
  return p;
}
DEVICE unsigned wrong(const unsigned *p) {
  unsigned bad = p[0] < 2 || p[0] > 8192 || size_t(p) % 16 != 0;
  for (unsigned i = 2; !bad && i < p[0]; ++i)
    bad += p[i] != mix(p[0] * 31 + p[1]) + i;
  return bad;
}
DEVICE unsigned *swap(unsigned **at, unsigned *p) {
  return reinterpret_cast<unsigned *>(
      atomicExch(reinterpret_cast<unsigned long long *>(at), reinterpret_cast<size_t>(p)));
}

// Threads allocate, leave what they made in random places, and check and free what they find there. Lanes take different ways.
struct churn : kernel {
  using args = __fl::pack<unsigned **, unsigned *, unsigned, unsigned, unsigned>;
  template <class C> DEVICE void run(C &c, const args &a) {
    unsigned **const slots = a.get<0>();
    unsigned *const bad = a.get<1>(), rounds = a.get<2>(), seed = a.get<3>(), most = a.get<4>();
    const unsigned me = unsigned(index_of(c));
    unsigned state = mix(me + seed * 7919);
    for (unsigned r = 0; r < rounds; ++r) {
      state = mix(state + r);
      unsigned *p = nullptr;
      if (state % 4 != 0) {
        p = make(2 + (state >> 8) % most, me);
        if (!p)
          atomicAdd(bad + 1, 1u);
      }
      __threadfence();
      p = swap(slots + mix(state) % threads_all, p);
      __threadfence();
      if (p) {
        if (wrong(p))
          atomicAdd(bad, 1u);
        __fl::heap::free(p);
      }
    }
  }
};
struct sweep : kernel { // frees what is left
  using args = __fl::pack<unsigned **, unsigned *>;
  template <class C> DEVICE void run(C &c, const args &a) {
    unsigned *&p = a.get<0>()[index_of(c)];
    if (p && wrong(p))
      atomicAdd(a.get<1>(), 1u);
    __fl::heap::free(p);
    p = nullptr;
  }
};
static void churning(unsigned rounds, unsigned most) {
  array<unsigned *> slots(threads_all);
  array<unsigned> bad(2);
  for (unsigned i = 0; i < 3; ++i)
    run<churn>(__fl::config(threads_all / 128, 128), slots.get(), bad.get(), rounds, i, most);
  run<sweep>(__fl::config(threads_all / 64, 64), slots.get(), bad.get());
  CHECK(bad.read()[0] == 0);
  CHECK(bad.read()[1] == 0);
}

// Everything is allocated, then checked and freed by another launch. Counts what came from the pool.
struct fill : kernel {
  using args = __fl::pack<unsigned **, unsigned *, unsigned>;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int i = index_of(c);
    unsigned *const p = a.get<0>()[i] = make(a.get<2>(), unsigned(i));
    if (p && __fl::in_pool(p))
      atomicAdd(a.get<1>() + 1, 1u);
    if (!p)
      atomicAdd(a.get<1>() + 2, 1u);
  }
};
static unsigned filling(unsigned n, unsigned words) {
  array<unsigned *> all(n);
  array<unsigned> counts(3);
  run<fill>(__fl::config(n / 64, 64), all.get(), counts.get(), words);
  run<sweep>(__fl::config(n / 64, 64), all.get(), counts.get());
  const std::vector<unsigned> got = counts.read();
  CHECK(got[0] == 0);
  CHECK(got[2] == 0);
  return got[1];
}

// Every second one is freed, and their places can be had again.
struct odd : kernel {
  using args = __fl::pack<unsigned **>;
  template <class C> DEVICE void run(C &c, const args &a) {
    unsigned *&p = a.get<0>()[index_of(c)];
    if (index_of(c) % 2) {
      __fl::heap::free(p);
      p = nullptr;
    }
  }
};
struct refill : kernel {
  using args = __fl::pack<unsigned **, unsigned *, unsigned>;
  template <class C> DEVICE void run(C &c, const args &a) {
    if (!a.get<0>()[index_of(c)])
      fill::run(c, a);
  }
};
static void halves(unsigned n, unsigned words) {
  array<unsigned *> all(n);
  array<unsigned> counts(3);
  run<fill>(__fl::config(n / 64, 64), all.get(), counts.get(), words);
  for (int i = 0; i < 3; ++i) {
    run<odd>(__fl::config(n / 64, 64), all.get());
    run<refill>(__fl::config(n / 64, 64), all.get(), counts.get(), words);
  }
  run<sweep>(__fl::config(n / 64, 64), all.get(), counts.get());
  const std::vector<unsigned> got = counts.read();
  CHECK(got[0] == 0);
  CHECK(got[1] == n + 3 * (n / 2));
}

struct counted {
  int value, *alive;
  virtual __device__ int twice() const { return value * 2; }
  __device__ counted() : value(5), alive(nullptr) {}
  __device__ counted(int v, int *a) : value(v), alive(a) { atomicAdd(alive, 1); }
  virtual __device__ ~counted() {
    if (alive)
      atomicAdd(alive, -1);
  }
};
struct beside {
  double d;
  __device__ virtual ~beside() {}
};
struct derived : beside, counted {
  __device__ derived(int v, int *a) : counted(v, a) {}
  __device__ int twice() const override { return value * 2 + 1; }
};
struct objects : kernel {
  using args = __fl::pack<int *>;
  template <class C> DEVICE void run(C &c, const args &a) {
    int *const alive = a.get<0>(), *const bad = alive + 1, me = index_of(c);
    counted *one = new (__fl::heap::tag{}) counted(me, alive);
    counted *base = new (__fl::heap::tag{}) derived(me, alive);
    counted *const many = new (__fl::heap::tag{}) counted[5];
    int *const plain = new (__fl::heap::tag{}) int[7];
    for (int i = 0; i < 5; ++i) {
      atomicAdd(bad, many[i].value != 5);
      many[i].alive = alive;
      atomicAdd(alive, 1);
    }
    atomicAdd(bad, one->twice() != 2 * me || base->twice() != 2 * me + 1);
    atomicAdd(bad, !__fl::in_pool(one) || !__fl::in_pool(base) || !__fl::in_pool(many) ||
                       !__fl::in_pool(plain));
    __fl::heap::destroy(one);
    __fl::heap::destroy(base); // not the address that was allocated
    __fl::heap::destroy_array(many);
    __fl::heap::destroy_array(plain);
    __fl::heap::destroy(static_cast<counted *>(nullptr));
    __fl::heap::destroy_array(static_cast<counted *>(nullptr));
  }
};

struct sizes : kernel {
  using args = __fl::pack<unsigned *>;
  template <class C> DEVICE void run(C &, const args &a) {
    unsigned before = 0;
    for (unsigned n = 1; n <= __fl::pool_largest; ++n) {
      const unsigned c = __fl::class_of(n), bytes = __fl::class_bytes(c);
      if (bytes < n || (c && __fl::class_bytes(c - 1) >= n) || bytes % 16 || c < before ||
          c >= __fl::pool_classes)
        atomicAdd(a.get<0>(), 1u);
      before = c;
    }
    for (unsigned k = 0; k < 64; ++k)
      if (__fl::nth_bit(~0ull, k) != k)
        atomicAdd(a.get<0>(), 1u);
    if (__fl::nth_bit(0x8000000000000010ull, 1) != 63 || __fl::rotate(3, 63) != 0x8000000000000001ull)
      atomicAdd(a.get<0>(), 1u);
    int *p = nullptr; // nothing, too much, and what is none of ours
    if (__fl::heap::cudaMalloc(&p, size_t(1) << 60) != cudaErrorMemoryAllocation || p ||
        __fl::heap::malloc(size_t(1) << 60) || __fl::heap::cudaMalloc(&p, 0) != cudaErrorInvalidValue || p ||
        __fl::heap::cudaFree(nullptr) != cudaSuccess)
      atomicAdd(a.get<0>(), 1u);
    __fl::heap::free(nullptr);
    void *large = __fl::heap::malloc(__fl::pool_largest + 1);
    if (!large || __fl::in_pool(large))
      atomicAdd(a.get<0>(), 1u);
    __fl::heap::free(large);
    void *const twice = __fl::heap::malloc(100);
    __fl::heap::free(twice);
    __fl::heap::free(twice); // harms nobody
  }
};

int main(int argc, char **argv) {
  const unsigned scale = argc > 1 ? unsigned(atoi(argv[1])) : 1;
  CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 256 << 20));
  {
    array<unsigned> bad(1);
    run<sizes>(__fl::config(1, 1), bad.get());
    CHECK(bad.read()[0] == 0);
  }
  for (unsigned most : {14u, 120u, 900u})
    churning((__fl::on_cpu ? 20 : 200) * scale, most);
  churning((__fl::on_cpu ? 5 : 20) * scale, 6000); // some are too large for the pool
  // 4 MB: in small blocks, in large ones, in small ones again. Pages that are empty change their class.
  for (unsigned words : {4u, 8u, 12u, 64u, 192u, 1024u, 4096u, 8u}) {
    const unsigned all = FL_POOL / (words * 4) / 64 * 64;
    CHECK(filling(all * 3 / 4 / 64 * 64, words) >= all * 2 / 3);
    const unsigned too_many = filling(all * 5 / 4 / 64 * 64 + 64, words); // beyond it, the device's heap
    CHECK(too_many <= FL_POOL / (words * 4) && too_many >= all * 9 / 10);
  }
  halves(16384, 16);
  halves(16384, 30);
  {
    array<int> counts(2);
    run<objects>(__fl::config(20, 64), counts.get());
    CHECK(counts.read()[0] == 0);
    CHECK(counts.read()[1] == 0);
  }
  return verdict("pool");
}
