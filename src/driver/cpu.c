// The CPU target: transformed sources through the host's C++ compiler, linked with the CPU runtime.
// No toolkit is needed.
#include "driver/command.h"
#include "driver/paths.h"
#include "driver/process.h"
#include <string.h>
#include <unistd.h>

struct tools {
  const struct fl_command *cmd;
  const struct fl_layout *layout;
  const char *cxx, *cc;
};

static void add(const struct fl_command *cmd, fl_words *argv, const char *word) {
  *fl_vec_add(cmd->arena, argv) = word;
}

// Values of a list option, each behind `option`, joined to it or as a word of its own.
static void add_list(const struct fl_command *cmd, fl_words *argv, const char *option,
                     const char *value, bool joined) {
  fl_words values = {0};
  fl_split_list(cmd->arena, value, &values);
  for (size_t i = 0; i < values.len; i++) {
    add(cmd, argv, joined ? fl_format(cmd->arena, "%s%s", option, values.data[i]) : option);
    if (!joined)
      add(cmd, argv, values.data[i]);
  }
}

// What -Xcompiler and -Xlinker hold: parts between commas, which nvcc gives to a shell, so blanks
// and quotes count too.
static void add_through(const struct fl_command *cmd, fl_words *argv, const char *value,
                        bool linker) {
  fl_words parts = {0}, words = {0};
  fl_split_list(cmd->arena, value, &parts);
  for (size_t i = 0; i < parts.len; i++)
    fl_split_blanks(cmd->arena, parts.data[i], &words);
  for (size_t i = 0; i < words.len; i++) {
    if (linker)
      add(cmd, argv, "-Xlinker");
    add(cmd, argv, words.data[i]);
  }
}

static bool is_cuda_library(const char *name) {
  return strcmp(name, "cudart") == 0 || strcmp(name, "cudart_static") == 0 ||
         strcmp(name, "cudadevrt") == 0 || strcmp(name, "cuda") == 0;
}

static void add_libraries(const struct fl_command *cmd, fl_words *argv, const char *value) {
  fl_words names = {0};
  fl_split_list(cmd->arena, value, &names);
  for (size_t i = 0; i < names.len; i++)
    if (!is_cuda_library(names.data[i]))
      add(cmd, argv, fl_format(cmd->arena, "-l%s", names.data[i]));
}

// The CPU runtime may have been built with a sanitizer (`make asan`): then programs need it too.
static void add_build_flags(const struct fl_command *cmd, fl_words *argv) {
  fl_split_blanks(cmd->arena, FL_CPU_FLAGS, argv);
}

// Options that mean the same to g++ whatever it is asked to do. nvcc's other options have no
// meaning here.
static void add_common(const struct fl_command *cmd, fl_words *argv, const struct fl_arg *a) {
  if (a->kind == FL_ARG_UNKNOWN) { // -Wall, -march=native: for want of nvcc, g++ judges
    add(cmd, argv, a->words[0]);
    return;
  }
  switch (a->option->role) {
  case FL_ROLE_OPTIMIZE:
    add(cmd, argv, fl_format(cmd->arena, "-O%s", a->value));
    break;
  case FL_ROLE_DEBUG:
  case FL_ROLE_DEVICE_DEBUG:
    add(cmd, argv, "-g");
    break;
  case FL_ROLE_PROFILE:
    add(cmd, argv, "-pg");
    break;
  case FL_ROLE_XCOMPILER:
    add_through(cmd, argv, a->value, false);
    break;
  case FL_ROLE_SHARED:
    add(cmd, argv, "-fPIC");
    break;
  default:
    break;
  }
}

static void add_compile_option(const struct fl_command *cmd, fl_words *argv,
                               const struct fl_arg *a) {
  if (a->kind != FL_ARG_OPTION)
    return;
  switch (a->option->role) {
  case FL_ROLE_DEFINE:
    add_list(cmd, argv, "-D", a->value, true);
    break;
  case FL_ROLE_UNDEFINE:
    add_list(cmd, argv, "-U", a->value, true);
    break;
  case FL_ROLE_INCLUDE:
    add_list(cmd, argv, "-I", a->value, true);
    break;
  case FL_ROLE_SYSTEM:
    add_list(cmd, argv, "-isystem", a->value, false);
    break;
  case FL_ROLE_PREINCLUDE:
    add_list(cmd, argv, "-include", a->value, false);
    break;
  case FL_ROLE_NO_WARNINGS:
    add(cmd, argv, "-w");
    break;
  case FL_ROLE_NO_EXCEPTIONS:
    add(cmd, argv, "-fno-exceptions");
    break;
  case FL_ROLE_TEMPLATE_LIMIT:
    add(cmd, argv, fl_format(cmd->arena, "%s=%s", a->option->brief, a->value));
    break;
  default:
    break;
  }
}

static void add_link_option(const struct fl_command *cmd, fl_words *argv, const struct fl_arg *a) {
  if (a->kind != FL_ARG_OPTION)
    return;
  switch (a->option->role) {
  case FL_ROLE_LIBRARY:
    add_libraries(cmd, argv, a->value);
    break;
  case FL_ROLE_LIBRARY_PATH:
    add_list(cmd, argv, "-L", a->value, true);
    break;
  case FL_ROLE_XLINKER:
    add_through(cmd, argv, a->value, true);
    break;
  case FL_ROLE_SHARED:
    add(cmd, argv, "-shared");
    break;
  default:
    break;
  }
}

static int run(const struct tools *t, const fl_words *argv) {
  return fl_run(t->cmd->arena, argv, t->cmd->verbose || t->cmd->dryrun, t->cmd->dryrun);
}

static bool is_c(const struct fl_command *cmd, const char *path) {
  const char *dot = strrchr(path, '.');
  return cmd->language ? strcmp(cmd->language, "c") == 0 : dot && strcmp(dot, ".c") == 0;
}

// Where the toolkit keeps its libraries of headers, apart from what the stand-ins stand for; NULL:
// there is none.
static const char *find_libraries(const struct fl_command *cmd) {
  const char *cuda = fl_find_cuda(cmd->arena);
  const char *dir = cuda ? fl_format(cmd->arena, "%s/include/cccl", cuda) : NULL;
  return dir && fl_is_file(fl_format(cmd->arena, "%s/thrust/version.h", dir)) ? dir : NULL;
}

// The compiler, the language and the include directories for one source. Sources other than C see
// the stand-in headers.
static void begin_compile(const struct tools *t, fl_words *argv, const struct fl_input *input) {
  const struct fl_command *cmd = t->cmd;
  const bool c = input->kind == FL_INPUT_HOST && is_c(cmd, input->path);
  add(cmd, argv, c ? t->cc : t->cxx);
  add_build_flags(cmd, argv);
  if (!c)
    add(cmd, argv, fl_format(cmd->arena, "-std=%s", fl_cxx_std(cmd)));
  // Ahead of the user's directories, which often name the toolkit's.
  const char *dirs[] = {t->layout->cpu_include, t->layout->include, t->layout->runtime};
  for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++) {
    add(cmd, argv, "-I");
    add(cmd, argv, dirs[i]);
  }
  if (!c)
    add(cmd, argv, "-Wno-unknown-pragmas"); // #pragma unroll
  if (input->kind == FL_INPUT_CUDA) { // the transformed file lies elsewhere than its neighbours
    add(cmd, argv, "-iquote");
    add(cmd, argv, fl_dir_name(cmd->arena, input->path));
    add(cmd, argv, "-include"); // as nvcc does
    add(cmd, argv, "cuda_runtime.h");
  }
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    if (a->kind == FL_ARG_INPUT)
      continue;
    add_common(cmd, argv, a);
    add_compile_option(cmd, argv, a);
    if (!c && fl_option_macro(a))
      add(cmd, argv, fl_option_macro(a));
  }
  const char *libraries = c ? NULL : find_libraries(cmd);
  if (libraries) {
    add(cmd, argv, "-idirafter");
    add(cmd, argv, libraries);
  }
  if (cmd->opt.per_thread_stream)
    add(cmd, argv, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  add(cmd, argv, "-x");
  add(cmd, argv, c ? "c" : "c++");
}

static void add_dep_options(const struct tools *t, const struct fl_input *input, fl_words *argv) {
  const struct fl_command *cmd = t->cmd;
  const bool beside = cmd->deps != FL_ROLE_NONE;
  add(cmd, argv, "-MT");
  add(cmd, argv,
      cmd->dep_target         ? cmd->dep_target
      : beside && cmd->output ? cmd->output
                              : fl_object_name(cmd, input));
  for (size_t i = 0; i < cmd->args.len; i++)
    if (cmd->args.data[i].kind == FL_ARG_OPTION &&
        cmd->args.data[i].option->role == FL_ROLE_DEP_PHONY)
      add(cmd, argv, "-MP");
}

static int write_deps(const struct tools *t, const struct fl_input *input) {
  const struct fl_command *cmd = t->cmd;
  fl_words argv = {0};
  begin_compile(t, &argv, input);
  add(cmd, &argv, cmd->deps == FL_ROLE_DEPS_TOO ? "-M" : "-MM");
  add_dep_options(t, input, &argv);
  add(cmd, &argv, "-MF");
  add(cmd, &argv, fl_dep_file_name(cmd, input));
  add(cmd, &argv, input->path);
  return run(t, &argv);
}

// One source into an object file, or to whatever `mode` (-c, -E, -M) makes of it.
static int compile(const struct tools *t, const struct fl_input *input, const char *path,
                   const char *mode, const char *output) {
  fl_words argv = {0};
  begin_compile(t, &argv, input);
  add(t->cmd, &argv, mode);
  if (mode[1] == 'M')
    add_dep_options(t, input, &argv);
  if (output) {
    add(t->cmd, &argv, "-o");
    add(t->cmd, &argv, output);
  }
  add(t->cmd, &argv, path);
  const int status = run(t, &argv);
  const bool beside = strcmp(mode, "-c") == 0 && t->cmd->deps != FL_ROLE_NONE;
  return status == 0 && beside ? write_deps(t, input) : status;
}

static int link_objects(const struct tools *t, const fl_words *objects, const char *output) {
  const struct fl_command *cmd = t->cmd;
  fl_words argv = {0};
  add(cmd, &argv, t->cxx);
  add_build_flags(cmd, &argv);
  add(cmd, &argv, "-o");
  add(cmd, &argv, output);
  for (size_t i = 0; i < cmd->args.len; i++)
    if (cmd->args.data[i].kind != FL_ARG_INPUT)
      add_common(cmd, &argv, &cmd->args.data[i]);
  for (size_t i = 0; i < objects->len; i++)
    add(cmd, &argv, objects->data[i]);
  for (size_t i = 0; i < cmd->args.len; i++)
    add_link_option(cmd, &argv, &cmd->args.data[i]);
  add(cmd, &argv, t->layout->cpu_library);
  add(cmd, &argv, "-lpthread");
  add(cmd, &argv, "-lm");
  return run(t, &argv);
}

static int make_archive(const struct tools *t, const fl_words *objects, const char *output) {
  fl_words argv = {0};
  (void)unlink(output); // as nvcc does: what was in it is not added to
  add(t->cmd, &argv, "ar");
  add(t->cmd, &argv, "cr");
  add(t->cmd, &argv, output);
  for (size_t i = 0; i < objects->len; i++)
    add(t->cmd, &argv, objects->data[i]);
  return run(t, &argv);
}

static int run_program(const struct tools *t, const char *program) {
  const struct fl_command *cmd = t->cmd;
  fl_words argv = {0};
  add(cmd, &argv, strchr(program, '/') ? program : fl_format(cmd->arena, "./%s", program));
  for (size_t i = 0; i < cmd->args.len; i++)
    if (cmd->args.data[i].kind == FL_ARG_OPTION &&
        cmd->args.data[i].option->role == FL_ROLE_RUN_ARGS)
      fl_split_list(cmd->arena, cmd->args.data[i].value, &argv);
  return run(t, &argv);
}

static const char *path_of(const fl_units *units, const struct fl_input *input) {
  for (size_t i = 0; i < units->len; i++)
    if (units->data[i].input == input)
      return units->data[i].path;
  return input->path;
}

static const char *deps_mode(const struct fl_command *cmd) {
  const char *mode = "-E";
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    if (a->kind == FL_ARG_OPTION &&
        (a->option->role == FL_ROLE_DEPS || a->option->role == FL_ROLE_USER_DEPS))
      mode = a->option->role == FL_ROLE_DEPS ? "-M" : "-MM";
  }
  return mode;
}

// Would several sources become one file, of which the last would be left?
static bool is_crowded(const struct fl_command *cmd) {
  size_t sources = 0;
  for (size_t i = 0; i < cmd->inputs.len; i++)
    sources += cmd->inputs.data[i].kind != FL_INPUT_OBJECT;
  return sources > 1 && cmd->output &&
         (cmd->phase == FL_PHASE_PREPROCESS || cmd->phase == FL_PHASE_DEPS ||
          cmd->phase == FL_PHASE_COMPILE);
}

// Sources into objects: beside the sources' names for -c, into the temporary directory otherwise.
static int compile_all(const struct tools *t, const fl_units *units, fl_words *objects) {
  const struct fl_command *cmd = t->cmd;
  for (size_t i = 0; i < cmd->inputs.len; i++) {
    const struct fl_input *input = &cmd->inputs.data[i];
    if (input->kind == FL_INPUT_OBJECT) {
      add(cmd, objects, input->path);
      continue;
    }
    const char *object = cmd->phase == FL_PHASE_COMPILE
                             ? (cmd->output ? cmd->output : fl_object_name(cmd, input))
                             : fl_temp_path(cmd->arena, "object.o");
    if (!object)
      return 1;
    if (cmd->phase == FL_PHASE_COMPILE)
      fl_guard_output(cmd->arena, object);
    const int status = compile(t, input, path_of(units, input), "-c", object);
    if (status)
      return status;
    add(cmd, objects, object);
  }
  return 0;
}

int fl_run_cpu(const struct fl_command *cmd, const struct fl_layout *layout,
               const fl_units *units) {
  struct tools t = {.cmd = cmd, .layout = layout, .cxx = fl_find_cxx(cmd)};
  t.cc = t.cxx ? fl_c_compiler_of(cmd->arena, t.cxx) : NULL;
  if (!t.cc) {
    fl_error("no C++ compiler was found for --fl-target=cpu: install g++, or set FL_CXX");
    return 1;
  }
  if (is_crowded(cmd)) {
    fl_error("only one source may go into '%s'", cmd->output);
    return 1;
  }
  if (cmd->phase == FL_PHASE_PREPROCESS || cmd->phase == FL_PHASE_DEPS) {
    int status = 0;
    for (size_t i = 0; i < cmd->inputs.len && status == 0; i++)
      if (cmd->inputs.data[i].kind != FL_INPUT_OBJECT)
        status = compile(&t, &cmd->inputs.data[i], cmd->inputs.data[i].path, deps_mode(cmd),
                         cmd->dep_file ? cmd->dep_file : cmd->output);
    return status;
  }
  if (cmd->phase == FL_PHASE_DEVICE || cmd->phase == FL_PHASE_DEVICE_LINK) {
    fl_error("--fl-target=cpu makes no device code");
    return 1;
  }
  fl_words objects = {0};
  int status = compile_all(&t, units, &objects);
  if (status || cmd->phase == FL_PHASE_COMPILE)
    return status;
  const char *output = cmd->output ? cmd->output : cmd->phase == FL_PHASE_LIB ? "a.a" : "a.out";
  if (cmd->phase != FL_PHASE_RUN) // there the exit code is the program's own
    fl_guard_output(cmd->arena, output);
  if (cmd->phase == FL_PHASE_LIB)
    return make_archive(&t, &objects, output);
  status = link_objects(&t, &objects, output);
  return status == 0 && cmd->phase == FL_PHASE_RUN ? run_program(&t, output) : status;
}
