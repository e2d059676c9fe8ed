// The whole file. Own headers that hold edits are written out in place of their first #include;
// quoted includes of other own headers become absolute, since the output stands elsewhere.
#include "emit/emit.h"
#include <string.h>

struct document {
  struct fl_emit *e;
  bool *dirty;   // per file: has edits, was rewritten before, or includes such a file
  bool *written; // per file: was written out already
  bool *open;    // per file: is being written out
};

// From the headers that hold edits, through the directives that include them, to a fixed point.
static void find_dirty(struct document *d) {
  const struct fl_unit *u = d->e->unit;
  for (size_t i = 0; i < u->files.len; i++)
    d->dirty[i] = d->e->edits[i].all.len > 0 || u->files.data[i].uses > 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < u->includes.len; i++) {
      const struct fl_include *inc = &u->includes.data[i];
      if (inc->file < 0 || !d->dirty[inc->file] || d->dirty[inc->directive.file])
        continue;
      d->dirty[inc->directive.file] = changed = true;
    }
  }
}

static void render(struct document *d, int file, struct fl_text *out);

// Has a header that was written out something to say when it is included again, with other macros?
static bool says_more(const struct document *d, int file) {
  const struct fl_file *f = &d->e->unit->files.data[file];
  return !f->guarded && !f->pragma_once;
}

static void edit_includes(struct document *d, int file) {
  struct fl_emit *e = d->e;
  struct fl_unit *u = e->unit;
  struct fl_arena *a = u->arena;
  for (size_t i = 0; i < u->includes.len; i++) {
    const struct fl_include *inc = &u->includes.data[i];
    if (inc->directive.file != file)
      continue;
    struct fl_span s = inc->directive;
    if (inc->asked && inc->path && !strchr(inc->path, '"') &&
        (!u->files.data[file].is_main || !e->opt->emit_only))
      fl_edit(a, &e->edits[file], s.begin, s.end, fl_format(a, "\"%s\"", inc->path));
    if (inc->file < 0)
      continue;
    if (!d->dirty[inc->file] || d->open[inc->file]) {
      // A name with a quote cannot be included; the folder is searched (driver/cuda.c).
      if (!inc->angled && inc->path && !strchr(inc->path, '"') && !e->opt->emit_only)
        fl_edit(a, &e->edits[file], s.begin, s.end, fl_format(a, "#include \"%s\"", inc->path));
    } else if (d->written[inc->file] && !says_more(d, inc->file)) {
      fl_edit(a, &e->edits[file], s.begin, s.end, "");
    } else {
      struct fl_text t = {0};
      struct fl_span start = {inc->file, 0, 0};
      uint32_t behind = s.end; // the line behind the directive
      while (behind < u->files.data[file].len && u->files.data[file].text[behind++] != '\n') {
      }
      struct fl_span next = {file, behind, behind};
      fl_text_puts(&t, fl_line_directive(e, start));
      render(d, inc->file, &t);
      if (!fl_ends_line(&t))
        fl_text_puts(&t, "\n");
      const char *back = fl_line_directive(e, next);
      fl_text_add(&t, back, strlen(back) - 1); // the directive's own newline follows
      fl_edit(a, &e->edits[file], s.begin, s.end, fl_strdup(a, t.data));
      fl_text_free(&t);
    }
  }
}

// Takes back all edits but the first `len` that were made.
static void forget(struct fl_edits *e, size_t len) {
  size_t kept = 0;
  for (size_t i = 0; i < e->all.len; i++)
    if (e->all.data[i].seq <= len)
      e->all.data[kept++] = e->all.data[i];
  e->all.len = e->sorted = kept;
}

static void render(struct document *d, int file, struct fl_text *out) {
  struct fl_unit *u = d->e->unit;
  const struct fl_file *f = &u->files.data[file];
  const size_t edits = d->e->edits[file].all.len;
  d->written[file] = d->open[file] = true;
  edit_includes(d, file);
  if (!f->is_main && !strncmp(f->text, "\xef\xbb\xbf", 3)) // in the midst of a file it is no mark
    fl_edit(u->arena, &d->e->edits[file], 0, 3, "");
  if (!f->is_main &&
      f->pragma_once) { // in a main file it would draw a warning; the first copy is the only one
    const char *p = strstr(f->text, "#pragma once");
    if (p)
      fl_edit(u->arena, &d->e->edits[file], (uint32_t)(p - f->text), (uint32_t)(p - f->text) + 12,
              "");
  }
  fl_edits_apply(&d->e->edits[file], f, 0, (uint32_t)f->len, out);
  forget(&d->e->edits[file], edits); // another time what it includes may have been written
  d->open[file] = false;
}

static bool any_edits(const struct fl_emit *e) {
  for (size_t i = 0; i < e->unit->files.len; i++)
    if (e->edits[i].all.len)
      return true;
  return false;
}

// Which engines the file's parents run on, fewer blocks of native launches included, and whether there are cooperative groups, for the runtime headers to bring nothing else.
static void write_parts(const struct fl_emit *e, struct fl_text *out) {
  static const struct {
    enum fl_engine engine;
    const char *name;
  } engines[] = {{FL_SPLIT, "SPLIT"},
                 {FL_FUSED, "FUSED"},
                 {FL_BLOCKS, "BLOCKS"},
                 {FL_GATHERING, "GATHERING"},
                 {FL_NATIVE, "NATIVE"}};
  unsigned used = e->coarse ? 1u << FL_NATIVE : 0;
  for (size_t i = 0; i < e->unit->functions.len; i++) {
    const struct fl_forms *m = &e->forms[i];
    if (!m->parent)
      continue;
    used |= 1u << m->engine;
    if (m->selects & FL_LAUNCHES_TOO)
      used |= 1u << FL_GATHERING;
    if (m->selects & FL_BLOCKS_TOO)
      used |= 1u << FL_BLOCKS;
  }
  const char *sep = "";
  fl_text_puts(out, "#define FL_ENGINES (");
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    if (used >> engines[i].engine & 1) {
      fl_text_printf(out, "%sFL_ENGINE_%s", sep, engines[i].name);
      sep = " | ";
    }
  fl_text_puts(out, used ? ")\n" : "0)\n");
  bool groups = false;
  for (size_t i = 0; i < e->unit->functions.len; i++)
    groups |= e->unit->functions.data[i]->facts->uses_groups;
  if (!groups)
    fl_text_puts(out, "#define FL_NO_GROUPS\n");
}

// Does it launch kernels of other files by their drains, or have drains for these?
static bool shares_kernels(const struct fl_emit *e) {
  bool any = false;
  for (size_t i = 0; i < e->unit->functions.len; i++)
    any |= e->forms[i].told ||
           (e->forms[i].parent && fl_others_of(e->unit, e->unit->functions.data[i]).len);
  return any;
}

// The compiler's own __BASE_FILE__ would be the name of the output.
static void write_base_file(const struct fl_emit *e, struct fl_text *out) {
  bool asked = false;
  for (size_t i = 0; i < e->unit->files.len; i++)
    asked |= strstr(e->unit->files.data[i].text, "__BASE_FILE__") != NULL;
  if (!asked)
    return;
  fl_text_printf(out, "#define FL_BASE_FILE %s\n#include <freelaunch/base_file.h>\n",
                 fl_quoted(e, e->unit->files.data[0].path));
}

// What asks of classes whether they have copies of members.
static void write_members(const struct fl_emit *e, struct fl_text *out) {
  if (!e->members.len && !e->objects)
    return;
  fl_text_puts(out, "#include <freelaunch/member.h>\n#include <freelaunch/hide_macros.h>\n");
  for (size_t i = 0; i < e->members.len; i++)
    fl_text_printf(out, "FL_MEMBER(%s)\n", e->members.data[i]);
  if (e->objects)
    fl_text_puts(out, "FL_OBJECTS\n");
  fl_text_puts(out, "#include <freelaunch/show_macros.h>\n");
}

static void write_document(struct fl_emit *e, struct fl_text *out) {
  struct fl_unit *u = e->unit;
  struct document d = {e, fl_alloc(u->arena, u->files.len), fl_alloc(u->arena, u->files.len),
                       fl_alloc(u->arena, u->files.len)};
  find_dirty(&d);
  struct fl_span start = {0, 0, 0};
  struct fl_text body = {0};
  fl_hide_macros(e, out);
  if (e->opt->strict_streams)
    fl_text_puts(out, "#define FL_STRICT_STREAMS\n");
  if (u->heap->pooled)
    fl_text_printf(out, "#define FL_POOL %lld\n%s", e->opt->pool > 0 ? e->opt->pool : 0,
                   e->opt->linked ? "#define FL_POOL_LINKED\n" : "");
  if (e->tells_only) {
    fl_text_puts(out, "#include <freelaunch/foreign.h>\n");
  } else {
    write_parts(e, out);
    fl_text_puts(out, "#include <freelaunch/freelaunch.h>\n");
    if (u->asks_others)
      fl_text_puts(out, "#include <freelaunch/asks.h>\n");
    if (shares_kernels(e))
      fl_text_puts(out, "#include <freelaunch/elsewhere.h>\n");
  }
  if (e->registry)
    fl_text_puts(out, "#include <freelaunch/registry.h>\n");
  if (e->copies)
    fl_text_puts(out, "#include <freelaunch/copies.h>\n");
  bool waits = false;
  for (size_t i = 0; i < u->functions.len; i++)
    waits |= u->functions.data[i]->kind == FL_KERNEL && u->functions.data[i]->facts->reach.len &&
             fl_waits(u->functions.data[i]);
  if (waits)
    fl_text_puts(out, "#include <freelaunch/joins.h>\n");
  write_members(e, out);
  fl_show_macros(e, out);
  write_base_file(e, out);
  fl_text_puts(out, fl_line_directive(e, start));
  size_t bom = out->len;
  render(&d, 0, &body);
  fl_register_instances(e, &body);
  fl_tell_functions(e, &body);
  fl_put_renamed(e, &body, out);
  fl_text_free(&body);
  if (out->len >= bom + 3 && !memcmp(out->data + bom, "\xef\xbb\xbf", 3))
    memset(out->data + bom, ' ', 3);
}

// __shared__ arrays of namespace scope have no place on the CPU; objects that find the running
// block's memory stand in for them.
static void edit_file_shared(struct fl_emit *e) {
  struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->file_shared.len; i++) {
    const struct fl_decl *d = u->file_shared.data[i];
    if (d->span.file < 0)
      continue;
    const char *open = strchr(d->type, '['), *code = fl_code(u, d->span.file);
    uint32_t end = d->span.end;
    end += (uint32_t)strcspn(code + end, ";");
    uint32_t begin = d->span.begin;
    if (!d->is_extern || !open) {
      fl_report_at(u, FL_ERROR, d->span, "cpu",
                   "the shared variable '%s' of namespace scope cannot be built for the CPU",
                   d->name);
      continue;
    }
    size_t n = (size_t)(open - d->type);
    while (n && d->type[n - 1] == ' ')
      n--;
    fl_edit(u->arena, &e->edits[d->span.file], begin, end,
            fl_format(u->arena, "static flcpu::dynamic_array<%.*s%s> %s", (int)n, d->type,
                      open[1] == ']' ? open + 2 : open, d->name));
  }
}

// In other than relocatable code each file has device variables of its own, which the linker of the CPU target must not find.
static void edit_device_variables(struct fl_emit *e) {
  const struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->device_variables.len && !u->linked_variables; i++) {
    const struct fl_span s = u->device_variables.data[i];
    const struct fl_span last = i ? u->device_variables.data[i - 1] : (struct fl_span){-1, 0, 0};
    if (s.file != last.file || s.begin != last.begin) // but for `b` of `int a, b`
      fl_edit(u->arena, &e->edits[s.file], s.begin, s.begin, "static __attribute__((unused)) ");
  }
}

static void edit_pragmas(struct fl_emit *e) {
  struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->pragmas.len; i++) {
    const struct fl_span s = u->pragmas.data[i];
    struct fl_text lines = {0};
    fl_text_lines(&lines, u->files.data[s.file].text + s.begin, s.end - s.begin);
    fl_edit(u->arena, &e->edits[s.file], s.begin, s.end, fl_strdup(u->arena, lines.data));
    fl_text_free(&lines);
  }
}

void fl_emit_unit(struct fl_unit *u, const struct fl_options *opt, struct fl_result *out) {
  struct fl_emit e = {.unit = u, .opt = opt, .named_by_macros = fl_named_by_macros(u)};
  e.edits = fl_alloc(u->arena, sizeof *e.edits * (u->files.len + 1));
  fl_choose_forms(&e);
  fl_find_renamed(&e);
  fl_host_edits(&e);
  fl_launch_call_edits(&e);
  for (size_t i = 0; i < u->functions.len; i++)
    fl_generate(&e, u->functions.data[i]);
  if (opt->target == FL_TARGET_CPU) {
    edit_file_shared(&e);
    if (!opt->rdc)
      edit_device_variables(&e);
    fl_macro_edits(&e);
  }
  fl_copy_call_edits(&e);
  fl_warn_of_nodes(&e);
  out->needs_rdc = e.needs_rdc;
  for (size_t i = 0; i < u->functions.len; i++)
    out->native |= e.forms[i].native_symbol;
  out->changed = opt->target == FL_TARGET_CPU || any_edits(&e);
  e.tells_only = out->tells_only = !out->changed && fl_tells(u);
  out->changed |= out->tells_only;
  if (!out->changed)
    return;
  edit_pragmas(&e);
  write_document(&e, &out->text);
}
