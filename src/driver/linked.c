// What a command links: objects, archives and libraries, wherever it names them. Each is asked what
// device code it has.
#include "driver/paths.h"
#include "driver/pool.h"
#include <stdlib.h>
#include <string.h>

struct search {
  const struct fl_command *cmd;
  struct fl_device_code *code;
  fl_words dirs;      // of libraries
  fl_words names;     // as behind -l
  size_t needed;      // so many that the code needs are among the names
  const char *before; // the word in front
  bool words_only;    // no file is asked
  bool other;         // something else than a program may come of it
};

static void obstacle(struct search *s, const char *what, const char *why) {
  if (!s->code->obstacle)
    s->code->obstacle = fl_format(s->cmd->arena, "%s: %s", what, why);
}

static bool is_one_of(const char *const *words, const char *word) {
  while (*words && strcmp(*words, word) != 0)
    words++;
  return *words;
}

// Libraries of the system's and the toolkit's without device code, or with such as never frees what
// it did not allocate.
static bool is_known(const char *name) {
  static const char *const names[] = {"cudadevrt",
                                      "cudart",
                                      "cudart_static",
                                      "cuda",
                                      "nvrtc",
                                      "nvJitLink",
                                      "cublas",
                                      "cublasLt",
                                      "cufft",
                                      "curand",
                                      "cusolver",
                                      "cusparse",
                                      "m",
                                      "c",
                                      "dl",
                                      "rt",
                                      "pthread",
                                      "util",
                                      "gcc",
                                      "gcc_s",
                                      "gcc_eh",
                                      "stdc++",
                                      "gomp",
                                      "atomic",
                                      "z",
                                      "nvToolsExt",
                                      "ld-linux-x86-64",
                                      "ld-linux-aarch64",
                                      NULL};
  return is_one_of(names, name);
}

static void add_once(struct fl_arena *arena, fl_words *to, const char *word) {
  for (size_t i = 0; i < to->len; i++)
    if (!strcmp(to->data[i], word))
      return;
  *fl_vec_add(arena, to) = word;
}

// NAME of libNAME.a, libNAME.so.1
static const char *library_name(struct fl_arena *arena, const char *path) {
  const char *base = fl_base_name(path);
  const char *name = strncmp(base, "lib", 3) == 0 ? base + 3 : base;
  const char *so = strstr(name, ".so"), *end = so ? so : strrchr(name, '.');
  return end ? fl_strndup(arena, name, (size_t)(end - name)) : name;
}

static bool is_in(struct fl_arena *arena, const char *path, const char *dir) {
  const char *real = dir ? fl_real_path(arena, dir) : NULL;
  return real && fl_is_under(path, real);
}

// A program's own library may have the name of a known one.
static bool is_known_file(struct fl_arena *arena, const char *path) {
  static const char *const dirs[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", NULL};
  const char *real = is_known(library_name(arena, path)) ? fl_real_path(arena, path) : NULL;
  bool known = real && is_in(arena, real, fl_find_cuda(arena));
  for (const char *const *dir = dirs; real && *dir; dir++)
    known |= is_in(arena, real, *dir);
  return known;
}

static void add_file(struct search *s, const char *path) {
  struct fl_arena *arena = s->cmd->arena;
  if (is_known_file(arena, path))
    return;
  fl_add_object(arena, s->code, path);
  if (s->needed < s->code->needed.len)
    add_once(arena, &s->dirs, fl_dir_name(arena, path));
  for (; s->needed < s->code->needed.len; s->needed++)
    add_once(arena, &s->names, fl_format(arena, ":%s", s->code->needed.data[s->needed]));
}

// Which one the linker takes does not matter: all of the name are looked at.
static void add_library(struct search *s, const char *name) {
  struct fl_arena *a = s->cmd->arena;
  const bool exact = name[0] == ':';
  bool found = is_known(exact ? library_name(a, name + 1) : name);
  for (size_t i = 0; i < s->dirs.len; i++) {
    const char *dir = s->dirs.data[i];
    const char *files[] = {fl_format(a, exact ? "%s/%s" : "%s/lib%s.so", dir, name + exact),
                           exact ? NULL : fl_format(a, "%s/lib%s.a", dir, name), NULL};
    for (size_t k = 0; files[k]; k++)
      if (fl_is_file(files[k])) {
        add_file(s, files[k]);
        found = true;
      }
  }
  if (!found)
    obstacle(s, fl_format(a, "-l%s", name), "it is not where flcc looks for libraries");
}

// Is it an option by which something else is linked than the words say, or something else than a
// program made? Their values may follow behind '='.
static bool changes_all(struct fl_arena *arena, const char *word) {
  static const char *const whole[] = {"-r",
                                      "-i",
                                      "-Ur",
                                      "-relocatable",
                                      "--relocatable",
                                      "-shared",
                                      "--shared",
                                      "-c",
                                      "-R",
                                      "-Bshareable",
                                      "--just-symbols",
                                      "--script",
                                      "-specs",
                                      "--specs",
                                      "--sysroot",
                                      "--mri-script",
                                      "--default-script",
                                      "-dT",
                                      "--format",
                                      "-b",
                                      "-flto",
                                      "-x",
                                      NULL};
  static const char *const binding[] = {
      "-Bstatic", "-Bdynamic", "-Bgroup", "-Bsymbolic", "-Bsymbolic-functions", NULL};
  const char *name = fl_strndup(arena, word, strcspn(word, "="));
  return is_one_of(whole, name) || strncmp(word, "-T", 2) == 0 ||
         (strncmp(word, "-B", 2) == 0 && !is_one_of(binding, word));
}

// A word that the host's compiler or a linker gets besides.
static void add_word(struct search *s, const char *word) {
  static const char *const files[] = {
      "-Map", "--version-script", "--dynamic-list", "-include", "-MF", NULL}; // that are not linked
  struct fl_arena *a = s->cmd->arena;
  const bool value = s->before && is_one_of(files, s->before);
  s->before = word;
  if (value)
    return;
  if (strncmp(word, "-Wl,", 4) == 0) {
    fl_words parts = {0};
    fl_split_list(a, word + 4, &parts);
    for (size_t i = 0; i < parts.len; i++)
      add_word(s, parts.data[i]);
  } else if (strncmp(word, "-l", 2) == 0 && word[2]) {
    add_once(a, &s->names, word + 2);
  } else if (strncmp(word, "--library=", 10) == 0) {
    add_once(a, &s->names, word + 10);
  } else if (strncmp(word, "-L", 2) == 0 && word[2]) {
    add_once(a, &s->dirs, word + 2);
  } else if (strncmp(word, "--library-path=", 15) == 0) {
    add_once(a, &s->dirs, word + 15);
  } else if (word[0] == '@' || strcmp(word, "-l") == 0 || strcmp(word, "-L") == 0 ||
             strcmp(word, "--library") == 0 || strcmp(word, "--library-path") == 0) {
    obstacle(s, word, "what it stands for is not known");
  } else if (word[0] == '-') {
    if (changes_all(a, word)) {
      obstacle(s, word, "what comes of it is not known");
      s->other = true;
    }
  } else if (!s->words_only && fl_is_file(word)) {
    add_file(s, word);
  }
}

static void add_words(struct search *s, const char *value) {
  fl_words parts = {0}, words = {0};
  fl_split_list(s->cmd->arena, value, &parts);
  for (size_t i = 0; i < parts.len; i++)
    fl_split_blanks(s->cmd->arena, parts.data[i], &words);
  for (size_t i = 0; i < words.len; i++)
    add_word(s, words.data[i]);
}

static void add_option(struct search *s, const struct fl_arg *arg) {
  fl_words values = {0};
  switch (arg->option->role) {
  case FL_ROLE_LIBRARY:
  case FL_ROLE_LIBRARY_PATH:
    fl_split_list(s->cmd->arena, arg->value, &values);
    for (size_t i = 0; i < values.len; i++)
      add_once(s->cmd->arena, arg->option->role == FL_ROLE_LIBRARY ? &s->names : &s->dirs,
               values.data[i]);
    break;
  case FL_ROLE_XCOMPILER:
  case FL_ROLE_XLINKER:
    add_words(s, arg->value);
    break;
  default:
    if (strcmp(arg->option->name, "--nvlink-options") == 0)
      add_words(s, arg->value);
    else if (strcmp(arg->option->name, "--relocatable-link") == 0) {
      obstacle(s, arg->words[0], "what comes of it is not known");
      s->other = true;
    }
    break;
  }
}

// Where the linker looks by itself.
static void add_default_dirs(struct search *s) {
  static const char *const usual[] = {"/lib",
                                      "/usr/lib",
                                      "/usr/local/lib",
                                      "/lib64",
                                      "/usr/lib64",
                                      "/usr/local/lib64",
                                      "/lib/x86_64-linux-gnu",
                                      "/usr/lib/x86_64-linux-gnu",
                                      "/lib/aarch64-linux-gnu",
                                      "/usr/lib/aarch64-linux-gnu",
                                      NULL};
  struct fl_arena *a = s->cmd->arena;
  const char *cuda = fl_find_cuda(a);
  for (const char *p = getenv("LIBRARY_PATH"); p && *p;) {
    const size_t n = strcspn(p, ":");
    add_once(a, &s->dirs, n ? fl_strndup(a, p, n) : ".");
    p += n + (p[n] == ':');
  }
  if (cuda) {
    add_once(a, &s->dirs, fl_format(a, "%s/lib64", cuda));
    add_once(a, &s->dirs, fl_format(a, "%s/lib", cuda));
    add_once(a, &s->dirs, fl_format(a, "%s/lib64/stubs", cuda));
  }
  for (const char *const *d = usual; *d; d++)
    add_once(a, &s->dirs, *d);
}

static void add_arguments(struct search *s) {
  for (size_t i = 0; i < s->cmd->args.len; i++) {
    const struct fl_arg *arg = &s->cmd->args.data[i];
    if (arg->kind == FL_ARG_OPTION)
      add_option(s, arg);
    else if (arg->kind == FL_ARG_UNKNOWN)
      add_word(s, arg->words[0]);
  }
}

bool fl_links_program(const struct fl_command *cmd) {
  struct fl_device_code none = {0};
  struct search s = {.cmd = cmd, .code = &none, .words_only = true};
  add_arguments(&s);
  return !s.other && !cmd->shared;
}

void fl_add_linked(const struct fl_command *cmd, struct fl_device_code *code) {
  struct search s = {.cmd = cmd, .code = code};
  for (size_t i = 0; i < cmd->inputs.len; i++)
    if (cmd->inputs.data[i].kind == FL_INPUT_OBJECT)
      add_file(&s, cmd->inputs.data[i].path);
  add_arguments(&s);
  add_default_dirs(&s);
  for (size_t i = 0; i < s.names.len; i++) // libraries add those that they need
    add_library(&s, s.names.data[i]);
}

bool fl_links_host_alone(const struct fl_command *cmd) {
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    if (a->kind != FL_ARG_OPTION || a->option->role != FL_ROLE_LIBRARY)
      continue;
    fl_words names = {0};
    fl_split_list(cmd->arena, a->value, &names);
    for (size_t k = 0; k < names.len; k++)
      if (!is_known(names.data[k]))
        return false;
  }
  return true;
}
