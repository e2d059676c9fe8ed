// CUDA's own atomic operations.
#include "analysis/memory/memory.h"
#include <string.h>

enum { INT = 1, UNSIGNED = 2, ULL = 4, LL = 8, FLOAT = 16, DOUBLE = 32 };
static const char *const types[] = {"int",       "unsigned int", "unsigned long long",
                                    "long long", "float",        "double"};

// The operations that there are something to say of, and the types of those in include/freelaunch/writes.h.
static const struct {
  const char *name;
  unsigned types;
  unsigned what;
} atomics[] = {
    {"atomicMin", INT | UNSIGNED | ULL | LL, FL_ATOMIC_MAY_CHANGE_NOTHING | FL_ATOMIC_REDUCES},
    {"atomicMax", INT | UNSIGNED | ULL | LL, FL_ATOMIC_MAY_CHANGE_NOTHING | FL_ATOMIC_REDUCES},
    {"atomicAnd", INT | UNSIGNED | ULL, FL_ATOMIC_MAY_CHANGE_NOTHING | FL_ATOMIC_REDUCES},
    {"atomicOr", INT | UNSIGNED | ULL, FL_ATOMIC_MAY_CHANGE_NOTHING | FL_ATOMIC_REDUCES},
    {"atomicXor", INT | UNSIGNED | ULL, FL_ATOMIC_REDUCES},
    {"atomicAdd", INT | UNSIGNED | ULL | FLOAT | DOUBLE, FL_ATOMIC_REDUCES},
    {"atomicSub", INT | UNSIGNED, FL_ATOMIC_REDUCES},
    {"atomicInc", UNSIGNED, FL_ATOMIC_REDUCES},
    {"atomicDec", UNSIGNED, FL_ATOMIC_REDUCES},
    {"atomicCAS", INT | UNSIGNED | ULL, FL_ATOMIC_MAY_CHANGE_NOTHING | FL_ATOMIC_COMPARES}};

static bool has_type(struct fl_unit *u, const struct fl_decl *d, unsigned which, bool compares) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    const char *t = types[i];
    if (which >> i & 1 &&
        !strcmp(d->canonical, compares ? fl_format(u->arena, "%s (%s *, %s, %s)", t, t, t, t)
                                       : fl_format(u->arena, "%s (%s *, %s)", t, t, t)))
      return true;
  }
  return false;
}

bool fl_own_atomic(struct fl_unit *u, const struct fl_node *n, enum fl_atomic what) {
  const struct fl_decl *d = n->kind == FL_CALL && n->callee ? n->decl : NULL;
  if (!d || !n->editable || !n->callee->editable || n->callee->span.file < 0 ||
      n->callee->kind != FL_REF || d->kind != FL_DECL_FUNCTION || d->function || !d->of_file_scope)
    return false;
  for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
    if (atomics[i].what & what && !strcmp(d->name, atomics[i].name))
      return has_type(u, d, atomics[i].types, atomics[i].what & FL_ATOMIC_COMPARES);
  return false;
}
