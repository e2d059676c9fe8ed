// Which parameters has a function, and which its template head? Names and types are clang's, the texts are read from the tokens.
#include "head.h"

// Index of a `=` behind `from` and before `end` that is in no bracket; h->n if there is none.
static size_t initialiser(const struct fr_head *h, size_t from, uint32_t end) {
  int depth = 0;
  for (size_t i = from; i < h->n && h->t[i].begin < end; i++) {
    if (h->t[i].kind != FR_PUNCT || !h->t[i].ch)
      continue;
    if (strchr("([{", h->t[i].ch))
      depth++;
    else if (strchr(")]}", h->t[i].ch))
      depth--;
    else if (h->t[i].ch == '=' && depth == 0)
      return i;
  }
  return h->n;
}

// The range of a parameter whose type begins with a macro, to the end of its default argument; *in_macro: its name is the macro's.
static struct fl_span behind_macro(const struct fr_head *h, CXCursor c, struct fl_span s,
                                   bool *in_macro) {
  int file;
  uint32_t name;
  if (!fr_place(h->f, clang_getCursorLocation(c), &file, &name, in_macro) || file != s.file)
    *in_macro = true;
  if (*in_macro)
    return s;
  size_t i = fr_token_at(h->f, h->file, name);
  for (int depth = 0; i < h->n; i++) {
    const char c1 = h->t[i].ch;
    if (!depth && c1 && strchr(",)", c1))
      break;
    depth += c1 && strchr("([{", c1) != NULL;
    depth -= c1 && strchr(")]}", c1) != NULL;
    s.end = h->t[i].end;
  }
  return s;
}

static void add_param(struct fr_params *p, CXCursor c) {
  struct fr_head *h = p->h;
  struct fr *f = h->f;
  struct fl_param *out = fl_vec_add(f->arena, &p->fn->params);
  *out = (struct fl_param){.decl = fr_decl(f, c)};
  out->span = out->type_and_name = out->default_arg = (struct fl_span){.file = -1};
  CXType t = clang_getCursorType(c);
  out->type = fr_parameter_type(f, t);
  size_t len = strlen(out->type);
  fr_note_handed(f, p->fn, t);
  out->of_named_type = fr_type_is_named(t);
  out->is_pack = len > 3 && strcmp(out->type + len - 3, "...") == 0;
  bool in_macro;
  struct fl_span s = fr_extent(f, c, &in_macro);
  if (in_macro && *out->decl->name) // a type may come out of a macro, the name may not
    s = behind_macro(h, c, s, &in_macro);
  if (s.file != h->file || in_macro || p->close >= h->n || s.begin < h->t[p->open].end ||
      s.end > h->t[p->close].begin) {
    p->in_macro |= in_macro;
    out->span = s;
    return;
  }
  size_t i = fr_token_at(f, h->file, s.begin);
  while (i > p->open + 1 && h->t[i - 1].ch != ',') { // attributes in front of the type
    if (h->t[i - 1].ch == ')' || h->t[i - 1].ch == ']') {
      size_t back = fr_match_back(h->t, h->n, i - 1);
      if (back == h->n)
        break;
      i = back;
    } else {
      i--;
    }
  }
  out->span = fr_head_span(h, h->t[i].begin, s.end);
  out->type_and_name = out->span;
  out->default_arg = fr_head_span(h, s.end, s.end);
  size_t eq = initialiser(h, i, s.end);
  if (eq < h->n && eq > i && eq + 1 < h->n) {
    out->type_and_name.end = h->t[eq - 1].end;
    out->default_arg.begin = h->t[eq + 1].begin;
  }
}

size_t fr_skip_nested(const struct fr_head *h, size_t i, size_t end) {
  const char c = h->t[i].ch;
  const size_t close = c && strchr("([{<", c) ? fr_match(h->f, h->file, i) : end;
  return close < end ? close : i;
}

// The text of the n-th parameter of a template head. Empty if it cannot be told; what clang says of parameters without names, or with a concept, lacks tokens.
static struct fl_span nth_parameter(const struct fr_head *h, struct fl_span head, size_t n) {
  const struct fl_span none = {.file = -1};
  if (head.file != h->file)
    return none;
  const size_t open = fr_token_at(h->f, h->file, head.begin) + 1;
  const size_t close = open < h->n ? fr_match(h->f, h->file, open) : h->n;
  if (close >= h->n)
    return none;
  size_t begin = open + 1;
  for (size_t i = begin; i <= close; i++) {
    if (i == close || h->t[i].ch == ',') {
      if (n-- == 0)
        return begin < i ? fr_head_span(h, h->t[begin].begin, h->t[i - 1].end) : none;
      begin = i + 1;
    } else {
      i = fr_skip_nested(h, i, close);
    }
  }
  return none;
}

static void add_template_param(struct fr_params *p, CXCursor c, enum CXCursorKind k) {
  struct fr_head *h = p->h;
  bool in_macro;
  const struct fl_span told = fr_extent(h->f, c, &in_macro);
  const struct fl_span whole = nth_parameter(h, p->template_head, p->template_params->len);
  struct fl_template_param *out = fl_vec_add(h->f->arena, p->template_params);
  *out = (struct fl_template_param){.name = fr_string(h->f, clang_getCursorSpelling(c)),
                                    .is_type = k == CXCursor_TemplateTypeParameter,
                                    .is_template = k == CXCursor_TemplateTemplateParameter,
                                    .span = whole.file < 0 ? told : whole};
  out->default_arg = (struct fl_span){.file = -1};
  if (out->span.file != h->file || in_macro)
    return;
  out->default_arg = fr_head_span(h, out->span.end, out->span.end);
  size_t i = fr_token_at(h->f, h->file, out->span.begin);
  for (; i + 1 < h->n && h->t[i].begin < out->span.end && h->t[i].ch != '='; i++) {
    out->is_pack |= h->t[i].ch == '.';
    i = fr_skip_nested(h, i, h->n);
  }
  if (h->t[i].ch == '=' && h->t[i].begin < out->span.end)
    out->default_arg.begin = h->t[i + 1].begin;
}

bool fr_is_parameter(CXCursor function, CXCursor c) {
  const int n = clang_Cursor_getNumArguments(function);
  for (int i = 0; i < n; i++)
    if (clang_equalCursors(clang_Cursor_getArgument(function, (unsigned)i), c))
      return true;
  return n < 0;
}

// Of a template clang does not say which its parameters are: those between the parentheses.
static bool is_outside(const struct fr_params *p, CXCursor c) {
  const struct fr_head *h = p->h;
  bool in_macro;
  const struct fl_span s = fr_extent(h->f, c, &in_macro);
  return s.file == h->file && !in_macro && p->close < h->n &&
         (s.end <= h->t[p->open].begin || s.begin >= h->t[p->close].end);
}

static enum CXChildVisitResult on_part(CXCursor c, CXCursor parent, CXClientData data) {
  struct fr_params *p = data;
  enum CXCursorKind k = clang_getCursorKind(c);
  if (k == CXCursor_ParmDecl && fr_is_parameter(parent, c) && !is_outside(p, c))
    add_param(p, c);
  else if (k == CXCursor_CompoundStmt || k == CXCursor_CXXTryStmt)
    p->body = fr_extent(p->h->f, c, &p->body_in_macro);
  return CXChildVisit_Continue;
}

// Only those of the innermost template head: an out-of-class member's outer ones follow in clang's
// list.
static enum CXChildVisitResult on_template_part(CXCursor c, CXCursor parent, CXClientData data) {
  struct fr_params *p = data;
  (void)parent;
  enum CXCursorKind k = clang_getCursorKind(c);
  if (k != CXCursor_TemplateTypeParameter && k != CXCursor_NonTypeTemplateParameter &&
      k != CXCursor_TemplateTemplateParameter)
    return CXChildVisit_Continue;
  bool in_macro;
  struct fl_span s = fr_extent(p->h->f, c, &in_macro), head = p->template_head;
  if (s.file != head.file || (s.begin >= head.begin && s.end <= head.end) || in_macro)
    add_template_param(p, c, k);
  return CXChildVisit_Continue;
}

void fr_read_params(struct fr_params *p, CXCursor c) { clang_visitChildren(c, on_part, p); }

void fr_read_template_params(struct fr_params *p, CXCursor c) {
  clang_visitChildren(c, on_template_part, p);
}
