// What of a body with barriers lives once for the block instead of once a thread, and can be evaluated outside of any.
#include "analysis/bodies/node.h"
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/threads/cut.h"
#include "analysis/threads/threads.h"
#include <string.h>

static bool calls_barrier(const struct fl_node *n) {
  if (n->kind != FL_CALL)
    return false;
  const struct fl_api *api = fl_api_find(n->name);
  return (api && api->cls == FL_API_BARRIER) ||
         (n->decl && n->decl->function && n->decl->function->facts->any_barrier);
}

static bool note_barrier(struct fl_node *n, void *data) {
  struct fl_cut *c = data;
  if (calls_barrier(n))
    *fl_vec_add(c->unit->arena, &c->barriers) = n;
  return true;
}

bool fl_has_barrier(struct fl_cut *c, const struct fl_node *n) {
  if (!c->barriers_known)
    fl_walk(c->fn->body, note_barrier, c);
  c->barriers_known = true;
  size_t low = 0, high = c->barriers.len; // the first one that is not in front of the node
  while (n && low < high) {
    const size_t mid = low + (high - low) / 2;
    if (c->barriers.data[mid]->order < n->order)
      low = mid + 1;
    else
      high = mid;
  }
  return n && low < c->barriers.len && c->barriers.data[low]->order <= n->last;
}

// The variable that an expression is, or is a part of; NULL: none, or what a pointer points to.
static const struct fl_decl *target(const struct fl_node *n) {
  bool part = false;
  for (;
       n && (n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT || n->kind == FL_CAST) && n->kids.len;
       n = n->kids.data[0])
    part |= n->kind != FL_CAST;
  return n && n->kind == FL_REF && !(part && n->decl && n->decl->is_pointer) ? n->decl : NULL;
}

// The variable that a node changes, or whose address it takes; NULL if none.
static const struct fl_decl *changes(const struct fl_node *n) {
  if (n->kind == FL_ASSIGN && n->kids.len)
    return target(n->kids.data[0]);
  if (n->kind == FL_UNARY && n->name && n->kids.len &&
      (!strcmp(n->name, "++") || !strcmp(n->name, "--") || !strcmp(n->name, "&")))
    return target(n->kids.data[0]);
  return NULL;
}

// True if the node is part of the header of a `for` that is hoisted.
static bool in_hoisted_header(struct fl_cut *c, const struct fl_node *n) {
  for (; n->parent; n = n->parent)
    if (n->parent->kind == FL_FOR && (n == n->parent->init || n == n->parent->inc))
      return fl_has_barrier(c, n->parent->then);
  return false;
}

struct search {
  struct fl_cut *cut;
  const struct fl_decl *decl;
  bool found;
};

static bool find_change(struct fl_node *n, void *data) {
  struct search *s = data;
  const struct fl_node *at = n->parent;
  if (n->kind == FL_REF && n->decl == s->decl && !fl_only_read(s->cut->unit, n) &&
      !(at && changes(at) == s->decl && in_hoisted_header(s->cut, at)))
    s->found = true;
  return !s->found;
}

// Does a thread change the variable, other than in the header of a hoisted loop?
bool fl_changed_by_thread(struct fl_cut *c, struct fl_decl *d) {
  if (!d->changed_by_thread) {
    struct search s = {c, d, false};
    fl_walk_uses(c->fn->body, d, find_change, &s);
    d->changed_by_thread = s.found ? 1 : -1;
  }
  return d->changed_by_thread > 0;
}

static bool plain_type(const struct fl_decl *d) {
  static const char *const scalars[] = {"bool",        "char",
                                        "signed char", "unsigned char",
                                        "short",       "unsigned short",
                                        "int",         "unsigned int",
                                        "long",        "unsigned long",
                                        "long long",   "float",
                                        "double",      "unsigned long long",
                                        "int2",        "int3",
                                        "int4",        "uint2",
                                        "uint3",       "uint4",
                                        "float2",      "float3",
                                        "float4",      "double2",
                                        "double3",     "double4",
                                        NULL};
  if (d->is_reference || d->is_volatile || d->local_type)
    return false;
  if (d->is_pointer)
    return true;
  const char *t = d->canonical ? d->canonical : "";
  if (!strncmp(t, "const ", 6))
    t += 6;
  if (!strncmp(t, "struct ", 7))
    t += 7;
  size_t n = strcspn(t, "[");
  while (n && t[n - 1] == ' ')
    n--;
  for (const char *const *s = scalars; *s; s++)
    if (strlen(*s) == n && !strncmp(*s, t, n))
      return true;
  return false;
}

// Initialisers become assignments: only `T x = e` can.
static bool assigns(struct fl_cut *c, const struct fl_node *var) {
  if (!var->kids.len)
    return true;
  const struct fl_node *init = var->kids.data[var->kids.len - 1];
  if (var->decl->is_array || init->kind == FL_INIT_LIST || init->span.file < 0)
    return false;
  const char *text =
      fl_span_text(c->unit, (struct fl_span){var->span.file, var->span.begin, init->span.begin});
  size_t n = strlen(text);
  while (n && strchr(" \t\r\n(", text[n - 1]))
    n--;
  return n && text[n - 1] == '=';
}

bool fl_has_value(struct fl_unit *u, const struct fl_node *var) {
  const char *text = var->span.file < 0 ? "" : fl_span_text(u, var->span);
  return var->kids.len && !(var->decl->is_array && text[strcspn(text, "={")] != '=');
}
// Does a declaration say no more of a variable than its type, and `= e` if anything?
static bool says_little(struct fl_cut *c, const struct fl_node *var) {
  const char *text = var->span.file < 0 ? "{" : fl_span_text(c->unit, var->span);
  return var->kind == FL_VAR && var->decl &&
         (var->decl->is_array ? text[strcspn(text, "={")] != '{' : assigns(c, var));
}

bool fl_declared_apart(struct fl_cut *c, const struct fl_node *var) {
  bool may = plain_type(var->decl) && assigns(c, var) && var->editable;
  const struct fl_node *stmt = var->parent;
  for (size_t i = 0; stmt->kind == FL_DECL_STMT && i < stmt->kids.len; i++)
    may &= says_little(c, stmt->kids.data[i]);
  return may;
}

// The FL_VAR node that declares `d` in the body.
struct declaration {
  const struct fl_decl *decl;
  struct fl_node *var;
};
static bool find_declaration(struct fl_node *n, void *data) {
  struct declaration *d = data;
  if (n->kind == FL_VAR && n->decl == d->decl)
    d->var = n;
  return !d->var;
}

static bool may_divide_by_zero(const struct fl_unit *u, const struct fl_node *n) {
  static const char *const divides[] = {"/", "%", "/=", "%=", NULL};
  if ((n->kind != FL_BINARY && n->kind != FL_ASSIGN) || !n->name || n->kids.len != 2 ||
      !fl_is_among(divides, n->name, strlen(n->name)))
    return false;
  const struct fl_node *by = n->kids.data[1];
  const char first = by->span.file < 0 ? '0' : *fl_span_text(u, by->span);
  return by->has_value ? by->value == 0 : first < '1' || first > '9'; // a number, and no name
}

struct hoist {
  struct fl_cut *cut;
  bool ok;
};
static bool check_hoistable(struct fl_node *n, void *data) {
  struct hoist *h = data;
  if (n->kind == FL_CALL || n->kind == FL_LAUNCH || n->kind == FL_LAMBDA || n->kind == FL_SUBSCRIPT)
    h->ok = false;
  if (may_divide_by_zero(h->cut->unit, n)) // it is computed even when all threads have left
    h->ok = false;
  if (n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_PARAM)
    h->ok &= !fl_changed_by_thread(h->cut, n->decl);
  if (n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL) {
    struct declaration d = {n->decl, NULL};
    fl_walk_uses(h->cut->fn->body, n->decl, find_declaration, &d);
    struct fl_node *stmt = d.var && d.var->span.end <= n->span.begin ? d.var->parent : NULL;
    h->ok &= stmt && stmt->parent && fl_has_barrier(h->cut, stmt->parent) &&
             fl_lives_once(h->cut, d.var, stmt);
  }
  return h->ok;
}

// Can the expression be evaluated once for the block, outside of any thread?
bool fl_hoistable(struct fl_cut *c, struct fl_node *e) {
  struct hoist h = {c, true};
  return !e ||
         (fl_uniform(c->unit, c->fn, FL_OF_BLOCK, e) && fl_walk(e, check_hoistable, &h) && h.ok);
}

bool fl_has_plain_instances(const struct fl_function *k) {
  bool plain = k->facts->launches.len != 0;
  for (size_t i = 0; i < k->facts->launches.len && plain; i++) {
    const struct fl_site *site = k->facts->launches.data[i];
    const char *of = site->instance_args ? site->instance_args : site->template_args;
    plain = of && *of && fl_is_of_language(of);
  }
  return plain;
}
bool fl_ends_with_code(const struct fl_cut *c, const struct fl_decl *d) {
  bool may = false;
  for (size_t i = 0; d->dependent && i < c->unit->functions.len && !may; i++)
    may = fl_is_destructor(c->unit->functions.data[i]);
  return (d->ends_with_code || (may && !fl_has_plain_instances(c->fn))) && !d->is_pointer;
}

// May making or destroying an object run code of the program's, or of a library's?
static bool runs_code(struct fl_cut *c, const struct fl_decl *d) {
  static const char *const libraries[] = {"std::", "cuda::", "thrust::", "cub::", NULL};
  if (plain_type(d) || !strcmp(d->canonical, "dim3") || !strcmp(d->canonical, "const dim3"))
    return false;
  bool may = d->made_by_code;
  for (const char *const *l = libraries; *l; l++)
    may |= strstr(d->canonical, *l) != NULL;
  for (size_t i = 0; i < c->unit->functions.len && !may; i++) {
    const struct fl_function *f = c->unit->functions.data[i];
    may = fl_is_destructor(f) || fl_is_constructor(f);
  }
  return may;
}

// Can a local variable live once for the block instead of once a thread? It does if no thread changes it, and its first value is one for the block.
static bool one_for_block(struct fl_cut *c, const struct fl_node *var) {
  struct fl_decl *d = var->decl;
  if (!d || d->kind != FL_DECL_LOCAL || d->is_reference || d->is_array || runs_code(c, d) ||
      fl_changed_by_thread(c, d))
    return false;
  for (size_t i = 0; i < var->kids.len; i++)
    if (!fl_hoistable(c, var->kids.data[i]))
      return false;
  return true;
}

// Is a variable that threads have for themselves named in a text?
struct naming {
  struct fl_cut *cut;
  const char *text;
  bool found;
};
static bool find_named(struct fl_node *n, void *data) {
  struct naming *t = data;
  if (n->kind == FL_VAR && n->decl && n->decl->kind != FL_DECL_SHARED && n->decl->name &&
      fl_mentions(t->text, n->decl->name) && !one_for_block(t->cut, n))
    t->found = true;
  return !t->found;
}

// A type, a name for one, or what is made known of a namespace: the same for all threads, and so declared for the block.
static bool is_type(struct fl_cut *c, const struct fl_node *v) {
  if (v->kind != FL_OTHER_DECL || fl_is_binding(v) || v->span.file < 0)
    return false;
  struct naming t = {c, fl_span_text(c->unit, v->span), false};
  fl_walk(c->fn->body, find_named, &t);
  return !t.found;
}

static bool block_declaration(struct fl_cut *c, const struct fl_node *stmt) {
  if (stmt->kind != FL_DECL_STMT || !stmt->kids.len)
    return false;
  const struct fl_node *before = c->deciding;
  bool all = true;
  c->deciding = stmt;
  for (size_t i = 0; all && i < stmt->kids.len; i++) {
    const struct fl_node *v = stmt->kids.data[i];
    all = is_type(c, v) || (v->kind == FL_VAR && v->decl &&
                            (v->decl->kind == FL_DECL_SHARED || one_for_block(c, v)));
  }
  c->deciding = before;
  return all;
}

// Variables rest on each other, so what was found out is kept.
bool fl_block_declaration(struct fl_cut *c, struct fl_node *stmt) {
  if (!stmt->once)
    stmt->once = block_declaration(c, stmt) ? 1 : -1;
  return stmt->once > 0;
}

bool fl_lives_once(struct fl_cut *c, struct fl_node *var, struct fl_node *stmt) {
  if (var->kind != FL_VAR)
    return false;
  if (stmt == c->deciding) // others of the statement are taken to live as it does
    return one_for_block(c, var);
  if (var->once)
    return var->once > 0;
  const bool once =
      one_for_block(c, var) && (fl_declared_apart(c, var) || fl_block_declaration(c, stmt));
  if (!c->deciding || var->order < c->deciding->order) // it rests on nothing that is not known yet
    var->once = once ? 1 : -1;
  return once;
}
