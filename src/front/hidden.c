// Which launches did the parser not see? Those in text that the preprocessor skipped, and those in
// macros that nobody used. And which calls that free memory?
#include "internal.h"

static bool frees(const char *text, const struct fr_token *t) {
  static const char *const names[] = {"free", "cudaFree", "delete", NULL};
  return fr_token_is_one_of(text, t, names);
}

static void in_skipped_text(struct fr *f, int file) {
  struct fr_file *side = &f->files.data[file];
  const char *s = f->u->files.data[file].text;
  for (size_t i = 0; i < side->skipped.len; i++) {
    struct fr_lexed l = {0};
    uint32_t begin = side->skipped.data[i].begin;
    fr_lex(f->arena, s, begin, side->skipped.data[i].end, &l);
    for (size_t t = 0; t < l.tokens.len; t++) {
      if (frees(s, &l.tokens.data[t]))
        *fl_vec_add(f->arena, &f->u->hidden_frees) =
            (struct fl_span){file, l.tokens.data[t].begin, l.tokens.data[t].end};
      if (!fr_launch_at(&l, t))
        continue;
      *fl_vec_add(f->arena, &f->u->hidden_launches) =
          (struct fl_span){file, l.tokens.data[t].begin, l.tokens.data[t + 2].end};
      t += 2;
    }
  }
}

// Marks the macros that stand where launches came out of macros.
static void mark_used(struct fr *f) {
  for (size_t i = 0; i < f->u->macro_launches.len; i++) {
    struct fl_span at = f->u->macro_launches.data[i];
    if (at.file < 0)
      continue;
    size_t n, t = fr_token_at(f, at.file, at.begin);
    const struct fr_token *tokens = fr_tokens(f, at.file, &n);
    // The use itself, and the macros that its arguments name.
    for (; t < n && tokens[t].begin < at.end; t++) {
      const char *name = f->u->files.data[at.file].text + tokens[t].begin;
      struct fr_macro *m = fr_find_macro(f, name, tokens[t].end - tokens[t].begin);
      if (m)
        m->used = true;
    }
  }
}

static size_t launches_written(const struct fr_lexed *l) {
  size_t n = 0;
  for (size_t t = 0; t < l->tokens.len; t++)
    n += fr_launch_at(l, t);
  return n;
}

void fr_collect_hidden(struct fr *f) {
  size_t written = 0;
  for (size_t i = 0; i < f->files.len; i++) {
    in_skipped_text(f, (int)i);
    written += launches_written(&f->files.data[i].lexed);
  }
  f->u->launches_known = written == f->u->sites.len;
  mark_used(f);
  for (size_t i = 0; i < f->macros.len; i++) {
    const struct fr_macro *m = &f->macros.data[i];
    if (m->launch.file < 0)
      continue;
    f->u->launches_known = false;
    if (!m->used)
      *fl_vec_add(f->arena, &f->u->hidden_launches) = m->launch;
  }
}
