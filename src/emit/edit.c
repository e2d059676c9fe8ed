// Lists of edits, applied to a range of text.
#include "emit/emit.h"
#include <stdlib.h>
#include <string.h>

void fl_edit(struct fl_arena *a, struct fl_edits *e, uint32_t begin, uint32_t end,
             const char *text) {
  struct fl_edit *x = fl_vec_add(a, &e->all);
  *x = (struct fl_edit){begin, end, text, {-1, 0, 0}, (uint32_t)e->all.len, e->owner};
}

void fl_edit_declaration(const struct fl_unit *u, struct fl_edits *e, const struct fl_node *stmt,
                         struct fl_text *text) {
  const struct fl_file *f = &u->files.data[stmt->span.file];
  const char *code = fl_code(u, stmt->span.file);
  uint32_t end = stmt->span.end;
  if (stmt->editable && end > stmt->span.begin && code[end - 1] != ';')
    while (end < f->len && code[end++] != ';') {
    }
  fl_text_lines(text, f->text + stmt->span.begin, end - stmt->span.begin);
  fl_edit(u->arena, e, stmt->span.begin, end, fl_strdup(u->arena, text->data));
}

void fl_edit_move(struct fl_arena *a, struct fl_edits *e, uint32_t at, const char *text,
                  struct fl_span moved) {
  fl_edit(a, e, at, at, text);
  e->all.data[e->all.len - 1].moved = moved;
}

static int by_place(const void *pa, const void *pb) {
  const struct fl_edit *a = pa, *b = pb;
  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  bool ia = a->begin == a->end,
       ib = b->begin == b->end; // insertions come before what they stand in front of
  if (ia != ib)
    return ia ? -1 : 1;
  return a->seq < b->seq ? -1 : 1;
}

// A macro's argument that is used twice yields the same edits twice; the second ones are dropped.
static bool repeats(const struct fl_edits *e, size_t i) {
  const struct fl_edit *x = &e->all.data[i];
  while (i-- > 0) {
    const struct fl_edit *y = &e->all.data[i];
    if (y->begin != x->begin || y->end != x->end)
      return false;
    if (x->end > x->begin || (!fl_span_empty(x->owner) && x->owner.begin == y->owner.begin &&
                              x->owner.end == y->owner.end && !strcmp(x->text, y->text)))
      return true;
  }
  return false;
}

// The first edit, of those that are sorted, that begins at or behind a place.
static size_t first_from(const struct fl_edits *e, uint32_t begin) {
  size_t low = 0, high = e->all.len;
  while (low < high) {
    const size_t mid = low + (high - low) / 2;
    if (e->all.data[mid].begin < begin)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

void fl_edits_apply(struct fl_edits *e, const struct fl_file *f, uint32_t begin, uint32_t end,
                    struct fl_text *out) {
  if (e->sorted != e->all.len)
    qsort(e->all.data, e->all.len, sizeof *e->all.data, by_place);
  e->sorted = e->all.len;
  uint32_t at = begin;
  for (size_t i = first_from(e, begin); i < e->all.len && e->all.data[i].begin <= end; i++) {
    const struct fl_edit *x = &e->all.data[i];
    if (x->begin < at || x->end > end || repeats(e, i))
      continue;
    fl_put_users(out, f->text + at, x->begin - at);
    if (x->text[0] == ':' && x->begin && f->text[x->begin - 1] == ':') // `case 1:f(x)`
      fl_text_puts(out, " ");
    fl_text_puts(out, x->text);
    if (!fl_span_empty(x->moved))
      fl_edits_apply(e, f, x->moved.begin, x->moved.end, out);
    at = x->end;
  }
  fl_put_users(out, f->text + at, end - at);
}
