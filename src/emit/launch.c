// Edits of one launch: `child<<<g, b>>>(x)` becomes `child__fl_launch(how, fl::config(g, b), x)`.
#include "emit/emit.h"
#include <ctype.h>
#include <string.h>

// Offset behind the name in `ns::child<T>`.
static uint32_t name_end(const struct fl_file *f, struct fl_span callee) {
  uint32_t at = callee.begin;
  while (at < callee.end && f->text[at] != '<')
    at++;
  while (at > callee.begin && isspace((unsigned char)f->text[at - 1]))
    at--;
  return at;
}

// What stands for `>>>` up to behind the parenthesis, with its line breaks, so that lines keep their
// numbers.
static const char *close_text(struct fl_emit *e, const struct fl_file *f, const struct fl_site *s,
                              const char *text) {
  struct fl_text t = {0};
  fl_text_puts(&t, text);
  for (uint32_t i = s->close.end; i < s->args.begin; i++)
    if (f->text[i] == '\n')
      fl_text_puts(&t, "\n");
  const char *r = fl_strdup(e->unit->arena, t.data);
  fl_text_free(&t);
  return r;
}

// `(child<T>)`: the name without the parentheses around it.
static struct fl_span bare_name(const struct fl_file *f, struct fl_span callee) {
  struct fl_span s = callee;
  for (;;) {
    while (s.begin < s.end && isspace((unsigned char)f->text[s.begin]))
      s.begin++;
    while (s.begin < s.end && isspace((unsigned char)f->text[s.end - 1]))
      s.end--;
    if (s.end - s.begin < 2 || f->text[s.begin] != '(' || f->text[s.end - 1] != ')')
      return s;
    s.begin++;
    s.end--;
  }
}

// Do the arguments say which of several functions, or of a template's, the callee is?
static bool is_deduced(const struct fl_emit *e, const struct fl_site *s) {
  return s->kernel && (fl_forms_of(e, s->kernel)->overloaded ||
                       (s->kernel->template_params.len && !s->explicit_template_args));
}

// `key`: of a launch of a parent from the host, else NULL.
static void launch_edits(struct fl_emit *e, const struct fl_site *s, const char *suffix,
                         const char *how, const char *key, struct fl_edits *out) {
  struct fl_arena *a = e->unit->arena;
  const struct fl_file *f = &e->unit->files.data[s->span.file];
  const char *close = "))(";
  if (s->kernel && !s->kernel->from_macro && !s->named_by_macro) {
    const struct fl_span callee = bare_name(f, s->callee);
    uint32_t at = name_end(f, callee);
    // The parentheses would hide the name, and its arguments' namespaces, from the call.
    fl_edit(a, out, s->callee.begin, callee.begin, "");
    fl_edit(a, out, callee.end, s->callee.end, "");
    // As written, the name may be known by `using`, there or in the namespace that qualifies it, and that does not know what is generated beside the kernel;
    // and a call that depends on a template parameter would also be looked up in the namespaces of its arguments.
    const uint32_t name = fl_name_begin(f, callee.begin, at);
    if (e->scoped || name > callee.begin)
      fl_edit(a, out, callee.begin, name, fl_scope_prefix(e, s->kernel));
    fl_edit(a, out, at, at, suffix);
    // The generated function's name follows as one token; blanks between the name and `<<<` go with
    // the latter.
    fl_edit(a, out, s->open.begin, s->open.end,
            how ? fl_format(a, "(%s, fl::config(", how) : "(fl::config(");
    close = fl_format(a, key ? ").at(\"%s\")%s" : ")%s%s", key ? key : "",
                      s->arg_nodes.len ? ", " : "");
  } else if (s->overloaded ||
             is_deduced(e, s)) { // which one, the compiler of the text finds out (CPU target)
    fl_edit(a, out, s->callee.begin, s->callee.begin,
            "flcpu::launch_overloaded([](auto &...fl_args) { ");
    fl_edit(a, out, s->open.begin, s->open.end, "(fl_args...); }, flcpu::config(");
  } else { // through a pointer, or of a kernel without stubs (CPU target)
    fl_edit(a, out, s->callee.begin, s->callee.begin, "flcpu::launch_pointer(");
    fl_edit(a, out, s->open.begin, s->open.end, ", flcpu::config(");
  }
  fl_edit(a, out, s->close.begin, s->args.begin, close_text(e, f, s, close));
}

void fl_launch_edits(struct fl_emit *e, const struct fl_site *s, const char *suffix,
                     const char *how, struct fl_edits *out) {
  launch_edits(e, s, suffix, how, NULL, out);
}

// A launch that stays as it is: the kernel may be the first that allocates.
static void make_ready(struct fl_emit *e, const struct fl_site *s) {
  const struct fl_node *g = s->grid;
  if (!e->unit->heap->pooled || (s->kernel && !fl_allocates(s->kernel)) || !g ||
      g->span.file != s->config.file || g->span.begin < s->config.begin ||
      g->span.end > s->config.end)
    return;
  struct fl_edits *edits = &e->edits[g->span.file];
  fl_edit(e->unit->arena, edits, g->span.begin, g->span.begin, "fl::with_pool(");
  fl_edit(e->unit->arena, edits, g->span.end, g->span.end, ")");
}

void fl_host_edits(struct fl_emit *e) {
  struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->sites.len; i++) {
    struct fl_site *s = u->sites.data[i];
    if (!s->on_host)
      continue;
    bool cpu = e->opt->target == FL_TARGET_CPU;
    bool parent = s->kernel && fl_forms_of(e, s->kernel)->parent;
    if (!(s->editable || (cpu && s->named_by_macro)) || s->span.file < 0)
      continue;
    if (!cpu && !parent) {
      make_ready(e, s);
      continue;
    }
    launch_edits(e, s, parent ? "__fl_host" : "__fl_native", NULL,
                 parent ? fl_profile_key(u, s) : NULL, &e->edits[s->span.file]);
  }
}
