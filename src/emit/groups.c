// Names of cooperative groups in a body that is written out for a context: groups of __fl::groups stand in for them.
#include "emit/emit.h"

void fl_group_edits(struct fl_emit *e, struct fl_function *f, struct fl_edits *out) {
  if (!f->facts->uses_groups)
    return;
  const char *text = fl_without_comments(e->unit, fl_span_text(e->unit, f->body_span));
  const size_t len = f->body_span.end - f->body_span.begin;
  struct fl_group_use use;
  for (size_t at = 0; fl_next_group_use(e->unit, text, len, at, &use);) {
    fl_edit(e->unit->arena, out, f->body_span.begin + (uint32_t)use.begin,
            f->body_span.begin + (uint32_t)use.end, use.replacement);
    at = use.name_len ? (size_t)(use.name - text) + use.name_len : use.end;
  }
}
