// Stand-in for cooperative groups: thread blocks, tiles of up to 32 threads, coalesced threads, and
// the grid.
#ifndef FLCPU_COOPERATIVE_GROUPS_H
#define FLCPU_COOPERATIVE_GROUPS_H
#include "cuda_runtime.h"
#include <type_traits>

// Bodies are for running; parse mode sees declarations.
#ifdef FLCPU_PARSE
#define FLCPU_CG(...) ;
#else
#define FLCPU_CG(...)                                                                              \
  { __VA_ARGS__ }
#endif
#include "../../include/freelaunch/hide_macros.h"

namespace cooperative_groups {

class thread_block {
public:
  using rank_type = unsigned int;
  struct arrival_token {};
  static __device__ void sync() FLCPU_CG(::__syncthreads();) static __device__ void barrier_wait()
      FLCPU_CG(::__syncthreads();) static __device__ void barrier_wait(arrival_token &&)
          FLCPU_CG(::__syncthreads();) static __device__ arrival_token barrier_arrive() {
    return arrival_token();
  }
  static __device__ unsigned thread_rank()
      FLCPU_CG(return flcpu::detail::thread_rank();) static __device__ unsigned size()
          FLCPU_CG(return blockDim.x * blockDim.y * blockDim.z;) static __device__
      unsigned num_threads() FLCPU_CG(return size();) static __device__ dim3 group_index()
          FLCPU_CG(return dim3(blockIdx);) static __device__ dim3
      thread_index() FLCPU_CG(return dim3(threadIdx);) static __device__ dim3 group_dim()
          FLCPU_CG(return blockDim;) static __device__ dim3 dim_threads() FLCPU_CG(return blockDim;)
};
inline __device__ thread_block this_thread_block() { return thread_block(); }

class grid_group {
public:
  static __device__ void sync() FLCPU_CG(flcpu::detail::grid_barrier();) static __device__
      bool is_valid() {
    return true;
  }
  static __device__ unsigned long long block_rank()
      FLCPU_CG(return blockIdx.x + (unsigned long long)gridDim.x *
                                       (blockIdx.y + (unsigned long long)gridDim.y *
                                                         blockIdx.z);) static __device__
      unsigned long long num_blocks()
          FLCPU_CG(return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;) static __device__
      unsigned long long size()
          FLCPU_CG(return num_blocks() * thread_block::size();) static __device__
      unsigned long long num_threads() FLCPU_CG(return size();) static __device__
      unsigned long long thread_rank()
          FLCPU_CG(return block_rank() * thread_block::size() +
                              thread_block::thread_rank();) static __device__ dim3 group_dim()
              FLCPU_CG(return gridDim;) static __device__ dim3 dim_blocks()
                  FLCPU_CG(return gridDim;) static __device__ dim3 block_index()
                      FLCPU_CG(return dim3(blockIdx);)
};
inline __device__ grid_group this_grid() { return grid_group(); }

#if defined(FLCPU_LACKING)
struct cluster_group {
  void sync() const;
  unsigned block_rank() const, num_blocks() const, thread_rank() const, num_threads() const;
  template <class T> T *map_shared_rank(T *p, int) const;
};
cluster_group this_cluster() FLCPU_LACKS("clusters are");
#endif

namespace flcpu_detail {
// Values of any size travel word by word.
template <class T> inline __device__ T move(unsigned mask, T v, unsigned lane)
    FLCPU_CG(unsigned bits[(sizeof(T) + 3) / 4] = {}; memcpy(bits, &v, sizeof(T));
             for (unsigned &b : bits) b = ::__shfl_sync(mask, b, int(lane));
             memcpy(static_cast<void *>(&v), bits, sizeof(T)); return v;)

// What tiles and coalesced groups have in common: threads of one warp, known by a mask of its
// lanes. A lane's rank is the number of members below it.
class lanes {
protected:
  unsigned mask;
  explicit __device__ lanes(unsigned m) : mask(m) {}
  static __device__ unsigned lane() FLCPU_CG(return flcpu::detail::thread_rank() % 32;)
      // The lane with a rank, wrapping round.
      __device__ int lane_of(unsigned rank) const
      FLCPU_CG(rank %= unsigned(__popc(int(mask))); unsigned m = mask; while (rank--) m &= m - 1;
               return __ffs(int(m)) - 1;) __device__ unsigned packed(unsigned bits) const
      FLCPU_CG(unsigned r = 0, n = 0;
               for (unsigned m = mask; m; m &= m - 1, n++) if (bits & m & (~m + 1)) r |= 1u << n;
               return r;)

          public : using rank_type = unsigned int;
  __device__ unsigned members() const { return mask; }
  __device__ unsigned size() const FLCPU_CG(return unsigned(__popc(int(mask)));) __device__
      unsigned num_threads() const FLCPU_CG(return size();) __device__ unsigned thread_rank() const
      FLCPU_CG(return unsigned(__popc(int(mask & ((1u << lane()) - 1))));) __device__
      void sync() const FLCPU_CG(__syncwarp(mask);) __device__ int any(int predicate) const
      FLCPU_CG(return __any_sync(mask, predicate);) __device__ int all(int predicate) const
      FLCPU_CG(return __all_sync(mask, predicate);) __device__ unsigned ballot(int predicate) const
      FLCPU_CG(return packed(__ballot_sync(mask, predicate));) template <class T>
      __device__ T shfl(T v, unsigned rank) const
      FLCPU_CG(return move(mask, v, lane_of(rank));) template <class T>
      __device__ T shfl_up(T v, unsigned delta) const
      FLCPU_CG(const unsigned me = thread_rank();
               return move(mask, v, lane_of(me < delta ? me : me - delta));) template <class T>
      __device__ T shfl_down(T v, unsigned delta) const
      FLCPU_CG(const unsigned me = thread_rank(); return move(
                   mask, v, lane_of(me + delta < size() ? me + delta : me));) template <class T>
      __device__ unsigned match_any(T v) const
      FLCPU_CG(return packed(__match_any_sync(mask, v));) template <class T>
      __device__ unsigned match_all(T v, int &same) const
      FLCPU_CG(return packed(__match_all_sync(mask, v, &same));)
};
} // namespace flcpu_detail

// Size: a power of two of at most 32.
template <unsigned Size, class Parent = void> class thread_block_tile : public flcpu_detail::lanes {
  static_assert(Size <= 32, "tiles of more than 32 threads are not supported on the CPU target");
  static_assert(Size > 0 && (Size & (Size - 1)) == 0, "tiles have 1, 2, 4, 8, 16 or 32 threads");
  unsigned meta_rank, meta_size; // among the tiles of the parent
  static __device__ unsigned here()
      FLCPU_CG(return (Size == 32 ? ~0u : (1u << Size % 32) - 1) << (lane() & ~(Size - 1));)

public:
  __device__ thread_block_tile(unsigned rank, unsigned among)
      : lanes(here()), meta_rank(rank), meta_size(among) {}
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other> &t)
      : lanes(here()), meta_rank(t.meta_group_rank()), meta_size(t.meta_group_size()) {}
  static constexpr __device__ unsigned size() { return Size; }
  static constexpr __device__ unsigned num_threads() { return Size; }
  static __device__ unsigned thread_rank() FLCPU_CG(return lane() % Size;)
  __device__ unsigned meta_group_rank() const { return meta_rank; }
  __device__ unsigned meta_group_size() const { return meta_size; }
  template <class T> __device__ T shfl(T v, int rank) const
      FLCPU_CG(return flcpu_detail::move(mask, v, lane() - thread_rank() + unsigned(rank) % Size);)
  template <class T> __device__ T shfl_up(T v, unsigned delta) const
      FLCPU_CG(return flcpu_detail::move(mask, v, lane() - (thread_rank() < delta ? 0 : delta));)
  template <class T> __device__ T shfl_down(T v, unsigned delta) const
      FLCPU_CG(return flcpu_detail::move(mask, v,
                                         lane() + (delta < Size - thread_rank() ? delta : 0));)
  template <class T> __device__ T shfl_xor(T v, unsigned lane_mask) const
      FLCPU_CG(return flcpu_detail::move(mask, v, lane() ^ (lane_mask < Size ? lane_mask : 0));)
};
template <unsigned Size>
inline __device__ thread_block_tile<Size, thread_block> tiled_partition(const thread_block &)
    FLCPU_CG(return thread_block_tile<Size, thread_block>(
                 thread_block::thread_rank() / Size, (thread_block::size() + Size - 1) / Size);)
template <unsigned Size, unsigned Outer, class Parent>
inline __device__ thread_block_tile<Size, thread_block_tile<Outer, Parent>>
tiled_partition(const thread_block_tile<Outer, Parent> &t)
    FLCPU_CG(return thread_block_tile<Size, thread_block_tile<Outer, Parent>>(
                 t.thread_rank() / Size, (Outer + Size - 1) / Size);)

class coalesced_group : public flcpu_detail::lanes {
  unsigned meta_rank, meta_size;

public:
  // Of several that a group was cut into, which?
  explicit __device__ coalesced_group(unsigned m, unsigned rank = 0, unsigned among = 1)
      : lanes(m), meta_rank(rank), meta_size(among) {}
  __device__ unsigned meta_group_rank() const { return meta_rank; }
  __device__ unsigned meta_group_size() const { return meta_size; }
};
#ifdef FLCPU_PARSE
inline __device__ coalesced_group coalesced_threads();
#else
inline coalesced_group coalesced_threads(FLCPU_PLACE) {
  return coalesced_group(::__activemask(flcpu_file, flcpu_line));
}
#endif

// A block or lanes of a warp, told apart at run time.
class thread_group : flcpu_detail::lanes {
  bool block;

public:
  using rank_type = unsigned long long;
  __device__ thread_group(const thread_block &) : lanes(0), block(true) {}
  explicit __device__ thread_group(unsigned m) : lanes(m), block(false) {}
  __device__ thread_group(const coalesced_group &g) : lanes(g), block(false) {}
  template <unsigned Size, class Parent>
  __device__ thread_group(const thread_block_tile<Size, Parent> &t) : lanes(t), block(false) {}
  __device__ unsigned long long size() const
      FLCPU_CG(return block ? thread_block::size() : lanes::size();)
  __device__ unsigned long long num_threads() const FLCPU_CG(return size();)
  __device__ unsigned long long thread_rank() const
      FLCPU_CG(return block ? thread_block::thread_rank() : lanes::thread_rank();)
  __device__ void sync() const
      FLCPU_CG(if (block) thread_block::sync(); else lanes::sync();)
  // The part of `n` neighbouring members that the caller is in.
  __device__ unsigned part(unsigned n) const
      FLCPU_CG(unsigned bits = 0; const unsigned first = lane() / n * n;
               const unsigned present = thread_block::size() - (thread_block::thread_rank() - lane());
               if (block) {
                 for (unsigned i = first; i < 32 && i < present && i < first + n; i++)
                   bits |= 1u << i;
                 return bits;
               }
               const unsigned from = lanes::thread_rank() / n * n;
               for (unsigned i = from; i < from + n && i < lanes::size(); i++)
                 bits |= 1u << lane_of(i);
               return bits;)
};
inline __device__ thread_group tiled_partition(const thread_group &g, unsigned n)
    FLCPU_CG(return thread_group(g.part(n));)
inline __device__ thread_group tiled_partition(const thread_block &b, unsigned n)
    FLCPU_CG(return thread_group(thread_group(b).part(n));)
inline __device__ coalesced_group tiled_partition(const coalesced_group &g, unsigned n)
    FLCPU_CG(return coalesced_group(thread_group(g).part(n), g.thread_rank() / n,
                                    (g.size() + n - 1) / n);)

// The members that give the same label, and those that give the same of two.
namespace flcpu_detail {
#ifndef FLCPU_PARSE
inline coalesced_group labeled(unsigned mask, unsigned long long label) {
  const unsigned same = ::__match_any_sync(mask, label), first = same & (~same + 1);
  const unsigned me = 1u << flcpu::detail::thread_rank() % 32;
  const unsigned firsts = ::__ballot_sync(mask, first == me);
  return coalesced_group(same, unsigned(__popc(int(firsts & (first - 1)))),
                         unsigned(__popc(int(firsts))));
}
inline coalesced_group halved(unsigned mask, bool part) {
  const unsigned all = ::__ballot_sync(mask, 1), in = ::__ballot_sync(mask, part);
  return in == all || !in ? coalesced_group(all) : coalesced_group(part ? in : all & ~in, part, 2);
}
#endif
// Labels are integers or pointers.
template <class L> inline __device__ unsigned long long bits_of(L label) {
  return (unsigned long long)label;
}
} // namespace flcpu_detail
inline __device__ coalesced_group binary_partition(const coalesced_group &g, bool part)
    FLCPU_CG(return flcpu_detail::halved(g.members(), part);)
template <unsigned Size, class Parent>
inline __device__ coalesced_group binary_partition(const thread_block_tile<Size, Parent> &g,
                                                   bool part)
    FLCPU_CG(return flcpu_detail::halved(g.members(), part);)
template <class L> inline __device__ coalesced_group labeled_partition(const coalesced_group &g, L l)
    FLCPU_CG(return flcpu_detail::labeled(g.members(), flcpu_detail::bits_of(l));)
template <unsigned Size, class Parent, class L>
inline __device__ coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &g, L l)
    FLCPU_CG(return flcpu_detail::labeled(g.members(), flcpu_detail::bits_of(l));)
inline __device__ coalesced_group labeled_partition(const coalesced_group &g, bool label)
    FLCPU_CG(return flcpu_detail::halved(g.members(), label);)
template <unsigned Size, class Parent>
inline __device__ coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &g,
                                                    bool label)
    FLCPU_CG(return flcpu_detail::halved(g.members(), label);)

// Scratch memory for tiles of more than a warp: of other groups nobody needs any.
template <unsigned Threads = 1024> struct block_tile_memory {};
template <unsigned Threads>
inline __device__ thread_block this_thread_block(block_tile_memory<Threads> &) {
  return thread_block();
}
inline __device__ thread_block_tile<1> this_thread() { return thread_block_tile<1>(0, 1); }

// One member calls, and what it gets all may have.
template <class Group, class F, class... A>
inline __device__ void invoke_one(const Group &g, F &&f, A &&...a) {
  if (g.thread_rank() == 0)
    static_cast<F &&>(f)(static_cast<A &&>(a)...);
}
template <class Group, class F, class... A>
inline __device__ auto invoke_one_broadcast(const Group &g, F &&f, A &&...a)
    -> std::decay_t<decltype(static_cast<F &&>(f)(static_cast<A &&>(a)...))> {
  std::decay_t<decltype(static_cast<F &&>(f)(static_cast<A &&>(a)...))> result{};
  if (g.thread_rank() == 0)
    result = static_cast<F &&>(f)(static_cast<A &&>(a)...);
  return g.shfl(result, 0);
}

template <class Group> inline __device__ void sync(const Group &group) { group.sync(); }
template <class Group> inline __device__ unsigned thread_rank(const Group &group) {
  return unsigned(group.thread_rank());
}
template <class Group> inline __device__ unsigned group_size(const Group &group) {
  return unsigned(group.size());
}

} // namespace cooperative_groups
#undef FLCPU_CG
#include "../../include/freelaunch/show_macros.h"
#endif
