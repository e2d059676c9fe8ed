// The drain: persistent worker blocks that run the recorded child blocks (Free Launch, CB*->PB*:
// every worker takes an equal share of the child blocks, whatever launch they belong to). This file
// runs one batch (worker.h: consecutive blocks of one launch; deal.h: which ones); rounds.h strings batches together.
#ifndef FREELAUNCH_DRAIN_H
#define FREELAUNCH_DRAIN_H
#include "deal.h"

namespace __fl {
// Is each worker a warp?
template <class P> constexpr bool one_warp = warp_parts<P> || closure<P>::max_threads <= 32;
// Do workers of several warps meet at named barriers? A kernel with those takes 16 of a multiprocessor's 64 barriers for each of its blocks, on an H100.
template <class P> __host__ __device__ constexpr bool meets() {
  using all = closure<P>;
  return !one_warp<P> && (all::slices || all::all::uneven);
}
// Threads of a drain block. Closures with rounds take fewer, larger blocks, so that a grid barrier has fewer arrivals.
template <class P> __host__ __device__ constexpr u32 threads_of_drain() {
  using all = closure<P>;
  if (on_cpu)
    return group_threads(1);
  if (whole_blocks<P>)
    return whole_blocks<P>;
  if (warp_parts<P> && parted<typename all::user>::lengthy) // while they run, neighbours read the same (docs/results/2026-11-28-h100-t3.md)
    return 512;
  if (warp_parts<P> || calls_elsewhere<P>)
    return 256;
  if (all::max_threads > 512 || all::tracks_shared)
    return 1024;
  if (all::max_threads > 256)
    return 512;
  return all::simple && !meets<P>() ? 256 : 512;
}
template <class P> constexpr u32 drain_threads = threads_of_drain<P>();
// Groups of so many warps (or threads) that a worker block of `block` could be divided into.
__host__ __device__ constexpr u32 most_groups(u32 block, u32 group) {
  return on_cpu ? 1 : block / group;
}
// Slices of shared memory that a worker block of so many warps can need side by side.
template <class P> __host__ __device__ constexpr u32 most_slices(u32 block_warps) {
  using all = closure<P>;
  return all::tracks_threads && !on_cpu ? 15 : most_groups(block_warps, (all::max_threads + 31) / 32);
}

// Shared bytes that a virtual block of a batch needs, of `room` that there are: a launch that asks for more was refused.
template <class P> FL_DEVICE u32 slice_of(const batch &b, u32 room) {
  using all = closure<P>;
  const u32 slice = u32(sizeof(group_state) + (all::tracks_shared ? b.max_shared + unseen_shared<P> : all::all::shared()));
  return slice < room ? slice : room;
}

// The blocks that empty a worklist together: all of a drain, or one block its own (block_team).
template <class P> struct grid_team {
  static constexpr bool behind_parent = true, alone = false; // is it one block?
  static FL_DEVICE u32 rank() { return hw_block().x; }
  static FL_DEVICE u32 blocks() { return hw_grid_dim().x; }
  static FL_DEVICE constexpr u32 warps() { return drain_threads<P> / 32; } // of a block
  static FL_DEVICE constexpr u32 first_slice() { return 0; } // where the groups' shared memory begins
};

// Arguments of K, from what was recorded and what the parent passes on.
template <class P, class K>
FL_DEVICE typename K::args args_of(const content_place &place, const roots<P> &r) {
  using kept = typename varying<P, K>::type;
  constexpr u32 before = closure<P>::head_bytes, size = before + u32(sizeof(kept));
  alignas(16) char bytes[round16(size)];
  alignas(room_align<kept>) char varied[round16(sizeof(kept))];
  if constexpr (kept::size != 0) {
    get_content<closure<P>::content_bytes, size>(place, bytes);
    __builtin_memcpy(varied, bytes + before, sizeof(kept));
  }
  return whole_args<P, K>(*reinterpret_cast<const kept *>(varied), r,
                          typename make_indices<K::args::size>::type());
}

template <class P, class K> struct drain_hooks {
  const target *to;
  u32 *tails;
  const worklist &wl;
  FL_DEVICE void before(group_state &s) const { s.clock = 0; }
  FL_DEVICE void after(group_state &) const {}
  FL_DEVICE child_ctx<P, K> make() const {
    child_ctx<P, K> c;
    c.target_ = to;
    c.tails_ = tails;
    c.worklist_ = &wl;
    return c;
  }
};
// Runs the blocks of a segment, a launch of K, on a worker.
template <class P, class K>
FL_DEVICE void run_segment(const worker &w, const segment &s, const target *t, const worklist &wl,
                           const roots<P> &r) {
  constexpr bool shares_clock = in_turn<K> && leaves_work<K>;
  const typename K::args args = args_of<P, K>(s.content, r);
  const drain_hooks<P, K> hooks{t, s.tails, wl};
  if constexpr (warp_parts<P>)
    run_warps<K>(w, s.head, s.at, s.count, args, hooks);
  else
    run_blocks<K, true, shares_clock>(w, s.head, s.at, s.count, args, hooks);
}

// Do drain blocks claim parts as they have time? Not in rounds of one-warp blocks, where workers are many, and equal shares even out (docs/results/2026-11-26-h100-uneven.md).
template <class P, class Team>
constexpr bool claims = Team::behind_parent && closure<P>::all::uneven && !closure<P>::all::chained && (closure<P>::simple || closure<P>::max_threads > 32) && deal_of<P> != deal_grids && coarsen_of<P> <= 1;

template <class P, class L> struct dispatch;
template <class P> struct dispatch<P, list<>> { // of a template's instance without launches
  static FL_DEVICE void run(u32, const worker &, const segment &, const target *, const worklist &, const roots<P> &) {}
};
template <class P, class K> struct dispatch<P, list<K>> {
  static FL_DEVICE void run(u32, const worker &w, const segment &s, const target *t,
                            const worklist &wl, const roots<P> &r) {
    run_segment<P, K>(w, s, t, wl, r);
  }
};
template <class P, class K, class K2, class... Ks> struct dispatch<P, list<K, K2, Ks...>> {
  static FL_DEVICE void run(u32 kernel, const worker &w, const segment &s, const target *t,
                            const worklist &wl, const roots<P> &r) {
    if (kernel == 0)
      run_segment<P, K>(w, s, t, wl, r);
    else
      dispatch<P, list<K2, Ks...>>::run(kernel - 1, w, s, t, wl, r);
  }
};

// Are whole grids dealt out? The drain of a measured launch says so to the host, and to the log.
template <class P> FL_DEVICE bool deals_grids(const worklist &wl, const batch &b, u32 workers, bool first_thread) {
  if (!(deal_of<P> == deal_grids || weighs_grids<P>(wl.weighs)) || b.count == 0 || !deal_whole_grids<P>(b, workers))
    return false;
  if (first_thread && (wl.measure || wl.log)) {
    if (selects<P> && wl.measure)
      wl.counters->whole = 1;
    if (wl.log && wl.report)
      atomicAdd(&wl.report->whole, u64(1));
  }
  return true;
}

// Runs this thread's part of a batch: its worker's equal share of the batch's blocks, or of its grids; or what the worker has claimed, which is in shared memory
// if `again`. Returns whether it has claimed more: all there is to know then is found out anew, so that nothing of it takes registers meanwhile. All warps
// of a multiprocessor come by here, 16 to each of its schedulers, and what one executes before its first block is in the others' way.
// `rest_too`: there may be spilled records, or 2^32 parts and more.
template <class P, class Team, bool rest_too>
FL_DEVICE bool run_share(const worklist &wl, const roots<P> &r, const batch &b, const target *t, bool again) {
  using all = closure<P>;
  const u32 warps = warp_parts<P> ? 1 : ((all::tracks_threads ? b.max_threads : all::max_threads) + 31) / 32;
  if (warps == 0)
    return false; // nothing was recorded
  u32 groups = most_groups(Team::warps(), warps);
  if (warps > 1 && groups > 15)
    groups = 15;
  u32 slice = 0;
  if (all::slices) {
    slice = slice_of<P>(b, wl.drain_shared);
    if (groups > wl.drain_shared / slice)
      groups = wl.drain_shared / slice;
  }
  const u32 tid = hw_thread().x, group = tid / 32 / warps;
  worker w;
  w.thread = tid - group * warps * 32;
  w.threads = group_threads(warps);
  w.barrier = whole_blocks<P> ? 0 : group + 1; // a kernel that takes the block may use named ones itself
  w.slice = Team::first_slice() + group * slice;
  if (!again && all::slices && w.thread == 0 && group < groups)
    reinterpret_cast<group_state *>(dynamic_bytes<char>() + w.slice)->votes = 0;
  if (!again && all::slices)
    __syncthreads();
  if (!claims<P, Team> && group >= groups)
    return false;
  // Neighbours share what they read by their multiprocessor's cache; blocks with barriers have it in shared memory, and a few of them are faster apart.
  const u32 index = all::slices && !all::all::chained ? group * Team::blocks() + Team::rank() : Team::rank() * groups + group;
  // Most workers, of most batches. (Where a block sets up claims, all of its warps meet below, those that are no worker's as well: their indices may lie behind the others'.)
  if (index >= b.blocks && (!claims<P, Team> || group < groups) && !(rest_too && (b.spill || b.spilled)))
    return false;
  const u32 workers = Team::blocks() * groups;
  const arena_view a = arena<P>(wl, b.arena);
  const bool sorted = all::ordered && b.sorted;
  const u64 *prefix = (sorted ? a.order_prefix : a.prefix) + b.first;
  const u32 begun = claims<P, Team> ? first_claim<!all::simple>(b, workers) : 0; // parts that each worker begins with, where more are claimed as there is time
  const bool claims_well = one_warp<P> && begun && b.blocks >= u64(workers) * well_claimed;
  const bool grids = !claims_well && deals_grids<P>(wl, b, workers, index == 0 && w.thread == 0);
  const bool far = rest_too && b.blocks >> 32 != 0;
  constexpr u32 coarsened = coarsen_of<P> * (warp_parts<P> ? (all::max_threads + 31) / 32 : 1);
  u32 next = 0, left = 0; // the worker's first stretch of parts
  bool claimed = false;
  if constexpr (claims<P, Team>) {
    claimed = begun != 0 && !grids;
    if (!claimed && group >= groups)
      return false;
    if (claimed) {
      block_claims &c = static_shared<block_claims>();
      worker_claim &own = c.of[group];
      if (!again) {
        if (w.thread == 0 && group < groups)
          own = worker_claim{index * begun, begun, 0, 0, cycles()};
        if (tid == 0) {
          c.terms = claim_terms{workers * begun, u32(b.blocks), Team::blocks(), groups, b.count, all::simple ? &wl.counters->claimed : &wl.head->claimed,
                                !dense<P> && b.blocks == b.count ? nullptr : prefix};
          c.pool = c.base = c.record = c.claiming = c.none = 0;
        }
        __syncthreads();
      }
      if (group >= groups)
        return false;
      next = again ? own.first : index * begun;
      left = again ? own.count : begun;
    }
  }
  if (!grids && !claimed && !far) {
    // So many of them take one more, since shares rounded up would leave others none.
    u32 own = u32(b.blocks) / workers, rest = u32(b.blocks) % workers;
    if (coarsened > 1 && own < coarsened) {
      const u64 first = u64(index) * coarsened;
      next = first < b.blocks ? u32(first) : u32(b.blocks);
      left = u32(b.blocks) - next < coarsened ? u32(b.blocks) - next : coarsened;
    } else {
      next = index * own + (index < rest ? index : rest);
      left = own + (index < rest);
    }
  }
  const u32 *order = sorted ? a.order + b.first : nullptr;
  rest_of_batch rest;
  const bool more = rest_too && (b.spill || b.spilled || far);
  if (more) {
    rest.prefix = prefix;
    rest.order = order;
    rest.first = b.first;
    rest.count = b.count;
    rest.next = rest.end = 0;
    if (far && !grids)
      far_share(rest, b.blocks, index, workers);
    rest.node = b.spill;
    rest.worker = index;
    rest.workers = workers;
    rest.turn = 0;
    rest.found = nullptr;
    share_spilled(rest, b);
  }
  bool spilled = false; // are these parts of the record `rest.found`?
  u32 record = 0, skip = 0;
  uint3 at = make_uint3(0, 0, 0);
  u32 stride = 1; // to the next record
  if (grids) {
    stride = workers;
    record = index;
    left = record < b.count;
  } else if (left) {
    // Where all grids are of one block there is nothing to search.
    if (claims<P, Team> && again)
      record = static_shared<block_claims>().of[group].record;
    else
      record = !dense<P> && b.blocks == b.count ? next : find_record_together(prefix, b.count, next, u32(b.blocks));
    skip = next - u32(prefix[record]);
    if constexpr (warp_parts<P>)
      at.x = skip * part_threads;
    else
      at = all::all::flat ? make_uint3(skip, 0, 0) : block_at(head_of<P>(a, sorted ? order[record] : b.first + record), skip);
  }
  for (;;) {
    FL_LOOP
    while (left) {
      segment s;
      s.tails = nullptr;
      u32 blocks;
      if (rest_too && spilled) {
        s.head = rest.found->head;
        s.content = content_place{rest.found->content(), 1, 0};
        s.tails = &rest.found->tails;
        blocks = u32(parts_of<P>(s.head));
      } else {
        const u32 name = sorted ? order[record] : b.first + record;
        s.head = head_of<P>(a, name);
        s.content = content_place{a.planes, a.room, name};
        if (all::ordered)
          s.tails = a.levels + 2 * size_t(name) + 1;
        if constexpr (warp_parts<P>) // fewer than its blocks have
          blocks = u32(prefix[record + 1]) - u32(prefix[record]);
        else
          blocks = all::all::flat ? s.head.grid_x : u32(s.head.blocks());
        record += stride;
      }
      blocks -= skip;
      const bool whole = deal_of<P> != deal_blocks && grids && !(rest_too && spilled);
      s.count = whole || left > blocks ? blocks : left;
      s.at = at;
      left = whole ? record < b.count : left - s.count;
      skip = 0;
      at = make_uint3(0, 0, 0);
      dispatch<P, typename all::kernels>::run(s.head.kernel(), w, s, t, wl, r);
    }
    if constexpr (claims<P, Team>) {
      if (claimed) {
        claim_next<!all::simple, one_warp<P>>(w.thread, w.threads, group);
        if (static_shared<block_claims>().of[group].count != 0)
          return true;
        claimed = false;
      }
    }
    if constexpr (rest_too) {
      if (more && next_piece<P>(rest, a)) {
        spilled = rest.found != nullptr;
        left = rest.left;
        at = rest.at;
        skip = rest.skip;
        record = rest.record;
        continue;
      }
    }
    return false;
  }
}
// Runs this block's part of the batch that `now` gives.
template <class P, class Team, bool rest_too, class Batch>
FL_DEVICE void run_batch(const worklist &wl, const roots<P> &r, const Batch &now, const target *t) {
  for (bool again = false; run_share<P, Team, rest_too>(wl, r, now(), t, again);)
    again = true;
}

// Takes the memory of spilled records over from a frame's counters. One thread.
FL_COLD spill_chunk *take_chunks(frame_counters &f) {
  spill_chunk *first = nullptr;
  FL_LOOP
  for (u32 i = spill_chunks; i-- > 0;) {
    f.chunks.refused |= f.chunks.chunk[i] == 1;
    if (f.chunks.chunk[i] > 1)
      first = reinterpret_cast<spill_chunk *>(address_of_chunk(f.chunks.chunk[i]));
  }
  if (first)
    first->all = f.chunks;
  spill_pool *const pool = f.chunks.pool;
  f.chunks = spill_table();
  f.chunks.pool = pool;
  return first;
}
// `pooled`: some may be pieces of a pool.
template <bool pooled> FL_COLD void free_chunks(spill_chunk *first) {
  spill_pool *const pool = pooled && first ? first->all.pool : nullptr;
  FL_LOOP
  for (u32 i = spill_chunks; first && i-- > 0;) {
    const u64 kept = first->all.chunk[i];
    char *const chunk = address_of_chunk(kept);
    if (kept <= 1)
      continue;
    if (chunk == reinterpret_cast<char *>(first))
      first = nullptr; // the last one: what is known of them is in it
    if (pooled && (kept & of_pool))
      give_piece(&pool->of[i], chunk);
    else
      free(chunk);
  }
}
// The spilled records of a frame that is one batch.
FL_DEVICE void take_spilled(batch &b, const frame_counters &f) {
  b.spill = f.spill;
  b.chunks = &f.chunks;
  b.spill_first = 0;
  b.spilled = f.spilled < most_spilled ? f.spilled : most_spilled;
}

FL_DEVICE void reset(frame_counters &f) {
  f.spill = nullptr;
  f.packed = 0;
  f.max_threads = f.max_shared = f.max_blocks = f.large = f.whole = f.levels = f.spilled = f.claimed = 0;
}
// Clears the counters of a frame whose records are done or taken over; the host hears of what is
// worth it. One thread.
template <class P> FL_DEVICE void clear_counters(const worklist &w, frame_counters &f) {
  if (w.report && (w.log || f.spilled || w.head->lost)) {
    atomicAdd(&w.report->records, (f.packed >> block_bits) + f.spilled + u32(w.head->in_place));
    atomicAdd(&w.report->blocks, (warp_parts<P> ? 0 : f.packed & block_mask) + w.head->more_blocks);
    atomicAdd(&w.report->spilled, u64(f.spilled));
    atomicAdd(&w.report->lost, u64(w.head->lost));
    w.head->lost = 0;
  }
  w.head->in_place = 0;
  w.head->more_blocks = 0;
  reset(f);
}

// The blocks that look for the last of them: all, or, where nothing depends on it but the sample, those that have work. Where no records were spilled these
// are the first ones, at most so many; one at least. It holds until the last of them clears the counters; for others it does so then, too.
template <class P, class Team, bool rest_too> FL_DEVICE u32 counted_blocks(const worklist &wl, const frame_counters &f) {
  using all = closure<P>;
  if constexpr (selects<P> && Team::behind_parent) {
    constexpr u32 in_a_row = all::slices || all::tracks_threads ? 1 : most_groups(Team::warps(), warp_parts<P> ? 1 : (all::max_threads + 31) / 32);
    if (wl.clears && !wl.log && !(rest_too && f.spilled)) {
      const u64 most = ((load_relaxed(&f.packed) & block_mask) + in_a_row - 1) / in_a_row;
      return most >= Team::blocks() ? Team::blocks() : most ? u32(most) : 1;
    }
  }
  return Team::blocks();
}
// One thread of a block that has ended its work, and when. Returns true for the last of those that look for the last.
template <class P, class Team, bool rest_too> FL_DEVICE bool end_of_block(const worklist &wl, u64 ended) {
  frame_counters &f = *wl.counters;
  const u32 counted = counted_blocks<P, Team, rest_too>(wl, f);
  if (!Team::alone) {
    fence(); // what the block has read of the counters, it has read before they are cleared
    if (Team::rank() >= counted || atomicAdd(&wl.head->done, 1u) != counted - 1)
      return false;
    fence();
  }
  if (rest_too && f.spilled)
    free_chunks<may_launch<P>>(take_chunks(f));
  if (selects<P>)
    write_sample<P>(wl, f, ended);
  clear_counters<P>(wl, f);
  wl.head->done = 0;
  return true;
}
template <class P, class Team, bool rest_too> FL_COLD bool end_of_block_apart(const worklist &wl, u64 ended) {
  return end_of_block<P, Team, rest_too>(wl, ended);
}

// One batch, all records of the parent grid. Afterwards the head is as it was before the parent, but for frames that take turns, of which the other
// one is. Returns true in the last thread to finish, where somebody has to know.
template <class P, class Team, bool rest_too = true>
FL_DEVICE bool drain_once(const worklist &wl, const roots<P> &r) {
  frame_counters &f = *wl.counters;
  if (wl.clears && Team::rank() == 0 && hw_thread().x == 0)
    reset(*wl.clears);
  const auto all_records = [&] {
    // Behind the parent kernel nobody changes it any more: one load for all warps of a multiprocessor, where relaxed ones of 8,000 warps meet in one place.
    const u64 packed = Team::behind_parent ? f.packed : load_relaxed(&f.packed);
    batch b;
    b.blocks = packed & block_mask;
    b.count = u32(packed >> block_bits);
    take_spilled(b, f);
    b.arena = b.first = b.sorted = b.level = 0;
    b.max_threads = closure<P>::tracks_threads ? f.max_threads : 0;
    b.max_shared = closure<P>::tracks_shared ? f.max_shared : 0;
    b.max_blocks = weighs_grids<P>(wl.weighs) ? f.max_blocks : 0;
    return b;
  };
  run_batch<P, Team, rest_too>(wl, r, all_records, nullptr);
  if (wl.clears && !wl.measure && !wl.log && !(rest_too && f.spilled))
    return false;
  __syncthreads();
  if (hw_thread().x != 0)
    return false;
  const u64 ended = selects<P> ? nanoseconds() : 0; // what follows, its code's way from memory too, is only done to measure
  // Behind a parent's kernel it is hardly ever needed, and the worklist is the kernel's argument, which can be handed on by its address.
  if constexpr (Team::behind_parent)
    return end_of_block_apart<P, Team, rest_too>(wl, ended);
  else
    return end_of_block<P, Team, rest_too>(wl, ended);
}
} // namespace __fl
#endif
