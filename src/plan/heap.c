// Whether what device code allocates comes from a pool (docs/allocation.md). A block of the pool that reaches the device's own free() is
// lost memory at best, so every call of the program that frees must be known.
#include "plan/plan.h"

// Why the pool is not for this unit.
static const char *unfit(const struct fl_unit *u, const struct fl_options *opt) {
  if (opt->pool == 0)
    return "as asked for";
  if (u->heap->stays.text)
    return u->heap->stays.text;
  if (opt->pool > 0)
    return NULL;
  if (!opt->lone)
    return "other files of the program may free what this one allocates (--fl-pool=SIZE, for all "
           "of them, says that they know)";
  size_t transformed = 0, native = 0;
  for (size_t i = 0; i < u->sites.len; i++)
    if (!u->sites.data[i]->on_host)
      ++*(u->sites.data[i]->plan->strategy->policy ? &transformed : &native);
  if (!transformed)
    return "no launch is transformed";
  // CUDA's device runtime has been seen to hang in __cudaCDP2GetParameterBufferV2 where lanes of a
  // warp come to it at different times, from a pool that is nearly exhausted.
  return native ? "a launch stays native" : NULL;
}

void fl_plan_heap(struct fl_unit *u, const struct fl_options *opt) {
  struct fl_heap *h = u->heap;
  // On the CPU target the heap is the host's, which is fast.
  if (!h->allocates && (opt->pool <= 0 || h->stays.text))
    return;
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
    fl_report_at(u, FL_REMARK, h->at, "remarks", "allocation on the device: from a pool%s%s",
                 h->objects ? "" : "; not by new: ", h->objects ? "" : h->objects_stay.text);
}
