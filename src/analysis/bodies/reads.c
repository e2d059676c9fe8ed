// Does a use of a variable leave it as it is? Where that is not certain from where it stands, the answer is no: a reference may be bound to it in many ways.
#include "analysis/bodies/node.h"
#include "analysis/threads/threads.h"

// A number, one of CUDA's vectors of them, or a pointer: what is made of it is a copy. Of arrays, the element's type counts.
bool fl_is_plain_type(const char *type) {
  static const char *const vectors[] = {"char",  "uchar",  "short",    "ushort",   "int",
                                        "uint",  "long",   "ulong",    "longlong", "ulonglong",
                                        "float", "double", "unsigned", "dim",      "bool"};
  const char *t = type ? type : "";
  t += strncmp(t, "const ", 6) ? 0 : 6;
  const size_t n = strspn(t, "abcdefghijklmnopqrstuvwxyz");
  const bool plain = strchr("1234[ ", t[n]); // or nothing at all
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors && plain; i++)
    if (strlen(vectors[i]) == n && !strncmp(vectors[i], t, n))
      return true;
  return false;
}

// Does the object that a member function is called for stay as it is?
static bool is_const_call(const struct fl_unit *u, const struct fl_node *member) {
  const struct fl_node *call = member->parent;
  return call && call->kind == FL_CALL && call->callee == member && call->decl &&
         call->decl->function && call->decl->function->is_const_member && !u->casts_const;
}

// Is an object what an operator, a member function of its class, is called for, that may change it?
static bool may_change_object(const struct fl_node *call, const struct fl_node *object) {
  const struct fl_function *f = call->decl ? call->decl->function : NULL;
  return fl_operand_of(call) == object && (!f || (f->is_member && !f->is_const_member));
}

// `T *const __restrict__` is, `T *[2]` and `T *&` are not.
static bool is_pointer(const char *type) {
  const char *star = type ? strrchr(type, '*') : NULL;
  return star && !star[1 + strspn(star + 1, " _abcdefghijklmnopqrstuvwxyz")];
}

static bool same_but_const(const char *a, const char *b) {
  a += strncmp(a, "const ", 6) ? 0 : 6;
  b += strncmp(b, "const ", 6) ? 0 : 6;
  return !strcmp(a, b);
}

// Is all that becomes of an object a copy, where what is made of it is of this type (as spelled, and canonical), or a constant reference to such? A
// constructor of another class may keep a reference to it.
static bool copies(struct fl_unit *u, const char *type, const char *canonical,
                   const struct fl_node *n) {
  const size_t len = strcspn(canonical, "&");
  const bool refers = canonical[len];
  const char *to = refers
                       ? fl_strndup(u->arena, canonical, len - (len && canonical[len - 1] == ' '))
                       : canonical;
  const char *from = n->decl && n->kind == FL_REF ? n->decl->canonical : n->type ? n->type : "";
  return fl_is_plain_type(to) || is_pointer(to) || same_but_const(to, from) ||
         same_but_const(type, n->type ? n->type : "") || !strncmp(type, "auto", 4) ||
         !strncmp(type, "const auto", 10);
}

// Does a function get no more of an argument than its value, which is no object that it may change?
static bool gets_copy(struct fl_unit *u, const struct fl_function *f, const struct fl_node *call,
                      const struct fl_node *arg) {
  if (f->template_params.len)
    return true;
  const bool on_object = f->is_member && !strncmp(f->name, "operator", 8); // it comes first
  size_t i = 0;
  for (size_t k = 0; k < call->kids.len && call->kids.data[k] != arg; k++)
    i += call->kids.data[k] != call->callee;
  if (on_object && i == 0)
    return true;
  i -= on_object;
  if (i >= f->params.len || f->params.data[i].is_pack || !f->params.data[i].decl)
    return true;
  return copies(u, f->params.data[i].type, f->params.data[i].decl->canonical, arg);
}

static bool takes_copy(struct fl_unit *u, const struct fl_node *call, const struct fl_node *arg) {
  const struct fl_functions named = fl_functions_of(call);
  const char *type = fl_type_of_called(u, call);
  bool all = !u->casts_const || !type || !strchr(type, '&');
  for (size_t i = 0; i < named.len && all; i++)
    all = gets_copy(u, named.data[i], call, arg);
  return all;
}

// May an object be turned into something else by a function of its class, which may change it?
static bool may_convert(struct fl_unit *u, const struct fl_node *n) {
  return u->conversions_change && !fl_is_plain_type(n->type) && !is_pointer(n->type);
}

// Does a lambda say what it returns? Without that it is a copy.
static bool says_result(struct fl_unit *u, const struct fl_node *lambda) {
  const char *text = fl_span_text(u, lambda->span), *arrow = strstr(text, "->");
  return arrow && arrow < text + strcspn(text, "{");
}

// Is it a pack, `f(xs)...`?
static bool expands(struct fl_unit *u, const struct fl_node *n) {
  const char *text = n->kids.len == 1 ? fl_span_text(u, n->span) : "";
  const size_t len = strlen(text);
  return len > 3 && !strcmp(text + len - 3, "...");
}

// May a function of the host's have code for the device in it: a lambda, or a class?
static bool may_have_device_code(const char *text) {
  static const char *const classes[] = {"struct", "class", "union"};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (fl_mentions(text, classes[i]))
      return true;
  while (
      (text = strchr(text, ']'))) { // a lambda, unless it is a subscript's, and nothing is called
    text += 1 + strspn(text + 1, " \t\r\n");
    if (*text && !strchr("])},;.=+-*/%&|^!>?:[", *text))
      return true;
  }
  return false;
}

// Does a file say a word where it may concern what runs on the device?
static bool says_for_device(struct fl_unit *u, int file, const char *word) {
  const char *text = u->files.data[file].text;
  if (!fl_mentions(text, word))
    return false;
  for (const char *p = text; (p = strstr(p, word)); p++) {
    const uint32_t at = (uint32_t)(p - text);
    bool hosts = false;
    for (size_t i = 0; i < u->host_functions.len && !hosts; i++) {
      const struct fl_span s = u->host_functions.data[i];
      hosts = s.file == file && s.begin <= at && at < s.end &&
              !may_have_device_code(fl_span_text(u, s));
    }
    if (!hosts)
      return true;
  }
  return false;
}

void fl_find_const_casts(struct fl_unit *u) {
  for (int i = 0; i < (int)u->files.len && !u->casts_const; i++)
    u->casts_const = says_for_device(u, i, "const_cast") || says_for_device(u, i, "mutable");
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    u->conversions_change |=
        !strncmp(f->name, "operator ", 9) && (!f->is_const_member || u->casts_const);
  }
}

bool fl_only_read(struct fl_unit *u, const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  if (!p)
    return false;
  const bool pointer = is_pointer(n->type);
  if (n->type && strchr(n->type, '[')) // what else is done with an array is done with its address
    return (p->kind == FL_SUBSCRIPT && p->kids.data[0] == n && fl_only_read(u, p)) ||
           (p->kind == FL_OTHER_EXPR && p->name && !strcmp(p->name, "sizeof"));
  if (p->kind != FL_MEMBER && p->kind != FL_LAMBDA && may_convert(u, n))
    return false;
  switch (p->kind) {
  case FL_IF:
  case FL_WHILE:
  case FL_DO:
  case FL_FOR:
  case FL_SWITCH:
  case FL_LAUNCH:
  case FL_LAMBDA: // a capture: what the lambda does with it is looked at where it does
    return true;
  case FL_RETURN: // a lambda may return a reference
    return !fl_lambda_around(p) || !says_result(u, fl_lambda_around(p));
  case FL_BINARY:
    return p->name && strcmp(p->name, ",") != 0 &&
           (strcmp(p->name, ".*") != 0 || fl_only_read(u, p));
  case FL_CAST:
  case FL_TERNARY:
    return !strchr(p->type ? p->type : "&", '&') && fl_only_read(u, p);
  case FL_SUBSCRIPT:
    return pointer || p->kids.data[0] != n || fl_only_read(u, p);
  case FL_MEMBER: // the object behind a pointer is another one
    return pointer || is_const_call(u, p) || fl_only_read(u, p);
  case FL_INIT_LIST:
    return p->copies || fl_is_plain_type(p->type);
  case FL_OTHER_EXPR:
    return (p->name && !strcmp(p->name, "sizeof")) || (expands(u, p) && fl_only_read(u, p));
  case FL_UNARY:
    return p->name && (strcmp(p->name, "*") != 0 || pointer) && strcmp(p->name, "&") != 0 &&
           strcmp(p->name, "++") != 0 && strcmp(p->name, "--") != 0;
  case FL_ASSIGN:
    return p->kids.len == 2 && p->kids.data[1] == n &&
           (!p->kids.data[0]->decl || p->kids.data[0]->kind == FL_SUBSCRIPT ||
            copies(u, p->kids.data[0]->type, p->kids.data[0]->decl->canonical, n));
  case FL_VAR:
    return p->decl && !p->decl->is_reference && copies(u, p->decl->type, p->decl->canonical, n);
  case FL_CALL:
    return p->callee != n &&
           (fl_group_exchanges(u, p) ||
            (!fl_binds_reference(u, p) && !may_change_object(p, n) && takes_copy(u, p, n)));
  default:
    return false;
  }
}

struct local {
  struct fl_unit *unit;
  const struct fl_decl *decl;
  const struct fl_node *init;
  bool changed;
};
static bool find_local(struct fl_node *n, void *data) {
  struct local *l = data;
  if (n->kind == FL_VAR && n->decl == l->decl)
    l->init = n->init;
  l->changed |= n->kind == FL_REF && n->decl == l->decl && !fl_only_read(l->unit, n);
  return !l->changed;
}
const struct fl_node *fl_only_value(struct fl_unit *u, const struct fl_function *f,
                                    struct fl_decl *d) {
  if (!d->has_first) {
    struct local l = {u, d, NULL, false};
    fl_walk_uses(f->body, d, find_local, &l);
    d->first = l.init;
    d->has_first = l.init && !l.changed ? 1 : -1;
  }
  return d->has_first > 0 ? d->first : NULL;
}

bool fl_never_changes(struct fl_unit *u, const struct fl_function *f, struct fl_decl *d) {
  struct local l = {u, d, NULL, false};
  return fl_is_local(d) && d->owner == f && !d->is_reference &&
         fl_walk_uses(f->body, d, find_local, &l);
}
