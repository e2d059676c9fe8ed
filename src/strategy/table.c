// The table of strategies, and what those that move a child's body have in common.
#include "strategy/strategy.h"
#include <string.h>

const struct fl_strategy *const fl_strategies[] = {&fl_keep, &fl_t1, &fl_t4, NULL};

const struct fl_strategy *fl_strategy_find(const char *name) {
  for (const struct fl_strategy *const *s = fl_strategies; *s; s++)
    if (!strcmp((*s)->name, name))
      return *s;
  return NULL;
}

struct fl_reason fl_movable(struct fl_unit *u, const struct fl_site *s) {
  if (!s->editable)
    return (struct fl_reason){"the launch is written inside a macro", s->span};
  struct fl_reason r = fl_lambda_obstacle(u, s);
  if (r.text)
    return r;
  if (!s->kernel)
    return (struct fl_reason){fl_format(u->arena,
                                        "which kernel '%s' launches is not known at compile time",
                                        s->kernel_name),
                              s->span};
  if (s->caller && s->caller->facts->no_context.text)
    return s->caller->facts->no_context;
  const struct fl_facts *x = s->kernel->facts;
  if (x->no_context_deep.text)
    return x->no_context_deep;
  if (x->any_join)
    return (struct fl_reason){
        fl_format(u->arena, "'%s' waits for children of its own", s->kernel->name),
        s->kernel->name_span};
  return (struct fl_reason){NULL, s->span};
}
