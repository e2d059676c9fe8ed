// What conditions say, and whether expressions say the same.
#include "analysis/waits/said.h"
#include "analysis/bodies/node.h"

bool fl_any_atom(const struct fl_node *n, bool truth, fl_atom_visitor *visit, const void *data) {
  while (n->kind == FL_CAST && n->kids.len == 1 && !n->has_value)
    n = n->kids.data[0];
  if (fl_is_operator(n, FL_UNARY, "!"))
    return fl_any_atom(n->kids.data[0], !truth, visit, data);
  const bool equal = fl_is_operator(n, FL_BINARY, "==");
  if ((equal || fl_is_operator(n, FL_BINARY, "!=")) && n->kids.len == 2 &&
      n->kids.data[1]->has_value && n->kids.data[1]->value == 0)
    return fl_any_atom(n->kids.data[0], truth != equal, visit, data);
  if (n->kids.len == 2 && fl_is_operator(n, FL_BINARY, truth ? "&&" : "||"))
    return fl_any_atom(n->kids.data[0], truth, visit, data) ||
           fl_any_atom(n->kids.data[1], truth, visit, data);
  return visit(n, truth, data);
}
const struct fl_node *fl_plain(const struct fl_node *n) {
  while (n->kids.len == 1 && !n->has_value) {
    const struct fl_node *of = n->kids.data[0];
    if (n->kind == FL_CAST)
      n = of;
    else if (fl_is_operator(n, FL_UNARY, "*") && fl_is_operator(fl_plain(of), FL_UNARY, "&"))
      n = fl_plain(of)->kids.data[0];
    else
      break;
  }
  return n;
}
bool fl_is_same(const struct fl_node *a, const struct fl_node *b) {
  a = fl_plain(a), b = fl_plain(b);
  if (a->has_value || b->has_value)
    return a->has_value && b->has_value && a->value == b->value;
  const bool leaf = a->kind == FL_REF || a->kind == FL_THIS;
  const bool known = a->kind == FL_SUBSCRIPT || a->kind == FL_MEMBER || a->kind == FL_BINARY ||
                     (a->kind == FL_UNARY && !fl_named(a, "++") && !fl_named(a, "--"));
  if (a->kind != b->kind || a->decl != b->decl || a->kids.len != b->kids.len ||
      !(leaf || (known && a->kids.len)) || (a->kind == FL_REF && !a->decl) ||
      (a->name && b->name ? strcmp(a->name, b->name) != 0 : a->name != b->name))
    return false;
  for (size_t i = 0; i < a->kids.len; i++)
    if (!fl_is_same(a->kids.data[i], b->kids.data[i]))
      return false;
  return true;
}
