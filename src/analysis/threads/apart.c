// Joins that the parent block itself carries out (strategy t3): the block runs its children when all of its threads have come to a join, to a
// barrier or to their end. What is asked here: whether they come to joins all together, and whether one that has come keeps others from coming.
#include "analysis/bodies/bodies.h"
#include "analysis/threads/threads.h"
#include <string.h>

struct search {
  struct fl_unit *unit;
  struct fl_function *fn;
  enum fl_threads among;
  int depth; // of calls
  struct fl_span at;
  bool apart;
};

static bool uniform(const struct search *s, const struct fl_node *expr) {
  return fl_uniform(s->unit, s->fn, s->among, expr);
}

// Does it depend on what differs between threads whether, or how often, `n` is reached? Returns in front of it aside.
static bool under_varying(const struct search *s, const struct fl_node *n) {
  const struct fl_node *k = n;
  for (struct fl_node *p = n->parent; p; k = p, p = p->parent) {
    if (p->kind == FL_LAMBDA || p->kind == FL_RANGE_FOR || p->kind == FL_TRY ||
        fl_skipped_apart(s->unit, s->fn, p, s->among))
      return true;
    const bool loops = fl_is_loop(p) && k != p->init;
    if ((loops || k == p->then || k == p->otherwise) && p->cond && !uniform(s, p->cond))
      return true;
    const bool shortens = p->kind == FL_BINARY && p->name && p->kids.len == 2 &&
                          (!strcmp(p->name, "&&") || !strcmp(p->name, "||"));
    if (shortens && k == p->kids.data[1] && !uniform(s, p->kids.data[0]))
      return true;
  }
  return false;
}

// Returns that some threads alone take before a point, or in a loop around it; jumps.
struct exits {
  const struct search *search;
  uint32_t end; // of the outermost loop around the point
  bool found;
};
static bool find_exit(struct fl_node *n, void *data) {
  struct exits *e = data;
  if (n->kind == FL_LAMBDA)
    return true;
  e->found |= n->kind == FL_GOTO ||
              (n->kind == FL_RETURN && n->span.begin < e->end && under_varying(e->search, n));
  return !e->found;
}

static bool reached_apart(const struct search *s, const struct fl_node *point) {
  struct exits e = {s, point->span.end, under_varying(s, point)};
  for (const struct fl_node *p = point->parent; p; p = p->parent)
    if (fl_is_loop(p))
      e.end = p->span.end;
  fl_walk(s->fn->body, find_exit, &e);
  return e.found;
}

static void search_function(struct search *s);

static bool find_join(struct fl_node *n, void *data) {
  struct search *s = data;
  if (n->kind != FL_CALL)
    return true;
  const struct fl_api *api = fl_api_find(n->name);
  struct fl_function *g = n->decl ? n->decl->function : NULL;
  const bool calls = g && g->facts->any_join;
  if (!calls && !(api && api->cls == FL_API_JOIN))
    return true;
  s->at = n->span;
  s->apart = reached_apart(s, n);
  if (calls && !s->apart) {
    struct search inner = {s->unit, g, s->among, s->depth + 1, n->span, false};
    search_function(&inner);
    s->at = inner.apart ? inner.at : s->at;
    s->apart = inner.apart;
  }
  return !s->apart;
}

struct named {
  const struct fl_function *fn;
};
static bool find_named(struct fl_node *n, void *data) {
  const struct named *c = data;
  return n->kind != FL_CALL || !n->decl || n->decl->function != c->fn;
}

static void search_function(struct search *s) {
  if (s->depth > FL_MOST_CALLS || !s->fn->body) {
    s->apart = true;
    return;
  }
  bool *together = &s->fn->facts->joins_together[s->among][s->depth];
  if (*together)
    return;
  fl_walk(s->fn->body, find_join, s);
  // A function that joins and is called in some other way than by its name
  for (size_t i = 0; i < s->fn->facts->callees.len && !s->apart; i++) {
    struct named n = {s->fn->facts->callees.data[i]};
    if (n.fn->facts->any_join)
      s->apart = fl_walk(s->fn->body, find_named, &n);
  }
  *together = !s->apart;
}

// What in a function, or in what it calls, bears on threads that wait apart.
struct notes {
  const struct fl_node *spin;              // a loop in which a thread may wait for another one
  unsigned search;                         // in fl_facts.search
  const struct fl_function *group_barrier; // with a barrier by way of a cooperative group
};
static bool find_ref(struct fl_node *n, void *data) { return n->kind != FL_REF || n->decl != data; }
// Does a loop count up or down to a bound, whatever its body does?
static bool counts(const struct fl_node *loop) {
  static const char *const relations[] = {"<", ">", "<=", ">=", NULL};
  const struct fl_node *c = loop->kind == FL_FOR && loop->inc ? loop->cond : NULL;
  if (!c || c->kind != FL_BINARY || !c->name || c->kids.data[0]->kind != FL_REF)
    return false;
  for (const char *const *r = relations; *r; r++)
    if (!strcmp(c->name, *r))
      return !fl_walk(loop->inc, find_ref, c->kids.data[0]->decl);
  return false;
}
// A thread can only wait for another one by looking, time and again, at memory that the other changes.
static bool find_spin(struct fl_node *n, void *data) {
  struct notes *s = data;
  static const char *const looks[] = {"atomicCAS", "atomicExch", "__nanosleep", "__ldcv", NULL};
  bool look = n->kind == FL_ASM || (n->type && strstr(n->type, "volatile")) ||
              (n->decl && n->decl->is_volatile);
  const bool call = n->kind == FL_CALL && n->name;
  for (const char *const *l = looks; call && *l; l++)
    look |= !strncmp(n->name, *l, strlen(*l));
  const struct fl_node *k = n;
  for (const struct fl_node *p = n->parent; p && !s->spin; k = p, p = p->parent)
    if (fl_is_loop(p) && ((look && !(counts(p) && k != p->cond)) ||
                          (call && k == p->cond && !strncmp(n->name, "atomic", 6))))
      s->spin = p;
  return !s->spin;
}
static void look_through(const struct fl_function *f, struct notes *s, int depth) {
  struct fl_facts *x = f->facts;
  if (depth > FL_MOST_CALLS || !f->body || (x->search == s->search && x->search_depth <= depth))
    return;
  x->search = s->search;
  x->search_depth = depth;
  fl_walk(f->body, find_spin, s);
  if (f->facts->group_barrier)
    s->group_barrier = f;
  for (size_t i = 0; i < f->facts->callees.len; i++)
    look_through(f->facts->callees.data[i], s, depth + 1);
}

struct fl_joins fl_joins_of(struct fl_unit *u, struct fl_function *root) {
  struct fl_joins j = {{NULL, root->name_span}, false};
  struct fl_facts *x = root->facts;
  for (size_t i = 0; i < x->below.len; i++)
    if (x->below.data[i]->facts->any_join) {
      j.obstacle = (struct fl_reason){
          fl_format(u->arena, "threads of '%s', which is a child itself, wait for its children",
                    x->below.data[i]->name),
          x->below.data[i]->name_span};
      return j;
    }
  struct search s = {u, root, FL_OF_BLOCK, 0, root->name_span, false};
  search_function(&s);
  j.apart = s.apart;
  struct notes w = {.search = ++u->searches};
  look_through(root, &w, 0);
  if (w.spin) {
    j.obstacle = (struct fl_reason){"a thread may wait in a loop for others that wait for children",
                                    w.spin->span};
    return j;
  }
  if (!j.apart)
    return j;
  if (w.group_barrier)
    j.obstacle =
        (struct fl_reason){"some threads wait for children while others may be at a barrier of a "
                           "cooperative group",
                           s.at};
  struct search lanes = {u, root, FL_OF_WARP, 0, root->name_span, false};
  search_function(&lanes);
  if (x->any_warp && lanes.apart)
    j.obstacle = (struct fl_reason){
        fl_format(u->arena,
                  "some threads of a warp of '%s' wait for children while others may exchange "
                  "values with them",
                  root->name),
        lanes.at};
  return j;
}
