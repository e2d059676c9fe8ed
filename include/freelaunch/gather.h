// Strategies warp, block, multiblock and grid (El Hajj's thesis, chapter 3; multiblock from its CGO'22 successor): launches made within a scope
// are gathered in a worklist, and become one launch of CUDA's dynamic parallelism whose blocks find, each for itself, which child they belong to
// (section 3.2, disaggregation). What the children launch is gathered in turn, a launch for each generation of a worklist.
//
// A worklist lives from the first record to the end of the last generation, and there is a fixed number of them, so that the launches under way
// never exceed what the device runtime can hold (beyond that it drops launches). Who finds none records into the common worklist of the parent
// grid instead, which the last parent block launches: a coarser scope, but nothing is lost and nobody waits.
#ifndef FREELAUNCH_GATHER_H
#define FREELAUNCH_GATHER_H
#include "host.h"
#include "frames.h"

namespace __fl {
enum scope : u32 { scope_warp, scope_block, scope_blocks, scope_grid };
template <class P, class = void> constexpr scope scope_of = scope_grid;
template <class P> constexpr scope scope_of<P, exists<decltype(P::gathered)>> = P::gathered;
// Parent blocks that gather together under scope_blocks: as many as P says, or so many that there are few groups.
template <class P, class = void> constexpr u32 asked_group = 0;
template <class P> constexpr u32 asked_group<P, exists<decltype(P::group)>> = P::group;
constexpr u32 most_groups_at_once = 64;
template <class P> size_t group_of(size_t blocks) {
  const size_t fair = (blocks + most_groups_at_once - 1) / most_groups_at_once;
  return scope_of<P> != scope_blocks ? 1 : asked_group<P> ? asked_group<P> : fair < 1 ? 1 : fair;
}

// Which worklists are free: those never taken so far, then those in a ring. Every change is one atomic addition, however many come at a time:
// with a compare-and-swap each, a thousand blocks would try a million times.
struct gather_pool {
  u32 fresh;        // worklists that were never taken
  int free;         // in the ring, and not promised to anyone
  u32 taken, given; // from the ring and to it, so far
  u64 done;         // parent blocks that have ended: a grid may have more than 2^32
  // Only of a launch that is measured: when it began, in nanoseconds, launches of children, and worklists that have been launched and are not done; in the last one's
  // first bit, whether the parent has ended.
  u64 started, launches;
  u32 open;
};
constexpr u32 parent_ended = 0x80000000u;

// Parent blocks that gather together.
struct alignas(8) gather_group {
  u32 list;  // their worklist; 0: none of them has begun
  u32 ended; // blocks
};

// The kernel argument.
struct gather {
  gather_pool *pool;
  u32 *ring; // of `lists` places: the number of a free worklist, or 0
  gather_group *groups; // scope_blocks: of each group of parent blocks,
  u32 group;            //   which are so many
  char *heads; // of the common worklist, number 0, and of `lists` more
  char *arenas;
  size_t arena_bytes; // of one worklist but the common one, whose arena comes first
  size_t common_bytes;
  u32 lists, capacity; // `lists` is a power of two or 0, so that places in the ring go on when their numbers overflow
  u32 shared_most; // dynamic shared bytes that a step may have
  u32 forget;      // launches may be fire-and-forget: faster, but where the device runtime has no room, the program hangs
  worklist list;   // what all worklists have in common; `capacity` is that of the common one
};

// Worklists of programs without order and nesting make do with the first part of a head.
template <class P>
constexpr size_t gather_head = (closure<P>::simple ? sizeof(worklist_head) : offsetof(worklist_memory, turns)) / 128 * 128 + 128;

template <class P> FL_DEVICE worklist worklist_of(const gather &g, u32 list) {
  worklist w = g.list;
  worklist_memory *const memory = reinterpret_cast<worklist_memory *>(g.heads + list * gather_head<P>);
  w.head = &memory->head;
  w.tables = closure<P>::simple ? nullptr : &memory->tables;
  w.counters = w.head->recording;
  w.arenas = g.arenas;
  if (list) {
    w.arenas += g.common_bytes + (list - 1) * g.arena_bytes;
    w.capacity = g.capacity;
  }
  return w;
}

// The number of a worklist for the caller alone; 0 if there is none left.
FL_DEVICE u32 take_list(const gather &g) {
  if (load_relaxed(&g.pool->fresh) < g.lists) {
    const u32 list = atomicAdd(&g.pool->fresh, 1u);
    if (list < g.lists)
      return list + 1;
  }
  if (atomicSub(&g.pool->free, 1) <= 0) {
    atomicAdd(&g.pool->free, 1);
    return 0;
  }
  u32 *from = &g.ring[atomicAdd(&g.pool->taken, 1u) % g.lists], list;
  while ((list = atomicExch(from, 0u)) == 0) // its giver is just about to put it there
    pause_until(from, 50, [from] { return load_relaxed(from) != 0; });
  fence();
  return list;
}
FL_DEVICE void give_list(const gather &g, u32 list) {
  if (list == 0)
    return;
  fence();
  u32 *to = &g.ring[atomicAdd(&g.pool->given, 1u) % g.lists];
  while (atomicCAS(to, 0u, list) != 0) // the place's last one is just being taken
    pause_until(to, 50, [to] { return load_relaxed(to) == 0; });
  fence();
  atomicAdd(&g.pool->free, 1);
}

// A worklist, or the parent (`parent_ended`), is done. The last one to be writes the sample. One thread.
FL_COLD void end_measured(const gather &g, u32 what) {
  const u64 ended = nanoseconds();
  fence();
  const u32 open = what == parent_ended ? atomicAdd(&g.pool->open, parent_ended) + parent_ended : atomicSub(&g.pool->open, 1u) - 1;
  if (open != parent_ended)
    return;
  fence();
  put_sample(g.list.report, g.list.measure, load_relaxed(&g.pool->launches), ended - g.pool->started, FLRT_SCOPES);
  g.pool->open = 0;
  g.pool->launches = 0;
}
// A worklist that was launched is empty again. One thread.
FL_DEVICE void finish_list(const gather &g, u32 list) {
  if (g.list.measure)
    end_measured(g, 0);
  give_list(g, list);
}

// Threads of a block of a step: several workers side by side if children are small.
template <class P> FL_DEVICE u32 step_threads(u32 max_threads) {
  if (!on_cpu && whole_blocks<P>)
    return whole_blocks<P>;
  u32 threads = group_threads(meets<P>() ? 16 : 8);
  while (!on_cpu && threads < max_threads)
    threads *= 2;
  return threads;
}

template <class P, bool rest>
__global__ void gather_step(const gather g, const u32 list, const u32 shared, const typename handed<roots<P>>::type sent);

// Into which stream the steps of a worklist go: all that one thread launches is in one worklist, so that there is no order between them.
FL_DEVICE size_t step_stream(const gather &g) { return g.forget ? forget_stream : 0; }

// A step could not be launched: its worklist is made as it was when new, and the host hears of what is lost. One thread.
template <class P> FL_COLD void abandon_list(const gather &g, u32 list, u32 launches) {
  const worklist w = worklist_of<P>(g, list);
  worklist_head *h = w.head;
  if (w.report)
    atomicAdd(&w.report->lost, u64(launches));
  for (frame_counters &c : h->recording) {
    free_chunks<may_launch<P>>(take_chunks(c));
    clear_counters<P>(w, c);
  }
  if constexpr (!closure<P>::simple) {
    free_chunks<may_launch<P>>(h->top.chunks);
    for (; h->depth; --h->depth) {
      frame *f = h->suspended;
      h->suspended = f->below;
      free_chunks<may_launch<P>>(f->chunks);
    }
    free_all_chunks(w.tables->more, frame_chunks);
    end_pool(w);
    free_clocks(w.tables->clocks);
    h->tails = h->arena_top[0] = h->arena_top[1] = 0;
    for (u32 i = 0; i < level_window; ++i)
      w.tables->table[i] = 0;
    for (u32 &count : w.tables->spilled)
      count = 0;
    h->not_ceiling = 0;
  }
  finish_list(g, list);
}

// Launches the step that does what the head of a worklist says comes next. Where the device runtime has no room, for the program launches by
// itself, it waits for some; one thread.
template <class P>
FL_DEVICE void launch_step(const gather &g, u32 list, size_t stream, const batch &b, const roots<P> &r) {
  using all = closure<P>;
  const u32 most = all::tracks_threads ? b.max_threads : all::max_threads;
  const u32 threads = step_threads<P>(most), group = (most + 31) / 32 * 32;
  u32 groups = group ? most_groups(threads, group) : 1, shared = 0;
  if (groups > 15)
    groups = group > 32 ? 15 : groups;
  if (all::slices) {
    const u32 slice = slice_of<P>(b, g.shared_most);
    groups = groups * slice > g.shared_most ? g.shared_most / slice : groups;
    shared = slice * groups;
  }
  constexpr u32 each_sorts = on_cpu ? 128 : 1; // records, a thread
  u64 blocks = (u64(b.count > b.spilled ? b.count : b.spilled) + threads * each_sorts - 1) / (threads * each_sorts);
  if (b.phase == phase_run) {
    const u32 each = groups * (coarsen_of<P> ? coarsen_of<P> : 1);
    const u64 spilled = b.spill ? ~u32(0) : u64(b.spilled) * few_blocks; // how many parts these have is not known
    blocks = small_divide(b.blocks + spilled + each - 1, each).quotient;
    const u32 resident = (g.list.facts >> 8 & 0xfff) * (on_cpu ? 16 : multiprocessor_threads / threads); // more would only look for their records once more
    if ((coarsen_of<P> == 0 || b.spill) && blocks > resident)
      blocks = resident;
  }
  if (blocks == 0)
    blocks = 1;
  if (blocks > 0x7fffffff)
    blocks = 0x7fffffff;
#ifdef FLCPU
  const gather copy = g;
  const roots<P> own = r;
  flcpu::launch(dim3(u32(blocks)), dim3(threads), shared, cudaStream_t(stream),
                [copy, list, shared, own] { gather_step<P, true>(copy, list, shared, own); });
#elif defined(__CUDACC_RDC__)
  static_assert(sizeof(gather) + sizeof(u64) + sizeof(roots<P>) <= most_sent);
  cudaGetLastError(); // what the program's own calls have left
  cudaError_t e = cudaSuccess;
  for (u32 tries = 0; tries < 1u << 20; ++tries) {
    if (closure<P>::simple && !b.spilled && !(b.blocks >> 32))
      gather_step<P, false><<<dim3(u32(blocks)), dim3(threads), shared, cudaStream_t(stream)>>>(g, list, shared, r);
    else
      gather_step<P, true><<<dim3(u32(blocks)), dim3(threads), shared, cudaStream_t(stream)>>>(g, list, shared, r);
    if ((e = cudaGetLastError()) != cudaErrorLaunchPendingCountExceeded)
      break;
    pause(1000);
  }
  // A launch does not fail so, but an allocation does, and it is not certain that only its own thread sees it. To give up a worklist whose step runs would
  // be the worse mistake.
  if (e != cudaSuccess && e != cudaErrorMemoryAllocation)
    abandon_list<P>(g, list, b.count);
#endif
}

// What was gathered in a worklist is launched. One thread, when all that goes into it is there.
template <class P> FL_DEVICE void close_list(const gather &g, u32 list, const roots<P> &r) {
  const worklist w = worklist_of<P>(g, list);
  worklist_head *h = w.head;
  frame_counters &c = h->recording[0];
  if (!has_records(c)) {
    if (c.spilled) { // all refused
      take_chunks(c);
      clear_counters<P>(w, c);
    }
    give_list(g, list);
    return;
  }
  if (g.list.measure) {
    atomicAdd(&g.pool->launches, (load_relaxed(&c.packed) >> block_bits) + c.spilled);
    atomicAdd(&g.pool->open, 1u);
  }
  if constexpr (closure<P>::simple) {
    batch b;
    open_batch(b, c, 0, 0, false);
    launch_step<P>(g, list, step_stream(g), b, r);
  } else {
    open_recorded<P>(w);
    launch_step<P>(g, list, step_stream(g), h->now, r);
  }
}

template <class P> struct step_team {
  static constexpr bool behind_parent = false, alone = false;
  static FL_DEVICE u32 rank() { return hw_block().x; }
  static FL_DEVICE u32 blocks() { return hw_grid_dim().x; }
  static FL_DEVICE u32 warps() { return hw_block_dim().x / 32; }
  static FL_DEVICE constexpr u32 first_slice() { return 0; }
};

// One batch of a worklist; the last block to finish launches the next one, as a tail launch: of a chain of others every link is pending until the last one has ended, so that at most as many fit
// as the device runtime has room for, for all that it takes them one by one (docs/results/2026-11-28-h100-spilled.md). `rest`: with spilled records. (What handles them is a matter of
// functions that are called, and with -rdc a kernel has as many registers as the greediest function that it calls.)
template <class P, bool rest>
__global__ void __launch_bounds__(closure<P>::max_threads > 512 ? 1024 : closure<P>::max_threads > 256 || meets<P>() ? 512 : 256)
    gather_step(FL_GRID_CONSTANT const gather g, const u32 list, const u32 shared, const typename handed<roots<P>>::type sent) {
  const handed<roots<P>> arrived(sent);
  const roots<P> &r = arrived.it;
  worklist w = worklist_of<P>(g, list);
  w.drain_shared = shared;
  if constexpr (closure<P>::simple) {
    if (drain_once<P, step_team<P>, rest>(w, r))
      finish_list(g, list);
  } else {
    worklist_head *h = w.head;
    round_state &s = static_shared<round_state>();
    const bool leader = hw_thread().x == 0;
    if (leader)
      s.now = h->now;
    run_phase<P, step_team<P>>(w, r, s);
    if (leader) {
      fence();
      s.last = atomicAdd(&h->done, 1u) == hw_grid_dim().x - 1;
      fence();
    }
    __syncthreads();
    if (!s.last)
      return;
    between_batches<P, advance<P>>::run(w, s.sums);
    if (leader) {
      h->done = 0;
      fence();
      if (h->now.phase == phase_done)
        finish_list(g, list);
      else
        launch_step<P>(g, list, on_cpu ? step_stream(g) : tail_stream, h->now, r);
    }
  }
}

// Records a grid without blocks.
template <class P> FL_DEVICE void push_nothing(const target &t) {
  const lanes l = converged();
  u64 old = 0;
  if (l.first)
    old = atomicAdd(&t.frame->packed, u64(l.count) << block_bits);
  old = from_leader(l, old);
  const u32 index = u32(old >> block_bits) + l.rank;
  if (index >= t.room) { // there is nothing to lose
    atomicAdd(&t.frame->packed, ~(u64(1) << block_bits) + 1);
    return;
  }
  const size_t i = size_t(t.base) + index;
  t.arena.prefix[i] = old & block_mask;
  const content_place place = {t.arena.planes, t.arena.room, u32(i)};
  alignas(16) char content[16] = {};
  put_content<closure<P>::content_bytes, closure<P>::head_bytes>(place, content);
}

// Is there shared memory for the form below?
template <class P> constexpr bool room_to_gather = has_room<P, scope_of<P> != scope_grid || leaves_early<P> || in_turn<P>>;
// The recording form of a parent kernel.
template <class P> class gather_ctx : public real_grid, public launching<gather_ctx<P>, P, P> {
  using base = launching<gather_ctx<P>, P, P>;
  using parameters = typename P::args;
  const gather &g_;
  const parameters &args_; // of the parent
  bool launched_ = false;
  // Worklist of the warp, of the block, or of its group; taken by the first thread to need one, or, of a group, at the beginning: where threads of a warp
  // launch in several arms of a switch, one that waited for other blocks there held up those in other arms for ever
  // (docs/results/2026-11-22-h100-check.md). (A worklist for the lanes that launch together would need no place in shared memory, but several such
  // groups of a warp may be under way, and operations of the warp have mixed them up: nvcc 13.0, sm_90.)
  enum : u32 { no_list = 0xffffffff, taking = 0xfffffffe, unset = 0xfffffffd };
  static FL_DEVICE bool is_known(u32 list) { return list != taking && list != unset; }
  static constexpr u32 most_lists = scope_of<P> == scope_warp ? 32 : 1; // of a block
  struct block_state {
    u32 list[most_lists];
  };
  static FL_DEVICE u32 &list() { return static_shared<block_state>().list[scope_of<P> == scope_warp ? thread_number() / 32 : 0]; } // of this thread
  static constexpr bool block_has_list = scope_of<P> != scope_grid;
  static FL_DEVICE u32 thread_number() { return number_in(hw_block_dim(), hw_thread()); }
  static FL_DEVICE bool first() {
    const uint3 t = hw_thread();
    return (t.x | t.y | t.z) == 0;
  }
  static FL_DEVICE u32 block_number() { return number_in(hw_grid_dim(), hw_block()); }
  static FL_DEVICE u64 blocks() { return volume(hw_grid_dim()); }

public:
  static constexpr bool shares_kernel = false;
  FL_DEVICE gather_ctx(const gather &g, const parameters &args) : g_(g), args_(args) {
    static_assert(sizeof(block_state) + sizeof(block_clock_word) + sizeof(ended_threads) <= most_own_shared);
    if (g.list.measure && block_number() == 0 && thread_number() == 0)
      g.pool->started = nanoseconds();
    if constexpr (block_has_list) {
      if (thread_number() < most_lists)
        static_shared<block_state>().list[thread_number()] = scope_of<P> == scope_blocks ? list_of_group() : u32(unset);
      __syncthreads();
    }
    if constexpr (leaves_early<P>)
      ended_threads::begin();
    if constexpr (in_turn<P>) {
      *block_clock() = 0;
      __syncthreads();
    }
  }
  FL_DEVICE target recording() const { return into(recording_list()); }
  template <class D, bool more = false>
  FL_DEVICE void record(const config &c, const typename D::args &args) {
    launched_ = true;
    base::template record<D, more>(c, args);
  }
  // All threads of the block come here.
  FL_DEVICE void end() {
    if constexpr (dense<P> && !closure<P>::ordered && scope_of<P> != scope_warp)
      if (!launched_)
        push_nothing<P>(recording());
    constexpr bool own = scope_of<P> == scope_warp || scope_of<P> == scope_block;
    if constexpr (leaves_early<P>) {
      if (!ended_threads::last())
        return;
      const dim3 b = hw_block_dim();
      for (u32 i = 0; own && i < most_lists && i * 32 < b.x * b.y * b.z; ++i)
        close_own(static_shared<block_state>().list[i]);
    } else {
      __syncthreads();
      if (own && (most_lists > 1 ? thread_number() % 32 == 0 : first()))
        close_own(list());
      if (!first())
        return;
      fence();
    }
    if (scope_of<P> == scope_blocks) {
      const u32 number = block_number() / g_.group, begin = number * g_.group;
      const u32 of = blocks() - begin < g_.group ? u32(blocks() - begin) : g_.group;
      gather_group &group = g_.groups[number];
      if (atomicAdd(&group.ended, 1u) == of - 1) {
        fence();
        const u32 list = load_relaxed(&group.list);
        group = gather_group{0, 0};
        if (list != no_list)
          close(list);
      }
    }
    if (atomicAdd(&g_.pool->done, u64(1)) != blocks() - 1)
      return;
    fence();
    g_.pool->done = 0;
    if (closure<P>::streams)
      free_clocks(tables()->clocks);
    close(0);
    if (g_.list.measure)
      end_measured(g_, parent_ended);
  }
  FL_DEVICE level_tables *tables() const { return worklist_of<P>(g_, 0).tables; }
  FL_DEVICE u32 *tail_counter() const { return &worklist_of<P>(g_, recording_list()).head->tails; }
  FL_DEVICE u32 *block_clock() const { return &static_shared<block_clock_word>().now; }
  FL_DEVICE u32 shared_limit() const { return g_.list.shared_limit; }
  FL_DEVICE u32 facts() const { return g_.list.facts; }

private:
  struct block_clock_word {
    u32 now;
  };
  FL_DEVICE void close(u32 list) const {
    if constexpr (roots<P>::size != 0)
      close_list<P>(g_, list, args_);
    else
      close_list<P>(g_, list, roots<P>());
  }
  // One thread, when all that goes into the worklist of its warp or block is there.
  FL_DEVICE void close_own(u32 list) const {
    if (list == unset || list == no_list)
      return;
    fence();
    close(list);
  }
  FL_DEVICE u32 recording_list() const {
    if constexpr (!block_has_list)
      return 0;
    u32 found = load_relaxed(&list());
    if (scope_of<P> != scope_blocks && !is_known(found)) {
      const lanes l = converged();
      if (l.first && atomicCAS(&list(), u32(unset), u32(taking)) == unset) {
        const u32 taken = take_list(g_);
        *const_cast<volatile u32 *>(&list()) = taken ? taken : no_list;
      }
      // Lanes may come here before their first one has said that it is at it.
      const u32 *from = &list();
      while (!is_known(found = load_relaxed(from)))
        pause_until(from, 50, [from] { return is_known(load_relaxed(from)); });
    }
    return found == no_list ? 0 : found;
  }
  FL_DEVICE target into(u32 list) const {
    const worklist w = worklist_of<P>(g_, list);
    return target{w.head->recording, &w.head->lost, arena<P>(w, 0), 0, w.capacity, w.shared_limit, 0};
  }
  // The worklist that the blocks of this block's group share: the first one to come takes it for all.
  FL_DEVICE u32 list_of_group() const {
    u32 *list = &g_.groups[block_number() / g_.group].list;
    u32 found = atomicCAS(list, 0u, u32(taking));
    if (found == 0) {
      const u32 taken = take_list(g_);
      found = taken ? taken : u32(no_list);
      atomicExch(list, found);
    }
    while (found == taking) {
      pause_until(list, 50, [list] { return load_relaxed(list) != taking; });
      found = load_relaxed(list);
    }
    fence();
    return found;
  }
};

constexpr u32 gather_kind = 0x20000;     // of buffers, from here on
constexpr size_t gatherings_at_once = 4; // streams that may have fire-and-forget launches of ours under way
// Finds out how many worklists a parent's launches have, and how much shared memory their steps. The first call does.
template <class P> void ready_gathering(const flrt_device &facts, flrt_parent &p) {
  using all = closure<P>;
  if (__atomic_load_n(&p.ready_lists, __ATOMIC_ACQUIRE))
    return;
  unsigned shared = 48 * 1024, lists = 0;
  if (all::slices) {
    const unsigned without_rest = all::simple ? allow_shared(facts, gather_step<P, false>) : ~0u;
    shared = allow_shared(facts, gather_step<P, true>);
    if (shared > without_rest)
      shared = without_rest;
  }
  // Two launches of each worklist are under way at a time, in `gatherings_at_once` streams; the program's own have the rest.
  const size_t most_lists = on_cpu ? 64 : flrt_pending_launches() / (4 * gatherings_at_once);
  for (unsigned n = 1; n <= most_lists && n <= 4096; n *= 2)
    lists = n;
  p.step_shared = shared;
  p.lists = lists;
  __atomic_store_n(&p.ready_lists, 1, __ATOMIC_RELEASE);
}
// In how many worklists, of how many records, a launch gathers.
struct gather_sizes {
  size_t group;            // blocks in each group; 1 but under scope_blocks
  size_t groups;           // that there is room for, a power of two,
  unsigned kind;           //   this one
  size_t lists, capacity;  // worklists, and records of each
  size_t common;           // records of the common worklist
};
template <class P> gather_sizes sizes_of(const flrt_device &facts, flrt_parent &parent, const host_config &c) {
  const size_t blocks = volume(c.grid), threads = volume(c.block);
  constexpr bool by_groups = scope_of<P> == scope_blocks, fair = by_groups && asked_group<P> == 0;
  gather_sizes s = {group_of<P>(blocks), 1, 0, 0, 0, 0};
  for (; by_groups && s.groups * s.group < blocks; s.groups *= 2)
    ++s.kind;
  const size_t scopes = blocks * (scope_of<P> == scope_warp ? (threads + 31) / 32 : 1);
  if (scope_of<P> != scope_grid)
    s.lists = by_groups && s.groups < parent.lists ? s.groups : lists_for(scopes, parent.lists); // a group takes one, once
  // Where worklists may run out, the common one must have room for nearly all; where groups are of very many blocks, theirs must.
  const bool enough = s.lists * s.group >= scopes;
  const size_t recording = enough && !fair ? 0 : blocks * threads;
  const size_t all = flrt_capacity(&parent, FLRT_OF_GRIDS, recording, larger(least_capacity, room_for_loops<P>(facts, c, recording, 1)), max_capacity);
  // Four records a thread; generations to come are larger.
  const size_t of_scope = (scope_of<P> == scope_warp ? 32 : threads) * s.group, asked = 4 * of_scope, most = asked < 16384 ? asked : 16384;
  const size_t part = fair ? all / s.groups : 0, each = most < part ? part : most;
  const size_t usual = closure<P>::nested && each < 1024 ? 1024 : each, lists = larger(s.lists, 1), fits = most_of_lists / (list_bytes<P> * lists);
  s.capacity = flrt_room(&parent, FLRT_OF_BLOCKS, larger(usual, room_for_loops<P>(facts, c, of_scope, lists)), flrt_env()->worklist > 0 ? size_t(max_capacity) : larger(usual, fits < max_capacity ? fits : max_capacity));
  s.common = fair && enough && all > 16384 ? 16384 : all;
  return s;
}
// Launches `kernel`, the recording form of parent P. `measure`: the ticket of a sample for the parent's report, or 0.
template <class P, class... Params, class... Args>
void gather_measured(flrt_parent &parent, const host_config &c, u32 measure, void (*kernel)(gather, Params...), const Args &...args) {
  using all = closure<P>;
  static_assert(device_launches || sizeof(P) == 0, "strategies warp to grid launch on the device: build with -rdc=true");
  if (refuses_sizes<P>(c))
    return;
  const flrt_device &facts = *parent.on;
  ready_gathering<P>(facts, parent);
  const gather_sizes sizes = sizes_of<P>(facts, parent, c);
  const size_t lists = sizes.lists, groups = sizes.groups;
  constexpr size_t each = list_bytes<P>;
  const size_t arena_bytes = (sizes.capacity + 16) / 16 * 16 * each + 16 * 128, common_bytes = (sizes.common + 16) / 16 * 16 * each + 16 * 128;
  const size_t head_bytes = 256 + (lists + 64) / 64 * 256 + (groups * sizeof(gather_group) + 255) / 256 * 256 + (lists + 1) * gather_head<P>;
  // Where memory is short, all have less, but none is without its last 16 records.
  const size_t want = common_bytes + lists * arena_bytes, smallest = lists && arena_bytes < common_bytes ? arena_bytes : common_bytes;
  flrt_stream *kept = flrt_acquire(&facts, c.stream, gather_kind + (sizes.kind << 1 | all::simple) + unsigned(lists << 8), head_bytes, want,
                                   size_t(double(want) * double(16 * each + 256) / double(smallest)));
  if (!kept)
    return;
  gather g = {};
  g.pool = reinterpret_cast<gather_pool *>(kept->head);
  g.ring = reinterpret_cast<u32 *>(kept->head + 256);
  g.groups = reinterpret_cast<gather_group *>(kept->head + 256 + (lists + 64) / 64 * 256);
  g.heads = reinterpret_cast<char *>(g.groups) + (groups * sizeof(gather_group) + 255) / 256 * 256;
  g.arenas = kept->arenas;
  g.group = u32(sizes.group);
  g.lists = u32(lists);
  const double share = kept->bytes < want ? double(kept->bytes) / double(want) : 1;
  g.common_bytes = size_t(double(common_bytes) * share) / 128 * 128;
  g.arena_bytes = size_t(double(arena_bytes) * share) / 128 * 128;
  const size_t room = g.common_bytes / each - 16, list_room = g.arena_bytes / each - 16;
  g.capacity = u32(sizes.capacity < list_room ? sizes.capacity : list_room);
  g.shared_most = parent.step_shared;
  size_t pending = 0;
  g.forget = scope_of<P> != scope_grid && !kept->captured && // of a graph any number may run at a time
             flrt_count_streams(&facts, gather_kind) <= gatherings_at_once &&
             // The program may have made it less since.
             (on_cpu || (cudaDeviceGetLimit(&pending, cudaLimitDevRuntimePendingLaunchCount) == cudaSuccess && 4 * gatherings_at_once * lists <= pending));
  worklist &w = g.list;
  w.head = nullptr;
  w.tables = nullptr;
  w.arenas = nullptr;
  w.capacity = u32(sizes.common < room ? sizes.common : room);
  w.shared_limit = u32(all::slices ? parent.step_shared - sizeof(group_state) : 48 * 1024);
  w.drain_shared = 0;
  w.facts = facts_of(facts);
  w.log = flrt_counting();
  w.measure = measure;
  w.report = parent.device_report;
  if (needs_leave<P>(c)) // what the program allowed the parent, it allowed its symbol
    allow_shared(facts, kernel);
  if (measure) // one kernel, whose end waits for what it launches: nothing waits for the host, as in a graph
    flrt_made(&parent.selector, measure, parent.selector.as_graphs);
  launch_plain<gather, Params...>(c, kernel, g, static_cast<Params>(args)...);
  end_captured<P, true>(c);
  flrt_release(kept, c.stream);
}
template <class P, class... Params, class... Args>
void launch_gathering(const host_config &c, void (*kernel)(gather, Params...), const Args &...args) {
  static const char *const names[] = {"warp", "block", "multiblock", "grid"};
  const flrt_device &facts = *flrt_here();
  flrt_parent &parent = known_parent<P>(facts, c, names[scope_of<P>], [](flrt_parent &) {});
  gather_measured<P>(parent, c, 0, kernel, args...);
}
} // namespace __fl
#endif
