// Launches in the bodies of macros (`#define LAUNCH(kernel, n, ...) kernel<<<((n) + 255) / 256, 256>>>(__VA_ARGS__)`), and kernels and device functions that a macro defines:
// there is no place in the text where these could be rewritten. So the macro is replaced by what it stands for wherever it is used, on one line, with as many line ends
// behind it as the use has, and the file is parsed again. If it is used among the arguments of another macro of the user's, so is that one: `CHECK(LAUNCH(kernel, n, p))`. And so is
// a macro that makes a string of a launch, which is to be the program's own text.
// So are macros that call device functions which ask for their block (asks.c), where one is used in device code.
// What cannot be told from the text (a macro with definitions in several files, or of the system's headers) stays.
#include "internal.h"

#include <stdlib.h>
#include <string.h>

typedef FL_VEC(struct fl_span) spans;

struct uses {
  struct fr *f;
  spans all; // uses of macros in the files' text, but for those in the bodies of macros
};

static const char *const for_device[] = {"__global__", "__device__", NULL};

// Does a macro define a function for the device, or say what its head is (`#define KERNEL(name) __global__ void name(int *p, int n)`)? Specifiers alone are no such
// thing (`#define DEVICE __device__ __forceinline__`), but for a linkage, in which the function would begin (`#define KERNEL extern "C" __global__ void`).
static bool defines_function(const char *s, const struct fr_lexed *l, bool function_like) {
  static const char *const linkage[] = {"extern", NULL};
  bool device = false, body = false, linked = false;
  for (size_t i = 0; i < l->tokens.len; i++) {
    const struct fr_token *t = &l->tokens.data[i];
    device |= fr_token_is_one_of(s, t, for_device);
    linked |= i && fr_token_is_one_of(s, t - 1, linkage) && s[t->begin] == '"';
    body |=
        device &&
        (t->ch == '{' || function_like || linked ||
         (t->ch == '(' && i && t[-1].kind == FR_IDENT && strncmp(s + t[-1].begin, "__", 2) != 0));
  }
  return body;
}

static bool same_word(const char *s, const struct fr_token *a, const struct fr_token *b) {
  return a->end - a->begin == b->end - b->begin &&
         !memcmp(s + a->begin, s + b->begin, a->end - a->begin);
}

// Does a macro with parameters make a string of one, or leave one out?
static bool hides_arguments(const char *s, const struct fr_lexed *l) {
  static const char *const rest[] = {"__VA_ARGS__", NULL};
  const struct fr_token *t = l->tokens.data;
  size_t close = 0;
  while (close < l->tokens.len && t[close].ch != ')')
    close++;
  for (size_t p = 1; p < close; p++) {
    const bool dots = t[p].ch == '.' && t[p - 1].kind != FR_IDENT && t[p - 1].ch != '.';
    bool named = t[p].kind != FR_IDENT && !dots;
    for (size_t i = close + 1; i < l->tokens.len && !named; i++)
      named = dots ? fr_token_is_one_of(s, &t[i], rest) : same_word(s, &t[p], &t[i]);
    if (!named)
      return true;
  }
  for (size_t i = close + 1; i + 1 < l->tokens.len; i++)
    if (t[i].ch == '#' && t[i - 1].ch != '#' && t[i + 1].kind == FR_IDENT)
      return true;
  return false;
}

static struct fr_macro *macro_at(const struct fr *f, const char *s, const struct fr_token *t) {
  return t->kind == FR_IDENT ? fr_find_macro(f, s + t->begin, t->end - t->begin) : NULL;
}

// The token behind the `>>>` that closes the launch at i.
static size_t behind_config(const struct fr_token *t, size_t n, size_t i) {
  int depth = 0;
  for (i += 3; i + 2 < n; i++) {
    if (t[i].kind != FR_PUNCT || !t[i].ch)
      continue;
    if (depth == 0 && t[i].ch == '>' && t[i + 1].ch == '>' && t[i + 2].ch == '>')
      return i + 3;
    depth += strchr("([{", t[i].ch) != NULL;
    depth -= strchr(")]}", t[i].ch) != NULL;
    if (depth < 0 || (depth == 0 && t[i].ch == ';'))
      break;
  }
  return n;
}

// What stands before `<<<` and the brackets in front of it: `K` of `K(x)<<<`, of `K<int><<<` and of `(K)<<<`.
static const struct fr_token *in_front(const struct fr_token *t, size_t i) {
  int depth = 0;
  for (size_t at = i; at-- > 0;) {
    depth += (t[at].ch == ')' || t[at].ch == '>') - (t[at].ch == '(' || t[at].ch == '<');
    if (depth == 0 && t[at].kind == FR_IDENT)
      return &t[at];
    if (depth <= 0 && !(depth == 0 && t[at].ch && strchr("(<", t[at].ch)))
      break;
  }
  return NULL;
}

// A name that may be a macro's, and what names it has there in turn.
static void note(struct fr *f, const char *s, const struct fr_token *t, int depth) {
  if (!t || t->kind != FR_IDENT || depth == FR_MAX_MACRO_DEPTH)
    return;
  fr_add_given(f, s + t->begin, t->end - t->begin);
  const struct fr_macro *first = macro_at(f, s, t);
  if (!first || first->beside)
    return;
  FL_VEC(struct fr_macro) all = {0}; // others come to stand in the list
  for (struct fr_macro *m = macro_at(f, s, t); m; m = fr_next_definition(f, m)) {
    m->beside = true;
    *fl_vec_add(f->arena, &all) = *m;
  }
  for (size_t k = 0; k < all.len; k++) {
    const struct fr_macro *m = &all.data[k];
    struct fr_lexed l = {0};
    fr_lex(f->arena, m->text, m->body.begin, m->body.end, &l);
    for (size_t i = 0; m->function_like && i < l.tokens.len; i++) // `CAT_(a, b)` of `CAT(a, b)`
      note(f, m->text, &l.tokens.data[i], depth + 1);
    if (!m->function_like)
      note(f, m->text, in_front(l.tokens.data, l.tokens.len), depth + 1);
  }
}

// Macros that say part of a launch whose `<<<` stands in a text: `Q(kernel)<<<1, 2>>>ARGS(x)`.
static void note_beside(struct fr *f, const char *s, const struct fr_lexed *l) {
  for (size_t t = 1; t < l->tokens.len; t++) {
    if (!fr_launch_at(l, t))
      continue;
    const size_t behind = behind_config(l->tokens.data, l->tokens.len, t);
    for (const struct fr_token *name = in_front(l->tokens.data, t);
         name && (name->kind == FR_IDENT || name->ch == ':'); name--) {
      note(f, s, name, 0); // also of what stands in front: `SPACE child<<<`
      if (name == l->tokens.data)
        break;
    }
    if (behind < l->tokens.len)
      note(f, s, &l->tokens.data[behind], 0);
    t += 2;
  }
}

static bool says_more(struct fr *f, struct fr_macro *m, int depth);

static bool one_says_more(struct fr *f, struct fr_macro *m, int depth) {
  bool more = false;
  for (; m; m = fr_next_definition(f, m))
    more |= says_more(f, m, depth);
  return more;
}

// Does a macro say more than a part of one parameter, specifier or value, `#define ARGS int *p, int n`? Those that it has that from are marked, too.
static bool says_more(struct fr *f, struct fr_macro *m, int depth) {
  if (m->more || depth == FR_MAX_MACRO_DEPTH)
    return m->more > 0;
  m->more = -1; // where it comes to itself
  struct fr_lexed l = {0};
  fr_lex(f->arena, m->text, m->body.begin, m->body.end, &l);
  size_t i = 0;
  while (m->function_like && i < l.tokens.len && l.tokens.data[i++].ch != ')') {
  }
  const uint32_t from = i < l.tokens.len ? l.tokens.data[i].begin : m->body.end;
  m->parameters = i < l.tokens.len && l.tokens.data[i].ch == '(';
  bool more = !fr_is_part(f, fl_strndup(f->arena, m->text + from, m->body.end - from));
  for (; i < l.tokens.len; i++) {
    struct fr_macro *inner = macro_at(f, m->text, &l.tokens.data[i]);
    more |= one_says_more(f, inner, depth + 1);
  }
  m->more = more ? 1 : -1;
  m->beside |= more;
  return more;
}

// Macros that say more than a part of a head: tokens [i, end). file < 0: of a macro's body.
static void note_head(struct fr *f, int file, const char *s, const struct fr_token *t, size_t i,
                      size_t end) {
  int depth = 0;
  size_t behind;
  for (; i < end; i++) {
    depth += t[i].ch && strchr("(<", t[i].ch) ? 1 : t[i].ch && strchr(")>", t[i].ch) ? -1 : 0;
    if (!depth && t[i].ch == '=') // a variable's initialiser
      return;
    if (t[i].kind != FR_IDENT)
      continue;
    fr_add_given(f, s + t[i].begin, t[i].end - t[i].begin);
    struct fr_macro *m = macro_at(f, s, &t[i]);
    if (m)
      m->beside |= one_says_more(f, m, 0) || (!depth && m->parameters) ||
                   (file >= 0 && m->function_like && !fr_expansion(f, file, i, &behind));
  }
}

// Macros that name a function for the device, `__global__ void CAT(visit_, all)(int *p) {`, or say more than a part of its head.
static void note_heads(struct fr *f, int file, const char *s, const struct fr_lexed *l) {
  const struct fr_token *t = l->tokens.data;
  bool device = false;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < l->tokens.len; i++) {
    depth += (t[i].ch == '(') - (t[i].ch == ')');
    device |= fr_token_is_one_of(s, &t[i], for_device);
    if (depth || !t[i].ch || !strchr("{};", t[i].ch))
      continue;
    if (device && t[i].ch != '}') {
      const size_t open = i && t[i - 1].ch == ')' ? fr_match_back(t, l->tokens.len, i - 1) : 0;
      if (open && open < l->tokens.len)
        note(f, s, in_front(t, open), 0);
      note_head(f, file, s, t, begin, i);
    }
    device = false;
    begin = i + 1;
  }
}

static void note_macros(struct fr *f) {
  for (size_t i = 0; i < f->files.len; i++) {
    note_beside(f, f->u->files.data[i].text, &f->files.data[i].lexed);
    note_heads(f, (int)i, f->u->files.data[i].text, &f->files.data[i].lexed);
  }
  for (size_t i = 0; i < f->macros.len; i++) {
    const char *text = f->macros.data[i].text;
    struct fr_lexed l = {0};
    fr_lex(f->arena, text, f->macros.data[i].body.begin, f->macros.data[i].body.end, &l);
    note_beside(f, text, &l);
    note_heads(f, -1, text, &l);
  }
}

// Code in it, and whether it hides arguments.
static unsigned marks_of(struct fr *f, const struct fr_macro *m, const struct fr_lexed *l) {
  const bool code =
      m->launch.file >= 0 || m->beside || m->asks || defines_function(m->text, l, m->function_like);
  const bool hides = m->function_like && hides_arguments(m->text, l);
  return (code ? FR_CODE : 0) | (hides ? FR_HIDES : 0) |
         (fr_marks_in(f, m->text, l) & (m->function_like ? FR_CODE | FR_HIDES : FR_CODE));
}

static bool any_marked(const struct fr *f, unsigned mark) {
  bool any = false;
  for (size_t i = 0; i < f->macros.len; i++)
    any |= (f->macros.data[i].marks & mark) != 0;
  return any;
}

// Is there a launch among the arguments of a macro that hides some? A string's text would be what is generated.
static bool launches_hidden(const struct fr *f) {
  enum { DEEP = 256 };
  const bool any = any_marked(f, FR_HIDES);
  for (size_t i = 0; i < f->files.len && any; i++) {
    const struct fr_lexed *l = &f->files.data[i].lexed;
    const char *s = f->u->files.data[i].text;
    bool open[DEEP];
    unsigned depth = 0, within = 0;
    for (size_t t = 0; t < l->tokens.len; t++) {
      const struct fr_token *p = &l->tokens.data[t];
      if (within && fr_launch_at(l, t))
        return true;
      if (p->ch == ')' && depth)
        within -= open[--depth];
      if (p->ch != '(' || depth == DEEP)
        continue;
      const bool hides = t && (fr_marks_at(f, s, &p[-1]) & FR_HIDES);
      open[depth++] = hides;
      within += hides;
    }
  }
  return false;
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

// Writes out the uses of one file, which are in order. Returns whether there are any that can be.
static bool rewrite(struct fr *f, int file, const struct fl_span *uses, size_t n) {
  const char *old = f->u->files.data[file].text;
  FL_VEC(struct fr_edit) edits = {0};
  uint32_t outer = 0; // end of the last use that is none of another's arguments
  size_t written = 0;
  for (size_t i = 0; i < n; i++) {
    if (uses[i].begin < outer)
      continue;
    outer = uses[i].end;
    size_t at = fr_token_at(f, file, uses[i].begin), len, behind;
    const struct fr_token *t = fr_tokens(f, file, &len);
    if (has_directive(f, uses[i]) || written > MOST_TEXT)
      continue;
    const char *text = fr_code_expansion(f, file, at, &behind);
    if (!text || behind == at || t[behind - 1].end != uses[i].end)
      continue;
    struct fl_text out = {0};
    fl_text_puts(&out, text);
    fl_text_lines(&out, old + uses[i].begin, uses[i].end - uses[i].begin);
    written += out.len;
    *fl_vec_add(f->arena, &edits) =
        (struct fr_edit){uses[i], fl_strndup(f->arena, out.data, out.len), i};
    fl_text_free(&out);
  }
  fr_rewrite(f, edits.data, edits.len);
  return edits.len > 0;
}

// Is a macro with code in it used in a kernel or device function?
static bool used_on_device(const struct uses *u) {
  const struct fr *f = u->f;
  for (size_t i = 0; i < u->all.len; i++) {
    const struct fl_span s = u->all.data[i];
    const unsigned marks =
        fr_marks_at(f, f->u->files.data[s.file].text,
                    &f->files.data[s.file].lexed.tokens.data[fr_token_at(f, s.file, s.begin)]);
    for (size_t k = 0; (marks & FR_CODE) && k < f->u->functions.len; k++) {
      const struct fl_span body = f->u->functions.data[k]->body_span;
      if (body.file == s.file && body.begin < s.begin && s.end <= body.end)
        return true;
    }
  }
  return false;
}

bool fr_unfold(struct fr *f, bool code) {
  const bool asking = fr_mark_asking(f);
  note_macros(f);
  fr_mark_macros(f, marks_of);
  const bool any = any_marked(f, FR_CODE), hidden = launches_hidden(f);
  bool rewritten = false;
  if ((any && (code || asking)) || hidden) {
    struct uses u = {.f = f};
    clang_visitChildren(clang_getTranslationUnitCursor(f->tu), on_entity, &u);
    if (!code && !hidden && !used_on_device(&u))
      return false;
    if (u.all.len)
      qsort(u.all.data, u.all.len, sizeof *u.all.data, by_place);
    for (size_t i = 0, n; i < u.all.len; i += n) {
      for (n = 1; i + n < u.all.len && u.all.data[i + n].file == u.all.data[i].file; n++)
        ;
      rewritten |= rewrite(f, u.all.data[i].file, u.all.data + i, n);
    }
  }
  return rewritten;
}
