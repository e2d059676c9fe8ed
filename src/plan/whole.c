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

// Why such kernels below `root` have not blocks of one constant size, than which the others' are not larger; their size comes to `threads`.
static const char *size_obstacle(const struct fl_options *opt, const struct fl_function *root,
                                 int64_t *threads, struct fl_span *at) {
  const struct fl_site *l;
  for (struct fl_launches all = {.root = root}; (l = fl_next_launch(&all));) {
    if (!l->kernel || !l->kernel->facts->any_hides_block)
      continue;
    *at = l->span;
    if (l->block_threads <= 0 || l->block_threads % 32 || !is_row(l) || opt->record_configs)
      return "but they are not of a constant number of threads, in one dimension, that fill warps";
    if (*threads && l->block_threads != *threads)
      return "and they have different sizes";
    *threads = l->block_threads;
  }
  for (struct fl_launches all = {.root = root}; (l = fl_next_launch(&all));) {
    *at = l->span;
    if (l->block_threads <= 0 || l->block_threads > *threads)
      return "and another kernel may have larger ones";
  }
  return NULL;
}

// In the fused engine blocks of the root, too, run in blocks of that size.
static const char *root_obstacle(const struct fl_unit *u, const struct fl_options *opt,
                                 const struct fl_function *root, int64_t threads,
                                 struct fl_span *at) {
  bool fits = fl_is_seen(u, opt, root);
  *at = root->name_span;
  for (size_t i = 0; i < root->facts->launches.len && fits; i++) {
    const struct fl_site *l = root->facts->launches.data[i];
    *at = l->span;
    fits = l->block_threads > 0 && l->block_threads <= threads;
  }
  return fits ? NULL : "and their parent's, which run beside them, may be larger";
}

struct fl_reason fl_whole_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                   const struct fl_function *root, const struct fl_site *s) {
  struct fl_reason r = {NULL, s->span};
  if (!s->kernel || !s->plan->strategy->records || !needs_whole(s->kernel))
    return r;
  int64_t threads = 0;
  if (s->plan->strategy->runner == FL_RUN_BLOCK)
    r.text = "which it has not under t3";
  if (!r.text)
    r.text = size_obstacle(opt, root, &threads, &r.at);
  if (!r.text && fl_runs_fused(opt, root))
    r.text = root_obstacle(u, opt, root, threads, &r.at);
  if (r.text)
    r.text = fl_format(u->arena,
                       "a library, or inline assembly, in '%s' needs blocks of the hardware's, %s",
                       s->kernel->name, r.text);
  return r;
}

int fl_whole_threads(const struct fl_function *root) {
  const struct fl_site *l;
  for (struct fl_launches all = {.root = root}; (l = fl_next_launch(&all));)
    if (l->kernel && l->kernel->facts->any_hides_block && l->plan->strategy->records)
      return (int)l->block_threads;
  return 0;
}
