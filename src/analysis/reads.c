// Does a use of a variable leave it as it is? Where that is not certain from where it stands, the answer is no: a reference may be bound to it in many ways.
#include "analysis/analysis.h"
#include <string.h>

// The elements of a list that initialises no class are copied.
static bool copies(const struct fl_node *list) {
  static const char *const vectors[] = {"char",  "uchar",  "short",    "ushort",   "int",
                                        "uint",  "long",   "ulong",    "longlong", "ulonglong",
                                        "float", "double", "unsigned", "dim",      "bool"};
  const char *t = list->type ? list->type : "";
  t += strncmp(t, "const ", 6) ? 0 : 6;
  const size_t n = strspn(t, "abcdefghijklmnopqrstuvwxyz");
  const bool plain = strchr("1234[ ", t[n]); // or nothing at all
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors && plain; i++)
    if (strlen(vectors[i]) == n && !strncmp(vectors[i], t, n))
      return true;
  return false;
}

// Does the object that a member function is called for stay as it is?
static bool is_const_call(const struct fl_node *member) {
  const struct fl_node *call = member->parent;
  return call && call->kind == FL_CALL && call->callee == member && call->decl &&
         call->decl->function && call->decl->function->is_const_member;
}

// Is an object what an operator, a member function of its class, is called for, that may change it?
static bool may_change_object(const struct fl_node *call, const struct fl_node *object) {
  const struct fl_function *f = call->decl ? call->decl->function : NULL;
  size_t first = 0;
  while (first < call->kids.len && call->kids.data[first] == call->callee)
    first++;
  return call->name && !strncmp(call->name, "operator", 8) && first < call->kids.len &&
         call->kids.data[first] == object && (!f || (f->is_member && !f->is_const_member));
}

// `T *const __restrict__` is, `T *[2]` and `T *&` are not.
static bool is_pointer(const char *type) {
  const char *star = type ? strrchr(type, '*') : NULL;
  return star && !star[1 + strspn(star + 1, " _abcdefghijklmnopqrstuvwxyz")];
}

// Does a lambda say what it returns? Without that it is a copy.
static bool says_result(struct fl_unit *u, const struct fl_node *lambda) {
  const char *text = fl_span_text(u, lambda->span), *arrow = strstr(text, "->");
  return arrow && arrow < text + strcspn(text, "{");
}

// Is it a pack, `f(xs)...`?
static bool expands(struct fl_unit *u, const struct fl_node *n) {
  const char *text = n->kids.len == 1 ? fl_span_text(u, n->span) : "";
  const size_t len = strlen(text);
  return len > 3 && !strcmp(text + len - 3, "...");
}

bool fl_only_read(struct fl_unit *u, const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  if (!p)
    return false;
  const bool pointer = is_pointer(n->type);
  switch (p->kind) {
  case FL_IF:
  case FL_WHILE:
  case FL_DO:
  case FL_FOR:
  case FL_SWITCH:
  case FL_LAUNCH:
  case FL_LAMBDA: // a capture: what the lambda does with it is looked at where it does
    return true;
  case FL_RETURN: // a lambda may return a reference
    return !fl_lambda_around(p) || !says_result(u, fl_lambda_around(p));
  case FL_BINARY:
    return p->name && strcmp(p->name, ",") != 0 &&
           (strcmp(p->name, ".*") != 0 || fl_only_read(u, p));
  case FL_CAST:
  case FL_TERNARY:
    return !strchr(p->type ? p->type : "&", '&') && fl_only_read(u, p);
  case FL_SUBSCRIPT:
    return pointer || (p->kids.data[0] != n && !strchr(n->type ? n->type : "[", '[')) ||
           fl_only_read(u, p);
  case FL_MEMBER: // the object behind a pointer is another one
    return pointer || is_const_call(p) || fl_only_read(u, p);
  case FL_INIT_LIST:
    return copies(p);
  case FL_OTHER_EXPR:
    return (p->name && !strcmp(p->name, "sizeof")) || (expands(u, p) && fl_only_read(u, p));
  case FL_UNARY:
    return p->name && (strcmp(p->name, "*") != 0 || pointer) && strcmp(p->name, "&") != 0 &&
           strcmp(p->name, "++") != 0 && strcmp(p->name, "--") != 0;
  case FL_ASSIGN:
    return p->kids.len == 2 && p->kids.data[1] == n;
  case FL_VAR:
    return p->decl && !p->decl->is_reference;
  case FL_CALL:
    return p->callee != n && !fl_binds_reference(p) && !may_change_object(p, n);
  default:
    return false;
  }
}
