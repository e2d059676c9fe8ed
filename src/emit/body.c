// Edits of a function's body, for its own symbol (in place) and for a context (in a copy).
#include "emit/emit.h"
#include <ctype.h>
#include <string.h>

struct walk {
  struct fl_emit *e;
  struct fl_function *fn;
  enum fl_form form;
  struct fl_edits *out; // of the file that the node is in
  struct fl_edits *own; // of the body's own file; what it includes is edited where it stands
};

// How a node names the context: inside a lambda, which may capture copies, by way of an object that refers to it.
static const char *context_at(const struct walk *w, const struct fl_node *n) {
  return fl_capture_at(w->e->unit, n) == FL_NO_LAMBDA ? "fl_ctx" : "fl_here.ctx";
}

static const char *with_context(const struct walk *w, const char *policy, const struct fl_node *n) {
  const char *at = policy ? strstr(policy, "fl_ctx") : NULL;
  if (!at)
    return policy;
  return fl_format(w->e->unit->arena, "%.*s%s%s", (int)(at - policy), policy, context_at(w, n),
                   at + 6);
}

// The policy that carries out a launch in this form of its function; NULL: it stays native.
static const char *policy(const struct walk *w, const struct fl_site *s) {
  const struct fl_strategy *chosen = s->plan->strategy;
  const struct fl_forms *m = fl_forms_of(w->e, w->fn);
  const char *many = fl_coarsened(s) ? fl_format(w->e->unit->arena, "fl::coarsened<%lld>()",
                                                 (long long)s->plan->coarsen)
                     : fl_thinned(s) ? "fl::native()"
                                     : with_context(w, chosen->policy, s->node);
  if (s->plan->threshold && (w->form != FL_FORM_SYMBOL || fl_thinned(s)))
    return fl_format(w->e->unit->arena, "fl::below(%lld, %s, %s)", (long long)s->plan->threshold,
                     with_context(w, fl_t4.policy, s->node), many);
  if (fl_coarsened(s))
    return many;
  if (!chosen->policy)
    return NULL;
  if (w->form != FL_FORM_SYMBOL)
    return many;
  if (m->serial_symbol)
    return with_context(w, fl_t4.policy, s->node);
  return m->trap_symbol ? with_context(w, "fl::unseen(fl_ctx)", s->node) : NULL;
}

static void edit_launch(struct walk *w, struct fl_node *n) {
  struct fl_site *s = n->site;
  if (!s || s->span.file < 0)
    return;
  const char *how = policy(w, s);
  if (how) {
    fl_launch_edits(w->e, s, "__fl_launch", how, w->out);
  } else if (w->e->opt->target == FL_TARGET_CPU) {
    if (s->editable || s->named_by_macro)
      fl_launch_edits(w->e, s, "__fl_native", NULL, w->out);
  }
}

const char *fl_shared_member(const struct fl_emit *e, const struct fl_function *f, size_t i) {
  const char *name = f->shared.data[i]->decl->name;
  for (size_t k = 0; k < i; k++)
    if (!strcmp(f->shared.data[k]->decl->name, name))
      return fl_format(e->unit->arena, "%s_%zu", name, i);
  return name;
}

// Element type of `T x[]`: "T[]" -> "T", "T[][32]" -> "T[32]".
static const char *element_type(struct fl_arena *a, const char *type) {
  const char *open = strstr(type, "[]");
  if (!open)
    return type;
  size_t head = (size_t)(open - type);
  while (head && type[head - 1] == ' ')
    head--;
  return fl_format(a, "%.*s%s", (int)head, type, open + 2);
}

static size_t shared_index(const struct fl_function *f, const struct fl_node *var) {
  for (size_t i = 0; i < f->shared.len; i++)
    if (f->shared.data[i] == var)
      return i;
  return f->shared.len;
}

// `__shared__ struct { int x; } a, b[2];` (CPU target): the type is declared by itself, one without a name by a pointer to it. Returns what to call it: NULL
// if the statement defines none, "" if it has a name.
static const char *define_shared_type(const struct walk *w, const struct fl_node *stmt,
                                      const struct fl_decl *first, struct fl_text *t) {
  struct fl_unit *u = w->e->unit;
  const char *text = fl_span_text(u, stmt->span), *open = strchr(text, '{');
  const char *qualifier = strstr(text, "__shared__");
  if (!open || !qualifier || qualifier > open)
    return NULL;
  int depth = 0;
  const char *end = open;
  for (; *end; end++) {
    depth += *end == '{';
    if (*end == '}' && --depth == 0)
      break;
  }
  if (!*end)
    return NULL;
  const bool unnamed = strstr(first->type, "(unnamed") || strstr(first->type, "(anonymous");
  fl_text_add(t, text, (size_t)(qualifier - text));
  fl_text_add(t, qualifier + 10, (size_t)(end + 1 - qualifier - 10));
  if (!unnamed) {
    fl_text_puts(t, "; ");
    return "";
  }
  fl_text_printf(t, " *fl_of_%s = nullptr; ", first->name);
  return fl_format(u->arena, "flcpu::pointed_to<decltype(fl_of_%s)>", first->name);
}

// A type that is aligned as a shared variable's declaration says (CPU target), and its use.
static const char *aligned_type(struct fl_arena *a, const struct fl_decl *d) {
  const char *text = d->alignment_unknown ? "alignas(256)" : d->alignment;
  return text ? fl_format(a, "struct %s fl_as_%s {}; ", text, d->name) : "";
}
static const char *aligned_as(struct fl_arena *a, const struct fl_decl *d) {
  return *aligned_type(a, d) ? fl_format(a, ", alignof(fl_as_%s)", d->name) : "";
}

// Is dynamic shared memory of this name declared in front of a declaration, in the same scope? References cannot be declared again.
static bool declared_before(const struct fl_node *var) {
  const struct fl_node *stmt = var->parent, *scope = stmt->parent;
  for (size_t i = 0; scope && var->decl->is_extern && i < scope->kids.len; i++) {
    const struct fl_node *s = scope->kids.data[i];
    for (size_t k = 0; s->kind == FL_DECL_STMT && k < s->kids.len; k++) {
      const struct fl_node *v = s->kids.data[k];
      if (v == var)
        return false;
      if (v->kind == FL_VAR && v->decl && v->decl->is_extern &&
          !strcmp(v->decl->name, var->decl->name))
        return true;
    }
  }
  return false;
}

// `__shared__ int a[32], b;` declares references into the block's memory instead.
static void edit_shared(struct walk *w, struct fl_node *stmt) {
  struct fl_arena *a = w->e->unit->arena;
  if (w->form == FL_FORM_SYMBOL && w->e->opt->target == FL_TARGET_CUDA)
    return;
  struct fl_text t = {0};
  const char *defined = NULL;
  bool first = true;
  for (size_t i = 0; i < stmt->kids.len; i++) {
    struct fl_node *v = stmt->kids.data[i];
    if (v->kind != FL_VAR || !v->decl || v->decl->kind != FL_DECL_SHARED)
      continue;
    const struct fl_decl *d = v->decl;
    if (first && w->form == FL_FORM_SYMBOL && !d->is_extern)
      defined = define_shared_type(w, stmt, d, &t);
    first = false;
    const char *sizes = strrchr(d->type, ')');
    const char *type =
        defined && *defined ? fl_format(a, "%s%s", defined, sizes ? sizes + 1 : "") : d->type;
    fl_text_puts(&t, t.len ? " " : "");
    if (!v->editable && !fl_stands_alone(stmt)) {
      fl_report_at(w->e->unit, FL_ERROR, v->span, "cpu",
                   "a shared variable declared by a macro cannot be built for the CPU");
      break;
    }
    if (declared_before(v))
      fl_text_puts(&t, ";");
    else if (w->form == FL_FORM_SYMBOL && d->is_extern)
      fl_text_printf(&t, "auto *%s = flcpu::dynamic_shared<%s>();", d->name, element_type(a, type));
    else if (w->form == FL_FORM_SYMBOL)
      fl_text_printf(&t, "%sstatic char fl_key_%s; auto &%s = flcpu::shared<%s%s>(&fl_key_%s);",
                     aligned_type(a, d), d->name, d->name, type, aligned_as(a, d), d->name);
    else if (d->is_extern)
      fl_text_printf(&t, "auto *%s = fl_ctx.template dynamic_shared<%s>();", d->name,
                     element_type(a, type));
    else
      fl_text_printf(&t, "auto &%s = fl_sh.%s;", d->name,
                     fl_shared_member(w->e, w->fn, shared_index(w->fn, v)));
  }
  if (t.len) {
    const struct fl_file *f = &w->e->unit->files.data[stmt->span.file];
    uint32_t end = stmt->span.end;
    if (stmt->editable && end > stmt->span.begin && f->text[end - 1] != ';')
      while (end < f->len && f->text[end++] != ';') {
      }
    for (uint32_t i = stmt->span.begin; i < end; i++)
      if (f->text[i] == '\n')
        fl_text_puts(&t, "\n");
    fl_edit(a, w->out, stmt->span.begin, end, fl_strdup(a, t.data));
  }
  fl_text_free(&t);
}

// A call of a function that depends on its block: `f(x)` becomes `f__fl_ctx(fl_ctx, x)`.
static void edit_call(struct walk *w, struct fl_node *n) {
  struct fl_function *g = fl_called(w->e->unit, n);
  if (w->form == FL_FORM_SYMBOL || !g || g->kind == FL_KERNEL || !g->facts->needs_context)
    return;
  struct fl_arena *a = w->e->unit->arena;
  struct fl_call_text at;
  if (!fl_call_text(w->e->unit, n, g->name, &at)) { // the analysis keeps such launches
    fl_report_at(w->e->unit, FL_ERROR, n->span, NULL, "the call of '%s' cannot be rewritten",
                 g->name);
    return;
  }
  // The name may be known there by `using`, which does not know the copy.
  if (!g->is_member && (at.name > at.begin || w->e->scoped))
    fl_edit(a, w->out, at.begin, at.name, fl_scope_prefix(w->e, g));
  fl_edit(a, w->out, at.name_end, at.name_end, "__fl_ctx");
  const char *text = w->e->unit->files.data[n->span.file].text;
  const char *behind = !at.empty ? ", " : fl_is_word(text[at.arguments]) ? " " : "";
  fl_edit(a, w->out, at.arguments, at.arguments, fl_format(a, "%s%s", context_at(w, n), behind));
}

// Objects get their place from the pool: `new T(x)` becomes `new (fl::heap::tag{}) T(x)`, `delete p` a call.
static void edit_object(struct walk *w, const struct fl_node *n) {
  struct fl_unit *u = w->e->unit;
  bool array = false;
  if (!u->heap->objects)
    return;
  const uint32_t at = n->kind == FL_NEW ? fl_plain_new(u, n) : fl_plain_delete(u, n, &array);
  if (!at)
    return;
  if (n->kind == FL_NEW) {
    fl_edit(u->arena, w->out, at, at, " (fl::heap::tag{})");
  } else {
    fl_edit(u->arena, w->out, n->span.begin, at,
            array ? "fl::heap::destroy_array(" : "fl::heap::destroy(");
    fl_edit(u->arena, w->out, n->span.end, n->span.end, ")");
  }
}

// Does the form declare objects in place of the calls of the device runtime, which know the context?
static bool shadowed(const struct fl_emit *e, const struct fl_function *f, enum fl_form form) {
  const struct fl_forms *m = fl_forms_of(e, f);
  return form != FL_FORM_SYMBOL || m->serial_symbol || m->trap_symbol || m->shadow_symbol;
}

static void edit_heap_call(struct walk *w, const struct fl_node *n) {
  struct fl_unit *u = w->e->unit;
  const unsigned bit = u->heap->pooled ? fl_heap_call(n) : 0;
  if (!bit || !n->callee->editable || n->callee->span.file < 0)
    return;
  if (bit & (FL_HEAP_MALLOC | FL_HEAP_FREE) || fl_heap_qualified(u, n) ||
      !shadowed(w->e, w->fn, w->form))
    fl_edit(u->arena, w->out, n->callee->span.begin, n->callee->span.end,
            fl_format(u->arena, "fl::heap::%s", n->callee->name));
}

const char *fl_heap_names(const struct fl_emit *e, const struct fl_function *f, enum fl_form form) {
  unsigned all = e->unit->heap->pooled ? f->facts->heap_names : 0;
  if (shadowed(e, f, form))
    all &= FL_HEAP_MALLOC | FL_HEAP_FREE;
  return fl_format(e->unit->arena, "%s%s%s%s",
                   all & FL_HEAP_MALLOC ? " using fl::heap::malloc;" : "",
                   all & FL_HEAP_FREE ? " using fl::heap::free;" : "",
                   all & FL_HEAP_CUDA_MALLOC ? " using fl::heap::cudaMalloc;" : "",
                   all & FL_HEAP_CUDA_FREE ? " using fl::heap::cudaFree;" : "");
}

// `changed = 1` becomes `fl::store_new(changed, 1)`, and `level[v] = now` `fl::by_exchange(level[v]) = now`: in what is written out for a context, and in
// device functions that such bodies call.
static void edit_store(struct walk *w, const struct fl_node *n) {
  struct fl_unit *u = w->e->unit;
  if (w->form == FL_FORM_SYMBOL && w->fn->kind == FL_KERNEL)
    return;
  if (n->write == FL_WRITE_EXCHANGES) {
    const struct fl_span at = n->kids.data[0]->span;
    fl_edit(u->arena, w->out, at.begin, at.begin, "fl::by_exchange(");
    fl_edit(u->arena, w->out, at.end, at.end, ")");
  }
  if (n->write != FL_WRITE_LOOKS)
    return;
  const char *text = u->files.data[n->span.file].text;
  uint32_t at = n->kids.data[0]->span.end;
  while (at < n->kids.data[1]->span.begin && text[at] != '=' && text[at] != '/')
    at++;
  if (text[at] != '=')
    return;
  fl_edit(u->arena, w->out, n->span.begin, n->span.begin, "fl::store_new(");
  const uint32_t end = at + 1;
  while (isspace((unsigned char)text[at - 1]))
    at--;
  fl_edit(u->arena, w->out, at, end, ",");
  fl_edit(u->arena, w->out, n->span.end, n->span.end, ")");
}

// `atomicMin(...)` becomes `fl::silent::atomicMin(...)` or `fl::cached::atomicMin(...)`, in the same places.
static void edit_atomic(struct walk *w, const struct fl_node *n) {
  if (n->write == FL_WRITE_AS_IT_IS || (w->form == FL_FORM_SYMBOL && w->fn->kind == FL_KERNEL))
    return;
  struct fl_unit *u = w->e->unit;
  fl_edit(u->arena, w->out, n->callee->span.begin, n->callee->span.end,
          fl_format(u->arena, "fl::%s::%s", n->write == FL_WRITE_CACHED ? "cached" : "silent",
                    n->decl->name));
}

// On the CPU target a thread that waits in a loop lets others of its block run: `while (!*flag)` becomes `while (flcpu::yield(), !*flag)`. One that
// calls itself until then does so in front of everything else.
static void edit_wait(struct walk *w, const struct fl_node *n) {
  const struct fl_node *at = n->kind == FL_GOTO ? n : n->cond;
  if (w->e->opt->target != FL_TARGET_CPU || !w->fn->facts->any_wait)
    return;
  if (n->kind == FL_COMPOUND && n == w->fn->body && w->fn->facts->waits_by_calls)
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

static bool visit(struct fl_node *n, void *data) {
  struct walk *w = data;
  const bool included = n->span.file >= 0 && n->span.file != w->fn->body_span.file;
  w->out = included ? &w->e->edits[n->span.file] : w->own;
  w->out->owner = n->span;
  if (n->kind == FL_LAUNCH)
    edit_launch(w, n);
  else if (n->kind == FL_DECL_STMT)
    edit_shared(w, n);
  else if (n->kind == FL_NEW || n->kind == FL_DELETE)
    edit_object(w, n);
  else if (n->kind == FL_ASSIGN)
    edit_store(w, n);
  else if (n->kind == FL_ASM)
    fl_asm_edits(w->e, n, w->out);
  else if (n->kind == FL_WHILE || n->kind == FL_DO || n->kind == FL_FOR || n->kind == FL_GOTO ||
           n->kind == FL_COMPOUND)
    edit_wait(w, n);
  if (n->kind == FL_CALL) {
    edit_call(w, n);
    edit_heap_call(w, n);
    edit_atomic(w, n);
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
    quoted ^= text[line] == '"' && (line == 0 || text[line - 1] != '\\');
  return quoted;
}

// A program for the CPU is compiled once, as host code. What was read of device code is what it is for the device, so its conditions come out likewise.
static void edit_architecture(struct walk *w) {
  static const char word[] = "__CUDA_ARCH__";
  const struct fl_span s = w->fn->body_span;
  if (w->e->opt->target != FL_TARGET_CPU || w->fn->kind == FL_HOST_DEVICE)
    return;
  const char *text = w->e->unit->files.data[s.file].text;
  for (const char *p = text + s.begin; (p = fl_find_word(text, p, word)) && p < text + s.end; p++) {
    const uint32_t at = (uint32_t)(p - text);
    if (!is_quoted(text, at))
      fl_edit(w->e->unit->arena, w->out, at, at + (uint32_t)strlen(word), "FLCPU_ARCH");
  }
}

// On the CPU target shared variables are references in a kernel's own symbol, too: `decltype(v)` becomes `flcpu::declared<decltype(v)>`.
static void edit_decltype(struct walk *w) {
  struct fl_unit *u = w->e->unit;
  if (w->e->opt->target != FL_TARGET_CPU || w->form != FL_FORM_SYMBOL || !w->fn->shared.len)
    return;
  const struct fl_span s = w->fn->body_span;
  const char *text = fl_without_comments(u, fl_span_text(u, s));
  struct fl_decltype d = {.begin = 0};
  for (size_t from = 0; fl_next_decltype(text, from, &d); from = d.begin + 1)
    for (size_t i = 0; i < w->fn->shared.len && d.end; i++) {
      const struct fl_decl *v = w->fn->shared.data[i]->decl;
      if (v->is_extern || strlen(v->name) != d.name_len ||
          strncmp(v->name, text + d.name, d.name_len) != 0)
        continue;
      const uint32_t begin = s.begin + (uint32_t)d.begin, end = s.begin + (uint32_t)d.end;
      fl_edit(u->arena, w->out, begin, begin, "flcpu::declared<");
      fl_edit(u->arena, w->out, end, end, ">");
      break;
    }
}

void fl_body_edits(struct fl_emit *e, struct fl_function *f, enum fl_form form,
                   struct fl_edits *out) {
  struct walk w = {e, f, form, out, out};
  fl_walk(f->body, visit, &w);
  w.out = out;
  out->owner = (struct fl_span){.file = -1};
  edit_architecture(&w);
  edit_decltype(&w);
  out->owner = (struct fl_span){.file = -1};
  if (form != FL_FORM_SYMBOL)
    fl_group_edits(e, f, out);
}

// Shared variables of namespace scope that a body names get a local pointer of the same name.
struct names_shared {
  struct fl_unit *unit;
  FL_VEC(const struct fl_decl *) used;
};

static bool find_file_shared(struct fl_node *n, void *data) {
  struct names_shared *s = data;
  if (n->kind != FL_REF || !n->decl || n->decl->kind != FL_DECL_SHARED || n->decl->owner)
    return true;
  for (size_t i = 0; i < s->used.len; i++)
    if (!strcmp(s->used.data[i]->name, n->decl->name))
      return true;
  *fl_vec_add(s->unit->arena, &s->used) = n->decl;
  return true;
}

// Does a lambda name the context?
struct lambdas {
  struct walk walk;
  bool found;
};
static bool find_lambda_use(struct fl_node *n, void *data) {
  struct lambdas *l = data;
  const struct fl_function *g = n->kind == FL_CALL ? fl_called(l->walk.e->unit, n) : NULL;
  const bool launch = n->kind == FL_LAUNCH && n->site && n->site->plan && policy(&l->walk, n->site);
  const bool call =
      l->walk.form != FL_FORM_SYMBOL && g && g->kind != FL_KERNEL && g->facts->needs_context;
  if ((launch || call) && fl_capture_at(l->walk.e->unit, n) != FL_NO_LAMBDA)
    l->found = true;
  return !l->found;
}

void fl_prologue(struct fl_emit *e, struct fl_function *f, enum fl_form form, const char *ctx_type,
                 struct fl_text *out) {
  bool context = form != FL_FORM_SYMBOL;
  const char *sep = context ? "\n  " : " ";
  struct lambdas lambdas = {{.e = e, .fn = f, .form = form}, false};
  if (context && *fl_heap_names(e, f, form))
    fl_text_printf(out, "\n %s", fl_heap_names(e, f, form));
  fl_walk(f->body, find_lambda_use, &lambdas);
  if (lambdas.found)
    fl_text_printf(out, "%sconst fl::here<%s> fl_here{fl_ctx};", sep, ctx_type);
  for (size_t i = 0; i < f->facts->apis.len; i++) {
    const struct fl_api *p = f->facts->apis.data[i];
    if (!p->shadow ||
        (form == FL_FORM_BLOCK && (p->cls == FL_API_BARRIER || !strcmp(p->name, "threadIdx"))))
      continue;
    bool runtime = p->cls == FL_API_ERROR || p->cls == FL_API_DEVICE || p->cls == FL_API_STREAM ||
                   p->cls == FL_API_JOIN;
    if (p->cls == FL_API_INDEX && context)
      fl_text_printf(out, "%sconst auto %s = fl_ctx.%s();", sep, p->name, p->shadow);
    else if (p->cls != FL_API_INDEX && (context || runtime))
      fl_text_printf(out, "%sconst fl::api::%s<%s> %s{fl_ctx};", sep, p->shadow, ctx_type, p->name);
  }
  if (!context)
    return;
  bool any = false;
  for (size_t i = 0; i < f->shared.len; i++)
    any |= !f->shared.data[i]->decl->is_extern;
  if (any)
    fl_text_printf(out, "%sauto &fl_sh = fl_ctx.template shared<%s_shared%s>();", sep, fl_tag(e, f),
                   fl_template_arguments(e, f));
  struct names_shared s = {e->unit, {0}};
  if (f->facts->reads_file_shared)
    fl_walk(f->body, find_file_shared, &s);
  for (size_t i = 0; i < s.used.len; i++)
    fl_text_printf(out, "%sauto *%s = fl_ctx.template dynamic_shared<%s>();", sep,
                   s.used.data[i]->name, element_type(e->unit->arena, s.used.data[i]->type));
}
