// Edits of a function's body, for its own symbol (in place) and for a context (in a copy).
#include "analysis/threads/warps.h"
#include "emit/body.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

// How a node names the context: inside a lambda, which may capture copies, by way of an object that refers to it.
static const char *context_at(const struct fl_body_walk *w, const struct fl_node *n) {
  return fl_capture_at(w->e->unit, n) == FL_NO_LAMBDA ? "fl_ctx" : "fl_here.ctx";
}

static const char *with_context(const struct fl_body_walk *w, const char *policy,
                                const struct fl_node *n) {
  const char *at = policy ? strstr(policy, "fl_ctx") : NULL;
  if (!at)
    return policy;
  return fl_format(w->e->unit->arena, "%.*s%s%s", (int)(at - policy), policy, context_at(w, n),
                   at + 6);
}

// The policy that carries out a launch in this form of its function; NULL: it stays native.
static const char *policy(const struct fl_body_walk *w, const struct fl_site *s) {
  const struct fl_strategy *chosen = s->plan->strategy;
  const struct fl_forms *m = fl_forms_of(w->e, w->fn);
  const char *many = fl_coarsened(s) ? fl_format(w->e->unit->arena, "__fl::coarsened<%lld>()",
                                                 (long long)s->plan->coarsen)
                     : fl_thinned(s) ? "__fl::native()"
                                     : with_context(w, chosen->policy, s->node);
  if (s->plan->fitted)
    many = fl_format(w->e->unit->arena, "__fl::fitting<%d>(%s)", FL_ANY_REGISTERS, many);
  if (s->plan->threshold && (w->form != FL_FORM_SYMBOL || fl_thinned(s)))
    return fl_format(w->e->unit->arena, "__fl::below(%lld, %s, %s)", (long long)s->plan->threshold,
                     with_context(w, fl_t4.policy, s->node), many);
  if (fl_coarsened(s))
    return many;
  if (!chosen->policy)
    return NULL;
  if (w->form != FL_FORM_SYMBOL)
    return many;
  if (m->serial_symbol)
    return with_context(w, fl_t4.policy, s->node);
  return m->trap_symbol ? with_context(w, "__fl::unseen(fl_ctx)", s->node) : NULL;
}

static void edit_launch(struct fl_body_walk *w, struct fl_node *n) {
  struct fl_site *s = n->site;
  if (!s || s->span.file < 0)
    return;
  const char *how = policy(w, s);
  if (how) {
    fl_launch_edits(w->e, s, fl_launch_suffix(w->e, s->kernel), how, w->out);
  } else if (w->e->opt->target == FL_TARGET_CPU) {
    if (s->editable || s->named_by_macro)
      fl_launch_edits(w->e, s, "__fl_native", NULL, w->out);
  }
}

// Is a type qualified by what may be another?
static bool is_qualified(const char *type) {
  int depth = 0;
  for (; *type; type++) {
    depth += strchr("(<[", *type) != NULL;
    depth -= strchr(")>]", *type) != NULL;
    if (!depth && !strncmp(type, "::", 2))
      return true;
  }
  return false;
}

// What asks whether a class has a copy of a member is made for the name.
static void need_member(struct fl_emit *e, const char *name) {
  for (size_t i = 0; i < e->members.len; i++)
    if (!strcmp(e->members.data[i], name))
      return;
  *fl_vec_add(e->unit->arena, &e->members) = name;
}

// Of an object whose class may have a copy of the member, `policy.visit(x)` becomes `::visit__fl_of(policy).visit__fl_ctx(fl_ctx, x)`, and `Policy::visit(x)`
// `::visit__fl_in<Policy>::visit__fl_ctx(fl_ctx, x)`.
static void edit_way(struct fl_body_walk *w, const struct fl_node *n, const char *name,
                     const struct fl_call_text *at) {
  struct fl_arena *a = w->e->unit->arena;
  uint32_t end;
  const enum fl_way way = fl_way_to_member(w->e->unit, n, at, &end);
  const char *text = fl_span_text(w->e->unit, (struct fl_span){n->span.file, at->begin, end});
  const bool by_class = way == FL_BY_CLASS;
  need_member(w->e, name);
  fl_edit(a, w->out, at->begin, at->begin,
          fl_format(a, by_class ? "::%s__fl_in<%s" : "::%s__fl_%s(", name,
                    by_class               ? is_qualified(text) ? "typename " : ""
                    : way == FL_BY_POINTER ? "at"
                                           : "of"));
  fl_edit(a, w->out, end, end, by_class ? ">" : ")");
}

// `f(x)` of an object becomes `::fl_call__fl_of(f).fl_call__fl_ctx(fl_ctx, x)`.
static void edit_object(struct fl_body_walk *w, const struct fl_call_text *at) {
  w->e->objects = true;
  fl_edit(w->e->unit->arena, w->out, at->begin, at->begin, "::fl_call__fl_of(");
  fl_edit(w->e->unit->arena, w->out, at->name_end, at->name_end, ").fl_call__fl_ctx");
}

// Is a copy called of `g`? A function's own symbol calls those of functions alone that wait for what they have not launched.
static bool calls_copy(const struct fl_body_walk *w, const struct fl_function *g) {
  if (!g || g->kind == FL_KERNEL || !g->facts->needs_context)
    return false;
  const struct fl_forms *m = fl_forms_of(w->e, g);
  return w->form != FL_FORM_SYMBOL || (fl_forms_of(w->e, w->fn)->calls_joins && m->join_stops &&
                                       !m->native_join && fl_only_joins(g));
}

// `a ? b :f(x)` must not become `:::f__fl_ctx`.
static bool behind_colon(const struct fl_body_walk *w, int file, uint32_t at) {
  return at && w->e->unit->files.data[file].text[at - 1] == ':';
}

// A call of a function that depends on its block: `f(x)` becomes `f__fl_ctx(fl_ctx, x)`.
static void edit_call(struct fl_body_walk *w, struct fl_node *n) {
  struct fl_function *g = fl_called(w->e->unit, n);
  if (!calls_copy(w, g))
    return;
  struct fl_arena *a = w->e->unit->arena;
  struct fl_call_text at;
  if (n->conversions) {
    fl_edit_conversion(w, n, context_at(w, n));
    return;
  }
  const bool object = fl_is_object_call(w->e->unit, n);
  if (!(object ? fl_object_text(w->e->unit, n, &at)
               : fl_call_text(w->e->unit, n, g->name, &at))) { // the analysis keeps such launches
    fl_report_at(w->e->unit, FL_ERROR, n->span, NULL, "the call of '%s' cannot be rewritten",
                 g->name);
    return;
  }
  // The name may be known there by `using`, which does not know the copy; and the context must not bring others along.
  if (object)
    edit_object(w, &at);
  else if (!g->is_member && (at.name > at.begin || w->e->scoped || fl_is_dependent(n)))
    fl_edit(a, w->out, at.begin, at.name,
            fl_format(a, "%s%s", behind_colon(w, n->span.file, at.begin) ? " " : "",
                      fl_scope_prefix(w->e, g)));
  else if (fl_is_open_call(w->e->unit, n))
    edit_way(w, n, g->name, &at);
  if (!object)
    fl_edit(a, w->out, at.name_end, at.name_end, "__fl_ctx");
  const char *text = w->e->unit->files.data[n->span.file].text;
  const char *behind = !at.empty ? ", " : fl_is_word(text[at.arguments]) ? " " : "";
  fl_edit(a, w->out, at.arguments, at.arguments, fl_format(a, "%s%s", context_at(w, n), behind));
}

// Has a body in a form a local by the name of something of the device runtime?
static bool has_local(const struct fl_api *p, enum fl_form form) {
  const bool context = form != FL_FORM_SYMBOL;
  const bool runtime = p->cls == FL_API_ERROR || p->cls == FL_API_DEVICE ||
                       p->cls == FL_API_STREAM || p->cls == FL_API_JOIN;
  if (!p->shadow ||
      (form == FL_FORM_BLOCK && (p->cls == FL_API_BARRIER || !strcmp(p->name, "threadIdx"))))
    return false;
  return context || (p->cls != FL_API_INDEX && runtime);
}

// What a name of the device runtime means in this function.
static const struct fl_api *api_of(const struct fl_body_walk *w, const char *name) {
  for (size_t i = 0; name && i < w->fn->facts->apis.len; i++)
    if (!strcmp(w->fn->facts->apis.data[i]->name, name))
      return w->fn->facts->apis.data[i];
  return NULL;
}

// `::cudaDeviceSynchronize()` is a call of the local of that name.
static void edit_global_name(struct fl_body_walk *w, const struct fl_node *n) {
  const struct fl_api *api = api_of(w, n->name);
  struct fl_call_text at;
  if (api && fl_is_shadowed(w->e, w->fn, w->form) && has_local(api, w->form) && n->callee &&
      n->callee->qualified && fl_call_text(w->e->unit, n, n->name, &at) &&
      fl_is_global_name(w->e->unit, n->span.file, &at))
    fl_edit(w->e->unit->arena, w->out, at.begin, at.name, "");
}

// So is `::threadIdx` in a body that is written out for a context.
static void edit_global_index(struct fl_body_walk *w, const struct fl_node *n) {
  if (w->form != FL_FORM_SYMBOL && n->qualified && n->decl && n->decl->kind == FL_DECL_BUILTIN &&
      fl_api_find(n->name) && fl_is_global_index(w->e->unit, w->fn, n))
    fl_edit(w->e->unit->arena, w->out, n->span.begin, n->span.end - (uint32_t)strlen(n->name), "");
}

// On the CPU target a thread that waits in a loop lets others of its block run: `while (!*flag)` becomes `while (flcpu::yield(), !*flag)`. One that
// calls itself until then does so in front of everything else.
static void edit_wait(struct fl_body_walk *w, const struct fl_node *n) {
  const struct fl_node *at = n->kind == FL_GOTO ? n : n->cond;
  if (w->e->opt->target != FL_TARGET_CPU || !(w->fn->facts->any_wait || w->fn->facts->any_lock))
    return;
  const bool calls_itself =
      n == w->fn->body ? w->fn->facts->waits_by_calls : n->parent && n->parent->waits;
  if (n->kind == FL_COMPOUND && calls_itself)
    fl_edit(w->e->unit->arena, w->out, n->span.begin + 1, n->span.begin + 1, " flcpu::yield();");
  if (n->kind == FL_COMPOUND)
    return;
  const bool declares = at && (at->kind == FL_VAR || at->kind == FL_DECL_STMT);
  if ((!at || declares) && n->then && n->then->kind == FL_COMPOUND && n->then->editable)
    fl_edit(w->e->unit->arena, w->out, n->then->span.begin + 1, n->then->span.begin + 1,
            " flcpu::yield();");
  else if (at && !declares && at->editable)
    fl_edit(w->e->unit->arena, w->out, at->span.begin, at->span.begin,
            n->kind == FL_GOTO ? "if (flcpu::yield(), true) " : "flcpu::yield(), ");
}

// A condition by which lanes of a warp leave tells the others: `if (i >= n) return;` becomes `if (fl_ctx.leave((i >= n))) return;`.
static void edit_leaving(struct fl_body_walk *w, const struct fl_node *n) {
  if (w->form == FL_FORM_SYMBOL || !fl_has_node(&w->fn->facts->leaving, n))
    return;
  struct fl_arena *a = w->e->unit->arena;
  const int64_t width = fl_rows_of(w->e->unit, w->fn).width;
  const char *leave = width == FL_WARP
                          ? "fl_ctx.leave(("
                          : fl_format(a, "fl_ctx.template leave<%" PRId64 ">((", width);
  fl_edit(a, w->out, n->cond->span.begin, n->cond->span.begin, leave);
  fl_edit(a, w->out, n->cond->span.end, n->cond->span.end, "))");
}

// Does a node name the context?
static bool names_context(struct fl_body_walk *w, const struct fl_node *n) {
  const struct fl_function *g = n->kind == FL_CALL ? fl_called(w->e->unit, n) : NULL;
  const char *how = n->kind == FL_LAUNCH && n->site && n->site->plan ? policy(w, n->site) : NULL;
  return (how && strstr(how, context_at(w, n))) || calls_copy(w, g);
}
static bool find_context(struct fl_node *n, void *data) { return !names_context(data, n); }
static bool find_lambda(struct fl_node *n, void *data) {
  return n->kind != FL_LAMBDA || fl_walk(n, find_context, data);
}

bool fl_is_shadowed(const struct fl_emit *e, const struct fl_function *f, enum fl_form form) {
  const struct fl_forms *m = fl_forms_of(e, f);
  return form != FL_FORM_SYMBOL || m->serial_symbol || m->trap_symbol || m->shadow_symbol ||
         m->calls_joins;
}

// A lambda without a capture default lists what stands in it for something of the block: `[n]` becomes `[&fl_here, &threadIdx, n]`.
struct listing {
  struct fl_body_walk *walk;
  FL_VEC(const char *) names;
};
static void list_name(struct listing *l, const char *name) {
  for (size_t i = 0; i < l->names.len; i++)
    if (!strcmp(l->names.data[i], name))
      return;
  *fl_vec_add(l->walk->e->unit->arena, &l->names) = name;
}
static bool find_names(struct fl_node *n, void *data) {
  struct listing *l = data;
  const bool own = n->decl && (n->decl->kind == FL_DECL_LOCAL || n->decl->kind == FL_DECL_PARAM);
  const struct fl_api *api = n->kind == FL_REF && !own ? api_of(l->walk, n->name) : NULL;
  if (names_context(l->walk, n))
    list_name(l, "fl_here");
  if (api && has_local(api, l->walk->form))
    list_name(l, api->name);
  return true;
}
static void edit_captures(struct fl_body_walk *w, struct fl_node *n) {
  struct fl_unit *u = w->e->unit;
  struct listing l = {.walk = w};
  const char *list = "";
  if (fl_capture_of(u, n) != FL_CAPTURE_LISTED || !fl_is_shadowed(w->e, w->fn, w->form))
    return;
  fl_walk(n, find_names, &l);
  for (size_t i = 0; i < l.names.len; i++)
    list = fl_format(u->arena, "%s%s&%s", list, i ? ", " : "", l.names.data[i]);
  const char *t = fl_without_comments(u, fl_span_text(u, n->span));
  const bool more = t[1 + strspn(t + 1, " \t\r\n")] != ']';
  if (*list)
    fl_edit(u->arena, w->out, n->span.begin + 1, n->span.begin + 1,
            fl_format(u->arena, "%s%s", list, more ? ", " : ""));
}

// In a copy, a template, what the context is handed to has no known type, nor has what is made of that: `v.get<1>()` becomes `v.template get<1>()`.
static void edit_member(struct fl_body_walk *w, const struct fl_node *n) {
  const struct fl_unit *u = w->e->unit;
  if (w->form == FL_FORM_SYMBOL || !n->editable || !n->kids.len || !n->name || *n->name == '~')
    return;
  const char *text = fl_code(u, n->span.file), *begin = text + n->span.begin;
  const char *open = fl_angle_open(begin, text + n->span.end), *name = open;
  if (text[n->span.end - 1] != '>' || !open)
    return;
  while (name > begin && isspace((unsigned char)name[-1]))
    name--;
  name -= strlen(n->name);
  const char *before = name;
  if (name <= begin || strncmp(name, n->name, strlen(n->name)) != 0)
    return;
  while (before > begin && (isspace((unsigned char)before[-1]) || before[-1] == '\\'))
    before--;
  if (before > begin && strchr(".>:", before[-1]))
    fl_edit(u->arena, w->out, (uint32_t)(name - text), (uint32_t)(name - text), "template ");
}

static bool visit(struct fl_node *n, void *data) {
  struct fl_body_walk *w = data;
  const bool included = n->span.file >= 0 && n->span.file != w->fn->body_span.file;
  w->out = included ? &w->e->edits[n->span.file] : w->own;
  w->out->owner = n->span;
  if (n->cond)
    edit_leaving(w, n);
  if (n->kind == FL_LAUNCH)
    edit_launch(w, n);
  else if (n->kind == FL_DECL_STMT)
    fl_edit_shared(w, n);
  else if (n->kind == FL_NEW || n->kind == FL_DELETE)
    fl_edit_object(w, n);
  else if (n->kind == FL_ASSIGN)
    fl_edit_store(w, n);
  else if (n->kind == FL_ASM)
    fl_asm_edits(w->e, n, w->out);
  else if (n->kind == FL_WHILE || n->kind == FL_DO || n->kind == FL_FOR || n->kind == FL_GOTO ||
           n->kind == FL_COMPOUND)
    edit_wait(w, n);
  else if (n->kind == FL_LAMBDA)
    edit_captures(w, n);
  else if (n->kind == FL_REF)
    edit_global_index(w, n);
  else if (n->kind == FL_MEMBER)
    edit_member(w, n);
  if (n->kind == FL_CALL) {
    edit_call(w, n);
    edit_global_name(w, n);
    fl_edit_heap_call(w, n);
    fl_edit_atomic(w, n);
  }
  return true;
}

// Inside of a string on its line?
static bool is_quoted(const char *text, uint32_t at) {
  bool quoted = false;
  uint32_t line = at;
  while (line > 0 && text[line - 1] != '\n')
    line--;
  for (; line < at; line++)
    if (!quoted && text[line] == '\'' && strchr("\"\\", text[line + 1])) // '"', '\"'
      line += 2 + (text[line + 1] == '\\');
    else
      quoted ^= text[line] == '"' && (line == 0 || text[line - 1] != '\\');
  return quoted;
}

// A program for the CPU is compiled once, as host code. What was read of device code is what it is for the device, so its conditions come out likewise.
static void edit_architecture(struct fl_body_walk *w) {
  static const char word[] = "__CUDA_ARCH__";
  const struct fl_span s = w->fn->body_span;
  if (w->e->opt->target != FL_TARGET_CPU || w->fn->kind == FL_HOST_DEVICE)
    return;
  const char *text = w->e->unit->files.data[s.file].text, *body = fl_span_text(w->e->unit, s);
  for (const char *p = body; (p = fl_find_word(body, p, word)); p++) {
    const uint32_t at = s.begin + (uint32_t)(p - body);
    if (!is_quoted(text, at))
      fl_edit(w->e->unit->arena, w->out, at, at + (uint32_t)strlen(word), "FLCPU_ARCH");
  }
}

void fl_body_edits(struct fl_emit *e, struct fl_function *f, enum fl_form form,
                   struct fl_edits *out) {
  struct fl_body_walk w = {e, f, form, out, out};
  fl_walk(f->body, visit, &w);
  w.out = out;
  out->owner = (struct fl_span){.file = -1};
  edit_architecture(&w);
  fl_edit_decltype(&w);
  out->owner = (struct fl_span){.file = -1};
  if (form != FL_FORM_SYMBOL)
    fl_group_edits(e, f, out);
}

// The function object that stands in for something of the device runtime.
static const char *stand_in(const struct fl_emit *e, const struct fl_function *f, enum fl_form form,
                            const struct fl_api *p) {
  const bool stops =
      p->cls == FL_API_JOIN && form == FL_FORM_SYMBOL && fl_forms_of(e, f)->join_stops;
  return stops ? "unseen_join" : p->shadow;
}

// The host's compiler warns of parameters that are not used, and has the program's flags: those that the program did not name are.
static void use_parameters(const struct fl_emit *e, const struct fl_function *f,
                           struct fl_text *out) {
  fl_text_puts(out, "\n  (void)fl_ctx;");
  for (size_t i = 0; i < f->params.len; i++) {
    const struct fl_decl *d = f->params.data[i].decl;
    if ((!d || !d->name || !*d->name) && !f->params.data[i].is_pack)
      fl_text_printf(out, " (void)%s;", fl_parameter_name(e, f, i, false));
  }
}

void fl_prologue(struct fl_emit *e, struct fl_function *f, enum fl_form form, const char *ctx_type,
                 struct fl_text *out) {
  bool context = form != FL_FORM_SYMBOL;
  const char *sep = context ? "\n  " : " ";
  if (context && e->opt->target == FL_TARGET_CPU)
    use_parameters(e, f, out);
  struct fl_body_walk walk = {.e = e, .fn = f, .form = form};
  if (context && *fl_heap_names(e, f, form))
    fl_text_printf(out, "\n %s", fl_heap_names(e, f, form));
  if (!fl_walk(f->body, find_lambda, &walk))
    fl_text_printf(out, "%sconst __fl::here<%s> fl_here{fl_ctx};", sep, ctx_type);
  for (size_t i = 0; i < f->facts->apis.len; i++) {
    const struct fl_api *p = f->facts->apis.data[i];
    if (!has_local(p, form))
      continue;
    if (p->cls == FL_API_INDEX)
      fl_text_printf(out, "%sconst auto %s = fl_ctx.%s();", sep, p->name, p->shadow);
    else
      fl_text_printf(out, "%sconst __fl::api::%s<%s> %s{fl_ctx};", sep, stand_in(e, f, form, p),
                     ctx_type, p->name);
  }
  if (!context)
    return;
  fl_shared_prologue(e, f, out);
}
