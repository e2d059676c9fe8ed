// One CUDA source file through fl_transform: its options, its diagnostics, and where its text goes.
#include "driver/transform.h"
#include "driver/pipeline.h"
#include "driver/pool.h"
#include "driver/process.h"
#include "driver/staging.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void front_options(const struct fl_command *cmd, const struct fl_layout *layout,
                          const char *path, fl_words *args, struct fl_front_options *out) {
  struct fl_predefined *predefined = fl_alloc(cmd->arena, sizeof *predefined);
  predefined->cmd = cmd;
  const char *cuda = fl_find_cuda(cmd->arena);
  const int version = cmd->opt.target == FL_TARGET_CPU ? 0 : fl_cuda_version(cmd->arena, cuda);
  fl_words archs = {0};
  fl_find_archs(cmd, version, &archs);
  fl_front_args(cmd, args);
  *out =
      (struct fl_front_options){.path = path,
                                .args = args->data,
                                .nargs = args->len,
                                .prelude_dir = layout->cpu_include,
                                .preludes = layout->preludes,
                                .cuda_path = cuda,
                                .cuda_version = version,
                                .arch = archs.data[0],
                                .more_archs = archs.data + 1,
                                .nmore_archs = cmd->opt.target == FL_TARGET_CPU ? 0 : archs.len - 1,
                                .predefined = fl_predefined_macros,
                                .of_predefined = predefined,
                                .clang_host = fl_hosts_with_clang(cmd)};
}

// A file may be compiled several times for one program, with other options.
static const char *unit_key(const struct fl_command *cmd, const char *path) {
  const char *real = fl_real_path(cmd->arena, path), *key = real ? real : path;
  for (size_t i = 0; i < cmd->args.len; i++)
    for (unsigned k = 0; k < cmd->args.data[i].nwords; k++)
      key = fl_format(cmd->arena, "%s %s", key, cmd->args.data[i].words[k]);
  return key;
}

static int transform(const struct fl_command *cmd, const struct fl_layout *layout, const char *path,
                     struct fl_text *json, struct fl_result *out) {
  struct fl_arena *arena = fl_arena_new();
  struct fl_diags diags = {.arena = arena};
  struct fl_front_options front;
  fl_words args = {0};
  front_options(cmd, layout, path, &args, &front);
  struct fl_options opt = cmd->opt;
  opt.rdc = cmd->user_rdc;
  opt.lone = fl_is_lone(cmd);
  opt.all_device_code =
      opt.target == FL_TARGET_CUDA ? !opt.rdc || (opt.lone && fl_links_host_alone(cmd)) : opt.lone;
  opt.linked = fl_links_pool(cmd);
  opt.unit_key = unit_key(cmd, path);
  struct fl_device_code code = {.all = ~0u};
  if (opt.lone && opt.pool < 0 && opt.target == FL_TARGET_CUDA)
    fl_add_linked(cmd, &code);
  opt.others = code.obstacle;
  const int status = fl_transform(arena, &diags, &front, &opt, out);
  fl_show_diags(cmd, &diags, json);
  const bool failed = status != 0 || diags.errors > 0;
  fl_arena_free(arena);
  if (failed)
    fl_text_free(&out->text);
  return failed;
}

static int write_file(const char *path, const struct fl_text *text) {
  FILE *f = fopen(path, "wb");
  const bool ok = f && (text->len == 0 || fwrite(text->data, 1, text->len, f) == text->len);
  const int error = errno;
  if ((f && fclose(f) != 0) || !ok) {
    fl_error("cannot write '%s': %s", path, strerror(ok ? errno : error));
    return 1;
  }
  return 0;
}

// The standard input becomes a file, for it is read more than once.
static const char *copy_stdin(const struct fl_command *cmd) {
  size_t len = 0;
  const char *text = fl_read_file(cmd->arena, "/dev/stdin", &len);
  if (!text) {
    fl_error("cannot read the standard input: %s", strerror(errno));
    return NULL;
  }
  const char *path = fl_temp_path(cmd->arena, "stdin.cu");
  const struct fl_text all = {.data = (char *)text, .len = len};
  return path && write_file(path, &all) == 0 ? path : NULL;
}

static const char *readable_input(const struct fl_command *cmd, const struct fl_input *input) {
  if (strcmp(input->path, "-") == 0)
    return copy_stdin(cmd);
  struct stat st;
  int error = stat(input->path, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
  if (!error && access(input->path, R_OK) != 0)
    error = errno;
  if (error) {
    fl_error("%s: %s", input->path, strerror(error));
    return NULL;
  }
  return input->path;
}

int fl_transform_input(const struct fl_command *cmd, const struct fl_layout *layout,
                       const struct fl_input *input, struct fl_text *json,
                       struct fl_unit_result *out) {
  *out = (struct fl_unit_result){.input = input};
  out->path = readable_input(cmd, input);
  if (!out->path)
    return 1;
  if (cmd->opt.target == FL_TARGET_CUDA && cmd->remarks == FL_REMARKS_OFF && cmd->opt.pool <= 0 &&
      !fl_may_launch_from_device(cmd, out->path)) {
    const bool frees = fl_links_pool(cmd) && fl_may_free(cmd, out->path);
    if (!frees)
      out->mark = FL_MARK_FREES | FL_MARK_DELETES;
    // What device code frees the parser tells, for a pool of the files that the command links.
    if (!frees || (!cmd->user_rdc && (cmd->inputs.len == 1 || !fl_may_launch(cmd, out->path))))
      return 0;
  }
  struct fl_result result = {0};
  if (transform(cmd, layout, out->path, json, &result))
    return 1;
  int status = 0;
  out->needs_rdc = result.needs_rdc;
  out->launches = result.sites || (result.changed && !result.pooled && !result.tells_only);
  out->mark = result.mark;
  if (result.changed) {
    out->changed = true;
    out->path = fl_temp_path(cmd->arena, fl_shell_safe_name(cmd->arena, fl_base_name(out->path)));
    status = out->path ? write_file(out->path, &result.text) : 1;
  }
  fl_text_free(&result.text);
  return status;
}

int fl_emit_input(const struct fl_command *cmd, const struct fl_layout *layout,
                  const struct fl_input *input, struct fl_text *json) {
  const char *path = readable_input(cmd, input);
  struct fl_result result = {0};
  if (!path || transform(cmd, layout, path, json, &result))
    return 1;
  if (!result.changed) {
    size_t len = 0;
    const char *text = fl_read_file(cmd->arena, path, &len);
    result.text.len = 0;
    fl_text_add(&result.text, text ? text : "", len);
  }
  int status = 0;
  if (cmd->output && strcmp(cmd->output, "-") != 0) {
    fl_guard_output(cmd->arena, cmd->output);
    status = write_file(cmd->output, &result.text);
  } else if (result.text.len) {
    (void)fwrite(result.text.data, 1, result.text.len, stdout);
  }
  fl_text_free(&result.text);
  return status;
}

int fl_save_prelude(const struct fl_command *cmd, const struct fl_layout *layout) {
  struct fl_front_options front;
  fl_words args = {0};
  front_options(cmd, layout, "", &args, &front);
  if (fl_front_save_prelude(cmd->arena, &front, cmd->save_prelude))
    return 0;
  fl_error("cannot write the parsed prelude '%s'", cmd->save_prelude);
  return 1;
}

int fl_dump_input(const struct fl_command *cmd, const struct fl_layout *layout,
                  const struct fl_input *input, struct fl_text *json) {
  const char *path = readable_input(cmd, input);
  if (!path)
    return 1;
  struct fl_arena *arena = fl_arena_new();
  struct fl_diags diags = {.arena = arena};
  struct fl_front_options front;
  fl_words args = {0};
  front_options(cmd, layout, path, &args, &front);
  const struct fl_unit *unit = fl_front_parse(arena, &diags, &front);
  if (unit)
    fl_model_dump(unit, true, stdout);
  fl_show_diags(cmd, &diags, json);
  const bool failed = !unit || unit->parse_errors || diags.errors > 0;
  fl_arena_free(arena);
  return failed;
}
