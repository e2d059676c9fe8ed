// The drain: persistent worker blocks that run the recorded child blocks (Free Launch, CB*->PB*:
// every worker takes an equal share of the child blocks, whatever launch they belong to). This file
// runs one batch; rounds.h strings batches together.
#ifndef FREELAUNCH_DRAIN_H
#define FREELAUNCH_DRAIN_H
#include "serial.h"

namespace fl {
// Threads of a drain block. Closures with rounds take fewer, larger blocks, so that a grid barrier has fewer arrivals; on the CPU,
// where every thread at a barrier costs, blocks of two groups or one.
template <class P> __host__ __device__ constexpr u32 threads_of_drain() {
  using all = closure<P>;
  if (all::max_threads > 512 || all::tracks_shared)
    return 1024;
  if (all::max_threads > 256)
    return 512;
  if (all::simple)
    return 256;
  if (!on_cpu)
    return 512;
  u32 threads = 64;
  while (threads < all::max_threads)
    threads *= 2;
  return threads;
}
template <class P> constexpr u32 drain_threads = threads_of_drain<P>();

// A group of warps of a drain block that runs one virtual block at a time.
struct worker {
  u32 thread;  // this thread's number in the group
  u32 threads; // of the group
  u32 barrier; // named barrier of the group
  u32 slice;   // offset of its shared memory
};

// Consecutive blocks of one launch, for one worker.
struct segment {
  record_head head;
  const char *args;
  u32 *tails;
  uint3 at; // the first of them
  u32 count;
};

// Runs the blocks of a segment, a launch of K, on a worker.
template <class P, class K>
FL_DEVICE void run_segment(const worker &w, const segment &s, const target *t, const worklist &wl) {
  using args_type = typename K::args;
  alignas(16) char bytes[round16(sizeof(args_type))];
  FL_UNROLL
  for (size_t i = 0; i < sizeof(bytes); i += 16) {
    const uint4 v = *reinterpret_cast<const uint4 *>(s.args + i);
    __builtin_memcpy(bytes + i, &v, 16);
  }
  const args_type &args = *reinterpret_cast<const args_type *>(bytes);
  constexpr u32 fixed = fixed_block<K>;
  const u32 threads = fixed ? fixed : s.head.threads();
  const dim3 block = fixed ? dim3(fixed) : s.head.block_dim();
  const dim3 grid = flat_grid<K> ? dim3(s.head.grid_x) : s.head.grid();
  // Warps of the group that the virtual block has no threads for wait at the group's named barrier meanwhile, and one named
  // barrier cannot serve two thread counts at a time.
  const bool counting = K::barrier && (on_cpu || K::early_exit || threads != w.threads);
  uint3 thread = make_uint3(w.thread, 0, 0);
  if (!fixed && !s.head.flat_block()) {
    thread.x = w.thread % block.x;
    thread.y = w.thread / block.x % block.y;
    thread.z = w.thread / block.x / block.y;
  }
  constexpr bool shares_clock = closure<P>::shares_clock && K::kids::size != 0;
  uint3 at = s.at;
  FL_LOOP
  for (u32 i = 0; i < s.count; ++i) {
    group_state *state = reinterpret_cast<group_state *>(dynamic_bytes<char>() + w.slice);
    if (shares_clock && w.thread == 0)
      state->clock = 0;
    if (K::barrier && counting && w.thread == 0)
      vb_init(&state->child, threads);
    if (shares_clock || (K::barrier && counting))
      group_sync(*state, w.barrier, w.threads);
    if (w.thread < threads) {
      child_ctx<P, K> c;
      c.thread_ = thread;
      c.block_ = at;
      c.block_dim_ = block;
      c.grid_dim_ = grid;
      c.threads_ = threads;
      c.slice_ = w.slice;
      c.barrier_ = w.barrier;
      c.counting_ = counting;
      c.target_ = t;
      c.tails_ = s.tails;
      c.worklist_ = &wl;
      K::run(c, args);
      if (K::barrier && counting)
        vb_leave(&state->child);
    }
    if (needs_group_sync<K> || shares_clock) {
      if (K::barrier || shares_clock)
        reconverge();
      group_sync(*state, w.barrier, w.threads);
      if (K::barrier && counting && w.thread == 0)
        vb_end(&state->child);
    } else if (K::warp_sync) {
      end_of_warp(); // a thread that has left must not meet others of its warp in the next block
    }
    ++at.x;
    if (!flat_grid<K> && at.x == grid.x) {
      at.x = 0;
      if (++at.y == grid.y) {
        at.y = 0;
        ++at.z;
      }
    }
  }
}

template <class P, class L> struct dispatch;
template <class P, class K> struct dispatch<P, list<K>> {
  static FL_DEVICE void run(u32, const worker &w, const segment &s, const target *t,
                            const worklist &wl) {
    run_segment<P, K>(w, s, t, wl);
  }
};
template <class P, class K, class K2, class... Ks> struct dispatch<P, list<K, K2, Ks...>> {
  static FL_DEVICE void run(u32 kernel, const worker &w, const segment &s, const target *t,
                            const worklist &wl) {
    if (kernel == 0)
      run_segment<P, K>(w, s, t, wl);
    else
      dispatch<P, list<K2, Ks...>>::run(kernel - 1, w, s, t, wl);
  }
};

FL_DEVICE record_head load_head(const char *slot) {
  const uint4 v = *reinterpret_cast<const uint4 *>(slot);
  record_head h;
  h.grid_x = v.x;
  h.grid_yz = v.y;
  h.block = v.z;
  h.misc = v.w;
  return h;
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

// What a worker has of a batch besides its first stretch of records, which hardly ever is anything:
// shares of more than 2^30 blocks come in pieces, then spilled records, whose blocks are dealt over
// all workers, beginning with the worker behind the last one that got any.
struct rest_of_batch {
  const u64 *prefix;
  const u32 *order; // names of the records; NULL: in the order of recording
  u32 count;        // records
  u64 next, end;    // blocks of the worklist, then of the spilled record `found`
  spill_node *node; // spilled records not looked at yet
  u32 level;        // of those that may run
  u32 worker, workers, turn;
  spill_node *found;
  const char *slots; // of the batch's first record; of the arena's, if sorted
  u32 stride;
  // the piece to run: its first record, the block in it to begin with, blocks of that record to
  // leave out, blocks
  u32 record;
  const char *slot;
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
// The next piece; false when the worker is done.
FL_COLD bool next_piece(rest_of_batch &r) {
  while (r.next >= r.end) {
    spill_node *n = r.node;
    if (!n || n->level != r.level)
      return false;
    r.node = n->next;
    const u64 blocks = load_head(n->slot()).blocks();
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
  if (r.found) {
    r.slot = r.found->slot();
    r.skip = u32(load_head(r.slot).blocks()) - r.left; // so that all of `left` is taken from it
  } else {
    r.record = find_record(r.prefix, r.count, r.next);
    r.slot = r.slots + size_t(r.order ? r.order[r.record] : r.record) * r.stride;
    before -= r.prefix[r.record];
    r.skip = u32(before);
  }
  const record_head h = load_head(r.slot);
  const division row = small_divide(before, h.grid_x),
                 plane = small_divide(row.quotient, h.grid_yz & 0xffff);
  r.at = make_uint3(row.rest, plane.rest, u32(plane.quotient));
  r.next += r.left;
  return true;
}

// Runs this thread's part of a batch: its worker's equal share of the batch's blocks.
template <class P> FL_DEVICE void run_batch(const worklist &wl, const batch &b, const target *t) {
  using all = closure<P>;
  constexpr u32 block_warps = drain_threads<P> / 32;
  const u32 warps = ((all::tracks_threads ? b.max_threads : all::max_threads) + 31) / 32;
  if (warps == 0)
    return; // nothing was recorded
  u32 groups = block_warps / warps;
  if (warps > 1 && groups > 15)
    groups = 15;
  u32 slice = 0;
  if (all::slices) {
    slice = u32(sizeof(group_state) + (all::tracks_shared ? b.max_shared : all::all::shared()));
    if (groups > wl.drain_shared / slice)
      groups = wl.drain_shared / slice;
  }
  const u32 tid = hw_thread().x, group = tid / 32 / warps;
  worker w;
  w.thread = tid - group * warps * 32;
  w.threads = warps * 32;
  w.barrier = group + 1;
  w.slice = group * slice;
  if (all::slices) {
    if (w.thread == 0 && group < groups) {
      group_state *state = reinterpret_cast<group_state *>(dynamic_bytes<char>() + w.slice);
      state->votes = 0;
      group_init(*state, w.threads);
    }
    __syncthreads();
  }
  if (group >= groups)
    return;
  const u32 index = hw_block().x * groups + group, workers = hw_grid_dim().x * groups;
  const arena_view a = arena<P>(wl, b.arena);
  const bool sorted = all::ordered && b.sorted;
  const u64 *prefix = (sorted ? a.order_prefix : a.prefix) + b.first;
  const u64 last = b.blocks - 1; // 32-bit division where it will do
  const u64 share =
      b.blocks == 0 ? 0
                    : 1 + (last >> 32 ? small_divide(last, workers).quotient : u32(last) / workers);
  const u64 next = index * share, end = next + share < b.blocks ? next + share : b.blocks;
  u32 left = next < end ? u32(end - next < piece ? end - next : piece) : 0;
  const u32 *order = sorted ? a.order + b.first : nullptr;
  const char *slots = sorted ? a.slots : a.slots + size_t(b.first) * all::stride;
  rest_of_batch rest;
  const bool more = b.spill || share > piece;
  if (more) {
    rest.prefix = prefix;
    rest.order = order;
    rest.slots = slots;
    rest.stride = all::stride;
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
  const char *slot = slots;
  uint3 at = make_uint3(0, 0, 0);
  if (left) {
    record = find_record(prefix, b.count, next);
    skip = u32(next - prefix[record]);
    slot = slots + size_t(sorted ? order[record] : record) * all::stride;
    at = all::all::flat ? make_uint3(skip, 0, 0) : block_at(load_head(slot), skip);
  }
  for (;;) {
    FL_LOOP
    while (left) {
      segment s;
      s.tails = nullptr;
      if (all::ordered) {
        if (more && rest.found) {
          s.tails = &rest.found->tails;
        } else {
          const u32 name = sorted ? order[record] : record;
          slot = slots + size_t(name) * all::stride;
          s.tails = a.levels + 2 * size_t(sorted ? name : b.first + name) + 1;
          ++record;
        }
      }
      s.head = load_head(slot);
      s.args = slot + 16;
      const u32 blocks = (all::all::flat ? s.head.grid_x : u32(s.head.blocks())) - skip;
      s.count = left < blocks ? left : blocks;
      s.at = at;
      left -= s.count;
      skip = 0;
      at = make_uint3(0, 0, 0);
      slot += all::stride;
      if (left)
        prefetch(slot);
      dispatch<P, typename all::kernels>::run(s.head.kernel(), w, s, t, wl);
    }
    if (!more || !next_piece(rest))
      break;
    left = rest.left;
    at = rest.at;
    skip = rest.skip;
    slot = rest.slot;
    record = rest.record;
  }
}

// Takes the memory of spilled records over from a frame's counters. One thread.
FL_COLD spill_chunk *take_chunks(frame_counters &f) {
  spill_chunk *list = nullptr;
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

// Clears the counters of a frame whose records are done or taken over; the host hears of what is
// worth it. One thread.
FL_DEVICE void clear_counters(const worklist &w, frame_counters &f) {
  if (w.report && (w.log || f.spilled || w.head->lost)) {
    volatile flrt_report *r = w.report;
    r->records += (f.packed >> block_bits) + f.spilled;
    r->blocks += f.packed & block_mask;
    r->spilled += f.spilled;
    r->lost += w.head->lost;
    w.head->lost = 0;
  }
  f.spill = nullptr;
  f.packed = 0;
  f.max_threads = f.max_shared = f.levels = f.spilled = 0;
}

// One batch, all records of the parent grid; the last block to finish leaves the head as it was
// before the parent.
template <class P> FL_DEVICE void drain_once(const worklist &wl) {
  worklist_head *head = wl.head;
  const frame_counters &f = head->recording[0];
  const u64 packed = load_relaxed(&f.packed);
  batch b;
  b.blocks = packed & block_mask;
  b.count = u32(packed >> block_bits);
  b.spill = f.spill;
  b.arena = b.first = b.sorted = b.level = 0;
  b.max_threads = closure<P>::tracks_threads ? f.max_threads : 0;
  b.max_shared = closure<P>::tracks_shared ? f.max_shared : 0;
  run_batch<P>(wl, b, nullptr);
  __syncthreads();
  if (hw_thread().x == 0 && atomicAdd(&head->done, 1u) == hw_grid_dim().x - 1) {
    fence();
    if (head->recording[0].spilled)
      free_chunks(take_chunks(head->recording[0]));
    clear_counters(wl, head->recording[0]);
    head->done = 0;
  }
}
} // namespace fl
#endif
