// Which files may be edited?
// Editable are the main file and what editable files include with quotes, or with angles from a
// directory given with -I. What belongs to the compiler, the toolkit, the system or the stand-in
// headers never is.
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define NOT_EDITABLE ((void *)-1)

static const struct fr_rewritten *rewritten(const struct fr *f, const char *real) {
  for (size_t i = 0; i < f->rewritten.len; i++)
    if (!strcmp(f->rewritten.data[i].real_path, real))
      return &f->rewritten.data[i];
  return NULL;
}

// `text`: what is on disk.
static int add_file(struct fr *f, const char *path, const char *real, const char *text,
                    size_t len) {
  struct fl_file *file = fl_vec_add(f->arena, &f->u->files);
  *file = (struct fl_file){.path = fl_strdup(f->arena, path),
                           .name = fl_strdup(f->arena, path),
                           .real_path = real ? real : fl_strdup(f->arena, path),
                           .is_main = f->u->files.len == 1};
  const struct fr_rewritten *other = rewritten(f, file->real_path);
  if (other) {
    file->on_disk = text;
    file->unfolded = other->unfolded;
    file->uses = other->uses;
    text = other->text;
    len = other->len;
  } else {
    const char *plain = fr_plain(f->arena, text, len);
    file->on_disk = plain ? text : NULL;
    text = plain ? plain : text;
  }
  file->text = text;
  file->len = len;
  unsigned lines = 1;
  for (const char *p = text; (p = memchr(p, '\n', (size_t)(text + len - p))); p++)
    lines++;
  file->line_start = fl_alloc(f->arena, lines * sizeof *file->line_start);
  file->lines = 0;
  file->line_start[file->lines++] = 0;
  for (const char *p = text; (p = memchr(p, '\n', (size_t)(text + len - p))); p++)
    file->line_start[file->lines++] = (uint32_t)(p - text + 1);
  struct fr_file *side = fl_vec_add(f->arena, &f->files);
  *side = (struct fr_file){0};
  fr_lex(f->arena, text, 0, (uint32_t)len, &side->lexed);
  side->patched = fr_patch(f, text, len, &side->lexed);
  fr_patch_constructed(f, (int)f->u->files.len - 1);
  return (int)f->u->files.len - 1;
}

bool fr_read_main(struct fr *f) {
  size_t len = 0;
  const char *text = fl_read_file(f->arena, f->opt->path, &len);
  if (!text) {
    fl_report(f->diags, FL_ERROR, f->opt->path, 0, 0, NULL, "cannot be read: %s", strerror(errno));
    return false;
  }
  if (len >= INT32_MAX) {
    fl_report(f->diags, FL_ERROR, f->opt->path, 0, 0, NULL, "is larger than 2 GiB");
    return false;
  }
  add_file(f, f->opt->path, fl_real_path(f->arena, f->opt->path), text, len);
  uint32_t at = fr_overlong(f->u->files.data[0].text, &f->files.data[0].lexed);
  if (at != UINT32_MAX) {
    f->u->parse_errors = true;
    fl_report_at(f->u, FL_ERROR, (struct fl_span){0, at, at + 1}, NULL,
                 "the expression or statement that begins here is too long to be parsed");
  }
  return true;
}

bool fr_is_stand_in(const struct fr *f, const char *path) {
  const char *dir = f->opt->prelude_dir ? fl_real_path(f->arena, f->opt->prelude_dir) : NULL;
  const char *real = fl_real_path(f->arena, path);
  return dir && real && fl_is_under(real, dir);
}

static bool is_protected(const struct fr *f, const char *real) {
  const char *dirs[] = {f->opt->prelude_dir, f->opt->cuda_path, FL_CLANG_RESOURCE_DIR, "/usr"};
  for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++) {
    const char *dir = dirs[i] ? fl_real_path(f->arena, dirs[i]) : NULL;
    if (dir && fl_is_under(real, dir))
      return true;
  }
  return false;
}

static bool in_include_dir(struct fr *f, const char *real) {
  for (size_t i = 0; i < f->opt->nargs; i++) {
    const char *a = f->opt->args[i], *dir = NULL;
    if (strcmp(a, "-I") == 0 || strcmp(a, "-iquote") == 0)
      dir = i + 1 < f->opt->nargs ? f->opt->args[++i] : NULL;
    else if (strncmp(a, "-I", 2) == 0)
      dir = a + 2;
    const char *path = dir ? fl_real_path(f->arena, dir) : NULL;
    if (path && fl_is_under(real, path))
      return true;
  }
  for (size_t i = 0; i < f->block_dirs.len; i++)
    if (fl_is_under(real, f->block_dirs.data[i]))
      return true;
  return false;
}

// Another copy of the toolkit, or of its C++ libraries (which analysis/calls/body.c knows by their namespaces).
static bool is_toolkit(struct fr *f, const char *dir) {
  static const char *const headers[] = {"cuda_runtime.h", "cub/cub.cuh", "thrust/version.h"};
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    if (fl_real_path(f->arena, fl_format(f->arena, "%s/%s", dir, headers[i])))
      return true;
  return false;
}

const char *fr_system_dir(struct fr *f, size_t arg) {
  for (size_t i = f->system_dirs.len; i < f->opt->nargs; i++) { // asked for once a header
    const bool given = !strcmp(f->opt->args[i], "-isystem") && i + 1 < f->opt->nargs;
    const char *dir = given ? fl_real_path(f->arena, f->opt->args[i + 1]) : NULL;
    *fl_vec_add(f->arena, &f->system_dirs) =
        dir && !is_protected(f, dir) && !is_toolkit(f, dir) ? dir : NULL;
  }
  return f->system_dirs.data[arg];
}

static bool mentions(const char *text, const char *const *names) {
  for (; *names; names++)
    if (fl_find_word(text, text, *names))
      return true;
  return false;
}

// Which folders given with -isystem have headers whose functions may depend on the block that they run in, launch, or free memory there? Those are the user's own as much
// as any.
static void on_system_header(CXFile included, CXSourceLocation *stack, unsigned depth,
                             CXClientData data) {
  static const char *const words[] = {"threadIdx",     "blockIdx",   "blockDim", "gridDim",
                                      "__syncthreads", "_sync(",     "asm",      "__syncwarp",
                                      "__activemask",  "__shared__", "<<<",      NULL};
  static const char *const device[] = {"__device__", "__global__", NULL};
  static const char *const freeing[] = {"free", "cudaFree", "delete", NULL};
  struct fr *f = data;
  (void)stack, (void)depth;
  const char *real = fl_real_path(f->arena, fr_string(f, clang_getFileName(included)));
  for (size_t i = 0; real && i < f->opt->nargs; i++) {
    const char *dir = fr_system_dir(f, i), *text;
    size_t len;
    if (!dir || !fl_is_under(real, dir) || in_include_dir(f, real) ||
        !(text = fl_read_file(f->arena, real, &len)))
      continue;
    bool own = mentions(text, device) && mentions(text, freeing);
    for (const char *const *w = words; *w; w++)
      own |= strstr(text, *w) != NULL;
    if (own) {
      *fl_vec_add(f->arena, &f->block_dirs) = dir;
      return;
    }
  }
}

// The directive of a file that holds an offset.
static const struct fr_range *directive_at(const struct fr_file *file, uint32_t offset) {
  size_t lo = 0, hi = file->lexed.directives.len;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (file->lexed.directives.data[mid].end <= offset)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < file->lexed.directives.len && file->lexed.directives.data[lo].begin <= offset
             ? &file->lexed.directives.data[lo]
             : NULL;
}

int fr_known_file(const struct fr *f, const char *real) {
  for (size_t i = 0; i < f->u->files.len; i++)
    if (strcmp(f->u->files.data[i].real_path, real) == 0)
      return (int)i;
  return -1;
}

static void on_inclusion(CXFile included, CXSourceLocation *stack, unsigned depth,
                         CXClientData data) {
  struct fr *f = data;
  if (!included || fr_map_get(&f->file_of, included))
    return;
  fr_map_put(f->arena, &f->file_of, included, NOT_EDITABLE);
  if (depth == 0) {
    fr_map_put(f->arena, &f->file_of, included, (void *)1);
    return;
  }
  unsigned offset;
  uint32_t from, to;
  bool angled;
  CXFile in;
  clang_getFileLocation(stack[0], &in, NULL, NULL, &offset);
  const int includer = fr_file_index(f, in);
  if (includer < 0)
    return;
  const char *text = f->u->files.data[includer].text;
  const struct fr_range *d = directive_at(&f->files.data[includer], offset);
  if (!d || !fr_include_name(text, d->begin, d->end, &from, &to, &angled))
    return;
  const char *path = fr_string(f, clang_getFileName(included));
  const char *real = fl_real_path(f->arena, path);
  if (!real || is_protected(f, real) || (angled && !in_include_dir(f, real)))
    return;
  int index = fr_known_file(f, real);
  if (index < 0) {
    size_t len;
    const char *content = fl_read_file(f->arena, real, &len);
    if (!content || len >= INT32_MAX)
      return;
    index = add_file(f, path, real, content, len);
    struct fl_file *file = &f->u->files.data[index];
    if (!angled && !strchr(f->u->files.data[includer].name, '/') && !strncmp(path, "./", 2) &&
        strlen(path) == to - from + 2)
      file->name += 2;
  }
  fr_map_put(f->arena, &f->file_of, included, (void *)(intptr_t)(index + 1));
}

int fr_file_index(struct fr *f, CXFile file) {
  if (!file)
    return -1;
  if (file == f->last_file)
    return f->last_index;
  void *v = fr_map_get(&f->file_of, file);
  if (!v) { // clang may know one file by several names
    const char *path = fr_string(f, clang_getFileName(file));
    const char *real = fl_real_path(f->arena, path);
    int index = real ? fr_known_file(f, real) : -1;
    v = index < 0 ? NOT_EDITABLE : (void *)(intptr_t)(index + 1);
    fr_map_put(f->arena, &f->file_of, file, v);
  }
  f->last_file = file;
  f->last_index = v == NOT_EDITABLE ? -1 : (int)(intptr_t)v - 1;
  return f->last_index;
}

void fr_collect_files(struct fr *f) {
  bool any = false;
  for (size_t i = 0; i < f->opt->nargs && !any; i++)
    any = fr_system_dir(f, i) != NULL;
  if (any)
    clang_getInclusions(f->tu, on_system_header, f);
  clang_getInclusions(f->tu, on_inclusion, f);
}
