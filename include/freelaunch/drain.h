// The drain: persistent worker blocks that run the recorded child blocks (Free Launch, CB*->PB*:
// every worker takes an equal share of the child blocks, whatever launch they belong to). This file
// runs one batch; rounds.h strings batches together.
#ifndef FREELAUNCH_DRAIN_H
#define FREELAUNCH_DRAIN_H
#include "serial.h"

namespace fl {
// Threads of a drain block. Closures with rounds take fewer, larger blocks, so that a grid barrier has fewer arrivals.
template <class P> __host__ __device__ constexpr u32 threads_of_drain() {
  using all = closure<P>;
  if (on_cpu)
    return group_threads(1);
  if (warp_parts<P>)
    return 256;
  if (all::max_threads > 512 || all::tracks_shared)
    return 1024;
  if (all::max_threads > 256)
    return 512;
  return all::simple ? 256 : 512;
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
  const u32 slice = u32(sizeof(group_state) + (all::tracks_shared ? b.max_shared : all::all::shared()));
  return slice < room ? slice : room;
}

// The blocks that empty a worklist together: all of a drain, or one block its own (block_team).
template <class P> struct grid_team {
  static constexpr bool behind_parent = true;
  static FL_DEVICE u32 rank() { return hw_block().x; }
  static FL_DEVICE u32 blocks() { return hw_grid_dim().x; }
  static FL_DEVICE constexpr u32 warps() { return drain_threads<P> / 32; } // of a block
  static FL_DEVICE constexpr u32 first_slice() { return 0; } // where the groups' shared memory begins
};

// A group of warps of a drain block that runs one virtual block at a time.
struct worker {
  u32 thread;  // this thread's number in the group
  u32 threads; // of the group
  u32 barrier; // named barrier of the group
  u32 slice;   // offset of its shared memory
};

// Consecutive parts of one launch, for one worker.
struct segment {
  record_head head;
  content_place content;
  u32 *tails;
  uint3 at; // the first of them: the block; where parts are warps, so many threads (x) behind the beginning of block y + z * 2^32
  u32 count;
};

// One thread of a virtual block of K.
template <class K, class Args, class Hooks>
FL_DEVICE void run_thread(const worker &w, uint3 thread, uint3 at, u32 threads, dim3 block,
                          dim3 grid, bool counting, group_state &state, const Args &args,
                          const Hooks &hooks) {
  auto c = hooks.make();
  c.thread_ = thread;
  c.block_ = at;
  c.block_dim_ = block;
  c.grid_dim_ = grid;
  c.threads_ = threads;
  c.slice_ = w.slice;
  c.barrier_ = w.barrier;
  c.counting_ = counting;
  K::run(c, args);
  if (K::barrier && counting)
    vb_leave(&state.child);
}

// The block behind `at`.
template <bool flat> FL_DEVICE void next_block(uint3 &at, dim3 grid) {
  ++at.x;
  if (!flat && at.x == grid.x) {
    at.x = 0;
    if (++at.y == grid.y) {
      at.y = 0;
      ++at.z;
    }
  }
}

// Runs `count` consecutive blocks of a launch of K, from block `at` on, on a worker. `make()` gives a fresh context for each, but for
// what belongs to the virtual block itself; the worker's first thread calls `before` and `after`, between barriers. `child`: the launch was
// made on the device, so what the descriptor says of all such launches holds.
template <class K, bool child, bool always_sync, class Args, class Hooks>
FL_DEVICE void run_blocks(const worker &w, const record_head &head, uint3 at, u32 count,
                          const Args &args, const Hooks &hooks) {
  constexpr u32 fixed = child ? fixed_block<K> : 0;
  constexpr bool flat = child && flat_grid<K>;
  const u32 threads = fixed ? fixed : head.threads();
  const dim3 block = fixed ? dim3(fixed) : head.block_dim();
  const dim3 grid = flat ? dim3(head.grid_x) : head.grid();
  // Warps of the group that the virtual block has no threads for wait at the group's named barrier meanwhile, and one named
  // barrier cannot serve two thread counts at a time.
  const bool counting = K::barrier && !on_cpu && (K::early_exit || threads != w.threads);
  uint3 thread = make_uint3(w.thread, 0, 0);
  if (!fixed && !head.flat_block()) {
    thread.x = w.thread % block.x;
    thread.y = w.thread / block.x % block.y;
    thread.z = w.thread / block.x / block.y;
  }
  FL_LOOP
  for (u32 i = 0; i < count; ++i) {
    group_state *state = reinterpret_cast<group_state *>(dynamic_bytes<char>() + w.slice);
    if (always_sync && w.thread == 0)
      hooks.before(*state);
    if (K::barrier && counting && w.thread == 0)
      vb_init(&state->child, threads);
    if (always_sync || (K::barrier && counting))
      group_sync(*state, w.barrier, w.threads);
    if constexpr (on_cpu)
      run_team(block, [&] {
        run_thread<K>(w, hw_thread(), at, threads, block, grid, counting, *state, args, hooks);
      });
    else if (w.thread < threads)
      run_thread<K>(w, thread, at, threads, block, grid, counting, *state, args, hooks);
    if (needs_group_sync<K> || always_sync) {
      if (K::barrier || always_sync)
        reconverge();
      group_sync(*state, w.barrier, w.threads);
      if (K::barrier && counting && w.thread == 0)
        vb_end(&state->child);
      if (always_sync && w.thread == 0)
        hooks.after(*state);
    } else if (K::warp_sync) {
      end_of_warp(); // a thread that has left must not meet others of its warp in the next block
    }
    next_block<flat>(at, grid);
  }
}

// Coordinates of a block of a grid from its number.
FL_DEVICE uint3 block_at(const record_head &h, u32 b) {
  if (h.flat_grid())
    return make_uint3(b, 0, 0);
  const dim3 g = h.grid();
  const u32 row = b / g.x;
  return make_uint3(b - row * g.x, row % g.y, row / g.y);
}
// 64-bit division bit by bit: what the compiler makes of `/` takes so many registers that, though
// hardly ever called, it would cost the drain a quarter of its resident warps.
struct division {
  u64 quotient;
  u32 rest;
};
FL_DEVICE division small_divide(u64 a, u32 by) {
  u64 rest = 0;
  FL_LOOP
  for (u32 i = 0; i < 64; ++i) {
    rest = rest << 1 | a >> 63;
    a <<= 1;
    if (rest >= by) {
      rest -= by;
      a |= 1;
    }
  }
  return division{a, u32(rest)};
}
// Coordinates of a block of a grid that may have more than 2^32.
FL_DEVICE uint3 far_block_at(const record_head &h, u64 b) {
  if (b >> 31 == 0)
    return block_at(h, u32(b));
  const division row = small_divide(b, h.grid_x), plane = small_divide(row.quotient, h.grid_yz & 0xffff);
  return make_uint3(row.rest, plane.rest, u32(plane.quotient));
}

// Runs `count` consecutive warps of a launch of K, from the one at `at` (see segment) on: 32 threads each of its grid, whose threads are numbered
// block after block.
template <class K, class Args, class Hooks>
FL_DEVICE void run_warps(const worker &w, const record_head &head, uint3 at, u32 count, const Args &args, const Hooks &hooks) {
  constexpr u32 fixed = fixed_block<K>, step = on_cpu ? 1 : part_threads;
  constexpr bool flat = flat_grid<K>, whole = fixed && fixed % part_threads == 0; // no part reaches beyond the grid
  const u32 threads = fixed ? fixed : head.threads();
  const dim3 block = fixed ? dim3(fixed) : head.block_dim(), grid = flat ? dim3(head.grid_x) : head.grid();
  const u32 before = at.x + w.thread, blocks = before / threads;
  group_state &state = *reinterpret_cast<group_state *>(dynamic_bytes<char>()); // nobody looks at it
  u32 t = before - blocks * threads;
  uint3 b = flat ? make_uint3(at.y + blocks, 0, 0) : far_block_at(head, (at.y | u64(at.z) << 32) + blocks);
  FL_LOOP
  for (u32 i = 0; i < count; ++i)
    for (u32 lane = 0; lane < part_threads; lane += step) { // once, on a GPU
      if (whole || (b.x < grid.x && (flat || b.z < grid.z))) {
        uint3 thread = make_uint3(t, 0, 0);
        if (!fixed && !head.flat_block())
          thread = make_uint3(t % block.x, t / block.x % block.y, t / block.x / block.y);
        run_thread<K>(w, thread, b, threads, block, grid, false, state, args, hooks);
      }
      FL_LOOP
      for (t += step; t >= threads; t -= threads)
        next_block<flat>(b, grid);
    }
}

// Arguments of K, from what was recorded and what the parent passes on.
template <class P, class K>
FL_DEVICE typename K::args args_of(const content_place &place, const roots<P> &r) {
  using kept = typename varying<P, K>::type;
  constexpr u32 before = closure<P>::head_bytes, size = before + u32(sizeof(kept));
  alignas(16) char bytes[round16(size)];
  alignas(16) char varied[round16(sizeof(kept))];
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
  constexpr bool shares_clock = closure<P>::shares_clock && K::kids::size != 0;
  const typename K::args args = args_of<P, K>(s.content, r);
  const drain_hooks<P, K> hooks{t, s.tails, wl};
  if constexpr (warp_parts<P>)
    run_warps<K>(w, s.head, s.at, s.count, args, hooks);
  else
    run_blocks<K, true, shares_clock>(w, s.head, s.at, s.count, args, hooks);
}

template <class P, class L> struct dispatch;
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

// What a worker has of a batch besides its first stretch of records, which hardly ever is anything:
// shares of more than 2^30 parts come in pieces, then spilled records, whose parts are dealt over
// all workers, beginning with the worker behind the last one that got any.
struct rest_of_batch {
  const u64 *prefix;
  const u32 *order; // names of the records; NULL: in the order of recording
  u32 count;        // records
  u64 next, end;    // parts of the worklist, then of the spilled record `found`
  spill_node *node; // spilled records not looked at yet
  u32 level;        // of those that may run
  u32 worker, workers, turn;
  spill_node *found;
  u32 first; // of the batch's records in the arena
  // the piece to run: its first record, the part in it to begin with, parts of that record to
  // leave out, parts
  u32 record;
  uint3 at;
  u32 skip, left;
};
constexpr u64 piece = u64(1) << 30;

// The record in which block `next` of the batch lies: the last one that begins at or before it.
FL_DEVICE u32 find_record(const u64 *prefix, u32 count, u64 next) {
  u32 at = 0;
  FL_LOOP
  for (u32 high = count - 1; at < high;) {
    const u32 middle = at + (high - at + 1) / 2;
    if (prefix[middle] <= next)
      at = middle;
    else
      high = middle - 1;
  }
  return at;
}
// The same by all lanes of a warp, each looking at a place of its own, so that a step divides what is left by 32 and not by 2. They begin around the
// place where it would be if all launches had equally many blocks (thesis, section 3.2: the even-split guess).
FL_DEVICE u32 find_record_together(const u64 *prefix, u32 count, u64 next, u64 blocks) {
  if (on_cpu)
    return find_record(prefix, count, next);
  u32 at = 0, size = count; // it is one of `size` from `at` on
  const u32 lane = lane_number();
  if (count > 32) {
    const u32 guess = u32(float(next) / float(blocks) * float(count)), step = (count >> 11) + 1;
    const u32 first = guess > 16 * step ? guess - 16 * step : 0, mine = first + lane * step;
    const u32 before = vote_of_warp(mine < count && prefix[mine] <= next);
    if (before == 0) {
      size = first;
    } else {
      const u32 part = 31 - __clz(int(before));
      at = first + part * step;
      size = part == 31 || count - at < step ? count - at : step;
    }
  }
  FL_LOOP
  while (size > 1) {
    const u32 step = (size + 31) / 32, mine = lane * step;
    const u32 before = vote_of_warp(mine < size && prefix[at + mine] <= next);
    const u32 part = 31 - __clz(int(before)); // the first of all is never behind it
    at += part * step;
    size = size - part * step < step ? size - part * step : step;
  }
  return at;
}
// A part as segments name it, from its number in its grid. The head of a record in the worklist need not say how large its blocks are; those of
// more parts than fit there are whole.
template <class P> FL_DEVICE uint3 part_at(const record_head &h, u64 number) {
  if constexpr (warp_parts<P>) {
    if (number < huge_grid)
      return make_uint3(u32(number) * part_threads, 0, 0);
    const division d = small_divide(number * part_threads, h.threads());
    return make_uint3(d.rest, u32(d.quotient), u32(d.quotient >> 32));
  } else {
    return far_block_at(h, number);
  }
}
// The next piece; false when the worker is done.
template <class P> FL_COLD bool next_piece(rest_of_batch &r, arena_view a) {
  while (r.next >= r.end) {
    spill_node *n = r.node;
    if (!n || n->level != r.level)
      return false;
    r.node = n->next;
    const u64 blocks = parts_of<P>(n->head);
    const u64 place = r.worker < r.turn ? r.worker + r.workers - r.turn : r.worker - r.turn;
    u64 share = 1;
    if (blocks > r.workers)
      share = small_divide(blocks - 1, r.workers).quotient + 1;
    else if ((r.turn += u32(blocks)) >= r.workers)
      r.turn -= r.workers;
    if (place * share >= blocks)
      continue;
    r.found = n;
    r.next = place * share;
    r.end = r.next + share < blocks ? r.next + share : blocks;
  }
  const u64 left = r.end - r.next;
  r.left = u32(left < piece ? left : piece);
  u64 before = r.next;
  record_head h;
  if (r.found) {
    h = r.found->head;
    r.skip = u32(parts_of<P>(h)) - r.left; // so that all of `left` is taken from it
  } else {
    r.record = find_record(r.prefix, r.count, r.next);
    h = head_of<P>(a, r.order ? r.order[r.record] : r.first + r.record);
    before -= r.prefix[r.record];
    r.skip = u32(before);
  }
  r.at = part_at<P>(h, before);
  r.next += r.left;
  return true;
}

// Are whole grids better dealt out than blocks, this round (paper, figure 7b)? Instructions that the most loaded worker would then have more to
// execute, against those that every worker spends on finding its first block. A worker gets every so manieth grid: the one with the largest,
// otherwise average ones.
template <class P> FL_DEVICE bool deal_whole_grids(const batch &b, u32 workers) {
  if (deal_of<P> != deal_either)
    return deal_of<P> == deal_grids;
  if (b.blocks >> 31)
    return false;
  constexpr u32 search_step = 160; // instructions that a worker could execute while it waits for one load
  const u32 blocks = u32(b.blocks), even = (blocks - 1) / workers + 1;
  const u32 grids = (b.count - 1) / workers; // besides the largest
  const u32 most = (b.max_blocks ? b.max_blocks : few_blocks < blocks ? few_blocks : blocks) + u32(u64(grids) * blocks / b.count);
  const u32 more = most > even ? most - even : 0;
  return u64(more) * closure<P>::all::length() < u64(search_step) * u32(32 - __clz(int(b.count)));
}

// Runs this thread's part of a batch: its worker's equal share of the batch's blocks, or of its grids. `rest`: there may be spilled records, or
// shares of more than a piece.
template <class P, class Team, bool rest_too = true>
FL_DEVICE void run_batch(const worklist &wl, const roots<P> &r, const batch &b, const target *t) {
  using all = closure<P>;
  const u32 warps = warp_parts<P> ? 1 : ((all::tracks_threads ? b.max_threads : all::max_threads) + 31) / 32;
  if (warps == 0)
    return; // nothing was recorded
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
  w.barrier = group + 1;
  w.slice = Team::first_slice() + group * slice;
  if (all::slices) {
    if (w.thread == 0 && group < groups) {
      group_state *state = reinterpret_cast<group_state *>(dynamic_bytes<char>() + w.slice);
      state->votes = 0;
    }
    __syncthreads();
  }
  if (group >= groups)
    return;
  const u32 index = Team::rank() * groups + group, workers = Team::blocks() * groups;
  const arena_view a = arena<P>(wl, b.arena);
  const bool sorted = all::ordered && b.sorted;
  const u64 *prefix = (sorted ? a.order_prefix : a.prefix) + b.first;
  const bool grids = b.count != 0 && deal_whole_grids<P>(b, workers);
  constexpr u32 coarsened = coarsen_of<P> * (warp_parts<P> ? (all::max_threads + 31) / 32 : 1);
  division share{0, 0}; // of every worker; so many of them take one more, since shares rounded up would leave others none
  if (b.blocks != 0 && !grids) {
    if (b.blocks >> 32)
      share = small_divide(b.blocks, workers);
    else // 32-bit division where it will do
      share = division{u32(b.blocks) / workers, u32(b.blocks) % workers};
    if (coarsened > 1 && share.quotient < coarsened)
      share = division{coarsened, 0};
  }
  const u64 next = index * share.quotient + (index < share.rest ? index : share.rest);
  const u64 own = share.quotient + (index < share.rest), end = next + own < b.blocks ? next + own : b.blocks;
  u32 left = next < end ? u32(end - next < piece ? end - next : piece) : 0;
  const u32 *order = sorted ? a.order + b.first : nullptr;
  rest_of_batch rest;
  const bool more = rest_too && (b.spill || own > piece);
  if (more) {
    rest.prefix = prefix;
    rest.order = order;
    rest.first = b.first;
    rest.count = b.count;
    rest.next = next + left;
    rest.end = end;
    rest.node = b.spill;
    rest.level = b.level;
    rest.worker = index;
    rest.workers = workers;
    rest.turn = 0;
    rest.found = nullptr;
  }
  u32 record = 0, skip = 0;
  uint3 at = make_uint3(0, 0, 0);
  u32 stride = 1; // to the next record
  if (grids) {
    stride = workers;
    record = index;
    left = record < b.count;
  } else if (left) {
    // Where all grids are of one block there is nothing to search.
    record = !dense<P> && b.blocks == b.count ? u32(next) : find_record_together(prefix, b.count, next, b.blocks);
    skip = u32(next - prefix[record]);
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
      if (more && rest.found) {
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
      const bool whole = deal_of<P> != deal_blocks && grids && !(more && rest.found);
      s.count = whole || left > blocks ? blocks : left;
      s.at = at;
      left = whole ? record < b.count : left - s.count;
      skip = 0;
      at = make_uint3(0, 0, 0);
      dispatch<P, typename all::kernels>::run(s.head.kernel(), w, s, t, wl, r);
    }
    if constexpr (rest_too) {
      if (more && next_piece<P>(rest, a)) {
        left = rest.left;
        at = rest.at;
        skip = rest.skip;
        record = rest.record;
        continue;
      }
    }
    break;
  }
}

// Takes the memory of spilled records over from a frame's counters. One thread.
FL_COLD spill_chunk *take_chunks(frame_counters &f) {
  spill_chunk *list = nullptr;
  FL_LOOP
  for (u32 i = 0; i < spill_chunks; ++i) {
    if (f.chunks[i] > 1) {
      spill_chunk *c = reinterpret_cast<spill_chunk *>(size_t(f.chunks[i]));
      c->older = list;
      list = c;
    }
    f.chunks[i] = 0;
  }
  return list;
}
FL_COLD void free_chunks(spill_chunk *c) {
  while (c) {
    spill_chunk *older = c->older;
    free(c);
    c = older;
  }
}

FL_DEVICE void reset(frame_counters &f) {
  f.spill = nullptr;
  f.packed = 0;
  f.max_threads = f.max_shared = f.max_blocks = f.large = f.levels = f.spilled = 0;
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

// One batch, all records of the parent grid. Afterwards the head is as it was before the parent, but for frames that take turns, of which the other
// one is. Returns true in the last thread to finish, where somebody has to know.
template <class P, class Team, bool rest_too = true>
FL_DEVICE bool drain_once(const worklist &wl, const roots<P> &r) {
  worklist_head *head = wl.head;
  frame_counters &f = *wl.counters;
  // Behind the parent kernel nobody changes it any more: one load for all warps of a multiprocessor, where relaxed ones of 8,000 warps meet in one place.
  const u64 packed = Team::behind_parent ? f.packed : load_relaxed(&f.packed);
  batch b;
  b.blocks = packed & block_mask;
  b.count = u32(packed >> block_bits);
  b.spill = f.spill;
  b.arena = b.first = b.sorted = b.level = 0;
  b.max_threads = closure<P>::tracks_threads ? f.max_threads : 0;
  b.max_shared = closure<P>::tracks_shared ? f.max_shared : 0;
  b.max_blocks = deal_of<P> == deal_either ? f.max_blocks : 0;
  if (wl.clears && Team::rank() == 0 && hw_thread().x == 0)
    reset(*wl.clears);
  run_batch<P, Team, rest_too>(wl, r, b, nullptr);
  if (wl.clears && !wl.measure && !wl.log && !(rest_too && f.spilled))
    return false;
  __syncthreads();
  if (hw_thread().x != 0)
    return false;
  const u64 ended = selects<P> ? nanoseconds() : 0; // what follows is only done to measure
  if (atomicAdd(&head->done, 1u) == Team::blocks() - 1) {
    fence();
    if (rest_too && f.spilled)
      free_chunks(take_chunks(f));
    if (selects<P>)
      write_sample(wl, f, ended);
    clear_counters<P>(wl, f);
    head->done = 0;
    return true;
  }
  return false;
}
} // namespace fl
#endif
