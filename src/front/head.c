// Where are the parts of a function's head in the text? Clang says where the name is; the rest is
// read from the tokens around it, since attributes and macros make clang's own ranges begin in many
// places.
#include "head.h"

static bool is(const struct fr_head *h, size_t i, const char *word) {
  return fr_token_is(h->f, h->file, i, word);
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

static bool is_specifier(const struct fr_head *h, size_t i) {
  return is_specifier_word(h->f->u->files.data[h->file].text + h->t[i].begin,
                           h->t[i].end - h->t[i].begin);
}

// Is token i the use of a macro that stands for specifiers and attributes, and ends in front of `behind`?
static bool is_macro_of_specifiers(const struct fr_head *h, size_t i, size_t behind) {
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
static size_t constraint_begin(const struct fr_head *h, size_t i) {
  enum { FAR = 500 }; // tokens
  for (size_t r = i; r-- > 0 && i - r < FAR;)
    if (is(h, r, "requires") && fr_behind_constraint(h->f, h->file, r) == i)
      return r;
  return i;
}

// Extends a declaration's beginning over specifiers and template heads in front of it that clang's
// range leaves out.
static size_t extend_back(const struct fr_head *h, size_t i) {
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
      size_t open = fr_match_back(h->t, h->n, p);
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
      size_t open = fr_match_back(h->t, h->n, p);
      if (open == h->n || open == 0 || !is(h, open - 1, "template"))
        return i;
      i = open - 1;
    } else {
      return i;
    }
  }
  return i;
}

// The first token of the qualified name, `X<T>::k`.
static size_t qualified_begin(const struct fr_head *h, size_t name, size_t begin) {
  size_t i = name;
  while (i > begin && is(h, i - 1, "::")) {
    size_t p = i - 1; // the `::`
    if (p == begin)
      return p;
    if (h->t[p - 1].ch == '>') {
      size_t open = fr_match_back(h->t, h->n, p - 1);
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

bool fr_begin_of(struct fr *f, CXCursor c, struct fl_span *at) {
  bool in_macro;
  *at = fr_extent(f, c, &in_macro);
  if (!fr_is_written(f, *at, in_macro))
    return false;
  struct fr_head h = {.f = f, .file = at->file};
  h.t = fr_tokens(f, h.file, &h.n);
  const size_t i = fr_token_at(f, h.file, at->begin);
  if (i >= h.n)
    return false;
  at->begin = at->end = h.t[extend_back(&h, i)].begin;
  return true;
}

// The opening parenthesis of the parameters; *name_end: the last token of the name.
static size_t params_open(const struct fr_head *h, size_t name, size_t *name_end) {
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
  while (is(h, i, "[") && is(h, i + 1, "[")) { // attributes
    i = fr_match(h->f, h->file, i);
    i += i < h->n;
  }
  // `(k)(int x)`
  for (size_t open = qualified_begin(h, name, 0); open > 0 && is(h, open - 1, "(") && is(h, i, ")");
       open--)
    i++;
  return is(h, i, "(") ? i : h->n;
}

// The requires clause at token *i, which goes behind it; empty if there is none.
static struct fl_span constraint_at(const struct fr_head *h, size_t *i) {
  const size_t behind = fr_behind_constraint(h->f, h->file, *i);
  if (behind == *i)
    return (struct fl_span){.file = -1};
  const struct fl_span s = fr_head_span(h, h->t[*i].begin, h->t[behind - 1].end);
  *i = behind;
  return s;
}

// The end of a declaration without a body: its semicolon. `from`: behind its parameters and their constraint.
static uint32_t declaration_end(const struct fr_head *h, size_t from) {
  for (size_t i = from; i < h->n; i++)
    if (h->t[i].ch == ';' || h->t[i].ch == '{' || h->t[i].ch == '}')
      return h->t[i].ch == ';' ? h->t[i].end : h->t[i].begin;
  return h->n ? h->t[h->n - 1].end : 0;
}

// The innermost of the template heads from token *i on; *i goes behind it and its constraint. Empty if there is none.
static struct fl_span innermost_head(const struct fr_head *h, size_t *i, size_t name,
                                     struct fl_span *constraint) {
  struct fl_span head = {.file = -1};
  while (*i < name && is(h, *i, "template")) {
    size_t close = fr_match(h->f, h->file, *i + 1);
    if (close >= name)
      break;
    head = fr_head_span(h, h->t[*i].begin, h->t[close].end);
    *i = close + 1;
    *constraint = constraint_at(h, i);
  }
  return head;
}

// The requires clause behind a function's parameters.
static struct fl_span trailing_constraint(const struct fr_head *h, size_t close) {
  for (size_t i = close + 1; i < h->n && !strchr(";{}=", h->t[i].ch ? h->t[i].ch : ' '); i++) {
    const struct fl_span s = constraint_at(h, &i);
    if (!fl_span_empty(s))
      return s;
    i = fr_skip_nested(h, i, h->n);
  }
  return (struct fl_span){.file = -1};
}

// Notes down what the macros in a head stand for; false if one of them is more than a part of it.
static bool expand_head(const struct fr_head *h, size_t begin, size_t close,
                        struct fl_span constraint) {
  const bool trailing = !fl_span_empty(constraint);
  return fr_expand_head(h->f, h->file, begin, close) &&
         (!trailing || fr_expand_head(h->f, h->file, fr_token_at(h->f, h->file, constraint.begin),
                                      fr_token_at(h->f, h->file, constraint.end)));
}

// clang numbers template parameters in the name of a conversion, `operator type-parameter-0-0 *`; it is called as it is written.
static const char *conversion_name(const struct fr_head *h, size_t name, size_t name_end) {
  struct fl_text t = {0};
  const char *text = h->f->u->files.data[h->file].text;
  for (size_t i = name; i <= name_end; i++) {
    const bool apart = i > name && (h->t[i].kind == FR_IDENT || h->t[i].ch == '*') &&
                       (h->t[i - 1].kind == FR_IDENT || h->t[i - 1].ch == '>');
    fl_text_printf(&t, "%s%.*s", apart ? " " : "", (int)(h->t[i].end - h->t[i].begin),
                   text + h->t[i].begin);
  }
  const char *made = fl_strdup(h->f->arena, t.data ? t.data : "");
  fl_text_free(&t);
  return made;
}

// Is it a friend's declaration in a class? Nothing of its namespace can be declared beside it.
static bool is_befriending(CXCursor c) {
  const enum CXCursorKind in = clang_getCursorKind(clang_getCursorLexicalParent(c));
  return clang_isDeclaration(in) && in != CXCursor_Namespace && in != CXCursor_LinkageSpec &&
         !clang_equalCursors(clang_getCursorLexicalParent(c), clang_getCursorSemanticParent(c));
}

// Where the parts of a head are.
struct parts {
  bool readable;         // the tokens tell all of what follows
  bool odd;              // they do not, though no macro says the name or what is behind it
  struct fl_span extent; // of the declaration, by clang's account
  size_t begin, behind, name,
      name_end; // tokens: the first, the first behind the template heads, the first and last of the name
  struct fl_span constraint, trailing; // behind the template heads, behind the parameters
};

// False: the name is in no file of the user's.
static bool find_parts(struct fr_head *h, struct fr_params *p, CXCursor c, struct parts *x) {
  struct fr *f = h->f;
  const struct fl_span none = {.file = -1};
  uint32_t at;
  bool name_in_macro, in_macro;
  if (!fr_place(f, clang_getCursorLocation(c), &h->file, &at, &name_in_macro))
    return false;
  h->t = fr_tokens(f, h->file, &h->n);
  *p = (struct fr_params){
      .h = h, .fn = p->fn, .body = none, .open = h->n, .close = h->n, .template_head = none};
  *x = (struct parts){.extent = fr_extent(f, c, &in_macro), .constraint = none};
  x->begin = x->name = x->name_end = fr_token_at(f, h->file, at);
  if (!name_in_macro && x->name < h->n && h->t[x->name].begin == at && x->extent.file == h->file) {
    p->open = params_open(h, x->name, &x->name_end);
    p->close = fr_match(f, h->file, p->open);
    x->readable = p->close < h->n;
    x->odd = !x->readable && x->name_end + 1 < h->n && h->t[x->name_end + 1].kind == FR_PUNCT;
  }
  if (x->readable) {
    const size_t begin =
        extend_back(h, fr_token_at(f, h->file, x->extent.begin < at ? x->extent.begin : at));
    x->begin = begin < x->name ? begin : x->name;
  }
  x->behind = x->begin;
  if (x->readable)
    p->template_head = innermost_head(h, &x->behind, x->name, &x->constraint);
  x->trailing = trailing_constraint(h, p->close);
  if (clang_getCursorKind(c) != CXCursor_FunctionTemplate)
    x->constraint = none;
  return true;
}

// What stands in front of the name, its qualification and the parentheses around it.
static struct fl_span specifiers_of(const struct fr_head *h, const struct parts *x) {
  size_t end = qualified_begin(h, x->name, x->behind);
  while (end > x->behind && is(h, end - 1, "("))
    end--;
  return fr_head_span(h, h->t[x->behind].begin, h->t[end].begin);
}

static void add_redeclaration(struct fr_params *p, CXCursor c, const struct parts *x,
                              const char *returns) {
  const struct fr_head *h = p->h;
  const size_t behind_params =
      fl_span_empty(x->trailing) ? p->close + 1 : fr_token_at(h->f, h->file, x->trailing.end);
  struct fl_redeclaration *r = fl_vec_add(h->f->arena, &p->fn->redeclarations);
  *r = (struct fl_redeclaration){
      .span = fr_head_span(h, h->t[x->begin].begin, declaration_end(h, behind_params)),
      .specifiers = specifiers_of(h, x),
      .params_span = fr_head_span(h, h->t[p->open].end, h->t[p->close].begin),
      .trailing_constraint = x->trailing,
      .return_type = returns};
  p->template_params = &r->template_params;
  r->template_params.constraint = x->constraint;
  if (clang_getCursorKind(c) == CXCursor_FunctionTemplate)
    fr_read_template_params(p, c);
}

// The head that the function's struct is filled from.
static void read_own_head(struct fr_params *p, CXCursor c, const struct parts *x) {
  struct fr_head *h = p->h;
  struct fl_function *fn = p->fn;
  fn->params.len = 0; // the definition's names replace those of an earlier declaration
  fn->is_template = clang_getCursorKind(c) == CXCursor_FunctionTemplate;
  fn->template_params.len = 0;
  fn->template_params.constraint = x->constraint;
  fr_read_params(p, c);
  fn->from_macro = !x->readable || p->body_in_macro || p->in_macro;
  fn->odd_head = x->odd && !p->body_in_macro && !p->in_macro;
  if (x->readable) {
    fn->template_head = p->template_head;
    fn->specifiers = specifiers_of(h, x);
    fn->name_span = fr_head_span(h, h->t[x->name].begin, h->t[x->name_end].end);
    if (fn->is_conversion && strstr(fn->name, "-parameter-")) {
      fn->name = conversion_name(h, x->name, x->name_end);
      fn->qualified = fl_format(h->f->arena, "%s::%s", fn->scope, fn->name);
    }
    fn->params_span = fr_head_span(h, h->t[p->open].end, h->t[p->close].begin);
    fn->trailing_constraint = x->trailing;
    fn->from_macro |= !expand_head(h, x->begin, p->close, x->trailing);
  }
  p->template_params = &fn->template_params;
  if (fn->is_template)
    fr_read_template_params(p, c);
}

static void read_definition(const struct fr_params *p, CXCursor c, const struct parts *x) {
  const struct fr_head *h = p->h;
  struct fr *f = h->f;
  struct fl_function *fn = p->fn;
  fn->body_span = p->body;
  fn->is_torn = !fr_is_whole(f, fn->body_span, true) ||
                (x->readable &&
                 !(fr_is_whole(f, fn->template_head, false) &&
                   fr_is_whole(f, fn->specifiers, false) && fr_is_whole(f, fn->params_span, true)));
  fn->span = x->readable ? fr_head_span(h, h->t[x->begin].begin, x->extent.end) : x->extent;
  fn->is_torn |= fr_changes_macro(f, fn->span);
  fn->counts = fn->span.file >= 0 && fr_span_counts(f, fn->span);
  fn->from_macro |= fn->is_torn || fn->counts;
  fn->editable = x->readable && p->body.file == h->file && !p->body_in_macro &&
                 p->body.end > fr_macro_use_end(f, h->file, h->t[x->name].begin);
  enum CXCursorKind parent = clang_getCursorKind(clang_getCursorLexicalParent(c));
  fn->in_class_body = parent == CXCursor_StructDecl || parent == CXCursor_ClassDecl ||
                      parent == CXCursor_UnionDecl || parent == CXCursor_ClassTemplate ||
                      parent == CXCursor_ClassTemplatePartialSpecialization;
}

void fr_read_head(struct fr *f, struct fl_function *fn, CXCursor c, bool definition) {
  struct fr_head h = {.f = f};
  struct fr_params p = {.fn = fn};
  struct parts x;
  if (!find_parts(&h, &p, c, &x))
    return;
  const char *returns = fr_string(f, clang_getTypeSpelling(clang_getCursorResultType(c)));
  if (!definition && (!x.readable || fr_is_together(f, h.file, x.behind, x.name, p.close + 1)))
    fn->odd_declaration = x.extent;
  if (!definition && x.readable && !is_befriending(c))
    add_redeclaration(&p, c, &x, returns);
  if (!definition && fn->name_span.file >= 0) { // another declaration has told all
    if (x.readable)
      expand_head(&h, x.begin, p.close, x.trailing);
    return;
  }
  fn->return_type = returns;
  read_own_head(&p, c, &x);
  if (definition)
    read_definition(&p, c, &x);
}
