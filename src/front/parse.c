// What does clang make of the file? First against the lean stand-in headers (and first of all without
// the bodies of the system's functions), then, if that fails and there is a toolkit, against the
// toolkit's. The try without errors is kept; if all have errors, the last one's are reported.
#define _XOPEN_SOURCE 700
#include "internal.h"

#include <string.h>
#include <sys/stat.h>

#define PRELUDE_ARCH "sm_90"

// Declares what the toolkit's headers no longer offer: the join in device code, and the hook that
// clang parses host launches with; and min and max for the host, which clang's headers have for the
// device alone.
static const char force_include_name[] = "/freelaunch-device-join.h";
#define MIN_MAX(a, b, result)                                                                      \
  "__attribute__((host)) " result " min(" a ", " b ");\n"                                          \
  "__attribute__((host)) " result " max(" a ", " b ");\n"
static const char force_include_text[] =
    "#include <cuda_runtime.h>\n"
    "extern \"C\" __attribute__((device)) cudaError_t cudaDeviceSynchronize();\n"
    "extern \"C\" cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);\n" //
    MIN_MAX("int", "int", "int")                                                              //
    MIN_MAX("unsigned", "unsigned", "unsigned")                                               //
    MIN_MAX("int", "unsigned", "unsigned")                                                    //
    MIN_MAX("unsigned", "int", "unsigned")                                                    //
    MIN_MAX("long", "long", "long")                                                           //
    MIN_MAX("unsigned long", "unsigned long", "unsigned long")                                //
    MIN_MAX("long", "unsigned long", "unsigned long")                                         //
    MIN_MAX("unsigned long", "long", "unsigned long")                                         //
    MIN_MAX("long long", "long long", "long long")                                            //
    MIN_MAX("unsigned long long", "unsigned long long", "unsigned long long")                 //
    MIN_MAX("long long", "unsigned long long", "unsigned long long")                          //
    MIN_MAX("unsigned long long", "long long", "unsigned long long")                          //
    MIN_MAX("float", "float", "float")                                                        //
    MIN_MAX("double", "double", "double")                                                     //
    MIN_MAX("float", "double", "double")                                                      //
    MIN_MAX("double", "float", "double")                                                      //
    "__attribute__((host)) unsigned umin(unsigned, unsigned);\n"
    "__attribute__((host)) unsigned umax(unsigned, unsigned);\n"
    "__attribute__((host)) long long llmin(long long, long long);\n"
    "__attribute__((host)) long long llmax(long long, long long);\n"
    "__attribute__((host)) unsigned long long ullmin(unsigned long long, unsigned long long);\n"
    "__attribute__((host)) unsigned long long ullmax(unsigned long long, unsigned long long);\n"
    "#undef __CUDACC__\n" // clang's header leaves it without a value
    "#define __CUDACC__ 1\n"
    "#define __CUDACC_VER__ \"__CUDACC_VER__ is no longer supported.\"\n";

// Clang's header for the toolkit defines std::malloc and std::free on the device, beside those of the C
// library that `using` brings there: with `using namespace std` a call of malloc would be ambiguous.
static const char wrapper_path[] = FL_CLANG_RESOURCE_DIR "/include/__clang_cuda_runtime_wrapper.h";
static const char wrapper_begin[] = "namespace std {\n__device__ static inline void free(";
static const char wrapper_end[] = "} // namespace std\n";
static const char wrapper_names[] = "namespace std { using ::malloc; using ::free; }\n";

// What nvcc defines; with the stand-ins their headers do.
static const char *const nvcc_macros[] = {"-D__NVCC__", "-D__CUDACC_RDC__",
                                          "-D__CUDACC_VER_BUILD__=0",
                                          "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1"};
// The host compiler's version under the names that the user's directives have for it (patch.c).
static const char *const host_macros[] = {
    "-D_FGNUC__=" FL_HOST_GNUC, "-D_FGNUC_MINOR__=" FL_HOST_GNUC_MINOR, "-D_FGNUC_PATCHLEVEL__=0"};

// The record is what skipped ranges come from.
static const unsigned parse_options =
    CXTranslationUnit_KeepGoing | CXTranslationUnit_DetailedPreprocessingRecord;

static void add(const struct fr *f, fr_args *l, const char *arg) { *fl_vec_add(f->arena, l) = arg; }

// A saved prelude was parsed for one architecture; of another, all that a program sees is its number.
static void add_saved_prelude(const struct fr *f, fr_args *l, const char *saved) {
  add(f, l, "--cuda-gpu-arch=" PRELUDE_ARCH);
  add(f, l, "-include-pch");
  add(f, l, saved);
  if (f->opt->arch && strcmp(f->opt->arch, PRELUDE_ARCH) != 0) {
    add(f, l, "-U__CUDA_ARCH__");
    add(f, l, fl_format(f->arena, "-D__CUDA_ARCH__=%s0", f->opt->arch + strlen("sm_")));
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
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    add(f, l, first[i]);
  if (FL_HOST_INCLUDE_DIR[0] == '/') { // what the host compiler was asked for when this was built
    add(f, l, "-idirafter");
    add(f, l, FL_HOST_INCLUDE_DIR);
  }
  if (saved)
    add_saved_prelude(f, l, saved);
  else
    add(f, l,
        fl_format(f->arena, "--cuda-gpu-arch=%s", f->opt->arch ? f->opt->arch : PRELUDE_ARCH));
  for (size_t i = 0; i < sizeof host_macros / sizeof *host_macros; i++)
    add(f, l, host_macros[i]);
  if (toolkit) {
    for (size_t i = 0; i < sizeof nvcc_macros / sizeof *nvcc_macros; i++)
      add(f, l, nvcc_macros[i]);
    add_version(f, toolkit, l);
    add(f, l, fl_format(f->arena, "--cuda-path=%s", f->opt->cuda_path));
    add(f, l, "-isystem");
    add(f, l, fl_format(f->arena, "%s/include", f->opt->cuda_path));
    add(f, l, "-isystem");
    add(f, l, fl_format(f->arena, "%s/include/cccl", f->opt->cuda_path));
    add(f, l, "-include");
    add(f, l, force_include_name);
  } else {
    if (!saved && fr_cuda_version(f) != FR_OWN_VERSION)
      add_version(f, toolkit, l);
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

typedef FL_VEC(struct CXUnsavedFile) unsaved_files;

// What clang reads instead of its header for the toolkit; nothing if it looks otherwise.
static void add_wrapper(struct fr *f, unsaved_files *out) {
  size_t len = 0;
  const char *text = fl_read_file(f->arena, wrapper_path, &len);
  const char *begin = text ? strstr(text, wrapper_begin) : NULL;
  const char *end = begin ? strstr(begin, wrapper_end) : NULL;
  if (!end)
    return;
  const char *mended = fl_format(f->arena, "%.*s%s%s", (int)(begin - text), text, wrapper_names,
                                 end + strlen(wrapper_end));
  *fl_vec_add(f->arena, out) = (struct CXUnsavedFile){wrapper_path, mended, strlen(mended)};
}

static CXTranslationUnit parse_whole(struct fr *f, bool toolkit, enum CXErrorCode *code) {
  fr_args args = {0};
  fr_clang_args(f, NULL, toolkit, &args);
  unsaved_files unsaved = {0};
  if (toolkit) {
    *fl_vec_add(f->arena, &unsaved) = (struct CXUnsavedFile){force_include_name, force_include_text,
                                                             sizeof force_include_text - 1};
    add_wrapper(f, &unsaved);
  }
  for (size_t i = 0; i < f->u->files.len; i++) {
    const struct fl_file *file = &f->u->files.data[i];
    const char *patched = f->files.data[i].patched;
    if (file->is_main || file->on_disk ||
        patched) // the main file too: clang must see the very bytes that offsets refer to
      *fl_vec_add(f->arena, &unsaved) =
          (struct CXUnsavedFile){file->path, patched ? patched : file->text, file->len};
  }
  // Of headers, the first parse after that does not have their texts yet.
  for (size_t i = 0; i < f->rewritten.len && f->u->files.len == 1; i++) {
    const struct fr_rewritten *r = &f->rewritten.data[i];
    if (strcmp(r->real_path, f->u->files.data[0].real_path) != 0)
      *fl_vec_add(f->arena, &unsaved) = (struct CXUnsavedFile){r->path, r->text, r->len};
  }
  CXTranslationUnit tu = NULL;
  *code =
      clang_parseTranslationUnit2FullArgv(f->index, NULL, args.data, (int)args.len, unsaved.data,
                                          (unsigned)unsaved.len, parse_options, &tu);
  return tu;
}

static bool is_patched(const struct fr *f) {
  bool patched = false;
  for (size_t i = 0; i < f->files.len; i++)
    patched |= f->files.data[i].patched != NULL;
  return patched;
}

// Of a call of a host function out of one for both sides, nvcc warns, and what is called is seen all the same.
static bool is_error(CXDiagnostic d) {
  static const char harmless[] = "reference to __host__ function";
  CXString text = clang_getDiagnosticSpelling(d);
  const bool both = strstr(clang_getCString(text), "in __host__ __device__ function") != NULL &&
                    !strncmp(clang_getCString(text), harmless, strlen(harmless));
  clang_disposeString(text);
  return clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error && !both;
}

static bool has_errors(CXTranslationUnit tu) {
  unsigned n = clang_getNumDiagnostics(tu);
  bool errors = false;
  for (unsigned i = 0; i < n && !errors; i++) {
    CXDiagnostic d = clang_getDiagnostic(tu, i);
    errors = is_error(d);
    clang_disposeDiagnostic(d);
  }
  return errors;
}

// A saved prelude that was made by another clang, or of headers that have changed since.
static bool rejects_saved(CXTranslationUnit tu) {
  bool rejects = false;
  for (unsigned i = 0; i < clang_getNumDiagnostics(tu) && !rejects; i++) {
    CXDiagnostic d = clang_getDiagnostic(tu, i);
    rejects = fr_string_is(clang_getDiagnosticCategoryText(d), "AST Deserialization Issue");
    clang_disposeDiagnostic(d);
  }
  return rejects;
}

// Half of clang's time goes into what the C++ library does on the host. Clang's indexer leaves that
// out: it skips the bodies of functions in system headers, which the model has no use for, but for
// those that the meaning of other code depends on (constexpr, deduced return types). NULL where
// there are errors (*errors: they are the program's, not the saved prelude's), and where clang must
// see text that is not on disk (libclang's indexer frees such buffers twice).
static CXTranslationUnit parse_lean(struct fr *f, const char *saved_prelude, bool *errors) {
  const struct fl_file *main_file = &f->u->files.data[0];
  struct stat st;
  if (is_patched(f) || f->rewritten.len || stat(main_file->path, &st) != 0 || !S_ISREG(st.st_mode))
    return NULL;
  fr_args args = {0};
  fr_clang_args(f, saved_prelude, false, &args);
  IndexerCallbacks none = {0};
  CXIndexAction session = clang_IndexAction_create(f->index);
  CXTranslationUnit tu = NULL;
  int failed = clang_indexSourceFileFullArgv(session, NULL, &none, sizeof none,
                                             CXIndexOpt_SkipParsedBodiesInSession, NULL, args.data,
                                             (int)args.len, NULL, 0, &tu, parse_options);
  clang_IndexAction_dispose(session);
  if (failed || !tu)
    return NULL;
  size_t len = 0;
  const char *text = clang_getFileContents(tu, clang_getFile(tu, main_file->path), &len);
  const bool wrong = has_errors(tu);
  *errors = wrong && !rejects_saved(tu);
  if (!wrong && text && len == main_file->len && memcmp(text, main_file->text, len) == 0) {
    f->tu = tu;
    fr_collect_files(f);
    if (!is_patched(f))
      return tu;
  }
  clang_disposeTranslationUnit(tu);
  return NULL;
}

static void report_one(struct fr *f, CXDiagnostic d, enum fl_severity severity) {
  CXFile in = NULL;
  unsigned line = 0, col = 0;
  clang_getFileLocation(clang_getDiagnosticLocation(d), &in, &line, &col, NULL);
  CXString text = clang_getDiagnosticSpelling(d);
  CXString file = clang_getFileName(in);
  fl_report(f->diags, severity, in ? clang_getCString(file) : f->opt->path, line, col, NULL, "%s",
            clang_getCString(text));
  clang_disposeString(file);
  clang_disposeString(text);
}

// More errors than anybody reads would only cost time.
enum { MOST_REPORTED = 200 };

static void report_errors(struct fr *f) {
  unsigned n = clang_getNumDiagnostics(f->tu), reported = 0;
  for (unsigned i = 0; i < n; i++) {
    CXDiagnostic d = clang_getDiagnostic(f->tu, i);
    if (is_error(d)) {
      f->u->parse_errors = true;
      if (reported++ < MOST_REPORTED) {
        report_one(f, d, FL_ERROR);
        CXDiagnosticSet notes = clang_getChildDiagnostics(d);
        unsigned count = clang_getNumDiagnosticsInSet(notes);
        for (unsigned k = 0; k < count && k < 8; k++) {
          CXDiagnostic note = clang_getDiagnosticInSet(notes, k);
          report_one(f, note, FL_NOTE);
          clang_disposeDiagnostic(note);
        }
      }
    }
    clang_disposeDiagnostic(d);
  }
  if (reported > MOST_REPORTED)
    fl_report(f->diags, FL_NOTE, f->opt->path, 0, 0, NULL, "%u more errors are not shown",
              reported - MOST_REPORTED);
}

static void drop_headers(struct fr *f) {
  f->u->files.len = 1;
  f->files.len = 1;
  f->u->includes.len = 0;
  struct fr_file *main_file = &f->files.data[0];
  if (main_file->skipped.len) { // the next try may skip other parts
    main_file->skipped.len = main_file->lexed.tokens.len = main_file->lexed.directives.len = 0;
    fr_lex(f->arena, f->u->files.data[0].text, 0, (uint32_t)f->u->files.data[0].len,
           &main_file->lexed);
  }
  f->file_of = (struct fr_map){0};
  f->last_file = NULL;
}

typedef FL_VEC(const char *) paths;

static void note_patched(const struct fr *f, paths *out) {
  out->len = 0;
  for (size_t i = 0; i < f->files.len; i++)
    if (f->files.data[i].patched)
      *fl_vec_add(f->arena, out) = f->u->files.data[i].real_path;
}

// Has clang seen the patched text of every file that has one?
static bool saw_all(const struct fr *f, const paths *given) {
  for (size_t i = 0; i < f->files.len; i++) {
    bool seen = !f->files.data[i].patched;
    for (size_t k = 0; k < given->len && !seen; k++)
      seen = !strcmp(given->data[k], f->u->files.data[i].real_path);
    if (!seen)
      return false;
  }
  return true;
}

// Parses, and again if a header of the user's turns out to need spellings replaced that clang
// rejects, or reads otherwise than nvcc: the next time, others may come in.
static CXTranslationUnit parse_patched(struct fr *f, bool toolkit, enum CXErrorCode *code) {
  enum { ROUNDS = 8 };
  paths given = {0};
  drop_headers(f);
  note_patched(f, &given);
  f->tu = parse_whole(f, toolkit, code);
  if (!f->tu)
    return NULL;
  fr_collect_files(f);
  for (int round = 0; round < ROUNDS && !saw_all(f, &given); round++) {
    note_patched(f, &given);
    CXTranslationUnit again = parse_whole(f, toolkit, code);
    if (!again)
      break;
    clang_disposeTranslationUnit(f->tu);
    f->tu = again;
    drop_headers(f);
    fr_collect_files(f);
  }
  return f->tu;
}

bool fr_parse(struct fr *f) {
  enum CXErrorCode code = CXError_Success;
  bool errors = false;
  const char *saved = fr_saved_prelude(f);
  f->tu = saved ? parse_lean(f, saved, &errors) : NULL;
  if (!f->tu && !errors)
    f->tu = parse_lean(f, NULL, &errors);
  if (!f->tu && !(errors && f->opt->cuda_path)) {
    f->tu = parse_patched(f, false, &code);
    errors = !f->tu || has_errors(f->tu);
  }
  if (errors && f->opt->cuda_path) {
    clang_disposeTranslationUnit(f->tu);
    f->tu = parse_patched(f, true, &code);
  }
  if (!f->tu) {
    f->u->parse_errors = true;
    fl_report(f->diags, FL_ERROR, f->opt->path, 0, 0, NULL, "%s",
              code == CXError_Crashed ? "the parser (libclang) crashed on this file"
                                      : "the parser (libclang) failed on this file");
    return false;
  }
  report_errors(f);
  return true;
}
