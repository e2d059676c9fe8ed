// What stands inside a lambda: by which means it can name a local that stands in for something of the block, and whether the lambda runs
// in the body that it is written in.
#include "analysis/analysis.h"
#include <ctype.h>
#include <string.h>

const struct fl_node *fl_lambda_around(const struct fl_node *n) {
  for (n = n->parent; n; n = n->parent)
    if (n->kind == FL_LAMBDA)
      return n;
  return NULL;
}

static enum fl_capture capture_default(struct fl_unit *u, const struct fl_node *lambda) {
  const char *t = fl_span_text(u, lambda->span);
  if (*t++ != '[')
    return FL_CAPTURE_NOTHING;
  while (isspace((unsigned char)*t))
    t++;
  if (*t == '=')
    return FL_CAPTURE_COPIES;
  if (*t++ != '&')
    return FL_CAPTURE_NOTHING;
  while (isspace((unsigned char)*t))
    t++;
  return *t == ']' || *t == ',' ? FL_CAPTURE_REFERENCES : FL_CAPTURE_NOTHING;
}

enum fl_capture fl_capture_at(struct fl_unit *u, const struct fl_node *n) {
  enum fl_capture least = FL_NO_LAMBDA;
  for (n = fl_lambda_around(n); n; n = fl_lambda_around(n)) {
    const enum fl_capture c = capture_default(u, n);
    if (c > least)
      least = c;
  }
  return least;
}

bool fl_binds_by_capture(struct fl_unit *u, const struct fl_node *lambda) {
  const char *t = fl_span_text(u, lambda->span);
  int depth = 0;
  bool first = false; // of a capture
  for (; *t; t++) {
    depth += strchr("[({", *t) != NULL;
    depth -= strchr("])}", *t) != NULL;
    if (depth == 0)
      break;
    if (depth == 1 && first && *t == '&') {
      const char *name = t + 1;
      while (isspace((unsigned char)*name) || *name == '.')
        name++;
      const char *end = name;
      while (fl_is_word(*end))
        end++;
      while (isspace((unsigned char)*end))
        end++;
      if (*end == '=' || (*end == '{' && end > name) || (*end == '(' && end > name))
        return true;
    }
    first = (first && isspace((unsigned char)*t)) || (depth == 1 && strchr("[,", *t));
  }
  return false;
}

// Uses of a lambda's variable other than to call it.
struct uses {
  const struct fl_decl *decl;
  bool other;
};
static bool find_other(struct fl_node *n, void *data) {
  struct uses *s = data;
  if (n->kind != FL_REF || n->decl != s->decl)
    return true;
  const struct fl_node *p = n->parent;
  const bool called = p && p->kind == FL_CALL &&
                      (p->callee == n || (p->name && !strcmp(p->name, "operator()") &&
                                          p->kids.len && p->kids.data[0] == n));
  s->other |= !called;
  return !s->other;
}

static bool called_here(const struct fl_function *f, const struct fl_node *lambda) {
  const struct fl_node *p = lambda->parent;
  if (p && p->kind == FL_CALL)
    return p->callee == lambda ||
           (p->name && !strcmp(p->name, "operator()") && p->kids.data[0] == lambda);
  if (!p || p->kind != FL_VAR || p->init != lambda || !p->decl || p->decl->kind != FL_DECL_LOCAL)
    return false;
  struct uses s = {p->decl, false};
  fl_walk(f->body, find_other, &s);
  return !s.other;
}

struct fl_reason fl_lambda_obstacle(struct fl_unit *u, const struct fl_site *s) {
  struct fl_reason r = {NULL, s->span};
  if (!s->in_lambda)
    return r;
  if (!s->caller || s->caller->is_lambda || !s->caller->body || !fl_lambda_around(s->node))
    r.text = "the launch is written inside a lambda of host code";
  else if (fl_capture_at(u, s->node) == FL_CAPTURE_NOTHING)
    r.text = "the launch is written inside a lambda without a capture default";
  for (const struct fl_node *l = fl_lambda_around(s->node); l && !r.text; l = fl_lambda_around(l))
    if (!called_here(s->caller, l))
      r.text = "the launch is written inside a lambda that may be called elsewhere";
  return r;
}
