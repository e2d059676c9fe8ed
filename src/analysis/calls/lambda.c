// What stands inside a lambda: by which means it can name a local that stands in for something of the block, and whether it can be carried out there.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/instances/instances.h"
#include <ctype.h>
#include <string.h>

enum fl_capture fl_capture_of(struct fl_unit *u, const struct fl_node *lambda) {
  const enum fl_capture listed = lambda->takes_names ? FL_CAPTURE_LISTED : FL_CAPTURE_NOTHING;
  const struct fl_node *p = lambda->parent;
  const char *t = fl_span_text(u, lambda->span);
  if (*t++ != '[' || (p && p->kind == FL_VAR && p->decl && p->decl->is_constexpr))
    return FL_CAPTURE_NOTHING;
  while (isspace((unsigned char)*t))
    t++;
  if (*t == '=')
    return FL_CAPTURE_COPIES;
  if (*t++ != '&')
    return listed;
  while (isspace((unsigned char)*t))
    t++;
  if (*t != ']' && *t != ',')
    return listed;
  return lambda->outlives ? FL_CAPTURE_NOTHING : FL_CAPTURE_REFERENCES;
}

// Is it part of a default argument of the lambda around it? Those cannot name the body's variables, however the lambda captures them.
static bool in_default_argument(const struct fl_node *n) {
  for (; n && n->kind != FL_LAMBDA; n = n->parent)
    if (n->kind == FL_VAR && n->decl && n->decl->kind == FL_DECL_PARAM && n->parent &&
        n->parent->kind == FL_LAMBDA)
      return true;
  return false;
}

enum fl_capture fl_capture_at(struct fl_unit *u, const struct fl_node *n) {
  enum fl_capture least = FL_NO_LAMBDA;
  for (const struct fl_node *l; (l = fl_lambda_around(n)); n = l) {
    const enum fl_capture c =
        in_default_argument(n->parent) ? FL_CAPTURE_NOTHING : fl_capture_of(u, l);
    if (c > least)
      least = c;
  }
  return least;
}

// From the beginning of a capture: has it a name of its own for what may be a reference, or an address? `*end`: where the next one, or the bracket, is.
static bool binds(const char *t, const char **end) {
  bool named = false, refers = false;
  int depth = 0;
  while (isspace((unsigned char)*t))
    t++;
  const char *name = t + (*t == '&');
  char before = '=';
  for (; *t && (depth || (*t != ',' && *t != ']')); t++) {
    const bool between = *t == '&' && fl_is_word(before); // `x & 1` or `x && y`: no address
    named |= t > name && strchr("={(", *t);
    refers |= !between && strchr("&{([", *t);
    t += between && t[1] == '&';
    before = isspace((unsigned char)*t) ? before : *t;
    depth += strchr("[({", *t) != NULL;
    depth -= strchr("])}", *t) != NULL;
  }
  *end = t;
  return named && refers;
}

bool fl_binds_by_capture(struct fl_unit *u, const struct fl_node *lambda) {
  const char *t = fl_span_text(u, lambda->span);
  while (*t == '[' || *t == ',')
    if (binds(t + 1, &t))
      return true;
  return false;
}

// Behind the bracket that closes the one at `t`.
static const char *behind_bracket(const char *t) {
  const bool angles = *t == '<'; // else they compare
  int depth = 0;
  for (; *t; t++) {
    depth += strchr("[({", *t) || (angles && *t == '<');
    depth -= strchr("])}", *t) || (angles && *t == '>');
    if (!depth)
      return t + 1;
  }
  return t;
}

// Behind a template parameter that begins at `t`. *name: the last word in front of its default argument.
static const char *behind_parameter(const char *t, const char **name, size_t *len) {
  bool is_default = false;
  *len = 0;
  while (*t && !strchr(",>", *t)) {
    size_t n = 0;
    while (fl_is_word(t[n]))
      n++;
    if (n && !is_default)
      *name = t, *len = n;
    is_default |= *t == '=';
    t = n ? t + n : strchr("[({<", *t) ? behind_bracket(t) : t + 1;
  }
  return t;
}

// Does a text mention a parameter of the lambda's template head, `[&]<class T>(T v)`?
static bool mentions_head(struct fl_unit *u, const struct fl_node *lambda, const char *text) {
  const char *t = fl_without_comments(u, fl_span_text(u, lambda->span)), *name;
  size_t len;
  if (*t != '[')
    return false;
  t = behind_bracket(t);
  t += strspn(t, " \t\r\n");
  while (*t == '<' || *t == ',') {
    t = behind_parameter(t + 1, &name, &len);
    if (len && fl_mentions(text, fl_strndup(u->arena, name, len)))
      return true;
  }
  return false;
}

bool fl_is_generic(struct fl_unit *u, const struct fl_node *lambda) {
  const char *t = fl_without_comments(u, fl_span_text(u, lambda->span));
  if (*t != '[')
    return true;
  t = behind_bracket(t);
  t += strspn(t, " \t\r\n");
  return *t == '<' ||
         (*t == '(' &&
          fl_mentions(fl_strndup(u->arena, t, (size_t)(behind_bracket(t) - t)), "auto"));
}

bool fl_names_lambda_parameter(struct fl_unit *u, const struct fl_node *n, const char *text) {
  for (n = fl_lambda_around(n); n; n = fl_lambda_around(n))
    if (mentions_head(u, n, text))
      return true;
  return false;
}

// What a lambda does that depends on the block.
struct dependence {
  struct fl_unit *unit;
  const struct fl_node *at;
};
static bool find_dependence(struct fl_node *n, void *data) {
  struct dependence *d = data;
  const struct fl_api *api =
      (n->kind == FL_REF || n->kind == FL_CALL) && n->name ? fl_api_find(n->name) : NULL;
  const struct fl_function *g = n->kind == FL_CALL ? fl_called(d->unit, n) : NULL;
  if ((api && api->shadow) || (g && g->facts->needs_context))
    d->at = n;
  return !d->at;
}
static bool find_in_lambda(struct fl_node *n, void *data) {
  struct dependence *d = data;
  if (n->kind == FL_LAMBDA)
    fl_walk(n, find_dependence, d);
  return !d->at;
}

static bool may_be_lambda(const char *type) {
  return !type || type[0] == '<' || strstr(type, "(lambda") || strstr(type, "auto") ||
         strstr(type, "decltype");
}

struct holding {
  struct fl_unit *unit;
  const struct fl_function *fn;
  bool may;
};

// May a variable of the body's be a lambda, or have one in it? Types that are declared there are written out.
static bool may_keep_lambda(const struct holding *h, const struct fl_node *ref) {
  const struct fl_decl *d = ref->decl;
  if (d->kind == FL_DECL_PARAM || d->kind == FL_DECL_TEMPLATE_PARAM)
    return false;
  const char *type = fl_without_locals(h->unit, h->fn, ref, d->type);
  return d->local_type || !type || may_be_lambda(type) || may_be_lambda(d->canonical);
}

// A lambda of the body's own, or what may come to be one: a variable, or the result of a call.
static bool find_lambda(struct fl_node *n, void *data) {
  struct holding *h = data;
  h->may |= n->kind == FL_LAMBDA || n->kind == FL_CALL || n->kind == FL_OTHER_EXPR ||
            (n->kind == FL_REF && n->decl && may_keep_lambda(h, n));
  return !h->may;
}

static bool may_hold_lambda(struct fl_unit *u, const struct fl_function *f, struct fl_node *arg) {
  struct holding h = {u, f, arg->kind == FL_BINARY && arg->name && !strcmp(arg->name, ",")};
  const char *type = arg->type ? fl_without_locals(u, f, arg, arg->type) : NULL;
  const bool may = may_be_lambda(type) || (arg->canonical && may_be_lambda(arg->canonical));
  if (may && arg->kind != FL_BINARY && arg->kind != FL_LITERAL)
    fl_walk(arg, find_lambda, &h);
  return h.may;
}

static struct fl_reason passed_lambda(struct fl_unit *u, const struct fl_function *f) {
  struct dependence d = {u, NULL};
  bool passed = false;
  for (size_t i = 0; i < f->sites.len; i++)
    for (size_t k = 0; k < f->sites.data[i]->arg_nodes.len; k++)
      passed |= may_hold_lambda(u, f, f->sites.data[i]->arg_nodes.data[k]);
  if (passed && f->body)
    fl_walk(f->body, find_in_lambda, &d);
  return (struct fl_reason){d.at ? "a lambda that depends on its block may be passed to a child, "
                                   "where it means the child's"
                                 : NULL,
                            d.at ? d.at->span : f->name_span};
}

struct fl_reason fl_passed_lambda_obstacle(struct fl_unit *u, const struct fl_function *f) {
  struct fl_facts *x = f->facts;
  if (!x->passed_known)
    x->passed_lambda = passed_lambda(u, f);
  x->passed_known = true;
  return x->passed_lambda;
}

// Is it among the arguments of a call of a lambda?
static bool is_given_to_lambda(const struct fl_node *n) {
  const struct fl_node *call = n->parent;
  if (!call || call->kind != FL_CALL || !call->kids.len)
    return false;
  const struct fl_node *object =
      call->name && !strcmp(call->name, "operator()") ? call->kids.data[0] : call->callee;
  return object && object != n &&
         (object->kind == FL_LAMBDA ||
          (object->kind == FL_REF && object->decl &&
           (object->decl->kind == FL_DECL_LOCAL || object->decl->kind == FL_DECL_PARAM) &&
           may_be_lambda(object->decl->type)));
}
static bool find_given(struct fl_node *n, void *data) {
  return n->kind != FL_REF || n->decl != data || !is_given_to_lambda(n);
}

// Is a lambda handed to a lambda, which may be itself? Nobody looks what that does with it.
static bool is_handed_to_lambda(const struct fl_site *s, const struct fl_node *lambda) {
  const struct fl_node *p = lambda->parent;
  return is_given_to_lambda(lambda) ||
         (p && p->kind == FL_VAR && p->decl && !fl_walk(s->caller->body, find_given, p->decl));
}

struct fl_reason fl_lambda_obstacle(struct fl_unit *u, const struct fl_site *s) {
  struct fl_reason r = {NULL, s->span};
  if (fl_in_local_class(s->node))
    r.text = "the launch is written inside a local class";
  if (r.text || !s->in_lambda)
    return r;
  if (!s->caller || s->caller->is_lambda || !s->caller->body || !fl_lambda_around(s->node))
    r.text = "the launch is written inside a lambda of host code";
  for (const struct fl_node *l = fl_lambda_around(s->node); l && !r.text; l = fl_lambda_around(l))
    if (!l->lent)
      r.text = is_handed_to_lambda(s, l)
                   ? "the launch is written inside a lambda that is handed to a lambda"
                   : "the launch is written inside a lambda that may be called elsewhere";
  if (!r.text && fl_capture_at(u, s->node) == FL_CAPTURE_NOTHING)
    r.text = "the launch is written inside a lambda that can capture nothing more";
  return r;
}

static bool depends(const struct fl_lambda_use *use) {
  static const char *const words[] = {"__shared__", "asm", "cub", "thrust", "cooperative_groups"};
  static const char *const launches[] = {"cudaConfigureCall", "cudaLaunchDevice",
                                         "__cudaPushCallConfiguration"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(use->name, words[i]))
      return true;
  for (size_t i = 0; i < sizeof launches / sizeof *launches && use->for_device; i++)
    if (!strcmp(use->name, launches[i]))
      return true;
  if (use->function)
    return use->function->facts->needs_context &&
           (use->for_device || use->function->kind == FL_DEVICE);
  const struct fl_api *api = fl_api_find(use->name);
  const bool runtime = !strncmp(use->name, "cuda", 4); // the host's has the same names
  return api && api->cls != FL_API_ANYWHERE && api->cls != FL_API_LOAD &&
         (use->for_device || !runtime) && strcmp(use->name, "__activemask") != 0;
}

struct fl_reason fl_lambda_dependence(struct fl_unit *u) {
  for (size_t i = 0; i < u->lambda_uses.len; i++)
    if (depends(&u->lambda_uses.data[i]))
      return (struct fl_reason){"a lambda that depends on its block may be called",
                                u->lambda_uses.data[i].at};
  return (struct fl_reason){NULL, {.file = -1}};
}
