// What a worker's share of a batch is: where in the records it begins, and what there is besides: spilled records, and more than fits into one piece.
#ifndef FREELAUNCH_DEAL_H
#define FREELAUNCH_DEAL_H
#include "worker.h"

namespace fl {
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

// Some blocks may take many times as long as others of the same launch, and those that do stand together (the points of a Mandelbrot set); equal shares then
// differ as much. So where kernels have loops of unknown ends, a block of the drain begins with a part of its share and claims more when it is done, as much as
// suits the time that the last took, by one atomic for all its warps. For that a batch is divided into units, equal runs of parts.
struct block_claim { // of a drain block, in shared memory
  u32 first, count;  // units
  u32 began;         // with them, in cycles
  u32 each;          // units of the batch, for each block of the drain
};
constexpr u32 claim_cycles = 32768; // that a claim is to last: taking the next one costs some thousand
// Units for each block of a drain, which has so many groups; 0: shares are too small to be divided. The groups wait for the slowest of them before each claim, so
// that many of them need more to do for each.
constexpr u32 few_groups = 4;
FL_DEVICE u32 units_of(const batch &b, u32 blocks, u32 groups) {
  constexpr u32 most = 256;
  if (b.blocks >> 32)
    return 0;
  const u32 each = u32(b.blocks) / (blocks * groups * (groups > few_groups ? 8 : 2));
  return each < 2 ? 0 : each < most ? each : most;
}
FL_DEVICE u32 first_claim(u32 each) { return each < 16 ? 1 : each / 8; }
// Parts of one of a block's groups in what it has claimed, of a batch of `parts`; `next` is the first.
FL_DEVICE u32 claimed_parts(const block_claim &c, u32 parts, u32 blocks, u32 group, u32 groups, u64 &next) {
  const u32 units = c.each * blocks, each = parts / units, more = parts % units, behind = c.first + c.count;
  const u32 from = c.first * each + (c.first < more ? c.first : more), claimed = behind * each + (behind < more ? behind : more) - from;
  const u32 own = claimed / groups, more_own = claimed % groups;
  next = from + group * own + (group < more_own ? group : more_own);
  return own + (group < more_own);
}
// The block's next claim: no units when all are taken. At most half of an equal share of what is left, so that all come to their ends together. All threads of
// the block.
FL_COLD void claim_next(block_claim &c, u32 *claimed, u32 blocks, u32 groups) {
  __syncthreads();
  if (hw_thread().x == 0) {
    const u32 now = cycles(), all = c.each * blocks, half = (all - c.first) / (2 * blocks), least = groups > few_groups ? c.each / 16 + 1 : 1;
    const float fits = float(c.count) * float(claim_cycles) * reciprocal(float(now - c.began) + 1);
    u32 wanted = fits < float(half) ? u32(fits) : half;
    if (wanted < least)
      wanted = least;
    const u32 first = first_claim(c.each) * blocks + atomicAdd(claimed, wanted);
    c.first = first < all ? first : all;
    c.count = all - c.first < wanted ? all - c.first : wanted;
    c.began = now;
  }
  __syncthreads();
}

// Are whole grids better dealt out than blocks, this round (paper, figure 7b)? Instructions that the most loaded worker would then have more to
// execute, against those that every worker spends on finding its first block. A worker gets every so manieth grid: the one with the largest,
// otherwise average ones. Time that is spent on memory counts on both sides: a part waits for it once at least, a search at each of its steps.
template <class P> FL_DEVICE bool deal_whole_grids(const batch &b, u32 workers) {
  if (deal_of<P> != deal_either)
    return deal_of<P> == deal_grids;
  if (b.blocks >> 31)
    return false;
  constexpr u32 load = 160; // instructions that a worker could execute while it waits for one
  // In single precision: every warp of the drain comes by here, most of them with nothing else to do, and divisions of integers take longer than all that.
  const float blocks = float(u32(b.blocks)), each = reciprocal(float(workers));
  const float even = float(u32((blocks - 1) * each)) + 1;
  const float grids = float(u32(float(b.count - 1) * each)); // besides the largest
  const float largest = float(b.max_blocks ? b.max_blocks : few_blocks < u32(b.blocks) ? few_blocks : u32(b.blocks));
  const float more = largest + grids * blocks * reciprocal(float(b.count)) - even;
  const u32 steps = 2 + u32(32 - __clz(int(b.count))) / 5; // find_record_together
  return more * float(closure<P>::all::length() + load) < float(load * steps);
}
} // namespace fl
#endif
