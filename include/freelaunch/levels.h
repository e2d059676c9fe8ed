// Levels: the records of a frame are sorted by the order in which they may run (docs/split-engine.md, sections 3 and 4). Few of them by one block; more by all blocks of the drain, in two phases
// between which its barrier stands.
#ifndef FREELAUNCH_LEVELS_H
#define FREELAUNCH_LEVELS_H
#include "drain.h"

namespace __fl {
// So many records the last block at the barrier sorts by itself.
constexpr u32 small_frame = 256;
// Sorts the frame on top, whose records are few, by level: each of them finds its place by itself. All threads of a block; `room`: two words for each record.
template <class P> FL_DEVICE void sort_small(const worklist &wl, u32 *room) {
  worklist_head *h = wl.head;
  const arena_view a = arena<P>(wl, h->top.arena);
  const u32 base = h->top.base, count = h->top.count, threads = hw_block_dim().x;
  u32 *levels = room, *blocks = room + small_frame;
  for (u32 i = hw_thread().x; i < count; i += threads) {
    levels[i] = a.levels[2 * size_t(base + i)];
    blocks[i] = u32(head_of<P>(a, base + i).blocks());
  }
  __syncthreads();
  for (u32 i = hw_thread().x; i < count; i += threads) {
    const u32 level = levels[i];
    u32 lower = 0, before = 0, all = 0; // records
    u64 blocks_before = 0, all_blocks = 0;
    FL_LOOP
    for (u32 j = 0; j < count; ++j) {
      lower += levels[j] < level;
      if (levels[j] == level) {
        before += j < i;
        blocks_before += j < i ? blocks[j] : 0;
        ++all;
        all_blocks += blocks[j];
      }
    }
    const u32 at = base + lower + before;
    a.order[at] = base + i;
    a.order_prefix[at] = blocks_before;
    if (before == 0)
      a.level_packed[at] = u64(all) << block_bits | all_blocks;
  }
  __syncthreads();
}

// Exclusive sums of the window's record counts to `offset`, by one block; returns their total.
template <class Count> FL_DEVICE u32 scan_levels(u32 *offset, u32 *sums, const Count &count) {
  const u32 t = hw_thread().x, threads = hw_block_dim().x, each = (level_window + threads - 1) / threads;
  const u32 first = t * each, end = first + each < level_window ? first + each : level_window;
  u32 sum = 0;
  for (u32 i = first; i < end; ++i)
    sum += count(i);
  __syncthreads();
  sums[t] = sum;
  __syncthreads();
  FL_LOOP
  for (u32 step = 1; step < threads; step *= 2) {
    const u32 left = t >= step ? sums[t - step] : 0;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  u32 before = sums[t] - sum;
  FL_LOOP
  for (u32 i = first; i < end; ++i) {
    const u32 own = count(i);
    offset[i] = before; // may be what is counted
    before += own;
  }
  return sums[threads - 1];
}

// Spilled records that have not run, and their places.
template <class P, class Team, class Do> FL_DEVICE void each_spilled(const batch &b, const Do &what) {
  const u32 threads = Team::blocks() * hw_block_dim().x;
  FL_LOOP
  for (u32 i = Team::rank() * hw_block_dim().x + hw_thread().x; i < b.spilled; i += threads) {
    spill_node *const n = spilled_at<P>(*b.chunks, i);
    if (n && n->level >= b.level)
      what(*n, i);
  }
}
// Sorting by level, part one: how many records and blocks each level of the window has; every
// record keeps what was there before it.
template <class P, class Team> FL_DEVICE void count_levels(const worklist &wl, const batch &b) {
  worklist_head *h = wl.head;
  const arena_view a = arena<P>(wl, b.arena);
  const u32 threads = Team::blocks() * hw_block_dim().x;
  u32 ceiling = ~0u;
  for (u32 i = Team::rank() * hw_block_dim().x + hw_thread().x; i < b.count; i += threads) {
    const size_t r = b.first + i;
    const u32 level = a.levels[2 * r];
    if (level < b.level)
      continue; // has run
    if (level - b.level < level_window)
      a.prefix[r] =
          atomicAdd(&wl.tables->table[level - b.level],
                    (u64(1) << block_bits) + head_of<P>(a, r).blocks());
    else if (level < ceiling)
      ceiling = level;
  }
  each_spilled<P, Team>(b, [&](spill_node &n, u32) {
    const u32 level = n.level - b.level;
    if (level < level_window)
      n.before = atomicAdd(&wl.tables->spilled[level], 1u);
    else if (n.level < ceiling)
      ceiling = n.level;
  });
  if (~ceiling > load_relaxed(&h->not_ceiling))
    atomicMax(&h->not_ceiling, ~ceiling);
}
// Part two: the records of the window in rising order of levels, behind those that have run.
template <class P, class Team> FL_DEVICE void place_levels(const worklist &wl, const batch &b) {
  const level_tables *h = wl.tables;
  const arena_view a = arena<P>(wl, b.arena);
  const u32 threads = Team::blocks() * hw_block_dim().x, placed = b.first + wl.head->top.next;
  for (u32 i = Team::rank() * hw_block_dim().x + hw_thread().x; i < b.count; i += threads) {
    const size_t r = b.first + i;
    const u32 level = a.levels[2 * r];
    if (level < b.level || level - b.level >= level_window)
      continue;
    const u64 before = a.prefix[r];
    const size_t at = placed + h->offset[level - b.level] + u32(before >> block_bits);
    a.order[at] = u32(r);
    a.order_prefix[at] = before & block_mask;
    if (before >> block_bits == 0)
      a.level_packed[at] = h->table[level - b.level];
  }
  each_spilled<P, Team>(b, [&](spill_node &n, u32 i) {
    const u32 level = n.level - b.level;
    if (level >= level_window)
      return;
    const u32 first = wl.head->top.spill_turn + h->spilled[level], before = u32(n.before);
    spill_node *const place = spilled_place<P>(*b.chunks, first + before);
    place->turn = &n;
    if (before == 0)
      place->of_level = h->spilled[level + 1] - h->spilled[level];
    if (parts_of<P>(n.head) > wide_parts) {
      const u32 other = atomicExch(&spilled_place<P>(*b.chunks, first)->wide, i + 1);
      n.next = other ? spilled_at<P>(*b.chunks, other - 1) : nullptr;
    }
  });
}
} // namespace __fl
#endif
