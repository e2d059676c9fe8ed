// What is known of parents: their reports, what these say to the user, and how much room their next launch is to have. See flrt.h.
#include "flrt.h"
#ifndef FLRT_PARENT_C
#define FLRT_PARENT_C
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

FLRT_VAR struct flrt_parent *flrt_parents_;
FLRT_VAR int flrt_parents_lock_;
FLRT_VAR pid_t flrt_process_; // whose they are: what fork() makes has nothing to say of them

// Launches that were refused since the program began.
FLRT_ONCE unsigned long long flrt_lost_launches(void) {
  unsigned long long lost = 0;
  flrt_enter(&flrt_parents_lock_);
  for (const struct flrt_parent *p = flrt_parents_; p; p = p->next)
    lost += p->report ? p->report->lost : 0;
  flrt_leave(&flrt_parents_lock_);
  return lost;
}

FLRT_ONCE void flrt_tell_lost(struct flrt_parent *p) {
  if (p->report->lost == p->lost_before)
    return;
  if (p->lost_before == 0)
    fprintf(stderr,
            "freelaunch: %s: the device heap is full, %llu launches of children were refused with "
            "cudaErrorLaunchPendingCountExceeded; set FL_HEAP_MB or FL_WORKLIST higher\n",
            p->name, (unsigned long long)p->report->lost);
  p->lost_before = p->report->lost;
}

// At exit: what the drains have reported. Reports outlive the device's context, and no call of CUDA is made.
FLRT_ONCE void flrt_finish(void) {
  const struct flrt_settings *env = flrt_env();
  if (getpid() != flrt_process_)
    return;
  for (struct flrt_parent *p = flrt_parents_; p; p = p->next) {
    flrt_tell_lost(p);
    flrt_print_trace(stderr, p);
  }
  if (!flrt_counting())
    return;
  for (struct flrt_parent *p = flrt_parents_; p; p = p->next)
    flrt_hear(&p->selector, p->report);
  struct flrt_row *rows = NULL;
  const size_t n = flrt_rows(flrt_parents_, &rows);
  if (env->log > 0)
    flrt_print_table(stderr, rows, n);
  if (env->profile)
    flrt_write_profile(env->profile, rows, n);
  free(rows);
}

// Copies a name without the unnamed namespaces in it; returns its length.
FLRT_ONCE size_t flrt_copy_name(char *to, size_t room, const char *from, size_t n) {
  static const char *const unnamed[] = {"{anonymous}::", "(anonymous namespace)::", "<unnamed>::"};
  size_t len = 0;
  for (size_t i = 0; i < n && len + 1 < room;) {
    size_t skip = 0;
    for (unsigned k = 0; k < sizeof unnamed / sizeof *unnamed; ++k)
      if (strncmp(from + i, unnamed[k], strlen(unnamed[k])) == 0)
        skip = strlen(unnamed[k]);
    if (!skip)
      to[len++] = from[i];
    i += skip ? skip : 1;
  }
  to[len] = 0;
  return len;
}

FLRT_ONCE const char *flrt_copy(const char *text) {
  char *copy = text ? (char *)malloc(strlen(text) + 1) : NULL;
  return copy ? strcpy(copy, text) : NULL;
}

// The name comes out of a signature that ends in "P = name]" or the like. The parent gets on the list if it has a report.
FLRT_ONCE void flrt_parent_start(struct flrt_parent *p, const struct flrt_device *on,
                               const char *signature, const struct flrt_seed *seeds,
                               size_t n_seeds) {
  const char *from = strstr(signature, "P = ");
  size_t n = 0;
  from = from ? from + 4 : signature;
  while (from[n] && from[n] != ']' && from[n] != ';')
    ++n;
  n = flrt_copy_name(p->name, sizeof p->name, from, n);
  if (n > 4 && memcmp(p->name + n - 4, "__fl", 4) == 0)
    p->name[n - 4] = 0;
  p->key = flrt_copy(p->key);
  p->strategy = flrt_copy(p->strategy);
  p->growth[FLRT_OF_GRIDS].times = p->growth[FLRT_OF_BLOCKS].times = 1;
  p->on = on;
  p->context = on->context;
  for (size_t i = 0; i < n_seeds && p->key; ++i)
    if (strcmp(seeds[i].key, p->key) == 0)
      flrt_begin_with(&p->selector, &seeds[i]);
  void *seen;
  p->report = (struct flrt_report *)flrt_both_see(on->device, sizeof *p->report, &seen);
  p->device_report = (struct flrt_report *)seen;
  if (!p->report)
    return;
  flrt_enter(&flrt_parents_lock_);
  if (!flrt_parents_) {
    flrt_process_ = getpid();
    atexit(flrt_finish);
  }
  p->next = flrt_parents_;
  flrt_parents_ = p;
  flrt_leave(&flrt_parents_lock_);
}

// Reacts to what has found no place since. Other host threads may be about to.
static void grow(struct flrt_parent *p, enum flrt_lists which, size_t n, size_t most) {
  struct flrt_growth *g = &p->growth[which];
  flrt_enter(&p->growing);
  const unsigned long long now = p->report->spilled, more = now > g->spilled ? now - g->spilled : 0;
  const size_t missing = which == FLRT_OF_GRIDS ? more : more != 0; // in one worklist, as far as that is known
  g->spilled += more;
  for (size_t room = 0; room < missing && g->times < most; room = n * g->times)
    g->times *= 4;
  flrt_leave(&p->growing);
}

FLRT_HOT size_t flrt_room(struct flrt_parent *p, enum flrt_lists which, size_t n, size_t most) {
  const long forced = flrt_env()->worklist;
  struct flrt_growth *g = &p->growth[which];
  if (p->report && p->report->spilled != g->spilled)
    grow(p, which, n, most);
  if (forced > 0)
    n = (size_t)forced;
  else if (g->times > 1)
    n = g->times < most / n ? n * g->times : most;
  return n < most ? n : most;
}

FLRT_HOT size_t flrt_capacity(struct flrt_parent *p, enum flrt_lists which, size_t threads, size_t least, size_t most) {
  const size_t n = threads < most / 4 ? threads * 4 : most;
  __atomic_fetch_add(&p->launches, 1, __ATOMIC_RELAXED);
  if (p->report)
    flrt_tell_lost(p);
  return flrt_room(p, which, n < least ? least : n, most);
}
#endif
