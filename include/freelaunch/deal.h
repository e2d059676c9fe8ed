// What a worker's share of a batch is: where in the records it begins, and what there is besides: spilled records, and all of a batch of 2^32 parts and more.
#ifndef FREELAUNCH_DEAL_H
#define FREELAUNCH_DEAL_H
#include "worker.h"

namespace __fl {
// What a worker has of a batch besides its first stretch of records, which hardly ever is anything:
// its share of 2^32 parts and more, in pieces, then spilled records: every so manieth, or a part of one where there are fewer
// than workers; and of wide ones, whose parts are dealt over all workers, beginning with the worker behind the last one that got any.
struct rest_of_batch {
  const u64 *prefix;
  const u32 *order; // names of the records; NULL: in the order of recording
  u32 count;        // records
  u64 next, end;    // parts of the worklist, then of the spilled record `found`
  const spill_table *chunks;
  bool sorted;                       // do turns count there, or places?
  u32 spill_next, spill_end;         // spilled records: the next one to look at
  u32 spill_step, spill_team, spill_member; // how many further the one after that is; workers that it is dealt over, and which of them this one is
  spill_node *node; // wide spilled records not looked at yet
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
// The same by all lanes of a warp, where it is one of `size` from `at` on, and fewer than 2^32 blocks are before them: each looks at a place of its own, so that a step
// divides what is left by 32 and not by 2.
FL_DEVICE u32 find_among(const u64 *prefix, u32 at, u32 size, u32 next) {
  const u32 lane = lane_number();
  FL_LOOP
  while (size > 1) {
    const u32 step = (size + 31) / 32, mine = lane * step;
    const u32 before = vote_of_warp(mine < size && u32(prefix[at + mine]) <= next);
    const u32 part = 31 - __clz(int(before)); // the first of all is never behind it
    at += part * step;
    size = size - part * step < step ? size - part * step : step;
  }
  return at;
}
// The same among all, of fewer than 2^32 blocks. They begin around the place where it would be if all launches had equally many (thesis, section 3.2: the
// even-split guess).
FL_DEVICE u32 find_record_together(const u64 *prefix, u32 count, u32 next, u32 blocks) {
  if (on_cpu)
    return find_record(prefix, count, next);
  u32 at = 0, size = count;
  if (count > 32) {
    const u32 guess = u32(float(next) * float(count) * reciprocal(float(blocks))), step = (count >> 11) + 1;
    const u32 first = guess > 16 * step ? guess - 16 * step : 0, mine = first + lane_number() * step;
    const u32 before = vote_of_warp(mine < count && u32(prefix[mine]) <= next);
    if (before == 0) {
      size = first;
    } else {
      const u32 part = 31 - __clz(int(before));
      at = first + part * step;
      size = part == 31 || count - at < step ? count - at : step;
    }
  }
  return find_among(prefix, at, size, next);
}
// The same where block `before` lies in record `at`. Every record has a block, so that no more records follow up to it than blocks.
FL_COLD u32 find_record_behind(const u64 *prefix, u32 count, u32 at, u32 before, u32 next) {
  if (on_cpu)
    return find_record(prefix, count, next);
  const u32 most = next - before + 1;
  return find_among(prefix, at, count - at < most ? count - at : most, next);
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
// A worker's equal share of so many parts that they do not all have numbers of 32 bits.
FL_COLD void far_share(rest_of_batch &r, u64 blocks, u32 worker, u32 workers) {
  const division share = small_divide(blocks, workers);
  r.next = worker * share.quotient + (worker < share.rest ? worker : share.rest);
  r.end = r.next + share.quotient + (worker < share.rest);
}
// The n-th place of spilled records; NULL: there was no memory for it.
template <class P> FL_COLD spill_node *spilled_at(const spill_table &t, u32 n) {
  const chunk_place p = spill_array::place(n);
  const u64 chunk = t.chunk[p.chunk];
  constexpr u32 each = u32(sizeof(spill_node)) + u32(round16(closure<P>::content_bytes));
  return chunk > 1 ? reinterpret_cast<spill_node *>(address_of_chunk(chunk) + sizeof(spill_chunk) + size_t(each) * p.at) : nullptr;
}
// The n-th of those that there are.
template <class P> FL_COLD spill_node *spilled_place(const spill_table &t, u32 n) {
  u32 missing = 0;
  FL_LOOP
  for (u32 i = 0, end = 0; t.refused && i < spill_chunks; ++i) {
    end += spill_array::capacity(i);
    if (t.chunk[i] == 1)
      missing += spill_array::capacity(i);
    else if (n + missing < end)
      break;
  }
  return spilled_at<P>(t, n + missing);
}
// Is there any? Each chunk that there is has one.
FL_COLD bool any_spilled(const spill_table &t) {
  bool any = false;
  FL_LOOP
  for (u32 i = 0; i < spill_chunks; ++i)
    any |= t.chunk[i] > 1;
  return any;
}
FL_DEVICE bool has_records(const frame_counters &c) { return load_relaxed(&c.packed) != 0 || (c.spilled && any_spilled(c.chunks)); }
// A worker's share of a batch's spilled records, but for wide ones.
FL_DEVICE void share_spilled(rest_of_batch &r, const batch &b) {
  r.chunks = b.chunks;
  r.sorted = b.sorted;
  const bool few = b.spilled < r.workers && b.spilled;
  r.spill_team = few ? r.workers / b.spilled : 1;
  r.spill_member = few ? r.worker / b.spilled : 0;
  r.spill_step = few ? b.spilled : r.workers;
  r.spill_next = b.spill_first + (few ? r.worker % b.spilled : r.worker);
  r.spill_end = b.spill_first + (r.spill_member < r.spill_team ? b.spilled : 0);
}
// The next piece; false when the worker is done.
template <class P> FL_COLD bool next_piece(rest_of_batch &r, arena_view a) {
  while (r.next >= r.end) {
    if (r.spill_next < r.spill_end) {
      spill_node *const one = r.sorted ? spilled_place<P>(*r.chunks, r.spill_next)->turn : spilled_at<P>(*r.chunks, r.spill_next);
      r.spill_next += r.spill_step;
      const u64 parts = one ? parts_of<P>(one->head) : 0;
      if (parts > wide_parts)
        continue;
      const u32 share = (u32(parts) + r.spill_team - 1) / r.spill_team;
      r.found = one;
      r.next = r.spill_member * share;
      r.end = r.next + share < parts ? r.next + share : parts;
      continue;
    }
    spill_node *n = r.node;
    if (!n)
      return false;
    r.node = n->next;
    const u64 blocks = parts_of<P>(n->head);
    const u64 place = r.worker < r.turn ? r.worker + r.workers - r.turn : r.worker - r.turn;
    u64 share = 1;
    if (blocks > r.workers)
      share = small_divide(blocks - 1, r.workers).quotient + 1;
    else if (!closure<P>::all::chained && (r.turn += u32(blocks)) >= r.workers)
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

// Some blocks may take many times as long as others of the same launch, and those that do stand together (the points of a Mandelbrot set); equal shares then
// differ as much. So where kernels have loops of unknown ends, a worker begins with a part of its share and claims more when it is done, as much as suits the
// time that the last took. It takes that from what its drain block has, and the first to find nothing there claims for all of them by one atomic.
struct worker_claim {
  u32 first, count; // parts of the batch
  u32 record;       // that the first of them lies in
  u32 base;         // the first part of the pool that they are from
  u32 began;        // with them, in cycles
};
struct claim_terms { // what the claims of a batch go by
  u32 begun;         // parts that all workers together begin with
  u32 parts;         // of the batch
  u32 blocks;        // of the drain
  u32 groups;        // workers of each
  u32 count;         // records
  u32 *claimed;      // parts, besides those begun with
  const u64 *prefix; // of the records; NULL: each has one part
};
struct block_claims { // of a drain block, in shared memory
  claim_terms terms;
  u64 pool;            // what none of its workers has taken yet: how many parts, above the first of them
  u32 share;           // of a worker in what was claimed last
  u32 base, record;    // where that begins: its first part, and the record that it lies in
  u32 claiming;        // one of the workers is about to fill the pool
  u32 none;            // all parts of the batch are taken
  worker_claim of[32]; // the workers
};
// What a claim is to last, in cycles: getting one and beginning with it takes some thousand. And the least share, in parts, that is worth dividing. At the end of
// a round all wait for the last.
template <bool rounds> constexpr u32 claim_cycles = rounds ? 32768 : 65536;
template <bool rounds> constexpr u32 least_share = rounds ? 4 : 32;
// Shares of so many parts are worth claiming even where whole grids would be even enough: a claim takes as long as tens of short parts
// (docs/results/2026-11-27-h100-first-launches.md).
constexpr u32 well_claimed = 256;
// Parts that each worker begins with; 0: shares are too small to be divided.
template <bool rounds> FL_DEVICE u32 first_claim(const batch &b, u32 workers) {
  if (b.blocks >> 31)
    return 0;
  const u32 share = u32(b.blocks) / workers;
  return share < least_share<rounds> ? 0 : share < 16 ? 1 : share / 8;
}
// Fills the pool for the workers of a block, with about as much for each as the one who asks wants; at most half of an equal share of what is left, so that all
// come to their ends together. All lanes of a warp, one at a time.
FL_DEVICE void fill_pool(block_claims &c, u32 wanted) {
  const claim_terms &t = c.terms;
  const bool first_lane = on_cpu || lane_number() == 0;
  u32 first = 0, share = 0;
  if (first_lane) {
    const u32 seen = t.begun + load_relaxed(t.claimed), half = seen < t.parts ? (t.parts - seen) / (2 * t.blocks * t.groups) : 0;
    share = wanted < half ? wanted : half ? half : 1;
    first = t.begun + atomicAdd(t.claimed, share * t.groups);
  }
  first = from_lane(~0u, first, 0);
  if (first >= t.parts) {
    if (first_lane)
      store_relaxed(&c.none, 1u);
    return;
  }
  const u32 record = t.prefix ? find_record_behind(t.prefix, t.count, load_relaxed(&c.record), load_relaxed(&c.base), first) : first;
  if (first_lane) {
    const u32 left = t.parts - first, all = share * t.groups;
    store_relaxed(&c.share, share);
    store_relaxed(&c.base, first);
    store_relaxed(&c.record, record);
    fence_block();
    atomicExch(&c.pool, u64(left < all ? left : all) << 32 | first);
  }
}
// A worker's next claim: no parts when all are taken. All threads of the worker.
template <bool rounds, bool one_warp> FL_COLD void claim_next(u32 thread, u32 threads, u32 group) {
  group_state &state = *reinterpret_cast<group_state *>(dynamic_bytes<char>()); // nobody looks at it
  block_claims &c = static_shared<block_claims>();
  const claim_terms &t = c.terms;
  group_sync(state, group + 1, one_warp ? 32 : threads);
  if (one_warp || thread < 32) {
    const bool first_lane = thread == 0;
    worker_claim &own = c.of[group];
    const u32 now = cycles();
    const float fits = float(own.count) * float(claim_cycles<rounds>) * reciprocal(float(now - own.began) + 1);
    const u32 wanted = fits < 1 ? 1 : fits < float(t.parts) ? u32(fits) : t.parts;
    sync_lanes(~0u);
    if (first_lane) {
      own.count = 0;
      own.began = now;
    }
    enum { none, ask, fill, found } next = ask;
    while (next == ask || next == fill) {
      next = ask;
      if (first_lane) {
        const u64 pool = load_relaxed(&c.pool);
        const u32 share = load_relaxed(&c.share), base = load_relaxed(&c.base), record = load_relaxed(&c.record), fair = share < wanted ? share : wanted;
        if (const u32 there = u32(pool >> 32)) {
          const u32 n = fair < there ? fair : there;
          if (atomicCAS(&c.pool, pool, u64(there - n) << 32 | (u32(pool) + n)) == pool) {
            own.first = u32(pool);
            own.count = n;
            own.record = record;
            own.base = base;
            next = found;
          }
        } else if (load_relaxed(&c.none)) {
          next = none;
        } else if (atomicExch(&c.claiming, 1u) == 0) {
          next = fill;
        } else {
          pause(100);
        }
      }
      next = decltype(next)(from_lane(~0u, next, 0));
      if (next == fill) {
        if (load_relaxed(&c.pool) >> 32 == 0)
          fill_pool(c, wanted);
        if (first_lane) {
          fence_block();
          atomicExch(&c.claiming, 0u);
        }
      }
    }
    sync_lanes(~0u);
    if (next == found) {
      const u32 first = load_relaxed(&own.first), record = t.prefix ? find_record_behind(t.prefix, t.count, load_relaxed(&own.record), load_relaxed(&own.base), first) : first;
      if (first_lane)
        own.record = record;
    }
  }
  group_sync(state, group + 1, one_warp ? 32 : threads);
}

// Are whole grids better dealt out than blocks, this round (paper, figure 7b)? Instructions that the most loaded worker would then have more to
// execute, against those that every worker spends on finding its first block. A worker gets every so manieth grid: the one with the largest,
// otherwise average ones. Time that is spent on memory counts on both sides: a part waits for it once at least, a search at each of its steps.
template <class P> FL_COLD bool whole_take_less(u32 parts, u32 count, u32 max_blocks, u32 workers) {
  // In single precision: every warp of the drain comes by here, most of them with nothing else to do, and divisions of integers take longer than all that.
  const float blocks = float(parts), each = reciprocal(float(workers));
  const float even = float(u32((blocks - 1) * each)) + 1;
  const float grids = float(u32(float(count - 1) * each)); // besides the largest
  const float largest = float(max_blocks ? max_blocks : few_blocks < parts ? few_blocks : parts);
  const float more = largest + grids * blocks * reciprocal(float(count)) - even;
  const u32 steps = 2 + u32(32 - __clz(int(count))) / 5; // find_record_together
  return more * float(closure<P>::all::length() + instructions_of_load) < float(instructions_of_load * steps);
}
template <class P> FL_DEVICE bool deal_whole_grids(const batch &b, u32 workers) {
  if (deal_of<P> != deal_either)
    return deal_of<P> == deal_grids;
  return !(b.blocks >> 31) && whole_take_less<P>(u32(b.blocks), b.count, b.max_blocks, workers);
}
} // namespace __fl
#endif
