#ifndef FREELAUNCH_ROUNDS_H
#define FREELAUNCH_ROUNDS_H
#include "drain.h"
namespace fl {
template <class P> FL_DEVICE void drain_rounds(const worklist &wl) { drain_once<P>(wl); }
}
#endif
