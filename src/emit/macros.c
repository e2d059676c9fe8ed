// Launches in the bodies of macros, for the CPU target: there is no site to edit, since a body may launch any kernel, so the macro itself is edited.
// `k<<<g, b>>>(x)` becomes `flcpu::launch_pointer(k, flcpu::config(g, b))(x)`, which needs no generated function of the kernel's name; or, where the arguments may say which
// kernel it is, `flcpu::launch_overloaded([=](auto &...fl_args) { k(fl_args...); }, flcpu::config(g, b))(x)`.
#include "emit/emit.h"
#include <ctype.h>
#include <string.h>

static bool is_blank(char c) { return isspace((unsigned char)c) || c == '\\'; } // lines go on

// Where the bracket opens that is closed in front of `at`. What is in parentheses within others is not looked at: `two<(n > 2)>`.
static size_t bracket_begin(const char *t, size_t at, size_t least, char open, char close) {
  int depth = 0;
  do {
    at--;
    if (t[at] == ')' && close != ')')
      at = bracket_begin(t, at + 1, least, '(', ')');
    depth += (t[at] == close) - (t[at] == open);
  } while (at > least && depth > 0);
  return at;
}

// Where the name before `<<<` begins: identifiers, `::`, and template arguments at its end, or another macro's, `NAME(x)`.
static size_t callee_begin(const char *t, size_t open, size_t least) {
  size_t at = open;
  while (at > least && is_blank(t[at - 1]))
    at--;
  if (at > least && t[at - 1] == '>')
    at = bracket_begin(t, at, least, '<', '>');
  else if (at > least && t[at - 1] == ')')
    at = bracket_begin(t, at, least, '(', ')');
  while (at > least && (fl_is_word(t[at - 1]) || t[at - 1] == ':' || t[at - 1] == '#'))
    at--;
  return at;
}

// One launch at `open`; returns the offset to go on from.
static size_t edit_one(struct fl_emit *e, struct fl_file *f, struct fl_edits *out, size_t least,
                       size_t open, size_t end, bool overloaded) {
  struct fl_arena *a = e->unit->arena;
  const char *close = strstr(f->text + open, ">>>");
  if (!close || (size_t)(close - f->text) >= end)
    return end;
  size_t paren = (size_t)(close - f->text) + 3;
  while (paren < end && is_blank(f->text[paren]))
    paren++;
  if (f->text[paren] != '(')
    return paren;
  size_t name = callee_begin(f->text, open, least);
  fl_edit(a, out, (uint32_t)name, (uint32_t)name,
          overloaded ? "flcpu::launch_overloaded([=](auto &...fl_args) { "
                     : "flcpu::launch_pointer(");
  fl_edit(a, out, (uint32_t)open, (uint32_t)open + 3,
          overloaded ? "(fl_args...); }, flcpu::config(" : ", flcpu::config(");
  fl_edit(a, out, (uint32_t)(close - f->text), (uint32_t)paren, "))");
  return paren;
}

// The name of the macro that a definition is of.
static const char *name_of(const struct fl_unit *u, size_t define) {
  const struct fl_span d = u->defines.data[define];
  const char *text = u->files.data[d.file].text + d.begin;
  size_t n = 0;
  while (fl_is_word(text[n]))
    n++;
  return fl_strndup(u->arena, text, n);
}

// Marks the macros that come to this one, by others, too.
static void find_users(const struct fl_unit *u, size_t define, bool *users) {
  memset(users, 0, u->defines.len * sizeof *users);
  users[define] = true;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < u->defines.len; i++) {
      if (!users[i])
        continue;
      const char *name = name_of(u, i);
      for (size_t k = 0; k < u->defines.len; k++)
        if (!users[k] && fl_mentions(fl_span_text(u, u->defines.data[k]), name))
          more = users[k] = true;
    }
  }
}

// May a launch in this macro's body be one of several kernels of a name?
static bool is_overloaded(const struct fl_emit *e, size_t define) {
  const struct fl_unit *u = e->unit;
  bool *users = NULL;
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (s->editable || s->span.file < 0 || !fl_is_told_by_arguments(e, s))
      continue;
    if (!users) {
      users = fl_alloc(u->arena, u->defines.len * sizeof *users);
      find_users(u, define, users);
    }
    for (size_t k = 0; k < u->defines.len; k++)
      if (users[k] && fl_mentions(fl_span_text(u, s->span), name_of(u, k)))
        return true;
  }
  return false;
}

void fl_macro_edits(struct fl_emit *e) {
  for (size_t i = 0; i < e->unit->defines.len; i++) {
    const struct fl_span d = e->unit->defines.data[i];
    struct fl_file *f = &e->unit->files.data[d.file];
    const char *p = f->text + d.begin, *end = f->text + d.end;
    bool overloaded = false, asked = false;
    while ((p = strstr(p, "<<<")) && p < end) {
      overloaded = asked ? overloaded : is_overloaded(e, i);
      asked = true;
      p = f->text +
          edit_one(e, f, &e->edits[d.file], d.begin, (size_t)(p - f->text), d.end, overloaded);
    }
  }
}
