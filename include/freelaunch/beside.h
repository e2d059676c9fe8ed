// The host's choice where the device may launch: as under auto otherwise (split.h), or each block of the parent, or each group of some in a row where there are many,
// launches its own children, which then run beside the parent's other blocks.
#ifndef FREELAUNCH_BESIDE_H
#define FREELAUNCH_BESIDE_H
#include "gather.h"
#include "split.h"

namespace __fl {
// What a parent that the host selects for is where its blocks launch their own children.
template <class P> struct blocks_launch : P {
  static constexpr bool selects = false, records_once = false;
  static constexpr scope gathered = scope_blocks;
};
// Runs a thread of the form whose blocks launch what they have recorded. Where there is no room for it, it is compiled, but not launched.
template <class P> FL_DEVICE void run_by_blocks(const gather &g, const typename P::args &args) {
  if constexpr (has_room<P>) {
    gather_ctx<blocks_launch<P>> c(g, args);
    P::run(c, args);
    c.end();
  }
}
// As select does (split.h), and `by_blocks` besides, a form of the parent whose blocks launch their own children when they end: where blocks take long, and not
// equally long, children run beside them.
template <class P, class... Params, class... Args>
void select_or_launch(const host_config &c, void (*kernel)(worklist, Params...), void (*in_place)(worklist, Params...), void (*by_blocks)(gather, Params...),
                      const Args &...args) {
  flrt_parent &parent = parent_on<P>(*flrt_here(), c);
  const bool fits = has_room<P> && fits_form(*parent.on, parent.by_blocks, c, by_blocks);
  __atomic_store_n(&parent.selector.modes, modes_of<P> | (fits ? 1u << FLRT_SCOPES : 0), __ATOMIC_RELAXED);
  if (!fits_in_place<P>(parent, c, in_place)) {
    split_chosen<P>(parent, c, no_choice(), kernel, args...);
    return;
  }
  flrt_choice choice = choice_of(parent, c, args...);
  if (choice.mode == FLRT_SCOPES && !fits) // another thread's launch, of smaller blocks, has offered it
    choice.mode = FLRT_RECORD;
  if (choice.mode == FLRT_SCOPES)
    gather_measured<blocks_launch<P>>(parent, c, choice.measure, by_blocks, args...);
  else
    launch_chosen<P>(parent, c, choice, kernel, in_place, args...);
}
} // namespace __fl
#endif
