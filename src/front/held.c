// Variable templates and static members of class templates that hold a kernel's address, `template <class T> constexpr auto k = &child<T>;`: what `k<int>` launches, and in a
// template `k<U>` or `Policy<U>::k`, is read from the text, with the arguments in the parameters' places. So there must be one initialiser, and no specialization.
#include "internal.h"

#include <string.h>

enum { MOST = 8 }; // parameters

// Tokens [from, to) of a file.
struct piece {
  int file;
  size_t from, to;
};
struct pieces {
  struct piece at[MOST];
  size_t len; // MOST + 1: there are more
};

static const struct fr_token *token(const struct fr *f, int file, size_t i) {
  static const struct fr_token none = {.kind = FR_PUNCT};
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  return i < n ? &t[i] : &none;
}

static const char *text_of(struct fr *f, struct piece p) {
  return fl_span_text(f->u, (struct fl_span){p.file, token(f, p.file, p.from)->begin,
                                             token(f, p.file, p.to - 1)->end});
}

static bool same_token(const struct fr *f, const struct fr_token *t, int file, const char *name) {
  const char *const names[] = {name, NULL};
  return fr_token_is_one_of(f->u->files.data[file].text, t, names);
}

// What commas part between the brackets at tokens `open` and `close`.
static struct pieces parts(const struct fr *f, int file, size_t open, size_t close) {
  struct pieces out = {.len = 0};
  size_t from = open + 1;
  for (size_t i = from; i <= close; i++) {
    const char ch = token(f, file, i)->ch;
    if (i < close && ch && strchr("([{<", ch)) {
      const size_t match = fr_match(f, file, i);
      i = match < close ? match : i;
    } else if ((i == close || ch == ',') && out.len++ < MOST) {
      out.at[out.len - 1] = (struct piece){file, from, i};
      from = i + 1;
    }
    if (out.len > MOST)
      break;
  }
  return out;
}

// The `<` that the `>` at token `close` closes; `close` if there is none.
static size_t opening(const struct fr *f, int file, size_t from, size_t close) {
  for (size_t i = close; i-- > from;)
    if (token(f, file, i)->ch == '<' && fr_match(f, file, i) == close)
      return i;
  return close;
}

// The first token of the declaration that token i is part of.
static size_t declaration_begin(const struct fr *f, int file, size_t i) {
  while (i > 0 && !(token(f, file, i - 1)->ch && strchr(";{}:", token(f, file, i - 1)->ch) &&
                    token(f, file, i - 1)->end - token(f, file, i - 1)->begin == 1))
    i--;
  return i;
}

// The names of a template's parameters, whose declaration begins at token `begin`; more than MOST of what is not understood. *behind: the token behind the head.
static struct pieces parameters(const struct fr *f, int file, size_t begin, size_t *behind) {
  const struct pieces bad = {.len = MOST + 1};
  if (!fr_token_is(f, file, begin, "template") || token(f, file, begin + 1)->ch != '<')
    return bad;
  const size_t close = fr_match(f, file, begin + 1);
  struct pieces p = parts(f, file, begin + 1, close);
  *behind = close + 1;
  for (size_t i = 0; i < p.len && p.len <= MOST; i++) {
    size_t name = p.at[i].from; // the token behind it
    while (name < p.at[i].to && token(f, file, name)->ch != '=')
      name++;
    bool plain = name > p.at[i].from + 1 && token(f, file, name - 1)->kind == FR_IDENT;
    for (size_t k = p.at[i].from; k < name; k++)
      plain &= !token(f, file, k)->ch || !strchr(".<", token(f, file, k)->ch);
    if (!plain)
      return bad;
    p.at[i] = (struct piece){file, name - 1, name};
  }
  return p;
}

// Does the declaration that has a template's name and arguments at tokens [at, behind) specialize it? Where that cannot be told, too.
static bool specializes(const struct fr *f, int file, size_t at, size_t behind, bool class) {
  const size_t begin = declaration_begin(f, file, at);
  const struct fr_token *t = token(f, file, behind);
  if (fr_token_is(f, file, begin, "template") && (!class || token(f, file, begin + 2)->ch == '>'))
    return true;
  if (!class)
    return t->ch == '=' || t->ch == '{';
  return (at &&
          (fr_token_is(f, file, at - 1, "struct") || fr_token_is(f, file, at - 1, "class"))) ||
         t->ch == '{' || (t->ch == ':' && t->end - t->begin == 1) ||
         fr_token_is(f, file, behind, "final");
}

// Is the template that is declared at a token the only one of its name, without specializations?
static bool is_only_one(const struct fr *f, const char *name, int file, size_t at, bool class) {
  for (size_t i = 0; i < f->macros.len; i++) {
    const struct fr_macro *m = &f->macros.data[i];
    const char *body = fl_strndup(f->arena, m->text + m->body.begin, m->body.end - m->body.begin);
    if (fl_find_word(body, body, name))
      return false;
  }
  for (int k = 0; (size_t)k < f->files.len; k++) {
    const struct fr_lexed *l = &f->files.data[k].lexed;
    for (size_t i = 0; i < l->tokens.len; i++) {
      if (!same_token(f, &l->tokens.data[i], k, name) || (k == file && i == at))
        continue;
      const bool instance = token(f, k, i + 1)->ch == '<';
      if (instance ? specializes(f, k, i, fr_match(f, k, i + 1) + 1, class) : !class)
        return false;
    }
  }
  return true;
}

// Is a variable, whose declaration has these tokens in front of its name and its initialiser, a constant pointer for sure?
static bool is_pointer(const struct fr *f, int file, size_t begin, size_t name, size_t equals) {
  static const char *const words[] = {"static", "inline", "const", "__device__",
                                      "auto",   "void",   NULL};
  const char *s = f->u->files.data[file].text;
  bool constant = false;
  for (size_t i = begin; i < name; i++) {
    const struct fr_token *t = token(f, file, i);
    constant |= fr_token_is(f, file, i, "constexpr");
    if (!fr_token_is(f, file, i, "constexpr") && !fr_token_is_one_of(s, t, words) &&
        !(t->ch && strchr("*&(", t->ch)))
      return false;
  }
  const bool function = token(f, file, name + 1)->ch == ')' && token(f, file, name + 2)->ch == '(';
  return constant &&
         (equals == name + 1 || (function && fr_match(f, file, name + 2) + 1 == equals));
}

// Template arguments with those of the use in place of the parameters; NULL: they name something else.
static const char *substituted(struct fr *f, struct piece arg, const struct pieces *params,
                               const struct pieces *args) {
  static const char *const words[] = {"int",  "unsigned", "signed", "long", "short",
                                      "char", "float",    "double", "bool", "const",
                                      "void", "true",     "false",  NULL};
  struct fl_text out = {0};
  bool known = true;
  for (size_t i = arg.from; i < arg.to && known; i++) {
    const struct fr_token *t = token(f, arg.file, i);
    const char *s = f->u->files.data[arg.file].text;
    const char *with = fl_strndup(f->arena, s + t->begin, t->end - t->begin);
    known = t->kind != FR_IDENT || fr_token_is_one_of(s, t, words);
    for (size_t k = 0; k < params->len && !known; k++) {
      if (!same_token(f, t, arg.file, text_of(f, params->at[k])))
        continue;
      known = arg.to - arg.from == 1 || args->at[k].to - args->at[k].from == 1;
      with = text_of(f, args->at[k]);
    }
    fl_text_printf(&out, "%s%s", out.len ? " " : "", with);
  }
  const char *text = known && out.len ? fl_strdup(f->arena, out.data) : NULL;
  fl_text_free(&out);
  return text;
}

// The kernel that an initialiser, `&n::child<T, 3>`, names for certain arguments; NULL: it cannot be told.
static const char *kernel_named(struct fr *f, struct piece init, const struct pieces *params,
                                const struct pieces *args) {
  size_t at = init.from + (token(f, init.file, init.from)->ch == '&');
  const size_t begin = at;
  while (at + 1 < init.to && token(f, init.file, at + 1)->ch != '<')
    at++;
  const struct fr_token *t = token(f, init.file, at);
  const char *name = f->u->files.data[init.file].text + t->begin;
  const struct fl_function *k = fr_only_function(f->u, name, t->end - t->begin);
  if (t->kind != FR_IDENT || !k || k->kind != FL_KERNEL || k->is_member || k->from_macro)
    return NULL;
  const char *written = text_of(f, (struct piece){init.file, begin, at + 1});
  written += strncmp(written, "::", 2) ? 0 : 2;
  const size_t len = strlen(written), all = strlen(k->visible);
  if (len > all || strcmp(k->visible + all - len, written) != 0)
    return NULL;
  if (at + 1 == init.to)
    return k->template_params.len ? NULL : fl_format(f->arena, "::%s", k->visible);
  const size_t close = fr_match(f, init.file, at + 1);
  const struct pieces of_kernel = parts(f, init.file, at + 1, close);
  if (close + 1 != init.to || of_kernel.len > MOST)
    return NULL;
  const char *list = "";
  for (size_t i = 0; i < of_kernel.len && list; i++) {
    const char *arg = substituted(f, of_kernel.at[i], params, args);
    list = arg ? fl_format(f->arena, "%s%s%s", list, i ? ", " : "", arg) : NULL;
  }
  return list ? fl_format(f->arena, "::%s<%s>", k->visible, list) : NULL;
}

// Of the variable whose name is declared at token `name`.
static const char *held(struct fr *f, int file, size_t begin, size_t name,
                        const struct pieces *params, const struct pieces *args) {
  size_t n, equals = name, end;
  const struct fr_token *t = fr_tokens(f, file, &n);
  while (equals < n && !(t[equals].ch && strchr("=;{}", t[equals].ch)))
    equals++;
  for (end = equals; end < n && t[end].ch != ';'; end++) {
  }
  if (equals >= n || t[equals].ch != '=' || end >= n || end == equals + 1 ||
      params->len != args->len || params->len > MOST || !is_pointer(f, file, begin, name, equals))
    return NULL;
  return kernel_named(f, (struct piece){file, equals + 1, end}, params, args);
}

static bool place_of(struct fr *f, CXCursor c, int *file, size_t *at) {
  uint32_t offset;
  bool in_macro;
  if (clang_Cursor_isNull(c) || clang_isInvalid(clang_getCursorKind(c)) ||
      !fr_place(f, clang_getCursorLocation(c), file, &offset, &in_macro) || in_macro)
    return false;
  *at = fr_token_at(f, *file, offset);
  return token(f, *file, *at)->begin == offset;
}

// `k<int>`, of which clang says where `k` is declared.
static const char *of_variable(struct fr *f, CXCursor e, const char *name,
                               const struct pieces *args) {
  int file;
  size_t at, behind = 0;
  CXCursor variable = clang_getCursorReferenced(e);
  if (clang_getCursorKind(variable) == CXCursor_OverloadedDeclRef &&
      clang_getNumOverloadedDecls(variable) == 1)
    variable = clang_getOverloadedDecl(variable, 0);
  if (!place_of(f, variable, &file, &at) || fr_is_of_template(variable))
    return NULL;
  for (size_t from = at; fr_token_is(f, file, from, "template") &&
                         !same_token(f, token(f, file, at), file, name) &&
                         !(token(f, file, at)->ch && strchr(";{", token(f, file, at)->ch));)
    at++; // clang says where the template begins
  if (!same_token(f, token(f, file, at), file, name) || !is_only_one(f, name, file, at, false))
    return NULL;
  const struct pieces params = parameters(f, file, declaration_begin(f, file, at), &behind);
  return held(f, file, behind, at, &params, args);
}

// `Policy<T>::k`, of which it says where `Policy` is.
static const char *of_member(struct fr *f, CXCursor class, const char *class_name, const char *name,
                             const struct pieces *args) {
  int file;
  size_t at, behind = 0;
  if (!place_of(f, clang_getCursorDefinition(class), &file, &at) || fr_is_of_template(class) ||
      !same_token(f, token(f, file, at), file, class_name) ||
      !is_only_one(f, class_name, file, at, true) || token(f, file, at + 1)->ch != '{')
    return NULL;
  const struct pieces params = parameters(f, file, declaration_begin(f, file, at), &behind);
  const size_t close = fr_match(f, file, at + 1);
  const char *kernel = NULL;
  for (size_t i = at + 2; i < close && params.len <= MOST; i++) {
    if (token(f, file, i)->ch == '{')
      i = fr_match(f, file, i);
    if (!same_token(f, token(f, file, i), file, name))
      continue;
    if (kernel || !(kernel = held(f, file, declaration_begin(f, file, i), i, &params, args)))
      return NULL;
  }
  return kernel;
}

const char *fr_held_kernel(struct fr_body *b, uint32_t callee, const struct fl_site *s) {
  struct fr *f = b->f;
  const struct fr_tree *t = b->tree;
  const uint32_t r = fr_peel(t, callee);
  const int file = s->callee.file;
  const size_t first = fr_token_at(f, file, s->callee.begin);
  const size_t end = fr_token_at(f, file, s->callee.end);
  if (end < first + 4)
    return NULL;
  const bool member =
      token(f, file, end - 1)->kind == FR_IDENT && fr_token_is(f, file, end - 2, "::");
  const size_t close = member ? end - 3 : end - 1;
  const size_t open = token(f, file, close)->ch == '>' ? opening(f, file, first, close) : close;
  if (open == close || open == first || token(f, file, open - 1)->kind != FR_IDENT)
    return NULL;
  const struct pieces args = parts(f, file, open, close);
  const char *of = text_of(f, (struct piece){file, open - 1, open});
  if (!member)
    return of_variable(f, t->nodes[r].cursor, of, &args);
  const char *name = text_of(f, (struct piece){file, end - 1, end});
  for (uint32_t k = r + 1; k < t->nodes[r].end; k++)
    if (t->nodes[k].kind == CXCursor_TemplateRef &&
        fr_string_is(clang_getCursorSpelling(t->nodes[k].cursor), of))
      return of_member(f, clang_getCursorReferenced(t->nodes[k].cursor), of, name, &args);
  return NULL;
}
