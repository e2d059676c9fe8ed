// The CUDA target: nvcc's command, with transformed sources in place of the originals.
#include "driver/pool.h"
#include "driver/process.h"
#include "driver/staging.h"
#include <stdlib.h>
#include <string.h>

// How the command that nvcc gets differs from the user's own.
struct change {
  const char **paths;  // for each argument that is an input: the file to name in its place
  const char *output;  // what nvcc writes; NULL: as the user's command says
  const char *deliver; // where that goes, if elsewhere
  bool inputs;         // some input is replaced
  bool text;           // ... by transformed text
  bool add_rdc, drop_rdc;
  bool launches;      // ... with launches on the device
  bool few_registers; // device functions are to be compiled for kernels of 1,024 threads
};

static void add(const struct fl_command *cmd, fl_words *argv, const char *word) {
  *fl_vec_add(cmd->arena, argv) = word;
}

// A value of a list option: nvcc splits those at commas, and takes backslashes away.
static const char *list_value(struct fl_arena *arena, const char *value) {
  struct fl_text t = {0};
  for (const char *p = value; *p; p++)
    fl_text_printf(&t, strchr(",\\\"'", *p) ? "\\%c" : "%c", *p);
  const char *out = fl_strndup(arena, t.data, t.len);
  fl_text_free(&t);
  return out;
}

static bool is_linking(const struct fl_command *cmd) {
  return cmd->phase == FL_PHASE_LINK || cmd->phase == FL_PHASE_RUN;
}

// Whether an option is given with a value that contains part.
static bool is_given(const struct fl_command *cmd, const char *name, const char *part) {
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    if (a->kind == FL_ARG_OPTION && !strcmp(a->option->name, name) && strstr(a->value, part))
      return true;
  }
  return false;
}

static bool is_role(const struct fl_arg *a, enum fl_role role) {
  return a->kind == FL_ARG_OPTION && a->option->role == role;
}

static bool is_machine_code(const char *code) {
  return strstr(code, "sm_") || strstr(code, "lto_");
}

// Does a -gencode for the same virtual architecture ask for machine code?
static bool has_machine_code(const struct fl_command *cmd, const char *gencode) {
  const size_t n = strcspn(gencode, ",");
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    if (is_role(a, FL_ROLE_GENCODE) && !strncmp(a->value, gencode, n) && a->value[n] == ',' &&
        is_machine_code(a->value + n))
      return true;
  }
  return false;
}

// What does ptxas have to do: to make machine code, and to look at text that stays PTX?
static void find_ptxas(const struct fl_command *cmd, bool *machine, bool *ptx) {
  static const char *const texts[] = {"--ptx", "--optix-ir", "--ltoir"};
  const char *arch = NULL;
  bool gencode = false, code = false;
  *machine = *ptx = false;
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
      if (is_role(a, FL_ROLE_DEVICE) && !strcmp(a->option->name, texts[k]))
        return;
    if (is_role(a, FL_ROLE_GENCODE)) {
      const bool made = has_machine_code(cmd, a->value);
      gencode = true;
      *machine |= made;
      *ptx |= !made;
    } else if (is_role(a, FL_ROLE_ARCH) && !strcmp(a->option->name, "--gpu-code")) {
      code = true;
      *machine |= is_machine_code(a->value);
    } else if (is_role(a, FL_ROLE_ARCH)) {
      arch = a->value;
    }
  }
  if (!code && (arch || !gencode))
    *machine |= !arch || strncmp(arch, "compute_", strlen("compute_")) != 0;
  *ptx |= !*machine;
}

// Where device code is linked, ptxas compiles functions that are not inlined without a look at
// their callers, and then refuses kernels for blocks of 1,024 threads, as the engines' are, that
// call one with more registers than theirs. It warns of the limit where text stays PTX.
static bool limit_registers(const struct fl_command *cmd, const struct change *c) {
  bool machine, ptx;
  find_ptxas(cmd, &machine, &ptx);
  return c->launches && (c->add_rdc || (cmd->user_rdc && !c->drop_rdc)) && machine &&
         !(ptx && is_given(cmd, "--Werror", "all-warnings")) &&
         !is_given(cmd, "--maxrregcount", "") && !is_given(cmd, "--ptxas-options", "maxrregcount");
}

static void find_rdc(const struct fl_command *cmd, const fl_units *units, struct change *c) {
  bool needed = false;
  for (size_t i = 0; i < units->len; i++)
    needed |= units->data[i].needs_rdc;
  c->add_rdc = needed && !cmd->user_rdc && !cmd->device_w;
  c->drop_rdc = c->text && !needed && cmd->user_rdc && is_linking(cmd) && !cmd->shared &&
                cmd->inputs.len == 1 && fl_links_host_alone(cmd);
}

// Output under a name that nvcc's shell would misread: -o, or the name that follows from the
// input's.
static int find_output(const struct fl_command *cmd, struct change *c) {
  const char *output = cmd->output;
  for (size_t i = 0; i < cmd->inputs.len && !output && cmd->phase == FL_PHASE_COMPILE; i++) {
    const struct fl_input *input = &cmd->inputs.data[i];
    if (input->kind == FL_INPUT_OBJECT || fl_shell_safe(fl_base_name(input->path)))
      continue;
    if (cmd->inputs.len > 1) {
      fl_error("%s: compile a file of this name by itself: nvcc would take it for a shell command",
               input->path);
      return 1;
    }
    output = fl_object_name(cmd, input);
  }
  if (!output || fl_shell_safe(output))
    return 0;
  c->deliver = output;
  c->output = fl_stage_output(cmd->arena, output);
  return c->output ? 0 : 1;
}

static int find_change(const struct fl_command *cmd, const fl_units *units, struct change *c) {
  *c = (struct change){.paths = fl_alloc(cmd->arena, (cmd->args.len + 1) * sizeof *c->paths)};
  for (size_t i = 0; i < cmd->inputs.len; i++)
    c->paths[cmd->inputs.data[i].arg] = cmd->inputs.data[i].path;
  for (size_t i = 0; i < units->len; i++) {
    c->paths[units->data[i].input->arg] = units->data[i].path;
    c->text |= units->data[i].changed;
    c->launches |= units->data[i].changed && units->data[i].launches;
  }
  for (size_t i = 0; i < cmd->inputs.len && cmd->phase != FL_PHASE_INFO; i++) {
    const char **path = &c->paths[cmd->inputs.data[i].arg];
    if (!(*path = fl_stage_input(cmd->arena, *path)))
      return 1;
    c->inputs |= *path != cmd->inputs.data[i].path;
  }
  find_rdc(cmd, units, c);
  c->few_registers = limit_registers(cmd, c);
  return find_output(cmd, c);
}

static bool is_dep_role(enum fl_role role) {
  return role == FL_ROLE_DEPS_TOO || role == FL_ROLE_USER_DEPS_TOO || role == FL_ROLE_DEP_FILE ||
         role == FL_ROLE_DEP_TARGET || role == FL_ROLE_DEP_PHONY;
}

// nvcc reads an options file itself if nothing in it has to be changed; otherwise its words take
// its place.
static bool keeps_files(const struct fl_command *cmd, const struct change *c) {
  return !c->inputs && !c->output && !cmd->ours_in_file;
}

static bool is_passed(const struct fl_command *cmd, const struct change *c,
                      const struct fl_arg *a) {
  const bool files = keeps_files(cmd, c);
  if (a->from_file && files)
    return false;
  if (a->kind != FL_ARG_OPTION)
    return true;
  const enum fl_role role = a->option->role;
  if (role == FL_ROLE_OPTIONS_FILE)
    return files;
  if (role == FL_ROLE_RDC)
    return !c->add_rdc && !c->drop_rdc;
  if (role == FL_ROLE_STD)
    return !c->text;
  if (role == FL_ROLE_OUTPUT)
    return !c->output;
  return !(c->inputs && cmd->deps != FL_ROLE_NONE && is_dep_role(role));
}

static void add_arg(const struct fl_command *cmd, fl_words *argv, const struct fl_arg *a) {
  for (unsigned w = 0; w < a->nwords; w++)
    add(cmd, argv, a->words[w]);
}

static void add_include(const struct fl_command *cmd, fl_words *argv, const char *dir) {
  add(cmd, argv, "-I");
  add(cmd, argv, list_value(cmd->arena, dir));
}

// The runtime's host side as a library, which saves the time to compile it: where the command links,
// for who links an object knows nothing of it; where no language is given, which nvcc takes libraries to be in, too; and not in a shared library: what the runtime knows is the
// process's, and the loader makes one only of what is inline.
static void link_runtime(const struct fl_command *cmd, const struct fl_layout *layout,
                         fl_words *argv) {
  if (!*FL_CUDART_VERSION || cmd->language || cmd->shared || !fl_is_file(layout->runtime_library) ||
      !fl_shell_safe(layout->runtime_library))
    return;
  add(cmd, argv, "-DFLRT_LINKED=" FL_CUDART_VERSION);
  add(cmd, argv, layout->runtime_library);
}

static bool links_transformed(const struct fl_command *cmd) {
  struct fl_device_code code = {.all = ~0u};
  fl_add_linked(cmd, &code);
  return code.any & FL_MARK_TRANSFORMS;
}
// The libraries that the program loads shall find the state of ours in the executable (flrt.list), be it out of the library or of objects.
static void show_runtime(const struct fl_command *cmd, const struct fl_layout *layout,
                         fl_words *argv) {
  const char *list = fl_format(cmd->arena, "%s/flrt.list", layout->runtime);
  if (!fl_links_program(cmd) || !fl_is_file(list) || !fl_shell_safe(list))
    return;
  add(cmd, argv, fl_format(cmd->arena, "-Xlinker=--dynamic-list=%s", list_value(cmd->arena, list)));
}

// nvcc preprocesses for the host and for the device one after the other unless it is allowed two
// threads. With several inputs these would be compiled side by side, and their diagnostics mixed. With two, and `-o -`, it waits for ever (CUDA 13.0).
static bool uses_two_threads(const struct fl_command *cmd, const struct change *c) {
  size_t sources = 0;
  for (size_t i = 0; i < cmd->inputs.len; i++)
    sources += cmd->inputs.data[i].kind != FL_INPUT_OBJECT;
  const bool to_stdout = cmd->output && strcmp(cmd->output, "-") == 0;
  return c->text && sources == 1 && !to_stdout && !is_given(cmd, "--threads", "");
}

// With threads it says no more of what has failed than 255, which ends xargs.
static int plain_status(const struct fl_command *cmd, const struct change *c, int status) {
  return status == 255 && cmd->phase != FL_PHASE_RUN && uses_two_threads(cmd, c) ? 1 : status;
}

// What objects say of their device code, and what a program is told of that.
static void add_pool(const struct fl_command *cmd, const fl_units *units,
                     enum fl_pool_linked linked, fl_words *argv) {
  const unsigned mark = fl_pool_mark(cmd, units);
  if (mark)
    add(cmd, argv, fl_format(cmd->arena, "-Xcompiler=-Wa\\,--defsym\\," FL_MARK "=%u", mark));
  if (linked != FL_POOL_NOT_LINKED)
    add(cmd, argv, "-Xlinker=--defsym=fl_pool_linked=1");
  if (linked == FL_POOL_LINKED_OBJECTS)
    add(cmd, argv, "-Xlinker=--defsym=fl_pool_linked_objects=1");
}

// Where a transformed source, which lies elsewhere, finds the headers beside the original whose names are not in sight, behind all folders that the command names.
static void add_source_folders(const struct fl_command *cmd, const struct change *c,
                               fl_words *argv) {
  for (size_t i = 0; i < cmd->inputs.len; i++) {
    const struct fl_input *input = &cmd->inputs.data[i];
    if (c->paths[input->arg] == input->path || input->kind == FL_INPUT_OBJECT)
      continue;
    const char *dir = fl_stage_folder(cmd->arena, fl_dir_name(cmd->arena, input->path));
    if (dir)
      add_include(cmd, argv, dir);
  }
}

static void build_command(const struct fl_command *cmd, const struct fl_layout *layout,
                          const struct change *c, fl_words *argv) {
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    if (!is_passed(cmd, c, a))
      continue;
    if (a->kind == FL_ARG_INPUT)
      add(cmd, argv, c->paths[i]);
    else
      add_arg(cmd, argv, a);
  }
  if (c->output) {
    add(cmd, argv, "-o");
    add(cmd, argv, c->output);
  }
  if (c->text) {
    // What is generated is C++17, which clang before 16 does not take without being told.
    if (cmd->std || fl_hosts_with_clang(cmd))
      add(cmd, argv, fl_format(cmd->arena, "-std=%s", fl_cxx_std(cmd)));
    add_include(cmd, argv, layout->include);
    add_include(cmd, argv, layout->runtime);
  }
  add_source_folders(cmd, c, argv);
  if (c->text && is_linking(cmd))
    link_runtime(cmd, layout, argv);
  if (is_linking(cmd) && (c->text || links_transformed(cmd)))
    show_runtime(cmd, layout, argv);
  if (uses_two_threads(cmd, c))
    add(cmd, argv, "--threads=2");
  if (c->few_registers)
    add(cmd, argv, "-Xptxas=--device-function-maxrregcount=64");
  if (c->add_rdc)
    add(cmd, argv, "-rdc=true");
  if (c->add_rdc && is_linking(cmd))
    add(cmd, argv, "-lcudadevrt");
}

// Dependencies of the original source, for the transformed one lies in a temporary directory.
static int write_deps(const struct fl_command *cmd, const char *nvcc,
                      const struct fl_input *input) {
  const char *target = cmd->dep_target ? cmd->dep_target
                       : cmd->output   ? cmd->output
                                       : fl_object_name(cmd, input);
  const char *file = fl_dep_file_name(cmd, input);
  if (!fl_shell_safe(input->path) || !fl_shell_safe(target) || !fl_shell_safe(file)) {
    fl_warning("%s: no dependencies written: nvcc would take the name for a shell command",
               input->path);
    return 0;
  }
  fl_words argv = {0};
  add(cmd, &argv, nvcc);
  bool phony = false;
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    if (a->kind == FL_ARG_INPUT)
      continue;
    const enum fl_role role = a->kind == FL_ARG_OPTION ? a->option->role : FL_ROLE_NONE;
    phony |= role == FL_ROLE_DEP_PHONY;
    if ((role < FL_ROLE_DEVICE || role > FL_ROLE_OUTPUT_DIR) && role != FL_ROLE_OPTIONS_FILE)
      add_arg(cmd, &argv, a);
  }
  if (phony)
    add(cmd, &argv, "-MP");
  add(cmd, &argv, cmd->deps == FL_ROLE_DEPS_TOO ? "-M" : "-MM");
  add(cmd, &argv, "-MT");
  add(cmd, &argv, target);
  add(cmd, &argv, "-MF");
  add(cmd, &argv, file);
  add(cmd, &argv, input->path);
  return fl_run(cmd->arena, &argv, cmd->verbose || cmd->dryrun, cmd->dryrun);
}

static void guard_outputs(const struct fl_command *cmd) {
  if (cmd->phase == FL_PHASE_RUN)
    return; // the exit code is the program's own
  if (cmd->output)
    fl_guard_output(cmd->arena, cmd->output);
  else if (is_linking(cmd))
    fl_guard_output(cmd->arena, "a.out");
  else if (cmd->phase == FL_PHASE_COMPILE)
    for (size_t i = 0; i < cmd->inputs.len; i++)
      if (cmd->inputs.data[i].kind != FL_INPUT_OBJECT)
        fl_guard_output(cmd->arena, fl_object_name(cmd, &cmd->inputs.data[i]));
}

int fl_run_cuda(const struct fl_command *cmd, const struct fl_layout *layout, const fl_units *units,
                struct fl_text *json) {
  const char *nvcc = fl_find_nvcc(cmd->arena);
  if (!nvcc) {
    fl_error("nvcc was not found: set PATH or FL_NVCC, or build for the CPU with --fl-target=cpu");
    return 1;
  }
  struct change change;
  if (find_change(cmd, units, &change))
    return 1;
  fl_words argv = {0};
  add(cmd, &argv, nvcc);
  build_command(cmd, layout, &change, &argv);
  add_pool(cmd, units, fl_pool_at_link(cmd, units, json), &argv);
  guard_outputs(cmd);
  int status =
      plain_status(cmd, &change, fl_run(cmd->arena, &argv, cmd->verbose || cmd->dryrun, false));
  if (status == 0 && change.deliver && !cmd->dryrun)
    status = fl_deliver_output(change.output, change.deliver);
  if (change.inputs && cmd->deps != FL_ROLE_NONE)
    for (size_t i = 0; i < cmd->inputs.len && status == 0; i++)
      if (cmd->inputs.data[i].kind != FL_INPUT_OBJECT)
        status = write_deps(cmd, nvcc, &cmd->inputs.data[i]);
  return status;
}
