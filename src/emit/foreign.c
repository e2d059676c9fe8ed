// What a file says of its device functions, for launches of other files whose threads call them (analysis/foreign.c, freelaunch/foreign.h).
#include "emit/emit.h"
#include <string.h>

static bool is_told(const struct fl_function *f) {
  return f->body && f->kind != FL_KERNEL && fl_has_symbol(f);
}

bool fl_tells(const struct fl_unit *u) {
  bool any = false;
  for (size_t i = 0; i < u->functions.len && u->asks_others; i++)
    any |= is_told(u->functions.data[i]);
  return any;
}

void fl_symbols_text(const struct fl_functions *of, struct fl_text *t) {
  for (size_t i = 0; i < of->len; i++)
    fl_text_printf(t, "%s\\0", of->data[i]->symbol);
}

void fl_tell_functions(struct fl_emit *e, struct fl_text *t) {
  struct fl_unit *u = e->unit;
  if (!fl_tells(u))
    return;
  fl_text_printf(t, "%sstatic fl::device_function fl_told[] = {\n", fl_ends_line(t) ? "" : "\n");
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    if (!is_told(f))
      continue;
    const char *why = fl_plain_obstacle(u, f);
    if (why)
      fl_report_at(u, FL_REMARK, f->name_span, "remarks",
                   "'%s' %s: kernels of other files that come to call it are launched as they are",
                   f->name, why);
    fl_text_printf(t, "    {\"%s\", ", f->symbol);
    fl_text_printf(t, why ? "\"%s\", \"" : "nullptr, \"", why);
    if (!why)
      fl_symbols_text(fl_foreign_of(u, f), t);
    fl_text_puts(t, "\", 0},\n");
  }
  fl_text_puts(t, "};\nstatic fl::definer fl_tells(fl_told, sizeof fl_told / sizeof *fl_told);\n");
}
