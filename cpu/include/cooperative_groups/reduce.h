// Stand-in for reductions over tiles and coalesced groups.
#ifndef FLCPU_COOPERATIVE_GROUPS_REDUCE_H
#define FLCPU_COOPERATIVE_GROUPS_REDUCE_H
#include "../cooperative_groups.h"
#include <type_traits>
#include "../../../include/freelaunch/hide_macros.h"

namespace cooperative_groups {
#define FLCPU_OPERATION(name, expression)                                                          \
  template <class T> struct name {                                                                 \
    __device__ T operator()(T a, T b) const { return expression; }                                 \
  };
FLCPU_OPERATION(plus, a + b)
FLCPU_OPERATION(less, b < a ? b : a)
FLCPU_OPERATION(greater, a < b ? b : a)
FLCPU_OPERATION(bit_and, a &b)
FLCPU_OPERATION(bit_or, a | b)
FLCPU_OPERATION(bit_xor, a ^ b)
#undef FLCPU_OPERATION

namespace flcpu_detail {
// Values of members below each other's rank, folded in order: the inclusive scan. Members of a tile that the block does not have are left out.
template <class G, class T, class Op> inline __device__ T fold(const G &g, T v, Op op) {
  const unsigned present = g.ballot(1), me = g.thread_rank();
  T sum = v;
  for (unsigned d = 1; d < unsigned(g.size()); d *= 2) {
    const T other = g.shfl_up(sum, d);
    if (me >= d && (present >> (me - d) & 1))
      sum = op(other, sum);
  }
  return sum;
}
} // namespace flcpu_detail

template <class G, class V, class Op>
inline __device__ std::decay_t<V> reduce(const G &g, V &&v, Op &&op) {
  const std::decay_t<V> sum = flcpu_detail::fold<G, std::decay_t<V>>(g, v, op);
  const unsigned present = g.ballot(1);
  return g.shfl(sum, 31 - __clz(int(present)));
}
} // namespace cooperative_groups
#include "../../../include/freelaunch/show_macros.h"
#endif
