// Frames: what the children of a batch have launched becomes the next batches, sorted by level where launches have an order (docs/split-engine.md, section 4). What is said
// here of a batch and its frame is noted in the head of the worklist, and decided by one block.
#ifndef FREELAUNCH_FRAMES_H
#define FREELAUNCH_FRAMES_H
#include "drain.h"

namespace __fl {
// Sorts spilled records by level, by merging the runs that already rise; launches of one thread are
// one such run once the list is turned around. One thread.
FL_COLD spill_node *sort_spill(spill_node *list) {
  spill_node *turned = nullptr;
  while (list) {
    spill_node *next = list->next;
    list->next = turned;
    turned = list;
    list = next;
  }
  list = turned;
  for (u32 runs = 2; runs > 1;) {
    spill_node *rest = list, **end = &list;
    for (runs = 0; rest; ++runs) {
      spill_node *part[2];
      FL_LOOP
      for (u32 i = 0; i < 2; ++i) { // cut a run off
        part[i] = rest;
        if (!rest)
          continue;
        spill_node *last = rest;
        while (last->next && last->next->level >= last->level)
          last = last->next;
        rest = last->next;
        last->next = nullptr;
      }
      while (part[0] || part[1]) {
        const u32 i = !part[0] || (part[1] && part[1]->level < part[0]->level);
        *end = part[i];
        end = &part[i]->next;
        part[i] = part[i]->next;
      }
    }
    *end = nullptr;
  }
  return list;
}

// So many records the last block at the barrier sorts by itself.
constexpr u32 small_frame = 256;
// Makes `b` what is to be done first with what the counters `c` hold: run it if all is of one level, else sort.
FL_DEVICE void open_batch(batch &b, const frame_counters &c, u32 arena, u32 base, bool ordered) {
  const u64 packed = load_relaxed(&c.packed);
  b.arena = arena;
  b.first = base;
  b.count = u32(packed >> block_bits);
  b.max_threads = c.max_threads;
  b.max_shared = c.max_shared;
  b.max_blocks = c.max_blocks;
  b.blocks = packed & block_mask;
  b.spill = c.spill;
  b.sorted = 0;
  const bool one = !ordered || c.levels == level_zero || c.levels == level_tail;
  b.level = ordered && c.levels == level_tail ? tail_level : 0;
  b.phase = one ? phase_run : b.count <= small_frame && !b.spill ? phase_sort : phase_count;
}

// What one thread does between batches is in functions of its own where closures nest: it stands there once, and a call takes no more registers than the rest. Drains of
// others have so few that the call would take more.
template <auto step, class R, class... Args> FL_APART R apart(Args... args) { return step(args...); }
template <class P, auto step> struct between_batches;
template <class P, class R, class... Args, R (*step)(Args...)> struct between_batches<P, step> {
  static FL_DEVICE R run(Args... args) {
    if constexpr (closure<P>::nested)
      return apart<step, R, Args...>(args...);
    else
      return step(args...);
  }
};

// Takes over what the counters `c` hold: it becomes the frame on top. If that is nothing, memory of refused launches is freed. One thread.
template <class P> FL_DEVICE bool open_frame(const worklist &wl, frame_counters &c, u32 arena, u32 base) {
  worklist_head *h = wl.head;
  const bool any = c.packed != 0 || c.spill;
  if (!any && !c.spilled)
    return false;
  spill_chunk *chunks = c.spilled ? take_chunks(c) : nullptr;
  if (any) {
    frame &f = h->top;
    open_batch(h->now, c, arena, base, closure<P>::ordered);
    f.below = nullptr;
    f.spill = c.spill;
    f.chunks = chunks;
    f.arena = arena;
    f.base = base;
    f.count = h->now.count;
    f.next = f.placed = 0;
    f.ceiling = f.spill_level = ~0u;
    f.spill_next = nullptr;
    f.max_threads = c.max_threads;
    f.max_shared = c.max_shared;
    f.max_blocks = c.max_blocks;
    h->arena_top[arena] = base + f.count;
  } else {
    free_chunks(chunks);
  }
  clear_counters<P>(wl, c);
  return any;
}

// The next batch of a frame that has something left: the records of its lowest level, or the
// sorting of more of them.
template <class P> FL_DEVICE void next_batch(const worklist &wl, frame &f, batch &b) {
  const arena_view a = arena<P>(wl, f.arena);
  b.arena = f.arena;
  b.max_threads = f.max_threads;
  b.max_shared = f.max_shared;
  b.max_blocks = f.max_blocks;
  u32 level = f.ceiling;
  const bool no_other = f.ceiling == ~0u && f.spill_level == ~0u && !by_size<P>; // then which level it is does not matter
  if (f.next < f.placed)
    level = no_other ? 0 : a.levels[2 * size_t(a.order[f.base + f.next])];
  if (f.next == f.placed && f.ceiling != ~0u && f.ceiling <= f.spill_level) {
    b.phase = phase_count;
    b.level = f.ceiling;
    b.first = f.base;
    b.count = f.count;
    return;
  }
  b.phase = phase_run;
  b.sorted = 1;
  b.first = f.base + f.next;
  b.count = 0;
  b.blocks = 0;
  b.level = level < f.spill_level ? level : f.spill_level;
  if (f.next < f.placed && level == b.level) {
    const u64 packed = a.level_packed[f.base + f.next];
    b.count = u32(packed >> block_bits);
    b.blocks = packed & block_mask;
    f.next += b.count;
  }
  if (by_size<P> && smallest_group << b.level < b.max_threads)
    b.max_threads = smallest_group << b.level;
  b.spill = nullptr;
  if (f.spill_level == b.level) {
    b.spill = f.spill_next;
    while (f.spill_next && f.spill_next->level == b.level)
      f.spill_next = f.spill_next->next;
    f.spill_level = f.spill_next ? f.spill_next->level : ~0u;
  }
}

// Without an order a frame is one batch.
template <class P> FL_DEVICE bool has_more(const frame &f) {
  return closure<P>::ordered && (f.next < f.placed || f.ceiling != ~0u || f.spill_level != ~0u);
}

// May children put anything into streams?
template <class P> constexpr bool may_launch = closure<P>::nested || moves<P>;
// A batch has run: its launches become the next frame; the frame it came from is suspended, or left
// for good if nothing of it remains, before the new one is opened: a chain of launches, however
// long, needs the space of two links.
template <class P> FL_DEVICE void after_run(const worklist &wl, worklist_head *h) {
  frame_counters &c = h->recording[h->now.record_into];
  const bool launched = may_launch<P> && (c.packed != 0 || c.spill);
  bool more = has_more<P>(h->top);
  if (!more) {
    free_chunks(h->top.chunks);
    h->arena_top[h->top.arena] = h->top.base;
  } else if (launched) {
    frame *f =
        h->depth < frame_pool ? &wl.tables->pool[h->depth] : static_cast<frame *>(malloc(sizeof(frame)));
    if (f) {
      h->top.below = h->suspended;
      *f = h->top;
      h->suspended = f;
      ++h->depth;
    } else {
      ++h->lost;
    }
  }
  if constexpr (may_launch<P>)
    if (between_batches<P, open_frame<P>>::run(wl, c, h->now.record_arena, h->now.record_base))
      return;
  if (may_launch<P> && closure<P>::ordered && !more && h->suspended) {
    frame *f = h->suspended;
    h->top = *f;
    h->suspended = f->below;
    if (--h->depth >= frame_pool)
      free(f);
    more = true;
  }
  if (!more)
    h->now.phase = phase_done;
  else if constexpr (closure<P>::ordered)
    between_batches<P, next_batch<P>>::run(wl, h->top, h->now);
}

// Exclusive sums of the table's record counts, by one block; returns their total in `sums[last]`.
FL_DEVICE u32 scan_table(level_tables *h, u32 *sums) {
  const u32 t = hw_thread().x, threads = hw_block_dim().x, each = (level_window + threads - 1) / threads;
  const u32 first = t * each, end = first + each < level_window ? first + each : level_window;
  u32 sum = 0;
  for (u32 i = first; i < end; ++i)
    sum += u32(h->table[i] >> block_bits);
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
    h->offset[i] = before;
    before += u32(h->table[i] >> block_bits);
  }
  return sums[threads - 1];
}

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

// Decides what comes after a phase; called by all threads of the last block to arrive.
template <class P> FL_DEVICE void advance(const worklist &wl, u32 *sums) {
  worklist_head *h = wl.head;
  const u32 t = hw_thread().x, phase = h->now.phase;
  __syncthreads();
  if constexpr (closure<P>::ordered) {
    if (phase == phase_count) {
      const u32 total = scan_table(wl.tables, sums);
      if (t == 0) {
        h->top.ceiling = ~h->not_ceiling;
        h->not_ceiling = 0;
        h->top.placed = h->top.next + total;
        if (h->top.spill && h->now.level == 0) { // the first window
          h->top.spill = h->top.spill_next = sort_spill(h->top.spill);
          h->top.spill_level = h->top.spill->level;
        }
        h->now.phase = phase_place;
        if (total == 0)
          between_batches<P, next_batch<P>>::run(wl, h->top, h->now);
      }
    } else if (phase == phase_place) {
      FL_LOOP
      for (u32 i = t; i < level_window; i += hw_block_dim().x)
        wl.tables->table[i] = 0;
      if (t == 0)
        between_batches<P, next_batch<P>>::run(wl, h->top, h->now);
    }
  }
  if (t == 0 && phase == phase_run)
    after_run<P>(wl, h);
  if constexpr (closure<P>::ordered) {
    if (phase == phase_sort || (phase == phase_run && may_launch<P> && __syncthreads_or(t == 0 && h->now.phase == phase_sort))) {
      sort_small<P>(wl, sums);
      if (t == 0) {
        h->top.placed = h->top.count;
        between_batches<P, next_batch<P>>::run(wl, h->top, h->now);
      }
    }
  }
  if (t == 0) {
    h->now.record_arena = closure<P>::nested ? 1 - h->top.arena : 0;
    h->now.record_base = h->arena_top[h->now.record_arena];
    h->now.record_into ^= phase == phase_run;
    if (h->now.phase == phase_done)
      h->depth = h->tails = h->arena_top[0] = h->arena_top[1] = 0;
  }
  __syncthreads();
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
}

// What the threads of a drain block share.
struct round_state {
  batch now;
  target to;
  u32 sums[1024];
  u32 last;  // this block is the last at the grid barrier, and there is more to do than plain_round did
  u32 plain; // `now` is a plain batch, or one of a row
  u32 all;   // records of the first frame
};

// What a launch that is measured has to say when all is done: noted while what the parent has recorded is there, and told by whoever finds nothing left. One thread.
FL_COLD void note_recorded(const worklist &w) {
  const frame_counters &f = w.head->recording[0];
  const u64 launches = (f.packed >> block_bits) + f.spilled;
  w.head->sampled = launches << 1 | (f.large || too_many(w, launches));
}
FL_COLD void tell_recorded(const worklist &w, u64 ended) {
  const worklist_head &h = *w.head;
  const u64 ns = ended - h.started;
  put_sample(w.report, w.measure, h.sampled >> 1, ns, FLRT_RECORD | (h.sampled & 1 ? FLRT_LARGE : 0) | time_beside(h, ended) << FLRT_BESIDE);
}

// Makes what the parent has recorded the first frame of the worklist. One thread.
template <class P> FL_DEVICE void open_recorded(const worklist &wl) {
  worklist_head *h = wl.head;
  between_batches<P, open_frame<P>>::run(wl, h->recording[0], 0, 0);
  h->now.record_arena = closure<P>::nested;
  h->now.record_base = 0;
  h->now.record_into = 1;
}

// This block's part of the phase that `s.now` says, set by its first thread; ends with a barrier. Returns false if there is none left.
template <class P, class Team>
FL_DEVICE bool run_phase(const worklist &wl, const roots<P> &r, round_state &s) {
  worklist_head *h = wl.head;
  if (hw_thread().x == 0) {
    s.to.frame = &h->recording[s.now.record_into];
    s.to.lost = &h->lost;
    s.to.arena = arena<P>(wl, s.now.record_arena);
    s.to.base = s.now.record_base;
    s.to.room = wl.capacity - s.now.record_base;
    s.to.shared_limit = wl.shared_limit;
    s.to.measure = 0;
  }
  __syncthreads();
  const u32 phase = s.now.phase;
  if (phase == phase_done)
    return false;
  if (phase == phase_run)
    run_batch<P, Team, true>(wl, r, [&]() -> const batch & { return s.now; }, &s.to);
  if constexpr (closure<P>::ordered) {
    if (phase == phase_count)
      count_levels<P, Team>(wl, s.now);
    else if (phase == phase_place)
      place_levels<P, Team>(wl, s.now);
  }
  __syncthreads();
  return true;
}
} // namespace __fl
#endif
