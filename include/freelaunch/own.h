// Where a block under t3 has its worklist from, and what the blocks of a launch tell the host together.
#ifndef FREELAUNCH_OWN_H
#define FREELAUNCH_OWN_H
#include "worklist.h"

namespace __fl {
// Memory of worklists, no more than blocks can be resident. A block takes one for its time; where there are as many as blocks, each has the one of its number, and all this is only
// for what the host wants to know.
struct block_pool {
  u64 taken, freed; // so far; the first ones are new, then those in the ring
  u64 done;         // blocks that have ended: a grid may have more than 2^32
  u64 started;      // nanoseconds; only if the host wants a sample
  u64 launches;     // of parents that do not wait for them; likewise
  u64 threads;      // about so many have these
  u32 large;        // a child was too large to be run by one thread; likewise
  flrt_report sums; // under FL_LOG, what blocks have counted: the host's memory is far away
  u32 ring[1]; // worklist + 1; 0: being put back
};

// The kernel argument.
struct block_work {
  block_pool *pool;
  level_tables *tables; // of each worklist; NULL where no rounds follow
  char *arenas;
  size_t arena_bytes; // of one worklist
  u32 worklists;
  u32 places;  // of the ring: a power of two, not fewer
  u32 measure; // ticket of a sample for the report, or 0
  unsigned short slice, children; // 16 bytes each: shared memory of the parent block; where that of its children begins
  worklist list; // what all have in common
};

FL_DEVICE u64 all_blocks() { return u64(hw_grid_dim().x) * hw_grid_dim().y * hw_grid_dim().z; }
FL_DEVICE u64 number_of_block() { return (u64(hw_block().z) * hw_grid_dim().y + hw_block().y) * hw_grid_dim().x + hw_block().x; }

// Are there as many worklists as blocks?
FL_DEVICE bool one_each(const block_work &b) { return all_blocks() <= b.worklists; }

FL_DEVICE u32 take_worklist(const block_work &b) {
  if (one_each(b)) {
    const u64 number = number_of_block();
    if (b.measure && number == 0)
      b.pool->started = nanoseconds();
    return u32(number);
  }
  const u64 ticket = atomicAdd(&b.pool->taken, u64(1));
  if (b.measure && ticket == 0)
    b.pool->started = nanoseconds();
  if (ticket < b.worklists)
    return u32(ticket);
  u32 *from = &b.pool->ring[u32(ticket - b.worklists) & (b.places - 1)], list;
  while ((list = atomicExch(from, 0u)) == 0)
    pause_until(from, 50, [=] { return load_relaxed(from) != 0; });
  fence();
  return list - 1;
}
FL_COLD void tell_sums(flrt_report *host, flrt_report &sums) {
  if (host) {
    atomicAdd(&host->records, sums.records);
    atomicAdd(&host->blocks, sums.blocks);
    atomicAdd(&host->spilled, sums.spilled);
    atomicAdd(&host->lost, sums.lost);
    atomicAdd(&host->whole, sums.whole);
  }
  sums.records = sums.blocks = sums.spilled = sums.lost = sums.whole = 0;
}
// The ring gets the worklist back, for a block that has not begun.
FL_DEVICE void put_back(const block_work &b, u32 list) {
  u32 *to = &b.pool->ring[u32(atomicAdd(&b.pool->freed, u64(1))) & (b.places - 1)];
  while (atomicCAS(to, 0u, list + 1) != 0) // the place's last one is just being taken
    pause_until(to, 50, [=] { return load_relaxed(to) == 0; });
  fence();
}
// What a block of a launch that is measured has launched, before it runs that. One thread.
template <class P> FL_DEVICE void note_own(const block_work &b, const frame_counters &f) {
  const u64 launches = (f.packed >> block_bits) + f.spilled;
  atomicAdd(&b.pool->launches, launches);
  atomicAdd(&b.pool->threads, threads_launched<P>(f, launches));
  if (f.large)
    b.pool->large = 1;
}
// What the host wants to know of the launch, once its last block has ended. `parent_threads`: of a block, if the host tells launches by these; 0: it does so by what they launch.
FL_DEVICE void tell_host(const block_work &b, u32 parent_threads, u64 ended) {
  block_pool &p = *b.pool;
  if (b.measure && b.list.report)
    put_sample(b.list.report, b.measure, parent_threads ? all_blocks() * parent_threads : p.launches, ended - p.started,
               FLRT_BLOCKS | (p.large || too_many(b.list, p.threads) ? FLRT_LARGE : 0));
  if (b.list.log)
    tell_sums(b.list.report, p.sums);
}
// All is as the next launch is to find it. The ring's places are as many as the blocks that have put one back: a store of one thread after another takes 18 ns.
FL_DEVICE void clear_pool(const block_work &b, bool ring) {
  const u64 blocks = all_blocks();
  const u32 used = !ring ? 0 : blocks < b.places ? u32(blocks) : b.places;
  for (u32 i = 0; i < used; ++i)
    b.pool->ring[i] = 0;
  b.pool->taken = b.pool->freed = b.pool->done = b.pool->launches = b.pool->threads = b.pool->large = 0;
}
// A block has ended. One thread.
FL_DEVICE void give_worklist(const block_work &b, u32 list, u32 parent_threads) {
  const u64 ended = b.measure ? nanoseconds() : 0; // what follows is mostly done to measure
  const bool ring = !one_each(b);
  if (!ring && !b.measure && !b.list.log)
    return;
  fence();
  if (ring)
    put_back(b, list);
  if (atomicAdd(&b.pool->done, u64(1)) != all_blocks() - 1)
    return;
  fence();
  tell_host(b, parent_threads, ended);
  clear_pool(b, ring);
}
} // namespace __fl
#endif
