// What an atomic operation, CUDA's own or one of libcu++'s objects, tells its thread of others. One that changes nothing is a look. One that changes memory may end a loop by itself: it
// counts, finds what it has left there, is tried again with what was read, or takes a lock, which is free when threads that run one after another ask. What others
// must bring is waited for.
#include "analysis/bodies/node.h"
#include "analysis/waits/look.h"
#include "analysis/waits/waits.h"
#include <limits.h>
#include <stdlib.h>

enum operation {
  UNKNOWN,
  ADD,
  SUB,
  AND,
  OR,
  XOR,
  MIN,
  MAX,
  EXCHANGE,
  COMPARE,
  COMPARE_BY_ADDRESS,
  LOAD
};

// `atomicAdd_block`, `__nv_atomic_fetch_add`, `__nv_atomic_exchange_n`; of an object, `fetch_add`, `exchange`.
static enum operation operation_of(const char *name, bool member) {
  static const struct {
    const char *cuda, *builtin;
    enum operation is;
  } known[] = {{"Add", "add", ADD},
               {"Sub", "sub", SUB},
               {"Inc", "", ADD},
               {"Dec", "", SUB},
               {"And", "and", AND},
               {"Or", "or", OR},
               {"Xor", "xor", XOR},
               {"Min", "min", MIN},
               {"Max", "max", MAX},
               {"Exch", "exchange_n", EXCHANGE},
               {"", "exchange", EXCHANGE},
               {"", "test_and_set", EXCHANGE},
               {"", "compare_exchange", COMPARE_BY_ADDRESS},
               {"", "compare_exchange_n", COMPARE_BY_ADDRESS},
               {"", "compare_exchange_weak", COMPARE_BY_ADDRESS},
               {"", "compare_exchange_strong", COMPARE_BY_ADDRESS},
               {"CAS", "", COMPARE},
               {"", "load", LOAD},
               {"", "load_n", LOAD}};
  const bool cuda = !member && fl_begins(name, "atomic");
  const char *rest = member ? name : cuda ? name + strlen("atomic") : strstr(name, "atomic_");
  if (!rest)
    return UNKNOWN;
  if (!cuda && !member)
    rest += strlen("atomic_");
  if (!cuda && fl_begins(rest, "fetch_"))
    rest += strlen("fetch_");
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const char *word = cuda ? known[i].cuda : known[i].builtin;
    const char *end = rest + strlen(word);
    if (*word && fl_begins(rest, word) &&
        (!*end || (cuda && (!strcmp(end, "_block") || !strcmp(end, "_system")))))
      return known[i].is;
  }
  return UNKNOWN;
}

struct atomic {
  struct fl_unit *unit;
  const struct fl_function *fn;
  const struct fl_node *call;
  enum operation is;
  const struct fl_node *place, *given,
      *replacing; // the object and arguments; NULL: there are fewer
};

// What a `cuda::atomic_ref` refers to, as far as it is seen; of other objects, themselves.
static const struct fl_node *place_of_object(const struct fl_node *object) {
  const struct fl_decl *d = object->decl;
  const struct fl_node *made = object;
  if (!object->type || !strstr(object->type, "tomic_ref"))
    return object;
  for (size_t i = 0; object->kind == FL_REF && d && i < d->uses.len; i++)
    if (d->uses.data[i]->kind == FL_VAR && d->uses.data[i]->init)
      made = d->uses.data[i]->init;
  if (made == object && object->kind == FL_REF)
    return object;
  while (made->kids.len &&
         (made->kind == FL_CAST || made->kind == FL_INIT_LIST || made->kind == FL_OTHER_EXPR ||
          (made->kind == FL_CALL && !made->callee)))
    made = made->kids.data[made->kids.len - 1];
  return made;
}

static struct atomic atomic_of(struct fl_unit *u, const struct fl_function *f,
                               const struct fl_node *call) {
  const struct fl_node *object =
      call->kind == FL_CALL && fl_is_of_atomic(u, call) ? fl_object_of(call) : NULL;
  const bool is = object || (call->kind == FL_CALL && call->name && strstr(call->name, "atomic"));
  return (struct atomic){.unit = u,
                         .fn = f,
                         .call = call,
                         .is = is ? operation_of(call->name, object) : UNKNOWN,
                         .place = object ? place_of_object(object)
                                  : is   ? fl_nth_argument(call, 0)
                                         : NULL,
                         .given = is ? fl_nth_argument(call, !object) : NULL,
                         .replacing = is ? fl_nth_argument(call, object ? 1 : 2) : NULL};
}

// What an expression stands for: casts do not matter, nor names of locals that keep their values.
static const struct fl_node *meant(const struct atomic *a, const struct fl_node *n) {
  while (n->kind == FL_CAST && n->kids.len && !n->has_value)
    n = n->kids.data[n->kids.len - 1];
  if (n->kind != FL_REF || n->has_value || !n->decl || n->decl->kind != FL_DECL_LOCAL)
    return n;
  const struct fl_node *first = fl_only_value(a->unit, a->fn, n->decl);
  return first && first->span.begin < n->span.begin ? meant(a, first) : n;
}

static bool constant(const struct atomic *a, const struct fl_node *n, int64_t *value) {
  n = meant(a, n);
  if (n->has_value || n->kind != FL_LITERAL) {
    *value = n->value;
    return n->has_value;
  }
  char *end = NULL; // 0.f
  const char *text = fl_span_text(a->unit, n->span);
  *value = (int64_t)strtod(text, &end);
  return end != text && strtod(text, &end) == (double)*value;
}

// Is it a value of a type that is made from others, or from nothing: `T(0)`, `T{}`? In templates no types tell.
static bool is_made(const struct fl_node *n) {
  return n->kind == FL_CAST || n->kind == FL_INIT_LIST || n->kind == FL_OTHER_EXPR ||
         (n->kind == FL_CALL && !n->callee && !n->decl);
}
static bool ends_with(const char *text, const char *end) {
  const size_t len = strlen(text), tail = strlen(end);
  return len >= tail && !strcmp(text + len - tail, end);
}
// A number that stands there itself: `0`, `T(0)`, `T{}`.
static bool is_written_out(const struct atomic *a, const struct fl_node *n, int64_t *value) {
  while (!n->has_value && n->kids.len == 1 && is_made(n))
    n = n->kids.data[0];
  const char *text = fl_span_text(a->unit, n->span);
  if (!n->has_value && !n->kids.len && is_made(n) &&
      (ends_with(text, "()") || ends_with(text, "{}"))) {
    *value = 0;
    return true;
  }
  return (n->has_value || n->kind == FL_LITERAL) && constant(a, n, value);
}

bool fl_is_constant(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n) {
  int64_t value;
  return constant(&(struct atomic){.unit = u, .fn = f}, n, &value);
}

static bool same_text(const struct atomic *a, const struct fl_node *x, const struct fl_node *y) {
  const char *s = fl_span_text(a->unit, x->span), *t = fl_span_text(a->unit, y->span);
  return *s && !strcmp(s, t);
}

// `&p[i]` and `p + i`.
static bool same_place(const struct atomic *a, const struct fl_node *x, const struct fl_node *y) {
  x = meant(a, x), y = meant(a, y);
  if (fl_is_operator(x, FL_UNARY, "&") || fl_is_operator(x, FL_UNARY, "*"))
    return same_place(a, x->kids.data[0], y);
  if (fl_is_operator(y, FL_UNARY, "&") || fl_is_operator(y, FL_UNARY, "*"))
    return same_place(a, x, y->kids.data[0]);
  const bool element = x->kind == FL_SUBSCRIPT || fl_is_operator(x, FL_BINARY, "+");
  if (element && (y->kind == FL_SUBSCRIPT || fl_is_operator(y, FL_BINARY, "+")) &&
      x->kids.len == 2 && y->kids.len == 2)
    return same_place(a, x->kids.data[0], y->kids.data[0]) &&
           fl_same_index(a->unit, x->kids.data[1], y->kids.data[1]);
  return fl_same_place(a->unit, x, y);
}

// Is the place one that the function has read, to come to what it compares with? Then it is there still, if nobody else comes.
enum { MOST_VARIABLES = 8 };
struct flow {
  const struct atomic *of;
  const struct fl_decl *seen[MOST_VARIABLES], *decl;
  int depth;
  bool found;
};
static bool is_read(struct flow *w, const struct fl_node *n);
static const struct fl_node *whole(const struct fl_node *n) {
  while (n->kids.len && (n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT || n->kind == FL_CAST ||
                         fl_is_operator(n, FL_UNARY, "&")))
    n = n->kids.data[0];
  return n;
}
// Where the variable is declared, assigned, or handed on, whole or a part of it.
typedef FL_VEC(struct fl_node *) nodes;
struct handling {
  struct fl_unit *unit;
  nodes at;
};
static bool find_handling(struct fl_node *n, void *data) {
  struct handling *h = data;
  struct fl_node *p = n;
  if (n->kind != FL_VAR)
    do
      n = p, p = p->parent;
    while (p && p->kids.len && whole(p) == whole(n));
  if (p)
    *fl_vec_add(h->unit->arena, &h->at) = p;
  return true;
}
static int by_order(const void *a, const void *b) {
  const uint32_t x = (*(struct fl_node *const *)a)->order, y = (*(struct fl_node *const *)b)->order;
  return (x > y) - (x < y);
}
static void walk_handlings(struct flow *w, fl_visitor *visit) {
  struct handling h = {.unit = w->of->unit};
  fl_walk_uses(w->of->fn->body, w->decl, find_handling, &h);
  if (h.at.len > 1)
    qsort(h.at.data, h.at.len, sizeof *h.at.data, by_order);
  for (size_t i = 0; i < h.at.len; i++)
    if ((!i || h.at.data[i] != h.at.data[i - 1]) && !visit(h.at.data[i], w))
      return;
}

// What a node gives the variable, by declaring or assigning it; NULL: nothing.
static const struct fl_node *given_by(const struct flow *w, const struct fl_node *n) {
  if (n->kind == FL_VAR && n->decl == w->decl)
    return n->init;
  return n->kind == FL_ASSIGN && n->kids.len == 2 && whole(n->kids.data[0])->decl == w->decl
             ? n->kids.data[1]
             : NULL;
}

static bool find_source(struct fl_node *n, void *data) {
  struct flow *w = data;
  const struct fl_node *given = given_by(w, n);
  bool passed = false; // to what reads the place for it
  const bool refers = n->kind == FL_ASM || (n->kind == FL_CALL && n != w->of->call &&
                                            fl_binds_reference(w->of->unit, n));
  for (size_t i = 0; i < n->kids.len && (n->kind == FL_CALL || n->kind == FL_ASM); i++)
    passed |= whole(n->kids.data[i])->decl == w->decl &&
              (refers || fl_is_operator(n->kids.data[i], FL_UNARY, "&"));
  if (given)
    w->found |= is_read(w, given);
  for (size_t i = 0; i < n->kids.len && passed; i++)
    w->found |= same_place(w->of, n->kids.data[i], w->of->place);
  return !w->found;
}
static bool is_read(struct flow *w, const struct fl_node *n) {
  if (n->has_value || n == w->of->call)
    return !n->has_value;
  if (n != w->of->place && n->type && !fl_is_operator(n, FL_UNARY, "&") &&
      same_place(w->of, n, w->of->place))
    return true;
  bool known = w->depth == MOST_VARIABLES || n->kind != FL_REF || !fl_is_local(n->decl);
  for (int i = 0; i < w->depth; i++)
    known |= w->seen[i] == n->decl;
  if (!known) {
    const struct fl_decl *before = w->decl;
    w->decl = w->seen[w->depth++] = n->decl;
    walk_handlings(w, find_source);
    w->decl = before;
  }
  for (size_t i = 0; i < n->kids.len && !w->found; i++)
    w->found = is_read(w, n->kids.data[i]);
  return w->found;
}

static unsigned by_compare(const struct atomic *a) {
  int64_t value, put = 1;
  if (!a->given || !a->replacing)
    return FL_CHANGES;
  if (same_text(a, a->given, a->replacing))
    return FL_LOOKS;
  if (constant(a, a->given, &value))
    return value || (constant(a, a->replacing, &put) && !put) ? FL_LOOKS : FL_CHANGES;
  struct flow w = {.of = a};
  return is_read(&w, a->given) ? FL_CHANGES : FL_TAKES;
}

// `__nv_atomic_compare_exchange_n(p, &expected, v, ...)`, which sets `expected` to what it has found. It waits if that is set to what was not read.
static bool find_expected(struct fl_node *n, void *data) {
  struct flow *w = data;
  const struct fl_node *given = given_by(w, n);
  int64_t value;
  struct flow of_given = {.of = w->of};
  w->found |= given && (constant(w->of, given, &value) ? value != 0 : !is_read(&of_given, given));
  return !w->found;
}
static unsigned by_expected(const struct atomic *a) {
  struct flow w = {.of = a, .decl = whole(a->given)->decl};
  if (!fl_is_local(w.decl))
    return FL_TAKES;
  walk_handlings(&w, find_expected);
  return w.found ? FL_TAKES : FL_CHANGES;
}

// What becomes of the result of an operation that, done again, changes nothing more: is it looked at for what this one has changed, or for what others have?
struct results {
  const struct atomic *of;
  const struct fl_decl *kept; // the local that has it; NULL: none
  bool own, others;
};
static bool find_result(struct fl_node *n, void *data) {
  struct results *r = data;
  static const char *const compare[] = {"<", "<=", ">", ">=", "&"};
  if (n != r->of->call && !(r->kept && fl_is_local(n->decl) && n->decl == r->kept))
    return true;
  const struct fl_node *p = n->parent, *k = n;
  for (; p && p->kind == FL_CAST; p = p->parent)
    k = p;
  const bool equals =
      p && (fl_is_operator(p, FL_BINARY, "==") || fl_is_operator(p, FL_BINARY, "!="));
  for (size_t i = 0; p && p->kids.len == 2 && i < sizeof compare / sizeof *compare; i++)
    if (fl_is_operator(p, FL_BINARY, compare[i]) || (equals && r->of->is != OR)) {
      const bool own = same_text(r->of, p->kids.data[p->kids.data[0] == k], r->of->given);
      r->own |= own;
      r->others |= !own;
    }
  r->others |= equals && r->of->is == OR;
  return true;
}
static bool asks_for_others(const struct atomic *a) {
  const struct fl_node *p = a->call->parent;
  struct results r = {.of = a};
  if (p && p->kind == FL_VAR)
    r.kept = p->decl;
  else if (p && fl_is_operator(p, FL_ASSIGN, "=") && p->kids.data[0]->kind == FL_REF)
    r.kept = p->kids.data[0]->decl;
  find_result((struct fl_node *)a->call, &r);
  fl_walk_uses(a->fn->body, r.kept, find_result, &r);
  return r.others && !r.own;
}

// Does the function, or the loop, take back what a counting operation does?
static bool is_down(const struct atomic *a) {
  int64_t value = 0;
  const bool negative = a->given && (fl_is_operator(meant(a, a->given), FL_UNARY, "-") ||
                                     (constant(a, a->given, &value) && value < 0));
  return (a->is == SUB) != negative;
}
// All counting operations of a function.
struct fl_counts {
  FL_VEC(struct fl_count {
    const struct fl_node *call;
    bool down;
  })
  all;
};
static bool find_counts(struct fl_node *n, void *data) {
  const struct atomic *a = data, b = atomic_of(a->unit, a->fn, n);
  if ((b.is == ADD || b.is == SUB) && b.given)
    *fl_vec_add(a->unit->arena, &a->fn->facts->counts->all) = (struct fl_count){n, is_down(&b)};
  return true;
}
static const struct fl_counts *counts_of(const struct atomic *a) {
  struct fl_facts *x = a->fn->facts;
  struct atomic in = *a;
  if (!x->counts) {
    x->counts = fl_alloc(a->unit->arena, sizeof *x->counts);
    fl_walk(a->fn->body, find_counts, &in);
  }
  return x->counts;
}
static bool is_undone(const struct atomic *a) {
  const struct fl_node *in = a->fn->body;
  for (const struct fl_node *p = a->call->parent; p; p = p->parent)
    if (fl_is_loop(p))
      in = p;
  const struct fl_counts *counts = counts_of(a);
  const bool down = is_down(a);
  for (size_t i = 0; i < counts->all.len; i++) {
    const struct fl_node *call = counts->all.data[i].call;
    if (counts->all.data[i].down != down && call->order >= in->order && call->order <= in->last &&
        same_place(a, a->place, fl_nth_argument(call, 0)))
      return true;
  }
  return false;
}

// Does an operation take something that is free: from one constant to another, or by an exchange for one, or again and again (`again`) until it has it? A value
// that was read there, `atomicCAS(p, seen, seen + n)`, is no sign of anything free.
static bool is_constant_given(struct fl_node *n, void *data) {
  struct flow *w = data;
  const struct fl_node *given = given_by(w, n);
  int64_t value;
  w->found |= given && constant(w->of, given, &value);
  return !w->found;
}
bool fl_takes_free(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n,
                   bool again) {
  const struct atomic a = atomic_of(u, f, n);
  int64_t value;
  if (a.is == UNKNOWN || fl_unused(n))
    return false;
  struct flow w = {.of = &a, .decl = a.given ? whole(a.given)->decl : NULL};
  const bool fixed = a.given && constant(&a, a.given, &value);
  switch (a.is) {
  case COMPARE:
    return fixed && a.replacing && (constant(&a, a.replacing, &value) || again);
  case COMPARE_BY_ADDRESS:
    if (fl_is_local(w.decl))
      walk_handlings(&w, is_constant_given);
    return w.found;
  case OR:
    return fixed || again;
  case EXCHANGE:
    return fixed || !a.given;
  default:
    return false;
  }
}

bool fl_may_release(struct fl_unit *u, const struct fl_function *f, const struct fl_node *call) {
  static const char *const writing[] = {"store", "clear", "operator=", "memset", "memcpy", NULL};
  const struct atomic a = atomic_of(u, f, call);
  return a.is == UNKNOWN ? fl_is_among(writing, call->name, strlen(call->name)) ||
                               fl_begins(call->name, "__st") || strstr(call->name, "_store")
                         : a.is != LOAD;
}

static unsigned by_exchange(const struct atomic *a) {
  int64_t value;
  if (constant(a, a->given, &value))
    return value == 1 ? FL_CHANGES : FL_LOOKS;
  return fl_unused(a->call) ? FL_CHANGES : FL_TAKES;
}

static unsigned looks_of(const struct atomic *of) {
  const struct atomic a = *of;
  int64_t value = 0;
  if (a.is == LOAD)
    return FL_LOOKS;
  if (a.is == UNKNOWN || !a.place || !a.given)
    return FL_CHANGES;
  const bool fixed = is_written_out(&a, a.given, &value);
  switch (a.is) {
  case ADD:
  case SUB:
    return fixed && !value ? FL_LOOKS : is_undone(&a) ? FL_TAKES : FL_CHANGES;
  case XOR:
    return fixed && !value ? FL_LOOKS : FL_CHANGES;
  case OR:
    return fixed && !value ? FL_LOOKS : asks_for_others(&a) ? FL_TAKES : FL_CHANGES;
  case AND:
    return fixed && (value == -1 || value == UINT_MAX) ? FL_LOOKS
           : fl_unused(a.call)                         ? FL_CHANGES
                                                       : FL_TAKES;
  case MAX:
    return fixed && value <= 0 ? FL_LOOKS : asks_for_others(&a) ? FL_TAKES : FL_CHANGES;
  case MIN:
    return fixed && (value >= INT_MAX || value == -1) ? FL_LOOKS
           : asks_for_others(&a)                      ? FL_TAKES
                                                      : FL_CHANGES;
  case EXCHANGE:
    return by_exchange(&a);
  case COMPARE_BY_ADDRESS:
    return by_expected(&a);
  default:
    return by_compare(&a);
  }
}

// The array, or object, that a place is in.
static const struct fl_node *array_of(const struct atomic *a, const struct fl_node *n) {
  n = meant(a, n);
  while (n->kids.len && (fl_is_operator(n, FL_UNARY, "&") || fl_is_operator(n, FL_UNARY, "*") ||
                         n->kind == FL_SUBSCRIPT || fl_is_operator(n, FL_BINARY, "+")))
    n = meant(a, n->kids.data[0]);
  return n;
}

// Are both elements of one array, or one object?
static bool same_but_index(const struct atomic *a, const struct fl_node *x,
                           const struct fl_node *y) {
  x = array_of(a, x), y = array_of(a, y);
  if (x->kind == FL_MEMBER && y->kind == FL_MEMBER)
    return x->name && y->name && !strcmp(x->name, y->name) &&
           (!x->kids.len || !y->kids.len || same_but_index(a, x->kids.data[0], y->kids.data[0]));
  return x->kind == FL_REF && y->kind == FL_REF && x->decl == y->decl;
}

// Does the function write to another place of the same than those that it takes? What it takes then, others hand on to it: that is not free just because none of them has come.
struct handing {
  const struct atomic *by; // is_handed_on: what takes; is_taken: what frees
  struct fl_unit *unit;
  const struct fl_function *fn;
  bool found;
};
static bool is_taken(struct fl_node *n, void *data) {
  struct handing *h = data;
  const struct atomic a = atomic_of(h->unit, h->fn, n);
  h->found |= (a.is == COMPARE || a.is == EXCHANGE || a.is == OR || a.is == COMPARE_BY_ADDRESS) &&
              a.place && !fl_unused(n) && same_place(&a, a.place, h->by->place);
  return !h->found;
}
static bool is_handed_on(struct fl_node *n, void *data) {
  struct handing *h = data;
  const struct atomic freed = atomic_of(h->unit, h->fn, n), *taken = h->by;
  if (freed.is != EXCHANGE || !freed.place || !fl_unused(n) ||
      !same_but_index(taken, freed.place, taken->place))
    return true;
  struct handing own = {&freed, h->unit, h->fn, false};
  fl_walk(h->fn->body, is_taken, &own);
  h->found |= !own.found;
  return !h->found;
}

unsigned fl_looks_of_atomic(struct fl_unit *u, const struct fl_function *f,
                            const struct fl_node *call) {
  const struct atomic a = atomic_of(u, f, call);
  const unsigned looks = looks_of(&a);
  struct handing h = {&a, u, f, false};
  const bool takes = a.is == COMPARE || a.is == EXCHANGE || a.is == COMPARE_BY_ADDRESS;
  if (takes && looks != FL_LOOKS && a.place && f->body && !fl_unused(call) && fl_loop_around(call))
    fl_walk(f->body, is_handed_on, &h);
  return h.found ? FL_LOOKS : looks;
}

const struct fl_node *fl_atomic_place(struct fl_unit *u, const struct fl_function *f,
                                      const struct fl_node *call) {
  return atomic_of(u, f, call).place;
}

bool fl_may_write(struct fl_unit *u, const struct fl_function *f, const struct fl_node *call) {
  const struct atomic a = atomic_of(u, f, call);
  int64_t value = 0;
  const bool fixed = a.given && constant(&a, a.given, &value);
  switch (a.is) {
  case UNKNOWN:
    return !strstr(call->name, "fence");
  case LOAD:
    return false;
  case ADD:
  case SUB:
  case OR:
  case XOR:
    return !fixed || value || fl_begins(call->name, "atomicInc") ||
           fl_begins(call->name, "atomicDec");
  case AND:
    return !fixed ||
           !(value == -1 || (value == UINT_MAX && call->type && strstr(call->type, "int")));
  case COMPARE: // with a number that is the same whenever it is named
    return !a.given || !a.replacing || !same_text(&a, a.given, a.replacing) ||
           !(a.given->has_value || (a.given->kind == FL_REF && fl_is_local(a.given->decl) &&
                                    !a.given->decl->is_reference));
  default:
    return true;
  }
}
