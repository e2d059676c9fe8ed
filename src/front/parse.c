// What does clang make of the file? First against the lean stand-in headers (and first of all without
// the bodies of the system's functions), then, if that fails and there is a toolkit, against the
// toolkit's. The try without errors is kept; if all have errors, the last one's are reported. What the
// toolkit's headers cannot mend ends it earlier.
#define _XOPEN_SOURCE 700
#include "internal.h"

#include <string.h>
#include <sys/stat.h>

// The record is what skipped ranges come from.
static const unsigned parse_options =
    CXTranslationUnit_KeepGoing | CXTranslationUnit_DetailedPreprocessingRecord;

static void collect(struct fr *f) {
  fr_collect_files(f);
  fr_collect_directives(f);
}

static CXTranslationUnit parse_whole(struct fr *f, bool toolkit, enum CXErrorCode *code) {
  fr_args args = {0};
  fr_clang_args(f, NULL, toolkit, &args);
  fr_unsaved unsaved = {0};
  if (toolkit)
    fr_toolkit_headers(f, &unsaved);
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

// Of a call of a host function out of one for both sides, nvcc warns, and what is called is seen all the same. A type's `template` that is missing (`typename T::U<int>`, as
// C++23 has it) clang adds itself, and nvcc and g++ ask for none. Where all functions are for both sides, nothing is said of those that do what only the host can, of
// kernels that are declared more than once, and of what was declared, or is virtual, in headers that were read before.
static bool is_error(const struct fr *f, CXDiagnostic d) {
  static const char host[] = "reference to __host__ function", missing[] = "use 'template' keyword";
  CXString spelling = clang_getDiagnosticSpelling(d);
  const char *text = clang_getCString(spelling);
  const bool of_both = strstr(text, "in __host__ __device__ function") != NULL;
  const bool of_kernel = strstr(text, "'global'") && strstr(text, "attributes are not compatible");
  const bool anew = strstr(text, "cannot overload") != NULL &&
                    clang_Location_isInSystemHeader(clang_getDiagnosticLocation(d));
  const bool harmless = !strncmp(text, missing, strlen(missing)) ||
                        (of_both && !strncmp(text, host, strlen(host))) ||
                        (f->sides == FR_ALL_FOR_BOTH &&
                         (of_both || of_kernel || anew || strstr(text, "marked 'override' hides")));
  clang_disposeString(spelling);
  return clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error && !harmless;
}

static bool is_deserialization_issue(const struct fr *f, CXDiagnostic d) {
  (void)f;
  return fr_string_is(clang_getDiagnosticCategoryText(d), "AST Deserialization Issue");
}

// One set for all of a unit's diagnostics: asked for one by one, libclang may build the whole set each time.
static bool has_any(const struct fr *f, CXTranslationUnit tu,
                    bool (*is)(const struct fr *f, CXDiagnostic d)) {
  CXDiagnosticSet all = clang_getDiagnosticSetFromTU(tu);
  const unsigned n = clang_getNumDiagnosticsInSet(all);
  bool any = false;
  for (unsigned i = 0; i < n && !any; i++) {
    CXDiagnostic d = clang_getDiagnosticInSet(all, i);
    any = is(f, d);
    clang_disposeDiagnostic(d);
  }
  clang_disposeDiagnosticSet(all);
  return any;
}
static bool has_errors(const struct fr *f, CXTranslationUnit tu) {
  return has_any(f, tu, is_error);
}

// A saved prelude that was made by another clang, or of headers that have changed since.
static bool rejects_saved(const struct fr *f, CXTranslationUnit tu) {
  return has_any(f, tu, is_deserialization_issue);
}

// Half of clang's time goes into what the C++ library does on the host. Clang's indexer leaves that
// out: it skips the bodies of functions in system headers, which the model has no use for, but for
// those that the meaning of other code depends on (constexpr, deduced return types). NULL where
// there are errors (*errors: they are the program's, not the saved prelude's), and where clang must
// see text of the program that is not on disk (libclang's indexer frees such buffers twice).
static CXTranslationUnit parse_lean(struct fr *f, const char *saved_prelude, bool toolkit,
                                    bool *errors) {
  const char *overlay = toolkit ? fr_toolkit_overlay(f) : NULL;
  const struct fl_file *main_file = &f->u->files.data[0];
  struct stat st;
  if (f->plainly || is_patched(f) || f->rewritten.len || (toolkit && !overlay) ||
      stat(main_file->path, &st) != 0 || !S_ISREG(st.st_mode))
    return NULL;
  fr_args args = {0};
  fr_clang_args(f, saved_prelude, toolkit, &args);
  if (overlay) {
    *fl_vec_add(f->arena, &args) = "-ivfsoverlay";
    *fl_vec_add(f->arena, &args) = overlay;
  }
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
  const bool wrong = has_errors(f, tu);
  *errors = wrong && !rejects_saved(f, tu);
  f->tu = tu;
  if (text && len == main_file->len && memcmp(text, main_file->text, len) == 0 &&
      (!wrong || toolkit || (*errors && fr_lacks_header(f)))) {
    collect(f);
    if (!is_patched(f) || f->u->parse_errors)
      return tu;
  }
  clang_disposeTranslationUnit(tu);
  return NULL;
}

static void report_one(struct fr *f, CXDiagnostic d, enum fl_severity severity) {
  CXFile in = NULL;
  unsigned line = 0, col = 0, offset = 0;
  clang_getFileLocation(clang_getDiagnosticLocation(d), &in, NULL, &col, &offset);
  CXString text = clang_getDiagnosticSpelling(d), file;
  clang_getPresumedLocation(clang_getLocationForOffset(f->tu, in, offset), &file, &line, NULL);
  fl_report(f->diags, severity, in ? clang_getCString(file) : f->opt->path, line, col, NULL, "%s",
            clang_getCString(text));
  clang_disposeString(file);
  clang_disposeString(text);
}

// More errors than anybody reads would only cost time.
enum { MOST_REPORTED = 200 };

static void report_errors(struct fr *f) {
  CXDiagnosticSet all = clang_getDiagnosticSetFromTU(f->tu);
  unsigned n = clang_getNumDiagnosticsInSet(all), reported = 0;
  for (unsigned i = 0; i < n; i++) {
    CXDiagnostic d = clang_getDiagnosticInSet(all, i);
    if (is_error(f, d)) {
      f->u->parse_errors = true;
      fr_note_host_names(f, d);
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
  clang_disposeDiagnosticSet(all);
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
  note_patched(f, &given); // an earlier try may have come by headers, too
  f->tu = parse_whole(f, toolkit, code);
  drop_headers(f);
  if (!f->tu)
    return NULL;
  collect(f);
  for (int round = 0; round < ROUNDS && !saw_all(f, &given); round++) {
    note_patched(f, &given);
    CXTranslationUnit again = parse_whole(f, toolkit, code);
    if (!again)
      break;
    clang_disposeTranslationUnit(f->tu);
    f->tu = again;
    drop_headers(f);
    collect(f);
  }
  return f->tu;
}

static bool failed(struct fr *f, enum CXErrorCode code) {
  f->u->parse_errors = true;
  fl_report(f->diags, FL_ERROR, f->opt->path, 0, 0, NULL, "%s",
            code == CXError_Crashed ? "the parser (libclang) crashed on this file"
                                    : "the parser (libclang) failed on this file");
  return false;
}

bool fr_parse(struct fr *f) {
  enum CXErrorCode code = CXError_Success;
  bool errors = false;
  const char *saved = fr_saved_prelude(f);
  f->tu = saved ? parse_lean(f, saved, false, &errors) : NULL;
  if (!f->tu && !errors)
    f->tu = parse_lean(f, NULL, false, &errors);
  if (!f->tu && !(errors && f->opt->cuda_path)) {
    f->tu = parse_patched(f, false, &code);
    errors = !f->tu || has_errors(f, f->tu);
    if (f->tu && errors && fr_lacks_header(f))
      return true;
  }
  if (f->u->parse_errors)
    return true;
  const bool toolkit = errors && f->opt->cuda_path;
  if (toolkit) {
    clang_disposeTranslationUnit(f->tu);
    drop_headers(f);
    f->tu = parse_lean(f, NULL, true, &errors);
    if (!f->tu)
      f->tu = parse_patched(f, true, &code);
  }
  if (!f->tu)
    return failed(f, code);
  for (CXTranslationUnit wrong = f->tu; fr_note_constructed(f); wrong = f->tu) {
    clang_disposeTranslationUnit(wrong);
    if (!parse_patched(f, toolkit, &code))
      break;
  }
  if (!f->tu)
    return failed(f, code);
  report_errors(f);
  return true;
}
