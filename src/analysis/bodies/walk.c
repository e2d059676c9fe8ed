// Tools for bodies: walks through them, what stands around a node, what a text names.
#include "analysis/bodies/node.h"
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

// Is what stands in [type, end) in front of a `&` not constant? `const int` is, and `int *const`; `const int *` is not.
static bool may_change(const char *type, const char *end) {
  bool pointer = false;
  int depth = 0;
  while (end > type && (end[-1] == ' ' || end[-1] == '&'))
    end--;
  if (end - type >= 5 && !strncmp(end - 5, "const", 5))
    return false;
  for (const char *p = type; p < end; p++) {
    depth += (*p == '<') - (*p == '>');
    pointer |= *p == '*' && depth == 0;
  }
  return pointer || strncmp(type, "const ", 6) != 0;
}

static bool refers(const char *type) {
  const char *end = type ? strrchr(type, '&') : NULL;
  return end && may_change(type, end);
}

bool fl_refers_to_variable(const struct fl_function *f, size_t parameter) {
  const struct fl_param *p = &f->params.data[parameter];
  // What a template's argument says may be a reference: `typename T::ref`.
  const bool any = f->template_params.len && !strchr(p->type, '&') && strstr(p->type, "::");
  return any || refers(p->type) || (p->decl && refers(p->decl->canonical));
}

static bool takes_reference(const struct fl_function *f) {
  bool any = false;
  for (size_t i = 0; i < f->params.len; i++)
    any |= fl_refers_to_variable(f, i);
  return any;
}

// `f<int &>(n)`
static bool says_reference(const struct fl_unit *u, const struct fl_node *call) {
  const char *text =
      call->callee && call->callee->span.file >= 0 ? fl_span_text(u, call->callee->span) : "";
  const char *from = strchr(text, '<');
  return from && strchr(from, '&');
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

// Has a function of this type a parameter of a type by name, which may be one of references: `void (Ref) const`?
static bool has_named_type(const char *type) {
  static const char *const known[] = {"unsigned", "signed", "int",    "long", "short", "char",
                                      "bool",     "float",  "double", "void", "const", "size_t"};
  const char *p = strchr(type, '(');
  for (p += p != NULL; p && *p && *p != ')';) {
    const size_t len = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    bool is_known = len == 0;
    for (size_t i = 0; i < sizeof known / sizeof *known && !is_known; i++)
      is_known = strlen(known[i]) == len && !strncmp(p, known[i], len);
    if (!is_known)
      return true;
    p += len ? len : 1;
  }
  return false;
}

bool fl_binds_reference(const struct fl_unit *u, const struct fl_node *call) {
  const char *type = fl_type_of_called(u, call);
  const struct fl_functions named = fl_functions_of(call);
  bool any = false;
  for (size_t i = 0; i < named.len; i++)
    any |= takes_reference(named.data[i]) ||
           (named.data[i]->template_params.len && says_reference(u, call));
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
    if (may_change(from, p))
      return true;
  }
  return fl_named(call, "operator()") && has_named_type(type);
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
