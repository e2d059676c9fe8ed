// t4, Free Launch's CKi -> PTi: the parent thread runs its child's grid itself, thread after thread
// (paper section 2.6).
#include "analysis/fission.h"
#include "strategy/strategy.h"

static struct fl_reason legal(struct fl_unit *u, const struct fl_options *opt,
                              const struct fl_site *s) {
  (void)opt;
  struct fl_reason r = fl_movable(u, s);
  if (r.text)
    return r;
  const struct fl_function *k = s->kernel;
  if (k->facts->recursive)
    return (struct fl_reason){
        fl_format(u->arena, "'%s' is recursive, and would nest in one thread's stack", k->name),
        k->name_span};
  if (k->facts->any_barrier && k->facts->specializations.len)
    return (struct fl_reason){
        fl_format(u->arena, "'%s' has barriers and an explicit specialization", k->name),
        k->name_span};
  if (k->facts->any_barrier) {
    const struct fl_reason cut = fl_fission_of(u, s->kernel)->illegal;
    if (cut.text)
      return (struct fl_reason){fl_format(u->arena, "'%s' has barriers: %s", k->name, cut.text),
                                cut.at};
  }
  if (k->facts->any_warp)
    return (struct fl_reason){fl_format(u->arena, "'%s' exchanges values within a warp", k->name),
                              k->name_span};
  return fl_not_tail(u, s);
}

const struct fl_strategy fl_t4 = {
    .name = "t4",
    .text = "the parent thread runs the child serially",
    .policy = "fl::serial(fl_ctx)",
    .legal = legal,
};
