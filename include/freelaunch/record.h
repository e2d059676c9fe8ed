// Recording: how a launch becomes a record in the worklist (strategies t1 and t2). One atomic for
// all lanes of a warp that launch together; nothing is ever dropped without an error in the
// launching thread.
#ifndef FREELAUNCH_RECORD_H
#define FREELAUNCH_RECORD_H
#include "worklist.h"

namespace __fl {
// Where launches are recorded: the frame that is being filled and its place in the arena.
struct target {
  frame_counters *frame;
  u32 *lost;
  arena_view arena;
  u32 base; // the frame's first record in the arena
  u32 room; // records from there on
  u32 shared_limit;
  u32 measure; // as in the worklist
  u64 *blocks; // where they are counted besides; NULL: nowhere
  u32 weighs;  // as in the worklist
};

// The error with which CUDA rejects a launch configuration, or cudaSuccess.
FL_DEVICE cudaError_t check(const config &c, u32 shared_limit) {
  const dim3 &g = c.grid, &b = c.block;
  if (g.x - 1 > 0x7ffffffeu || g.y - 1 > 65534u || g.z - 1 > 65534u)
    return cudaErrorInvalidConfiguration;
  if (b.x - 1 > 1023u || b.y - 1 > 1023u || b.z - 1 > 63u || b.x * b.y * b.z > 1024u)
    return cudaErrorInvalidConfiguration;
  if (c.shared > shared_limit)
    return cudaErrorInvalidConfiguration; // as on the device; of a launch from the host CUDA says cudaErrorInvalidValue
  return cudaSuccess;
}

// Memory for a record of `bytes` that has no place in the worklist; the atomic that found this out is taken back. NULL if there is none.
// The frame and the count are passed by value: a reference to the target would put it into local memory, spilled or not. `pooled`: the frame may have a pool.
template <bool pooled> FL_COLD char *spill_begin(frame_counters *frame, u32 *lost, u64 parts, u32 bytes, bool counted) {
  if (counted)
    atomicAdd(&frame->packed, ~((u64(1) << block_bits) + parts) + 1);
  const u32 each = u32(sizeof(spill_node)) + bytes;
  // Who comes when all chunks are full does not count: the number would begin anew one day, and places be given out again.
  const u32 number = load_relaxed(&frame->spilled) < most_spilled ? atomicAdd(&frame->spilled, 1u) : most_spilled;
  if (number < most_spilled) {
    const chunk_place p = spill_array::place(number);
    const auto bring = [=]() -> u64 {
      if (pooled && p.chunk < pooled_chunks && frame->chunks.pool)
        if (const u64 piece = take_piece(&frame->chunks.pool->of[p.chunk]))
          return piece | of_pool;
      return heap_chunk(sizeof(spill_chunk) + size_t(each) * p.capacity);
    };
    if (char *chunk = chunk_from(&frame->chunks.chunk[p.chunk], p.at == 0, bring))
      return chunk + sizeof(spill_chunk) + size_t(each) * p.at;
  }
  atomicAdd(lost, 1u);
  return nullptr;
}
// Puts a filled record on its frame's list, if it is a wide one.
FL_COLD void list_wide(frame_counters *f, spill_node *node, bool by_warps) {
  if (parts_of(node->head, by_warps) <= wide_parts)
    return;
  // The list is read when all launches are recorded, so it may be in pieces until then: one exchange each, however many push.
  u64 *head = reinterpret_cast<u64 *>(&f->spill);
  node->next =
      reinterpret_cast<spill_node *>(size_t(atomicExch(head, u64(reinterpret_cast<size_t>(node)))));
}

// Is a launch of D below P too large to run in place (too_large)? Its parts say so, where they are warps or blocks of one size: every thread that records asks.
template <class P, class D> FL_DEVICE bool is_large(const config &c, u64 parts) {
  if constexpr (warp_parts<P> && packs<P>) {
    return parts > small_threads / part_threads;
  } else if constexpr (!warp_parts<P> && fixed_block<D> != 0) {
    constexpr u32 few = small_threads / fixed_block<D>;
    return parts > (packs<P> || few < small_blocks ? few : small_blocks);
  } else {
    return too_large<P>(c);
  }
}
// The largest block and the most shared memory so far of what is recorded, and whether a launch is too large to run in place, or one of too many that the thread
// makes one behind the other.
template <class P, class D> FL_DEVICE void note_launch(const target &t, const config &c, u64 parts, u32 level) {
  using all = closure<P>;
  const u32 threads = c.block.x * c.block.y * c.block.z;
  if (all::tracks_threads && !warp_parts<P> && threads > load_relaxed(&t.frame->max_threads))
    atomicMax(&t.frame->max_threads, threads);
  const u32 shared = u32(static_bytes<typename D::shared> + round16(c.shared));
  if (all::tracks_shared && shared > load_relaxed(&t.frame->max_shared))
    atomicMax(&t.frame->max_shared, shared);
  const auto with_others = [&] { return (u64(level) + 1) * parts * (warp_parts<P> ? part_threads : threads); }; // as many as this one each
  if (selects<P> && t.measure && (is_large<P, D>(c, parts) || (all::ordered && with_others() > many_threads)))
    store_new(t.frame->large, 1u);
}
// The parts of the largest grid so far, where grids may be dealt out whole. What it is, is asked for before an atomic, so that it comes with that one's answer.
template <class P> class largest_grid {
  u32 &word_;
  const u32 parts_;
  const bool counts_;
  u32 known_ = 0;

public:
  FL_DEVICE largest_grid(const target &t, u32 parts)
      : word_(t.frame->max_blocks), parts_(parts), counts_(weighs_grids<P>(t.weighs) && parts > few_blocks) {
    if (counts_)
      known_ = closure<P>::simple ? load_cached(&word_) : load_relaxed(&word_); // frames take turns within a kernel
  }
  FL_DEVICE void raise() {
    if (counts_ && parts_ > known_)
      atomicMax(&word_, parts_);
  }
};

// A record's place in the worklist: its number in its frame, and the parts of all before it.
struct record_place {
  u32 index;
  u64 before;
};
// Of a launch of fewer than huge_grid parts: one atomic for all lanes of a warp that come together.
template <class P> FL_DEVICE record_place reserve(const target &t, const lanes &l, u32 parts) {
  u32 before, sum = group_sum(l, parts, before);
  largest_grid<P> largest(t, parts);
  u64 old = 0;
  if (l.first)
    old = atomicAdd(&t.frame->packed, (u64(l.count) << block_bits) + sum);
  old = from_leader(l, old);
  largest.raise();
  return record_place{u32(old >> block_bits) + l.rank, (old & block_mask) + before};
}

// Where parts do not say how many blocks there were.
FL_DEVICE void count_blocks(const target &t, u64 blocks, bool fits) {
  if (!fits) {
    atomicAdd(t.blocks, blocks);
    return;
  }
  const lanes l = converged();
  u32 unused;
  const u32 counted = group_sum(l, u32(blocks), unused);
  if (l.first)
    atomicAdd(t.blocks, u64(counted));
}
// Begins the record of a launch at its place in the worklist; returns where its content goes.
template <class P> FL_DEVICE content_place begin_record(const target &t, const record_place &at, u32 parts, u32 level) {
  const size_t i = size_t(t.base) + at.index;
  t.arena.prefix[i] = at.before;
  if constexpr (warp_parts<P>) // its end, which the next record says again
    t.arena.prefix[i + 1] = at.before + parts;
  if (closure<P>::ordered) {
    t.arena.levels[2 * i] = level;
    t.arena.levels[2 * i + 1] = 0;
  }
  return content_place{t.arena.planes, t.arena.room, u32(i)};
}
// The same in memory of its own (spill_begin).
FL_DEVICE content_place begin_spilled(char *memory, const record_head &head, u32 level) {
  spill_node *node = reinterpret_cast<spill_node *>(memory);
  node->level = level;
  node->tails = node->wide = 0;
  node->head = head;
  return content_place{node->content(), 1, 0};
}
template <class P> FL_DEVICE char *spill(const target &t, u64 parts, bool counted) {
  return spill_begin<may_launch<P>>(t.frame, t.lost, parts, u32(round16(closure<P>::content_bytes)), counted);
}
template <class P, class D> FL_DEVICE void write_content(const content_place &place, const record_head &head, const typename varying<P, D>::type &args) {
  using all = closure<P>;
  using kept = typename varying<P, D>::type;
  constexpr u32 size = all::head_bytes + (kept::size ? u32(sizeof(kept)) : 0);
  alignas(16) char content[round16(size)];
  const u32 word = compact_head(head.grid_x, head.kernel());
  if (all::compact)
    __builtin_memcpy(content, &word, 4);
  else
    __builtin_memcpy(content, &head, 16);
  if constexpr (kept::size != 0)
    __builtin_memcpy(content + all::head_bytes, &args, sizeof args);
  put_content<all::content_bytes, size>(place, content);
}

// Records one launch of kernel D below parent P at the given level; the configuration has been
// checked. Returns whether there was room or memory for it. All lanes of a warp have one target.
template <class P, class D>
FL_DEVICE bool push(const target &t, const config &c, const typename D::args &args, u32 level) {
  using all = closure<P>;
  constexpr u32 id = position<typename all::kernels, D>::find();
  static_assert(id != ~0u, "the launched kernel is missing from `kids`, or the parent does not say `moves`");
  const u64 blocks = volume(c.grid), parts = parts_of<P, D>(c, args);
  note_launch<P, D>(t, c, parts, level);
  if (all::ordered && !(load_relaxed(&t.frame->levels) & level_bit(level)))
    atomicOr(&t.frame->levels, u32(level_bit(level)));
  const bool fits = (blocks | parts) < huge_grid; // a power of two
  if (warp_parts<P> && t.blocks)
    count_blocks(t, blocks, fits);
  char *memory = nullptr;
  content_place place;
  bool has_place = false;
  if (fits) {
    const record_place at = reserve<P>(t, converged(), u32(parts));
    has_place = at.index < t.room;
    if (has_place)
      place = begin_record<P>(t, at, u32(parts), level);
  }
  const record_head head = make_head(c.grid, c.block, u32(c.shared), id);
  if (!has_place) {
    memory = spill<P>(t, parts, fits);
    if (!memory)
      return false;
    place = begin_spilled(memory, head, level);
  }
  write_content<P, D>(place, head, pick_varying<P, D>(args, typename varying<P, D>::which()));
  if (memory)
    list_wide(t.frame, reinterpret_cast<spill_node *>(memory), warp_parts<P>);
  return true;
}

// The policy object of a launch site: record the launch.
template <class C> struct recorder {
  C &ctx;
  template <class D> FL_DEVICE void launch(const config &c, const typename D::args &args) const {
    ctx.template record<D>(c, args);
  }
};
template <class C> FL_DEVICE recorder<C> record(C &ctx) { return recorder<C>{ctx}; }
} // namespace __fl
#endif
