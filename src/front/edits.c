// Edits of the files' texts, which are parsed again then (fr.rewritten). The texts may have been rewritten before.
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const void *a, const void *b) {
  const struct fr_edit *x = a, *y = b;
  if (x->at.file != y->at.file)
    return x->at.file < y->at.file ? -1 : 1;
  if (x->at.begin != y->at.begin)
    return x->at.begin < y->at.begin ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

// Where a place of the text is in the text on disk.
static uint32_t on_disk(const struct fl_file *file, uint32_t at) {
  for (size_t i = file->uses; i-- > 0;) {
    const struct fl_unfolded *x = &file->unfolded[i];
    if (x->begin <= at)
      return at < x->end ? x->from : x->to + (at - x->end);
  }
  return at;
}

// The text of a file with its edits, which may have been rewritten before.
static struct fr_rewritten rewritten(struct fr *f, const struct fr_edit *e, size_t n) {
  const struct fl_file *old = &f->u->files.data[e->at.file];
  struct fl_text out = {0};
  FL_VEC(struct fl_unfolded) all = {0};
  uint32_t from = 0, outer = 0; // what is not copied yet; the end of the last use in the old text
  size_t use = 0;
  for (size_t i = 0; i <= n; i++) {
    const uint32_t begin = i < n ? e[i].at.begin : (uint32_t)old->len;
    for (; use < old->uses && old->unfolded[use].begin <= begin; use++) {
      struct fl_unfolded x = old->unfolded[use];
      if (x.begin < from)
        continue;
      outer = x.end;
      x.begin += (uint32_t)out.len - from;
      x.end += (uint32_t)out.len - from;
      *fl_vec_add(f->arena, &all) = x;
    }
    if (begin < from)
      continue;
    fl_text_add(&out, old->text + from, begin - from);
    if (i == n)
      break;
    const uint32_t len = (uint32_t)strlen(e[i].text);
    if (outer && e[i].at.end <= outer) { // it is part of what stands for that use
      all.data[all.len - 1].end += len - (e[i].at.end - begin);
      fl_text_puts(&out, e[i].text);
      from = e[i].at.end;
      continue;
    }
    struct fl_unfolded x = {
        .begin = (uint32_t)out.len, .from = on_disk(old, begin), .to = on_disk(old, e[i].at.end)};
    fl_text_puts(&out, e[i].text);
    x.end = (uint32_t)out.len;
    from = e[i].at.end;
    *fl_vec_add(f->arena, &all) = x;
  }
  const struct fr_rewritten r = {old->path, old->real_path, fl_strndup(f->arena, out.data, out.len),
                                 out.len,   all.data,       all.len};
  fl_text_free(&out);
  return r;
}

void fr_rewrite(struct fr *f, struct fr_edit *edits, size_t len) {
  if (len)
    qsort(edits, len, sizeof *edits, by_place);
  for (size_t i = 0, n; i < len; i += n) {
    for (n = 1; i + n < len && edits[i + n].at.file == edits[i].at.file; n++) {
    }
    const struct fr_rewritten r = rewritten(f, &edits[i], n);
    size_t at = 0;
    while (at < f->rewritten.len && strcmp(f->rewritten.data[at].real_path, r.real_path) != 0)
      at++;
    if (at == f->rewritten.len)
      fl_vec_add(f->arena, &f->rewritten);
    f->rewritten.data[at] = r;
  }
}
