// Launches that find no place in the worklist: many and few of them, wide ones among the others, in an order and without, over several windows of levels, below each other, and where memory for some of
// them is refused. All that were accepted run, each once, none before its turn.
#include "../programs/include/allocated.h"
#include "check.h"
__device__ unsigned refused_every, asked;
__device__ static void *some_memory(size_t n) {
  return refused_every && atomicAdd(&asked, 1u) % refused_every == 1 ? nullptr : malloc(n);
}
#define FL_CHUNK_MEMORY some_memory
#include "kernel.h"
#include "settings.h"

typedef unsigned long long u64;

// Counts its blocks. All blocks of what comes before it have counted, and none of what comes behind it.
struct turn : kernel {
  using args = __fl::pack<u64 *, u64, unsigned, unsigned *>;
  template <class C> DEVICE void run(C &c, const args &a) {
    if (c.thread_idx().x != 0)
      return;
    const u64 seen = atomicAdd(a.get<0>(), u64(1));
    if (a.get<2>() && (seen < a.get<1>() || seen >= a.get<1>() + a.get<2>()))
      atomicAdd(a.get<3>(), 1u);
  }
};
static __host__ __device__ unsigned blocks_of_launch(int k) {
  return k % 97 == 5 ? 1500 + k % 3 : k % 7 == 3 ? 70 : 1;
}
// Each thread launches so many, and says how many blocks the accepted ones have.
template <bool in_turns> struct launching : kernel {
  using args = __fl::pack<u64 *, u64 *, unsigned *, int>;
  using kids = __fl::list<turn>;
  static constexpr bool ordered = in_turns;
  template <class FlCtx> DEVICE void run(FlCtx &fl_ctx, const args &a) {
    const __fl::api::cudaGetLastError<FlCtx> cudaGetLastError{fl_ctx};
    const int i = index_of(fl_ctx);
    u64 sum = 0;
    for (int k = 0; k < a.template get<3>(); ++k) {
      const unsigned blocks = blocks_of_launch(k + i);
      __fl::record(fl_ctx).template launch<turn>(__fl::config(blocks, 32),
                                               turn::args{a.template get<0>() + i, sum, in_turns ? blocks : 0u, a.template get<2>()});
      if (cudaGetLastError() == cudaSuccess)
        sum += blocks;
    }
    a.template get<1>()[i] = sum;
  }
};
template <bool in_turns> static void launch(int threads, int launches, bool all) {
  array<u64> count(threads), accepted(threads);
  array<unsigned> wrong(1);
  start<launching<in_turns>>(__fl::config((threads + 63) / 64, threads < 64 ? threads : 64), count.get(), accepted.get(), wrong.get(), launches);
  CHECK(count.read() == accepted.read());
  CHECK(wrong.read()[0] == 0);
  u64 sum = 0, want = 0;
  for (u64 n : accepted.read())
    sum += n;
  for (int i = 0; i < threads; ++i)
    for (int k = i; k < i + launches; ++k)
      want += blocks_of_launch(k);
  CHECK(all ? sum == want : sum < want);
}

// A tree, of which every node launches those below it, in an order or without.
template <bool in_turns> struct node : kernel {
  using args = __fl::pack<u64 *, int>;
  using kids = __fl::list<node>;
  static constexpr bool ordered = in_turns;
  template <class C> DEVICE void run(C &c, const args &a) {
    if (c.thread_idx().x != 0)
      return;
    atomicAdd(a.template get<0>(), u64(1));
    for (int k = 0; k < 5 && a.template get<1>() > 0; ++k)
      __fl::record(c).template launch<node>(__fl::config(1 + k % 2, 32), args{a.template get<0>(), a.template get<1>() - 1});
  }
};
template <bool in_turns> static void tree(int depth) {
  array<u64> count(1);
  start<node<in_turns>>(__fl::config(1, 32), count.get(), depth);
  u64 want = 0, row = 1;
  for (int d = 0; d <= depth; ++d, row *= 7)
    want += row;
  CHECK(count.read()[0] == want);
}

// No memory of a launch is left behind it. What the CPU target itself uses varies.
static void leaves_nothing(Allocated &allocated) {
  const int launches = 200;
  std::string why;
  for (int k = 0; k < launches; ++k) {
    k % 2 ? tree<true>(3) : tree<false>(3);
    CHECK(allocated.stays(k, launches / 4, launches * 1000, why));
  }
}

static int run() {
  Allocated allocated;
  launch<true>(1, 3, true);
  launch<true>(3, 5000, true); // three windows
  launch<true>(512, 40, true);
  launch<false>(3, 2000, true);
  launch<false>(512, 40, true);
  tree<true>(5);
  tree<false>(5);
  leaves_nothing(allocated);
  return verdict("spilled");
}
static int run_short_of_memory() {
  const unsigned some = 3;
#ifdef FLCPU
  refused_every = some;
#else
  CUDA(cudaMemcpyToSymbol(refused_every, &some, sizeof some));
#endif
  launch<true>(3, 5000, false);
  launch<true>(512, 40, false);
  launch<false>(512, 40, false);
  return verdict("spilled, short of memory");
}
int main() {
  const int status = under({{nullptr, nullptr}, {nullptr, "1"}, {nullptr, "16"}, {"1", "1000"}}, run) | under({{nullptr, "1"}, {nullptr, "300"}}, run_short_of_memory);
  printf("spilled: %s\n", status ? "FAILED" : "ok");
  return status;
}
