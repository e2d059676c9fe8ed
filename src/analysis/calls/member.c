// Calls of members of class templates whose class depends on the caller's own parameters, `SharedMemory<T> m; m.get(x)` and `SharedMemory<T>::get(x)`: clang
// leaves open which function they are of.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include <ctype.h>
#include <string.h>

// The class that an object's type names, `SharedMemory` of `const ns::SharedMemory<T>`, to the length *len; NULL if its type is no instance of a template of
// namespace scope. `->` must be a pointer's own.
static const char *class_of(struct fl_unit *u, const struct fl_node *member, size_t *len) {
  const struct fl_node *object = member->kids.len ? member->kids.data[0] : NULL;
  if (!object || !object->type || object->span.file < 0 || member->span.file != object->span.file)
    return NULL;
  const char *type = object->type, *open = strchr(type, '<');
  if (!open || open == type)
    return NULL;
  const char *begin = open;
  while (begin > type && fl_is_word(begin[-1]))
    begin--;
  const char *end = open;
  for (int depth = 0; *end;) {
    depth += (*end == '<') - (*end == '>');
    end++;
    if (!depth)
      break;
  }
  const bool pointer = !strcmp(end, " *");
  const char *text = fl_span_text(u, member->span) + (object->span.end - member->span.begin);
  if ((*end && !pointer) ||
      strncmp(text + strspn(text, " \t\r\n"), pointer ? "->" : ".", 1 + pointer) != 0)
    return NULL;
  *len = (size_t)(open - begin);
  return *len ? begin : NULL;
}

// The class in a call's qualified name, `SharedMemory` of `ns::SharedMemory<T>::get`; NULL if it is no instance of a template.
static const char *class_of_name(struct fl_unit *u, const struct fl_node *callee, const char *name,
                                 size_t *len) {
  const char *text = callee->span.file >= 0 ? fl_span_text(u, callee->span) : "", *end = text;
  for (const char *p = text; (p = fl_find_word(text, p, name)); p += strlen(name))
    end = p;
  while (end > text && isspace((unsigned char)end[-1]))
    end--;
  if (end - text < 4 || strncmp(end - 2, "::", 2) != 0)
    return NULL;
  end -= 2;
  const char *open = fl_angle_open(text, end);
  if (!open)
    return NULL;
  const char *begin = open;
  while (begin > text && fl_is_word(begin[-1]))
    begin--;
  *len = (size_t)(open - begin);
  return *len ? begin : NULL;
}

// The class that a function is a member of, or the innermost namespace, to the length *len.
const char *fl_class_of(const struct fl_function *f, size_t *len) {
  const char *last = f->scope ? f->scope : "";
  for (const char *p = last; (p = strstr(p, "::"));)
    last = p += 2;
  *len = strcspn(last, "<");
  return last;
}

bool fl_is_of_class(const struct fl_function *f, const char *name, size_t len) {
  size_t own;
  const char *class = fl_class_of(f, &own);
  return own == len && !strncmp(class, name, len);
}

bool fl_is_constructor(const struct fl_function *f) {
  return f->is_member && fl_is_of_class(f, f->name, strcspn(f->name, "<"));
}

bool fl_same_class(const struct fl_function *f, const struct fl_function *g) {
  size_t len;
  const char *class = fl_class_of(g, &len);
  return fl_is_of_class(f, class, len);
}

// A call of a member by an object of a dependent type, or of a static one of such a class, `SharedMemory<T> m; m.get(x)`: which function it is of, that of
// the class template or of a specialization, is told when the caller is instantiated. Returns one of them; NULL: it is no such call.
static struct fl_function *dependent_member(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  size_t len;
  if (call->decl || !call->name || !strncmp(call->name, "operator", 8) || !c ||
      (c->kind != FL_MEMBER && c->kind != FL_REF) || c->decl)
    return NULL;
  const char *name =
      c->kind == FL_MEMBER ? class_of(u, c, &len) : class_of_name(u, c, call->name, &len);
  struct fl_function *found = NULL;
  const struct fl_functions *named = fl_functions_named(u, call->name);
  for (size_t i = 0; i < named->len && name; i++) {
    struct fl_function *g = named->data[i];
    if (g->kind == FL_KERNEL)
      continue;
    if (!g->is_member || g->is_virtual)
      return NULL;
    if (!found && fl_is_of_class(g, name, len) && (c->kind == FL_MEMBER || g->is_static_member))
      found = g;
  }
  return found;
}

bool fl_is_functors(const struct fl_function *f) {
  return f->is_member && !strcmp(f->name, "operator()");
}

// The words of a local class.
static bool note_words(struct fl_node *n, void *data) {
  struct fl_unit *u = data;
  if (n->kind != FL_OTHER_DECL || fl_is_binding(n))
    return true;
  const char *p = fl_span_text(u, n->span);
  for (size_t len; *p; p += len ? len : 1) {
    for (len = 0; fl_is_word(p[len]); len++) {
    }
    if (len)
      fl_names_add(u->arena, &u->member_names, p, len);
  }
  return true;
}

void fl_note_local_classes(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++)
    if (u->functions.data[i]->body)
      fl_walk(u->functions.data[i]->body, note_words, u);
}

// Have classes of the program a member of the name besides functions that can be copied? One of a base would be found in place of such a one.
static bool has_other_member(const struct fl_unit *u, const char *name) {
  return fl_names_have(&u->member_names, name, strlen(name));
}

// Does something stand in front of a name? (What else is not known where it is called is looked for in the namespaces of its arguments.)
static bool says_class(struct fl_unit *u, const struct fl_node *callee, const char *name) {
  const char *text = callee->span.file >= 0 ? fl_span_text(u, callee->span) : "";
  const size_t n = strlen(name);
  if (strncmp(text, name, n) != 0 || fl_is_word(text[n]))
    return *text;
  text += n;
  return !strncmp(text + strspn(text, " \t\r\n"), "::", 2);
}

// What has no copy is called by way of a template, which hands on arguments that have types of their own.
static bool hands_on_lists(const struct fl_node *call) {
  bool any = false;
  for (size_t i = 0; i < call->kids.len; i++)
    any |= call->kids.data[i] != call->callee && call->kids.data[i]->kind == FL_INIT_LIST;
  return any;
}

bool fl_is_open_call(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  if (call->decl || !c || c->decl || !call->name || !strncmp(call->name, "operator", 8) ||
      !fl_is_dependent(call) || hands_on_lists(call) || dependent_member(u, call) ||
      !(c->kind == FL_MEMBER || (c->kind == FL_REF && says_class(u, c, call->name))))
    return false;
  const struct fl_namesakes *named = fl_namesakes(u, call->name, strlen(call->name));
  return named->members && !named->virtual_members && !has_other_member(u, call->name);
}

// What is called is written as a variable, also handed on (`std::forward<F>(f)(i)`), a member of the class' own, an element, or as it is made.
static bool is_object(const struct fl_node *c) {
  if (c->kind == FL_CALL)
    return c->name && (!strcmp(c->name, "forward") || !strcmp(c->name, "move")) &&
           c->kids.len == 2 && is_object(c->kids.data[c->kids.data[0] == c->callee]);
  const enum fl_decl_kind kind = c->decl ? c->decl->kind : FL_DECL_OTHER;
  if (c->kind == FL_REF || c->kind == FL_MEMBER)
    return kind == FL_DECL_LOCAL || kind == FL_DECL_PARAM || kind == FL_DECL_FIELD;
  return c->kind == FL_SUBSCRIPT || c->kind == FL_CAST || c->kind == FL_TERNARY ||
         (c->kind == FL_UNARY && c->name && !strcmp(c->name, "*"));
}

static bool is_lambdas(const struct fl_node *callee) {
  return callee->type && strstr(callee->type, "(lambda");
}

bool fl_is_object_call(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  if (!c || (call->decl ? !call->decl->function || !fl_is_functors(call->decl->function)
                        : !fl_is_dependent(call) || hands_on_lists(call) || !is_object(c) ||
                              is_lambdas(c)))
    return false;
  return fl_namesakes(u, "operator()", strlen("operator()"))->members &&
         !has_other_member(u, "operator") && !u->has_holders;
}

size_t fl_count_arguments(struct fl_unit *u, const struct fl_node *call) {
  const bool counted = call->editable && !strstr(fl_span_text(u, call->span), "...");
  return counted && call->callee ? call->kids.len - 1 : FL_ANY_NUMBER;
}

// May a call of one of some overloads be one of something else, which classes among its arguments bring along?
static bool has_rival(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_functions *of = &call->decl->overloads;
  const struct fl_functions *named = fl_functions_named(u, call->name);
  const char *text = call->callee->editable ? fl_span_text(u, call->callee->span) : "";
  const size_t args = fl_count_arguments(u, call);
  bool any = false;
  for (size_t i = 0; i < named->len && !any; i++) {
    any = named->data[i]->kind != FL_KERNEL && fl_is_rival(of->data[0], named->data[i], text, args);
    for (size_t k = 0; k < of->len && any; k++)
      any = of->data[k] != named->data[i];
  }
  return any;
}

bool fl_is_overloaded_call(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_decl *d = call->decl;
  const struct fl_node *c = call->callee;
  if (!d || d->kind != FL_DECL_FUNCTION || d->function || d->overloads.len < 2 ||
      d->other_overloads || !c || (c->kind != FL_REF && c->kind != FL_MEMBER) || !call->name ||
      !fl_is_dependent(call) || !fl_is_word(*call->name))
    return false;
  const struct fl_function *first = d->overloads.data[0];
  bool alike = true;
  for (size_t i = 0; i < d->overloads.len && alike; i++) {
    const struct fl_function *g = d->overloads.data[i];
    alike = g->body && g->kind != FL_KERNEL && !g->is_virtual && !g->is_lambda &&
            !g->is_conversion && g->is_member == first->is_member &&
            !strcmp(g->visible, first->visible) && !strcmp(g->name, call->name);
  }
  return alike && (first->is_member || !has_rival(u, call));
}

bool fl_is_told_by_instance(struct fl_unit *u, const struct fl_node *call) {
  return fl_is_open_call(u, call) || fl_is_object_call(u, call) || fl_is_overloaded_call(u, call);
}

static struct fl_function *next_overload(struct fl_unit *u, const struct fl_node *call,
                                         const struct fl_function *after) {
  const struct fl_functions *of = &call->decl->overloads;
  const size_t args = fl_count_arguments(u, call);
  size_t i = 0;
  while (after && of->data[i++] != after) {
  }
  while (i < of->len && !fl_takes(of->data[i], args))
    i++;
  return i < of->len ? of->data[i] : NULL;
}

// Which of the conversions it is, the compiler finds.
static struct fl_function *next_conversion(const struct fl_conversions *of,
                                           const struct fl_function *after) {
  size_t i = 0;
  while (after && of->functions.data[i++] != after) {
  }
  return i < of->functions.len ? of->functions.data[i] : NULL;
}

struct fl_function *fl_next_called(struct fl_unit *u, const struct fl_node *call,
                                   const struct fl_function *after) {
  if (call->conversions)
    return next_conversion(call->conversions, after);
  if (fl_is_overloaded_call(u, call))
    return next_overload(u, call, after);
  if (call->decl)
    return after ? NULL : call->decl->function;
  const bool object = fl_is_object_call(u, call);
  if (!object && !dependent_member(u, call) && !fl_is_open_call(u, call))
    return NULL;
  const struct fl_functions *named = fl_functions_named(u, object ? "operator()" : call->name);
  size_t i = after ? after->place + 1 : 0;
  while (i < named->len && !fl_is_called_member(named->data[i]))
    i++;
  return i < named->len ? named->data[i] : NULL;
}

struct fl_function *fl_called(struct fl_unit *u, const struct fl_node *call) {
  struct fl_function *found = call->decl || call->conversions ? NULL : dependent_member(u, call);
  return found ? found : fl_next_called(u, call, NULL);
}
