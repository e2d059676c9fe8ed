// Joins that the parent block itself carries out (strategy t3): the block runs its children when all of its threads have come to a join, to a
// barrier or to their end. What is asked here: whether they come to joins all together, and whether one that has come keeps others from coming.
#include "analysis/analysis.h"
#include <string.h>

struct search {
  struct fl_unit *unit;
  struct fl_function *fn;
  bool warp;    // among the threads of a warp, else of the block
  int depth;    // of calls
  unsigned met; // calls of functions that join
  struct fl_span at;
  bool apart;
};

static bool is_loop(const struct fl_node *n) {
  return n->kind == FL_FOR || n->kind == FL_WHILE || n->kind == FL_DO || n->kind == FL_RANGE_FOR;
}

static bool uniform(const struct search *s, const struct fl_node *expr) {
  return s->warp ? fl_warp_uniform(s->unit, s->fn, expr) : fl_uniform(s->unit, s->fn, expr);
}

// Does whether `n` is reached depend on what differs between threads, as far as the nodes between it and `top` go?
static bool under_varying(const struct search *s, const struct fl_node *n,
                          const struct fl_node *top) {
  for (const struct fl_node *k = n, *p = n->parent; p && k != top; k = p, p = p->parent) {
    if (p->kind == FL_LAMBDA || p->kind == FL_RANGE_FOR || p->kind == FL_TRY)
      return true;
    const bool loops = is_loop(p) && k != p->init;
    if ((loops || k == p->then || k == p->otherwise) && p->cond && !uniform(s, p->cond))
      return true;
    const bool shortens = p->kind == FL_BINARY && p->name && p->kids.len == 2 &&
                          (!strcmp(p->name, "&&") || !strcmp(p->name, "||"));
    if (shortens && k == p->kids.data[1] && !uniform(s, p->kids.data[0]))
      return true;
  }
  return false;
}

// The loop or switch that a break or continue leaves.
static const struct fl_node *left_by(const struct fl_node *n) {
  for (const struct fl_node *p = n->parent; p; p = p->parent)
    if (is_loop(p) || (n->kind == FL_BREAK && p->kind == FL_SWITCH))
      return p;
  return NULL;
}

// Ways past a point: statements that some threads alone leave a loop around it by, or the function before it.
struct ways {
  const struct search *search;
  const struct fl_node *point;
  uint32_t end; // of the outermost loop around the point
  bool found;
};
static bool find_way(struct fl_node *n, void *data) {
  struct ways *w = data;
  bool past = n->kind == FL_GOTO || n->kind == FL_LABEL;
  if (n->kind == FL_LAMBDA)
    return true;
  if (n->kind == FL_RETURN)
    past = n->span.begin < w->end && under_varying(w->search, n, NULL);
  if (n->kind == FL_BREAK || n->kind == FL_CONTINUE) {
    const struct fl_node *from = left_by(n);
    for (const struct fl_node *p = w->point; p && from; p = p->parent)
      past |= p == from && under_varying(w->search, n, from);
  }
  w->found |= past;
  return !w->found;
}

static bool reached_apart(const struct search *s, const struct fl_node *point) {
  struct ways w = {s, point, point->span.end, under_varying(s, point, NULL)};
  for (const struct fl_node *p = point->parent; p; p = p->parent)
    if (is_loop(p))
      w.end = p->span.end;
  fl_walk(s->fn->body, find_way, &w);
  return w.found;
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
  s->met++;
  s->apart = reached_apart(s, n);
  if (calls && !s->apart) {
    struct search inner = {s->unit, g, s->warp, s->depth + 1, 0, n->span, false};
    search_function(&inner);
    s->at = inner.apart ? inner.at : s->at;
    s->apart = inner.apart;
  }
  return !s->apart;
}

static void search_function(struct search *s) {
  if (s->depth > 8 || !s->fn->body) {
    s->apart = true;
    return;
  }
  fl_walk(s->fn->body, find_join, s);
  // A function that joins and is called in some other way than by its name
  for (size_t i = 0; i < s->fn->facts->callees.len && !s->apart; i++)
    s->apart = s->fn->facts->callees.data[i]->facts->any_join && !s->met;
}

// A loop in which a thread may wait for what another one does: it looks at memory that others change meanwhile.
struct spin {
  const struct fl_node *loop;
};
static bool find_look(struct fl_node *n, void *data) {
  struct spin *s = data;
  static const char *const looks[] = {"atomicCAS", "atomicExch", "__nanosleep", "__ldcv"};
  bool look = n->kind == FL_ASM || (n->type && strstr(n->type, "volatile")) ||
              (n->decl && n->decl->is_volatile);
  for (size_t i = 0; n->kind == FL_CALL && n->name && i < sizeof looks / sizeof *looks; i++)
    look |= !strncmp(n->name, looks[i], strlen(looks[i]));
  for (const struct fl_node *k = n; n->kind == FL_CALL && n->name && k; k = k->parent)
    look |= !strncmp(n->name, "atomic", 6) && k->parent && is_loop(k->parent) &&
            k == k->parent->cond;
  for (const struct fl_node *p = n->parent; look && p && !s->loop; p = p->parent)
    if (is_loop(p))
      s->loop = p;
  return !s->loop;
}

struct whole {
  struct spin spin;
  const struct fl_function *group_barrier;
};
static void look_through(const struct fl_function *f, struct whole *w, int depth) {
  if (depth > 8 || !f->body)
    return;
  fl_walk(f->body, find_look, &w->spin);
  if (f->facts->group_barrier)
    w->group_barrier = f;
  for (size_t i = 0; i < f->facts->callees.len; i++)
    look_through(f->facts->callees.data[i], w, depth + 1);
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
  struct search s = {u, root, false, 0, 0, root->name_span, false};
  search_function(&s);
  j.apart = s.apart;
  struct whole w = {{NULL}, NULL};
  look_through(root, &w, 0);
  if (w.spin.loop) {
    j.obstacle = (struct fl_reason){
        "a thread may wait in a loop for others that wait for children", w.spin.loop->span};
    return j;
  }
  if (!j.apart)
    return j;
  if (w.group_barrier)
    j.obstacle =
        (struct fl_reason){"some threads wait for children while others may be at a barrier of a "
                           "cooperative group",
                           s.at};
  struct search lanes = {u, root, true, 0, 0, root->name_span, false};
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
