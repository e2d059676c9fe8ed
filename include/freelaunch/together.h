// Recording a block at a time: where each thread of a parent launches at most once, its launch waits in registers for the end of the body, and one atomic counts all of the
// block's. With one for each warp, 8,000 of them meet in one place (docs/results/2026-11-26-h100-together.md); the thesis' block granularity (section 3.3),
// without a launch.
#ifndef FREELAUNCH_TOGETHER_H
#define FREELAUNCH_TOGETHER_H
#include "context.h"
#include "roots.h"

namespace __fl {
// The launch of a thread that has launched, if it has: the kernel, where, and the arguments that vary.
template <class P> struct kept_launch {
  static constexpr u32 words = (u32(closure<P>::all::template args<P>()) + 3) / 4;
  record_head head;
  alignas(room_align<void *>) u32 args[words ? words : 1];
  u32 parts = 0; // to find a place for; none: there is no launch
};
template <class P, class = void> constexpr bool launches_once = false;
template <class P> constexpr bool launches_once<P, exists<decltype(P::records_once)>> = P::records_once;
constexpr u32 most_kept_words = 12; // each thread has as many registers for them until it ends
template <class P>
constexpr bool records_together = launches_once<P> && closure<P>::simple && !leaves_early<P> && !moves<P> && !in_turn<P> && others_of<P>::size == 0 &&
                                  kept_launch<P>::words <= most_kept_words && small_arguments<P>;

// What the warps of a block have recorded: launches and parts, of each (fewer than 2^10 and 2^30), and in the worklist before it.
struct warp_sums {
  uint2 of[32];
  u64 before; // as in frame_counters.packed
};

#ifdef FLCPU
template <class P> FL_DEVICE record_place reserve_together(const target &t, u32 parts) {
  return parts ? reserve<P>(t, converged(), parts) : record_place{0, 0};
}
#else
// Barriers of a block's warps. Those that have nothing to record say so at the first one and do not wait. (Numbers are constants: a kernel has as many of a
// multiprocessor's barriers as its largest number says.)
FL_DEVICE void arrive_first(u32 threads) { asm volatile("barrier.arrive 0, %0;" ::"r"(threads) : "memory"); }
FL_DEVICE void meet_first(u32 threads) { asm volatile("barrier.sync 0, %0;" ::"r"(threads) : "memory"); }
FL_DEVICE void meet_again(u32 threads) { asm volatile("barrier.sync 1, %0;" ::"r"(threads) : "memory"); }
// Sum of `value` over the lanes of a warp up to this one, of which the first `n` matter.
FL_DEVICE u32 sum_up_to(u32 value, u32 lane, u32 n) {
  FL_LOOP
  for (u32 d = 1; d < n; d *= 2) {
    const u32 before = __shfl_up_sync(~0u, value, d);
    value += lane >= d ? before : 0;
  }
  return value;
}
// The place of this thread's launch of so many parts, 0 for none. All threads of the block come, which is a row of whole warps.
template <class P> FL_DEVICE record_place reserve_together(const target &t, u32 parts) {
  warp_sums &s = static_shared<warp_sums>();
  const u32 threads = hw_block_dim().x, warps = threads / 32, lane = hw_thread().x % 32, warp = hw_thread().x / 32;
  __syncwarp();
  const lanes l = lanes_of(__ballot_sync(~0u, parts != 0));
  if (l.mask == 0) { // most warps, in most launches
    if (lane == 0)
      s.of[warp] = make_uint2(0, 0);
    __syncwarp();
    arrive_first(threads);
    return record_place{0, 0};
  }
  const u32 up_to = sum_up_to(parts, lane, 32);
  if (lane == 31)
    s.of[warp] = make_uint2(l.count, up_to);
  largest_grid<P> largest(t, parts);
  __syncwarp();
  meet_first(threads);
  const uint2 one = lane < warps ? s.of[lane] : make_uint2(0, 0);
  const u32 launches = sum_up_to(one.x, lane, warps), all = sum_up_to(one.y, lane, warps), meeting = __popc(__ballot_sync(~0u, one.x != 0));
  const u32 launches_before = __shfl_sync(~0u, launches - one.x, int(warp)), before = __shfl_sync(~0u, all - one.y, int(warp));
  if (launches_before == 0 && lane == warps - 1)
    s.before = atomicAdd(&t.frame->packed, (u64(launches) << block_bits) + all);
  __syncwarp();
  if (meeting > 1)
    meet_again(meeting * 32);
  largest.raise();
  return record_place{u32(s.before >> block_bits) + launches_before + l.rank, (s.before & block_mask) + before + up_to - parts};
}
#endif

// The recording form of a parent kernel whose launches are recorded a block at a time.
template <class P> class together_ctx : public real_grid, public error_state {
  worklists<P> w_;
  kept_launch<P> kept_;
  char *memory_ = nullptr; // of a launch that is too large for the worklist

public:
  static constexpr bool shares_kernel = false, records = true, clocks = false, orders = false;
  FL_DEVICE explicit together_ctx(const worklists<P> &w) : w_(w) { begin_parent<P>(w); }
  FL_DEVICE target recording() const { return parent_target<P>(w_); }
  template <class D, bool more = false> FL_DEVICE void record(const config &c, const typename D::args &args) {
    constexpr u32 id = position<typename closure<P>::kernels, D>::find();
    static_assert(id != ~0u, "the launched kernel is missing from `kids`");
    using kept = typename varying<P, D>::type;
    const target t = recording();
    cudaError_t e = admit<D>(c, t.shared_limit);
    const u64 blocks = volume(c.grid), parts = parts_of<P, D>(c, args);
    const bool fits = (blocks | parts) < huge_grid;
    if (e == cudaSuccess && !fits && !(memory_ = spill<P>(t, parts, false)))
      e = cudaErrorLaunchPendingCountExceeded;
    if (e != cudaSuccess) {
      this->set_error(e);
      return;
    }
    note_launch<P, D>(t, c, parts, 0);
    if (warp_parts<P> && t.blocks)
      count_blocks(t, blocks, fits);
    kept_.head = make_head(c.grid, c.block, u32(c.shared), id);
    kept_.parts = u32(parts);
    if constexpr (kept::size != 0) {
      const kept k = pick_varying<P, D>(args, typename varying<P, D>::which());
      __builtin_memcpy(kept_.args, &k, sizeof k);
    }
  }
  // All threads of the block come here.
  FL_DEVICE void end() {
    const target t = recording();
    const record_place at = reserve_together<P>(t, memory_ ? 0 : kept_.parts);
    if (memory_)
      write(begin_spilled(memory_, kept_.head, 0), typename closure<P>::kernels());
    else if (kept_.parts)
      write(begin_record<P>(t, at, kept_.parts, 0), typename closure<P>::kernels());
    if (memory_)
      list_wide(t.frame, reinterpret_cast<spill_node *>(memory_), warp_parts<P>);
  }
  FL_DEVICE u32 shared_limit() const { return w_.shared_limit; }
  FL_DEVICE u32 facts() const { return w_.facts; }
  FL_DEVICE u32 clock_of_stream(cudaStream_t) const { return 0; }
  FL_DEVICE void advance_stream(cudaStream_t, u32) {}

private:
  FL_DEVICE void write(const content_place &, list<>) {}
  template <class K, class... Ks> FL_DEVICE void write(const content_place &place, list<K, Ks...>) {
    if (sizeof...(Ks) == 0 || kept_.head.kernel() == position<typename closure<P>::kernels, K>::find()) {
      using kept = typename varying<P, K>::type;
      alignas(room_align<kept>) char args[round16(sizeof(kept))];
      if constexpr (kept::size != 0)
        __builtin_memcpy(args, kept_.args, sizeof(kept));
      write_content<P, K>(place, kept_.head, *reinterpret_cast<const kept *>(args));
    } else {
      write(place, list<Ks...>());
    }
  }
};

// What a launch of the parent is made with, where that is worth while, in place of its own recording form.
// With a short body it is to fit into the registers that leave a multiprocessor as many threads as it can have: with eleven more, all of 180,000 threads do not
// fit on the machine at once, and the last few blocks double the time. In relocatable code the linker refuses kernels that call functions with more.
// (Nor has every multiprocessor room for two.)
#if defined(__CUDACC_RDC__) || (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 750 || (__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1200))
template <class P> constexpr u32 together_blocks = 1;
#else
template <class P> constexpr u32 together_blocks = length_of<P> <= 256 ? 2 : 1;
#endif
template <class P, class... Params> __global__ void __launch_bounds__(1024, together_blocks<P>) record_together(const worklists<P> w, Params... params) {
  together_ctx<P> c(w);
  const typename P::args args{params...};
  leave_all_roots<P>(w, args);
  P::run(c, args);
  c.end();
}
// It is not for smaller grids, which are faster warp by warp; nor where a launch might find no room in the worklist, and no memory, which it has to hear where it is made.
constexpr size_t together_from = on_cpu ? 1 : 65536; // threads
inline bool is_together(const config &c, u32 capacity) {
  const size_t threads = volume(c.grid) * volume(c.block);
  return threads >= together_from && threads <= capacity && c.block.x % 32 == 0 && c.block.y == 1 && c.block.z == 1 && c.shared == 0;
}
} // namespace __fl
#endif
