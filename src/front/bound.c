// Device functions that launch a kernel which they are given, `template <class K> __device__ void start(K k, dim3 g, dim3 b) { k<<<g, b>>>(); }`: what they
// launch is known where they are called, `start(child, 1, 32)` and `start<child>(1, 32)`. So a copy of the function that names the kernel is put in front of
// the caller, the copy is called, and the file is parsed again; until nothing is left to bind, for such functions may call each other.
// Kernel templates that launch one of their arguments, `template <void (*K)(int *)> __global__ void parent(int *p) { K<<<1, 32>>>(p); }`, are copied likewise, behind
// themselves, if all that the files say of them is to launch them so: what the host asks or sets of a kernel is to be of that which is launched.
#include "internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// What stands for a kernel in a function.
struct given {
  const struct fl_function *function;
  const char *name; // of a parameter, also a template's
  size_t index;     // its number
  bool by_template;
  size_t bound; // how often the function's name was replaced
};
// A copy that is put in front of something.
struct made {
  const char *name, *scope;
  struct fl_span at;
};
struct binding {
  struct fr *f;
  FL_VEC(struct given) given;
  FL_VEC(struct fr_edit) edits;
  FL_VEC(struct made) made;
};

static bool is_noted(const struct binding *b, const struct given *x) {
  for (size_t i = 0; i < b->given.len; i++)
    if (b->given.data[i].function == x->function && b->given.data[i].index == x->index &&
        b->given.data[i].by_template == x->by_template)
      return true;
  return false;
}

// Can the function be written out a second time, under another name? What exists once for it, or says where it is, would be another thing there.
static bool can_be_copied(const struct fr *f, const struct fl_function *g) {
  static const char *const words[] = {
      "static",   "__func__",    "__FUNCTION__", "__PRETTY_FUNCTION__",
      "__LINE__", "__COUNTER__", "assert",       "goto"};
  if ((g->kind != FL_DEVICE && g->kind != FL_KERNEL) || g->is_member || g->is_lambda ||
      g->is_specialization || !g->editable || g->from_macro || !g->body || g->is_friend ||
      g->in_linkage || g->reopened.len || !fl_span_empty(g->unseen))
    return false;
  const char *text = fl_span_text(f->u, g->body_span);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (fl_find_word(text, text, words[i]))
      return false;
  if (g->kind == FL_DEVICE ? fl_find_word(text, text, "__shared__") != NULL
                           : g->redeclarations.len > 0)
    return false;
  const struct fr_lexed *l = &f->files.data[g->span.file].lexed;
  for (size_t i = 0; i < l->directives.len; i++)
    if (l->directives.data[i].begin >= g->span.begin && l->directives.data[i].begin < g->span.end)
      return false;
  return true;
}

const struct fl_function *fr_only_function(const struct fl_unit *u, const char *name, size_t len) {
  const struct fl_function *found = NULL;
  for (size_t i = 0; i < u->functions.len; i++) {
    if (strlen(u->functions.data[i]->name) != len ||
        strncmp(u->functions.data[i]->name, name, len) != 0)
      continue;
    if (found)
      return NULL;
    found = u->functions.data[i];
  }
  return found;
}

// Has a parameter of a function, or a value among those of its template, that name?
static bool is_called(const struct fl_function *g, size_t i, const char *name, bool by_template) {
  if (by_template) {
    const struct fl_template_param *t = &g->template_params.data[i];
    return !strcmp(t->name, name) && !t->is_pack && !t->is_type;
  }
  const struct fl_param *p = &g->params.data[i];
  return p->decl && !strcmp(p->decl->name, name) && !p->is_pack;
}

// Notes the parameter that is called so.
static void note_given(struct binding *b, const struct fl_function *g, const char *name,
                       bool by_template) {
  struct given x = {g, name, 0, by_template, 0};
  const size_t n = by_template ? g->template_params.len : g->params.len;
  while (x.index < n && !is_called(g, x.index, name, by_template))
    x.index++;
  if (x.index < n && (by_template || g->kind == FL_DEVICE) && !is_noted(b, &x) &&
      can_be_copied(b->f, g) && fr_only_function(b->f->u, g->name, strlen(g->name)) == g)
    *fl_vec_add(b->f->arena, &b->given) = x;
}

static void note_parameter(struct binding *b, const struct fl_function *g,
                           const struct fl_decl *d) {
  if (d->owner == g || d->kind == FL_DECL_TEMPLATE_PARAM)
    note_given(b, g, d->name, d->kind == FL_DECL_TEMPLATE_PARAM);
}

// The function that a call names. Where its arguments depend on a template, clang may leave it open: the only one of that name.
static const struct fl_function *called(const struct fl_unit *u, const struct fl_node *call) {
  if (call->decl)
    return call->decl->function;
  const bool open =
      call->name && call->callee && call->callee->kind == FL_REF && !call->callee->decl;
  return open ? fr_only_function(u, call->name, strlen(call->name)) : NULL;
}

static bool is_parameter(const struct fl_node *n) {
  return n && n->kind == FL_REF && n->decl &&
         (n->decl->kind == FL_DECL_PARAM || n->decl->kind == FL_DECL_TEMPLATE_PARAM);
}

// The argument of a call for what is given; NULL: it has none that can be seen.
static const struct fl_node *argument(const struct fl_node *call, const struct given *g) {
  size_t n = 0;
  for (size_t i = 0; i < call->kids.len; i++)
    if (call->kids.data[i] != call->callee && n++ == g->index)
      return call->kids.data[i];
  return NULL;
}

// The text of the template argument; NULL: it is not written.
static const char *template_argument(struct fr *f, const struct fl_node *call,
                                     const struct given *g) {
  const char *text = fl_span_text(f->u, call->callee->span), *end = text + strlen(text);
  const char *p = *text && end[-1] == '>' ? fl_angle_open(text, end) : NULL;
  size_t n = 0;
  int depth = 0;
  for (const char *from = p ? ++p : NULL; p && p < end; p++) {
    if (!depth && (*p == ',' || p == end - 1)) {
      if (n++ == g->index) {
        while (from < p && isspace((unsigned char)*from))
          from++;
        return fl_strndup(f->arena, from, (size_t)(p - from));
      }
      from = p + 1;
    }
    depth += strchr("<([{", *p) != NULL;
    depth -= strchr(">)]}", *p) != NULL;
  }
  return NULL;
}

// Does a text name a kernel, and nothing of the caller's own?
static bool is_kernel(const struct fr *f, const struct fl_function *caller, const char *text) {
  if (*text == '&')
    return is_kernel(f, caller, text + 1 + strspn(text + 1, " \t"));
  const size_t len = strcspn(text, "<");
  size_t begin = len;
  while (begin && fl_is_word(text[begin - 1]))
    begin--;
  for (const char *p = text; *p; p++)
    if (!fl_is_word(*p) && !strchr(":<>, *", *p))
      return false;
  for (size_t i = 0; i < caller->template_params.len; i++)
    if (fl_find_word(text, text, caller->template_params.data[i].name))
      return false;
  const struct fl_function *k = fr_only_function(f->u, text + begin, len - begin);
  return k && k->kind == FL_KERNEL;
}

static const char *const types[] = {"bool",   "char",     "short",  "int",   "long", "float",
                                    "double", "unsigned", "signed", "const", "void", NULL};

// Has a text no names but the language's own?
static bool is_of_language(const struct fr *f, const char *text) {
  struct fr_lexed l = {0};
  fr_lex(f->arena, text, 0, (uint32_t)strlen(text), &l);
  for (size_t i = 0; i < l.tokens.len; i++)
    if (l.tokens.data[i].kind == FR_IDENT && !fr_token_is_one_of(text, &l.tokens.data[i], types))
      return false;
  return true;
}

// Would a word of the kernel's name mean something else in the function?
static bool is_hidden_in(struct fr *f, const struct fl_function *fn, const char *kernel) {
  const char *text = fl_span_text(f->u, fn->span);
  struct fr_lexed l = {0};
  bool any = false;
  fr_lex(f->arena, kernel, 0, (uint32_t)strlen(kernel), &l);
  for (size_t i = 0; i < l.tokens.len; i++) {
    const struct fr_token *t = &l.tokens.data[i];
    any |= t->kind == FR_IDENT && !fr_token_is_one_of(kernel, t, types) &&
           fl_find_word(text, text, fl_strndup(f->arena, kernel + t->begin, t->end - t->begin));
  }
  return any;
}

// The kernel that a call gives, as it is written; NULL: it is not seen.
static const char *kernel_of(struct fr *f, const struct fl_function *caller,
                             const struct fl_node *call, const struct given *g) {
  if (g->by_template) {
    const char *text = template_argument(f, call, g);
    return text && is_kernel(f, caller, text) ? text : NULL;
  }
  const struct fl_node *arg = argument(call, g), *name = arg;
  if (arg && arg->kind == FL_UNARY && arg->name && !strcmp(arg->name, "&") && arg->kids.len)
    name = arg->kids.data[0];
  if (!arg || !arg->editable || arg->span.file != call->span.file || name->kind != FL_REF ||
      (name->decl && name->decl->kind != FL_DECL_FUNCTION))
    return NULL;
  const char *text = fl_span_text(f->u, arg->span);
  return is_kernel(f, caller, text) ? text : NULL;
}

// Is what the function of a call is given a parameter of the caller's?
static void note_handed_on(struct binding *b, const struct fl_function *caller,
                           const struct fl_node *call, size_t g) {
  const struct given x = b->given.data[g];
  const struct fl_node *arg = x.by_template ? NULL : argument(call, &x);
  const char *text = x.by_template && call->callee ? template_argument(b->f, call, &x) : NULL;
  if (is_parameter(arg))
    note_parameter(b, caller, arg->decl);
  if (text)
    note_given(b, caller, text, true);
}

// Functions that launch by a parameter, and those that hand one on to such.
static void collect_given(struct binding *b) {
  const struct fl_unit *u = b->f->u;
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    const struct fl_node *callee = s->node && s->node->kids.len ? s->node->kids.data[0] : NULL;
    if (!s->on_host && !s->kernel && s->caller && is_parameter(callee) && s->editable)
      note_parameter(b, s->caller, callee->decl);
  }
  for (size_t before = 0; before != b->given.len;) {
    before = b->given.len;
    for (size_t i = 0; i < u->functions.len; i++)
      for (size_t k = 0; k < u->functions.data[i]->calls.len; k++)
        for (size_t g = 0; g < before; g++)
          if (called(u, u->functions.data[i]->calls.data[k]) == b->given.data[g].function)
            note_handed_on(b, u->functions.data[i], u->functions.data[i]->calls.data[k], g);
  }
}

static void add_edit(struct binding *b, struct fl_span at, const char *text) {
  struct fr_edit *e = fl_vec_add(b->f->arena, &b->edits);
  *e = (struct fr_edit){at, text, b->edits.len};
}

// "start__fl_for_child"; what is no word of a kernel's name tells it by a number.
static const char *copy_name(struct fr *f, const struct given *g, const char *kernel) {
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
static const char *copy_of(struct fr *f, const struct given *g, const char *name,
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
                          const struct given *g, const char *kernel) {
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
                 struct given *g) {
  struct fr *f = b->f;
  const char *kernel = kernel_of(f, caller, call, g);
  if (kernel && *kernel == '&')
    kernel += 1 + strspn(kernel + 1, " \t");
  if (!kernel || !call->editable || !call->callee || call->callee->kind != FL_REF ||
      !call->callee->editable || call->callee->span.file != caller->span.file ||
      !has_place(f, caller, g->function) || is_hidden_in(f, g->function, kernel))
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
  add_edit(b, argument(call, g)->span,
           p->decl->dependent ? fl_format(f->arena, "(decltype(&%s))nullptr", kernel) : "nullptr");
}

// The kernel that is the template argument of a launch, and what stands behind its name there; NULL: it is not seen, or a name that is not a function's.
static const struct fl_function *kernel_launched_with(struct fr *f, const struct fl_site *s,
                                                      const struct given *g, const char **tail) {
  const struct fl_node *callee = s->node->callee;
  const char *text = callee && callee->kind == FL_REF && s->editable && fr_is_only_site(f->u, s) &&
                             !fr_map_get(&f->other_args, callee)
                         ? template_argument(f, s->node, g)
                         : NULL;
  if (!text)
    return NULL;
  text += *text == '&' ? 1 + strspn(text + 1, " \t") : 0;
  const size_t len = strcspn(text, "<");
  size_t begin = len;
  while (begin && fl_is_word(text[begin - 1]))
    begin--;
  const struct fl_function *k = fr_only_function(f->u, text + begin, len - begin);
  *tail = text + len;
  return k && k->kind == FL_KERNEL && !k->is_member && !k->from_macro && !k->redeclarations.len &&
                 text[begin] && is_of_language(f, *tail)
             ? k
             : NULL;
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
static void bind_launch(struct binding *b, const struct fl_site *s, struct given *g,
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

static size_t count_name(struct fr *f, const char *name);

// All launches of a kernel template, if all that is said of it can be changed.
static void bind_kernel(struct binding *b, struct given *g) {
  const struct fl_unit *u = b->f->u;
  size_t launches = 0;
  const char *tail;
  for (const struct given *other = b->given.data; other < g; other++)
    if (other->function == g->function && other->bound)
      return; // the copy is bound next
  for (size_t i = 0; i < u->sites.len; i++) {
    if (u->sites.data[i]->kernel != g->function)
      continue;
    const struct fl_function *k = kernel_launched_with(b->f, u->sites.data[i], g, &tail);
    if (!k || k == g->function || place_behind(b->f, g->function, k).file < 0)
      return;
    launches++;
  }
  if (!launches || count_name(b->f, g->function->name) != launches + 1)
    return;
  for (size_t i = 0; i < u->sites.len; i++)
    if (u->sites.data[i]->kernel == g->function)
      bind_launch(b, u->sites.data[i], g, kernel_launched_with(b->f, u->sites.data[i], g, &tail),
                  tail);
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
    const struct given *g = &b->given.data[i];
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
  collect_given(&b);
  for (size_t i = 0; i < f->u->functions.len && b.given.len; i++) {
    const struct fl_function *caller = f->u->functions.data[i];
    for (size_t k = 0; k < caller->calls.len; k++) {
      const struct fl_node *call = caller->calls.data[k];
      const struct fl_function *fn = called(f->u, call);
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
