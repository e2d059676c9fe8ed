// Static shared variables: a struct for each function that has some, and the list of all those that a kernel reaches by calls, of
// which its virtual blocks have their own.
#include "emit/emit.h"
#include <inttypes.h>
#include <string.h>

bool fl_has_shared(const struct fl_function *f) {
  for (size_t i = 0; i < f->shared.len; i++)
    if (!f->shared.data[i]->decl->is_extern)
      return true;
  return false;
}

// In the struct a variable's name would hide what other variables' types say by it (`struct node node`), and several may have one name.
const char *fl_shared_member(const struct fl_emit *e, const struct fl_function *f, size_t i) {
  const char *name = f->shared.data[i]->decl->name;
  bool plain = true;
  for (size_t k = 0; k < f->shared.len && plain; k++) {
    const struct fl_decl *d = f->shared.data[k]->decl;
    plain = !(k < i && !strcmp(d->name, name)) && !fl_find_word(d->type, d->type, name) &&
            !fl_find_word(d->canonical, d->canonical, name);
  }
  return plain ? name : fl_format(e->unit->arena, "fl_%s_%zu", name, i);
}

void fl_shared_struct(struct fl_emit *e, struct fl_function *f, struct fl_text *t) {
  if (!fl_has_shared(f))
    return;
  fl_text_printf(t, "%sstruct %s_shared {\n", fl_template_head(e, f, NULL, false), fl_tag(e, f));
  for (size_t i = 0; i < f->shared.len; i++) {
    const struct fl_decl *d = f->shared.data[i]->decl;
    if (d->is_extern)
      continue;
    const struct fl_node *var = f->shared.data[i];
    const char *type = d->dependent     ? fl_outside_of_body(e->unit, f, var, d->type)
                       : fl_is_bytes(d) ? fl_format(e->unit->arena, "char[%" PRIu64 "]", d->size)
                                        : d->canonical;
    fl_text_puts(t, "  alignas(16) ");
    if (d->alignment)
      fl_text_printf(t, "%s ", fl_outside_of_body(e->unit, f, var, d->alignment));
    if (d->over_aligned || d->dependent) // alignas must not ask for less than the type has
      fl_text_printf(t, "alignas(__fl::type<%s>) ", type);
    fl_text_printf(t, "__fl::type<%s> %s;\n", type, fl_shared_member(e, f, i));
  }
  fl_text_puts(t, "};\n");
}

struct collection {
  struct fl_emit *e;
  FL_VEC(const struct fl_function *) plain; // functions that are no templates, each once
  struct fl_text lists;                     // ", list" for each call of a template
};

// Is its list told by its calls: that of a template's instance, or of a member, whose class may be one or have no name outside?
static bool is_declared(const struct fl_function *f) { return f->is_template || f->is_member; }

// What is declared to return the list. Which of several members is meant, the arguments decide.
static const char *shares_name(const struct fl_emit *e, const struct fl_function *f) {
  return f->is_member ? fl_format(e->unit->arena, "%s__fl_shares", f->name)
                      : fl_format(e->unit->arena, "%s_shares", fl_tag(e, f));
}

static void collect(struct collection *c, const struct fl_function *f) {
  for (size_t i = 0; i < f->facts->callees.len; i++) {
    struct fl_function *g = f->facts->callees.data[i];
    if (!g->facts->any_static_shared || is_declared(g))
      continue;
    bool known = false;
    for (size_t k = 0; k < c->plain.len; k++)
      known |= c->plain.data[k] == g;
    if (known)
      continue;
    *fl_vec_add(c->e->unit->arena, &c->plain) = g;
    collect(c, g);
  }
  for (size_t i = 0; i < f->calls.len; i++) {
    const struct fl_node *call = f->calls.data[i];
    const struct fl_function *g = fl_called(c->e->unit, call);
    if (!g || g->kind == FL_KERNEL || !g->facts->any_static_shared || !is_declared(g))
      continue;
    const char *list = fl_called_list(c->e, f, call, shares_name(c->e, g));
    fl_text_printf(&c->lists, ", %s%s", list, fl_is_pattern(f, list) ? "..." : "");
  }
}

// The list of the structs of a function and of all that it calls. Returns whether a name in it needs the function's parameters in scope.
static bool list_of(struct fl_emit *e, const struct fl_function *f, struct fl_text *t) {
  struct collection c = {.e = e};
  collect(&c, f);
  const char *sep = "";
  if (c.lists.len)
    fl_text_puts(t, "__fl::join<");
  fl_text_puts(t, "__fl::list<");
  if (fl_has_shared(f)) {
    fl_text_printf(t, "%s_shared%s", fl_tag(e, f), fl_template_arguments(e, f));
    sep = ", ";
  }
  for (size_t i = 0; i < c.plain.len; i++)
    if (fl_has_shared(c.plain.data[i])) {
      fl_text_printf(t, "%s%s_shared", sep, fl_qualified_tag(e, c.plain.data[i]));
      sep = ", ";
    }
  fl_text_puts(t, ">");
  const bool deduced = c.lists.len != 0;
  if (deduced)
    fl_text_printf(t, "%s>", c.lists.data);
  fl_text_free(&c.lists);
  return deduced;
}

// A template's list is known by the arguments that it is called with, as those of the call deduce its template arguments.
void fl_declare_shares(struct fl_emit *e, struct fl_function *f, struct fl_text *t) {
  struct fl_text list = {0};
  list_of(e, f, &list);
  const char *params = fl_parameters(e, f, NULL, true);
  fl_text_printf(t, "%s%sauto %s(%s)%s;\n", fl_template_head(e, f, NULL, true),
                 f->is_member ? "static " : "", shares_name(e, f),
                 f->facts->uses_groups ? fl_group_text(e->unit, params) : params,
                 fl_list_returned(e, f, list.data));
  fl_text_free(&list);
}

const char *fl_shared_type(struct fl_emit *e, struct fl_function *k, struct fl_text *before) {
  if (!k->facts->any_static_shared)
    return "__fl::none";
  bool callees = false;
  for (size_t i = 0; i < k->facts->callees.len; i++)
    callees |= k->facts->callees.data[i]->facts->any_static_shared;
  const char *targs = fl_template_arguments(e, k);
  if (!callees)
    return fl_format(e->unit->arena, "%s_shared%s", fl_tag(e, k), targs);
  struct fl_text list = {0};
  const char *type;
  if (list_of(e, k, &list)) {
    fl_declare_shares(e, k, before);
    type = fl_format(e->unit->arena, "__fl::shares<decltype(%s_shares%s(%s))>", fl_tag(e, k), targs,
                     fl_declared_arguments(e, k));
  } else {
    type = fl_format(e->unit->arena, "__fl::shares<%s>", list.data);
  }
  fl_text_free(&list);
  return type;
}
