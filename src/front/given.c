// Which functions launch a kernel that they are given, `template <class K> __device__ void start(K k) { k<<<1, 32>>>(); }`, themselves or by handing it on to such,
// and which kernel does a call, or a launch, give them?
#include "given.h"

#include <ctype.h>
#include <string.h>

static bool is_noted(const fr_givens *all, const struct fr_given *x) {
  for (size_t i = 0; i < all->len; i++)
    if (all->data[i].function == x->function && all->data[i].index == x->index &&
        all->data[i].by_template == x->by_template)
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
static void note_given(struct fr *f, fr_givens *all, const struct fl_function *g, const char *name,
                       bool by_template) {
  struct fr_given x = {g, name, 0, by_template, 0};
  const size_t n = by_template ? g->template_params.len : g->params.len;
  while (x.index < n && !is_called(g, x.index, name, by_template))
    x.index++;
  if (x.index < n && (by_template || g->kind == FL_DEVICE) && !is_noted(all, &x) &&
      can_be_copied(f, g) && fr_only_function(f->u, g->name, strlen(g->name)) == g)
    *fl_vec_add(f->arena, all) = x;
}

static void note_parameter(struct fr *f, fr_givens *all, const struct fl_function *g,
                           const struct fl_decl *d) {
  if (d->owner == g || d->kind == FL_DECL_TEMPLATE_PARAM)
    note_given(f, all, g, d->name, d->kind == FL_DECL_TEMPLATE_PARAM);
}

const struct fl_function *fr_called(const struct fl_unit *u, const struct fl_node *call) {
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

const struct fl_node *fr_given_argument(const struct fl_node *call, const struct fr_given *g) {
  size_t n = 0;
  for (size_t i = 0; i < call->kids.len; i++)
    if (call->kids.data[i] != call->callee && n++ == g->index)
      return call->kids.data[i];
  return NULL;
}

// The text of the template argument; NULL: it is not written.
static const char *template_argument(struct fr *f, const struct fl_node *call,
                                     const struct fr_given *g) {
  const char *text = call->callee ? fl_span_text(f->u, call->callee->span) : "";
  const char *end = text + strlen(text),
             *p = *text && end[-1] == '>' ? fl_angle_open(text, end) : NULL;
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

// The kernel that a text names, and what stands behind its name, its template arguments; NULL: none.
static const struct fl_function *named(const struct fl_unit *u, const char *text,
                                       const char **tail) {
  const size_t len = strcspn(text, "<");
  size_t begin = len;
  while (begin && fl_is_word(text[begin - 1]))
    begin--;
  const struct fl_function *k = fr_only_function(u, text + begin, len - begin);
  *tail = text + len;
  return k && k->kind == FL_KERNEL ? k : NULL;
}

// Without the `&` in front of a name.
static const char *plain_name(const char *text) {
  return text + (*text == '&' ? 1 + strspn(text + 1, " \t") : 0);
}

// Does a text name a kernel, and nothing of the caller's own?
static bool is_kernel(const struct fr *f, const struct fl_function *caller, const char *text) {
  const char *tail;
  for (const char *p = text; *p; p++)
    if (!fl_is_word(*p) && !strchr(":<>, *", *p))
      return false;
  for (size_t i = 0; i < caller->template_params.len; i++)
    if (fl_find_word(text, text, caller->template_params.data[i].name))
      return false;
  return named(f->u, text, &tail) != NULL;
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

// The text that gives it in a call; NULL: it is not seen, or no name.
static const char *given_text(struct fr *f, const struct fl_node *call, const struct fr_given *g) {
  if (g->by_template)
    return template_argument(f, call, g);
  const struct fl_node *arg = fr_given_argument(call, g), *name = arg;
  if (arg && arg->kind == FL_UNARY && arg->name && !strcmp(arg->name, "&") && arg->kids.len)
    name = arg->kids.data[0];
  const bool seen = arg && arg->editable && arg->span.file == call->span.file &&
                    name->kind == FL_REF && (!name->decl || name->decl->kind == FL_DECL_FUNCTION);
  return seen ? fl_span_text(f->u, arg->span) : NULL;
}

const char *fr_given_kernel(struct fr *f, const struct fl_function *caller,
                            const struct fl_node *call, const struct fr_given *g) {
  const char *text = given_text(f, call, g);
  text = text ? plain_name(text) : NULL;
  return text && is_kernel(f, caller, text) && !is_hidden_in(f, g->function, text) ? text : NULL;
}

// Is what the function of a call is given a parameter of the caller's?
static void note_handed_on(struct fr *f, fr_givens *all, const struct fl_function *caller,
                           const struct fl_node *call, size_t g) {
  const struct fr_given x = all->data[g];
  const struct fl_node *arg = x.by_template ? NULL : fr_given_argument(call, &x);
  const char *text = x.by_template ? template_argument(f, call, &x) : NULL;
  if (is_parameter(arg))
    note_parameter(f, all, caller, arg->decl);
  if (text)
    note_given(f, all, caller, text, true);
}

// Functions that launch by a parameter, and those that hand one on to such.
void fr_collect_given(struct fr *f, fr_givens *all) {
  const struct fl_unit *u = f->u;
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    const struct fl_node *callee = s->node && s->node->kids.len ? s->node->kids.data[0] : NULL;
    if (!s->on_host && !s->kernel && s->caller && is_parameter(callee) && s->editable)
      note_parameter(f, all, s->caller, callee->decl);
  }
  for (size_t before = 0; before != all->len;) {
    before = all->len;
    for (size_t i = 0; i < u->functions.len; i++)
      for (size_t k = 0; k < u->functions.data[i]->calls.len; k++)
        for (size_t g = 0; g < before; g++)
          if (fr_called(u, u->functions.data[i]->calls.data[k]) == all->data[g].function)
            note_handed_on(f, all, u->functions.data[i], u->functions.data[i]->calls.data[k], g);
  }
}

const struct fl_function *fr_launched_with(struct fr *f, const struct fl_site *s,
                                           const struct fr_given *g, const char **tail) {
  const struct fl_node *callee = s->node->callee;
  const char *text = callee && callee->kind == FL_REF && s->editable && fr_is_only_site(f->u, s) &&
                             !fr_map_get(&f->other_args, callee)
                         ? template_argument(f, s->node, g)
                         : NULL;
  if (!text)
    return NULL;
  const struct fl_function *k = named(f->u, plain_name(text), tail);
  return k && !k->is_member && !k->from_macro && !k->redeclarations.len && is_of_language(f, *tail)
             ? k
             : NULL;
}
