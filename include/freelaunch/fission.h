// What the compiler's block forms stand on: a child with barriers, cut into regions at them, each
// run by one thread for every thread of the block (t4, Free Launch section 2.6; loop fission as in
// MCUDA).
#ifndef FREELAUNCH_FISSION_H
#define FREELAUNCH_FISSION_H
#include "serial.h"

namespace __fl {
template <class T> using type = T; // an array type as the type of a member
template <class T> using mutable_type = typename bare<T>::type; // without const at the top

// A thread's last error, while other threads of its block run.
template <bool asks> struct error_slot {
  FL_DEVICE void clear() {}
  template <class C> FL_DEVICE void give(C &) {}
  template <class C> FL_DEVICE void take(C &) {}
};
template <> struct error_slot<true> {
  cudaError_t error;
  FL_DEVICE void clear() { error = cudaSuccess; }
  template <class C> FL_DEVICE void give(C &ctx) { ctx.set_error(error); }
  template <class C> FL_DEVICE void take(C &ctx) { error = ctx.last_error(true); }
};

// One slot for every thread of a block of K: what lives across barriers, whether the thread has
// returned, which only those of bodies that `returns` do, and its last error, for those that `asks`.
// Blocks of which that is little keep them in the frame, others on the device's heap; without either
// there are none.
template <class S, bool returns, class K, bool asks = false> class threads {
  struct slot : error_slot<asks> {
    S kept;
    bool gone;
  };
  static constexpr bool any = returns || asks || !__is_empty(S);
  static constexpr bool little = K::max_threads * sizeof(slot) <= 512;
  static constexpr u32 few = !any ? 1 : little ? u32(K::max_threads) : 32;
  slot few_[few];
  slot *all_;

public:
  template <class C> FL_DEVICE explicit threads(C &ctx) : all_(few_) {
    if constexpr (any) {
      const dim3 d = ctx.block_dim();
      const u32 n = d.x * d.y * d.z;
      if (!little && n > few)
        all_ = static_cast<slot *>(malloc(n * sizeof(slot)));
      for (u32 i = 0; (returns || asks) && all_ && i < n; ++i) {
        all_[i].gone = false;
        all_[i].clear();
      }
      if (!all_)
        ctx.outer_.set_error(cudaErrorLaunchOutOfResources);
    }
  }
  threads(const threads &) = delete;
  threads &operator=(const threads &) = delete;
  FL_DEVICE ~threads() {
    if constexpr (any && !little)
      if (all_ && all_ != few_)
        free(all_);
  }
  FL_DEVICE bool operator!() const { return any && !all_; }
  // Runs a region for every thread that has not returned yet; the region tells whether it returns.
  template <class C, class R> FL_DEVICE void run(C &ctx, const R &region) {
    const dim3 d = ctx.block_dim();
    slot *s = all_;
    for (ctx.thread_.z = 0; ctx.thread_.z < d.z; ++ctx.thread_.z)
      for (ctx.thread_.y = 0; ctx.thread_.y < d.y; ++ctx.thread_.y)
        for (ctx.thread_.x = 0; ctx.thread_.x < d.x; ++ctx.thread_.x, s += any)
          if (!returns)
            run_one(ctx, region, s);
          else if (!s->gone)
            s->gone = run_one(ctx, region, s);
  }
  template <class C, class R> FL_DEVICE static bool run_one(C &ctx, const R &region, slot *s) {
    s->give(ctx);
    const bool gone = region(s->kept);
    s->take(ctx);
    return gone;
  }
  // Have all threads returned? A loop would go on without them.
  template <class C> FL_DEVICE bool none_left(C &ctx) const {
    const dim3 d = ctx.block_dim();
    const u32 n = d.x * d.y * d.z;
    u32 gone = 0;
    while (gone < n && all_[gone].gone)
      ++gone;
    return gone == n;
  }
};

// A kernel's own symbol whose launches can neither stay native nor run in place. It is reached only
// by a launch that Freelaunch did not see.
FL_DEVICE void stop_unseen() {
  printf("freelaunch: a kernel that launches was started from code that flcc did not see; build with "
         "-rdc=true\n");
  __trap();
}
template <class C> struct unseen_policy {
  template <class D> FL_DEVICE void launch(const config &, const typename D::args &) const {
    stop_unseen();
  }
};
template <class C> FL_DEVICE unseen_policy<C> unseen(C &) { return unseen_policy<C>{}; }
// At the beginning of one that no code launches at all: what is behind it is not compiled. (Time; and ptxas 13.0 ends with a fault over functions that
// call themselves and stop like this.)
FL_DEVICE void never_launched() {
  stop_unseen();
  __builtin_unreachable();
}
} // namespace __fl
#endif
