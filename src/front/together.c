// Functions that one declaration declares together, `__device__ int f(int), *g(int *);`. What is generated for each repeats its declaration, so each is to have one: the comma
// in front of it becomes a semicolon and the specifiers, and the file is parsed again.
#include "internal.h"

#include <string.h>

// The first or last comma outside of brackets among tokens [i, end); `end` if there is none.
static size_t comma(const struct fr *f, int file, size_t i, size_t end, bool last) {
  size_t n, found = end;
  const struct fr_token *t = fr_tokens(f, file, &n);
  for (; i < end && i < n && (last || found == end); i++) {
    if (t[i].ch == ',')
      found = i;
    if (t[i].ch && strchr("([{<", t[i].ch)) {
      const size_t close = fr_match(f, file, i);
      i = close < end ? close : i;
    }
  }
  return found;
}

bool fr_is_together(const struct fr *f, int file, size_t begin, size_t name, size_t behind) {
  size_t n, end = behind;
  const struct fr_token *t = fr_tokens(f, file, &n);
  while (end < n && !(t[end].ch && strchr(";{}", t[end].ch)))
    end++;
  return comma(f, file, begin, name, false) < name || comma(f, file, behind, end, false) < end;
}

// Where the specifiers end that begin at token i, in front of the declarator of a function that ends in front of token `end`; i: it is of none.
static size_t specifiers_end(const struct fr *f, int file, size_t i, size_t end) {
  static const char *const of_pointer[] = {"const", "volatile", "__restrict__", NULL};
  size_t n, open = i;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const char *text = f->u->files.data[file].text;
  while (end > i && t[end - 1].kind == FR_IDENT) // `const`
    end--;
  while (open < end && (t[open].ch != '(' || fr_match(f, file, open) + 1 != end))
    open++;
  if (open == end || open < i + 2)
    return i;
  size_t at = open - 1; // the name, or the parenthesis behind it
  while (at > i && t[at].ch == ')')
    at--;
  while (at > i + 1 && ((t[at - 1].ch && strchr("*&(", t[at - 1].ch)) ||
                        (t[at - 1].kind == FR_IDENT && t[at - 2].ch == '*' &&
                         fr_token_is_one_of(text, &t[at - 1], of_pointer))))
    at--;
  return t[open - 1].kind == FR_IDENT || t[open - 1].ch == ')' ? at : i;
}

bool fr_declare_apart(struct fr *f) {
  FL_VEC(struct fr_edit) edits = {0};
  for (size_t i = 0; i < f->u->functions.len; i++) {
    const struct fl_function *fn = f->u->functions.data[i];
    for (size_t k = 0; k < fn->redeclarations.len && !f->u->functions.data[i]->repeated; k++) {
      const struct fl_span s = fn->redeclarations.data[k].specifiers;
      size_t n;
      const struct fr_token *t = fr_tokens(f, s.file, &n);
      const size_t begin = fr_token_at(f, s.file, s.begin), end = fr_token_at(f, s.file, s.end);
      const size_t first = comma(f, s.file, begin, end, false);
      const size_t last = comma(f, s.file, begin, end, true);
      const size_t behind = first < end ? specifiers_end(f, s.file, begin, first) : begin;
      if (behind == begin)
        continue;
      const char *specifiers =
          fl_span_text(f->u, (struct fl_span){s.file, t[begin].begin, t[behind - 1].end});
      if (!strpbrk(specifiers, "#\\\n"))
        *fl_vec_add(f->arena, &edits) = (struct fr_edit){
            {s.file, t[last].begin, t[last].end}, fl_format(f->arena, "; %s ", specifiers), i};
    }
  }
  fr_rewrite(f, edits.data, edits.len);
  return edits.len > 0;
}
