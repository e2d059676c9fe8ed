// Calls with the elements of an argument pack, for kernels with parameter packs.
#ifndef FREELAUNCH_PACK_H
#define FREELAUNCH_PACK_H
#include "base.h"

namespace __fl {
template <class F, class Of, u32... I, class... Ts>
FL_DEVICE void spread(const pack_of<Of, indices<I...>, Ts...> &p, const F &f) {
  f(p.template get<I>()...);
}
template <class F, class Of> FL_DEVICE void spread(const arguments<Of> &, const F &f) { f(); }
} // namespace __fl
#endif
