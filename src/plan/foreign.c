// What launches ask for whose threads call device functions of other files: these are known when the program runs, and where they are not plain the kernel is launched
// as it is (analysis/foreign.c). So there must be a wrapper that asks, a symbol that launches natively, and room for the registers of functions that nobody
// has seen: nvlink refuses kernels for blocks that these do not leave enough for.
#include "plan/plan.h"

// Might blocks of some kernel below `root` be too large, or have as much shared memory as nobody knows?
static const struct fl_site *find_large(const struct fl_options *opt,
                                        const struct fl_function *root) {
  for (size_t k = 0; k <= root->facts->below.len; k++) {
    const struct fl_function *f = k ? root->facts->below.data[k - 1] : root;
    for (size_t i = 0; i < f->facts->reach.len; i++) {
      const struct fl_site *s = f->facts->reach.data[i];
      if (s->block_threads <= 0 || s->block_threads > FL_ANY_REGISTERS || s->shared_bytes < 0 ||
          opt->record_configs)
        return s;
    }
  }
  return NULL;
}

struct fl_reason fl_foreign_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                     const struct fl_function *root, const struct fl_site *s) {
  const struct fl_functions *foreign = fl_foreign_of(u, root);
  const struct fl_strategy *how = s->plan->strategy;
  struct fl_reason r = {NULL, s->span};
  if (!foreign->len || !how->policy)
    return r;
  const struct fl_site *large = find_large(opt, root);
  if (!how->records) {
    r.text = "'%s', which another file defines, is called where children run in the symbol of "
             "their parent";
  } else if (fl_waits(root)) {
    r.text = "'%s', which another file defines, is called where threads wait for children";
  } else if (how->runner == FL_RUN_BLOCK || fl_runs_fused(opt, root)) {
    r.text = "'%s', which another file defines, is called in blocks of 1024 threads, and may need "
             "too many registers for these";
  } else if (large) {
    r.text = "'%s', which another file defines, is called below a launch whose blocks may have too "
             "many threads for its registers, or shared memory of any size";
    r.at = large->span;
  }
  if (r.text)
    r.text = fl_format(u->arena, r.text, foreign->data[0]->name);
  return r;
}
