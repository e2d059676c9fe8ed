// The host's choice for parents whose threads wait for children: the fused engine, or t3.
#ifndef FREELAUNCH_WAITING_H
#define FREELAUNCH_WAITING_H
#include "block.h"
#include "fused.h"

namespace fl {
// Launches parent P, whose threads wait for children, in one of the two ways, whichever was faster lately for launches of as many threads. Where parent
// blocks do not reach for every multiprocessor, they would leave most of the machine idle; where they are many, they are what to begin with: a join then
// costs next to nothing (Free Launch, section 3: persistent workers against parent blocks).
template <class P, class... Args> void select_joining(const host_config &c, const Args &...args) {
  int device = 0;
  cudaGetDevice(&device);
  const u64 workers = u64(flrt_device_facts(device)->multiprocessors), blocks = u64(c.grid.x) * c.grid.y * c.grid.z;
  flrt_parent &parent = known_parent<P>(device, c, "auto", [&](flrt_parent &p) {
    p.selector.waits = 1;
    if (p.selector.seeded)
      flrt_settle(&p.selector); // the modes of a profile's numbers are known only now
    else
      p.selector.mode = blocks >= 2 * workers ? FLRT_BLOCKS : FLRT_RECORD;
  });
  flrt_choice choice = {FLRT_RECORD, 0, 0, ""};
  if (2 * blocks >= workers || flrt_env()->choice)
    choice = flrt_decide(&parent);
  if (choice.mode == FLRT_BLOCKS)
    blocks_measured<P>(parent, c, choice.measure, args...);
  else
    fused_measured<P>(parent, c, choice.measure, args...);
}
} // namespace fl
#endif
