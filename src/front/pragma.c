// Which launches does the source steer? `#pragma freelaunch strategy(t1) threshold(64) coarsen(4)
// group_by_block_size waits_in_order` on the line before a launch, or `_Pragma("freelaunch ...")` in front of it, be it out of a macro.
#include "internal.h"

#include <string.h>

struct words {
  const struct fr_lexed *l;
  const char *text;
  size_t at;
  struct fl_span span; // of the whole pragma
  bool files;          // the text is its file's
};

static const char operator_name[] = "_Pragma", own_name[] = "freelaunch";
static const char *const own_words[] = {
    "strategy", "threshold", "coarsen", "group_by_block_size", "waits_in_order", NULL};

static bool holds(const char *s, uint32_t from, uint32_t to, const char *word) {
  const uint32_t n = (uint32_t)strlen(word);
  for (; from + n <= to; from++)
    if (!memcmp(s + from, word, n))
      return true;
  return false;
}

static bool is(const struct words *w, size_t i, const char *s) {
  size_t n = strlen(s);
  return i < w->l->tokens.len && w->l->tokens.data[i].end - w->l->tokens.data[i].begin == n &&
         memcmp(w->text + w->l->tokens.data[i].begin, s, n) == 0;
}

// `name(argument)`, or false. The argument may be anything but parentheses and strings, so that whoever takes it says what is wrong with it.
static bool clause(struct fr *f, struct words *w, const char **name, const char **argument) {
  const struct fr_token *t = w->l->tokens.data;
  size_t close = w->at + 2;
  if (t[w->at].kind != FR_IDENT || !is(w, w->at + 1, "("))
    return false;
  while (close < w->l->tokens.len && t[close].kind != FR_STRING && !is(w, close, "(") &&
         !is(w, close, ")"))
    close++;
  if (close == w->at + 2 || !is(w, close, ")"))
    return false;
  const uint32_t from = t[w->at + 2].begin, to = t[close - 1].end;
  *name = fl_strndup(f->arena, w->text + t[w->at].begin, t[w->at].end - t[w->at].begin);
  *argument = fl_strndup(f->arena, w->text + from, to - from);
  w->at = close + 1;
  return true;
}

// What a word by itself says; NULL: there is none that does.
static bool *word(struct fl_pragma *p, const struct words *w) {
  return is(w, w->at, "group_by_block_size") ? &p->grouped
         : is(w, w->at, "waits_in_order")    ? &p->in_order
                                             : NULL;
}

// The word that comes next, or the whole pragma, if that is in a string.
static struct fl_span place(const struct words *w) {
  const struct fr_token *t = &w->l->tokens.data[w->at];
  return w->files ? (struct fl_span){w->span.file, t->begin, t->end} : w->span;
}

// Letters left out, put in or changed, between a name and ours; more than the longest of them if the name is far longer.
static uint32_t mistakes_in(const char *name, uint32_t len) {
  enum { n = sizeof own_name - 1 };
  uint32_t row[n + 1];
  if (len > 2 * n)
    return len;
  for (uint32_t k = 0; k <= n; k++)
    row[k] = k;
  for (uint32_t i = 0; i < len; i++) {
    uint32_t before = row[0]++;
    for (uint32_t k = 1; k <= n; k++) {
      const uint32_t changed = before + (name[i] != own_name[k - 1]);
      const uint32_t other = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
      before = row[k];
      row[k] = changed < other ? changed : other;
    }
  }
  return row[n];
}

// Is the name in front ours but for a letter or two, and what follows meant for us? Compilers pass over such pragmas in silence.
static void check_name(struct fr *f, const struct words *w) {
  const struct fr_token *t = w->l->tokens.data;
  struct fl_pragma unused;
  if (w->at >= w->l->tokens.len || t[w->at - 1].kind != FR_IDENT ||
      mistakes_in(w->text + t[w->at - 1].begin, t[w->at - 1].end - t[w->at - 1].begin) > 2 ||
      !fr_token_is_one_of(w->text, &t[w->at], own_words) ||
      !(word(&unused, w) || is(w, w->at + 1, "(")))
    return;
  struct words name = *w;
  t += --name.at;
  fl_report_at(f->u, FL_WARNING, place(&name), "pragma",
               "pragma ignored: its name is '%s', not '%s'",
               fl_strndup(f->arena, w->text + t->begin, t->end - t->begin), own_name);
}

// What is said behind the name; NULL: nothing that could be gone by.
static struct fl_pragma *read_words(struct fr *f, struct words w) {
  struct fl_pragma *p = fl_alloc(f->arena, sizeof *p);
  p->span = w.span;
  if (w.at == w.l->tokens.len) {
    fl_report_at(f->u, FL_WARNING, w.span, "pragma", "pragma ignored: it says nothing");
    return NULL;
  }
  while (w.at < w.l->tokens.len) {
    const char *name, *argument;
    if (is(&w, w.at, ",")) {
      w.at++;
      continue;
    }
    struct fl_span here = place(&w);
    const struct fr_token *t = &w.l->tokens.data[w.at];
    bool *said = word(p, &w);
    if (said) {
      *said = true;
      w.at++;
      continue;
    }
    const bool is_clause = clause(f, &w, &name, &argument);
    if (!is_clause)
      name = fl_strndup(f->arena, w.text + t->begin, t->end - t->begin);
    const char **field = strcmp(name, "strategy") == 0    ? &p->strategy
                         : strcmp(name, "threshold") == 0 ? &p->threshold
                         : strcmp(name, "coarsen") == 0   ? &p->coarsen
                                                          : NULL;
    if (!is_clause && (field || t->kind != FR_IDENT || is(&w, w.at + 1, "("))) {
      fl_report_at(f->u, FL_WARNING, here, "pragma", "pragma ignored: expected '%s(value)'",
                   field ? name : "name");
      return NULL;
    }
    if (!field || *field) {
      fl_report_at(f->u, FL_WARNING, here, "pragma", "pragma ignored: '%s' is %s", name,
                   field ? "given twice"
                         : "unknown; strategy, threshold, coarsen, group_by_block_size and "
                           "waits_in_order are known");
      return NULL;
    }
    int number;
    if (field != &p->strategy && !fl_number_or_word(argument, &number)) {
      fl_report_at(f->u, FL_WARNING, here, "pragma",
                   "pragma ignored: %s takes a number from 1 to %d, 'auto' or 'off', not '%s'",
                   name, FL_MOST_NUMBER, argument);
      return NULL;
    }
    *field = argument;
  }
  return p;
}

// Where the statement behind a pragma ends, or opens a block: a launch further on is not "on the
// next line".
static uint32_t reach(const struct fr *f, int file, uint32_t from) {
  size_t n, i = fr_token_at(f, file, from);
  const struct fr_token *t = fr_tokens(f, file, &n);
  int depth = 0;
  for (; i < n; i++) {
    if (t[i].kind != FR_PUNCT || !t[i].ch)
      continue;
    if (strchr("([", t[i].ch))
      depth++;
    else if (strchr(")]", t[i].ch))
      depth--;
    else if (strchr("{}", t[i].ch) || (t[i].ch == ';' && depth <= 0))
      return t[i].begin;
  }
  return UINT32_MAX;
}

static struct fl_site *site_behind(struct fl_site *const *sorted, size_t n, int file, uint32_t from,
                                   uint32_t to) {
  size_t lo = 0, hi = n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    struct fl_span s = sorted[mid]->span;
    if (s.file < file || (s.file == file && s.begin < from))
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < n && sorted[lo]->span.file == file && sorted[lo]->span.begin < to ? sorted[lo] : NULL;
}

struct pragmas {
  struct fr *f;
  struct fl_site *const *sorted;
};

// Goes by a pragma. `from`: a launch in its own text counts, as among a macro's arguments, if that is where it begins.
static void steer(const struct pragmas *x, struct words w, uint32_t from) {
  struct fl_pragma *p = read_words(x->f, w);
  if (!p)
    return;
  p->site = site_behind(x->sorted, x->f->u->sites.len, p->span.file, from,
                        reach(x->f, p->span.file, p->span.end));
  if (!p->site) {
    fl_report_at(x->f->u, FL_WARNING, p->span, "pragma", "pragma ignored: no launch follows it");
    return;
  }
  const struct fl_pragma *before = p->site->pragma; // several lines may steer one launch
  if (before) {
    p->strategy = p->strategy ? p->strategy : before->strategy;
    p->threshold = p->threshold ? p->threshold : before->threshold;
    p->coarsen = p->coarsen ? p->coarsen : before->coarsen;
    p->grouped |= before->grouped;
    p->in_order |= before->in_order;
  }
  p->site->pragma = p;
}

static void leave_out(struct fr *f, struct fl_span s) { *fl_vec_add(f->arena, &f->u->pragmas) = s; }

static void in_directives(const struct pragmas *x, int file) {
  struct fr *f = x->f;
  const char *s = f->u->files.data[file].text;
  for (size_t k = 0; k < f->files.data[file].lexed.directives.len; k++) {
    const struct fr_range d = f->files.data[file].lexed.directives.data[k];
    struct fr_lexed l = {0};
    if (fr_is_skipped(f, file, d.begin))
      continue;
    fr_lex(f->arena, s, d.begin + 1, d.end, &l);
    const struct words w = {&l, s, 2, {file, d.begin, d.end}, true};
    if (!is(&w, 0, "pragma"))
      continue;
    if (!is(&w, 1, own_name)) {
      check_name(f, &w);
      continue;
    }
    leave_out(f, w.span);
    steer(x, w, d.end);
  }
}

// What the string in `_Pragma("...")` says.
static const char *unquoted(struct fr *f, const char *s, const struct fr_token *t) {
  char *out = fl_alloc(f->arena, t->end - t->begin + 1), *to = out;
  const char *p = memchr(s + t->begin, '"', t->end - t->begin), *end = s + t->end - 1;
  if (!p || p >= end)
    return out;
  if (p > s + t->begin && p[-1] == 'R') { // R"x(...)x"
    const char *open = memchr(p, '(', (size_t)(end - p));
    return open && end - open > open - p
               ? fl_strndup(f->arena, open + 1, (size_t)((end - open) - (open - p) - 1))
               : out;
  }
  for (p++; p < end; p++) {
    p += *p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\');
    *to++ = *p;
  }
  return out;
}

// Is token i the first of `_Pragma("...")`? Its words then.
static bool any_operator_at(struct fr *f, const char *s, const struct fr_lexed *l, size_t i,
                            struct fr_lexed *words, struct words *w) {
  const struct words here = {.l = l, .text = s};
  if (!is(&here, i, operator_name) || !is(&here, i + 1, "(") || i + 3 >= l->tokens.len ||
      l->tokens.data[i + 2].kind != FR_STRING || !is(&here, i + 3, ")"))
    return false;
  const char *text = unquoted(f, s, &l->tokens.data[i + 2]);
  *words = (struct fr_lexed){0};
  fr_lex(f->arena, text, 0, (uint32_t)strlen(text), words);
  *w = (struct words){.l = words, .text = text, .at = 1};
  return true;
}

// ... with a pragma of ours?
static bool operator_at(struct fr *f, const char *s, const struct fr_lexed *l, size_t i,
                        struct fr_lexed *words, struct words *w) {
  return any_operator_at(f, s, l, i, words, w) && is(w, 0, own_name);
}

static size_t operators_in(struct fr *f, const char *text, const struct fr_lexed *l) {
  struct fr_lexed words;
  struct words w;
  size_t n = 0;
  for (size_t i = 0; i < l->tokens.len; i++)
    n += operator_at(f, text, l, i, &words, &w);
  return n;
}

// A macro at token i that comes to a `_Pragma`, if it is used there.
static const struct fr_macro *holder_at(const struct fr *f, int file, size_t i) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const struct fr_macro *m = t[i].kind == FR_IDENT
                                 ? fr_macro_at(f, f->u->files.data[file].text + t[i].begin,
                                               t[i].end - t[i].begin, file, t[i].begin, NULL)
                                 : NULL;
  const bool holds_pragma = m && (fr_marks(f, m->name, m->len) & FR_PRAGMA);
  return holds_pragma && (!m->function_like || (i + 1 < n && t[i + 1].ch == '(')) ? m : NULL;
}

// The pragmas of ours that tokens [i, end) come to, as long as all macros among them are understood.
static size_t pragmas_between(struct fr *f, int file, size_t i, size_t end) {
  const struct fr_lexed *l = &f->files.data[file].lexed;
  const char *s = f->u->files.data[file].text;
  struct fr_lexed words;
  struct words w;
  size_t count = 0, behind;
  for (; i < end; i++) {
    count += operator_at(f, s, l, i, &words, &w);
    const char *text = holder_at(f, file, i) ? fr_full_expansion(f, file, i, &behind) : NULL;
    if (!text)
      continue;
    struct fr_lexed full = {0};
    fr_lex(f->arena, text, 0, (uint32_t)strlen(text), &full);
    count += operators_in(f, text, &full);
    i = behind - 1;
  }
  return count;
}

// May a use of a macro that is not understood come to a pragma of ours?
static bool may_steer(const struct fr *f, int file, size_t i, size_t behind) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const char *s = f->u->files.data[file].text;
  for (; i < behind && i < n; i++)
    if (holds(s, t[i].begin, t[i].end, own_name) || (fr_marks_at(f, s, &t[i]) & FR_OURS))
      return true;
  return false;
}

// The use of a macro at token i. What its arguments hold are pragmas of their own.
static void in_use(const struct pragmas *x, int file, size_t i, const struct fr_macro *m) {
  struct fr *f = x->f;
  size_t n, behind;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const char *text = fr_full_expansion(f, file, i, &behind);
  if (behind == i)
    return;
  const struct fl_span use = {file, t[i].begin, t[behind - 1].end};
  if (!text) {
    if (may_steer(f, file, i, behind))
      fl_report_at(f->u, FL_WARNING, use, "pragma",
                   "pragma ignored: it comes out of '%s', a macro that cannot be written out",
                   fl_strndup(f->arena, m->name, m->len));
    return;
  }
  struct fr_lexed l = {0}, words;
  struct words w;
  fr_lex(f->arena, text, 0, (uint32_t)strlen(text), &l);
  const size_t found = operators_in(f, text, &l);
  if (!found || found <= pragmas_between(f, file, i + 1, behind))
    return;
  if (4 * found == l.tokens.len)
    leave_out(f, use);
  for (size_t k = 0; k < l.tokens.len; k++)
    if (operator_at(f, text, &l, k, &words, &w)) {
      w.span = use;
      steer(x, w, use.begin);
    }
}

// `PRAGMA(freelaunch strategy(t1))`, where others' headers define the macro, which is not read.
static void in_foreign_use(const struct pragmas *x, int file, size_t i) {
  struct fr *f = x->f;
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  const char *s = f->u->files.data[file].text;
  if (i < 2 || i + 1 == n || !fr_token_is(f, file, i, own_name) || t[i - 1].ch != '(' ||
      t[i - 2].kind != FR_IDENT || !fr_token_is_one_of(s, &t[i + 1], own_words) ||
      fr_find_macro(f, s + t[i - 2].begin, t[i - 2].end - t[i - 2].begin))
    return;
  fl_report_at(f->u, FL_WARNING, (struct fl_span){file, t[i].begin, t[i].end}, "pragma",
               "pragma ignored: '%s' is no macro of the program's files",
               fl_strndup(f->arena, s + t[i - 2].begin, t[i - 2].end - t[i - 2].begin));
}

static void in_tokens(const struct pragmas *x, int file) {
  struct fr *f = x->f;
  const struct fr_lexed *l = &f->files.data[file].lexed;
  struct fr_lexed words;
  struct words w;
  for (size_t i = 0; i < l->tokens.len; i++) {
    in_foreign_use(x, file, i);
    const struct fr_macro *m = holder_at(f, file, i);
    if (m)
      in_use(x, file, i, m);
    if (!any_operator_at(f, f->u->files.data[file].text, l, i, &words, &w))
      continue;
    w.span = (struct fl_span){file, l->tokens.data[i].begin, l->tokens.data[i + 3].end};
    if (!is(&w, 0, own_name)) {
      check_name(f, &w);
      continue;
    }
    leave_out(f, w.span);
    steer(x, w, w.span.end);
  }
}

static unsigned marks_of(struct fr *f, const struct fr_macro *m, const struct fr_lexed *l) {
  const struct fl_span b = m->body;
  return (holds(m->text, b.begin, b.end, operator_name) ? FR_PRAGMA : 0) |
         (holds(m->text, b.begin, b.end, own_name) ? FR_OURS : 0) |
         (fr_marks_in(f, m->text, l) & (FR_PRAGMA | FR_OURS));
}

void fr_collect_pragmas(struct fr *f, struct fl_site *const *sorted) {
  const struct pragmas x = {f, sorted};
  fr_mark_macros(f, marks_of);
  for (size_t i = 0; i < f->files.len; i++) {
    in_directives(&x, (int)i);
    in_tokens(&x, (int)i);
  }
}
