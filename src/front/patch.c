// Which spellings does nvcc take and clang reject? `k<< <g, b>> >(x)`, which formatters that do not
// know CUDA produce, and braces in a configuration, `k<<<{2, 2}, 64>>>(x)`. Both are replaced, byte
// for byte, in the copy that clang reads, so that all offsets stay those of the user's text: `<< <`
// by `<<< `, and `{2, 2}` by `(2, 2)`, a comma expression that the front end reads back as the list
// it stands for.
// In assembly, a `%` that names a register.
// And in directives, names that say which compiler reads: a program that nvcc and g++ compile is not
// to be read as clang would compile it.
#define _GNU_SOURCE
#include "internal.h"

#include <ctype.h>
#include <string.h>

static bool is(const struct fr_token *t, char ch) {
  return t->kind == FR_PUNCT && t->ch == ch && t->end - t->begin == 1;
}

static bool triple(const struct fr_token *t, size_t n, size_t i, char ch) {
  return i + 2 < n && is(&t[i], ch) && is(&t[i + 1], ch) && is(&t[i + 2], ch) &&
         t[i].end == t[i + 1].begin;
}

// Moves the third angle bracket up to the first two; white space between them goes behind it.
static void join(char *copy, const struct fr_token *t) {
  uint32_t gap = t[2].begin - t[1].end;
  memmove(copy + t[1].end + 1, copy + t[1].end, gap);
  copy[t[1].end] = copy[t[0].begin];
}

static bool only_space(const char *s, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    if (!strchr(" \t\r\n", s[i]) || !s[i])
      return false;
  return true;
}

// Does nothing but white space part the third bracket from the first two?
static bool is_apart(const char *text, const struct fr_token *t) {
  return t[1].end != t[2].begin && only_space(text, t[1].end, t[2].begin);
}

// The closing bracket run of the configuration that begins at token `i`, or the token that shows
// that there is none.
static size_t config_end(const struct fr_token *t, size_t n, size_t i) {
  int depth = 0;
  for (; i < n; i++) {
    if (t[i].kind != FR_PUNCT)
      continue;
    if (strchr("([{", t[i].ch) && t[i].ch)
      depth++;
    else if (strchr(")]}", t[i].ch) && t[i].ch && --depth < 0)
      return i;
    else if (depth == 0 && (t[i].ch == ';' || triple(t, n, i, '>')))
      return i;
  }
  return n;
}

static size_t match_brace(const struct fr_token *t, size_t n, size_t i) {
  int depth = 0;
  for (; i < n; i++) {
    if (is(&t[i], '{'))
      depth++;
    else if (is(&t[i], '}') && --depth == 0)
      return i;
  }
  return n;
}

// Is a name defined, or taken back, by a directive of the text?
static bool is_own(const char *text, const struct fr_lexed *lexed, const char *name, size_t len) {
  for (size_t i = 0; i < lexed->directives.len; i++) {
    const struct fr_range d = lexed->directives.data[i];
    const char *p = text + d.begin + 1, *end = text + d.end;
    p += strspn(p, " \t");
    const size_t word = !strncmp(p, "define", 6) ? 6 : !strncmp(p, "undef", 5) ? 5 : 0;
    if (!word)
      continue;
    p += word;
    p += strspn(p, " \t");
    if (p < end && (size_t)(end - p) >= len && !memcmp(p, name, len) && !fl_is_word(p[len]))
      return true;
  }
  return false;
}

// A name that says which compiler reads, or how. `__GNUC__` and its kin are what args.c defines by these names.
static bool names_compiler(struct fr *f, const char *text, const struct fr_lexed *lexed,
                           const struct fr_token *t) {
  static const char *const names[] = {"__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", NULL};
  if (t->kind != FR_IDENT)
    return false;
  if (fr_token_is_one_of(text, t, names))
    return !f->opt->clang_host;
  const char *name = text + t->begin;
  const size_t len = t->end - t->begin;
  return fr_is_reserved(name, len) && !is_own(text, lexed, name, len) && fr_is_hosts(f, name, len);
}

static char *copy_of(struct fl_arena *arena, char *copy, const char *text, size_t len) {
  return copy ? copy : fl_strndup(arena, text, len);
}

// `asm("mov.u32 %0, %laneid;" ...)`: the second `%` begins no operand. nvcc takes it for itself, clang wants two.
static char *patch_assembly(struct fl_arena *arena, char *copy, const char *text, size_t len,
                            const struct fr_lexed *lexed) {
  static const char *const keywords[] = {"asm", "__asm", "__asm__", NULL};
  static const char *const qualifiers[] = {"volatile", "__volatile", "__volatile__", NULL};
  const struct fr_token *t = lexed->tokens.data;
  bool assembly = false; // in the strings of one
  for (size_t i = 0; i < lexed->tokens.len; i++) {
    const size_t n = t[i].end - t[i].begin;
    const char *s = text + t[i].begin;
    if (t[i].kind == FR_IDENT)
      assembly = fr_token_is_one_of(text, &t[i], keywords) ||
                 (assembly && fr_token_is_one_of(text, &t[i], qualifiers));
    else if (t[i].kind != FR_STRING && t[i].ch != '(')
      assembly = false;
    for (size_t k = 1; assembly && t[i].kind == FR_STRING && k + 2 < n; k++) {
      if (s[k] != '%')
        continue;
      const bool name = isalpha((unsigned char)s[k + 1]) && !strchr("0123456789[", s[k + 2]);
      if (name) {
        copy = copy_of(arena, copy, text, len);
        copy[t[i].begin + k] = '_';
      }
      k++; // `%%`
    }
  }
  return copy;
}

// What a directive asked for may be named in the text, too.
static char *patch_names(struct fr *f, char *copy, const char *text, size_t len,
                         const struct fr_lexed *lexed) {
  for (size_t i = 0; i < lexed->tokens.len && f->host_defines.len; i++) {
    const struct fr_token *t = &lexed->tokens.data[i];
    if (t->kind != FR_IDENT || !fr_was_hosts(f, text + t->begin, t->end - t->begin))
      continue;
    copy = copy_of(f->arena, copy, text, len);
    copy[t->begin + 1] = 'F';
  }
  return copy;
}

// The braces of a configuration, tokens [i, close).
static void patch_braces(char *copy, const struct fr_token *t, size_t i, size_t close) {
  int depth = 0;
  for (size_t k = i; k < close; k++) {
    if (depth == 0 && is(&t[k], '{') && (k == i || is(&t[k - 1], ','))) {
      size_t end = match_brace(t, close, k);
      if (end < close && end > k + 1) {
        copy[t[k].begin] = '(';
        copy[t[end].begin] = ')';
      } else if (end < close) {
        copy[t[k].begin] = '0';
        copy[t[end].begin] = ' ';
      }
      k = end;
    } else if (t[k].kind == FR_PUNCT && t[k].ch && strchr("([{", t[k].ch)) {
      depth++;
    } else if (t[k].kind == FR_PUNCT && t[k].ch && strchr(")]}", t[k].ch)) {
      depth--;
    }
  }
}

// Launches among these tokens. `braces`: those in configurations, too, which are read back from the text.
static char *patch_launches(struct fl_arena *arena, char *copy, const char *text, size_t len,
                            const struct fr_lexed *lexed, bool braces) {
  static const char *const names[] = {"operator", NULL}; // `operator<< <int>(...)`
  const struct fr_token *t = lexed->tokens.data;
  const size_t n = lexed->tokens.len;
  for (size_t i = 0; i < n; i++) {
    if (!triple(t, n, i, '<'))
      continue;
    if (i && fr_token_is_one_of(text, &t[i - 1], names))
      continue;
    size_t close = config_end(t, n, i + 3);
    if (!triple(t, n, close, '>')) {
      i = close; // going on behind it keeps the search linear for any input
      continue;
    }
    bool any = false;
    for (size_t k = i + 3; k < close && braces; k++)
      any |= is(&t[k], '{') && (k == i + 3 || is(&t[k - 1], ','));
    const bool open = is_apart(text, &t[i]), shut = is_apart(text, &t[close]);
    if (any || open || shut)
      copy = copy_of(arena, copy, text, len);
    if (open)
      join(copy, t + i);
    if (shut)
      join(copy, t + close);
    if (any)
      patch_braces(copy, t, i + 3, close);
    i = close + 2;
  }
  return copy;
}

// Is there anything in a directive to look at closely?
static bool may_name_compiler(const char *s, size_t len) {
  static const char *const parts[] = {"_", "asm", "linux", "unix", "i386"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (memmem(s, len, parts[i], strlen(parts[i])))
      return true;
  return false;
}

static char *patch_directives(struct fr *f, const char *text, size_t len,
                              const struct fr_lexed *lexed) {
  struct fl_arena *arena = f->arena;
  static const char *const includes[] = {"include", "include_next", NULL}; // names of files
  char *copy = NULL;
  for (size_t i = 0; i < lexed->directives.len; i++) {
    const struct fr_range d = lexed->directives.data[i];
    struct fr_lexed l = {0};
    const bool launches = memmem(text + d.begin, d.end - d.begin, "<<", 2) != NULL;
    if (!launches && !may_name_compiler(text + d.begin, d.end - d.begin))
      continue;
    fr_lex(arena, text, d.begin + 1, d.end, &l);
    if (l.tokens.len && fr_token_is_one_of(text, l.tokens.data, includes))
      continue;
    copy = patch_assembly(arena, copy, text, len, &l);
    copy = patch_launches(arena, copy, text, len, &l, false);
    for (size_t k = 0; k < l.tokens.len; k++)
      if (names_compiler(f, text, lexed, &l.tokens.data[k])) {
        copy = copy_of(arena, copy, text, len);
        copy[l.tokens.data[k].begin + 1] = 'F';
      }
  }
  return copy;
}

char *fr_patch(struct fr *f, const char *text, size_t len, const struct fr_lexed *lexed) {
  char *copy = patch_directives(f, text, len, lexed);
  copy = patch_names(f, copy, text, len, lexed);
  copy = patch_assembly(f->arena, copy, text, len, lexed);
  return patch_launches(f->arena, copy, text, len, lexed, true);
}
