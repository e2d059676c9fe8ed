// What are the tokens of a file's text? A lexer just good enough to find brackets, launches and
// names without being misled by comments, strings and preprocessor directives. It accepts any
// bytes.
#include "internal.h"

#include <string.h>

struct lexer {
  const char *s;
  uint32_t at, end;
};

static char peek(const struct lexer *l, uint32_t ahead) {
  return l->end - l->at > ahead ? l->s[l->at + ahead] : '\0';
}

// Length of a backslash-newline at `at`, 0 if there is none.
static uint32_t continuation(const struct lexer *l) {
  if (peek(l, 0) != '\\')
    return 0;
  if (peek(l, 1) == '\n')
    return 2;
  return peek(l, 1) == '\r' && peek(l, 2) == '\n' ? 3 : 0;
}

static void skip_line_comment(struct lexer *l) {
  while (l->at < l->end && l->s[l->at] != '\n') {
    uint32_t c = continuation(l);
    l->at += c ? c : 1;
  }
}

static void skip_block_comment(struct lexer *l) {
  l->at += 2;
  while (l->at < l->end && !(l->s[l->at] == '*' && peek(l, 1) == '/'))
    l->at++;
  l->at = l->end - l->at > 2 ? l->at + 2 : l->end;
}

// At a quote. An unterminated literal ends with its line.
static void skip_literal(struct lexer *l) {
  char quote = l->s[l->at++];
  while (l->at < l->end && l->s[l->at] != quote && l->s[l->at] != '\n') {
    uint32_t c = continuation(l);
    if (c)
      l->at += c;
    else
      l->at += l->s[l->at] == '\\' && l->end - l->at > 1 && l->s[l->at + 1] != '\n' ? 2 : 1;
  }
  if (l->at < l->end && l->s[l->at] == quote)
    l->at++;
}

// At the quote of R"delim( ... )delim".
static void skip_raw_string(struct lexer *l) {
  uint32_t delim = l->at + 1, n = 0;
  while (n <= 16 && delim + n < l->end && l->s[delim + n] != '(' && l->s[delim + n] != '\n')
    n++;
  if (n > 16 || delim + n >= l->end || l->s[delim + n] != '(') {
    skip_literal(l);
    return;
  }
  for (uint32_t i = delim + n + 1; i < l->end; i++) {
    if (l->s[i] == ')' && l->end - i > n + 1 && memcmp(l->s + i + 1, l->s + delim, n) == 0 &&
        l->s[i + 1 + n] == '"') {
      l->at = i + n + 2;
      return;
    }
  }
  l->at = l->end;
}

// A directive ends with its logical line; comments in it may span lines.
static void skip_directive(struct lexer *l) {
  while (l->at < l->end && l->s[l->at] != '\n') {
    uint32_t c = continuation(l);
    if (c)
      l->at += c;
    else if (peek(l, 0) == '/' && peek(l, 1) == '/')
      skip_line_comment(l);
    else if (peek(l, 0) == '/' && peek(l, 1) == '*')
      skip_block_comment(l);
    else if (peek(l, 0) == '"')
      skip_literal(l);
    else
      l->at++;
  }
}

static bool is_raw_prefix(const char *s, uint32_t n) {
  return (n == 1 && *s == 'R') ||
         (n == 2 && s[1] == 'R' && (*s == 'L' || *s == 'u' || *s == 'U')) ||
         (n == 3 && memcmp(s, "u8R", 3) == 0);
}

static bool is_encoding_prefix(const char *s, uint32_t n) {
  return (n == 1 && (*s == 'L' || *s == 'u' || *s == 'U')) || (n == 2 && memcmp(s, "u8", 2) == 0);
}

static struct fr_token next_word(struct lexer *l) {
  struct fr_token t = {.begin = l->at, .kind = FR_IDENT};
  bool number = l->s[l->at] >= '0' && l->s[l->at] <= '9';
  while (l->at < l->end) {
    char c = l->s[l->at];
    if (fl_is_word(c))
      l->at++;
    else if (number && (c == '.' || (c == '\'' && fl_is_word(peek(l, 1)))))
      l->at++;
    else if (number && (c == '+' || c == '-') && strchr("eEpP", l->s[l->at - 1]) &&
             !(l->s[t.begin] == '0' && (l->s[t.begin + 1] | 32) == 'x' &&
               (l->s[l->at - 1] | 32) == 'e'))
      l->at++;
    else
      break;
  }
  if (number) {
    t.kind = FR_NUMBER;
  } else if (peek(l, 0) == '"' && is_raw_prefix(l->s + t.begin, l->at - t.begin)) {
    t.kind = FR_STRING;
    skip_raw_string(l);
  } else if ((peek(l, 0) == '"' || peek(l, 0) == '\'') &&
             is_encoding_prefix(l->s + t.begin, l->at - t.begin)) {
    t.kind = peek(l, 0) == '"' ? FR_STRING : FR_CHAR;
    skip_literal(l);
  }
  t.end = l->at;
  return t;
}

static struct fr_token next_punct(struct lexer *l) {
  struct fr_token t = {.begin = l->at, .kind = FR_PUNCT, .ch = l->s[l->at]};
  char next = peek(l, 1);
  uint32_t n = 1;
  if (t.ch == ':' && next == ':') {
    n = 2;
  } else if ((t.ch == '-' && next == '>') ||
             (next == '=' && t.ch && strchr("=!<>+-*/%&|^", t.ch)) ||
             ((t.ch == '&' || t.ch == '|') && next == t.ch)) {
    n = 2;
    t.ch = 0;
  }
  l->at += n;
  t.end = l->at;
  return t;
}

void fr_lex(struct fl_arena *arena, const char *text, uint32_t begin, uint32_t end,
            struct fr_lexed *out) {
  struct lexer l = {.s = text, .at = begin, .end = end};
  if (begin == 0 && end >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
    l.at = 3;             // a byte order mark
  bool line_start = true; // only white space and comments so far on this line
  while (l.at < l.end) {
    char c = l.s[l.at];
    uint32_t cont = continuation(&l);
    if (cont) {
      l.at += cont;
    } else if (c == '\n') {
      line_start = true;
      l.at++;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\0') {
      l.at++;
    } else if (c == '/' && peek(&l, 1) == '/') {
      skip_line_comment(&l);
    } else if (c == '/' && peek(&l, 1) == '*') {
      skip_block_comment(&l);
    } else if (c == '#' && line_start) {
      uint32_t from = l.at;
      skip_directive(&l);
      uint32_t to = l.at;
      if (to > from && l.s[to - 1] == '\r')
        to--;
      *fl_vec_add(arena, &out->directives) = (struct fr_range){from, to};
    } else {
      struct fr_token t;
      line_start = false;
      if (fl_is_word(c) || (c == '.' && peek(&l, 1) >= '0' && peek(&l, 1) <= '9')) {
        if (c == '.')
          l.at++;
        t = next_word(&l);
        if (c == '.')
          t.begin--;
      } else if (c == '"' || c == '\'') {
        t = (struct fr_token){.begin = l.at, .kind = c == '"' ? FR_STRING : FR_CHAR};
        skip_literal(&l);
        t.end = l.at;
      } else {
        t = next_punct(&l);
      }
      *fl_vec_add(arena, &out->tokens) = t;
    }
  }
}

// Is it a name on a line of its own behind a parenthesis, as where macros are used one after another that bring their semicolons along?
static bool begins_line(const char *text, const struct fr_token *before, const struct fr_token *t) {
  return t->kind == FR_IDENT && before->kind == FR_PUNCT && before->ch == ')' &&
         memchr(text + before->end, '\n', t->begin - before->end);
}

uint32_t fr_overlong(const char *text, const struct fr_lexed *lexed) {
  enum { LONGEST = 10000 }; // tokens without a comma, semicolon or brace
  size_t since = 0;
  for (size_t i = 0; i < lexed->tokens.len; i++) {
    const struct fr_token *t = &lexed->tokens.data[i];
    if ((t->kind == FR_PUNCT && t->ch && strchr(",;{}", t->ch)) ||
        (i && begins_line(text, t - 1, t)))
      since = i;
    else if (i - since > LONGEST)
      return lexed->tokens.data[since].begin;
  }
  return UINT32_MAX;
}

bool fr_token_is_one_of(const char *text, const struct fr_token *t, const char *const *words) {
  for (; t->kind == FR_IDENT && *words; words++)
    if (t->end - t->begin == strlen(*words) &&
        memcmp(text + t->begin, *words, t->end - t->begin) == 0)
      return true;
  return false;
}

bool fr_launch_at(const struct fr_lexed *l, size_t i) {
  const struct fr_token *t = l->tokens.data;
  return i + 2 < l->tokens.len && t[i].ch == '<' && t[i + 1].ch == '<' && t[i + 2].ch == '<' &&
         t[i].end == t[i + 1].begin;
}

// The words of an #include directive: where its name is.
bool fr_include_name(const char *s, uint32_t begin, uint32_t end, uint32_t *from, uint32_t *to,
                     bool *angled) {
  uint32_t i = begin + 1;
  while (i < end && (s[i] == ' ' || s[i] == '\t'))
    i++;
  if (end - i < 7 || memcmp(s + i, "include", 7) != 0)
    return false;
  i += 7;
  if (end - i > 5 && memcmp(s + i, "_next", 5) == 0)
    i += 5;
  while (i < end && (s[i] == ' ' || s[i] == '\t'))
    i++;
  if (i >= end || (s[i] != '"' && s[i] != '<')) {
    *angled = false; // a macro names the file
    *from = i;
    *to = end;
    return i < end;
  }
  char close = s[i] == '"' ? '"' : '>';
  *angled = close == '>';
  *from = ++i;
  while (i < end && s[i] != close)
    i++;
  *to = i;
  return i < end;
}
