// Stand-in for a group's copies that go on by themselves: here one thread makes them at once.
#ifndef FLCPU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define FLCPU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#include "../cooperative_groups.h"
#include "../../../include/freelaunch/hide_macros.h"

namespace cooperative_groups {
// Sizes may be cuda::aligned_size_t.
template <class Group, class T, class Size>
inline __device__ void memcpy_async(const Group &g, T *to, const T *from, const Size &bytes) {
  if (g.thread_rank() == 0)
    memcpy(to, from, size_t(bytes));
}
// Of as many elements as there are on both sides.
template <class Group, class T, class ToSize, class FromSize>
inline __device__ void memcpy_async(const Group &g, T *to, const ToSize &to_size, const T *from,
                                    const FromSize &from_size) {
  const size_t n = size_t(to_size) < size_t(from_size) ? size_t(to_size) : size_t(from_size);
  if (g.thread_rank() == 0)
    memcpy(to, from, n * sizeof(T));
}
template <class Group> inline __device__ void wait(const Group &g) { g.sync(); }
template <unsigned int Stage, class Group> inline __device__ void wait_prior(const Group &g) {
  g.sync();
}
} // namespace cooperative_groups
#include "../../../include/freelaunch/show_macros.h"
#endif
