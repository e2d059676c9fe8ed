// A parent that reads what its child writes, behind the launch and without a join, reads too early: since CUDA 12 a parent never sees its
// children's writes, and before that it had to wait for them.
#include "analysis/analysis.h"
#include <string.h>

// The pointer that an expression such as `p`, `p + i` or `&p[i]` points by.
static const struct fl_decl *pointer_of(const struct fl_node *e) {
  if (!e)
    return NULL;
  switch (e->kind) {
  case FL_REF:
    return e->decl && (e->decl->kind == FL_DECL_PARAM || e->decl->kind == FL_DECL_LOCAL) &&
                   e->decl->is_pointer
               ? e->decl
               : NULL;
  case FL_UNARY:
    if (!e->name || strcmp(e->name, "&") != 0 || !e->kids.len)
      return NULL;
    e = e->kids.data[0];
    return e->kind == FL_SUBSCRIPT && e->kids.len ? pointer_of(e->kids.data[0]) : NULL;
  case FL_BINARY:
  case FL_CAST:
    for (size_t i = 0; i < e->kids.len; i++) {
      const struct fl_decl *d = pointer_of(e->kids.data[i]);
      if (d)
        return d;
    }
    return NULL;
  default:
    return NULL;
  }
}

// `p[i]` or `*p`.
static const struct fl_decl *reached_by(const struct fl_node *n) {
  if (n->kind == FL_SUBSCRIPT && n->kids.len)
    return pointer_of(n->kids.data[0]);
  if (n->kind == FL_UNARY && n->name && !strcmp(n->name, "*") && n->kids.len)
    return pointer_of(n->kids.data[0]);
  return NULL;
}

struct writes {
  const struct fl_decl *param;
  bool found;
};

static bool find_write(struct fl_node *n, void *data) {
  struct writes *w = data;
  const struct fl_node *p = n->parent;
  if (reached_by(n) == w->param && p)
    w->found |=
        (p->kind == FL_ASSIGN && p->kids.len && p->kids.data[0] == n) ||
        (p->kind == FL_UNARY && p->name && (!strcmp(p->name, "++") || !strcmp(p->name, "--")));
  if (n->kind == FL_CALL && n->name && !strncmp(n->name, "atomic", 6))
    for (size_t i = 0; i < n->kids.len; i++)
      w->found |= n->kids.data[i] != n->callee && pointer_of(n->kids.data[i]) == w->param;
  return !w->found;
}

// Does a kernel write through its i-th parameter, in its own text?
static bool writes_through(const struct fl_function *k, size_t i) {
  struct writes w = {i < k->params.len ? k->params.data[i].decl : NULL, false};
  if (w.param && k->body)
    fl_walk(k->body, find_write, &w);
  return w.found;
}

// Part of an expression that is a constant, as of sizeof.
static bool constant(const struct fl_node *n) {
  for (; n; n = n->parent)
    if (n->has_value)
      return true;
  return false;
}

// Can control come from `a` to `b`, which stands behind it in the text? Not from one branch to another, nor past a return.
static bool reaches(const struct fl_node *a, const struct fl_node *b) {
  for (const struct fl_node *n = a; n->parent; n = n->parent) {
    const struct fl_node *p = n->parent;
    bool around = false;
    for (const struct fl_node *m = b; m && !around; m = m->parent)
      around = m == p;
    if (around)
      return !(p->kind == FL_IF && n == p->then) || p->otherwise == NULL ||
             b->span.begin < p->otherwise->span.begin;
    if (p->kind == FL_COMPOUND)
      for (size_t i = 0; i < p->kids.len; i++)
        if (p->kids.data[i]->kind == FL_RETURN && p->kids.data[i]->span.begin >= n->span.end)
          return false;
    if (p->kind == FL_SWITCH || p->kind == FL_LAMBDA)
      return false;
  }
  return false;
}

struct search {
  struct fl_unit *unit;
  struct fl_function *fn;
  const struct fl_site *site;
  const struct fl_decl *pointer;
  const struct fl_node *read; // the first one behind the launch
  uint32_t join;              // where the first join behind the launch stands
};

static bool find_read(struct fl_node *n, void *data) {
  struct search *s = data;
  if (n->span.file != s->site->span.file || n->span.begin < s->site->span.end)
    return true;
  const struct fl_function *g = n->kind == FL_CALL && n->decl ? n->decl->function : NULL;
  const struct fl_api *api = n->kind == FL_CALL ? fl_api_find(n->name) : NULL;
  if ((api && api->cls == FL_API_JOIN) || (g && g->facts->any_join)) {
    if (n->span.begin < s->join)
      s->join = n->span.begin;
  } else if (!s->read && reached_by(n) == s->pointer) {
    const struct fl_node *p = n->parent;
    // What a parent also writes is mostly its own part of the array.
    const bool written = p && p->kind == FL_ASSIGN && p->kids.len && p->kids.data[0] == n;
    const bool counted =
        p && p->kind == FL_UNARY && p->name &&
        (!strcmp(p->name, "&") || !strcmp(p->name, "++") || !strcmp(p->name, "--"));
    if (!written && !counted && !constant(n) && reaches(s->site->node, n))
      s->read = n;
  }
  return true;
}

void fl_warn_of_races(struct fl_unit *u, struct fl_function *f) {
  const struct fl_node *last = NULL;
  for (size_t i = 0; i < f->sites.len; i++) {
    const struct fl_site *site = f->sites.data[i];
    if (!site->kernel || !site->node || site->span.file < 0)
      continue;
    for (size_t a = 0; a < site->arg_nodes.len; a++) {
      const struct fl_decl *p = pointer_of(site->arg_nodes.data[a]);
      if (!p || !writes_through(site->kernel, a))
        continue;
      struct search s = {u, f, site, p, NULL, UINT32_MAX};
      fl_walk(f->body, find_read, &s);
      if (!s.read || s.read == last || s.join < s.read->span.begin)
        continue;
      last = s.read;
      fl_report_at(
          u, FL_WARNING, s.read->span, "race",
          "'%s' is read behind the launch of '%s', which writes it, without a join in between: "
          "the parent may not see what the child writes",
          p->name, site->kernel_name);
      fl_report_at(u, FL_NOTE, site->span, NULL, "launched here");
      break;
    }
  }
}
