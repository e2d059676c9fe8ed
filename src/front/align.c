// Which alignment does a declaration ask for, beside what its type has?
#include "internal.h"

#include <stdlib.h>
#include <string.h>

// What every block of shared memory is aligned to.
enum { USUAL = 16 };

struct alignment {
  struct fr *f;
  struct fl_text text;
  bool unknown;
};

// The tokens between the parentheses, of which the one that opens is at `open`.
static void add_argument(struct alignment *a, int file, size_t open) {
  size_t n, close = fr_match(a->f, file, open);
  const struct fr_token *t = fr_tokens(a->f, file, &n);
  if (close >= n || close == open + 1) {
    a->unknown = true;
    return;
  }
  const char *text = a->f->u->files.data[file].text + t[open].end;
  const size_t len = t[close].begin - t[open].end;
  char *end;
  const unsigned long value = strtoul(text, &end, 0);
  const bool number = end > text && (size_t)(end - text) + strspn(end, "uUlL \t\r\n") >= len;
  if (!number || value > USUAL)
    fl_text_printf(&a->text, "%salignas(%.*s)", a->text.len ? " " : "", (int)len, text);
}

static enum CXChildVisitResult add_attribute(CXCursor c, CXCursor parent, CXClientData data) {
  static const char *const words[] = {"alignas",   "aligned",           "__aligned__",
                                      "__align__", "__builtin_align__", NULL};
  enum { NEAR = 8 }; // tokens: `[[gnu::aligned(64)]]`, `__attribute__((aligned(64)))`
  struct alignment *a = data;
  (void)parent;
  if (clang_getCursorKind(c) != CXCursor_AlignedAttr)
    return CXChildVisit_Continue;
  bool in_macro, found = false;
  const struct fl_span s = fr_extent(a->f, c, &in_macro);
  if (s.file < 0) {
    a->unknown = true;
    return CXChildVisit_Continue;
  }
  size_t n, i = fr_token_at(a->f, s.file, s.begin);
  const struct fr_token *t = fr_tokens(a->f, s.file, &n);
  const size_t last =
      in_macro ? i + 1 : i + NEAR; // out of a macro of the program's own, its name is all there is
  for (; i < n && i < last && !found; i++)
    if ((found = fr_token_is_one_of(a->f->u->files.data[s.file].text, &t[i], words)))
      if (i + 1 < n && t[i + 1].ch == '(') // without, it is the usual one
        add_argument(a, s.file, i + 1);
  a->unknown |= !found;
  return CXChildVisit_Continue;
}

void fr_read_alignment(struct fr *f, CXCursor c, struct fl_decl *d) {
  struct alignment a = {.f = f};
  if (clang_Cursor_hasAttrs(c))
    clang_visitChildren(c, add_attribute, &a);
  d->alignment = a.text.len ? fl_strdup(f->arena, a.text.data) : NULL;
  d->alignment_unknown = a.unknown;
  fl_text_free(&a.text);
  CXType t = clang_getCanonicalType(clang_getCursorType(c));
  while (t.kind == CXType_IncompleteArray || t.kind == CXType_ConstantArray)
    t = clang_getArrayElementType(t);
  d->over_aligned = a.unknown || d->alignment || clang_Type_getAlignOf(t) > USUAL;
}
