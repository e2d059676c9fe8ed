// What a copy of a body says of itself: __func__ and its like, which assert uses, too, are the user's function's, not the generated one's.
#include "emit/emit.h"
#include <string.h>

static const char *const words[] = {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", "assert"};
enum { WORDS = sizeof words / sizeof *words, ASSERT = WORDS - 1 };

static bool names_any(const char *text) {
  bool found = false;
  for (size_t i = 0; i < WORDS; i++)
    found |= fl_mentions(text, words[i]);
  return found;
}

bool fl_named_by_macros(const struct fl_unit *u) {
  for (size_t i = 0; i < u->defines.len; i++)
    if (names_any(fl_span_text(u, u->defines.data[i])))
      return true;
  return false;
}

// As nvcc writes it for a function that is no template: `void ns::child(int *, float)`.
static const char *signature(const struct fl_emit *e, const struct fl_function *f) {
  struct fl_text t = {0};
  fl_text_printf(&t, "%s %s(", f->kind == FL_KERNEL ? "void" : f->return_type, f->qualified);
  for (size_t i = 0; i < f->params.len; i++)
    fl_text_printf(&t, "%s%s", i ? ", " : "", f->params.data[i].type);
  fl_text_puts(&t, ")");
  const char *text = fl_strdup(e->unit->arena, t.data);
  fl_text_free(&t);
  return text;
}

static bool says_its_name(const struct fl_emit *e, const struct fl_function *f) {
  return e->named_by_macros || names_any(fl_span_text(e->unit, f->body_span));
}

void fl_begin_name(struct fl_emit *e, const struct fl_function *f, struct fl_text *t) {
  if (!says_its_name(e, f))
    return;
  const char *const is[] = {f->name, f->name, signature(e, f)};
  for (size_t i = 0; i < ASSERT; i++)
    fl_text_printf(t, "#define %s \"%s\"\n", words[i], is[i]);
}

void fl_end_name(struct fl_emit *e, const struct fl_function *f, struct fl_text *t) {
  if (!says_its_name(e, f))
    return;
  for (size_t i = 0; i < ASSERT; i++)
    fl_text_printf(t, "#undef %s\n", words[i]);
}
