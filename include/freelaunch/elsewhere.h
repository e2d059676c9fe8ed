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

namespace fl {
// What a file tells of a kernel of its own.
struct told_kernel {
  const char *symbol;
  const char *key; // in logs: "kernel file"
  // The worklist of a launch of so many parent threads, in what is kept of the stream as `kind`; without a head where there is no memory for it.
  worklist (*begin)(const host_config &c, unsigned kind, size_t threads, flrt_stream *&kept);
  // Behind the launches that fill it, if there are such.
  void (*end)(const host_config &c, worklist &w, flrt_stream *kept, bool filled);
  told_kernel *next;
};
// Those of one executable or library, as its device code is linked together.
__attribute__((weak, visibility("hidden"))) told_kernel *told_kernels;

template <class K> struct teller : told_kernel {
  using root = relay<K>;
  static worklist start(const host_config &c, unsigned kind, size_t threads, flrt_stream *&kept) {
    flrt_parent &p = parent_on<root>(*flrt_here(), c);
    worklist w = begin_list<root>(*p.on, p, c, kind, threads, 0, 0, kept);
    w.shared_limit -= w.shared_limit ? u32(unseen_shared<root>) : 0;
    return w;
  }
  static void finish(const host_config &c, worklist &w, flrt_stream *kept, bool filled) {
    flrt_parent &p = parent_on<root>(*flrt_here(), c);
    roots<root> none;
    void *args[] = {&w, &none};
    const flrt_kernel drains[] = {drain_of<root>(p, c, args)};
    end_list(c, w, kept, filled, filled && flrt_launch(&p, 0, nullptr, 0, c.stream, drains, 1) == 1);
  }
  teller(const char *of, const char *name) : told_kernel{of, name, start, finish, told_kernels} { told_kernels = this; }
};

inline const told_kernel *find_told(const char *symbol) {
  const told_kernel *k = told_kernels;
  while (k && strcmp(k->symbol, symbol) != 0)
    k = k->next;
  return k;
}
template <class L> struct symbols_of;
template <class... Ks> struct symbols_of<list<Ks...>> {
  static constexpr const char *all[] = {Ks::symbol...};
};

// Launches a parent, and its own drain where it has kernels of its own file below it. Returns whether CUDA accepted the parent.
template <class P, class... Params>
bool launch_beside(const host_config &c, worklists<P> &w, void (*kernel)(worklists<P>, Params...), Params... params) {
  if constexpr (closure<P>::kernels::size != 0) {
    const flrt_device &facts = *flrt_here();
    flrt_parent &parent = parent_on<P>(facts, c);
    flrt_stream *kept;
    static_cast<worklist &>(w) = begin_list<P>(facts, parent, c, 0, threads_of(c), 0, 0, kept);
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
template <class P, u32 n, class... Params, class... Args>
void split(const host_config &c, void (*kernel)(worklist_with<n>, Params...), const Args &...args) {
  constexpr unsigned first_kind = 64; // of what is kept of a stream, beside the engines'
  const told_kernel *of[n];
  flrt_stream *kept[n];
  worklist_with<n> w = {};
  bool all = true;
  u32 begun = 0;
  for (; begun < n && all; begun += all) {
    of[begun] = find_told(symbols_of<others_of<P>>::all[begun]);
    w.others[begun] = of[begun]->begin(c.at(of[begun]->key), first_kind + begun, threads_of(c), kept[begun]);
    all = kept[begun] != nullptr;
  }
  if (all && c.shared > 48 * 1024)
    allow_shared(*flrt_here(), kernel);
  const bool launched = all && launch_beside<P, Params...>(c, w, kernel, static_cast<Params>(args)...);
  for (u32 i = 0; i < begun; ++i)
    of[i]->end(c.at(of[i]->key), w.others[i], kept[i], launched);
}
} // namespace fl

#include "show_macros.h"
#endif
