// Walking the tokens of a file.
#include "internal.h"

#include <string.h>

size_t fr_token_at(const struct fr *f, int file, uint32_t offset) {
  size_t n, lo = 0;
  const struct fr_token *t = fr_tokens(f, file, &n);
  size_t hi = n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (t[mid].begin < offset)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

bool fr_token_is(const struct fr *f, int file, size_t i, const char *text) {
  size_t n, len = strlen(text);
  const struct fr_token *t = fr_tokens(f, file, &n);
  return i < n && t[i].end - t[i].begin == len &&
         memcmp(f->u->files.data[file].text + t[i].begin, text, len) == 0;
}

// Is the `<` at token `i` a bracket? Not so are both halves of a shift, what stands behind a number, and, if `spaced`, what has blanks on both sides.
static bool opens(const struct fr_token *t, size_t n, size_t i, bool spaced) {
  size_t from = i, to = i;
  while (from > 0 && t[from - 1].ch == '<' && t[from - 1].end == t[from].begin)
    from--;
  while (to + 1 < n && t[to + 1].ch == '<' && t[to].end == t[to + 1].begin)
    to++;
  if (to - from == 1 || (from > 0 && t[from - 1].kind == FR_NUMBER))
    return false;
  return !spaced || from == 0 || to + 1 == n || t[from - 1].end == t[from].begin ||
         t[to].end == t[to + 1].begin;
}

// What closes the bracket at token `i`; n if nothing does.
static size_t match(const struct fr_token *t, size_t n, size_t i, bool spaced) {
  const bool angle = t[i].ch == '<';
  int depth = 0, angles = 0;
  for (const size_t first = i; i < n; i++) {
    if (t[i].kind != FR_PUNCT || !t[i].ch)
      continue;
    switch (t[i].ch) {
    case '{':
      if (angle && depth == 0 && t[i - 1].ch == ')') // a function's body
        return n;
      depth++;
      break;
    case '(':
    case '[':
      depth++;
      break;
    case ')':
    case ']':
    case '}':
      if (--depth < 0 || (depth == 0 && !angle))
        return depth < 0 ? n : i;
      break;
    case '<':
      if (angle && depth == 0)
        angles += opens(t, n, i, spaced && i > first);
      if (angle && !angles)
        return n;
      break;
    case '>':
      if (angle && depth == 0 && --angles == 0)
        return i;
      break;
    case ';':
      if (angle && depth == 0)
        return n;
      break;
    default:
      break;
    }
  }
  return n;
}

// `L < 3` in a template's list reads as a bracket unless what comes of that has no end.
size_t fr_match(const struct fr *f, int file, size_t i) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  if (i >= n)
    return n;
  const size_t close = match(t, n, i, false);
  return close == n && t[i].ch == '<' ? match(t, n, i, true) : close;
}

size_t fr_match_back(const struct fr_token *t, size_t n, size_t i) {
  char close = t[i].ch;
  int depth = 0, angles = 0;
  for (;; i--) {
    if (t[i].kind == FR_PUNCT && t[i].ch) {
      char c = t[i].ch;
      if (strchr(")]}", c))
        depth++;
      else if (strchr("([{", c) && --depth <= 0 && close != '>')
        return i;
      else if (close == '>' && depth < 0)
        return n;
      else if (close == '>' && depth == 0 && c == '>')
        angles++;
      else if (close == '>' && depth == 0 && c == '<' && opens(t, n, i, false) && --angles == 0)
        return i;
      else if (c == ';' && depth == 0)
        return n;
    }
    if (i == 0)
      return n;
  }
}

uint32_t fr_macro_use_end(const struct fr *f, int file, uint32_t offset) {
  size_t n, i = fr_token_at(f, file, offset);
  const struct fr_token *t = fr_tokens(f, file, &n);
  if (i >= n || t[i].begin != offset)
    return offset;
  const char *name = f->u->files.data[file].text + offset;
  const struct fr_macro *m = fr_macro_at(f, name, t[i].end - t[i].begin, file, offset, NULL);
  if ((m && !m->function_like) || i + 1 >= n || t[i + 1].ch != '(')
    return t[i].end;
  size_t close = fr_match(f, file, i + 1);
  return close < n ? t[close].end : t[i].end;
}

bool fr_is_written(const struct fr *f, struct fl_span s, bool in_macro) {
  return s.file >= 0 && (!in_macro || s.end > fr_macro_use_end(f, s.file, s.begin));
}

const char *fr_last_name(struct fr *f, struct fl_span s) {
  if (s.file < 0)
    return "";
  size_t n, i = fr_token_at(f, s.file, s.begin), found;
  const struct fr_token *t = fr_tokens(f, s.file, &n);
  for (found = n; i < n && t[i].begin < s.end; i++) {
    if (t[i].kind == FR_IDENT)
      found = i;
    else if (t[i].ch == '<') {
      size_t close = fr_match(f, s.file, i);
      if (close < n && t[close].end <= s.end)
        i = close;
    }
  }
  return found < n ? fl_strndup(f->arena, f->u->files.data[s.file].text + t[found].begin,
                                t[found].end - t[found].begin)
                   : "";
}

// Does a blank in front of this token, which has one, help to read a name?
static bool keeps_blank(const struct fr_token *t) {
  return t[-1].ch == ',' || (t->ch != ',' && !strchr("<>:(", t[-1].ch ? t[-1].ch : ' ') &&
                             !strchr("<>:)", t->ch ? t->ch : ' '));
}

const char *fr_shown_name(struct fr *f, struct fl_span s) {
  const char *text = f->u->files.data[s.file].text;
  size_t n;
  const size_t first = fr_token_at(f, s.file, s.begin);
  const struct fr_token *t = fr_tokens(f, s.file, &n);
  struct fl_text out = {0};
  for (size_t i = first; i < n && t[i].end <= s.end; i++) {
    const bool global = i == first && t[i].ch == ':' && i + 1 < n && t[i + 1].kind == FR_IDENT;
    if (global)
      continue;
    if (out.len && t[i].begin > t[i - 1].end && keeps_blank(&t[i]))
      fl_text_puts(&out, " ");
    fl_text_add(&out, text + t[i].begin, t[i].end - t[i].begin);
  }
  const char *name = out.len ? fl_strndup(f->arena, out.data, out.len) : "";
  fl_text_free(&out);
  return name;
}
