// What stops a device function that depends on its block from being copied for another one.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/instances/instances.h"
#include <string.h>

// A default argument is evaluated where the function is declared, which no context reaches.
struct fl_reason fl_default_obstacle(struct fl_unit *u, const struct fl_function *f) {
  for (size_t i = 0; i < f->params.len; i++) {
    const char *text = fl_head_text(u, f->params.data[i].default_arg);
    bool depends = false;
    for (size_t k = 0; *text && k < f->facts->callees.len; k++)
      depends |= f->facts->callees.data[k]->facts->needs_context &&
                 fl_mentions(text, f->facts->callees.data[k]->name);
    if (depends)
      return (struct fl_reason){
          fl_format(u->arena, "a default argument of '%s' depends on its block", f->name),
          f->params.data[i].default_arg};
  }
  return (struct fl_reason){NULL, f->name_span};
}

// A copy is a template, of which only the first declaration may have default arguments. What another file declares comes first.
static bool late_default(struct fl_unit *u, const struct fl_function *f) {
  uint32_t first = f->span.begin;
  bool late = false;
  for (size_t i = 0; i < f->redeclarations.len; i++) {
    const struct fl_span at = f->redeclarations.data[i].span;
    if (at.file != f->span.file)
      first = 0;
    else if (at.begin < first)
      first = at.begin;
  }
  for (size_t i = 0; i < f->redeclarations.len; i++) {
    const struct fl_span at = f->redeclarations.data[i].span;
    late |= at.file == f->span.file && at.begin > first && strchr(fl_span_text(u, at), '=');
  }
  for (size_t i = 0; i < f->params.len && f->span.begin > first; i++) {
    const struct fl_span at = f->params.data[i].default_arg;
    late |= f->redeclarations.len && !fl_span_empty(at) && at.file == f->span.file &&
            at.begin > f->span.begin && at.begin < f->span.end;
  }
  return late;
}

void fl_note_used_members(struct fl_unit *u) {
  for (size_t i = 0; i < u->files.len; i++)
    for (const char *p = u->files.data[i].text;
         (p = fl_find_word(u->files.data[i].text, p, "using")); p++) {
      const char *end = p + strcspn(p, ";={"), *behind = end;
      if (*end != ';')
        continue;
      while (behind > p && strchr(" \t\r\n.", behind[-1]))
        behind--;
      const char *name = behind;
      while (name > p + 2 && strncmp(name - 2, "::", 2) != 0)
        name--;
      if (name > p + 2)
        fl_names_add(u->arena, &u->used_members, name, (size_t)(behind - name));
    }
}

// Does a class make a base's members of this name its own, `using Base::f;`, which the copies of its own would hide?
static bool used_of_base(const struct fl_unit *u, const struct fl_function *f) {
  return f->is_member && fl_names_have(&u->used_members, f->name, strlen(f->name));
}

static struct fl_reason copy_obstacle(struct fl_unit *u, const struct fl_function *f) {
  struct fl_reason r = f->facts->no_context;
  if (r.text)
    return r;
  r = fl_default_obstacle(u, f);
  if (r.text)
    return r;
  if ((!strncmp(f->name, "operator", 8) && !fl_is_functors(f) && !f->conversions) || f->is_lambda)
    r.text = fl_format(u->arena, "'%s' depends on its block", f->name);
  else if (late_default(u, f))
    r.text = fl_format(u->arena, "'%s' gets default arguments when it is declared again", f->name);
  else if (used_of_base(u, f))
    r.text = fl_format(u->arena, "'%s' is a base's and made known by 'using'", f->name);
  r.at = f->name_span;
  return r;
}

struct fl_reason fl_copy_obstacle(struct fl_unit *u, const struct fl_function *f) {
  struct fl_facts *x = f->facts;
  if (!x->copy_known)
    x->no_copy = copy_obstacle(u, f);
  x->copy_known = true;
  return x->no_copy;
}

static bool own_shared(const struct fl_function *g) {
  bool any = false;
  for (size_t i = 0; i < g->shared.len; i++)
    any |= !g->shared.data[i]->decl->is_extern;
  return any;
}

// Has it parameters whose types are template arguments that have no name?
static bool leaves_open(const struct fl_function *f) {
  bool any = false;
  for (size_t i = 0; i < f->params.len; i++)
    any |= f->is_template && fl_mentions(f->params.data[i].type, "auto");
  return any;
}

static bool reaches(const struct fl_function *g, const struct fl_function *f, unsigned depth) {
  bool does = g == f || depth > 8;
  for (size_t i = 0; i < g->facts->callees.len && !does; i++)
    if (g->facts->callees.data[i]->facts->any_static_shared)
      does = reaches(g->facts->callees.data[i], f, depth + 1);
  return does;
}

// Is the class of `g` complete where the list of what `f` calls is written: behind `f`, or at the end of its class?
static bool class_known(const struct fl_function *g, const struct fl_function *f) {
  const struct fl_span at = f->is_member ? f->class_end : f->span;
  if (g->class_end.file == at.file && g->class_end.begin == at.begin && f->is_member)
    return !reaches(g, f, 0); // those of a class are put in order
  if (g->class_end.file != at.file)
    return g->facts->index < f->facts->index;
  return g->class_end.begin < at.end;
}

// The list of a member's shared variables is one of its class, found by the name and parameters of the member that is called.
static const char *member_obstacle(struct fl_unit *u, const struct fl_function *f,
                                   const struct fl_function *g) {
  if (fl_span_empty(g->class_end))
    return "the class of '%s', which has shared variables, is not there to be added to";
  if (g->in_template_class && !g->in_class_body)
    return "'%s', which has shared variables, is defined outside of its class";
  if (g == f)
    return "the member function '%s', which has shared variables, calls itself";
  if (!class_known(g, f))
    return "the shared variables of '%s' are not known where its caller's are listed";
  const struct fl_functions *named = fl_functions_named(u, g->name);
  for (size_t i = 0; i < named->len; i++) {
    const struct fl_function *h = named->data[i];
    if (h != g && h->is_member && fl_same_class(h, g) &&
        (!h->facts->any_static_shared || h->is_const_member != g->is_const_member))
      return "'%s', which has shared variables, is one of several members of its name";
  }
  return NULL;
}

// A device function with shared variables of its own, or that calls one, must be known where the struct of all shared variables of
// a kernel is written.
struct fl_reason fl_shared_obstacle(struct fl_unit *u, const struct fl_function *f,
                                    const struct fl_function *g) {
  struct fl_reason r = {NULL, g->name_span};
  if (!g->facts->any_static_shared)
    return r;
  const char *why = g->conversions ? "the conversion '%s' has shared variables that are not extern"
                    : g->is_member ? member_obstacle(u, f, g)
                                   : NULL;
  if (why)
    r.text = fl_format(u->arena, why, g->name);
  else if (own_shared(g) && leaves_open(g)) // each instance has its own
    r.text = fl_format(u->arena,
                       "'%s', which has shared variables, leaves types of its parameters to 'auto'",
                       g->name);
  else if (!fl_defined_before(g, f))
    r.text = fl_format(u->arena, "'%s', which has shared variables, is defined behind '%s'",
                       g->name, f->name);
  else if (g == f && g->is_template)
    r.text =
        fl_format(u->arena, "'%s', a template that has shared variables, calls itself", g->name);
  for (size_t i = 0; i < f->calls.len && (g->is_template || g->is_member) && !r.text; i++) {
    const struct fl_node *call = f->calls.data[i];
    for (const struct fl_function *h = NULL; (h = fl_next_called(u, call, h)) && !r.text;)
      if (h == g && fl_is_told_by_instance(u, call))
        r.text = fl_format(u->arena,
                           "'%s', which has shared variables, is called where an instance alone "
                           "tells which function is meant",
                           g->name);
      else if (h == g)
        r = fl_callee_instance_of(u, f, call).unknown;
  }
  return r;
}
