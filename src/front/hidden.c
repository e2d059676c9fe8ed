// Which launches did the parser not see? Those in text that the preprocessor skipped, and those in
// macros that nobody used. And which calls that free memory?
#include "internal.h"

#include <stdlib.h>
#include <string.h>

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
      struct fr_macro *m =
          fr_macro_at(f, name, tokens[t].end - tokens[t].begin, at.file, tokens[t].begin, NULL);
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

static int by_place(const void *a, const void *b) {
  const struct fl_span *x = a, *y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

// Where all sites have their `<<<`, in order.
static struct fl_span *opens_of(const struct fl_unit *u) {
  struct fl_span *opens = fl_alloc(u->arena, (u->sites.len + 1) * sizeof *opens);
  for (size_t i = 0; i < u->sites.len; i++)
    opens[i] = u->sites.data[i]->open;
  qsort(opens, u->sites.len, sizeof *opens, by_place);
  return opens;
}

// The end of the first statement of `switch (int i = 0; x)` and `for (int i = 0; T v : r)`, which libclang leaves out; 0: token i is the keyword of no such thing.
static uint32_t first_statement(struct fr *f, int file, size_t i) {
  static const char *const keywords[] = {"switch", "for", NULL};
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const char *s = f->u->files.data[file].text;
  if (!fr_token_is_one_of(s, &t[i], keywords) || i + 1 >= n || t[i + 1].ch != '(')
    return 0;
  const size_t close = fr_match(f, file, i + 1);
  uint32_t end = 0;
  unsigned statements = 0;
  bool range = s[t[i].begin] == 's';
  for (size_t k = i + 2; k < close && k < n; k++) {
    if (t[k].ch && strchr("([{", t[k].ch)) {
      const size_t match = fr_match(f, file, k);
      k = match < close ? match : k;
    } else if (t[k].ch == ';') {
      end = statements++ ? end : t[k].end;
    } else if (t[k].ch == ':' && t[k].end - t[k].begin == 1 && statements) {
      range = true;
    }
  }
  return statements == 1 && range ? end : 0;
}

static void unseen_in(struct fr *f, int file, const struct fl_span *opens) {
  struct fl_unit *u = f->u;
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  for (size_t i = 0; i < n; i++) {
    struct fl_span at = {file, t[i].begin, 0};
    if (fr_launch_at(&f->files.data[file].lexed, i)) {
      static const char *const before[] = {"operator", NULL}; // `operator<< <int>(...)`
      at.end = t[i + 2].end;
      i += 2;
      if (bsearch(&at, opens, u->sites.len, sizeof *opens, by_place) ||
          (i > 2 && fr_token_is_one_of(f->u->files.data[file].text, &t[i - 3], before)))
        continue;
      *fl_vec_add(f->arena, &u->unseen_launches) = at;
    } else {
      at.end = first_statement(f, file, i);
      if (!at.end)
        continue;
      *fl_vec_add(f->arena, &u->unseen_statements) = at;
    }
    for (size_t k = 0; k < u->functions.len; k++) {
      struct fl_function *fn = u->functions.data[k];
      if (fn->span.file == file && fn->span.begin <= at.begin && at.end <= fn->span.end &&
          fl_span_empty(fn->unseen))
        fn->unseen = at;
    }
  }
}

void fr_collect_hidden(struct fr *f) {
  size_t written = 0;
  for (size_t i = 0; i < f->files.len; i++) {
    in_skipped_text(f, (int)i);
    written += launches_written(&f->files.data[i].lexed);
  }
  const struct fl_span *opens = opens_of(f->u);
  for (size_t i = 0; i < f->files.len; i++)
    unseen_in(f, (int)i, opens);
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
