// Launches and calls in the statements of a template that some of its instances discard (`if constexpr`): these do not launch what stands there, nor need it be
// a type at all.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/instances/instances.h"
#include <string.h>

// Is it `if constexpr`?
static bool is_constant_if(struct fl_unit *u, const struct fl_node *n) {
  if (n->kind != FL_IF || !n->editable || n->span.file < 0)
    return false;
  const char *text = fl_without_comments(u, fl_span_text(u, n->span));
  text += strlen("if");
  text += strspn(text, " \t\r\n");
  return !strncmp(text, "constexpr", strlen("constexpr"));
}

const char *fl_discarded_unless(struct fl_unit *u, const struct fl_function *f,
                                const struct fl_node *n) {
  const char *all = "";
  if (!f->template_params.len || f->is_member)
    return all;
  for (const struct fl_node *in = n->parent; in && all; n = in, in = in->parent) {
    if (!is_constant_if(u, in) || (n != in->then && n != in->otherwise))
      continue;
    const struct fl_node *cond = in->cond;
    const char *text = cond && !in->init && cond->editable && cond->span.file >= 0
                           ? fl_span_text(u, cond->span)
                           : NULL;
    text =
        text && !fl_names_lambda_parameter(u, n, text) ? fl_without_locals(u, f, cond, text) : NULL;
    all = text ? fl_format(u->arena, "if constexpr (%s%s%s) %s", n == in->then ? "" : "!(", text,
                           n == in->then ? "" : ")", all)
               : NULL;
  }
  return all;
}
