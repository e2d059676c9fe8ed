// Growable text in malloc memory.
#include "base.h"

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
