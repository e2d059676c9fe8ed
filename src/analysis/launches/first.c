// Conditions that pick a block's first thread, whatever the block's size: `threadIdx.x == 0`.
#include "analysis/bodies/node.h"
#include "analysis/launches/launches.h"

struct first {
  struct fl_unit *unit;
  const struct fl_function *fn;
  int depth;
};
static bool is_zero(struct first s, const struct fl_node *n) {
  if (!n || s.depth++ > 8)
    return false;
  if (n->has_value)
    return n->value == 0;
  const struct fl_node *a = n->kids.len ? n->kids.data[0] : NULL,
                       *b = n->kids.len == 2 ? n->kids.data[1] : NULL;
  switch (n->kind) {
  case FL_MEMBER:
    return a && a->kind == FL_REF && a->decl && a->decl->kind == FL_DECL_BUILTIN &&
           fl_named(a, "threadIdx");
  case FL_CAST:
  case FL_OTHER_EXPR:
    return n->kids.len == 1 && is_zero(s, a);
  case FL_REF:
    return n->decl && n->decl->kind == FL_DECL_LOCAL &&
           is_zero(s, fl_only_value(s.unit, s.fn, n->decl));
  case FL_BINARY:
    if (!b || !n->name || !strchr("+|*&%/", n->name[0]) || n->name[1])
      return false;
    return strchr("+|", n->name[0])   ? is_zero(s, a) && is_zero(s, b)
           : strchr("*&", n->name[0]) ? is_zero(s, a) || is_zero(s, b)
                                      : is_zero(s, a);
  default:
    return false;
  }
}

bool fl_picks_first(struct fl_unit *u, const struct fl_function *f, const struct fl_node *cond) {
  const struct first s = {u, f, 0};
  if (!cond || !cond->kids.len || !cond->name)
    return cond && (cond->kind == FL_OTHER_EXPR || cond->kind == FL_CAST) && cond->kids.len == 1 &&
           fl_picks_first(u, f, cond->kids.data[0]);
  const struct fl_node *a = cond->kids.data[0],
                       *b = cond->kids.len == 2 ? cond->kids.data[1] : NULL;
  if (cond->kind == FL_UNARY)
    return fl_named(cond, "!") && is_zero(s, a);
  if (cond->kind != FL_BINARY || !b)
    return false;
  if (fl_named(cond, "&&"))
    return fl_picks_first(u, f, a) && fl_picks_first(u, f, b);
  if (fl_named(cond, "=="))
    return is_zero(s, a) && is_zero(s, b);
  return fl_named(cond, "<") && is_zero(s, a) && b->has_value && b->value > 0;
}
