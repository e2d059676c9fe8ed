// Who gives a variable another value in a loop: what is assigned to it, counted, handed to a call by its address or a reference, or written by way of another name.
//
// A variable counts if it is made from itself, by nothing that is looked for, and if the loop does not set it back.
#include "analysis/waits/ends.h"
#include "analysis/waits/look.h"
#include "analysis/waits/waits.h"

// Where the results of an asm statement end in its text.
static uint32_t results_end(struct fl_unit *u, const struct fl_node *n) {
  const char *text = fl_span_text(u, n->span), *p = text;
  int colons = 0;
  for (bool inside = false; *p && colons < 2; p++) {
    inside ^= *p == '"' && (p == text || p[-1] != '\\');
    colons += *p == ':' && !inside;
  }
  return n->span.begin + (uint32_t)(p - text);
}

// What a use of a variable is the beginning of: a part of it, `v.a[i]`, or itself.
static const struct fl_node *part_of(const struct fl_node *n) {
  for (const struct fl_node *p = n->parent; p && p->kids.len && p->kids.data[0] == n;
       n = p, p = p->parent)
    if (!(p->kind == FL_MEMBER && !fl_is_pointer(n)) &&
        !(p->kind == FL_SUBSCRIPT && fl_is_array(n)))
      break;
  return n;
}

// Is a parameter a pointer to what it calls constant?
static bool leads_to_constant(const struct fl_param *p) {
  const struct fl_decl *d = p->decl;
  const char *star = d && d->canonical ? strchr(d->canonical, '*') : NULL;
  return star && !strpbrk(star + 1, "*&") && fl_begins(d->canonical, "const ") && !d->dependent &&
         !p->is_pack;
}

// Does a call change a variable that is named in it, by its address or a reference? Members leave their object as it is, as far as this matters here.
enum fl_change fl_changed_by(const struct fl_unit *u, const struct fl_node *call,
                             const struct fl_node *use) {
  const bool address = fl_is_operator(use->parent, FL_UNARY, "&"), array = fl_is_array(use);
  const struct fl_node *arg = address ? use->parent : use, *p = arg->parent;
  if (p != call || call->callee == use || (fl_named(call, "operator()") && !address))
    return FL_UNCHANGED;
  const struct fl_function *f = call->decl ? call->decl->function : NULL;
  const bool copies = fl_named(call, "memcpy") || fl_named(call, "memmove");
  const size_t first = call->callee && call->kids.len && call->kids.data[0] == call->callee;
  for (size_t i = first; i < call->kids.len; i++)
    if (call->kids.data[i] == arg && f && i - first < f->params.len)
      return address
                 ? leads_to_constant(&f->params.data[i - first]) ? FL_PERHAPS_CHANGED : FL_CHANGED
             : (array && !fl_begins(f->params.data[i - first].type, "const ")) ||
                     fl_refers_to_variable(f, i - first)
                 ? FL_CHANGED
                 : FL_UNCHANGED;
    else if (call->kids.data[i] == arg && copies && i - first == 1)
      return FL_UNCHANGED; // it is copied from here
  return array || address || fl_binds_reference(u, call) ? FL_CHANGED : FL_UNCHANGED;
}

// Who gives the variable, of which `part` is named in a call, what it is changed to there.
static enum fl_end handed(struct fl_ends *s, const struct fl_node *call,
                          const struct fl_node *part) {
  if (fl_looks_of_call(s->unit, s->fn, call) & FL_ASKS)
    return FL_BY_OTHERS;
  for (size_t i = 0; i < call->kids.len; i++) {
    const struct fl_node *k = call->kids.data[i];
    if (k != call->callee && k != part && k != part->parent &&
        fl_end_of_guard(s, k) == FL_BY_OTHERS)
      return FL_BY_OTHERS;
  }
  return FL_BY_ITSELF;
}

// Who gives what is assigned to. What is added to itself is new, unless what is added is waited for.
enum fl_end fl_end_of_assigned(struct fl_ends *s, const struct fl_node *n) {
  const bool gathers = fl_named(n, "|=") || fl_named(n, "&=");
  if (gathers || fl_named(n, "="))
    return fl_end_of_value(s, n->kids.data[1]);
  return fl_end_of_guard(s, n->kids.data[1]) == FL_BY_OTHERS ? FL_BY_OTHERS : FL_BY_ITSELF;
}

// Are members of a variable not apart? NULL: all of it.
static bool may_be_one(const char *a, const char *b) { return !a || !b || !strcmp(a, b); }

struct changes {
  struct fl_ends *search;
  const struct fl_decl *decl;
  const char *member; // of the variable; NULL: all of it
  bool fresh;    // each round begins with a value of its own, so counting within it leads nowhere
  bool set_back; // some round may, so counting does not lead to an end
  enum fl_end end, count; // by what it is given; by what it is made of itself
  enum fl_end
      inner; // the same of a part of it that may be another one: an element, a member's member
};
static bool find_begin(struct fl_node *n, void *data) {
  struct changes *c = data;
  if (fl_is_spent(c->search))
    return false;
  const bool assigns = fl_is_operator(n, FL_ASSIGN, "=") && n->kids.len == 2 &&
                       fl_is_variable(n->kids.data[0], c->decl);
  if ((!assigns && !(n->kind == FL_VAR && n->decl == c->decl)) || !fl_in_ended_loop(c->search, n))
    return true;
  bool always = true;
  if (assigns)
    fl_end_by_reaching(c->search, n, c->decl, &always);
  c->fresh = always && (!assigns || fl_end_of_value(c->search, n->kids.data[1]) == FL_BY_NOBODY);
  return !c->fresh;
}

static bool find_use(struct fl_node *n, void *data) { return !fl_is_variable(n, data); }
// Who gives what is assigned to the variable.
static enum fl_end carried(const struct changes *c, const struct fl_node *n) {
  return !c->fresh || fl_named(n, "|=") || fl_named(n, "&=") ? fl_end_of_assigned(c->search, n)
         : fl_walk_uses(n->kids.data[1], c->decl, find_use, (void *)c->decl)
             ? fl_end_of_value(c->search, n->kids.data[1])
         : fl_end_of_guard(c->search, n->kids.data[1]) == FL_BY_OTHERS ? FL_BY_OTHERS
                                                                       : FL_BY_NOBODY;
}

// Is it what a loop's condition compares the variable with: `if (found) i = n;`, `more = 0`? Then it is the end, not the beginning of another round.
static bool leads_out(struct fl_node *n, void *data) {
  struct fl_node *const *given = data; // the variable, and what it is given
  const struct fl_node *variable = given[0], *value = given[1];
  const bool alone = fl_is_variable(n, variable->decl) && n->parent->kind != FL_BINARY;
  if (n->kind != FL_BINARY || n->kids.len != 2)
    return !(alone && value->has_value && !value->value);
  for (size_t i = 0; i < 2; i++)
    if (fl_is_variable(n->kids.data[i], variable->decl)) {
      const struct fl_node *other = n->kids.data[1 - i];
      if (other->has_value && value->has_value
              ? other->value == value->value
              : other->kind == FL_REF && fl_is_variable(value, other->decl))
        return false;
    }
  return true;
}
static bool is_end(const struct fl_ends *s, struct fl_node *variable, struct fl_node *value) {
  struct fl_node *given[] = {variable, value};
  return s->loop->cond && !fl_walk(s->loop->cond, leads_out, given);
}
// `pause = min(pause * 2, 1000)` stops there; `i = min(i + 32, n)` where the loop does.
static bool stops_short(const struct fl_ends *s, const struct fl_node *assign) {
  struct fl_node *value = assign->kids.data[1];
  bool end = false;
  for (size_t i = 0; i < value->kids.len; i++)
    end |= is_end(s, assign->kids.data[0], value->kids.data[i]);
  return value->kind == FL_CALL && value->name && !end &&
         (strstr(value->name, "min") || strstr(value->name, "max")) &&
         !fl_begins(value->name, "atomic");
}

// Does a step take back what the head of the loop has counted?
static bool find_opposite(struct fl_node *n, void *data) {
  const struct fl_node *step = data;
  const bool changes =
      fl_is_step(n) || fl_is_operator(n, FL_ASSIGN, "+=") || fl_is_operator(n, FL_ASSIGN, "-=");
  return !(changes && fl_is_variable(n->kids.data[0], step->kids.data[0]->decl) &&
           *n->name != *step->name);
}
static bool takes_back(const struct fl_ends *s, struct fl_node *n) {
  return s->loop->kind == FL_FOR && s->loop->inc && n->kids.data[0]->kind == FL_REF &&
         strchr("+-", *n->name) && !fl_walk(s->loop->inc, find_opposite, n);
}

// Is it the variable, or a part of it, be it as another type?
static bool is_part_of(const struct fl_node *n, const struct fl_decl *d) {
  while (n->kids.len &&
         ((n->kind == FL_MEMBER && !fl_is_pointer(n->kids.data[0])) ||
          (n->kind == FL_SUBSCRIPT && fl_is_array(n->kids.data[0])) || n->kind == FL_CAST))
    n = n->kids.data[0];
  return fl_is_variable(n, d);
}
static bool find_address(struct fl_node *n, void *data) {
  const bool address = fl_is_operator(n, FL_UNARY, "&") && is_part_of(n->kids.data[0], data);
  return !address && !(fl_is_array(n) && is_part_of(n, data));
}
// Is a call given the variable in other ways than fl_changed_by knows: as its object, to a lambda or a functor, or a pointer to it that is cast, chosen or counted on? What looks in
// there may have it changed by what it finds.
static bool hands_over(const struct fl_node *call, const struct fl_decl *d) {
  const struct fl_node *object = fl_object_of(call);
  const bool value =
      fl_named(call, "operator()") || (call->callee && fl_is_local(call->callee->decl));
  bool hands = object && is_part_of(object, d);
  for (size_t i = 0; i < call->kids.len && !hands; i++) {
    struct fl_node *k = call->kids.data[i];
    hands = k != call->callee &&
            ((value && is_part_of(k, d)) ||
             (k->kind != FL_REF && fl_is_pointer(k) && !fl_walk(k, find_address, (void *)d)));
  }
  return hands;
}

// Who gives a variable another value, by this node.
static bool find_change(struct fl_node *n, void *data) {
  struct changes *c = data;
  struct fl_ends *s = c->search;
  if (fl_is_spent(s))
    return false;
  enum fl_end e = FL_BY_NOBODY;
  enum fl_change change = FL_UNCHANGED;
  bool inner = false;
  if (n->kind == FL_CALL && fl_in_ended_loop(s, n) && hands_over(n, c->decl) &&
      fl_looks_of_call(s->unit, s->fn, n) & FL_ASKS)
    c->end = fl_either(c->end, FL_BY_OTHERS);
  const struct fl_node *target = n->kids.len ? n->kids.data[0] : NULL;
  const char *member = NULL;
  while (target && (n->kind == FL_ASSIGN || fl_is_step(n)) && target->kids.len &&
         (target->kind == FL_MEMBER || target->kind == FL_SUBSCRIPT) &&
         !fl_looks_of_place(target)) {
    inner |= target->kind == FL_SUBSCRIPT || member;
    member = target->kind == FL_MEMBER ? target->name : NULL;
    target = target->kids.data[0];
  }
  if (fl_is_variable(target, c->decl) && !may_be_one(member, c->member)) {
    // Of a union it is waited for by another member, but by counting that it does not end.
    if (c->decl->may_have_union && n->kind == FL_ASSIGN && n->kids.len == 2 &&
        fl_in_ended_loop(s, n) && fl_end_of_assigned(s, n) == FL_BY_OTHERS)
      c->end = fl_either(c->end, FL_BY_OTHERS);
    return true;
  }
  const bool assigns = n->kind == FL_ASSIGN && n->kids.len == 2 && fl_is_variable(target, c->decl);
  const bool steps = fl_is_step(n) && fl_is_variable(target, c->decl);
  const bool counts =
      steps || (assigns && (!fl_named(n, "=") ||
                            !fl_walk_uses(n->kids.data[1], c->decl, find_use, (void *)c->decl)));
  const bool use = fl_is_variable(n, c->decl) && n->parent;
  const struct fl_node *part = use ? part_of(n) : n;
  const struct fl_node *call =
      use && part->parent->kind == FL_UNARY ? part->parent->parent : part->parent;
  if (n->kind == FL_VAR && n->decl == c->decl && n->init)
    e = fl_end_of_value(s, n->init);
  else if (assigns)
    e = carried(c, n);
  else if (steps)
    e = c->fresh ? FL_BY_NOBODY : FL_BY_ITSELF;
  else if (use && n->parent->kind == FL_ASM)
    e = n->span.begin >= results_end(s->unit, n->parent)   ? FL_BY_NOBODY
        : fl_looks_of_asm(s->unit, n->parent) & FL_CHANGES ? FL_BY_ITSELF
                                                           : FL_BY_OTHERS;
  else if (use && call && call->kind == FL_CALL && (change = fl_changed_by(s->unit, call, part)))
    e = handed(s, call, part);
  else
    return true;
  if (change == FL_PERHAPS_CHANGED && e != FL_BY_OTHERS) // what it calls constant it does not count
    return true;
  if (!fl_in_ended_loop(s, n))
    return true;
  bool always;
  const enum fl_end way = fl_end_by_reaching(s, n, c->decl, &always);
  c->set_back |= counts ? takes_back(s, n) || (assigns && stops_short(s, n))
                        : e == FL_BY_NOBODY && assigns && !always && target == n->kids.data[0] &&
                              !is_end(s, n->kids.data[0], n->kids.data[1]);
  if (e != FL_BY_NOBODY)
    e = fl_both(e, way);
  else if (!always || way == FL_BY_OTHERS) // `done = true` is what leads to it
    e = way;
  if (counts && e == FL_BY_ITSELF && inner)
    c->inner = e;
  else if (counts && e == FL_BY_ITSELF)
    c->count = e;
  else
    c->end = fl_either(c->end, e);
  return true;
}

// May the result of a call lead to a variable that it is given by its address or a reference: an object, a pointer?
static bool is_led_to(const struct fl_ends *s, const struct fl_node *part) {
  const struct fl_node *p = part->parent, *call = p->kind == FL_UNARY ? p->parent : p;
  return call && call->kind == FL_CALL && call->type && strcmp(call->type, "void") != 0 &&
         (!fl_is_plain_type(call->type) || strchr(call->type, '*')) &&
         fl_changed_by(s->unit, call, part);
}

// A variable has other names where a pointer or a reference to it is kept, and is changed by lambdas that may be called. What the loop, or the lambda,
// looks for may be what it gets there.
static enum fl_end by_other_names(struct fl_ends *s, const struct fl_decl *d) {
  for (size_t i = 0; i < d->uses.len; i++) {
    const struct fl_node *n = d->uses.data[i], *part, *p;
    const struct fl_node *lambda = fl_lambda_around(n);
    if (n->kind != FL_REF || fl_in_ended_loop(s, n))
      continue;
    part = part_of(n);
    p = part->parent;
    const bool kept = p->kind == FL_VAR
                          ? p->decl && p->decl->is_reference && !p->decl->is_const
                          : (fl_is_operator(p, FL_UNARY, "&") && p->parent->kind != FL_CALL) ||
                                (p->kind == FL_INIT_LIST && !p->copies) || is_led_to(s, part);
    const bool changed =
        lambda &&
        ((p->kids.len && p->kids.data[0] == part && (p->kind == FL_ASSIGN || fl_is_step(p))) ||
         (p->kind == FL_CALL && fl_changed_by(s->unit, p, part)) ||
         (p->parent && p->parent->kind == FL_CALL && fl_changed_by(s->unit, p->parent, part)));
    const unsigned looks = kept      ? s->looks
                           : changed ? fl_looks_in(s->unit, s->fn, (struct fl_node *)lambda)
                                     : 0;
    if (looks & FL_ASKS || (s->any_load && looks & FL_READS))
      return FL_BY_OTHERS;
  }
  return FL_BY_NOBODY;
}

enum fl_end fl_end_of_variable(struct fl_ends *s, const struct fl_decl *d, const char *member) {
  for (int i = 0; i < s->depth; i++)
    if (s->open[i].decl == d && may_be_one(s->open[i].member, member))
      return s->moves > s->open[i].moves ? FL_BY_ITSELF : FL_BY_NOBODY;
  if (s->depth == FL_MOST_VARIABLES)
    return FL_BY_NOBODY;
  s->open[s->depth].decl = d;
  s->open[s->depth].member = member;
  s->open[s->depth++].moves = s->moves;
  struct changes c = {s, d, member, false, false, FL_BY_NOBODY, FL_BY_NOBODY, FL_BY_NOBODY};
  fl_walk(s->loop, find_begin, &c);
  fl_walk(s->loop, find_change, &c);
  c.end = fl_either(c.end, by_other_names(s, d));
  s->depth--;
  const enum fl_end e = c.set_back ? c.end : fl_either(c.end, c.count);
  return e == FL_BY_NOBODY && !c.set_back ? c.inner : e;
}
