// Whole files, and their paths.
#define _XOPEN_SOURCE 700
#include "base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *fl_read_file(struct fl_arena *arena, const char *path, size_t *len) {
  FILE *f = fopen(path, "rb");
  if (!f)
    return NULL;
  struct stat st;
  int failed = 0;
  if (fstat(fileno(f), &st) != 0)
    failed = errno;
  else if (S_ISDIR(st.st_mode))
    failed = EISDIR;
  char *text = NULL;
  size_t used = 0;
  if (!failed && S_ISREG(st.st_mode) && st.st_size >= 0) {
    size_t size = (size_t)st.st_size;
    text = fl_alloc(arena, size + 1);
    used = fread(text, 1, size, f);
    if (ferror(f))
      failed = errno ? errno : EIO;
  } else if (!failed) { // a pipe or a device: its size is known only at its end
    struct fl_text t = {0};
    char chunk[1 << 16];
    size_t n;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0)
      fl_text_add(&t, chunk, n);
    if (ferror(f))
      failed = errno ? errno : EIO;
    text = fl_strndup(arena, t.data, t.len);
    used = t.len;
    fl_text_free(&t);
  }
  fclose(f);
  if (failed) {
    errno = failed;
    return NULL;
  }
  text[used] = '\0';
  if (len)
    *len = used;
  return text;
}

const char *fl_real_path(struct fl_arena *arena, const char *path) {
  char *p = realpath(path, NULL);
  const char *copy = p ? fl_strdup(arena, p) : NULL;
  free(p);
  return copy;
}

bool fl_is_under(const char *path, const char *dir) {
  size_t n = strlen(dir);
  while (n > 1 && dir[n - 1] == '/')
    n--;
  return n && strncmp(path, dir, n) == 0 && (path[n] == '/' || path[n] == '\0');
}
