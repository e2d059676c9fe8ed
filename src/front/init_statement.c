// `switch (int i = 0; x) { ... }` and `for (int i = 0; T v : r) { ... }` in device code: libclang does not show their first statement. So it is written in front,
// `{ int i = 0; switch ( x) { ... } }`, which means the same, and the file is parsed again. What macros hold or are given, and loops whose bodies are
// `do` or `try`, or have labels of their own, stay as they are.
#include "internal.h"

#include <string.h>

// The body in the unit's device code that `at` stands in; empty: none.
static struct fl_span body_around(const struct fl_unit *u, struct fl_span at) {
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    const struct fl_span body = f->body_span;
    if (f->body && f->editable && body.file == at.file && body.begin <= at.begin &&
        at.end <= body.end)
      return body;
  }
  return (struct fl_span){0};
}

// Does token `i` stand in what a macro is given? Commas that parentheses have kept together would part it there.
static bool is_given_to_macro(struct fr *f, struct fl_span body, size_t i) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, body.file, &n);
  const char *text = f->u->files.data[body.file].text;
  for (size_t k = fr_token_at(f, body.file, body.begin) + 1; k < i; k++)
    if (t[k].ch == '(' && fr_match(f, body.file, k) > i &&
        fr_macro_at(f, text + t[k - 1].begin, t[k - 1].end - t[k - 1].begin, body.file,
                    t[k - 1].begin, NULL))
      return true;
  return false;
}

// The token behind the statement that begins at token `i`; 0: it is of a kind that is not looked through.
static size_t behind_statement(const struct fr *f, int file, size_t i) {
  static const char *const headed[] = {"for", "while", "switch", "if", NULL},
                           *const labels[] = {"case", "default", NULL},
                           *const others[] = {"do", "else", "try", NULL};
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const char *text = f->u->files.data[file].text;
  if (i >= n || fr_token_is_one_of(text, &t[i], others))
    return 0;
  if (t[i].ch == '{') {
    const size_t close = fr_match(f, file, i);
    return close < n ? close + 1 : 0;
  }
  if (fr_token_is_one_of(text, &t[i], headed)) {
    const size_t open = i + 1 + fr_token_is(f, file, i + 1, "constexpr");
    const size_t close = open < n && t[open].ch == '(' ? fr_match(f, file, open) : n;
    const size_t then = close < n ? behind_statement(f, file, close + 1) : 0;
    const bool both = then && fr_token_is(f, file, i, "if") && fr_token_is(f, file, then, "else");
    return both ? behind_statement(f, file, then + 1) : then;
  }
  const bool label = fr_token_is_one_of(text, &t[i], labels);
  for (; i < n; i++) {
    if (t[i].ch == ';')
      return i + 1;
    if (t[i].ch == ':' && t[i].end - t[i].begin == 1) // else of a label, or of an expression
      return label ? behind_statement(f, file, i + 1) : 0;
    if (t[i].ch && strchr("([{", t[i].ch)) {
      const size_t close = fr_match(f, file, i);
      i = close < n ? close : n;
    }
  }
  return 0;
}

bool fr_lead_out(struct fr *f) {
  const struct fl_unit *u = f->u;
  FL_VEC(struct fr_edit) edits = {0};
  for (size_t i = 0; i < u->unseen_statements.len; i++) {
    const struct fl_span at = u->unseen_statements.data[i]; // from the keyword to behind the `;`
    const struct fl_span body = body_around(u, at);
    const size_t keyword = fr_token_at(f, at.file, at.begin);
    if (fl_span_empty(body) || is_given_to_macro(f, body, keyword))
      continue;
    size_t n;
    const struct fr_token *t = fr_tokens(f, at.file, &n);
    const size_t close = fr_match(f, at.file, keyword + 1);
    const size_t behind = close < n ? behind_statement(f, at.file, close + 1) : 0;
    if (!behind)
      continue;
    const uint32_t end = t[behind - 1].end;
    const char *word = fl_strndup(f->arena, u->files.data[at.file].text + t[keyword].begin,
                                  t[keyword].end - t[keyword].begin);
    const struct fr_edit parts[] = {
        {{at.file, at.begin, t[keyword + 1].end}, "{ ", 0},
        {{at.file, at.end, at.end}, fl_format(f->arena, " %s (", word), 0},
        {{at.file, end, end}, " }", 0}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
      *fl_vec_add(f->arena, &edits) = parts[k];
  }
  for (size_t i = 0; i < edits.len; i++)
    edits.data[i].order = i;
  fr_rewrite(f, edits.data, edits.len);
  return edits.len > 0;
}
