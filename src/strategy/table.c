// The table of strategies, and what those that move a child's body have in common.
#include "strategy/strategy.h"
#include <string.h>

const struct fl_strategy *const fl_strategies[] = {&fl_keep,       &fl_t1,   &fl_t2,   &fl_t3,
                                                   &fl_t4,         &fl_mega, &fl_warp, &fl_block,
                                                   &fl_multiblock, &fl_grid, NULL};

const struct fl_strategy *fl_strategy_find(const char *name) {
  for (const struct fl_strategy *const *s = fl_strategies; *s; s++)
    if (!strcmp((*s)->name, name))
      return *s;
  return NULL;
}

// The declaration of the variable or parameter that a launch names in place of a kernel, or the launch.
static struct fl_span variable_launched(const struct fl_site *s) {
  const struct fl_decl *d = s->node && s->node->callee ? s->node->callee->decl : NULL;
  return d && d->kind != FL_DECL_FUNCTION && !fl_span_empty(d->span) ? d->span : s->span;
}

struct fl_reason fl_movable(struct fl_unit *u, const struct fl_site *s) {
  if (!s->editable)
    return (struct fl_reason){
        s->named_by_macro ? "a macro that cannot be written out says which kernel it launches"
                          : "the launch is written inside a macro",
        s->span};
  struct fl_reason r = fl_lambda_obstacle(u, s);
  if (r.text)
    return r;
  if (s->undeclared)
    return (struct fl_reason){
        fl_format(u->arena, "no declaration of '%s' in front of the launch is understood",
                  s->kernel_name),
        s->span};
  if (!s->kernel)
    return (struct fl_reason){fl_format(u->arena,
                                        "which kernel '%s' launches is not known at compile time",
                                        s->kernel_name),
                              variable_launched(s)};
  if (s->caller && s->caller->facts->no_context.text)
    return s->caller->facts->no_context;
  const struct fl_facts *x = s->kernel->facts;
  if (x->no_context_deep.text)
    return x->no_context_deep;
  if (x->tail_copies)
    return (struct fl_reason){
        fl_format(u->arena, "'%s' puts a copy or fill into the tail stream", s->kernel->name),
        s->kernel->name_span};
  const struct fl_reason handed = fl_handed_obstacle(u, s->kernel);
  return handed.text ? handed : (struct fl_reason){NULL, s->span};
}

struct fl_reason fl_host_obstacle(struct fl_unit *u, const struct fl_site *s) {
  const bool both = s->caller && s->caller->kind == FL_HOST_DEVICE;
  return (struct fl_reason){
      both ? fl_format(u->arena, "'%s' launches on the host, too", s->caller->name) : NULL,
      s->span};
}

bool fl_called_elsewhere(const struct fl_options *opt, const struct fl_function *f) {
  const bool linked = opt->rdc || opt->target == FL_TARGET_CPU;
  return linked && !opt->lone && f->kind == FL_DEVICE && !f->is_static && !f->is_lambda &&
         !f->facts->any_join;
}

struct fl_reason fl_recordable(struct fl_unit *u, const struct fl_options *opt,
                               const struct fl_site *s) {
  (void)opt;
  struct fl_reason r = fl_movable(u, s);
  if (!r.text) // the drain names the child's instance at namespace scope
    r = fl_instance_of(u, s).unknown;
  if (!r.text)
    r = fl_list_obstacle(u, s);
  if (!r.text)
    r = fl_leaving_obstacle(u, s->kernel);
  return r.text ? r : fl_wait_obstacle(u, s->kernel, s);
}

struct fl_reason fl_not_tail(struct fl_unit *u, const struct fl_site *s) {
  if (fl_site_stream(u, s) == FL_STREAM_TAIL)
    return (struct fl_reason){"a tail launch must wait for the whole parent grid", s->span};
  if (fl_may_be_tail(u, s->stream))
    return (struct fl_reason){
        "the stream may be the tail stream, which waits for the whole parent grid", s->span};
  return (struct fl_reason){NULL, s->span};
}

struct fl_reason fl_recordable_in_part(struct fl_unit *u, const struct fl_options *opt,
                                       const struct fl_site *s) {
  const struct fl_reason r = fl_recordable(u, opt, s);
  return r.text ? r : fl_not_tail(u, s);
}
