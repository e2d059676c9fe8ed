// Profiles: what a program that ran with FL_PROFILE=file has measured (runtime/flrt_profile.c writes
// them), for --fl-profile=file.
#ifndef FL_PROFILE_H
#define FL_PROFILE_H
#include "model/model.h"

enum { FL_PROFILE_VERSION = 1, FL_PROFILE_CLASSES = 24 }; // FLRT_CLASSES of runtime/flrt.h

// Launches of a parent with like numbers of child launches, recorded [0] and run in place [1].
struct fl_profile_times {
  unsigned weight; // in thousandths
  unsigned n[2];
  uint64_t ns[2];
};

// One place in the host's code that launches a parent.
struct fl_profile_site {
  const char *key;
  unsigned line; // in the profile
  bool serial;   // its launches were faster in place
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
const struct fl_profile_site *fl_profile_find(const struct fl_profile *profile, const char *key);
// The key of a host launch whose kernel is known: "ns::level bfs.cu:63". It can stand in a string
// of generated code as it is.
const char *fl_profile_key(const struct fl_unit *u, const struct fl_site *s);
#endif
