// Which macros come to something, by themselves or by way of others?
#include "internal.h"

unsigned fr_marks(const struct fr *f, const char *name, size_t len) {
  unsigned marks = 0;
  for (struct fr_macro *m = fr_find_macro(f, name, len); m; m = fr_next_definition(f, m))
    marks |= m->marks;
  return marks;
}

unsigned fr_marks_at(const struct fr *f, const char *s, const struct fr_token *t) {
  return t->kind == FR_IDENT ? fr_marks(f, s + t->begin, t->end - t->begin) : 0;
}

unsigned fr_marks_in(const struct fr *f, const char *s, const struct fr_lexed *l) {
  unsigned marks = 0;
  for (size_t i = 0; i < l->tokens.len; i++)
    marks |= fr_marks_at(f, s, &l->tokens.data[i]);
  return marks;
}

void fr_mark_macros(struct fr *f, fr_marking *marks_of) {
  struct fr_lexed *bodies = fl_alloc(f->arena, (f->macros.len + 1) * sizeof *bodies);
  for (size_t i = 0; i < f->macros.len; i++) {
    const struct fr_macro *m = &f->macros.data[i];
    fr_lex(f->arena, m->text, m->body.begin, m->body.end, &bodies[i]);
  }
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < f->macros.len; i++) {
      struct fr_macro *m = &f->macros.data[i];
      const unsigned marks = m->marks | marks_of(f, m, &bodies[i]);
      more |= marks != m->marks;
      m->marks = marks;
    }
  }
}
