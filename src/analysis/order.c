// How often one thread launches, and whether threads may leave before a barrier that others still
// reach.
#include "analysis/analysis.h"
#include <string.h>

struct fl_reason fl_virtual_obstacle(struct fl_unit *u, const struct fl_function *k) {
  if (!k->facts->early_exit || !k->facts->any_warp)
    return (struct fl_reason){NULL, k->name_span};
  return (struct fl_reason){
      fl_format(u->arena,
                "threads of '%s' may leave early while others of their warp exchange values",
                k->name),
      k->name_span};
}

enum fl_stream_kind fl_site_stream(struct fl_unit *u, const struct fl_site *s) {
  if (!s->stream)
    return FL_STREAM_NULL;
  if (s->stream->has_value && s->stream->value == 0)
    return FL_STREAM_NULL;
  const char *t = fl_span_text(u, s->stream->span);
  if (!strcmp(t, "0") || !strcmp(t, "NULL") || !strcmp(t, "nullptr"))
    return FL_STREAM_NULL;
  if (strstr(t, "cudaStreamFireAndForget"))
    return FL_STREAM_FIRE;
  if (strstr(t, "cudaStreamTailLaunch"))
    return FL_STREAM_TAIL;
  return FL_STREAM_OTHER;
}

// Launches that one execution of `n` makes at most: 0, 1, or 2 for more than one. Fire-and-forget
// launches are not counted: nothing orders them.
struct counter {
  struct fl_unit *unit;
  int depth; // of calls; deeper ones count as many
};
static int count(struct counter *c, const struct fl_node *n);

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static int count_function(struct counter *c, const struct fl_function *f) {
  if (!f->facts->reach.len)
    return 0;
  if (c->depth > 16)
    return 2;
  c->depth++;
  int k = count(c, f->body);
  c->depth--;
  return k;
}

static bool ends_with_return(const struct fl_node *n) {
  if (!n)
    return false;
  if (n->kind == FL_RETURN)
    return true;
  return n->kind == FL_COMPOUND && n->kids.len && ends_with_return(n->kids.data[n->kids.len - 1]);
}

// Statements i.. of a sequence; an `if` that returns excludes what follows it.
static int count_sequence(struct counter *c, const struct fl_node *n, size_t i) {
  int sum = 0;
  for (; i < n->kids.len && sum < 2; i++) {
    const struct fl_node *k = n->kids.data[i];
    if (k->kind == FL_IF && !k->otherwise && ends_with_return(k->then))
      return least(2,
                   sum + count(c, k->cond) + most(count(c, k->then), count_sequence(c, n, i + 1)));
    sum += count(c, k);
  }
  return least(sum, 2);
}

static int count(struct counter *c, const struct fl_node *n) {
  if (!n)
    return 0;
  if (n->kind == FL_COMPOUND)
    return count_sequence(c, n, 0);
  int sum = 0, branch = 0;
  for (size_t i = 0; i < n->kids.len && sum < 2; i++) {
    const struct fl_node *k = n->kids.data[i];
    if ((n->kind == FL_IF || n->kind == FL_TERNARY) && (k == n->then || k == n->otherwise))
      branch = most(branch, count(c, k));
    else
      sum += count(c, k);
  }
  sum += branch;
  if (n->kind == FL_LAUNCH)
    sum += !n->site || fl_site_stream(c->unit, n->site) != FL_STREAM_FIRE;
  if (n->kind == FL_CALL) {
    if (n->decl && n->decl->function)
      sum += count_function(c, n->decl->function);
    else if (n->decl && n->decl->kind != FL_DECL_FUNCTION)
      sum = 2; // through a pointer or functor: what it launches is not known (callgraph.c names the
               // candidates)
  }
  bool loop = n->kind == FL_FOR || n->kind == FL_WHILE || n->kind == FL_DO ||
              n->kind == FL_RANGE_FOR || n->kind == FL_LAMBDA;
  return loop && sum ? 2 : least(sum, 2);
}

// early_exit: a return that not all threads of the block take stands before a barrier, or in a loop
// with one.
struct exits {
  struct fl_unit *unit;
  struct fl_function *fn;
  uint32_t last_barrier; // offset of the last barrier in the text
  bool found;
};

static bool is_barrier(const struct fl_node *n) {
  if (n->kind != FL_CALL)
    return false;
  const struct fl_api *api = fl_api_find(n->name);
  return (api && api->cls == FL_API_BARRIER) ||
         (n->decl && n->decl->function && n->decl->function->facts->any_barrier);
}

static bool find_last_barrier(struct fl_node *n, void *data) {
  struct exits *e = data;
  if (!is_barrier(n))
    return true;
  uint32_t at = n->span.end;
  for (const struct fl_node *p = n->parent; p;
       p = p->parent) // in a loop, all of the loop comes before it
    if (p->kind == FL_FOR || p->kind == FL_WHILE || p->kind == FL_DO)
      at = p->span.end;
  if (at > e->last_barrier)
    e->last_barrier = at;
  return true;
}

static bool find_exit(struct fl_node *n, void *data) {
  struct exits *e = data;
  if (n->kind == FL_LAMBDA)
    return true;
  if (n->kind == FL_GOTO)
    e->found = true;
  if (n->kind == FL_RETURN && n->span.begin < e->last_barrier) {
    for (const struct fl_node *p = n->parent; p; p = p->parent)
      if (p->cond && !fl_uniform(e->unit, e->fn, p->cond))
        e->found = true;
  }
  return !e->found;
}

void fl_analyse_order(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  struct counter c = {u, 0};
  x->many_launches = count_function(&c, f) > 1 || x->calls_recursively;
  for (size_t i = 0; i < x->reach.len; i++) {
    enum fl_stream_kind s = fl_site_stream(u, x->reach.data[i]);
    x->uses_streams |= s == FL_STREAM_TAIL || s == FL_STREAM_OTHER;
  }
  for (size_t i = 0; i < x->apis.len; i++)
    x->uses_streams |= x->apis.data[i]->cls == FL_API_STREAM;
  for (size_t i = 0; i < x->callees.len; i++)
    for (size_t k = 0; k < x->callees.data[i]->facts->apis.len; k++)
      x->uses_streams |= x->callees.data[i]->facts->apis.data[k]->cls == FL_API_STREAM;
  if (!x->any_barrier || !f->body)
    return;
  struct exits e = {u, f, 0, false};
  fl_walk(f->body, find_last_barrier, &e);
  fl_walk(f->body, find_exit, &e);
  x->early_exit = e.found;
  for (size_t i = 0; i < x->callees.len;
       i++) // a barrier in a callee that some threads do not reach
    x->early_exit |=
        x->callees.data[i]->facts->any_barrier && x->callees.data[i]->facts->has_return;
}
