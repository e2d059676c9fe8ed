// Which launches does the source steer? `#pragma freelaunch strategy(t1) threshold(64) coarsen(4)
// group_by_block_size waits_in_order` on the line before a launch.
#include "internal.h"

#include <string.h>

struct words {
  const struct fr_lexed *l;
  const char *text;
  size_t at;
};

static bool is(const struct words *w, size_t i, const char *s) {
  size_t n = strlen(s);
  return i < w->l->tokens.len && w->l->tokens.data[i].end - w->l->tokens.data[i].begin == n &&
         memcmp(w->text + w->l->tokens.data[i].begin, s, n) == 0;
}

// `name(argument)`: leaves *argument NULL and returns false if it is not such.
static bool clause(struct fr *f, struct words *w, const char **name, const char **argument) {
  const struct fr_token *t = w->l->tokens.data;
  if (w->at + 3 >= w->l->tokens.len || t[w->at].kind != FR_IDENT || !is(w, w->at + 1, "(") ||
      (t[w->at + 2].kind != FR_IDENT && t[w->at + 2].kind != FR_NUMBER) || !is(w, w->at + 3, ")"))
    return false;
  *name = fl_strndup(f->arena, w->text + t[w->at].begin, t[w->at].end - t[w->at].begin);
  *argument =
      fl_strndup(f->arena, w->text + t[w->at + 2].begin, t[w->at + 2].end - t[w->at + 2].begin);
  w->at += 4;
  return true;
}

// What a word by itself says; NULL: there is none that does.
static bool *word(struct fl_pragma *p, const struct words *w) {
  return is(w, w->at, "group_by_block_size") ? &p->grouped
         : is(w, w->at, "waits_in_order")    ? &p->in_order
                                             : NULL;
}

static struct fl_pragma *read_pragma(struct fr *f, int file, struct fr_range d) {
  struct fr_lexed l = {0};
  const char *s = f->u->files.data[file].text;
  fr_lex(f->arena, s, d.begin + 1, d.end, &l);
  struct words w = {&l, s, 0};
  if (!is(&w, 0, "pragma") || !is(&w, 1, "freelaunch"))
    return NULL;
  struct fl_span span = {file, d.begin, d.end};
  struct fl_pragma *p = fl_alloc(f->arena, sizeof *p);
  p->span = span;
  w.at = 2;
  if (w.at == l.tokens.len) {
    fl_report_at(f->u, FL_WARNING, span, "pragma", "pragma ignored: it says nothing");
    return NULL;
  }
  while (w.at < l.tokens.len) {
    const char *name, *argument;
    if (is(&w, w.at, ",")) {
      w.at++;
      continue;
    }
    struct fl_span here = {file, l.tokens.data[w.at].begin, l.tokens.data[w.at].end};
    bool *said = word(p, &w);
    if (said) {
      *said = true;
      w.at++;
      continue;
    }
    const bool is_clause = clause(f, &w, &name, &argument);
    if (!is_clause && (l.tokens.data[w.at].kind != FR_IDENT || is(&w, w.at + 1, "("))) {
      fl_report_at(f->u, FL_WARNING, here, "pragma", "pragma ignored: expected 'name(value)'");
      return NULL;
    }
    if (!is_clause)
      name = fl_strdup(f->arena, fl_span_text(f->u, here));
    const char **field = !is_clause                       ? NULL
                         : strcmp(name, "strategy") == 0  ? &p->strategy
                         : strcmp(name, "threshold") == 0 ? &p->threshold
                         : strcmp(name, "coarsen") == 0   ? &p->coarsen
                                                          : NULL;
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

void fr_collect_pragmas(struct fr *f, struct fl_site *const *sorted) {
  for (size_t i = 0; i < f->files.len; i++) {
    for (size_t k = 0; k < f->files.data[i].lexed.directives.len; k++) {
      struct fr_range d = f->files.data[i].lexed.directives.data[k];
      if (fr_is_skipped(f, (int)i, d.begin))
        continue;
      struct fl_pragma *p = read_pragma(f, (int)i, d);
      if (!p)
        continue;
      *fl_vec_add(f->arena, &f->u->pragmas) = p;
      p->site = site_behind(sorted, f->u->sites.len, (int)i, d.end, reach(f, (int)i, d.end));
      if (!p->site) {
        fl_report_at(f->u, FL_WARNING, p->span, "pragma", "pragma ignored: no launch follows it");
        continue;
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
  }
}
