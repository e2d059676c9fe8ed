// Cuts a kernel's body at its barriers.
#include "analysis/fission.h"
#include <string.h>

struct cut {
  struct fl_unit *unit;
  struct fl_function *fn;
  struct fl_fission *out;
  const struct fl_node *deciding; // the declaration that is looked at
};

static void refuse(struct cut *c, const struct fl_node *at, const char *text) {
  if (!c->out->illegal.text)
    c->out->illegal = (struct fl_reason){text, at->span};
}

static bool calls_barrier(const struct fl_node *n) {
  if (n->kind != FL_CALL)
    return false;
  const struct fl_api *api = fl_api_find(n->name);
  return (api && api->cls == FL_API_BARRIER) ||
         (n->decl && n->decl->function && n->decl->function->facts->any_barrier);
}

static bool no_barrier(struct fl_node *n, void *data) {
  (void)data;
  return !calls_barrier(n);
}

static bool has_barrier(struct fl_node *n) { return n && !fl_walk(n, no_barrier, NULL); }

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
static bool in_hoisted_header(const struct fl_node *n) {
  for (; n->parent; n = n->parent)
    if (n->parent->kind == FL_FOR && (n == n->parent->init || n == n->parent->inc))
      return has_barrier(n->parent->then);
  return false;
}

struct search {
  struct fl_unit *unit;
  const struct fl_decl *decl;
  bool found;
};

static bool find_change(struct fl_node *n, void *data) {
  struct search *s = data;
  const struct fl_node *at = n->parent;
  if (n->kind == FL_REF && n->decl == s->decl && !fl_only_read(s->unit, n) &&
      !(at && changes(at) == s->decl && in_hoisted_header(at)))
    s->found = true;
  return !s->found;
}

// Does a thread change the variable, other than in the header of a hoisted loop?
static bool changed_by_thread(struct cut *c, const struct fl_decl *d) {
  struct search s = {c->unit, d, false};
  fl_walk(c->fn->body, find_change, &s);
  return s.found;
}

static bool one_for_block(struct cut *c, const struct fl_node *var);
static bool block_declaration(struct cut *c, const struct fl_node *stmt);
static bool lives_once(struct cut *c, const struct fl_node *var, const struct fl_node *stmt);

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
static bool assigns(struct cut *c, const struct fl_node *var) {
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

// Can a variable be declared apart from its initial value, and from others of its statement?
static bool declared_apart(struct cut *c, const struct fl_node *var) {
  return plain_type(var->decl) && assigns(c, var) && var->editable;
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

struct hoist {
  struct cut *cut;
  bool ok;
};
static bool check_hoistable(struct fl_node *n, void *data) {
  struct hoist *h = data;
  if (n->kind == FL_CALL || n->kind == FL_LAUNCH || n->kind == FL_LAMBDA || n->kind == FL_SUBSCRIPT)
    h->ok = false;
  if (n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_PARAM)
    h->ok &= !changed_by_thread(h->cut, n->decl);
  if (n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL) {
    struct declaration d = {n->decl, NULL};
    fl_walk(h->cut->fn->body, find_declaration, &d);
    const struct fl_node *stmt = d.var && d.var->span.end <= n->span.begin ? d.var->parent : NULL;
    h->ok &= stmt && stmt->parent && has_barrier(stmt->parent) && lives_once(h->cut, d.var, stmt);
  }
  return h->ok;
}

// Can the expression be evaluated once for the block, outside of any thread?
static bool hoistable(struct cut *c, struct fl_node *e) {
  struct hoist h = {c, true};
  return !e || (fl_uniform(c->unit, c->fn, e) && fl_walk(e, check_hoistable, &h) && h.ok);
}

// Can a local variable live once for the block instead of once a thread? It does if no thread changes it, and its first value is one for the block.
static bool one_for_block(struct cut *c, const struct fl_node *var) {
  const struct fl_decl *d = var->decl;
  if (!d || d->kind != FL_DECL_LOCAL || d->is_reference || d->is_array || changed_by_thread(c, d))
    return false;
  for (size_t i = 0; i < var->kids.len; i++)
    if (!hoistable(c, var->kids.data[i]))
      return false;
  return true;
}

// Is a variable that threads have for themselves named in a text?
struct naming {
  struct cut *cut;
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
static bool is_type(struct cut *c, const struct fl_node *v) {
  if (v->kind != FL_OTHER_DECL || fl_is_binding(v) || v->span.file < 0)
    return false;
  struct naming t = {c, fl_span_text(c->unit, v->span), false};
  fl_walk(c->fn->body, find_named, &t);
  return !t.found;
}

// Does all that a statement declares live once for the block?
static bool block_declaration(struct cut *c, const struct fl_node *stmt) {
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

// Is a variable that a statement of a cut body declares one for the block, be it apart from others in the statement?
static bool lives_once(struct cut *c, const struct fl_node *var, const struct fl_node *stmt) {
  return var->kind == FL_VAR && one_for_block(c, var) &&
         (stmt == c->deciding || declared_apart(c, var) || block_declaration(c, stmt));
}

// Leaving or repeating a hoisted loop from inside a region would be a thread's own matter.
struct jumps {
  const struct fl_node *loop;
  const struct fl_node *found;
};
static bool find_jump(struct fl_node *n, void *data) {
  struct jumps *j = data;
  if (n->kind == FL_GOTO)
    j->found = n;
  if (n->kind == FL_BREAK || n->kind == FL_CONTINUE) {
    const struct fl_node *p = n->parent;
    while (p && !fl_is_loop(p) && !(p->kind == FL_SWITCH && n->kind == FL_BREAK))
      p = p->parent;
    if (p == j->loop)
      j->found = n;
  }
  return !j->found;
}

static void cut_sequence(struct cut *c, struct fl_node *compound, fl_pieces *out);

static struct fl_piece *add(struct cut *c, fl_pieces *out, enum fl_piece_kind kind,
                            struct fl_node *n) {
  struct fl_piece *p = fl_alloc(c->unit->arena, sizeof *p);
  p->kind = kind;
  p->node = p->first = p->last = n;
  *fl_vec_add(c->unit->arena, out) = p;
  return p;
}

static void hoist(struct cut *c, struct fl_node *n, fl_pieces *out) {
  struct fl_piece *p = add(c, out, FL_PIECE_HOISTED, n);
  if (n->kind == FL_COMPOUND) {
    cut_sequence(c, n, &p->body);
    return;
  }
  bool loop = n->kind == FL_FOR || n->kind == FL_WHILE || n->kind == FL_DO;
  if (!loop && n->kind != FL_IF) {
    refuse(c, n, "a barrier stands in a statement that cannot be cut");
    return;
  }
  bool header = hoistable(c, n->cond) && hoistable(c, n->inc);
  if (n->kind == FL_FOR && n->init)
    header &= n->init->kind == FL_DECL_STMT ? block_declaration(c, n->init) : hoistable(c, n->init);
  if (!header || (n->kind == FL_IF && n->init))
    refuse(c, n, "a barrier stands under a condition that may differ between threads");
  struct jumps j = {n, NULL};
  if (loop)
    fl_walk(n->then, find_jump, &j);
  if (j.found)
    refuse(c, j.found, "a thread may leave or repeat a loop with a barrier by itself");
  struct fl_node *parts[] = {n->then, n->otherwise};
  fl_pieces *pieces[] = {&p->body, &p->otherwise};
  for (int i = 0; i < 2; i++)
    if (parts[i] && parts[i]->kind == FL_COMPOUND)
      cut_sequence(c, parts[i], pieces[i]);
    else if (parts[i] && has_barrier(parts[i]))
      refuse(c, parts[i], "a barrier is the whole body of a loop or branch");
    else if (parts[i])
      add(c, pieces[i], FL_PIECE_REGION, parts[i]);
}

static bool plain_barrier(const struct fl_node *n) {
  return n->kind == FL_CALL && n->name && !strcmp(n->name, "__syncthreads") && n->editable;
}

// Takes those variables out of a declaration that live once for the block (`int t = threadIdx.x, n = blockDim.x;`). Returns whether there are any.
static bool hoist_some(struct cut *c, struct fl_node *stmt) {
  const size_t before = c->out->hoisted.len;
  for (size_t i = 0; stmt->kind == FL_DECL_STMT && i < stmt->kids.len; i++)
    if (lives_once(c, stmt->kids.data[i], stmt) && declared_apart(c, stmt->kids.data[i]))
      *fl_vec_add(c->unit->arena, &c->out->hoisted) = stmt->kids.data[i];
  return c->out->hoisted.len > before;
}

static void cut_sequence(struct cut *c, struct fl_node *compound, fl_pieces *out) {
  struct fl_piece *region = NULL;
  for (size_t i = 0; i < compound->kids.len && !c->out->illegal.text; i++) {
    struct fl_node *n = compound->kids.data[i];
    if (plain_barrier(n)) {
      region = NULL;
    } else if (has_barrier(n)) {
      region = NULL;
      hoist(c, n, out);
    } else if (block_declaration(c, n)) {
      region = NULL;
      add(c, out, FL_PIECE_DECL, n);
    } else if (hoist_some(c, n)) {
      add(c, out, FL_PIECE_DECL, n);
      region = add(c, out, FL_PIECE_REGION, n);
    } else if (region) {
      region->last = n;
    } else {
      region = add(c, out, FL_PIECE_REGION, n);
    }
  }
}

// Uses of a variable outside of the region that declares it.
struct use {
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

bool fl_among(const fl_variables *list, const struct fl_node *var) {
  for (size_t i = 0; i < list->len; i++)
    if (list->data[i] == var)
      return true;
  return false;
}

static struct fl_node *next_sibling(const struct fl_node *n) {
  for (size_t i = 0; n->parent && i + 1 < n->parent->kids.len; i++)
    if (n->parent->kids.data[i] == n)
      return n->parent->kids.data[i + 1];
  return NULL;
}

// Is a name that a declaration in a region gives, be it to a part of a value, used behind the region?
static bool is_named_behind(struct cut *c, const struct fl_node *v, const struct fl_piece *region) {
  const uint32_t end = region->last->span.end;
  const struct fl_span body = c->fn->body_span;
  if (end >= body.end || region->last->span.file != body.file)
    return false;
  const char *text = fl_span_text(c->unit, (struct fl_span){body.file, end, body.end});
  const char *using = v->span.file < 0 ? "" : fl_span_text(c->unit, v->span);
  if (!v->name || !*v->name || !strncmp(using, "using namespace", 15))
    return true;
  for (const char *p = v->name; *p;) {
    size_t n = 0;
    while (fl_is_word(p[n]))
      n++;
    if (n && fl_mentions(text, fl_strndup(c->unit->arena, p, n)))
      return true;
    p += n ? n : 1;
  }
  return false;
}

static void find_slots(struct cut *c, fl_pieces *pieces) {
  for (size_t i = 0; i < pieces->len; i++) {
    struct fl_piece *p = pieces->data[i];
    if (p->kind == FL_PIECE_HOISTED) {
      find_slots(c, &p->body);
      find_slots(c, &p->otherwise);
    }
    if (p->kind != FL_PIECE_REGION)
      continue;
    for (struct fl_node *s = p->first; s; s = s == p->last ? NULL : next_sibling(s)) {
      if (s->kind != FL_DECL_STMT)
        continue;
      for (size_t k = 0; k < s->kids.len; k++) {
        struct fl_node *v = s->kids.data[k];
        if (v->kind == FL_OTHER_DECL && is_named_behind(c, v, p))
          refuse(c, v, "what is declared here lives across a barrier and is not a plain variable");
        if (v->kind != FL_VAR || !v->decl || fl_among(&c->out->hoisted, v))
          continue;
        struct use u = {v->decl, p, false};
        fl_walk(c->fn->body, find_use, &u);
        if (!u.found)
          continue;
        if (!declared_apart(c, v))
          refuse(c, v,
                 fl_format(c->unit->arena,
                           "'%s' lives across a barrier and is not a plain variable",
                           v->decl->name));
        *fl_vec_add(c->unit->arena, &p->slots) = v;
        *fl_vec_add(c->unit->arena, &c->out->slots) = v;
      }
    }
  }
}

const struct fl_fission *fl_fission_of(struct fl_unit *u, struct fl_function *k) {
  if (k->facts->fission)
    return k->facts->fission;
  struct fl_fission *f = k->facts->fission = fl_alloc(u->arena, sizeof *f);
  struct cut c = {.unit = u, .fn = k, .out = f};
  for (size_t i = 0; i < k->facts->callees.len; i++)
    if (k->facts->callees.data[i]->facts->any_barrier)
      f->illegal = (struct fl_reason){
          fl_format(u->arena, "the barrier is in a function that '%s' calls", k->name),
          k->name_span};
  if (k->facts->group_barrier)
    f->illegal = (struct fl_reason){
        fl_format(u->arena, "'%s' waits at the barrier of a cooperative group", k->name),
        k->name_span};
  if (k->facts->any_warp)
    f->illegal = (struct fl_reason){
        fl_format(u->arena, "'%s' exchanges values within a warp", k->name), k->name_span};
  for (size_t i = 0; i < k->params.len; i++)
    if (k->params.data[i].decl && changed_by_thread(&c, k->params.data[i].decl))
      f->illegal = (struct fl_reason){
          fl_format(u->arena, "threads of '%s' change a parameter and then meet at a barrier",
                    k->name),
          k->name_span};
  if (!f->illegal.text)
    cut_sequence(&c, k->body, &f->pieces);
  if (!f->illegal.text)
    find_slots(&c, &f->pieces);
  return f;
}
