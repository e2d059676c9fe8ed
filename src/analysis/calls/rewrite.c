// Where can the text of a call be edited? The analysis asks before it lets a body be written out for a context, the emission when it does.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/instances/instances.h"
#include <string.h>

// Offset behind the last character in front of `end` that is not blank.
static size_t skip_back(const char *text, size_t end) {
  while (end && strchr(" \t\r\n\v\f", text[end - 1]))
    end--;
  return end;
}

static size_t skip(const char *text, size_t at) { return at + strspn(text + at, " \t\r\n\v\f"); }

// Offset of the `<` of the template arguments that end at `end`; `end` if there are none.
static size_t template_arguments(const char *text, size_t end) {
  int angles = 0, brackets = 0;
  for (size_t i = end; i-- > 0;) {
    const char c = text[i];
    if (strchr(")]}", c))
      brackets++;
    else if (strchr("([{", c) && brackets-- == 0)
      return end;
    else if (c == '>' && !brackets && !(i && text[i - 1] == '-'))
      angles++;
    else if (c == '<' && !brackets && --angles == 0)
      return i;
    if (!angles)
      return end;
  }
  return end;
}

// Offset behind so many closing parentheses, or opening ones, with which a text begins at `at`; SIZE_MAX if there are fewer.
static size_t parentheses(const char *text, size_t at, char which, size_t count) {
  for (; count; count--) {
    at = skip(text, at);
    if (text[at++] != which)
      return SIZE_MAX;
  }
  return skip(text, at);
}

// Parentheses around what is called; FL_ANY_NUMBER: something else stands in front of it.
static size_t count_around(const char *text, size_t len) {
  size_t count = 0;
  for (size_t i = 0; i < len; i++) {
    if (text[i] != '(' && !strchr(" \t\r\n\v\f", text[i]))
      return FL_ANY_NUMBER;
    count += text[i] == '(';
  }
  return count;
}

// What is called is a name, or a member: not `*f` or `o.*m`.
static bool is_named(const struct fl_node *callee, const struct fl_node *call) {
  return callee && callee->editable && callee->span.file >= 0 &&
         callee->span.file == call->span.file && callee->span.begin >= call->span.begin &&
         callee->span.end < call->span.end && (callee->kind == FL_REF || callee->kind == FL_MEMBER);
}

// Does an argument stand in [from, to) of the text? It may be a literal, of which nothing is left there.
static bool any_argument(const struct fl_node *call, size_t from, size_t to) {
  bool any = false;
  for (size_t i = 0; i < call->kids.len; i++) {
    const struct fl_span s = call->kids.data[i]->span;
    any |= s.file == call->span.file && s.begin >= call->span.begin + from &&
           s.begin < call->span.begin + to;
  }
  return any;
}

bool fl_call_text(struct fl_unit *u, const struct fl_node *call, const char *name,
                  struct fl_call_text *out) {
  const struct fl_node *callee = call->callee;
  if (!call->editable || !is_named(callee, call))
    return false;
  const uint32_t base = call->span.begin;
  const char *text = fl_without_comments(u, fl_span_text(u, call->span));
  const size_t begin = callee->span.begin - base, end = callee->span.end - base;
  // Both the call and what is called are written out, so only parentheses can stand between their beginnings.
  const size_t around = count_around(text, begin);
  const size_t name_end = skip_back(text, template_arguments(text, skip_back(text, end)));
  const size_t len = strlen(name);
  if (around == FL_ANY_NUMBER || name_end < begin + len ||
      strncmp(text + name_end - len, name, len) != 0 ||
      (name_end > len && fl_is_word(text[name_end - len - 1])))
    return false;
  const size_t open = parentheses(text, end, ')', around);
  const size_t first = open == SIZE_MAX ? open : parentheses(text, open, '(', 1);
  if (first == SIZE_MAX)
    return false;
  *out = (struct fl_call_text){.begin = callee->span.begin,
                               .name = base + (uint32_t)(name_end - len),
                               .name_end = base + (uint32_t)name_end,
                               .arguments = base + (uint32_t)open + 1,
                               .empty = (text[first] == ')' && !any_argument(call, open, first)) ||
                                        call->kids.len == 1};
  return true;
}

bool fl_is_global_name(struct fl_unit *u, int file, const struct fl_call_text *at) {
  const char *text =
      fl_without_comments(u, fl_span_text(u, (struct fl_span){file, at->begin, at->name}));
  const size_t n = strlen(text);
  return n >= 2 && !strncmp(text, "::", 2) && skip(text, 2) == n;
}

// Is all that a text says by a word, and macros that it uses, a member of what that is? It declares nothing of the name then.
static bool only_asks_members(struct fl_unit *u, const char *text, const char *word, int depth) {
  enum { DEEPEST = 16 };
  for (const char *p = text; (p = fl_find_word(text, p, word)); p++)
    if (p[strlen(word) + strspn(p + strlen(word), " \t\r\n")] != '.')
      return false;
  for (size_t i = 0; i < u->defines.len; i++) {
    const char *body = fl_span_text(u, u->defines.data[i]);
    body += strspn(body, " \t");
    size_t n = 0;
    while (fl_is_word(body[n]))
      n++;
    const char *name = fl_strndup(u->arena, body, n);
    if (n && strcmp(name, word) != 0 && fl_find_word(text, text, name) &&
        (depth == DEEPEST || !only_asks_members(u, body + n, word, depth + 1)))
      return false;
  }
  return true;
}

static bool is_other(struct fl_node *n, void *name) {
  return n->kind != FL_VAR || !n->decl || strcmp(n->decl->name, name) != 0;
}

bool fl_is_global_index(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n) {
  char *name = fl_strdup(u->arena, n->name);
  const uint32_t len = (uint32_t)strlen(name);
  if (!n->editable || n->span.file != f->span.file || n->span.end - n->span.begin <= len)
    return false;
  const struct fl_call_text at = {.begin = n->span.begin, .name = n->span.end - len};
  return fl_is_global_name(u, n->span.file, &at) &&
         strcmp(fl_span_text(u, (struct fl_span){n->span.file, at.name, n->span.end}), name) == 0 &&
         only_asks_members(u, fl_without_comments(u, fl_span_text(u, f->span)), name, 0) &&
         fl_walk(f->body, is_other, name);
}

bool fl_object_text(struct fl_unit *u, const struct fl_node *call, struct fl_call_text *out) {
  const struct fl_node *c = call->callee;
  const bool known = call->decl != NULL; // what is called is then in front of the parentheses
  if (!call->editable || !c || !c->editable || c->span.file < 0 ||
      c->span.file != call->span.file || c->span.begin < call->span.begin ||
      c->span.end > call->span.end || call->kids.len < 1 + (size_t)known)
    return false;
  const uint32_t base = call->span.begin;
  const char *text = fl_without_comments(u, fl_span_text(u, call->span));
  size_t open = c->span.begin - base;
  if (!known) {
    const size_t around = count_around(text, open);
    open = around == FL_ANY_NUMBER ? SIZE_MAX : parentheses(text, c->span.end - base, ')', around);
  }
  const size_t first = open == SIZE_MAX ? open : parentheses(text, open, '(', 1);
  if (first == SIZE_MAX || !open)
    return false;
  const uint32_t end = base + (uint32_t)skip_back(text, open);
  *out = (struct fl_call_text){.begin = base,
                               .name = end,
                               .name_end = end,
                               .arguments = base + (uint32_t)open + 1,
                               .empty = call->kids.len == 1 + (size_t)known};
  return true;
}

enum fl_way fl_way_to_member(struct fl_unit *u, const struct fl_node *call,
                             const struct fl_call_text *at, uint32_t *end) {
  const char *text = fl_without_comments(
      u, fl_span_text(u, (struct fl_span){call->span.file, at->begin, at->name}));
  size_t n = skip_back(text, strlen(text));
  const size_t word = strlen("template");
  if (n > word && !strncmp(text + n - word, "template", word) && !fl_is_word(text[n - word - 1]))
    n = skip_back(text, n - word);
  enum fl_way way = FL_BY_NAME;
  if (call->callee && call->callee->kind == FL_MEMBER && n > 1)
    way = text[n - 1] == '.'                ? FL_BY_OBJECT
          : !strncmp(text + n - 2, "->", 2) ? FL_BY_POINTER
                                            : FL_BY_NAME;
  else if (n > 1 && !strncmp(text + n - 2, "::", 2))
    way = FL_BY_CLASS;
  const size_t mark = way == FL_BY_NAME ? 0 : way == FL_BY_OBJECT ? 1 : 2;
  *end = at->begin + (uint32_t)skip_back(text, n - mark);
  return way;
}

static bool launches_by_parameters(struct fl_unit *u, const struct fl_node *call) {
  bool any = false;
  for (struct fl_function *g = NULL; !any && (g = fl_next_called(u, call, g));)
    any = fl_launches_by_parameters(g);
  return any;
}

// May a call be one of a function that the compiler can evaluate? One that depends on its block cannot be, but a copy is called of others of its name, too.
static bool may_be_constexpr(struct fl_unit *u, const struct fl_node *call) {
  bool any = false;
  for (struct fl_function *g = NULL; !any && (g = fl_next_called(u, call, g));) {
    const char *head = fl_head_text(u, g->specifiers);
    any = fl_mentions(head, "constexpr") || fl_mentions(head, "consteval");
  }
  return any;
}

static bool initialises_constant(const struct fl_node *n) {
  while (n && n->kind != FL_VAR && n->kind != FL_COMPOUND)
    n = n->parent;
  return n && n->kind == FL_VAR && n->decl && n->decl->is_const;
}

static bool may_be_evaluated(struct fl_unit *u, const struct fl_node *call, bool told) {
  const bool constant = may_be_constexpr(u, call);
  return ((told || constant) && fl_may_be_constant(u, call)) ||
         (constant && initialises_constant(call));
}

struct fl_reason fl_rewrite_obstacle(struct fl_unit *u, const struct fl_node *call,
                                     const struct fl_function *g) {
  struct fl_call_text at = {0};
  const bool object = fl_is_object_call(u, call), open = fl_is_open_call(u, call);
  const bool told = fl_is_told_by_instance(u, call);
  uint32_t way;
  const char *how = NULL;
  if (!call->editable)
    how = "out of a macro";
  else if (call->callee && !call->conversions &&
           !(object ? fl_object_text(u, call, &at) // unseen.c: constructors
                    : fl_call_text(u, call, g->name, &at)))
    how = "in a way that cannot be rewritten";
  else if (fl_in_local_class(call))
    how = "in a local class";
  else if (fl_capture_at(u, call) == FL_CAPTURE_NOTHING)
    how = "in a lambda that can capture nothing more";
  else if (open && fl_way_to_member(u, call, &at, &way) == FL_BY_NAME)
    how = "by a base's name";
  else if (may_be_evaluated(u, call, told))
    how = "in a constant expression";
  else if (told && launches_by_parameters(u, call))
    how = "where it is not known which function is meant, on which launches depend";
  return (struct fl_reason){how ? fl_format(u->arena, "'%s' is called %s", g->name, how) : NULL,
                            call->span};
}
