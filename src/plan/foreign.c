// What launches ask for whose threads call device functions of other files: these are known when the program runs, and where they are not plain the kernel is launched
// as it is (analysis/calls/foreign.c). So there must be a wrapper that asks, a symbol that launches natively, and room for the registers of functions that nobody
// has seen: nvlink refuses kernels for blocks that these do not leave enough for. The same of launches of kernels that other files define: these are run by drains of
// those files, behind all else.
#include "plan/plan.h"

// Can launches below `root` be native, one by one? Where nobody asks what comes of them, and in what order.
static bool may_stay_one_by_one(const struct fl_function *root) {
  bool may = !fl_has_order(root) && !fl_waits(root);
  for (size_t k = 0; k <= root->facts->below.len; k++) {
    const struct fl_facts *x = (k ? root->facts->below.data[k - 1] : root)->facts;
    may &= !x->uses_streams && !x->any_stream && !x->asks_for_errors;
  }
  return may;
}

static bool reaches(const struct fl_function *f, const struct fl_site *s) {
  for (size_t i = 0; i < f->facts->reach.len; i++)
    if (f->facts->reach.data[i] == s)
      return true;
  return false;
}

// Does the device launch it? A drain that runs kernels which launch in turn is a cooperative launch, and such cannot launch.
static bool is_child(const struct fl_function *k) {
  bool any = false;
  for (size_t i = 0; i < k->facts->launches.len; i++)
    any |= !k->facts->launches.data[i]->on_host;
  return any;
}

// Blocks of as many threads as nobody knows may stay native where they turn out to be large, if it is parents that make the launch.
static bool may_be_fitted(const struct fl_unit *u, const struct fl_options *opt,
                          const struct fl_site *s) {
  if (s->block_threads > 0 || s->shared_bytes < 0 || opt->record_configs || opt->strict_streams ||
      !s->kernel)
    return false;
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    if (f->kind == FL_KERNEL && reaches(f, s) && (is_child(f) || !may_stay_one_by_one(f)))
      return false;
  }
  return true;
}

// Might blocks of some kernel below `root` be too large, or have as much shared memory as nobody knows?
static const struct fl_site *find_large(const struct fl_unit *u, const struct fl_options *opt,
                                        const struct fl_function *root) {
  for (size_t k = 0; k <= root->facts->below.len; k++) {
    const struct fl_function *f = k ? root->facts->below.data[k - 1] : root;
    for (size_t i = 0; i < f->facts->reach.len; i++) {
      const struct fl_site *s = f->facts->reach.data[i];
      if (s->kernel && s->kernel->facts->is_foreign)
        continue;
      if ((s->block_threads <= 0 && !may_be_fitted(u, opt, s)) ||
          s->block_threads > FL_ANY_REGISTERS || s->shared_bytes < 0 || opt->record_configs)
        return s;
    }
  }
  return NULL;
}

void fl_fit_blocks(struct fl_unit *u, const struct fl_options *opt) {
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *root = u->functions.data[i];
    if (root->kind != FL_KERNEL || !fl_foreign_of(u, root)->len)
      continue;
    for (size_t j = 0; j < root->facts->reach.len; j++) {
      struct fl_site *s = root->facts->reach.data[j];
      s->plan->fitted |=
          s->plan->strategy->records && !s->kernel->facts->is_foreign && may_be_fitted(u, opt, s);
    }
  }
}

static void add_once(struct fl_arena *a, struct fl_functions *to, struct fl_function *f) {
  for (size_t i = 0; i < to->len; i++)
    if (to->data[i] == f)
      return;
  *fl_vec_add(a, to) = f;
}

struct fl_functions fl_others_of(struct fl_unit *u, const struct fl_function *root) {
  struct fl_functions others = {0};
  for (size_t k = 0; k <= root->facts->below.len && u->any_foreign; k++) {
    const struct fl_function *f = k ? root->facts->below.data[k - 1] : root;
    for (size_t i = 0; i < f->facts->reach.len; i++) {
      const struct fl_site *s = f->facts->reach.data[i];
      if (s->kernel && s->kernel->facts->is_foreign && s->plan->strategy->policy)
        add_once(u->arena, &others, s->kernel);
    }
  }
  return others;
}

// Why the launch of a kernel of another file cannot be left to a drain of that file, which comes behind all that is launched of this one's.
static struct fl_reason other_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                       const struct fl_function *root, const struct fl_site *s) {
  const struct fl_strategy *how = s->plan->strategy;
  const char *why =
      !how->records || how->runner != FL_RUN_DRAIN || fl_runs_fused(opt, root)
          ? "'%s', which another file defines, can only be run by a drain of that file (t1, t2, "
            "mega, without joins)"
      : fl_has_order(root) || opt->strict_streams
          ? "'%s', which another file defines, is launched in an order that matters"
      : fl_others_of(u, root).len > FL_MOST_OTHERS
          ? "'%s' is one of too many kernels of other files"
          : NULL;
  return (struct fl_reason){why ? fl_format(u->arena, why, s->kernel->name) : NULL, s->span};
}

struct fl_reason fl_foreign_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                     const struct fl_function *root, const struct fl_site *s) {
  const struct fl_functions *foreign = fl_foreign_of(u, root);
  const struct fl_strategy *how = s->plan->strategy;
  struct fl_reason r = {NULL, s->span};
  if (s->kernel && s->kernel->facts->is_foreign)
    r = other_obstacle(u, opt, root, s);
  if (r.text)
    return r;
  if (!foreign->len || !how->policy)
    return r;
  const struct fl_site *large = find_large(u, opt, root);
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
