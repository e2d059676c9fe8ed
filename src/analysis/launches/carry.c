// Which arguments of launches are, unchanged, parameters of the kernel at the root: every launch below one parent launch passes the same value,
// so that no record has to hold it. (Thesis, section 3.4: uniform arguments as scalars; here over the whole grid.)
#include "analysis/bodies/node.h"
#include "analysis/bodies/bodies.h"
#include "analysis/launches/launches.h"
#include <string.h>

enum { UNSEEN = -2 }; // no launch looked at so far

// The parameters of the root that the arguments of the kernels below it are: from[kernel's place in `below`][argument].
struct fl_carry {
  int **from;
};

struct search {
  struct fl_unit *unit;
  const struct fl_function *fn;
  bool *changed; // per parameter
};

static int index_of(const struct fl_function *f, const struct fl_decl *d) {
  if (d && d->kind == FL_DECL_PARAM)
    for (size_t i = 0; i < f->params.len; i++)
      if (f->params.data[i].decl == d)
        return (int)i;
  return -1;
}

static bool find_changes(struct fl_node *n, void *data) {
  struct search *s = data;
  const int i = n->kind == FL_REF ? index_of(s->fn, n->decl) : -1;
  if (i >= 0 && !s->changed[i])
    s->changed[i] = !fl_only_read(s->unit, n);
  else if (n->kind == FL_ASM)
    for (size_t j = 0; j < s->fn->params.len; j++)
      s->changed[j] = true;
  return true;
}

// The parameter of `f` that an expression is, if `f` never changes it; else -1.
static int parameter(struct fl_unit *u, const struct fl_function *f, const struct fl_node *e) {
  const int i = e && e->kind == FL_REF ? index_of(f, e->decl) : -1;
  if (i >= 0 && !f->facts->changed) {
    f->facts->changed = fl_alloc(u->arena, f->params.len);
    struct search s = {u, f, f->facts->changed};
    fl_walk(f->body, find_changes, &s);
  }
  return i >= 0 && !f->facts->changed[i] ? i : -1;
}

static int *entry(const struct fl_function *root, const struct fl_function *kernel) {
  const struct fl_facts *x = kernel->facts;
  const struct fl_functions *below = &root->facts->below;
  if (!fl_bits_have(&root->facts->in_below, x->index))
    return NULL;
  if (x->below_of != root)
    for (size_t i = 0; i < below->len; i++) {
      below->data[i]->facts->below_of = root;
      below->data[i]->facts->place_below = i;
    }
  return root->facts->carry->from[x->place_below];
}

// Do the arguments of a launch stand in the places of the parameters that they are given to? A pack among them may be of any length.
static bool in_place(const struct fl_site *s) {
  for (size_t i = 0; i < s->kernel->params.len; i++)
    if (s->kernel->params.data[i].is_pack)
      return false;
  for (size_t i = 0; i < s->caller->params.len; i++)
    if (s->caller->params.data[i].is_pack)
      return false;
  return s->arg_nodes.len <= s->kernel->params.len;
}

// Has a kernel's parameter the type of the root's that comes to it? On its way through another it might be narrowed. (What is not known yet has it, until it is.)
static bool same_type(const struct fl_function *root, int from, const struct fl_function *f,
                      int parameter) {
  if (from < 0)
    return true;
  const struct fl_decl *a = root->params.data[from].decl, *b = f->params.data[parameter].decl;
  if (!a || !b || a->dependent || b->dependent || !a->canonical || !b->canonical)
    return false;
  const size_t one = fl_begins(a->canonical, "const ") ? strlen("const ") : 0,
               other = fl_begins(b->canonical, "const ") ? strlen("const ") : 0;
  return !strcmp(a->canonical + one, b->canonical + other);
}

// Meets what the launches written in `f` say. Returns whether anything changed.
static bool look_at(struct fl_unit *u, const struct fl_function *root,
                    const struct fl_function *f) {
  bool changed = false;
  for (size_t i = 0; i < f->facts->reach.len; i++) {
    const struct fl_site *s = f->facts->reach.data[i];
    int *to = s->kernel ? entry(root, s->kernel) : NULL;
    const bool own = to && s->caller == f && in_place(s);
    for (size_t j = 0; to && j < s->kernel->params.len; j++) {
      int from = own && j < s->arg_nodes.len ? parameter(u, f, s->arg_nodes.data[j]) : -1;
      const int *mine = entry(root, f);
      if (from >= 0 && f != root)
        from = mine && same_type(root, mine[from], f, from) ? mine[from] : -1;
      else if (from >= 0 && mine && mine[from] != UNSEEN && mine[from] != from)
        from = -1; // the root below itself has it from elsewhere
      if (from == UNSEEN || to[j] == from || to[j] == -1)
        continue;
      to[j] = to[j] == UNSEEN ? from : -1;
      changed = true;
    }
  }
  return changed;
}

int fl_carried(struct fl_unit *u, struct fl_function *root, const struct fl_function *kernel,
               size_t argument) {
  struct fl_facts *x = root->facts;
  if (!x->carry) {
    x->carry = fl_alloc(u->arena, sizeof *x->carry);
    x->carry->from = fl_alloc(u->arena, sizeof *x->carry->from * (x->below.len + 1));
    for (size_t i = 0; i < x->below.len; i++) {
      const size_t n = x->below.data[i]->params.len;
      x->carry->from[i] = fl_alloc(u->arena, sizeof **x->carry->from * (n + 1));
      for (size_t j = 0; j < n; j++)
        x->carry->from[i][j] = UNSEEN;
    }
    for (bool changed = true; changed;) {
      changed = look_at(u, root, root);
      for (size_t i = 0; i < x->below.len; i++)
        if (x->below.data[i] != root)
          changed |= look_at(u, root, x->below.data[i]);
    }
  }
  const int *from = entry(root, kernel);
  return from && from[argument] >= 0 ? from[argument] : -1;
}
