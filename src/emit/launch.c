// Edits of one launch: `child<<<g, b>>>(x)` becomes `child__fl_launch(how, __fl::config(g, b), x)`.
#include "analysis/bodies/node.h"
#include "emit/emit.h"
#include <ctype.h>
#include <string.h>

// Offset behind the name in `ns::child<T>`.
static uint32_t name_end(const char *code, struct fl_span callee) {
  uint32_t at = callee.begin;
  while (at < callee.end && code[at] != '<')
    at++;
  while (at > callee.begin && (isspace((unsigned char)code[at - 1]) || code[at - 1] == '\\'))
    at--;
  return at;
}

// What stands for `>>>` up to behind the parenthesis, with its line breaks, so that lines keep their
// numbers.
static const char *close_text(struct fl_emit *e, const struct fl_file *f, const struct fl_site *s,
                              const char *text) {
  struct fl_text t = {0};
  fl_text_puts(&t, text);
  if (s->close.end < s->args.begin)
    fl_text_lines(&t, f->text + s->close.end, s->args.begin - s->close.end);
  const char *r = fl_strdup(e->unit->arena, t.data);
  fl_text_free(&t);
  return r;
}

// `(child<T>)`: the name without the parentheses around it.
static struct fl_span bare_name(const char *code, struct fl_span callee) {
  struct fl_span s = callee;
  for (;;) {
    while (s.begin < s.end && isspace((unsigned char)code[s.begin]))
      s.begin++;
    while (s.begin < s.end && isspace((unsigned char)code[s.end - 1]))
      s.end--;
    if (s.end - s.begin < 2 || code[s.begin] != '(' || code[s.end - 1] != ')')
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

static bool is_sign(const char *name) {
  return name && name[0] && !name[1] && strchr("+-~!", name[0]);
}

// `dim3(x, y)`, or a number made of another.
static bool makes_plain(const struct fl_node *n) {
  return n->kind == FL_CALL && !n->callee && fl_is_plain_type(n->type);
}

static bool is_constant(const struct fl_decl *d) {
  return d->is_constexpr || d->kind == FL_DECL_BUILTIN || d->kind == FL_DECL_ENUMERATOR ||
         d->kind == FL_DECL_TEMPLATE_PARAM;
}

// Does the evaluation rest on nothing that other expressions may change? `f`: which it stands in; NULL: nothing is known of that.
static bool stays_the_same(struct fl_unit *u, const struct fl_function *f,
                           const struct fl_node *n) {
  if (n->has_value || n->kind == FL_LITERAL)
    return true;
  if (n->kind == FL_REF)
    return n->decl && (is_constant(n->decl) || (f && fl_never_changes(u, f, n->decl)));
  static const bool of_its_parts[FL_NODE_KINDS] = {
      [FL_MEMBER] = true, [FL_BINARY] = true, [FL_TERNARY] = true,
      [FL_CAST] = true,   [FL_UNARY] = true,  [FL_INIT_LIST] = true};
  if (!(of_its_parts[n->kind] || makes_plain(n)) || !n->kids.len ||
      (n->kind == FL_UNARY && !is_sign(n->name)) ||
      (n->kind == FL_MEMBER && fl_is_pointer(n->kids.data[0])))
    return false;
  for (size_t i = 0; i < n->kids.len; i++)
    if (!stays_the_same(u, f, n->kids.data[i]))
      return false;
  return true;
}

// May the evaluation change something?
static bool may_change(const struct fl_node *n) {
  static const bool by_itself[FL_NODE_KINDS] = {
      [FL_ASSIGN] = true, [FL_CALL] = true,     [FL_LAUNCH] = true,    [FL_NEW] = true,
      [FL_DELETE] = true, [FL_COMPOUND] = true, [FL_OTHER_EXPR] = true};
  if (n->has_value || (n->kind == FL_OTHER_EXPR && fl_named(n, "sizeof")))
    return false;
  if ((by_itself[n->kind] && !makes_plain(n)) ||
      (n->kind == FL_UNARY && (!n->name || !strcmp(n->name, "++") || !strcmp(n->name, "--"))))
    return true;
  for (size_t i = 0; i < n->kids.len; i++)
    if (may_change(n->kids.data[i]))
      return true;
  return false;
}

// What evaluating some expressions comes to.
struct effect {
  bool same;    // they rest on nothing that others may change
  bool changes; // they may change something themselves
};
static void add_effect(struct fl_unit *u, const struct fl_site *s, const struct fl_node *n,
                       struct effect *of) {
  of->same &= !n || stays_the_same(u, s->caller, n);
  of->changes |= n && may_change(n);
}
static struct effect effect_of_config(struct fl_unit *u, const struct fl_site *s) {
  const struct fl_node *const config[] = {s->grid, s->block, s->shared, s->stream};
  struct effect of = {true, false};
  for (size_t i = 0; i < sizeof config / sizeof *config; i++)
    add_effect(u, s, config[i], &of);
  return of;
}

// Can one tell which of two is evaluated first?
static bool is_told(struct effect a, struct effect b) {
  return (!a.same && b.changes) || (a.changes && !b.same);
}

// CUDA evaluates a launch's configuration before its arguments; a C++ compiler evaluates the arguments of a call in any order. Can one tell?
static bool is_ordered(struct fl_unit *u, const struct fl_site *s) {
  struct effect args = {true, false};
  for (size_t i = 0; i < s->arg_nodes.len; i++)
    add_effect(u, s, s->arg_nodes.data[i], &args);
  return is_told(effect_of_config(u, s), args);
}

// The same of a configuration and what is launched, which is evaluated behind it.
static bool is_ordered_behind(struct fl_unit *u, const struct fl_site *s,
                              const struct fl_node *launched) {
  struct effect callee = {true, false};
  add_effect(u, s, launched, &callee);
  return is_told(effect_of_config(u, s), callee);
}

// What ends a configuration as a call's arguments: it may have a grid alone, `child<<<g>>>(x)`, and blocks of one thread then, of which clang says that they
// stand where it begins.
static const char *config_end(const struct fl_site *s) {
  const bool lone =
      !s->block || (s->block->span.file == s->open.file && s->block->span.begin == s->open.begin);
  return lone ? ", 1)" : ")";
}

// `child<<<g, b>>>(x)`, of a kernel whose name can be edited. `key` as below.
static void named_edits(struct fl_emit *e, const struct fl_site *s, const char *suffix,
                        const char *how, const char *key, struct fl_edits *out) {
  struct fl_arena *a = e->unit->arena;
  const struct fl_file *f = &e->unit->files.data[s->span.file];
  const char *code = fl_code(e->unit, s->span.file);
  const struct fl_span callee = bare_name(code, s->callee);
  uint32_t at = name_end(code, callee);
  const char *open = how ? fl_format(a, "(%s, ", how) : "(", *comma = s->arg_nodes.len ? ", " : "";
  const char *end = config_end(s);
  const char *closed = key ? fl_format(a, "%s.at(\"%s\")", end, key) : end;
  const bool ordered = is_ordered(e->unit, s);
  if (ordered) {
    fl_edit_move(a, out, s->callee.begin, "({ const auto fl_cfg = __fl::config(", s->config);
    fl_edit(a, out, s->callee.begin, s->callee.begin, fl_format(a, "%s; ", closed));
  }
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
  if (ordered) {
    fl_edit(a, out, s->open.begin, s->args.begin,
            close_text(e, f, s, fl_format(a, "%sfl_cfg%s", open, comma)));
    fl_edit(a, out, s->span.end, s->span.end, "; })");
    return;
  }
  fl_edit(a, out, s->open.begin, s->open.end, fl_format(a, "%s__fl::config(", open));
  fl_edit(a, out, s->close.begin, s->args.begin,
          close_text(e, f, s, fl_format(a, "%s%s", closed, comma)));
}

// `kernel<<<g, b>>>(x)` of a value, or of a kernel that is defined elsewhere.
static void pointer_edits(struct fl_emit *e, const struct fl_site *s, struct fl_edits *out) {
  struct fl_arena *a = e->unit->arena;
  const struct fl_file *f = &e->unit->files.data[s->span.file];
  const char *at = fl_format(a, "%s.at(\"%s\")", config_end(s), fl_profile_place(e->unit, s->span));
  e->registry = true;
  if (!s->kernel && is_ordered_behind(e->unit, s, s->node->callee)) {
    fl_edit_move(a, out, s->callee.begin, "({ const auto fl_cfg = __fl::config(", s->config);
    fl_edit(a, out, s->callee.begin, s->callee.begin,
            fl_format(a, "%s; __fl::launch_pointer(", at));
    fl_edit(a, out, s->open.begin, s->args.begin, close_text(e, f, s, ", fl_cfg)("));
    fl_edit(a, out, s->span.end, s->span.end, "; })");
    return;
  }
  fl_edit(a, out, s->callee.begin, s->callee.begin, "__fl::launch_pointer(");
  fl_edit(a, out, s->open.begin, s->open.end, ", __fl::config(");
  fl_edit(a, out, s->close.begin, s->args.begin, close_text(e, f, s, fl_format(a, "%s)(", at)));
}

bool fl_is_told_by_arguments(const struct fl_emit *e, const struct fl_site *s) {
  return s->overloaded || is_deduced(e, s) ||
         (s->kernel && s->arg_nodes.len < s->kernel->params.len);
}

// `key`: of a launch of a parent from the host, else NULL.
static void launch_edits(struct fl_emit *e, const struct fl_site *s, const char *suffix,
                         const char *how, const char *key, struct fl_edits *out) {
  struct fl_arena *a = e->unit->arena;
  const struct fl_file *f = &e->unit->files.data[s->span.file];
  if (s->kernel && !s->kernel->from_macro && !s->named_by_macro) {
    named_edits(e, s, suffix, how, key, out);
    return;
  }
  if (fl_is_told_by_arguments(e, s)) {
    fl_edit(a, out, s->callee.begin, s->callee.begin,
            "flcpu::launch_overloaded([](auto &...fl_args) { ");
    fl_edit(a, out, s->open.begin, s->open.end, "(fl_args...); }, flcpu::config(");
  } else { // through a pointer, or of a kernel without stubs (CPU target)
    fl_edit(a, out, s->callee.begin, s->callee.begin, "flcpu::launch_pointer(");
    fl_edit(a, out, s->open.begin, s->open.end, ", flcpu::config(");
  }
  fl_edit(a, out, s->close.begin, s->args.begin,
          close_text(e, f, s, fl_format(a, "%s)(", config_end(s))));
}

void fl_launch_edits(struct fl_emit *e, const struct fl_site *s, const char *suffix,
                     const char *how, struct fl_edits *out) {
  launch_edits(e, s, suffix, how, NULL, out);
}

static bool has_parents(const struct fl_emit *e) {
  bool any = false;
  for (size_t i = 0; i < e->unit->functions.len && !any; i++)
    any = e->forms[i].parent;
  return any;
}

// A launch that stays as it is: the kernel may be the first that allocates.
static void make_ready(struct fl_emit *e, const struct fl_site *s) {
  const struct fl_node *g = s->grid;
  const bool allocates = s->kernel ? fl_allocates(s->kernel) : e->unit->heap->pooled;
  if (!allocates || !g || g->span.file != s->config.file || g->span.begin < s->config.begin ||
      g->span.end > s->config.end)
    return;
  struct fl_edits *edits = &e->edits[g->span.file];
  fl_edit(e->unit->arena, edits, g->span.begin, g->span.begin, "__fl::with_heap(");
  fl_edit(e->unit->arena, edits, g->span.end, g->span.end, ")");
}

void fl_host_edits(struct fl_emit *e) {
  struct fl_unit *u = e->unit;
  const bool heap = u->heap->pooled || has_parents(e);
  for (size_t i = 0; i < u->sites.len; i++) {
    struct fl_site *s = u->sites.data[i];
    if (!s->on_host || s->repeated)
      continue;
    bool cpu = e->opt->target == FL_TARGET_CPU;
    bool parent = s->kernel && fl_forms_of(e, s->kernel)->parent;
    if (!(s->editable || (cpu && s->named_by_macro)) || s->span.file < 0)
      continue;
    if (!cpu && !parent && heap)
      make_ready(e, s);
    if (fl_is_by_address(e, s)) {
      pointer_edits(e, s, &e->edits[s->span.file]);
      continue;
    }
    if (!cpu && !parent)
      continue;
    launch_edits(e, s, parent ? "__fl_host" : "__fl_native", NULL,
                 parent ? fl_profile_key(u, s) : NULL, &e->edits[s->span.file]);
  }
}
