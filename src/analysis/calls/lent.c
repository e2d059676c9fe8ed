// Lambdas that are lent: called where they are written, or handed to device functions that only call them or lend them on. Such a lambda runs within its body,
// in the thread that made it. What is lent is found as the greatest fixed point: a lambda or a parameter is, until some use of it says otherwise.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include <ctype.h>

// A lambda of the body of `fn`, or one of its parameters that may be given one.
struct borrowed {
  struct fl_function *fn;
  struct fl_node *lambda;
  struct fl_decl *param;
};
struct loans {
  struct fl_unit *unit;
  struct fl_function *fn;
  FL_VEC(struct borrowed) all;
};

static size_t blanks(const char *t) { return strspn(t, " \t\r\n"); }

// The text of a capture's list, without its brackets; NULL: it does not stand in the text.
static const char *captures(struct fl_unit *u, const struct fl_node *lambda) {
  const char *t = fl_without_comments(u, fl_span_text(u, lambda->span));
  size_t n = 1;
  if (!lambda->editable || *t != '[')
    return NULL;
  for (int depth = 1; t[n]; n++) {
    depth += strchr("[({", t[n]) != NULL;
    depth -= strchr("])}", t[n]) != NULL;
    if (!depth)
      return fl_strndup(u->arena, t + 1, n - 1);
  }
  return NULL;
}

static bool may_be_macro(struct fl_unit *u, const char *word, size_t len) {
  bool lower = false, named = isdigit((unsigned char)*word);
  for (size_t i = 0; i < len; i++)
    lower |= islower((unsigned char)word[i]) != 0;
  if (named)
    return false;
  for (size_t i = 0; i < u->macro_names.len && !named; i++)
    named = strlen(u->macro_names.data[i]) == len && !strncmp(u->macro_names.data[i], word, len);
  return named || !lower || *word == '_';
}

// May a lambda make a variable's value part of itself by a name of its own, `[h = f]`? What initialises such a capture is not among the nodes.
static bool may_keep(struct fl_unit *u, const struct fl_node *lambda, const char *name) {
  const char *t = captures(u, lambda);
  if (!t)
    return true;
  const bool named = strpbrk(t, "={(") != NULL && fl_mentions(t, name);
  for (size_t n; *t; t += n ? n : 1) {
    for (n = 0; fl_is_word(t[n]); n++) {
    }
    if (n && may_be_macro(u, t, n))
      return true;
  }
  return named;
}
struct keeping {
  struct fl_unit *unit;
  const char *name;
};
static bool find_keeping(struct fl_node *n, void *data) {
  const struct keeping *k = data;
  return n->kind != FL_LAMBDA || !may_keep(k->unit, n, k->name);
}
static bool any_keeps(struct fl_unit *u, const struct fl_function *f, const char *name) {
  return !fl_walk(f->body, find_keeping, &(struct keeping){u, name});
}

// A type without `const` and what makes a reference or a pack of it.
static const char *plain_type(struct fl_unit *u, const char *type) {
  type += strncmp(type, "const ", 6) ? 0 : 6;
  size_t n = strlen(type);
  while (n && strchr(" &.", type[n - 1]))
    n--;
  return fl_strndup(u->arena, type, n);
}

static bool is_auto(const char *type) {
  const size_t n = strlen(type);
  return n >= 4 && !strcmp(type + n - 4, "auto") && (n == 4 || type[n - 5] == ' ');
}

// The template parameter of `f` that the type of its i-th parameter is deduced for, as their number; FL_ANY_NUMBER: none.
static size_t deduced_by(struct fl_unit *u, const struct fl_function *f, size_t i) {
  const char *type = plain_type(u, f->params.data[i].type);
  if (!f->is_template)
    return FL_ANY_NUMBER;
  if (is_auto(type))
    return f->template_params.len;
  for (size_t k = 0; k < f->template_params.len; k++) {
    const struct fl_template_param *p = &f->template_params.data[k];
    if (p->is_type && !p->is_template && !strcmp(p->name, type))
      return k;
  }
  return FL_ANY_NUMBER;
}

// Can it be seen what a function does with what it is given?
static bool is_open(const struct fl_function *f) {
  return f->body && (f->kind == FL_DEVICE || f->kind == FL_HOST_DEVICE) && !f->is_virtual &&
         !f->is_variadic && !f->is_lambda && !f->is_torn && !f->differs &&
         fl_span_empty(f->unseen) && strncmp(f->name, "operator", 8) != 0 && !fl_is_destructor(f) &&
         !fl_is_constructor(f);
}

// Does a text say the type of what a node names: its template parameter, or by decltype?
static bool says_type(struct fl_unit *u, const char *text, const struct fl_node *n) {
  const char *said = plain_type(u, text + blanks(text));
  if (n->kind != FL_REF || !n->decl)
    return false;
  return (n->decl->kind == FL_DECL_PARAM && !is_auto(said) &&
          !strcmp(said, plain_type(u, n->decl->type))) ||
         !strcmp(said, fl_format(u->arena, "decltype(%s)", n->decl->name));
}

// The n-th of the template arguments that end a text; NULL: it has fewer.
static const char *template_argument(struct fl_unit *u, const char *text, size_t n) {
  const size_t len = strlen(text);
  const char *open = len && text[len - 1] == '>' ? fl_angle_open(text, text + len) : NULL;
  if (!open)
    return NULL;
  int depth = 0;
  const char *from = ++open;
  for (const char *p = from; *p; p++) {
    depth += strchr("[({<", *p) != NULL;
    depth -= strchr("])}>", *p) != NULL;
    const bool end = depth < 0 || (!depth && *p == ',');
    if (end && n-- == 0)
      return fl_strndup(u->arena, from, (size_t)(p - from));
    if (end)
      from = p + 1;
  }
  return NULL;
}

// Is a node the argument of std::move, or of std::forward for its own type, `std::forward<F>(f)`; or is it cast to a reference of that, `static_cast<F &&>(f)`?
static bool is_passed_on(struct fl_unit *u, const struct fl_node *n) {
  static const char *const names[] = {"std::move", "std::forward", "cuda::std::move",
                                      "cuda::std::forward"};
  const struct fl_node *p = n->parent;
  if (p->kind == FL_CAST && p->editable && p->kids.len == 1) {
    const char *text = fl_span_text(u, p->span), *end = strchr(text, '>');
    const size_t len = strlen("static_cast<");
    return fl_begins(text, "static_cast<") && end && end > text + len && end[-1] == '&' &&
           says_type(u, fl_strndup(u->arena, text + len, (size_t)(end - text) - len), n);
  }
  if (p->kind != FL_CALL || p->callee == n || p->kids.len != 2 || !p->callee ||
      !p->callee->editable || (p->decl && p->decl->function))
    return false;
  const char *text = fl_span_text(u, p->callee->span);
  text += fl_begins(text, "::") ? 2 : 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const size_t len = strlen(names[i]);
    if (fl_begins(text, names[i]) && !text[len])
      return true;
    if (fl_begins(text, names[i]) && text[len] == '<')
      return i % 2 && says_type(u, template_argument(u, text, 0), n);
  }
  return false;
}

// Is a parameter lent that a call gives something to, if it is one of `g`?
static bool borrows(struct fl_unit *u, const struct fl_node *call, const struct fl_node *object,
                    const struct fl_function *g, size_t i) {
  if (!is_open(g) || !g->params.len)
    return false;
  for (size_t k = 0; k + 1 < g->params.len && k < i; k++)
    if (g->params.data[k].is_pack)
      return false;
  if (i >= g->params.len && !g->params.data[g->params.len - 1].is_pack)
    return false;
  i = i < g->params.len ? i : g->params.len - 1;
  const size_t of = deduced_by(u, g, i);
  if (of == FL_ANY_NUMBER || !g->params.data[i].decl->lent)
    return false;
  const char *given = template_argument(u, fl_span_text(u, call->callee->span), of);
  return !given || says_type(u, given, object);
}

// Is it an argument of a call, `object` or what passes it on, that each function lends on which may be called?
static bool lends_on(struct fl_unit *u, const struct fl_node *call, const struct fl_node *arg,
                     const struct fl_node *object) {
  const struct fl_node *c = call->callee;
  const struct fl_decl *d = call->decl;
  if (!c || !(c->kind == FL_REF || c->kind == FL_MEMBER) || !c->editable || !call->editable || !d ||
      d->kind != FL_DECL_FUNCTION || !call->name || fl_begins(call->name, "operator") ||
      arg->span.file != call->span.file)
    return false;
  size_t i = 0;
  for (size_t k = 0; call->kids.data[k] != arg; k++)
    i += call->kids.data[k] != c;
  const char *before =
      fl_span_text(u, (struct fl_span){call->span.file, call->span.begin, arg->span.begin});
  const char *behind =
      fl_span_text(u, (struct fl_span){call->span.file, arg->span.end, call->span.end});
  if (strstr(before, "...") || fl_begins(behind + blanks(behind), "..."))
    return false;
  const size_t args = strstr(behind, "...") ? FL_ANY_NUMBER : call->kids.len - 1;
  const char *callee = fl_span_text(u, c->span);
  size_t meant = 0;
  bool all = !d->other_overloads;
  const struct fl_functions *named = fl_functions_named(u, call->name);
  for (size_t k = 0; k < named->len && all; k++) {
    const struct fl_function *g = named->data[k];
    bool may = g == d->function;
    for (size_t m = 0; m < d->overloads.len && !may; m++)
      may = g == d->overloads.data[m] && fl_takes(g, args);
    // A full specialization is for types that have names everywhere.
    if (d->function && !may)
      may = g->is_specialization
                ? g->template_params.len && !strcmp(g->qualified, d->function->qualified)
                : fl_is_dependent(call) && fl_is_rival(d->function, g, callee, args);
    for (size_t m = 0; m < d->overloads.len && !may; m++)
      may = fl_is_rival(d->overloads.data[m], g, callee, args);
    meant += may;
    all &= !may || borrows(u, call, object, g, i);
  }
  return all && meant;
}

// `f.operator()(x)`
static bool is_operator_of(struct fl_unit *u, const struct fl_node *member,
                           const struct fl_node *n) {
  const char *text = fl_span_text(u, member->span);
  const char *at =
      member->kind == FL_MEMBER && member->editable && member->kids.len && member->kids.data[0] == n
          ? fl_find_word(text, text, "operator")
          : NULL;
  if (!at || !member->parent || member->parent->kind != FL_CALL || member->parent->callee != member)
    return false;
  at += strlen("operator");
  at += blanks(at);
  return *at == '(' && at[1 + blanks(at + 1)] == ')';
}

static bool is_called(const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  return p && p->kind == FL_CALL &&
         (p->callee == n || (fl_named(p, "operator()") && p->kids.data[0] == n));
}

// Is a lambda, or what names it, only called or lent on where it stands?
static bool is_lent_at(struct fl_unit *u, const struct fl_node *n) {
  const struct fl_node *object = n;
  while (n->parent && is_passed_on(u, n))
    n = n->parent;
  const struct fl_node *p = n->parent;
  if (!p)
    return false;
  if (p->kind == FL_LAMBDA) // a capture
    return n->kind == FL_REF;
  if (p->kind != FL_CALL)
    return is_operator_of(u, p, n);
  return is_called(n) || lends_on(u, p, n, object);
}

// The same for all uses of a variable. The lambdas that it is named in, up to the one that it is declared in, keep it.
struct uses {
  struct fl_unit *unit;
  const struct fl_decl *decl;
  const struct fl_node *within;
};
static bool check_use(struct fl_node *n, void *data) {
  const struct uses *s = data;
  if (n->kind != FL_REF || n->decl != s->decl)
    return true;
  for (const struct fl_node *l = fl_lambda_around(n); l && l != s->within; l = fl_lambda_around(l))
    if (!l->lent)
      return false;
  return is_lent_at(s->unit, n);
}

// The variable that a lambda is the value of, and nothing else is.
static const struct fl_decl *variable_of(struct fl_unit *u, const struct fl_node *lambda) {
  const struct fl_node *p = lambda->parent;
  if (!p || p->kind != FL_VAR || p->init != lambda || !p->decl || p->decl->kind != FL_DECL_LOCAL)
    return NULL;
  const char *type = plain_type(u, p->decl->type);
  return is_auto(type) || fl_begins(type, "(lambda") ? p->decl : NULL;
}

static bool is_still_lent(struct fl_unit *u, const struct borrowed *b) {
  if (b->param)
    return fl_walk_uses(b->fn->body, b->param, check_use, &(struct uses){u, b->param, NULL});
  const struct fl_decl *d = variable_of(u, b->lambda);
  if (!d)
    return is_lent_at(u, b->lambda);
  struct uses s = {u, d, fl_lambda_around(b->lambda)};
  return fl_walk_uses(b->fn->body, d, check_use, &s);
}

static bool find_handed(struct fl_node *n, void *data) {
  return n->kind != FL_REF || n->decl != data || is_called(n);
}
static bool find_renaming(struct fl_node *n, void *data) {
  const char *t = n->kind == FL_LAMBDA ? captures(data, n) : "";
  t += t ? blanks(t) : 0;
  return t && !strpbrk(t + (*t == '='), "={(");
}

// May names of the body be added to a lambda's list of captures? One without captures is left so where it is handed on: types of such lambdas make objects
// in C++20. What initialises captures in it is not among the nodes.
static bool takes_names(struct fl_unit *u, struct fl_function *f, const struct fl_node *lambda) {
  const char *list = captures(u, lambda);
  struct fl_decl *d =
      lambda->parent && lambda->parent->kind == FL_VAR ? lambda->parent->decl : NULL;
  if (!list || fl_mentions(fl_span_text(u, lambda->span), "static"))
    return false;
  for (size_t i = 0; i < lambda->kids.len; i++)
    if (!fl_walk(lambda->kids.data[i], find_renaming, u))
      return false;
  return list[blanks(list)] || is_called(lambda) || (d && fl_walk_uses(f->body, d, find_handed, d));
}

// Does a statement return what a lambda may be part of?
static bool find_returned(struct fl_node *n, void *data) {
  (void)data;
  if (n->kind != FL_RETURN || fl_lambda_around(n) || !n->kids.len)
    return true;
  const struct fl_node *v = n->kids.data[0];
  return v->type && !v->canonical && !fl_is_dependent(v) && !strstr(v->type, "(lambda") &&
         !strchr(v->type, '<');
}

// May a lambda be called when the function that it is written in has returned?
static bool outlives(const struct fl_function *f, const struct fl_node *lambda) {
  const struct fl_node *p = lambda->parent;
  return f->kind != FL_KERNEL && !lambda->lent &&
         ((p && (p->kind == FL_ASSIGN || fl_named(p, "operator="))) ||
          !fl_walk(f->body, find_returned, NULL));
}

static bool note_lambda(struct fl_node *n, void *data) {
  struct loans *l = data;
  if (n->kind != FL_LAMBDA)
    return true;
  const struct fl_decl *d = variable_of(l->unit, n);
  n->lent = !d || !any_keeps(l->unit, l->fn, d->name);
  *fl_vec_add(l->unit->arena, &l->all) = (struct borrowed){l->fn, n, NULL};
  return true;
}

void fl_find_lent(struct fl_unit *u) {
  struct loans l = {.unit = u};
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = l.fn = u->functions.data[i];
    if (!f->body)
      continue;
    fl_walk(f->body, note_lambda, &l);
    for (size_t k = 0; k < f->params.len && is_open(f); k++) {
      struct fl_decl *d = f->params.data[k].decl;
      d->lent = deduced_by(u, f, k) != FL_ANY_NUMBER && !any_keeps(u, f, d->name);
      if (d->lent)
        *fl_vec_add(u->arena, &l.all) = (struct borrowed){f, NULL, d};
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < l.all.len; i++) {
      const struct borrowed *b = &l.all.data[i];
      bool *lent = b->param ? &b->param->lent : &b->lambda->lent;
      if (!*lent || is_still_lent(u, b))
        continue;
      *lent = false;
      changed = true;
    }
  }
  for (size_t i = 0; i < l.all.len; i++) {
    const struct borrowed *b = &l.all.data[i];
    if (!b->lambda)
      continue;
    b->lambda->takes_names = b->lambda->lent && takes_names(u, b->fn, b->lambda);
    b->lambda->outlives = outlives(b->fn, b->lambda);
  }
}
