// The environment: settings of the runtime. See flrt.h.
#include "flrt.h"
#ifndef FLRT_ENV_C
#define FLRT_ENV_C
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FLRT_VAR struct flrt_settings flrt_settings_;
FLRT_VAR int flrt_settings_lock_;

FLRT_ONCE long flrt_number(const char *name, long otherwise) {
  const char *s = getenv(name);
  return s && *s ? strtol(s, NULL, 10) : otherwise;
}

// A copy of a path that stays right when the program changes its directory.
FLRT_ONCE char *flrt_absolute(const char *path) {
  char *here = path[0] == '/' ? NULL : realpath(".", NULL);
  const size_t room = (here ? strlen(here) : 0) + strlen(path) + 2;
  char *all = (char *)malloc(room);
  if (all)
    snprintf(all, room, "%s%s%s", here ? here : "", here ? "/" : "", path);
  free(here);
  return all;
}

// Bytes that "64M", "1g", "65536" or "off" stands for; -1: it is no size.
FLRT_ONCE long long flrt_bytes(const char *text) {
  static const char units[] = "kKmMgG";
  char *end;
  if (strcmp(text, "off") == 0)
    return 0;
  const long long n = strtoll(text, &end, 10);
  if (end == text || text[0] < '0' || text[0] > '9')
    return -1;
  const char *unit = *end ? strchr(units, *end) : NULL;
  const int shift = unit ? 10 * (int)((unit - units) / 2 + 1) : 0;
  return *end && (!unit || end[1]) ? -1 : n > (1LL << 50 >> shift) ? -1 : n << shift;
}

FLRT_FN const char *flrt_mode_name(enum flrt_mode mode) {
  static const char *const names[FLRT_MODES] = {"t1", "t4", "t1+t4", "t3", "block"};
  return names[mode];
}

// What FL_CHOICE asks for: the name of a mode, or "t1+t4:LIMIT". Returns a mode and 1, 0 if it is none.
FLRT_ONCE int flrt_parse_choice(const char *text, unsigned *limit) {
  *limit = FLRT_LIMIT;
  for (unsigned m = 0; m < FLRT_MODES; ++m) {
    const char *name = flrt_mode_name((enum flrt_mode)m);
    const size_t n = strlen(name);
    if (strcmp(text, name) == 0)
      return (int)m + 1;
    if (m == FLRT_MIXED && strncmp(text, name, n) == 0 && text[n] == ':') {
      char *end;
      const long value = strtol(text + n + 1, &end, 10);
      *limit = (unsigned)value;
      return end != text + n + 1 && *end == 0 && value > 0 && value <= 1 << 30 ? (int)m + 1 : 0;
    }
  }
  return 0;
}

// The environment, read once.
FLRT_HOT const struct flrt_settings *flrt_env(void) {
  struct flrt_settings *s = &flrt_settings_;
  if (!__atomic_load_n(&s->ready, __ATOMIC_ACQUIRE)) {
    flrt_enter(&flrt_settings_lock_);
    if (s->ready) { // another thread has read it
      flrt_leave(&flrt_settings_lock_);
      return s;
    }
    s->worklist = flrt_number("FL_WORKLIST", 0);
    s->heap_mb = flrt_number("FL_HEAP_MB", -1);
    s->log = (int)flrt_number("FL_LOG", 0);
    s->trace = flrt_number("FL_TRACE", 0);
    s->graphs = flrt_number("CUDA_LAUNCH_BLOCKING", 0) == 0 ? flrt_number("FL_GRAPHS", FLRT_GRAPHS) : 0;
    s->copies = flrt_number("FL_COPIES", 64);
    const char *profile = getenv("FL_PROFILE");
    s->profile = profile && *profile ? flrt_absolute(profile) : NULL;
    const char *pool = getenv("FL_POOL");
    s->pool = pool && *pool ? flrt_bytes(pool) : -1;
    if (pool && *pool && s->pool < 0)
      fprintf(stderr, "freelaunch: FL_POOL=%s is no size: a number with K, M or G behind it, or off\n",
              pool);
    const char *choice = getenv("FL_CHOICE");
    s->choice = choice && *choice ? flrt_parse_choice(choice, &s->limit) : 0;
    if (choice && *choice && !s->choice)
      fprintf(stderr, "freelaunch: FL_CHOICE=%s is not understood: t1, t4, t1+t4, t1+t4:THREADS, t3 or block\n",
              choice);
    __atomic_store_n(&s->ready, 1, __ATOMIC_RELEASE);
    flrt_leave(&flrt_settings_lock_);
  }
  return s;
}

FLRT_HOT int flrt_counting(void) {
  const struct flrt_settings *env = flrt_env();
  return env->log > 0 || env->profile;
}
#endif
