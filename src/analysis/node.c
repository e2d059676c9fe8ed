// Do two expressions stand for the same place?
#include "analysis/node.h"

static bool is_zero(const struct fl_node *n) { return n->has_value && n->value == 0; }

bool fl_same_place(struct fl_unit *u, const struct fl_node *a, const struct fl_node *b) {
  const struct fl_node *both_of[] = {a, b};
  for (int i = 0; i < 2; i++)
    for (const struct fl_node **n = &both_of[i];
         (*n)->kids.len &&
         ((*n)->kind == FL_CAST || fl_is_operator(*n, FL_UNARY, "*") ||
          fl_is_operator(*n, FL_UNARY, "&") ||
          ((*n)->kind == FL_SUBSCRIPT && (*n)->kids.len == 2 && is_zero((*n)->kids.data[1])));)
      *n = (*n)->kids.data[0];
  a = both_of[0], b = both_of[1];
  if (a->kind != b->kind || a->kids.len != b->kids.len)
    return false;
  if (a->kind == FL_REF)
    return a->decl && a->decl == b->decl;
  if (a->kind == FL_SUBSCRIPT && a->kids.len == 2 &&
      strcmp(fl_span_text(u, a->kids.data[1]->span), fl_span_text(u, b->kids.data[1]->span)) != 0)
    return false;
  if (a->kind == FL_MEMBER && (!a->name || !b->name || strcmp(a->name, b->name) != 0))
    return false;
  return (a->kind == FL_SUBSCRIPT || a->kind == FL_MEMBER) &&
         (!a->kids.len || fl_same_place(u, a->kids.data[0], b->kids.data[0]));
}
