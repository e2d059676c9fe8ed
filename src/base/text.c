// Growable text in malloc memory, and names in text.
#include "base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct fl_text *t, size_t more) {
  if (more < t->cap - t->len)
    return;
  size_t cap = t->cap ? t->cap : 64;
  while (cap - t->len <= more) {
    if (cap > SIZE_MAX / 2) {
      fputs("flcc: error: out of memory\n", stderr);
      exit(1);
    }
    cap *= 2;
  }
  char *data = realloc(t->data, cap);
  if (!data) {
    fputs("flcc: error: out of memory\n", stderr);
    exit(1);
  }
  t->data = data;
  t->cap = cap;
}

void fl_text_add(struct fl_text *t, const char *s, size_t n) {
  reserve(t, n);
  if (n)
    memcpy(t->data + t->len, s, n);
  t->len += n;
  t->data[t->len] = '\0';
}

void fl_text_puts(struct fl_text *t, const char *s) { fl_text_add(t, s, strlen(s)); }

void fl_text_lines(struct fl_text *t, const char *s, size_t n) {
  fl_text_add(t, "", 0);
  for (size_t i = 0; i < n; i++)
    if (s[i] == '\n')
      fl_text_add(t, "\n", 1);
}

void fl_text_printf(struct fl_text *t, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  int n = vsnprintf(NULL, 0, fmt, ap);
  va_end(ap);
  if (n < 0)
    return;
  reserve(t, (size_t)n);
  va_start(ap, fmt);
  vsnprintf(t->data + t->len, (size_t)n + 1, fmt, ap);
  va_end(ap);
  t->len += (size_t)n;
}

void fl_text_free(struct fl_text *t) {
  free(t->data);
  *t = (struct fl_text){0};
}

bool fl_is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || (unsigned char)c >= 0x80;
}

// Is it a word that may stand in front of a literal's quote? `raw`: a raw string's.
static bool is_prefix(const char *word, size_t len, bool raw) {
  static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R", "L", "u", "U", "u8"};
  for (size_t i = raw ? 0 : 5; i < (raw ? 5 : sizeof prefixes / sizeof *prefixes); i++)
    if (strlen(prefixes[i]) == len && !strncmp(prefixes[i], word, len))
      return true;
  return false;
}

// Where a literal ends whose first quote is at `p`, with a word of so many characters in front of it: at the end of the line, if not before.
static const char *end_of_literal(const char *p, size_t word) {
  const char *end = p + 1;
  const size_t delimiter = strcspn(end, "(");
  if (*p == '"' && is_prefix(p - word, word, true))
    for (const char *q = end[delimiter] ? end + delimiter : NULL; q && (q = strchr(q + 1, ')'));)
      if (!strncmp(q + 1, end, delimiter) && q[1 + delimiter] == '"')
        return q + delimiter + 2;
  while (*end && *end != *p && *end != '\n')
    end += *end == '\\' && end[1] ? 2 : 1;
  return end + (*end == *p);
}

const char *fl_opaque_end(const char *text, const char *p, bool *comment) {
  *comment = p[0] == '/' && (p[1] == '/' || p[1] == '*');
  if (*comment && p[1] == '*') {
    const char *end = strstr(p + 2, "*/");
    return end ? end + 2 : p + strlen(p);
  }
  if (*comment) {
    const char *end = p + strcspn(p, "\n");
    while (*end && (end[-1] == '\\' || (end[-1] == '\r' && end[-2] == '\\')))
      end += 1 + strcspn(end + 1, "\n");
    return end;
  }
  if (*p != '"' && *p != '\'')
    return p;
  size_t word = 0;
  while (p - word > text && fl_is_word(p[-1 - (ptrdiff_t)word]))
    word++;
  // `1'000` has no literal in it.
  return *p == '"' || !word || is_prefix(p - word, word, false) ? end_of_literal(p, word) : p;
}

const char *fl_find_word(const char *text, const char *from, const char *word) {
  const size_t n = strlen(word);
  for (const char *p = from; n && (p = strstr(p, word)); p += n)
    if ((p == text || !fl_is_word(p[-1])) && !fl_is_word(p[n]))
      return p;
  return NULL;
}

const char *fl_angle_open(const char *text, const char *end) {
  int depth = 0;
  for (const char *p = end; p > text;) {
    p--;
    if (*p == '>' && (p == text || p[-1] != '-'))
      depth++;
    else if (*p == '<' && --depth <= 0)
      return depth == 0 ? p : NULL;
    if (!depth)
      return NULL;
  }
  return NULL;
}

bool fl_number_or_word(const char *v, int *out) {
  if (strcmp(v, "auto") == 0)
    return *out = -1, true;
  if (strcmp(v, "off") == 0)
    return *out = 0, true;
  char *end;
  errno = 0;
  long n = strtol(v, &end, 10);
  if (end == v || *end || errno || n < 1 || n > FL_MOST_NUMBER || v[0] < '0' || v[0] > '9')
    return false;
  *out = (int)n;
  return true;
}
