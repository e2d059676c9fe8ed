// Stand-ins for file names that must not reach a shell.
#define _GNU_SOURCE
#include "driver/staging.h"
#include "driver/paths.h"
#include "driver/process.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char unsafe[] = "\"$`\\\n";

bool fl_shell_safe(const char *path) { return !strpbrk(path, unsafe); }

const char *fl_shell_safe_name(struct fl_arena *arena, const char *name) {
  char *safe = fl_strdup(arena, name);
  for (char *p = safe; (p = strpbrk(p, unsafe)) != NULL;)
    *p = '_';
  return safe;
}

const char *fl_stage_input(struct fl_arena *arena, const char *path) {
  if (fl_shell_safe(path))
    return path;
  const char *staged = fl_temp_path(arena, fl_shell_safe_name(arena, fl_base_name(path)));
  char *real = realpath(path, NULL);
  if (staged && (!real || symlink(real, staged) != 0)) {
    fl_error("%s: %s", path, strerror(errno));
    staged = NULL;
  }
  free(real);
  return staged;
}

const char *fl_stage_folder(struct fl_arena *arena, const char *path) {
  if (fl_shell_safe(path) && !strpbrk(path, ",'"))
    return path;
  const char *staged = fl_temp_path(arena, "folder");
  char *real = realpath(path, NULL);
  if (!staged || !real || symlink(real, staged) != 0)
    staged = NULL;
  free(real);
  return staged;
}

const char *fl_stage_output(struct fl_arena *arena, const char *path) {
  return fl_shell_safe(path) ? path
                             : fl_temp_path(arena, fl_shell_safe_name(arena, fl_base_name(path)));
}

// The temporary directory may be on another file system, where rename() does not reach.
static int copy_file(const char *from, const char *to) {
  FILE *in = fopen(from, "rb");
  FILE *out = in ? fopen(to, "wb") : NULL;
  bool ok = out != NULL;
  char buf[1 << 16];
  for (size_t n; ok && (n = fread(buf, 1, sizeof buf, in)) > 0;)
    ok = fwrite(buf, 1, n, out) == n;
  struct stat st;
  if (ok && !ferror(in) && fstat(fileno(in), &st) == 0)
    ok = fchmod(fileno(out), st.st_mode & 0777) == 0;
  if (in)
    (void)fclose(in);
  if (out && fclose(out) != 0)
    ok = false;
  return ok ? 0 : 1;
}

int fl_deliver_output(const char *staged, const char *path) {
  if (staged == path || rename(staged, path) == 0 ||
      (errno == EXDEV && copy_file(staged, path) == 0))
    return 0;
  fl_error("cannot write '%s': %s", path, strerror(errno));
  return 1;
}
