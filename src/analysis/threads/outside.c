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

// May something keep the address of what `n` stands for, an object or a part of one? `region`: pointers to it that are declared there end with it; NULL: so does
// what is looked at.
struct search {
  struct fl_cut *cut;
  const struct fl_piece *region;
  int depth;
};
enum { DEEPEST = 6, MOST_USES = 1 << 14 }; // where there are more, somebody may
static bool keeps(const struct search *s, const struct fl_node *n);
static bool keeps_pointer(const struct search *s, const struct fl_node *n);
static bool is_kept_as_object(const struct search *s, const struct fl_node *call);

// The same of all that a variable, a parameter or a local pointer, is used for.
struct uses {
  struct search in;
  const struct fl_decl *decl;
  bool pointer; // to the object; else it is a reference
  bool kept;
};
static bool find_kept(struct fl_node *n, void *data) {
  struct uses *u = data;
  if (n->kind == FL_REF && n->decl == u->decl)
    u->kept |=
        u->in.cut->uses++ > MOST_USES || (u->pointer ? keeps_pointer(&u->in, n) : keeps(&u->in, n));
  return !u->kept;
}
static bool is_kept_by(const struct search *s, const struct fl_piece *region,
                       const struct fl_node *body, const struct fl_decl *d, bool pointer) {
  struct uses u = {{s->cut, region, s->depth + 1}, d, pointer, false};
  fl_walk_uses((struct fl_node *)body, d, find_kept, &u);
  return u.kept || u.in.depth > DEEPEST;
}

// Does a function that is called with it, or with a pointer to it?
static bool is_kept_in(const struct search *s, const struct fl_node *call,
                       const struct fl_node *arg, bool pointer) {
  const struct fl_functions named = fl_functions_of(call);
  bool kept = false, is_operator = fl_begins(call->name, "operator");
  size_t at = 0;
  for (size_t k = 0; k < call->kids.len && call->kids.data[k] != arg; k++)
    at += call->kids.data[k] != call->callee;
  for (size_t i = 0; i < named.len && !kept; i++) {
    const struct fl_function *g = named.data[i];
    const size_t own = is_operator && g->is_member; // the object comes first
    if (own && at == 0)
      return is_kept_as_object(s, call);
    const struct fl_decl *d = at - own < g->params.len ? g->params.data[at - own].decl : NULL;
    const bool known = g->body && d && !g->params.data[at - own].is_pack;
    kept = !known || ((pointer || d->is_reference || fl_refers_to_variable(g, at - own)) &&
                      is_kept_by(s, NULL, g->body, d, pointer));
  }
  return kept;
}

// Does a member keep the address of its object, or of a part of it? It may return it.
static bool find_this(struct fl_node *n, void *data) {
  struct uses *u = data;
  const struct fl_node *p = n->parent;
  const bool member = p && p->kind == FL_MEMBER && p->kids.data[0] == n;
  const bool part = n->decl && n->decl->kind == FL_DECL_FIELD && !n->kids.len;
  if (p && fl_is_operator(p, FL_UNARY, "*"))
    p = p->parent;
  const bool returned = p && p->kind == FL_RETURN;
  u->kept |= u->in.cut->uses++ > MOST_USES ||
             (n->kind == FL_THIS && (member ? keeps_pointer(&u->in, n) : !returned)) ||
             (part && !returned && keeps(&u->in, n)) ||
             (n->kind == FL_CALL && n->name && !fl_object_of(n) && n->decl && n->decl->function &&
              n->decl->function->is_member && is_kept_as_object(&u->in, n));
  return !u->kept;
}
// Does a function have something to do with the object that it is called for?
static bool find_part(struct fl_node *n, void *data) {
  bool *found = data;
  *found |= n->kind == FL_THIS || (n->decl && n->decl->kind == FL_DECL_FIELD && !n->kids.len);
  return !*found;
}
static bool is_of_object(const struct fl_function *f) {
  bool found = !f->body;
  if (!found)
    fl_walk(f->body, find_part, &found);
  return found;
}
// Is an object what a member is called for whose result leads to it, or that keeps its address?
static bool is_kept_as_object(const struct search *s, const struct fl_node *call) {
  const struct fl_functions *named = fl_functions_named(s->cut->unit, call->name);
  const char *type = call->type ? call->type : "";
  struct uses u = {{s->cut, NULL, s->depth + 1}, NULL, false, s->depth >= DEEPEST};
  bool of_object = !named->len;
  for (size_t i = 0; i < named->len && !u.kept; i++) {
    of_object |= is_of_object(named->data[i]);
    u.kept = !named->data[i]->body;
    if (!u.kept)
      fl_walk(named->data[i]->body, find_this, &u);
  }
  const bool leads = of_object && !fl_is_plain_type(type) && strcmp(type, "void") != 0;
  return u.kept || leads;
}
// May an object become a pointer to itself where it is named?
static bool converts_to_own(const struct fl_cut *c, const struct fl_node *n) {
  bool may = false;
  if (fl_is_plain_type(n->type) || (n->decl && n->decl->dependent && fl_has_plain_instances(c->fn)))
    return false;
  for (size_t i = 0; i < c->unit->functions.len && !may; i++) {
    const struct fl_function *f = c->unit->functions.data[i];
    may = fl_begins(f->name, "operator ") && strpbrk(f->name, "*&") && is_of_object(f);
  }
  return may && !fl_is_pointer(n);
}

static bool keeps_pointer(const struct search *s, const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  const bool first = p && p->kids.len && p->kids.data[0] == n;
  if (!p)
    return true;
  switch (p->kind) {
  case FL_MEMBER:
    return !first || (p->parent && p->parent->kind == FL_CALL && p->parent->callee == p
                          ? is_kept_as_object(s, p->parent)
                          : keeps(s, p));
  case FL_SUBSCRIPT:
    return !first || keeps(s, p);
  case FL_UNARY:
    return fl_named(p, "*") ? keeps(s, p) : !fl_named(p, "!");
  case FL_BINARY:
  case FL_CAST:
    return fl_is_pointer(p) ? keeps_pointer(s, p) : p->kind == FL_CAST;
  case FL_IF:
  case FL_WHILE:
  case FL_FOR:
  case FL_DO:
    return false;
  case FL_VAR:
    return !p->decl || !p->decl->is_pointer || !s->region ||
           fl_named_outside(s->cut, s->region, p->decl) ||
           is_kept_by(s, s->region, s->cut->fn->body, p->decl, true);
  case FL_CALL:
    if (p->callee == n || fl_functions_of(p).len)
      return p->callee == n || is_kept_in(s, p, n, true);
    return !(fl_begins(p->name, "atomic") || fl_begins(p->name, "mem") || fl_named(p, "printf"));
  default:
    return true;
  }
}

static bool keeps(const struct search *s, const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  const bool first = p && p->kids.len && p->kids.data[0] == n, array = fl_is_array(n);
  if (!p)
    return true;
  if (p->kind == FL_MEMBER && first)
    return p->parent && p->parent->kind == FL_CALL && p->parent->callee == p
               ? is_kept_as_object(s, p->parent)
               : keeps(s, p);
  if (p->kind == FL_CALL && (p->callee == n || (first && fl_named(p, "operator()"))))
    return is_kept_as_object(s, p);
  if (p->kind == FL_SUBSCRIPT && first && array)
    return keeps(s, p);
  if (fl_is_operator(p, FL_UNARY, "&"))
    return keeps_pointer(s, p);
  if (array && !(p->kind == FL_OTHER_EXPR && fl_named(p, "sizeof")))
    return keeps_pointer(s, n);
  if (first && (fl_is_operator(p, FL_UNARY, "++") || fl_is_operator(p, FL_UNARY, "--")))
    return !p->postfix && keeps(s, p);
  if (first && p->kind == FL_ASSIGN)
    return keeps(s, p);
  if (p->kind == FL_COMPOUND || p->kind == FL_CASE || p->kind == FL_DEFAULT || p->kind == FL_LABEL)
    return false;
  if (converts_to_own(s->cut, n))
    return true;
  if (p->kind == FL_CALL && fl_functions_of(p).len)
    return is_kept_in(s, p, n, false);
  return !fl_only_read(s->cut->unit, n) && !(p->kind == FL_FOR || p->kind == FL_IF);
}

// Does a constructor keep the address of what it makes, of the variable's class, as its type names it, or of one that may be that of a part?
static bool is_kept_by_maker(struct fl_cut *c, const struct fl_decl *d) {
  struct uses u = {{c, NULL, 0}, NULL, false, false};
  for (size_t i = 0; i < c->unit->functions.len && !u.kept; i++) {
    const struct fl_function *f = c->unit->functions.data[i];
    const size_t name = strcspn(f->name, "<");
    if (!f->body || !fl_is_constructor(f) ||
        !(d->dependent || fl_may_run_on_object(c->fn, f) ||
          fl_mentions(d->canonical, fl_strndup(c->unit->arena, f->name, name))))
      continue;
    u.kept = fl_mentions(fl_initialisers(c->unit, f), "this");
    fl_walk(f->body, find_this, &u);
  }
  return u.kept;
}

bool fl_leads_outside(struct fl_cut *c, const struct fl_piece *region, const struct fl_decl *d) {
  const struct search s = {c, region, 0};
  const bool made = d->made_by_code || (d->dependent && !fl_has_plain_instances(c->fn));
  c->uses = 0;
  return is_kept_by(&s, region, c->fn->body, d, false) || (made && is_kept_by_maker(c, d));
}
