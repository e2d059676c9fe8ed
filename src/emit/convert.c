// Conversions of objects to pointers in a body that is written out for a context. `T *s = SharedMemory<T>();` becomes
// `T *s = (SharedMemory<T>()).fl_convert__fl_ctx(fl_ctx);`, an object with the same conversions, of which C++ finds the one that is meant; each calls the
// copy of the class' own for the context.
#include "emit/body.h"
#include <string.h>

static bool same_class(const struct fl_function *f, const struct fl_function *g) {
  return f->class_end.file == g->class_end.file && f->class_end.begin == g->class_end.begin;
}

// The number of a conversion in its class, from 1.
static size_t number_of(const struct fl_function *f) {
  size_t n = 1;
  for (size_t i = 0; f->conversions->functions.data[i] != f; i++)
    n += same_class(f->conversions->functions.data[i], f);
  return n;
}

static const char *type_of(const struct fl_emit *e, const struct fl_function *f) {
  return fl_span_text(e->unit, f->name_span) + strlen("operator");
}

const char *fl_conversion_copy(const struct fl_emit *e, const struct fl_function *f) {
  return fl_format(e->unit->arena, "%s fl_convert%zu", type_of(e, f), number_of(f));
}

bool fl_declare_conversions(struct fl_emit *e, const struct fl_function *f, struct fl_text *t) {
  if (!f->conversions || number_of(f) != 1)
    return false;
  size_t len;
  const char *class = fl_class_of(f, &len);
  const struct fl_functions *all = &f->conversions->functions;
  fl_text_printf(t,
                 "public:\ntemplate <class FlCtx> struct fl_converts {\n  %.*s &fl_of;\n  FlCtx "
                 "&fl_ctx;\n",
                 (int)len, class);
  for (size_t i = 0; i < all->len; i++)
    if (same_class(all->data[i], f))
      fl_text_printf(t,
                     "  __device__ __forceinline__ operator%s()%s { return "
                     "fl_of.fl_convert%zu__fl_ctx(fl_ctx); }\n",
                     type_of(e, all->data[i]), all->data[i]->is_const_member ? " const" : "",
                     number_of(all->data[i]));
  fl_text_puts(t, "};\ntemplate <class FlCtx> __device__ __forceinline__ fl_converts<FlCtx> "
                  "fl_convert__fl_ctx(FlCtx &fl_ctx) { return {*this, fl_ctx}; }\n");
  return true;
}

void fl_edit_conversion(struct fl_body_walk *w, const struct fl_node *call, const char *context) {
  struct fl_arena *a = w->e->unit->arena;
  fl_edit(a, w->out, call->span.begin, call->span.begin, "(");
  fl_edit(a, w->out, call->span.end, call->span.end,
          fl_format(a, ").fl_convert__fl_ctx(%s)", context));
}
