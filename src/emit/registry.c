// Parents that host code launches by their address: where it matters they are registered with their wrappers, and launches by address ask for those
// (freelaunch/registry.h).
#include "emit/emit.h"
#include <string.h>

// Is it a kernel that another file of the program defines, and may be a parent there?
static bool is_elsewhere(const struct fl_emit *e, const struct fl_function *f) {
  return !e->opt->lone && strcmp(e->opt->strategy, "keep") != 0 && f->kind == FL_KERNEL &&
         !f->body && fl_span_empty(f->span) && !f->is_static && !f->from_macro &&
         !f->template_params.len && !f->is_specialization && !fl_forms_of(e, f)->overloaded;
}

void fl_choose_registered(struct fl_emit *e) {
  for (size_t i = 0; i < e->unit->functions.len; i++) {
    const struct fl_function *f = e->unit->functions.data[i];
    struct fl_forms *m = &e->forms[i];
    const bool found = f->template_params.len
                           ? f->taken_instances.len && !m->overloaded && !f->in_template_class
                           : f->address_taken || (!e->opt->lone && !f->is_static);
    m->registered = found && m->parent && !f->is_specialization && !f->from_macro;
    e->by_address |= m->registered || (f->address_taken && is_elsewhere(e, f));
  }
}

void fl_register(struct fl_emit *e, const struct fl_function *k, struct fl_text *t) {
  const char *kernel = k->name, *host = fl_format(e->unit->arena, "%s__fl_host", k->name);
  if (fl_forms_of(e, k)->overloaded) {
    kernel = fl_format(e->unit->arena, "static_cast<void (*)(%s)>(%s)",
                       fl_stub_parameters(e, k, NULL, false), kernel);
    host = fl_format(e->unit->arena, "static_cast<void (*)(%s)>(%s)",
                     fl_stub_parameters(e, k, "const __fl::host_config &fl_cfg", false), host);
  }
  e->registry = true;
  if (k->template_params.len) // at the end of the file, where all that its arguments name is there
    return;
  fl_text_printf(t, "static auto %s_registered = __fl::register_parent(\"%s\", %s, %s);\n",
                 fl_tag(e, k), fl_profile_kernel(e->unit, k), kernel, host);
}

void fl_register_instances(const struct fl_emit *e, struct fl_text *t) {
  for (size_t i = 0; i < e->unit->functions.len; i++) {
    const struct fl_function *k = e->unit->functions.data[i];
    const char *prefix = fl_scope_prefix(e, k);
    const bool cpu = e->forms[i].native && !fl_knows_instances(e, k) && !e->forms[i].overloaded &&
                     !k->in_template_class;
    for (size_t n = 0; n < k->taken_instances.len; n++) {
      const char *instance =
          fl_format(e->unit->arena, "%s%s<%s>", prefix, k->name, k->taken_instances.data[n]);
      if (e->forms[i].registered)
        fl_text_printf(t,
                       "%sstatic auto fl_registered_%zu_%zu = __fl::register_parent(\"%s\", %s, "
                       "%s%s__fl_host<%s>);\n",
                       fl_ends_line(t) ? "" : "\n", i, n, fl_profile_kernel(e->unit, k), instance,
                       prefix, k->name, k->taken_instances.data[n]);
      if (cpu)
        fl_text_printf(t, "%sstatic const flcpu::kernel_symbol fl_symbol_%zu_%zu(%s);\n",
                       fl_ends_line(t) ? "" : "\n", i, n, instance);
    }
  }
}

// `&kernel`
static bool is_address(const struct fl_emit *e, const struct fl_node *n) {
  const struct fl_node *of = n->kids.len == 1 ? n->kids.data[0] : NULL;
  const struct fl_function *f = of && of->kind == FL_REF && of->decl ? of->decl->function : NULL;
  return n->name && *n->name == '&' && f && !f->template_params.len &&
         !fl_forms_of(e, f)->overloaded;
}

// Is what is launched a value, and no function's name?
static bool is_value(const struct fl_emit *e, const struct fl_node *n) {
  if (!n)
    return false;
  if (n->kind == FL_REF)
    return n->decl && n->decl->kind != FL_DECL_FUNCTION &&
           (n->decl->kind != FL_DECL_OTHER || (n->type && *n->type != '<')); // a structured binding
  if (n->kind == FL_UNARY)
    return is_address(e, n) ||
           (n->name && *n->name == '*' && n->kids.len == 1 && is_value(e, n->kids.data[0]));
  return n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT || n->kind == FL_CALL ||
         n->kind == FL_CAST || n->kind == FL_TERNARY;
}

// A launch of a function by its name means the same through a pointer, unless arguments are left out, or may bring in another function.
static bool may_go_by_pointer(const struct fl_emit *e, const struct fl_site *s) {
  const struct fl_function *k = s->kernel;
  if (!is_elsewhere(e, k) || (e->opt->target == FL_TARGET_CPU && fl_launch_bounds(e, k)))
    return false;
  for (size_t i = 0; i < k->params.len; i++)
    if (!fl_span_empty(k->params.data[i].default_arg))
      return false;
  for (size_t i = 0; i < s->arg_nodes.len; i++)
    if (fl_is_dependent(s->arg_nodes.data[i]))
      return false;
  return true;
}

static void add_place(const struct fl_emit *e, const struct fl_function *k, struct fl_span at,
                      fl_keys *out) {
  *fl_vec_add(e->unit->arena, out) = fl_format(
      e->unit->arena, "%s %s", fl_profile_kernel(e->unit, k), fl_profile_place(e->unit, at));
}

void fl_find_keys(const struct fl_emit *e, const struct fl_function *k, fl_keys *out) {
  const struct fl_unit *u = e->unit;
  const bool registered = fl_forms_of(e, k)->registered;
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (s->on_host && s->editable && s->span.file >= 0 &&
        (s->kernel == k || (registered && !s->kernel && fl_is_by_address(e, s))))
      add_place(e, k, s->span, out);
  }
  for (size_t i = 0; i < u->launch_calls.len && registered; i++)
    add_place(e, k, u->launch_calls.data[i].name, out);
}

bool fl_is_by_address(const struct fl_emit *e, const struct fl_site *s) {
  if (!s->on_host || !s->editable || s->span.file < 0 || s->args.file < 0)
    return false;
  return s->kernel
             ? may_go_by_pointer(e, s)
             : e->by_address && !s->overloaded && (s->undeclared || is_value(e, s->node->callee));
}
