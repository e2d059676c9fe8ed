// What conditions say, and whether expressions say the same.
#include "analysis/waits/said.h"
#include "analysis/bodies/node.h"

static size_t skip(const char *type, const char *separators) { return strspn(type, separators); }
static bool is_word(const char *word, size_t len, const char *const *words) {
  for (; *words; words++)
    if (strlen(*words) == len && !strncmp(*words, word, len))
      return true;
  return false;
}
bool fl_keeps_numbers(const char *type) {
  static const char *const wide[] = {"int",      "unsigned",  "long",   "int32_t", "uint32_t",
                                     "int64_t",  "uint64_t",  "size_t", "uint",    "ptrdiff_t",
                                     "intptr_t", "uintptr_t", NULL},
                           *const silent[] = {"const", "volatile", "signed", "std", NULL};
  bool any = false;
  for (type = type ? type : ""; *(type += skip(type, " :&"));) {
    const size_t len = strcspn(type, " :&");
    const bool is_wide = is_word(type, len, wide);
    if (!is_wide && !is_word(type, len, silent))
      return false;
    any |= is_wide;
    type += len;
  }
  return any;
}
bool fl_differ(int64_t a, int64_t b, const char *type) {
  const bool few = (uint64_t)a <= 1 && (uint64_t)b <= 1;
  return (uint32_t)a != (uint32_t)b && (few || fl_keeps_numbers(type));
}
static const char *next_of_type(const char *type) {
  static const char *const qualifiers[] = {"const", "volatile", NULL};
  for (;;) {
    type += skip(type, " &");
    const size_t len = strcspn(type, " &*");
    if (!is_word(type, len, qualifiers))
      return type;
    type += len;
  }
}
bool fl_is_same_type(const char *a, const char *b) {
  if (!a || !b)
    return false;
  for (;;) {
    a = next_of_type(a), b = next_of_type(b);
    size_t len = *a == '*' ? 1 : strcspn(a, " &*");
    if (!*a || !*b || strncmp(a, b, len) != 0 || (*a != '*' && strcspn(b, " &*") != len))
      return !*a && !*b;
    a += len, b += len;
  }
}
bool fl_holds(const char *type, int64_t value) {
  if (value == 0 || value == 1)
    return true;
  const bool natural = type && (strchr(type, 'u') || strstr(type, "size"));
  return fl_keeps_numbers(type) && value >= (natural ? 0 : INT32_MIN) &&
         value <= (natural ? UINT32_MAX : INT32_MAX);
}
bool fl_is_bit_field(const struct fl_node *n) {
  return n->kind == FL_MEMBER && (!n->decl || n->decl->is_bit_field);
}

static const char *type_of(const struct fl_node *n) {
  return n->kind == FL_CAST && n->canonical ? n->canonical : n->type;
}
// Is a cast's value what it is made of?
static bool keeps(const struct fl_node *cast) {
  return fl_is_same_type(type_of(cast), cast->kids.data[0]->type) ||
         fl_is_same_type(cast->type, cast->kids.data[0]->type);
}

bool fl_any_atom(const struct fl_node *n, bool truth, fl_atom_visitor *visit, const void *data) {
  while (n->kind == FL_CAST && n->kids.len == 1 && !n->has_value &&
         (fl_is_same_type(type_of(n), "bool") || keeps(n)))
    n = n->kids.data[0];
  if (fl_is_operator(n, FL_UNARY, "!"))
    return fl_any_atom(n->kids.data[0], !truth, visit, data);
  const bool equal = fl_is_operator(n, FL_BINARY, "==");
  if ((equal || fl_is_operator(n, FL_BINARY, "!=")) && n->kids.len == 2 &&
      n->kids.data[1]->has_value && n->kids.data[1]->value == 0)
    return fl_any_atom(n->kids.data[0], truth != equal, visit, data);
  if (n->kids.len == 2 && fl_is_operator(n, FL_BINARY, truth ? "&&" : "||"))
    return fl_any_atom(n->kids.data[0], truth, visit, data) ||
           fl_any_atom(n->kids.data[1], truth, visit, data);
  return visit(n, truth, data);
}
const struct fl_node *fl_plain(const struct fl_node *n) {
  while (n->kids.len == 1 && !n->has_value) {
    const struct fl_node *of = n->kids.data[0];
    if (n->kind == FL_CAST && keeps(n))
      n = of;
    else if (fl_is_operator(n, FL_UNARY, "*") && fl_is_operator(fl_plain(of), FL_UNARY, "&"))
      n = fl_plain(of)->kids.data[0];
    else
      break;
  }
  return n;
}
bool fl_is_same(const struct fl_node *a, const struct fl_node *b) {
  a = fl_plain(a), b = fl_plain(b);
  if (a->has_value || b->has_value)
    return a->has_value && b->has_value && a->value == b->value;
  const bool leaf = a->kind == FL_REF || a->kind == FL_THIS;
  const bool known = a->kind == FL_SUBSCRIPT || a->kind == FL_MEMBER || a->kind == FL_BINARY ||
                     (a->kind == FL_UNARY && !fl_named(a, "++") && !fl_named(a, "--"));
  if (a->kind != b->kind || a->decl != b->decl || a->kids.len != b->kids.len ||
      !(leaf || (known && a->kids.len)) || (a->kind == FL_REF && !a->decl) ||
      (a->name && b->name ? strcmp(a->name, b->name) != 0 : a->name != b->name))
    return false;
  for (size_t i = 0; i < a->kids.len; i++)
    if (!fl_is_same(a->kids.data[i], b->kids.data[i]))
      return false;
  return true;
}
