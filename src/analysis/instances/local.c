// What is said in a body by way of its own aliases and constants, said without them: so that it can stand outside of the body.
#include "analysis/bodies/bodies.h"
#include "analysis/instances/instances.h"
#include <ctype.h>
#include <string.h>

// Is what `decl` declares known at `use`? It stands in a block around it, and in front of it.
static bool is_known_at(const struct fl_node *decl, const struct fl_node *use) {
  const struct fl_node *around = decl->parent;
  while (around && around->kind == FL_DECL_STMT)
    around = around->parent;
  if (decl->span.file != use->span.file || decl->span.end > use->span.begin)
    return false;
  while (use && use != around)
    use = use->parent;
  return use;
}

// Is a name declared by a shared variable itself or behind it, or does a word of its type begin that for both, `Tile<T> Tile, other`? Then the type means something
// else of that name.
static bool is_behind(const struct fl_node *decl, const struct fl_node *var, bool begins) {
  if (var->kind != FL_VAR || !var->decl || var->decl->kind != FL_DECL_SHARED || !var->editable ||
      !decl->editable || decl->span.file != var->span.file)
    return false;
  return decl == var || decl->span.begin >= var->span.end ||
         (begins && decl->parent == var->parent && decl->parent &&
          decl->parent->kind == FL_DECL_STMT);
}

// What a body declares by one name.
struct declared {
  const struct fl_node *found; // the last one
  unsigned count;
};
struct index {
  struct fl_unit *unit;
  struct fl_names *names;
};
static bool note(struct fl_node *n, void *data) {
  const struct index *x = data;
  if ((n->kind != FL_VAR && n->kind != FL_OTHER_DECL) || !n->name)
    return true;
  void **value = fl_names_add(x->unit->arena, x->names, n->name, strlen(n->name));
  struct declared *d = *value;
  if (!d)
    *value = d = fl_alloc(x->unit->arena, sizeof *d);
  d->found = n;
  d->count++;
  return true;
}

static const struct declared *declared_in(struct fl_unit *u, const struct fl_function *f,
                                          const char *name, size_t len) {
  struct fl_facts *x = f->facts;
  if (!x->locals) {
    struct index index = {u, x->locals = fl_alloc(u->arena, sizeof *x->locals)};
    fl_walk(f->body, note, &index);
  }
  return fl_names_get(x->locals, name, len);
}

// Is a type written with a part behind the name that it is given, `T (*)(T)` or `T[4]`, or as several (`A, *B`)?
static bool surrounds_name(const char *type) {
  int depth = 0;
  for (const char *p = type; *p; p++) {
    depth += (*p == '<') - (*p == '>');
    if (depth == 0 && strchr("[({,", *p))
      return true;
  }
  return false;
}

// The type behind `using A =`, or between `typedef` and the name. NULL: it is no alias, or one that is not written so plainly.
static const char *aliased(struct fl_unit *u, const struct fl_node *n) {
  const char *text = fl_without_comments(u, fl_span_text(u, n->span)), *equals = strchr(text, '=');
  if (!strncmp(text, "using", 5) && isspace((unsigned char)text[5]))
    return equals && !surrounds_name(text) ? equals + 1 : NULL;
  size_t len = strlen(text);
  const size_t name = strlen(n->name);
  while (len && isspace((unsigned char)text[len - 1]))
    len--;
  if (strncmp(text, "typedef", 7) != 0 || !isspace((unsigned char)text[7]) || len < 8 + name ||
      strncmp(text + len - name, n->name, name) != 0)
    return NULL;
  const char *type = fl_strndup(u->arena, text + 8, len - name - 8);
  return surrounds_name(type) ? NULL : type;
}

bool fl_names_parameter(const struct fl_function *f, const char *text) {
  for (size_t i = 0; i < f->params.len; i++) {
    const char *name = f->params.data[i].decl->name;
    for (const char *p = text; *name && (p = fl_find_word(text, p, name)); p += strlen(name))
      if (p < text + 2 || strncmp(p - 2, "::", 2) != 0)
        return true;
  }
  return false;
}

static const char *without(struct fl_unit *u, const struct fl_function *f, const struct fl_node *at,
                           const char *text, unsigned depth);

// What the declaration of a name stands for.
static const char *declared_as(struct fl_unit *u, const struct fl_function *f,
                               const struct fl_node *n, unsigned depth) {
  if (!n->editable || n->span.file < 0)
    return NULL;
  if (n->kind == FL_OTHER_DECL) {
    const char *type = aliased(u, n);
    return type ? without(u, f, n, type, depth) : NULL;
  }
  const struct fl_decl *d = n->decl;
  if (!d || !n->init || !n->init->editable || n->init->span.file < 0 || d->is_reference ||
      d->is_array || !(d->is_const || d->is_constexpr) || !d->type)
    return NULL;
  const char *init = fl_without_comments(u, fl_span_text(u, n->init->span));
  const char *value = *init == '{' ? NULL : without(u, f, n, init, depth);
  const char *type = without(u, f, n, d->type, depth);
  if (!value || !type)
    return NULL;
  return fl_mentions(type, "auto") ? fl_format(u->arena, "(%s)", value)
                                   : fl_format(u->arena, "(static_cast<%s>(%s))", type, value);
}

// The same; NULL: that cannot be said elsewhere.
static const char *stands_for(struct fl_unit *u, const struct fl_function *f,
                              const struct fl_node *n, unsigned depth) {
  const char *text = declared_as(u, f, n, depth);
  return text && !fl_names_parameter(f, text) ? text : NULL;
}

static const char *without(struct fl_unit *u, const struct fl_function *f, const struct fl_node *at,
                           const char *text, unsigned depth) {
  struct fl_text t = {0};
  bool failed = depth > 8;
  const char *p = text, *written = text;
  while (*p && !failed) {
    size_t len = 0;
    bool comment;
    const char *literal = fl_opaque_end(text, p, &comment);
    if (literal != p) {
      p = literal;
      continue;
    }
    while (fl_is_word(p[len]))
      len++;
    if (!len) {
      p++;
      continue;
    }
    const char *q = p;
    while (q > text && isspace((unsigned char)q[-1]))
      q--;
    const bool of_another =
        q > text && (q[-1] == '.' || (q - 1 > text && q[-1] == ':' && q[-2] == ':') ||
                     (q - 1 > text && q[-1] == '>' && q[-2] == '-'));
    const struct declared *d =
        of_another || isdigit((unsigned char)*p) ? NULL : declared_in(u, f, p, len);
    if (d && !(d->count == 1 && is_behind(d->found, at, p == text))) {
      const char *other =
          d->count == 1 && is_known_at(d->found, at) ? stands_for(u, f, d->found, depth + 1) : NULL;
      failed = !other;
      fl_text_add(&t, written, (size_t)(p - written));
      fl_text_puts(&t, other ? other : "");
      written = p + len;
    }
    p += len;
  }
  const char *r = NULL;
  if (!failed) {
    fl_text_puts(&t, written);
    r = fl_strdup(u->arena, t.data ? t.data : "");
  }
  fl_text_free(&t);
  return r;
}

const char *fl_without_locals(struct fl_unit *u, const struct fl_function *f,
                              const struct fl_node *at, const char *text) {
  return f && f->body ? without(u, f, at, text, 0) : text;
}

const char *fl_outside_of_body(struct fl_unit *u, const struct fl_function *f,
                               const struct fl_node *at, const char *text) {
  return f && fl_names_parameter(f, text) ? NULL : fl_without_locals(u, f, at, text);
}
