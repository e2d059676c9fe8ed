// t1, Free Launch's CB* -> PB*: launches are recorded, and their blocks dealt out evenly over all
// workers of the drain (paper section 2.3).
#include "strategy/strategy.h"

// The drain names the child's instance at namespace scope.
static struct fl_reason nameable(struct fl_unit *u, const struct fl_site *s) {
  if (!s->kernel->template_head.end || fl_span_empty(s->kernel->template_head))
    return (struct fl_reason){NULL, s->span};
  if (!s->template_args || !*s->template_args)
    return (struct fl_reason){
        fl_format(u->arena,
                  "the template arguments of '%s' are deduced from dependent types; write them out",
                  s->kernel_name),
        s->span};
  if (s->args_name_locals)
    return (struct fl_reason){"the template arguments name something local to the caller", s->span};
  if (s->caller && s->caller->kind != FL_KERNEL) {
    if (s->caller->in_template_class)
      return (struct fl_reason){"it is written in a member of a class template", s->span};
    for (size_t i = 0; i < s->caller->template_params.len; i++)
      if (fl_mentions(s->template_args, s->caller->template_params.data[i].name))
        return (struct fl_reason){"the template arguments depend on those of a device function",
                                  s->span};
  }
  return (struct fl_reason){NULL, s->span};
}

static struct fl_reason legal(struct fl_unit *u, const struct fl_options *opt,
                              const struct fl_site *s) {
  (void)opt;
  struct fl_reason r = fl_movable(u, s);
  if (!r.text)
    r = nameable(u, s);
  if (r.text)
    return r;
  const struct fl_facts *x = s->kernel->facts;
  if (x->early_exit && x->any_warp)
    return (struct fl_reason){
        fl_format(u->arena,
                  "threads of '%s' may leave early while others of their warp exchange values",
                  s->kernel->name),
        s->kernel->name_span};
  return r;
}

const struct fl_strategy fl_t1 = {
    "t1", "record launches; a drain deals child blocks evenly over all workers",
    "fl::record(fl_ctx)", true, legal};
