// Symbolic values of expressions. A value that is not of the form that value.h describes, or whose term is larger than a limit, is not known; whether
// the evaluation has an effect is found out all the same.
#include "analysis/bodies/bodies.h"
#include "analysis/launches/launches.h"
#include "analysis/launches/value.h"
#include <string.h>

enum { LARGEST = 64 }; // operators of a term: it is written out for every use of a variable

static const struct fl_value unknown;

// A new term.
static const struct fl_term *make(struct fl_values *s, struct fl_term t) {
  struct fl_term *p = fl_alloc(s->unit->arena, sizeof *p);
  *p = t;
  return p;
}

// A type without the const in front of it.
static const char *without_const(const char *type) {
  return type && !strncmp(type, "const ", 6) ? type + 6 : type;
}

// The size of an integer type by its canonical name; 0: it is none.
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

// Is a type a pointer's? That of a class may have some among its template arguments.
static bool is_pointer(const char *type) {
  const size_t n = strlen(type);
  return n && (type[n - 1] == '*' || (type[n - 1] == ')' && strstr(type, "(*)")));
}

// Is a variable, of a type that is known, a number, or a pointer to anything, or an array of anything? The operators of these have no effects.
static bool is_basic(struct fl_unit *u, const struct fl_decl *d) {
  const char *type = without_const(d->canonical);
  size_t n = strcspn(type, "["); // of an array, its elements' type: a class may have a destructor
  while (n && type[n - 1] == ' ')
    n--;
  type = fl_strndup(u->arena, type, n);
  return d->is_pointer || (n && type[n - 1] == '*') || integer_size(type) ||
         !strcmp(type, "float") || !strcmp(type, "double");
}

// Goes on unless a node declares a name that stands in the type.
static bool find_name(struct fl_node *n, void *data) {
  const char *type = data;
  return !((n->kind == FL_VAR || n->kind == FL_OTHER_DECL) && n->name && *n->name &&
           fl_mentions(type, n->name));
}

// Does a type that depends on template parameters mean the same behind the kernel, where the needs are asked for?
static bool named_outside(struct fl_values *s, const char *type) {
  if (!type || !*type || strpbrk(type, "(&") || fl_mentions(type, "decltype") ||
      fl_mentions(type, "auto") || fl_mentions(type, "volatile"))
    return false;
  for (size_t i = 0; i < s->fn->params.len; i++)
    if (s->fn->params.data[i].decl && fl_mentions(type, s->fn->params.data[i].decl->name))
      return false;
  return fl_walk(s->fn->body, find_name, (void *)type);
}

// Notes what must hold of a type, or of the type of a term. A stronger need takes the place of a weaker one.
static void need(struct fl_values *s, enum fl_need what, const char *type,
                 const struct fl_term *term) {
  for (size_t i = 0; i < s->needs->len; i++) {
    struct fl_type_need *n = &s->needs->data[i];
    if (type ? !n->type || strcmp(n->type, type) != 0
             : !term || !n->term || n->term->kind != term->kind || n->term->value != term->value ||
                   strcmp(n->term->name, term->name) != 0)
      continue;
    if (n->need < what)
      n->need = what;
    return;
  }
  *fl_vec_add(s->unit->arena, s->needs) = (struct fl_type_need){what, type, term};
}

bool fl_basic(struct fl_values *s, const struct fl_decl *d) {
  if (!d->dependent)
    return is_basic(s->unit, d);
  if (!named_outside(s, d->type))
    return false;
  need(s, FL_NEED_BASIC, d->type, NULL);
  return true;
}

// The entry of a variable; NULL: it has none.
static struct fl_variable *find_variable(struct fl_values *s, const struct fl_decl *d) {
  for (size_t i = 0; i < s->variables.len; i++)
    if (s->variables.data[i].decl == d)
      return &s->variables.data[i];
  return NULL;
}

void fl_set_variable(struct fl_values *s, const struct fl_decl *d, struct fl_value v) {
  struct fl_variable *x = find_variable(s, d);
  if (!x)
    x = fl_vec_add(s->unit->arena, &s->variables);
  *x = (struct fl_variable){d, v};
}

// A value converted to a type, which depends on template parameters if `canonical` is "". Indices keep their differences in integers of 32 bits and
// more only.
static struct fl_value convert(struct fl_values *s, struct fl_value v, const char *type,
                               const char *canonical) {
  if (!v.term)
    return unknown;
  const int size = integer_size(canonical);
  if (size) {
    type = without_const(canonical);
  } else {
    if ((*canonical && !strstr(canonical, "-parameter-")) || !named_outside(s, type))
      return unknown;
    need(s, FL_NEED_BASIC, type, NULL);
  }
  if (size && size < 4 && !fl_uniform_value(v))
    return unknown;
  v.term = make(
      s, (struct fl_term){.kind = FL_TERM_CAST, .name = type, .dependent = !size, .a = v.term});
  v.size++;
  return v;
}

struct fl_value fl_value_as(struct fl_values *s, struct fl_value v, const struct fl_decl *d) {
  return convert(s, v, d->type, d->dependent ? "" : d->canonical);
}

// A constant, of the type that it has as an operand.
static struct fl_value constant(struct fl_values *s, int64_t value, const char *type) {
  type = integer_size(type) < 4 ? "int" : type;
  return (struct fl_value){
      .pure = true,
      .term = make(s, (struct fl_term){.kind = FL_TERM_CONSTANT, .name = type, .value = value})};
}

// The value of an argument, or of a member of it: `path` is ".a.b", or "".
static struct fl_value argument(struct fl_values *s, const struct fl_decl *d, const char *path,
                                bool dependent) {
  for (size_t i = 0; d && d->kind == FL_DECL_PARAM && i < s->fn->params.len; i++) {
    const struct fl_param *p = &s->fn->params.data[i];
    if (p->decl != d || p->is_pack || d->is_reference || d->is_pointer || d->is_array ||
        d->is_volatile)
      continue;
    const struct fl_value v = {.term = make(s, (struct fl_term){.kind = FL_TERM_PARAM,
                                                                .name = path,
                                                                .value = (int64_t)i,
                                                                .dependent = dependent})};
    if (dependent)
      need(s, FL_NEED_BASIC, NULL, v.term);
    return v;
  }
  return unknown;
}

// What a name stands for: a variable, an argument or a template argument.
static struct fl_value name(struct fl_values *s, const struct fl_node *n) {
  const struct fl_decl *d = n->decl;
  const struct fl_variable *x = d ? find_variable(s, d) : NULL;
  if (x)
    return x->value;
  if (d && d->kind == FL_DECL_PARAM)
    return d->dependent || integer_size(d->canonical) ? argument(s, d, "", d->dependent) : unknown;
  for (size_t i = 0; d && d->kind == FL_DECL_TEMPLATE_PARAM && i < s->fn->template_params.len;
       i++) {
    const struct fl_template_param *p = &s->fn->template_params.data[i];
    if (p->is_type || p->is_template || p->is_pack || strcmp(p->name, d->name) != 0)
      continue;
    const struct fl_value v = {
        .term = make(
            s, (struct fl_term){.kind = FL_TERM_TEMPLATE, .name = p->name, .dependent = true})};
    need(s, FL_NEED_BASIC, NULL, v.term);
    return v;
  }
  return unknown;
}

// A component of a built-in index or extent.
static struct fl_value builtin(struct fl_values *s, const char *object, const char *component) {
  if (strlen(component) != 1 || !strchr("xyz", *component) || !strcmp(object, "warpSize"))
    return unknown;
  const bool thread = !strcmp(object, "threadIdx"), block = !strcmp(object, "blockIdx");
  if ((thread || block) && *component != 'x')
    return constant(s, 0, "unsigned int");
  struct fl_value v = {.term = make(s, (struct fl_term){.kind = FL_TERM_BUILTIN,
                                                        .name = fl_format(s->unit->arena, "%s.%s",
                                                                          object, component)}),
                       .threads = thread};
  if (block)
    v.stride = constant(s, 1, "unsigned int").term;
  return v;
}

// A component of a built-in variable, or a member of an argument, or of a member of one: not behind a pointer.
static struct fl_value member(struct fl_values *s, const struct fl_node *n) {
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

// The value of a binary operator. Indices pass through sums, and blockIdx.x alone through one product; other operators take only what is the same for
// all threads, and of divisors and shifts only constants that are always defined.
static struct fl_value combine(struct fl_values *s, const char *op, struct fl_value a,
                               struct fl_value b) {
  if (!a.term || !b.term || a.size + b.size >= LARGEST)
    return unknown;
  struct fl_value v = {
      .size = a.size + b.size + 1,
      .term =
          make(s, (struct fl_term){.kind = FL_TERM_BINARY, .name = op, .a = a.term, .b = b.term}),
      .stride = a.stride ? a.stride : b.stride,
      .threads = a.threads || b.threads};
  if (!strcmp(op, "+"))
    return (a.threads && b.threads) || (a.stride && b.stride) ? unknown : v;
  if (!strcmp(op, "-"))
    return fl_uniform_value(b) ? v : unknown;
  if (!strcmp(op, "*") && v.stride && !v.threads && fl_uniform_value(a) != fl_uniform_value(b)) {
    const bool once = v.stride->kind == FL_TERM_CONSTANT && v.stride->value == 1;
    v.stride = fl_uniform_value(a) ? a.term : b.term;
    return once ? v : unknown;
  }
  if (!fl_uniform_value(v))
    return unknown;
  const bool small = b.term->kind == FL_TERM_CONSTANT && b.term->value >= 0;
  if (!strcmp(op, "/") || !strcmp(op, "%"))
    return small && b.term->value > 0 ? v : unknown;
  if (!strcmp(op, "<<") || !strcmp(op, ">>"))
    return small && b.term->value < 32 ? v : unknown;
  return !strcmp(op, "*") || !strcmp(op, "&") || !strcmp(op, "|") || !strcmp(op, "^") ? v : unknown;
}

// The integer type of an expression that clang has evaluated; NULL: it has none.
static const char *constant_type(const struct fl_node *n) {
  const char *type = n->kind == FL_CAST             ? n->canonical
                     : n->kind == FL_REF && n->decl ? n->decl->canonical
                                                    : n->type;
  type = without_const(type);
  if (n->kind == FL_OTHER_EXPR) // sizeof
    return "unsigned long";
  return integer_size(type) ? type : NULL;
}

struct fl_operation fl_operation_of(const struct fl_node *n) {
  struct fl_node *const *kid = n->kids.data;
  if (n->kind == FL_BINARY && n->kids.len == 2)
    return (struct fl_operation){n->name, kid[0], kid[1]};
  if (n->kind == FL_CALL && n->kids.len == 3 && kid[1]->kind == FL_REF && kid[1]->name &&
      !strncmp(kid[1]->name, "operator", 8))
    return (struct fl_operation){kid[1]->name + 8, kid[0], kid[2]};
  return (struct fl_operation){NULL, NULL, NULL};
}

// Has reading something that has no known value no effect?
static bool reads(struct fl_values *s, const struct fl_node *n) {
  const struct fl_decl *d = n->decl;
  if (!d || d->is_volatile)
    return false;
  if (d->kind == FL_DECL_ENUMERATOR || d->kind == FL_DECL_TEMPLATE_PARAM)
    return true;
  // of a class, a member is read
  return fl_basic(s, d) || (!d->dependent && n->parent && n->parent->kind == FL_MEMBER);
}

// The same for a member.
static bool reads_member(struct fl_values *s, const struct fl_node *n) {
  const struct fl_node *o = n->kids.len == 1 ? n->kids.data[0] : NULL;
  const struct fl_decl *d = n->decl;
  if (o && o->decl && o->decl->kind == FL_DECL_BUILTIN)
    return true;
  return o && d && d->kind == FL_DECL_FIELD && !d->dependent && !d->is_volatile &&
         (is_basic(s->unit, d) || (n->parent && n->parent->kind == FL_MEMBER)) &&
         fl_value_of(s, o).pure;
}

// Have all operands no effect?
static bool pure_kids(struct fl_values *s, const struct fl_node *n) {
  for (size_t i = 0; i < n->kids.len; i++)
    if (n->kids.data[i] != n->callee && !fl_value_of(s, n->kids.data[i]).pure)
      return false;
  return true;
}

// The value of a unary operator.
static struct fl_value unary(struct fl_values *s, const char *op, struct fl_value v) {
  if (!v.term || !strcmp(op, "+"))
    return v;
  if (!fl_uniform_value(v) || (strcmp(op, "-") != 0 && strcmp(op, "~") != 0))
    return unknown;
  v.term = make(s, (struct fl_term){.kind = FL_TERM_UNARY, .name = op, .a = v.term});
  v.size++;
  return v;
}

struct fl_value fl_value_of(struct fl_values *s, const struct fl_node *n) {
  struct fl_value v = unknown;
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
    const struct fl_value a = fl_value_of(s, kid);
    const char *to = without_const(n->canonical);
    v = convert(s, a, n->type, n->canonical);
    v.pure = v.term || (a.pure && (integer_size(to) || !strcmp(to, "float") ||
                                   !strcmp(to, "double") || !strcmp(to, "void") || is_pointer(to)));
    return v;
  }
  case FL_UNARY: {
    if (n->kids.len != 1 || !strcmp(n->name, "++") || !strcmp(n->name, "--"))
      return v;
    const struct fl_value a = fl_value_of(s, kid);
    v = unary(s, n->name, a);
    v.pure = a.pure;
    return v;
  }
  case FL_BINARY:
  case FL_CALL: {
    const struct fl_operation o = fl_operation_of(n);
    if (!o.op) {
      const struct fl_api *api = fl_api_find(n->name);
      v.pure = n->kind == FL_CALL && api && api->cls == FL_API_LOAD && pure_kids(s, n);
      return v;
    }
    const struct fl_value a = fl_value_of(s, o.left), b = fl_value_of(s, o.right);
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

struct fl_value fl_value_given(struct fl_values *s, const struct fl_node *n) {
  const bool step = n->kind == FL_UNARY;
  const struct fl_value old = fl_value_of(s, n->kids.data[0]);
  struct fl_value v = step ? constant(s, 1, "int") : fl_value_of(s, n->kids.data[1]);
  const bool pure = old.pure && v.pure;
  const size_t len = strlen(n->name);
  if (step || len > 1) // "++" or "+=": the operator is its first part
    v = combine(s, fl_strndup(s->unit->arena, n->name, step ? 1 : len - 1), old, v);
  v.pure = pure;
  return v;
}

bool fl_need_integers(struct fl_values *s, const struct fl_term *t) {
  if (!t)
    return false;
  const bool a = fl_need_integers(s, t->a), b = fl_need_integers(s, t->b);
  const bool index = a || b || (t->kind == FL_TERM_BUILTIN && strstr(t->name, "Idx"));
  if (t->kind == FL_TERM_CAST && t->dependent)
    need(s, index ? FL_NEED_WIDE_INTEGER : FL_NEED_INTEGER, t->name, NULL);
  else if (t->dependent)
    need(s, FL_NEED_INTEGER, NULL, t);
  return index;
}
