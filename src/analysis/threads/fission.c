// Cuts a kernel's body at its barriers.
#include "analysis/bodies/bodies.h"
#include "analysis/threads/cut.h"
#include "analysis/threads/fission.h"
#include "analysis/threads/threads.h"
#include <string.h>

static void refuse(struct fl_cut *c, const struct fl_node *at, const char *text) {
  if (!c->out->illegal.text)
    c->out->illegal = (struct fl_reason){text, at->span};
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

static void cut_sequence(struct fl_cut *c, struct fl_node *compound, fl_pieces *out);

static struct fl_piece *add(struct fl_cut *c, fl_pieces *out, enum fl_piece_kind kind,
                            struct fl_node *n) {
  struct fl_piece *p = fl_alloc(c->unit->arena, sizeof *p);
  p->kind = kind;
  p->node = p->first = p->last = n;
  *fl_vec_add(c->unit->arena, out) = p;
  return p;
}

static void hoist(struct fl_cut *c, struct fl_node *n, fl_pieces *out) {
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
  bool header = fl_hoistable(c, n->cond) && fl_hoistable(c, n->inc);
  if (n->kind == FL_FOR && n->init)
    header &=
        n->init->kind == FL_DECL_STMT ? fl_block_declaration(c, n->init) : fl_hoistable(c, n->init);
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
    else if (parts[i] && fl_has_barrier(c, parts[i]))
      refuse(c, parts[i], "a barrier is the whole body of a loop or branch");
    else if (parts[i])
      add(c, pieces[i], FL_PIECE_REGION, parts[i]);
}

// Does each statement stand in the text by itself? Of several that a macro comes to, or that are among its arguments, none can be moved alone.
static bool stand_apart(const struct fl_cut *c, const struct fl_node *compound, size_t i) {
  const struct fl_span in = compound->span, s = compound->kids.data[i]->span;
  const bool last = i + 1 == compound->kids.len;
  const struct fl_span next =
      last ? (struct fl_span){in.file, in.end - 1, in.end} : compound->kids.data[i + 1]->span;
  if (s.file < 0 || s.file != next.file || next.begin < s.end)
    return false;
  int depth = 0, least = 0;
  for (const char *t = fl_span_text(c->unit, (struct fl_span){s.file, s.end, next.begin}); *t;
       t++) {
    depth += (*t == '(') - (*t == ')');
    least = depth < least ? depth : least;
  }
  return !depth && !least;
}

static bool plain_barrier(const struct fl_node *n) {
  return n->kind == FL_CALL && n->name && !strcmp(n->name, "__syncthreads");
}

// Takes those variables out of a declaration that live once for the block (`int t = threadIdx.x, n = blockDim.x;`). Returns whether there are any.
static bool hoist_some(struct fl_cut *c, struct fl_node *stmt) {
  const size_t before = c->out->hoisted.len;
  for (size_t i = 0; stmt->kind == FL_DECL_STMT && i < stmt->kids.len; i++)
    if (fl_lives_once(c, stmt->kids.data[i], stmt) && fl_declared_apart(c, stmt->kids.data[i]))
      *fl_vec_add(c->unit->arena, &c->out->hoisted) = stmt->kids.data[i];
  return c->out->hoisted.len > before;
}

static void cut_sequence(struct fl_cut *c, struct fl_node *compound, fl_pieces *out) {
  struct fl_piece *region = NULL;
  for (size_t i = 0; i < compound->kids.len && !c->out->illegal.text; i++) {
    struct fl_node *n = compound->kids.data[i];
    if (!stand_apart(c, compound, i))
      refuse(c, n, "a macro comes to several statements beside a barrier");
    if (plain_barrier(n)) {
      region = NULL;
    } else if (fl_has_barrier(c, n)) {
      region = NULL;
      hoist(c, n, out);
    } else if (fl_block_declaration(c, n)) {
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

bool fl_among(const fl_variables *list, const struct fl_node *var) {
  for (size_t i = 0; i < list->len; i++)
    if (list->data[i] == var)
      return true;
  return false;
}

// Is a name that a declaration in a region gives, be it to a part of a value, used behind the region?
static bool is_named_behind(struct fl_cut *c, const struct fl_node *v,
                            const struct fl_piece *region) {
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

// What a name means where it is used in a body.
struct meaning {
  const struct fl_decl *decl;
  bool several;
};
static bool note_name(struct fl_node *n, void *data) {
  struct fl_cut *c = data;
  if (n->kind != FL_REF || !n->name)
    return true;
  void **value = fl_names_add(c->unit->arena, &c->names, n->name, strlen(n->name));
  struct meaning *m = *value;
  if (!m) {
    *value = m = fl_alloc(c->unit->arena, sizeof *m);
    m->decl = n->decl;
  }
  m->several |= m->decl != n->decl;
  return true;
}
static bool means_another(struct fl_cut *c, const struct fl_decl *d) {
  if (!c->names.cap)
    fl_walk(c->fn->body, note_name, c);
  const struct meaning *m = fl_names_get(&c->names, d->name, strlen(d->name));
  return m && (m->several || m->decl != d);
}

// Would a name that is used in front of a declaration that hides it mean a slot there? The slots of a region are declared where it begins.
struct hiding {
  const struct fl_node *var;
  const struct fl_node *found;
};
static bool find_hidden(struct fl_node *n, void *data) {
  struct hiding *h = data;
  const struct fl_node *scope = h->var->parent->parent;
  if (n->kind == FL_REF && n->name && !strcmp(n->name, h->var->decl->name) &&
      n->decl != h->var->decl && n->span.begin > scope->span.begin &&
      n->span.begin < h->var->span.begin)
    h->found = n;
  return !h->found;
}

// The same of a name that is none of a variable, of a type, say: `edge e = ...; int edge = e.to;`. What is a member's is another name.
static bool is_type_before(struct fl_cut *c, const struct fl_node *var,
                           const struct fl_piece *region) {
  const uint32_t begin = region->first->span.begin;
  if (var->span.file != region->first->span.file || var->span.begin <= begin)
    return false;
  const char *text = fl_without_comments(
      c->unit,
      fl_span_text(c->unit, (struct fl_span){var->span.file, begin, var->parent->span.begin}));
  for (const char *at = text; (at = fl_find_word(text, at, var->decl->name)); at++) {
    const char *before = at;
    while (before > text && strchr(" \t\r\n", before[-1]))
      before--;
    const bool two = before - text > 1,
               of = before > text &&
                    (before[-1] == '.' ||
                     (two && (!strncmp(before - 2, "->", 2) || !strncmp(before - 2, "::", 2))));
    if (!of)
      return true;
  }
  return false;
}

// Is it a name for an object that is another variable, or what lives elsewhere?
static bool names_object(struct fl_cut *c, const struct fl_node *v) {
  const struct fl_node *init = v->kids.len ? v->kids.data[v->kids.len - 1] : NULL;
  const enum fl_node_kind kind = init ? init->kind : FL_LITERAL;
  return v->decl->is_reference && (kind == FL_REF || kind == FL_MEMBER || kind == FL_SUBSCRIPT ||
                                   (kind == FL_UNARY && init->name && !strcmp(init->name, "*")) ||
                                   (kind == FL_CAST && init->span.file >= 0 &&
                                    strchr(fl_span_text(c->unit, init->span), '&')));
}

// Has a barrier been cut behind the region, where the scope of what it declares goes on?
static bool scope_goes_on(const struct fl_piece *region) {
  const struct fl_node *scope = region->first->parent;
  return region->last != scope->kids.data[scope->kids.len - 1];
}

static void find_slots(struct fl_cut *c, fl_pieces *pieces) {
  for (size_t i = 0; i < pieces->len; i++) {
    struct fl_piece *p = pieces->data[i];
    if (p->kind == FL_PIECE_HOISTED) {
      find_slots(c, &p->body);
      find_slots(c, &p->otherwise);
    }
    if (p->kind != FL_PIECE_REGION)
      continue;
    size_t at = 0;
    while (p->first->parent->kids.data[at] != p->first)
      at++;
    for (struct fl_node *s = NULL; s != p->last;) {
      s = p->first->parent->kids.data[at++];
      if (s->kind != FL_DECL_STMT)
        continue;
      for (size_t k = 0; k < s->kids.len; k++) {
        struct fl_node *v = s->kids.data[k];
        if (v->kind == FL_OTHER_DECL && is_named_behind(c, v, p))
          refuse(c, v, "what is declared here lives across a barrier and is not a plain variable");
        if (v->kind != FL_VAR || !v->decl || fl_among(&c->out->hoisted, v))
          continue;
        if (!fl_named_outside(c, p, v->decl) &&
            !(scope_goes_on(p) && !names_object(c, v) &&
              (fl_leads_outside(c, p, v->decl) || fl_ends_with_code(c, v->decl))))
          continue;
        if (!fl_declared_apart(c, v))
          refuse(c, v,
                 fl_format(c->unit->arena,
                           "'%s' lives across a barrier and is not a plain variable",
                           v->decl->name));
        struct hiding h = {v, NULL};
        if (means_another(c, v->decl))
          fl_walk(c->fn->body, find_hidden, &h);
        if (h.found || is_type_before(c, v, p))
          refuse(c, h.found ? h.found : v,
                 fl_format(c->unit->arena, "'%s' is another variable further on", v->decl->name));
        *fl_vec_add(c->unit->arena, &p->slots) = v;
        *fl_vec_add(c->unit->arena, &c->out->slots) = v;
      }
    }
  }
}

// What cannot stand in a region, which is a function of its own that says whether its thread returns.
static bool check_region(struct fl_node *n, void *data) {
  struct fl_cut *c = data;
  if (n->kind == FL_GOTO)
    refuse(c, n, "a jump stands in a body with barriers");
  if (fl_leaves_body(n) && !n->editable)
    refuse(c, n, "a macro returns");
  return !c->out->illegal.text;
}

// The region that a place in the text stands in; NULL: none.
static const struct fl_piece *region_at(const fl_pieces *pieces, uint32_t at) {
  const struct fl_piece *found = NULL;
  for (size_t i = 0; i < pieces->len && !found; i++) {
    const struct fl_piece *p = pieces->data[i];
    if (p->kind == FL_PIECE_HOISTED)
      found = region_at(&p->body, at) ? region_at(&p->body, at) : region_at(&p->otherwise, at);
    else if (p->kind == FL_PIECE_REGION && p->first->span.begin < at && at < p->last->span.end)
      found = p;
  }
  return found;
}

// The preprocessor's lines are written out with the statements that they stand between, and must be whole there.
static void check_directives(struct fl_cut *c) {
  const struct fl_span body = c->fn->body_span;
  const char *text = c->unit->files.data[body.file].text;
  const struct fl_piece *in = NULL; // where a condition is open
  int depth = 0;
  for (uint32_t at = body.begin; at < body.end; at++) {
    if (text[at] != '\n')
      continue;
    const char *line = text + at + 1 + strspn(text + at + 1, " \t");
    if (*line != '#')
      continue;
    const char *word = line + 1 + strspn(line + 1, " \t");
    if (!strncmp(word, "pragma", 6) || !strncmp(word, "line", 4))
      continue;
    const struct fl_piece *here = region_at(&c->out->pieces, (uint32_t)(line - text));
    if (!here || (depth && here != in)) {
      refuse(c, c->fn->body, "a directive of the preprocessor stands beside a barrier");
      return;
    }
    in = here;
    depth += !strncmp(word, "if", 2) ? 1 : !strncmp(word, "endif", 5) ? -1 : 0;
  }
}

const struct fl_fission *fl_fission_of(struct fl_unit *u, struct fl_function *k) {
  if (k->facts->fission)
    return k->facts->fission;
  struct fl_fission *f = k->facts->fission = fl_alloc(u->arena, sizeof *f);
  struct fl_cut c = {.unit = u, .fn = k, .out = f};
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
    if (k->params.data[i].decl && fl_changed_by_thread(&c, k->params.data[i].decl))
      f->illegal = (struct fl_reason){
          fl_format(u->arena, "threads of '%s' change a parameter and then meet at a barrier",
                    k->name),
          k->name_span};
  if (!f->illegal.text)
    fl_walk(k->body, check_region, &c);
  if (!f->illegal.text)
    cut_sequence(&c, k->body, &f->pieces);
  if (!f->illegal.text)
    check_directives(&c);
  if (!f->illegal.text)
    find_slots(&c, &f->pieces);
  return f;
}
