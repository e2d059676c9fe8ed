// The list of kernels that a body launches, by itself and by what it calls: those that are recorded, and those that it runs in place and that launch in turn.
#include "emit/emit.h"
#include <string.h>

struct collection {
  struct fl_emit *e;
  FL_VEC(const char *) tags;                // descriptors, each once
  FL_VEC(const struct fl_function *) plain; // functions that were looked into
  struct fl_text
      lists;    // ", list" for each call of a template whose launches depend on its parameters
  bool deduced; // a name needs the parameters of the function in scope
};

static void add_site(struct collection *c, const struct fl_site *s) {
  struct fl_emit *e = c->e;
  if (!s->kernel || !s->plan->strategy->policy ||
      (!s->plan->strategy->records && !s->kernel->facts->reach.len))
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
  for (size_t i = 0; i < c->tags.len; i++)
    if (!strcmp(c->tags.data[i], tag))
      return;
  *fl_vec_add(e->unit->arena, &c->tags) = tag;
}

static void collect(struct collection *c, const struct fl_function *f) {
  struct fl_unit *u = c->e->unit;
  for (size_t i = 0; i < c->plain.len; i++)
    if (c->plain.data[i] == f)
      return;
  *fl_vec_add(u->arena, &c->plain) = f;
  for (size_t i = 0; i < f->sites.len; i++)
    add_site(c, f->sites.data[i]);
  for (size_t i = 0; i < f->facts->callees.len; i++)
    if (!fl_launches_by_parameters(f->facts->callees.data[i]))
      collect(c, f->facts->callees.data[i]);
  for (size_t i = 0; i < f->calls.len; i++) {
    const struct fl_node *call = f->calls.data[i];
    const struct fl_function *g = fl_called(u, call);
    if (!g || g->kind == FL_KERNEL || !fl_launches_by_parameters(g))
      continue;
    const struct fl_instance in = fl_callee_instance_of(u, f, call);
    const bool of_object = in.through && *in.through && *in.arguments;
    const char *list = fl_format(u->arena, "decltype(%s%s%s__fl_kids%s%s%s(%s))",
                                 in.through ? in.through : fl_scope_prefix(c->e, g),
                                 of_object ? "template " : "", g->name, *in.arguments ? "<" : "",
                                 in.arguments, *in.arguments ? ">" : "", in.deduced_from);
    fl_text_printf(&c->lists, ", %s%s", list, fl_is_pattern(f, list) ? "..." : "");
    c->deduced = true;
  }
}

bool fl_kids(struct fl_emit *e, const struct fl_function *f, struct fl_text *t) {
  struct collection c = {.e = e};
  collect(&c, f);
  fl_text_puts(t, c.lists.len ? "fl::join<fl::list<" : "fl::list<");
  for (size_t i = 0; i < c.tags.len; i++)
    fl_text_printf(t, "%s%s", i ? ", " : "", c.tags.data[i]);
  fl_text_puts(t, ">");
  if (c.lists.len)
    fl_text_printf(t, "%s>", c.lists.data);
  fl_text_free(&c.lists);
  return c.deduced;
}

void fl_declare_kids(struct fl_emit *e, const struct fl_function *f, bool defaults,
                     struct fl_text *t) {
  struct fl_text list = {0};
  fl_kids(e, f, &list);
  const char *params = fl_parameters(e, f, NULL, defaults);
  fl_text_printf(t, "%s%sauto %s__fl_kids(%s)%s;\n", fl_template_head(e, f, NULL, defaults),
                 f->is_member ? "static " : "", f->name,
                 f->facts->uses_groups ? fl_group_text(e->unit, params) : params,
                 fl_list_returned(e, f, list.data));
  fl_text_free(&list);
}
