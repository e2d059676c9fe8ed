// The host's choice for parents whose threads wait for children: the fused engine, t3, or t4 where the children are small.
#ifndef FREELAUNCH_WAITING_H
#define FREELAUNCH_WAITING_H
#include "block.h"
#include "fused.h"
#include "inplace.h"

namespace __fl {
constexpr void (*no_form)(worklist) = nullptr;
// Launches parent P, whose threads wait for children, in whichever way was fastest lately for launches of as many threads. Where parent blocks are many, t3 is what to begin with:
// a join then costs next to nothing (Free Launch, section 3: persistent workers against parent blocks). `in_place`: the form of the parent whose threads run their
// children themselves, chosen when the children have been small for a while; NULL: there is none.
template <class P, class... Params, class... Args>
void select_joining(const host_config &c, void (*in_place)(worklist, Params...), const Args &...args) {
  const flrt_device &here = *flrt_here();
  flrt_parent &parent = known_parent<P>(here, c, "auto", [&](flrt_parent &p) {
    p.shared_limit = unsigned(larger(48 * 1024, closure<P>::all::shared())); // of children in place, where what is asked for as a constant is among the locals
    p.selector.modes = 1u << FLRT_RECORD | 1u << FLRT_BLOCKS | (in_place ? 1u << FLRT_SERIAL : 0);
    if (p.selector.seeded)
      flrt_settle(&p.selector); // the modes of a profile's numbers are known only now
    else
      p.selector.mode = volume(c.grid) >= 2 * u64(here.multiprocessors) ? FLRT_BLOCKS : FLRT_RECORD;
  });
  unsigned modes = 1u << FLRT_RECORD;
  if (looks_at_blocks(parent, c, threads_of(c)))
    modes |= 1u << FLRT_BLOCKS;
  if (in_place && fits_in_place<P>(parent, c, in_place))
    modes |= 1u << FLRT_SERIAL;
  // Of this launch; who launches the parent from another thread with other sizes may be told of these.
  __atomic_store_n(&parent.selector.now, modes, __ATOMIC_RELAXED);
  const flrt_choice choice = choice_of(parent, c, args...);
  const flrt_mode mode = modes >> choice.mode & 1 ? choice.mode : FLRT_RECORD;
  if (mode == FLRT_BLOCKS && blocks_tried<P>(parent, c, 0, choice.measure, args...))
    return;
  if (mode != FLRT_SERIAL)
    fused_measured<P>(parent, c, choice.measure, args...);
  else if constexpr (sizeof...(Params) == sizeof...(Args))
    launch_in_place<P>(parent, c, choice.measure, in_place, args...);
}
} // namespace __fl
#endif
