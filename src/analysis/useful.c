// Which threads of a grid can do anything at all: the comparison of an index with a bound that stands in front of everything a kernel does. The
// statements in front of it are run in order here, on symbolic values of the variables; anything that is not understood, and may have an
// effect, ends the search.
#include "analysis/analysis.h"
#include <ctype.h>
#include <string.h>

// The value of an expression: a term, and what it has of the indices. term == NULL: not known.
struct value {
  bool pure; // its evaluation has no effect
  const struct fl_term *term;
  const struct fl_term *stride; // of blockIdx.x; NULL if it is not in there
  unsigned size;                // nodes of the term
  bool threads;                 // threadIdx.x is in there
};

enum { LARGEST = 64 }; // nodes of a term; it is written out for every use of a variable

struct variable {
  const struct fl_decl *decl;
  struct value value;
};

struct search {
  struct fl_unit *unit;
  struct fl_function *fn;
  FL_VEC(struct variable) variables; // locals, and parameters that were changed
  struct fl_useful *found;           // its needs are collected on the way
};

static const struct value unknown;

static bool uniform(struct value v) { return !v.stride && !v.threads; }

static const struct fl_term *make(struct search *s, struct fl_term t) {
  struct fl_term *p = fl_alloc(s->unit->arena, sizeof *p);
  *p = t;
  return p;
}

static const char *without_const(const char *type) {
  return type && !strncmp(type, "const ", 6) ? type + 6 : type;
}

// Size of an integer type by its canonical name; 0: it is none.
static int integer_size(const char *type) {
  static const struct {
    const char *name;
    int size;
  } table[] = {{"int", 4},         {"unsigned int", 4},       {"long", 8},  {"unsigned long", 8},
               {"long long", 8},   {"unsigned long long", 8}, {"bool", 1},  {"char", 1},
               {"signed char", 1}, {"unsigned char", 1},      {"short", 2}, {"unsigned short", 2}};
  type = without_const(type);
  for (size_t i = 0; type && i < sizeof table / sizeof *table; i++)
    if (!strcmp(type, table[i].name))
      return table[i].size;
  return 0;
}

// Numbers, and pointers and arrays of anything: their operators have no effects.
static bool basic(const struct fl_decl *d) {
  const char *type = without_const(d->canonical);
  return d->is_pointer || d->is_array || integer_size(type) || !strcmp(type, "float") ||
         !strcmp(type, "double");
}

static bool find_name(struct fl_node *n, void *data) {
  const char *type = data;
  return !((n->kind == FL_VAR || n->kind == FL_OTHER_DECL) && n->name && *n->name &&
           fl_mentions(type, n->name));
}

// Does a type that depends on template parameters mean the same behind the kernel?
static bool named_outside(struct search *s, const char *type) {
  if (!type || !*type || strpbrk(type, "(&") || fl_mentions(type, "decltype") ||
      fl_mentions(type, "auto") || fl_mentions(type, "volatile"))
    return false;
  for (size_t i = 0; i < s->fn->params.len; i++)
    if (s->fn->params.data[i].decl && fl_mentions(type, s->fn->params.data[i].decl->name))
      return false;
  return fl_walk(s->fn->body, find_name, (void *)type);
}

// Notes what must hold of a type, or of the type of a term. A stronger need takes the place of a weaker one.
static void need(struct search *s, enum fl_need what, const char *type,
                 const struct fl_term *term) {
  for (size_t i = 0; i < s->found->needs.len; i++) {
    struct fl_type_need *n = &s->found->needs.data[i];
    if (type ? !n->type || strcmp(n->type, type) != 0
             : !term || !n->term || n->term->kind != term->kind || n->term->value != term->value ||
                   strcmp(n->term->name, term->name) != 0)
      continue;
    if (n->need < what)
      n->need = what;
    return;
  }
  *fl_vec_add(s->unit->arena, &s->found->needs) = (struct fl_type_need){what, type, term};
}

static struct variable *find_variable(struct search *s, const struct fl_decl *d) {
  for (size_t i = 0; i < s->variables.len; i++)
    if (s->variables.data[i].decl == d)
      return &s->variables.data[i];
  return NULL;
}

static void set_variable(struct search *s, const struct fl_decl *d, struct value v) {
  struct variable *x = find_variable(s, d);
  if (!x)
    x = fl_vec_add(s->unit->arena, &s->variables);
  *x = (struct variable){d, v};
}

// The value converted to a type, which depends on template parameters if `canonical` is "". Indices keep their differences in integers of 32 bits and more only.
static struct value convert(struct search *s, struct value v, const char *type,
                            const char *canonical) {
  if (!v.term)
    return unknown;
  const int size = integer_size(canonical);
  if (size) {
    type = without_const(canonical);
  } else {
    if ((*canonical && !strstr(canonical, "type-parameter-")) || !named_outside(s, type))
      return unknown;
    need(s, FL_NEED_BASIC, type, NULL);
  }
  if (size && size < 4 && !uniform(v))
    return unknown;
  v.term = make(
      s, (struct fl_term){.kind = FL_TERM_CAST, .name = type, .dependent = !size, .a = v.term});
  v.size++;
  return v;
}

// A constant, of the type that it has as an operand.
static struct value constant(struct search *s, int64_t value, const char *type) {
  type = integer_size(type) < 4 ? "int" : type;
  return (struct value){
      .pure = true,
      .term = make(s, (struct fl_term){.kind = FL_TERM_CONSTANT, .name = type, .value = value})};
}

static struct value value_of(struct search *s, const struct fl_node *n);

// An argument, or a member of it.
static struct value argument(struct search *s, const struct fl_decl *d, const char *path,
                             bool dependent) {
  for (size_t i = 0; d && d->kind == FL_DECL_PARAM && i < s->fn->params.len; i++) {
    const struct fl_param *p = &s->fn->params.data[i];
    if (p->decl != d || p->is_pack || d->is_reference || d->is_pointer || d->is_array ||
        d->is_volatile)
      continue;
    const struct value v = {.term = make(s, (struct fl_term){.kind = FL_TERM_PARAM,
                                                             .name = path,
                                                             .value = (int64_t)i,
                                                             .dependent = dependent})};
    if (dependent)
      need(s, FL_NEED_BASIC, NULL, v.term);
    return v;
  }
  return unknown;
}

static struct value name(struct search *s, const struct fl_node *n) {
  const struct fl_decl *d = n->decl;
  const struct variable *x = d ? find_variable(s, d) : NULL;
  if (x)
    return x->value;
  if (d && d->kind == FL_DECL_PARAM)
    return d->dependent || integer_size(d->canonical) ? argument(s, d, "", d->dependent) : unknown;
  for (size_t i = 0; d && d->kind == FL_DECL_TEMPLATE_PARAM && i < s->fn->template_params.len;
       i++) {
    const struct fl_template_param *p = &s->fn->template_params.data[i];
    if (p->is_type || p->is_template || p->is_pack || strcmp(p->name, d->name) != 0)
      continue;
    const struct value v = {
        .term = make(
            s, (struct fl_term){.kind = FL_TERM_TEMPLATE, .name = p->name, .dependent = true})};
    need(s, FL_NEED_BASIC, NULL, v.term);
    return v;
  }
  return unknown;
}

// A component of a built-in index or extent, of a grid and blocks of one dimension.
static struct value builtin(struct search *s, const char *object, const char *component) {
  if (strlen(component) != 1 || !strchr("xyz", *component) || !strcmp(object, "warpSize"))
    return unknown;
  const bool thread = !strcmp(object, "threadIdx"), block = !strcmp(object, "blockIdx");
  if ((thread || block) && *component != 'x')
    return constant(s, 0, "unsigned int");
  struct value v = {.term = make(s, (struct fl_term){.kind = FL_TERM_BUILTIN,
                                                     .name = fl_format(s->unit->arena, "%s.%s",
                                                                       object, component)}),
                    .threads = thread};
  if (block)
    v.stride = constant(s, 1, "unsigned int").term;
  return v;
}

// A member of an argument, or of a member of one: not behind a pointer.
static struct value member(struct search *s, const struct fl_node *n) {
  const struct fl_node *o = n->kids.len == 1 ? n->kids.data[0] : NULL;
  if (o && o->kind == FL_REF && o->decl && o->decl->kind == FL_DECL_BUILTIN)
    return builtin(s, o->decl->name, n->name);
  const char *path = "";
  bool dependent = false;
  const struct fl_node *e = n;
  for (; e && e->kind == FL_MEMBER; e = e->kids.len == 1 ? e->kids.data[0] : NULL) {
    const struct fl_decl *f = e->decl;
    if (!*e->name || (f && (f->kind != FL_DECL_FIELD || strcmp(f->name, e->name) != 0 ||
                            f->is_reference || f->is_volatile || f->is_pointer || f->is_array)))
      return unknown;
    dependent |= !f || f->dependent;
    path = fl_format(s->unit->arena, ".%s%s", e->name, path);
  }
  // Whether something that depends on template parameters is a pointer, only the text tells.
  if (dependent && (!n->editable || strstr(fl_span_text(s->unit, n->span), "->")))
    return unknown;
  const struct fl_decl *d = e && e->kind == FL_REF ? e->decl : NULL;
  if (!d || find_variable(s, d) || (!dependent && (!n->decl || !integer_size(n->decl->canonical))))
    return unknown;
  return argument(s, d, path, dependent);
}

static struct value combine(struct search *s, const char *op, struct value a, struct value b) {
  if (!a.term || !b.term || a.size + b.size >= LARGEST)
    return unknown;
  struct value v = {
      .size = a.size + b.size + 1,
      .term =
          make(s, (struct fl_term){.kind = FL_TERM_BINARY, .name = op, .a = a.term, .b = b.term}),
      .stride = a.stride ? a.stride : b.stride,
      .threads = a.threads || b.threads};
  if (!strcmp(op, "+"))
    return (a.threads && b.threads) || (a.stride && b.stride) ? unknown : v;
  if (!strcmp(op, "-"))
    return uniform(b) ? v : unknown;
  if (!strcmp(op, "*") && v.stride && !v.threads && uniform(a) != uniform(b)) {
    const bool once = v.stride->kind == FL_TERM_CONSTANT && v.stride->value == 1;
    v.stride = uniform(a) ? a.term : b.term;
    return once ? v : unknown;
  }
  if (!uniform(v))
    return unknown;
  const bool small = b.term->kind == FL_TERM_CONSTANT && b.term->value >= 0;
  if (!strcmp(op, "/") || !strcmp(op, "%"))
    return small && b.term->value > 0 ? v : unknown;
  if (!strcmp(op, "<<") || !strcmp(op, ">>"))
    return small && b.term->value < 32 ? v : unknown;
  return !strcmp(op, "*") || !strcmp(op, "&") || !strcmp(op, "|") || !strcmp(op, "^") ? v : unknown;
}

static const char *constant_type(const struct fl_node *n) {
  const char *type = n->kind == FL_CAST             ? n->canonical
                     : n->kind == FL_REF && n->decl ? n->decl->canonical
                                                    : n->type;
  type = without_const(type);
  if (n->kind == FL_OTHER_EXPR) // sizeof
    return "unsigned long";
  return integer_size(type) ? type : NULL;
}

// A binary operator and its operands. Beside operators of the program's own, clang takes one on types that are not known yet for a call; on
// integers it is the built-in one all the same.
struct operation {
  const char *op; // NULL: it is none
  const struct fl_node *left, *right;
};
static struct operation operation(const struct fl_node *n) {
  struct fl_node *const *kid = n->kids.data;
  if (n->kind == FL_BINARY && n->kids.len == 2)
    return (struct operation){n->name, kid[0], kid[1]};
  if (n->kind == FL_CALL && n->kids.len == 3 && kid[1]->kind == FL_REF && kid[1]->name &&
      !strncmp(kid[1]->name, "operator", 8))
    return (struct operation){kid[1]->name + 8, kid[0], kid[2]};
  return (struct operation){NULL, NULL, NULL};
}

// Has reading a variable that has no known value no effect?
static bool reads(struct search *s, const struct fl_node *n) {
  const struct fl_decl *d = n->decl;
  if (!d || d->is_volatile)
    return false;
  if (d->kind == FL_DECL_ENUMERATOR || d->kind == FL_DECL_TEMPLATE_PARAM)
    return true;
  if (!d->dependent) // of a class, a member is read
    return basic(d) || (n->parent && n->parent->kind == FL_MEMBER);
  if (!named_outside(s, d->type))
    return false;
  need(s, FL_NEED_BASIC, d->type, NULL);
  return true;
}

static bool reads_member(struct search *s, const struct fl_node *n) {
  const struct fl_node *o = n->kids.len == 1 ? n->kids.data[0] : NULL;
  const struct fl_decl *d = n->decl;
  if (o && o->decl && o->decl->kind == FL_DECL_BUILTIN)
    return true;
  return o && d && d->kind == FL_DECL_FIELD && !d->dependent && !d->is_volatile &&
         (basic(d) || (n->parent && n->parent->kind == FL_MEMBER)) && value_of(s, o).pure;
}

static bool pure_kids(struct search *s, const struct fl_node *n) {
  for (size_t i = 0; i < n->kids.len; i++)
    if (n->kids.data[i] != n->callee && !value_of(s, n->kids.data[i]).pure)
      return false;
  return true;
}

static struct value unary(struct search *s, const char *op, struct value v) {
  if (!v.term || !strcmp(op, "+"))
    return v;
  if (!uniform(v) || (strcmp(op, "-") != 0 && strcmp(op, "~") != 0))
    return unknown;
  v.term = make(s, (struct fl_term){.kind = FL_TERM_UNARY, .name = op, .a = v.term});
  v.size++;
  return v;
}

static struct value value_of(struct search *s, const struct fl_node *n) {
  struct value v = unknown;
  if (n->has_value && constant_type(n))
    return constant(s, n->value, constant_type(n));
  if (n->type && strstr(n->type, "volatile"))
    return v;
  const struct fl_node *kid = n->kids.len ? n->kids.data[0] : NULL;
  switch (n->kind) {
  case FL_REF:
    v = name(s, n);
    v.pure = v.term || reads(s, n);
    return v;
  case FL_MEMBER:
    v = member(s, n);
    v.pure = v.term || reads_member(s, n);
    return v;
  case FL_CAST: {
    if (n->kids.len != 1)
      return v;
    const struct value a = value_of(s, kid);
    const char *to = without_const(n->canonical);
    v = convert(s, a, n->type, n->canonical);
    v.pure =
        v.term || (a.pure && (integer_size(to) || !strcmp(to, "float") || !strcmp(to, "double") ||
                              !strcmp(to, "void") || strchr(to, '*')));
    return v;
  }
  case FL_UNARY: {
    if (n->kids.len != 1 || !strcmp(n->name, "++") || !strcmp(n->name, "--"))
      return v;
    const struct value a = value_of(s, kid);
    v = unary(s, n->name, a);
    v.pure = a.pure;
    return v;
  }
  case FL_BINARY:
  case FL_CALL: {
    const struct operation o = operation(n);
    if (!o.op) {
      const struct fl_api *api = fl_api_find(n->name);
      v.pure = n->kind == FL_CALL && api && api->cls == FL_API_LOAD && pure_kids(s, n);
      return v;
    }
    const struct value a = value_of(s, o.left), b = value_of(s, o.right);
    v = combine(s, o.op, a, b);
    v.pure = v.term || (n->kind == FL_BINARY && a.pure && b.pure);
    return v;
  }
  case FL_OTHER_EXPR:
    v.pure = n->name && !strcmp(n->name, "sizeof");
    return v;
  case FL_LITERAL:
  case FL_SUBSCRIPT:
  case FL_TERNARY:
  case FL_INIT_LIST:
    v.pure = pure_kids(s, n);
    return v;
  default:
    return v;
  }
}

// Declares a local variable. Returns whether that has no effect.
static bool declare(struct search *s, const struct fl_node *n) {
  const struct fl_decl *d = n->decl;
  if (n->kind != FL_VAR || !d)
    return n->kind == FL_OTHER_DECL;
  if (d->kind == FL_DECL_SHARED)
    return true;
  if (d->kind != FL_DECL_LOCAL || d->is_volatile)
    return false;
  const bool automatic = fl_mentions(d->type, "auto");
  if (d->dependent && !automatic) {
    if (!named_outside(s, d->type))
      return false;
    need(s, FL_NEED_BASIC, d->type, NULL);
  } else if (!d->dependent && !d->is_reference && !basic(d)) {
    return false;
  }
  const struct fl_node *init = n->init;
  if (init && init->kind == FL_INIT_LIST && init->kids.len == 1)
    init = init->kids.data[0];
  struct value v = init ? value_of(s, init) : unknown;
  if (init && !v.pure)
    return false;
  if (d->is_reference || d->is_array || d->is_pointer || strchr(d->type, '&'))
    v = unknown;
  if (!(d->dependent && automatic))
    v = convert(s, v, d->type, d->dependent ? "" : d->canonical);
  set_variable(s, d, v);
  return true;
}

// Runs an expression statement: a change of a variable of the thread's own, or nothing. Returns whether that has no other effect.
static bool evaluate(struct search *s, const struct fl_node *n) {
  const bool step =
      n->kind == FL_UNARY && n->name && (!strcmp(n->name, "++") || !strcmp(n->name, "--"));
  if (!step && n->kind != FL_ASSIGN)
    return value_of(s, n).pure;
  const struct fl_node *to = n->kids.len ? n->kids.data[0] : NULL;
  const struct fl_decl *d = to && to->kind == FL_REF ? to->decl : NULL;
  if (!d || (d->kind != FL_DECL_LOCAL && d->kind != FL_DECL_PARAM) || d->is_reference ||
      d->is_volatile || strchr(d->type, '&') || (!basic(d) && !d->dependent) ||
      (!step && n->kids.len != 2))
    return false;
  const struct value old = value_of(s, to);
  struct value v = step ? constant(s, 1, "int") : value_of(s, n->kids.data[1]);
  if (!old.pure || !v.pure)
    return false;
  const size_t len = strlen(n->name);
  if (step || len > 1)
    v = combine(s, fl_strndup(s->unit->arena, n->name, step ? 1 : len - 1), old, v);
  set_variable(s, d, convert(s, v, d->type, d->dependent ? "" : d->canonical));
  return true;
}

enum test {
  IMPURE, // its evaluation may have an effect
  PURE,
  BOUND // threads past the bound make the condition what was asked for, and nothing in front of the bound has an effect
};

static void swap(struct value *a, struct value *b) {
  const struct value c = *a;
  *a = *b;
  *b = c;
}

// Looks for a bound past which the condition is `!sense`.
static enum test find_bound(struct search *s, const struct fl_node *n, bool sense) {
  if (n->kind == FL_UNARY && !strcmp(n->name, "!") && n->kids.len == 1)
    return find_bound(s, n->kids.data[0], !sense);
  const struct operation o = operation(n);
  if (o.op && n->kind == FL_BINARY && !strcmp(o.op, sense ? "&&" : "||")) {
    const enum test left = find_bound(s, o.left, sense);
    return left == PURE ? find_bound(s, o.right, sense) : left;
  }
  static const char *const less[] = {"<", "<=", ">", ">="};
  size_t op = 0;
  while (op < 4 && o.op && strcmp(o.op, less[op]) != 0)
    op++;
  if (!o.op || op == 4)
    return value_of(s, n).pure ? PURE : IMPURE;
  struct value index = value_of(s, o.left), bound = value_of(s, o.right);
  if (!index.term || !bound.term)
    return n->kind == FL_BINARY && index.pure && bound.pure ? PURE : IMPURE;
  bool below = op < 2, equal = op & 1;
  if (uniform(index)) {
    swap(&index, &bound);
    below = !below;
  }
  if (!sense) {
    below = !below;
    equal = !equal;
  }
  if (!below || uniform(index) || !uniform(bound))
    return PURE;
  s->found->index = index.term;
  s->found->bound = bound.term;
  s->found->stride = index.stride;
  s->found->threads = index.threads;
  s->found->inclusive = equal;
  s->found->test = n;
  return BOUND;
}

static bool harmless_part(struct search *s, const struct fl_node *n) {
  if (!n)
    return true;
  switch (n->kind) {
  case FL_NULL_STMT:
    return true;
  case FL_RETURN:
    return n->kids.len == 0;
  case FL_COMPOUND:
  case FL_DECL_STMT:
    break;
  case FL_IF:
    return harmless_part(s, n->init) && n->cond && value_of(s, n->cond).pure &&
           harmless_part(s, n->then) && harmless_part(s, n->otherwise);
  case FL_VAR:
  case FL_OTHER_DECL:
    return declare(s, n);
  default:
    return evaluate(s, n);
  }
  for (size_t i = 0; i < n->kids.len; i++)
    if (!harmless_part(s, n->kids.data[i]))
      return false;
  return true;
}

// Has a statement no effect but on variables of the thread? It is not run: the variables stay as they are.
static bool harmless(struct search *s, const struct fl_node *n) {
  struct search apart = *s;
  apart.variables.data =
      fl_alloc(s->unit->arena, (s->variables.len + 1) * sizeof *s->variables.data);
  apart.variables.cap = s->variables.len + 1;
  for (size_t i = 0; i < s->variables.len; i++)
    apart.variables.data[i] = s->variables.data[i];
  return harmless_part(&apart, n);
}

// Does a statement always leave the kernel?
static bool leaves(const struct fl_node *n) {
  if (n && n->kind == FL_COMPOUND)
    return n->kids.len && leaves(n->kids.data[n->kids.len - 1]);
  return n && n->kind == FL_RETURN;
}

static bool forget_changed(struct fl_node *n, void *data) {
  const bool changes = n->kind == FL_ASSIGN ||
                       (n->kind == FL_UNARY && (!strcmp(n->name, "++") || !strcmp(n->name, "--")));
  if (changes && n->kids.len && n->kids.data[0]->kind == FL_REF && n->kids.data[0]->decl)
    set_variable(data, n->kids.data[0]->decl, unknown);
  return true;
}

enum outcome {
  GOES_ON,
  STOPPED, // nothing is known of what comes behind
  GUARDED, // threads past the bound do nothing in the statement, and go on behind it
  LEFT     // threads past the bound leave in it
};

static enum outcome run(struct search *s, const struct fl_node *n);

// `if`, `while` and `for`: a thread for which the condition does not hold the first time does not come to what stands under it.
static enum outcome run_condition(struct search *s, struct fl_node *n) {
  if (n->init && run(s, n->init) != GOES_ON)
    return STOPPED;
  if (!n->cond)
    return STOPPED;
  const bool branch = n->kind == FL_IF, otherwise = !branch || harmless(s, n->otherwise);
  if (branch && leaves(n->then) && harmless(s, n->then) && find_bound(s, n->cond, false) == BOUND)
    return LEFT;
  const enum test t = find_bound(s, n->cond, true);
  if (t == BOUND && otherwise)
    return branch && leaves(n->otherwise) ? LEFT : GUARDED;
  if (!branch || t == IMPURE || !otherwise)
    return STOPPED;
  if (harmless(s, n->then)) {
    fl_walk(n, forget_changed, s);
    return GOES_ON;
  }
  const enum outcome o = run(s, n->then);
  return o == GUARDED || o == LEFT ? GUARDED : STOPPED;
}

static enum outcome run(struct search *s, const struct fl_node *n) {
  switch (n->kind) {
  case FL_NULL_STMT:
    return GOES_ON;
  case FL_COMPOUND:
  case FL_DECL_STMT:
    break;
  case FL_VAR:
  case FL_OTHER_DECL:
    return declare(s, n) ? GOES_ON : STOPPED;
  case FL_FOR:
    if (!n->editable) // of a loop out of a macro it is not known which part is which
      return STOPPED;
    return run_condition(s, (struct fl_node *)n);
  case FL_IF:
  case FL_WHILE:
    return run_condition(s, (struct fl_node *)n);
  default:
    return evaluate(s, n) ? GOES_ON : STOPPED;
  }
  enum outcome o = GOES_ON;
  for (size_t i = 0; i < n->kids.len && (o == GOES_ON || o == GUARDED); i++) {
    if (o == GOES_ON)
      o = run(s, n->kids.data[i]);
    else if (!harmless(s, n->kids.data[i]))
      o = STOPPED;
  }
  return o;
}

// What the operators of a term need of the types in it. Returns whether an index is in it.
static bool need_integers(struct search *s, const struct fl_term *t) {
  if (!t)
    return false;
  const bool a = need_integers(s, t->a), b = need_integers(s, t->b);
  const bool index = a || b || (t->kind == FL_TERM_BUILTIN && strstr(t->name, "Idx"));
  if (t->kind == FL_TERM_CAST && t->dependent)
    need(s, index ? FL_NEED_WIDE_INTEGER : FL_NEED_INTEGER, t->name, NULL);
  else if (t->dependent)
    need(s, FL_NEED_INTEGER, NULL, t);
  return index;
}

const struct fl_useful *fl_useful_of(struct fl_unit *u, struct fl_function *k) {
  struct fl_facts *x = k->facts;
  if (!x->useful_known && k->body && k->kind == FL_KERNEL) {
    struct search s = {.unit = u, .fn = k, .found = fl_alloc(u->arena, sizeof *s.found)};
    const enum outcome o = run(&s, k->body);
    if (o == GUARDED || o == LEFT)
      x->useful = s.found;
    need_integers(&s, s.found->index);
    need_integers(&s, s.found->bound);
    need_integers(&s, s.found->stride);
  }
  x->useful_known = true;
  return x->useful;
}
