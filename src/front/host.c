// Which macros has the compiler that is to read the program defined by itself, and clang not, or with another value? Directives that name one are given
// another name for it (patch.c), under which it has the value that they are to see.
#define _GNU_SOURCE
#include "internal.h"

#include <ctype.h>
#include <string.h>

static bool is(const char *name, size_t len, const char *word) {
  return strlen(word) == len && !memcmp(name, word, len);
}

static bool begins(const char *name, size_t len, const char *prefix) {
  return len >= strlen(prefix) && !memcmp(name, prefix, strlen(prefix));
}

bool fr_is_reserved(const char *name, size_t len) {
  return (len > 2 && name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1]))) ||
         is(name, len, "linux") || is(name, len, "unix") || is(name, len, "i386");
}

// What every compiler of the platform says alike, or none does, and what CUDA's own headers define: these need no question.
static bool is_common(const char *name, size_t len) {
  if (is(name, len, "__CUDA__"))
    return false;
  static const char *const prefixes[] = {"__CUDA",   "__NVCC",        "__GLIBC",
                                         "_GLIBCXX", "__has_include", "__STDC_"};
  static const char *const names[] = {
      "__cplusplus", "__FILE__",      "__LINE__",    "__COUNTER__",
      "__linux__",   "__gnu_linux__", "__unix__",    "__x86_64__",
      "__amd64__",   "__LP64__",      "_LP64",       "__ELF__",
      "__GNUG__",    "_GNU_SOURCE",   "_WIN32",      "_WIN64",
      "_MSC_VER",    "__APPLE__",     "__MINGW32__", "__CYGWIN__",
      "__aarch64__", "__ARM_NEON",    "__HIPCC__",   "__INTEL_COMPILER",
      "__ANDROID__", "__FreeBSD__",   "__PGI",       "__SYCL_DEVICE_ONLY__"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (begins(name, len, prefixes[i]))
      return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (is(name, len, names[i]))
      return true;
  return false;
}

static enum CXChildVisitResult on_macro(CXCursor c, CXCursor parent, CXClientData data) {
  struct fr *f = data;
  (void)parent;
  if (clang_getCursorKind(c) == CXCursor_MacroDefinition)
    *fl_vec_add(f->arena, &f->clang_macros) = fr_string(f, clang_getCursorSpelling(c));
  return CXChildVisit_Continue;
}

// What clang has defined when it begins to read.
static void read_clang_macros(struct fr *f) {
  static const char *const args[] = {"clang",
                                     "-x",
                                     "cuda",
                                     "--cuda-device-only",
                                     "--cuda-gpu-arch=sm_90",
                                     "-resource-dir",
                                     FL_CLANG_RESOURCE_DIR,
                                     "-std=c++17",
                                     "-nocudainc",
                                     "-nocudalib",
                                     "-Wno-everything",
                                     "fl-empty.cu"};
  struct CXUnsavedFile empty = {"fl-empty.cu", "", 0};
  CXTranslationUnit tu = NULL;
  CXIndex index = clang_createIndex(1, 0);
  clang_toggleCrashRecovery(0); // as in front.c
  clang_parseTranslationUnit2FullArgv(index, NULL, args, sizeof args / sizeof *args, &empty, 1,
                                      CXTranslationUnit_DetailedPreprocessingRecord, &tu);
  if (tu)
    clang_visitChildren(clang_getTranslationUnitCursor(tu), on_macro, f);
  clang_disposeTranslationUnit(tu);
  clang_disposeIndex(index);
}

// Does clang define it, or know it without a definition?
static bool is_clangs(struct fr *f, const char *name, size_t len) {
  static const char *const operators[] = {"__CUDA__",
                                          "__has_embed",
                                          "__building_module",
                                          "__has_constexpr_builtin",
                                          "__has_declspec_attribute",
                                          "__has_extension",
                                          "__has_feature",
                                          "__has_warning",
                                          "__is_identifier"};
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (is(name, len, operators[i]))
      return true;
  if (!f->clang_macros.len)
    read_clang_macros(f);
  for (size_t i = 0; i < f->clang_macros.len; i++)
    if (is(name, len, f->clang_macros.data[i]))
      return true;
  return false;
}

// The value in what `-dM -E` prints, up to the end of its line; NULL: it defines none without parameters of that name.
static const char *value_of(const char *macros, const char *name, size_t len) {
  static const char define[] = "#define ";
  for (const char *p = macros; p && *p; p = strchr(p, '\n'), p += p != NULL) {
    const char *at = p + strlen(define);
    if (!strncmp(p, define, strlen(define)) && !strncmp(at, name, len) && at[len] == ' ')
      return at + len + 1;
  }
  return NULL;
}

bool fr_was_hosts(const struct fr *f, const char *name, size_t len) {
  if (len < 3)
    return false;
  for (size_t i = 0; i < f->host_defines.len; i++) {
    const char *define = f->host_defines.data[i] + strlen("-D");
    if (define[0] == name[0] && !strncmp(define + 2, name + 2, len - 2) && define[len] == '=')
      return true;
  }
  return false;
}

bool fr_is_hosts(struct fr *f, const char *name, size_t len) {
  if (is_common(name, len))
    return false;
  const char *macros = f->opt->predefined ? f->opt->predefined(f->opt->of_predefined) : NULL;
  if (!macros)
    return !f->opt->clang_host && (is(name, len, "__CUDA__") || begins(name, len, "__clang_"));
  const char *value = value_of(macros, name, len);
  if (!value)
    return is_clangs(f, name, len);
  if (!fr_was_hosts(f, name, len))
    *fl_vec_add(f->arena, &f->host_defines) =
        fl_format(f->arena, "-D%.1sF%.*s=%.*s", name, (int)len - 2, name + 2,
                  (int)strcspn(value, "\n"), value);
  return true;
}
