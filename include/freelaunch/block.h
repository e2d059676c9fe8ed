// Strategy t3 (Free Launch, CKi->PBi): a parent block records its launches for itself, and when its threads are done it runs the children, with
// no other barrier than its own. Parent and children are virtual blocks of one worker block, as large as the larger of them needs, and use the
// same shared memory one after the other (paper section 2.5).
#ifndef FREELAUNCH_BLOCK_H
#define FREELAUNCH_BLOCK_H
#include "host.h"
#include "rounds.h"

namespace fl {
// Worklists, as many as blocks can be resident. A block takes one for its time.
struct block_pool {
  u32 taken, freed; // so far; the first ones are new, then those in the ring
  u32 done;         // blocks that have ended
  u32 unused;
  u32 ring[1]; // worklist + 1; 0: being put back
};

// The kernel argument.
struct block_work {
  block_pool *pool;
  worklist_head *heads;
  char *arenas;
  size_t arena_bytes; // of one worklist
  u32 worklists;
  u32 slice;         // shared memory of the parent block
  worklist list; // what all have in common
};

FL_DEVICE u32 take_worklist(const block_work &b) {
  const u32 ticket = atomicAdd(&b.pool->taken, 1u);
  if (ticket < b.worklists)
    return ticket;
  u32 *from = &b.pool->ring[ticket % b.worklists], list;
  while ((list = atomicExch(from, 0u)) == 0)
    pause_until(from, 50, [=] { return load_relaxed(from) != 0; });
  fence();
  return list - 1;
}
FL_DEVICE void give_worklist(const block_work &b, u32 list) {
  fence();
  u32 *to = &b.pool->ring[atomicAdd(&b.pool->freed, 1u) % b.worklists];
  while (atomicCAS(to, 0u, list + 1) != 0) // the place's last one is just being taken
    pause_until(to, 50, [=] { return load_relaxed(to) == 0; });
  fence();
  const u32 blocks = hw_grid_dim().x * hw_grid_dim().y * hw_grid_dim().z;
  if (atomicAdd(&b.pool->done, 1u) != blocks - 1)
    return;
  for (u32 i = 0; i < b.worklists; ++i)
    b.pool->ring[i] = 0;
  b.pool->taken = b.pool->freed = b.pool->done = 0;
}

template <class P>
__global__ void __launch_bounds__(1024)
    run_blocks_own(FL_GRID_CONSTANT const block_work b, const dim3 block,
                   const typename P::args args) {
  struct shared_state {
    worklist list;
    target to;
    u32 number;
  };
  shared_state &s = static_shared<shared_state>();
  if (hw_thread().x == 0) {
    s.number = take_worklist(b);
    s.list = b.list;
    s.list.head = b.heads + s.number;
    s.list.arenas = b.arenas + s.number * b.arena_bytes;
    s.to = target{s.list.head->recording, &s.list.head->lost, arena<P>(s.list, 0), 0,
                  s.list.capacity,        s.list.shared_limit,   0};
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
    record_head head;
    head.grid_x = hw_grid_dim().x;
    head.grid_yz = hw_grid_dim().y | hw_grid_dim().z << 16;
    head.block = (block.x - 1) | (block.y - 1) << 10 | (block.z - 1) << 20;
    head.misc = 0;
    if (w.thread < w.threads)
      run_blocks<P, false, false>(
          w, head, make_uint3(hw_block().x, hw_block().y, hw_block().z), 1, args,
          drain_hooks<P, P>{&s.to, &s.list.head->tails, s.list});
  }
  __syncthreads();
  if constexpr (roots<P>::size != 0) {
    if constexpr (closure<P>::simple)
      drain_once<P, block_team<P>>(s.list, args);
    else
      drain_rounds<P, block_team<P>>(s.list, args);
  } else {
    if constexpr (closure<P>::simple)
      drain_once<P, block_team<P>>(s.list, roots<P>());
    else
      drain_rounds<P, block_team<P>>(s.list, roots<P>());
  }
  __syncthreads();
  if (hw_thread().x == 0)
    give_worklist(b, s.number);
}

// Launches parent P with its blocks running what they launch.
template <class P, class... Args> void launch_blocks(const host_config &c, const Args &...args) {
  using all = closure<P>;
  int device = 0;
  cudaGetDevice(&device);
  const flrt_device &facts = *flrt_device_facts(device);
  flrt_parent &parent = known_parent<P>(device, c, "t3", [](flrt_parent &) {});
  const size_t threads = size_t(c.block.x) * c.block.y * c.block.z;
  constexpr size_t own = 8192; // static shared memory, at most: round_state and shared_state
  const size_t most = size_t(facts.shared_optin) - own;
  const size_t slice = sizeof(group_state) + static_bytes<typename P::shared> + round16(c.shared);
  if (threads == 0 || threads > 1024 || c.block.z > 64 || slice > most) {
    config bad = c;
    bad.shared = slice > most ? most + own + 1 : c.shared;
    launch_plain<>(bad, nothing<P>);
    return;
  }
  u32 block = group_threads(2); // the table of levels is cut into as many equal parts
  while (!on_cpu && (block < threads || block < all::max_threads))
    block *= 2;
  const u32 slices = most_slices<P>(block / 32);
  size_t shared = slice;
  if (all::slices)
    shared = larger(shared, all::tracks_shared
                                ? sizeof(group_state) + all::all::shared() + 48 * 1024
                                : (sizeof(group_state) + all::all::shared()) *
                                      (slices < 15 ? slices : 15));
  shared = shared < most ? shared : most;
  int resident = 0;
  if (shared + own > 48 * 1024)
    cudaFuncSetAttribute(run_blocks_own<P>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared));
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, run_blocks_own<P>, int(block), shared);
  const size_t lists = size_t(resident > 0 ? resident : 1) * size_t(facts.multiprocessors) * (on_cpu ? 4 : 1);
  // Four records a thread, or what the environment says.
  const long forced = flrt_env()->worklist;
  const size_t capacity = forced > 0 ? size_t(forced) : 4 * size_t(block);
  const size_t arena_bytes = (capacity + 16) / 16 * 16 * record_bytes<P> * (all::nested ? 2 : 1) + 16 * 128;
  const size_t head_bytes = (sizeof(block_pool) + lists * (sizeof(u32) + sizeof(worklist_head)) + 511) / 256 * 256;
  flrt_capacity(&parent, 0, 1);
  flrt_buffer *buffer = flrt_acquire(device, c.stream, 0x10000 + u32(lists), head_bytes, lists * arena_bytes);
  if (!buffer)
    return;
  block_work b;
  b.pool = reinterpret_cast<block_pool *>(buffer->head);
  const size_t heads = (reinterpret_cast<size_t>(buffer->head) + sizeof(block_pool) + lists * sizeof(u32) + 127) / 128 * 128;
  b.heads = reinterpret_cast<worklist_head *>(heads);
  b.arenas = buffer->arenas;
  b.arena_bytes = buffer->bytes / lists / 16 * 16;
  b.worklists = u32(lists);
  b.slice = u32(slice);
  worklist &w = b.list;
  w.head = nullptr;
  w.arenas = nullptr;
  w.capacity = u32(capacity);
  if (w.capacity > b.arena_bytes / (record_bytes<P> * (all::nested ? 2 : 1)) - 16)
    w.capacity = u32(b.arena_bytes / (record_bytes<P> * (all::nested ? 2 : 1)) - 16);
  w.shared_limit = u32(all::slices ? shared - sizeof(group_state) : 48 * 1024);
  w.drain_shared = u32(shared);
  w.facts = u32(device) | u32(facts.multiprocessors) << 8 |
            u32(facts.cc_major * 10 + facts.cc_minor) << 20;
  w.log = flrt_counting();
  w.measure = 0;
  w.report = parent.device_report;
  config physical(c.grid, dim3(block), shared, c.stream);
  launch_plain<block_work, dim3, typename P::args>(physical, run_blocks_own<P>, b, c.block,
                                                   typename P::args(args...));
  flrt_release(buffer);
}
} // namespace fl
#endif
