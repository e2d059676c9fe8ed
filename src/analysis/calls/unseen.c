// What runs without a call that could be seen, and so cannot be handed a context: constructors, destructors, operators, initialisers and the like.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include <string.h>

// Constructors, destructors and operators run without a call that could be seen, where there is an object of their class.
static bool runs_unseen(const struct fl_function *f) {
  return fl_is_constructor(f) || fl_is_destructor(f) ||
         (f->is_member && !strncmp(f->name, "operator", 8) && strcmp(f->name, "operator()") != 0);
}

// So do, where no class tells it, begin() and end(), get<I>() for structured bindings, and virtual functions by a call of another.
bool fl_may_run_anywhere(const struct fl_function *f) {
  return !strcmp(f->name, "begin") || !strcmp(f->name, "end") ||
         (!strcmp(f->name, "get") && f->template_params.len) || f->is_virtual;
}

static bool has_objects(const struct fl_function *f, const char *of) {
  bool has = f->any_objects;
  for (size_t i = 0; i < f->objects.len && !has; i++)
    has = !strcmp(f->objects.data[i], of);
  return has;
}

bool fl_may_run_on_object(const struct fl_function *f, const struct fl_function *g) {
  return runs_unseen(g) && has_objects(f, g->scope);
}

// Is a constructor given something, and no object of its own class? Others make members, elements and copies, where nothing shows it.
static bool asks_for_arguments(const struct fl_unit *u, const struct fl_function *g) {
  const char *class = fl_format(u->arena, "%.*s", (int)strcspn(g->name, "<"), g->name);
  return g->params.len && fl_span_empty(g->params.data[0].default_arg) &&
         !g->params.data[0].is_pack && !fl_mentions(g->params.data[0].type, class);
}
// Are all runs of `g` in the body of `f` calls that its nodes show?
static bool is_in_sight(const struct fl_unit *u, const struct fl_function *f,
                        const struct fl_function *g) {
  bool called = false;
  for (size_t i = 0; i < f->calls.len && !called; i++)
    called = f->calls.data[i]->decl && f->calls.data[i]->decl->function == g;
  return called && !f->any_objects && !fl_is_destructor(g) &&
         (!fl_is_constructor(g) ||
          (!f->makes_unseen && !fl_is_constructor(f) && asks_for_arguments(u, g)));
}
bool fl_begins_members(const struct fl_unit *u, const struct fl_function *f,
                       const struct fl_function *g) {
  bool begins = false;
  for (size_t i = 0; i < u->member_uses.len && !begins; i++)
    begins = !strcmp(u->member_uses.data[i].name, g->name) &&
             (!f || has_objects(f, u->member_uses.data[i].scope));
  return begins;
}
bool fl_may_run_unseen(struct fl_unit *u, const struct fl_function *f,
                       const struct fl_function *g) {
  return (fl_may_run_on_object(f, g) && !is_in_sight(u, f, g)) || fl_begins_members(u, f, g) ||
         fl_mentions(fl_initialisers(u, f), g->name);
}

bool fl_may_join_unseen(const struct fl_function *f, const struct fl_function *g) {
  return g->facts->any_join && (fl_may_run_anywhere(g) || fl_may_run_on_object(f, g));
}

// In which functions may one run, unseen: by an object in it, or in what it calls, seen or not? (runs_it)
static void find_runs(struct fl_unit *u, const struct fl_function *unseen) {
  struct fl_functions members = {0};
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    f->facts->runs_it = has_objects(f, unseen->scope);
    if (runs_unseen(f))
      *fl_vec_add(u->arena, &members) = f;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < u->functions.len; i++) {
      struct fl_function *f = u->functions.data[i];
      bool runs = f->facts->runs_it;
      for (size_t k = 0; k < f->facts->callees.len && !runs; k++)
        runs = f->facts->callees.data[k]->facts->runs_it;
      for (size_t k = 0; k < members.len && !runs; k++)
        runs = members.data[k]->facts->runs_it && has_objects(f, members.data[k]->scope);
      changed |= runs != f->facts->runs_it;
      f->facts->runs_it = runs;
    }
  }
}

// No body can be moved in which a function may run, unseen, that depends on its block.
static void move_none_with(struct fl_unit *u, const struct fl_function *unseen,
                           struct fl_reason why) {
  find_runs(u, unseen);
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_facts *x = u->functions.data[i]->facts;
    if (x->runs_it && !x->no_context_deep.text)
      x->no_context_deep = why;
  }
}

static void move_nothing(struct fl_unit *u, struct fl_reason why) {
  for (size_t k = 0; k < u->functions.len; k++)
    if (!u->functions.data[k]->facts->no_context_deep.text)
      u->functions.data[k]->facts->no_context_deep = why;
}
// Is what initialises a member no concern of device code? A launch is the host's where no device function may have an object of the class.
static bool is_hosts_own(const struct fl_unit *u, const struct fl_member_use *m) {
  bool own = m->launches;
  for (size_t i = 0; i < u->functions.len && own; i++)
    own = !has_objects(u->functions.data[i], m->scope);
  return own;
}

static struct fl_reason why_unseen(const struct fl_unit *u, const struct fl_function *f) {
  struct fl_reason r = {
      fl_format(u->arena, "'%s', which depends on its block, may run without a visible call",
                f->qualified),
      f->name_span};
  for (size_t i = 0; i < u->conversions.len && f->is_conversion; i++) {
    const struct fl_conversions *of = u->conversions.data[i];
    if (of->odd && fl_is_of_class(f, of->name, strlen(of->name)))
      r = (struct fl_reason){
          fl_format(u->arena,
                    "'%s', which depends on its block, may run without a visible call, since not "
                    "all objects of '%s' are converted to pointers where they are named",
                    f->qualified, of->name),
          of->odd_at};
  }
  return r;
}

void fl_find_unseen(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    const bool anywhere = fl_may_run_anywhere(f);
    if (!f->facts->needs_context || f->conversions || !(anywhere || runs_unseen(f)))
      continue;
    const struct fl_reason why = why_unseen(u, f);
    if (anywhere)
      move_nothing(u, why);
    else
      move_none_with(u, f, why);
  }
  for (size_t i = 0; i < u->member_uses.len; i++) {
    const struct fl_member_use *m = &u->member_uses.data[i];
    bool depends = fl_api_find(m->name) && !is_hosts_own(u, m);
    for (size_t k = 0; k < u->functions.len && !depends; k++)
      depends = u->functions.data[k]->facts->needs_context &&
                !strcmp(u->functions.data[k]->name, m->name);
    if (depends)
      move_nothing(u,
                   (struct fl_reason){m->launches ? "a launch initialises a member of a class"
                                                  : fl_format(u->arena,
                                                              "'%s', which depends on its block, "
                                                              "initialises a member of a class",
                                                              m->name),
                                      m->at});
  }
}

static bool may_launch(const struct fl_function *f) {
  return f->facts->reach.len || f->facts->any_stream || f->facts->hidden_launch.text;
}
static void hide_launch(struct fl_function *f, struct fl_reason why) {
  if (!f->facts->hidden_launch.text)
    f->facts->hidden_launch = why;
}

// Wherever a function may run, unseen, and in itself.
static void hide_launches_of(struct fl_unit *u, const struct fl_function *unseen) {
  const struct fl_reason why = {
      fl_format(u->arena, "'%s', which launches or uses streams, may run without a visible call",
                unseen->qualified),
      unseen->name_span};
  const bool anywhere = fl_may_run_anywhere(unseen);
  if (!anywhere)
    find_runs(u, unseen);
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    if (anywhere || f->facts->runs_it || f == unseen)
      hide_launch(f, why);
  }
}

void fl_find_hidden_launches(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    if (may_launch(f) && (fl_may_run_anywhere(f) || runs_unseen(f)))
      hide_launches_of(u, f);
  }
  for (size_t i = 0; i < u->member_uses.len; i++) {
    const struct fl_member_use *m = &u->member_uses.data[i];
    bool launches = m->launches && !is_hosts_own(u, m);
    for (size_t k = 0; k < u->functions.len && !launches; k++) {
      const struct fl_function *f = u->functions.data[k];
      launches = f->kind != FL_KERNEL && !strcmp(f->name, m->name) && may_launch(f);
    }
    for (size_t k = 0; launches && k < u->functions.len; k++)
      hide_launch(u->functions.data[k],
                  (struct fl_reason){"a member of a class is initialised by what launches", m->at});
  }
}
