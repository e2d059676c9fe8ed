// Sizes of blocks that a kernel template's parameter says, `child<<<n, B>>>`: where all launches of the template say the same number for it, they are of that size.
#include "analysis/bodies/node.h"
#include "plan/plan.h"
#include <stdlib.h>
#include <string.h>

bool fl_holds_size(const struct fl_decl *d) {
  static const char *const wide[] = {"int",       "unsigned int",       "long", "unsigned long",
                                     "long long", "unsigned long long", "dim3", "uint3"};
  const char *type = d->canonical ? d->canonical : "";
  type += fl_begins(type, "const ") ? strlen("const ") : 0;
  bool any = false;
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
    any |= !strcmp(type, wide[i]);
  return any;
}

// Which of its template parameters a kernel says as the size of a launch's blocks, and no more; -1: none.
static int parameter_of(struct fl_unit *u, const struct fl_site *s) {
  const struct fl_function *k = s->caller;
  const struct fl_node *n = s->block;
  if (n && n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL && k->body &&
      fl_holds_size(n->decl))
    n = fl_only_value(u, k, n->decl);
  if (!n || n->kind != FL_REF || !n->decl || n->decl->kind != FL_DECL_TEMPLATE_PARAM)
    return -1;
  for (size_t i = 0; i < k->template_params.len; i++) {
    const struct fl_template_param *p = &k->template_params.data[i];
    if (p->is_pack)
      return -1;
    if (!p->is_type && !p->is_template && !strcmp(p->name, n->name))
      return (int)i;
  }
  return -1;
}

// The i-th of template arguments, if it is a number; else 0. Brackets in them pair, but for those in characters and in names of files (of lambdas).
static int64_t number_at(const char *args, int i) {
  int depth = 0;
  if (strpbrk(args, "'\"") || strstr(args, "(lambda"))
    return 0;
  for (; *args && i > 0; args++) {
    depth += (*args == '<' || *args == '(') - (*args == '>' || *args == ')');
    i -= *args == ',' && depth == 0;
  }
  char *end;
  const long long n = strtoll(args, &end, 10);
  end += strspn(end, "uUlL ");
  return i == 0 && (!*end || *end == ',') ? n : 0;
}

// What all launches of `k` say for a parameter of its; 0: that is not known, or they differ.
static int64_t number_of(const struct fl_function *k, int parameter) {
  int64_t all = 0;
  for (size_t i = 0; i < k->facts->launches.len; i++) {
    const struct fl_site *l = k->facts->launches.data[i];
    const int64_t n = l->instance_args ? number_at(l->instance_args, parameter) : 0;
    if (n <= 0 || (all && n != all))
      return 0;
    all = n;
  }
  return all;
}

void fl_find_sizes(struct fl_unit *u, const struct fl_options *opt) {
  for (size_t i = 0; i < u->sites.len; i++) {
    struct fl_site *s = u->sites.data[i];
    if (s->on_host || s->block_threads || !s->caller || !fl_is_seen(u, opt, s->caller))
      continue;
    const int parameter = parameter_of(u, s);
    const int64_t n = parameter < 0 ? 0 : number_of(s->caller, parameter);
    if (n <= 0 || n > 1024)
      continue;
    s->block_threads = s->extent[0] = n;
    s->extent[1] = s->extent[2] = 1;
  }
}
