// Parsing of inline sources for the front end's unit tests, and finders over the model. Run from
// the repository's root.
#ifndef FRONT_CASE_H
#define FRONT_CASE_H
#define _XOPEN_SOURCE 700
#include "front/front.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct front_case {
  char dir[64];
  char path[96];
  struct fl_arena *arena;
  struct fl_diags diags;
  struct fl_unit *u;
};

static inline void case_write(const struct front_case *c, const char *name, const char *text,
                              size_t len) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", c->dir, name);
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, len, f), len);
  fclose(f);
}

static inline void case_open(struct front_case *c) {
  *c = (struct front_case){.arena = fl_arena_new()};
  c->diags.arena = c->arena;
  strcpy(c->dir, "/tmp/fl_front_XXXXXX");
  assert_non_null(mkdtemp(c->dir));
  snprintf(c->path, sizeof c->path, "%s/main.cu", c->dir);
}

static inline void case_parse_with(struct front_case *c, const char *const *args, size_t nargs) {
  struct fl_front_options opt = {.path = c->path,
                                 .args = args,
                                 .nargs = nargs,
                                 .prelude_dir = "tests/front/include",
                                 .arch = "sm_90"};
  c->u = fl_front_parse(c->arena, &c->diags, &opt);
}

static inline void case_bytes(struct front_case *c, const char *text, size_t len) {
  case_open(c);
  case_write(c, "main.cu", text, len);
  case_parse_with(c, NULL, 0);
  assert_non_null(c->u);
}

// Parses a source that must have no errors.
static inline void case_source(struct front_case *c, const char *text) {
  case_bytes(c, text, strlen(text));
  if (c->u->parse_errors)
    fl_diags_print(&c->diags, FL_REMARK, stderr);
  assert_false(c->u->parse_errors);
}

static inline void case_close(struct front_case *c) {
  static const char *const names[] = {"main.cu", "a.h", "b.h", "sub/c.h", "sub"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", c->dir, names[i]);
    remove(path);
  }
  rmdir(c->dir);
  fl_arena_free(c->arena);
}

static inline struct fl_function *function(const struct front_case *c, const char *name) {
  for (size_t i = 0; i < c->u->functions.len; i++)
    if (strcmp(c->u->functions.data[i]->qualified, name) == 0)
      return c->u->functions.data[i];
  fail_msg("no function %s", name);
  return NULL;
}

static inline struct fl_site *site(const struct front_case *c, size_t id) {
  assert_true(id >= 1 && id <= c->u->sites.len);
  assert_int_equal(c->u->sites.data[id - 1]->id, id);
  return c->u->sites.data[id - 1];
}

// The first node of a kind, in preorder.
static inline struct fl_node *find_node(struct fl_node *n, enum fl_node_kind kind,
                                        const char *name) {
  if (n->kind == kind && (!name || (n->name && strcmp(n->name, name) == 0)))
    return n;
  for (size_t i = 0; i < n->kids.len; i++) {
    struct fl_node *found = find_node(n->kids.data[i], kind, name);
    if (found)
      return found;
  }
  return NULL;
}

static inline struct fl_node *node(const struct front_case *c, const char *fn,
                                   enum fl_node_kind kind, const char *name) {
  struct fl_function *f = function(c, fn);
  assert_non_null(f->body);
  struct fl_node *n = find_node(f->body, kind, name);
  if (!n)
    fail_msg("no %s %s in %s", fl_node_kind_name[kind], name ? name : "", fn);
  return n;
}

#define assert_span(c, span, expected) assert_string_equal(fl_span_text((c)->u, span), expected)
#endif
