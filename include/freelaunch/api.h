// Function objects that shadow, in generated bodies, the calls that depend on the context.
#ifndef FREELAUNCH_API_H
#define FREELAUNCH_API_H
#include "context.h"

namespace fl {
namespace api {
template <class C> struct syncthreads {
  C &ctx;
  FL_DEVICE void operator()() const { ctx.sync(); }
};
template <class C> struct syncthreads_count {
  C &ctx;
  FL_DEVICE int operator()(int p) const { return ctx.sync_count(p); }
};
template <class C> struct syncthreads_and {
  C &ctx;
  FL_DEVICE int operator()(int p) const { return ctx.sync_and(p); }
};
template <class C> struct syncthreads_or {
  C &ctx;
  FL_DEVICE int operator()(int p) const { return ctx.sync_or(p); }
};
} // namespace api
} // namespace fl
#endif
