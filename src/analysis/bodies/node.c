// Predicates that take more than a line.
#include "analysis/bodies/node.h"

static bool is_zero(const struct fl_node *n) { return n->has_value && n->value == 0; }

// What a subscript is, by the only value that a local has for it: `at = n * 8 + j`.
static const char *index_text(struct fl_unit *u, const struct fl_node *n) {
  const struct fl_node *value = NULL;
  size_t writes = 0;
  for (size_t i = 0; n->kind == FL_REF && fl_is_local(n->decl) && i < n->decl->uses.len; i++) {
    const struct fl_node *use = n->decl->uses.data[i], *p = use->parent;
    const bool assigned = fl_is_operator(p, FL_ASSIGN, "=") && p->kids.data[0] == use;
    const bool declared = use->kind == FL_VAR;
    value = assigned ? p->kids.data[1] : declared && use->init ? use->init : value;
    writes += assigned || (declared ? use->init != NULL : !fl_only_read(u, use));
  }
  return fl_span_text(u, writes == 1 && value ? value->span : n->span);
}

bool fl_same_index(struct fl_unit *u, const struct fl_node *a, const struct fl_node *b) {
  const char *text = index_text(u, a);
  return *text && !strcmp(text, index_text(u, b));
}

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
      !fl_same_index(u, a->kids.data[1], b->kids.data[1]))
    return false;
  if (a->kind == FL_MEMBER && (!a->name || !b->name || strcmp(a->name, b->name) != 0))
    return false;
  return (a->kind == FL_SUBSCRIPT || a->kind == FL_MEMBER) &&
         (!a->kids.len || fl_same_place(u, a->kids.data[0], b->kids.data[0]));
}

bool fl_is_scalar(const struct fl_node *n) {
  static const char *const numbers[] = {
      "int",    "unsigned int", "long",   "unsigned long", "long long", "unsigned long long",
      "size_t", "float",        "double", "unsigned",      NULL};
  if (!n || !n->type)
    return false;
  const char *type = strncmp(n->type, "const ", 6) ? n->type : n->type + 6;
  for (const char *const *p = numbers; *p; p++)
    if (!strcmp(type, *p))
      return true;
  return false;
}
