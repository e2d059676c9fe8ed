// Virtual blocks: barriers for every block size, threads that leave early, votes, shared memory
// static and dynamic, partly filled warps, blocks and grids of three dimensions.
#include "kernel.h"

struct sum_shared {
  int part[1024];
};
// Every block sums its indices over shared memory with a barrier tree; `leave`: threads above 3/4
// of the block leave first.
template <bool leave, int most> struct tree_sum : kernel {
  using args = __fl::pack<int *, int>;
  using shared = sum_shared;
  static constexpr int max_threads = most;
  static constexpr bool barrier = true, early_exit = leave;
  template <class C> DEVICE void run(C &c, const args &a) {
    auto &s = c.template shared<sum_shared>();
    const int t = int(c.thread_idx().x), n = int(c.block_dim().x);
    s.part[t] = t + int(c.block_idx().x);
    c.sync();
    if (leave && t > n * 3 / 4)
      return;
    for (int w = 1; w < n; w *= 2) {
      const int v = t + w < n ? s.part[t + w] : 0;
      c.sync();
      if (t % (2 * w) == 0)
        s.part[t] += v;
      c.sync();
    }
    if (t == 0)
      a.template get<0>()[a.template get<1>() + c.block_idx().x] = s.part[0];
  }
};
template <bool leave, int most> struct tree_parent : kernel {
  using args = __fl::pack<int *, int, int>;
  using kids = __fl::list<tree_sum<leave, most>>;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int blocks = a.template get<1>(), threads = a.template get<2>();
    using child = tree_sum<leave, most>;
    __fl::record(c).template launch<child>(
        __fl::config(blocks, threads),
        typename child::args{a.template get<0>(), index_of(c) * blocks});
  }
};
template <bool leave, int most> static void trees(int threads) {
  const int parents = 5, blocks = 11;
  array<int> sums(parents * blocks);
  start<tree_parent<leave, most>>(__fl::config(1, parents), sums.get(), blocks, threads);
  const std::vector<int> got = sums.read();
  for (int i = 0; i < parents * blocks; ++i) {
    // Whoever leaves takes part in nothing but its own store: partial sums of the others still hold
    // it.
    std::vector<int> part(threads);
    for (int t = 0; t < threads; ++t)
      part[t] = t + i % blocks;
    for (int w = 1; w < threads; w *= 2) {
      std::vector<int> next = part;
      for (int t = 0; t < threads; t += 2 * w)
        if (!(leave && t > threads * 3 / 4))
          next[t] = part[t] + (t + w < threads ? part[t + w] : 0);
      part = next;
    }
    CHECK(got[i] == part[0]);
  }
}

// Votes over the block, and dynamic shared memory of a size known only at run time.
struct votes : kernel {
  using args = __fl::pack<int *, int>;
  static constexpr int max_threads = 1024;
  static constexpr bool barrier = true;
  static constexpr long dynamic_shared = -1;
  template <class FlCtx> DEVICE void run(FlCtx &fl_ctx, const args &a) {
    const __fl::api::syncthreads<FlCtx> __syncthreads{fl_ctx};
    const __fl::api::syncthreads_count<FlCtx> __syncthreads_count{fl_ctx};
    const __fl::api::syncthreads_and<FlCtx> __syncthreads_and{fl_ctx};
    const __fl::api::syncthreads_or<FlCtx> __syncthreads_or{fl_ctx};
    int *d = fl_ctx.template dynamic_shared<int>();
    const int t = int(fl_ctx.thread_idx().x), n = int(fl_ctx.block_dim().x);
    d[n - 1 - t] = t;
    __syncthreads();
    const int mine = d[t];
    int bad = mine != n - 1 - t;
    bad += __syncthreads_count(mine % 3 == 0) != (n + 2) / 3;
    bad += __syncthreads_and(mine >= 0) != 1;
    bad += __syncthreads_and(mine != n / 2) != 0;
    bad += __syncthreads_or(mine == n / 2) == 0;
    bad += __syncthreads_or(mine == n) != 0;
    if (bad)
      atomicAdd(a.get<0>(), bad);
    if (t == 0)
      atomicAdd(a.get<0>() + 1, 1);
  }
};
struct votes_parent : kernel {
  using args = __fl::pack<int *, int>;
  using kids = __fl::list<votes>;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int threads = a.get<1>() + index_of(c);
    __fl::record(c).template launch<votes>(__fl::config(7, threads, threads * sizeof(int)),
                                         votes::args{a.get<0>(), 0});
  }
};
static void voting(int threads, int parents) {
  array<int> out(2);
  start<votes_parent>(__fl::config(1, parents), out.get(), threads);
  const std::vector<int> got = out.read();
  CHECK(got[0] == 0);
  CHECK(got[1] == 7 * parents);
}

// A warp sum by shuffles in blocks that do not fill their last warp.
struct warps : kernel {
  using args = __fl::pack<int *>;
  static constexpr int max_threads = 100;
  static constexpr bool warp_sync = true;
  template <class FlCtx> DEVICE void run(FlCtx &fl_ctx, const args &a) {
    const __fl::api::shfl_down_sync<FlCtx> __shfl_down_sync{fl_ctx};
    const __fl::api::ballot_sync<FlCtx> __ballot_sync{fl_ctx};
    const __fl::api::syncwarp<FlCtx> __syncwarp{fl_ctx};
    const int t = int(fl_ctx.thread_idx().x), n = int(fl_ctx.block_dim().x), lane = t % 32;
    const int here = n - (t - lane) < 32 ? n - (t - lane) : 32;
    int v = t;
    for (int o = 16; o > 0; o /= 2) {
      const int other = __shfl_down_sync(~0u, v, o);
      if (lane + o < here)
        v += other;
    }
    __syncwarp();
    const unsigned all = __ballot_sync(~0u, 1);
    if (lane == 0)
      atomicAdd(a.get<0>(), all == (here == 32 ? ~0u : (1u << here) - 1) ? v : 1 << 20);
  }
};
struct warps_parent : kernel {
  using args = __fl::pack<int *, int>;
  using kids = __fl::list<warps>;
  template <class C> DEVICE void run(C &c, const args &a) {
    __fl::record(c).template launch<warps>(__fl::config(6, a.get<1>()), warps::args{a.get<0>()});
  }
};
static void shuffles(int threads) {
  array<int> sum(1);
  start<warps_parent>(__fl::config(1, 3), sum.get(), threads);
  CHECK(sum.read()[0] == 3 * 6 * (threads * (threads - 1) / 2));
}

// Three dimensions: every thread of every block once, and what the built-ins say of the sizes.
struct box : kernel {
  using args = __fl::pack<int *, int>;
  static constexpr int max_threads = 1024;
  template <class C> DEVICE void run(C &c, const args &a) {
    const dim3 g = c.grid_dim(), b = c.block_dim();
    const uint3 i = c.block_idx(), t = c.thread_idx();
    const int block = int(i.x + g.x * (i.y + g.y * i.z)),
              thread = int(t.x + b.x * (t.y + b.y * t.z));
    atomicAdd(&a.get<0>()[block * int(b.x * b.y * b.z) + thread], 1 + a.get<1>());
  }
};
struct box_parent : kernel {
  using args = __fl::pack<int *>;
  using kids = __fl::list<box>;
  template <class C> DEVICE void run(C &c, const args &a) {
    __fl::record(c).template launch<box>(__fl::config(dim3(5, 4, 3), dim3(3, 2, 7)),
                                       box::args{a.get<0>(), index_of(c)});
  }
};
static void boxes() {
  array<int> seen(60 * 42);
  start<box_parent>(__fl::config(1, 2), seen.get());
  for (int v : seen.read())
    CHECK(v == 3);
}

int main() {
  for (int n : {1, 7, 32, 33, 48, 64, 100, 128, 250, 256}) {
    trees<false, 256>(n);
    trees<true, 256>(n);
  }
  for (int n : {1, 31, 32, 96, 100, 256, 511, 512, 1000, 1024}) {
    trees<false, 1024>(n);
    trees<true, 1024>(n);
    voting(n, n > 1000 ? 1 : 4);
  }
  for (int n : {1, 31, 32, 33, 64, 100})
    shuffles(n);
  boxes();
  return verdict("blocks");
}
