// Rounds: what the drain does when children launch children, or when launches have an order. All
// blocks of the drain run one batch, meet at a grid barrier, and the last to arrive decides what
// comes next (docs/split-engine.md, section 4).
#ifndef FREELAUNCH_ROUNDS_H
#define FREELAUNCH_ROUNDS_H
#include "frames.h"

namespace __fl {
// Does the host select, and measure what this team does?
template <class P, class Team> constexpr bool measures = selects<P> && Team::behind_parent;

// A plain batch is a whole frame, all of it in the worklist, and nothing else waits: all that there is to know of it is in its frame's sum, and neither `now` nor `top` say it. Batches of
// closures without an order are plain unless launches were spilled. From one to the next it takes two answers of memory less than by way of these.
template <class P> constexpr bool plain_rounds = closure<P>::nested && !closure<P>::ordered && !closure<P>::tracks_shared;
FL_DEVICE bool is_plain(const frame_counters &c) { return !c.spilled; }
FL_DEVICE u32 plain_word(u32 max_threads, u32 max_blocks) { return 1 | max_threads << 1 | max_blocks << 12; }
// Makes the frame that a word tells of the batch of this block. One thread.
FL_DEVICE void take_plain(batch &b, const round_word &w) {
  b.blocks = w.packed & block_mask;
  b.spill = nullptr;
  b.spilled = 0;
  b.arena = b.record_arena;
  b.first = b.record_base;
  b.count = u32(w.packed >> block_bits);
  b.sorted = b.level = b.max_shared = 0;
  b.max_threads = w.plain >> 1 & 2047;
  b.max_blocks = w.plain >> 12;
  b.record_arena = 1 - b.arena;
  b.record_base = 0;
  b.record_into ^= 1;
  b.phase = w.packed ? phase_run : phase_done;
}
// The word of what has been launched while the plain batch `b` ran, if that is plain, too, and nobody has to be told of it; else one without `plain`. One thread, when all
// blocks have arrived.
template <class P> FL_DEVICE round_word plain_round(const worklist &wl, const batch &b, bool first, u32 epoch) {
  worklist_head *h = wl.head;
  frame_counters &c = h->recording[b.record_into];
  const round_word w = {c.packed, epoch, plain_word(closure<P>::tracks_threads ? c.max_threads : 0, deal_of<P> == deal_either ? c.max_blocks : 0)};
  const u32 more = h->lost | h->pooled; // to tell, or to be freed at the end
  if (!is_plain(c) || more || wl.log)
    return round_word{0, epoch, 0};
  if (w.packed)
    reset(c);
  if (first) {
    reset(h->recording[0]);
    h->in_place = h->more_blocks = 0;
  }
  if (!w.packed)
    h->arena_top[0] = h->arena_top[1] = 0;
  return w;
}

// The same for closures with an order whose children launch nothing: once their frame is sorted, a batch is the next few records in the row, until it ends. What there is to know of it is where
// in the row it begins, and what stands there in the table of levels.
template <class P> constexpr bool rounds_in_row = closure<P>::ordered && !may_launch<P> && !closure<P>::tracks_shared && !by_size<P>;
FL_DEVICE u32 row_word(u32 first) { return 1 | first << 1; }
FL_DEVICE void take_from_row(batch &b, const round_word &w) {
  b.blocks = w.packed & block_mask;
  b.spill = nullptr;
  b.spilled = 0;
  b.first = w.plain >> 1;
  b.count = u32(w.packed >> block_bits);
  b.sorted = 1;
  b.level = 0;
  b.phase = w.packed ? phase_run : phase_done;
}
// The word of what follows the batch `b` in its row of `all` records. One thread, when all blocks have arrived.
template <class P> FL_DEVICE round_word row_round(const worklist &wl, const batch &b, u32 all, u32 epoch) {
  const u32 next = b.first + b.count;
  const round_word w = {next < all ? arena<P>(wl, 0).level_packed[next] : 0, epoch, row_word(next)};
  if (!w.packed)
    wl.head->tails = wl.head->arena_top[0] = 0;
  return w;
}

// The word of the batch that has been noted, which is plain or of a row, or one without `plain`.
template <class P> FL_DEVICE round_word noted_round(const worklist_head &h, u32 epoch) {
  const batch &b = h.now;
  round_word w = {u64(b.count) << block_bits | b.blocks, epoch, 0};
  if (b.phase == phase_run && !h.top.chunks) {
    if (plain_rounds<P>)
      w.plain = plain_word(b.max_threads, b.max_blocks);
    else if (rounds_in_row<P> && b.sorted && h.top.ceiling == ~0u)
      w.plain = row_word(b.first);
  }
  return w;
}

template <class P> FL_DEVICE void take_round(batch &b, const round_word &w) {
  if (rounds_in_row<P>)
    take_from_row(b, w);
  else
    take_plain(b, w);
}

// The grid barrier's word, once it is passed. One thread.
FL_DEVICE round_word next_round(const round_word *at, u32 epoch) {
#ifdef FL_WHOLE_WORDS
  uint4 v = load_whole(at);
  while (v.z == epoch) {
    pause(40);
    v = load_whole(at);
  }
  fence();
  return round_word{v.x | u64(v.y) << 32, v.z, v.w};
#else
  wait_until(&at->epoch, 40, [=] { return load_relaxed(&at->epoch) != epoch; }); // see next_entry in tasks.h; the fence orders
  fence();
  return *at;
#endif
}
FL_DEVICE void tell_round(round_word *at, const round_word &w) {
  fence();
#ifdef FL_WHOLE_WORDS
  store_whole(at, make_uint4(u32(w.packed), u32(w.packed >> 32), w.epoch, w.plain));
#else
  at->packed = w.packed;
  at->plain = w.plain;
  store_release(&at->epoch, w.epoch);
#endif
}

// Drain with rounds: until nothing is left to run.
template <class P, class Team> FL_DEVICE void drain_rounds(const worklist &wl, const roots<P> &r) {
  worklist_head *h = wl.head;
  round_state &s = static_shared<round_state>();
  const bool leader = hw_thread().x == 0;
  u32 epoch = 0, begun = 0;
  constexpr bool words = plain_rounds<P> || rounds_in_row<P>;
  if (leader) {
    epoch = begun = load_relaxed(&h->round.epoch);
    open_batch(s.now, h->recording[0], 0, 0, closure<P>::ordered);
    s.now.record_arena = closure<P>::nested;
    s.now.record_base = 0;
    s.now.record_into = 1;
    s.all = s.now.count;
    s.plain = plain_rounds<P> && is_plain(h->recording[0]);
    if (!has_records(h->recording[0]))
      s.now.phase = phase_done;
    if (s.now.phase == phase_done && Team::rank() == 0) { // all refused, if anything was launched
      if (measures<P, Team> && wl.measure) {
        note_recorded<P>(wl);
        tell_recorded<P>(wl, nanoseconds(), 0);
      }
      end_recording<P>(wl);
      between_batches<P, open_frame<P>>::run(wl, h->recording[0], 0, 0);
    }
  }
  for (bool first = true;; first = false) {
    if (!run_phase<P, Team>(wl, r, s))
      return;
    ++epoch;
    if (leader) {
      s.last = true;
      if (!Team::alone) { // a block by itself need not look for what others have written
        fence();
        s.last = atomicAdd(&h->done, 1u) == Team::blocks() - 1;
        fence();
      }
      if (words && s.plain && s.last) {
        const u64 ended = measures<P, Team> && wl.measure ? nanoseconds() : 0;
        if (ended && first)
          note_recorded<P>(wl);
        const round_word w = rounds_in_row<P> ? row_round<P>(wl, s.now, s.all, epoch) : plain_round<P>(wl, s.now, first, epoch);
        if (w.plain) {
          s.last = 0;
          take_round<P>(s.now, w);
          h->done = h->claimed = 0;
          if (!Team::alone)
            tell_round(&h->round, w);
          if (ended && !w.packed)
            tell_recorded<P>(wl, ended, epoch - begun);
        }
      } else if (!s.last) {
        const round_word w = next_round(&h->round, epoch - 1);
        s.plain = w.plain;
        if (words && w.plain)
          take_round<P>(s.now, w);
        else
          s.now = h->now;
      }
    }
    __syncthreads();
    if (s.last) {
      const u64 ended = measures<P, Team> && wl.measure ? nanoseconds() : 0;
      if (leader && first) { // what every block has worked out for itself so far
        if (ended)
          note_recorded<P>(wl);
        open_recorded<P>(wl);
      } else if (leader && plain_rounds<P> && s.plain) { // the others are noted already
        h->now = s.now;
        open_top(h, nullptr);
      }
      __syncthreads();
      between_batches<P, advance<P>>::run(wl, s.sums);
      if (leader) {
        if (ended && h->now.phase == phase_done)
          tell_recorded<P>(wl, ended, epoch - begun);
        h->done = h->claimed = 0;
        s.now = h->now;
        const round_word w = noted_round<P>(*h, epoch);
        s.plain = w.plain;
        if (!Team::alone)
          tell_round(&h->round, w);
      }
    }
  }
}
} // namespace __fl
#endif
