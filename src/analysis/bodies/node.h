// What a node is: predicates over its kind, its name and its type (node.c).
#ifndef FL_NODE_H
#define FL_NODE_H
#include "analysis/bodies/bodies.h"
#include <stdlib.h>
#include <string.h>

// Do two expressions, or pointers to them, stand for the same place? In doubt they do not.
bool fl_same_place(struct fl_unit *u, const struct fl_node *a, const struct fl_node *b);
// Are two subscripts one number, as far as their text, or that of the only value of a local, tells?
bool fl_same_index(struct fl_unit *u, const struct fl_node *a, const struct fl_node *b);

static inline bool fl_named(const struct fl_node *n, const char *name) {
  return n->name && !strcmp(n->name, name);
}
static inline bool fl_begins(const char *text, const char *with) {
  return text && !strncmp(text, with, strlen(with));
}
// Is a name of so many characters in a list that NULL ends?
static inline bool fl_is_among(const char *const *list, const char *name, size_t len) {
  while (*list && (strlen(*list) != len || strncmp(*list, name, len) != 0))
    list++;
  return *list;
}
static inline bool fl_is_operator(const struct fl_node *n, enum fl_node_kind kind,
                                  const char *name) {
  return n->kind == kind && fl_named(n, name) && n->kids.len;
}
// The n-th argument of a call, from 0; NULL: it has fewer.
static inline const struct fl_node *fl_nth_argument(const struct fl_node *call, size_t n) {
  for (size_t i = 0; i < call->kids.len; i++)
    if (call->kids.data[i] != call->callee && n-- == 0)
      return call->kids.data[i];
  return NULL;
}
// The object whose member a call names, `x` of `x.f(1)`; NULL: it names none.
static inline const struct fl_node *fl_object_of(const struct fl_node *call) {
  const struct fl_node *m = call->callee;
  return m && m->kind == FL_MEMBER && m->kids.len ? m->kids.data[0] : NULL;
}
// The first operand of an operator that is called as such, `x` of `x + 1`; NULL: it is no call of an operator.
static inline const struct fl_node *fl_operand_of(const struct fl_node *call) {
  return fl_begins(call->name, "operator") ? fl_nth_argument(call, 0) : NULL;
}
// The object that a call is of, by either way.
static inline const struct fl_node *fl_called_object(const struct fl_node *call) {
  const struct fl_node *object = fl_object_of(call);
  return object ? object : fl_operand_of(call);
}
static inline bool fl_is_array(const struct fl_node *n) {
  return n->type && strchr(n->type, '[') && !strstr(n->type, "(*");
}
static inline bool fl_is_pointer(const struct fl_node *n) {
  const char *star = n->type ? strrchr(n->type, '*') : NULL;
  return star && !strpbrk(star, ")>]");
}
static inline bool fl_is_local(const struct fl_decl *d) {
  return d && (d->kind == FL_DECL_LOCAL || d->kind == FL_DECL_PARAM);
}
#endif
