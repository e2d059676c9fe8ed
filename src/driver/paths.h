// Where things are: Freelaunch's own files, the toolkit, the host compiler.
#ifndef FL_DRIVER_PATHS_H
#define FL_DRIVER_PATHS_H
#include "driver/options.h"

// Freelaunch's own files, found from the executable: a build directory below the source tree, or
// bin/ of an installation.
struct fl_layout {
  const char *include, *cpu_include, *runtime, *cpu_library;
  const char *runtime_library; // libflrt.a, which need not be there
  const char *preludes;        // directory of the parsed preludes, which need not be there
};
// Returns 0, or 1 after an error was printed.
int fl_find_layout(struct fl_arena *arena, struct fl_layout *out);

const char *
fl_find_nvcc(struct fl_arena *arena); // $FL_NVCC, PATH, /usr/local/cuda; NULL if there is none
const char *fl_find_cuda(struct fl_arena *arena); // the toolkit's directory; NULL if there is none
// CUDART_VERSION of a toolkit's directory; 0 if that is NULL, or does not say.
int fl_cuda_version(struct fl_arena *arena, const char *cuda);
// Compiler of the CPU target: $FL_CXX, -ccbin, c++, g++; NULL if there is none. For `.c` files its
// C sibling.
const char *fl_find_cxx(const struct fl_command *cmd);
bool fl_hosts_with_clang(const struct fl_command *cmd); // is the host code's compiler clang?
bool fl_hosts_with_gcc(const struct fl_command *cmd);   // ... gcc? In doubt, false.
const char *fl_c_compiler_of(struct fl_arena *arena, const char *cxx);

const char *fl_base_name(const char *path);
const char *fl_dir_name(struct fl_arena *arena, const char *path); // "." if there is no slash
// `path` with its suffix (of the base name) replaced: "a/b.cu", ".o" -> "a/b.o".
const char *fl_with_suffix(struct fl_arena *arena, const char *path, const char *suffix);
bool fl_is_file(const char *path);
#endif
