// Which macros call, out of their bodies, device functions that ask for their block: `#define CHECK(what) check(what, __FILE__, __LINE__)`, where check() calls cudaGetLastError()?
// A copy of such a function has another name, or takes the context, and the call has to be changed. What a function asks for is told by its words.
// And which have inline assembly in them, which may ask as well, and which the CPU target replaces?
#include "internal.h"

#include <ctype.h>
#include <string.h>

// Does a word mean something else in a virtual block, or may it?
static bool asks(const char *word, size_t len) {
  static const char *const words[] = {"threadIdx",         "blockIdx",   "blockDim",
                                      "gridDim",           "__shared__", "__activemask",
                                      "this_thread_block", "this_grid",  "coalesced_threads"};
  static const char *const prefixes[] = {"__sync", "__shfl",  "__ballot", "__any",
                                         "__all",  "__match", "__reduce"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == len && !memcmp(words[i], word, len))
      return true;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (len > strlen(prefixes[i]) && !memcmp(prefixes[i], word, strlen(prefixes[i])))
      return true;
  return len > 4 && !memcmp(word, "cuda", 4) && isupper((unsigned char)word[4]);
}

// A device function that is known to ask, of this name.
static bool is_asking(const struct fl_unit *u, const bool *asking, const char *name, size_t len) {
  for (size_t i = 0; i < u->functions.len; i++)
    if (asking[i] && strlen(u->functions.data[i]->name) == len &&
        !memcmp(u->functions.data[i]->name, name, len))
      return true;
  return false;
}

// Does a text call a function that asks, or with `words` ask by itself?
static bool text_asks(const struct fl_unit *u, const bool *asking, const char *s,
                      const struct fr_token *t, size_t n, bool words) {
  for (size_t i = 0; i < n; i++) {
    if (t[i].kind != FR_IDENT)
      continue;
    const char *word = s + t[i].begin;
    const size_t len = t[i].end - t[i].begin;
    if ((words && asks(word, len)) ||
        (i + 1 < n && t[i + 1].ch == '(' && is_asking(u, asking, word, len)))
      return true;
  }
  return false;
}

// Marks the functions that ask. False: none does.
static bool find_asking(struct fr *f, bool *asking) {
  const struct fl_unit *u = f->u;
  bool any = false, more = true;
  while (more) {
    more = false;
    for (size_t i = 0; i < u->functions.len; i++) {
      const struct fl_function *fn = u->functions.data[i];
      if (asking[i] || fn->kind == FL_KERNEL || fl_span_empty(fn->body_span))
        continue;
      size_t n;
      const struct fr_token *t = fr_tokens(f, fn->body_span.file, &n);
      const size_t from = fr_token_at(f, fn->body_span.file, fn->body_span.begin);
      const size_t to = fr_token_at(f, fn->body_span.file, fn->body_span.end);
      asking[i] =
          text_asks(u, asking, u->files.data[fn->body_span.file].text, t + from, to - from, true);
      more |= asking[i];
    }
    any |= more;
  }
  return any;
}

static bool has_assembly(const char *s, const struct fr_lexed *l) {
  static const char *const words[] = {"asm", "__asm", "__asm__", NULL};
  bool has = false;
  for (size_t i = 0; i < l->tokens.len && !has; i++)
    has = fr_token_is_one_of(s, &l->tokens.data[i], words);
  return has;
}

bool fr_mark_asking(struct fr *f) {
  const struct fl_unit *u = f->u;
  bool *asking = fl_alloc(f->arena, (u->functions.len + 1) * sizeof *asking);
  bool any = false;
  const bool functions = f->macros.len && find_asking(f, asking);
  for (size_t i = 0; i < f->macros.len; i++) {
    struct fr_macro *m = &f->macros.data[i];
    const char *s = m->text;
    struct fr_lexed l = {0};
    fr_lex(f->arena, s, m->body.begin, m->body.end, &l);
    if (!has_assembly(s, &l) &&
        !(functions && text_asks(u, asking, s, l.tokens.data, l.tokens.len, false)))
      continue;
    m->asks = true;
    any = true;
  }
  return any;
}
