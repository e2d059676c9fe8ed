// What does a launch say? Clang gives the callee, a call of a hook that holds the configuration,
// and the arguments; the tokens
// `<<<`, `>>>` and the parentheses are found in the text.
#include "internal.h"

#include <string.h>

static const char *seen_text(const struct fr *f, int file) {
  const char *patched = f->files.data[file].patched;
  return patched ? patched : f->u->files.data[file].text;
}

static uint32_t nth_expr(const struct fr_tree *t, uint32_t r, unsigned n) {
  for (uint32_t k = t->nodes[r].first; k; k = t->nodes[k].next)
    if (clang_isExpression(t->nodes[k].kind) && n-- == 0)
      return k;
  return 0;
}

// The configuration of a call if it is a launch, else 0.
static uint32_t config_of(struct fr *f, const struct fr_tree *t, uint32_t r) {
  uint32_t config = nth_expr(t, r, 1);
  if (!config || t->nodes[config].kind != CXCursor_CallExpr)
    return 0;
  const struct fr_raw *c = &t->nodes[config];
  if (c->span.file >= 0 && !c->in_macro) {
    size_t len = f->u->files.data[c->span.file].len;
    return len - c->span.begin >= 3 &&
                   memcmp(seen_text(f, c->span.file) + c->span.begin, "<<<", 3) == 0
               ? config
               : 0;
  }
  CXString s = clang_getCursorSpelling(c->cursor);
  const char *name = clang_getCString(s);
  bool hook = name && fr_is_hook(name);
  clang_disposeString(s);
  return hook ? config : 0;
}

bool fr_is_launch(struct fr *f, const struct fr_tree *t, uint32_t r) {
  return config_of(f, t, r) != 0;
}

struct parts {
  struct fr_body *b;
  struct fl_node *n;
  struct fl_site *site;
  uint32_t config;
  bool in_text; // `<<<` and `>>>` stand in the file
};

// Three brackets, perhaps apart, that begin at an offset.
static bool brackets(const struct fr *f, int file, uint32_t at, char ch, struct fl_span *out) {
  size_t n, i = fr_token_at(f, file, at);
  const struct fr_token *t = fr_tokens(f, file, &n);
  if (i + 2 >= n || t[i].begin != at || t[i].ch != ch || t[i + 1].ch != ch || t[i + 2].ch != ch)
    return false;
  *out = (struct fl_span){file, at, t[i + 2].end};
  return true;
}

static void find_tokens(struct parts *p, uint32_t call) {
  struct fr *f = p->b->f;
  struct fl_site *s = p->site;
  const struct fr_raw *c = &p->b->tree->nodes[p->config], *whole = &p->b->tree->nodes[call];
  int file = c->span.file;
  const struct fl_span none = {.file = -1};
  s->open = s->close = s->config = s->args = none;
  if (file < 0 || c->in_macro || whole->span.file != file || s->callee.file != file ||
      c->span.end < 3)
    return;
  if (!brackets(f, file, c->span.begin, '<', &s->open))
    return;
  // Clang's end lies behind the three brackets as it saw them, which begin where the user's do.
  if (!brackets(f, file, c->span.end - 3, '>', &s->close)) {
    s->open = none;
    return;
  }
  p->in_text = true;
  s->config = (struct fl_span){file, s->open.end, s->close.begin};
  size_t n, i = fr_token_at(f, file, s->close.end);
  const struct fr_token *t = fr_tokens(f, file, &n);
  if (i >= n || t[i].ch != '(' || whole->span.end <= t[i].begin ||
      f->u->files.data[file].text[whole->span.end - 1] != ')')
    return;
  s->args = (struct fl_span){file, t[i].end, whole->span.end - 1};
  s->editable = !whole->in_macro && whole->span.begin <= s->callee.begin;
  if (whole->in_macro && whole->span.begin < s->open.begin) {
    s->named_by_macro = true;
    s->callee = (struct fl_span){file, whole->span.begin, s->open.begin};
  }
}

// Is the kernel's name in front of its template arguments, and not a macro that stands for it?
static bool is_named(const struct fr *f, const struct fl_site *s) {
  const int file = s->callee.file;
  size_t n, i = fr_token_at(f, file, s->callee.begin), name = i;
  const struct fr_token *t = fr_tokens(f, file, &n);
  for (; i < n && t[i].begin < s->callee.end && t[i].ch != '<'; i++)
    if (fl_is_word(f->u->files.data[file].text[t[i].begin]))
      name = i;
  return fr_token_is(f, file, name, s->kernel->name);
}

static bool is_default(const struct parts *p, uint32_t r) {
  const struct fr_tree *t = p->b->tree;
  if (p->in_text)
    return t->nodes[r].span.file == p->site->open.file &&
           t->nodes[r].span.begin == p->site->open.begin;
  uint32_t inner = fr_peel(t, r);
  int64_t v;
  return t->nodes[inner].kind == CXCursor_CXXNullPtrLiteralExpr ||
         (t->nodes[inner].kind == CXCursor_IntegerLiteral &&
          fr_evaluate(t->nodes[inner].cursor, &v) && v == 0);
}

// A braced list was read by clang as a comma expression in parentheses (patch.c); in the text it
// begins with a brace.
static void unfold_list(struct fr *f, struct fl_node *list, struct fl_node *n) {
  if (n->kind == FL_BINARY && n->name[0] == ',' && !n->name[1] && n->kids.len == 2) {
    unfold_list(f, list, n->kids.data[0]);
    n = n->kids.data[1];
  }
  n->parent = list;
  *fl_vec_add(f->arena, &list->kids) = n;
}

static struct fl_node *braced(struct parts *p, uint32_t r, struct fl_node *n) {
  struct fr *f = p->b->f;
  const struct fr_raw *raw = &p->b->tree->nodes[r];
  if (!p->in_text || raw->in_macro || raw->span.file != p->site->open.file ||
      f->u->files.data[raw->span.file].text[raw->span.begin] != '{')
    return n;
  size_t count, i = fr_token_at(f, raw->span.file, raw->span.begin);
  const struct fr_token *t = fr_tokens(f, raw->span.file, &count);
  size_t close = fr_match(f, raw->span.file, i);
  struct fl_node *list = fl_alloc(f->arena, sizeof *list);
  *list = (struct fl_node){.kind = FL_INIT_LIST,
                           .span = raw->span,
                           .editable = true,
                           .parent = n->parent,
                           .type = "dim3"};
  if (close < count)
    list->span.end = t[close].end;
  if (close > i + 1) // `{}` has no kids
    unfold_list(f, list, n);
  return list;
}

static void read_config(struct parts *p, unsigned depth) {
  const struct fr_tree *t = p->b->tree;
  struct fr *f = p->b->f;
  struct fl_site *s = p->site;
  struct fl_node **part[] = {&s->grid, &s->block, &s->shared, &s->stream};
  // The device's hook takes the kernel and its parameter buffer first.
  unsigned count = 0;
  for (uint32_t k = t->nodes[p->config].first; k; k = t->nodes[k].next)
    count += clang_isExpression(t->nodes[k].kind);
  unsigned skip = count > 6 ? 3 : 1;
  for (unsigned i = 0; i < 4; i++) {
    uint32_t k = nth_expr(t, p->config, skip + i);
    if (!k || (i >= 2 && is_default(p, k)))
      continue;
    struct fl_node *n = fr_node(p->b, k, p->n, depth + 1);
    if (!n)
      continue;
    n = braced(p, k, n);
    if (!n->has_value && n->kind != FL_INIT_LIST && n->kind != FL_REF && n->type &&
        !strstr(n->type, "dim3") && !strstr(n->type, "<dependent"))
      n->has_value = fr_evaluate(t->nodes[fr_peel(t, k)].cursor, &n->value);
    *part[i] = n;
    *fl_vec_add(f->arena, &p->n->kids) = n;
  }
}

static bool inside(struct fl_span outer, struct fl_span s) {
  return s.file == outer.file && s.begin >= outer.begin && s.end <= outer.end;
}

// How many arguments does the launch have?
static unsigned read_args(struct parts *p, unsigned depth) {
  struct fr_body *b = p->b;
  const struct fr_tree *t = b->tree;
  unsigned args = 0;
  bool counted = true;
  for (uint32_t k = t->nodes[p->config].next; k; k = t->nodes[k].next) {
    if (!clang_isExpression(t->nodes[k].kind))
      continue;
    if (p->in_text && p->site->args.file >= 0 && !inside(p->site->args, t->nodes[k].span))
      continue; // a defaulted argument
    struct fl_node *arg = fr_node(b, k, p->n, depth + 1);
    args++;
    counted &= t->nodes[k].kind != CXCursor_PackExpansionExpr;
    if (!arg)
      continue;
    *fl_vec_add(b->f->arena, &p->site->arg_nodes) = arg;
    *fl_vec_add(b->f->arena, &p->n->kids) = arg;
  }
  return counted ? args : FL_ANY_NUMBER;
}

// Threads and shared memory of a block, as far as they are constant.
static void read_sizes(struct fr_body *b, struct fl_site *s) {
  if (s->block)
    fr_block_extents(b, s->block, s->extent);
  s->block_threads = s->extent[0];
  for (size_t i = 1; i < 3; i++)
    if (__builtin_mul_overflow(s->block_threads, s->extent[i], &s->block_threads))
      s->block_threads = 0;
  int64_t bytes = 0;
  s->shared_bytes = !s->shared || fr_constant(b, s->shared, &bytes) ? bytes : -1;
}

void fr_launch(struct fr_body *b, uint32_t r, struct fl_node *n, unsigned depth) {
  struct fr *f = b->f;
  const struct fr_tree *t = b->tree;
  struct fl_site *s = fl_alloc(f->arena, sizeof *s);
  struct parts p = {.b = b, .n = n, .site = s, .config = config_of(f, t, r)};
  uint32_t callee = nth_expr(t, r, 0);
  *fl_vec_add(f->arena, &f->u->sites) = s;
  s->caller = b->function;
  s->on_host = !b->function;
  if (b->function)
    *fl_vec_add(f->arena, &b->function->sites) = s;
  s->in_lambda = b->lambdas > 0;
  s->node = n;
  const struct fr_raw *hook = &t->nodes[p.config];
  if (hook->in_macro && hook->span.file >= 0) { // the launch is what the macro's use stands for
    n->span = hook->span;
    n->editable = false;
  }
  s->span = n->span;
  s->callee = t->nodes[callee].span;
  n->kind = FL_LAUNCH;
  n->site = s;
  find_tokens(&p, r);
  n->callee = fr_node(b, callee, n, depth + 1);
  if (n->callee) {
    n->name = n->callee->name;
    n->decl = n->callee->decl;
    *fl_vec_add(f->arena, &n->kids) = n->callee;
  }
  read_config(&p, depth);
  fr_launch_callee(b, callee, s, read_args(&p, depth));
  if (s->editable && s->kernel && !is_named(f, s)) {
    s->editable = false;
    s->named_by_macro = true;
  }
  if (!s->kernel && !s->overloaded)
    fr_note_alias(b, callee, s);
  read_sizes(b, s);
  if (!s->editable)
    *fl_vec_add(f->arena, &f->u->macro_launches) = s->span;
}
