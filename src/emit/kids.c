// The list of kernels that a body launches, by itself and by what it calls: those that are recorded, and those that it runs in place and that launch in turn.
#include "emit/emit.h"
#include <string.h>

struct texts {
  const char **data;
  size_t len, cap;
};
struct collection {
  struct fl_emit *e;
  unsigned number;              // from 1
  const struct fl_function *of; // whose list it is
  struct texts tags;            // descriptors, each once
  struct texts some;            // lists of what only some instances have, as statements
  struct fl_text
      lists;    // ", list" for each call of a template whose launches depend on its parameters
  bool deduced; // a name needs the parameters of the function in scope
};

static void add_once(struct collection *c, struct texts *to, const char *text) {
  for (size_t i = 0; i < to->len; i++)
    if (!strcmp(to->data[i], text))
      return;
  *fl_vec_add(c->e->unit->arena, to) = text;
}

// A list that stands where some instances discard it; "" where all have it, or what is discarded cannot be told.
static const char *discarded_unless(const struct collection *c, const struct fl_function *f,
                                    const struct fl_node *n) {
  const char *heads =
      f == c->of && !fl_result_asks(f) ? fl_discarded_unless(c->e->unit, f, n) : NULL;
  return heads ? heads : "";
}

static bool is_listed(const struct fl_site *s) {
  return s->kernel && s->plan->strategy->policy && !s->kernel->facts->is_foreign &&
         (s->plan->strategy->records || s->kernel->facts->reach.len || s->kernel->facts->copies);
}

static void add_site(struct collection *c, const struct fl_site *s) {
  struct fl_emit *e = c->e;
  if (!is_listed(s))
    return;
  const char *tag = fl_qualified_tag(e, s->kernel);
  const struct fl_instance in = fl_instance_of(e->unit, s);
  if (in.deduced_from) {
    tag = fl_format(e->unit->arena, "decltype(%s%s__fl_kid%s%s%s(%s))",
                    fl_scope_prefix(e, s->kernel), s->kernel->name, *in.arguments ? "<" : "",
                    in.arguments, *in.arguments ? ">" : "", in.deduced_from);
    c->deduced = true;
  } else if (in.arguments) {
    tag = fl_format(e->unit->arena, "%s<%s>", tag, in.arguments);
  }
  if (fl_is_pattern(s->caller, tag))
    tag = fl_format(e->unit->arena, "%s...", tag);
  const char *heads = in.arguments ? discarded_unless(c, s->caller, s->node) : "";
  if (*heads)
    add_once(c, &c->some, fl_format(e->unit->arena, "%sreturn __fl::list<%s>{};", heads, tag));
  else
    add_once(c, &c->tags, tag);
}

const char *fl_called_list(struct fl_emit *e, const struct fl_function *f,
                           const struct fl_node *call, const char *name) {
  const struct fl_instance in = fl_callee_instance_of(e->unit, f, call);
  const bool of_object = in.through && *in.through && *in.arguments;
  return fl_format(e->unit->arena, "decltype(%s%s%s%s%s%s(%s))",
                   in.through ? in.through : fl_scope_prefix(e, fl_called(e->unit, call)),
                   of_object ? "template " : "", name, *in.arguments ? "<" : "", in.arguments,
                   *in.arguments ? ">" : "", in.deduced_from);
}

static void collect(struct collection *c, const struct fl_function *f) {
  struct fl_unit *u = c->e->unit;
  struct fl_forms *m = fl_forms_of(c->e, f);
  if (m->listed == c->number)
    return;
  m->listed = c->number;
  for (size_t i = 0; i < f->sites.len; i++)
    add_site(c, f->sites.data[i]);
  for (size_t i = 0; i < f->facts->callees.len; i++)
    if (!fl_launches_by_parameters(f->facts->callees.data[i]))
      collect(c, f->facts->callees.data[i]);
  for (size_t i = 0; i < f->calls.len; i++) {
    const struct fl_node *call = f->calls.data[i];
    const struct fl_function *g = fl_called(u, call);
    if (!g || g->kind == FL_KERNEL || fl_is_told_by_instance(u, call) ||
        !fl_launches_by_parameters(g))
      continue;
    const char *list = fl_called_list(c->e, f, call, fl_format(u->arena, "%s__fl_kids", g->name));
    const char *heads = discarded_unless(c, f, call);
    if (fl_is_pattern(f, list))
      list = fl_format(u->arena, "%s...", list);
    if (*heads)
      add_once(c, &c->some, fl_format(u->arena, "%sreturn __fl::join<%s>{};", heads, list));
    else
      fl_text_printf(&c->lists, ", %s", list);
    c->deduced = true;
  }
}

static void put_list(const struct collection *c, struct fl_text *t) {
  fl_text_puts(t, c->lists.len ? "__fl::join<__fl::list<" : "__fl::list<");
  for (size_t i = 0; i < c->tags.len; i++)
    fl_text_printf(t, "%s%s", i ? ", " : "", c->tags.data[i]);
  fl_text_puts(t, ">");
  if (c->lists.len)
    fl_text_printf(t, "%s>", c->lists.data);
}

bool fl_kids(struct fl_emit *e, const struct fl_function *f, struct fl_text *t) {
  struct collection c = {.e = e, .number = ++e->collections, .of = f};
  collect(&c, f);
  put_list(&c, t);
  fl_text_free(&c.lists);
  return c.deduced || c.some.len;
}

// The body of the function where instances differ in what they have.
static void put_some(const struct collection *c, struct fl_text *t) {
  fl_text_printf(t, " {\n  __fl::unread(%s);\n", fl_arguments(c->e, c->of));
  for (size_t i = 0; i < c->some.len; i++)
    fl_text_printf(t, "  const auto fl_%zu = [&] { %s };\n", i, c->some.data[i]);
  fl_text_puts(t, "  return __fl::join_some<");
  put_list(c, t);
  for (size_t i = 0; i < c->some.len; i++)
    fl_text_printf(t, ", decltype(fl_%zu())", i);
  fl_text_puts(t, ">{};\n}\n");
}

bool fl_lists_undeclared(const struct fl_function *f, const struct fl_site *s) {
  return fl_lists_launches(f) && is_listed(s) && fl_listing_of(s->kernel, f) == FL_LISTED_DECLARED;
}

void fl_declare_kids(struct fl_emit *e, const struct fl_function *f, bool defaults,
                     struct fl_text *t) {
  struct collection c = {.e = e, .number = ++e->collections, .of = f};
  collect(&c, f);
  struct fl_text list = {0};
  put_list(&c, &list);
  const char *params = fl_parameters(e, f, NULL, defaults);
  fl_text_printf(t, "%s%sauto %s__fl_kids(%s)", fl_template_head(e, f, NULL, defaults),
                 f->is_member || c.some.len ? "static " : "", f->name,
                 f->facts->uses_groups ? fl_group_text(e->unit, params) : params);
  if (c.some.len) {
    fl_text_puts(t, fl_trailing_constraint(e, f->trailing_constraint));
    put_some(&c, t);
  } else {
    fl_text_printf(t, "%s;\n", fl_list_returned(e, f, list.data));
  }
  fl_text_free(&list);
  fl_text_free(&c.lists);
}
