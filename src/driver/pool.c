// Whether a program of several files gets a pool for what device code allocates
// (docs/allocation.md): each object that flcc makes says what is known of its device code, and where
// flcc links, it asks all of them.
#include "driver/pool.h"
#include "driver/paths.h"
#include <string.h>

static bool is_linking(const struct fl_command *cmd) {
  return cmd->phase == FL_PHASE_LINK || cmd->phase == FL_PHASE_RUN;
}
static bool makes_objects(const struct fl_command *cmd) {
  return cmd->phase == FL_PHASE_COMPILE || cmd->phase == FL_PHASE_LIB;
}

bool fl_links_pool(const struct fl_command *cmd) {
  return cmd->opt.target == FL_TARGET_CUDA && cmd->opt.pool < 0 && !fl_is_lone(cmd) &&
         (makes_objects(cmd) || (is_linking(cmd) && !cmd->shared));
}

// -lib puts objects that are there already beside those that it makes.
static bool is_added(const struct fl_command *cmd, const struct fl_input *in) {
  const char *dot = strrchr(in->path, '.');
  return cmd->phase == FL_PHASE_LIB && dot && (!strcmp(dot, ".o") || !strcmp(dot, ".a"));
}

// The mark comes by way of the assembler, which clang does not have. Nobody links device code that
// is not relocatable with launches of other files, so that comes out as nvcc would have built it,
// unless it has some itself.
unsigned fl_pool_mark(const struct fl_command *cmd, const fl_units *units) {
  struct fl_device_code d = {.all = ~0u};
  bool wanted = cmd->user_rdc;
  if (cmd->opt.target != FL_TARGET_CUDA || cmd->opt.pool == 0 || !units->len || !makes_objects(cmd))
    return 0;
  // All objects of the command get the same, and each must stand for device code that was seen.
  for (size_t i = 0; i < cmd->inputs.len; i++)
    if (cmd->inputs.data[i].kind != FL_INPUT_CUDA && !is_added(cmd, &cmd->inputs.data[i]))
      return 0;
  for (size_t i = 0; i < units->len; i++) {
    fl_add_mark(cmd->arena, &d, units->data[i].input->path, units->data[i].mark);
    wanted |= units->data[i].launches;
  }
  return wanted && fl_hosts_with_gcc(cmd) ? fl_marks_together(&d) : 0;
}

enum fl_pool_linked fl_pool_at_link(const struct fl_command *cmd, const fl_units *units,
                                    struct fl_text *json) {
  struct fl_device_code code = {.all = ~0u};
  if (!fl_links_pool(cmd) || !is_linking(cmd))
    return FL_POOL_NOT_LINKED;
  for (size_t i = 0; i < units->len; i++)
    fl_add_mark(cmd->arena, &code, units->data[i].input->path, units->data[i].mark);
  fl_add_linked(cmd, &code);
  // Where nothing is said to allocate, there is nothing to tell.
  if (!(code.any & FL_MARK_ALLOCATES))
    return FL_POOL_NOT_LINKED;
  const char *why = code.obstacle                   ? code.obstacle
                    : code.any & FL_MARK_TRANSFORMS ? NULL
                                                    : "no launch is transformed";
  const bool objects = code.all & FL_MARK_DELETES;
  struct fl_diags diags = {.arena = cmd->arena};
  fl_report(&diags, FL_REMARK, NULL, 0, 0, "remarks",
            why       ? "allocation on the device: no pool: %s"
            : objects ? "allocation on the device: from a pool%s"
                      : "allocation on the device: from a pool; not by new%s",
            why ? why : "");
  fl_show_diags(cmd, &diags, json);
  return why ? FL_POOL_NOT_LINKED : objects ? FL_POOL_LINKED_OBJECTS : FL_POOL_LINKED;
}
