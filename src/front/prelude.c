// The prelude parsed in advance: precompiled headers of the lean stand-ins and of the standard headers
// under them, one for each language standard, made when flcc is built. One stands for
// `-include cuda_runtime.h` where nothing on the command line could change what that means.
#define _XOPEN_SOURCE 700
#include "internal.h"

#include <string.h>
#include <sys/stat.h>

// Options that leave the prelude what it is; of -D and -U, those do whose macro its headers cannot
// know. (A directory of the program's that holds a header named like a standard one still comes first
// where the program includes it.)
static const struct harmless {
  const char *option; // its value follows at once or as the next word
  bool macro;
} harmless[] = {{"-I", false},       {"-isystem", false}, {"-iquote", false}, {"-idirafter", false},
                {"-include", false}, {"-std=", false},    {"-D", true},       {"-U", true}};

static const struct harmless *find_harmless(const char *arg) {
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    if (strncmp(arg, harmless[i].option, strlen(harmless[i].option)) == 0)
      return &harmless[i];
  return NULL;
}

// Standard headers keep to reserved names, but for assert.h. Those of nvcc's options are nothing to them.
static bool known_to_headers(const char *macro) {
  if (!strncmp(macro, "__CUDACC_", strlen("__CUDACC_")))
    return false;
  return macro[0] == '_' || (strcspn(macro, "=(") == 6 && strncmp(macro, "NDEBUG", 6) == 0);
}

const char *fr_saved_prelude(const struct fr *f) {
  if (!f->opt->preludes || f->sides == FR_NONE_FOR_BOTH) // it was made for both
    return NULL;
  const char *standard = "c++17";
  for (size_t i = 0; i < f->opt->nargs; i++) {
    const struct harmless *h = find_harmless(f->opt->args[i]);
    const char *value = h ? f->opt->args[i] + strlen(h->option) : "";
    if (h && !*value && i + 1 < f->opt->nargs)
      value = f->opt->args[++i];
    if (!*value || (h->macro && known_to_headers(value)))
      return NULL;
    if (strcmp(h->option, "-std=") == 0)
      standard = value;
  }
  const int version = fr_cuda_version(f);
  const char *of = version == FR_OWN_VERSION ? "" : fl_format(f->arena, "%d-", version);
  const char *path = fl_format(f->arena, "%s/prelude-%s%s.pch", f->opt->preludes, of, standard);
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? path : NULL;
}

bool fl_front_save_prelude(struct fl_arena *arena, const struct fl_front_options *opt,
                           const char *to) {
  // clang wants a main file; this one says no more than -include has said already.
  struct fl_front_options with_main = *opt;
  with_main.path = fl_format(arena, "%s/builtin_types.h", opt->prelude_dir);
  struct fr f = {.arena = arena, .opt = &with_main};
  fr_args args = {0};
  fr_clang_args(&f, NULL, false, &args);
  CXIndex index = clang_createIndex(0, 1);
  CXTranslationUnit tu = NULL;
  const enum CXErrorCode code = clang_parseTranslationUnit2FullArgv(
      index, NULL, args.data, (int)args.len, NULL, 0,
      CXTranslationUnit_Incomplete | CXTranslationUnit_ForSerialization |
          CXTranslationUnit_DetailedPreprocessingRecord,
      &tu);
  const bool saved =
      code == CXError_Success && clang_saveTranslationUnit(tu, to, CXSaveTranslationUnit_None) == 0;
  clang_disposeTranslationUnit(tu);
  clang_disposeIndex(index);
  return saved;
}
