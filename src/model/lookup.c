// What a call in a template may come to mean, besides what it names where it is written.
#include "model.h"

#include <string.h>

void fl_index_functions(struct fl_unit *u) {
  u->by_name = (struct fl_names){0};
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    const char *name = f->name;
    void **value = fl_names_add(u->arena, &u->by_name, name, strlen(name));
    struct fl_namesakes *of = *value;
    if (!of)
      *value = of = fl_alloc(u->arena, sizeof *of);
    f->place = of->all.len;
    *fl_vec_add(u->arena, &of->all) = f;
    of->members |= fl_is_called_member(f);
    of->virtual_members |= fl_is_called_member(f) && f->is_virtual;
  }
}

const struct fl_namesakes *fl_namesakes(const struct fl_unit *u, const char *name, size_t len) {
  static const struct fl_namesakes none;
  const struct fl_namesakes *found = fl_names_get(&u->by_name, name, len);
  return found ? found : &none;
}

const struct fl_functions *fl_functions_named(const struct fl_unit *u, const char *name) {
  return &fl_namesakes(u, name, strlen(name))->all;
}

struct fl_functions fl_functions_of(const struct fl_node *call) {
  struct fl_decl *d = call->decl;
  if (d && d->function)
    return (struct fl_functions){&d->function, 1, 1};
  return d && !d->other_overloads ? d->overloads : (struct fl_functions){0};
}

bool fl_names_functions(const struct fl_node *call) {
  return call->decl && (call->decl->function || call->decl->overloads.len);
}

bool fl_is_dependent(const struct fl_node *n) {
  return n->type && !strcmp(n->type, "<dependent type>");
}

bool fl_takes(const struct fl_function *f, size_t args) {
  size_t most = f->is_variadic ? SIZE_MAX : f->params.len;
  for (size_t i = 0; i < f->params.len; i++)
    if (f->params.data[i].is_pack)
      most = SIZE_MAX;
  return args == FL_ANY_NUMBER || (args >= f->least_args && args <= most);
}

bool fl_is_of_language(const char *type) {
  static const char *const words[] = {"const",    "volatile", "restrict", "__restrict", "signed",
                                      "unsigned", "void",     "bool",     "char",       "short",
                                      "int",      "long",     "float",    "double",     NULL};
  while (*type) {
    const size_t n = strspn(type, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:");
    bool known = n == 0;
    for (size_t i = 0; words[i] && !known; i++)
      known = strlen(words[i]) == n && !strncmp(type, words[i], n);
    if (!known)
      return false;
    type += n ? n : 1;
  }
  return true;
}

// Does the text of a callee say where its name is to be looked up, `ns::f` or `(f)`? What came out of a macro does not show it.
static bool says_where(const char *callee, const char *name) {
  if (*callee == '(')
    return true;
  const char *end = fl_find_word(callee, callee, name);
  while (end && end > callee && strchr(" \t\r\n", end[-1]))
    end--;
  return end && end - callee >= 2 && !strncmp(end - 2, "::", 2);
}

// `f<T>(x)`
static bool has_arguments(const char *callee, const char *name) {
  const char *at = fl_find_word(callee, callee, name);
  if (!at)
    return false;
  at += strlen(name);
  return at[strspn(at, " \t\r\n")] == '<';
}

bool fl_is_rival(const struct fl_function *found, const struct fl_function *other,
                 const char *callee, size_t args) {
  if (other == found || strcmp(other->name, found->name) != 0 || other->is_member ||
      other->is_lambda || other->is_specialization || !fl_takes(other, args))
    return false;
  if (says_where(callee, found->name) ||
      (has_arguments(callee, found->name) && !other->template_params.len))
    return false;
  for (size_t i = 0; i < other->params.len; i++) {
    const struct fl_decl *d = other->params.data[i].decl;
    if (!d || d->dependent || other->params.data[i].is_pack || !fl_is_of_language(d->canonical))
      return true;
  }
  return false;
}

// Clang does not say of a pack that its elements are references; its type does.
bool fl_is_reference(const struct fl_param *p) {
  const char *dots = p->is_pack ? strstr(p->type, "...") : NULL;
  return (p->decl && p->decl->is_reference) || (dots && dots > p->type && dots[-1] == '&');
}
