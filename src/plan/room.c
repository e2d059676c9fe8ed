// Is there shared memory for what forms of a parent have besides its own variables? Every block may have 48 KB of what is declared.
#include "plan/plan.h"
#include <string.h>

enum { MOST = 48 * 1024, FORM = 256 }; // most_own_shared (freelaunch/base.h)

// What a function declares takes, each variable beginning at a multiple of 16 bytes, as in the struct that forms have.
static uint64_t declared_by(const struct fl_function *f, bool *unknown) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < f->shared.len; i++) {
    const struct fl_decl *d = f->shared.data[i]->decl;
    if (!d || d->is_extern)
      continue;
    *unknown |= !d->size;
    bytes += (d->size + 15) / 16 * 16;
  }
  return bytes;
}

// Adds what functions declare that `f` comes to call, each once.
static uint64_t called_by(struct fl_arena *a, const struct fl_function *f,
                          struct fl_functions *seen, bool *unknown) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < f->facts->callees.len; i++) {
    struct fl_function *g = f->facts->callees.data[i];
    bool known = !g->facts->any_static_shared;
    for (size_t k = 0; k < seen->len; k++)
      known |= seen->data[k] == g;
    if (known)
      continue;
    *fl_vec_add(a, seen) = g;
    bytes += declared_by(g, unknown) + called_by(a, g, seen, unknown);
  }
  return bytes;
}

// Bytes of static shared memory that a form of `k` has where the kernel has its variables, of which those of `unknown` size, of templates, count nothing.
static uint64_t static_shared(struct fl_unit *u, const struct fl_function *k, bool *unknown) {
  struct fl_functions seen = {0};
  *unknown = false;
  return k->facts->any_static_shared
             ? declared_by(k, unknown) + called_by(u->arena, k, &seen, unknown)
             : 0;
}

// Has the form of `root` in which a launch is recorded shared variables of its own?
static bool has_own(const struct fl_options *opt, const struct fl_function *root,
                    enum fl_runner runner) {
  const struct fl_facts *x = root->facts;
  if (x->in_turn || opt->strict_streams)
    return true;
  return runner == FL_RUN_GRID_LAUNCH ? (x->any_barrier && x->early_exit) || x->any_warp
                                      : runner != FL_RUN_DRAIN;
}

struct fl_reason fl_room_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                  const struct fl_function *root, const struct fl_site *s) {
  const struct fl_strategy *how = s->plan->strategy;
  struct fl_reason r = {NULL, root->name_span};
  // Blocks that are virtual ones have their variables in dynamic shared memory.
  if (!how->records || how->runner == FL_RUN_BLOCK || fl_runs_fused(opt, root))
    return r;
  bool unknown;
  const uint64_t bytes = static_shared(u, root, &unknown);
  if (bytes && bytes + (has_own(opt, root, how->runner) ? FORM : 0) > MOST)
    r.text = fl_format(u->arena,
                       "the shared variables of '%s' take %llu bytes, each from a multiple of 16 "
                       "on, which leaves too few for strategy %s",
                       root->name, (unsigned long long)bytes, how->name);
  return r;
}

bool fl_may_lack_room(struct fl_unit *u, const struct fl_options *opt,
                      const struct fl_function *k) {
  const enum fl_engine engine = fl_engine_of(opt, k);
  bool unknown = false;
  if (fl_records(k) && (engine == FL_SPLIT || engine == FL_GATHERING) &&
      has_own(opt, k, fl_runner_of(k)))
    static_shared(u, k, &unknown);
  return unknown;
}

bool fl_asks_for_shared(struct fl_unit *u, const struct fl_function *k) {
  for (size_t i = 0; i < k->facts->launches.len; i++) {
    const struct fl_site *s = k->facts->launches.data[i];
    if (!s->on_host || !s->shared_bytes)
      continue;
    bool unknown;
    const uint64_t own = static_shared(u, k, &unknown) + FORM;
    if (unknown || s->shared_bytes < 0 || own + (uint64_t)s->shared_bytes > MOST)
      return true;
  }
  return false;
}

bool fl_may_not_fit(struct fl_unit *u, const struct fl_options *opt, const struct fl_function *k) {
  const enum fl_engine engine = fl_engine_of(opt, k);
  return fl_may_lack_room(u, opt, k) ||
         (fl_records(k) && fl_asks_for_shared(u, k) &&
          (engine == FL_GATHERING || (engine == FL_BLOCKS && !fl_waits(k))));
}
