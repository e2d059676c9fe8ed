// The host's choice for parents that launch in an order and do not wait: behind them (split.h), where all levels of all blocks run side by side over the whole machine, and from one to the
// next is a barrier of the grid; by the blocks that launched them (t3), where it is one of the block; or in place.
#ifndef FREELAUNCH_ORDERED_H
#define FREELAUNCH_ORDERED_H
#include "block.h"
#include "split.h"

namespace __fl {
// Launches parent P in whichever way was fastest lately. `in_place`: as of select (split.h); NULL: there is none.
template <class P, class... Params, class... Args>
void select_by_order(const host_config &c, void (*kernel)(worklist, Params...), void (*in_place)(worklist, Params...), const Args &...args) {
  const flrt_device &here = *flrt_here();
  flrt_parent &parent = parent_on<P>(here, c);
  unsigned modes = 1u << FLRT_RECORD;
  if (slice_of<P>(c) <= most_slice(here) && looks_at_blocks(parent, c, 0))
    modes |= 1u << FLRT_BLOCKS;
  if (in_place && fits_in_place<P>(parent, c, in_place))
    modes |= 1u << FLRT_SERIAL;
  __atomic_store_n(&parent.selector.modes, 1u << FLRT_RECORD | 1u << FLRT_BLOCKS | (in_place ? 1u << FLRT_SERIAL : 0), __ATOMIC_RELAXED);
  __atomic_store_n(&parent.selector.now, modes, __ATOMIC_RELAXED); // who launches the parent from another thread with other sizes may be told of these
  flrt_choice choice = choice_of(parent, c, args...);
  if (!(modes >> choice.mode & 1))
    choice.mode = FLRT_RECORD;
  if (choice.mode == FLRT_BLOCKS) {
    if (blocks_tried<P>(parent, c, flrt_expected_records(&parent) / larger(1, volume(c.grid)), choice.measure, args...)) // what spills is slow, and not what a later launch takes
      return;
    choice.mode = FLRT_RECORD;
  }
  launch_chosen<P>(parent, c, choice, kernel, in_place, args...);
}
template <class P, class... Params, class... Args>
void select_in_order(const host_config &c, void (*kernel)(worklist, Params...), void (*in_place)(worklist, Params...), const Args &...args) {
  select_by_order<P>(c, kernel, in_place, args...);
}
template <class P, class... Params, class... Args>
void select_in_order(const host_config &c, void (*kernel)(worklist, Params...), decltype(nullptr), const Args &...args) {
  constexpr void (*none)(worklist, Params...) = nullptr;
  select_by_order<P>(c, kernel, none, args...);
}
} // namespace __fl
#endif
