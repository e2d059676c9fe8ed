// Uses of a variable that ask how it is declared. Copies of a body have references in place of shared variables, and of what lives across barriers: decltype
// shows the difference, and so do constant expressions, of which sizeof alone does not care.
#include "analysis/bodies/bodies.h"
#include <ctype.h>
#include <string.h>

static const char *skip(const char *p) {
  while (isspace((unsigned char)*p))
    p++;
  return p;
}

static size_t word_length(const char *p) {
  size_t n = 0;
  while (fl_is_word(p[n]))
    n++;
  return n;
}

static bool is_word(const char *p, const char *word) {
  const size_t n = word_length(p);
  return n && n == strlen(word) && !strncmp(p, word, n);
}

static const char *defined_name(struct fl_unit *u, size_t i) {
  const char *p = skip(fl_span_text(u, u->defines.data[i]));
  return fl_strndup(u->arena, p, word_length(p));
}

static bool is_macro(struct fl_unit *u, const char *word) {
  for (size_t i = 0; i < u->defines.len; i++)
    if (is_word(word, defined_name(u, i)))
      return true;
  return false;
}

// Does a text use a macro that comes to `decltype`, be it by way of others?
static bool by_macro(struct fl_unit *u, const char *text, unsigned depth) {
  enum { MOST = 16 };
  for (size_t i = 0; i < u->defines.len; i++) {
    const char *name = defined_name(u, i), *body = fl_span_text(u, u->defines.data[i]);
    if (!*name || !fl_mentions(text, name))
      continue;
    body = skip(body) + strlen(name);
    if (fl_mentions(body, "decltype") || depth >= MOST || by_macro(u, body, depth + 1))
      return true;
  }
  return false;
}

// Does any macro have `decltype` in its body?
static bool any_macro(struct fl_unit *u) {
  for (size_t i = 0; i < u->defines.len; i++)
    if (fl_mentions(fl_span_text(u, u->defines.data[i]), "decltype"))
      return true;
  return false;
}

struct search {
  struct fl_unit *unit;
  const struct fl_decl *decl;
  const struct fl_declared *in;
  const char *body; // its text, without comments
  size_t next;      // of the nodes with template arguments
  struct fl_span span;
  bool deduces; // there is a `decltype(auto)`
  struct fl_reason found;
};

static void find(struct search *s, struct fl_span at, const char *text) {
  if (!s->found.text)
    s->found = (struct fl_reason){text, at};
}

bool fl_next_decltype(const char *text, size_t from, struct fl_decltype *out) {
  for (const char *p = text + from; (p = fl_find_word(text, p, "decltype")); p++) {
    const char *open = skip(p + strlen("decltype"));
    const char *name = *open == '(' ? skip(open + 1) : open;
    *out = (struct fl_decltype){.begin = (size_t)(p - text), .name = (size_t)(name - text)};
    out->name_len = word_length(name);
    const char *end = skip(name + out->name_len);
    out->end = *open == '(' && out->name_len && *end == ')' ? (size_t)(end + 1 - text) : 0;
    if (out->name_len)
      return true;
  }
  return false;
}

static void find_in_text(struct search *s) {
  struct fl_decltype d = {.begin = 0};
  for (size_t from = 0; fl_next_decltype(s->body, from, &d); from = d.begin + 1) {
    const uint32_t at = s->span.begin + (uint32_t)d.begin;
    const char *name = s->body + d.name;
    s->deduces |= is_word(name, "auto");
    if ((is_word(name, s->decl->name) && d.end) || is_macro(s->unit, name))
      find(s, (struct fl_span){s->span.file, at, at + 8}, "is named in decltype");
  }
}

// Does something stand in the parentheses of a word behind which nothing is evaluated?
static bool unevaluated(const struct search *s, const struct fl_node *n) {
  if (n->span.file != s->span.file || n->span.begin < s->span.begin || n->span.end > s->span.end)
    return false;
  int depth = 0;
  for (const char *p = s->body + (n->span.begin - s->span.begin); p > s->body; p--) {
    depth += p[-1] == ')' ? 1 : p[-1] == '(' ? -1 : 0;
    if (strchr(";{}", p[-1]))
      return false;
    if (p[-1] != '(' || depth >= 0)
      continue;
    depth = 0;
    const char *end = p - 1;
    while (end > s->body && isspace((unsigned char)end[-1]))
      end--;
    const char *word = end;
    while (word > s->body && fl_is_word(word[-1]))
      word--;
    if (is_word(word, "decltype") || is_word(word, "sizeof") || is_word(word, "alignof"))
      return true;
  }
  return false;
}

// Does a part of a node stand where only constants or types can?
static bool wants_constant(struct fl_unit *u, const struct fl_node *in,
                           const struct fl_node *part) {
  const struct fl_decl *d = in->decl;
  switch (in->kind) {
  case FL_VAR: // beside the initialiser there are the parts of the type
    return part != in->init || (d && (d->is_constexpr || (d->is_const && part->has_value)));
  case FL_OTHER_DECL:
    return !fl_is_binding(in);
  case FL_CASE:
    return part == in->kids.data[0];
  case FL_IF:
    return part == in->cond && !strncmp(skip(fl_span_text(u, in->span) + 2), "constexpr", 9);
  case FL_LAMBDA: // its type
    return part->kind != FL_COMPOUND && part->kind != FL_VAR;
  case FL_CAST:
    return part != in->kids.data[in->kids.len - 1];
  default:
    return false;
  }
}

// The template arguments of a name; "" if there are none to be seen.
static const char *arguments(struct fl_unit *u, const struct fl_node *n) {
  struct fl_span at = n->span;
  if ((n->kind != FL_REF && n->kind != FL_MEMBER) || !n->editable || at.file < 0)
    return "";
  if (n->kind == FL_MEMBER && n->kids.len)
    at.begin = n->kids.data[0]->span.end;
  if (at.begin >= at.end || !memchr(u->files.data[at.file].text + at.begin, '<', at.end - at.begin))
    return "";
  const char *open = strchr(fl_without_comments(u, fl_span_text(u, at)), '<');
  return open ? open : "";
}

// Is a variable named in template arguments, other than for its size?
static bool is_argument(const char *text, const char *name) {
  for (const char *p = text; (p = fl_find_word(text, p, name)); p++) {
    const char *q = p;
    while (q > text && (isspace((unsigned char)q[-1]) || q[-1] == '('))
      q--;
    const size_t n = strlen("sizeof");
    if ((size_t)(q - text) < n || strncmp(q - n, "sizeof", n) != 0)
      return true;
  }
  return false;
}

// What a function's text says, whichever variable is asked about.
struct fl_declared {
  const char *body;        // without comments
  FL_VEC(struct fl_given { // nodes with template arguments, in order
    const struct fl_node *node;
    const char *arguments;
  })
  given;
};
struct reading {
  struct fl_unit *unit;
  struct fl_declared *into;
};
static bool find_given(struct fl_node *n, void *data) {
  const struct reading *r = data;
  const char *text = arguments(r->unit, n);
  if (*text)
    *fl_vec_add(r->unit->arena, &r->into->given) = (struct fl_given){n, text};
  return true;
}
static const struct fl_declared *declared_of(struct fl_unit *u, const struct fl_function *f) {
  struct fl_declared **d = &f->facts->declared;
  if (!*d) {
    *d = fl_alloc(u->arena, sizeof **d);
    (*d)->body = fl_without_comments(u, fl_span_text(u, f->body_span));
    fl_walk(f->body, find_given, &(struct reading){u, *d});
  }
  return *d;
}

// The nodes with template arguments up to the number `order`.
static void look_at_given(struct search *s, uint32_t order) {
  for (; s->next < s->in->given.len && s->in->given.data[s->next].node->order <= order; s->next++)
    if (is_argument(s->in->given.data[s->next].arguments, s->decl->name))
      find(s, s->in->given.data[s->next].node->span, "is named in template arguments");
}

static bool visit(struct fl_node *n, void *data) {
  struct search *s = data;
  look_at_given(s, n->order);
  if (n->kind != FL_REF || s->found.text)
    return !s->found.text;
  const struct fl_node *in = n->parent;
  if (s->deduces && in && ((in->kind == FL_VAR && n == in->init) || in->kind == FL_RETURN))
    find(s, n->span, "is named for decltype(auto)");
  for (const struct fl_node *part = n; in && !unevaluated(s, n); part = in, in = in->parent) {
    if (in->kind == FL_OTHER_EXPR && in->name && !strcmp(in->name, "sizeof"))
      break;
    if (wants_constant(s->unit, in, part))
      find(s, n->span, "is named where a constant or a type is expected");
    if (in->kind == FL_VAR || in->kind == FL_COMPOUND)
      break;
  }
  return !s->found.text;
}

bool fl_may_be_constant(struct fl_unit *u, const struct fl_node *n) {
  for (const struct fl_node *in = n->parent; in && in->kind != FL_COMPOUND; n = in, in = in->parent)
    if (wants_constant(u, in, n))
      return true;
  return false;
}

struct fl_reason fl_declared_use(struct fl_unit *u, const struct fl_function *f,
                                 const struct fl_decl *d) {
  struct search s = {.unit = u, .decl = d, .in = declared_of(u, f), .span = f->body_span};
  s.body = s.in->body;
  find_in_text(&s);
  if (!s.found.text && any_macro(u) && by_macro(u, s.body, 0))
    find(&s, f->name_span, "may be named in decltype by a macro");
  if (!s.found.text && fl_walk_uses(f->body, d, visit, &s))
    look_at_given(&s, UINT32_MAX);
  return s.found;
}
