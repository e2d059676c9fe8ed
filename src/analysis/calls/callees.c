// Which functions of the unit a body may call: those that its calls name, and those that calls of names and values may mean that nothing tells.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct collect {
  struct fl_unit *unit;
  struct fl_function *fn;    // whose callees are collected
  struct fl_functions taken; // those whose address is taken
  struct fl_names
      odd; // struct fl_functions: those whose names are no words, but begin with this one
  struct fl_names functors;         // struct fl_functions: those of classes of a name
  struct fl_functions odd_functors; // those of classes whose names are no words
  struct fl_functions may;          // that the call that is looked at may be of
  const struct fl_api *
      taken_api; // a function of CUDA's that a pointer may be to, and that means something else in a virtual block
};

static bool is_name(const char *s) {
  return isalpha((unsigned char)*s) || *s == '_' || *s == '~' || (unsigned char)*s >= 0x80;
}

static void add_callee(struct collect *c, struct fl_function *g) {
  if (g->facts->callee_of == c->fn)
    return;
  g->facts->callee_of = c->fn;
  *fl_vec_add(c->unit->arena, &c->fn->facts->callees) = g;
  *fl_vec_add(c->unit->arena, &g->facts->callers) = c->fn;
}

static void add_unresolved(struct collect *c, struct fl_function *g) {
  add_callee(c, g);
  if (g->facts->unresolved_of != c->fn)
    *fl_vec_add(c->unit->arena, &c->fn->facts->unresolved) = g;
  g->facts->unresolved_of = c->fn;
}

int fl_by_index(const void *a, const void *b) {
  const unsigned x = (*(struct fl_function *const *)a)->facts->index,
                 y = (*(struct fl_function *const *)b)->facts->index;
  return (x > y) - (x < y);
}

// Functions of several lists, in source order. Some may be there twice.
static void append(struct collect *c, const struct fl_functions *from) {
  for (size_t i = 0; i < from->len; i++)
    *fl_vec_add(c->unit->arena, &c->may) = from->data[i];
}
static void sort(struct collect *c) {
  if (c->may.len > 1)
    qsort(c->may.data, c->may.len, sizeof *c->may.data, fl_by_index);
}

// Is what is called a value: `f`, `table[i]`, `x.*f`, `Box<T>{f}`?
static bool calls_value(const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  return (c && c->decl && c->decl->kind != FL_DECL_FUNCTION) || !call->name ||
         !is_name(call->name) || (c && c->kind != FL_REF && c->kind != FL_MEMBER);
}

// May it be one for all that is known? `x.f(i)` and `T::f(i)` call a member of a class that clang does not know, of whatever kind.
static bool may_call_value(const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  return c && !c->decl && (c->kind == FL_MEMBER || c->kind == FL_REF);
}

// What it holds is called otherwise than it is.
static bool names_variable(const struct fl_node *callee) {
  const struct fl_decl *d = callee ? callee->decl : NULL;
  return d && (d->kind == FL_DECL_LOCAL || d->kind == FL_DECL_PARAM || d->kind == FL_DECL_GLOBAL ||
               d->kind == FL_DECL_FIELD);
}

// Is what is called of a type that a lambda of the host's may have? A lambda of the body's own is known to be that.
static bool may_be_lambda(const struct fl_node *call) {
  const char *type = call->callee ? call->callee->type : NULL;
  return fl_is_dependent(call) && !(type && strstr(type, "(lambda"));
}

// Has a function of CUDA's to do with what a thread launches?
static bool is_of_launches(const struct fl_api *a) {
  return a->cls == FL_API_ERROR || a->cls == FL_API_STREAM || a->cls == FL_API_JOIN ||
         (a->cls == FL_API_UNSUPPORTED && fl_begins(a->name, "cuda"));
}
// One that has comes before others.
static const struct fl_api *find_taken_api(const struct fl_unit *u) {
  const struct fl_api *found = NULL;
  for (const struct fl_api *a = fl_api_table; a->name; a++) {
    const bool counts = a->cls == FL_API_BARRIER || a->cls == FL_API_WARP ||
                        a->cls == FL_API_GROUP || a->cls == FL_API_UNSUPPORTED || is_of_launches(a);
    if (counts && (!found || (is_of_launches(a) && !is_of_launches(found))) &&
        fl_names_have(&u->taken_others, a->name, strlen(a->name)))
      found = a;
  }
  return found;
}

static void note_value(struct collect *c, const struct fl_node *call) {
  struct fl_facts *x = c->fn->facts;
  c->fn->facts->calls_any |= may_be_lambda(call);
  if (!c->taken_api)
    return;
  const struct fl_reason why = {
      fl_format(c->unit->arena, "'%s' may be called through a pointer", c->taken_api->name),
      call->span};
  x->hides_context = true;
  if (!x->no_context.text)
    x->no_context = why;
  if (!x->hidden_launch.text && is_of_launches(c->taken_api))
    x->hidden_launch = why;
}

// A call that clang could not resolve (dependent, or through a pointer or functor) may reach every
// function of that name; an object that is called may reach every operator(); a pointer every
// function whose address was taken.
static void add_candidates(struct collect *c, const struct fl_node *call) {
  struct fl_unit *u = c->unit;
  const bool value = calls_value(call);
  const bool member = fl_called(u, call) != NULL;
  const bool object = fl_is_object_call(u, call), variable = names_variable(call->callee);
  const bool may_be_value = value || (!member && may_call_value(call));
  const bool by_operator = call->name && !strcmp(call->name, "operator"); // `x.operator()(i)`
  const size_t args = fl_count_arguments(u, call);
  if (may_be_value)
    note_value(c, call);
  if (member)
    *fl_vec_add(u->arena, &c->fn->facts->shared_calls) = call;
  c->may.len = 0;
  if (call->name && !variable)
    append(c, fl_functions_named(u, call->name));
  if (object || by_operator || may_be_value)
    append(c, fl_functions_named(u, "operator()"));
  if (may_be_value)
    append(c, &c->taken);
  sort(c);
  for (size_t i = 0; i < c->may.len; i++) {
    struct fl_function *g = c->may.data[i];
    if (g->kind == FL_KERNEL || g->is_lambda)
      continue;
    const bool functor = !strcmp(g->name, "operator()");
    const bool named =
        call->name && ((!variable && !strcmp(call->name, g->name)) || (by_operator && functor));
    if (object ? fl_is_functors(g) : member && named && g->is_member)
      add_callee(c, g);
    else if (named ||
             ((functor || g->address_taken) && (value || (may_be_value && fl_takes(g, args)))))
      add_unresolved(c, g);
  }
}

static void add_specializations(struct collect *c, const struct fl_function *g) {
  const struct fl_functions *named = fl_functions_named(c->unit, g->name);
  for (size_t i = 0; i < named->len; i++)
    if (named->data[i]->is_specialization && !strcmp(named->data[i]->qualified, g->qualified))
      add_callee(c, named->data[i]);
}

// A call of one of several overloads, which is called alike whichever is meant.
static void add_overloads(struct collect *c, const struct fl_node *call) {
  *fl_vec_add(c->unit->arena, &c->fn->facts->shared_calls) = call;
  for (struct fl_function *g = NULL; (g = fl_next_called(c->unit, call, g));) {
    add_callee(c, g);
    add_specializations(c, g);
  }
}

// A call of `g`, as far as its name tells: in a template it may come to be one of another function, or of an explicit specialization.
static void add_named(struct collect *c, const struct fl_node *call, struct fl_function *g) {
  if (!fl_is_dependent(call)) {
    add_callee(c, g);
    return;
  }
  struct fl_unit *u = c->unit;
  const char *text =
      call->callee && call->callee->editable ? fl_span_text(u, call->callee->span) : "";
  const size_t args = fl_count_arguments(u, call);
  bool alone = true;
  const struct fl_functions *named = fl_functions_named(u, g->name);
  add_specializations(c, g);
  for (size_t i = 0; i < named->len; i++) {
    struct fl_function *h = named->data[i];
    if (g->is_member || h->kind == FL_KERNEL || !fl_is_rival(g, h, text, args))
      continue;
    add_unresolved(c, h);
    alone = false;
  }
  if (alone)
    add_callee(c, g);
  else
    add_unresolved(c, g);
}

// Operators in templates may be functions of any class.
static bool add_operators(struct fl_node *n, void *data) {
  struct collect *c = data;
  const bool is_operator = n->kind == FL_BINARY || n->kind == FL_ASSIGN || n->kind == FL_UNARY ||
                           n->kind == FL_SUBSCRIPT;
  if (!is_operator || !fl_is_dependent(n))
    return true;
  const char *name = n->kind == FL_SUBSCRIPT ? "[]" : n->name ? n->name : "";
  const struct fl_functions *may =
      fl_functions_named(c->unit, fl_format(c->unit->arena, "operator%s", name));
  for (size_t i = 0; i < may->len && *name; i++)
    add_unresolved(c, may->data[i]);
  return true;
}

// Is the object that is called a variable of the body's own?
static bool is_own(const struct fl_node *call) {
  const struct fl_node *object = call->kids.len ? call->kids.data[0] : NULL;
  return object && (object->kind == FL_LAMBDA ||
                    (object->kind == FL_REF && object->decl &&
                     (object->decl->kind == FL_DECL_LOCAL || object->decl->kind == FL_DECL_PARAM)));
}

static void collect_called(struct collect *c) {
  struct fl_function *f = c->fn;
  if (f->body)
    fl_walk(f->body, add_operators, c);
  for (size_t i = 0; i < f->calls.len; i++) {
    struct fl_node *call = f->calls.data[i];
    if (call->conversions) {
      for (struct fl_function *g = NULL; (g = fl_next_called(c->unit, call, g));)
        add_callee(c, g);
    } else if (call->decl && call->decl->function) {
      if (call->decl->function->kind != FL_KERNEL)
        add_named(c, call, call->decl->function);
    } else if (!call->decl || call->decl->kind != FL_DECL_FUNCTION) {
      add_candidates(c, call);
    } else if (fl_is_overloaded_call(c->unit, call)) {
      add_overloads(c, call);
    } else if (fl_is_dependent(call)) {
      add_candidates(c, call);
    } else if (!strcmp(call->decl->name, "operator()")) {
      f->facts->calls_any |= !is_own(call);
    }
  }
}

// The length of the word that a text begins with; 0: it begins with none.
static size_t word_length(const char *text) {
  size_t n = 0;
  while (fl_is_word(text[n]))
    n++;
  return n;
}

// What functions of libraries may call of what is handed to them.
static void collect_handed_on(struct collect *c) {
  const struct fl_functions *all = fl_functions_named(c->unit, "operator()");
  for (size_t i = 0; i < c->fn->calls.len; i++) {
    const struct fl_node *call = c->fn->calls.data[i];
    const bool any = fl_hands_on_any(c->unit, call);
    c->fn->facts->calls_any |= any;
    if (!all->len || !fl_is_of_library(c->unit, call))
      continue;
    c->may.len = 0;
    for (size_t k = 0; k < call->kids.len && !any; k++) {
      const char *type = fl_handed_type(call, call->kids.data[k]);
      for (size_t n; *type; type += n ? n : 1) {
        n = word_length(type);
        const struct fl_functions *of = n ? fl_names_get(&c->functors, type, n) : NULL;
        if (of)
          append(c, of);
      }
    }
    if (any)
      append(c, all);
    else
      append(c, &c->odd_functors);
    sort(c);
    for (size_t k = 0; k < c->may.len; k++)
      if (c->may.data[k]->is_member && fl_hands_on(c->unit, call, c->may.data[k]))
        add_unresolved(c, c->may.data[k]);
  }
}

// Those whose names are no words, begin with a word, and stand in a text.
static void add_odd(struct collect *c, const char *text, const char *word, size_t len) {
  const struct fl_functions *odd = fl_names_get(&c->odd, word, len);
  for (size_t i = 0; odd && i < odd->len; i++)
    if ((len || strchr(text, *odd->data[i]->name)) && fl_mentions(text, odd->data[i]->name))
      *fl_vec_add(c->unit->arena, &c->may) = odd->data[i];
}

// Calls in a constructor's initialisers, and in default arguments, are seen by name only.
static void collect_mentioned(struct collect *c, const char *text) {
  c->may.len = 0;
  add_odd(c, text, "", 0);
  for (const char *p = text; *p;) {
    const size_t n = word_length(p);
    if (n) {
      append(c, &fl_namesakes(c->unit, p, n)->all);
      add_odd(c, text, p, n);
    }
    p += n ? n : 1;
  }
  sort(c);
  for (size_t i = 0; i < c->may.len; i++)
    if (c->may.data[i]->kind != FL_KERNEL)
      add_unresolved(c, c->may.data[i]);
}
static void collect_seen_by_name(struct collect *c) {
  collect_mentioned(c, fl_initialisers(c->unit, c->fn));
  for (size_t i = 0; i < c->fn->params.len; i++)
    collect_mentioned(c, fl_head_text(c->unit, c->fn->params.data[i].default_arg));
}

static struct fl_functions *list_of(struct collect *c, struct fl_names *lists, const char *name,
                                    size_t len) {
  void **value = fl_names_add(c->unit->arena, lists, name, len);
  if (!*value)
    *value = fl_alloc(c->unit->arena, sizeof(struct fl_functions));
  return *value;
}

static void index_functors(struct collect *c) {
  const struct fl_functions *all = fl_functions_named(c->unit, "operator()");
  for (size_t i = 0; i < all->len; i++) {
    size_t len;
    const char *class = fl_class_of(all->data[i], &len);
    struct fl_functions *of =
        len && word_length(class) == len ? list_of(c, &c->functors, class, len) : &c->odd_functors;
    *fl_vec_add(c->unit->arena, of) = all->data[i];
  }
}

void fl_collect_callees(struct fl_unit *u) {
  struct collect c = {.unit = u, .taken_api = find_taken_api(u)};
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    if (f->address_taken)
      *fl_vec_add(u->arena, &c.taken) = f;
    if (f->name[word_length(f->name)])
      *fl_vec_add(u->arena, list_of(&c, &c.odd, f->name, word_length(f->name))) = f;
  }
  index_functors(&c);
  for (size_t i = 0; i < u->functions.len; i++) {
    c.fn = u->functions.data[i];
    collect_called(&c);
    collect_handed_on(&c);
    collect_seen_by_name(&c);
  }
}
