// Does the program use values of __COUNTER__? A copy of a text that counts would count again, and all values behind it would be others. That is nothing to those who only make
// names of them: `CAT(x, __COUNTER__)`.
#include "internal.h"

#include <string.h>

static const char counter[] = "__COUNTER__";

// Tokens of a file, or of a macro's body.
struct text {
  const char *s;
  const struct fr_token *t;
  size_t n;
};

static const struct fr_macro *macro_of(const struct fr *f, const struct text *x, size_t i) {
  const struct fr_token *t = &x->t[i];
  return t->kind == FR_IDENT ? fr_find_macro(f, x->s + t->begin, t->end - t->begin) : NULL;
}

static bool is_counter(const struct text *x, size_t i) {
  static const char *const names[] = {counter, NULL};
  return fr_token_is_one_of(x->s, &x->t[i], names);
}

static struct text body_of(struct fr *f, const struct fr_macro *m) {
  const char *s = m->text;
  struct fr_lexed l = {0};
  fr_lex(f->arena, s, m->body.begin, m->body.end, &l);
  return (struct text){s, l.tokens.data, l.tokens.len};
}

// Is a token of a macro's body made part of another, or of a string?
static bool is_pasted(const struct text *x, size_t i) {
  return (i && x->t[i - 1].ch == '#') || (i + 1 < x->n && x->t[i + 1].ch == '#');
}

static bool makes_name(struct fr *f, const struct text *x, size_t i, int depth);

// Does a macro make nothing but names of its k-th argument?
static bool pastes(struct fr *f, const struct fr_macro *m, size_t k, int depth) {
  const struct text x = body_of(f, m);
  size_t i = 1, commas = 0;
  for (; i < x.n && x.t[i].ch != ')' && commas < k; i++)
    commas += x.t[i].ch == ',';
  if (!m->function_like || !fr_is_only_macro(f, m) || i >= x.n || x.t[i].kind != FR_IDENT)
    return false;
  const struct fr_token *p = &x.t[i];
  const char *const name[] = {fl_strndup(f->arena, x.s + p->begin, p->end - p->begin), NULL};
  while (i < x.n && x.t[i].ch != ')')
    i++;
  for (i++; i < x.n; i++)
    if (fr_token_is_one_of(x.s, &x.t[i], name) && !is_pasted(&x, i) &&
        !makes_name(f, &x, i, depth + 1))
      return false;
  return true;
}

// Is token i part of an argument of a macro that makes names of it?
static bool makes_name(struct fr *f, const struct text *x, size_t i, int depth) {
  size_t commas = 0;
  int open = 0;
  if (depth > FR_MAX_MACRO_DEPTH)
    return false;
  while (i-- > 0) {
    const char ch = x->t[i].ch;
    if (ch == ';' || ch == '{' || ch == '}')
      return false;
    if (ch == '(' && open == 0)
      break;
    open += (ch == ')') - (ch == '(');
    commas += ch == ',' && open == 0;
  }
  const struct fr_macro *m = i != SIZE_MAX && i ? macro_of(f, x, i - 1) : NULL;
  return m && pastes(f, m, commas, depth);
}

// Does a text count? *value: and is the value used?
static bool counts(struct fr *f, const struct text *x, size_t from, bool *value) {
  bool any = false;
  for (size_t i = from; i < x->n; i++) {
    const unsigned marks = is_counter(x, i) ? FR_COUNTS | FR_COUNT : fr_marks_at(f, x->s, &x->t[i]);
    any |= (marks & FR_COUNTS) != 0;
    if ((marks & FR_COUNT) && !makes_name(f, x, i, 0))
      *value = true;
  }
  return any;
}

static unsigned marks_of(struct fr *f, const struct fr_macro *m, const struct fr_lexed *l) {
  const struct text x = {m->text, l->tokens.data, l->tokens.len};
  bool value = false;
  const bool any = counts(f, &x, 0, &value);
  return (any ? FR_COUNTS : 0) | (value ? FR_COUNT : 0);
}

// In a condition, `#if __COUNTER__ == 3`.
static bool in_directives(struct fr *f, int file) {
  const char *s = f->u->files.data[file].text;
  const struct fr_lexed *l = &f->files.data[file].lexed;
  for (size_t i = 0; i < l->directives.len; i++) {
    struct fr_lexed d = {0};
    fr_lex(f->arena, s, l->directives.data[i].begin + 1, l->directives.data[i].end, &d);
    const struct text x = {s, d.tokens.data, d.tokens.len};
    bool value = false;
    static const char *const defines[] = {"define", NULL};
    if (x.n && !fr_token_is_one_of(s, x.t, defines) && counts(f, &x, 1, &value))
      return true;
  }
  return false;
}

void fr_note_counter(struct fr *f) {
  bool any = false;
  for (size_t i = 0; i < f->files.len; i++)
    any |= strstr(f->u->files.data[i].text, counter) != NULL;
  if (!any)
    return;
  fr_mark_macros(f, marks_of);
  for (size_t i = 0; i < f->files.len && !f->counter_used; i++) {
    const struct fr_lexed *l = &f->files.data[i].lexed;
    const struct text x = {f->u->files.data[i].text, l->tokens.data, l->tokens.len};
    counts(f, &x, 0, &f->counter_used);
    f->counter_used |= in_directives(f, (int)i);
  }
}

bool fr_is_counting(const struct fr *f, const char *s, const struct fr_token *t) {
  const struct text x = {s, t, 1};
  return f->counter_used && (is_counter(&x, 0) || (fr_marks_at(f, s, t) & FR_COUNTS));
}

bool fr_span_counts(const struct fr *f, struct fl_span s) {
  size_t n, i = fr_token_at(f, s.file, s.begin);
  const struct fr_token *t = fr_tokens(f, s.file, &n);
  for (; f->counter_used && i < n && t[i].begin < s.end; i++)
    if (fr_is_counting(f, f->u->files.data[s.file].text, &t[i]))
      return true;
  return false;
}
