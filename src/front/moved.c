// Do the macros in a text mean elsewhere what they mean in its place? Copies of functions stand in front of others (bound.c), and `#undef` may come between.
#include "internal.h"

struct move {
  struct fl_span from;
  int file; // where the text is to stand
  uint32_t at;
  struct fr_map seen; // macros whose bodies were looked at
};

static bool means_alike(struct fr *f, struct move *x, const char *s, const struct fr_lexed *l) {
  for (size_t i = 0; i < l->tokens.len; i++) {
    const struct fr_token *t = &l->tokens.data[i];
    const char *name = s + t->begin;
    const size_t len = t->end - t->begin;
    struct fr_macro *m = t->kind == FR_IDENT ? fr_find_macro(f, name, len) : NULL;
    if (!m)
      continue;
    bool here, there;
    m = fr_macro_at(f, name, len, x->from.file, x->from.begin, &here);
    if (!here || m != fr_macro_at(f, name, len, x->file, x->at, &there) || !there)
      return false;
    if (!m || fr_map_get(&x->seen, m))
      continue;
    struct fr_lexed body = {0};
    fr_map_put(f->arena, &x->seen, m, m);
    fr_lex(f->arena, m->text, m->body.begin, m->body.end, &body);
    if (!means_alike(f, x, m->text, &body))
      return false;
  }
  return true;
}

bool fr_can_stand(struct fr *f, struct fl_span text, int file, uint32_t at) {
  const char *s = f->u->files.data[text.file].text;
  struct move x = {text, file, at, {0}};
  struct fr_lexed l = {0};
  fr_lex(f->arena, s, text.begin, text.end, &l);
  for (size_t i = 0; i < l.directives.len; i++) {
    const struct fr_range d = l.directives.data[i];
    if (fr_has_words(s, d.begin, d.end, "define", "") ||
        fr_has_words(s, d.begin, d.end, "undef", ""))
      return false;
  }
  return means_alike(f, &x, s, &l);
}
