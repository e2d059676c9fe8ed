// For which architectures does a command have device code compiled?
#include "driver/transform.h"
#include <string.h>

// All that toolkits know since CUDA 12, in order; those before sm_75 are gone with CUDA 13.
static const char *const all_archs[] = {
    "sm_50", "sm_52", "sm_53", "sm_60", "sm_61", "sm_62",  "sm_70",  "sm_72",  "sm_75",  "sm_80",
    "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_100", "sm_103", "sm_110", "sm_120", "sm_121"};

static void add_arch(const struct fl_command *cmd, const char *arch, fl_words *out) {
  for (size_t i = 0; i < out->len; i++)
    if (!strcmp(out->data[i], arch))
      return;
  *fl_vec_add(cmd->arena, out) = arch;
}

// "compute_90a", "sm_90": one. "native", "all", "all-major": any.
static void add_named(const struct fl_command *cmd, const char *value, int cuda_version,
                      fl_words *out) {
  static const char *const kinds[] = {"sm_", "compute_", "lto_"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const size_t n = strlen(kinds[i]);
    const size_t digits = strncmp(value, kinds[i], n) ? 0 : strspn(value + n, "0123456789");
    if (digits) {
      const size_t letter = value[n + digits] == 'a' || value[n + digits] == 'f';
      add_arch(cmd, fl_format(cmd->arena, "sm_%.*s", (int)(digits + letter), value + n), out);
      return;
    }
  }
  const size_t count = sizeof all_archs / sizeof *all_archs;
  bool known = cuda_version < 13000;
  for (size_t i = 0; i < count; i++) {
    known |= !strcmp(all_archs[i], "sm_75");
    if (known)
      add_arch(cmd, all_archs[i], out);
  }
}

void fl_find_archs(const struct fl_command *cmd, int cuda_version, fl_words *out) {
  for (size_t i = cmd->args.len; i-- > 0;) {
    const struct fl_arg *a = &cmd->args.data[i];
    const enum fl_role role = a->kind == FL_ARG_OPTION ? a->option->role : FL_ROLE_NONE;
    if (role == FL_ROLE_ARCH)
      add_named(cmd, a->value, cuda_version, out);
    const char *arch = role == FL_ROLE_GENCODE ? strstr(a->value, "arch=") : NULL;
    if (arch)
      add_named(cmd, arch + strlen("arch="), cuda_version, out);
  }
  if (!out->len) // nvcc's default
    add_arch(cmd, !cuda_version ? "sm_90" : cuda_version >= 13000 ? "sm_75" : "sm_52", out);
}
