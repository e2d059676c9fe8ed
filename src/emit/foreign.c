// What a file says of its device functions, for launches of other files whose threads call them, and of its kernels, for those that launch these (analysis/calls/foreign.c, freelaunch/foreign.h).
#include "emit/emit.h"
#include <string.h>

// A drain takes time to compile, so only kernels have one that others can launch without a declaration of their own: a header has it.
static bool is_told(const struct fl_unit *u, const struct fl_function *f) {
  bool declared = f->kind != FL_KERNEL;
  for (size_t i = 0; i < f->redeclarations.len; i++)
    declared |= !u->files.data[f->redeclarations.data[i].span.file].is_main;
  return declared && f->body && fl_has_symbol(f);
}

static const char *obstacle(const struct fl_emit *e, struct fl_function *f) {
  if (f->kind != FL_KERNEL)
    return fl_plain_obstacle(e->unit, f);
  return e->opt->strict_streams ? "is compiled for streams in order"
         : e->opt->no_elsewhere ? "is compiled by --fl-no-elsewhere"
                                : fl_drain_obstacle(e->unit, f);
}

bool fl_tells_kernel(const struct fl_emit *e, struct fl_function *f) {
  return e->unit->asks_others && f->kind == FL_KERNEL && is_told(e->unit, f) && !obstacle(e, f);
}

bool fl_tells(const struct fl_unit *u) {
  bool any = false;
  for (size_t i = 0; i < u->functions.len && u->asks_others; i++)
    any |= is_told(u, u->functions.data[i]);
  return any;
}

void fl_symbols_text(const struct fl_functions *of, struct fl_text *t) {
  for (size_t i = 0; i < of->len; i++)
    fl_text_printf(t, "%s\\0", of->data[i]->symbol);
}

// What another file defines of a kernel is not known here but for its name.
void fl_descriptor_elsewhere(struct fl_emit *e, const struct fl_function *k, struct fl_text *t) {
  // In front of the struct, whose members may have the names of the program's types.
  fl_text_printf(t, "struct %s;\nusing %s_args = %s;\n", fl_tag(e, k), fl_tag(e, k),
                 fl_arguments_type(e, k, fl_tag(e, k)));
  fl_text_printf(t, "struct %s {\n  static constexpr int number = %u, max_threads = 1024;\n",
                 fl_tag(e, k), k->facts->index + 1);
  fl_text_printf(t, "  using args = %s_args", fl_tag(e, k));
  fl_text_puts(t,
               ";\n  using kids = __fl::list<>;\n  using shared = __fl::none;\n"
               "  static constexpr bool barrier = false, early_exit = false, warp_sync = false;\n"
               "  static constexpr bool ordered = false, elsewhere = true;\n"
               "  static constexpr long dynamic_shared = 0;\n");
  fl_text_printf(t, "  static constexpr const char *symbol = \"%s\";\n};\n", k->symbol);
}

void fl_tell_kernel(const struct fl_emit *e, const struct fl_function *k, struct fl_text *t) {
  fl_text_printf(t, "static __fl::teller<%s> %s_told(\"%s\", %s);\n", fl_tag(e, k), fl_tag(e, k),
                 k->symbol,
                 fl_quoted(e, fl_format(e->unit->arena, "%s %s", fl_profile_kernel(e->unit, k),
                                        fl_profile_place(e->unit, k->name_span))));
}

void fl_tell_functions(struct fl_emit *e, struct fl_text *t) {
  struct fl_unit *u = e->unit;
  if (!fl_tells(u))
    return;
  fl_text_printf(t, "%sstatic __fl::device_function fl_told[] = {\n", fl_ends_line(t) ? "" : "\n");
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    if (!is_told(u, f))
      continue;
    const bool kernel = f->kind == FL_KERNEL;
    const char *why = obstacle(e, f);
    if (!why && kernel)
      fl_report_at(u, FL_REMARK, f->name_span, "remarks",
                   "'%s' has a drain for launches of other files", f->name);
    if (why)
      fl_report_at(u, FL_REMARK, f->name_span, "remarks",
                   "'%s' %s: kernels of other files that come to %s it are launched as they are",
                   f->name, why, kernel ? "launch" : "call");
    fl_text_printf(t, "    {\"%s\", ", f->symbol);
    fl_text_printf(t, why ? "\"%s\", \"" : "nullptr, \"", why);
    if (!why && !kernel)
      fl_symbols_text(fl_foreign_of(u, f), t);
    fl_text_puts(t, fl_only_joins(f) ? "\", 0, true},\n" : "\", 0},\n");
  }
  fl_text_puts(t,
               "};\nstatic __fl::definer fl_tells(fl_told, sizeof fl_told / sizeof *fl_told);\n");
}
