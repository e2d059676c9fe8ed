// What tells an engine how many threads of a grid can do anything (analysis/launches/useful.c), in terms of include/freelaunch/useful.h.
#include "emit/emit.h"
#include <string.h>

// Prints a term for the first thread of a grid, or for its last.
static void put_term(struct fl_text *t, const struct fl_term *n, bool last) {
  switch (n->kind) {
  case FL_TERM_PARAM:
    fl_text_printf(t, "__fl::modular(+fl_a.template get<%lld>()%s)", (long long)n->value, n->name);
    return;
  case FL_TERM_CONSTANT:
    if (n->value == INT64_MIN)
      fl_text_printf(t, "__fl::modular<%s>(-%lld - 1)", n->name, (long long)INT64_MAX);
    else
      fl_text_printf(t, "__fl::modular<%s>(%lld)", n->name, (long long)n->value);
    return;
  case FL_TERM_TEMPLATE:
    fl_text_printf(t, "__fl::modular(+%s)", n->name);
    return;
  case FL_TERM_BUILTIN: {
    const bool extent = !strncmp(n->name, "blockDim", 8) || !strncmp(n->name, "gridDim", 7);
    const char *of = strstr(n->name, "grid") || !strncmp(n->name, "blockIdx", 8) ? "grid" : "block";
    if (extent || last)
      fl_text_printf(t, "__fl::modular(fl_c.%s%s%s)", of, strchr(n->name, '.'),
                     extent ? "" : " - 1");
    else
      fl_text_puts(t, "__fl::modular(0u)");
    return;
  }
  case FL_TERM_CAST:
    fl_text_printf(t, "__fl::to<%s>(", n->name);
    put_term(t, n->a, last);
    break;
  case FL_TERM_UNARY:
    fl_text_printf(t, "(%s", n->name);
    put_term(t, n->a, last);
    break;
  case FL_TERM_BINARY:
    fl_text_puts(t, "(");
    put_term(t, n->a, last);
    fl_text_printf(t, " %s ", n->name);
    put_term(t, n->b, last);
    break;
  }
  fl_text_puts(t, ")");
}

static void put_need(struct fl_emit *e, const struct fl_function *k, struct fl_text *t,
                     const struct fl_type_need *n, const char *as) {
  static const char *const traits[] = {
      [FL_NEED_INTEGER] = "integral", [FL_NEED_WIDE_INTEGER] = "wide", [FL_NEED_BASIC] = "basic"};
  fl_text_printf(t, "__fl::%s<", traits[n->need]);
  if (n->type)
    fl_text_puts(t, fl_value_type(e, k, n->type));
  else if (n->term->kind == FL_TERM_TEMPLATE)
    fl_text_printf(t, "decltype(%s)", n->term->name);
  else if (*n->term->name)
    fl_text_printf(t, "decltype(fl_a.template get<%lld>()%s)", (long long)n->term->value,
                   n->term->name);
  else
    fl_text_printf(t, "__fl::element<%sargs, %lld>", as, (long long)n->term->value);
  fl_text_puts(t, ">");
}

void fl_useful_member(struct fl_emit *e, struct fl_function *k, const char *as, struct fl_text *t) {
  const struct fl_useful *b = fl_useful_of(e->unit, k);
  if (!b)
    return;
  fl_text_printf(t,
                 "  static __device__ __forceinline__ __fl::u64 %suseful(const __fl::config &fl_c, "
                 "const %sargs &fl_a) {\n    (void)fl_a;\n    ",
                 as, as);
  for (size_t i = 0; i < b->needs.len; i++) {
    fl_text_puts(t, i ? " && " : "if constexpr (");
    put_need(e, k, t, &b->needs.data[i], as);
  }
  fl_text_printf(t, "%sreturn __fl::bounded<%s, %s>(fl_c, ", b->needs.len ? ")\n      " : "",
                 b->threads ? "true" : "false", b->inclusive ? "true" : "false");
  if (b->stride)
    put_term(t, b->stride, false);
  else
    fl_text_puts(t, "__fl::modular(0u)");
  fl_text_puts(t, ",\n        ");
  put_term(t, b->index, false);
  fl_text_puts(t, ",\n        ");
  put_term(t, b->index, true);
  fl_text_puts(t, ",\n        ");
  put_term(t, b->bound, false);
  fl_text_printf(t, ");\n%s  }\n",
                 b->needs.len ? "    else\n      return __fl::all_threads(fl_c);\n" : "");
}
