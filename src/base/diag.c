// Diagnostics: collected in the arena, printed once, in a compiler's format with the source line
// and a caret.
#include "base.h"

#include <string.h>

void fl_report(struct fl_diags *d, enum fl_severity s, const char *file, unsigned line,
               unsigned col, const char *name, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = fl_vformat(d->arena, fmt, ap);
  va_end(ap);
  struct fl_diag *e = fl_vec_add(d->arena, &d->all);
  *e = (struct fl_diag){.severity = s,
                        .file = file ? fl_strdup(d->arena, file) : NULL,
                        .line = line,
                        .col = col,
                        .text = text,
                        .name = name ? fl_strdup(d->arena, name) : NULL};
  d->errors += s == FL_ERROR;
  d->warnings += s == FL_WARNING;
}

// The file that the last caret was printed from: diagnostics come in runs from one file.
struct source {
  struct fl_arena *arena;
  const char *path;
  const char *text; // NULL: cannot be read
  size_t len;
  unsigned
      line; // `at` is where this line begins, so that lines near one another are found from there
  size_t at;
};

static bool find_line(struct source *src, const char *path, unsigned line) {
  if (!src->path || strcmp(src->path, path) != 0) {
    fl_arena_free(src->arena);
    *src = (struct source){.arena = fl_arena_new(), .path = path, .line = 1};
    src->text = fl_read_file(src->arena, path, &src->len);
  }
  if (!src->text)
    return false;
  while (src->line > line) { // a note mostly stands a few lines above its warning
    while (--src->at > 0 && src->text[src->at - 1] != '\n') {
    }
    src->line--;
  }
  while (src->line < line) {
    const char *nl = memchr(src->text + src->at, '\n', src->len - src->at);
    if (!nl)
      return false;
    src->at = (size_t)(nl - src->text) + 1;
    src->line++;
  }
  return src->at < src->len;
}

static void print_caret(struct source *src, const struct fl_diag *e, FILE *out) {
  enum { WIDTH = 160, BEFORE = 60 }; // a window of a very long line
  if (!e->line || !e->col || !find_line(src, e->file, e->line))
    return;
  const char *line = src->text + src->at;
  const char *nl = memchr(line, '\n', src->len - src->at);
  size_t len = nl ? (size_t)(nl - line) : src->len - src->at;
  if (len && line[len - 1] == '\r')
    len--;
  size_t col = e->col - 1;
  if (col > len)
    return;
  size_t from = 0;
  if (len > WIDTH && col > BEFORE) {
    from = col - BEFORE;
    while (from && ((unsigned char)line[from] & 0xc0) == 0x80)
      from--;
  }
  size_t to = len - from > WIDTH ? from + WIDTH : len;
  while (to > from && to < len && ((unsigned char)line[to] & 0xc0) == 0x80)
    to--;
  fputc(' ', out);
  for (size_t i = from; i < to; i++) {
    unsigned char c = (unsigned char)line[i];
    fputc((c < 0x20 && c != '\t') || c == 0x7f ? '?' : c, out);
  }
  fputs("\n ", out);
  for (size_t i = from; i < col; i++) {
    unsigned char c = (unsigned char)line[i];
    if (c == '\t')
      fputc('\t', out);
    else if ((c & 0xc0) != 0x80) // one column for a UTF-8 character, however many bytes it has
      fputc(' ', out);
  }
  fputs("^\n", out);
}

void fl_diags_print(const struct fl_diags *d, enum fl_severity least, FILE *out) {
  static const char *const severity_name[] = {"remark", "note", "warning", "error"};
  struct source src = {0};
  bool parent_printed = true; // a note goes with what it explains
  for (size_t i = 0; i < d->all.len; i++) {
    const struct fl_diag *e = &d->all.data[i];
    if (e->severity != FL_NOTE)
      parent_printed = e->severity >= least;
    if (!parent_printed)
      continue;
    if (!e->file)
      fputs("flcc: ", out);
    else if (!e->line)
      fprintf(out, "%s: ", e->file);
    else if (!e->col)
      fprintf(out, "%s:%u: ", e->file, e->line);
    else
      fprintf(out, "%s:%u:%u: ", e->file, e->line, e->col);
    fprintf(out, "%s: %s", severity_name[e->severity], e->text);
    if (e->name)
      fprintf(out, " [-fl-%s]", e->name);
    fputc('\n', out);
    if (e->file)
      print_caret(&src, e, out);
  }
  fl_arena_free(src.arena);
}
