// Cooperative groups: where a text names them, and which calls wait for whom. In a virtual block the names of namespace cooperative_groups become those of
// __fl::groups (freelaunch/groups.h), so every use must be seen, and every value of a group type must stay among what
// is written out anew.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/threads/threads.h"
#include <ctype.h>

struct fl_group_names {
  FL_VEC(const char *) spaces; // the namespace and its aliases
  bool any;                    // is it named at all?
  bool opened;                 // by a using directive or declaration
};

// What a virtual block has of the namespace. Names with a stand-in that knows the context lose their qualification.
static const char *const supported[] = {"thread_block",
                                        "thread_group",
                                        "thread_block_tile",
                                        "coalesced_group",
                                        "grid_group",
                                        "tiled_partition",
                                        "labeled_partition",
                                        "binary_partition",
                                        "sync",
                                        "thread_rank",
                                        "group_size",
                                        "reduce",
                                        "inclusive_scan",
                                        "exclusive_scan",
                                        "plus",
                                        "less",
                                        "greater",
                                        "bit_and",
                                        "bit_or",
                                        "bit_xor",
                                        NULL};
static const char *const shadowed[] = {"this_thread_block", "this_grid", "coalesced_threads", NULL};
static const char *const members[] = {"sync",        "thread_rank",
                                      "size",        "num_threads",
                                      "group_index", "thread_index",
                                      "group_dim",   "dim_threads",
                                      "shfl",        "shfl_up",
                                      "shfl_down",   "shfl_xor",
                                      "any",         "all",
                                      "ballot",      "match_any",
                                      "match_all",   "meta_group_rank",
                                      "rank_type",   "meta_group_size",
                                      NULL};
static const char *const exchanges[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor",  "any",
                                        "all",  "ballot",  "match_any", "match_all", NULL};
static const char *const collectives[] = {
    "reduce", "inclusive_scan", "exclusive_scan", "labeled_partition", "binary_partition", NULL};
// Of a grid, for which nobody waits.
static const char *const of_grid[] = {"thread_rank", "size",         "num_threads", "group_dim",
                                      "dim_threads", "thread_index", "dim_blocks",  "num_blocks",
                                      "block_index", "block_rank",   "group_size",  NULL};

static size_t blanks(const char *t, size_t len, size_t i) {
  while (i < len && isspace((unsigned char)t[i]))
    i++;
  return i;
}

static size_t word_end(const char *t, size_t len, size_t i) {
  while (i < len && fl_is_word(t[i]))
    i++;
  return i;
}

// The beginning of the blanks, and colons, that end at `i`.
static size_t back(const char *t, size_t i) {
  while (i && (isspace((unsigned char)t[i - 1]) || t[i - 1] == ':'))
    i--;
  return i;
}

// Does a keyword stand in front of `i`?
static bool follows(const char *t, size_t i, const char *keyword) {
  const size_t n = strlen(keyword), end = back(t, i);
  return end >= n && !strncmp(t + end - n, keyword, n) && (end == n || !fl_is_word(t[end - n - 1]));
}

// The name that a namespace alias gives to the namespace written at `i`; an empty range if there is no alias.
struct range {
  size_t begin, end;
};
static struct range alias_before(const char *t, size_t i) {
  struct range r = {0, 0};
  size_t end = back(t, i);
  if (!end || t[end - 1] != '=')
    return r;
  end = back(t, end - 1);
  size_t begin = end;
  while (begin && fl_is_word(t[begin - 1]))
    begin--;
  return follows(t, begin, "namespace") ? (struct range){begin, end} : r;
}

static void find_spaces(struct fl_unit *u, struct fl_group_names *g, const char *text) {
  for (const char *p = text; (p = strstr(p, "cooperative_groups")); p += 18) {
    if (p > text && fl_is_word(p[-1]))
      continue;
    const size_t at = (size_t)(p - text);
    const struct range alias = alias_before(text, at);
    g->any = true;
    g->opened |= follows(text, at, "namespace") || follows(text, at, "using");
    if (alias.end)
      *fl_vec_add(u->arena, &g->spaces) =
          fl_strndup(u->arena, text + alias.begin, alias.end - alias.begin);
  }
}

static struct fl_group_names *names_of(struct fl_unit *u) {
  if (!u->groups) {
    u->groups = fl_alloc(u->arena, sizeof *u->groups);
    *fl_vec_add(u->arena, &u->groups->spaces) = "cooperative_groups";
    for (size_t i = 0; i < u->files.len; i++)
      if (strstr(u->files.data[i].text, "cooperative_groups"))
        find_spaces(u, u->groups, fl_without_comments(u, u->files.data[i].text));
  }
  return u->groups;
}

static bool is_space(const struct fl_group_names *g, const char *name, size_t len) {
  for (size_t i = 0; i < g->spaces.len; i++)
    if (strlen(g->spaces.data[i]) == len && !strncmp(g->spaces.data[i], name, len))
      return true;
  return false;
}

// Is a bare word a group's name, where the namespace is open? A function of the program's own is not.
static bool bare_name(struct fl_unit *u, const char *text, size_t begin, size_t end, size_t len) {
  const char *name = text + begin;
  const size_t n = end - begin;
  size_t before = begin;
  while (before && isspace((unsigned char)text[before - 1]))
    before--;
  if (before && (text[before - 1] == '.' || text[before - 1] == ':' ||
                 (text[before - 1] == '>' && before > 1 && text[before - 2] == '-')))
    return false;
  const size_t next = blanks(text, len, end);
  const bool type =
      n >= 5 && (!strncmp(name + n - 5, "group", 5) || !strncmp(name, "thread_block", 12));
  if (!type && (next >= len || (text[next] != '(' && text[next] != '<')))
    return false;
  return !fl_namesakes(u, name, n)->all.len;
}

static bool follows_using(const char *t, size_t i) {
  const size_t end = back(t, i);
  return end >= 9 && follows(t, end - 9, "using");
}

bool fl_next_group_use(struct fl_unit *u, const char *text, size_t len, size_t from,
                       struct fl_group_use *out) {
  const struct fl_group_names *g = names_of(u);
  for (size_t i = from; i < len;) {
    if (!fl_is_word(text[i])) {
      i++;
      continue;
    }
    const size_t begin = i, end = word_end(text, len, i);
    i = end;
    if (is_space(g, text + begin, end - begin)) {
      size_t start = begin, colons = blanks(text, len, end);
      while (start && isspace((unsigned char)text[start - 1]))
        start--;
      start = start > 1 && text[start - 1] == ':' && text[start - 2] == ':' ? start - 2 : begin;
      if (colons + 1 >= len || text[colons] != ':' || text[colons + 1] != ':') {
        // The namespace itself: in a directive, or behind the `=` of an alias.
        if (!alias_before(text, begin).end &&
            !(follows(text, begin, "namespace") && follows_using(text, begin)))
          continue;
        *out = (struct fl_group_use){start, end, "__fl::groups", "", 0};
        return true;
      }
      const size_t name = blanks(text, len, colons + 2), last = word_end(text, len, name);
      *out = (struct fl_group_use){start, name, "__fl::groups::", text + name, last - name};
      if (fl_is_among(shadowed, out->name, out->name_len))
        out->replacement = "";
      return true;
    }
    const bool shadow = fl_is_among(shadowed, text + begin, end - begin);
    if (g->opened && (shadow || fl_is_among(supported, text + begin, end - begin)) &&
        bare_name(u, text, begin, end, len)) {
      *out = (struct fl_group_use){begin, begin, shadow ? "" : "__fl::groups::", text + begin,
                                   end - begin};
      return true;
    }
  }
  return false;
}

// Where to go on behind a use.
static size_t behind(const char *text, const struct fl_group_use *use) {
  return use->name_len ? (size_t)(use->name - text) + use->name_len : use->end;
}

const char *fl_group_text(struct fl_unit *u, const char *text) {
  struct fl_text t = {0};
  const char *code = fl_without_comments(u, text);
  const size_t len = strlen(text);
  size_t done = 0;
  struct fl_group_use use;
  for (size_t at = 0; fl_next_group_use(u, code, len, at, &use); at = behind(code, &use)) {
    fl_text_add(&t, text + done, use.begin - done);
    fl_text_puts(&t, use.replacement);
    done = use.end;
  }
  if (!done && !t.len)
    return text;
  fl_text_puts(&t, text + done);
  const char *r = fl_strdup(u->arena, t.data ? t.data : "");
  fl_text_free(&t);
  return r;
}

// What a type says of a group. One that depends on a template may be any, or none.
static struct fl_group group_of_type(const char *type) {
  static const struct {
    const char *word;
    struct fl_group group;
  } types[] = {{"thread_block_tile", {FL_GROUP_TILE, 1, FL_MOST_THREADS}},
               {"coalesced_group", {FL_GROUP_COALESCED, 1, FL_WARP}},
               {"thread_block", {FL_GROUP_BLOCK, 1, FL_MOST_THREADS}},
               {"thread_group", {FL_GROUP_ANY, 1, FL_MOST_THREADS}},
               {"grid_group", {FL_GROUP_GRID, 1, INT64_MAX}},
               {"cluster_group", {FL_GROUP_OTHER, 1, INT64_MAX}},
               {"<dependent", {FL_GROUP_UNKNOWN, 1, INT64_MAX}}};
  const struct fl_group unknown = {FL_GROUP_UNKNOWN, 1, INT64_MAX};
  if (!type)
    return unknown;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    const char *at = strstr(type, types[i].word);
    if (!at)
      continue;
    struct fl_group g = types[i].group;
    at += strlen(types[i].word);
    const int64_t size = i == 0 && *at == '<' ? strtol(at + 1, NULL, 10) : 0;
    if (size)
      g.least = g.most = size;
    return g;
  }
  return (struct fl_group){0, 0, 0};
}

static bool is_group(const char *type) { return type && strstr(type, "cooperative_groups"); }

// `auto t = cg::tiled_partition<W>(block)`, whose type is not known in a template.
static bool is_made_tile(const struct fl_decl *d) {
  const struct fl_node *var = NULL;
  for (size_t i = 0; i < d->uses.len && !var; i++)
    if (d->uses.data[i]->kind == FL_VAR)
      var = d->uses.data[i];
  const struct fl_node *call = var && !d->is_reference ? var->init : NULL;
  return call && call->kind == FL_CALL && fl_named(call, "tiled_partition") &&
         !fl_names_functions(call) && !fl_object_of(call) && call->kids.len == 2;
}

// What its type says of an expression.
static struct fl_group told_group(const struct fl_node *n) {
  const struct fl_decl *d = n->kind == FL_REF ? n->decl : NULL;
  struct fl_group g = group_of_type(d && d->dependent ? d->type : n->type);
  if (d && d->dependent && !g.kinds)
    return group_of_type(is_made_tile(d) ? "thread_block_tile" : NULL);
  if (d && !d->dependent && d->kind != FL_DECL_FUNCTION && d->canonical && *d->canonical)
    return group_of_type(is_group(d->canonical) ? d->canonical : "");
  return g;
}

static bool join_handed(struct fl_unit *u, struct fl_function *caller, const struct fl_node *n,
                        void *data) {
  (void)caller;
  struct fl_group *all = data;
  if (!n)
    return false;
  const struct fl_group g = fl_group_of(u, n);
  all->least = !all->kinds || g.least < all->least ? g.least : all->least;
  all->most = g.most > all->most ? g.most : all->most;
  all->kinds |= g.kinds ? g.kinds : FL_GROUP_UNKNOWN;
  return true;
}

struct fl_group fl_group_of(struct fl_unit *u, const struct fl_node *n) {
  const struct fl_group g = told_group(n);
  const bool open =
      g.kinds & (FL_GROUP_ANY | FL_GROUP_UNKNOWN) || (g.kinds == FL_GROUP_TILE && g.least < g.most);
  struct fl_group handed = {0, 0, 0}; // a parameter of a type that may be any cannot be assigned to
  return open && n->kind == FL_REF && n->decl && fl_all_hand_to(u, n->decl, join_handed, &handed)
             ? handed
             : g;
}

static unsigned waits_of(unsigned kinds) {
  return (kinds & (FL_GROUP_BLOCK | FL_GROUP_ANY | FL_GROUP_UNKNOWN) ? FL_WAITS_FOR_BLOCK : 0u) |
         (kinds & (FL_GROUP_TILE | FL_GROUP_COALESCED | FL_GROUP_ANY | FL_GROUP_UNKNOWN)
              ? FL_WAITS_FOR_WARP
              : 0u);
}

const struct fl_node *fl_group_asked(struct fl_unit *u, const struct fl_node *n) {
  if (n->kind != FL_CALL || !n->name || fl_names_functions(n) || !names_of(u)->any)
    return NULL;
  const struct fl_node *object = fl_object_of(n);
  return object ? object : fl_nth_argument(n, 0);
}

static bool exchanges_values(const struct fl_node *n) {
  return fl_is_among(fl_object_of(n) ? exchanges : collectives, n->name, strlen(n->name));
}

bool fl_group_exchanges(struct fl_unit *u, const struct fl_node *n) {
  const struct fl_node *group = fl_group_asked(u, n);
  return group && exchanges_values(n) && fl_is_of_lanes(fl_group_of(u, group));
}

// What callers hand over is not known when this is asked first.
unsigned fl_group_waits(struct fl_unit *u, const struct fl_node *n) {
  const struct fl_node *group = fl_group_asked(u, n);
  if (!group)
    return 0;
  const struct fl_group g = told_group(group);
  if (!strcmp(n->name, "sync"))
    return waits_of(g.kinds);
  return g.kinds && exchanges_values(n) ? FL_WAITS_FOR_WARP : 0;
}

struct scan {
  struct fl_unit *unit;
  struct fl_function *fn;
};

static void obstacle(struct scan *s, struct fl_span at, const char *text) {
  if (!s->fn->facts->no_context.text)
    s->fn->facts->no_context = (struct fl_reason){text, at};
}

static bool names_groups(struct fl_unit *u, const char *text) {
  struct fl_group_use use;
  return fl_next_group_use(u, fl_without_comments(u, text), strlen(text), 0, &use);
}

// Can a variable of a group type be written out anew? Its declaration must name the type, or leave it to be deduced.
static bool renamable(struct fl_unit *u, struct fl_span declaration, const char *name) {
  const char *text = fl_span_text(u, declaration), *end = text + strlen(text);
  const size_t n = strlen(name);
  for (const char *p = text; n && (p = strstr(p, name)); p += n)
    if ((p == text || !fl_is_word(p[-1])) && !fl_is_word(p[n])) {
      end = p;
      break;
    }
  const char *type = fl_strndup(u->arena, text, (size_t)(end - text));
  return names_groups(u, type) || fl_mentions(type, "auto");
}

// The statement that declares a variable: in `T a, b;` the type stands in front of the first.
static struct fl_span declaration_of(const struct fl_node *var) {
  return var->parent && var->parent->kind == FL_DECL_STMT ? var->parent->span : var->span;
}

// A grid is handed on as such alone: who knows it only as some group may wait for it.
static bool takes_grid(const struct fl_node *p, const struct fl_node *grid) {
  const struct fl_function *f = p->kind == FL_CALL && p->decl ? p->decl->function : NULL;
  for (size_t i = 0; f && i < f->params.len; i++)
    if (fl_nth_argument(p, i) == grid)
      return group_of_type(f->params.data[i].type).kinds == FL_GROUP_GRID;
  if (p->kind == FL_CALL && p->callee != grid)
    return p->name && fl_is_among(of_grid, p->name, strlen(p->name));
  return p->kind != FL_VAR || !p->decl || group_of_type(p->decl->canonical).kinds == FL_GROUP_GRID;
}

// What becomes of the value of a group: it may be kept, handed on to what is written out anew, or asked by its members.
static bool accepted(struct scan *s, const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  if (!p)
    return true;
  if (told_group(n).kinds == FL_GROUP_GRID && !takes_grid(p, n))
    return false;
  switch (p->kind) {
  case FL_RETURN:
    return fl_capture_at(s->unit, p) != FL_NO_LAMBDA || renamable(s->unit, s->fn->specifiers, "");
  case FL_COMPOUND:
  case FL_LAMBDA:
  case FL_MEMBER:
  case FL_ASSIGN:
    return true;
  case FL_VAR:
    return p->decl && (is_group(p->decl->canonical) || p->decl->dependent) &&
           renamable(s->unit, declaration_of(p), p->name);
  case FL_CAST:
  case FL_TERNARY:
  case FL_INIT_LIST:
  case FL_OTHER_EXPR:
    return accepted(s, p);
  case FL_CALL:
    if (p->callee == n)
      return true;
    if (p->decl && p->decl->function)
      return p->decl->function->body != NULL;
    if (p->name && !strncmp(p->name, "operator", 8))
      return accepted(s, p);
    if (p->name && (fl_is_among(supported, p->name, strlen(p->name)) ||
                    group_of_type(p->type).kinds &
                        (FL_GROUP_BLOCK | FL_GROUP_TILE | FL_GROUP_COALESCED | FL_GROUP_ANY)))
      return p->editable;
    const struct fl_functions *named = fl_functions_named(s->unit, p->name ? p->name : "");
    return p->name && named->len && named->data[0]->body;
  default:
    return false;
  }
}

// Tiles of more than a warp have barriers of their own.
static bool large_tile(const char *type) {
  const struct fl_group g = group_of_type(type);
  return g.kinds == FL_GROUP_TILE && g.least > FL_WARP;
}

static bool visit(struct fl_node *n, void *data) {
  struct scan *s = data;
  struct fl_facts *x = s->fn->facts;
  if (large_tile(n->type) || (n->decl && large_tile(n->decl->canonical)))
    obstacle(s, n->span,
             fl_format(s->unit->arena, "'%s' uses a tile of more than 32 threads", s->fn->name));
  const unsigned waits = fl_group_waits(s->unit, n);
  x->has_warp |= (waits & FL_WAITS_FOR_WARP) != 0;
  if (waits & FL_WAITS_FOR_BLOCK)
    x->has_barrier = x->group_barrier = true;
  if (n->kind == FL_VAR && n->decl && is_group(n->decl->canonical) &&
      !renamable(s->unit, declaration_of(n), n->name))
    obstacle(s, n->span,
             fl_format(s->unit->arena, "the type of '%s' hides a cooperative group", n->name));
  if (n->kind == FL_MEMBER && n->kids.len && n->name) {
    const unsigned k = told_group(n->kids.data[0]).kinds;
    if (k && k != FL_GROUP_UNKNOWN && strncmp(n->name, "operator", 8) != 0 &&
        !fl_is_among(k == FL_GROUP_GRID ? of_grid : members, n->name, strlen(n->name)))
      obstacle(
          s, n->span,
          fl_format(s->unit->arena, "'%s' uses '%s' of a cooperative group", s->fn->name, n->name));
  }
  const bool value = (n->kind == FL_REF && n->decl && n->decl->kind != FL_DECL_FUNCTION) ||
                     n->kind == FL_CALL || n->kind == FL_MEMBER;
  if (value && (n->kind != FL_MEMBER || (n->decl && n->decl->kind == FL_DECL_FIELD))) {
    const unsigned k = told_group(n).kinds;
    if (k && k != FL_GROUP_UNKNOWN && (n->kind == FL_MEMBER || !n->editable || !accepted(s, n)))
      obstacle(s, n->span,
               n->kind == FL_MEMBER
                   ? fl_format(s->unit->arena, "'%s' keeps a cooperative group in an object",
                               n->name ? n->name : "")
                   : fl_format(s->unit->arena,
                               "'%s' does more with the cooperative group '%s' than can be written "
                               "out anew",
                               s->fn->name, n->name ? n->name : ""));
  }
  return true;
}

// Every name that the text takes from the namespace must be one that there is a stand-in for.
static void check_names(struct scan *s, struct fl_span where) {
  const char *text = fl_without_comments(s->unit, fl_span_text(s->unit, where));
  const size_t len = strlen(text);
  struct fl_group_use use;
  for (size_t at = 0; fl_next_group_use(s->unit, text, len, at, &use); at = behind(text, &use)) {
    s->fn->facts->uses_groups = true;
    const struct fl_span here = {where.file, where.begin + (uint32_t)use.begin,
                                 where.begin + (uint32_t)use.end};
    const size_t next = blanks(text, len, behind(text, &use));
    const bool known = !use.name_len || fl_is_among(supported, use.name, use.name_len) ||
                       fl_is_among(shadowed, use.name, use.name_len);
    if (!known || (use.name_len && next + 1 < len && text[next] == ':' && text[next + 1] == ':'))
      obstacle(s, here,
               fl_format(s->unit->arena, "'%s' uses '%.*s' of cooperative groups", s->fn->name,
                         (int)use.name_len, use.name));
    if (use.begin && text[use.begin] == ':' && fl_is_word(text[use.begin - 1]))
      obstacle(s, here,
               fl_format(s->unit->arena,
                         "'%s' names cooperative groups by an alias in another namespace",
                         s->fn->name));
    if (fl_is_among(shadowed, use.name, use.name_len) && next < len && text[next] == '(' &&
        text[blanks(text, len, next + 1)] != ')')
      obstacle(s, here,
               fl_format(s->unit->arena, "'%s' gives a cooperative group memory for tiles",
                         s->fn->name));
  }
}

void fl_analyse_groups(struct fl_unit *u, struct fl_function *f) {
  if (!f->body || !names_of(u)->any)
    return;
  struct scan s = {u, f};
  check_names(&s, f->params_span);
  check_names(&s, f->specifiers);
  check_names(&s, f->body_span);
  for (size_t i = 0; i < f->params.len; i++)
    if (f->params.data[i].decl && is_group(f->params.data[i].decl->canonical) &&
        !renamable(u, f->params.data[i].span, f->params.data[i].decl->name))
      obstacle(&s, f->params.data[i].span,
               fl_format(u->arena, "the type of '%s' hides a cooperative group",
                         f->params.data[i].decl->name));
  fl_walk(f->body, visit, &s);
}
