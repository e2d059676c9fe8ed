// How the launched instance of a kernel template is named at namespace scope, behind the caller: by its template arguments, or, where these are deduced
// from types that depend on the caller's own, by a declaration that deduces them again from the arguments.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/instances/instances.h"
#include "analysis/threads/threads.h"
#include <string.h>

// A function that is not declared apart from its definition must be.
bool fl_defined_before(const struct fl_function *g, const struct fl_function *f) {
  if (g == f || !g->redeclarations.len)
    return true;
  return g->span.file == f->span.file && g->span.begin < f->span.begin;
}

// Writes an expression with its local variables replaced by stand-ins of their types.
struct rewrite {
  struct fl_unit *unit;
  const struct fl_function *caller;
  struct fl_text text;
  uint32_t at; // written up to here
  unsigned depth;
  bool failed;
};

static bool plain_type(const char *type) {
  return type && *type && *type != '<' && !strchr(type, '[') && !strchr(type, '(') &&
         !strstr(type, "auto");
}

// A type as it can be written anywhere: what clang prints may leave out the scope that a name was found in. `printed` where the other form cannot be written.
static const char *scoped_type(struct fl_unit *u, const char *canonical, const char *printed) {
  static const char unnamed[] = "(anonymous namespace)::";
  struct fl_text t = {0};
  const char *p = canonical ? canonical : "", *found;
  for (; (found = strstr(p, unnamed)); p = found + sizeof unnamed - 1)
    fl_text_add(&t, p, (size_t)(found - p));
  fl_text_puts(&t, p);
  const char *type = fl_strdup(u->arena, t.data);
  fl_text_free(&t);
  return !*type || strstr(type, "-parameter-") || strstr(type, "(unnamed") ||
                 strstr(type, "(anonymous") || strstr(type, "(lambda")
             ? printed
             : type;
}

// How a type of the caller's body is called outside of it; NULL: it cannot be.
static const char *outside_type(struct fl_unit *u, const struct fl_function *caller,
                                const struct fl_node *at, const char *type, const char *canonical) {
  return plain_type(type) ? fl_without_locals(u, caller, at, scoped_type(u, canonical, type))
                          : NULL;
}

// An expression that names something of a type; what is said to be a reference is none to a reference.
static const char *place_of(struct fl_unit *u, const char *type) {
  size_t n = strlen(type);
  while (n && (type[n - 1] == '&' || type[n - 1] == ' '))
    n--;
  return fl_format(u->arena, "__fl::declare<%.*s &>()", (int)n, type);
}

static bool rewrite_local(struct fl_node *n, void *data);

static const char *rewritten(struct fl_unit *u, const struct fl_function *caller, struct fl_node *n,
                             unsigned depth) {
  struct rewrite w = {.unit = u,
                      .caller = caller,
                      .at = n->span.begin,
                      .depth = depth,
                      .failed = depth > 8 || n->span.file < 0};
  fl_walk(n, rewrite_local, &w);
  const char *r = NULL;
  if (!w.failed) {
    fl_text_add(&w.text, u->files.data[n->span.file].text + w.at, n->span.end - w.at);
    r = fl_without_locals(u, caller, n, fl_strdup(u->arena, w.text.data));
  }
  fl_text_free(&w.text);
  return r;
}

// The declaration of a local whose type is that of its initialiser (`auto x = ...`).
static bool find_declared(struct fl_node *n, void *data) {
  struct fl_node **wanted = data;
  if (n->kind == FL_VAR && n->decl == (*wanted)->decl)
    *wanted = n;
  return (*wanted)->kind != FL_VAR;
}
// Does a `=` stand in front of it?
static bool is_behind_assignment(struct fl_unit *u, const struct fl_node *init) {
  const char *text = fl_code(u, init->span.file);
  uint32_t at = init->span.begin;
  while (at && strchr(" \t\r\n", text[at - 1]))
    at--;
  return at && text[at - 1] == '=';
}

static const char *initialiser_type(struct rewrite *w, struct fl_node *ref) {
  struct fl_node *var = ref;
  if (ref->decl->owner && ref->decl->owner->body)
    fl_walk_uses(ref->decl->owner->body, ref->decl, find_declared, &var);
  struct fl_node *init = var->kids.len ? var->kids.data[var->kids.len - 1] : NULL;
  const char *type = ref->decl->type, *of = ref->decl->deduced_class;
  if (var == ref || !init || (init->kind == FL_INIT_LIST && !of) ||
      (strcmp(type, "auto") != 0 && strcmp(type, "const auto") != 0 && !of))
    return NULL;
  const char *text = rewritten(w->unit, w->caller, init, w->depth + 1);
  of = of ? fl_without_locals(w->unit, w->caller, var, of) : "__fl::as_auto";
  if (!text || !of)
    return NULL;
  const bool whole = ref->decl->deduced_class && (*text == '(' || *text == '{') &&
                     !is_behind_assignment(w->unit, init); // `pair a(x, y);`
  return fl_format(w->unit->arena, whole ? "decltype(%s%s)" : "decltype(%s(%s))", of, text);
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
  const struct fl_decl *d = n->decl;
  const char *canonical = !d->dependent && plain_type(d->canonical) ? d->canonical : NULL;
  const char *type = outside_type(w->unit, w->caller, n, d->type, canonical);
  if (!type)
    type = initialiser_type(w, n);
  if (!type || n->decl->local_type || n->span.begin < w->at) {
    w->failed = true;
    return false;
  }
  const struct fl_file *f = &w->unit->files.data[n->span.file];
  fl_text_add(&w->text, f->text + w->at, n->span.begin - w->at);
  fl_text_puts(&w->text, place_of(w->unit, type));
  w->at = n->span.end;
  return true;
}

// An argument that has the type of the one at the launch, but can stand in a declaration; NULL if there is none.
static const char *stand_in(struct fl_unit *u, const struct fl_function *caller,
                            struct fl_node *arg) {
  const char *type = arg->type ? arg->type : "<dependent type>";
  if (type[0] == '<' || strstr(type, "auto"))
    return rewritten(u, caller, arg, 0);
  type = outside_type(u, caller, arg, type, arg->canonical);
  return type ? fl_format(u->arena, "__fl::declare<%s>()", type) : NULL;
}

// Is an argument the expansion of a pack, `xs...`?
static bool expands_pack(struct fl_unit *u, const struct fl_node *arg) {
  if (arg->span.file < 0)
    return true;
  const char *behind = fl_code(u, arg->span.file) + arg->span.end;
  if (arg->span.end >= 3 && !strncmp(behind - 3, "...", 3))
    return true;
  return !strncmp(behind + strspn(behind, " \t\r\n"), "...", 3);
}

// The expansion of a pack, which the declaration has, too.
static const char *expanded(struct fl_unit *u, const struct fl_function *caller,
                            struct fl_node *arg) {
  const char *text =
      arg->span.file < 0 || fl_lambda_around(arg) ? NULL : rewritten(u, caller, arg, 0);
  const size_t len = text ? strlen(text) : 0;
  const bool whole = len > 3 && !strcmp(text + len - 3, "...");
  return text ? fl_format(u->arena, "%s%s", text, whole ? "" : "...") : NULL;
}

// Declared as what the parameter is: an argument of such a one decides nothing.
static const char *parameter_stand_in(struct fl_unit *u, const struct fl_function *g, size_t i) {
  const struct fl_param *p = i < g->params.len ? &g->params.data[i] : NULL;
  return p && p->decl && !p->decl->dependent && !p->is_pack
             ? fl_format(u->arena, "__fl::declare<%s>()",
                         scoped_type(u, p->decl->canonical, p->type))
             : NULL;
}

// An argument's stand-in, of the type and kind of value that the template argument is deduced from.
static const char *argument_stand_in(struct fl_unit *u, const struct fl_function *caller,
                                     struct fl_node *arg) {
  const bool dependent = arg->type && arg->type[0] == '<';
  const struct fl_decl *d = arg->kind == FL_REF ? arg->decl : NULL;
  if (!arg->type || (d && d->local_type) || strstr(arg->type, "group") ||
      strstr(arg->type, "thread_block") || (dependent && fl_lambda_around(arg)))
    return NULL;
  if (!dependent && !plain_type(arg->type))
    return stand_in(u, caller, arg);
  const char *type = dependent || fl_names_lambda_parameter(u, arg, arg->type)
                         ? NULL
                         : outside_type(u, caller, arg, arg->type, arg->canonical);
  if (!dependent && !type)
    return NULL;
  const bool place = arg->kind == FL_REF || arg->kind == FL_SUBSCRIPT || arg->kind == FL_MEMBER ||
                     (arg->kind == FL_UNARY && arg->name && !strcmp(arg->name, "*"));
  if (!dependent && place)
    return place_of(u, type);
  return stand_in(u, caller, arg);
}

// What is an argument of the i-th parameter; of all behind it, too, if that is a pack.
static bool becomes_reference(const struct fl_function *k, size_t i) {
  const size_t last = k->params.len - 1;
  return k->params.len && fl_is_reference(&k->params.data[i < last ? i : last]);
}

// Is a lambda written among template arguments, `[](int x) { ... }`? Its type is another one wherever the text stands.
static bool has_lambda(const char *arguments) {
  while ((arguments = strchr(arguments, ']'))) {
    arguments += 1 + strspn(arguments + 1, " \t\r\n");
    if (*arguments && strchr("({<", *arguments))
      return true;
  }
  return false;
}

// What stands for a launch's arguments where its template arguments are deduced; NULL: they are local to the caller.
static const char *arguments_of_launch(struct fl_unit *u, const struct fl_site *s) {
  struct fl_text t = {0};
  bool counted = true, known = true; // the n-th argument is the n-th parameter's
  for (size_t i = 0; i < s->arg_nodes.len && known; i++) {
    struct fl_node *arg = s->arg_nodes.data[i];
    const bool hidden = s->in_lambda && arg->type &&
                        (arg->type[0] == '<' || fl_names_lambda_parameter(u, arg, arg->type));
    const bool expands = expands_pack(u, arg);
    const char *a = counted && !expands ? parameter_stand_in(u, s->kernel, i) : NULL;
    if (!a && !hidden)
      a = expands ? expanded(u, s->caller, arg)
          : becomes_reference(s->kernel, counted ? i : SIZE_MAX)
              ? argument_stand_in(u, s->caller, arg)
              : stand_in(u, s->caller, arg);
    counted &= !expands;
    known = a;
    if (a)
      fl_text_printf(&t, "%s%s", i ? ", " : "", a);
  }
  const char *text = known ? fl_strdup(u->arena, t.data ? t.data : "") : NULL;
  fl_text_free(&t);
  return text;
}

struct fl_instance fl_instance_of(struct fl_unit *u, const struct fl_site *s) {
  struct fl_instance r = {NULL, NULL, NULL, {NULL, s->span}};
  const struct fl_function *k = s->kernel;
  if (!k->template_params.len)
    return r;
  if (s->caller && fl_depends_on_caller(s))
    r.unknown.text = fl_calls_unknown(u, s->caller);
  if (!r.unknown.text && s->caller && k->facts->recursive && fl_depends_on_caller(s) &&
      !fl_discarded_unless(u, s->caller, s->node))
    r.unknown.text = "which instances launch another one is told by something local to the caller";
  if (!r.unknown.text && has_lambda(fl_span_text(u, s->callee)))
    r.unknown.text = "the template arguments name something local to the caller";
  if (r.unknown.text)
    return r;
  const char *all = s->template_args && !fl_names_lambda_parameter(u, s->node, s->template_args)
                        ? s->template_args
                        : NULL;
  const char *callee = fl_span_text(u, s->callee), *open = strchr(callee, '<');
  const char *given = open ? fl_format(u->arena, "%.*s", (int)(strlen(open) - 2), open + 1) : "";
  if (s->args_name_locals)
    given = fl_outside_of_body(u, s->caller, s->node, given);
  else if (s->caller && fl_names_parameter(s->caller, given))
    given = NULL;
  if (all && (s->args_name_locals || !given))
    all = fl_outside_of_body(u, s->caller, s->node, all);
  if (all && *all) {
    r.arguments = all;
    return r;
  }
  const bool local = !given || (s->template_args && *s->template_args && !all && !open) ||
                     fl_names_lambda_parameter(u, s->node, given);
  r.deduced_from = arguments_of_launch(u, s);
  if (!r.deduced_from)
    r.unknown.text =
        "the template arguments are deduced from something local to the caller; write them out";
  if (local)
    r.unknown.text = "the template arguments name something local to the caller";
  r.arguments = given ? given : "";
  return r;
}

// Can a member of `g`'s class be named in the caller's without it? The class is the same, or a base of it.
static bool is_own(const struct fl_function *caller, const struct fl_function *g) {
  if (!caller->is_member || !g->scope || !caller->scope)
    return false;
  if (!strcmp(g->scope, caller->scope))
    return (g->span.file == caller->span.file && g->span.begin <= caller->span.begin) ||
           !fl_launches_by_parameters(g); // what is listed is its shared variables
  return !fl_span_empty(g->class_end) && g->class_end.file == caller->class_end.file &&
         g->class_end.end <= caller->class_end.begin;
}

// What stands in front of a member's name where it is called, such that it can stand in a declaration in or behind the caller's. NULL: there is no such text.
static const char *way_to_member(struct fl_unit *u, const struct fl_function *caller,
                                 const struct fl_node *call, const struct fl_function *g,
                                 size_t name_at) {
  const struct fl_node *c = call->callee;
  struct fl_node *object = c->kind == FL_MEMBER && c->kids.len ? c->kids.data[0] : NULL;
  const char *text = fl_span_text(u, c->span);
  if (object && object->kind != FL_THIS) {
    const char *o = argument_stand_in(u, caller, object);
    const char *rest = text + (object->span.end - c->span.begin);
    rest += strspn(rest, " \t\r\n");
    return o && object->span.begin == c->span.begin
               ? fl_format(u->arena, "%s%s", o, *rest == '-' ? "->" : ".")
               : NULL;
  }
  const char *before = object ? "" : fl_format(u->arena, "%.*s", (int)name_at, text);
  if (!*before)
    return is_own(caller, g) ? "" : NULL;
  return fl_without_locals(u, caller, call, before);
}

struct fl_instance fl_callee_instance_of(struct fl_unit *u, const struct fl_function *caller,
                                         const struct fl_node *call) {
  struct fl_instance r = {NULL, "", "", {NULL, call->span}};
  const struct fl_function *g = fl_called(u, call);
  const char *callee = fl_span_text(u, call->callee->span);
  const size_t len = strlen(callee);
  const char *given = fl_angle_open(callee, callee + len);
  struct fl_text t = {0};
  size_t n = 0;
  if (given && callee[len - 1] == '>')
    r.arguments = fl_format(u->arena, "%.*s", (int)(strlen(given) - 2), given + 1);
  if (g->in_template_class || (g->is_member && g->facts->any_static_shared)) {
    const size_t before = (size_t)((given ? given : callee + len) - callee), own = strlen(g->name);
    r.through = before >= own && !strncmp(callee + before - own, g->name, own)
                    ? way_to_member(u, caller, call, g, before - own)
                    : NULL;
    if (!r.through)
      r.unknown.text =
          fl_format(u->arena, "the class of '%s' is not known behind '%s'", g->name, caller->name);
  }
  const char *said = fl_names_lambda_parameter(u, call, r.arguments)
                         ? NULL
                         : fl_outside_of_body(u, caller, call, r.arguments);
  if (said)
    r.arguments = said;
  else
    r.unknown.text =
        fl_format(u->arena, "the template arguments of '%s' name something local", g->name);
  bool counted = call->decl != NULL; // the n-th argument is the n-th parameter's
  for (size_t i = 0; i < call->kids.len && !r.unknown.text; i++) {
    struct fl_node *arg = call->kids.data[i];
    if (arg == call->callee)
      continue;
    // Where clang leaves it open, `g` is but one of those that the arguments decide between.
    const bool expands = expands_pack(u, arg);
    const char *a = counted && !expands ? parameter_stand_in(u, g, n) : NULL;
    if (!a)
      a = expands ? expanded(u, caller, arg) : argument_stand_in(u, caller, arg);
    counted &= !expands;
    if (!a)
      r.unknown.text = fl_format(u->arena,
                                 "the template arguments of '%s' are "
                                 "deduced from something local to '%s'",
                                 g->name, caller->name);
    else
      fl_text_printf(&t, "%s%s", n ? ", " : "", a);
    n++;
  }
  // In a class that is not complete, default arguments are not known yet.
  for (; counted && parameter_stand_in(u, g, n); n++)
    fl_text_printf(&t, "%s%s", n ? ", " : "", parameter_stand_in(u, g, n));
  r.deduced_from = fl_group_text(u, fl_strdup(u->arena, t.data ? t.data : ""));
  r.arguments = fl_group_text(u, r.arguments);
  fl_text_free(&t);
  return r;
}
