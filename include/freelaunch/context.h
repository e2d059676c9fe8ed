// Contexts: what a kernel's body asks instead of the built-ins. native_ctx and parent_ctx stand for
// the real grid, child_ctx for a virtual block inside the drain; serial_ctx (serial.h) for a grid
// that one thread runs.
#ifndef FREELAUNCH_CONTEXT_H
#define FREELAUNCH_CONTEXT_H
#include "pack.h"
#include "record.h"
#include "shared.h"

namespace __fl {
// A context by reference: what a lambda captures of it, whether it captures references or copies.
template <class C> struct here {
  C &ctx;
};

// The real built-ins.
struct real_grid {
  FL_DEVICE uint3 thread_idx() const { return hw_thread(); }
  FL_DEVICE uint3 block_idx() const { return hw_block(); }
  FL_DEVICE dim3 block_dim() const { return hw_block_dim(); }
  FL_DEVICE dim3 grid_dim() const { return hw_grid_dim(); }
  FL_DEVICE block_barrier barrier() const {
    return block_barrier{block_barrier::hardware, nullptr, 0, 0};
  }
  FL_DEVICE void sync() const { __syncthreads(); }
  FL_DEVICE int sync_count(int p) const { return __syncthreads_count(p); }
  FL_DEVICE int sync_and(int p) const { return __syncthreads_and(p); }
  FL_DEVICE int sync_or(int p) const { return __syncthreads_or(p); }
  FL_DEVICE u32 warp_mask(u32 mask) const { return mask; }
  // Lanes of the warp that have not left, where some may leave while others still meet; else NULL.
  FL_DEVICE const u32 *there() const { return nullptr; }
  template <u32 = 32, class T> FL_DEVICE bool leave(const T &yes) const { return yes ? true : false; }
  template <class S> FL_DEVICE S &shared() const { return static_shared<S>(); }
  template <class T> FL_DEVICE T *dynamic_shared() const { return dynamic_array<T>(dynamic_bytes<char>()); }
};

// The error that cudaGetLastError() of the device runtime returns to this thread.
class error_state {
  cudaError_t error_ = cudaSuccess;

public:
  FL_DEVICE cudaError_t last_error(bool clear) {
    cudaError_t e = error_;
    if (clear)
      error_ = cudaSuccess;
    return e;
  }
  FL_DEVICE void set_error(cudaError_t e) { error_ = e; }
};

// A kernel without a worklist: launches that would be recorded run in place. `Grid`: what its blocks and threads are.
template <class Grid> class plain_ctx : public Grid, public error_state {
public:
  static constexpr bool shares_kernel = false; // does other launches' work run in the same kernel before?
  static constexpr bool records = false;
  static constexpr bool clocks = false; // are the streams that a thread creates clocks? (streams.h)
  static constexpr bool orders = false; // or are those of kernels that a thread runs in place?
  template <class D, bool more = false>
  FL_DEVICE void record(const config &c, const typename D::args &args); // serial.h
  FL_DEVICE u32 shared_limit() const { return shared_field; }
  FL_DEVICE cudaError_t join() const { return cudaSuccess; } // its children ran where they were launched
  FL_DEVICE u32 clock_of_stream(cudaStream_t) const { return 0; }
  FL_DEVICE void advance_stream(cudaStream_t, u32) {}
};
using native_ctx = plain_ctx<real_grid>; // of a kernel's own symbol

// Why a launch of D is refused, or cudaSuccess.
template <class D> FL_DEVICE cudaError_t admit(const config &c, u32 shared_limit) {
  constexpr u32 own = u32(static_bytes<typename D::shared>);
  const cudaError_t e = own > shared_limit ? cudaErrorInvalidConfiguration : check(c, shared_limit - own);
  if (e == cudaSuccess && c.block.x * c.block.y * c.block.z > u32(D::max_threads))
    return cudaErrorInvalidConfiguration; // the descriptor promised less
  return e;
}

// 0 for blocks of up to smallest_group threads, and one more for each doubling.
FL_DEVICE u32 size_level(u32 threads) {
  return threads <= smallest_group ? 0 : 32 - __clz(int((threads - 1) / smallest_group));
}

// Do streams that a thread of K creates, below P, order what is put into them?
template <class P, class K> constexpr bool has_clocks = closure<P>::ordered && (K::ordered || in_turn<K>);

// Launching for contexts that record. P: the parent kernel at the root; K: the kernel whose body
// runs; Self provides recording() and tail_counter().
template <class Self, class P, class K> class launching : public error_state {
  u32 clock_ = 0; // launches of this thread into its NULL stream
  FL_DEVICE Self &self() { return static_cast<Self &>(*this); }
  FL_DEVICE u32 *stream_clock(cudaStream_t s) {
    if (handle(s) > forget_stream)
      return &clock_of(s)->now;
    if constexpr (in_turn<K>)
      if (handle(s) < 2)
        return self().block_clock();
    return nullptr;
  }
  FL_DEVICE u32 next_level(cudaStream_t s) {
    if (handle(s) == forget_stream)
      return 0;
    if (handle(s) == tail_stream)
      return tail_level + atomicAdd(self().tail_counter(), 1u);
    u32 *shared_clock = stream_clock(s);
    return shared_clock ? atomicAdd(shared_clock, 1u) : clock_++;
  }
  // `level()` gives that of a launch which is not refused.
  template <class Root, class D, class Level>
  FL_DEVICE void add(const target &t, const config &c, const typename D::args &args, const Level &level) {
    cudaError_t e = admit<D>(c, t.shared_limit);
    if (e == cudaSuccess && !push<Root, D>(t, c, args, level()))
      e = cudaErrorLaunchPendingCountExceeded;
    if (e != cudaSuccess)
      this->set_error(e);
  }

public:
  static constexpr bool records = true, clocks = has_clocks<P, K>, orders = closure<P>::ordered;
  using root = P;
  // Memory for a clock; NULL: there is none.
  FL_DEVICE device_clock *make_clock() {
    clock_store &s = self().tables()->clocks;
    if (joins<P> && same<K, P>)
      atomicAdd(&s.live, 1u);
    return new_clock(&s);
  }
  FL_DEVICE void drop_clock(device_clock *) {
    if (joins<P> && same<K, P>)
      atomicSub(&self().tables()->clocks.live, 1u);
  }
  // Records a launch of D. `more`: order matters although K by itself launches once (a child that
  // runs serially in it).
  template <class D, bool more = false>
  FL_DEVICE void record(const config &c, const typename D::args &args) {
    if constexpr (is_elsewhere<D>) {
      constexpr u32 at = position<others_of<P>, D>::find();
      const worklist &w = self().lists().others[at];
      const target t = {w.counters, &w.head->lost, arena<relay<D>>(w, 0), 0, w.capacity, w.shared_limit, 0, nullptr, 0};
      if (c.block.x * c.block.y * c.block.z > w.limit && check(c, t.shared_limit) == cudaSuccess)
        this->set_error(cudaErrorInvalidConfiguration); // as its __launch_bounds__ have it
      else
        add<relay<D>, told<D>>(t, c, args, [] { return 0u; });
    } else {
      add<P, D>(self().recording(), c, args, [&] {
        if constexpr (by_size<P>)
          return size_level(c.block.x * c.block.y * c.block.z);
        else if constexpr (has_clocks<P, K> || (closure<P>::ordered && more))
          return next_level(c.stream);
        else
          return 0u;
      });
    }
  }
  // The level that the next launch into a stream would get, and raising it: cudaEventRecord,
  // cudaStreamWaitEvent.
  FL_DEVICE u32 clock_of_stream(cudaStream_t s) {
    u32 *shared_clock = stream_clock(s);
    return shared_clock ? load_relaxed(shared_clock) : clock_;
  }
  FL_DEVICE void advance_stream(cudaStream_t s, u32 level) {
    u32 *shared_clock = stream_clock(s);
    if (shared_clock)
      atomicMax(shared_clock, level);
    else if (clock_ < level)
      clock_ = level;
  }
  // Everything launched so far is complete: the next launch need not be behind it.
  FL_DEVICE void restart_clock() { clock_ = 0; }
};

// Few launches are measured, and for the others the clock would stand in the way of what comes next.
FL_DEVICE void start_clock(const worklist &w) {
  if (w.measure && first_of_grid())
    w.head->started = nanoseconds();
}

// Which thread of a parent block is the last to end, where they cannot wait for each other. All threads begin, each ends once.
struct ended_threads {
  u32 number;
  u32 launches, blocks; // that they ran in place
  static FL_DEVICE void begin() {
    const uint3 t = hw_thread();
    if ((t.x | t.y | t.z) == 0)
      static_shared<ended_threads>() = ended_threads{0, 0, 0};
    __syncthreads();
  }
  static FL_DEVICE void add(u32 launches, u32 blocks) {
    if (launches) {
      atomicAdd(&static_shared<ended_threads>().launches, launches);
      atomicAdd(&static_shared<ended_threads>().blocks, blocks);
    }
  }
  // What the others have written is there in the last one.
  static FL_DEVICE bool last() {
    const dim3 b = hw_block_dim();
    fence();
    const bool is_last = atomicAdd(&static_shared<ended_threads>().number, 1u) == b.x * b.y * b.z - 1;
    fence();
    return is_last;
  }
};

// A form of a parent that is a template of ours has its arguments in a struct, and of arrays in that, which are not indexed by constants, each thread has a copy. May it be?
template <class P> constexpr bool small_arguments = sizeof(typename P::args) <= 256;
// All threads of a parent's recording form begin with this.
template <class P> FL_DEVICE void begin_parent(const worklist &w) {
  allow_dependents();
  if (selects<P>)
    start_clock(w);
}
template <class P> FL_DEVICE target parent_target(const worklist &w) {
  return target{w.counters, &w.head->lost, arena<P>(w, 0), 0, w.capacity, w.shared_limit, w.measure, w.log ? &w.head->more_blocks : nullptr, w.weighs};
}
// The recording form of a parent kernel. `Grid`: what its blocks and threads are.
template <class P, class Grid = real_grid> class parent_ctx : public Grid, public launching<parent_ctx<P, Grid>, P, P> {
  worklists<P> w_;

public:
  static constexpr bool shares_kernel = false;
  FL_DEVICE explicit parent_ctx(const worklists<P> &w) : w_(w) {
    begin_parent<P>(w);
    if constexpr (in_turn<P>) {
      *block_clock() = 0;
      __syncthreads();
    }
  }
  FL_DEVICE target recording() const { return parent_target<P>(w_); }
  FL_DEVICE const worklists<P> &lists() const { return w_; }
  FL_DEVICE level_tables *tables() const { return w_.tables; }
  FL_DEVICE u32 *tail_counter() const { return &w_.head->tails; }
  FL_DEVICE u32 *block_clock() const { return &static_shared<block_clock_word>().now; }
  FL_DEVICE u32 shared_limit() const { return w_.shared_limit; }
  FL_DEVICE u32 facts() const { return w_.facts; }

private:
  struct block_clock_word {
    u32 now;
  };
};

// How many threads of a block say yes, by its barrier and its count. Each thread takes its own vote back before it can reach the next barrier.
template <class C> FL_DEVICE int count_votes(const C &c, int p) {
  u32 &votes = c.state().votes;
  if (p)
    atomicAdd(&votes, 1u);
  c.sync();
  const u32 n = load_relaxed(&votes);
  c.sync();
  if (p)
    atomicAdd(&votes, ~0u);
  return int(n);
}

// Do lanes leave a warp of K while others still do something together?
template <class K, class = void> constexpr bool lanes_leave = false;
template <class K> constexpr bool lanes_leave<K, exists<decltype(K::lanes_leave)>> = K::lanes_leave;

// One virtual block of kernel K, on a group of threads of a worker block.
template <class K> class virtual_block {
public:
  uint3 thread_, block_;
  dim3 block_dim_, grid_dim_;
  u32 threads_;   // of the virtual block
  u32 slice_;     // offset of the group's slice in the worker's dynamic shared memory
  u32 barrier_;   // the group's named barrier
  bool counting_; // barriers count threads one by one
  u32 there_ = ~0u; // lanes of the warp that have not left, as far as the thread has been told

  FL_DEVICE uint3 thread_idx() const { return thread_; }
  FL_DEVICE uint3 block_idx() const { return block_; }
  FL_DEVICE dim3 block_dim() const { return block_dim_; }
  FL_DEVICE dim3 grid_dim() const { return grid_dim_; }
  FL_DEVICE group_state &state() const {
    return *reinterpret_cast<group_state *>(dynamic_bytes<char>() + slice_);
  }
  FL_DEVICE block_barrier barrier() const {
    return block_barrier{counts_threads() ? block_barrier::counting : block_barrier::named,
                         &state(), barrier_, threads_};
  }
  FL_DEVICE void sync() const {
    if (!K::early_exit && counts_threads()) // else who is still there is not known, or the barrier does it
      sync_lanes(warp_mask(~0u));
    barrier().sync();
  }
  FL_DEVICE int sync_count(int p) const {
    if (!counts_threads())
      return int(group_vote(state(), barrier_, threads_, p != 0));
    return count_votes(*this, p);
  }
  FL_DEVICE int sync_and(int p) const { return sync_count(!p) == 0; }
  FL_DEVICE int sync_or(int p) const { return sync_count(p) != 0; }
  // Lanes of `mask` that exist in the virtual block.
  FL_DEVICE u32 warp_mask(u32 mask) const {
    const u32 first = number_in(block_dim_, thread_) & ~31u;
    if (lanes_leave<K>)
      mask &= there_;
    return threads_ - first >= 32 ? mask : mask & ((1u << (threads_ - first)) - 1);
  }
  FL_DEVICE const u32 *there() const { return lanes_leave<K> ? &there_ : nullptr; }
  // A condition by which lanes part for good: those of either side leave the others out from now on (analysis/threads/leave.c). All of their `width` lanes that are there
  // come to it, and operations behind it are of no more.
  template <u32 width = 32, class T> FL_DEVICE bool leave(const T &condition) {
    const bool yes = condition ? true : false;
    const u32 first = number_in(block_dim_, thread_) & 31u & ~(width - 1), tile = (width < 32 ? (1u << width % 32) - 1 : ~0u) << first;
    const u32 all = warp_mask(tile), who = __ballot_sync(all, yes);
    there_ = yes ? who : all & ~who;
    return yes;
  }
  template <class S> FL_DEVICE S &shared() const {
    constexpr size_t align = room_align<typename K::shared>;
    char *at = dynamic_bytes<char>() + slice_ + sizeof(group_state);
    if (align > 16)
      at += (align - reinterpret_cast<size_t>(at) % align) % align;
    return *reinterpret_cast<S *>(at + place<typename K::shared, S>::offset);
  }
  template <class T> FL_DEVICE T *dynamic_shared() const {
    return dynamic_array<T>(dynamic_bytes<char>() + slice_ + sizeof(group_state) +
                            static_bytes<typename K::shared>);
  }

private:
  FL_DEVICE bool counts_threads() const { return !on_cpu && (K::early_exit || counting_); }
};

// A virtual block of kernel K below parent P in the drain.
template <class P, class K>
class child_ctx : public virtual_block<K>, public launching<child_ctx<P, K>, P, K> {
public:
  static constexpr bool shares_kernel = !closure<P>::simple || joins<P> || runs_own<P>;
  const target *target_; // where launches go; closures without nesting have none
  u32 *tails_;           // tail launches of this block's grid
  const worklist *worklist_;

  FL_DEVICE const target &recording() const { return *target_; }
  FL_DEVICE const worklists<P> &lists() const { return *static_cast<const worklists<P> *>(worklist_); }
  FL_DEVICE level_tables *tables() const { return worklist_->tables; }
  FL_DEVICE u32 *tail_counter() const { return tails_; }
  FL_DEVICE u32 *block_clock() const { return &this->state().clock; }
  FL_DEVICE u32 shared_limit() const { return worklist_->shared_limit; }
  FL_DEVICE u32 facts() const { return worklist_->facts; }
};
} // namespace __fl
#endif
