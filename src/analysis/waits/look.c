// What threads tell each other by memory: which reads look for what another thread writes. By their form; functions by what is in their bodies and in those that
// they call; atomic operations in atomic.c.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/waits/look.h"
#include "analysis/waits/waits.h"
#include <string.h>

static bool says_volatile(const char *type) {
  const char *star = type ? strrchr(type, '*') : NULL; // `volatile int *` is not volatile itself
  return type && strstr(star ? star : type, "volatile");
}

// Is it a place in memory that other threads may write to?
bool fl_is_in_memory(const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  const struct fl_decl *d = n->decl;
  switch (n->kind) {
  case FL_REF:
    return d && (d->kind == FL_DECL_SHARED || (fl_is_local(d) && d->is_reference) ||
                 (d->kind == FL_DECL_GLOBAL && !d->is_const && !d->is_constexpr));
  case FL_SUBSCRIPT:
    return of && (!fl_is_array(of) || fl_is_in_memory(of) ||
                  (of->decl && of->decl->kind == FL_DECL_PARAM));
  case FL_UNARY:
    return fl_named(n, "*") && of && (!fl_is_array(of) || fl_is_in_memory(of));
  case FL_MEMBER:
    return (!d || d->kind != FL_DECL_FUNCTION) &&
           (!of || fl_is_pointer(of) || of->kind == FL_THIS || of->kind == FL_CALL ||
            fl_is_in_memory(of));
  case FL_CAST: // to a reference; no value is volatile
    return n->type && (strchr(n->type, '&') || says_volatile(n->type)) && of && fl_is_in_memory(of);
  default:
    return false;
  }
}

static bool is_volatile(const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  const bool place = n->kind == FL_UNARY || n->kind == FL_SUBSCRIPT;
  const char *base = !of || !place         ? NULL
                     : of->decl            ? of->decl->canonical
                     : of->kind == FL_CAST ? of->canonical
                                           : NULL;
  const bool by_arguments = (n->decl && n->decl->may_be_volatile) ||
                            (place && of && of->decl && of->decl->may_be_volatile);
  return says_volatile(n->type) || by_arguments ||
         (n->decl && (n->decl->is_volatile || says_volatile(n->decl->canonical))) ||
         (base && !fl_is_pointer(n) && strstr(base, "volatile")); // behind the name of a type
}
static bool is_atomic_object(const struct fl_node *n) {
  return n->type && strstr(n->type, "tomic") && !fl_is_pointer(n) && !fl_is_array(n);
}

bool fl_is_read(const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  if (!p || fl_is_array(n))
    return false;
  const bool first = p->kids.len && p->kids.data[0] == n;
  return !(first && (fl_is_operator(p, FL_ASSIGN, "=") || fl_is_operator(p, FL_UNARY, "&") ||
                     (p->kind == FL_MEMBER && !fl_is_pointer(n)))) &&
         !(p->kind == FL_CALL && p->callee == n);
}

bool fl_is_of_atomic(struct fl_unit *u, const struct fl_node *call) {
  static const char *const members[] = {"load", "test", "wait", "exchange", "test_and_set", NULL};
  const struct fl_node *object = fl_called_object(call);
  const char *name = call->name ? call->name : "";
  if (!object || !object->type || strstr(object->type, "tomic"))
    return object && object->type;
  const bool named = fl_is_among(members, name, strlen(name)) || fl_begins(name, "fetch_") ||
                     fl_begins(name, "compare_exchange_");
  return named && fl_is_dependent(call) && !fl_functions_named(u, name)->len &&
         !fl_names_have(&u->member_names, name, strlen(name));
}

static bool compares(const char *name) {
  static const char *const operators[] = {"operator==", "operator!=", "operator<", "operator<=",
                                          "operator>",  "operator>=", "operator!", NULL};
  return fl_is_among(operators, name, strlen(name));
}

static unsigned by_name(struct fl_unit *u, const struct fl_function *f,
                        const struct fl_node *call) {
  static const struct {
    const char *begin;
    unsigned looks;
  } known[] = {{"__ldc", FL_LOOKS},        {"__ldlu", FL_LOOKS},         {"__ldg", FL_LOADS},
               {"__nanosleep", FL_PAUSES}, {"__threadfence", FL_PAUSES}, {"clock", FL_CHANGES},
               {"__clock", FL_CHANGES},    {"__globaltimer", FL_CHANGES}};
  const char *name = call->name ? call->name : "";
  if (fl_is_of_atomic(u, call))
    return fl_begins(name, "load") || !strcmp(name, "test") || !strcmp(name, "wait") ||
                   fl_begins(name, "operator ") || compares(name) // by a conversion
               ? FL_LOOKS
               : fl_looks_of_atomic(u, f, call);
  if (strstr(name, "atomic_thread_fence"))
    return FL_PAUSES;
  if (fl_begins(name, "atomic") || fl_begins(name, "__nv_atomic") || fl_begins(name, "__atomic"))
    return call->looks ? call->looks : fl_looks_of_atomic(u, f, call);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (fl_begins(name, known[i].begin))
      return known[i].looks;
  return 0;
}

struct gather {
  struct fl_unit *unit;
  const struct fl_function *fn;
  unsigned found;
};

struct find_lambda {
  const struct fl_decl *decl;
  struct fl_node *found;
};
static bool find_lambda(struct fl_node *n, void *data) {
  struct find_lambda *l = data;
  if (n->kind == FL_VAR && n->decl == l->decl && n->init && n->init->kind == FL_LAMBDA)
    l->found = n->init;
  return !l->found;
}

// A member function of a local class, by its name: what all of that name do.
struct local_members {
  struct gather gather;
  const char *name;
};
static bool gather_member(struct fl_node *n, void *data) {
  struct local_members *m = data;
  if (n->kind == FL_OTHER_DECL && fl_named(n, m->name) && fl_in_local_class(n))
    m->gather.found |= fl_looks_in(m->gather.unit, m->gather.fn, n);
  return true;
}

// May a pointer parameter lead to anything but what it was given?
static bool leads_on(struct fl_unit *u, const struct fl_decl *d) {
  for (size_t i = 0; i < d->uses.len; i++) {
    const struct fl_node *n = d->uses.data[i], *p = n->parent;
    const bool moves =
        p && (fl_is_operator(p, FL_UNARY, "++") || fl_is_operator(p, FL_UNARY, "--") ||
              fl_is_operator(p, FL_ASSIGN, "+=") || fl_is_operator(p, FL_ASSIGN, "-="));
    if (!moves && !fl_only_read(u, n))
      return true;
  }
  return false;
}
static bool is_given_pointer(struct fl_unit *u, const struct fl_node *n) {
  struct fl_decl *d = n->decl;
  if (n->kind != FL_REF || !d || d->kind != FL_DECL_PARAM || d->is_reference || !fl_is_pointer(n))
    return n->kind == FL_THIS;
  if (!d->leads_on)
    d->leads_on = leads_on(u, d) ? 1 : -1;
  return d->leads_on < 0;
}
// Is a place in memory a part of what a function was given by a parameter or as its object?
static bool is_given(struct fl_unit *u, const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  if (n->kind == FL_REF)
    return n->decl && n->decl->kind == FL_DECL_PARAM && n->decl->is_reference;
  if (n->kind == FL_MEMBER && n->decl && n->decl->is_reference)
    return false;
  if (!of)
    return n->kind == FL_MEMBER;
  return (n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT || fl_is_operator(n, FL_UNARY, "*")) &&
         (is_given_pointer(u, of) ||
          (!(n->kind == FL_MEMBER ? fl_is_pointer(of) : !fl_is_array(of)) && is_given(u, of)));
}
static unsigned looks_of_place(struct fl_unit *u, const struct fl_node *n) {
  const unsigned looks = fl_looks_of_place(n);
  return looks == FL_LOADS && is_given(u, n) ? FL_GIVEN : looks;
}
// What a lambda does is done with what it is given by anybody.
static unsigned seen_from_outside(unsigned looks) {
  return looks & FL_GIVEN ? (looks & ~(unsigned)FL_GIVEN) | FL_LOADS : looks;
}
// Does a call return a value, and no reference to what may be anywhere?
static bool returns_value(const struct fl_node *call) {
  const struct fl_function *f = call->decl ? call->decl->function : NULL;
  return f && f->return_type && call->type && !strcmp(f->return_type, call->type);
}
static unsigned looks_of_given(struct fl_unit *u, const struct fl_node *n) {
  return n->kind == FL_CALL ? (returns_value(n) ? 0 : FL_LOADS) : looks_of_place(u, n) & FL_READS;
}
// What a call does that does this with what it is given.
static unsigned with_given(struct fl_unit *u, const struct fl_node *call, unsigned looks) {
  const struct fl_node *object = fl_object_of(call);
  if (!(looks & FL_GIVEN))
    return looks;
  looks &= ~(unsigned)FL_GIVEN;
  if (call->callee && call->callee->kind == FL_MEMBER)
    looks |= !object || is_given_pointer(u, object) ? FL_GIVEN
             : fl_is_pointer(object)                ? FL_LOADS
                                                    : looks_of_given(u, object);
  for (size_t i = 0; i < call->kids.len; i++) {
    const struct fl_node *n = call->kids.data[i];
    const bool object_of_operator = i == 0 && fl_begins(call->name, "operator");
    if (object_of_operator ? n->kind == FL_MEMBER && n == call->callee
                           : n == call->callee || n->has_value)
      continue;
    if (fl_is_operator(n, FL_UNARY, "&"))
      looks |= looks_of_given(u, n->kids.data[0]);
    else if (!object_of_operator && !fl_is_array(n) && (fl_is_pointer(n) || fl_is_dependent(n)))
      looks |= is_given_pointer(u, n) ? FL_GIVEN : FL_LOADS;
    else
      looks |= looks_of_given(u, n);
  }
  return looks;
}

// What a call does of which it is known no more than a name: what any function of that name does.
static unsigned looks_of_named(struct fl_unit *u, const struct fl_node *call, const char *name) {
  const struct fl_functions *named = fl_functions_named(u, name);
  unsigned looks = 0;
  for (size_t i = 0; i < named->len; i++)
    looks |= with_given(u, call, named->data[i]->facts->looks);
  return looks;
}

unsigned fl_looks_of_call(struct fl_unit *u, const struct fl_function *f,
                          const struct fl_node *call) {
  const struct fl_function *g = call->decl ? call->decl->function : NULL;
  if (g && (g->body || g->facts->is_foreign))
    return with_given(u, call, g->facts->looks);
  const struct fl_node *object = call->kids.len ? call->kids.data[0] : NULL;
  if (call->kids.len && object->kind == FL_REF && fl_is_local(object->decl) &&
      (object == call->callee || fl_named(call, "operator()"))) {
    struct find_lambda lambda = {object->decl, NULL};
    fl_walk_uses(f->body, object->decl, find_lambda, &lambda);
    return lambda.found ? seen_from_outside(fl_looks_in(u, f, lambda.found))
                        : u->lambda_looks | looks_of_named(u, call, "operator()");
  }
  if (call->callee && call->callee->decl && call->callee->decl->kind == FL_DECL_FIELD)
    return u->lambda_looks | looks_of_named(u, call, "operator()");
  unsigned looks = by_name(u, f, call) | (call->decl ? 0 : u->lambda_looks);
  if (call->name && fl_names_have(&u->member_names, call->name, strlen(call->name))) {
    struct local_members m = {{u, f, looks}, call->name};
    fl_walk(f->body, gather_member, &m);
    looks = m.gather.found;
  }
  const bool unresolved =
      !call->decl || call->decl->kind != FL_DECL_FUNCTION || fl_is_dependent(call);
  return g || looks || !unresolved || !call->name ? looks : looks_of_named(u, call, call->name);
}

bool fl_may_be_object(const struct fl_node *n) {
  const bool value = n->kind == FL_REF || n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT;
  const bool called = n->parent && n->parent->kind == FL_CALL && n->parent->callee == n;
  const bool any = fl_is_dependent(n) || (n->decl && n->decl->dependent);
  return value && !called && any && !fl_is_pointer(n) && !fl_is_array(n);
}
unsigned fl_looks_of_operators(const struct fl_unit *u, const struct fl_node *n) {
  return u->operator_looks && fl_may_be_object(n) ? u->operator_looks : 0;
}

unsigned fl_looks_of_asm(struct fl_unit *u, const struct fl_node *n) {
  bool known;
  const char *text = fl_asm_text(u, n, &known);
  return (!known ? FL_LOOKS | FL_PAUSES : 0) | (fl_mentions(text, "ld") ? FL_LOOKS : 0) |
         (fl_mentions(text, "atom") ? FL_TAKES : 0) | // whatever it may be
         (strstr(text, "clock") || strstr(text, "globaltimer") ? FL_CHANGES : 0) |
         (fl_mentions(text, "membar") || fl_mentions(text, "fence") ||
                  fl_mentions(text, "nanosleep")
              ? FL_PAUSES
              : 0);
}

unsigned fl_looks_of_place(const struct fl_node *n) {
  const bool atomic = n->kind != FL_CALL && is_atomic_object(n); // read by a conversion
  if (!fl_is_in_memory(n) && !atomic)
    return 0;
  return atomic || (is_volatile(n) && !fl_is_array(n)) ? FL_LOOKS : FL_LOADS;
}

static bool gather(struct fl_node *n, void *data) {
  struct gather *g = data;
  g->found |= n->kind == FL_CALL  ? fl_looks_of_call(g->unit, g->fn, n)
              : n->kind == FL_ASM ? fl_looks_of_asm(g->unit, n)
              : fl_is_read(n)     ? looks_of_place(g->unit, n)
                                  : 0;
  g->found |= fl_looks_of_operators(g->unit, n);
  return true;
}
unsigned fl_looks_in(struct fl_unit *u, const struct fl_function *f, struct fl_node *n) {
  struct gather g = {u, f, 0};
  fl_walk(n, gather, &g);
  return g.found;
}

// What lambdas, and members of local classes, do where nobody knows which is called. One that may end a loop by what it does cannot be relied on to.
static bool gather_lambdas(struct fl_node *n, void *data) {
  struct gather *g = data;
  if (n->kind == FL_LAMBDA || (n->kind == FL_OTHER_DECL && !fl_is_binding(n)))
    g->found |= seen_from_outside(fl_looks_in(g->unit, g->fn, n)) & ~(unsigned)FL_CHANGES;
  return true;
}

static bool find_looks(struct fl_unit *u, struct fl_function *f) {
  struct gather g = {u, f, u->lambda_looks};
  const unsigned looks =
      f->facts->is_foreign ? FL_LOADS | FL_ELSEWHERE : fl_looks_in(u, f, f->body);
  fl_walk(f->body, gather_lambdas, &g);
  const bool is_operator = fl_begins(f->name, "operator") && strcmp(f->name, "operator()") != 0;
  const unsigned operators =
      u->operator_looks | (is_operator ? seen_from_outside(looks) & FL_ASKS : 0);
  const bool changed =
      looks != f->facts->looks || g.found != u->lambda_looks || operators != u->operator_looks;
  f->facts->looks = looks;
  u->lambda_looks = g.found;
  u->operator_looks = operators;
  return changed;
}

void fl_find_looks(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++)
    for (size_t k = 0; k < u->functions.data[i]->calls.len; k++) {
      struct fl_node *call = u->functions.data[i]->calls.data[k];
      if (call->name && strstr(call->name, "atomic"))
        call->looks = fl_looks_of_call(u, u->functions.data[i], call);
    }
  fl_iterate(u, find_looks);
}
