// Which expressions have one value for all threads of a block. Flow-insensitive: a local variable
// is uniform if every value that it is ever given is uniform and is given under uniform control.
// Loads from memory are not uniform. (Thesis, section 3.4: the rules for scalars.)
#include "analysis/analysis.h"
#include <string.h>

// The locals of one function that are known to vary; grows to a fixed point.
struct fl_uniformity {
  FL_VEC(const struct fl_decl *) varying;
};

static bool varies(const struct fl_uniformity *t, const struct fl_decl *d) {
  for (size_t i = 0; i < t->varying.len; i++)
    if (t->varying.data[i] == d)
      return true;
  return false;
}

static bool uniform_expr(const struct fl_uniformity *t, const struct fl_node *e) {
  if (!e || e->has_value)
    return true;
  switch (e->kind) {
  case FL_LITERAL:
    return true;
  case FL_REF:
    if (!e->decl)
      return false;
    switch (e->decl->kind) {
    case FL_DECL_BUILTIN:
      return strcmp(e->decl->name, "threadIdx") != 0;
    case FL_DECL_ENUMERATOR:
    case FL_DECL_TEMPLATE_PARAM:
      return true;
    case FL_DECL_LOCAL:
    case FL_DECL_PARAM:
      return !e->decl->is_reference && !varies(t, e->decl);
    case FL_DECL_GLOBAL:
      return e->decl->is_constexpr || e->decl->is_const;
    default:
      return false;
    }
  case FL_MEMBER: // of a value, not through a pointer
    return e->kids.len == 1 && uniform_expr(t, e->kids.data[0]) &&
           (!e->kids.data[0]->type || !strchr(e->kids.data[0]->type, '*'));
  case FL_UNARY:
    if (e->name && (!strcmp(e->name, "*") || !strcmp(e->name, "&")))
      return false;
    break;
  case FL_BINARY:
  case FL_TERNARY:
  case FL_CAST:
  case FL_INIT_LIST:
  case FL_ASSIGN:
    break;
  default:
    return false;
  }
  for (size_t i = 0; i < e->kids.len; i++)
    if (!uniform_expr(t, e->kids.data[i]))
      return false;
  return true;
}

struct pass {
  struct fl_unit *unit;
  struct fl_uniformity *table;
  bool changed;
};

static void set_varying(struct pass *p, const struct fl_decl *d) {
  if (!d || varies(p->table, d))
    return;
  *fl_vec_add(p->unit->arena, &p->table->varying) = d;
  p->changed = true;
}

static const struct fl_decl *target(const struct fl_node *n) {
  while (n && (n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT || n->kind == FL_CAST) &&
         n->kids.len)
    n = n->kids.data[0];
  return n && n->kind == FL_REF ? n->decl : NULL;
}

static void run(struct pass *p, struct fl_node *n, bool uniform_control) {
  if (!n)
    return;
  bool inside = uniform_control;
  if (n->cond)
    inside = inside && uniform_expr(p->table, n->cond);
  if (n->kind == FL_RANGE_FOR || n->kind == FL_LAMBDA || n->kind == FL_TRY)
    inside = false;
  if (n->kind == FL_VAR && n->decl) {
    bool given = n->kids.len > 0;
    for (size_t i = 0; i < n->kids.len; i++)
      if (!uniform_expr(p->table, n->kids.data[i]))
        set_varying(p, n->decl);
    if (given && !uniform_control)
      set_varying(p, n->decl);
    if (n->decl->is_array || n->decl->is_reference)
      set_varying(p, n->decl);
  }
  if (n->kind == FL_ASSIGN && n->kids.len == 2 &&
      (!uniform_control || !uniform_expr(p->table, n->kids.data[1])))
    set_varying(p, target(n->kids.data[0]));
  if (n->kind == FL_UNARY && n->name && n->kids.len == 1) {
    bool step = !strcmp(n->name, "++") || !strcmp(n->name, "--");
    if ((step && !uniform_control) || !strcmp(n->name, "&"))
      set_varying(p, target(n->kids.data[0]));
  }
  if (n->kind == FL_CALL && fl_binds_reference(n))
    for (size_t i = 0; i < n->kids.len; i++)
      if (n->kids.data[i] != n->callee && n->kids.data[i]->kind == FL_REF)
        set_varying(p, target(n->kids.data[i]));
  bool loop = n->kind == FL_FOR || n->kind == FL_WHILE || n->kind == FL_DO;
  for (size_t i = 0; i < n->kids.len; i++) {
    struct fl_node *k = n->kids.data[i];
    bool controlled = k == n->then || k == n->otherwise || (loop && k == n->inc);
    run(p, k, controlled ? inside : uniform_control);
  }
}

bool fl_uniform(struct fl_unit *u, struct fl_function *f, const struct fl_node *expr) {
  if (!f->facts->uniformity) {
    struct fl_uniformity *t = f->facts->uniformity = fl_alloc(u->arena, sizeof *t);
    if (f->kind != FL_KERNEL) // what a device function is given may vary
      for (size_t i = 0; i < f->params.len; i++)
        *fl_vec_add(u->arena, &t->varying) = f->params.data[i].decl;
    struct pass p = {u, t, true};
    while (p.changed) {
      p.changed = false;
      run(&p, f->body, true);
    }
  }
  return uniform_expr(f->facts->uniformity, expr);
}
