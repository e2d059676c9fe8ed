// Which stream a launch goes to.
#include "analysis/bodies/node.h"
#include "analysis/launches/launches.h"
#include <string.h>

// Does a text say just a name, in parentheses or not?
static bool says(const char *text, const char *name) {
  size_t n = strlen(text);
  while (n && strchr("() \t\r\n", text[n - 1]))
    n--;
  const size_t before = strspn(text, "() \t\r\n");
  return n > before && n - before == strlen(name) && !strncmp(text + before, name, n - before);
}

enum fl_stream_kind fl_stream_of(struct fl_unit *u, const struct fl_node *stream) {
  static const struct {
    const char *name;
    enum fl_stream_kind kind;
  } known[] = {{"0", FL_STREAM_NULL},
               {"NULL", FL_STREAM_NULL},
               {"nullptr", FL_STREAM_NULL},
               {"cudaStreamFireAndForget", FL_STREAM_FIRE},
               {"cudaStreamTailLaunch", FL_STREAM_TAIL}};
  if (!stream || (stream->has_value && stream->value == 0))
    return FL_STREAM_NULL;
  const char *text = fl_span_text(u, stream->span);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (says(text, known[i].name))
      return known[i].kind;
  return FL_STREAM_OTHER;
}
enum fl_stream_kind fl_site_stream(struct fl_unit *u, const struct fl_site *s) {
  return fl_stream_of(u, s->stream);
}

// Is a variable, or an array's element, used to create streams and as a stream, and for nothing else?
struct streams {
  const struct fl_decl *decl;
  bool other;
};
static bool is_stream_use(const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  if (p && p->kind == FL_SUBSCRIPT && p->kids.data[0] == n) {
    n = p;
    p = p->parent;
  }
  const bool address = p && fl_is_operator(p, FL_UNARY, "&");
  if (address) {
    n = p;
    p = p->parent;
  }
  if (p && p->kind == FL_LAUNCH)
    return p->site && p->site->stream == n;
  if (!p || p->kind != FL_CALL || p->callee == n || !p->name)
    return false;
  return !strcmp(p->name, "cudaStreamCreateWithFlags") ||
         (!address && fl_api_find(p->name) && !strncmp(p->name, "cuda", 4));
}
static bool find_other_use(struct fl_node *n, void *data) {
  struct streams *s = data;
  if (n->kind == FL_VAR && n->decl == s->decl)
    s->other |= n->init != NULL;
  else if (n->kind == FL_REF && n->decl == s->decl)
    s->other |= !is_stream_use(n);
  return !s->other;
}

static bool is_created(const struct fl_node *stream) {
  const struct fl_node *n =
      stream->kind == FL_SUBSCRIPT && stream->kids.len ? stream->kids.data[0] : stream;
  if (n->kind != FL_REF || !n->decl || n->decl->kind != FL_DECL_LOCAL || n->decl->is_reference ||
      !n->decl->owner || !n->decl->owner->body)
    return false;
  struct streams x = {n->decl, false};
  fl_walk_uses(n->decl->owner->body, n->decl, find_other_use, &x);
  return !x.other;
}

bool fl_may_be_tail(struct fl_unit *u, const struct fl_node *stream) {
  const enum fl_stream_kind kind = fl_stream_of(u, stream);
  if (kind == FL_STREAM_OTHER && stream && is_created(stream))
    return false;
  bool named = false;
  for (size_t i = 0; i < u->files.len && kind == FL_STREAM_OTHER; i++)
    named |= strstr(u->files.data[i].text, "TailLaunch") != NULL;
  return named || kind == FL_STREAM_TAIL;
}
