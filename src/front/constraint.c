// Where does a requires clause end? Clang shows its expression, but not where the clause is, and not that of a head that belongs to a class.
#include "internal.h"

#include <string.h>

// Index behind the bracket that token i opens; the number of tokens if it is not closed.
static size_t behind_bracket(const struct fr *f, int file, size_t i) {
  size_t n;
  fr_tokens(f, file, &n);
  const size_t close = fr_match(f, file, i);
  return close < n ? close + 1 : n;
}

// Index behind `::ns::X<T>::value`.
static size_t behind_name(const struct fr *f, int file, size_t i) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  if (fr_token_is(f, file, i, "::"))
    i++;
  while (i < n && t[i].kind == FR_IDENT) {
    if (fr_token_is(f, file, i, "template"))
      i++;
    i++;
    if (i < n && t[i].ch == '<')
      i = behind_bracket(f, file, i);
    if (i >= n || !fr_token_is(f, file, i, "::"))
      break;
    i++;
  }
  return i;
}

// Index behind a primary expression.
static size_t behind_primary(const struct fr *f, int file, size_t i) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const bool asks = fr_token_is(f, file, i, "requires");
  i += asks;
  if (i < n && t[i].ch == '(') {
    i = behind_bracket(f, file, i);
    if (!asks)
      return i;
  }
  if (asks)
    return i < n && t[i].ch == '{' ? behind_bracket(f, file, i) : n;
  return behind_name(f, file, i);
}

size_t fr_behind_constraint(struct fr *f, int file, size_t i) {
  size_t n, behind;
  const struct fr_token *t = fr_tokens(f, file, &n);
  if (i >= n || t[i].kind != FR_IDENT)
    return i;
  if (!fr_token_is(f, file, i, "requires")) {
    const char *text = fr_expansion(f, file, i, &behind);
    return text && !strncmp(text, "requires", 8) && !fl_is_word(text[8]) ? behind : i;
  }
  do
    i = behind_primary(f, file, i + 1);
  while (fr_token_is(f, file, i, "&&") || fr_token_is(f, file, i, "||") ||
         fr_token_is(f, file, i, "and") || fr_token_is(f, file, i, "or"));
  return i;
}
