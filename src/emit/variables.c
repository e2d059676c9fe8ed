// Shared variables in a body: references and pointers into the block's memory, in place of their declarations.
#include "emit/body.h"
#include <string.h>

// Element type of `T x[]`: "T[]" -> "T", "T[][32]" -> "T[32]".
static const char *element_type(struct fl_arena *a, const char *type) {
  const char *open = strstr(type, "[]");
  if (!open)
    return type;
  size_t head = (size_t)(open - type);
  while (head && type[head - 1] == ' ')
    head--;
  return fl_format(a, "%.*s%s", (int)head, type, open + 2);
}

static size_t shared_index(const struct fl_function *f, const struct fl_node *var) {
  for (size_t i = 0; i < f->shared.len; i++)
    if (f->shared.data[i] == var)
      return i;
  return f->shared.len;
}

static bool is_shared(const struct fl_node *v) {
  return v->kind == FL_VAR && v->decl && v->decl->kind == FL_DECL_SHARED;
}

// `__shared__ struct { int x; } a, b[2];`: the type is declared by itself, one without a name by pointers to what the variables are, `fl_of_a`. Returns whether it has none.
static bool define_shared_type(const struct fl_body_walk *w, const struct fl_node *stmt,
                               const struct fl_decl *first, struct fl_text *t) {
  struct fl_unit *u = w->e->unit;
  const char *text = fl_span_text(u, stmt->span), *open = strchr(text, '{');
  const char *qualifier = strstr(text, "__shared__");
  if (!open || !qualifier || qualifier > open)
    return false;
  int depth = 0;
  const char *end = open;
  for (; *end; end++) {
    depth += *end == '{';
    if (*end == '}' && --depth == 0)
      break;
  }
  if (!*end)
    return false;
  const bool unnamed = strstr(first->type, "(unnamed") || strstr(first->type, "(anonymous");
  fl_text_add(t, text, (size_t)(qualifier - text));
  fl_text_add(t, qualifier + 10, (size_t)(end + 1 - qualifier - 10));
  for (size_t i = 0, n = 0; i < stmt->kids.len && unnamed; i++) {
    const struct fl_decl *d = is_shared(stmt->kids.data[i]) ? stmt->kids.data[i]->decl : NULL;
    if (d)
      fl_text_printf(t, "%s (*fl_of_%s)%s = nullptr", n++ ? "," : "", d->name,
                     strrchr(d->type, ')') + 1);
  }
  fl_text_puts(t, "; ");
  return unnamed;
}

// A type that is aligned as a shared variable's declaration says (CPU target), and its use.
static const char *aligned_type(struct fl_arena *a, const struct fl_decl *d) {
  const char *text = d->alignment_unknown ? "alignas(256)" : d->alignment;
  return text ? fl_format(a, "struct %s fl_as_%s {}; ", text, d->name) : "";
}
static const char *aligned_as(struct fl_arena *a, const struct fl_decl *d) {
  return *aligned_type(a, d) ? fl_format(a, ", alignof(fl_as_%s)", d->name) : "";
}

// Would a variable of a statement hide its type, or what that names, from one of them (`__shared__ node node[4], other;`)?
static bool is_hidden(const struct fl_node *stmt, const char *type) {
  bool any = false;
  for (size_t i = 0; i < stmt->kids.len; i++)
    any |=
        is_shared(stmt->kids.data[i]) && fl_find_word(type, type, stmt->kids.data[i]->decl->name);
  return any;
}

// The type of what stands for a variable, as declared.
static const char *type_of(struct fl_arena *a, const struct fl_decl *d) {
  return d->is_extern ? element_type(a, d->type) : d->type;
}

// Is dynamic shared memory of this name declared in front of a declaration, in the same scope? References cannot be declared again.
static bool declared_before(const struct fl_node *var) {
  const struct fl_node *stmt = var->parent, *scope = stmt->parent;
  for (size_t i = 0; scope && var->decl->is_extern && i < scope->kids.len; i++) {
    const struct fl_node *s = scope->kids.data[i];
    for (size_t k = 0; s->kind == FL_DECL_STMT && k < s->kids.len; k++) {
      const struct fl_node *v = s->kids.data[k];
      if (v == var)
        return false;
      if (v->kind == FL_VAR && v->decl && v->decl->is_extern &&
          !strcmp(v->decl->name, var->decl->name))
        return true;
    }
  }
  return false;
}

// Is that type written where the variable was declared?
static bool writes_type(const struct fl_body_walk *w, const struct fl_node *v, bool unnamed) {
  const struct fl_decl *d = v->decl;
  return !unnamed && (w->form == FL_FORM_SYMBOL || d->is_extern || fl_is_bytes(d)) &&
         !declared_before(v);
}

// Gives hidden types other names, in front of the variables.
static void name_types(const struct fl_body_walk *w, const struct fl_node *stmt, bool unnamed,
                       struct fl_text *t) {
  for (size_t i = 0; i < stmt->kids.len; i++) {
    const struct fl_node *v = stmt->kids.data[i];
    const char *type =
        is_shared(v) && writes_type(w, v, unnamed) ? type_of(w->e->unit->arena, v->decl) : NULL;
    if (type && is_hidden(stmt, type))
      fl_text_printf(t, "%susing fl_type_%s = %s;", t->len ? " " : "", v->decl->name, type);
  }
}

// The reference that stands for a shared variable in a copy of its body.
static const char *reference(const struct fl_body_walk *w, const struct fl_node *v, bool unnamed,
                             const char *type) {
  struct fl_arena *a = w->e->unit->arena;
  const struct fl_decl *d = v->decl;
  const char *member =
      fl_format(a, "fl_sh.%s", fl_shared_member(w->e, w->fn, shared_index(w->fn, v)));
  if (unnamed)
    return fl_format(a, "auto &%s = *(fl_of_%s = reinterpret_cast<decltype(fl_of_%s)>(&%s));",
                     d->name, d->name, d->name, member);
  if (fl_is_bytes(d))
    return fl_format(a, "auto &%s = reinterpret_cast<__fl::type<%s> &>(%s);", d->name, type,
                     member);
  return fl_format(a, "auto &%s = %s;", d->name, member);
}

// `__shared__ int a[32], b;` declares references into the block's memory instead.
void fl_edit_shared(struct fl_body_walk *w, struct fl_node *stmt) {
  struct fl_arena *a = w->e->unit->arena;
  if (w->form == FL_FORM_SYMBOL && w->e->opt->target == FL_TARGET_CUDA)
    return;
  struct fl_text t = {0};
  size_t first = 0;
  while (first < stmt->kids.len && !is_shared(stmt->kids.data[first]))
    first++;
  const struct fl_decl *head = first < stmt->kids.len ? stmt->kids.data[first]->decl : NULL;
  const bool unnamed =
      head && !head->is_extern && head->local_type && define_shared_type(w, stmt, head, &t);
  name_types(w, stmt, unnamed, &t);
  for (size_t i = first; i < stmt->kids.len; i++) {
    struct fl_node *v = stmt->kids.data[i];
    if (!is_shared(v))
      continue;
    const struct fl_decl *d = v->decl;
    fl_text_puts(&t, t.len ? " " : "");
    if (!v->editable && !fl_stands_alone(stmt)) {
      fl_report_at(w->e->unit, FL_ERROR, v->span, "cpu",
                   "a shared variable declared by a macro cannot be built for the CPU");
      break;
    }
    const char *type = type_of(a, d);
    if (unnamed)
      type = fl_format(a, "flcpu::pointed_to<decltype(fl_of_%s)>", d->name);
    else if (writes_type(w, v, unnamed) && is_hidden(stmt, type))
      type = fl_format(a, "fl_type_%s", d->name);
    if (declared_before(v))
      fl_text_puts(&t, ";");
    else if (w->form == FL_FORM_SYMBOL && d->is_extern)
      fl_text_printf(&t, "auto *%s = flcpu::dynamic_shared<%s>();", d->name, type);
    else if (w->form == FL_FORM_SYMBOL)
      fl_text_printf(&t, "%sstatic char fl_key_%s; auto &%s = flcpu::shared<%s%s>(&fl_key_%s);",
                     aligned_type(a, d), d->name, d->name, type, aligned_as(a, d), d->name);
    else if (d->is_extern)
      fl_text_printf(&t, "auto *%s = fl_ctx.template dynamic_shared<%s>();", d->name, type);
    else
      fl_text_puts(&t, reference(w, v, unnamed, type));
  }
  if (t.len)
    fl_edit_declaration(w->e->unit, w->out, stmt, &t);
  fl_text_free(&t);
}

// On the CPU target shared variables are references in a kernel's own symbol, too: `decltype(v)` becomes `flcpu::declared<decltype(v)>`.
void fl_edit_decltype(struct fl_body_walk *w) {
  struct fl_unit *u = w->e->unit;
  if (w->e->opt->target != FL_TARGET_CPU || w->form != FL_FORM_SYMBOL || !w->fn->shared.len)
    return;
  const struct fl_span s = w->fn->body_span;
  const char *text = fl_without_comments(u, fl_span_text(u, s));
  struct fl_decltype d = {.begin = 0};
  for (size_t from = 0; fl_next_decltype(text, from, &d); from = d.begin + 1)
    for (size_t i = 0; i < w->fn->shared.len && d.end; i++) {
      const struct fl_decl *v = w->fn->shared.data[i]->decl;
      if (v->is_extern || strlen(v->name) != d.name_len ||
          strncmp(v->name, text + d.name, d.name_len) != 0)
        continue;
      const uint32_t begin = s.begin + (uint32_t)d.begin, end = s.begin + (uint32_t)d.end;
      fl_edit(u->arena, w->out, begin, begin, "flcpu::declared<");
      fl_edit(u->arena, w->out, end, end, ">");
      break;
    }
}

// Shared variables of namespace scope that a body names get a local pointer of the same name.
struct names_shared {
  struct fl_unit *unit;
  FL_VEC(const struct fl_decl *) used;
};

static bool find_file_shared(struct fl_node *n, void *data) {
  struct names_shared *s = data;
  if (n->kind != FL_REF || !n->decl || n->decl->kind != FL_DECL_SHARED || n->decl->owner)
    return true;
  for (size_t i = 0; i < s->used.len; i++)
    if (!strcmp(s->used.data[i]->name, n->decl->name))
      return true;
  *fl_vec_add(s->unit->arena, &s->used) = n->decl;
  return true;
}

void fl_shared_prologue(struct fl_emit *e, struct fl_function *f, struct fl_text *out) {
  if (fl_has_shared(f))
    fl_text_printf(out, "\n  auto &fl_sh = fl_ctx.template shared<%s_shared%s>();", fl_tag(e, f),
                   fl_template_arguments(e, f));
  struct names_shared s = {e->unit, {0}};
  if (f->facts->reads_file_shared)
    fl_walk(f->body, find_file_shared, &s);
  for (size_t i = 0; i < s.used.len; i++)
    fl_text_printf(out, "\n  auto *%s = fl_ctx.template dynamic_shared<%s>();",
                   s.used.data[i]->name, element_type(e->unit->arena, s.used.data[i]->type));
}
