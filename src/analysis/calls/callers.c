// What the callers of a device function hand to it.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"

// The argument of a call that a parameter of `f` is; NULL: that is not known.
static const struct fl_node *argument(const struct fl_function *f, const struct fl_node *call,
                                      size_t param) {
  size_t n = 0;
  while (fl_nth_argument(call, n))
    n++;
  if (n != f->params.len || f->params.data[param].is_pack || fl_named(call, "operator()"))
    return NULL;
  return fl_nth_argument(call, param);
}

bool fl_all_hand(struct fl_unit *u, struct fl_function *f, int param, fl_handed_test *is,
                 void *data) {
  const struct fl_facts *x = f->facts;
  bool any = false;
  for (size_t i = 0; i < x->callers.len && !x->calls_recursively; i++) {
    struct fl_function *g = x->callers.data[i];
    for (size_t k = 0; k < g->facts->unresolved.len; k++)
      if (g->facts->unresolved.data[k] == f)
        return false;
    for (size_t k = 0; k < g->calls.len; k++) {
      const struct fl_node *call = g->calls.data[k];
      struct fl_function *h = NULL;
      while ((h = fl_next_called(u, call, h)) && h != f)
        ;
      if (!h)
        continue;
      any = is(u, g, param == FL_OBJECT ? fl_called_object(call) : argument(f, call, (size_t)param),
               data);
      if (!any)
        return false;
    }
  }
  return any;
}

bool fl_all_hand_to(struct fl_unit *u, const struct fl_decl *param, fl_handed_test *is,
                    void *data) {
  struct fl_function *f = param->owner;
  for (size_t i = 0; f && f->kind != FL_KERNEL && i < f->params.len; i++)
    if (f->params.data[i].decl == param)
      return fl_all_hand(u, f, (int)i, is, data);
  return false;
}
