// The parts of loops and conditions. Clang lists the children that are there without saying which
// they are; the header's parentheses and semicolons in the text tell.
#include "internal.h"

#include <string.h>

struct header {
  uint32_t close;        // offset of the closing parenthesis
  uint32_t semicolon[2]; // offsets, UINT32_MAX where there is none
};

static bool read_header(struct fr_body *b, uint32_t r, const struct fl_node *n, struct header *h) {
  static const char *const keyword[FL_NODE_KINDS] = {
      [FL_IF] = "if", [FL_FOR] = "for", [FL_WHILE] = "while", [FL_SWITCH] = "switch"};
  const struct fr_raw *raw = &b->tree->nodes[r];
  int file = raw->span.file;
  if (file < 0 || raw->in_macro || !keyword[n->kind])
    return false;
  size_t count, i = fr_token_at(b->f, file, raw->span.begin);
  const struct fr_token *t = fr_tokens(b->f, file, &count);
  if (!fr_token_is(b->f, file, i, keyword[n->kind]))
    return false;
  i++;
  if (fr_token_is(b->f, file, i, "constexpr"))
    i++;
  if (i >= count || t[i].ch != '(')
    return false;
  size_t close = fr_match(b->f, file, i);
  if (close >= count || t[close].begin >= raw->span.end)
    return false;
  *h = (struct header){t[close].begin, {UINT32_MAX, UINT32_MAX}};
  int depth = 0, found = 0;
  for (i++; i < close; i++) {
    if (t[i].kind != FR_PUNCT || !t[i].ch)
      continue;
    if (strchr("([{", t[i].ch))
      depth++;
    else if (strchr(")]}", t[i].ch))
      depth--;
    else if (t[i].ch == ';' && depth == 0 && found < 2)
      h->semicolon[found++] = t[i].begin;
  }
  return n->kind != FL_FOR || found == 2;
}

static void by_header(struct fl_node *n, const struct header *h) {
  for (size_t i = 0; i < n->kids.len; i++) {
    struct fl_node *kid = n->kids.data[i];
    uint32_t at = kid->span.begin;
    if (at > h->close) {
      if (!n->then)
        n->then = kid;
      else if (!n->otherwise)
        n->otherwise = kid;
    } else if (n->kind == FL_FOR) {
      if (at <= h->semicolon[0])
        n->init = kid;
      else if (at < h->semicolon[1])
        n->cond = kid;
      else
        n->inc = kid;
    } else if (h->semicolon[0] != UINT32_MAX && at <= h->semicolon[0]) {
      n->init = kid;
    } else {
      n->cond = kid;
    }
  }
}

// Without a header in the text (it comes out of a macro): by number and kind.
static void by_order(struct fl_node *n) {
  size_t k = n->kids.len;
  struct fl_node **kid = n->kids.data;
  if (!k)
    return;
  if (n->kind == FL_IF) {
    size_t first = kid[0]->kind == FL_DECL_STMT && k > 2 ? 1 : 0;
    if (first)
      n->init = kid[0];
    n->cond = kid[first];
    n->then = k > first + 1 ? kid[first + 1] : NULL;
    n->otherwise = k > first + 2 ? kid[first + 2] : NULL;
    return;
  }
  n->then = kid[k - 1];
  for (size_t i = 0; i + 1 < k; i++) {
    enum fl_node_kind kind = kid[i]->kind;
    bool steps =
        kind == FL_UNARY && (strcmp(kid[i]->name, "++") == 0 || strcmp(kid[i]->name, "--") == 0);
    if (n->kind != FL_FOR)
      n->cond = kid[i];
    else if (k == 4 ? i == 0 : i == 0 && (kind == FL_DECL_STMT || kind == FL_ASSIGN))
      n->init = kid[i];
    else if (k == 4 ? i == 2 : steps || kind == FL_ASSIGN)
      n->inc = kid[i];
    else
      n->cond = kid[i];
  }
}

// `a ?: b`, of which clang shows what is common to the condition and the value, the condition, the value, and the rest: three times the same text.
static bool is_elvis(const struct fl_node *n) {
  bool same = n->kind == FL_OTHER_EXPR && n->kids.len == 4;
  for (size_t i = 1; same && i < 3; i++) {
    const struct fl_span a = n->kids.data[0]->span, b = n->kids.data[i]->span;
    same = a.file == b.file && a.begin == b.begin && a.end == b.end &&
           n->kids.data[i]->kind == n->kids.data[0]->kind;
  }
  return same;
}

void fr_statement_parts(struct fr_body *b, uint32_t r, struct fl_node *n) {
  if (is_elvis(n)) {
    n->kind = FL_TERNARY;
    n->kids.data[2] = n->kids.data[3];
    n->kids.len = 3;
  }
  size_t k = n->kids.len;
  struct fl_node **kid = n->kids.data;
  struct header h;
  switch (n->kind) {
  case FL_IF:
  case FL_FOR:
  case FL_WHILE:
  case FL_SWITCH:
    if (read_header(b, r, n, &h))
      by_header(n, &h);
    else
      by_order(n);
    break;
  case FL_DO:
    if (k > 0)
      n->then = kid[0];
    if (k > 1)
      n->cond = kid[k - 1];
    break;
  case FL_RANGE_FOR:
    if (k > 0)
      n->then = kid[k - 1];
    if (k > 1)
      n->cond = kid[k - 2];
    if (k > 2)
      n->init = kid[k - 3];
    break;
  case FL_TERNARY:
    if (k == 3) {
      n->cond = kid[0];
      n->then = kid[1];
      n->otherwise = kid[2];
    }
    break;
  case FL_CASE:
    if (k > 0)
      n->cond = kid[0];
    if (k > 1)
      n->then = kid[k - 1];
    break;
  case FL_DEFAULT:
  case FL_LABEL:
    if (k > 0)
      n->then = kid[k - 1];
    break;
  default:
    break;
  }
}
