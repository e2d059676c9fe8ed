// The worklist of the split engine: launches of a parent kernel as records in global memory (Free
// Launch, section 2.3, figure 3: the task list of transformation T1). docs/split-engine.md has the
// whole picture.
#ifndef FREELAUNCH_WORKLIST_H
#define FREELAUNCH_WORKLIST_H
#include "clocks.h"
#include "useful.h"
#define FLRT_HAVE_CUDA // platform.h has included it
#include "../../runtime/flrt.h"

namespace __fl {
// Counters of a frame: `packed` is records (22 bits) and their parts (42 bits; a part is a block, or a warp: see warp_parts), so that
// one atomic gives a record both its index and the number of parts before it. A capacity of at most 3.5 M
// records and fewer than 2^20 parts a record leave room for every resident thread to overshoot
// once before it takes its add back.
constexpr u32 block_bits = 42;
constexpr u64 block_mask = (u64(1) << block_bits) - 1;
constexpr u32 least_capacity = 65536, max_capacity = 3500000;
constexpr size_t most_of_lists = size_t(256) << 20; // bytes of records of many worklists together, where they grow
constexpr u64 huge_grid = u64(1) << 20;

// Dimensions of a launch in 16 bytes: grid x; grid y and z; block x-1, y-1, z-1 in 10+10+6 bits;
// dynamic shared bytes in 18 bits and the kernel's position in the closure in 14.
struct alignas(16) record_head {
  u32 grid_x, grid_yz, block, misc;
  FL_DEVICE dim3 grid() const { return dim3(grid_x, grid_yz & 0xffff, grid_yz >> 16); }
  FL_DEVICE dim3 block_dim() const {
    return dim3((block & 1023) + 1, (block >> 10 & 1023) + 1, (block >> 20) + 1);
  }
  FL_DEVICE bool flat_grid() const { return grid_yz == 0x10001; }
  FL_DEVICE bool flat_block() const { return block < 1024; }
  FL_DEVICE u32 threads() const {
    return flat_block() ? block + 1
                        : ((block & 1023) + 1) * ((block >> 10 & 1023) + 1) * ((block >> 20) + 1);
  }
  FL_DEVICE u64 blocks() const {
    return flat_grid() ? u64(grid_x) : u64(grid_x) * (grid_yz & 0xffff) * (grid_yz >> 16);
  }
  FL_DEVICE u32 shared() const { return misc & 0x3ffff; }
  FL_DEVICE u32 kernel() const { return misc >> 18; }
};
constexpr u32 shared_field = 0x3ffff;
// Of a launch with so many bytes of dynamic shared memory, of the kernel at that position in the closure.
__host__ __device__ inline record_head make_head(const dim3 &grid, const dim3 &block, u32 shared, u32 kernel) {
  record_head h;
  h.grid_x = grid.x;
  h.grid_yz = grid.y | grid.z << 16;
  h.block = (block.x - 1) | (block.y - 1) << 10 | (block.z - 1) << 20;
  h.misc = shared | kernel << 18;
  return h;
}
// The head of a record in a compact closure (grids of 2^20 blocks and more are not in the worklist): blocks in 20 bits, the kernel in 12.
FL_DEVICE u32 compact_head(u32 grid_x, u32 kernel) { return grid_x | kernel << 20; }
FL_DEVICE record_head expand_head(u32 word) {
  record_head h;
  h.grid_x = word & 0xfffff;
  h.grid_yz = 0x10001;
  h.block = 0;
  h.misc = word >> 20 << 18;
  return h;
}

// Where a record's content is, its head and behind it its arguments: in an arena, which keeps it in planes, an array for each 16, 8 or 4
// bytes of a record, so that lanes that record together write consecutive memory (`scale`: records that the arena has room for); or by
// itself (scale 1, index 0).
struct content_place {
  char *at;
  size_t scale;
  u32 index;
};
__host__ __device__ constexpr u32 plane_width(u32 bytes, u32 offset) {
  return bytes - offset >= 16 ? 16 : bytes - offset >= 8 ? 8 : 4;
}
// Writes the first `size` bytes of a content of `bytes`; reads them.
template <u32 bytes, u32 size> FL_DEVICE void put_content(const content_place &p, const char *from) {
  FL_UNROLL
  for (u32 i = 0; i < size; i += plane_width(bytes, i)) {
    const u32 width = plane_width(bytes, i);
    char *to = p.at + p.scale * i + size_t(p.index) * width;
    uint4 w = make_uint4(0, 0, 0, 0);
    __builtin_memcpy(&w, from + i, size - i < width ? size - i : width);
    if (width == 16)
      *reinterpret_cast<uint4 *>(to) = w;
    else if (width == 8)
      *reinterpret_cast<uint2 *>(to) = make_uint2(w.x, w.y);
    else
      *reinterpret_cast<u32 *>(to) = w.x;
  }
}
template <u32 bytes, u32 size> FL_DEVICE void get_content(const content_place &p, char *to) {
  FL_UNROLL
  for (u32 i = 0; i < size; i += plane_width(bytes, i)) {
    const u32 width = plane_width(bytes, i), n = size - i < width ? size - i : width;
    const char *from = p.at + p.scale * i + size_t(p.index) * width;
    if (width == 16) {
      const uint4 w = *reinterpret_cast<const uint4 *>(from);
      __builtin_memcpy(to + i, &w, n);
    } else if (width == 8) {
      const uint2 w = *reinterpret_cast<const uint2 *>(from);
      __builtin_memcpy(to + i, &w, n);
    } else {
      const u32 w = *reinterpret_cast<const u32 *>(from);
      __builtin_memcpy(to + i, &w, n);
    }
  }
}

// The arguments of the parent that launches below it pass on; the drain has them as a parameter, but for numbers (roots.h). Empty if there are none.
template <class P, bool any = closure<P>::all::template passes<P>> struct roots_of { using type = typename P::args; };
template <class P> struct roots_of<P, false> { using type = pack<>; };
template <class P> using roots = typename roots_of<P>::type;
// Arguments of K as they are recorded, and whole again.
template <class P, class K, u32... I>
FL_DEVICE typename varying<P, K>::type pick_varying(const typename K::args &a, indices<I...>) {
  return typename varying<P, K>::type(a.template get<I>()...);
}
template <u32... I> __host__ __device__ constexpr u32 rank_of(u32 j, indices<I...>) {
  return (0 + ... + u32(I < j));
}
template <class P, class K, u32 J>
FL_DEVICE decltype(auto) argument(const typename varying<P, K>::type &kept, const roots<P> &r) {
  constexpr int from = passed<P, K, J>();
  if constexpr (from >= 0)
    return r.template get<u32(from)>();
  else
    return kept.template get<rank_of(J, typename varying<P, K>::which())>();
}
template <class P, class K, u32... J>
FL_DEVICE typename K::args whole_args(const typename varying<P, K>::type &kept, const roots<P> &r,
                                      indices<J...>) {
  return typename K::args(argument<P, K, J>(kept, r)...);
}

// A record that did not fit, or of a huge grid: at a numbered place in memory of its frame. A worker goes to those that are its own by their numbers; those of more than
// `wide_parts` are on a list besides, of their frame or, once that is sorted, of their level, since all workers take part in them.
struct alignas(16) spill_node {
  union {
    spill_node *next; // of wide ones, on such a list
    u64 before;       // how many of its level are before it, while they are sorted
  };
  u32 level; // when it may run, as for records in the worklist
  u32 tails; // tail launches of its grid so far
  record_head head;
  // Of the place, where launches have an order (levels.h): the record whose turn is so manieth, and, for the first of each level, how many that has, and the place of one of its wide ones + 1, or 0.
  spill_node *turn;
  u32 of_level, wide;
  FL_DEVICE char *content() { return reinterpret_cast<char *>(this + 1); }
};
constexpr u32 wide_parts = 1024;

// Memory of a frame's spilled records. Few in the first chunk: each of many suspended frames may have one.
constexpr u32 spill_chunks = 64, spill_doublings = 13;
using spill_array = chunks<16, spill_doublings>;
constexpr u32 most_spilled = spill_array::doubled + (spill_chunks - spill_doublings) * spill_array::largest;
// For the first chunks of frames, of each size.
constexpr u32 pooled_chunks = 6;
struct spill_pool {
  piece_pool of[pooled_chunks];
};
struct spill_table {
  spill_pool *pool; // that chunks may come from
  u64 chunk[spill_chunks]; // chunks.h
  u64 refused;             // there was no memory for some of them; known when their frame is taken over
};
struct alignas(16) spill_chunk {
  spill_table all; // of the first that there is, once its frame is taken over: the frame's chunks
};

// What the launches of one frame have added up to so far.
struct alignas(128) frame_counters {
  u64 packed;
  spill_node *spill; // the list of wide ones
  u32 max_threads; // of a block; only if the closure tracks it
  u32 max_shared;  // dynamic, of a block; only if the closure tracks it
  u32 levels;      // which kinds of level occur: see level_bits
  u32 spilled;     // records, those refused for lack of memory too
  spill_table chunks;
  // Away from `packed`, on which all warps work.
  alignas(128) u32 max_blocks; // parts of a grid of more than few_blocks; only if grids may be dealt out either way
  u32 large; // some grid is too large for one thread; only if the host measures
  u32 whole; // the drain dealt out whole grids; only if the host measures
  u32 claimed; // units of the records, where no rounds follow (deal.h)
};
constexpr u32 few_blocks = 4;
constexpr u32 instructions_of_load = 160; // that a worker could execute while it waits for one load

// Levels (docs/split-engine.md): tail launches come behind everything else of their grid.
constexpr u32 tail_level = 0x80000000u;
enum level_bits : u32 { level_zero = 1, level_later = 2, level_tail = 4, level_tail_later = 8 };
FL_DEVICE u32 level_bit(u32 level) {
  return level == 0            ? level_zero
         : level < tail_level  ? level_later
         : level == tail_level ? level_tail
                               : level_tail_later;
}

// What all blocks of the drain do together until the next grid barrier.
enum phase : u32 { phase_run, phase_sort, phase_count, phase_place, phase_done };

// The launches of one batch: where the records are, and how far they have been run. Levels are
// taken in rising order.
struct alignas(16) frame {
  frame *below;           // on the stack of suspended frames
  spill_chunk *chunks;    // the memory of records outside the arena
  u32 arena, base, count; // records in the arena: [base, base + count)
  u32 next, placed;       // of the sorted records, [next, placed) wait for their turn
  u32 ceiling;            // the lowest level that is not sorted yet; ~0u: none
  u32 spilled;            // places outside the arena
  u32 spill_turn, spill_placed; // of the sorted records there, [spill_turn, spill_placed) wait for theirs
  u32 max_threads, max_shared, max_blocks;
};

// Records that run at the same time, or the window of levels that is being sorted.
struct batch {
  u64 blocks;        // parts, that is
  spill_node *spill; // list of the wide spilled records that run
  const spill_table *chunks;  // of the other spilled ones
  u32 spill_first, spilled;   // these: turns, if `sorted`, else places, of which some may be empty, or of wide ones
  u32 arena, first, count;
  u32 sorted; // records are named by the order array
  u32 level;  // of those that run; the lowest level of the window
  u32 max_threads, max_shared, max_blocks;
  u32 record_arena, record_base, record_into; // where launches of this batch go
  u32 phase;
};

// What the blocks of a drain hear at the grid barrier, in one word: who sees that it is passed knows the next batch, if that is a plain one (rounds.h).
struct alignas(16) round_word {
  u64 packed; // of the frame that is the next batch
  u32 epoch;  // grid barriers passed
  u32 plain;  // 0: the next batch is `now`; else what there is to know besides (rounds.h)
};

constexpr u32 numbers_room = 16;

// Head of a worklist, all zero between two parent launches but for the last round's word.
struct worklist_head {
  alignas(128) frame_counters recording[2]; // the parent's launches are in the first
  alignas(128) u64 numbers[numbers_room]; // roots.h
  alignas(128) u32 done;  // blocks that have finished, or arrived at the grid barrier
  u32 claimed;            // units of the batch, where rounds follow (deal.h)
  u32 lost;               // launches refused for lack of memory
  u32 pooled;             // are chunks of spilled records the pool's? (level_tables)
  u32 tails;              // tail launches of the parent grid
  u64 sampled;            // of a launch that is measured, where rounds follow: launches that the parent has recorded, and in the first bit, whether one was large
  u64 sampled_threads;    // and that many threads have these, about
  u64 started, behind;    // nanoseconds, when the parent began, and when it had ended; only if the host selects
  u64 in_place;           // launches that ran in place, only if they are counted, and the parent's blocks that have added theirs << 32
  u64 more_blocks;        // blocks, only if they are counted, that are not in the counters' sum: of launches in place, and where parts are warps
  alignas(128) round_word round; // the grid barrier's
  alignas(128) batch now;
  frame top; // the frame of `now`
  frame *suspended;
  u32 depth;        // suspended frames
  u32 arena_top[2]; // records in use in each arena
  u32 not_ceiling;  // found by phase_count: ~ the lowest level above the window
};
constexpr u32 level_window = 2048, frame_pool = 64, frame_chunks = 24;
using frame_array = chunks<frame_pool, frame_chunks>;
// What belongs to it where rounds follow, and is seldom looked at; zero likewise.
struct level_tables {
  frame pool[frame_pool];    // for suspended frames,
  u64 more[frame_chunks];    //   and for more of them (chunks.h)
  spill_pool spills;         // chunks of frames, from the second on that has spilled records
  clock_store clocks;        // of blocks whose launches go into the worklist, or, of parents that gather, into any
  u64 table[level_window];  // records and blocks of each level of the window, packed
  u32 offset[level_window]; // records of lower levels in the window
  u32 spilled[level_window + 4]; // spilled records of each level; between counting and placing, those of lower levels
};
// What is kept of a stream for launches of the split engine.
struct worklist_memory {
  worklist_head head;
  level_tables tables;
  // Where drains of one batch follow each other, parents fill these in turn, and the drain behind one clears what the next one fills: its blocks need
  // not find out which of them is the last to look.
  frame_counters turns[2];
};

// The kernel argument. Behind the head stand the arenas, two if the closure nests, each an array of
// records and, beside it, what is known of each record.
struct worklist {
  worklist_head *head;
  level_tables *tables;     // NULL where no rounds follow
  frame_counters *counters; // of the head: what the parent's launches add up in
  frame_counters *clears;   // what the drain clears besides; NULL: what it finds, at its end
  char *arenas;
  u32 capacity;     // records of one arena; 0: there is no drain behind the parent
  u32 limit;        // launches of so many threads run in place; 0: none does
  u32 shared_limit; // static and dynamic shared bytes that a virtual block may have
  u32 drain_shared; // dynamic shared bytes of a drain block
  u32 facts; // of the device: its number, multiprocessors << 8, compute capability x 10 << 20
  u32 measure; // write a sample with this ticket for the report; 0: none
  u32 threads; // of the parent, 2^32 - 1 at most
  bool log;    // count records and blocks for the report
  bool weighs; // where grids may be dealt out either way, and no rounds follow: is that to be weighed? Else blocks are.
  bool unused[2]; // that no bytes are undefined: arguments are compared with the last launch's
  flrt_report *report; // in host memory; may be NULL
};
// The same for parents below which kernels of other files are launched, with a worklist for each.
template <u32 n> struct worklist_with : worklist {
  worklist others[n];
};
template <u32 n> struct worklist_for { using type = worklist_with<n>; };
template <> struct worklist_for<0> { using type = worklist; };
template <class P> using worklists = typename worklist_for<others_of<P>::size>::type;

// Can any lanes of a warp run P's children, and does a thread of P keep at most one launch until its end?
template <class L> struct independent;
template <class... Ks> struct independent<list<Ks...>> {
  static constexpr bool all = (true && ... && (loose<Ks> && !leaves_work<Ks>));
};
template <class K> constexpr bool gains_by_warps = fixed_block<K> != 32 && (says_useful<K> || fixed_block<K> % 32 != 0);
// What of a child's grid is dealt out to a worker at a time, a *part*: a block, or, where it does not matter which threads run side by side, 32 of the
// grid's useful threads, whatever its blocks. Then a worker is a warp, and no lanes are idle because a list is shorter than a block.
template <class L> struct parted;
template <class... Ks> struct parted<list<Ks...>> {
  static constexpr bool possible = independent<list<Ks...>>::all && (true && ... && (fixed_block<Ks> != 0 || says_useful<Ks>));
  static constexpr bool gains = (false || ... || gains_by_warps<Ks>);
  static constexpr bool lengthy = (false || ... || (length_of<Ks> > 512));
};
// How a parent's launches are dealt out to workers: block by block (t1), grid by grid (t2), or as suits the round (mega, and auto where there is a
// choice and no order, but for uneven children whose workers are several warps and meet nowhere: these claim parts as they have time, which is worth more; and for uneven ones with long bodies,
// beside which finding a part takes no time).
enum deal : u32 { deal_blocks, deal_grids, deal_either };
template <class P>
constexpr bool either_way = selects<P> && closure<P>::simple &&
                            (!closure<P>::all::uneven || closure<P>::all::barriers ||
                             (parted<typename closure<P>::user>::possible && parted<typename closure<P>::user>::gains && !parted<typename closure<P>::user>::lengthy));
template <class P, class = void> constexpr deal deal_of = either_way<P> ? deal_either : deal_blocks;
template <class P> constexpr deal deal_of<P, exists<decltype(P::dealt)>> = P::dealt;
// Is it weighed how grids of this parent are dealt out? `weighs`: what its worklist says, which is asked where no rounds follow.
template <class P> FL_DEVICE bool weighs_grids(bool weighs) { return deal_of<P> == deal_either && (!closure<P>::simple || weighs); }
template <class P>
constexpr bool warp_parts = closure<P>::simple && deal_of<P> != deal_grids && !gathers<P> && !relays<P> && parted<typename closure<P>::user>::possible &&
                            parted<typename closure<P>::user>::gains;
constexpr u32 part_threads = 32;
// Parts of a grid: as it is launched, where one without useful threads has a part as well; and as far as a spilled record tells.
template <class P, class D> FL_DEVICE u64 parts_of(const config &c, const typename D::args &args) {
  if constexpr (warp_parts<P>) {
    const u64 threads = useful_threads<D>(c, args);
    return threads ? (threads - 1) / part_threads + 1 : 1;
  } else {
    return u64(c.grid.x) * c.grid.y * c.grid.z;
  }
}
FL_DEVICE u64 parts_of(const record_head &h, bool by_warps) { return by_warps ? (h.blocks() * h.threads() + part_threads - 1) / part_threads : h.blocks(); }
template <class P> FL_DEVICE u64 parts_of(const record_head &h) { return parts_of(h, warp_parts<P>); }
// May children put anything into streams? Then there may be many frames at a time.
template <class P> constexpr bool may_launch = closure<P>::nested || moves<P>;
template <class P, class = void> constexpr bool launches_often = false; // may a thread of P launch more than once?
template <class P> constexpr bool launches_often<P, exists<decltype(P::launches_often)>> = P::launches_often;
template <class P, class = void> constexpr bool packs = false;
template <class P>
constexpr bool packs<P, exists<decltype(P::launches_once)>> = P::launches_once && !leaves_early<P> && independent<typename closure<P>::user>::all;
constexpr u32 small_threads = 512, small_blocks = 4;
// Is a launch too large to be run in place, as far as the host's selection goes, where none is recorded? If that is a mistake, it is to be a small one.
template <class P> FL_DEVICE bool too_large(u64 blocks, u64 threads) {
  return threads > small_threads || (!packs<P> && blocks > small_blocks);
}
template <class P> FL_DEVICE bool too_large(const config &c) {
  const u64 blocks = u64(c.grid.x) * c.grid.y * c.grid.z;
  return too_large<P>(blocks, blocks * (c.block.x * c.block.y * c.block.z));
}
// Nor should a thread run many, be each of them small. Four are not too many, nor are more, one behind the other, with as many threads as eight of the largest: from one to the next takes
// the other modes a barrier.
constexpr u32 many_a_thread = 4, many_threads = 8 * small_threads;
FL_DEVICE bool too_many(const worklist &w, u64 child_threads) { return child_threads > u64(many_threads) * w.threads; }
// Threads of so many launches, for too_many. Those in the worklist stand for what was spilled. Where launches have no order, some may have run in place besides; they are taken for the largest.
template <class P> FL_DEVICE u64 threads_launched(const frame_counters &f, u64 launches) {
  using all = closure<P>;
  const u64 most = launches * (many_threads / many_a_thread), recorded = f.packed >> block_bits, parts = f.packed & block_mask;
  if (!all::ordered)
    return most;
  const u32 each = warp_parts<P> ? part_threads : all::tracks_threads ? f.max_threads : all::max_threads;
  const float threads = recorded ? float(parts) * float(each) * float(launches) / float(recorded) : 0;
  return threads < float(most) ? u64(threads) : most;
}
// Adds a sample to the report. One thread, when all that was launched has run.
FL_DEVICE void put_sample(flrt_report *report, u32 ticket, u64 records, u64 ns, u32 what) {
  *reinterpret_cast<uint4 *>(&report->sample[ticket % FLRT_SAMPLES]) =
      make_uint4(ticket, u32(records < ~u32(0) ? records : ~u32(0)), u32(ns < ~u32(0) ? ns : ~u32(0)), what);
}
// For how long, in FLRT_WAIT nanoseconds, children could at most have run beside their parent, but did not: as long as that ran, or what came behind it,
// whichever is less.
FL_DEVICE u32 time_beside(const worklist_head &h, u64 ended) {
  if (h.behind <= h.started || ended <= h.behind) // there is no drain
    return 0;
  const u64 waited = (h.behind - h.started < ended - h.behind ? h.behind - h.started : ended - h.behind) / FLRT_WAIT;
  return waited < 0xffff ? u32(waited) : 0xffff;
}
// `ended`: when the block did that was the last to end.
template <class P> FL_DEVICE void write_sample(const worklist &w, const frame_counters &f, u64 ended) {
  if (!w.measure || !w.report)
    return;
  const flrt_mode mode = w.capacity == 0 ? FLRT_SERIAL : w.limit ? FLRT_MIXED : FLRT_RECORD;
  const u64 ns = ended - w.head->started;
  const u64 launches = u64(f.packed >> block_bits) + f.spilled + u32(w.head->in_place);
  put_sample(w.report, w.measure, launches, ns,
             u32(mode) | (f.large ? FLRT_LARGE : 0) | (too_many(w, threads_launched<P>(f, launches)) ? FLRT_MANY : 0) | (f.whole ? FLRT_WHOLE : 0) | time_beside(*w.head, ended) << FLRT_BESIDE);
}
struct arena_view {
  size_t room;       // records
  u64 *prefix;       // parts recorded before the record in its frame; where parts are warps, there is one more for the end of the last record
  char *planes;      // contents of the records
  u64 *order_prefix; // of ordered closures, in sorted order: blocks before the record in its level,
  u64 *level_packed; //   at the first record of each level: records and blocks of that level,
  u32 *order;        //   and the record
  u32 *levels;       // of ordered closures: level and tail counter of each record
};
// Bytes of one arena per record; arenas have room for a multiple of 16 records, at least one more than they get, so that every array
// is aligned.
template <class P>
constexpr size_t record_bytes =
    8 + closure<P>::content_bytes + (closure<P>::ordered ? 8 + 8 + 4 + 8 : 0);
// Bytes of a worklist for each record that it has room for.
template <class P> constexpr size_t list_bytes = record_bytes<P> * (closure<P>::nested ? 2 : 1);
template <class P> FL_DEVICE arena_view arena(const worklist &w, u32 which) {
  const size_t n = size_t(w.capacity) / 16 * 16 + 16;
  char *at = w.arenas + (closure<P>::nested && which ? n * record_bytes<P> : 0);
  arena_view a;
  a.room = n;
  a.prefix = reinterpret_cast<u64 *>(at);
  a.planes = at + n * 8;
  a.order_prefix = reinterpret_cast<u64 *>(a.planes + n * closure<P>::content_bytes);
  a.level_packed = a.order_prefix + n;
  a.order = reinterpret_cast<u32 *>(a.level_packed + n);
  a.levels = a.order + n;
  return a;
}
// Head of the i-th record of an arena.
template <class P> FL_DEVICE record_head head_of(const arena_view &a, u32 i) {
  constexpr u32 bytes = closure<P>::head_bytes;
  alignas(16) char head[bytes];
  get_content<closure<P>::content_bytes, bytes>(content_place{a.planes, a.room, i}, head);
  if constexpr (closure<P>::compact) {
    u32 word;
    __builtin_memcpy(&word, head, 4);
    return expand_head(word);
  } else {
    record_head h;
    __builtin_memcpy(&h, head, 16);
    return h;
  }
}
} // namespace __fl
#endif
