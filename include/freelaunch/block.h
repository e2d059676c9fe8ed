// Strategy t3 (Free Launch, CKi->PBi): a parent block records its launches for itself, and when its threads are done it runs the children, with
// no other barrier than its own. Parent and children are virtual blocks of one worker block, as large as the larger of them needs, and use the
// same shared memory one after the other (paper section 2.5). Where the parent's threads wait for children, the block runs what it has recorded so
// far there and then; the parent's shared memory then stays as it is, and that of the children lies behind it. If there is no room for both, that of the
// parent is away in global memory meanwhile.
#ifndef FREELAUNCH_BLOCK_H
#define FREELAUNCH_BLOCK_H
#include "host.h"
#include "own.h"
#include "rounds.h"

namespace __fl {
// What the threads of a worker block share. The head of its worklist is there, too: nobody else looks at it, and each launch, join and round asks it several times.
struct block_state {
  worklist_head head;
  worklist list;
  target to;
  u32 number;
};
struct joining_state {
  u32 *large;      // where the host wants to hear of large children; else NULL
  u32 first_slice; // of the children
  u32 saved;       // bytes of the parent's shared memory from there on
  uint4 *room;     // for them, while children run
};

static_assert(sizeof(block_state) + sizeof(joining_state) + sizeof(round_state) <= own_of_worker);

template <class P> struct block_team {
  static constexpr bool behind_parent = false, alone = true;
  static FL_DEVICE u32 rank() { return 0; }
  static FL_DEVICE u32 blocks() { return 1; }
  static FL_DEVICE u32 warps() { return hw_block_dim().x / 32; }
  static FL_DEVICE u32 first_slice() {
    if constexpr (joins<P>)
      return static_shared<joining_state>().first_slice;
    else
      return 0;
  }
};

// The worker block runs what it has recorded. All of its threads.
template <class P> FL_DEVICE void drain_own(const typename P::args &args) {
  const worklist &list = static_shared<block_state>().list;
  if constexpr (roots<P>::size != 0) {
    if constexpr (closure<P>::simple)
      drain_once<P, block_team<P>>(list, args);
    else
      drain_rounds<P, block_team<P>>(list, args);
  } else {
    if constexpr (closure<P>::simple)
      drain_once<P, block_team<P>>(list, roots<P>());
    else
      drain_rounds<P, block_team<P>>(list, roots<P>());
  }
}

// Saves the parent's shared memory, or puts it back. All threads of the worker block.
template <bool back> FL_DEVICE void move_shared(const joining_state &s) {
  uint4 *shared = reinterpret_cast<uint4 *>(dynamic_bytes<char>() + s.first_slice);
  __syncthreads();
  for (u32 i = hw_thread().x; i < s.saved / 16; i += hw_block_dim().x)
    if (back)
      shared[i] = s.room[i];
    else
      s.room[i] = shared[i];
  __syncthreads();
}

// Where the threads of a joining parent's worker block meet, those that the parent has no use for and those that have ended included. When all have
// come and some join, the block runs what it has recorded, and those go on; if none joins, those at a barrier go on; if all are at their end, the
// block runs what is left. So a join may stand anywhere, whatever the other threads do, but where they wait for its thread without telling (analysis/threads/apart.c).
// One function, not inlined: lanes of a warp that come from different places run the children together.
enum meeting : u32 { at_join, at_barrier, at_end };
template <class P> FL_APART void meet(meeting why, const typename P::args &args) {
  for (;;) {
    reconverge();
    const bool joined = __syncthreads_or(why == at_join);
    if (joins_apart<P> && P::barrier && !joined && __syncthreads_or(why == at_barrier)) {
      if (why == at_barrier)
        return;
      continue;
    }
    as_worker([&] {
      const joining_state &s = static_shared<joining_state>();
      const bool saves = joined && s.saved;
      if (saves)
        move_shared<false>(s);
      drain_own<P>(args);
      if (saves)
        move_shared<true>(s);
    });
    __syncthreads();
    if (why == at_join || !joined)
      return;
  }
}

// A parent block whose threads wait for children.
template <class P> class joining_ctx : public child_ctx<P, P> {
  using base = child_ctx<P, P>;

public:
  const typename P::args *args_;

  template <class D, bool more = false>
  FL_DEVICE void record(const config &c, const typename D::args &args) {
    if constexpr (selects<P>) {
      u32 *large = static_shared<joining_state>().large;
      if (large && too_large<P>(c))
        *large = 1;
    }
    base::template record<D, more>(c, args);
  }
  FL_DEVICE cudaError_t join() {
    this->restart_clock();
    meet<P>(at_join, *args_);
    return cudaSuccess;
  }
  FL_DEVICE void sync() const {
    if constexpr (joins_apart<P>)
      meet<P>(at_barrier, *args_);
    else
      base::sync();
  }
  FL_DEVICE int sync_count(int p) const {
    if constexpr (joins_apart<P>)
      return count_votes(*this, p);
    else
      return base::sync_count(p);
  }
  FL_DEVICE int sync_and(int p) const { return sync_count(!p) == 0; }
  FL_DEVICE int sync_or(int p) const { return sync_count(p) != 0; }
};
template <class P> struct joining_hooks {
  drain_hooks<P, P> hooks;
  const typename P::args *args;
  FL_DEVICE joining_ctx<P> make() const {
    joining_ctx<P> c;
    static_cast<child_ctx<P, P> &>(c) = hooks.make();
    c.args_ = args;
    return c;
  }
};

// Runs the parent block on a worker block. All threads of it.
template <class P>
FL_DEVICE void run_joining(const worker &w, const record_head &head, const typename P::args &args,
                           const joining_hooks<P> &hooks) {
  const u32 threads = head.threads();
  const dim3 block = head.block_dim(), grid = head.grid();
  const uint3 at = hw_block();
  const bool counting =
      P::barrier && !joins_apart<P> && !on_cpu && (P::early_exit || threads != w.threads);
  group_state &state = *reinterpret_cast<group_state *>(dynamic_bytes<char>());
  if (counting && w.thread == 0)
    vb_init(&state.child, threads);
  __syncthreads();
  if constexpr (on_cpu) {
    run_team(block, [&] {
      run_thread<P>(w, hw_thread(), at, threads, block, grid, counting, state, args, hooks);
      if constexpr (joins_apart<P>)
        meet<P>(at_end, args);
    });
  } else {
    const uint3 thread = make_uint3(w.thread % block.x, w.thread / block.x % block.y,
                                    w.thread / block.x / block.y);
    if (w.thread < threads)
      run_thread<P>(w, thread, at, threads, block, grid, counting, state, args, hooks);
    meet<P>(at_end, args);
  }
}

template <class P>
FL_DEVICE void run_own(const block_work &b, const dim3 &block, const typename P::args &args) {
  block_state &s = static_shared<block_state>();
  for (u32 i = hw_thread().x; i < sizeof(worklist_head) / sizeof(uint4); i += hw_block_dim().x)
    reinterpret_cast<uint4 *>(&s.head)[i] = make_uint4(0, 0, 0, 0);
  if (hw_thread().x == 0) {
    s.number = take_worklist(b);
    s.list = b.list;
    if (b.list.log)
      s.list.report = &b.pool->sums;
    s.list.head = &s.head;
    s.list.tables = closure<P>::simple ? nullptr : b.tables + s.number;
    s.list.counters = s.list.head->recording;
    s.list.arenas = b.arenas + s.number * b.arena_bytes;
    s.list.weighs = 1;
    if constexpr (joins<P>) {
      joining_state &j = static_shared<joining_state>();
      j.large = b.measure ? &b.pool->large : nullptr;
      j.first_slice = b.children * 16;
      j.saved = b.children < b.slice ? (b.slice - b.children) * 16 : 0;
      j.room = reinterpret_cast<uint4 *>(b.arenas + (s.number + 1) * b.arena_bytes - j.saved);
    }
    s.to = target{s.list.counters, &s.list.head->lost, arena<P>(s.list, 0), 0,
                  s.list.capacity,        s.list.shared_limit,   joins<P> ? 0 : b.measure,
                  s.list.log ? &s.list.head->more_blocks : nullptr, 1};
  }
  __syncthreads();
  {
    worker w;
    const u32 warps = (block.x * block.y * block.z + 31) / 32;
    w.thread = hw_thread().x;
    w.threads = group_threads(warps);
    w.barrier = 1;
    w.slice = 0;
    if (w.thread == 0) {
      group_state *state = reinterpret_cast<group_state *>(dynamic_bytes<char>());
      state->votes = 0;
      state->clock = 0;
    }
    __syncthreads();
    const record_head head = make_head(hw_grid_dim(), block, 0, 0);
    const drain_hooks<P, P> hooks{&s.to, &s.list.head->tails, s.list};
    if constexpr (joins<P>)
      run_joining<P>(w, head, args, joining_hooks<P>{hooks, &args});
    else if (w.thread < w.threads)
      run_blocks<P, false, false>(
          w, head, make_uint3(hw_block().x, hw_block().y, hw_block().z), 1, args, hooks);
  }
  __syncthreads();
  if (!joins<P> && b.measure && hw_thread().x == 0)
    note_own<P>(b, s.head.recording[0]);
  if constexpr (!joins<P> || (on_cpu && !joins_apart<P>)) // else done where all have met
    drain_own<P>(args);
  __syncthreads();
  if (hw_thread().x == 0) {
    if (joins<P> && closure<P>::streams)
      free_clocks(s.list.tables->clocks);
    if (s.head.lost || (s.list.log && (s.head.in_place | s.head.more_blocks)))
      clear_counters<P>(s.list, s.head.recording[0]); // what nothing was launched behind
    give_worklist(b, s.number, joins<P> ? block.x * block.y * block.z : 0);
  }
}
template <class P>
__global__ void __launch_bounds__(1024)
    run_blocks_own(FL_GRID_CONSTANT const block_work b, const dim3 block,
                   const typename P::args args) {
  run_own<P>(b, block, args);
}
// The same for parents that join, which hand the arguments on by their address.
template <class P>
__global__ void __launch_bounds__(1024)
    run_blocks_joining(FL_GRID_CONSTANT const block_work b, const dim3 block,
                       FL_GRID_CONSTANT const typename P::args args) {
  run_own<P>(b, block, args);
}
template <class P> constexpr auto blocks_kernel() {
  if constexpr (joins<P>)
    return run_blocks_joining<P>;
  else
    return run_blocks_own<P>;
}

// Shared memory that a worker block has for a block of the parent's, and what it may be at most: besides, it has some of its own.
template <class P> size_t slice_of(const config &c) { return sizeof(group_state) + static_bytes<typename P::shared> + round16(c.shared); }
static inline size_t most_slice(const flrt_device &facts) { return size_t(facts.shared_optin) - own_of_worker; }
// A block of the parent's that has more is launched as it is.
template <class P, class... Params, class... Args>
static bool launched_beyond(const host_config &c, void (*kernel)(Params...), const Args &...args) {
  if (slice_of<P>(c) <= most_slice(*flrt_here()))
    return false;
  launch_symbol<P>(c, kernel, args...);
  return true;
}
// Shared memory of a worker block of so many threads: `slice` for a block of the parent's, and what its children need.
struct own_shared {
  size_t bytes, children, saved; // where the children's begins, and how much of the parent's is away meanwhile
};
template <class P> own_shared shared_of_own(u32 block, size_t slice, size_t most) {
  using all = closure<P>;
  own_shared s = {slice, joins<P> ? slice : 0, 0};
  if (all::slices) {
    const u32 slices = most_slices<P>(block / 32);
    const size_t child = sizeof(group_state) + all::all::shared() + (all::tracks_shared ? 48 * 1024 : 0);
    if (joins<P> && slice + child > most) {
      s.children = sizeof(group_state);
      s.saved = slice - s.children;
    }
    s.bytes = larger(slice, s.children + child * (all::tracks_shared ? 1 : slices < 15 ? slices : 15));
  }
  s.bytes = s.bytes < most ? s.bytes : most;
  return s;
}
template <class P> u32 resident_own(flrt_parent &parent, u32 block, const own_shared &shared) {
  u32 place = 1;
  while (place + 1 < FLRT_SIZES && 32u << place < block)
    ++place;
  return resident_workers(parent, blocks_kernel<P>(), place, block, shared.bytes);
}
// Where the machine holds the grid in larger worker blocks, too, more children run side by side in each. What is kept of the stream is the same then.
template <class P> void widen_own(flrt_parent &parent, const config &c, size_t slice, size_t most, u32 &block, own_shared &shared) {
  const size_t blocks = volume(c.grid), multiprocessors = size_t(parent.on->multiprocessors);
  for (u32 wide = 1024; !on_cpu && wide > block && blocks <= multiprocessors * (multiprocessor_threads / wide); wide /= 2) {
    const own_shared more = shared_of_own<P>(wide, slice, most);
    if (resident_own<P>(parent, wide, more) * multiprocessors >= blocks) {
      block = wide;
      shared = more;
    }
  }
}
// Launches parent P with its blocks running what they launch; worklists have room for `records` at least, if there is memory. `measure`: the ticket of a sample for the parent's report, or 0. Returns false, and leaves CUDA's error, where there is no memory for it.
template <class P, class... Args>
bool blocks_measured(flrt_parent &parent, const host_config &c, u64 records, u32 measure, const Args &...args) {
  using all = closure<P>;
  const flrt_device &facts = *parent.on;
  const size_t threads = volume(c.block);
  constexpr size_t own = own_of_worker;
  const size_t most = most_slice(facts), slice = slice_of<P>(c);
  if (refuses_sizes<P>(c))
    return true;
  if (slice > most) {
    config bad = c;
    bad.shared = most + own + 1;
    launch_plain<>(bad, nothing<P>);
    return true;
  }
  u32 block = group_threads(2); // the table of levels is cut into as many equal parts
  while (!on_cpu && (block < threads || block < all::max_threads))
    block *= 2;
  own_shared shared = shared_of_own<P>(block, slice, most);
  const size_t resident = larger(1, resident_own<P>(parent, block, shared)) * size_t(facts.multiprocessors) * (on_cpu ? 4 : 1);
  const size_t lists = lists_for(volume(c.grid), resident);
  constexpr size_t each = list_bytes<P>;
  // On the CPU target a worker block has fewer threads than the parent's.
  const size_t widest = larger(threads, size_t(block)), most_records = most_of_lists / (lists * each);
  const size_t capacity = flrt_capacity(&parent, FLRT_OF_BLOCKS, widest, larger(records, room_for_loops<P>(facts, c, widest, lists)), most_records < 4 * widest ? 4 * widest : most_records < max_capacity ? most_records : max_capacity);
  widen_own<P>(parent, c, slice, most, block, shared);
  const size_t arena_bytes = (capacity + 16) / 16 * 16 * each + 16 * 128 + shared.saved;
  size_t places = 1;
  while (places < lists)
    places *= 2;
  const size_t tables = (sizeof(block_pool) + places * sizeof(u32) + 127) / 128 * 128, head_bytes = tables + (all::simple ? 0 : lists * sizeof(level_tables));
  flrt_stream *kept = flrt_acquire(&facts, c.stream, 0x10000 + (u32(lists) << 1 | all::simple), head_bytes, lists * arena_bytes, lists * (16 * each + shared.saved + 16));
  if (!kept)
    return false;
  block_work b = {};
  b.pool = reinterpret_cast<block_pool *>(kept->head);
  b.tables = all::simple ? nullptr : reinterpret_cast<level_tables *>(kept->head + tables);
  b.arenas = kept->arenas;
  b.arena_bytes = kept->bytes / lists / 16 * 16;
  b.worklists = u32(lists);
  b.places = u32(places);
  b.measure = measure;
  b.slice = static_cast<unsigned short>(slice / 16);
  b.children = static_cast<unsigned short>(shared.children / 16);
  worklist &w = b.list;
  w.head = nullptr;
  w.tables = nullptr;
  w.arenas = nullptr;
  w.capacity = u32(capacity);
  const size_t room = (b.arena_bytes - shared.saved) / each - 16;
  if (w.capacity > room)
    w.capacity = u32(room);
  w.drain_shared = u32(shared.bytes - shared.children);
  w.shared_limit = u32(all::slices ? w.drain_shared - sizeof(group_state) : 48 * 1024);
  w.facts = facts_of(facts);
  w.threads = number_of_threads(c);
  w.log = flrt_counting();
  w.measure = 0;
  w.report = parent.device_report;
  dim3 threads_of_parent = c.block;
  typename P::args own_args(args...);
  void *at[] = {&b, &threads_of_parent, &own_args};
  const flrt_kernel one = launch_of(blocks_kernel<P>(), FLRT_PLAIN, c.grid, dim3(block), shared.bytes, at);
  flrt_launch(&parent, measure, chains_in<P>(kept), 0, c.stream, &one, 1);
  end_captured<P>(c);
  flrt_release(kept, c.stream);
  return true;
}
// The same where there is another way to launch it: nothing is left of a lack of memory.
template <class P, class... Args> bool blocks_tried(flrt_parent &parent, const host_config &c, u64 records, u32 measure, const Args &...args) {
  const cudaError_t before = cudaPeekAtLastError();
  const bool launched = blocks_measured<P>(parent, c, records, measure, args...);
  if (!launched && before == cudaSuccess)
    cudaGetLastError();
  return launched;
}
constexpr float short_launch = 65536; // nanoseconds: so that what takes so long by the whole machine takes some milliseconds by a single multiprocessor, at worst
// Is t3 worth a look? Where parent blocks do not reach for every multiprocessor, it leaves most of the machine idle: only where launches are short, or nothing else would run anyway. `records`: as of flrt_took_at_most.
static inline bool looks_at_blocks(flrt_parent &parent, const host_config &c, u64 records) {
  return 2 * volume(c.grid) >= u64(parent.on->multiprocessors) || flrt_env()->choice || flrt_took_at_most(&parent, FLRT_RECORD, records, short_launch) || flrt_is_narrow(&parent, records);
}
template <class P, class... Args> void launch_blocks(const host_config &c, const Args &...args) {
  blocks_measured<P>(known_parent<P>(*flrt_here(), c, "t3", [](flrt_parent &) {}), c, 0, 0, args...);
}
} // namespace __fl
#endif
