// Other spellings: digraphs (`<% %> <: :> %:`), and words, `::`, `<<<` and `>>>` with line splices within. Everything else is to see the usual ones, so
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

static bool is_word(const struct plain *p, const struct fr_token *t) {
  return (t->kind == FR_IDENT || t->kind == FR_NUMBER) && fl_is_word(p->text[t->begin]);
}

// How many tokens from i on are one, or `<<<` or `>>>`, with splices within; 1: there are none in it.
static size_t spliced(const struct plain *p, const struct fr_token *t, size_t n, size_t i) {
  const bool word = is_word(p, &t[i]);
  const size_t most = word                               ? SIZE_MAX
                      : t[i].ch && strchr("<>", t[i].ch) ? 3
                      : t[i].ch == ':'                   ? 2
                                                         : 1;
  size_t count = 1;
  bool apart = false;
  for (; count < most && i + count < n; count++) {
    const struct fr_token *last = &t[i + count - 1], *next = last + 1;
    if ((word ? !is_word(p, next) : next->ch != t[i].ch || next->end - next->begin != 1) ||
        !only_splices(p->text, last->end, next->begin))
      break;
    apart |= last->end < next->begin;
  }
  return apart && (word || (count == most && t[i].end - t[i].begin == 1)) ? count : 1;
}

// Moves what is between tokens behind them.
static void close_up(struct plain *p, const struct fr_token *t, size_t count) {
  char *to = copy_of(p) + t[0].begin;
  for (size_t k = 0; k < count; k++) {
    memcpy(to, p->text + t[k].begin, t[k].end - t[k].begin);
    to += t[k].end - t[k].begin;
  }
  for (size_t k = 0; k + 1 < count; k++) {
    memcpy(to, p->text + t[k].end, t[k + 1].begin - t[k].end);
    to += t[k + 1].begin - t[k].end;
  }
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
    } else {
      const size_t count = spliced(p, t, n, i);
      if (count > 1)
        close_up(p, t + i, count);
      i += count - 1;
    }
  }
  for (size_t i = 0; i < l.directives.len; i++)
    replace(p, l.directives.data[i].begin + 1, l.directives.data[i].end);
}

// Is there a splice that may be within a token?
static bool has_splice(const char *text, size_t len) {
  for (const char *p = text; (p = memchr(p, '\\', len - (size_t)(p - text))); p++)
    if ((p[1] == '\n' || (p[1] == '\r' && p[2] == '\n')) && p > text &&
        (fl_is_word(p[-1]) || strchr("<>:", p[-1])))
      return true;
  return false;
}

const char *fr_plain(struct fl_arena *arena, const char *text, size_t len) {
  static const char *const spellings[] = {"<%", "%>", "<:", ":>", "%:"};
  struct plain p = {.arena = arena, .text = text, .len = len};
  bool any = has_splice(text, len);
  for (size_t i = 0; i < sizeof spellings / sizeof *spellings && !any; i++)
    any = memmem(text, len, spellings[i], strlen(spellings[i])) != NULL;
  if (any)
    replace(&p, 0, (uint32_t)len);
  return p.copy;
}
