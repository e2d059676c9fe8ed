// For which blocks of its grid may a block wait in a loop (spin.c)?
//
// A loop looks at places in memory. One of shared memory its own block writes; one that the kernel writes nowhere, none of its grid does. Else it waits for the
// blocks that write there, which is told by the numbers by which they name the place (place.c): where `flag[n - 1]` is looked at, and `flag[n]` written by each block, n being
// its own number, all that is waited for is a block with a smaller one. Other places, and what is not understood, may be anybody's.
//
// Or it waits for who holds a lock, and has begun. Locks that are free where threads come one after another do not wait in the sense of spin.c; but a loop that goes round while it
// finds a mark does, `if (v != LOCKED && atomicCAS(p, v, LOCKED) == v) { ...; *p = w; }`: it ends by itself but for the mark, which is left by who takes the place and gives it back (mark.c).
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/waits/ends.h"
#include "analysis/waits/look.h"
#include "analysis/waits/turn.h"

enum { MOST_CALLS = 8, MOST_NODES = 1 << 20 };

struct search {
  struct fl_unit *unit;
  const struct fl_text_at *text; // where it is
  int calls, nodes;
  struct fl_known_stores stores;
  bool anywhere;       // something is written of which it is not known where
  bool builds;         // what the object itself consists of is not in memory that others see
  bool tries;          // atomic operations may be done again until they find something
  bool begun, earlier; // some loop waits for such blocks
  bool turns; // who has a turn, or has left a mark, needs no kernel of its own before passing it on
  // the loop that is looked at
  bool any_load;
  const struct fl_node *loop;
  const struct fl_text_at *loop_text;
  struct fl_waited found;
};

// Goes on with the functions that a call may be of. False: not all of them are seen.
static bool follow(struct search *s, struct fl_node *call, fl_visitor *visit) {
  const struct fl_text_at *text = s->text;
  const bool builds = s->builds;
  bool any = false;
  for (struct fl_function *g = NULL; (g = fl_next_called(s->unit, call, g));) {
    any = true;
    if (!g->body || s->calls == MOST_CALLS)
      return false;
    s->calls++;
    s->text = fl_text_in(s->unit, text, g, call);
    s->builds = fl_is_constructor(g);
    const bool all = fl_walk(g->body, visit, s);
    s->text = text;
    s->builds = builds;
    s->calls--;
    if (!all)
      return false;
  }
  return any;
}

static void add_store(struct search *s, struct fl_place p, const struct fl_node *by) {
  if (!p.of) {
    s->anywhere = true;
    return;
  }
  *fl_vec_add(s->unit->arena, &s->stores.all) = (struct fl_store){p, by, s->text};
}
static bool is_atomic(const struct fl_node *call) {
  return fl_begins(call->name, "atomic") || fl_begins(call->name, "__nv_atomic") ||
         fl_begins(call->name, "__atomic");
}
// What a function without a body may write: what its pointers lead to, and what is in memory that it has a reference to, or is a member of.
static void add_unseen(struct search *s, const struct fl_node *call) {
  const struct fl_node *object = fl_called_object(call);
  const bool assigns = fl_named(call, "operator="), refers = fl_binds_reference(s->unit, call);
  if (object && fl_looks_of_place(object)) {
    struct fl_place p = fl_place_of(s->text, object);
    p.at.base = assigns ? p.at.base : FL_BASE_UNKNOWN;
    add_store(s, p, NULL);
  }
  for (size_t i = 0; i < call->kids.len && !assigns; i++) {
    const struct fl_node *n = call->kids.data[i];
    const bool address = fl_is_operator(n, FL_UNARY, "&") || fl_is_pointer(n) || fl_is_array(n);
    if (n == call->callee || !(address || (refers && fl_looks_of_place(n))))
      continue;
    struct fl_place p = address ? fl_place_behind(s->text, n) : fl_place_of(s->text, n);
    p.at.base = FL_BASE_UNKNOWN;
    if (!fl_begins(n->type, "const char"))
      add_store(s, p, NULL);
  }
}
// Is it a call of what the kernel was given: of an object, or a pointer? Lambdas of its own are part of its text.
static bool is_value(const struct search *s, const struct fl_node *call) {
  const struct fl_node *of = fl_named(call, "operator()") ? fl_nth_argument(call, 0) : call->callee;
  const struct fl_node *value =
      of && of->kind == FL_REF && of->decl && of->decl->kind == FL_DECL_LOCAL
          ? fl_only_value(s->unit, s->text->fn, of->decl)
          : NULL;
  return of && of->kind == FL_REF && fl_is_local(of->decl) && !(value && value->kind == FL_LAMBDA);
}
static bool has_bodies(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_function *g = fl_next_called(u, call, NULL);
  return g && g->body;
}
// Is it a part of the object whose member function it stands in?
static bool is_own_member(const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  if (n->kind == FL_MEMBER)
    return !of || of->kind == FL_THIS || (!fl_is_pointer(of) && is_own_member(of));
  return n->kind == FL_SUBSCRIPT && of && fl_is_array(of) && is_own_member(of);
}
// Does an asm statement leave memory alone that others than its block see? Each of its instructions must say so.
// `loads`: those count, too.
static bool stays_in_block(struct fl_unit *u, const struct fl_node *n, bool loads) {
  bool known;
  const char *text = fl_asm_text(u, n, &known);
  bool stays = known && !strstr(text, "cluster");
  while (stays && *text) {
    const size_t len = strcspn(text, ";");
    const char *one = fl_format(u->arena, "%.*s", (int)len, text);
    const bool writes = fl_mentions(one, "st") || fl_mentions(one, "atom") ||
                        fl_mentions(one, "red") || fl_mentions(one, "cp");
    stays = !(writes || (loads && fl_mentions(one, "ld"))) ||
            (strstr(one, ".shared") && !strstr(one, ".global"));
    text += len + (text[len] == ';');
  }
  return stays;
}
// May a thread do an atomic operation again until it finds what it asks for, though that is no wait? So locks are taken, in more ways than can be told from others (lock.c).
static bool asks_again(const struct search *s, const struct fl_node *call) {
  const struct fl_node *object = fl_called_object(call);
  const bool atomic = (object && object->type && strstr(object->type, "tomic")) ||
                      (call->name && is_atomic(call) && fl_may_write(s->unit, s->text->fn, call));
  return atomic && !(fl_looks_of_call(s->unit, s->text->fn, call) & FL_ASKS) && !fl_unused(call) &&
         fl_is_repeated(s->text, call);
}
// May it be a call, in a template, of an operator or a conversion that the program writes, and so store anywhere?
static bool may_be_operator(struct fl_unit *u, const struct fl_node *n) {
  const bool operates = n->kind == FL_BINARY || n->kind == FL_ASSIGN || n->kind == FL_UNARY;
  bool may = false;
  for (size_t i = 0; operates && n->name && i < n->kids.len && !may; i++)
    may = fl_may_be_object(n->kids.data[i]) &&
          fl_functions_named(u, fl_format(u->arena, "operator%s", n->name))->len;
  for (size_t i = 0; i < u->functions.len && !may && fl_may_be_object(n); i++)
    may = fl_begins(u->functions.data[i]->name, "operator ");
  return may;
}
static bool find_store(struct fl_node *n, void *data) {
  struct search *s = data;
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  if (s->nodes-- <= 0)
    return false;
  s->anywhere |= !s->anywhere && may_be_operator(s->unit, n);
  if ((n->kind == FL_ASSIGN || fl_is_step(n)) && of) {
    const struct fl_place p = fl_place_of(s->text, of);
    if (!(of->kind == FL_REF && fl_is_local(of->decl) && !of->decl->is_reference) &&
        !(s->builds && is_own_member(of)))
      add_store(s, p, n);
  } else if (n->kind == FL_ASM) {
    s->anywhere |= !stays_in_block(s->unit, n, false);
  } else if (n->kind == FL_LAUNCH || n->kind == FL_NEW) {
    s->anywhere = true;
  } else if (n->kind == FL_CALL) {
    const unsigned looks = fl_looks_of_call(s->unit, s->text->fn, n);
    const struct fl_node *object = fl_called_object(n);
    s->tries |= asks_again(s, n);
    if (has_bodies(s->unit, n))
      s->anywhere |= !follow(s, n, find_store);
    else if (fl_next_called(s->unit, n, NULL)) // in another file
      s->anywhere = true;
    else if (object && object->type && strstr(object->type, "tomic") && looks != FL_LOOKS)
      add_store(s, fl_place_of(s->text, object), NULL);
    else if (n->name && is_atomic(n) && fl_may_write(s->unit, s->text->fn, n))
      add_store(s, fl_place_behind(s->text, fl_nth_argument(n, 0)), n);
    else if (fl_begins(n->name, "__st"))
      add_store(s, fl_place_behind(s->text, fl_nth_argument(n, 0)), NULL);
    else if (!n->name || is_value(s, n))
      s->anywhere = true;
    else if (!looks)
      add_unseen(s, n);
  }
  return true;
}

// Is a variable memory of the thread's own? An object may lead to more.
static bool is_own(const struct fl_decl *d) {
  return d->kind == FL_DECL_LOCAL && !d->is_pointer && fl_is_plain_type(d->type);
}
// Which block writes a number's place, where one looks at another number's? Both have a factor, so a difference of less than that is none of blocks.
static enum fl_waited_for who_writes_at(const struct search *s, struct fl_number look,
                                        struct fl_number at) {
  const enum fl_waited_for whom = fl_who_is_before(&s->stores, &look, &at);
  const bool own = look.least > -FL_FAR && at.most < FL_FAR && at.most - look.least < look.factor;
  return own && whom != FL_FOR_ANY ? FL_FOR_NO_OTHER : whom;
}
static void note_number(struct search *s, struct fl_number n) {
  const int dims = fl_dimensions(&n);
  if (dims && dims < s->found.dims)
    s->found.dims = dims;
}
// Whom a look at a place waits for.
static enum fl_waited_for who_writes(struct search *s, const struct fl_node *look,
                                     struct fl_place p) {
  enum fl_waited_for whom = FL_FOR_NO_OTHER;
  if (p.of && (p.of->kind == FL_DECL_SHARED || is_own(p.of)))
    return whom;
  if (!p.of || p.of->kind == FL_DECL_LOCAL || s->anywhere)
    return FL_FOR_ANY;
  for (size_t i = 0; i < s->stores.all.len; i++) {
    if (!fl_may_overlap(&s->stores.all.data[i].place, &p))
      continue;
    const enum fl_waited_for mine = who_writes_at(s, p.at, s->stores.all.data[i].place.at);
    whom = mine > whom ? mine : whom;
    note_number(s, p.at);
  }
  struct fl_turn turn;
  if (whom == FL_FOR_ANY && s->turns && fl_turn_of(s->text, look, s->loop_text, s->loop, &turn)) {
    whom = fl_waited_for_turn(&s->stores, &turn);
    note_number(s, turn.until);
  }
  if (whom == FL_FOR_ANY && s->turns && s->text == s->loop_text &&
      fl_comes_with_key(&s->stores, s->text, look, s->loop))
    whom = FL_FOR_BEGUN;
  return whom;
}

static void note_whom(struct search *s, enum fl_waited_for whom) {
  s->begun |= whom == FL_FOR_BEGUN;
  s->earlier |= whom == FL_FOR_EARLIER;
  s->found.whom = whom > s->found.whom ? whom : s->found.whom;
}
static bool add_look(struct search *s, const struct fl_node *look, struct fl_place p) {
  const enum fl_waited_for whom = who_writes(s, look, p);
  s->found.by_names |= p.of && (p.of->kind == FL_DECL_PARAM || p.of->kind == FL_DECL_GLOBAL);
  note_whom(s, whom);
  return whom != FL_FOR_ANY;
}
static bool is_look(const struct search *s, unsigned looks) {
  return looks & FL_ASKS || (s->any_load && looks & FL_READS);
}
// Stops where a look may wait for any block.
static bool find_look(struct fl_node *n, void *data) {
  struct search *s = data;
  const unsigned looks = n->kind == FL_CALL  ? fl_looks_of_call(s->unit, s->text->fn, n)
                         : n->kind == FL_ASM ? fl_looks_of_asm(s->unit, n)
                         : fl_is_read(n)     ? fl_looks_of_place(n)
                                             : 0;
  bool fine = s->nodes-- > 0 && !fl_looks_of_operators(s->unit, n);
  if (fine && !is_look(s, looks))
    return true;
  if (!fine) {
    s->found.whom = FL_FOR_ANY;
    return false;
  }
  if (n->kind == FL_CALL && has_bodies(s->unit, n)) {
    fine = follow(s, n, find_look);
  } else if (n->kind == FL_ASM) {
    fine = stays_in_block(s->unit, n, true);
  } else if (n->kind == FL_CALL) {
    const struct fl_node *object = fl_called_object(n);
    const bool by_address = n->name && (is_atomic(n) || fl_begins(n->name, "__ld"));
    fine = object       ? add_look(s, n, fl_place_of(s->text, object))
           : by_address ? add_look(s, n, fl_place_behind(s->text, fl_nth_argument(n, 0)))
                        : false;
  } else {
    fine = add_look(s, n, fl_place_of(s->text, n));
  }
  if (!fine)
    s->found.whom = FL_FOR_ANY;
  return fine;
}

static bool find_waits(struct fl_node *n, void *data) {
  struct search *s = data;
  struct fl_waiting_loop loop = {.unit = s->unit, .fn = (struct fl_function *)s->text->fn};
  if (s->nodes-- <= 0) {
    s->found.whom = FL_FOR_ANY;
    return false;
  }
  bool calls = false; // what waits
  for (struct fl_function *g = NULL; n->kind == FL_CALL && (g = fl_next_called(s->unit, n, g));)
    calls |= g->facts->any_wait;
  if (calls) {
    if (!follow(s, n, find_waits))
      s->found.whom = FL_FOR_ANY;
  } else if (fl_waits_here(&loop, n)) {
    const struct fl_waited before = s->found;
    s->any_load = loop.any_load;
    s->loop = loop.all;
    s->loop_text = s->text;
    fl_walk((struct fl_node *)loop.all, find_look, s);
    const bool may_end = s->found.whom == FL_FOR_ANY && !s->anywhere;
    loop.stores = &s->stores;
    loop.text = s->text;
    if (may_end && fl_goes_on_by_work(&s->stores, s->text, loop.all)) {
      s->found.whom = before.whom;
      s->found.by_names = true;
    } else if (may_end && s->turns && !fl_waits_here(&loop, n)) {
      s->found.whom = before.whom;
      s->found.by_names = true;
      note_whom(s, FL_FOR_BEGUN);
    }
    if (s->found.whom > before.whom || s->found.at.file < 0)
      s->found.at = n->span;
  }
  return s->found.whom != FL_FOR_ANY;
}

static void search_in(struct search *s, const struct fl_function *k, fl_visitor *visit) {
  s->text = fl_text_in(s->unit, NULL, k, NULL); // stores keep theirs
  fl_walk(k->body, visit, s);
  for (size_t i = 0; i < k->facts->specializations.len; i++)
    search_in(s, k->facts->specializations.data[i], visit);
}

// What runs where no call says so writes wherever its parameters and its object lead to: constructors and destructors of objects that live there, what their members begin with,
// virtual functions, begin() and end().
static void add_unseen_body(struct search *s, const struct fl_function *g, bool builds) {
  const size_t before = s->stores.all.len;
  s->text = fl_text_in(s->unit, NULL, g, NULL);
  s->builds = builds;
  fl_walk(g->body, find_store, s);
  s->builds = false;
  for (size_t i = before; i < s->stores.all.len; i++)
    s->anywhere |= s->stores.all.data[i].place.of->kind == FL_DECL_PARAM;
}
// Does a function run another in a way that is looked for, or what it calls?
typedef bool runs(struct fl_unit *u, const struct fl_function *f, const struct fl_function *g);
static bool runs_below(struct fl_unit *u, const struct fl_function *f, const struct fl_function *g,
                       runs *test, unsigned search) {
  if (f->facts->search == search)
    return false;
  f->facts->search = search;
  bool any = test(u, f, g);
  for (size_t i = 0; i < f->facts->callees.len && !any; i++)
    any = runs_below(u, f->facts->callees.data[i], g, test, search);
  for (size_t i = 0; i < f->facts->specializations.len && !any; i++)
    any = runs_below(u, f->facts->specializations.data[i], g, test, search);
  return any;
}
static bool may_run(struct fl_unit *u, const struct fl_function *f, const struct fl_function *g) {
  (void)u;
  return fl_may_run_on_object(f, g);
}
static void find_unseen_stores(struct search *s, const struct fl_function *k) {
  struct fl_unit *u = s->unit;
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *g = u->functions.data[i];
    const bool builds = !fl_begins(g->name, "operator");
    if (!g->body || g->kind == FL_KERNEL || g->kind == FL_HOST)
      continue;
    if (fl_may_run_anywhere(g) || fl_begins_members(u, NULL, g))
      add_unseen_body(s, g, false);
    if (!builds || !runs_below(u, k, g, may_run, ++u->searches))
      continue;
    add_unseen_body(s, g, true);
    const char *initialisers = fl_initialisers(u, g);
    for (size_t n = 0; n < u->functions.len && *initialisers; n++)
      if (u->functions.data[n]->body && u->functions.data[n] != g &&
          fl_mentions(initialisers, u->functions.data[n]->name))
        add_unseen_body(s, u->functions.data[n], false);
  }
}

// What runs where no call is in sight may wait: with what it is given, nobody knows.
static void find_unseen_waits(struct search *s, const struct fl_function *k) {
  struct fl_unit *u = s->unit;
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *g = u->functions.data[i];
    if (g->facts->any_wait && runs_below(u, k, g, fl_may_run_unseen, ++u->searches)) {
      s->found.whom = FL_FOR_ANY;
      s->found.at = g->facts->wait_at;
    }
  }
}

// Does a kernel, or what it calls, wait for its children in the file that also waits in loops?
static bool any_joins(const struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++)
    if (u->functions.data[i]->facts->any_join && u->functions.data[i]->facts->any_wait)
      return true;
  return false;
}

static struct fl_waited waited_for(struct fl_unit *u, const struct fl_function *k) {
  struct search s = {.unit = u, .stores.unit = u, .nodes = MOST_NODES, .turns = !any_joins(u)};
  s.found = (struct fl_waited){.dims = FL_MOST_DIMENSIONS, .at.file = -1};
  search_in(&s, k, find_store);
  find_unseen_stores(&s, k);
  s.anywhere |= s.nodes <= 0;
  search_in(&s, k, find_waits);
  find_unseen_waits(&s, k);
  // Block 10 may have begun before block 9, where that stands behind block 0 in the row of a worker. If it has a lock, or the turn, and waits for block 9, block 0 must not
  // wait for it.
  if (s.earlier && (s.begun || s.tries || k->facts->any_lock))
    s.found.whom = FL_FOR_ANY;
  if (s.found.at.file < 0) // what waits is not understood
    s.found = (struct fl_waited){FL_FOR_ANY, FL_MOST_DIMENSIONS, false, k->facts->wait_at};
  return s.found;
}

struct fl_waited fl_waited_for(struct fl_unit *u, const struct fl_function *k) {
  struct fl_facts *x = k->facts;
  if (!x->any_wait || !k->body)
    return (struct fl_waited){FL_FOR_NO_OTHER, FL_MOST_DIMENSIONS, false, k->name_span};
  if (!x->waited) {
    x->waited = fl_alloc(u->arena, sizeof *x->waited);
    *x->waited = waited_for(u, k);
  }
  return *x->waited;
}
