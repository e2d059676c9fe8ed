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
