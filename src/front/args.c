// Which arguments does clang get?
#include "internal.h"

#include <string.h>

#define PRELUDE_ARCH "90"

// What nvcc defines; with the stand-ins their headers do.
static const char *const nvcc_macros[] = {"-D__NVCC__", "-D__CUDACC_RDC__",
                                          "-D__CUDACC_VER_BUILD__=0",
                                          "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1"};
// The host compiler's version under the names that the user's directives have for it (patch.c).
static const char *const host_macros[] = {
    "-D_FGNUC__=" FL_HOST_GNUC, "-D_FGNUC_MINOR__=" FL_HOST_GNUC_MINOR, "-D_FGNUC_PATCHLEVEL__=0"};

static void add(const struct fr *f, fr_args *l, const char *arg) { *fl_vec_add(f->arena, l) = arg; }
static void add_all(const struct fr *f, fr_args *l, const char *const *args, size_t n) {
  for (size_t i = 0; i < n; i++)
    add(f, l, args[i]);
}

// A saved prelude was parsed for one architecture; of another, all that a program sees is its number, and of sm_90a or sm_100f what the letter stands for.
static void add_arch(const struct fr *f, bool saved, fr_args *l) {
  const char *arch = f->opt->arch ? f->opt->arch + strlen("sm_") : PRELUDE_ARCH;
  const int n = (int)strspn(arch, "0123456789");
  const char *digits = fl_format(f->arena, "%.*s", n, arch);
  add(f, l, fl_format(f->arena, "--cuda-gpu-arch=sm_%s", saved ? PRELUDE_ARCH : digits));
  // Uses of a macro out of the saved prelude are not recorded (asks_for_architecture).
  if (saved && (f->opt->nmore_archs || strcmp(digits, PRELUDE_ARCH) != 0)) {
    add(f, l, "-U__CUDA_ARCH__");
    add(f, l, fl_format(f->arena, "-D__CUDA_ARCH__=%s0", digits));
  }
  if (arch[n])
    add(f, l, fl_format(f->arena, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%s0", digits));
  if (arch[n] == 'a') {
    add(f, l, fl_format(f->arena, "-D__CUDA_ARCH_SPECIFIC__=%s0", digits));
    add(f, l, fl_format(f->arena, "-D__CUDA_ARCH_FEAT_SM%s_ALL", digits));
  }
}

// What the program's conditions are to see of the toolkit's version; the toolkit's own headers say the rest.
static void add_version(const struct fr *f, bool toolkit, fr_args *l) {
  const int v = fr_cuda_version(f), major = v / 1000, minor = v % 1000 / 10;
  add(f, l, fl_format(f->arena, "-D__CUDACC_VER_MAJOR__=%d", major));
  add(f, l, fl_format(f->arena, "-D__CUDACC_VER_MINOR__=%d", minor));
  add(f, l, fl_format(f->arena, "-D__CUDA_API_VER_MAJOR__=%d", major));
  add(f, l, fl_format(f->arena, "-D__CUDA_API_VER_MINOR__=%d", minor));
  if (!toolkit)
    add(f, l, fl_format(f->arena, "-DCUDART_VERSION=%d", v));
}

// The toolkit's headers.
static void add_toolkit(const struct fr *f, fr_args *l) {
  add_all(f, l, nvcc_macros, sizeof nvcc_macros / sizeof *nvcc_macros);
  add_version(f, true, l);
  add(f, l, fl_format(f->arena, "--cuda-path=%s", f->opt->cuda_path));
  add(f, l, "-isystem");
  add(f, l, fl_format(f->arena, "%s/include", f->opt->cuda_path));
  add(f, l, "-isystem");
  add(f, l, fl_format(f->arena, "%s/include/cccl", f->opt->cuda_path));
  add(f, l, "-include");
  add(f, l, fr_join_header);
}

// The stand-ins for them (cpu/include).
static void add_stand_ins(const struct fr *f, bool saved, fr_args *l) {
  if (!saved && fr_cuda_version(f) != FR_OWN_VERSION)
    add_version(f, false, l);
  add(f, l, "-nocudainc");
  if (f->opt->prelude_dir) {
    add(f, l, "-I"); // in front of a -I of the user's that names the toolkit
    add(f, l, f->opt->prelude_dir);
  }
  if (!saved) {
    add(f, l, "-include");
    add(f, l, "cuda_runtime.h");
  }
}

void fr_clang_args(struct fr *f, const char *saved, bool toolkit, fr_args *l) {
  static const char *const first[] = {"clang",
                                      "-x",
                                      "cuda",
                                      "--cuda-device-only",
                                      "-fgpu-rdc",
                                      "-resource-dir",
                                      FL_CLANG_RESOURCE_DIR,
                                      "-std=c++17",
                                      "-ferror-limit=0",
                                      "-Wno-everything",
                                      "-Wno-unknown-cuda-version",
                                      "-nocudalib",
                                      "-fno-caret-diagnostics",
                                      "-fno-spell-checking"};
  add_all(f, l, first, sizeof first / sizeof *first);
  if (f->sides != FR_NONE_FOR_BOTH)
    add(f, l, "-foffload-implicit-host-device-templates");
  if (FL_HOST_INCLUDE_DIR[0] == '/') { // what the host compiler was asked for when this was built
    add(f, l, "-idirafter");
    add(f, l, FL_HOST_INCLUDE_DIR);
  }
  add_arch(f, saved, l);
  if (saved) {
    add(f, l, "-include-pch");
    add(f, l, saved);
  }
  add_all(f, l, host_macros, sizeof host_macros / sizeof *host_macros);
  add_all(f, l, f->host_defines.data, f->host_defines.len);
  if (toolkit)
    add_toolkit(f, l);
  else
    add_stand_ins(f, saved, l);
  if (f->sides == FR_ALL_FOR_BOTH && f->opt->prelude_dir) {
    add(f, l, "-include");
    add(f, l, fl_format(f->arena, "%s/flcpu/both_sides.h", f->opt->prelude_dir));
  }
  // Clang leaves out the bodies of functions in system headers, so they are none here: they are searched behind all -I, as before.
  for (size_t i = 0; i < f->opt->nargs; i++)
    if (fr_system_dir(f, i))
      i++;
    else
      add(f, l, f->opt->args[i]);
  for (size_t i = 0; i < f->opt->nargs; i++)
    if (fr_system_dir(f, i)) {
      add(f, l, "-I");
      add(f, l, fr_system_dir(f, i));
    }
  add(f, l, f->opt->path);
}
