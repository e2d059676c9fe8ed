// Frames: what the children of a batch have launched becomes the next batches, sorted by level where launches have an order (docs/split-engine.md, section 4). What is said
// here of a batch and its frame is noted in the head of the worklist, and decided by one block.
#ifndef FREELAUNCH_FRAMES_H
#define FREELAUNCH_FRAMES_H
#include "levels.h"

namespace __fl {
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
  take_spilled(b, c);
  b.sorted = 0;
  const bool one = !ordered || c.levels == level_zero || c.levels == level_tail;
  b.level = ordered && c.levels == level_tail ? tail_level : 0;
  b.phase = one ? phase_run : b.count <= small_frame && !b.spilled ? phase_sort : phase_count;
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

// Makes the batch that is noted, all that there is of a frame, the frame on top. One thread.
FL_DEVICE void open_top(worklist_head *h, spill_chunk *chunks) {
  const batch &b = h->now;
  frame &f = h->top;
  f.below = nullptr;
  f.chunks = chunks;
  f.arena = b.arena;
  f.base = b.first;
  f.count = b.count;
  f.next = f.placed = f.spill_turn = f.spill_placed = 0;
  f.spilled = b.spilled;
  f.ceiling = ~0u;
  f.max_threads = b.max_threads;
  f.max_shared = b.max_shared;
  f.max_blocks = b.max_blocks;
  h->arena_top[b.arena] = b.first + b.count;
}
// The frames behind one with spilled records may have some, too, and be suspended: their chunks are pieces of the pool. One thread.
template <class P> FL_COLD void fill_pool(const worklist &wl, frame_counters &c, const spill_table &last) {
  constexpr u32 each = u32(sizeof(spill_node)) + u32(round16(closure<P>::content_bytes));
  spill_pool *const pool = &wl.tables->spills;
  FL_LOOP
  for (u32 i = 0; i < pooled_chunks; ++i)
    if (last.chunk[i] > 1)
      make_piece(&pool->of[i], sizeof(spill_chunk) + size_t(each) * spill_array::capacity(i));
  c.chunks.pool = pool;
  wl.head->pooled = 1;
}
// Takes over what the counters `c` hold: it becomes the frame on top, if that is anything. One thread.
template <class P> FL_DEVICE bool open_frame(const worklist &wl, frame_counters &c, u32 arena, u32 base) {
  worklist_head *h = wl.head;
  if (c.packed == 0 && !c.spilled)
    return false;
  spill_chunk *chunks = c.spilled ? take_chunks(c) : nullptr;
  if (may_launch<P> && chunks)
    fill_pool<P>(wl, c, chunks->all);
  const bool any = c.packed != 0 || chunks;
  if (any) {
    open_batch(h->now, c, arena, base, closure<P>::ordered);
    if (chunks)
      h->now.chunks = &chunks->all;
    else
      h->now.spilled = 0;
    open_top(h, chunks);
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
  b.chunks = f.chunks ? &f.chunks->all : nullptr;
  b.spill = nullptr;
  const bool placed = f.next < f.placed, spill_placed = f.spill_turn < f.spill_placed;
  if (!placed && !spill_placed) {
    b.phase = phase_count;
    b.level = f.ceiling;
    b.first = f.base;
    b.count = f.count;
    b.spill_first = 0;
    b.spilled = f.spilled;
    return;
  }
  const bool no_other = f.ceiling == ~0u && !f.spilled && !by_size<P>; // then which level it is does not matter
  const u32 level = !placed ? ~0u : no_other ? 0 : a.levels[2 * size_t(a.order[f.base + f.next])];
  const spill_node *const turn = spill_placed ? spilled_place<P>(*b.chunks, f.spill_turn) : nullptr;
  const u32 turn_level = turn ? turn->turn->level : ~0u;
  b.phase = phase_run;
  b.sorted = 1;
  b.first = f.base + f.next;
  b.count = 0;
  b.blocks = 0;
  b.level = level < turn_level ? level : turn_level;
  if (placed && level == b.level) {
    const u64 packed = a.level_packed[f.base + f.next];
    b.count = u32(packed >> block_bits);
    b.blocks = packed & block_mask;
    f.next += b.count;
  }
  if (by_size<P> && smallest_group << b.level < b.max_threads)
    b.max_threads = smallest_group << b.level;
  b.spilled = 0;
  if (turn && turn_level == b.level) {
    b.spill_first = f.spill_turn;
    b.spilled = turn->of_level;
    b.spill = turn->wide ? spilled_at<P>(*b.chunks, turn->wide - 1) : nullptr;
    f.spill_turn += b.spilled;
  }
}

// Without an order a frame is one batch.
template <class P> FL_DEVICE bool has_more(const frame &f) {
  return closure<P>::ordered && (f.next < f.placed || f.spill_turn < f.spill_placed || f.ceiling != ~0u);
}

// Memory for the frame that so many suspended ones are below; NULL: there is none. One thread.
FL_COLD frame *suspended_at(level_tables *t, u32 depth) {
  if (depth < frame_pool)
    return &t->pool[depth];
  if (depth - frame_pool >= frame_array::doubled)
    return nullptr;
  const chunk_place p = frame_array::place(depth - frame_pool);
  u64 *const chunk = &t->more[p.chunk];
  char *const memory = memory_of_chunk(chunk, *chunk <= 1, p.capacity * sizeof(frame));
  return memory ? reinterpret_cast<frame *>(memory) + p.at : nullptr;
}

// A batch has run: its launches become the next frame; the frame it came from is suspended, or left
// for good if nothing of it remains, before the new one is opened: a chain of launches, however
// long, needs the space of two links.
template <class P> FL_DEVICE void after_run(const worklist &wl, worklist_head *h) {
  frame_counters &c = h->recording[h->now.record_into];
  const bool launched = may_launch<P> && has_records(c);
  bool more = has_more<P>(h->top);
  if (!more) {
    free_chunks<may_launch<P>>(h->top.chunks);
    h->arena_top[h->top.arena] = h->top.base;
  } else if (launched) {
    frame *f = suspended_at(wl.tables, h->depth);
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
    --h->depth;
    more = true;
  }
  if (!more)
    h->now.phase = phase_done;
  else if constexpr (closure<P>::ordered)
    between_batches<P, next_batch<P>>::run(wl, h->top, h->now);
}

// There are no spilled records any more. One thread.
FL_DEVICE void end_pool(const worklist &wl) {
  worklist_head *h = wl.head;
  if (!h->pooled)
    return;
  for (piece_pool &p : wl.tables->spills.of)
    free_pieces(p);
  h->recording[0].chunks.pool = h->recording[1].chunks.pool = nullptr;
  h->pooled = 0;
}

// Decides what comes after a phase; called by all threads of the last block to arrive.
template <class P> FL_DEVICE void advance(const worklist &wl, u32 *sums) {
  worklist_head *h = wl.head;
  const u32 t = hw_thread().x, phase = h->now.phase;
  __syncthreads();
  if constexpr (closure<P>::ordered) {
    if (phase == phase_count) {
      level_tables *const tables = wl.tables;
      const u32 total = scan_levels(tables->offset, sums, [=](u32 i) { return u32(tables->table[i] >> block_bits); });
      const u32 spilled = h->top.spilled ? scan_levels(tables->spilled, sums, [=](u32 i) { return tables->spilled[i]; }) : 0;
      if (t == 0) {
        tables->spilled[level_window] = spilled;
        h->top.ceiling = ~h->not_ceiling;
        h->not_ceiling = 0;
        h->top.placed = h->top.next + total;
        h->top.spill_placed = h->top.spill_turn + spilled;
        h->now.phase = phase_place;
        if (total + spilled == 0) {
          tables->spilled[level_window] = 0;
          between_batches<P, next_batch<P>>::run(wl, h->top, h->now);
        }
      }
    } else if (phase == phase_place) {
      FL_LOOP
      for (u32 i = t; i < level_window; i += hw_block_dim().x)
        wl.tables->table[i] = 0;
      FL_LOOP
      for (u32 i = t; h->top.spilled && i <= level_window; i += hw_block_dim().x)
        wl.tables->spilled[i] = 0;
      if (t == 0)
        between_batches<P, next_batch<P>>::run(wl, h->top, h->now);
    }
  }
  if (t == 0 && phase == phase_run) {
    if (closure<P>::streams && may_launch<P>)
      forget_clocks(wl.tables->clocks);
    after_run<P>(wl, h);
  }
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
    if (h->now.phase == phase_done) {
      h->depth = h->tails = h->arena_top[0] = h->arena_top[1] = 0;
      if (closure<P>::ordered && may_launch<P>)
        free_all_chunks(wl.tables->more, frame_chunks);
      if (may_launch<P>)
        end_pool(wl);
      if (closure<P>::streams && may_launch<P> && !joins<P>)
        free_clocks(wl.tables->clocks);
    }
  }
  __syncthreads();
}

// What the threads of a drain block share.
struct round_state {
  batch now;
  target to;
  u32 sums[1024];
  u32 last;  // this block is the last at the grid barrier, and there is more to do than plain_round did
  u32 plain; // `now` is a plain batch, or one of a row
  u32 all;   // records of the first frame
  static_assert(2 * small_frame <= 1024, "sums is sort_small's room");
};

constexpr u32 multiprocessor_threads = 2048; // that one holds
// What a launch that is measured has to say when all is done: noted while what the parent has recorded is there, and told by whoever finds nothing left. One thread.
template <class P> FL_COLD void note_recorded(const worklist &w) {
  const frame_counters &f = w.head->recording[0];
  const u64 launches = (f.packed >> block_bits) + f.spilled;
  w.head->sampled_threads = threads_launched<P>(f, launches);
  w.head->sampled = launches << 1 | (f.large || too_many(w, w.head->sampled_threads));
}
// `rounds`: batches that there were, and what sorted them.
template <class P> FL_COLD void tell_recorded(const worklist &w, u64 ended, u32 rounds) {
  const worklist_head &h = *w.head;
  const u64 ns = ended - h.started;
  const bool narrow = closure<P>::ordered && !may_launch<P> && rounds && h.sampled_threads <= u64(rounds) * multiprocessor_threads;
  put_sample(w.report, w.measure, h.sampled >> 1, ns, FLRT_RECORD | (h.sampled & 1 ? FLRT_LARGE : 0) | (narrow ? FLRT_NARROW : 0) | time_beside(h, ended) << FLRT_BESIDE);
}

// What the parent has launched is to run: its clocks go, or, where its threads wait for their children, unless all are destroyed, stay. One thread.
template <class P> FL_DEVICE void end_recording(const worklist &wl) {
  if constexpr (closure<P>::streams) {
    clock_store &s = wl.tables->clocks;
    if (joins<P>)
      s.made = s.kept = s.live ? s.made : 0;
    else
      free_clocks(s);
  }
}
// Makes what the parent has recorded the first frame of the worklist. One thread.
template <class P> FL_DEVICE void open_recorded(const worklist &wl) {
  worklist_head *h = wl.head;
  end_recording<P>(wl);
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
