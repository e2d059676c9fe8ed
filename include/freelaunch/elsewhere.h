// Parents below which kernels of other files are launched. What launches these goes into a worklist for each; behind the parent's own drain each of those is
// emptied by a drain that the file made which defines the kernel. Nothing else passes between the two files, so that what the kernel takes, of registers and of
// shared memory, is its own file's affair. Launches in an order, and kernels that launch in turn, are not carried out so.
#ifndef FREELAUNCH_ELSEWHERE_H
#define FREELAUNCH_ELSEWHERE_H
#ifndef FL_OWN_WARNINGS
#pragma GCC system_header
#endif
#include "hide_macros.h"

#include "split.h"

namespace __fl {
// What a file tells of a kernel of its own. Lists are readied, and kernels launched, by the file that launches the parent: it alone knows what it means by the default
// stream.
struct told_kernel {
  const char *symbol;
  const char *key;  // of its drain, in logs
  u32 most_threads; // of a block, by the kernel's __launch_bounds__
  flrt_parent &(*on)(const flrt_device &facts, const host_config &c);
  flrt_kernel (*drain)(const flrt_parent &parent, flrt_how how, void **args); // its arguments: a worklist and roots
  told_kernel *next;
};
// Those of one executable or library, as its device code is linked together.
__attribute__((weak, visibility("hidden"))) told_kernel *told_kernels;

template <class K> struct teller : told_kernel {
  teller(const char *of, const char *name)
      : told_kernel{of, name, u32(told<K>::max_threads), parent_on<relay<K>>, drain_of<relay<K>>, told_kernels} {
    told_kernels = this;
  }
};

inline const told_kernel *find_told(const char *symbol) {
  const told_kernel *k = told_kernels;
  while (k && strcmp(k->symbol, symbol) != 0)
    k = k->next;
  return k;
}
// Launches a parent, and its own drain where it has kernels of its own file below it. Returns whether CUDA accepted the parent.
template <class P, class... Params>
bool launch_beside(const host_config &c, worklists<P> &w, void (*kernel)(worklists<P>, Params...), Params... params) {
  if constexpr (closure<P>::kernels::size != 0) {
    const flrt_device &facts = *flrt_here();
    flrt_parent &parent = parent_on<P>(facts, c);
    flrt_stream *kept;
    static_cast<worklist &>(w) = begin_list<P>(facts, parent, c, 0, threads_of(c), no_choice(), kept);
    if (!kept)
      return false;
    const unsigned launched = launch_split<P, Params...>(parent, c, nullptr, w, kernel, params...);
    end_list(c, w, kept, launched > 0, launched > 1);
    return launched > 0;
  } else {
    flrt_parent &parent = known_parent<P>(*flrt_here(), c, "t1", [](flrt_parent &) {});
    __atomic_fetch_add(&parent.launches, 1, __ATOMIC_RELAXED);
    return launch_plain<worklists<P>, Params...>(c, kernel, w, params...) == cudaSuccess;
  }
}
// `kernel` is the form of parent P that records. Who asked before (asks.h) knows that all of the kernels are told of.
template <class P, u32 n, class... Ks, class... Params, class... Args>
void split_among(list<Ks...>, const host_config &c, void (*kernel)(worklist_with<n>, Params...), const Args &...args) {
  constexpr unsigned first_kind = 64; // of what is kept of a stream, beside the engines'
  const flrt_device &facts = *flrt_here();
  static const told_kernel *const of[] = {find_told(Ks::symbol)...};
  flrt_parent *parent[n];
  flrt_stream *kept[n];
  worklist_with<n> w = {};
  bool all = true;
  u32 i = 0;
  const auto begin = [&](auto list_of) {
    if (!all)
      return;
    parent[i] = &of[i]->on(facts, c.at(of[i]->key));
    w.others[i] = list_of(*parent[i], first_kind + i, kept[i]);
    w.others[i].limit = of[i]->most_threads;
    all = kept[i] != nullptr;
    i += all;
  };
  (begin([&](flrt_parent &p, unsigned kind, flrt_stream *&k) { return begin_list<relay<Ks>>(facts, p, c, kind, threads_of(c), no_choice(), k); }), ...);
  if (all && needs_leave<P>(c))
    allow_shared(facts, kernel);
  const bool launched = all && launch_beside<P, Params...>(c, w, kernel, static_cast<Params>(args)...);
  while (i-- > 0) {
    pack<> none;
    void *drain_args[] = {&w.others[i], &none};
    const flrt_kernel drain = of[i]->drain(*parent[i], how_behind<P>(*parent[i], c.stream), drain_args);
    end_list(c, w.others[i], kept[i], launched, launched && flrt_launch(parent[i], 0, nullptr, 0, c.stream, &drain, 1) == 1);
  }
  end_captured<P>(c);
}
template <class P, u32 n, class... Params, class... Args>
void split(const host_config &c, void (*kernel)(worklist_with<n>, Params...), const Args &...args) {
  split_among<P, n>(others_of<P>(), c, kernel, args...);
}
} // namespace __fl

#include "show_macros.h"
#endif
