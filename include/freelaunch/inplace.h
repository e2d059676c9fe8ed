// The form of a parent whose small launches run in place, for the host's selection (split.h). Launches of more threads than the worklist's
// `limit` are recorded, as under t1; the others are run by their thread (t4), or, where a child's threads are independent of each other, by
// its warp: the threads of all its lanes' launches are laid end to end and dealt out to the lanes, so that a long list does not hold up 31 short ones,
// and neighbours read neighbouring memory (the thesis' warp granularity, section 3.3, without a launch).
#ifndef FREELAUNCH_INPLACE_H
#define FREELAUNCH_INPLACE_H
#include "drain.h"
#include "host.h"
#include "roots.h"

namespace __fl {
constexpr u32 uncounted = ~0u; // threads: as many as the grid has left. More than a word says, and a second one every thread would keep until its end
// What a thread has launched, if it has launched K: the arguments that vary, and how many of its threads have not run (0: it has not; or `uncounted`).
template <class P, class K> struct slot {
  using kept = typename varying<P, K>::type;
  static constexpr u32 words = kept::size ? u32(sizeof(kept) + 3) / 4 : 0;
  u32 args[words ? words : 1];
  record_head head;
  u32 left;
};
template <class P, class L> struct slots;
template <class P> struct slots<P, list<>> {
  FL_DEVICE void clear() {}
};
template <class P, class K, class... Ks> struct slots<P, list<K, Ks...>> {
  slot<P, K> mine;
  slots<P, list<Ks...>> rest;
  FL_DEVICE void clear() {
    mine.left = 0;
    mine.head.block = 0; // lanes without a launch are asked for its size, too
    rest.clear();
  }
  template <class D> FL_DEVICE auto &of() {
    if constexpr (same<D, K>)
      return mine;
    else
      return rest.template of<D>();
  }
};

// Lanes of this warp that exist: the last warp of a block may be short of some.
struct warp_lanes {
  u32 mask, lane, size;
};
FL_DEVICE warp_lanes lanes_of_warp() {
  if (on_cpu)
    return warp_lanes{1, 0, 1};
  const dim3 b = hw_block_dim();
  const u32 lane = lane_number(), first = number_in(b, hw_thread()) - lane, after = b.x * b.y * b.z - first;
  return after >= 32 ? warp_lanes{~0u, lane, 32} : warp_lanes{(1u << after) - 1, lane, after};
}

// Is there shared memory for what tells which thread of a block is the last?
template <class P> constexpr bool room_in_place = has_room<P, leaves_early<P>>;
template <class P> class in_place_ctx : public real_grid, public error_state {
  worklist w_;
  slots<P, typename P::kids> kept_;
  u32 ran_ = 0, ran_blocks_ = 0, ran_threads_ = 0; // launches of this thread that run in place, and their blocks and threads

public:
  static constexpr bool shares_kernel = false, records = true, clocks = false, orders = false;
  FL_DEVICE explicit in_place_ctx(const worklist &w) : w_(w) {
    if (w.capacity)
      allow_dependents();
    start_clock(w);
    if constexpr (leaves_early<P>)
      ended_threads::begin();
    if constexpr (packs<P>)
      kept_.clear();
  }
  template <class D, bool more = false>
  FL_DEVICE void record(const config &c, const typename D::args &args) {
    cudaError_t e = admit<D>(c, w_.shared_limit);
    const u64 blocks = volume(c.grid), threads = useful_threads<D>(c, args);
    if (e == cudaSuccess && w_.capacity && threads > w_.limit) {
      if (!push<P, D>(parent_target<P>(w_), c, args, 0))
        e = cudaErrorLaunchPendingCountExceeded;
    } else if (e == cudaSuccess) {
      ++ran_;
      ran_threads_ += u32(threads < many_threads ? threads : many_threads);
      if (!w_.capacity && w_.report && (too_large<P>(blocks, threads) || ran_threads_ > many_threads))
        const_cast<volatile flrt_report *>(w_.report)->large = 1;
      ran_blocks_ += u32(blocks < huge_grid ? blocks : huge_grid); // more would not change what is chosen
      if constexpr (packs<P>)
        keep<D>(c, args, threads);
      else
        serial(*this).template launch<D>(c, args);
    }
    if (e != cudaSuccess)
      set_error(e);
  }
  // All threads of the block come here, with the parent's own arguments.
  FL_DEVICE void end(const typename P::args &args) {
    if constexpr (packs<P>) {
      reconverge();
      if constexpr (roots<P>::size != 0)
        run_kept(kept_, args, lanes_of_warp());
      else
        run_kept(kept_, roots<P>(), lanes_of_warp());
    }
    if (w_.measure)
      count();
  }
  FL_DEVICE u32 shared_limit() const { return w_.shared_limit; }
  FL_DEVICE u32 facts() const { return w_.facts; }
  FL_DEVICE cudaError_t join() const { return cudaSuccess; }
  FL_DEVICE u32 clock_of_stream(cudaStream_t) const { return 0; }
  FL_DEVICE void advance_stream(cudaStream_t, u32) {}

private:
  template <class D> FL_DEVICE void keep(const config &c, const typename D::args &args, u64 threads) {
    auto &s = kept_.template of<D>();
    using kept = typename slot<P, D>::kept;
    s.head = make_head(c.grid, c.block, 0, 0);
    s.left = threads < uncounted ? u32(threads) : uncounted;
    if constexpr (kept::size != 0) {
      const kept k = pick_varying<P, D>(args, typename varying<P, D>::which());
      __builtin_memcpy(s.args, &k, sizeof k);
    }
  }
  FL_DEVICE void run_kept(slots<P, list<>> &, const roots<P> &, const warp_lanes &) {}
  template <class K, class... Ks>
  FL_DEVICE void run_kept(slots<P, list<K, Ks...>> &s, const roots<P> &r, const warp_lanes &l) {
    run_slot<K>(s.mine, r, l);
    run_kept(s.rest, r, l);
  }
  // Runs what the warp's lanes have launched of K, up to 2^26 threads of each launch at a time, so that the sums are right.
  template <class K> FL_DEVICE void run_slot(slot<P, K> &s, const roots<P> &r, const warp_lanes &l) {
    constexpr u32 stretch = 1u << 16; // blocks
    const u32 block = fixed_block<K> ? fixed_block<K> : s.head.threads();
    FL_LOOP
    for (u64 first = 0; any_lane(l.mask, s.left != 0); first += stretch) {
      if (s.left == uncounted && s.head.blocks() - first <= stretch)
        s.left = u32(s.head.blocks() - first) * block;
      const u32 now = s.left < stretch * block ? s.left : stretch * block;
      u32 end = now; // number of this lane's last thread, and 1, when the threads of all lanes are laid end to end
      FL_UNROLL
      for (u32 d = 1; d < 32; d *= 2) {
        const u32 before = from_lane(l.mask, end, l.lane - d);
        end += l.lane >= d ? before : 0;
      }
      const u32 all = from_lane(l.mask, end, l.size - 1);
      FL_LOOP
      for (u32 base = 0; base < all; base += l.size) {
        const u32 t = base + l.lane;
        u32 of = 0; // the lane whose thread it is: as many lanes end at or before it
        FL_UNROLL
        for (u32 step = 16; step; step /= 2) {
          const u32 other = from_lane(l.mask, end, of + step - 1);
          if (of + step <= l.size && other <= t)
            of += step;
        }
        run_item<K>(s, r, l.mask, of < l.size ? of : l.size - 1, t, t < all, end - now, block, first);
        sync_lanes(l.mask);
      }
      s.left -= s.left != uncounted ? now : 0;
    }
  }
  // Runs thread t of those that are laid end to end: one of lane `of`, whose threads begin with `begin`.
  template <class K>
  FL_DEVICE void run_item(const slot<P, K> &s, const roots<P> &r, u32 mask, u32 of, u32 t, bool exists, u32 begin,
                          u32 block_threads, u64 first) {
    using kept = typename slot<P, K>::kept;
    constexpr bool flat = flat_grid<K>;
    u32 words[slot<P, K>::words ? slot<P, K>::words : 1];
    FL_UNROLL
    for (u32 i = 0; i < slot<P, K>::words; ++i)
      words[i] = from_lane(mask, s.args[i], of);
    record_head h;
    h.grid_x = from_lane(mask, s.head.grid_x, of);
    h.grid_yz = flat ? 0x10001 : from_lane(mask, s.head.grid_yz, of);
    h.block = fixed_block<K> ? fixed_block<K> - 1 : from_lane(mask, s.head.block, of);
    const u32 k = t - from_lane(mask, begin, of);
    if (!exists)
      return;
    const dim3 block = h.block_dim();
    const u32 threads = fixed_block<K> ? fixed_block<K> : h.threads(), b = k / threads, thread = k - b * threads;
    serial_ctx<in_place_ctx, K> c(*this, config(h.grid(), block), nullptr, nullptr);
    c.block_ = flat ? make_uint3(u32(first) + b, 0, 0) : far_block_at(h, first + b);
    c.thread_ = make_uint3(thread, 0, 0);
    if (!fixed_block<K> && !h.flat_block())
      c.thread_ = make_uint3(thread % block.x, thread / block.x % block.y, thread / block.x / block.y);
    alignas(room_align<kept>) char bytes[round16(sizeof(kept))];
    if constexpr (kept::size != 0)
      __builtin_memcpy(bytes, words, sizeof(kept));
    K::run(c, whole_args<P, K>(*reinterpret_cast<const kept *>(bytes), r, typename make_indices<K::args::size>::type()));
  }
  // Sum of a number over the threads of the block, all of which come.
  static FL_DEVICE u32 block_sum(u32 value) {
    u32 sum = 0;
    FL_LOOP
    for (u32 bit = 0; bit < 32 && __syncthreads_or(value >> bit); ++bit)
      sum += u32(__syncthreads_count(value >> bit & 1)) << bit;
    return sum;
  }
  // Adds up what ran in place, with one atomic a block, since tens of thousands on one word take longer than what is measured. Where no drain follows, the
  // last block of the grid writes the sample.
  FL_DEVICE void count() {
    u32 launches, blocks = 0;
    if constexpr (leaves_early<P>) {
      ended_threads::add(ran_, ran_blocks_);
      if (!ended_threads::last())
        return;
      launches = static_shared<ended_threads>().launches;
      blocks = static_shared<ended_threads>().blocks;
    } else {
      launches = packs<P> ? u32(__syncthreads_count(ran_ != 0)) : block_sum(ran_); // no thread has more than one, where they are kept
      if (w_.log)
        blocks = block_sum(ran_blocks_);
      const uint3 t = hw_thread();
      if ((t.x | t.y | t.z) != 0)
        return;
    }
    const u64 ended = nanoseconds(); // what follows is only done to measure
    if (w_.log && blocks)
      atomicAdd(&w_.head->more_blocks, u64(blocks));
    if (w_.capacity) { // the drain looks at it
      atomicAdd(&w_.head->in_place, u64(launches));
      return;
    }
    fence();
    const u64 before = atomicAdd(&w_.head->in_place, u64(1) << 32 | launches);
    const dim3 g = hw_grid_dim();
    if (before >> 32 != g.x * g.y * g.z - 1)
      return;
    fence();
    if constexpr (joins<P>) // told apart by their threads, as in the other engines
      put_sample(w_.report, w_.measure, u64(g.x) * g.y * g.z * (hw_block_dim().x * hw_block_dim().y * hw_block_dim().z),
                 ended - w_.head->started, FLRT_SERIAL);
    else
      write_sample<P>(w_, w_.head->recording[0], ended);
    clear_counters<P>(w_, w_.head->recording[0]);
  }
};

// Runs a thread of the parent. A template, and what it instantiates waits for the end of the file, since kernels that are launched may be defined later.
template <class P> FL_DEVICE void run_in_place(const worklist &w, const typename P::args &args) {
  if constexpr (room_in_place<P>) {
    in_place_ctx<P> c(w);
    if (w.capacity)
      leave_all_roots<P>(w, args);
    P::run(c, args);
    c.end(args);
  }
}

// May a launch's blocks be as large as they are, and have as much shared memory, in a form of its kernel?
template <class... Params> bool fits_form(const flrt_device &facts, flrt_form &known, const host_config &c, void (*form)(Params...)) {
  unsigned most = __atomic_load_n(&known.threads, __ATOMIC_ACQUIRE);
  if (most == 0) {
    cudaFuncAttributes attributes = {};
    cudaFuncGetAttributes(&attributes, form);
    most = attributes.maxThreadsPerBlock > 0 ? unsigned(attributes.maxThreadsPerBlock) : 1;
    __atomic_store_n(&known.shared, unsigned(attributes.sharedSizeBytes), __ATOMIC_RELAXED);
    __atomic_store_n(&known.threads, most, __ATOMIC_RELEASE);
  }
  const size_t shared = c.shared + __atomic_load_n(&known.shared, __ATOMIC_RELAXED);
  return volume(c.block) <= most && (c.shared == 0 || shared <= size_t(facts.shared_optin));
}
// Where the children take so many registers that blocks of the parent's size would not fit, or the parent has no shared memory left, they cannot run in place.
template <class P, class... Params> bool fits_in_place(flrt_parent &parent, const host_config &c, void (*in_place)(worklist, Params...)) {
  return room_in_place<P> && fits_form(*parent.on, parent.in_place, c, in_place);
}
template <class... Params>
static void start_in_place(flrt_parent &parent, const host_config &c, flrt_stream *chains, worklist &w, void (*in_place)(worklist, Params...), Params... params) {
  void *args[] = {&w, const_cast<void *>(static_cast<const void *>(&params))...};
  const flrt_kernel one = launch_of(in_place, FLRT_PLAIN, c.grid, c.block, c.shared, args);
  flrt_launch(&parent, w.measure, chains, 0, c.stream, &one, 1);
}
// Launches the form that runs all children in place, with nothing behind it. `measure`: the ticket of a sample for the parent's report, or 0.
template <class P, class... Params, class... Args>
void launch_in_place(flrt_parent &parent, const host_config &c, u32 measure, void (*in_place)(worklist, Params...),
                     const Args &...args) {
  const flrt_device &facts = *parent.on;
  __atomic_fetch_add(&parent.launches, 1, __ATOMIC_RELAXED);
  flrt_stream *kept = nullptr;
  worklist w = {};
  if (measure) {
    const flrt_aside aside = flrt_step_aside(); // where there is no memory for a sample, there is none
    kept = flrt_acquire(&facts, c.stream, 0, sizeof(worklist_memory), 65536, 1);
    flrt_step_back(aside);
  }
  if (kept) {
    w.head = &reinterpret_cast<worklist_memory *>(kept->head)->head;
    w.counters = w.head->recording;
    w.log = flrt_counting();
    w.measure = measure;
  } else if (!keeps_launches<P> && !flrt_capturing(c.stream)) {
    kept = flrt_find(&facts, c.stream, 0);
  }
  w.threads = number_of_threads(c);
  w.shared_limit = parent.shared_limit;
  w.facts = facts_of(facts);
  w.report = parent.device_report;
  if (needs_leave<P>(c))
    allow_shared(facts, in_place);
  start_in_place<Params...>(parent, c, chains_in<P>(kept), w, in_place, static_cast<Params>(args)...);
  end_captured<P>(c);
  if (kept)
    flrt_release(kept, c.stream);
}
} // namespace __fl
#endif
