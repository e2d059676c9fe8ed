// Whether what device code allocates comes from a pool (docs/allocation.md). A block of the pool that reaches the device's own free() is
// lost memory at best, so every call of the program that frees must be known. Of a program of several files the linker's command knows that
// (driver/pool.c): each of them is made such that it may have a pool, and says what it does.
#include "plan/plan.h"

// Why the pool is not for this unit.
static const char *unfit(const struct fl_unit *u, const struct fl_options *opt) {
  if (opt->pool == 0)
    return "as asked for";
  if (u->heap->stays.text)
    return u->heap->stays.text;
  if (opt->pool > 0)
    return NULL;
  if (!opt->lone && !opt->linked)
    return "other files of the program may free what this one allocates (--fl-pool=SIZE, for all "
           "of them, says that they know)";
  if (opt->others)
    return opt->others;
  size_t transformed = 0, native = 0;
  for (size_t i = 0; i < u->sites.len; i++)
    if (!u->sites.data[i]->on_host)
      ++*(u->sites.data[i]->plan->strategy->policy ? &transformed : &native);
  if (!transformed && (opt->lone || !opt->rdc))
    return "no launch is transformed";
  // CUDA's device runtime has been seen to hang in __cudaCDP2GetParameterBufferV2 where lanes of a
  // warp come to it at different times, from a pool that is nearly exhausted.
  return native ? "a launch stays native" : NULL;
}

void fl_plan_heap(struct fl_unit *u, const struct fl_options *opt) {
  struct fl_heap *h = u->heap;
  // What one file frees others may have allocated.
  const bool frees = (h->frees || h->deletes) && (opt->pool > 0 || opt->linked);
  if (!h->allocates && !frees)
    return;
  // On the CPU target the heap is the host's, which is fast.
  if (opt->pool < 0 && opt->target == FL_TARGET_CPU)
    return;
  const char *why = unfit(u, opt);
  h->pooled = !why;
  h->objects = h->pooled && !h->objects_stay.text;
  if (!h->allocates)
    return;
  if (why)
    fl_report_at(u, FL_REMARK, h->at, "remarks", "allocation on the device: left alone: %s", why);
  else
    fl_report_at(u, FL_REMARK, h->at, "remarks", "allocation on the device: from a pool%s%s%s",
                 opt->linked ? ", if the linked program gets one" : "",
                 h->objects ? "" : "; not by new: ", h->objects ? "" : h->objects_stay.text);
}
