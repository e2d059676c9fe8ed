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

bool fl_is_of_block_scope(struct fl_unit *u, const struct fl_node *n) {
  static const char scope[] = "thread_scope_block"; // libcu++
  const char *type = n->decl && n->decl->canonical ? n->decl->canonical : n->type;
  bool known;
  if ((type && strstr(type, scope)) || (n->name && strstr(n->name, scope)))
    return true;
  if (n->kind == FL_ASM)
    return fl_mentions(fl_asm_text(u, n, &known), "cta"); // of unknown text nothing is made
  return n->kind == FL_CALL && n->name &&
         (!strcmp(n->name, "__threadfence_block") || is_block_atomic(u, n));
}
