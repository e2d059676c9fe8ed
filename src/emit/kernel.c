// What is generated behind the definition of a kernel or device function (docs/architecture.md,
// section 1).
#include "emit/emit.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The copy of a body for a context. `head` is everything up to the body.
static void context_body(struct fl_emit *e, struct fl_function *f, const char *head,
                         struct fl_text *t) {
  struct fl_edits edits = {0};
  const struct fl_file *file = &e->unit->files.data[f->body_span.file];
  fl_body_edits(e, f, FL_FORM_CONTEXT, &edits);
  fl_begin_name(e, f, t);
  fl_text_printf(t, "%s%s{", head, strchr(head, '\n') ? "\n" : " "); // it may end in a directive
  fl_prologue(e, f, FL_FORM_CONTEXT, "FlCtx", t);
  fl_text_printf(t, "\n%s", fl_line_directive(e, f->body_span));
  fl_edits_apply(&edits, file, f->body_span.begin, f->body_span.end, t);
  fl_text_puts(t, "\n}\n");
  fl_end_name(e, f, t);
}

// What is generated is this file's own, in an unnamed namespace: it depends on which launches of the function the file has, and another file of the program may have the same
// function, or another of the same name. (What is in an unnamed namespace is so already; members are their classes'.)
static bool is_own(const struct fl_function *f) { return !f->is_member && !f->is_unnamed; }

// Opens, or closes, the namespaces of `f` that its definition is not written in.
static void reopen(const struct fl_function *f, bool close, struct fl_text *t) {
  for (size_t i = 0; i < f->reopened.len; i++)
    fl_text_printf(t, "%s\n", close ? "}" : f->reopened.data[i]);
}

// May another file of the program have this very function, or one that the linker does not know?
static bool may_be_elsewhere(const struct fl_emit *e, const struct fl_function *f) {
  return f->is_static || f->template_params.len || f->is_specialization || f->in_template_class ||
         !e->unit->files.data[f->span.file].is_main;
}

static unsigned add_hash(unsigned hash, const char *text) {
  for (const char *p = text; *p; p++)
    hash = (hash ^ (unsigned char)*p) * 16777619u;
  return hash;
}

// A number that tells the functions of one qualified name, and their parameters, from those of another file.
static unsigned own_number(const struct fl_emit *e, const struct fl_function *f) {
  unsigned hash = 2166136261u;
  bool elsewhere = false;
  const struct fl_functions *named = fl_functions_named(e->unit, f->name);
  for (size_t i = 0; i < named->len; i++) {
    const struct fl_function *g = named->data[i];
    if (strcmp(g->qualified, f->qualified) != 0)
      continue;
    elsewhere |= may_be_elsewhere(e, g);
    hash = add_hash(hash, g->usr);
  }
  return elsewhere && e->opt->unit_key ? add_hash(hash, e->opt->unit_key) : hash;
}

// Opens, or closes, the namespace of what is this file's own. nvcc's front end gives all unnamed namespaces one name, which would be ambiguous where one is in an inline
// namespace, too: there all of ours have names. These are
// not inline: what is found in a scope itself would hide what an unnamed namespace in there has.
static void own_scope(const struct fl_emit *e, const struct fl_function *f, bool close,
                      struct fl_text *t) {
  if (!is_own(f))
    return;
  if (close) {
    fl_text_puts(t, "}\n");
  } else if (e->inline_scopes) {
    const char *name = fl_format(e->unit->arena, "%s__fl_own_%x", f->name, own_number(e, f));
    fl_text_printf(t, "namespace %s {}\nusing namespace %s;\nnamespace %s {\n", name, name, name);
  } else {
    fl_text_puts(t, "namespace {\n");
  }
}

// Inserts what is generated for `f` at `at`, and leads back to the user's line and column behind it.
static void insert(struct fl_emit *e, struct fl_function *f, struct fl_span at,
                   struct fl_text *made) {
  struct fl_arena *a = e->unit->arena;
  if (!made->len)
    return;
  const bool kernel = f->kind == FL_KERNEL,
             defined = kernel && at.file == f->span.file && at.begin == f->span.begin;
  struct fl_text t = {0};
  fl_text_puts(&t, f->in_linkage ? "\nextern \"C++\" {\n" : "\n");
  if (defined)
    reopen(f, false, &t);
  if (kernel)
    own_scope(e, f, false, &t);
  fl_text_puts(&t, made->data);
  if (kernel)
    own_scope(e, f, true, &t);
  if (defined)
    reopen(f, true, &t);
  unsigned line, col;
  fl_line_col(&e->unit->files.data[at.file], at.end, &line, &col);
  struct fl_span here = {at.file, at.end, at.end};
  fl_text_printf(&t, "%s%s%*s", f->in_linkage ? "}\n" : "", fl_line_directive(e, here),
                 (int)(col < 200 ? col - 1 : 0), "");
  fl_edit(a, &e->edits[at.file], at.end, at.end, fl_strdup(a, t.data));
  fl_text_free(&t);
  fl_text_free(made);
}

// A kernel that launches itself calls its own stubs in its body: they are declared in front of it.
static void declare_in_front(struct fl_emit *e, struct fl_function *k) {
  const struct fl_forms *m = fl_forms_of(e, k);
  if (!fl_in_front(k))
    return;
  struct fl_text t = {0};
  const struct fl_returns made = fl_stub_returns(e, k, "void");
  if (m->launch)
    fl_launch_stub(e, k, false, &t);
  if (m->native)
    fl_text_printf(&t, "%sinline %s %s__fl_native(%s)%s;\n", fl_template_head(e, k, NULL, true),
                   made.lead, k->name, fl_stub_parameters(e, k, "const __fl::config &fl_cfg", true),
                   made.trail);
  insert(e, k, (struct fl_span){k->span.file, k->span.begin, k->span.begin}, &t);
}

// Declares the descriptors of kernels that the list behind `f` names and that are not known there.
static void declare_listed(struct fl_emit *e, struct fl_function *f) {
  struct fl_functions listed = {0};
  for (size_t i = 0; i < f->facts->reach.len; i++) {
    struct fl_function *k = f->facts->reach.data[i]->kernel;
    if (k && k->kind == FL_KERNEL && fl_forms_of(e, k)->context &&
        fl_lists_undeclared(f, f->facts->reach.data[i]))
      *fl_vec_add(e->unit->arena, &listed) = k;
  }
  if (listed.len > 1)
    qsort(listed.data, listed.len, sizeof *listed.data, fl_by_index);
  for (size_t i = 0; i < listed.len; i++) {
    if (i && listed.data[i] == listed.data[i - 1])
      continue;
    struct fl_text t = {0};
    fl_text_printf(&t, "struct %s;\n", fl_tag(e, listed.data[i]));
    insert(e, listed.data[i], f->span, &t);
  }
}

// CPU target: cudaLaunchKernel finds a kernel whose address is taken here, or may be in another file.
static void kernel_symbol(struct fl_emit *e, const struct fl_function *k, struct fl_text *t) {
  const bool taken = k->address_taken || (!e->opt->lone && !k->is_static);
  if (!fl_forms_of(e, k)->native || !taken || k->template_params.len)
    return;
  fl_text_printf(t, "static const flcpu::kernel_symbol %s_symbol(static_cast<void (*)(",
                 fl_tag(e, k));
  for (size_t i = 0; i < k->params.len; i++)
    fl_text_printf(t, "%s%s", i ? ", " : "", fl_value_type(e, k, k->params.data[i].type));
  const char *bound = fl_launch_bounds(e, k);
  fl_text_printf(t, ")>(%s)%s%s);\n", k->name, bound ? ", " : "", bound ? bound : "");
}

bool fl_knows_instances(const struct fl_emit *e, const struct fl_function *k) {
  bool named = k->template_params.len > 0;
  for (size_t i = 0; i < k->template_params.len; i++)
    named &= *k->template_params.data[i].name != 0;
  return named && e->opt->target == FL_TARGET_CPU && k->kind == FL_KERNEL && k->address_taken &&
         k->body && k->body_span.file >= 0 && !k->is_specialization && !k->from_macro;
}

static const char *instance_symbol(const struct fl_emit *e, const struct fl_function *f) {
  if (!fl_knows_instances(e, f))
    return "";
  struct fl_arena *a = e->unit->arena;
  const char *type =
      fl_forms_of(e, f)->overloaded
          ? fl_format(a, "static_cast<void (*)(%s)>", fl_stub_parameters(e, f, NULL, false))
          : "";
  return fl_format(a, " flcpu::know_instance<%s(%s%s%s)>();", type, fl_scope_prefix(e, f), f->name,
                   fl_template_arguments(e, f));
}

// Behind each declaration of a kernel besides its definition.
static void declare_kernel(struct fl_emit *e, struct fl_function *k) {
  const struct fl_forms *m = fl_forms_of(e, k);
  for (size_t i = 0; i < k->redeclarations.len; i++) {
    struct fl_text t = {0};
    fl_declare_stubs(e, k, &k->redeclarations.data[i], &t);
    if (i == 0 && m->native && !k->body)
      fl_host_stub(e, k, false, &t);
    if (i == 0 && m->launch && !k->body) {
      fl_descriptor_elsewhere(e, k, &t);
      fl_launch_stub(e, k, true, &t);
    }
    insert(e, k, k->redeclarations.data[i].span, &t);
  }
}

// The copies of a kernel's body for a context, its descriptor, and what launches call.
static void context_forms(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  const struct fl_forms *m = fl_forms_of(e, k);
  fl_shared_struct(e, k, t);
  if (m->launch && !fl_in_front(k))
    fl_launch_stub(e, k, false, t);
  const struct fl_returns made = fl_stub_returns(e, k, "void");
  const char *head =
      fl_format(e->unit->arena, "%s__device__ __forceinline__ %s %s_body(%s)%s",
                fl_template_head(e, k, "class FlCtx", false), made.lead, fl_body_tag(e, k),
                fl_parameters(e, k, "FlCtx &fl_ctx", false), made.trail);
  context_body(e, k, head, t);
  if (m->block)
    fl_fissioned_body(e, k, t);
  if (k->template_params.len && !k->redeclarations.len)
    fl_text_printf(t, "%sstruct %s;\n", fl_template_head(e, k, NULL, true), fl_tag(e, k));
  if (k->template_params.len) {
    const struct fl_returns kid = fl_stub_returns(e, k, fl_tag_instance(e, k));
    fl_text_printf(t, "%s%s %s__fl_kid(%s)%s;\n", fl_template_head(e, k, NULL, true), kid.lead,
                   k->name, fl_parameters(e, k, NULL, true), kid.trail);
  }
  fl_descriptor(e, k, t);
  if (m->launch)
    fl_launch_stub(e, k, true, t);
}

static void generate_kernel(struct fl_emit *e, struct fl_function *k) {
  const struct fl_forms *m = fl_forms_of(e, k);
  if (k->is_specialization && !m->context) // the primary template's stubs launch it
    return;
  declare_kernel(e, k);
  if (!k->body)
    return;
  declare_in_front(e, k);
  if (m->context)
    declare_listed(e, k);
  struct fl_text t = {0};
  if (m->native)
    fl_host_stub(e, k, false, &t);
  kernel_symbol(e, k, &t);
  if (m->context)
    context_forms(e, k, &t);
  if (m->parent) {
    if (m->engine == FL_SPLIT || m->engine == FL_GATHERING)
      fl_parent_form(e, k, FL_RECORDS, &t);
    if (m->selects & FL_IN_PLACE_TOO)
      fl_parent_form(e, k, FL_IN_PLACE, &t);
    if (m->selects & FL_LAUNCHES_TOO)
      fl_parent_form(e, k, FL_LAUNCHES, &t);
    fl_host_stub(e, k, true, &t);
  }
  if (m->registered)
    fl_register(e, k, &t);
  if (m->told)
    fl_tell_kernel(e, k, &t);
  insert(e, k, k->span, &t);
}

// Where classes may be final: what tells of them that they have copies of a member, once for each name and class.
static void mark_class(struct fl_emit *e, struct fl_function *f) {
  bool closed = e->closes;
  const struct fl_functions *named = fl_functions_named(e->unit, f->name);
  for (size_t i = 0; i < named->len && named->data[i] != f; i++) {
    const struct fl_function *g = named->data[i];
    closed &= !fl_forms_of(e, g)->context || g->class_end.file != f->class_end.file ||
              g->class_end.begin != f->class_end.begin;
  }
  size_t len;
  const char *class = fl_class_of(f, &len);
  if (!closed || fl_span_empty(f->class_end) || !fl_is_word(*class))
    return;
  struct fl_text t = {0};
  fl_text_printf(&t, "friend constexpr int %s__fl_marks(const %.*s *) { return 0; }\n",
                 fl_copied_name(f), (int)len, class);
  insert(e, f, (struct fl_span){f->class_end.file, f->class_end.begin, f->class_end.begin}, &t);
}

// The struct and list of a member's shared variables, behind those that it names.
static void list_shared(struct fl_emit *e, struct fl_function *f) {
  struct fl_forms *m = fl_forms_of(e, f);
  if (m->shares_listed)
    return;
  m->shares_listed = true;
  for (size_t i = 0; i < f->facts->callees.len; i++) {
    struct fl_function *g = f->facts->callees.data[i];
    if (g->is_member && g->facts->any_static_shared && fl_forms_of(e, g)->context &&
        g->class_end.file == f->class_end.file && g->class_end.begin == f->class_end.begin)
      list_shared(e, g);
  }
  struct fl_text t = {0};
  fl_text_puts(&t, "public:\n");
  fl_shared_struct(e, f, &t);
  fl_declare_shares(e, f, &t);
  insert(e, f, (struct fl_span){f->class_end.file, f->class_end.begin, f->class_end.begin}, &t);
}

static void generate_clone(struct fl_emit *e, struct fl_function *f) {
  for (size_t i = 0; i < f->redeclarations.len; i++) {
    struct fl_text t = {0};
    fl_declare_clone(e, f, &f->redeclarations.data[i], &t);
    insert(e, f, f->redeclarations.data[i].span, &t);
  }
  declare_listed(e, f);
  struct fl_text t = {0};
  if (fl_declare_conversions(e, f, &t))
    insert(e, f, (struct fl_span){f->class_end.file, f->class_end.begin, f->class_end.begin}, &t);
  if (f->is_member && !f->is_specialization && !f->conversions)
    mark_class(e, f);
  if (f->is_member && f->facts->any_static_shared)
    list_shared(e, f);
  reopen(f, false, &t);
  if (!f->is_member && fl_has_shared(f)) { // the copy itself is found by its arguments' namespaces
    own_scope(e, f, false, &t);
    fl_shared_struct(e, f, &t);
    own_scope(e, f, true, &t);
  }
  if (!f->is_member && f->facts->any_static_shared && f->is_template)
    fl_declare_shares(e, f, &t);
  if (fl_launches_by_parameters(f))
    fl_declare_kids(e, f, true, &t);
  reopen(f, true, &t);
  context_body(e, f, fl_clone_head(e, f), &t);
  insert(e, f, f->span, &t);
}

void fl_generate(struct fl_emit *e, struct fl_function *f) {
  const struct fl_forms *m = fl_forms_of(e, f);
  if (f->body && f->body_span.file >= 0) {
    struct fl_edits *edits = &e->edits[f->body_span.file];
    fl_body_edits(e, f, FL_FORM_SYMBOL, edits);
    const bool shadowed = fl_is_shadowed(e, f, FL_FORM_SYMBOL);
    const char *heap = fl_heap_names(e, f, FL_FORM_SYMBOL), *known = instance_symbol(e, f);
    if (shadowed || m->thin_symbol || m->name_only || *heap || *known) {
      struct fl_text t = {0};
      fl_text_puts(&t, known);
      fl_text_puts(&t, heap);
      if (shadowed || m->thin_symbol)
        fl_text_puts(&t, " __fl::native_ctx fl_ctx;");
      if (shadowed)
        fl_prologue(e, f, FL_FORM_SYMBOL, "__fl::native_ctx", &t);
      if (m->name_only)
        fl_text_puts(&t, " __fl::never_launched();");
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
