// Could a file hold a kernel launch, or one in device code, or free memory? A look at the text of the
// file and of the user's headers that it includes: most CUDA files have no device-side launch, and
// those need no parser. Wrong answers only go one way: "perhaps".
#include "driver/transform.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 4096 };

struct scan {
  const struct fl_command *cmd;
  bool (*found)(const struct fl_command *cmd, const char *text, size_t len);
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

// What tells other files of its device functions and kernels, or asks them?
static bool tells(const struct fl_command *cmd, const char *text) {
  return !fl_is_lone(cmd) &&
         (strstr(text, "cudaLaunchKernel") ||
          (cmd->user_rdc && (strstr(text, "__device__") || strstr(text, "__global__"))));
}

static bool launches(const struct fl_command *cmd, const char *text, size_t len) {
  return has_launch(text, len) || tells(cmd, text);
}

// Is a kernel declared that another file may define? Those who launch it have to ask that file.
static bool declares_kernel(const struct fl_command *cmd, const char *text) {
  bool declares = false;
  for (const char *p = text; !fl_is_lone(cmd) && !declares && (p = strstr(p, "__global__")); p++)
    declares = p[strcspn(p, ";{")] == ';';
  return declares;
}

// The same, but for launches that are plainly the host's.
static bool launches_in_device_code(const struct fl_command *cmd, const char *text, size_t len) {
  return tells(cmd, text) || declares_kernel(cmd, text) || fl_defines_device_code(text, len) ||
         (has_launch(text, len) && fl_may_launch_in_device_code(text));
}

// Names that only a preprocessor sees: put together from parts, or continued on the next line.
static bool has_hidden_names(const char *text) {
  if (strstr(text, "##") || strstr(text, "%:%:"))
    return true;
  for (const char *p = text; (p = strchr(p, '\\')); p++) {
    const char *next = p + 1 + strspn(p + 1, " \t\r");
    if (*next == '\n' && p > text && fl_is_word(p[-1]) && fl_is_word(next[1]))
      return true;
  }
  return false;
}

// A name of what frees, in another place than a sentence: "free of charge".
static bool frees(const struct fl_command *cmd, const char *text, size_t len) {
  static const char *const names[] = {"free",          "cudaFree",   "delete",
                                      "unique_ptr",    "shared_ptr", "device_free",
                                      "device_delete", "deallocate", NULL};
  (void)cmd;
  if (strlen(text) != len || has_hidden_names(text)) // behind such a character nothing is seen here
    return true;
  for (const char *const *name = names; *name; name++)
    for (const char *p = text; (p = fl_find_word(text, p, *name)); p += strlen(*name)) {
      const char *next = p + strlen(*name) + strspn(p + strlen(*name), " \t");
      if (strcmp(*name, "free") != 0 || !fl_is_word(*next))
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
  const bool next = !strncmp(p, "_next", 5);
  p += strspn(p, " \t");
  if (*p != '"' && *p != '<')
    return !next ||
           s->found ==
               frees; // a macro names the file: perhaps (but not include_next: of the system's)
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
  if (s->found(s->cmd, text, len))
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

// Does the value of a macro that the command defines hold what is looked for?
static bool in_macro(const struct scan *s, const char *macro) {
  const char *text = fl_format(s->cmd->arena, "#define %s\n", macro);
  return s->found != launches && s->found(s->cmd, text, strlen(text));
}

static bool scan_all(const struct fl_command *cmd, const char *path,
                     bool (*found)(const struct fl_command *, const char *, size_t)) {
  struct scan s = {.cmd = cmd, .found = found};
  fl_words args = {0};
  fl_front_args(cmd, &args);
  for (size_t i = 0; i < args.len; i++) {
    const bool two_words = i + 1 < args.len;
    if (strcmp(args.data[i], "-I") == 0 && two_words)
      *fl_vec_add(cmd->arena, &s.dirs) = args.data[++i];
    else if (strncmp(args.data[i], "-I", 2) == 0)
      *fl_vec_add(cmd->arena, &s.dirs) = args.data[i] + 2;
    else if (strcmp(args.data[i], "-D") == 0 && two_words) {
      if (in_macro(&s, args.data[++i]))
        return true;
    } else if (strncmp(args.data[i], "-i", 2) == 0 && two_words &&
               strcmp(args.data[i], "-include") != 0)
      *fl_vec_add(cmd->arena, &s.dirs) = args.data[++i];
    else if (strcmp(args.data[i], "-include") == 0 && two_words &&
             scan_include(&s, "./", args.data[++i], true))
      return true;
    else if (strncmp(args.data[i], "-D", 2) == 0 && in_macro(&s, args.data[i] + 2))
      return true;
  }
  return scan_file(&s, path);
}

bool fl_may_launch(const struct fl_command *cmd, const char *path) {
  return scan_all(cmd, path, launches);
}
bool fl_may_launch_from_device(const struct fl_command *cmd, const char *path) {
  return fl_may_launch(cmd, path) && scan_all(cmd, path, launches_in_device_code);
}
bool fl_may_free(const struct fl_command *cmd, const char *path) {
  return scan_all(cmd, path, frees);
}
