// Could a file hold a kernel launch? A look at the text of the file and of the user's headers that
// it includes: most CUDA files have no device-side launch, many no launch at all, and those need no
// parser. Wrong answers only go one way: "perhaps".
#include "driver/transform.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 4096 };

struct scan {
  const struct fl_command *cmd;
  fl_words dirs; // -I of the command
  fl_words seen;
};

static bool scan_file(struct scan *s, const char *path);

// `<<<`, also written with blanks or a continued line in between. Shifts (`a << b`) do not count.
static bool has_launch(const char *text, size_t len) {
  int run = 0;
  for (size_t i = 0; i < len; i++) {
    if (text[i] == '<')
      run++;
    else if (!strchr(" \t\r\n\\", text[i]) || text[i] == '\0')
      run = 0;
    if (run == 3)
      return true;
  }
  return false;
}

static bool scan_include(struct scan *s, const char *from, const char *name, bool quoted) {
  struct fl_arena *arena = s->cmd->arena;
  if (name[0] == '/')
    return fl_is_file(name) && scan_file(s, name);
  const char *beside = fl_format(arena, "%s/%s", fl_dir_name(arena, from), name);
  if (quoted && fl_is_file(beside))
    return scan_file(s, beside);
  for (size_t i = 0; i < s->dirs.len; i++) {
    const char *path = fl_format(arena, "%s/%s", s->dirs.data[i], name);
    if (fl_is_file(path))
      return scan_file(s, path);
  }
  return false; // a system header, or an error that the compiler will report
}

// Follows one #include directive; `p` is behind the '#', or `%:`.
static bool scan_directive(struct scan *s, const char *from, const char *p) {
  p += strspn(p, " \t");
  if (strncmp(p, "include", 7) != 0)
    return false;
  p += 7;
  p += strspn(p, " \t");
  if (*p != '"' && *p != '<')
    return *p != '_'; // a macro names the file: perhaps (but not __has_include, nor include_next)
  const char *end = strchr(p + 1, *p == '"' ? '"' : '>');
  const char *line_end = p + strcspn(p, "\r\n");
  if (!end || end > line_end)
    return false;
  return scan_include(s, from, fl_strndup(s->cmd->arena, p + 1, (size_t)(end - p - 1)), *p == '"');
}

static bool scan_file(struct scan *s, const char *path) {
  for (size_t i = 0; i < s->seen.len; i++)
    if (strcmp(s->seen.data[i], path) == 0)
      return false;
  if (s->seen.len == MAX_FILES)
    return true;
  *fl_vec_add(s->cmd->arena, &s->seen) = path;
  size_t len = 0;
  const char *text = fl_read_file(s->cmd->arena, path, &len);
  if (!text)
    return false;
  if (has_launch(text, len) || (!fl_is_lone(s->cmd) && strstr(text, "cudaLaunchKernel")))
    return true;
  for (const char *line = text; line && *line;) {
    const char *p = line + strspn(line, " \t");
    const size_t hash = *p == '#' ? 1 : !strncmp(p, "%:", 2) ? 2 : 0;
    if (hash && scan_directive(s, path, p + hash))
      return true;
    line = strchr(line, '\n');
    line = line ? line + 1 : NULL;
  }
  return false;
}

bool fl_may_launch(const struct fl_command *cmd, const char *path) {
  struct scan s = {.cmd = cmd};
  fl_words args = {0};
  fl_front_args(cmd, &args);
  for (size_t i = 0; i < args.len; i++) {
    if (strncmp(args.data[i], "-I", 2) == 0 && args.data[i][2])
      *fl_vec_add(cmd->arena, &s.dirs) = args.data[i] + 2;
    else if (strncmp(args.data[i], "-i", 2) == 0 && i + 1 < args.len &&
             strcmp(args.data[i], "-include") != 0)
      *fl_vec_add(cmd->arena, &s.dirs) = args.data[++i];
    else if (strcmp(args.data[i], "-include") == 0 && i + 1 < args.len &&
             scan_include(&s, "./", args.data[++i], true))
      return true;
  }
  return scan_file(&s, path);
}
