// What expressions are by the number of the block that evaluates them, as far as sums, differences and variables of that go.
#include "analysis/bodies/node.h"
#include "analysis/waits/ends.h"
#include "analysis/waits/place.h"
#include "analysis/waits/waits.h"

enum { MOST_STEPS = 32 }; // variables and calls, one within the other

static const struct fl_number unknown = {FL_BASE_UNKNOWN, NULL, 0, -FL_FAR, FL_FAR};
static struct fl_number plain(int64_t least, int64_t most) {
  return (struct fl_number){FL_BASE_ZERO, NULL, 0, least < -FL_FAR ? -FL_FAR : least,
                            most > FL_FAR ? FL_FAR : most};
}

// `negative`: b is taken away.
static struct fl_number sum(struct fl_number a, struct fl_number b, bool negative) {
  if (negative && b.base == FL_BASE_ZERO)
    b = plain(b.most == FL_FAR ? -FL_FAR : -b.most, b.least == -FL_FAR ? FL_FAR : -b.least);
  else if (negative)
    return unknown;
  if (!a.base || !b.base || (a.base != FL_BASE_ZERO && b.base != FL_BASE_ZERO))
    return unknown;
  struct fl_number n = a.base == FL_BASE_ZERO ? b : a;
  n.least = a.least == -FL_FAR || b.least == -FL_FAR ? -FL_FAR : a.least + b.least;
  n.most = a.most == FL_FAR || b.most == FL_FAR ? FL_FAR : a.most + b.most;
  return n.least < -FL_FAR || n.most > FL_FAR ? unknown : n;
}
static struct fl_number times(struct fl_number n, int64_t by) {
  if (!n.base || by <= 0 || n.factor * by > FL_FAR)
    return unknown;
  n.factor *= by;
  n.least = n.least == -FL_FAR ? -FL_FAR : n.least * by;
  n.most = n.most == FL_FAR ? FL_FAR : n.most * by;
  return n.least < -FL_FAR || n.most > FL_FAR ? unknown : n;
}
// One or the other.
static struct fl_number either(struct fl_number a, struct fl_number b) {
  if (a.base != b.base || a.ticket != b.ticket || a.factor != b.factor)
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
      step ? plain(1, 1) : number_of(g->text, counts->kids.data[1], g->steps);
  static const char *const up[] = {"++", "+=", "+", NULL}, *const down[] = {"--", "-=", "-", NULL};
  const size_t len = strlen(counts->name);
  g->up |= fl_is_among(up, counts->name, len);
  g->down |= fl_is_among(down, counts->name, len);
  return by.base == FL_BASE_ZERO && by.least >= 0 &&
         (fl_is_among(up, counts->name, len) || fl_is_among(down, counts->name, len));
}
static struct fl_number number_of_variable(const struct fl_text_at *t, const struct fl_decl *d,
                                           int steps) {
  const struct fl_node *argument = d->kind == FL_DECL_PARAM ? argument_for(t, d) : NULL;
  struct given_numbers g = {t, steps, false, unknown, false, false};
  if (d->kind == FL_DECL_PARAM) {
    g.any = true;
    g.all = argument  ? number_of(t->up, argument, steps)
            : t->call ? unknown
                      : plain(strstr(d->canonical, "unsigned") ? 0 : -FL_FAR, FL_FAR);
  }
  if (d->is_array || d->is_reference || d->kind == FL_DECL_GLOBAL ||
      !visit_given(t->unit, d, add_number, &g) || !g.any || !g.all.base)
    return unknown;
  if (g.up)
    g.all.most = FL_FAR;
  if (g.down)
    g.all.least = -FL_FAR;
  return g.all;
}

static struct fl_number number_of_builtin(const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  if (!of || !of->decl || of->decl->kind != FL_DECL_BUILTIN)
    return unknown;
  if (fl_named(of, "blockIdx"))
    return fl_named(n, "x") ? (struct fl_number){FL_BASE_BLOCK, NULL, 1, 0, 0} : unknown;
  return plain(0, FL_FAR);
}
// `atomicAdd(counter, 1)` of one counter.
static struct fl_number number_of_call(const struct fl_text_at *t, const struct fl_node *n,
                                       int steps) {
  const struct fl_node *by = fl_nth_argument(n, 1);
  if (!fl_named(n, "atomicAdd") || !by || !by->has_value || by->value <= 0)
    return unknown;
  const struct fl_place counter = place_behind(t, fl_nth_argument(n, 0), steps);
  return counter.of && counter.at.base == FL_BASE_ZERO && counter.at.least == counter.at.most
             ? (struct fl_number){FL_BASE_TICKET, n, 1, 0, 0}
             : unknown;
}
static struct fl_number number_of_binary(const struct fl_text_at *t, const struct fl_node *n,
                                         int steps) {
  const struct fl_number a = number_of(t, n->kids.data[0], steps),
                         b = number_of(t, n->kids.data[1], steps);
  if (fl_named(n, "+") || fl_named(n, "-"))
    return sum(a, b, *n->name == '-');
  if (fl_named(n, "*") && b.least == b.most)
    return times(a, b.least);
  if (fl_named(n, "*") && a.least == a.most)
    return times(b, a.least);
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
    return n->kids.len == 1 ? number_of(t, n->kids.data[0], steps - 1) : unknown;
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

static const struct fl_place nowhere = {NULL, {FL_BASE_UNKNOWN, NULL, 0, -FL_FAR, FL_FAR}};
static struct fl_place behind(struct fl_place p, struct fl_number by, bool negative) {
  p.at = sum(p.at, by, negative);
  return p;
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
  g->all.at = g->any ? either(g->all.at, p.at) : p.at;
  g->all.of = p.of;
  g->any = true;
  return p.of;
}
static struct fl_place place_behind_variable(const struct fl_text_at *t, const struct fl_decl *d,
                                             int steps) {
  struct given_places g = {t, steps, true, false, {d, plain(0, 0)}};
  if (d->kind == FL_DECL_SHARED || d->kind == FL_DECL_GLOBAL || d->is_array)
    return g.all;
  if (d->kind == FL_DECL_PARAM && t->call) {
    const struct fl_node *argument = argument_for(t, d);
    g.all = argument ? place_behind(t->up, argument, steps) : nowhere;
  }
  g.any = d->kind == FL_DECL_PARAM;
  if (!visit_given(t->unit, d, add_place, &g) || !g.any || !g.all.of)
    return nowhere;
  if (g.counts)
    g.all.at = unknown;
  return g.all;
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
    if (!same_element(n->type, of->type))
      p.at = unknown;
    return p;
  }
  if (n->kind == FL_BINARY && n->kids.len == 2 && (fl_named(n, "+") || fl_named(n, "-"))) {
    const bool left = fl_is_pointer(of) || fl_is_array(of);
    if (!left && fl_named(n, "-"))
      return nowhere;
    return behind(place_behind(t, n->kids.data[!left], steps - 1),
                  number_of(t, n->kids.data[left], steps - 1), fl_named(n, "-"));
  }
  if (fl_is_array(n) && (n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT)) { // a part of an element
    struct fl_place p = place_of(t, n, steps - 1);
    p.at = n->kind == FL_MEMBER ? p.at : unknown;
    return p;
  }
  return nowhere;
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
    return d->is_reference ? nowhere : (struct fl_place){d, plain(0, 0)};
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
  if (n->kind == FL_MEMBER && (!of || of->kind == FL_THIS)) {
    const struct fl_node *object = t->call ? fl_called_object(t->call) : NULL;
    return !object                 ? nowhere
           : fl_is_pointer(object) ? place_behind(t->up, object, steps - 1)
                                   : place_of(t->up, object, steps - 1);
  }
  if (n->kind == FL_MEMBER)
    return fl_is_pointer(of) ? place_behind(t, of, steps - 1) : place_of(t, of, steps - 1);
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
