// The front end: libclang 22 (its C API) -> the program model. The only room that includes clang-c.
#ifndef FL_FRONT_H
#define FL_FRONT_H
#include "model/model.h"

struct fl_front_options {
  const char *path;        // main file, as the user spelled it
  const char *const *args; // -I -D -U -include -std ... as clang takes them
  size_t nargs;
  const char *prelude_dir; // the lean stand-in headers (cpu/include): tried first
  const char *preludes;    // directory of the same, parsed in advance; NULL: there is none
  const char *cuda_path;   // CUDA toolkit for the second try when the lean headers lack something;
                           // NULL: no second try
  int cuda_version; // of the toolkit that compiles, as CUDART_VERSION has it; 0: the stand-ins' own
  const char *arch; // "sm_90", "sm_90a"; device code is parsed for it
  const char *const *more_archs; // the others that it is compiled for
  size_t nmore_archs;
  // The macros of the compiler that reads what is written, `#define NAME VALUE` lines; NULL, or it returns NULL: they are not known, and taken for clang's.
  const char *(*predefined)(void *of_predefined);
  void *of_predefined;
  bool clang_host; // the host compiler is clang, too, and defines what it defines
};

// Parses one translation unit in device mode and fills a model. Shapes: see model.h. Returns NULL
// only if the file cannot be read (reported in `diags`). Errors of the parser: u->parse_errors is
// set, and they stand in `diags`; the model then holds what could be read.
struct fl_unit *fl_front_parse(struct fl_arena *arena, struct fl_diags *diags,
                               const struct fl_front_options *opt);

// Parses the stand-in headers under `args`, and writes what clang makes of them to `to`, which parses
// find as `preludes`/prelude-STANDARD.pch, or prelude-VERSION-STANDARD.pch for another cuda_version than the stand-ins'. False: they have errors, or it cannot be written.
bool fl_front_save_prelude(struct fl_arena *arena, const struct fl_front_options *opt,
                           const char *to);
#endif
