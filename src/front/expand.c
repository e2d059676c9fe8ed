// What does the use of a macro stand for? Asked for three things. Macros in the heads of functions, types, specifiers and values by other names (`#define REAL float`,
// `#define DEVICE __device__ __forceinline__`): the model keeps what they stand for, so that the heads that are written out anew say it themselves. Macros with launches
// or functions in them (unfold.c). And those with pragmas (pragma.c).
#include "internal.h"

#include <string.h>

enum { MAX_ARGS = 16, MAX_EXPANSION = 1 << 16 };

struct expander {
  struct fr *f;
  int file; // where the use is
  uint32_t at;
  const struct fr_macro *open[FR_MAX_MACRO_DEPTH]; // whose replacement is being expanded
  unsigned depth;
  bool code; // only macros with code in them are replaced; others keep their names
  bool
      whole; // but here, in a macro with code among its arguments, all are: in another's arguments the code's commas would be that one's
  struct fl_text out;
  bool failed;
};

static void expand(struct expander *x, const char *s, const struct fr_token *t, size_t n);

// What a name stands for where the use is.
static const struct fr_macro *any_macro_at(const struct expander *x, const char *s,
                                           const struct fr_token *t) {
  return t->kind == FR_IDENT
             ? fr_macro_at(x->f, s + t->begin, t->end - t->begin, x->file, x->at, NULL)
             : NULL;
}

static bool has_code(const struct expander *x, const struct fr_macro *m) {
  return fr_marks(x->f, m->name, m->len) & FR_CODE;
}

static const struct fr_macro *macro_at(const struct expander *x, const char *s,
                                       const struct fr_token *t) {
  const struct fr_macro *m = any_macro_at(x, s, t);
  return m && x->code && !has_code(x, m) && !x->whole ? NULL : m;
}

static bool is_known(const struct expander *x, const struct fr_macro *m) {
  bool known;
  fr_macro_at(x->f, m->name, m->len, x->file, x->at, &known);
  return known;
}

// An argument of a macro's use: as it was written, and with the macros in it replaced.
struct argument {
  const char *raw, *full;
  bool blank_before, blank_behind; // is there white space around it?
};

static const char *taken(struct expander *x, struct fl_text *t) {
  const char *text = fl_strndup(x->f->arena, t->data ? t->data : "", t->len);
  fl_text_free(t);
  return text;
}

static struct argument argument(struct expander *x, const char *s, const struct fr_token *t,
                                size_t n) {
  struct expander inner = *x;
  inner.out = (struct fl_text){0};
  expand(&inner, s, t, n);
  x->failed |= inner.failed || inner.out.len > MAX_EXPANSION;
  struct fl_text raw = {0};
  for (size_t i = 0; i < n; i++) {
    if (i && t[i].begin > t[i - 1].end)
      fl_text_puts(&raw, " ");
    fl_text_add(&raw, s + t[i].begin, t[i].end - t[i].begin);
  }
  return (struct argument){.raw = taken(x, &raw), .full = taken(x, &inner.out)};
}

// The number of tokens of a parenthesis, both brackets included; 0 if it is not closed.
static size_t parenthesis(const struct fr_token *t, size_t n) {
  int depth = 0;
  for (size_t i = 0; i < n; i++) {
    depth += t[i].ch == '(';
    depth -= t[i].ch == ')';
    if (!depth)
      return t[i].ch == ')' ? i + 1 : 0;
  }
  return 0;
}

// The arguments of a macro's use; t[0] is the opening parenthesis, t[n - 1] the closing one.
static size_t arguments(struct expander *x, const char *s, const struct fr_token *t, size_t n,
                        struct argument *args) {
  size_t count = 0, begin = 1;
  int depth = 0;
  for (size_t i = 0; i < n; i++) {
    depth += t[i].ch == '(';
    depth -= t[i].ch == ')';
    if (!(depth == 0 || (depth == 1 && t[i].ch == ',')))
      continue;
    if (count == MAX_ARGS) {
      x->failed = true;
      return 0;
    }
    struct argument *arg = &args[count++];
    *arg = argument(x, s, t + begin, i - begin);
    arg->blank_before = t[begin].begin > t[begin - 1].end;
    arg->blank_behind = i > begin && t[i].begin > t[i - 1].end;
    begin = i + 1;
  }
  return count;
}

// A macro's parameters, and what stands for each in one use.
struct bound {
  const char *name[MAX_ARGS];
  size_t len[MAX_ARGS];
  struct argument with[MAX_ARGS];
  size_t count;
  bool variadic; // the last one has all arguments from there on
};

// `t`: the tokens of the parameters, both parentheses included.
static bool bind(struct expander *x, const char *s, const struct fr_token *t, size_t n,
                 const struct argument *args, size_t nargs, struct bound *b) {
  for (size_t i = 1; i + 1 < n; i++) {
    if (t[i].ch == ',')
      continue;
    if (t[i].kind == FR_IDENT && b->count < MAX_ARGS) {
      b->name[b->count] = s + t[i].begin;
      b->len[b->count++] = t[i].end - t[i].begin;
    } else if (t[i].ch == '.' && !b->variadic) {
      b->variadic = true;
      if (t[i - 1].kind != FR_IDENT && b->count < MAX_ARGS) { // else `rest...`
        b->name[b->count] = "__VA_ARGS__";
        b->len[b->count++] = strlen("__VA_ARGS__");
      }
    } else if (t[i].ch != '.') {
      return false;
    }
  }
  const size_t fixed = b->count - b->variadic;
  if (nargs == 1 && b->count == 0 && !*args[0].raw)
    return true;
  if (nargs < fixed || (nargs > fixed && !b->variadic))
    return false;
  memcpy(b->with, args, fixed * sizeof *args);
  struct fl_text raw = {0}, full = {0};
  for (size_t i = fixed; i < nargs; i++) {
    if (i > fixed) { // `#__VA_ARGS__` shows where there are blanks
      const char *comma = fl_format(x->f->arena, "%s,%s", args[i - 1].blank_behind ? " " : "",
                                    args[i].blank_before ? " " : "");
      fl_text_puts(&raw, comma);
      fl_text_puts(&full, comma);
    }
    fl_text_puts(&raw, args[i].raw);
    fl_text_puts(&full, args[i].full);
  }
  struct argument rest = {.raw = taken(x, &raw), .full = taken(x, &full)};
  if (b->variadic)
    b->with[fixed] = rest;
  return true;
}

static const struct argument *parameter(const struct bound *b, const char *s,
                                        const struct fr_token *t) {
  for (size_t k = 0; k < b->count && t->kind == FR_IDENT; k++)
    if (b->len[k] == t->end - t->begin && !memcmp(b->name[k], s + t->begin, b->len[k]))
      return &b->with[k];
  return NULL;
}

static void put_string(struct fl_text *out, const char *raw) {
  char quote = '\0';
  fl_text_puts(out, "\"");
  for (const char *p = raw; *p; p++) {
    if (*p == '"' || (*p == '\\' && quote))
      fl_text_puts(out, "\\");
    fl_text_add(out, p, 1);
    if (quote && *p == '\\' && p[1]) {
      if (*++p == '"' || *p == '\\')
        fl_text_puts(out, "\\");
      fl_text_add(out, p, 1);
    } else if (*p == quote) {
      quote = '\0';
    } else if (!quote && (*p == '"' || *p == '\'')) {
      quote = *p;
    }
  }
  fl_text_puts(out, "\"");
}

// Text that is a token of its own, or several: what stands before must not become part of one of them.
static void put_apart(struct fl_text *out, const char *s, size_t n) {
  static const char joining[] = "+-*/%&|^<>=!:#.";
  const char last = out->len ? out->data[out->len - 1] : ' ', first = n ? *s : ' ';
  if ((fl_is_word(last) && fl_is_word(first)) || (strchr(joining, last) && strchr(joining, first)))
    fl_text_puts(out, " ");
  fl_text_add(out, s, n);
}

static bool hashes(const struct fr_token *t, size_t n, size_t i) {
  return i + 1 < n && t[i].ch == '#' && t[i + 1].ch == '#' && t[i].end == t[i + 1].begin;
}

static bool is_optional(const char *s, const struct fr_token *t) {
  static const char *const names[] = {"__VA_OPT__", NULL};
  return fr_token_is_one_of(s, t, names);
}

// The tokens of a macro's replacement without each `__VA_OPT__(...)`: what it holds takes its place, or nothing does if there are no variable arguments.
static const struct fr_token *without_optional(struct expander *x, const char *s,
                                               const struct fr_token *t, size_t *n,
                                               const struct bound *b) {
  bool any = false;
  for (size_t i = 0; i < *n; i++)
    any |= is_optional(s, &t[i]);
  if (!any)
    return t;
  struct fr_token *out = fl_alloc(x->f->arena, *n * sizeof *out);
  const bool keep = b->variadic && *b->with[b->count - 1].full;
  size_t count = 0, close = 0; // close: behind the parenthesis whose end is to be left out
  for (size_t i = 0; i < *n; i++) {
    if (close && i == close - 1)
      continue;
    if (!is_optional(s, &t[i])) {
      out[count++] = t[i];
      continue;
    }
    const size_t len = i + 1 < *n && t[i + 1].ch == '(' ? parenthesis(t + i + 1, *n - i - 1) : 0;
    // Beside `##` an empty one is a thing of its own.
    x->failed |= !len || !b->variadic || (i && t[i - 1].ch == '#') ||
                 (i + 1 + len < *n && t[i + 1 + len].ch == '#');
    if (x->failed)
      break;
    close = i + 1 + len;
    i = keep ? i + 1 : close - 1;
  }
  *n = count;
  return out;
}

// Does a macro make strings or other names of what it is given?
static bool makes_tokens(const struct fr_macro *m) {
  const char *s = m->text;
  return memchr(s + m->body.begin, '#', m->body.end - m->body.begin) != NULL;
}

// May an argument have macros in it that are not replaced here? Those of the command line and of others' headers are known by their usual form alone.
static bool may_hold_macros(const struct fr *f, const char *raw) {
  struct fr_lexed l = {0};
  fr_lex(f->arena, raw, 0, (uint32_t)strlen(raw), &l);
  for (size_t i = 0; i < l.tokens.len; i++) {
    const struct fr_token *t = &l.tokens.data[i];
    bool lower = t->kind != FR_IDENT;
    for (uint32_t k = t->begin; k < t->end; k++)
      lower |= raw[k] >= 'a' && raw[k] <= 'z';
    if (!lower || (t->kind == FR_IDENT && fr_find_macro(f, raw + t->begin, t->end - t->begin)))
      return true;
  }
  return false;
}

// Would a macro that keeps its name make something of an argument's macros, not of what they stand for? The preprocessor replaces them before it comes to that macro.
static bool hands_on_macros(const struct expander *x, const char *s, const struct fr_token *t,
                            size_t n, const struct bound *b) {
  for (size_t i = 0; i + 1 < n && x->code && !x->whole; i++) {
    const struct fr_macro *m = any_macro_at(x, s, &t[i]);
    if (!m || !m->function_like || t[i + 1].ch != '(' || !makes_tokens(m))
      continue;
    const size_t end = parenthesis(t + i + 1, n - i - 1);
    for (size_t k = 0; k < end; k++) {
      const struct argument *with = parameter(b, s, &t[i + 1 + k]);
      if (with && may_hold_macros(x->f, with->raw))
        return true;
    }
  }
  return false;
}

// The replacement of a macro's use, while it is put together.
struct replacement {
  struct expander *x;
  const char *s; // the macro's text, and the tokens of its body
  const struct fr_token *t;
  size_t n;
  struct bound b;
  struct fl_text text;
  bool paste, substituted; // what stood before the token: `##`, or a parameter
};

// `##` at token i, and what it joins where that is `, ## __VA_ARGS__`. Returns the last token of that.
static size_t put_hashes(struct replacement *r, size_t i) {
  const bool comma = r->text.len && r->text.data[r->text.len - 1] == ',';
  while (r->text.len && r->text.data[r->text.len - 1] == ' ')
    r->text.len--;
  const struct argument *rest = i + 2 < r->n ? parameter(&r->b, r->s, &r->t[i + 2]) : NULL;
  r->paste = !(comma && r->b.variadic && rest == &r->b.with[r->b.count - 1]);
  if (r->paste)
    return i + 1;
  if (!*rest->raw)
    r->text.len--;
  fl_text_puts(&r->text, rest->full);
  r->substituted = true;
  return i + 2;
}

// An argument in the place of its parameter, token i.
static void put_argument(struct replacement *r, size_t i, const struct argument *with) {
  const bool pasted = r->paste || hashes(r->t, r->n, i + 1);
  const char *put = pasted ? with->raw : with->full;
  // What is handed on from another macro's arguments is replaced before: `__LINE__` of `CAT(name, __LINE__)`.
  r->x->failed |= pasted && r->x->depth && may_hold_macros(r->x->f, with->raw);
  if (r->paste)
    fl_text_puts(&r->text, put);
  else
    put_apart(&r->text, put, strlen(put));
}

// Token i, or a string of the parameter behind it. Returns the last token of that.
static size_t put_token(struct replacement *r, size_t i) {
  const struct fr_token *t = &r->t[i];
  const bool string = t->ch == '#';
  const struct argument *with = i + string < r->n ? parameter(&r->b, r->s, t + string) : NULL;
  if (string && with)
    put_string(&r->text, with->raw);
  else if (string)
    r->x->failed = true;
  else if (with)
    put_argument(r, i, with);
  else if (r->substituted && !r->paste)
    put_apart(&r->text, r->s + t->begin, t->end - t->begin);
  else
    fl_text_add(&r->text, r->s + t->begin, t->end - t->begin);
  r->substituted = with != NULL;
  r->paste = false;
  return i + string;
}

// What a macro's use stands for, its own macros replaced, too. `args`: NULL for one that takes none.
static void replace(struct expander *x, const struct fr_macro *m, const struct argument *args,
                    size_t nargs) {
  struct replacement r = {.x = x, .s = m->text};
  struct fr_lexed l = {0}, again = {0};
  fr_lex(x->f->arena, r.s, m->body.begin, m->body.end, &l);
  const size_t first = args ? parenthesis(l.tokens.data, l.tokens.len) : 0;
  r.n = l.tokens.len;
  if (args)
    x->failed |= !first || !bind(x, r.s, l.tokens.data, first, args, nargs, &r.b);
  r.t = x->failed ? l.tokens.data : without_optional(x, r.s, l.tokens.data, &r.n, &r.b);
  x->failed |= !x->failed && hands_on_macros(x, r.s, r.t + first, r.n - first, &r.b);
  for (size_t i = first; i < r.n && !x->failed; i++) {
    if (hashes(r.t, r.n, i)) {
      i = put_hashes(&r, i);
      continue;
    }
    if (i > first && r.t[i].begin > r.t[i - 1].end && !r.paste)
      fl_text_puts(&r.text, " ");
    i = put_token(&r, i);
  }
  const char *copy = taken(x, &r.text);
  fr_lex(x->f->arena, copy, 0, (uint32_t)strlen(copy), &again);
  x->failed |= again.directives.len > 0 || strlen(copy) > MAX_EXPANSION;
  x->open[x->depth++] = m;
  expand(x, copy, again.tokens.data, again.tokens.len);
  x->depth--;
}

// A macro without code whose use here has some among its arguments, or a launch that it makes a string of; NULL: it is none. It is replaced as a whole.
static const struct fr_macro *handing_on(struct expander *x, const char *s,
                                         const struct fr_token *t, size_t n) {
  const struct fr_macro *m = any_macro_at(x, s, t);
  if (!x->code || !m || has_code(x, m) || !m->function_like || n < 2 || t[1].ch != '(')
    return NULL;
  enum { FAR = 1000 }; // tokens; nobody's arguments are longer
  const size_t end = parenthesis(t + 1, n - 1 < FAR ? n - 1 : FAR);
  x->failed |= !end;
  const bool hides = fr_marks(x->f, m->name, m->len) & FR_HIDES;
  for (size_t i = 1; i < end; i++)
    if (macro_at(x, s, &t[i]) || (hides && i + 2 < end && t[i].ch == '<' && t[i + 1].ch == '<' &&
                                  t[i + 2].ch == '<' && t[i].end == t[i + 1].begin))
      return m;
  return NULL;
}

// Does a macro only name what is launched or defined? Other uses of it may stay.
static bool only_names(const struct fr_macro *m) {
  return m->beside && m->launch.file < 0 && !m->asks;
}

static void expand(struct expander *x, const char *s, const struct fr_token *t, size_t n) {
  for (size_t i = 0; i < n && !x->failed; i++) {
    if (i && t[i].begin > t[i - 1].end)
      fl_text_puts(&x->out, " ");
    const struct fr_macro *m = macro_at(x, s, &t[i]);
    const bool whole = x->whole;
    x->failed |= fr_is_counting(x->f, s, &t[i]); // once, however often its value is written out
    if (!m && (m = handing_on(x, s, t + i, n - i)))
      x->whole = true;
    bool open = false;
    for (unsigned k = 0; k < x->depth; k++)
      open |= x->open[k] == m;
    if (!m || open || (m->function_like && (i + 1 == n || t[i + 1].ch != '('))) {
      fl_text_add(&x->out, s + t[i].begin, t[i].end - t[i].begin);
      x->whole = whole;
      continue;
    }
    x->failed |= !is_known(x, m) || x->depth == FR_MAX_MACRO_DEPTH || x->out.len > MAX_EXPANSION;
    const bool failed = x->failed;
    const size_t len = x->out.len, first = i;
    struct argument args[MAX_ARGS];
    size_t nargs = 0;
    if (m->function_like && !x->failed) {
      const size_t end = parenthesis(t + i + 1, n - i - 1);
      x->failed |= !end;
      nargs = end ? arguments(x, s, t + i + 1, end, args) : 0;
      i += end;
    }
    if (!x->failed)
      replace(x, m, m->function_like ? args : NULL, nargs);
    if (x->failed && !failed && only_names(m)) {
      x->failed = false;
      x->out.len = len;
      fl_text_add(&x->out, s + t[first].begin, t[i].end - t[first].begin);
    }
    x->whole = whole;
  }
}

// Heads are taken apart with the macro's name in its place.
bool fr_is_part(struct fr *f, const char *s) {
  static const char *const words[] = {"extern", "template", "operator", "typedef", "using", NULL};
  struct fr_lexed l = {0};
  fr_lex(f->arena, s, 0, (uint32_t)strlen(s), &l);
  int round = 0, square = 0, angle = 0;
  for (size_t i = 0; i < l.tokens.len; i++) {
    const struct fr_token *t = &l.tokens.data[i];
    if (fr_token_is_one_of(s, t, words))
      return false;
    if (t->kind == FR_STRING || (t->ch && strchr(";{}#", t->ch)))
      return false;
    round += (t->ch == '(') - (t->ch == ')');
    square += (t->ch == '[') - (t->ch == ']');
    angle += round ? 0 : (t->ch == '<') - (t->ch == '>');
    if (round < 0 || square < 0 || angle < 0 ||
        (!round && !square && !angle && (t->ch == ',' || t->ch == '=')))
      return false;
  }
  return !round && !square && !angle;
}

// Index behind the use of a macro that begins at token i; i if there is none.
static size_t behind_use(struct expander *x, size_t i) {
  size_t n;
  const struct fr_token *t = fr_tokens(x->f, x->file, &n);
  const char *s = x->f->u->files.data[x->file].text;
  const struct fr_macro *m = i < n ? macro_at(x, s, &t[i]) : NULL;
  if (!m && i < n)
    m = handing_on(x, s, t + i, n - i);
  if (!m || (m->function_like && (i + 1 >= n || t[i + 1].ch != '(')))
    return i;
  const size_t args = m->function_like ? parenthesis(t + i + 1, n - i - 1) : 0;
  return m->function_like && !args ? i : i + 1 + args;
}

static const char *expansion(struct fr *f, int file, size_t i, size_t *behind, bool code) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  struct expander x = {.f = f, .file = file, .at = i < n ? t[i].begin : 0, .code = code};
  *behind = behind_use(&x, i);
  if (*behind == i)
    return NULL;
  expand(&x, f->u->files.data[file].text, t + i, *behind - i);
  const char *text = taken(&x, &x.out);
  return x.failed ? NULL : text;
}

const char *fr_full_expansion(struct fr *f, int file, size_t i, size_t *behind) {
  return expansion(f, file, i, behind, false);
}

const char *fr_expansion(struct fr *f, int file, size_t i, size_t *behind) {
  const char *text = fr_full_expansion(f, file, i, behind);
  return text && fr_is_part(f, text) ? text : NULL;
}

const char *fr_code_expansion(struct fr *f, int file, size_t i, size_t *behind) {
  return expansion(f, file, i, behind, true);
}

bool fr_expand_head(struct fr *f, int file, size_t from, size_t to) {
  size_t n, behind;
  const struct fr_token *t = fr_tokens(f, file, &n);
  for (size_t i = from; i < to && i < n; i = behind) {
    const char *text = fr_expansion(f, file, i, &behind);
    if (behind == i) {
      behind++;
      continue;
    }
    if (!text || behind > to)
      return false;
    *fl_vec_add(f->arena, &f->u->expansions) =
        (struct fl_expansion){{file, t[i].begin, t[behind - 1].end}, text};
  }
  return true;
}
