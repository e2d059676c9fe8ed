// The host side of the split engine: a launch of a parent becomes its recording form and, right
// behind it in the same stream, the drain that runs what was recorded (DESIGN section 5).
#ifndef FREELAUNCH_SPLIT_H
#define FREELAUNCH_SPLIT_H
#include "builtin.h"
#include "host.h"
#include "inplace.h"
#include "rounds.h"
#include "spread.h"
#include "together.h"

namespace __fl {
// The parent has ended, of a launch that is measured. Not a function to be called: the time that its code takes to arrive would be the drain's.
FL_DEVICE void note_behind(worklist_head *h) {
  const uint3 b = hw_block(), t = hw_thread();
  if ((b.x | t.x) == 0)
    h->behind = nanoseconds();
}
template <class P>
__global__ void __launch_bounds__(drain_threads<P>) drain(FL_GRID_CONSTANT const worklists<P> w, const roots<P> sent) {
  wait_dependencies();
  if (selects<P> && w.measure)
    note_behind(w.head);
  const auto &r = found_roots<P>(w, sent);
  if constexpr (closure<P>::simple)
    drain_once<P, grid_team<P>>(w, r);
  else
    drain_rounds<P, grid_team<P>>(w, r);
}
// The dynamic shared memory of a drain block: a slice for each of the groups that fit side by side,
// or, where the sizes are known only at run time, all that a block can have.
template <class P> size_t drain_shared(size_t most) {
  using all = closure<P>;
  if (!all::slices)
    return 0;
  constexpr size_t slice = sizeof(group_state) + all::all::shared();
  const size_t want = all::tracks_shared ? most : slice * most_slices<P>(drain_threads<P> / 32);
  return want < most ? want : most;
}

// How launches of parent P may be carried out, as the selector has it: where there is an order, not with some in place and some behind them.
template <class P> constexpr unsigned modes_of = 1u << FLRT_RECORD | 1u << FLRT_SERIAL | (closure<P>::simple ? 1u << FLRT_MIXED : 0);

// What is known of parent P on a device; the first call finds out how its drain is to be launched.
template <class P> flrt_parent &parent_on(const flrt_device &facts, const host_config &c) {
  constexpr const char *strategy = selects<P>                ? "auto"
                                   : deal_of<P> == deal_blocks ? "t1"
                                   : deal_of<P> == deal_grids  ? "t2"
                                                               : "mega";
  return known_parent<P>(facts, c, strategy, [&](flrt_parent &p) {
    const size_t shared = drain_shared<P>(closure<P>::slices ? allow_shared(facts, drain<P>) : 0);
    int resident = 0;
    cudaFuncAttributes compiled = {};
    // Not what the device is: code for an older one runs on it, too, and has no wait_dependencies().
    p.drain_waits = cudaFuncGetAttributes(&compiled, drain<P>) == cudaSuccess && compiled.ptxVersion >= 90;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, drain<P>, int(drain_threads<P>),
                                                  shared);
    p.grid = unsigned((resident > 0 ? resident : 1) * facts.multiprocessors);
    p.shared = unsigned(shared);
    p.selector.modes = modes_of<P>;
    if (p.selector.seeded)
      flrt_settle(&p.selector); // the modes of a profile's numbers are known only now
    constexpr bool in_vain = relays<P> && !closure<P>::tracks_shared; // what other files ask for, no thread looks at
    p.shared_limit = unsigned((in_vain              ? size_t(facts.shared_optin)
                               : closure<P>::slices ? shared - sizeof(group_state)
                                                    : 48 * 1024) -
                              unseen_shared<P>);
  });
}

// The worklist of a launch of `threads` parent threads that is to be made so, in what is kept of its stream; without a head where there is no memory for it.
template <class P>
worklist begin_list(const flrt_device &facts, flrt_parent &parent, const host_config &c, unsigned kind, size_t threads, const flrt_choice &choice,
                    flrt_stream *&kept) {
  using all = closure<P>;
  constexpr size_t each = list_bytes<P>;
  const size_t capacity = flrt_capacity(&parent, FLRT_OF_GRIDS, threads, larger(least_capacity, room_for_loops<P>(facts, c, threads, 1)), max_capacity);
  worklist w = {};
  kept = flrt_acquire(&facts, c.stream, kind, sizeof(worklist_memory), (capacity + 16) * each, 17 * each);
  if (!kept)
    return w;
  const size_t room = kept->bytes / each - 16;
  worklist_memory *const memory = reinterpret_cast<worklist_memory *>(kept->head);
  w.head = &memory->head;
  w.tables = all::simple ? nullptr : &memory->tables;
  w.arenas = kept->arenas;
  w.capacity = u32(capacity < room ? capacity : room);
  w.limit = choice.limit;
  w.counters = w.head->recording;
  if (all::simple && !kept->captured) {
    w.counters = &memory->turns[!kept->turn];
    w.clears = &memory->turns[kept->turn];
  }
  w.threads = number_of_threads(c);
  w.shared_limit = parent.shared_limit;
  w.drain_shared = parent.shared;
  w.facts = u32(facts.device) | u32(facts.multiprocessors) << 8 |
            u32(facts.cc_major * 10 + facts.cc_minor) << 20;
  w.log = flrt_counting();
  w.measure = choice.measure;
  w.weighs = choice.weigh;
  w.report = parent.device_report;
  return w;
}
// Behind the launches: what fills the list was launched, what empties it.
static inline void end_list(const host_config &c, const worklist &w, flrt_stream *kept, bool filled, bool emptied) {
  if (filled && w.clears)
    kept->turn = !kept->turn;
  if (filled && !emptied) // the next drain shall not find these records
    cudaMemsetAsync(kept->head, 0, sizeof(worklist_memory), c.stream);
  flrt_release(kept, c.stream);
}
// The drain of what is recorded in a list, whose arguments are at `args`.
template <class P> flrt_kernel drain_of(const flrt_parent &parent, flrt_how how, void **args) {
  return launch_of(drain<P>, how, dim3(parent.grid), dim3(drain_threads<P>), parent.shared, args);
}

// How a drain is launched behind P. Where threads of P wait for others, these may be a kernel's of another stream, which a drain that fills the machine would keep from it.
template <class P> flrt_how how_behind(const flrt_parent &drained, cudaStream_t stream) {
  return waits_for_threads<P> ? FLRT_PLAIN : flrt_behind(&drained, stream);
}
// Launches a parent and its drain. Returns how many of the two CUDA accepted.
template <class P, class... Params>
unsigned launch_split(flrt_parent &parent, const host_config &c, flrt_stream *chains, worklists<P> &w, void (*kernel)(worklists<P>, Params...),
                      Params... params) {
  roots<P> sent = sent_roots<P>(params...);
  void *parent_args[] = {&w, const_cast<void *>(static_cast<const void *>(&params))...}, *drain_args[] = {&w, &sent};
  // Its blocks may wait for each other.
  const flrt_how how = closure<P>::simple ? how_behind<P>(parent, c.stream) : FLRT_COOPERATIVE;
  const flrt_kernel both[] = {launch_of(kernel, FLRT_PLAIN, c.grid, c.block, c.shared, parent_args), drain_of<P>(parent, how, drain_args)};
  return flrt_launch(&parent, w.measure, chains, w.counters == reinterpret_cast<worklist_memory *>(w.head)->turns, c.stream, both, 2);
}
// Launches `kernel`, a form of parent P that records, and its drain. Errors of the parent's launch
// stay where CUDA leaves them. False, and one of memory: there is none for a worklist, and nothing was launched.
template <class P, class... Params, class... Args>
bool split_chosen(flrt_parent &parent, const host_config &c, const flrt_choice &choice, void (*kernel)(worklist, Params...), const Args &...args) {
  const flrt_device &facts = *parent.on;
  flrt_stream *kept;
  worklist w = begin_list<P>(facts, parent, c, 0, threads_of(c), choice, kept);
  if (!kept)
    return false;
  const bool spread = spreads<P> && choice.mode == FLRT_RECORD && is_spread(facts, c);
  if constexpr (records_together<P>)
    if (choice.mode == FLRT_RECORD && is_together(c, w.capacity))
      kernel = record_together<P, Params...>;
  if constexpr (spreads<P>)
    if (spread)
      kernel = record_spread<P, Params...>;
  if (needs_leave<P>(c)) // what the program allowed the parent, it allowed its symbol
    allow_shared(facts, kernel);
  const unsigned launched =
      launch_split<P, Params...>(parent, spread ? spread_config(c) : c, chains_in<P>(kept), w, kernel, static_cast<Params>(args)...);
  end_captured<P>(c);
  end_list(c, w, kept, launched > 0, launched > 1);
  return true;
}
template <class P, class... Params, class... Args>
void split(const host_config &c, void (*kernel)(worklist, Params...), const Args &...args) {
  split_chosen<P>(parent_on<P>(*flrt_here(), c), c, no_choice(), kernel, args...);
}

// Carries a launch out as the selector has chosen: in place, with nothing behind it, or by a form of the parent that records, be it only what is large. In place it takes
// no memory.
template <class P, class... Params, class... Args>
void launch_chosen(flrt_parent &parent, const host_config &c, const flrt_choice &choice, void (*kernel)(worklist, Params...),
                   void (*in_place)(worklist, Params...), const Args &...args) {
  const cudaError_t before = cudaPeekAtLastError();
  if (choice.mode == FLRT_SERIAL) {
    launch_in_place<P>(parent, c, choice.measure, in_place, args...);
  } else if (!split_chosen<P>(parent, c, choice, choice.mode == FLRT_RECORD ? kernel : in_place, args...)) {
    if (before == cudaSuccess)
      cudaGetLastError();
    launch_in_place<P>(parent, c, 0, in_place, args...);
  }
}
// Launches `kernel` with a drain behind it, or `in_place`, which runs small children itself, be it with a drain for the others or without one: whichever was fastest for launches of
// this parent lately. Where its children take so many registers that blocks of the parent's size would not fit, they are recorded.
template <class P, class... Params, class... Args>
void select(const host_config &c, void (*kernel)(worklist, Params...),
            void (*in_place)(worklist, Params...), const Args &...args) {
  flrt_parent &parent = parent_on<P>(*flrt_here(), c);
  if (!fits_in_place<P>(parent, c, in_place)) {
    split_chosen<P>(parent, c, no_choice(), kernel, args...);
    return;
  }
  launch_chosen<P>(parent, c, choice_of(parent, c, args...), kernel, in_place, args...);
}
} // namespace __fl
#endif
