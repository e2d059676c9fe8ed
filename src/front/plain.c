// Other spellings of brackets: digraphs (`<% %> <: :> %:`), and `<<<` or `>>>` with line splices within. Everything else is to see the usual ones, so
// they take their place, at the same length.
#define _GNU_SOURCE
#include "internal.h"

#include <string.h>

struct plain {
  struct fl_arena *arena;
  const char *text;
  size_t len;
  char *copy; // NULL: nothing is replaced so far
};

static char *copy_of(struct plain *p) {
  if (!p->copy)
    p->copy = fl_strndup(p->arena, p->text, p->len);
  return p->copy;
}

static bool pair(const struct plain *p, const struct fr_token *t, size_t n, size_t i,
                 const char *two) {
  return i + 1 < n && t[i].kind == FR_PUNCT && t[i].end == t[i + 1].begin &&
         p->text[t[i].begin] == two[0] && t[i].end - t[i].begin == 1 &&
         p->text[t[i + 1].begin] == two[1] && t[i + 1].end - t[i + 1].begin == 1;
}

// The bracket that a pair of tokens stands for; '\0': none. (`<::` is `<` and `::`, which the lexer keeps whole.)
static char digraph(const struct plain *p, const struct fr_token *t, size_t n, size_t i) {
  static const char *const pairs[] = {"<%", "%>", "<:", ":>", "%:"};
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
    if (pair(p, t, n, i, pairs[k]))
      return "{}[]#"[k];
  return '\0';
}

static bool only_splices(const char *s, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    if (!strchr("\\\r\n", s[i]) || !s[i])
      return false;
  return true;
}

// Moves what is between three brackets behind them.
static void close_up(struct plain *p, const struct fr_token *t) {
  char *copy = copy_of(p), *to = copy + t[0].end;
  *to++ = copy[t[0].begin];
  *to++ = copy[t[0].begin];
  for (int k = 0; k < 2; k++) {
    const size_t gap = t[k + 1].begin - t[k].end;
    memcpy(to, p->text + t[k].end, gap);
    to += gap;
  }
}

static bool is_spliced(const struct plain *p, const struct fr_token *t, size_t n, size_t i) {
  return i + 2 < n && (t[i].ch == '<' || t[i].ch == '>') && t[i + 1].ch == t[i].ch &&
         t[i + 2].ch == t[i].ch && t[i + 2].begin - t[i].begin > 2 &&
         only_splices(p->text, t[i].end, t[i + 1].begin) &&
         only_splices(p->text, t[i + 1].end, t[i + 2].begin);
}

static void replace(struct plain *p, uint32_t begin, uint32_t end) {
  struct fr_lexed l = {0};
  fr_lex(p->arena, p->text, begin, end, &l);
  const struct fr_token *t = l.tokens.data;
  const size_t n = l.tokens.len;
  for (size_t i = 0; i < n; i++) {
    const char ch = digraph(p, t, n, i);
    if (ch) {
      // `%:%:` is one token.
      const bool twice =
          ch == '#' && i + 3 < n && digraph(p, t, n, i + 2) == ch && t[i + 1].end == t[i + 2].begin;
      memcpy(copy_of(p) + t[i].begin, twice ? "##  " : (const char[]){ch, ' '}, twice ? 4 : 2);
      i += twice ? 3 : 1;
    } else if (is_spliced(p, t, n, i)) {
      close_up(p, t + i);
      i += 2;
    }
  }
  for (size_t i = 0; i < l.directives.len; i++)
    replace(p, l.directives.data[i].begin + 1, l.directives.data[i].end);
}

const char *fr_plain(struct fl_arena *arena, const char *text, size_t len) {
  static const char *const spellings[] = {
      "<%", "%>", "<:", ":>", "%:", "<\\\n", ">\\\n", "<\\\r\n", ">\\\r\n"};
  struct plain p = {.arena = arena, .text = text, .len = len};
  bool any = false;
  for (size_t i = 0; i < sizeof spellings / sizeof *spellings && !any; i++)
    any = memmem(text, len, spellings[i], strlen(spellings[i])) != NULL;
  if (any)
    replace(&p, 0, (uint32_t)len);
  return p.copy;
}
