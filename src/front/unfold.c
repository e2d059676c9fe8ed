// Launches in the bodies of macros (`#define LAUNCH(kernel, n, ...) kernel<<<((n) + 255) / 256, 256>>>(__VA_ARGS__)`), and kernels and device functions that a macro defines:
// there is no place in the text where these could be rewritten. So the macro is replaced by what it stands for wherever it is used, on one line, with as many line ends
// behind it as the use has, and the file is parsed again. If it is used among the arguments of another macro of the user's, so is that one: `CHECK(LAUNCH(kernel, n, p))`.
// What cannot be told from the text (a macro with several definitions, or of the system's headers) stays.
#include "internal.h"

#include <stdlib.h>
#include <string.h>

typedef FL_VEC(struct fl_span) spans;

struct uses {
  struct fr *f;
  spans all; // uses of macros in the files' text, but for those in the bodies of macros
};

static bool defines_function(const char *s, const struct fr_lexed *l) {
  static const char *const specifiers[] = {"__global__", "__device__", NULL};
  bool device = false, body = false;
  for (size_t i = 0; i < l->tokens.len; i++) {
    const struct fr_token *t = &l->tokens.data[i];
    device |= fr_token_is_one_of(s, t, specifiers);
    body |= device && t->ch == '{';
  }
  return body;
}

// Marks macros with code in them, by way of other macros, too.
static bool mark(struct fr *f) {
  bool any = false;
  for (size_t i = 0; i < f->macros.len; i++) {
    struct fr_macro *m = &f->macros.data[i];
    const char *s = f->u->files.data[m->body.file].text;
    struct fr_lexed l = {0};
    fr_lex(f->arena, s, m->body.begin, m->body.end, &l);
    any |= m->code = m->launch.file >= 0 || defines_function(s, &l);
  }
  bool more = any;
  for (int depth = 1; more && depth < FR_MAX_MACRO_DEPTH; depth++) {
    more = false;
    for (size_t i = 0; i < f->macros.len; i++) {
      struct fr_macro *m = &f->macros.data[i];
      const char *s = f->u->files.data[m->body.file].text;
      struct fr_lexed l = {0};
      if (m->code)
        continue;
      fr_lex(f->arena, s, m->body.begin, m->body.end, &l);
      for (size_t t = 0; t < l.tokens.len && !m->code; t++) {
        const struct fr_token *name = &l.tokens.data[t];
        const struct fr_macro *used =
            name->kind == FR_IDENT ? fr_find_macro(f, s + name->begin, name->end - name->begin)
                                   : NULL;
        more |= m->code = used && used->code;
      }
    }
  }
  return any;
}

static enum CXChildVisitResult on_entity(CXCursor c, CXCursor parent, CXClientData data) {
  struct uses *u = data;
  int file;
  uint32_t at;
  bool in_macro;
  (void)parent;
  if (clang_getCursorKind(c) != CXCursor_MacroExpansion ||
      !fr_place(u->f, clang_getCursorLocation(c), &file, &at, &in_macro))
    return CXChildVisit_Continue;
  size_t n, i = fr_token_at(u->f, file, at);
  const struct fr_token *t = fr_tokens(u->f, file, &n);
  if (i < n && t[i].begin == at) // else it is in a directive
    *fl_vec_add(u->f->arena, &u->all) =
        (struct fl_span){file, at, fr_macro_use_end(u->f, file, at)};
  return CXChildVisit_Continue;
}

static int by_place(const void *a, const void *b) {
  const struct fl_span *x = a, *y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  return (x->end < y->end) - (x->end > y->end);
}

static bool has_directive(const struct fr *f, struct fl_span s) {
  const struct fr_lexed *l = &f->files.data[s.file].lexed;
  size_t lo = 0, hi = l->directives.len; // the first that begins at or behind the use
  while (lo < hi) {
    const size_t mid = lo + (hi - lo) / 2;
    if (l->directives.data[mid].begin < s.begin)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < l->directives.len && l->directives.data[lo].begin < s.end;
}

// A text that grows beyond this is somebody's joke.
enum { MOST_TEXT = 1 << 24 };

// One file's text with its uses written out; `uses` are those of the file, in order.
static void rewrite(struct fr *f, int file, const struct fl_span *uses, size_t n) {
  const struct fl_file *old = &f->u->files.data[file];
  struct fl_text out = {0};
  FL_VEC(struct fl_unfolded) unfolded = {0};
  uint32_t from = 0;  // what is not copied yet
  uint32_t outer = 0; // end of the last use that is none of another's arguments
  for (size_t i = 0; i < n; i++) {
    if (uses[i].begin < outer)
      continue;
    outer = uses[i].end;
    size_t at = fr_token_at(f, file, uses[i].begin), len, behind;
    const struct fr_token *t = fr_tokens(f, file, &len);
    if (has_directive(f, uses[i]) || out.len > MOST_TEXT)
      continue;
    const char *text = fr_code_expansion(f, file, at, &behind);
    if (!text || behind == at || t[behind - 1].end != uses[i].end)
      continue;
    fl_text_add(&out, old->text + from, uses[i].begin - from);
    struct fl_unfolded x = {.begin = (uint32_t)out.len, .from = uses[i].begin, .to = uses[i].end};
    fl_text_puts(&out, text);
    for (uint32_t k = x.from; k < x.to; k++)
      if (old->text[k] == '\n')
        fl_text_puts(&out, "\n");
    x.end = (uint32_t)out.len;
    from = x.to;
    *fl_vec_add(f->arena, &unfolded) = x;
  }
  if (unfolded.len) {
    fl_text_add(&out, old->text + from, old->len - from);
    if (out.len < INT32_MAX)
      *fl_vec_add(f->arena, &f->rewritten) =
          (struct fr_rewritten){old->path, old->real_path, fl_strndup(f->arena, out.data, out.len),
                                out.len,   unfolded.data,  unfolded.len};
  }
  fl_text_free(&out);
}

bool fr_unfold(struct fr *f) {
  if (mark(f)) {
    struct uses u = {.f = f};
    clang_visitChildren(clang_getTranslationUnitCursor(f->tu), on_entity, &u);
    if (u.all.len)
      qsort(u.all.data, u.all.len, sizeof *u.all.data, by_place);
    for (size_t i = 0, n; i < u.all.len; i += n) {
      for (n = 1; i + n < u.all.len && u.all.data[i + n].file == u.all.data[i].file; n++)
        ;
      rewrite(f, u.all.data[i].file, u.all.data + i, n);
    }
  }
  return f->rewritten.len > 0;
}
