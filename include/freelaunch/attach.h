// A drain in the parent's own kernel, for parents whose grid the machine holds at once: when all parent blocks have recorded, they and the blocks
// launched behind them to fill the machine run what was recorded. It spares a kernel, which is most of what a small level of a search takes.
//
// Blocks wait for each other without a cooperative launch: who has waited long enough leaves, so that a block that has not started gets its place,
// and the last parent block to come never waits. What those who left would have run is dealt out to the others.
#ifndef FREELAUNCH_ATTACH_H
#define FREELAUNCH_ATTACH_H
#include "drain.h"

namespace fl {
// Can P's drain be a part of its kernel? Workers are as large as the parent's blocks, and have no shared memory of their own.
template <class P, class = void> constexpr bool attaches = false;
template <class P>
constexpr bool attaches<P, exists<decltype(P::attaches)>> =
    P::attaches && !on_cpu && closure<P>::simple && !closure<P>::slices && !closure<P>::tracks_threads && !closure<P>::tracks_shared && !leaves_early<P>;

struct attached_state {
  u32 share;   // of the batch, that this block runs
  u32 leavers; // blocks that left; ~0: this one did
};
template <class P> struct attached_team {
  static FL_DEVICE u32 rank() { return static_shared<attached_state>().share; }
  static FL_DEVICE u32 blocks() { return hw_grid_dim().x; }
  static FL_DEVICE u32 warps() { return hw_block_dim().x / 32; }
  static FL_DEVICE constexpr u32 first_slice() { return 0; }
};

// The gate between recording and draining: open, and how many blocks left before it was.
constexpr u32 gate_open = 1u << 31, gate_patience = 2000; // looks, of some 0.5 us
// Waits until all parent blocks have recorded. Returns how many blocks left before that; ~0: this one did. One thread.
FL_DEVICE u32 pass_gate(worklist_head *h, u32 parents) {
  if (hw_block().x < parents) {
    fence();
    if (atomicAdd(&h->recorded, 1u) == parents - 1) {
      fence();
      const u32 leavers = atomicOr(&h->gate, gate_open);
      fence();
      return leavers;
    }
  }
  u32 gate = load_acquire(&h->gate);
  for (u32 looks = 0; !(gate & gate_open); ++looks) {
    if (looks >= gate_patience && atomicCAS(&h->gate, gate, gate + 1) == gate)
      return ~0u;
    pause(20);
    gate = load_acquire(&h->gate);
  }
  fence();
  return gate & ~gate_open;
}

// All threads of all blocks of the kernel, parents when they are at their end.
template <class P> FL_DEVICE void drain_attached(const worklist &wl, const roots<P> &r) {
  worklist_head *h = wl.head;
  attached_state &s = static_shared<attached_state>();
  const bool leader = hw_thread().x == 0;
  __syncthreads();
  if (leader) {
    s.share = hw_block().x;
    s.leavers = pass_gate(h, wl.parents);
  }
  __syncthreads();
  const u32 leavers = s.leavers;
  if (leavers == 0)
    run_batch<P, attached_team<P>>(wl, r, whole_batch<P>(h), nullptr);
  __syncthreads();
  if (leavers && leavers != ~0u) {
    for (;;) {
      if (leader)
        s.share = atomicAdd(&h->shares, 1u);
      __syncthreads();
      if (s.share >= hw_grid_dim().x)
        break;
      run_batch<P, attached_team<P>>(wl, r, whole_batch<P>(h), nullptr);
      __syncthreads();
    }
  }
  if (leader && end_batch<P>(wl, hw_grid_dim().x))
    h->recorded = h->gate = h->shares = 0;
}
} // namespace fl
#endif
