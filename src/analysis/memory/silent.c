// Stores that often change nothing: `changed = 1;` by every thread of a grid that has found something. Stores of many threads to one address wait
// for each other, where loads come from each multiprocessor's own cache, so it pays to look first. (Silent stores: Lepak and Lipasti, ISCA 2000.)
//
// Leaving out a store of what is there already is no other program: a thread could have stored just then. What a thread sees may be old, but of
// a variable that all of the device's code only ever sets to one value, it is never newer than the truth.
//
// Atomic operations that would leave memory as it is are left out likewise: a search for the shortest way offers most nodes one that is no shorter.
// Such an operation reads what is there and writes it back; it is ordered with nothing but operations on the same address, and so is a load that
// no cache of one multiprocessor answers.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/memory/memory.h"
#include "analysis/bodies/node.h"

// A type whose values a comparison tells apart bit by bit: floating point has two zeros, classes have operators.
static bool plain_integer(const char *type) {
  static const char *const names[] = {
      "bool", "char",         "signed char", "unsigned char", "short",     "unsigned short",
      "int",  "unsigned int", "long",        "unsigned long", "long long", "unsigned long long"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(type, names[i]))
      return true;
  return false;
}

static bool pointer_to_integer(struct fl_unit *u, const char *type) {
  size_t n = strlen(type);
  static const char restricted[] = "__restrict";
  if (n > sizeof restricted && !strcmp(type + n - (sizeof restricted - 1), restricted))
    n -= sizeof restricted - 1;
  return n > 2 && type[n - 1] == '*' && plain_integer(fl_strndup(u->arena, type, n - 2));
}

// The one place in memory that an expression names for all threads: a variable, or what a parameter points to (`*p`, `p[0]`). NULL: it is not
// such an expression.
static const struct fl_decl *place(struct fl_unit *u, const struct fl_function *f,
                                   const struct fl_node *n) {
  if (n->kind == FL_REF) {
    const struct fl_decl *d = n->decl;
    return d && d->kind == FL_DECL_GLOBAL && !d->owner && !d->dependent && !d->is_volatile &&
                   !d->is_const && !d->is_reference && plain_integer(d->canonical)
               ? d
               : NULL;
  }
  const bool first = n->kind == FL_SUBSCRIPT && n->kids.len == 2 && n->kids.data[1]->has_value &&
                     !n->kids.data[1]->value;
  const bool star = n->kind == FL_UNARY && n->name && !strcmp(n->name, "*") && n->kids.len == 1;
  const struct fl_node *p = first || star ? n->kids.data[0] : NULL;
  const struct fl_decl *d = p && p->kind == FL_REF ? p->decl : NULL;
  return d && f->kind == FL_KERNEL && d->kind == FL_DECL_PARAM && d->owner == f &&
                 !d->is_reference && pointer_to_integer(u, d->canonical)
             ? d
             : NULL;
}

struct walk {
  struct fl_unit *unit;
  struct fl_function *fn;
};

// Takes note of what is done with a variable, or with a parameter and what it points to.
static bool note(struct fl_node *n, void *data) {
  const struct walk *w = data;
  struct fl_decl *d = n->kind == FL_REF ? n->decl : NULL;
  if (!d || d->stores == FL_STORES_OTHER || (d->kind != FL_DECL_GLOBAL && d->kind != FL_DECL_PARAM))
    return true;
  const struct fl_node *at =
      d->kind == FL_DECL_PARAM ? n->parent : n; // the expression for the place
  const struct fl_node *p = at ? at->parent : NULL;
  const struct fl_node *value =
      p && p->kind == FL_ASSIGN && p->kids.len == 2 && p->kids.data[0] == at ? p->kids.data[1]
                                                                             : NULL;
  if (!at || place(w->unit, w->fn, at) != d) {
    d->stores = FL_STORES_OTHER;
  } else if (value) {
    const bool same = d->stores == FL_STORES_NONE || d->stored == value->value;
    const struct fl_node *in = p->parent; // not `(v = 1) = 2`
    const bool comma = in && in->kind == FL_BINARY && in->name && !strcmp(in->name, ",");
    const bool once =
        fl_unused(comma ? in : p) || fl_only_read(w->unit, p) || (in && in->kind == FL_COMPOUND);
    d->stores = p->name && !strcmp(p->name, "=") && value->has_value && same && once
                    ? FL_STORES_ONE
                    : FL_STORES_OTHER;
    d->stored = value->value;
  } else if (!p || p->kind == FL_RETURN || !fl_only_read(w->unit, at)) {
    d->stores = FL_STORES_OTHER;
  }
  return true;
}

void fl_analyse_stores(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++)
    if (u->functions.data[i]->body)
      fl_walk(u->functions.data[i]->body, note, &(struct walk){u, u->functions.data[i]});
}

bool fl_silent_store(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n) {
  if (n->kind != FL_ASSIGN || !n->editable || n->kids.len != 2 || n->span.file < 0 || !fl_unused(n))
    return false;
  const struct fl_decl *d = place(u, f, n->kids.data[0]);
  return d && d->stores == FL_STORES_ONE && !(d->kind == FL_DECL_GLOBAL && fl_calls_foreign(u));
}

// A thread does not wait for an operation whose result it does not use, but it would for a load: in a loop, which has many under way at a time, that
// costs more than it saves (connected components: a tenth of its time). There a reduction, which nothing comes back of, is the fastest (a twentieth of it).
static bool many_under_way(const struct fl_node *n) { return fl_loop_around(n) && fl_unused(n); }

bool fl_reduced_atomic(struct fl_unit *u, const struct fl_node *n) {
  return many_under_way(n) && fl_own_atomic(u, n, FL_ATOMIC_REDUCES);
}

// Nor is one left out of a place that the program looks at first: `if (level[v] == -1 && atomicCAS(&level[v], -1, now) == -1)`.
bool fl_silent_atomic(struct fl_unit *u, const struct fl_node *n) {
  return !many_under_way(n) && !n->looked_at && fl_own_atomic(u, n, FL_ATOMIC_MAY_CHANGE_NOTHING);
}
