// Which variables of the device does a file define at namespace scope, such that the linker knows them by their names? In other than relocatable code each file has its own, which
// on the CPU target `static` says.
#include "internal.h"

static const char *const of_variables[] = {"__device__", "__constant__", "__managed__", NULL};

// Does a word say that a variable is the device's, be it by a macro that says no more (`#define DEVICE __device__`)?
static bool says_device(const struct fr *f, int file, const struct fr_token *t) {
  const char *text = f->u->files.data[file].text;
  if (fr_token_is_one_of(text, t, of_variables))
    return true;
  const struct fr_macro *m =
      t->kind == FR_IDENT ? fr_macro_at(f, text + t->begin, t->end - t->begin, file, t->begin, NULL)
                          : NULL;
  if (!m || m->function_like)
    return false;
  struct fr_lexed l = {0};
  fr_lex(f->arena, m->text, m->body.begin, m->body.end, &l);
  bool says = l.tokens.len != 0;
  for (size_t i = 0; i < l.tokens.len && says; i++)
    says = fr_token_is_one_of(m->text, &l.tokens.data[i], of_variables);
  return says;
}

// Where `static` can stand in a declaration that begins at a token: in front of it, or behind attributes, in front of which only what is nothing on the CPU target stands.
static uint32_t place_of_static(const struct fr *f, int file, size_t begin) {
  static const char *const attributes[] = {"alignas", NULL};
  size_t n, i = begin, at = begin;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const char *text = f->u->files.data[file].text;
  while (i + 1 < n) {
    const bool bracket = t[i].ch == '[' && t[i + 1].ch == '[';
    if (bracket || (fr_token_is_one_of(text, t + i, attributes) && t[i + 1].ch == '(')) {
      i = fr_match(f, file, bracket ? i : i + 1) + 1;
      at = i;
    } else if (says_device(f, file, t + i)) {
      i++;
    } else {
      break;
    }
  }
  return at < n ? t[at].begin : t[begin].begin;
}

void fr_note_device_variable(struct fr *f, CXCursor c, CXCursor parent) {
  const enum CXCursorKind k = clang_getCursorKind(parent);
  if ((k != CXCursor_TranslationUnit && k != CXCursor_Namespace && k != CXCursor_LinkageSpec) ||
      clang_getCursorLinkage(c) != CXLinkage_External ||
      clang_Cursor_getStorageClass(c) != CX_SC_None ||
      (!fr_has_attr(c, CXCursor_CUDADeviceAttr) && !fr_has_attr(c, CXCursor_CUDAConstantAttr)))
    return;
  bool in_macro;
  size_t n;
  struct fl_span s = fr_extent(f, c, &in_macro);
  if (s.file < 0)
    return;
  const struct fr_token *t = fr_tokens(f, s.file, &n);
  const size_t i = fr_token_at(f, s.file, s.begin);
  // Out of a macro of the program's more may come than the declaration; and one with a linkage of its own has no other.
  if (i >= n || (in_macro && !says_device(f, s.file, t + i)) || (i && t[i - 1].kind == FR_STRING))
    return;
  s.begin = place_of_static(f, s.file, i);
  *fl_vec_add(f->arena, &f->u->device_variables) = s;
}
