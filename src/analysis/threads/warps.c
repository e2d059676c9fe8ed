// What is the same for all of a warp since threads are numbered: `threadIdx.x / 32`, and with it `threadIdx.x < 64`, or `threadIdx.y` where rows of a block are whole warps.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/threads/threads.h"
#include "analysis/threads/warps.h"

static void take(struct fl_rows *rows, const struct fl_site *s, bool first) {
  const int64_t *of = s->extent;
  rows->only &= of[1] == 1 && of[2] == 1;
  rows->flat &= of[2] == 1;
  rows->whole &= of[0] && of[0] % rows->width == 0;
  rows->length = first || rows->length == of[0] ? of[0] : 0;
}

// Takes in what launches of `f`, and of those who call it, say. Returns whether there is any.
static bool look(struct fl_function *f, unsigned search, struct fl_rows *rows, bool any) {
  struct fl_facts *x = f->facts;
  if (x->search == search)
    return any;
  x->search = search;
  for (size_t i = 0; i < x->launches.len; i++, any = true)
    take(rows, x->launches.data[i], !any);
  if (x->primary)
    any = look(x->primary, search, rows, any);
  for (size_t i = 0; i < x->callers.len; i++)
    any = look(x->callers.data[i], search, rows, any);
  return any;
}

// A component of an index variable.
static bool is_index(const struct fl_node *n, const char *variable, const char *components) {
  return n->kind == FL_MEMBER && n->kids.len == 1 && n->name && !n->name[1] &&
         strchr(components, n->name[0]) && n->kids.data[0]->kind == FL_REF &&
         fl_named(n->kids.data[0], variable);
}

static int64_t width_of(struct fl_unit *u, const struct fl_function *f);

struct width {
  struct fl_unit *unit;
  int64_t most;
};
static bool find_width(struct fl_node *n, void *data) {
  struct width *w = data;
  if (!fl_meets_in_warp(w->unit, n))
    return true;
  int64_t most = 0;
  if (fl_group_waits(w->unit, n) & FL_WAITS_FOR_WARP)
    most = fl_group_of(w->unit, fl_group_asked(w->unit, n)).most;
  for (struct fl_function *g = NULL; (g = fl_next_called(w->unit, n, g));) {
    const int64_t called = g->facts->any_warp ? width_of(w->unit, g) : 0;
    most = called > most ? called : most;
  }
  most = most && most < FL_WARP ? most : FL_WARP;
  w->most = most > w->most ? most : w->most;
  return true;
}
// How many lanes at most an operation that `f` names, or what it calls, waits for.
static int64_t width_of(struct fl_unit *u, const struct fl_function *f) {
  signed char *known = &f->facts->warp_width;
  if (*known < 0 || !f->body)
    return FL_WARP;
  if (!*known) {
    struct width w = {u, 0};
    *known = -1;
    fl_walk(f->body, find_width, &w);
    *known = (signed char)(w.most && !(fl_lambdas_do(u, f) & FL_WAITS_FOR_WARP) ? w.most : FL_WARP);
  }
  return *known;
}

struct fl_rows fl_rows_of(struct fl_unit *u, struct fl_function *f) {
  struct fl_rows rows = {true, true, true, 0, width_of(u, f)};
  // Of what other files launch nothing is known.
  return look(f, ++u->searches, &rows, false) ? rows : (struct fl_rows){.width = rows.width};
}

// Of whole numbers, as far as its type's name tells. What is converted to one need not be.
static bool is_whole(const struct fl_node *n) {
  static const char *const others[] = {"float", "double", "half", "bool", "bfloat"};
  if (n->has_value)
    return true;
  bool whole = n->type && fl_is_plain_type(n->type);
  for (size_t i = 0; i < sizeof others / sizeof *others && whole; i++)
    whole = !strstr(n->type, others[i]);
  static const char *const sized[] = {"size_t", "int32_t", "int64_t"}; // uint32_t, std::size_t
  for (size_t i = 0; i < sizeof sized / sizeof *sized && n->type && !whole; i++)
    whole = strstr(n->type, sized[i]) && !strpbrk(n->type, "<*&[(");
  return whole;
}

// What an expression stands for: conversions between whole numbers do not matter, nor names of locals that keep their values.
static const struct fl_node *meant(struct fl_unit *u, const struct fl_function *f,
                                   const struct fl_node *n) {
  while (!n->has_value) {
    const struct fl_node *as = NULL;
    if (n->kind == FL_CAST && n->kids.len)
      as = n->kids.data[n->kids.len - 1];
    else if (n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL)
      as = fl_only_value(u, f, n->decl);
    if (!as || !is_whole(n) || !is_whole(as))
      break;
    n = as;
  }
  return n;
}

static bool is_multiple(struct fl_unit *u, const struct fl_function *f, const struct fl_rows *rows,
                        const struct fl_node *n) {
  n = meant(u, f, n);
  if (n->has_value)
    return n->value % rows->width == 0;
  const bool sum = fl_is_operator(n, FL_BINARY, "+");
  if (!sum && !fl_is_operator(n, FL_BINARY, "*"))
    return (n->kind == FL_REF && fl_named(n, "warpSize")) ||
           (rows->whole && is_index(n, "blockDim", "x"));
  if (!is_whole(n->kids.data[0]) || !is_whole(n->kids.data[1]))
    return false;
  const bool first = is_multiple(u, f, rows, n->kids.data[0]);
  return first == sum ? is_multiple(u, f, rows, n->kids.data[1]) : first;
}

// The threads in front of a thread's row, `threadIdx.y * blockDim.x`, in a block of one layer.
static bool is_row(struct fl_unit *u, const struct fl_function *f, const struct fl_rows *rows,
                   const struct fl_node *n) {
  n = meant(u, f, n);
  bool row = false;
  for (size_t i = 0; i < 2 && rows->flat && fl_is_operator(n, FL_BINARY, "*"); i++) {
    const struct fl_node *length = meant(u, f, n->kids.data[1 - i]);
    row |=
        is_index(meant(u, f, n->kids.data[i]), "threadIdx", "y") &&
        (is_index(length, "blockDim", "x") || (length->has_value && length->value == rows->length));
  }
  return row;
}

bool fl_numbers_threads(struct fl_unit *u, struct fl_function *f, const struct fl_rows *rows,
                        const struct fl_node *n) {
  n = meant(u, f, n);
  if (is_index(n, "threadIdx", "x"))
    return rows->only || rows->whole;
  if (!fl_is_operator(n, FL_BINARY, "+"))
    return false;
  for (size_t i = 0; i < 2; i++) {
    const struct fl_node *one = n->kids.data[i], *rest = n->kids.data[1 - i];
    if ((is_index(meant(u, f, one), "threadIdx", "x") && is_row(u, f, rows, rest)) ||
        (fl_numbers_threads(u, f, rows, one) && is_multiple(u, f, rows, rest) &&
         fl_uniform(u, f, FL_OF_WARP, rest)))
      return true;
  }
  return false;
}

// Is a sum or product of whole numbers one below zero in no thread? Those that unsigned ones make up are not expected to wrap.
static bool is_counted(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n) {
  n = meant(u, f, n);
  if (n->has_value)
    return n->value >= 0;
  if (fl_is_operator(n, FL_BINARY, "+") || fl_is_operator(n, FL_BINARY, "*"))
    return is_counted(u, f, n->kids.data[0]) && is_counted(u, f, n->kids.data[1]);
  return n->type && strstr(n->type, "unsigned");
}

// Are all operations of the warp in a function by one group, which stays what it is?
struct only {
  struct fl_unit *unit;
  const struct fl_decl *group;
};
static bool find_other_group(struct fl_node *n, void *data) {
  const struct only *o = data;
  const struct fl_node *changed = n->kind == FL_ASSIGN       ? n->kids.data[0]
                                  : fl_named(n, "operator=") ? fl_called_object(n)
                                                             : NULL;
  if (changed && changed->kind == FL_REF && changed->decl == o->group)
    return false;
  if (!fl_meets_in_warp(o->unit, n))
    return true;
  const struct fl_node *by = fl_group_asked(o->unit, n);
  return fl_group_waits(o->unit, n) && by->kind == FL_REF && by->decl == o->group;
}
// Do all threads that an operation waits for find one size of a group? A coalesced group has as many as came, and those who meet by it find that.
static bool size_agrees(struct fl_unit *u, struct fl_function *f, const struct fl_node *group) {
  struct only o = {u, group->kind == FL_REF ? group->decl : NULL};
  if (o.group && fl_walk(f->body, find_other_group, &o))
    return true;
  const unsigned kinds = fl_group_of(u, group).kinds;
  return kinds && !(kinds & ~(unsigned)(FL_GROUP_BLOCK | FL_GROUP_TILE));
}
static bool is_size(struct fl_unit *u, struct fl_function *f, const struct fl_node *call) {
  static const char *const sizes[] = {"size", "num_threads", "meta_group_size", NULL};
  const struct fl_node *group = fl_object_of(call);
  if (group ? !fl_is_among(sizes, call->name, strlen(call->name)) : !fl_named(call, "group_size"))
    return false;
  group = group ? group : fl_nth_argument(call, 0);
  return group && size_agrees(u, f, group);
}

// Votes, sums, and what one lane hands to all others.
static bool is_agreed(struct fl_unit *u, struct fl_function *f, const struct fl_rows *rows,
                      const struct fl_node *call) {
  static const char *const votes[] = {"any",        "all",        "ballot",     "reduce_add",
                                      "reduce_min", "reduce_max", "reduce_and", "reduce_or",
                                      "reduce_xor", NULL};
  const struct fl_node *group = fl_object_of(call), *from = NULL;
  const bool reduce = !group && fl_named(call, "reduce") && fl_group_exchanges(u, call);
  if (reduce)
    group = fl_nth_argument(call, 0);
  if (!call->name || fl_names_functions(call))
    return false;
  if (is_size(u, f, call))
    return true;
  if (group && fl_group_of(u, group).least < rows->width)
    return false;
  const char *name = call->name;
  bool vote = reduce || (group && fl_named(call, "meta_group_rank"));
  for (const char *const *v = votes; *v; v++)
    vote |= group ? !strcmp(name, *v)
                  : fl_begins(name, "__") && fl_begins(name + 2, *v) &&
                        !strcmp(name + 2 + strlen(*v), "_sync");
  if (!strcmp(name, group ? "shfl" : "__shfl_sync"))
    from = fl_nth_argument(call, group ? 1 : 2);
  if (!vote && (!from || !fl_uniform(u, f, FL_OF_WARP, from)))
    return false;
  const struct fl_node *mask = group ? NULL : fl_nth_argument(call, 0),
                       *width = group || vote ? NULL : fl_nth_argument(call, 3);
  return (group || (mask && fl_uniform(u, f, FL_OF_WARP, mask))) &&
         (!width || (width->has_value && width->value >= rows->width) ||
          fl_named(width, "warpSize"));
}

bool fl_tells_warps(struct fl_unit *u, struct fl_function *f, const struct fl_rows *rows,
                    const struct fl_node *n) {
  // whose right side is the first number of a warp, and whose the last one
  static const char *const orders[] = {"<", ">=", NULL}, *const lasts[] = {"<=", ">", NULL};
  if (n->kind == FL_CALL)
    return is_agreed(u, f, rows, n);
  if (is_index(n, "threadIdx", "yz"))
    return rows->only || rows->whole;
  if (n->kind != FL_BINARY || n->kids.len != 2)
    return false;
  const struct fl_node *a = n->kids.data[0], *b = n->kids.data[1], *by = meant(u, f, b);
  const bool fraction = n->type && (strstr(n->type, "float") || strstr(n->type, "double"));
  if ((fl_named(n, "/") && !fraction && is_multiple(u, f, rows, b) && is_counted(u, f, a)) ||
      (fl_named(n, ">>") && by->has_value && by->value >= 0 && by->value < 32 &&
       (INT64_C(1) << by->value) % rows->width == 0))
    return fl_numbers_threads(u, f, rows, a) && fl_uniform(u, f, FL_OF_WARP, b);
  for (size_t i = 0; i < 2; i++) {
    const struct fl_node *number = i ? b : a, *bound = i ? a : b;
    const bool first =
        fl_named(n, i ? lasts[0] : orders[0]) || fl_named(n, i ? lasts[1] : orders[1]);
    const bool last =
        fl_named(n, i ? orders[0] : lasts[0]) || fl_named(n, i ? orders[1] : lasts[1]);
    if ((first && is_multiple(u, f, rows, bound)) ||
        (last && bound->has_value && (bound->value + 1) % rows->width == 0))
      return fl_numbers_threads(u, f, rows, number) && fl_uniform(u, f, FL_OF_WARP, bound);
  }
  return false;
}
