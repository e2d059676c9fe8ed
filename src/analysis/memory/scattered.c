// Stores all over memory: `if (level[v] == -1) level[v] = now;`, where `v` came out of memory itself, so that threads that run together meet in the places
// that they look at and store to. Loads of a sector wait for stores to it that are under way; on an H100 such a level of a search takes up to four times as
// long as with an atomic exchange instead of the store, which does the same (docs/results/2026-11-23-h100-stores.md). Places that threads take in turn,
// and those that nobody looks at, are better stored to.
//
// All this says where an exchange pays. It would be right anywhere.
#include "analysis/bodies/node.h"
#include "analysis/memory/memory.h"
#include "analysis/bodies/node.h"

enum { REMEMBERED = 64 }; // reads that a store is compared with: the last ones

struct walk {
  struct fl_unit *unit;
  struct fl_function *fn;
  const struct fl_node *reads[REMEMBERED];
  unsigned n_reads;
  bool changed; // more variables are known to have their values out of memory
};

static bool is_place(const struct fl_node *n) {
  return n->kids.len &&
         (n->kind == FL_SUBSCRIPT || n->kind == FL_MEMBER || fl_is_operator(n, FL_UNARY, "*"));
}

// Is it a place in memory that other threads may use? Where a pointer points is not known before the program runs (`__fl::by_exchange`).
static bool may_be_global(const struct fl_node *n) {
  while (is_place(n)) {
    const struct fl_node *base = n->kids.data[0];
    if (fl_is_pointer(base) && (n->kind == FL_MEMBER || !fl_is_array(base)))
      return true;
    n = base;
  }
  return n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_GLOBAL;
}

static bool find_load(struct fl_node *n, void *data);

// Does the value of an expression rest on what is in memory?
static bool from_memory(struct fl_node *n) { return !fl_walk(n, find_load, NULL); }

static bool find_load(struct fl_node *n, void *data) {
  (void)data;
  const struct fl_node *p = n->parent;
  if (n->kind == FL_REF)
    return !n->decl || !n->decl->from_memory;
  if (n->kind == FL_CALL && n->decl)
    return !fl_begins(n->decl->name, "atomic") && !fl_begins(n->decl->name, "__ld") &&
           !(n->decl->function && n->decl->function->facts->returns_loaded);
  return !(is_place(n) && may_be_global(n)) ||
         (p && (fl_is_operator(p, FL_UNARY, "&") || (p->kind == FL_MEMBER && !fl_is_pointer(n))));
}

static bool address_from_memory(const struct fl_node *at) {
  if (at->kind == FL_UNARY)
    return from_memory(at->kids.data[0]);
  if (at->kind == FL_SUBSCRIPT && at->kids.len == 2 && from_memory(at->kids.data[1]))
    return true;
  const struct fl_node *base = at->kids.data[0];
  return is_place(base) ? address_from_memory(base)
                        : at->kind == FL_MEMBER && base->decl && base->decl->from_memory;
}

static void note(struct walk *w, bool *known, struct fl_node *value) {
  if (!*known && from_memory(value))
    *known = w->changed = true;
}

// Takes note of variables, parameters of device functions, and functions, whose values rest on what is in memory.
static bool find_values(struct fl_node *n, void *data) {
  struct walk *w = data;
  struct fl_node *last = n->kids.len ? n->kids.data[n->kids.len - 1] : NULL;
  struct fl_decl *d = n->kind == FL_ASSIGN && last ? n->kids.data[0]->decl : n->decl;
  if ((n->kind == FL_VAR || (n->kind == FL_ASSIGN && n->kids.data[0]->kind == FL_REF)) && last &&
      fl_is_local(d))
    note(w, &d->from_memory, last);
  else if (n->kind == FL_RETURN && last)
    note(w, &w->fn->facts->returns_loaded, last);
  else if (n->kind == FL_CALL && d && d->function)
    for (size_t i = 0, parameter = 0; i < n->kids.len && parameter < d->function->params.len; i++)
      if (n->kids.data[i] != n->callee)
        note(w, &d->function->params.data[parameter++].decl->from_memory, n->kids.data[i]);
  return true;
}

static bool was_read(const struct walk *w, const struct fl_node *at) {
  for (unsigned i = 0; i < w->n_reads && i < REMEMBERED; i++)
    if (fl_same_place(w->unit, w->reads[i], at))
      return true;
  return false;
}

// For the remarks' sake: types that are not told here are told where the code is compiled.
static bool may_be_exchanged(const char *type) {
  static const char *const others[] = {"volatile", "bool", "char", "short"};
  for (size_t i = 0; type && i < sizeof others / sizeof *others; i++)
    if (fl_mentions(type, others[i]))
      return strchr(type, '*') && strcmp(others[i], "volatile") != 0;
  return true;
}

// The pointer that an atomic operation is given; NULL: it is none.
static const struct fl_node *atomic_operand(const struct fl_node *n) {
  if (n->kind != FL_CALL || !n->decl || !fl_begins(n->decl->name, "atomic"))
    return NULL;
  return fl_nth_argument(n, 0);
}

static bool mark(struct fl_node *n, void *data) {
  struct walk *w = data;
  const struct fl_node *p = n->parent;
  const bool stored = p && fl_is_operator(p, FL_ASSIGN, "=") && p->kids.data[0] == n;
  if (is_place(n) && !stored && !(p && (p->kind == FL_MEMBER || fl_is_operator(p, FL_UNARY, "&"))))
    w->reads[w->n_reads++ % REMEMBERED] = n;
  const struct fl_node *operand = atomic_operand(n);
  n->looked_at = operand && was_read(w, operand);
  if (!fl_is_operator(n, FL_ASSIGN, "=") || n->kids.len != 2 || !n->editable || n->span.file < 0)
    return true;
  struct fl_node *at = n->kids.data[0];
  n->scattered = at->editable && at->span.file == n->span.file && is_place(at) &&
                 may_be_exchanged(at->type) && !(at->decl && at->decl->is_bit_field) &&
                 may_be_global(at) && address_from_memory(at) && was_read(w, at) && fl_unused(n);
  return true;
}

void fl_find_scattered(struct fl_unit *u) {
  struct walk w = {.unit = u, .changed = true};
  for (int round = 0; w.changed && round < 4; round++) { // functions call each other
    w.changed = false;
    for (size_t i = 0; i < u->functions.len; i++) {
      w.fn = u->functions.data[i];
      fl_walk(w.fn->body, find_values, &w);
    }
  }
  for (size_t i = 0; i < u->functions.len; i++) {
    w.n_reads = 0;
    fl_walk(u->functions.data[i]->body, mark, &w);
  }
}
