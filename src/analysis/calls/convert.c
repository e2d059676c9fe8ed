// Conversions of objects to pointers that depend on the block, `T *s = SharedMemory<T>();`: made calls, which can be given a context. In a template clang
// leaves them open, so what is made of all objects of such a class must be seen: each is converted where it is named, and where nothing else can be meant.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include <ctype.h>
#include <string.h>

// A local variable that is such an object.
struct variable {
  const struct fl_decl *decl;
  struct fl_span at;
  size_t uses; // nodes that name it
};

// What is found of one name, in all bodies.
struct search {
  struct fl_unit *unit;
  struct fl_conversions *of;
  struct fl_function *fn;           // whose body is looked at
  FL_VEC(struct fl_node *) objects; // that are converted
  FL_VEC(struct variable) variables;
  struct fl_bits seen; // of the places where the class is named
};

static void odd(struct search *s, struct fl_span at) {
  if (!s->of->odd)
    s->of->odd_at = at;
  s->of->odd = true;
}

static bool names_class(const struct search *s, const char *type) {
  return type && fl_mentions(type, s->of->name);
}

// Notes that a place is known where the class is named. False: there is none.
static bool know(struct search *s, int file, uint32_t at) {
  for (size_t i = 0; i < s->of->names.len; i++)
    if (s->of->names.data[i].file == file && s->of->names.data[i].begin == at) {
      (void)fl_bits_add(s->unit->arena, &s->seen, s->of->names.len, i);
      return true;
    }
  return false;
}

static size_t skip(const char *text, size_t at) { return at + strspn(text + at, " \t\r\n\v\f"); }
static size_t skip_back(const char *text, size_t end) {
  while (end && isspace((unsigned char)text[end - 1]))
    end--;
  return end;
}

// Where the class is named in `ns::SharedMemory<T>`, which text[0, len) is; SIZE_MAX: it is something else.
static size_t class_name(const struct search *s, const char *text, size_t len) {
  size_t end = skip_back(text, len);
  if (end && text[end - 1] == '>') {
    const char *open = fl_angle_open(text, text + end);
    if (!open)
      return SIZE_MAX;
    end = skip_back(text, (size_t)(open - text));
  }
  const size_t n = strlen(s->of->name);
  if (end < n || strncmp(text + end - n, s->of->name, n) != 0)
    return SIZE_MAX;
  const size_t at = end - n;
  bool qualifies = at == 0 || text[at - 1] == ':'; // front/converting.c looks at what does
  for (size_t i = 0; i < at; i++)
    qualifies &= fl_is_word(text[i]) || text[i] == ':';
  return qualifies ? at : SIZE_MAX;
}

// `SharedMemory<T>()` or `SharedMemory<T>{}`: where the class is named; SIZE_MAX: it is no such object.
static size_t object_name(const struct search *s, const struct fl_node *n) {
  if (!n->editable || n->span.file < 0)
    return SIZE_MAX;
  const char *text = fl_without_comments(s->unit, fl_span_text(s->unit, n->span));
  const size_t len = skip_back(text, strlen(text));
  if (len < 2 || !strchr(")}", text[len - 1]))
    return SIZE_MAX;
  const size_t inner = skip_back(text, len - 1);
  if (!inner || text[inner - 1] != (text[len - 1] == ')' ? '(' : '{'))
    return SIZE_MAX;
  return class_name(s, text, inner - 1);
}

static bool is_pointer_type(const char *type) {
  if (!type || strchr(type, '(') || strchr(type, '&') || fl_mentions(type, "auto"))
    return false;
  const char *star = strrchr(type, '*');
  static const char *const words[] = {"const", "volatile", "__restrict", "__restrict__", NULL};
  for (const char *p = star ? star + 1 : ""; *p;) {
    const size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyz_");
    bool known = *p == ' ';
    for (size_t i = 0; words[i]; i++)
      known |= n && strlen(words[i]) == n && !strncmp(p, words[i], n);
    if (!known)
      return false;
    p += n ? n : 1;
  }
  return star != NULL;
}

static bool is_of(const struct search *s, const struct fl_function *g) {
  return g->is_conversion && fl_is_of_class(g, s->of->name, strlen(s->of->name));
}

// The call that clang has made of an object's conversion; NULL: it has left that open.
static struct fl_node *resolved(const struct search *s, const struct fl_node *object) {
  struct fl_node *member = object->parent, *call = member ? member->parent : NULL;
  const struct fl_function *g = call && call->decl ? call->decl->function : NULL;
  if (!g || !is_of(s, g) || member->kind != FL_MEMBER || call->kind != FL_CALL ||
      call->callee != member)
    return NULL;
  return fl_mentions(fl_span_text(s->unit, member->span), "operator") ? NULL : call;
}

// Is an object converted to a pointer where it stands, whatever its template arguments are?
static bool is_converted(const struct search *s, const struct fl_node *object) {
  const struct fl_node *call = resolved(s, object), *n = call ? call : object, *p = n->parent;
  if (!p || fl_in_local_class(n) || fl_lambda_around(n))
    return false;
  switch (p->kind) {
  case FL_VAR:
    return p->init == n && p->decl && p->decl->kind == FL_DECL_LOCAL && p->decl->is_pointer &&
           is_pointer_type(p->decl->type);
  case FL_ASSIGN:
    return fl_is_operator(p, FL_ASSIGN, "=") && p->kids.len == 2 && p->kids.data[1] == n &&
           is_pointer_type(p->kids.data[0]->type);
  case FL_CAST:
    return p->kids.data[p->kids.len - 1] == n && is_pointer_type(p->type);
  case FL_RETURN:
    return is_pointer_type(s->fn->return_type);
  case FL_SUBSCRIPT:
    return p->kids.len == 2 && p->kids.data[0] == n;
  default:
    return false;
  }
}

// `smem.getPointer()`: not `smem.operator T *()`
static bool is_member_call(const struct search *s, const struct fl_node *use) {
  const struct fl_node *member = use->parent;
  if (!member || member->kind != FL_MEMBER || !member->parent || member->parent->kind != FL_CALL ||
      member->parent->callee != member || member->span.file != use->span.file ||
      member->span.begin != use->span.begin)
    return false;
  const char *text = fl_without_comments(s->unit, fl_span_text(s->unit, member->span));
  const size_t dot = skip(text, use->span.end - use->span.begin);
  const char *name = text + skip(text, dot + (text[dot] == '.'));
  return text[dot] == '.' && fl_is_word(*name) && strncmp(name, "operator", 8) != 0 &&
         strncmp(name, "template", 8) != 0;
}

// `SharedMemory<T> smem;`, alone in its statement: where the class is named; SIZE_MAX: it is something else.
static size_t variable_name(const struct search *s, const struct fl_node *n) {
  const struct fl_node *stmt = n->parent;
  if (!n->decl || n->decl->kind != FL_DECL_LOCAL || !n->editable || n->span.file < 0 || !stmt ||
      stmt->kind != FL_DECL_STMT || stmt->kids.len != 1 || stmt->span.file != n->span.file)
    return SIZE_MAX;
  const char *text = fl_without_comments(s->unit, fl_span_text(s->unit, n->span));
  size_t len = skip_back(text, strlen(text));
  if (len > 2 && text[len - 1] == '}') {
    len = skip_back(text, len - 1);
    if (!len || text[len - 1] != '{')
      return SIZE_MAX;
    len = skip_back(text, len - 1);
  }
  const size_t own = strlen(n->decl->name);
  if (len <= own || strncmp(text + len - own, n->decl->name, own) != 0 ||
      fl_is_word(text[len - own - 1]))
    return SIZE_MAX;
  return class_name(s, text, len - own);
}

static struct variable *variable_of(const struct search *s, const struct fl_decl *d) {
  for (size_t i = 0; i < s->variables.len; i++)
    if (s->variables.data[i].decl == d)
      return &s->variables.data[i];
  return NULL;
}

static void see_object(struct search *s, struct fl_node *n) {
  const size_t at = n->kind == FL_CALL || n->kind == FL_CAST ? object_name(s, n) : SIZE_MAX;
  if (at == SIZE_MAX || !know(s, n->span.file, n->span.begin + (uint32_t)at) || !is_converted(s, n))
    odd(s, n->span);
  else
    *fl_vec_add(s->unit->arena, &s->objects) = n;
}

static void see_variable(struct search *s, struct fl_node *n) {
  const size_t at = variable_name(s, n);
  if (at == SIZE_MAX || !know(s, n->span.file, n->span.begin + (uint32_t)at)) {
    odd(s, n->span);
    return;
  }
  *fl_vec_add(s->unit->arena, &s->variables) = (struct variable){n->decl, n->span, 0};
}

static void see_use(struct search *s, struct fl_node *n) {
  struct variable *v = variable_of(s, n->decl);
  if (v)
    v->uses++;
  if (!v || !n->editable)
    odd(s, n->span);
  else if (is_converted(s, n))
    *fl_vec_add(s->unit->arena, &s->objects) = n;
  else if (!is_member_call(s, n))
    odd(s, n->span);
}

static void see_kids(struct search *s, struct fl_node *n);

// What an object is made of belongs to it.
static void visit(struct search *s, struct fl_node *n) {
  const bool typed = names_class(s, n->type) || names_class(s, n->canonical);
  if (n->kind == FL_VAR && n->decl &&
      (names_class(s, n->decl->type) || names_class(s, n->decl->canonical)))
    see_variable(s, n);
  else if (n->kind == FL_REF && typed)
    see_use(s, n);
  else if (typed || names_class(s, n->name))
    see_object(s, n);
  else
    see_kids(s, n);
}
static void see_kids(struct search *s, struct fl_node *n) {
  const size_t before = s->objects.len;
  for (size_t i = 0; i < n->kids.len; i++)
    visit(s, n->kids.data[i]);
  const struct fl_function *g = n->kind == FL_CALL && n->decl ? n->decl->function : NULL;
  if (g && is_of(s, g) && s->objects.len != before + 1)
    odd(s, n->span);
}

// How often does a text name a variable?
static size_t count(const char *text, const char *name) {
  size_t n = 0;
  for (const char *p = text; (p = fl_find_word(text, p, name)); p += strlen(name))
    n++;
  return n;
}

static void see_body(struct search *s, struct fl_function *f) {
  s->fn = f;
  s->variables.len = 0;
  visit(s, f->body);
  const char *written = s->variables.len ? fl_span_text(s->unit, f->body_span) : "";
  const char *text = fl_without_comments(s->unit, written);
  const bool raw = strstr(written, "R\"") != NULL; // whose end the text does not tell
  // A type may be made of a variable where no node shows that: `decltype(smem)`.
  for (size_t i = 0; i < s->variables.len; i++)
    if (raw || count(text, s->variables.data[i].decl->name) != 1 + s->variables.data[i].uses)
      odd(s, s->variables.data[i].at);
}

// Can there be a copy of a conversion under another name, and of no other kind?
static bool is_plain(struct fl_unit *u, const struct fl_function *g) {
  if (!g->body || !g->editable || g->from_macro || !g->in_class_body || g->is_template ||
      g->is_virtual || g->kind != FL_DEVICE || g->sites.len || g->in_linkage || g->params.len ||
      fl_span_empty(g->class_end) || fl_span_empty(g->name_span) ||
      g->body_span.file != g->params_span.file || !is_pointer_type(g->return_type))
    return false;
  const char *behind = fl_without_comments(
      u, fl_span_text(
             u, (struct fl_span){g->body_span.file, g->params_span.end + 1, g->body_span.begin}));
  const size_t begin = skip(behind, 0), end = skip_back(behind, strlen(behind));
  return !fl_mentions(fl_head_text(u, g->specifiers), "explicit") &&
         (begin >= end || (end - begin == 5 && !strncmp(behind + begin, "const", 5)));
}

// Does it ask for its block, or may it, by what it calls?
static bool find_dependence(struct fl_node *n, void *data) {
  bool *found = data;
  *found |= n->kind == FL_CALL ||
            (n->decl && (n->decl->kind == FL_DECL_SHARED || n->decl->kind == FL_DECL_BUILTIN));
  return !*found;
}

// A call of the conversions around an object, which clang has made, or now stands in the object's place.
static void make_call(struct fl_unit *u, struct fl_conversions *of, struct fl_function *f,
                      struct fl_node *object) {
  struct fl_node *call = fl_alloc(u->arena, sizeof *call),
                 *member = fl_alloc(u->arena, sizeof *member), *p = object->parent;
  *call = (struct fl_node){.kind = FL_CALL,
                           .span = object->span,
                           .editable = true,
                           .parent = p,
                           .name = of->functions.data[0]->name,
                           .type = "<dependent type>",
                           .callee = member,
                           .conversions = of};
  *member = (struct fl_node){.kind = FL_MEMBER,
                             .span = object->span,
                             .editable = true,
                             .parent = call,
                             .name = call->name,
                             .type = "<bound member function type>"};
  *fl_vec_add(u->arena, &call->kids) = member;
  *fl_vec_add(u->arena, &member->kids) = object;
  for (size_t i = 0; i < p->kids.len; i++)
    if (p->kids.data[i] == object)
      p->kids.data[i] = call;
  if (p->init == object)
    p->init = call;
  object->parent = member;
  *fl_vec_add(u->arena, &f->calls) = call;
  size_t i = f->calls.len - 1;
  for (; i && f->calls.data[i - 1]->span.file == call->span.file &&
         f->calls.data[i - 1]->span.begin > call->span.begin;
       i--)
    f->calls.data[i] = f->calls.data[i - 1];
  f->calls.data[i] = call;
}

static void see_all(struct fl_unit *u, struct fl_conversions *of) {
  struct search s = {.unit = u, .of = of};
  FL_VEC(struct fl_function *) in = {0}; // of each object
  for (size_t i = 0; i < of->functions.len; i++)
    if (!is_plain(u, of->functions.data[i]))
      odd(&s, of->functions.data[i]->name_span);
  for (size_t i = 0; i < u->functions.len && !of->odd; i++) {
    if (u->functions.data[i]->body)
      see_body(&s, u->functions.data[i]);
    while (in.len < s.objects.len)
      *fl_vec_add(u->arena, &in) = u->functions.data[i];
  }
  for (size_t i = 0; i < of->names.len && !of->odd; i++)
    if (!fl_bits_have(&s.seen, i))
      odd(&s, of->names.data[i]);
  if (of->odd)
    return;
  for (size_t i = 0; i < of->functions.len; i++)
    of->functions.data[i]->conversions = of;
  for (size_t i = 0; i < s.objects.len; i++) {
    struct fl_node *call = resolved(&s, s.objects.data[i]);
    if (call)
      call->conversions = of;
    else
      make_call(u, of, in.data[i], s.objects.data[i]);
  }
}

void fl_find_conversions(struct fl_unit *u) {
  for (size_t i = 0; i < u->conversions.len; i++) {
    struct fl_conversions *of = u->conversions.data[i];
    bool depends = false;
    for (size_t k = 0; k < of->functions.len; k++)
      fl_walk(of->functions.data[k]->body, find_dependence, &depends);
    if (depends && !of->odd)
      see_all(u, of);
  }
}
