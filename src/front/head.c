// Where are the parts of a function's head in the text? Clang says where the name is; the rest is
// read from the tokens around it, since attributes and macros make clang's own ranges begin in many
// places.
#include "internal.h"

#include <string.h>

struct head {
  struct fr *f;
  int file;
  const struct fr_token *t;
  size_t n;
};

static bool is(const struct head *h, size_t i, const char *word) {
  return fr_token_is(h->f, h->file, i, word);
}

// Index of the bracket that the closing one at `i` belongs to; h->n if there is none.
static size_t match_back(const struct head *h, size_t i) {
  char close = h->t[i].ch;
  int depth = 0, angles = 0;
  for (;; i--) {
    if (h->t[i].kind == FR_PUNCT && h->t[i].ch) {
      char c = h->t[i].ch;
      if (strchr(")]}", c))
        depth++;
      else if (strchr("([{", c) && --depth <= 0 && close != '>')
        return i;
      else if (close == '>' && depth < 0)
        return h->n;
      else if (close == '>' && depth == 0 && c == '>')
        angles++;
      else if (close == '>' && depth == 0 && c == '<' && --angles == 0)
        return i;
      else if (c == ';' && depth == 0)
        return h->n;
    }
    if (i == 0)
      return h->n;
  }
}

static bool is_specifier_word(const char *text, size_t len) {
  static const char *const words[] = {"static",
                                      "inline",
                                      "extern",
                                      "constexpr",
                                      "consteval",
                                      "virtual",
                                      "explicit",
                                      "friend",
                                      "__global__",
                                      "__device__",
                                      "__host__",
                                      "__forceinline__",
                                      "__noinline__",
                                      "__inline__",
                                      "__cluster_dims__",
                                      "typename",
                                      "const",
                                      "volatile",
                                      "unsigned",
                                      "signed",
                                      "__restrict__",
                                      "__grid_constant__",
                                      "__inline"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k]) == len && !memcmp(text, words[k], len))
      return true;
  return false;
}

static bool is_specifier(const struct head *h, size_t i) {
  return is_specifier_word(h->f->u->files.data[h->file].text + h->t[i].begin,
                           h->t[i].end - h->t[i].begin);
}

// Is token i the use of a macro that stands for specifiers and attributes, and ends in front of `behind`?
static bool is_macro_of_specifiers(const struct head *h, size_t i, size_t behind) {
  size_t end;
  const char *text = fr_expansion(h->f, h->file, i, &end);
  if (!text || end != behind)
    return false;
  struct fr_lexed l = {0};
  fr_lex(h->f->arena, text, 0, (uint32_t)strlen(text), &l);
  int depth = 0;
  for (size_t k = 0; k < l.tokens.len; k++) {
    const struct fr_token *t = &l.tokens.data[k];
    const bool attribute = k + 1 < l.tokens.len &&
                           strchr("([", l.tokens.data[k + 1].ch ? l.tokens.data[k + 1].ch : ' ');
    if (!depth && t->kind == FR_IDENT && !attribute &&
        !is_specifier_word(text + t->begin, t->end - t->begin))
      return false;
    depth += t->ch && strchr("([", t->ch) != NULL;
    depth -= t->ch && strchr(")]", t->ch) != NULL;
  }
  return true;
}

// The first token of the requires clause that ends in front of token i; i if there is none.
static size_t constraint_begin(const struct head *h, size_t i) {
  enum { FAR = 500 }; // tokens
  for (size_t r = i; r-- > 0 && i - r < FAR;)
    if (is(h, r, "requires") && fr_behind_constraint(h->f, h->file, r) == i)
      return r;
  return i;
}

// Extends a declaration's beginning over specifiers and template heads in front of it that clang's
// range leaves out.
static size_t extend_back(const struct head *h, size_t i) {
  while (i > 0) {
    const size_t clause = constraint_begin(h, i);
    size_t p = i - 1;
    if (clause < i) {
      i = clause;
    } else if (h->t[p].kind == FR_IDENT &&
               (is_specifier(h, p) || is_macro_of_specifiers(h, p, i))) {
      i = p;
    } else if (h->t[p].kind == FR_STRING && p > 0 && is(h, p - 1, "extern")) {
      i = p - 1;
    } else if (h->t[p].ch == ')' || h->t[p].ch == ']') {
      size_t open = match_back(h, p);
      if (open == h->n || open == 0)
        return i;
      if (h->t[p].ch == ')' &&
          (is_macro_of_specifiers(h, open - 1, i) || is(h, open - 1, "__launch_bounds__") ||
           is(h, open - 1, "__attribute__") || is(h, open - 1, "__cluster_dims__") ||
           is(h, open - 1, "__declspec") || is(h, open - 1, "alignas") ||
           is(h, open - 1, "explicit") || is(h, open - 1, "__maxnreg__") ||
           is(h, open - 1, "__block_size__")))
        i = open - 1;
      else if (h->t[p].ch == ']' && h->t[open + 1].ch == '[')
        i = open;
      else
        return i;
    } else if (h->t[p].kind == FR_PUNCT && h->t[p].ch == '>') {
      size_t open = match_back(h, p);
      if (open == h->n || open == 0 || !is(h, open - 1, "template"))
        return i;
      i = open - 1;
    } else {
      return i;
    }
  }
  return i;
}

// The name's tokens: [name, params) and the opening parenthesis of the parameters.
static size_t params_open(const struct head *h, size_t name, size_t *name_end) {
  size_t i = name;
  if (is(h, i, "~"))
    i++;
  if (is(h, i, "operator")) {
    i++;
    if (i < h->n && h->t[i].ch == '(')
      i += 2; // operator()
    while (i < h->n && h->t[i].ch != '(')
      i++;
    *name_end = i - 1;
    return i;
  }
  *name_end = i++;
  if (i < h->n && h->t[i].ch == '<') {
    i = fr_match(h->f, h->file, i);
    i += i < h->n;
  }
  return i < h->n && h->t[i].ch == '(' ? i : h->n;
}

// The first token of the qualified name, `X<T>::k`.
static size_t qualified_begin(const struct head *h, size_t name, size_t begin) {
  size_t i = name;
  while (i > begin && is(h, i - 1, "::")) {
    size_t p = i - 1; // the `::`
    if (p == begin)
      return p;
    if (h->t[p - 1].ch == '>') {
      size_t open = match_back(h, p - 1);
      if (open == h->n || open <= begin)
        return i;
      i = open - 1;
    } else if (h->t[p - 1].kind == FR_IDENT && !is_specifier(h, p - 1) && p - 1 > begin) {
      i = p - 1;
    } else {
      return p - 1 == begin ? begin : p;
    }
  }
  return i;
}

static struct fl_span span(const struct head *h, uint32_t begin, uint32_t end) {
  return (struct fl_span){h->file, begin, end < begin ? begin : end};
}

// Index of a `=` behind `from` and before `end` that is in no bracket; h->n if there is none.
static size_t initialiser(const struct head *h, size_t from, uint32_t end) {
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

struct params {
  struct head *h;
  struct fl_function *fn;
  struct fl_span body;
  bool body_in_macro, in_macro;
  size_t open, close; // the parentheses
  struct fl_span template_head;
  struct fl_template_params *template_params; // where they go
};

// The range of a parameter whose type begins with a macro, to the end of its default argument; *in_macro: its name is the macro's.
static struct fl_span behind_macro(const struct head *h, CXCursor c, struct fl_span s,
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

static void add_param(struct params *p, CXCursor c) {
  struct head *h = p->h;
  struct fr *f = h->f;
  struct fl_param *out = fl_vec_add(f->arena, &p->fn->params);
  *out = (struct fl_param){.decl = fr_decl(f, c)};
  out->span = out->type_and_name = out->default_arg = (struct fl_span){.file = -1};
  CXType t = clang_getCursorType(c);
  out->type = fr_parameter_type(f, clang_getUnqualifiedType(t));
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
      size_t back = match_back(h, i - 1);
      if (back == h->n)
        break;
      i = back;
    } else {
      i--;
    }
  }
  out->span = span(h, h->t[i].begin, s.end);
  out->type_and_name = out->span;
  out->default_arg = span(h, s.end, s.end);
  size_t eq = initialiser(h, i, s.end);
  if (eq < h->n && eq > i && eq + 1 < h->n) {
    out->type_and_name.end = h->t[eq - 1].end;
    out->default_arg.begin = h->t[eq + 1].begin;
  }
}

// The bracket that closes what token i opens, if it does and that is before `end`; else i.
static size_t skip_nested(const struct head *h, size_t i, size_t end) {
  const char c = h->t[i].ch;
  const size_t close = c && strchr("([{<", c) ? fr_match(h->f, h->file, i) : end;
  return close < end ? close : i;
}

// The text of the n-th parameter of a template head. Empty if it cannot be told; what clang says of parameters without names, or with a concept, lacks tokens.
static struct fl_span nth_parameter(const struct head *h, struct fl_span head, size_t n) {
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
        return begin < i ? span(h, h->t[begin].begin, h->t[i - 1].end) : none;
      begin = i + 1;
    } else {
      i = skip_nested(h, i, close);
    }
  }
  return none;
}

static void add_template_param(struct params *p, CXCursor c, enum CXCursorKind k) {
  struct head *h = p->h;
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
  out->default_arg = span(h, out->span.end, out->span.end);
  size_t i = fr_token_at(h->f, h->file, out->span.begin);
  for (; i + 1 < h->n && h->t[i].begin < out->span.end && h->t[i].ch != '='; i++) {
    out->is_pack |= h->t[i].ch == '.';
    i = skip_nested(h, i, h->n);
  }
  if (h->t[i].ch == '=' && h->t[i].begin < out->span.end)
    out->default_arg.begin = h->t[i + 1].begin;
}

static enum CXChildVisitResult on_part(CXCursor c, CXCursor parent, CXClientData data) {
  struct params *p = data;
  (void)parent;
  enum CXCursorKind k = clang_getCursorKind(c);
  if (k == CXCursor_ParmDecl)
    add_param(p, c);
  else if (k == CXCursor_CompoundStmt || k == CXCursor_CXXTryStmt)
    p->body = fr_extent(p->h->f, c, &p->body_in_macro);
  return CXChildVisit_Continue;
}

// Only those of the innermost template head: an out-of-class member's outer ones follow in clang's
// list.
static enum CXChildVisitResult on_template_part(CXCursor c, CXCursor parent, CXClientData data) {
  struct params *p = data;
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

// The requires clause at token *i, which goes behind it; empty if there is none.
static struct fl_span constraint_at(const struct head *h, size_t *i) {
  const size_t behind = fr_behind_constraint(h->f, h->file, *i);
  if (behind == *i)
    return (struct fl_span){.file = -1};
  const struct fl_span s = span(h, h->t[*i].begin, h->t[behind - 1].end);
  *i = behind;
  return s;
}

// The end of a declaration without a body: its semicolon. `from`: behind its parameters and their constraint.
static uint32_t declaration_end(const struct head *h, size_t from) {
  for (size_t i = from; i < h->n; i++)
    if (h->t[i].ch == ';' || h->t[i].ch == '{' || h->t[i].ch == '}')
      return h->t[i].ch == ';' ? h->t[i].end : h->t[i].begin;
  return h->n ? h->t[h->n - 1].end : 0;
}

// The innermost of the template heads from token *i on; *i goes behind it and its constraint. Empty if there is none.
static struct fl_span innermost_head(const struct head *h, size_t *i, size_t name,
                                     struct fl_span *constraint) {
  struct fl_span head = {.file = -1};
  while (*i < name && is(h, *i, "template")) {
    size_t close = fr_match(h->f, h->file, *i + 1);
    if (close >= name)
      break;
    head = span(h, h->t[*i].begin, h->t[close].end);
    *i = close + 1;
    *constraint = constraint_at(h, i);
  }
  return head;
}

// The requires clause behind a function's parameters.
static struct fl_span trailing_constraint(const struct head *h, size_t close) {
  for (size_t i = close + 1; i < h->n && !strchr(";{}=", h->t[i].ch ? h->t[i].ch : ' '); i++) {
    const struct fl_span s = constraint_at(h, &i);
    if (!fl_span_empty(s))
      return s;
    i = skip_nested(h, i, h->n);
  }
  return (struct fl_span){.file = -1};
}

// Notes down what the macros in a head stand for; false if one of them is more than a part of it.
static bool expand_head(const struct head *h, size_t begin, size_t close,
                        struct fl_span constraint) {
  const bool trailing = !fl_span_empty(constraint);
  return fr_expand_head(h->f, h->file, begin, close) &&
         (!trailing || fr_expand_head(h->f, h->file, fr_token_at(h->f, h->file, constraint.begin),
                                      fr_token_at(h->f, h->file, constraint.end)));
}

// Is it a friend's declaration in a class? Nothing of its namespace can be declared beside it.
static bool is_befriending(CXCursor c) {
  const enum CXCursorKind in = clang_getCursorKind(clang_getCursorLexicalParent(c));
  return clang_isDeclaration(in) && in != CXCursor_Namespace && in != CXCursor_LinkageSpec &&
         !clang_equalCursors(clang_getCursorLexicalParent(c), clang_getCursorSemanticParent(c));
}

void fr_read_head(struct fr *f, struct fl_function *fn, CXCursor c, bool definition) {
  struct head h = {.f = f};
  uint32_t at;
  bool name_in_macro, in_macro;
  if (!fr_place(f, clang_getCursorLocation(c), &h.file, &at, &name_in_macro))
    return;
  h.t = fr_tokens(f, h.file, &h.n);
  struct fl_span extent = fr_extent(f, c, &in_macro);
  struct params parts = {.h = &h, .fn = fn, .body = {.file = -1}, .open = h.n, .close = h.n};
  size_t name = fr_token_at(f, h.file, at), name_end = name;
  bool readable = !name_in_macro && name < h.n && h.t[name].begin == at && extent.file == h.file;
  size_t begin = name;
  if (readable) {
    parts.open = params_open(&h, name, &name_end);
    parts.close = fr_match(f, h.file, parts.open);
    readable = parts.close < h.n;
  }
  if (readable) {
    begin = extend_back(&h, fr_token_at(f, h.file, extent.begin < at ? extent.begin : at));
    if (begin > name)
      begin = name;
  }
  size_t behind = begin; // the template heads
  struct fl_span constraint = {.file = -1};
  parts.template_head = (struct fl_span){.file = -1};
  if (readable)
    parts.template_head = innermost_head(&h, &behind, name, &constraint);
  const struct fl_span trailing = trailing_constraint(&h, parts.close);
  const struct fl_span none = {.file = -1};
  const bool is_template = clang_getCursorKind(c) == CXCursor_FunctionTemplate;
  const char *returns = fr_string(f, clang_getTypeSpelling(clang_getCursorResultType(c)));
  if (!definition) {
    if (readable && !is_befriending(c)) {
      const size_t behind_params =
          fl_span_empty(trailing) ? parts.close + 1 : fr_token_at(f, h.file, trailing.end);
      struct fl_redeclaration *r = fl_vec_add(f->arena, &fn->redeclarations);
      *r = (struct fl_redeclaration){
          .span = span(&h, h.t[begin].begin, declaration_end(&h, behind_params)),
          .specifiers = span(&h, h.t[behind].begin, h.t[name].begin),
          .params_span = span(&h, h.t[parts.open].end, h.t[parts.close].begin),
          .trailing_constraint = trailing,
          .return_type = returns};
      parts.template_params = &r->template_params;
      r->template_params.constraint = is_template ? constraint : none;
      if (is_template)
        clang_visitChildren(c, on_template_part, &parts);
    }
    if (fn->name_span.file >= 0) {
      if (readable)
        expand_head(&h, begin, parts.close, trailing);
      return;
    }
  }
  fn->return_type = returns;
  fn->params.len = 0; // the definition's names replace those of an earlier declaration
  fn->template_params.len = 0;
  fn->template_params.constraint = is_template ? constraint : none;
  clang_visitChildren(c, on_part, &parts);
  fn->from_macro = !readable || parts.body_in_macro || parts.in_macro;
  if (readable) {
    fn->template_head = parts.template_head;
    size_t qualified = qualified_begin(&h, name, behind);
    fn->specifiers = span(&h, h.t[behind].begin, h.t[qualified].begin);
    fn->name_span = span(&h, h.t[name].begin, h.t[name_end].end);
    fn->params_span = span(&h, h.t[parts.open].end, h.t[parts.close].begin);
    fn->trailing_constraint = trailing;
    fn->from_macro |= !expand_head(&h, begin, parts.close, trailing);
  }
  parts.template_params = &fn->template_params;
  if (is_template)
    clang_visitChildren(c, on_template_part, &parts);
  if (!definition)
    return;
  fn->body_span = parts.body;
  fn->is_torn = !fr_is_whole(f, fn->body_span, true) ||
                (readable &&
                 !(fr_is_whole(f, fn->template_head, false) &&
                   fr_is_whole(f, fn->specifiers, false) && fr_is_whole(f, fn->params_span, true)));
  fn->span = readable ? span(&h, h.t[begin].begin, extent.end) : extent;
  fn->counts = fn->span.file >= 0 && fr_span_counts(f, fn->span);
  fn->from_macro |= fn->is_torn || fn->counts;
  fn->editable = readable && parts.body.file == h.file && !parts.body_in_macro &&
                 parts.body.end > fr_macro_use_end(f, h.file, at);
  enum CXCursorKind parent = clang_getCursorKind(clang_getCursorLexicalParent(c));
  fn->in_class_body = parent == CXCursor_StructDecl || parent == CXCursor_ClassDecl ||
                      parent == CXCursor_UnionDecl || parent == CXCursor_ClassTemplate ||
                      parent == CXCursor_ClassTemplatePartialSpecialization;
}
