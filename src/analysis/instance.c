// How the launched instance of a kernel template is named at namespace scope, behind the caller: by its template arguments, or, where these are deduced
// from types that depend on the caller's own, by a declaration that deduces them again from the arguments.
#include "analysis/analysis.h"
#include <string.h>

// Writes an expression with its local variables replaced by stand-ins of their types.
struct rewrite {
  struct fl_unit *unit;
  struct fl_text text;
  uint32_t at; // written up to here
  bool failed;
};

static bool plain_type(const char *type) {
  return type && *type && *type != '<' && !strchr(type, '[') && !strchr(type, '(') &&
         !strstr(type, "auto");
}

static bool rewrite_local(struct fl_node *n, void *data) {
  struct rewrite *w = data;
  if (n->kind == FL_LAMBDA || n->kind == FL_THIS || !n->editable)
    w->failed = true;
  if (n->kind != FL_REF || !n->decl || w->failed)
    return !w->failed;
  if (n->decl->kind == FL_DECL_SHARED || n->decl->kind == FL_DECL_OTHER)
    w->failed = true;
  if (n->decl->kind != FL_DECL_LOCAL)
    return !w->failed;
  if (!plain_type(n->decl->type) || n->decl->local_type || n->span.begin < w->at) {
    w->failed = true;
    return false;
  }
  const struct fl_file *f = &w->unit->files.data[n->span.file];
  fl_text_add(&w->text, f->text + w->at, n->span.begin - w->at);
  fl_text_printf(&w->text, "fl::declare<%s &>()", n->decl->type);
  w->at = n->span.end;
  return true;
}

// An argument that has the type of the one at the launch, but can stand in a declaration; NULL if there is none.
static const char *stand_in(struct fl_unit *u, struct fl_node *arg) {
  const char *type = arg->type ? arg->type : "<dependent type>";
  if (type[0] == '<') {
    struct rewrite w = {.unit = u, .at = arg->span.begin};
    fl_walk(arg, rewrite_local, &w);
    const char *r = NULL;
    if (!w.failed) {
      fl_text_add(&w.text, u->files.data[arg->span.file].text + w.at, arg->span.end - w.at);
      r = fl_strdup(u->arena, w.text.data);
    }
    fl_text_free(&w.text);
    return r;
  }
  if (!plain_type(type))
    return NULL;
  return fl_format(u->arena, "fl::declare<%s>()", type);
}

static bool mentions_parameters(const struct fl_function *f, const char *text) {
  for (size_t i = 0; i < f->template_params.len; i++)
    if (fl_mentions(text, f->template_params.data[i].name))
      return true;
  return false;
}

struct fl_instance fl_instance_of(struct fl_unit *u, const struct fl_site *s) {
  struct fl_instance r = {NULL, NULL, {NULL, s->span}};
  const struct fl_function *k = s->kernel;
  if (!k->template_params.len)
    return r;
  if (s->caller && s->caller->kind != FL_KERNEL) {
    if (s->caller->in_template_class)
      r.unknown.text = "it is written in a member of a class template";
    else if (!s->template_args || !*s->template_args ||
             mentions_parameters(s->caller, s->template_args))
      r.unknown.text = "the template arguments depend on those of a device function";
  }
  if (r.unknown.text)
    return r;
  if (s->template_args && *s->template_args && !s->args_name_locals) {
    r.arguments = s->template_args;
    return r;
  }
  const char *callee = fl_span_text(u, s->callee), *given = strchr(callee, '<');
  struct fl_text t = {0};
  for (size_t i = 0; i < s->arg_nodes.len && !r.unknown.text; i++) {
    const char *a = stand_in(u, s->arg_nodes.data[i]);
    if (!a)
      r.unknown.text =
          "the template arguments are deduced from something local to the caller; write them out";
    else
      fl_text_printf(&t, "%s%s", i ? ", " : "", a);
  }
  if (s->args_name_locals && given)
    r.unknown.text = "the template arguments name something local to the caller";
  r.deduced_from = fl_strdup(u->arena, t.data ? t.data : "");
  r.arguments = given ? fl_format(u->arena, "%.*s", (int)(strlen(given) - 2), given + 1) : "";
  fl_text_free(&t);
  return r;
}
