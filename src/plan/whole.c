// Kernels that need whole blocks of the hardware's, since a library or inline assembly in them asks who their threads are, or has all of the block meet, where no context is
// seen (CUB's BlockReduce reads threadIdx). A kernel of ours whose blocks have as many threads as theirs runs them as they are, one block after another: all that is not the
// hardware's then is the number of the block, and the size of the grid.
#include "plan/plan.h"

static bool is_row(const struct fl_site *s) { return s->extent[1] == 1 && s->extent[2] == 1; }

// Is `k`, or a kernel that it comes to launch, such a one?
static bool needs_whole(const struct fl_function *k) {
  bool any = k->facts->any_hides_block;
  for (size_t i = 0; i < k->facts->below.len; i++)
    any |= k->facts->below.data[i]->facts->any_hides_block;
  return any;
}

struct fl_reason fl_whole_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                   const struct fl_function *root, const struct fl_site *s) {
  const struct fl_strategy *how = s->plan->strategy;
  struct fl_reason r = {NULL, s->span};
  if (!s->kernel || !how->records || !needs_whole(s->kernel))
    return r;
  if (how->runner == FL_RUN_BLOCK || fl_runs_fused(opt, root))
    r.text = "a library, or inline assembly, in '%s' needs blocks of the hardware's, which it has "
             "neither under t3 nor where threads wait for children";
  const struct fl_site *l;
  int64_t threads = 0; // of their blocks
  for (struct fl_launches all = {.root = root}; !r.text && (l = fl_next_launch(&all));) {
    if (!l->kernel || !l->kernel->facts->any_hides_block)
      continue;
    threads = threads ? threads : l->block_threads;
    r.at = l->span;
    if (l->block_threads <= 0 || l->block_threads % 32 || !is_row(l) || opt->record_configs)
      r.text =
          "a library, or inline assembly, in '%s' needs blocks of the hardware's, but they are "
          "not of a constant number of threads, in one dimension, that fill warps";
    else if (l->block_threads != threads)
      r.text = "a library, or inline assembly, in '%s' needs blocks of the hardware's, and they "
               "have different sizes";
  }
  for (struct fl_launches all = {.root = root}; !r.text && (l = fl_next_launch(&all));)
    if (l->block_threads <= 0 || l->block_threads > threads) {
      r.text = "a library, or inline assembly, in '%s' needs blocks of the hardware's, and another "
               "kernel may have larger ones";
      r.at = l->span;
    }
  if (r.text)
    r.text = fl_format(u->arena, r.text, s->kernel->name);
  return r;
}
