// Functions that leave types of their parameters to `auto`: `__device__ void f(auto x, Number auto... y)`. Such a type is a template's parameter that has no name, by which a copy
// could not say it. So it gets one, `template <class fl_auto0, Number... fl_auto1> __device__ void f(fl_auto0 x, fl_auto1... y)`, and the file is parsed again.
#include "internal.h"

#include <string.h>

struct naming {
  struct fr *f;
  FL_VEC(struct fr_edit) edits;
  struct fl_text params; // of the template, each with a comma in front
  size_t count;
};

static bool is_pack(const struct fr *f, int file, size_t i, size_t end) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  for (; i < end; i++)
    if (f->u->files.data[file].text[t[i].begin] == '.')
      return true;
  return false;
}

// A function's parameter, or its part in front of the default argument: tokens [i, end).
static void name_type(struct naming *m, int file, size_t i, size_t end) {
  static const char *const qualifiers[] = {"const", "volatile", "__grid_constant__", NULL};
  const struct fr *f = m->f;
  size_t n, at = i;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const char *text = f->u->files.data[file].text;
  while (at < end && !fr_token_is(f, file, at, "auto")) {
    const size_t close = t[at].ch && strchr("([{<", t[at].ch) ? fr_match(f, file, at) : at;
    at = (close < end ? close : at) + 1;
  }
  while (i < at && (t[i].ch == '[' || fr_token_is_one_of(text, &t[i], qualifiers)))
    i = (t[i].ch == '[' ? fr_match(f, file, i) : i) + 1; // [[maybe_unused]]
  if (at >= end || i > at)
    return;
  const char *constraint =
      i < at ? fl_strndup(f->arena, text + t[i].begin, t[at - 1].end - t[i].begin) : "class";
  const char *name = fl_format(f->arena, "fl_auto%zu", m->count++);
  fl_text_printf(&m->params, ", %s%s %s", constraint, is_pack(f, file, at + 1, end) ? "..." : "",
                 name);
  *fl_vec_add(f->arena, &m->edits) =
      (struct fr_edit){{file, t[i].begin, t[at].end}, name, m->edits.len};
}

// One declaration of a function.
static void name_types(struct naming *m, struct fl_span params, struct fl_span specifiers,
                       const struct fl_template_params *of) {
  const struct fr *f = m->f;
  if (params.file < 0 || specifiers.file != params.file)
    return;
  size_t n;
  const struct fr_token *t = fr_tokens(f, params.file, &n);
  const size_t end = fr_token_at(f, params.file, params.end);
  size_t begin = fr_token_at(f, params.file, params.begin), value = end;
  m->count = 0;
  for (size_t i = begin; i <= end && i < n; i++) {
    if (i == end || t[i].ch == ',') {
      name_type(m, params.file, begin, value < i ? value : i);
      begin = i + 1;
      value = end;
    } else if (t[i].ch == '=' && value == end) {
      value = i;
    } else if (t[i].ch && strchr("([{<", t[i].ch)) {
      const size_t close = fr_match(f, params.file, i);
      i = close < end ? close : i;
    }
  }
  if (!m->count)
    return;
  const uint32_t at = of->len ? of->data[of->len - 1].span.end : specifiers.begin;
  const char *made = fl_strndup(f->arena, m->params.data, m->params.len);
  *fl_vec_add(f->arena, &m->edits) =
      (struct fr_edit){{params.file, at, at},
                       of->len ? made : fl_format(f->arena, "template <%s> ", made + strlen(", ")),
                       m->edits.len};
  m->params.len = 0;
}

bool fr_name_types(struct fr *f) {
  struct naming m = {.f = f};
  for (size_t i = 0; i < f->u->functions.len; i++) {
    const struct fl_function *fn = f->u->functions.data[i];
    if (!fn->editable || fn->from_macro || fn->is_lambda || fn->is_friend || fn->is_specialization)
      continue;
    // A member that is defined outside of its class template may have no head but that one's.
    static const struct fl_template_params none = {0};
    const struct fl_template_params *own = &fn->template_params;
    for (size_t k = 0; k < fn->redeclarations.len; k++) {
      const struct fl_redeclaration *r = &fn->redeclarations.data[k];
      own = r->template_params.len ? own : &none;
      name_types(&m, r->params_span, r->specifiers, &r->template_params);
    }
    if (fn->body)
      name_types(&m, fn->params_span, fn->specifiers, own);
  }
  fr_rewrite(f, m.edits.data, m.edits.len);
  fl_text_free(&m.params);
  return m.edits.len > 0;
}
