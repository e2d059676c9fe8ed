// What is generated behind the definition of a kernel or device function (docs/architecture.md,
// section 1).
#include "emit/emit.h"
#include <ctype.h>
#include <string.h>

// Text between the template head and the name, without `extern "C"`: generated functions may be
// templates.
static const char *specifiers(struct fl_emit *e, const struct fl_function *f) {
  const char *text = fl_span_text(e->unit, f->specifiers);
  const char *c = strstr(text, "extern");
  if (!c)
    return text;
  const char *quote = strchr(c, '"'), *end = quote ? strchr(quote + 1, '"') : NULL;
  return end ? fl_format(e->unit->arena, "%.*s%s", (int)(c - text), text, end + 1) : text;
}

static const char *tag_instance(struct fl_emit *e, const struct fl_function *k) {
  return fl_format(e->unit->arena, "%s%s", fl_tag(e, k), fl_template_arguments(e, k));
}

// The copy of a body for a context. `head` is everything up to the body.
static void context_body(struct fl_emit *e, struct fl_function *f, const char *head,
                         struct fl_text *t) {
  struct fl_edits edits = {0};
  const struct fl_file *file = &e->unit->files.data[f->body_span.file];
  fl_body_edits(e, f, FL_FORM_CONTEXT, &edits);
  fl_text_printf(t, "%s {", head);
  fl_prologue(e, f, FL_FORM_CONTEXT, "FlCtx", t);
  fl_text_printf(t, "\n%s", fl_line_directive(e, f->body_span));
  fl_edits_apply(&edits, file, f->body_span.begin, f->body_span.end, t);
  fl_text_puts(t, "\n}\n");
}

const char *fl_value_type(struct fl_emit *e, const char *type) {
  static const char *const ends[] = {" __restrict__", "__restrict__", " __restrict", "__restrict",
                                     " const"};
  size_t n = strlen(type);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    size_t k = strlen(ends[i]);
    if (n > k && !strcmp(type + n - k, ends[i]))
      return fl_value_type(e, fl_strndup(e->unit->arena, type, n - k));
  }
  return type;
}

static const char *prefix(struct fl_emit *e, const struct fl_function *k) {
  return e->scoped ? fl_scope_prefix(e, k) : "";
}

static const char *yes(bool b) { return b ? "true" : "false"; }

// Says which arguments of launches below a parent are its own parameters, so that they are not recorded.
static void passes(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  struct fl_text tables = {0}, choice = {0};
  for (size_t i = 0; i < k->facts->below.len; i++) {
    const struct fl_function *c = k->facts->below.data[i];
    struct fl_text row = {0};
    bool any = false;
    for (size_t j = 0; j < c->params.len; j++) {
      const int from = fl_carried(e->unit, k, c, j);
      any |= from >= 0;
      fl_text_printf(&row, "%s%d", j ? ", " : "", from);
    }
    if (any) {
      const unsigned number = c->facts->index + 1;
      fl_text_printf(&tables, "    constexpr int of_%s_%u[] = {%s};\n", c->name, number, row.data);
      fl_text_printf(&choice, "fl_kernel == %u ? of_%s_%u[fl_arg] : ", number, c->name, number);
    }
    fl_text_free(&row);
  }
  if (tables.len)
    fl_text_printf(
        t, "  static constexpr int passes(int fl_kernel, int fl_arg) {\n%s    return %s-1;\n  }\n",
        tables.data, choice.data);
  fl_text_free(&tables);
  fl_text_free(&choice);
}

// What the fused engine has to know, in programs with joins.
static const char *joins(struct fl_emit *e, struct fl_function *k) {
  const struct fl_forms *m = fl_forms_of(e, k);
  if (m->parent && m->engine == FL_FUSED)
    return fl_format(
        e->unit->arena,
        "  static constexpr bool joins = %s;\n  static constexpr int join_depth = %d;\n",
        yes(k->facts->any_join), fl_join_depth(e->unit, k));
  return k->facts->any_join ? "  static constexpr bool joins = true;\n" : "";
}

// How the drain of a parent deals out its launches; what weighing that takes.
static const char *dealing(struct fl_emit *e, const struct fl_function *k) {
  static const char *const names[] = {NULL, "grids", "either"};
  const struct fl_forms *m = fl_forms_of(e, k);
  const char *deal =
      m->parent && names[m->deal]
          ? fl_format(e->unit->arena, "  static constexpr fl::deal dealt = fl::deal_%s;\n",
                      names[m->deal])
          : "";
  if (m->parent && m->engine == FL_GATHERING) {
    static const char *const scopes[] = {[FL_RUN_WARP_LAUNCH] = "warp",
                                         [FL_RUN_BLOCK_LAUNCH] = "block",
                                         [FL_RUN_BLOCKS_LAUNCH] = "blocks",
                                         [FL_RUN_GRID_LAUNCH] = "grid"};
    deal = fl_format(e->unit->arena, "  static constexpr fl::scope gathered = fl::scope_%s;\n",
                     scopes[m->runner]);
    if (m->runner == FL_RUN_BLOCKS_LAUNCH)
      deal =
          fl_format(e->unit->arena, "%s  static constexpr int group = %d;\n", deal, e->opt->group);
  }
  if (m->parent && m->engine == FL_GATHERING && e->opt->record_all)
    deal = fl_format(e->unit->arena, "%s  static constexpr bool dense = true;\n", deal);
  if (m->parent && m->coarsen > (m->engine == FL_GATHERING ? 0 : 1))
    deal = fl_format(e->unit->arena, "%s  static constexpr unsigned coarsen = %lld;\n", deal,
                     (long long)m->coarsen);
  if (m->parent && fl_groups_sizes(e->opt, k))
    deal = fl_format(e->unit->arena, "%s  static constexpr bool by_size = true;\n", deal);
  if (m->selects)
    return fl_format(e->unit->arena, "%s  static constexpr bool selects = true;\n", deal);
  if (!e->lengths)
    return deal;
  return fl_format(e->unit->arena, "%s  static constexpr int length = %d;\n", deal, fl_length(k));
}

// What a profile says of the places that launch a parent.
static void seeds(struct fl_emit *e, const struct fl_function *k, struct fl_text *t) {
  const struct fl_unit *u = e->unit;
  const struct fl_function *launched = k->facts->primary ? k->facts->primary : k;
  bool any = false;
  for (size_t i = 0; i < u->sites.len && fl_forms_of(e, launched)->selects; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (!s->on_host || s->kernel != launched || !s->editable || s->span.file < 0)
      continue;
    const char *key = fl_profile_key(u, s);
    const struct fl_profile_site *p = fl_profile_find(e->opt->profile, key);
    if (!p)
      continue;
    fl_text_printf(t, "%s\n    {\"%s\", %uu, %uu, %s, {",
                   any ? "," : "  static constexpr flrt_seed seeds[] = {", key, p->small, p->need,
                   p->serial ? "FLRT_SERIAL" : "FLRT_RECORD");
    const char *comma = "";
    for (unsigned c = 0; c < FL_PROFILE_CLASSES; c++) {
      const struct fl_profile_times *x = &p->times[c];
      if (!x->n[0] && !x->n[1])
        continue;
      fl_text_printf(t, "%s{%uu, %uu, {%uu, %uu}, {%llu.f, %llu.f}}", comma, c, x->weight, x->n[0],
                     x->n[1], (unsigned long long)x->ns[0], (unsigned long long)x->ns[1]);
      comma = ", ";
    }
    fl_text_puts(t, "}}");
    any = true;
  }
  if (any)
    fl_text_puts(t, "};\n");
}

// What the names of a kernel's bodies begin with: overloads share one, specializations cannot.
static const char *body_tag(struct fl_emit *e, const struct fl_function *k) {
  return k->is_specialization ? fl_tag(e, k) : fl_format(e->unit->arena, "%s__fl", k->name);
}

// The call of a body with the arguments that a record holds, to the end of the function that makes it.
static void call_body(struct fl_emit *e, const struct fl_function *k, const char *which,
                      struct fl_text *t) {
  const bool spread = fl_has_pack(k);
  if (spread)
    fl_text_puts(t, "fl::spread(fl_a, [&](const auto &...fl_v) { ");
  fl_text_printf(t, "%s%s_%s%s(fl_ctx", prefix(e, k), body_tag(e, k), which,
                 fl_template_arguments(e, k));
  if (spread)
    fl_text_puts(t, ", fl_v...); }");
  for (size_t i = 0; i < k->params.len && !spread; i++)
    fl_text_printf(t, ", fl_a.template get<%zu>()", i);
  fl_text_printf(t, ");%s\n  }\n", k->params.len ? "" : " (void)fl_a;");
}

static void descriptor(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  const struct fl_forms *m = fl_forms_of(e, k);
  const struct fl_facts *x = k->facts;
  const char *tag =
      x->primary ? fl_format(e->unit->arena, "%s%s", fl_tag(e, x->primary), x->specialized_for)
                 : fl_tag(e, k);
  struct fl_text list = {0};
  bool deduced = fl_kids(e, k, &list);
  if (deduced)
    fl_declare_kids(e, k, false, t);
  const char *shared = fl_shared_type(e, k, t);
  fl_text_printf(t, "%sstruct %s {\n  static constexpr int number = %u;\n  using args = fl::pack<",
                 x->primary ? "template <> " : fl_template_head(e, k, NULL, false), tag,
                 x->index + 1);
  for (size_t i = 0; i < k->params.len; i++)
    fl_text_printf(t, "%s%s", i ? ", " : "", fl_value_type(e, k->params.data[i].type));
  fl_text_puts(t, ">;\n  using kids = ");
  if (deduced) {
    fl_text_printf(t, "decltype(%s__fl_kids%s(%s))", k->name, fl_template_arguments(e, k),
                   fl_declared_arguments(e, k));
  } else {
    fl_text_puts(t, list.data);
  }
  fl_text_free(&list);
  fl_text_printf(t, ";\n  using shared = %s;\n", shared);
  if (m->parent && !e->opt->record_arguments)
    passes(e, k, t);
  seeds(e, k, t);
  fl_text_printf(
      t,
      "  static constexpr int max_threads = %d, fixed_block = %d;\n  static constexpr bool "
      "flat_grid = %s;\n"
      "  static constexpr bool barrier = %s, early_exit = %s, warp_sync = %s, ordered = %s;\n"
      "  static constexpr long dynamic_shared = %ld;\n%s%s"
      "  template <class FlCtx> static __device__ __forceinline__ void run(FlCtx &fl_ctx, const "
      "args &fl_a) {\n"
      "    ",
      m->max_threads ? m->max_threads : 1024, m->fixed_block, yes(m->launched && !m->shaped),
      yes(x->any_barrier), yes(x->early_exit), yes(x->any_warp),
      yes(x->many_launches || x->uses_streams || (m->parent && fl_groups_sizes(e->opt, k))),
      m->dynamic_shared, joins(e, k), dealing(e, k));
  call_body(e, k, "body", t);
  if (m->block) {
    fl_text_printf(t,
                   "  template <class FlCtx> static __device__ void run_block(FlCtx &fl_ctx, const "
                   "args &fl_a) {\n    ");
    call_body(e, k, "block", t);
  }
  fl_text_puts(t, "};\n");
}

// What one declaration of a kernel gives to the declarations generated behind it: default arguments may stand in any of them, so the text of that very
// declaration is used.
struct declared {
  const char *head;       // template parameters, without `template <` and `>`; "" if none
  const char *params;     // between the parentheses
  const char *specifiers; // from behind the template head to the name
  size_t specifiers_len;
  const char *open, *close; // the parentheses; NULL if the name was not found
};

static const char *skip_balanced(const char *p, char open, char close) {
  int depth = 0;
  for (; *p; p++) {
    if (*p == open || (open == '<' && *p == '('))
      depth++;
    else if (*p == close || (open == '<' && *p == ')'))
      if (--depth == 0)
        return p;
  }
  return p;
}

static struct declared declared_at(struct fl_emit *e, struct fl_function *k, struct fl_span at) {
  struct declared d = {.head = "", .params = ""};
  const char *text = fl_span_text(e->unit, at);
  const char *p = text + strspn(text, " \t\r\n");
  if (!strncmp(p, "template", 8) && (p = strchr(p, '<'))) {
    const char *end = skip_balanced(p, '<', '>');
    d.head = fl_format(e->unit->arena, "%.*s", (int)(end - p - 1), p + 1);
    p = end + 1;
  } else {
    p = text;
  }
  size_t n = strlen(k->name);
  for (const char *q = p; (q = strstr(q, k->name)); q += n) {
    const char *open = q + n + strspn(q + n, " \t\r\n");
    if (*open != '(' || (q > text && (isalnum((unsigned char)q[-1]) || q[-1] == '_')))
      continue;
    const char *end = skip_balanced(open, '(', ')');
    d.open = open, d.close = end;
    d.specifiers = p, d.specifiers_len = (size_t)(q - p);
    d.params = fl_format(e->unit->arena, "%.*s", (int)(end - open - 1), open + 1);
    if (!d.params[strspn(d.params, " \t\r\n")] || !strcmp(d.params, "void"))
      d.params = "";
    break;
  }
  return d;
}

// Declarations of the stubs of `k` behind one of its own declarations.
static void declare_stubs(struct fl_emit *e, struct fl_function *k, struct fl_span at,
                          struct fl_text *t) {
  const struct fl_forms *m = fl_forms_of(e, k);
  struct declared d = declared_at(e, k, at);
  const char *comma = *d.params ? ", " : "", *head_comma = *d.head ? ", " : "";
  const char *head = *d.head ? fl_format(e->unit->arena, "template <%s> ", d.head) : "";
  if (m->context)
    fl_text_printf(t, "%sstruct %s;\n", head, fl_tag(e, k));
  if (m->context && k->template_params.len)
    fl_text_printf(t, "%s%s %s__fl_kid(%s);\n", head, tag_instance(e, k), k->name, d.params);
  if (m->launch)
    fl_text_printf(t,
                   "template <%s%sclass FlHow> __device__ __forceinline__ void %s__fl_launch(const "
                   "FlHow &fl_how, const "
                   "fl::config &fl_cfg%s%s);\n",
                   d.head, head_comma, k->name, comma, d.params);
  if (m->parent)
    fl_text_printf(t, "%sinline void %s__fl_host(const fl::host_config &fl_cfg%s%s);\n", head,
                   k->name, comma, d.params);
  if (m->native && k->body)
    fl_text_printf(t, "%sinline void %s__fl_native(const fl::config &fl_cfg%s%s);\n", head, k->name,
                   comma, d.params);
}

static void launch_stub(struct fl_emit *e, struct fl_function *k, bool define, struct fl_text *t) {
  const char *inst = tag_instance(e, k);
  fl_text_printf(
      t, "%s__device__ __forceinline__ void %s__fl_launch(%s)",
      fl_template_head(e, k, "class FlHow", !define), k->name,
      fl_stub_parameters(e, k, "const FlHow &fl_how, const fl::config &fl_cfg", !define));
  if (define)
    fl_text_printf(t, " {\n  fl_how.template launch<%s>(fl_cfg, %s%s::args{%s});\n}\n", inst,
                   k->template_params.len ? "typename " : "", inst, fl_arguments(e, k));
  else
    fl_text_puts(t, ";\n");
}

// The kernel that the host launches in place of `k`: one that records, or (`serial`) one that runs its children.
static void parent_form(struct fl_emit *e, struct fl_function *k, bool serial, struct fl_text *t) {
  const char *args = fl_arguments(e, k), *comma = k->params.len ? ", " : "";
  if (fl_forms_of(e, k)->engine == FL_GATHERING) {
    const char *instance = tag_instance(e, k);
    fl_text_printf(t,
                   "%s%s%s__fl_parent(%s) {\n  const %s%s::args fl_args{%s};\n  fl::gather_ctx<%s> "
                   "fl_ctx(fl_g, fl_args);\n  "
                   "%s%s__fl_body%s(fl_ctx%s%s);\n  fl_ctx.end();\n}\n",
                   fl_template_head(e, k, NULL, false), specifiers(e, k), k->name,
                   fl_parameters(e, k, "FL_GRID_CONSTANT const fl::gather fl_g", false),
                   k->template_params.len ? "typename " : "", instance, args, instance,
                   prefix(e, k), k->name, fl_template_arguments(e, k), comma, args);
    return;
  }
  fl_text_printf(t,
                 "%s%s%s__fl_%s(%s) {\n  fl::%s<%s> fl_ctx(fl_wl);\n  "
                 "%s%s__fl_body%s(fl_ctx%s%s);\n%s}\n",
                 fl_template_head(e, k, NULL, false), specifiers(e, k), k->name,
                 serial ? "serial" : "parent", fl_parameters(e, k, "fl::worklist fl_wl", false),
                 serial ? "serial_parent_ctx" : "parent_ctx", tag_instance(e, k), prefix(e, k),
                 k->name, fl_template_arguments(e, k), comma, args,
                 serial ? "  fl_ctx.end();\n" : "");
}

// K__fl_host or K__fl_native, which the host (and on the CPU target the device) calls in place of a
// launch.
static void host_stub(struct fl_emit *e, struct fl_function *k, bool parent, struct fl_text *t) {
  const char *args = fl_arguments(e, k), *targs = fl_template_arguments(e, k);
  const char *config = parent ? "const fl::host_config &fl_cfg" : "const fl::config &fl_cfg";
  fl_text_printf(t, "%sinline void %s__fl_%s(%s) {\n", fl_template_head(e, k, NULL, true), k->name,
                 parent ? "host" : "native", fl_stub_parameters(e, k, config, true));
  if (parent && e->unit->heap->pooled && fl_allocates(k))
    fl_text_puts(t, "  fl::ready_pool();\n");
  const enum fl_engine engine = fl_forms_of(e, k)->engine;
  if (parent && engine == FL_GATHERING)
    fl_text_printf(t, "  fl::launch_gathering<%s>(fl_cfg, %s__fl_parent%s%s%s);\n}\n",
                   tag_instance(e, k), k->name, targs, k->params.len ? ", " : "", args);
  else if (parent && engine != FL_SPLIT)
    fl_text_printf(t, "  fl::launch_%s<%s>(fl_cfg%s%s);\n}\n",
                   engine == FL_FUSED ? "fused" : "blocks", tag_instance(e, k),
                   k->params.len ? ", " : "", args);
  else if (parent && fl_forms_of(e, k)->selects)
    fl_text_printf(t, "  fl::select<%s>(fl_cfg, %s__fl_parent%s, %s__fl_serial%s%s%s);\n}\n",
                   tag_instance(e, k), k->name, targs, k->name, targs, k->params.len ? ", " : "",
                   args);
  else if (parent)
    fl_text_printf(t, "  fl::split<%s>(fl_cfg, %s__fl_parent%s%s%s);\n}\n", tag_instance(e, k),
                   k->name, targs, k->params.len ? ", " : "", args);
  else
    fl_text_printf(t,
                   "  flcpu::launch(fl_cfg.grid, fl_cfg.block, fl_cfg.shared, fl_cfg.stream, [=] { "
                   "%s%s(%s); });\n}\n",
                   k->name, targs, args);
}

// Name and parameters of a device function's copy, up to the body. A member that is defined outside of its class keeps the class's own template head
// and its name's qualification.
static const char *clone_head(struct fl_emit *e, struct fl_function *f) {
  const struct fl_file *file = &e->unit->files.data[f->span.file];
  uint32_t close = f->params_span.end + 1; // what follows the parentheses: const, noexcept, -> type
  uint32_t end = f->body_span.begin;
  while (end > close && isspace((unsigned char)file->text[end - 1]))
    end--;
  uint32_t own = f->template_params.len ? f->template_head.begin : f->specifiers.begin;
  bool outside = f->is_member && !f->in_class_body;
  const char *head =
      fl_format(e->unit->arena, "%.*s%s%s%.*s%s__fl_ctx(%s)%.*s",
                outside ? (int)(own - f->span.begin) : 0, file->text + f->span.begin,
                fl_template_head(e, f, "class FlCtx", !f->redeclarations.len), specifiers(e, f),
                (int)(f->name_span.begin - f->specifiers.end), file->text + f->specifiers.end,
                f->name, fl_parameters(e, f, "FlCtx &fl_ctx", !f->redeclarations.len),
                (int)(end - close), file->text + close);
  return f->facts->uses_groups ? fl_group_text(e->unit, head) : head;
}

// Another declaration of a device function, made one of its copy.
static void declare_clone(struct fl_emit *e, struct fl_function *f, struct fl_span at,
                          struct fl_text *t) {
  struct declared d = declared_at(e, f, at);
  if (!d.open)
    return;
  const char *text =
      fl_format(e->unit->arena, "template <%s%sclass FlCtx> %.*s%s__fl_ctx(FlCtx &fl_ctx%s%s%s\n",
                d.head, *d.head ? ", " : "", (int)d.specifiers_len, d.specifiers, f->name,
                *d.params ? ", " : "", d.params, d.close);
  fl_text_puts(t, f->facts->uses_groups ? fl_group_text(e->unit, text) : text);
}

// Inserts generated text at `at`, and leads back to the user's line and column behind it.
static void insert(struct fl_emit *e, struct fl_span at, bool c_linkage, struct fl_text *t) {
  struct fl_arena *a = e->unit->arena;
  if (!t->len)
    return;
  const struct fl_file *f = &e->unit->files.data[at.file];
  unsigned line, col;
  fl_line_col(f, at.end, &line, &col);
  struct fl_span here = {at.file, at.end, at.end};
  const char *text = fl_format(a, "\n%s%s%s%s%*s", c_linkage ? "extern \"C++\" {\n" : "", t->data,
                               c_linkage ? "}\n" : "", fl_line_directive(e, here),
                               (int)(col < 200 ? col - 1 : 0), "");
  fl_edit(a, &e->edits[at.file], at.end, at.end, text);
  fl_text_free(t);
}

// A kernel that launches itself calls its own stubs in its body: they are declared in front of it.
static void declare_in_front(struct fl_emit *e, struct fl_function *k) {
  const struct fl_forms *m = fl_forms_of(e, k);
  bool itself = false;
  for (size_t i = 0; i < k->sites.len; i++)
    itself |= k->sites.data[i]->kernel == k;
  if (!itself || k->redeclarations.len)
    return;
  struct fl_text t = {0};
  if (m->launch)
    fl_text_printf(
        &t, "%s__device__ __forceinline__ void %s__fl_launch(%s);\n",
        fl_template_head(e, k, "class FlHow", false), k->name,
        fl_stub_parameters(e, k, "const FlHow &fl_how, const fl::config &fl_cfg", false));
  if (m->native)
    fl_text_printf(&t, "%sinline void %s__fl_native(%s);\n", fl_template_head(e, k, NULL, false),
                   k->name, fl_stub_parameters(e, k, "const fl::config &fl_cfg", false));
  insert(e, (struct fl_span){k->span.file, k->span.begin, k->span.begin}, fl_c_linkage(k), &t);
}

static void generate_kernel(struct fl_emit *e, struct fl_function *k) {
  const struct fl_forms *m = fl_forms_of(e, k);
  if (k->is_specialization && !m->context) // the primary template's stubs launch it
    return;
  for (size_t i = 0; i < k->redeclarations.len; i++) {
    struct fl_text t = {0};
    declare_stubs(e, k, k->redeclarations.data[i], &t);
    if (i == 0 && m->native && !k->body)
      host_stub(e, k, false, &t);
    insert(e, k->redeclarations.data[i], fl_c_linkage(k), &t);
  }
  if (!k->body)
    return;
  declare_in_front(e, k);
  struct fl_text t = {0};
  if (m->native)
    host_stub(e, k, false, &t);
  if (m->native && k->address_taken && !k->template_params.len) {
    fl_text_printf(&t, "static const flcpu::kernel_symbol %s_symbol(static_cast<void (*)(",
                   fl_tag(e, k));
    for (size_t i = 0; i < k->params.len; i++)
      fl_text_printf(&t, "%s%s", i ? ", " : "", k->params.data[i].type);
    fl_text_printf(&t, ")>(%s));\n", k->name);
  }
  if (m->context) {
    fl_shared_struct(e, k, &t);
    if (m->launch)
      launch_stub(e, k, false, &t);
    const char *head = fl_format(e->unit->arena, "%s__device__ __forceinline__ void %s_body(%s)",
                                 fl_template_head(e, k, "class FlCtx", false), body_tag(e, k),
                                 fl_parameters(e, k, "FlCtx &fl_ctx", false));
    context_body(e, k, head, &t);
    if (m->block)
      fl_fissioned_body(e, k, &t);
    if (k->template_params.len && !k->redeclarations.len)
      fl_text_printf(&t, "%sstruct %s;\n", fl_template_head(e, k, NULL, true), fl_tag(e, k));
    if (k->template_params.len)
      fl_text_printf(&t, "%s%s %s__fl_kid(%s);\n", fl_template_head(e, k, NULL, true),
                     tag_instance(e, k), k->name, fl_parameters(e, k, NULL, true));
    descriptor(e, k, &t);
    if (m->launch)
      launch_stub(e, k, true, &t);
  }
  if (m->parent) {
    if (m->engine == FL_SPLIT || m->engine == FL_GATHERING)
      parent_form(e, k, false, &t);
    if (m->selects)
      parent_form(e, k, true, &t);
    host_stub(e, k, true, &t);
  }
  insert(e, k->span, fl_c_linkage(k), &t);
}

static void generate_clone(struct fl_emit *e, struct fl_function *f) {
  for (size_t i = 0; i < f->redeclarations.len; i++) {
    struct fl_text t = {0};
    declare_clone(e, f, f->redeclarations.data[i], &t);
    insert(e, f->redeclarations.data[i], fl_c_linkage(f), &t);
  }
  struct fl_text t = {0};
  fl_shared_struct(e, f, &t);
  if (f->facts->any_static_shared && f->template_params.len)
    fl_declare_shares(e, f, &t);
  if (fl_launches_by_parameters(f))
    fl_declare_kids(e, f, true, &t);
  context_body(e, f, clone_head(e, f), &t);
  insert(e, f->span, fl_c_linkage(f), &t);
}

void fl_generate(struct fl_emit *e, struct fl_function *f) {
  const struct fl_forms *m = fl_forms_of(e, f);
  if (f->body && f->body_span.file >= 0) {
    struct fl_edits *edits = &e->edits[f->body_span.file];
    fl_body_edits(e, f, FL_FORM_SYMBOL, edits);
    const bool shadowed = m->serial_symbol || m->trap_symbol || m->shadow_symbol;
    const char *heap = fl_heap_names(e, f, FL_FORM_SYMBOL);
    if (shadowed || *heap) {
      struct fl_text t = {0};
      fl_text_puts(&t, heap);
      if (shadowed) {
        fl_text_puts(&t, " fl::native_ctx fl_ctx;");
        fl_prologue(e, f, FL_FORM_SYMBOL, "fl::native_ctx", &t);
      }
      fl_edit(e->unit->arena, edits, f->body_span.begin + 1, f->body_span.begin + 1,
              fl_strdup(e->unit->arena, t.data));
      fl_text_free(&t);
    }
  }
  if (f->kind == FL_KERNEL)
    generate_kernel(e, f);
  else if (m->context)
    generate_clone(e, f);
}
