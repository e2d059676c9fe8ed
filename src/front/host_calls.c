// Which calls of the runtime does the host make that ours stand in for? Launches of kernels by their addresses, and copies from the device.
#include "internal.h"

#include <string.h>

// Is it the runtime's, and not one of the program's of that name?
static bool is_runtimes(struct fr *f, CXCursor c) {
  if (clang_getCursorKind(c) == CXCursor_OverloadedDeclRef) {
    const unsigned n = clang_getNumOverloadedDecls(c);
    for (unsigned i = 0; i < n; i++)
      if (!is_runtimes(f, fr_overload(c, i)))
        return false;
    return n > 0;
  }
  bool in_macro;
  return clang_isDeclaration(clang_getCursorKind(c)) && fr_extent(f, c, &in_macro).file < 0;
}

static const char *const names[FL_HOST_CALLEES] = {"cudaLaunchKernel", "cudaLaunchKernelEx",
                                                   "cudaLaunchKernelExC", "cudaMemcpy",
                                                   "cudaMemcpyFromSymbol"};

// With a default stream for each thread the toolkit has macros of these names, for calls whose names end otherwise.
static bool is_renamed(CXCursor c, const char *name) {
  CXString spelling = clang_getCursorSpelling(c);
  const char *is = clang_getCString(spelling);
  const size_t len = strlen(name);
  const bool renamed = is && !strncmp(is, name, len) && !strcmp(is + len, "_ptsz");
  clang_disposeString(spelling);
  return renamed;
}

// Is the last argument of a call one of these, by its name?
static bool ends_in(struct fr *f, const struct fr_tree *t, uint32_t call,
                    const char *const *words) {
  uint32_t last = 0;
  for (uint32_t k = t->nodes[call].first; k; k = t->nodes[k].next)
    last = k;
  const struct fr_raw *n = last ? &t->nodes[fr_peel(t, last)] : NULL;
  if (!n || n->kind != CXCursor_DeclRefExpr || n->span.file < 0)
    return false;
  size_t count, end = fr_token_at(f, n->span.file, n->span.end);
  const struct fr_token *tokens = fr_tokens(f, n->span.file, &count);
  return end && end <= count &&
         fr_token_is_one_of(f->u->files.data[n->span.file].text, &tokens[end - 1], words);
}

// The parts of such a call; the name is empty if it is none, or not written as it stands.
static struct fl_host_call parts_of(struct fr *f, const struct fr_tree *t, uint32_t call) {
  const struct fl_host_call none = {.name.file = -1};
  uint32_t first = t->nodes[call].first;
  while (first && !clang_isExpression(t->nodes[first].kind))
    first = t->nodes[first].next;
  if (!first)
    return none;
  const struct fr_raw *n = &t->nodes[fr_peel(t, first)];
  if (n->kind != CXCursor_DeclRefExpr || n->span.file < 0)
    return none;
  size_t count, open = fr_token_at(f, n->span.file, n->span.end);
  const struct fr_token *tokens = fr_tokens(f, n->span.file, &count);
  if (!open || open >= count || tokens[open].ch != '(' || tokens[open - 1].end != n->span.end)
    return none;
  int which = 0;
  while (which < FL_HOST_CALLEES && !fr_token_is(f, n->span.file, open - 1, names[which]))
    which++;
  if (which == FL_HOST_CALLEES || !is_runtimes(f, clang_getCursorReferenced(n->cursor)) ||
      (n->in_macro && !is_renamed(n->cursor, names[which])))
    return none;
  static const char *const to_host[] = {"cudaMemcpyDeviceToHost", "cudaMemcpyDefault", NULL};
  if (which == FL_COPY && !ends_in(f, t, call, to_host))
    return none;
  return (struct fl_host_call){(enum fl_host_callee)which, n->span, tokens[open].end};
}

void fr_find_host_calls(struct fr *f, const struct fr_tree *t) {
  struct fl_unit *u = f->u;
  for (uint32_t r = 1; r < t->len; r++) {
    if (t->nodes[r].kind != CXCursor_CallExpr)
      continue;
    const struct fl_host_call c = parts_of(f, t, r);
    struct fl_host_calls *all = c.callee < FL_COPY ? &u->launch_calls : &u->copy_calls;
    bool known = fl_span_empty(c.name); // what a macro uses twice is seen twice
    for (size_t i = 0; i < all->len && !known; i++) {
      const struct fl_span other = all->data[i].name;
      known = other.file == c.name.file && other.begin == c.name.begin;
    }
    if (!known)
      *fl_vec_add(f->arena, all) = c;
  }
}
