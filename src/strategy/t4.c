// t4, Free Launch's CKi -> PTi: the parent thread runs its child's grid itself, thread after thread
// (paper section 2.6).
#include "analysis/threads/fission.h"
#include "strategy/strategy.h"

// Why the body of a kernel with barriers cannot be run for a whole block: what lives across a barrier is a reference to its thread's slot.
static struct fl_reason cut_obstacle(struct fl_unit *u, struct fl_function *k) {
  const struct fl_fission *cut = fl_fission_of(u, k);
  for (size_t i = 0; i < cut->slots.len && !cut->illegal.text; i++) {
    const struct fl_decl *d = cut->slots.data[i]->decl;
    const struct fl_reason use = fl_declared_use(u, k, d);
    if (use.text)
      return (struct fl_reason){
          fl_format(u->arena, "'%s' lives across a barrier and %s", d->name, use.text), use.at};
  }
  return cut->illegal;
}

// What a grid may launch in turn is listed at namespace scope, for grids that are launched on the device.
static struct fl_reason list_obstacle(struct fl_unit *u, const struct fl_site *s) {
  bool listed = s->caller->kind != FL_KERNEL;
  for (size_t i = 0; i < s->caller->facts->launches.len; i++)
    listed |= !s->caller->facts->launches.data[i]->on_host;
  if (!listed || !s->kernel->facts->reach.len)
    return (struct fl_reason){NULL, s->span};
  const struct fl_reason unknown = fl_instance_of(u, s).unknown;
  return unknown.text ? unknown : fl_list_obstacle(u, s);
}

static struct fl_reason legal(struct fl_unit *u, const struct fl_options *opt,
                              const struct fl_site *s) {
  (void)opt;
  struct fl_reason r = fl_movable(u, s);
  if (r.text)
    return r;
  const struct fl_function *k = s->kernel;
  if (k->facts->is_foreign)
    return (struct fl_reason){
        fl_format(u->arena, "the definition of '%s' is not in this file", k->name), k->name_span};
  r = fl_host_obstacle(u, s);
  if (r.text)
    return r;
  if (k->facts->recursive)
    return (struct fl_reason){
        fl_format(u->arena, "'%s' is recursive, and would nest in one thread's stack", k->name),
        k->name_span};
  if (k->facts->any_wait)
    return (struct fl_reason){
        fl_format(u->arena, "threads of '%s' wait for each other in a loop", k->name),
        k->facts->wait_at};
  if (k->facts->any_barrier && k->facts->specializations.len)
    return (struct fl_reason){
        fl_format(u->arena, "'%s' has barriers and an explicit specialization", k->name),
        k->name_span};
  if (k->facts->any_barrier) {
    const struct fl_reason cut = cut_obstacle(u, s->kernel);
    if (cut.text)
      return (struct fl_reason){fl_format(u->arena, "'%s' has barriers: %s", k->name, cut.text),
                                cut.at};
  }
  if (k->facts->any_warp)
    return (struct fl_reason){fl_format(u->arena, "'%s' exchanges values within a warp", k->name),
                              k->name_span};
  r = list_obstacle(u, s);
  if (r.text)
    return r;
  r = fl_passed_lambda_obstacle(u, s->caller);
  if (r.text)
    return r;
  r = fl_lock_obstacle(u, s);
  if (r.text)
    return r;
  r = fl_address_obstacle(u, s);
  if (r.text)
    return r;
  return fl_not_tail(u, s);
}

const struct fl_strategy fl_t4 = {
    .name = "t4",
    .text = "the parent thread runs the child serially",
    .policy = "__fl::serial(fl_ctx)",
    .legal = legal,
};
