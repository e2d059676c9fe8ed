// What expressions are by the number of the block that evaluates them, as far as sums, differences and variables of that go.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/waits/ends.h"
#include "analysis/waits/place.h"
#include "analysis/waits/said.h"
#include "analysis/waits/waits.h"

enum { MOST_STEPS = 32 }; // variables and calls, one within the other

const struct fl_text_at *fl_text_in(struct fl_unit *u, const struct fl_text_at *up,
                                    const struct fl_function *fn, const struct fl_node *call) {
  struct fl_text_at *t = fl_alloc(u->arena, sizeof *t);
  *t = (struct fl_text_at){u, fn, call, up};
  return t;
}

bool fl_is_repeated(const struct fl_text_at *t, const struct fl_node *n) {
  for (; t && n; n = t->call, t = t->up)
    if (fl_loop_around(n) || fl_lambda_around(n) || fl_in_local_class(n) ||
        fl_has_goto(t->fn->body))
      return true;
  return false;
}

static const struct fl_number unknown = {.least = -FL_FAR, .most = FL_FAR};
static struct fl_number plain(int64_t least, int64_t most) {
  return (struct fl_number){.base = FL_BASE_ZERO,
                            .least = least < -FL_FAR ? -FL_FAR : least,
                            .most = most > FL_FAR ? FL_FAR : most};
}
static struct fl_number in_grid(unsigned term) {
  return (struct fl_number){.base = FL_BASE_GRID, .terms = 1u << term, .factor = 1};
}
static struct fl_number within(struct fl_number n) {
  return n.least < -FL_FAR || n.most > FL_FAR ? unknown : n;
}

// Numbers of nothing but the grid's extents, which are the same for all its blocks.
static bool is_extent(struct fl_number n) {
  return n.base == FL_BASE_GRID && n.terms < 1u << FL_INDEX_X;
}
static struct fl_number as_range(struct fl_number n) {
  return is_extent(n) ? plain(n.least == -FL_FAR ? -FL_FAR : n.least + n.factor, FL_FAR) : n;
}

// `negative`: b is taken away.
static struct fl_number sum(struct fl_number a, struct fl_number b, bool negative) {
  if (a.base == FL_BASE_GRID && b.base == FL_BASE_GRID && !negative && !is_extent(a) &&
      !is_extent(b) && a.factor == b.factor && !(a.terms & b.terms)) {
    a.terms |= b.terms;
    b = plain(b.least, b.most);
  }
  a = as_range(a), b = as_range(b);
  if (negative && b.base == FL_BASE_ZERO)
    b = plain(b.most == FL_FAR ? -FL_FAR : -b.most, b.least == -FL_FAR ? FL_FAR : -b.least);
  else if (negative)
    return unknown;
  if (!a.base || !b.base || (a.base != FL_BASE_ZERO && b.base != FL_BASE_ZERO))
    return unknown;
  struct fl_number n = a.base == FL_BASE_ZERO ? b : a;
  n.least = a.least == -FL_FAR || b.least == -FL_FAR ? -FL_FAR : a.least + b.least;
  n.most = a.most == FL_FAR || b.most == FL_FAR ? FL_FAR : a.most + b.most;
  return within(n);
}
static struct fl_number times(struct fl_number n, int64_t by) {
  if (!n.base || by <= 0 || n.factor * by > FL_FAR)
    return unknown;
  n.factor *= by;
  n.least = n.least == -FL_FAR ? -FL_FAR : n.least * by;
  n.most = n.most == FL_FAR ? FL_FAR : n.most * by;
  return within(n);
}
// The same by an extent of the grid, or two.
static struct fl_number times_extent(struct fl_number n, struct fl_number by) {
  unsigned extent = 0, terms = 0;
  while (by.terms > 1u << extent)
    extent++;
  if (!is_extent(by) || by.terms != 1u << extent || by.factor != 1 || by.least || by.most)
    return unknown;
  for (unsigned i = 0; i < 16; i++)
    if (n.terms & 1u << i) {
      if (i & extent)
        return unknown;
      terms |= 1u << (i | extent);
    }
  n.terms = terms;
  if (n.least < 0)
    n.least = -FL_FAR;
  if (n.most > 0)
    n.most = FL_FAR;
  return n;
}
bool fl_same_base(const struct fl_number *a, const struct fl_number *b) {
  const struct fl_counter *x = &a->counter, *y = &b->counter;
  const bool same = x->of == y->of && x->at == y->at && !x->member == !y->member &&
                    (!x->member || !strcmp(x->member, y->member));
  return a->base && a->base == b->base && same && a->terms == b->terms && a->factor == b->factor;
}
// One or the other.
static struct fl_number either(struct fl_number a, struct fl_number b) {
  if (a.base != b.base)
    a = as_range(a), b = as_range(b);
  if (!fl_same_base(&a, &b))
    return unknown;
  a.least = b.least < a.least ? b.least : a.least;
  a.most = b.most > a.most ? b.most : a.most;
  return a;
}

static struct fl_number number_of(const struct fl_text_at *t, const struct fl_node *n, int steps);
static struct fl_place place_behind(const struct fl_text_at *t, const struct fl_node *n, int steps);

// What a call has for a parameter of the text; NULL: it is the kernel's, or that is not known.
static const struct fl_node *argument_for(const struct fl_text_at *t, const struct fl_decl *d) {
  for (size_t i = 0; t->call && i < t->fn->params.len; i++)
    if (t->fn->params.data[i].decl == d)
      return fl_nth_argument(t->call, i);
  return NULL;
}

// Is a parameter one of another function, a lambda or a member of a local class, that stands in the text?
static bool is_inner_parameter(const struct fl_text_at *t, const struct fl_decl *d) {
  for (size_t i = 0; i < t->fn->params.len; i++)
    if (t->fn->params.data[i].decl == d)
      return false;
  return d->kind == FL_DECL_PARAM;
}

// Calls `visit` for all that a variable is given, with the value, or, where it counts, with the node that does. Returns false if it is changed in other ways, or if
// `visit` does.
typedef bool given_visitor(const struct fl_node *value, const struct fl_node *counts, void *data);
static bool visit_given(struct fl_unit *u, const struct fl_decl *d, given_visitor *visit,
                        void *data) {
  for (size_t i = 0; i < d->uses.len; i++) {
    const struct fl_node *n = d->uses.data[i], *p = n->parent;
    const bool assigned = p && p->kind == FL_ASSIGN && p->kids.len == 2 && p->kids.data[0] == n;
    const bool steps =
        p && (fl_is_operator(p, FL_UNARY, "++") || fl_is_operator(p, FL_UNARY, "--"));
    if (n->kind == FL_VAR) {
      if (n->init && !visit(n->init, NULL, data))
        return false;
    } else if (assigned && fl_named(p, "=")) {
      const struct fl_node *value = p->kids.data[1];
      const bool counts = value->kind == FL_BINARY && value->kids.len == 2 && // `i = i - 1`
                          fl_is_variable(value->kids.data[0], d);
      if (!visit(counts ? NULL : value, counts ? value : NULL, data))
        return false;
    } else if (assigned || steps) {
      if (!visit(NULL, p, data))
        return false;
    } else if (!fl_only_read(u, n)) {
      return false;
    }
  }
  return true;
}

struct given_numbers {
  const struct fl_text_at *text;
  int steps;
  bool any;
  struct fl_number all;
  bool up, down; // it counts
};
static bool add_number(const struct fl_node *value, const struct fl_node *counts, void *data) {
  struct given_numbers *g = data;
  if (value) {
    const struct fl_number n = number_of(g->text, value, g->steps);
    g->all = g->any ? either(g->all, n) : n;
    g->any = true;
    return g->all.base;
  }
  const bool step = counts->kind == FL_UNARY;
  const struct fl_number by =
      step ? plain(1, 1) : as_range(number_of(g->text, counts->kids.data[1], g->steps));
  static const char *const up[] = {"++", "+=", "+", NULL}, *const down[] = {"--", "-=", "-", NULL};
  const size_t len = strlen(counts->name);
  g->up |= fl_is_among(up, counts->name, len);
  g->down |= fl_is_among(down, counts->name, len);
  return by.base == FL_BASE_ZERO && by.least >= 0 &&
         (fl_is_among(up, counts->name, len) || fl_is_among(down, counts->name, len));
}
// A number as what has a type keeps it: one of a few bits is another block's, too.
static struct fl_number kept_by(const char *type, struct fl_number n) {
  return n.base > FL_BASE_ZERO && !fl_keeps_numbers(type) ? unknown : n;
}
static struct fl_number number_of_variable(const struct fl_text_at *t, const struct fl_decl *d,
                                           int steps) {
  const struct fl_node *argument = d->kind == FL_DECL_PARAM ? argument_for(t, d) : NULL;
  struct given_numbers g = {t, steps, false, unknown, false, false};
  if (d->kind == FL_DECL_PARAM) {
    g.any = true;
    g.all = argument  ? number_of(t->up, argument, steps)
            : t->call ? unknown
                      : plain(-FL_FAR, FL_FAR);
  }
  if (d->is_array || d->is_reference || d->kind == FL_DECL_GLOBAL || is_inner_parameter(t, d) ||
      !visit_given(t->unit, d, add_number, &g) || !g.any || !g.all.base)
    return unknown;
  if (g.up)
    g.all.most = FL_FAR;
  if (g.down)
    g.all.least = -FL_FAR;
  return kept_by(d->canonical, g.all);
}

static struct fl_number number_of_builtin(const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  if (!of || !of->decl || of->decl->kind != FL_DECL_BUILTIN || !n->name)
    return unknown;
  if (fl_named(of, "blockIdx"))
    return in_grid(fl_named(n, "x") ? FL_INDEX_X : fl_named(n, "y") ? FL_INDEX_Y : FL_INDEX_Z);
  if (fl_named(of, "gridDim") && !fl_named(n, "z"))
    return in_grid(fl_named(n, "x") ? FL_EXTENT_X : FL_EXTENT_Y);
  return plain(0, FL_FAR);
}
// `atomicAdd(counter, 1)`, or `atomicInc(counter, ~0u)`, which begins anew only when all numbers have been given.
bool fl_gives_ticket(const struct fl_node *call) {
  const struct fl_node *by = fl_nth_argument(call, 1);
  if (!by || !by->has_value)
    return false;
  return fl_named(call, "atomicAdd")
             ? by->value > 0 && by->value <= FL_MOST_STEP
             : fl_named(call, "atomicInc") && (uint32_t)by->value >= INT32_MAX;
}
// What a function returns whose body is no more than that; NULL: it is more.
static const struct fl_node *only_result(const struct fl_function *f) {
  const struct fl_node *b = f && f->body && f->body->kids.len == 1 ? f->body->kids.data[0] : NULL;
  return b && b->kind == FL_RETURN && b->kids.len == 1 ? b->kids.data[0] : NULL;
}
static struct fl_number number_of_call(const struct fl_text_at *t, const struct fl_node *n,
                                       int steps) {
  struct fl_number number = unknown;
  const struct fl_function *g = fl_next_called(t->unit, n, NULL);
  if (!g && fl_gives_ticket(n)) {
    const struct fl_place p = place_behind(t, fl_nth_argument(n, 0), steps);
    if (fl_is_one_place(&p))
      number = (struct fl_number){
          .base = FL_BASE_TICKET, .counter = {p.of, p.member, p.at.least}, .factor = 1};
    return number;
  }
  const struct fl_node *result = only_result(g);
  if (g && result && !fl_next_called(t->unit, n, g)) {
    const struct fl_text_at inner = {t->unit, g, n, t};
    number = kept_by(g->return_type, number_of(&inner, result, steps));
  }
  return number;
}
// 32 bits are too few for large multiples: they come to the same numbers again.
static bool may_wrap(const struct fl_node *n, struct fl_number number) {
  const char *type = n->canonical ? n->canonical : n->type;
  const bool wide = type && (strstr(type, "long") || strstr(type, "size_t"));
  return number.base > FL_BASE_ZERO && number.factor > FL_MOST_STEP && !wide;
}
// Unknown: it is none, or of other numbers.
static struct fl_number number_of_product(const struct fl_node *n, struct fl_number a,
                                          struct fl_number b) {
  struct fl_number number = unknown;
  if (!fl_named(n, "*"))
    return unknown;
  if (b.base == FL_BASE_ZERO && b.least == b.most)
    number = times(a, b.least);
  else if (a.base == FL_BASE_ZERO && a.least == a.most)
    number = times(b, a.least);
  else if (a.base == FL_BASE_GRID && b.base == FL_BASE_GRID)
    number = is_extent(b) ? times_extent(a, b) : times_extent(b, a);
  return may_wrap(n, number) ? unknown : number;
}
static struct fl_number number_of_binary(const struct fl_text_at *t, const struct fl_node *n,
                                         int steps) {
  struct fl_number a = number_of(t, n->kids.data[0], steps),
                   b = number_of(t, n->kids.data[1], steps);
  const struct fl_number product = number_of_product(n, a, b);
  if (product.base)
    return product;
  if (fl_named(n, "+") || fl_named(n, "-"))
    return sum(a, b, *n->name == '-');
  a = as_range(a), b = as_range(b);
  const bool natural =
      a.base == FL_BASE_ZERO && a.least >= 0 && b.base == FL_BASE_ZERO && b.least >= 0;
  if (natural && fl_named(n, "%"))
    return plain(0, a.most < b.most ? a.most : b.most - (b.most < FL_FAR));
  if (natural && (fl_named(n, "/") || fl_named(n, ">>") || fl_named(n, "*")))
    return plain(0, fl_named(n, "*") ? FL_FAR : a.most);
  if (fl_named(n, "&") && a.base == FL_BASE_ZERO && b.base == FL_BASE_ZERO &&
      (a.least >= 0 || b.least >= 0))
    return plain(0, a.least < 0 ? b.most : b.least < 0 || a.most < b.most ? a.most : b.most);
  return unknown;
}
static struct fl_number number_of(const struct fl_text_at *t, const struct fl_node *n, int steps) {
  if (n->has_value)
    return n->value > -FL_FAR && n->value < FL_FAR ? plain(n->value, n->value) : unknown;
  if (steps == 0)
    return unknown;
  const struct fl_decl *d = n->decl;
  switch (n->kind) {
  case FL_REF:
    return d && (fl_is_local(d) || d->kind == FL_DECL_SHARED) ? number_of_variable(t, d, steps - 1)
                                                              : unknown;
  case FL_MEMBER:
    return number_of_builtin(n);
  case FL_CALL:
    return number_of_call(t, n, steps - 1);
  case FL_CAST:
    return n->kids.len == 1 ? kept_by(n->canonical ? n->canonical : n->type,
                                      number_of(t, n->kids.data[0], steps - 1))
                            : unknown;
  case FL_TERNARY:
    return n->then && n->otherwise
               ? either(number_of(t, n->then, steps - 1), number_of(t, n->otherwise, steps - 1))
               : unknown;
  case FL_BINARY:
    return n->kids.len == 2 ? number_of_binary(t, n, steps - 1) : unknown;
  default:
    return unknown;
  }
}

struct fl_number fl_number_of(const struct fl_text_at *t, const struct fl_node *n) {
  return number_of(t, n, MOST_STEPS);
}

static const struct fl_place nowhere = {.at = {.least = -FL_FAR, .most = FL_FAR}};
static struct fl_place anywhere_in(struct fl_place p) {
  return (struct fl_place){.of = p.of, .at = unknown};
}
static struct fl_place behind(struct fl_place p, struct fl_number by, bool negative) {
  if (p.member && !(by.base == FL_BASE_ZERO && !by.least && !by.most))
    return anywhere_in(p); // in other units than elements
  p.at = sum(p.at, by, negative);
  return p;
}
static bool has_unions(struct fl_unit *u) {
  for (size_t i = 0; !u->has_unions && i < u->files.len; i++)
    if (fl_mentions(u->files.data[i].text, "union"))
      u->has_unions = 1;
  if (!u->has_unions)
    u->has_unions = -1;
  return u->has_unions > 0;
}
static struct fl_place member_of(const struct fl_text_at *t, struct fl_place p,
                                 const struct fl_node *member) {
  const struct fl_decl *d = member->decl;
  if (d && d->is_reference)
    return nowhere;
  if (!p.member && d && d->kind == FL_DECL_FIELD && d->span.file >= 0 && !d->is_bit_field &&
      !has_unions(t->unit))
    p.member = member->name;
  return p;
}
bool fl_may_overlap(const struct fl_place *a, const struct fl_place *b) {
  return a->of == b->of && !(a->member && b->member && strcmp(a->member, b->member) != 0);
}

// What a pointer type leads to: the word that says how large it is.
static const char *element(const char *type, size_t *len) {
  static const char *const qualifiers[] = {"const ", "volatile ", "unsigned ", "signed "};
  for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
    if (fl_begins(type, qualifiers[i])) {
      type += strlen(qualifiers[i]);
      i = (size_t)-1;
    }
  *len = strcspn(type, "*&[");
  while (*len && type[*len - 1] == ' ')
    --*len;
  return type;
}
static bool same_element(const char *a, const char *b) {
  size_t a_len, b_len;
  if (!a || !b)
    return false;
  a = element(a, &a_len);
  b = element(b, &b_len);
  return a_len == b_len && !strncmp(a, b, a_len);
}

struct given_places {
  const struct fl_text_at *text;
  int steps;
  bool any, counts;
  struct fl_place all;
};
static bool add_place(const struct fl_node *value, const struct fl_node *counts, void *data) {
  struct given_places *g = data;
  g->counts |= counts != NULL;
  if (counts)
    return true;
  const struct fl_place p = place_behind(g->text, value, g->steps);
  if (g->any && p.of != g->all.of)
    return false;
  if (!g->any)
    g->all = p;
  else if (!p.member != !g->all.member || (p.member && strcmp(p.member, g->all.member) != 0))
    g->all = anywhere_in(p);
  else
    g->all.at = either(g->all.at, p.at);
  g->any = true;
  return p.of;
}
static struct fl_place place_behind_variable(const struct fl_text_at *t, const struct fl_decl *d,
                                             int steps) {
  struct given_places g = {t, steps, true, false, {.of = d, .at = plain(0, 0)}};
  if (is_inner_parameter(t, d) || (d->kind == FL_DECL_GLOBAL && d->is_pointer && !d->is_array))
    return nowhere; // given by anybody
  if ((d->kind == FL_DECL_SHARED && !d->is_pointer) || d->kind == FL_DECL_GLOBAL || d->is_array)
    return g.all;
  if (d->kind == FL_DECL_PARAM && t->call) {
    const struct fl_node *argument = argument_for(t, d);
    g.all = argument ? place_behind(t->up, argument, steps) : nowhere;
  }
  g.any = d->kind == FL_DECL_PARAM;
  if (!visit_given(t->unit, d, add_place, &g) || !g.any || !g.all.of)
    return nowhere;
  return g.counts ? anywhere_in(g.all) : g.all;
}

static struct fl_place place_of(const struct fl_text_at *t, const struct fl_node *n, int steps);
static struct fl_place place_behind(const struct fl_text_at *t, const struct fl_node *n,
                                    int steps) {
  const struct fl_node *of = n && n->kids.len ? n->kids.data[0] : NULL;
  if (!n || steps == 0)
    return nowhere;
  if (n->kind == FL_REF)
    return n->decl ? place_behind_variable(t, n->decl, steps - 1) : nowhere;
  if (fl_is_operator(n, FL_UNARY, "&"))
    return place_of(t, of, steps - 1);
  if (n->kind == FL_CAST && n->kids.len == 1) {
    struct fl_place p = place_behind(t, of, steps - 1);
    return same_element(n->type, of->type) ? p : anywhere_in(p);
  }
  if (n->kind == FL_BINARY && n->kids.len == 2 && (fl_named(n, "+") || fl_named(n, "-"))) {
    const bool left = fl_is_pointer(of) || fl_is_array(of);
    if (!left && fl_named(n, "-"))
      return nowhere;
    return behind(place_behind(t, n->kids.data[!left], steps - 1),
                  number_of(t, n->kids.data[left], steps - 1), fl_named(n, "-"));
  }
  if (fl_is_array(n) && (n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT)) { // a part of an element
    const struct fl_place p = place_of(t, n, steps - 1);
    return n->kind == FL_MEMBER ? p : anywhere_in(p);
  }
  return nowhere;
}
// The object whose member function the text is of: members call others of their own object by the name alone.
static struct fl_place place_of_this(const struct fl_text_at *t, int steps) {
  const struct fl_node *object = t->call ? fl_called_object(t->call) : NULL;
  const struct fl_node *by = t->call ? t->call->callee : NULL; // NULL: a constructor's
  if (!by || steps == 0 || (!object && by->kind != FL_MEMBER))
    return nowhere;
  if (!object || object->kind == FL_THIS)
    return place_of_this(t->up, steps - 1);
  return fl_is_pointer(object) ? place_behind(t->up, object, steps - 1)
                               : place_of(t->up, object, steps - 1);
}
static struct fl_place place_of(const struct fl_text_at *t, const struct fl_node *n, int steps) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  if (steps == 0)
    return nowhere;
  if (n->kind == FL_REF && n->decl) {
    const struct fl_decl *d = n->decl;
    if (d->kind == FL_DECL_PARAM && d->is_reference) {
      const struct fl_node *argument = argument_for(t, d);
      return argument ? place_of(t->up, argument, steps - 1) : nowhere;
    }
    return d->is_reference ? nowhere : (struct fl_place){.of = d, .at = plain(0, 0)};
  }
  if (n->kind == FL_SUBSCRIPT && n->kids.len == 2) {
    // The elements of an array in an element stand among those of others.
    struct fl_place p =
        behind(place_behind(t, of, steps - 1), number_of(t, n->kids.data[1], steps - 1), false);
    if (fl_is_array(of) && of->kind != FL_REF)
      p = place_behind(t, of, steps - 1);
    return p;
  }
  if (fl_is_operator(n, FL_UNARY, "*"))
    return place_behind(t, of, steps - 1);
  if (n->kind == FL_MEMBER && (!of || of->kind == FL_THIS))
    return member_of(t, place_of_this(t, steps), n);
  if (n->kind == FL_MEMBER)
    return member_of(
        t, fl_is_pointer(of) ? place_behind(t, of, steps - 1) : place_of(t, of, steps - 1), n);
  if (n->kind == FL_CAST && n->kids.len == 1) // `(volatile int &)v`
    return place_of(t, of, steps - 1);
  return nowhere;
}

struct fl_place fl_place_of(const struct fl_text_at *t, const struct fl_node *n) {
  return place_of(t, n, MOST_STEPS);
}
struct fl_place fl_place_behind(const struct fl_text_at *t, const struct fl_node *pointer) {
  return place_behind(t, pointer, MOST_STEPS);
}
