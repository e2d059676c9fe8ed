// Calls with the elements of an argument pack, for kernels with parameter packs.
#ifndef FREELAUNCH_PACK_H
#define FREELAUNCH_PACK_H
#include "base.h"

namespace fl {
template <class F, u32... I, class... Ts>
FL_DEVICE void spread(const pack_of<indices<I...>, Ts...> &p, const F &f) {
  f(p.template get<I>()...);
}
template <class F> FL_DEVICE void spread(const pack<> &, const F &f) { f(); }
} // namespace fl
#endif
