// Thresholding (thesis, section 3.4; CGO'22): a launch too small to pay for itself is carried out another way.
#ifndef FREELAUNCH_THRESHOLD_H
#define FREELAUNCH_THRESHOLD_H
#include "serial.h"

namespace __fl {
// The policy object of a launch that stays native.
struct native_policy {
  template <class D> FL_DEVICE void launch(const config &c, const typename D::args &args) const {
    D::start(c, args);
  }
};
FL_DEVICE native_policy native() { return native_policy{}; }

// Launches of blocks of at most `most` threads go to `small`, larger ones stay native; what is to be rejected goes to `small`, too.
template <u32 most, class Small> struct fitting_policy {
  Small small;
  template <class D> FL_DEVICE void launch(const config &c, const typename D::args &args) const {
    if (c.block.x * c.block.y * c.block.z > most && check(c, shared_field) == cudaSuccess)
      D::start(c, args);
    else
      small.template launch<D>(c, args);
  }
};
template <u32 most, class Small> FL_DEVICE fitting_policy<most, Small> fitting(Small small) {
  return fitting_policy<most, Small>{small};
}

// Launches of fewer than `limit` child threads in all go to `few`, others to `many`. Configurations that are to be rejected go to `many`.
template <class Few, class Many> struct threshold_policy {
  u64 limit;
  Few few;
  Many many;
  template <class D> FL_DEVICE void launch(const config &c, const typename D::args &args) const {
    const u64 threads = volume(c.grid) * volume(c.block);
    if (threads - 1 < limit - 1 && admit<D>(c, shared_field) == cudaSuccess)
      few.template launch<D>(c, args);
    else
      many.template launch<D>(c, args);
  }
};
template <class Few, class Many> FL_DEVICE threshold_policy<Few, Many> below(u64 limit, Few few, Many many) {
  return threshold_policy<Few, Many>{limit, few, many};
}
} // namespace __fl
#endif
