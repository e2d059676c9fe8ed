// Macros in the heads of functions: types, specifiers and values by other names (`#define REAL float`, `#define DEVICE __device__ __forceinline__`). The
// model keeps what they stand for, so that the heads that are written out anew say it themselves.
#include "internal.h"

#include <string.h>

enum { MAX_OPEN = 16, MAX_ARGS = 16, MAX_EXPANSION = 1 << 16 };

struct expander {
  struct fr *f;
  int file; // where the use is
  uint32_t at;
  const struct fr_macro *open[MAX_OPEN]; // whose replacement is being expanded
  unsigned depth;
  struct fl_text out;
  bool failed;
};

static void expand(struct expander *x, const char *s, const struct fr_token *t, size_t n);

// What is defined further down in the file is no macro there yet.
static const struct fr_macro *macro_at(const struct expander *x, const char *s,
                                       const struct fr_token *t) {
  const struct fr_macro *m =
      t->kind == FR_IDENT ? fr_find_macro(x->f, s + t->begin, t->end - t->begin) : NULL;
  return m && fr_is_only_macro(x->f, m) && m->body.file == x->file && m->body.begin > x->at ? NULL
                                                                                            : m;
}

static const char *expanded(struct expander *x, const char *s, const struct fr_token *t, size_t n) {
  struct expander inner = *x;
  inner.out = (struct fl_text){0};
  expand(&inner, s, t, n);
  x->failed |= inner.failed;
  const char *text = fl_strndup(x->f->arena, inner.out.data ? inner.out.data : "", inner.out.len);
  fl_text_free(&inner.out);
  return text;
}

// The number of tokens of a parenthesis, both brackets included; 0 if it is not closed.
static size_t parenthesis(const struct fr_token *t, size_t n) {
  int depth = 0;
  for (size_t i = 0; i < n; i++) {
    depth += t[i].ch == '(';
    depth -= t[i].ch == ')';
    if (!depth)
      return t[i].ch == ')' ? i + 1 : 0;
  }
  return 0;
}

// The arguments of a macro's use, expanded; t[0] is the opening parenthesis, t[n - 1] the closing one.
static size_t arguments(struct expander *x, const char *s, const struct fr_token *t, size_t n,
                        const char **args) {
  size_t count = 0, begin = 1;
  int depth = 0;
  for (size_t i = 0; i < n; i++) {
    depth += t[i].ch == '(';
    depth -= t[i].ch == ')';
    if (!(depth == 0 || (depth == 1 && t[i].ch == ',')))
      continue;
    if (count == MAX_ARGS) {
      x->failed = true;
      return 0;
    }
    args[count++] = expanded(x, s, t + begin, i - begin);
    begin = i + 1;
  }
  return count;
}

// What a macro's use stands for, its own macros replaced, too. `args`: NULL for one that takes none.
static void replace(struct expander *x, const struct fr_macro *m, const char **args, size_t nargs) {
  const char *s = x->f->u->files.data[m->body.file].text;
  struct fr_lexed l = {0};
  fr_lex(x->f->arena, s, m->body.begin, m->body.end, &l);
  const struct fr_token *t = l.tokens.data;
  size_t n = l.tokens.len, first = 0, params = 0;
  if (args) {
    first = parenthesis(t, n);
    params = first > 2 ? first / 2 : 0; // names and commas by turns
    x->failed |= !first || m->variadic || nargs != (params ? params : 1);
  }
  struct fl_text text = {0};
  for (size_t i = first; i < n && !x->failed; i++) {
    const size_t len = t[i].end - t[i].begin;
    const char *with = NULL;
    for (size_t k = 0; k < params && t[i].kind == FR_IDENT; k++) {
      const struct fr_token *p = &t[2 * k + 1];
      if (p->end - p->begin == len && !memcmp(s + p->begin, s + t[i].begin, len))
        with = args[k];
    }
    x->failed |= t[i].ch == '#';
    if (i > first && t[i].begin > t[i - 1].end)
      fl_text_puts(&text, " ");
    fl_text_add(&text, with ? with : s + t[i].begin, with ? strlen(with) : len);
  }
  struct fr_lexed again = {0};
  const char *copy = fl_strndup(x->f->arena, text.data ? text.data : "", text.len);
  fl_text_free(&text);
  fr_lex(x->f->arena, copy, 0, (uint32_t)strlen(copy), &again);
  x->open[x->depth++] = m;
  expand(x, copy, again.tokens.data, again.tokens.len);
  x->depth--;
}

static void expand(struct expander *x, const char *s, const struct fr_token *t, size_t n) {
  for (size_t i = 0; i < n && !x->failed; i++) {
    if (i && t[i].begin > t[i - 1].end)
      fl_text_puts(&x->out, " ");
    const struct fr_macro *m = macro_at(x, s, &t[i]);
    bool open = false;
    for (unsigned k = 0; k < x->depth; k++)
      open |= x->open[k] == m;
    if (!m || open || (m->function_like && (i + 1 == n || t[i + 1].ch != '('))) {
      fl_text_add(&x->out, s + t[i].begin, t[i].end - t[i].begin);
      continue;
    }
    x->failed |= !fr_is_only_macro(x->f, m) || x->depth == MAX_OPEN || x->out.len > MAX_EXPANSION;
    const char *args[MAX_ARGS];
    size_t nargs = 0;
    if (m->function_like && !x->failed) {
      const size_t end = parenthesis(t + i + 1, n - i - 1);
      x->failed |= !end;
      nargs = end ? arguments(x, s, t + i + 1, end, args) : 0;
      i += end;
    }
    if (!x->failed)
      replace(x, m, m->function_like ? args : NULL, nargs);
  }
}

// Is a text part of one type, specifier or value? Heads are taken apart with the macro's name in their place.
static bool is_part(struct fr *f, const char *s) {
  static const char *const words[] = {"extern", "template", "operator", "typedef", "using"};
  struct fr_lexed l = {0};
  fr_lex(f->arena, s, 0, (uint32_t)strlen(s), &l);
  int round = 0, square = 0, angle = 0;
  for (size_t i = 0; i < l.tokens.len; i++) {
    const struct fr_token *t = &l.tokens.data[i];
    for (size_t k = 0; t->kind == FR_IDENT && k < sizeof words / sizeof *words; k++)
      if (t->end - t->begin == strlen(words[k]) &&
          !memcmp(s + t->begin, words[k], strlen(words[k])))
        return false;
    if (t->kind == FR_STRING || (t->ch && strchr(";{}#", t->ch)))
      return false;
    round += (t->ch == '(') - (t->ch == ')');
    square += (t->ch == '[') - (t->ch == ']');
    angle += round ? 0 : (t->ch == '<') - (t->ch == '>');
    if (round < 0 || square < 0 || angle < 0 ||
        (!round && !square && !angle && (t->ch == ',' || t->ch == '=')))
      return false;
  }
  return !round && !square && !angle;
}

// Index behind the use of a macro that begins at token i; i if there is none.
static size_t behind_use(const struct expander *x, size_t i) {
  size_t n;
  const struct fr_token *t = fr_tokens(x->f, x->file, &n);
  const struct fr_macro *m = i < n ? macro_at(x, x->f->u->files.data[x->file].text, &t[i]) : NULL;
  if (!m || (m->function_like && (i + 1 >= n || t[i + 1].ch != '(')))
    return i;
  const size_t args = m->function_like ? parenthesis(t + i + 1, n - i - 1) : 0;
  return m->function_like && !args ? i : i + 1 + args;
}

const char *fr_expansion(struct fr *f, int file, size_t i, size_t *behind) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  struct expander x = {.f = f, .file = file, .at = i < n ? t[i].begin : 0};
  *behind = behind_use(&x, i);
  if (*behind == i)
    return NULL;
  expand(&x, f->u->files.data[file].text, t + i, *behind - i);
  const char *text = fl_strndup(f->arena, x.out.data ? x.out.data : "", x.out.len);
  fl_text_free(&x.out);
  return !x.failed && is_part(f, text) ? text : NULL;
}

bool fr_expand_head(struct fr *f, int file, size_t from, size_t to) {
  size_t n, behind;
  const struct fr_token *t = fr_tokens(f, file, &n);
  for (size_t i = from; i < to && i < n; i = behind) {
    const char *text = fr_expansion(f, file, i, &behind);
    if (behind == i) {
      behind++;
      continue;
    }
    if (!text || behind > to)
      return false;
    *fl_vec_add(f->arena, &f->u->expansions) =
        (struct fl_expansion){{file, t[i].begin, t[behind - 1].end}, text};
  }
  return true;
}
