// Stand-in for scans over tiles and coalesced groups.
#ifndef FLCPU_COOPERATIVE_GROUPS_SCAN_H
#define FLCPU_COOPERATIVE_GROUPS_SCAN_H
#include "reduce.h"
#include "../../../include/freelaunch/hide_macros.h"

namespace cooperative_groups {
template <class G, class V, class Op>
inline __device__ std::decay_t<V> inclusive_scan(const G &g, V &&v, Op &&op) {
  return flcpu_detail::fold<G, std::decay_t<V>>(g, v, op);
}
template <class G, class V> inline __device__ std::decay_t<V> inclusive_scan(const G &g, V &&v) {
  return inclusive_scan(g, v, plus<std::decay_t<V>>());
}
template <class G, class V, class Op>
inline __device__ std::decay_t<V> exclusive_scan(const G &g, V &&v, Op &&op) {
  const std::decay_t<V> before = g.shfl_up(inclusive_scan(g, v, op), 1);
  return g.thread_rank() ? before : std::decay_t<V>();
}
template <class G, class V> inline __device__ std::decay_t<V> exclusive_scan(const G &g, V &&v) {
  return exclusive_scan(g, v, plus<std::decay_t<V>>());
}
} // namespace cooperative_groups
#include "../../../include/freelaunch/show_macros.h"
#endif
