// Cooperative groups of a virtual block: what the names of namespace cooperative_groups mean in generated bodies. A thread_block knows the virtual block
// that it stands for; tiles and coalesced groups are lanes of a warp, for virtual blocks begin at warps.
// Unlike CUDA's own, groups name only lanes that exist in the virtual block, and have not left: all() asks these, and CUDA's says no where one is missing.
#ifndef FREELAUNCH_GROUPS_H
#define FREELAUNCH_GROUPS_H
#include "builtin.h"

namespace __fl {
namespace groups {
namespace detail {
FL_DEVICE u32 below(u32 lane) { return (1u << lane) - 1; }
FL_DEVICE u32 first_lane(u32 mask) { return u32(__ffs(int(mask))) - 1; }
// The lane of `mask` with `rank` lanes of it below, counting round.
FL_DEVICE u32 nth_lane(u32 mask, u32 rank) {
  for (rank %= u32(__popc(mask)); rank; --rank)
    mask &= mask - 1;
  return first_lane(mask);
}
// Values of any size travel word by word.
template <class T> static FL_DEVICE T take(u32 mask, const T &v, u32 lane) {
  constexpr size_t words = (sizeof(T) + 3) / 4;
  u32 bits[words] = {};
  T r = v;
  __builtin_memcpy(bits, &v, sizeof(T));
  FL_UNROLL
  for (size_t i = 0; i < words; ++i)
    bits[i] = __shfl_sync(mask, bits[i], int(lane), 32);
  __builtin_memcpy(&r, bits, sizeof(T));
  return r;
}
template <class T> struct plain { using type = T; };
template <class T> struct plain<T &> : plain<T> {};
template <class T> struct plain<const T> : plain<T> {};
template <class T> struct plain<volatile T> : plain<T> {};
template <class T> struct plain<const volatile T> : plain<T> {};

// Lanes of one warp that act together, those in `mask` that are still there.
class lanes {
protected:
  u32 mask_, lane_, meta_rank_, meta_size_;
  const u32 *there_; // as of a context

public:
  using rank_type = u32;
  FL_DEVICE lanes(u32 mask, u32 lane, const u32 *there, u32 meta_rank, u32 meta_size)
      : mask_(mask), lane_(lane), meta_rank_(meta_rank), meta_size_(meta_size), there_(there) {}
  FL_DEVICE u32 mask() const { return mask_; }
  FL_DEVICE const u32 *there() const { return there_; }
  FL_DEVICE u32 members() const { return there_ ? mask_ & *there_ : mask_; }
  FL_DEVICE u32 lane() const { return lane_; }
  FL_DEVICE u32 meta_group_rank() const { return meta_rank_; }
  FL_DEVICE u32 meta_group_size() const { return meta_size_; }
  FL_DEVICE void sync() const { __syncwarp(members()); }
  FL_DEVICE int any(int p) const { return __any_sync(members(), p); }
  FL_DEVICE int all(int p) const { return __all_sync(members(), p); }
};
} // namespace detail

// The block that runs a body, real or virtual.
class thread_block {
  block_barrier barrier_;
  uint3 thread_, block_;
  dim3 dim_;
  const u32 *there_; // as of a context

public:
  using rank_type = u32;
  template <class C>
  FL_DEVICE explicit thread_block(const C &ctx, int)
      : barrier_(ctx.barrier()), thread_(ctx.thread_idx()), block_(ctx.block_idx()),
        dim_(ctx.block_dim()), there_(ctx.there()) {}
  FL_DEVICE const u32 *there() const { return there_; }
  FL_DEVICE void sync() const { barrier_.sync(); }
  FL_DEVICE u32 thread_rank() const { return number_in(dim_, thread_); }
  FL_DEVICE u32 num_threads() const { return dim_.x * dim_.y * dim_.z; }
  FL_DEVICE u32 size() const { return num_threads(); }
  FL_DEVICE dim3 group_index() const { return dim3(block_.x, block_.y, block_.z); }
  FL_DEVICE dim3 thread_index() const { return dim3(thread_.x, thread_.y, thread_.z); }
  FL_DEVICE dim3 group_dim() const { return dim_; }
  FL_DEVICE dim3 dim_threads() const { return dim_; }
};

// The grid that runs a body. Nobody waits for all of it.
class grid_group {
  uint3 thread_, block_;
  dim3 block_dim_, grid_dim_;

public:
  using rank_type = u64;
  template <class C>
  FL_DEVICE explicit grid_group(const C &ctx, int)
      : thread_(ctx.thread_idx()), block_(ctx.block_idx()), block_dim_(ctx.block_dim()), grid_dim_(ctx.grid_dim()) {}
  FL_DEVICE u64 num_blocks() const { return volume(grid_dim_); }
  FL_DEVICE u64 block_rank() const { return block_.x + u64(grid_dim_.x) * (block_.y + u64(grid_dim_.y) * block_.z); }
  FL_DEVICE u64 num_threads() const { return num_blocks() * volume(block_dim_); }
  FL_DEVICE u64 size() const { return num_threads(); }
  FL_DEVICE u64 thread_rank() const { return block_rank() * volume(block_dim_) + number_in(block_dim_, thread_); }
  FL_DEVICE dim3 group_dim() const { return grid_dim_; }
  FL_DEVICE dim3 dim_blocks() const { return grid_dim_; }
  FL_DEVICE dim3 dim_threads() const {
    return dim3(grid_dim_.x * block_dim_.x, grid_dim_.y * block_dim_.y, grid_dim_.z * block_dim_.z);
  }
  FL_DEVICE dim3 block_index() const { return dim3(block_.x, block_.y, block_.z); }
  FL_DEVICE dim3 thread_index() const {
    return dim3(block_.x * block_dim_.x + thread_.x, block_.y * block_dim_.y + thread_.y, block_.z * block_dim_.z + thread_.z);
  }
};

// Lanes that were active together, and parts of such groups.
class coalesced_group : public detail::lanes {
public:
  FL_DEVICE coalesced_group(u32 mask, u32 lane, const u32 *there, u32 meta_rank = 0, u32 meta_size = 1)
      : lanes(mask, lane, there, meta_rank, meta_size) {}
  FL_DEVICE u32 num_threads() const { return u32(__popc(mask_)); }
  FL_DEVICE u32 size() const { return num_threads(); }
  FL_DEVICE u32 thread_rank() const { return u32(__popc(mask_ & detail::below(lane_))); }
  template <class T> FL_DEVICE T shfl(T v, u32 rank) const {
    return detail::take(members(), v, detail::nth_lane(mask_, rank));
  }
  template <class T> FL_DEVICE T shfl_up(T v, u32 delta) const {
    const u32 me = thread_rank();
    return detail::take(members(), v, me < delta ? lane_ : detail::nth_lane(mask_, me - delta));
  }
  template <class T> FL_DEVICE T shfl_down(T v, u32 delta) const {
    const u32 to = thread_rank() + delta;
    return detail::take(members(), v, to < num_threads() ? detail::nth_lane(mask_, to) : lane_);
  }
  FL_DEVICE u32 ballot(int p) const { return pack(__ballot_sync(members(), p)); }
  template <class T> FL_DEVICE u32 match_any(T v) const {
    return pack(__match_any_sync(members(), v));
  }
  template <class T> FL_DEVICE u32 match_all(T v, int &same) const {
    return pack(__match_all_sync(members(), v, &same));
  }

private:
  // Bits of lanes as bits of ranks.
  FL_DEVICE u32 pack(u32 bits) const {
    u32 r = 0, n = 0;
    for (u32 m = mask_; m; m &= m - 1, ++n)
      r |= (bits & m & (~m + 1)) ? 1u << n : 0;
    return r;
  }
};

// `Size` neighbouring lanes; fewer where the block ends. `Parent` is what it was cut from.
template <unsigned int Size, class Parent = void> class thread_block_tile : public detail::lanes {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "freelaunch: a tile of more than 32 threads; build with --fl-strategy=keep");
  FL_DEVICE u32 first() const { return lane_ & ~(Size - 1); }
  FL_DEVICE u32 cut(u32 bits) const {
    return bits >> first() & (Size == 32 ? ~0u : (1u << Size % 32) - 1);
  }

public:
  FL_DEVICE thread_block_tile(u32 mask, u32 lane, const u32 *there, u32 meta_rank, u32 meta_size)
      : lanes(mask, lane, there, meta_rank, meta_size) {}
  template <class Other>
  FL_DEVICE thread_block_tile(const thread_block_tile<Size, Other> &t) : lanes(t) {}
  static constexpr FL_DEVICE u32 num_threads() { return Size; }
  static constexpr FL_DEVICE u32 size() { return Size; }
  FL_DEVICE u32 thread_rank() const { return lane_ & (Size - 1); }
  template <class T> FL_DEVICE T shfl(T v, int rank) const {
    return detail::take(members(), v, first() + (u32(rank) & (Size - 1)));
  }
  template <class T> FL_DEVICE T shfl_up(T v, u32 delta) const {
    return detail::take(members(), v, thread_rank() < delta ? lane_ : lane_ - delta);
  }
  template <class T> FL_DEVICE T shfl_down(T v, u32 delta) const {
    return detail::take(members(), v, delta < Size - thread_rank() ? lane_ + delta : lane_);
  }
  template <class T> FL_DEVICE T shfl_xor(T v, u32 bits) const {
    const u32 to = thread_rank() ^ bits;
    return detail::take(members(), v, to < Size ? first() + to : lane_);
  }
  FL_DEVICE u32 ballot(int p) const { return cut(__ballot_sync(members(), p)); }
  template <class T> FL_DEVICE u32 match_any(T v) const { return cut(__match_any_sync(members(), v)); }
  template <class T> FL_DEVICE u32 match_all(T v, int &same) const {
    return cut(__match_all_sync(members(), v, &same));
  }
};

// A block, a tile or a coalesced group, told apart at run time.
class thread_group {
  union {
    thread_block block_;
    coalesced_group lanes_;
  };
  u32 size_, rank_;
  bool is_block_;

public:
  FL_DEVICE thread_group(const thread_block &b)
      : block_(b), size_(b.size()), rank_(b.thread_rank()), is_block_(true) {}
  FL_DEVICE thread_group(const coalesced_group &g)
      : lanes_(g), size_(g.size()), rank_(g.thread_rank()), is_block_(false) {}
  template <unsigned int Size, class Parent>
  FL_DEVICE thread_group(const thread_block_tile<Size, Parent> &t)
      : lanes_(t.mask(), t.lane(), t.there()), size_(Size), rank_(t.thread_rank()), is_block_(false) {}
  FL_DEVICE void sync() const {
    if (is_block_)
      block_.sync();
    else
      lanes_.sync();
  }
  FL_DEVICE u64 num_threads() const { return size_; }
  FL_DEVICE u64 size() const { return size_; }
  FL_DEVICE u64 thread_rank() const { return rank_; }
  FL_DEVICE thread_group partition(u32 size) const;
};

namespace detail {
// Lanes of a block's warp that exist, and of those the tile around a lane.
FL_DEVICE u32 tile_of(const thread_block &b, u32 lane, u32 size) {
  const u32 left = b.num_threads() - (b.thread_rank() - lane);
  const u32 present = left >= 32 ? ~0u : (1u << left) - 1;
  return (size >= 32 ? ~0u : (1u << size) - 1) << (lane & ~(size - 1)) & present;
}
FL_DEVICE coalesced_group part(const coalesced_group &g, u32 size) {
  const u32 n = g.num_threads(), index = g.thread_rank() / size, from = index * size,
            to = from + size < n ? from + size : n;
  u32 mask = 0;
  for (u32 i = from; i < to; ++i)
    mask |= 1u << nth_lane(g.mask(), i);
  return coalesced_group(mask, g.lane(), g.there(), index, (n + size - 1) / size);
}
FL_DEVICE coalesced_group part(const thread_block &b, u32 size) {
  const u32 rank = b.thread_rank();
  return coalesced_group(tile_of(b, rank % 32, size), rank % 32, b.there(), rank / size,
                         (b.num_threads() + size - 1) / size);
}
} // namespace detail
FL_DEVICE thread_group thread_group::partition(u32 size) const {
  return is_block_ ? detail::part(block_, size) : detail::part(lanes_, size);
}

template <unsigned int Size>
FL_DEVICE thread_block_tile<Size, thread_block> tiled_partition(const thread_block &b) {
  const u32 rank = b.thread_rank(), lane = rank % 32;
  return thread_block_tile<Size, thread_block>(detail::tile_of(b, lane, Size), lane, b.there(), rank / Size,
                                               (b.num_threads() + Size - 1) / Size);
}
template <unsigned int Size, unsigned int Outer, class Parent>
FL_DEVICE thread_block_tile<Size, thread_block_tile<Outer, Parent>>
tiled_partition(const thread_block_tile<Outer, Parent> &t) {
  static_assert(Size <= Outer, "a tile of more threads than its parent");
  const u32 tile = (Size == 32 ? ~0u : (1u << Size % 32) - 1) << (t.lane() & ~(Size - 1));
  return thread_block_tile<Size, thread_block_tile<Outer, Parent>>(
      t.mask() & tile, t.lane(), t.there(), t.thread_rank() / Size, Outer / Size);
}
FL_DEVICE thread_group tiled_partition(const thread_block &b, u32 size) {
  return detail::part(b, size);
}
FL_DEVICE coalesced_group tiled_partition(const coalesced_group &g, u32 size) {
  return detail::part(g, size);
}
FL_DEVICE thread_group tiled_partition(const thread_group &g, u32 size) {
  return g.partition(size);
}

// Groups by what their lanes say. A part knows how many there are, and how many begin before it.
template <class G> FL_DEVICE coalesced_group binary_partition(const G &g, bool yes) {
  const u32 all = g.members(), set = __ballot_sync(all, yes);
  const bool apart = set && set != all;
  return coalesced_group(!apart ? all : yes ? set : all & ~set, g.lane(), g.there(), apart && yes, 1 + apart);
}
template <class G, class T> FL_DEVICE coalesced_group labeled_partition(const G &g, T label) {
  const u32 all = g.members(), part = __match_any_sync(all, label), first = detail::first_lane(part);
  const u32 leaders = __ballot_sync(all, first == g.lane());
  return coalesced_group(part, g.lane(), g.there(), u32(__popc(leaders & detail::below(first))), u32(__popc(leaders)));
}
template <class G> FL_DEVICE coalesced_group labeled_partition(const G &g, bool yes) { return binary_partition(g, yes); }
template <class G, class T> FL_DEVICE coalesced_group labeled_partition(const G &g, T *label) {
  return labeled_partition(g, reinterpret_cast<unsigned long long>(label));
}

template <class G> FL_DEVICE void sync(const G &g) { g.sync(); }
template <class G> FL_DEVICE auto thread_rank(const G &g) -> decltype(g.thread_rank()) {
  return g.thread_rank();
}
template <class G> FL_DEVICE auto group_size(const G &g) -> decltype(g.num_threads()) {
  return g.num_threads();
}

// Operations of reductions and scans.
template <class T> struct plus {
  FL_DEVICE T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
  FL_DEVICE T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
  FL_DEVICE T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
  FL_DEVICE T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
  FL_DEVICE T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
  FL_DEVICE T operator()(T a, T b) const { return a ^ b; }
};

namespace detail {
// Members of a group that are there, and how many of them stand before this lane. A tile has fewer than its size where the block ends, or lanes have left.
template <class G> FL_DEVICE u32 present(const G &g) { return u32(__popc(g.members())); }
template <class G> FL_DEVICE u32 rank_of(const G &g) { return u32(__popc(g.members() & below(g.lane()))); }
} // namespace detail
template <class G, class V, class Op>
FL_DEVICE typename detail::plain<V>::type reduce(const G &g, V &&value, Op &&op) {
  typename detail::plain<V>::type v = value;
  const u32 n = detail::present(g), me = detail::rank_of(g);
  for (u32 d = 1; d < n; d *= 2) {
    const auto other = detail::take(g.members(), v,
                                    me + d < n ? detail::nth_lane(g.members(), me + d) : g.lane());
    if (me + d < n)
      v = op(v, other);
  }
  return detail::take(g.members(), v, detail::first_lane(g.members()));
}
template <class G, class V, class Op>
FL_DEVICE typename detail::plain<V>::type inclusive_scan(const G &g, V &&value, Op &&op) {
  typename detail::plain<V>::type v = value;
  const u32 n = detail::present(g), me = detail::rank_of(g);
  for (u32 d = 1; d < n; d *= 2) {
    const auto other =
        detail::take(g.members(), v, me >= d ? detail::nth_lane(g.members(), me - d) : g.lane());
    if (me >= d)
      v = op(other, v);
  }
  return v;
}
template <class G, class V>
FL_DEVICE typename detail::plain<V>::type inclusive_scan(const G &g, V &&value) {
  return inclusive_scan(g, value, plus<typename detail::plain<V>::type>());
}
template <class G, class V, class Op>
FL_DEVICE typename detail::plain<V>::type exclusive_scan(const G &g, V &&value, Op &&op) {
  using type = typename detail::plain<V>::type;
  const type all = inclusive_scan(g, value, op);
  const u32 me = detail::rank_of(g);
  const type before = detail::take(
      g.members(), all, me ? detail::nth_lane(g.members(), me - 1) : g.lane());
  return me ? before : type();
}
template <class G, class V>
FL_DEVICE typename detail::plain<V>::type exclusive_scan(const G &g, V &&value) {
  return exclusive_scan(g, value, plus<typename detail::plain<V>::type>());
}
} // namespace groups

namespace api {
template <class C> struct this_thread_block {
  C &ctx;
  FL_DEVICE groups::thread_block operator()() const { return groups::thread_block(ctx, 0); }
};
template <class C> struct this_grid {
  C &ctx;
  FL_DEVICE groups::grid_group operator()() const { return groups::grid_group(ctx, 0); }
};
template <class C> struct coalesced_threads {
  C &ctx;
  FL_DEVICE groups::coalesced_group operator()(FL_PLACE) const {
    return groups::coalesced_group(__activemask(FL_OF_PLACE), groups::thread_block(ctx, 0).thread_rank() % 32, ctx.there());
  }
};
} // namespace api
} // namespace __fl
#endif
