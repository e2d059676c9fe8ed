// Defaults for hand-written descriptors (docs/architecture.md, section 1), so that a test states
// only what it is about, and the parent that most tests need: one that runs its body in a grid of
// the test's choice.
#ifndef ENGINE_KERNEL_H
#define ENGINE_KERNEL_H
#include "check.h"
#include <freelaunch/freelaunch.h>
#define DEVICE static __device__ __forceinline__

struct kernel {
  using args = __fl::pack<>;
  using kids = __fl::list<>;
  using shared = __fl::none;
  static constexpr int max_threads = 32;
  static constexpr bool barrier = false, early_exit = false, warp_sync = false, ordered = false;
  static constexpr long dynamic_shared = 0;
};
template <class P, class... A> __global__ void parent_of(__fl::worklist fl_wl, A... a) {
  __fl::parent_ctx<P> fl_ctx(fl_wl);
  __fl::leave_roots<P>(fl_wl, a...);
  P::run(fl_ctx, typename P::args{a...});
}
template <class P, class... A> void start(const __fl::config &c, A... a) {
  __fl::split<P>(c, parent_of<P, A...>, a...);
}
// Number of this thread in its grid, for grids and blocks of one dimension.
template <class C> DEVICE int index_of(C &c) {
  return int(c.block_idx().x * c.block_dim().x + c.thread_idx().x);
}
#endif
