// What of a region's variables is needed behind the barrier that ends it: what is named there, and what something leads to that lives on, a pointer or a reference.
#include "analysis/bodies/bodies.h"
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/threads/cut.h"
#include "analysis/threads/threads.h"
#include <string.h>

// Uses of a variable outside of the region that declares it.
struct use {
  struct fl_cut *cut;
  const struct fl_decl *decl;
  const struct fl_piece *region;
  bool found;
};
static bool find_use(struct fl_node *n, void *data) {
  struct use *u = data;
  if (n->kind == FL_REF && n->decl == u->decl &&
      (n->span.begin < u->region->first->span.begin || n->span.begin > u->region->last->span.end))
    u->found = true;
  return !u->found;
}

bool fl_named_outside(struct fl_cut *c, const struct fl_piece *region, const struct fl_decl *d) {
  struct use u = {c, d, region, false};
  fl_walk_uses(c->fn->body, d, find_use, &u);
  return u.found;
}

// Do members keep no address of their object? They may return it.
static bool find_this(struct fl_node *n, void *data) {
  bool *kept = data;
  const struct fl_node *p = n->parent;
  const bool member = p && p->kind == FL_MEMBER && p->kids.data[0] == n;
  if (p && fl_is_operator(p, FL_UNARY, "*"))
    p = p->parent;
  *kept |= n->kind == FL_THIS && !member && !(p && p->kind == FL_RETURN);
  return !*kept;
}
static bool keep_no_object(struct fl_cut *c) {
  bool kept = false;
  for (size_t i = 0; i < c->unit->functions.len && !c->objects; i++)
    if (c->unit->functions.data[i]->body)
      fl_walk(c->unit->functions.data[i]->body, find_this, &kept);
  if (!c->objects)
    c->objects = kept ? -1 : 1;
  return c->objects > 0;
}
// Does a function have nothing to do with the object that it is called for?
static bool find_part(struct fl_node *n, void *data) {
  bool *found = data;
  *found |= n->kind == FL_THIS || (n->decl && n->decl->kind == FL_DECL_FIELD && !n->kids.len);
  return !*found;
}
static bool are_of_no_object(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_functions *named = fl_functions_named(u, call->name);
  bool found = named->len == 0;
  for (size_t i = 0; i < named->len && !found; i++) {
    found = !named->data[i]->body;
    if (!found)
      fl_walk(named->data[i]->body, find_part, &found);
  }
  return !found;
}
// Is an object what a member is called for whose result does not lead to it?
static bool is_only_called(struct fl_cut *c, const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  const struct fl_node *call = p && p->kind == FL_MEMBER && p->kids.data[0] == n ? p->parent : p;
  if (!call || call->kind != FL_CALL || !call->name ||
      !(call->callee == n || call->callee == p ||
        (fl_named(call, "operator()") && call->kids.data[0] == n)))
    return false;
  const bool number = fl_is_plain_type(call->type) || !strcmp(call->type ? call->type : "", "void");
  return (number && keep_no_object(c)) || are_of_no_object(c->unit, call);
}

static bool leads_nowhere(const struct use *of, const struct fl_node *n);
// Does a pointer to a variable begin with it that nothing behind the region names, and through which its value, or a part of it, is read or changed at most?
static bool find_inner_way(struct fl_node *n, void *data) {
  struct use *u = data;
  const struct fl_node *p = n->parent;
  if (n->kind != FL_REF || n->decl != u->decl)
    return true;
  const bool through = p->kids.data[0] == n && (p->kind == FL_MEMBER || p->kind == FL_SUBSCRIPT ||
                                                fl_is_operator(p, FL_UNARY, "*"));
  u->found |= !through || !(is_only_called(u->cut, n) || leads_nowhere(u, p));
  return find_use(n, data);
}
static bool begins_inner(const struct use *of, const struct fl_node *n) {
  const bool address = fl_is_operator(n->parent, FL_UNARY, "&");
  const struct fl_node *var = address ? n->parent->parent : n->parent;
  if (!var || var->kind != FL_VAR || !var->decl || !var->decl->is_pointer)
    return false;
  struct use inner = {of->cut, var->decl, of->region, false};
  fl_walk_uses(of->cut->fn->body, var->decl, find_inner_way, &inner);
  return !inner.found;
}

// Does the use of a variable leave nothing behind that leads to it: is its value read, or that of a part of it read or changed?
static bool leads_nowhere(const struct use *of, const struct fl_node *n) {
  struct fl_unit *u = of->cut->unit;
  if (fl_only_read(u, n) || is_only_called(of->cut, n) || begins_inner(of, n))
    return true;
  while (
      n->parent && n->parent->kids.data[0] == n &&
      ((n->parent->kind == FL_MEMBER && n->parent->parent && n->parent->parent->kind != FL_CALL) ||
       (n->parent->kind == FL_SUBSCRIPT && strchr(n->type ? n->type : "", '['))))
    n = n->parent;
  const struct fl_node *p = n->parent;
  return fl_only_read(u, n) || (p && p->kids.data[0] == n &&
                                (p->kind == FL_ASSIGN || fl_is_operator(p, FL_UNARY, "++") ||
                                 fl_is_operator(p, FL_UNARY, "--")));
}

static bool find_way(struct fl_node *n, void *data) {
  struct use *w = data;
  if (n->kind == FL_REF && n->decl == w->decl && !leads_nowhere(w, n))
    w->found = true;
  return !w->found;
}
bool fl_leads_outside(struct fl_cut *c, const struct fl_piece *region, const struct fl_decl *d) {
  struct use u = {c, d, region, false};
  fl_walk_uses(c->fn->body, d, find_way, &u);
  return u.found;
}
