// Shared memory that must be shared memory. A thread that runs a block alone has it among its locals, where atomic operations and the assembler's instructions for shared memory do not
// reach, and where those who ask in which memory an address is are told otherwise.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/memory/memory.h"
#include "analysis/bodies/node.h"

struct search {
  struct fl_unit *unit;
  const struct fl_function *kernel;
  bool *seen;                   // functions that were looked at, by their index
  const struct fl_function *in; // whose body is looked at for escapes
  bool escapes_known, escapes;  // addresses in shared memory may be loaded from somewhere
  bool has_members;             // members of objects there are called
  struct fl_reason found;
};

// The variable that a pointer such as `p`, `&v`, `&p[i].x` or `p + i` leads to. `*loaded`: a pointer on the way is read from memory, or
// from an object whose member runs.
static const struct fl_decl *leads_to(const struct fl_node *e, bool *loaded) {
  *loaded = false;
  while (e && e->kind != FL_REF) {
    const bool sum = e->kind == FL_BINARY && e->kids.len == 2;
    *loaded |= e->kind == FL_THIS || (e->kind == FL_MEMBER && !e->kids.len);
    if (e->kind == FL_TERNARY || e->kind == FL_CALL || !e->kids.len)
      return NULL;
    const char *right = sum ? e->kids.data[1]->type : NULL;
    if (sum && (!right || strpbrk(right, "*[<") || !strcmp(e->name, ","))) // `i + p`
      return NULL;
    const bool behind = e->kind == FL_SUBSCRIPT || fl_is_operator(e, FL_UNARY, "*") ||
                        (e->kind == FL_MEMBER && fl_is_pointer(e->kids.data[0]));
    *loaded |= behind && fl_is_pointer(e);
    e = e->kids.data[0];
  }
  const struct fl_decl *d = e ? e->decl : NULL;
  const bool address = e && e->parent && fl_is_operator(e->parent, FL_UNARY, "&");
  *loaded |= d && d->kind == FL_DECL_GLOBAL && d->is_pointer && !address;
  return d;
}

static bool is_atomic(const struct fl_node *n) {
  return n->kind == FL_CALL && (fl_begins(n->name, "atomic") || fl_begins(n->name, "__nv_atomic"));
}

// Does a parameter of the kernel keep what the launch passed? A lambda's parameters are others.
struct keeps {
  struct fl_unit *unit;
  const struct fl_decl *decl;
  bool changed;
};
static bool find_change(struct fl_node *n, void *data) {
  struct keeps *k = data;
  k->changed |= n->kind == FL_REF && n->decl == k->decl && !fl_only_read(k->unit, n) &&
                !(n->parent && is_atomic(n->parent));
  return !k->changed;
}
static bool is_passed(struct fl_unit *u, const struct fl_function *kernel,
                      const struct fl_decl *d) {
  size_t i = 0;
  while (i < kernel->params.len && kernel->params.data[i].decl != d)
    i++;
  if (i == kernel->params.len)
    return false;
  signed char **passed = &kernel->facts->passed;
  if (!*passed)
    *passed = fl_alloc(u->arena, kernel->params.len);
  if (!(*passed)[i]) {
    struct keeps k = {u, d, false};
    fl_walk_uses(kernel->body, d, find_change, &k);
    (*passed)[i] = k.changed ? -1 : 1;
  }
  return (*passed)[i] > 0;
}

// May a parameter be given an address in shared memory? A kernel's own come from elsewhere, unless it changes them.
static bool may_hold_address(const struct search *s, const struct fl_decl *d) {
  return d->kind == FL_DECL_PARAM && (s->in->kind != FL_KERNEL || !is_passed(s->unit, s->in, d));
}

// Is it an address that may be in shared memory, as far as a function's own text tells?
static bool is_address(const struct search *s, const struct fl_node *n) {
  bool loaded;
  if (n->kind == FL_CALL) // of the program's, which may return one
    return (fl_is_pointer(n) || fl_is_dependent(n)) && fl_called(s->unit, n);
  const struct fl_decl *d = fl_is_pointer(n) || fl_is_array(n) ? leads_to(n, &loaded) : NULL;
  return d && !loaded &&
         (d->kind == FL_DECL_SHARED || (d->kind == FL_DECL_LOCAL && d->is_pointer) ||
          may_hold_address(s, d));
}

// Is an object in what may be shared memory, as far as a function's own text tells? Its members know it as `this`.
static bool is_shared_object(const struct search *s, const struct fl_node *object) {
  bool loaded;
  if (fl_is_pointer(object))
    return is_address(s, object);
  const struct fl_decl *d = leads_to(object, &loaded);
  return d && !loaded &&
         (d->kind == FL_DECL_SHARED || (fl_is_local(d) && d->is_reference) ||
          (d->is_pointer && (d->kind == FL_DECL_LOCAL || may_hold_address(s, d))));
}
// Does device code put such an address where others may load it: in memory, or in an object?
static bool find_escape(struct fl_node *n, void *data) {
  struct search *s = data;
  if (n->kind == FL_CALL && fl_called_object(n))
    s->has_members |= is_shared_object(s, fl_called_object(n));
  const struct fl_node *to = n->kids.len ? n->kids.data[0] : NULL;
  const bool stores = fl_is_operator(n, FL_ASSIGN, "=") && n->kids.len == 2 && fl_is_pointer(to) &&
                      !(to->kind == FL_REF && fl_is_local(to->decl));
  const bool makes =
      n->kind == FL_INIT_LIST || n->kind == FL_NEW || (n->kind == FL_CALL && !n->callee) ||
      (n->kind == FL_VAR && n->decl && !n->decl->is_pointer && !n->decl->is_reference);
  for (size_t i = stores; (stores || makes) && i < n->kids.len; i++)
    s->escapes |= is_address(s, n->kids.data[i]);
  return true;
}
static bool escapes(struct search *s) {
  for (size_t i = 0; i < s->unit->functions.len && !s->escapes_known; i++) {
    s->in = s->unit->functions.data[i];
    fl_walk(s->in->body, find_escape, s);
  }
  s->escapes_known = true;
  return s->escapes;
}

// Is a pointer, or one on its way, read from an object or from memory? Then it matters what was put there, and not where that is.
static bool is_read(const struct fl_node *pointer) {
  for (const struct fl_node *e = pointer; e && e->kind != FL_REF && e->kind != FL_CALL;
       e = e->kids.len ? e->kids.data[0] : NULL) {
    const bool place =
        e->kind == FL_MEMBER || e->kind == FL_SUBSCRIPT || fl_is_operator(e, FL_UNARY, "*");
    const bool address = e != pointer && fl_is_operator(e->parent, FL_UNARY, "&");
    if (place && !address && fl_is_pointer(e))
      return true;
  }
  return false;
}

static bool may_be_shared(struct search *s, const struct fl_node *pointer) {
  bool loaded = false;
  const struct fl_decl *d = pointer ? leads_to(pointer, &loaded) : NULL;
  if (loaded)
    return escapes(s) || (s->has_members && !is_read(pointer));
  return !d || !(d->kind == FL_DECL_GLOBAL || is_passed(s->unit, s->kernel, d));
}

// `__isShared(p)`, `__cvta_generic_to_shared(p)`, and what has instructions for shared memory in it.
static bool asks_for_space(const char *name) {
  static const char *const known[] = {"__isShared",   "__isLocal",         "__isGlobal",
                                      "__isConstant", "__isGridConstant",  "__isClusterShared",
                                      "__cvta_",      "__pipeline_memcpy", "__mbarrier_"};
  bool asks = strstr(name, "_to_shared") != NULL;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    asks |= fl_begins(name, known[i]);
  return asks;
}

static struct fl_function *foreign_callee(const struct fl_node *call) {
  struct fl_function *g = call->decl ? call->decl->function : NULL;
  return g && g->facts->is_foreign ? g : NULL;
}

// A function of the toolkit's that takes any address, or one of this file: what is in its text is looked at there.
static bool takes_any(const struct search *s, const struct fl_node *call) {
  static const char *const names[] = {"memcpy", "memmove", "memset", "memcmp",  "memchr",   "swap",
                                      "min",    "max",     "move",   "forward", "addressof"};
  static const char *const begins[] = {
      "str",        "printf",   "vprintf",  "malloc", "free",  "cuda",         "sincos", "modf",
      "frexp",      "remquo",   "norm",     "rnorm",  "nan",   "__ld",         "__st",   "clock",
      "__builtin_", "__assert", "operator", "curand", "make_", "__threadfence"};
  const char *name = call->name;
  const struct fl_decl *of =
      call->callee && call->callee->kind == FL_REF ? call->callee->decl : NULL;
  bool takes = !name || !*name || fl_api_find(name) || (call->decl && call->decl->function) ||
               (fl_is_local(of) && !of->is_pointer);
  for (size_t i = 0; i < sizeof names / sizeof *names && !takes; i++)
    takes = !strcmp(name, names[i]);
  for (size_t i = 0; i < sizeof begins / sizeof *begins && !takes; i++)
    takes = fl_begins(name, begins[i]);
  return takes || fl_functions_named(s->unit, name)->len;
}

// Is it the address of a variable that a thread has among its locals anyway?
static bool is_own(const struct fl_node *pointer) {
  bool loaded;
  const struct fl_decl *d = leads_to(pointer, &loaded);
  return d && d->kind == FL_DECL_LOCAL && !loaded && !d->is_pointer && !d->is_reference;
}

// May something that a function is given be in shared memory, or hold a reference to what is there? Of pointers in objects escapes() knows.
static bool leads_to_shared(struct search *s, const struct fl_node *n) {
  bool loaded;
  return is_own(n) ? !fl_is_plain_type(leads_to(n, &loaded)->canonical) : may_be_shared(s, n);
}

// May a function of another file come by an address in shared memory?
static bool hands_to_foreign(struct search *s, const struct fl_node *call,
                             const struct fl_function *g) {
  const struct fl_node *object = fl_object_of(call);
  size_t parameter = 0;
  if (escapes(s) || (object && leads_to_shared(s, object)))
    return true;
  for (size_t i = 0; i < call->kids.len; i++) {
    const struct fl_node *a = call->kids.data[i];
    if (a == call->callee)
      continue;
    const struct fl_decl *to = parameter < g->params.len ? g->params.data[parameter].decl : NULL;
    parameter++;
    const bool number =
        to && !to->is_reference && !to->is_pointer && fl_is_plain_type(to->canonical);
    if (!number && leads_to_shared(s, a))
      return true;
  }
  return false;
}

// Is a function of the toolkit's, or of another file, given what may be an address in shared memory?
static bool hands_on(struct search *s, const struct fl_node *call) {
  if (foreign_callee(call))
    return hands_to_foreign(s, call, foreign_callee(call));
  for (size_t i = 0; i < call->kids.len && !takes_any(s, call); i++) {
    const struct fl_node *a = call->kids.data[i];
    if (a != call->callee && (fl_is_pointer(a) || fl_is_array(a)) && !is_own(a) &&
        may_be_shared(s, a))
      return true;
  }
  return false;
}

static bool find(struct fl_node *n, void *data) {
  struct search *s = data;
  const char *why = NULL;
  if (n->kind == FL_CALL && n->name && asks_for_space(n->name))
    why = "needs addresses in shared memory";
  else if (n->kind == FL_ASM || (n->type && strstr(n->type, "atomic")) ||
           (is_atomic(n) && may_be_shared(s, fl_nth_argument(n, 0))))
    why = "may have atomics on its shared memory";
  else if (n->kind == FL_CALL && !is_atomic(n) && hands_on(s, n))
    why = fl_format(s->unit->arena, "may give '%s' an address in its shared memory", n->name);
  if (why)
    s->found =
        (struct fl_reason){fl_format(s->unit->arena, "'%s' %s", s->kernel->name, why), n->span};
  return !why;
}

// Device functions may call each other in circles; destructors and the like run without a call.
static void look_through(const struct fl_function *f, struct search *s) {
  if (!f->body || s->found.text || s->seen[f->facts->index])
    return;
  s->seen[f->facts->index] = true;
  fl_walk(f->body, find, s);
  for (size_t i = 0; i < f->facts->unresolved.len && !s->found.text; i++)
    if (f->facts->unresolved.data[i]->facts->is_foreign) // what it is given is not seen
      s->found = (struct fl_reason){fl_format(s->unit->arena,
                                              "'%s' may give '%s' an address in its shared memory",
                                              s->kernel->name, f->facts->unresolved.data[i]->name),
                                    f->name_span};
  for (size_t i = 0; i < f->facts->callees.len; i++)
    look_through(f->facts->callees.data[i], s);
  for (size_t i = 0; i < s->unit->functions.len; i++)
    if (fl_may_run_on_object(f, s->unit->functions.data[i]))
      look_through(s->unit->functions.data[i], s);
}

struct fl_reason fl_address_obstacle(struct fl_unit *u, const struct fl_site *site) {
  const struct fl_facts *x = site->kernel->facts;
  struct search s = {.unit = u, .kernel = site->kernel, .found = {NULL, site->span}};
  bool shared = x->any_static_shared || x->reads_file_shared || site->shared_bytes != 0;
  for (size_t i = 0; i < x->specializations.len; i++)
    shared |= x->specializations.data[i]->facts->any_static_shared ||
              x->specializations.data[i]->facts->reads_file_shared;
  if (!shared)
    return s.found;
  s.seen = fl_alloc(u->arena, u->functions.len + 1);
  look_through(site->kernel, &s);
  for (size_t i = 0; i < x->specializations.len; i++)
    look_through(x->specializations.data[i], &s);
  return s.found;
}
