// Tools for bodies: walks through them, what stands around a node, what a text names.
#include "analysis/bodies/bodies.h"
#include <string.h>

bool fl_walk(struct fl_node *n, fl_visitor *visit, void *data) {
  if (!n)
    return true;
  if (!visit(n, data))
    return false;
  for (size_t i = 0; i < n->kids.len; i++)
    if (!fl_walk(n->kids.data[i], visit, data))
      return false;
  return true;
}

bool fl_is_loop(const struct fl_node *n) {
  return n->kind == FL_FOR || n->kind == FL_WHILE || n->kind == FL_DO || n->kind == FL_RANGE_FOR;
}

bool fl_stands_in(const struct fl_node *n, const struct fl_node *in) {
  return n->order >= in->order && n->order <= in->last;
}

static bool find_goto(struct fl_node *n, void *data) {
  (void)data;
  return n->kind != FL_GOTO;
}
bool fl_has_goto(struct fl_node *body) { return !fl_walk(body, find_goto, NULL); }

const struct fl_node *fl_loop_around(const struct fl_node *n) {
  do
    n = n->parent;
  while (n && !fl_is_loop(n));
  return n;
}

const struct fl_node *fl_lambda_around(const struct fl_node *n) {
  for (n = n->parent; n; n = n->parent)
    if (n->kind == FL_LAMBDA)
      return n;
  return NULL;
}

bool fl_unused(const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  if (!p)
    return false;
  switch (p->kind) {
  case FL_BINARY:
    return p->name && !strcmp(p->name, ",") && (n == p->kids.data[0] || fl_unused(p));
  case FL_COMPOUND:
    return !p->parent || p->parent->kind != FL_OTHER_EXPR;
  case FL_CASE:
  case FL_DEFAULT:
  case FL_LABEL:
    return fl_unused(p);
  case FL_IF:
  case FL_FOR:
  case FL_WHILE:
  case FL_DO:
  case FL_RANGE_FOR:
    return n == p->then || n == p->otherwise;
  default:
    return false;
  }
}

bool fl_is_binding(const struct fl_node *n) {
  return n->kind == FL_OTHER_DECL && n->name && *n->name == '[';
}

bool fl_in_local_class(const struct fl_node *n) {
  for (n = n ? n->parent : NULL; n; n = n->parent)
    if (n->kind == FL_OTHER_DECL && !fl_is_binding(n))
      return true;
  return false;
}

bool fl_has_node(const struct fl_nodes *list, const struct fl_node *n) {
  for (size_t i = 0; i < list->len; i++)
    if (list->data[i] == n)
      return true;
  return false;
}

bool fl_leaves_body(const struct fl_node *n) {
  return n->kind == FL_RETURN && !fl_lambda_around(n) && !fl_in_local_class(n);
}

bool fl_always_leaves(const struct fl_node *n) {
  if (n && n->kind == FL_COMPOUND)
    return n->kids.len && fl_always_leaves(n->kids.data[n->kids.len - 1]);
  return n && n->kind == FL_RETURN;
}

bool fl_stands_alone(const struct fl_node *n) {
  const struct fl_node *in = n ? n->parent : NULL;
  if (!in || n->span.file < 0 || in->span.file != n->span.file || in->span.begin >= n->span.begin ||
      in->span.end <= n->span.end)
    return false;
  for (size_t i = 0; i < in->kids.len; i++) {
    const struct fl_node *k = in->kids.data[i];
    if (k != n && k->span.file == n->span.file && k->span.begin < n->span.end &&
        n->span.begin < k->span.end)
      return false;
  }
  return true;
}

static bool takes_reference(const struct fl_function *f) {
  bool any = false;
  for (size_t i = 0; i < f->params.len; i++)
    any |= strchr(f->params.data[i].type, '&') && strncmp(f->params.data[i].type, "const ", 6) != 0;
  return any;
}

const char *fl_type_of_called(const struct fl_unit *u, const struct fl_node *call) {
  const struct fl_decl *d = call->decl;
  const char *type = call->callee ? call->callee->type : NULL;
  if (!type || strchr(type, '(') || !d || d->kind != FL_DECL_FUNCTION ||
      fl_functions_named(u, d->name)->len)
    return type;
  const char *declared = d->other_overloads ? d->other_overloads : d->type;
  return declared && strchr(declared, '(') ? declared : type;
}

bool fl_binds_reference(const struct fl_unit *u, const struct fl_node *call) {
  const char *type = fl_type_of_called(u, call);
  const struct fl_functions named = fl_functions_of(call);
  bool any = false;
  for (size_t i = 0; i < named.len; i++)
    any |= takes_reference(named.data[i]);
  if (any || named.len || fl_api_find(call->name))
    return any;
  // Of the functions that clang knows itself, std::move and its kin give references.
  if (!type || !strchr(type, '('))
    return !type || strcmp(type, "<builtin fn type>") != 0 || strncmp(call->name, "__", 2) != 0 ||
           strstr(call->name, "addressof");
  for (const char *p = type; (p = strchr(p, '&')); p++) { // one to const changes nothing
    const char *from = p;
    while (from > type && from[-1] != ',' && from[-1] != '(')
      from--;
    from += *from == ' ';
    if (strncmp(from, "const ", 6) != 0)
      return true;
  }
  return false;
}

bool fl_mentions(const char *text, const char *word) {
  return fl_find_word(text, text, word) != NULL;
}

const char *fl_without_comments(struct fl_unit *u, const char *text) {
  char *copy = fl_strdup(u->arena, text);
  for (const char *p = text; *p;) {
    bool comment;
    const char *end = fl_opaque_end(text, p, &comment);
    if (end == p && p[0] == '\\') // a line splice
      end += p[1] == '\n' ? 2 : p[1] == '\r' && p[2] == '\n' ? 3 : 0;
    memset(copy + (p - text), ' ', (size_t)(end - p));
    p = end == p ? p + 1 : end;
  }
  return copy;
}

const char *fl_initialisers(struct fl_unit *u, const struct fl_function *f) {
  if (!f->is_member || f->params_span.file < 0 || f->body_span.file != f->params_span.file)
    return "";
  return fl_span_text(u,
                      (struct fl_span){f->body_span.file, f->params_span.end, f->body_span.begin});
}
