// Is a function the same in two models of one file, read under different macros?
#include "model.h"

#include <string.h>

static bool same_text(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

static bool same_span(struct fl_span a, struct fl_span b) {
  return a.begin == b.begin && a.end == b.end && (a.file < 0) == (b.file < 0);
}

static bool same_decl(const struct fl_decl *a, const struct fl_decl *b) {
  if (!a || !b)
    return a == b;
  return a->kind == b->kind && same_text(a->name, b->name) && same_text(a->type, b->type) &&
         same_text(a->canonical, b->canonical) && a->is_const == b->is_const &&
         a->is_constexpr == b->is_constexpr && a->size == b->size &&
         same_text(a->alignment, b->alignment) &&
         same_text(a->function ? a->function->usr : NULL, b->function ? b->function->usr : NULL);
}

static bool same_node(const struct fl_node *a, const struct fl_node *b) {
  if (a->kind != b->kind || !same_span(a->span, b->span) || a->editable != b->editable ||
      !same_text(a->name, b->name) || !same_decl(a->decl, b->decl) ||
      !same_text(a->type, b->type) || !same_text(a->canonical, b->canonical) ||
      a->has_value != b->has_value || (a->has_value && a->value != b->value) ||
      a->kids.len != b->kids.len)
    return false;
  for (size_t i = 0; i < a->kids.len; i++)
    if (!same_node(a->kids.data[i], b->kids.data[i]))
      return false;
  return true;
}

static bool same_site(const struct fl_site *a, const struct fl_site *b) {
  return same_span(a->span, b->span) && !memcmp(a->extent, b->extent, sizeof a->extent) &&
         a->shared_bytes == b->shared_bytes && same_text(a->template_args, b->template_args) &&
         same_text(a->kernel ? a->kernel->usr : NULL, b->kernel ? b->kernel->usr : NULL);
}

static bool same_function(struct fl_unit *u, struct fl_unit *v, const struct fl_function *a,
                          const struct fl_function *b) {
  if (a->kind != b->kind || !same_span(a->body_span, b->body_span) || !a->body != !b->body ||
      !same_text(a->return_type, b->return_type) || a->params.len != b->params.len ||
      a->shared.len != b->shared.len || a->sites.len != b->sites.len ||
      !same_text(fl_head_text(u, a->specifiers), fl_head_text(v, b->specifiers)) ||
      !same_text(fl_head_text(u, a->params_span), fl_head_text(v, b->params_span)))
    return false;
  for (size_t i = 0; i < a->params.len; i++)
    if (!same_text(a->params.data[i].type, b->params.data[i].type))
      return false;
  for (size_t i = 0; i < a->sites.len; i++)
    if (!same_site(a->sites.data[i], b->sites.data[i]))
      return false;
  return !a->body || same_node(a->body, b->body);
}

static const struct fl_function *find(const struct fl_unit *u, const char *usr) {
  for (size_t i = 0; i < u->functions.len; i++)
    if (same_text(u->functions.data[i]->usr, usr))
      return u->functions.data[i];
  return NULL;
}

void fl_note_differences(struct fl_unit *u, struct fl_unit *v) {
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    const struct fl_function *g = v->parse_errors ? NULL : find(v, f->usr);
    f->differs |= !g || !same_function(u, v, f, g);
  }
}
