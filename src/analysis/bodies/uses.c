// Where bodies name what is declared: a table in place of walks through a whole body for one variable.
#include "analysis/bodies/bodies.h"

struct number {
  struct fl_unit *unit;
  uint32_t last;
};

static void number(struct number *c, struct fl_node *n) {
  n->order = ++c->last;
  if (n->decl)
    *fl_vec_add(c->unit->arena, &n->decl->uses) = n;
  for (size_t i = 0; i < n->kids.len; i++)
    number(c, n->kids.data[i]);
  n->last = c->last;
}

void fl_note_uses(struct fl_unit *u) {
  struct number c = {u, 0};
  for (size_t i = 0; i < u->functions.len; i++)
    if (u->functions.data[i]->body)
      number(&c, u->functions.data[i]->body);
}

bool fl_walk_uses(struct fl_node *in, const struct fl_decl *d, fl_visitor *visit, void *data) {
  if (!in || !d)
    return true;
  size_t low = 0, high = d->uses.len;
  while (low < high) {
    const size_t mid = low + (high - low) / 2;
    if (d->uses.data[mid]->order < in->order)
      low = mid + 1;
    else
      high = mid;
  }
  for (; low < d->uses.len && d->uses.data[low]->order <= in->last; low++)
    if (!visit(d->uses.data[low], data))
      return false;
  return true;
}
