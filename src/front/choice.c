// Launches of one of several kernels, `k<<<g, b>>>(p);` of a variable that is `a` or `b` (alias.c): device code asks which it is, and launches each by its
// name. Functions that differ have addresses that do; where a compiler makes one of two that do the same, it does not matter which is launched.
#include "internal.h"

#include <string.h>

struct fl_span fr_launch_statement(const struct fr_body *b, uint32_t callee,
                                   const struct fl_site *s) {
  static const char *const words[] = {"else", "do", NULL};
  const struct fr_tree *t = b->tree;
  const struct fr *f = b->f;
  const int file = s->callee.file;
  const char *text = f->u->files.data[file].text;
  uint32_t up = t->nodes[t->nodes[callee].parent].parent;
  while (up && t->nodes[up].kind == CXCursor_UnexposedExpr)
    up = t->nodes[up].parent;
  size_t n, first = fr_token_at(f, file, s->callee.begin);
  const struct fr_token *tokens = fr_tokens(f, file, &n);
  const size_t end = fr_token_at(f, file, s->args.end) + 1;
  if (!clang_isStatement(t->nodes[up].kind) || s->span.begin != s->callee.begin || !first ||
      end >= n || tokens[end].ch != ';' ||
      !(fr_token_is_one_of(text, &tokens[first - 1], words) ||
        (tokens[first - 1].ch && strchr("{};:)", tokens[first - 1].ch))))
    return (struct fl_span){.file = -1};
  return (struct fl_span){file, s->callee.begin, tokens[end].end};
}

// Can a text be written out more than once, on one line?
static bool can_be_repeated(const struct fr *f, struct fl_span s) {
  const struct fr_lexed *l = &f->files.data[s.file].lexed;
  const char *text = f->u->files.data[s.file].text;
  for (size_t i = 0; i < l->directives.len; i++)
    if (l->directives.data[i].begin >= s.begin && l->directives.data[i].begin < s.end)
      return false;
  for (size_t i = fr_token_at(f, s.file, s.begin);
       i < l->tokens.len && l->tokens.data[i].begin < s.end; i++)
    if (memchr(text + l->tokens.data[i].begin, '\n',
               l->tokens.data[i].end - l->tokens.data[i].begin))
      return false;
  return !fr_span_counts(f, s);
}

// `{ const auto fl_k = k; if (fl_k == ::a) ::a<<<g, b>>>(p); else if (fl_k == ::b) ::b<<<g, b>>>(p); }`
static const char *launch_of_each(struct fr *f, const struct fr_alias *a) {
  const struct fl_site *s = a->site;
  char *launch = fl_strdup(
      f->arena,
      fl_span_text(f->u, (struct fl_span){s->callee.file, s->open.begin, a->statement.end}));
  const char *callee = fl_span_text(f->u, s->callee);
  struct fl_text t = {0};
  unsigned lines = 0;
  for (char *p = launch; *p; p++)
    if (*p == '\n')
      *p = ' ', lines++;
  fl_text_printf(&t, "{ const auto fl_k = %s;", callee);
  for (size_t i = 0; i < a->kernels; i++)
    fl_text_printf(&t, "%s if (fl_k == %s) %s%s", i ? " else" : "", a->kernel[i], a->kernel[i],
                   launch);
  fl_text_puts(&t, " }");
  while (lines--)
    fl_text_puts(&t, "\n");
  const char *text = fl_strdup(f->arena, t.data);
  fl_text_free(&t);
  return text;
}

// Does what is launched become a question which kernel it is? What a pragma says is for one launch.
static bool is_choice(const struct fr *f, const struct fr_alias *a) {
  return a->kernels > 1 && a->statement.file >= 0 && !a->site->on_host && !a->site->pragma &&
         !fr_may_be_assigned_unseen(f->u, a->site) && can_be_repeated(f, a->statement);
}

bool fr_choose_kernels(struct fr *f) {
  FL_VEC(struct fr_edit) edits = {0};
  for (size_t i = 0; i < f->aliases.len; i++) {
    const struct fr_alias *a = &f->aliases.data[i];
    if (is_choice(f, a) && fr_is_only_site(f->u, a->site))
      *fl_vec_add(f->arena, &edits) = (struct fr_edit){a->statement, launch_of_each(f, a), i};
  }
  fr_rewrite(f, edits.data, edits.len);
  return edits.len > 0;
}
