// Which words free memory where device code may come to them: anywhere but in functions of the host's? What the model shows of them is the analysis' to find;
// it does not show all (default arguments, initialisers, concepts, assembly).
#include "internal.h"

#include <string.h>

struct look {
  struct fr *f;
  int file;
  const char *text;
  const struct fr_token *t;
  size_t n;
};

static const char *const freeing[] = {"free", "cudaFree", "delete", NULL};
static const char *const for_device[] = {"__device__", "__global__", NULL};

static bool is_word(const struct look *k, size_t i, const char *const *words) {
  return i < k->n && k->t[i].kind == FR_IDENT && fr_token_is_one_of(k->text, &k->t[i], words);
}
static bool is_macro(const struct look *k, size_t i, unsigned mark) {
  return fr_marks_at(k->f, k->text, &k->t[i]) & mark;
}
static bool is_punct(const struct look *k, size_t i, char ch) {
  return i < k->n && k->t[i].kind == FR_PUNCT && k->t[i].ch == ch;
}

static unsigned marks_of(struct fr *f, const struct fr_macro *m, const struct fr_lexed *l) {
  static const char *const deleted[] = {"delete", NULL}; // `= delete`
  const struct fr_token *t = l->tokens.data;
  unsigned marks = 0;
  for (size_t i = 0; i < l->tokens.len; i++) {
    if (i && t[i - 1].ch == '=' && fr_token_is_one_of(m->text, &t[i], deleted))
      continue;
    marks |= fr_marks_at(f, m->text, &t[i]) & (FR_FREES | FR_FOR_DEVICE);
    marks |= fr_token_is_one_of(m->text, &t[i], freeing) ? FR_FREES : 0;
    marks |= fr_token_is_one_of(m->text, &t[i], for_device) ? FR_FOR_DEVICE : 0;
  }
  return marks;
}

// The bracket that the token stands in; k->n: in none.
static size_t opener(const struct look *k, size_t i) {
  int depth = 0;
  while (i-- > 0) {
    if (k->t[i].kind != FR_PUNCT || !k->t[i].ch)
      continue;
    if (strchr(")]}", k->t[i].ch))
      depth++;
    else if (strchr("([{", k->t[i].ch) && depth-- == 0)
      return i;
  }
  return k->n;
}

// A call by its name in assembly, or a name for another function: `asm("free")`.
static bool frees_in_assembly(const struct look *k, size_t i) {
  static const char *const before[] = {"asm", "__asm", "__asm__", "volatile", "__volatile__", NULL};
  if (k->t[i].kind != FR_STRING)
    return false;
  const char *s = fl_strndup(k->f->arena, k->text + k->t[i].begin, k->t[i].end - k->t[i].begin);
  for (const char *const *w = freeing; *w; w++)
    if (fl_find_word(s, s, *w)) {
      const size_t open = opener(k, i);
      return is_punct(k, open, '(') && open && is_word(k, open - 1, before);
    }
  return false;
}

static bool is_skipped(const struct look *k, size_t i) {
  const struct fr_file *side = &k->f->files.data[k->file];
  for (size_t r = 0; r < side->skipped.len; r++)
    if (k->t[i].begin >= side->skipped.data[r].begin && k->t[i].begin < side->skipped.data[r].end)
      return true;
  return false;
}

// In a function of the host's, and in no lambda or class for the device there.
static bool is_hosts(const struct look *k, size_t i) {
  const struct fl_unit *u = k->f->u;
  for (size_t h = 0; h < u->host_functions.len; h++) {
    const struct fl_span s = u->host_functions.data[h];
    if (s.file != k->file || k->t[i].begin < s.begin || k->t[i].end > s.end)
      continue;
    for (size_t d = fr_token_at(k->f, k->file, s.begin); d < i; d++) {
      if (!is_word(k, d, for_device) && !is_macro(k, d, FR_FOR_DEVICE))
        continue;
      size_t open = d + 1;
      while (open < k->n && k->t[open].end <= s.end && !is_punct(k, open, '{'))
        open++;
      const size_t close = is_punct(k, open, '{') ? fr_match(k->f, k->file, open) : k->n;
      if (close >= k->n || i < close)
        return false;
    }
    return true;
  }
  return false;
}

// Is it the brace of something that begins with one of the words? At the file's level, of all.
static bool is_brace_of(const struct look *k, size_t open, const char *const *words) {
  if (open == k->n)
    return true;
  if (!is_punct(k, open, '{'))
    return false;
  while (open-- > 0 &&
         !(k->t[open].kind == FR_PUNCT && k->t[open].ch && strchr(";{})=", k->t[open].ch)))
    if (is_word(k, open, words))
      return true;
  return false;
}

// Does the word declare what has its name, or name what belongs to an object?
static bool is_harmless(const struct look *k, size_t i) {
  static const char *const operators[] = {"return", "else",     "do",        "case", "throw",
                                          "new",    "delete",   "sizeof",    "not",  "and",
                                          "or",     "co_yield", "co_return", "goto", NULL};
  static const char *const using[] = {"using", NULL}, *const operator_[] = {"operator", NULL};
  static const char *const scopes[] = {"class", "struct", "union", "namespace", "extern", NULL};
  static const char *const enums[] = {"enum", NULL}, *const del[] = {"delete", NULL};
  if (i == 0)
    return false;
  size_t before = i - 1;
  if (is_word(k, i, del))
    return is_punct(k, before, '=') || is_word(k, before, operator_);
  if (fr_token_is(k->f, k->file, before, "->") || is_punct(k, before, '.'))
    return true;
  while (before > 1 && is_punct(k, before, ':') && k->t[before].end - k->t[before].begin == 2)
    before -= k->t[before - 1].kind == FR_IDENT && !is_word(k, before - 1, operators) ? 2 : 1;
  if (is_word(k, before, using))
    return true;
  const bool called = is_punct(k, i + 1, '(');
  if (k->t[before].kind == FR_IDENT)
    return !is_word(k, before, operators);
  if (is_punct(k, before, '>') || is_punct(k, before, '~'))
    return called || is_punct(k, i + 1, ';');
  if (is_punct(k, before, '*') || is_punct(k, before, '&') ||
      fr_token_is(k->f, k->file, before, "&&"))
    return called || (is_punct(k, before, '*') && is_punct(k, i + 1, ';'));
  const size_t open = opener(k, i);
  if (is_punct(k, before, ',') && !called && is_brace_of(k, open, scopes))
    return true;
  return open != k->n && !called && is_brace_of(k, open, enums);
}

static void find_in(struct look *k) {
  struct fl_unit *u = k->f->u;
  for (size_t i = 0; i < k->n; i++) {
    const bool word = is_word(k, i, freeing);
    if (!word && !is_macro(k, i, FR_FREES) && !frees_in_assembly(k, i))
      continue;
    if (!is_skipped(k, i) && !is_hosts(k, i) && !(word && is_harmless(k, i)))
      *fl_vec_add(k->f->arena, &u->frees) = (struct fl_span){k->file, k->t[i].begin, k->t[i].end};
  }
}

void fr_find_frees(struct fr *f) {
  struct look k = {.f = f};
  fr_mark_macros(f, marks_of);
  for (size_t i = 0; i < f->files.len; i++) {
    k.file = (int)i;
    k.text = f->u->files.data[i].text;
    k.t = fr_tokens(f, k.file, &k.n);
    find_in(&k);
  }
}
