// Device functions that launch a kernel which they are given, `template <class K> __device__ void start(K k, dim3 g, dim3 b) { k<<<g, b>>>(); }`: what they
// launch is known where they are called, `start(child, 1, 32)` and `start<child>(1, 32)`. So a copy of the function that names the kernel is put in front of
// the caller, the copy is called, and the file is parsed again; until nothing is left to bind, for such functions may call each other.
// Kernel templates that launch one of their arguments, `template <void (*K)(int *)> __global__ void parent(int *p) { K<<<1, 32>>>(p); }`, are copied likewise, behind
// themselves, if all that the files say of them is to launch them so: what the host asks or sets of a kernel is to be of that which is launched.
#include "given.h"

#include <ctype.h>
#include <string.h>

// A copy that is put in front of something.
struct made {
  const char *name, *scope;
  struct fl_span at;
};
struct binding {
  struct fr *f;
  fr_givens given;
  FL_VEC(struct fr_edit) edits;
  FL_VEC(struct made) made;
};

static void add_edit(struct binding *b, struct fl_span at, const char *text) {
  struct fr_edit *e = fl_vec_add(b->f->arena, &b->edits);
  *e = (struct fr_edit){at, text, b->edits.len};
}

// "start__fl_for_child"; what is no word of a kernel's name tells it by a number.
static const char *copy_name(struct fr *f, const struct fr_given *g, const char *kernel) {
  struct fl_text t = {0};
  unsigned hash = 2166136261u;
  bool plain = true;
  fl_text_printf(&t, "%s__fl_for_", g->function->name);
  for (const char *p = kernel; *p; p++) {
    hash = (hash ^ (unsigned char)*p) * 16777619u;
    plain &= fl_is_word(*p);
    fl_text_add(&t, fl_is_word(*p) ? p : "_", 1);
  }
  if (!plain)
    fl_text_printf(&t, "_%x", hash);
  const char *name = fl_strdup(f->arena, t.data);
  fl_text_free(&t);
  return name;
}

// Is a word the parameter, not a member or something in a scope?
static bool names_parameter(const char *s, const struct fr_token *t, size_t i, const char *name) {
  const size_t n = strlen(name);
  if (t[i].kind != FR_IDENT || t[i].end - t[i].begin != n || memcmp(s + t[i].begin, name, n) != 0)
    return false;
  const char *before = s + t[i - 1].begin;
  return *before != '.' && *before != ':' && !(*before == '>' && before[-1] == '-');
}

// The function's text on one line, under another name, and with the kernel in place of what is given.
static const char *copy_of(struct fr *f, const struct fr_given *g, const char *name,
                           const char *kernel) {
  const struct fl_function *fn = g->function;
  const char *s = f->u->files.data[fn->span.file].text;
  size_t n;
  const struct fr_token *t = fr_tokens(f, fn->span.file, &n);
  struct fl_text out = {0};
  for (size_t i = fr_token_at(f, fn->span.file, fn->span.begin); i < n && t[i].begin < fn->span.end;
       i++) {
    if (t[i].begin == fn->name_span.begin)
      fl_text_puts(&out, name);
    else if (t[i].begin > fn->body_span.begin && names_parameter(s, t, i, g->name))
      fl_text_puts(&out, kernel);
    else
      fl_text_add(&out, s + t[i].begin, t[i].end - t[i].begin);
    if (i + 1 < n && t[i + 1].begin > t[i].end)
      fl_text_puts(&out, " ");
  }
  fl_text_puts(&out, " ");
  const char *text = fl_strdup(f->arena, out.data);
  fl_text_free(&out);
  return text;
}

// The namespaces of a function within those of its caller, "lib::detail"; "": the same; NULL: it is elsewhere.
static const char *within(const struct fl_function *f, const struct fl_function *caller) {
  const size_t n = strlen(caller->scope);
  const char *rest = f->scope + n;
  if (strncmp(f->scope, caller->scope, n) != 0 || (n && *rest && strncmp(rest, "::", 2) != 0))
    return NULL;
  rest += n && *rest ? 2 : 0;
  return *rest && (f->is_unnamed || f->is_inline_scope) ? NULL : rest;
}

static bool is_known(struct fl_span at, const struct fl_function *caller) {
  return at.file != caller->span.file || at.begin <= caller->span.begin;
}

// Is there a function of the name in a scope? *known: in front of the caller.
static bool is_made(const struct binding *b, const char *name, const char *scope,
                    const struct fl_function *caller, bool *known) {
  bool any = false;
  *known = false;
  for (size_t i = 0; i < b->made.len; i++)
    if (!strcmp(b->made.data[i].name, name) && !strcmp(b->made.data[i].scope, scope))
      any = true, *known |= is_known(b->made.data[i].at, caller);
  for (size_t i = 0; i < b->f->u->functions.len; i++) {
    const struct fl_function *g = b->f->u->functions.data[i];
    if (!strcmp(g->name, name) && !strcmp(g->scope, scope))
      any = true, *known |= is_known(g->span, caller);
  }
  return any;
}

// The name of a copy that the caller can call, which is made if there is none.
static const char *copied(struct binding *b, const struct fl_function *caller,
                          const struct fr_given *g, const char *kernel) {
  const char *first = copy_name(b->f, g, kernel), *name = first;
  bool known;
  for (unsigned n = 2; is_made(b, name, g->function->scope, caller, &known) && !known; n++)
    name = fl_format(b->f->arena, "%s_%u", first, n);
  if (known)
    return name;
  const struct fl_span at = {caller->span.file, caller->span.begin, caller->span.begin};
  *fl_vec_add(b->f->arena, &b->made) = (struct made){name, g->function->scope, at};
  struct fl_text t = {0};
  unsigned depth = 0;
  for (const char *p = within(g->function, caller); p && *p; depth++) {
    const size_t n = strcspn(p, ":");
    fl_text_printf(&t, "namespace %.*s { ", (int)n, p);
    p += n + 2 * (p[n] == ':');
  }
  fl_text_puts(&t, copy_of(b->f, g, name, kernel));
  while (depth--)
    fl_text_puts(&t, "} ");
  add_edit(b, at, fl_strdup(b->f->arena, t.data));
  fl_text_free(&t);
  return name;
}

// Can a copy of the function stand in front of the caller, and mean there what it means in its place?
static bool has_place(struct fr *f, const struct fl_function *caller, const struct fl_function *g) {
  return !caller->is_member && !caller->is_lambda && caller->editable && !caller->from_macro &&
         !caller->reopened.len && !caller->in_linkage && caller != g && within(g, caller) &&
         (caller->is_unnamed == g->is_unnamed || *within(g, caller)) &&
         (caller->span.file != g->span.file || g->span.end <= caller->span.begin) &&
         fr_can_stand(f, g->span, caller->span.file, caller->span.begin);
}

static void bind(struct binding *b, const struct fl_function *caller, const struct fl_node *call,
                 struct fr_given *g) {
  struct fr *f = b->f;
  const char *kernel = fr_given_kernel(f, caller, call, g);
  if (!kernel || !call->editable || !call->callee || call->callee->kind != FL_REF ||
      !call->callee->editable || call->callee->span.file != caller->span.file ||
      !has_place(f, caller, g->function))
    return;
  const struct fl_span callee = call->callee->span;
  const size_t len = strlen(g->function->name);
  const char *text = fl_span_text(f->u, callee),
             *found = fl_find_word(text, text, g->function->name);
  if (!found || (found[len] && !strchr(" <", found[len])))
    return;
  const char *name = copied(b, caller, g, kernel);
  const uint32_t at = callee.begin + (uint32_t)(found - text);
  // The name may be known there by `using`, which does not know the copy.
  if (found == text && *within(g->function, caller))
    name = fl_format(f->arena, "::%s::%s", g->function->scope, name);
  add_edit(b, (struct fl_span){callee.file, at, at + (uint32_t)len}, name);
  g->bound++;
  if (g->by_template)
    return;
  // The kernel itself is no value of device code any more, which only relocatable code could have.
  const struct fl_param *p = &g->function->params.data[g->index];
  add_edit(b, fr_given_argument(call, g)->span,
           p->decl->dependent ? fl_format(f->arena, "(decltype(&%s))nullptr", kernel) : "nullptr");
}

// Where a copy of a kernel template that names another kernel can stand, and mean what it means in its place; file < 0: nowhere.
static struct fl_span place_behind(struct fr *f, const struct fl_function *g,
                                   const struct fl_function *k) {
  const struct fl_unit *u = f->u;
  size_t i = 0;
  while (u->functions.data[i] != g && u->functions.data[i] != k)
    i++;
  const struct fl_function *later = u->functions.data[i] == g ? k : g;
  if (later == k &&
      (k->span.file != g->span.file || strcmp(k->scope, g->scope) != 0 ||
       k->is_unnamed != g->is_unnamed || k->is_inline_scope != g->is_inline_scope || !k->editable ||
       k->reopened.len || k->in_linkage || !fr_can_stand(f, g->span, k->span.file, k->span.end)))
    return (struct fl_span){.file = -1};
  return (struct fl_span){later->span.file, later->span.end, later->span.end};
}

// A launch of a kernel template is made one of a copy that launches `k` itself.
static void bind_launch(struct binding *b, const struct fl_site *s, struct fr_given *g,
                        const struct fl_function *k, const char *tail) {
  struct fr *f = b->f;
  const struct fl_function *fn = g->function;
  const char *name = copy_name(f, g, fl_format(f->arena, "%s%s", k->visible, tail));
  const struct fl_span callee = s->node->callee->span;
  const char *text = fl_span_text(f->u, callee), *end = text + strlen(text);
  for (end = fl_angle_open(text, end); isspace((unsigned char)end[-1]); end--) {
  }
  add_edit(b, (struct fl_span){callee.file, callee.begin, callee.begin + (uint32_t)(end - text)},
           fl_format(f->arena, "::%.*s%s", (int)(strlen(fn->visible) - strlen(fn->name)),
                     fn->visible, name));
  g->bound++;
  for (size_t i = 0; i < b->made.len; i++)
    if (!strcmp(b->made.data[i].name, name) && !strcmp(b->made.data[i].scope, fn->scope))
      return;
  const struct fl_span at = place_behind(f, fn, k);
  *fl_vec_add(f->arena, &b->made) = (struct made){name, fn->scope, at};
  add_edit(b, at,
           fl_format(f->arena, " %s",
                     copy_of(f, g, name, fl_format(f->arena, "::%s%s", k->visible, tail))));
}

// Is it the name in `using lib::start;`?
static bool is_made_known(const char *text, const struct fr_lexed *l, size_t i) {
  static const char *const keyword[] = {"using", NULL};
  const struct fr_token *t = l->tokens.data;
  if (i + 1 >= l->tokens.len || t[i + 1].ch != ';')
    return false;
  while (i > 0 && (t[i - 1].kind == FR_IDENT || t[i - 1].ch == ':'))
    if (fr_token_is_one_of(text, &t[--i], keyword))
      return true;
  return false;
}

static size_t count_in(struct fr *f, const char *text, uint32_t begin, uint32_t end,
                       const char *const *name) {
  struct fr_lexed l = {0};
  size_t count = 0;
  fr_lex(f->arena, text, begin, end, &l);
  for (size_t i = 0; i < l.tokens.len; i++)
    count += fr_token_is_one_of(text, &l.tokens.data[i], name) && !is_made_known(text, &l, i);
  for (size_t i = 0; i < l.directives.len; i++)
    count += count_in(f, text, l.directives.data[i].begin + 1, l.directives.data[i].end, name);
  return count;
}

// How often the text has a function's name, skipped or not.
static size_t count_name(struct fr *f, const char *name) {
  const char *const names[] = {name, NULL};
  size_t count = 0;
  for (size_t i = 0; i < f->u->files.len; i++)
    count += count_in(f, f->u->files.data[i].text, 0, (uint32_t)f->u->files.data[i].len, names);
  return count;
}

// All launches of a kernel template, if all that is said of it can be changed.
static void bind_kernel(struct binding *b, struct fr_given *g) {
  const struct fl_unit *u = b->f->u;
  size_t launches = 0;
  const char *tail;
  for (const struct fr_given *other = b->given.data; other < g; other++)
    if (other->function == g->function && other->bound)
      return; // the copy is bound next
  for (size_t i = 0; i < u->sites.len; i++) {
    if (u->sites.data[i]->kernel != g->function)
      continue;
    const struct fl_function *k = fr_launched_with(b->f, u->sites.data[i], g, &tail);
    if (!k || k == g->function || place_behind(b->f, g->function, k).file < 0)
      return;
    launches++;
  }
  if (!launches || count_name(b->f, g->function->name) != launches + 1)
    return;
  for (size_t i = 0; i < u->sites.len; i++)
    if (u->sites.data[i]->kernel == g->function)
      bind_launch(b, u->sites.data[i], g, fr_launched_with(b->f, u->sites.data[i], g, &tail), tail);
}

// May another file call it?
static bool may_be_called(struct fr *f, const struct fl_function *fn) {
  const char *text = fl_span_text(f->u, fn->specifiers);
  return !fn->is_template && !fn->is_static && !fl_find_word(text, text, "inline") &&
         !fl_find_word(text, text, "__forceinline__") && !fl_find_word(text, text, "__inline__");
}

// The body of what nothing calls any more is taken out: its launch would be one of an unknown kernel.
static void take_out(struct binding *b) {
  struct fr *f = b->f;
  for (size_t i = 0; i < b->given.len; i++) {
    const struct fr_given *g = &b->given.data[i];
    const struct fl_function *fn = g->function;
    if (!g->bound || may_be_called(f, fn) || fn->redeclarations.len ||
        count_name(f, fn->name) != g->bound + 1)
      continue;
    const struct fl_span gone = fn->is_template ? fn->body_span : fn->span;
    struct fl_text t = {0};
    fl_text_puts(&t, fn->is_template ? ";" : " ");
    fl_text_lines(&t, f->u->files.data[gone.file].text + gone.begin, gone.end - gone.begin);
    add_edit(b, gone, fl_strdup(f->arena, t.data));
    fl_text_free(&t);
  }
}

bool fr_bind(struct fr *f) {
  struct binding b = {.f = f};
  fr_collect_given(f, &b.given);
  for (size_t i = 0; i < f->u->functions.len && b.given.len; i++) {
    const struct fl_function *caller = f->u->functions.data[i];
    for (size_t k = 0; k < caller->calls.len; k++) {
      const struct fl_node *call = caller->calls.data[k];
      const struct fl_function *fn = fr_called(f->u, call);
      for (size_t g = 0; g < b.given.len && fn; g++)
        if (fn == b.given.data[g].function) {
          bind(&b, caller, call, &b.given.data[g]);
          break;
        }
    }
  }
  for (size_t g = 0; g < b.given.len; g++)
    if (b.given.data[g].function->kind == FL_KERNEL)
      bind_kernel(&b, &b.given.data[g]);
  if (!b.edits.len)
    return false;
  take_out(&b);
  fr_rewrite(f, b.edits.data, b.edits.len);
  return true;
}
