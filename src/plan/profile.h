// Profiles: what a program that ran with FL_PROFILE=file has measured (runtime/flrt_profile.c writes
// them), for --fl-profile=file.
#ifndef FL_PROFILE_H
#define FL_PROFILE_H
#include "model/model.h"

// FLRT_CLASSES and FLRT_MODES of runtime/flrt.h
enum { FL_PROFILE_VERSION = 2, FL_PROFILE_CLASSES = 24, FL_PROFILE_MODES = 5 };
enum { FL_PROFILE_LEAST = 3 }; // modes that every line has

// Launches of a parent with like numbers of child launches, in each mode.
struct fl_profile_times {
  unsigned weight; // in thousandths
  unsigned n[FL_PROFILE_MODES];
  uint64_t ns[FL_PROFILE_MODES];
};

// One place in the host's code that launches a parent.
struct fl_profile_site {
  const char *key;
  unsigned line; // in the profile
  unsigned mode; // the one in which its launches were fastest, as fl_profile_modes has them
  uint64_t launches;
  unsigned small, need; // as in struct flrt_selector
  struct fl_profile_times times[FL_PROFILE_CLASSES];
};
struct fl_profile {
  const char *path;
  FL_VEC(struct fl_profile_site) sites;
};

// NULL after an error was reported.
const struct fl_profile *fl_profile_read(struct fl_arena *arena, struct fl_diags *diags,
                                         const char *path);
// `profile` may be NULL, and so may what is returned.
bool fl_profile_measured(const struct fl_profile_times *t); // in any mode
struct fl_profile_mode {
  const char *name, *constant; // in profiles, in generated code
};
extern const struct fl_profile_mode fl_profile_modes[FL_PROFILE_MODES];

const struct fl_profile_site *fl_profile_find(const struct fl_profile *profile, const char *key);
// The key of a host launch whose kernel is known: "ns::level bfs.cu:63". It can stand in a string
// of generated code as it is, and so can its two words.
const char *fl_profile_key(const struct fl_unit *u, const struct fl_site *s);
const char *fl_profile_kernel(const struct fl_unit *u, const struct fl_function *k);
const char *fl_profile_place(const struct fl_unit *u, struct fl_span at);
#endif
