// Streams that hold one launch, or one copy, only. Such a stream orders nothing: it is a local variable's, with nothing done to it but that it is created, that
// something is put into it, and that it is destroyed; and between two things that are put into it, it is created anew.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/launches/launches.h"
#include "analysis/launches/often.h"

static const char create[] = "cudaStreamCreateWithFlags", destroy[] = "cudaStreamDestroy";

// Calls that copy or fill, and which of their arguments, from 0, is the stream.
static const struct {
  const char *name;
  size_t stream;
} copies[] = {{"cudaMemcpyAsync", 4},
              {"cudaMemsetAsync", 3},
              {"cudaMemcpy2DAsync", 7},
              {"cudaMemset2DAsync", 5},
              {NULL, 0}};

// Is it a call of CUDA's own function of that name?
static bool calls(const struct fl_node *n, const char *name) {
  return n->kind == FL_CALL && fl_named(n, name) && !fl_names_functions(n);
}

static bool is_copy(const struct fl_node *n, size_t *stream) {
  for (size_t i = 0; copies[i].name; i++)
    if (calls(n, copies[i].name)) {
      *stream = copies[i].stream;
      return true;
    }
  return false;
}

bool fl_is_put(const struct fl_node *n) {
  size_t stream;
  return n->kind == FL_LAUNCH || is_copy(n, &stream);
}

bool fl_is_join(const struct fl_node *n) {
  const struct fl_api *api = n->kind == FL_CALL ? fl_api_find(n->name) : NULL;
  return api && api->cls == FL_API_JOIN && calls(n, api->name);
}

static const struct fl_node *stream_of(const struct fl_node *put) {
  size_t i;
  if (put->kind == FL_LAUNCH)
    return put->site ? put->site->stream : NULL;
  return is_copy(put, &i) ? fl_nth_argument(put, i) : NULL;
}

enum fl_stream_kind fl_put_stream(struct fl_unit *u, const struct fl_node *put) {
  if (put->kind == FL_LAUNCH && !put->site)
    return FL_STREAM_OTHER;
  return fl_stream_of(u, stream_of(put));
}

// A variable that is a stream, or an array of streams and an element of it.
struct own {
  const struct fl_decl *decl;
  bool any; // all elements count as one
  int64_t element;
};

// The variable that an expression names, or an element of it; decl == NULL: none.
static struct own variable(const struct fl_node *n) {
  struct own v = {NULL, false, 0};
  if (n && n->kind == FL_SUBSCRIPT && n->kids.len == 2) {
    v.any = !n->kids.data[1]->has_value;
    v.element = n->kids.data[1]->value;
    n = n->kids.data[0];
    if (n->kind != FL_REF || !n->decl || !n->decl->is_array)
      return v;
  }
  if (n && n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL && n->decl->owner &&
      n->decl->owner->body && !n->decl->is_reference && n->decl->canonical &&
      strstr(n->decl->canonical, "CUstream_st *"))
    v.decl = n->decl;
  return v;
}

// The stream that a call creates, as a non-blocking one. An array by itself stands for its first element.
static struct own created_by(const struct fl_node *n) {
  const struct fl_node *what = calls(n, create) ? fl_nth_argument(n, 0) : NULL;
  const struct fl_node *flags = what ? fl_nth_argument(n, 1) : NULL;
  if (what && fl_is_operator(what, FL_UNARY, "&"))
    what = what->kids.data[0];
  else if (what && !(what->kind == FL_REF && what->decl && what->decl->is_array))
    what = NULL;
  struct own v = variable(what);
  if (!flags || !flags->has_value || flags->value != 1)
    v.decl = NULL;
  return v;
}
static struct own destroyed_by(const struct fl_node *n) {
  return variable(calls(n, destroy) ? fl_nth_argument(n, 0) : NULL);
}

// Is a variable named for nothing else?
struct uses {
  const struct fl_decl *decl;
  bool any, other;
};
static bool find_use(struct fl_node *n, void *data) {
  struct uses *x = data;
  if (n->kind != FL_REF || n->decl != x->decl)
    return true;
  const struct fl_node *top = n, *p = n->parent;
  for (; p &&
         ((p->kind == FL_SUBSCRIPT && p->kids.data[0] == top) || fl_is_operator(p, FL_UNARY, "&"));
       p = p->parent)
    top = p;
  const struct own put = p && fl_is_put(p) && stream_of(p) == top ? variable(top) : (struct own){0};
  x->any |= put.decl == x->decl && put.any;
  x->other |= !p || !(put.decl == x->decl ||
                      (fl_nth_argument(p, 0) == top &&
                       (created_by(p).decl == x->decl || destroyed_by(p).decl == x->decl)));
  return !x->other;
}
static struct uses uses_of(const struct fl_decl *d) {
  struct uses x = {d, false, false};
  fl_walk(d->owner->body, find_use, &x);
  return x;
}

struct course {
  struct fl_unit *unit;
  struct own own;
};

// Does a variable begin with a value? The size of an array is among the children, too.
static bool has_value(struct fl_unit *u, const struct fl_node *var) {
  if (!var->decl->is_array || var->span.file < 0)
    return var->kids.len;
  return strpbrk(fl_span_text(u, var->span), "={(");
}

static enum fl_step step(const struct fl_node *n, void *data) {
  const struct course *c = data;
  const struct own *v = &c->own;
  if (n->kind == FL_VAR)
    return n->decl != v->decl ? FL_STEP_ON : has_value(c->unit, n) ? FL_STEP_PAST : FL_STEP_ANEW;
  const struct own put = variable(fl_is_put(n) ? stream_of(n) : NULL), made = created_by(n);
  if (put.decl == v->decl && (v->any || put.element == v->element))
    return FL_STEP_COUNTS;
  return made.decl == v->decl && !v->any && !made.any && made.element == v->element ? FL_STEP_ANEW
                                                                                    : FL_STEP_ON;
}

static bool is_alone(struct fl_unit *u, const struct fl_node *put) {
  struct course c = {u, variable(stream_of(put))};
  if (!c.own.decl)
    return false;
  const struct uses x = uses_of(c.own.decl);
  c.own.any = x.any;
  return !x.other && !fl_counts_twice(u, c.own.decl->owner, step, &c);
}

struct scan {
  struct fl_unit *unit;
  struct fl_facts *facts;
};
static bool visit(struct fl_node *n, void *data) {
  struct scan *s = data;
  struct fl_facts *x = s->facts;
  if (fl_is_put(n)) {
    const enum fl_stream_kind kind = fl_put_stream(s->unit, n);
    n->alone = kind == FL_STREAM_OTHER && is_alone(s->unit, n);
    x->puts = true;
    x->copies |= n->kind == FL_CALL;
    x->tail_copies |= n->kind == FL_CALL && fl_may_be_tail(s->unit, stream_of(n));
    x->uses_streams |= kind == FL_STREAM_TAIL || kind == FL_STREAM_OTHER;
    x->shares_streams |= kind == FL_STREAM_TAIL || (kind == FL_STREAM_OTHER && !n->alone);
    return true;
  }
  const struct fl_api *api = n->kind == FL_CALL || n->kind == FL_REF ? fl_api_find(n->name) : NULL;
  if (!api || api->cls != FL_API_STREAM || (n->decl && n->decl->kind != FL_DECL_FUNCTION))
    return true;
  if (n->kind == FL_REF) { // as what is called it is looked at there
    x->shares_streams |= !n->parent || n->parent->kind != FL_CALL || n->parent->callee != n;
    return true;
  }
  const struct fl_decl *made = created_by(n).decl, *gone = destroyed_by(n).decl;
  const struct fl_decl *d = made ? made : gone;
  x->shares_streams |= !d || uses_of(d).other;
  return true;
}

// A constructor's initialisers are not part of its body.
static bool initialises_by_streams(struct fl_unit *u, const struct fl_function *f) {
  bool found = false;
  for (const struct fl_api *a = fl_api_table; a->name && f->is_member; a++)
    found |= a->cls == FL_API_STREAM && fl_mentions(fl_initialisers(u, f), a->name);
  return found;
}

static bool spread(struct fl_unit *u, struct fl_function *f) {
  static const size_t flags[] = {offsetof(struct fl_facts, puts), offsetof(struct fl_facts, copies),
                                 offsetof(struct fl_facts, tail_copies),
                                 offsetof(struct fl_facts, uses_streams),
                                 offsetof(struct fl_facts, shares_streams)};
  (void)u;
  return fl_take_from_callees(f, flags, sizeof flags / sizeof *flags);
}

void fl_analyse_streams(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    struct fl_facts *x = f->facts;
    if (f->body)
      fl_walk(f->body, visit, &(struct scan){u, x});
    x->uses_streams |= x->any_stream;
    if (initialises_by_streams(u, f))
      x->puts = x->copies = x->shares_streams = true;
  }
  fl_iterate(u, spread);
}
