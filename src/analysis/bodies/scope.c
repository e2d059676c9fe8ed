// Fences and atomic operations that say something to the threads of one block alone.
#include "analysis/bodies/bodies.h"
#include <string.h>

// `atomicAdd_block(...)`, `__nv_atomic_load(..., scope)`: one of the latter whose scope cannot be read may be the block's.
static bool is_block_atomic(struct fl_unit *u, const struct fl_node *call) {
  static const char suffix[] = "_block";
  const size_t n = strlen(call->name), end = sizeof suffix - 1;
  if (!strncmp(call->name, "atomic", strlen("atomic")))
    return n > end && !strcmp(call->name + n - end, suffix);
  const char *text = call->span.file < 0 ? "" : fl_span_text(u, call->span);
  return !strncmp(call->name, "__nv_atomic_", strlen("__nv_atomic_")) &&
         !fl_mentions(text, "__NV_THREAD_SCOPE_DEVICE") &&
         !fl_mentions(text, "__NV_THREAD_SCOPE_SYSTEM");
}

static const char block_scope[] = "thread_scope_block"; // libcu++'s

// A value of libcu++'s type of scopes that is not wide by its name: `constexpr auto scope = cuda::thread_scope_block;`, a parameter.
static bool may_be_block_scope(const struct fl_node *n) {
  const char *type = n->type ? n->type : "", *name = strstr(type, "thread_scope");
  return n->kind == FL_REF && n->name && name && !strcmp(name, "thread_scope") &&
         strcmp(n->name, "thread_scope_device") != 0 && strcmp(n->name, "thread_scope_system") != 0;
}

bool fl_is_of_block_scope(struct fl_unit *u, const struct fl_node *n) {
  const char *type = n->decl && n->decl->canonical ? n->decl->canonical : n->type;
  bool known;
  if ((type && strstr(type, block_scope)) || (n->name && strstr(n->name, block_scope)))
    return true;
  if (n->kind == FL_ASM)
    return fl_mentions(fl_asm_text(u, n, &known), "cta"); // of unknown text nothing is made
  return may_be_block_scope(n) ||
         (n->kind == FL_CALL && n->name &&
          (!strcmp(n->name, "__threadfence_block") || is_block_atomic(u, n)));
}

bool fl_may_be_given_block_scope(struct fl_unit *u, const struct fl_function *f) {
  if (!f->template_params.len && !f->in_template_class)
    return false;
  if (!u->names_block_scope)
    u->names_block_scope = -1;
  for (size_t i = 0; i < u->files.len && u->names_block_scope < 0; i++)
    if (fl_mentions(u->files.data[i].text, block_scope))
      u->names_block_scope = 1;
  return u->names_block_scope > 0;
}
