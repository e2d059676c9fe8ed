// What a body does with memory: objects and pieces of it from the pool, stores and atomic operations that look first.
#include "emit/body.h"
#include <ctype.h>
#include <string.h>

// Objects get their place from the pool: `new T(x)` becomes `new (__fl::heap::tag{}) T(x)`, `delete p` a call.
void fl_edit_object(struct fl_body_walk *w, const struct fl_node *n) {
  struct fl_unit *u = w->e->unit;
  bool array = false;
  if (!u->heap->objects)
    return;
  const uint32_t at = n->kind == FL_NEW ? fl_plain_new(u, n) : fl_plain_delete(u, n, &array);
  if (!at)
    return;
  if (n->kind == FL_NEW) {
    fl_edit(u->arena, w->out, at, at, " (__fl::heap::tag{})");
  } else {
    fl_edit(u->arena, w->out, n->span.begin, at,
            array ? "__fl::heap::destroy_array(" : "__fl::heap::destroy(");
    fl_edit(u->arena, w->out, n->span.end, n->span.end, ")");
  }
}

void fl_edit_heap_call(struct fl_body_walk *w, const struct fl_node *n) {
  struct fl_unit *u = w->e->unit;
  const unsigned bit = u->heap->pooled ? fl_heap_call(n) : 0;
  if (!bit || !n->callee->editable || n->callee->span.file < 0)
    return;
  if (bit & (FL_HEAP_MALLOC | FL_HEAP_FREE) || fl_heap_qualified(u, n) ||
      !fl_is_shadowed(w->e, w->fn, w->form))
    fl_edit(u->arena, w->out, n->callee->span.begin, n->callee->span.end,
            fl_format(u->arena, "__fl::heap::%s", n->callee->name));
}

const char *fl_heap_names(const struct fl_emit *e, const struct fl_function *f, enum fl_form form) {
  unsigned all = e->unit->heap->pooled ? f->facts->heap_names : 0;
  if (fl_is_shadowed(e, f, form))
    all &= FL_HEAP_MALLOC | FL_HEAP_FREE;
  return fl_format(e->unit->arena, "%s%s%s%s",
                   all & FL_HEAP_MALLOC ? " using __fl::heap::malloc;" : "",
                   all & FL_HEAP_FREE ? " using __fl::heap::free;" : "",
                   all & FL_HEAP_CUDA_MALLOC ? " using __fl::heap::cudaMalloc;" : "",
                   all & FL_HEAP_CUDA_FREE ? " using __fl::heap::cudaFree;" : "");
}

// `changed = 1` becomes `__fl::store_new(changed, 1)`, and `level[v] = now` `__fl::by_exchange(level[v]) = now`: in what is written out for a context, and in
// device functions that such bodies call.
void fl_edit_store(struct fl_body_walk *w, const struct fl_node *n) {
  struct fl_unit *u = w->e->unit;
  if (w->form == FL_FORM_SYMBOL && w->fn->kind == FL_KERNEL)
    return;
  if (n->write == FL_WRITE_EXCHANGES) {
    const struct fl_span at = n->kids.data[0]->span;
    fl_edit(u->arena, w->out, at.begin, at.begin, "__fl::by_exchange(");
    fl_edit(u->arena, w->out, at.end, at.end, ")");
  }
  if (n->write != FL_WRITE_LOOKS)
    return;
  const char *text = u->files.data[n->span.file].text;
  uint32_t at = n->kids.data[0]->span.end;
  while (at < n->kids.data[1]->span.begin && text[at] != '=' && text[at] != '/')
    at++;
  if (text[at] != '=')
    return;
  fl_edit(u->arena, w->out, n->span.begin, n->span.begin, "__fl::store_new(");
  const uint32_t end = at + 1;
  while (isspace((unsigned char)text[at - 1]))
    at--;
  fl_edit(u->arena, w->out, at, end, ",");
  fl_edit(u->arena, w->out, n->span.end, n->span.end, ")");
}

// `atomicMin(...)` becomes `__fl::silent::atomicMin(...)`, or what else the plan says, in the same places.
void fl_edit_atomic(struct fl_body_walk *w, const struct fl_node *n) {
  static const char *const in[] = {
      [FL_WRITE_LOOKS] = "silent", [FL_WRITE_CACHED] = "cached", [FL_WRITE_REDUCES] = "reducing"};
  if (n->write == FL_WRITE_AS_IT_IS || (w->form == FL_FORM_SYMBOL && w->fn->kind == FL_KERNEL))
    return;
  struct fl_unit *u = w->e->unit;
  fl_edit(u->arena, w->out, n->callee->span.begin, n->callee->span.end,
          fl_format(u->arena, "__fl::%s::%s", in[n->write], n->decl->name));
}
