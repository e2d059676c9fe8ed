// Parents that fill a small part of the machine, spread over more of it. A grid of a few blocks, as of an algorithm that has found a few thousand things to do, is on as many
// multiprocessors, and where its threads go different ways, a warp takes as long as all of theirs, one behind the other, and its loads touch as many lines. Where no thread has to
// do with another, each warp has eight of them instead of 32, and each block four warps of the hardware's: 32 threads of the program. Idle lanes cost nothing that is not there
// in plenty.
// (docs/results/2026-11-28-h100-spread.md; not in the papers, whose parents fill the machine)
#ifndef FREELAUNCH_SPREAD_H
#define FREELAUNCH_SPREAD_H
#include "context.h"
#include "roots.h"

namespace __fl {
constexpr u32 spread_lanes = 8, spread_warps = 32 / spread_lanes, spread_block = 32 * spread_warps;

// What the built-ins would be in a grid of (g, 1, 1) blocks of (32 * n, 1, 1) threads, which was launched as (n, g, 1) blocks of spread_block threads.
struct spread_grid : real_grid {
  static FL_DEVICE bool is_thread() { return hw_thread().x % 32 < spread_lanes; }
  FL_DEVICE uint3 thread_idx() const {
    const u32 t = hw_thread().x;
    return make_uint3(hw_block().x * 32 + t / 32 * spread_lanes + t % 32, 0, 0);
  }
  FL_DEVICE uint3 block_idx() const { return make_uint3(hw_block().y, 0, 0); }
  FL_DEVICE dim3 block_dim() const { return dim3(hw_grid_dim().x * 32); }
  FL_DEVICE dim3 grid_dim() const { return dim3(hw_grid_dim().y); }
};
inline host_config spread_config(const host_config &c) {
  host_config s = c;
  s.grid = dim3(c.block.x / 32, c.grid.x);
  s.block = dim3(spread_block);
  return s;
}

// May P's threads run so, and is it worth while? Its launches do not go by its blocks, and no other file's functions ask for these. And if its threads do all the
// same, a warp takes no longer than one of them.
template <class P> constexpr bool spreads = loose<P> && !joins<P> && !in_turn<P> && !calls_elsewhere<P> && others_of<P>::size == 0 && is_uneven<P> && small_arguments<P>;

template <class P, class... Params> __global__ void __launch_bounds__(spread_block) record_spread(const worklists<P> w, Params... params) {
  parent_ctx<P, spread_grid> c(w);
  const typename P::args args{params...};
  leave_all_roots<P>(w, args);
  if (spread_grid::is_thread())
    P::run(c, args);
}

// Is a grid so small that it costs nothing? No multiprocessor is to have more warps than the busiest has as it is, or than one for each of its four schedulers: where all threads of
// a warp did the same, there would be four times as many instructions.
inline bool is_spread(const flrt_device &facts, const config &c) {
  const u32 n = u32(facts.multiprocessors), warps = c.block.x / 32;
  if (c.block.x % 32 != 0 || warps - 1 > 31 || c.block.y != 1 || c.block.z != 1 || c.grid.x - 1 > 65534 || c.grid.y != 1 || c.grid.z != 1 || c.shared != 0)
    return false;
  const u32 as_it_is = (c.grid.x + n - 1) / n * warps, spread = (c.grid.x * warps + n - 1) / n * spread_warps;
  return on_cpu || spread <= (as_it_is > 4 ? as_it_is : 4); // there it is for tests
}
} // namespace __fl
#endif
