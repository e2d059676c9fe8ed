// flcc's own options: one table that reads them, checks their values, and writes --fl-help.
#include "driver/options.h"
#include "driver/pipeline.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The pool's pages, and as many as there can be of them (include/freelaunch/pool.h).
#define POOL_LEAST (1LL << 16)
#define POOL_MOST (1LL << 34)

struct own_option {
  const char *name;   // without "--fl-"
  const char *values; // shown behind '=' in the help and in errors; NULL: takes none
  bool optional;      // the value may be left out
  bool hidden;        // a test aid: not in the help
  const char *help;
  bool (*set)(struct fl_command *cmd, const char *value); // false: value not allowed
};

static bool set_target(struct fl_command *cmd, const char *v) {
  cmd->opt.target = strcmp(v, "cpu") == 0 ? FL_TARGET_CPU : FL_TARGET_CUDA;
  return strcmp(v, "cpu") == 0 || strcmp(v, "cuda") == 0;
}

static bool set_strategy(struct fl_command *cmd, const char *v) {
  cmd->opt.strategy = v;
  const char *name, *text;
  for (unsigned i = 0; fl_strategy_info(i, &name, &text); i++)
    if (strcmp(name, v) == 0)
      return true;
  return strcmp(v, "auto") == 0;
}

static bool set_engine(struct fl_command *cmd, const char *v) {
  cmd->opt.engine = v;
  return strcmp(v, "split") == 0 || strcmp(v, "fused") == 0;
}

static bool set_threshold(struct fl_command *cmd, const char *v) {
  return fl_number_or_word(v, &cmd->opt.threshold);
}

static bool set_coarsen(struct fl_command *cmd, const char *v) {
  return fl_number_or_word(v, &cmd->opt.coarsen);
}

static bool set_group(struct fl_command *cmd, const char *v) {
  return fl_number_or_word(v, &cmd->opt.group) && cmd->opt.group > 0 && cmd->opt.group <= 1 << 20;
}

static bool set_record_arguments(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->opt.record_arguments = true;
}

static bool set_record_configs(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->opt.record_configs = true;
}

static bool set_all_stores(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->opt.all_stores = true;
}
static bool set_record_all(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->opt.record_all = true;
}

static bool set_streams(struct fl_command *cmd, const char *v) {
  cmd->opt.strict_streams = strcmp(v, "strict") == 0;
  return cmd->opt.strict_streams || strcmp(v, "concurrent") == 0;
}

static bool set_no_elsewhere(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->opt.no_elsewhere = true;
}

static bool set_pool(struct fl_command *cmd, const char *v) {
  static const char units[] = "kKmMgG";
  const bool word = strcmp(v, "auto") == 0 || strcmp(v, "off") == 0;
  if (word)
    return cmd->opt.pool = strcmp(v, "auto") == 0 ? -1 : 0, true;
  char *end;
  errno = 0;
  const long long n = strtoll(v, &end, 10);
  const char *unit = *end ? strchr(units, *end) : NULL;
  const int shift = unit ? 10 * (int)((unit - units) / 2 + 1) : 0;
  if (end == v || v[0] < '0' || v[0] > '9' || errno || (*end && (!unit || end[1])) ||
      n > (long long)POOL_MOST >> shift || n << shift < POOL_LEAST)
    return false;
  cmd->opt.pool = n << shift;
  return true;
}

static bool set_no_aggregation(struct fl_command *cmd, const char *v) {
  (void)v;
  cmd->opt.pool = 0;
  return true;
}

static bool set_remarks(struct fl_command *cmd, const char *v) {
  cmd->remarks = v && strcmp(v, "json") == 0 ? FL_REMARKS_JSON : FL_REMARKS_TEXT;
  return !v || strcmp(v, "text") == 0 || strcmp(v, "json") == 0;
}

static bool set_emit(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->emit = cmd->opt.emit_only = true;
}

static bool set_save_prelude(struct fl_command *cmd, const char *v) {
  cmd->save_prelude = v;
  return true;
}

static bool set_dump(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->dump_model = true;
}

static bool set_profile(struct fl_command *cmd, const char *v) {
  cmd->profile = v;
  return *v != 0;
}

static bool set_require(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->opt.require = true;
}

static bool set_help(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->help = true;
}

static bool set_version(struct fl_command *cmd, const char *v) {
  (void)v;
  return cmd->version = true;
}

static const struct own_option table[] = {
    {"target", "cuda|cpu", false, false, "run on a GPU, by nvcc (default), or on the CPU, by g++",
     set_target},
    {"strategy", "NAME", false, false, "what becomes of device-side launches; names below",
     set_strategy},
    {"engine", "split|fused", false, false,
     "how t1, t2 and mega run: a drain behind the parent (default),\n"
     "or parents and children in one persistent kernel",
     set_engine},
    {"threshold", "N|auto|off", false, false, "children of fewer than N threads run serially",
     set_threshold},
    {"coarsen", "N|auto|off", false, false, "child blocks that a worker takes at a time",
     set_coarsen},
    {"group", "N", false, false, "parent blocks that launch together under multiblock (8)",
     set_group},
    {"streams", "strict|concurrent", false, false,
     "launches of different threads into a block's NULL stream:\n"
     "one after another, or side by side (default)",
     set_streams},
    {"pool", "SIZE|auto|off", false, false,
     "memory for what device code allocates, with K, M or G behind the\n"
     "number (default: as much as the device's heap may have)",
     set_pool},
    {"no-elsewhere", NULL, false, false,
     "no drains for kernels that a header declares, of which other files\n"
     "may record launches (each takes nvcc about half a second)",
     set_no_elsewhere},
    {"no-scalarize-args", NULL, false, false,
     "every launch records all its arguments, also those that are the same\n"
     "for all",
     set_record_arguments},
    {"no-scalarize-config", NULL, false, false,
     "every launch records its configuration, also where it is known", set_record_configs},
    {"no-sparse-scan", NULL, false, false,
     "under warp to grid, threads that launch nothing record that, too", set_record_all},
    {"no-silent-stores", NULL, false, false,
     "children write also what is there already, and store by no exchanges", set_all_stores},
    {"no-alloc-aggregation", NULL, false, false, "the same as --fl-pool=off", set_no_aggregation},
    {"emit", NULL, false, false, "write the transformed source to -o FILE or stdout, and stop",
     set_emit},
    {"remarks", "text|json", true, false,
     "say what was done at each launch: text (default) on stderr;\n"
     "json: all diagnostics as an array on stdout (on stderr while\n"
     "--fl-emit writes to stdout)",
     set_remarks},
    {"profile", "FILE", false, false,
     "begin with the choices of an earlier run, which wrote FILE with\n"
     "FL_PROFILE=FILE in its environment",
     set_profile},
    {"require", NULL, false, false, "a launch that could not be transformed is an error",
     set_require},
    {"dump-model", NULL, false, true, "", set_dump},
    {"save-prelude", "FILE", false, true, "", set_save_prelude},
    {"help", NULL, false, false, "this text", set_help},
    {"version", NULL, false, false, "versions of Freelaunch and libclang", set_version},
};

static void bad_value(const struct own_option *o, const char *value) {
  struct fl_text allowed = {0};
  fl_text_puts(&allowed, o->values);
  if (o->set == set_strategy) {
    allowed.len = 0;
    fl_text_puts(&allowed, "auto");
    const char *name, *text;
    for (unsigned i = 0; fl_strategy_info(i, &name, &text); i++)
      if (strcmp(name, "auto") != 0)
        fl_text_printf(&allowed, "|%s", name);
  }
  if (value && *value)
    fl_error("invalid value '%s' for option --fl-%s: allowed are %s%s", value, o->name,
             allowed.data,
             o->set == set_group                   ? ", where N is 1 to 1048576"
             : strncmp(o->values, "N|", 2) == 0    ? ", where N is 1 to 1073741824"
             : strncmp(o->values, "SIZE|", 5) == 0 ? ", where SIZE is 64K to 16G"
                                                   : "");
  else
    fl_error("option --fl-%s needs a value: --fl-%s=%s", o->name, o->name, allowed.data);
  fl_text_free(&allowed);
}

int fl_own_option(struct fl_command *cmd, const char *word) {
  const char *name = word + strlen("--fl-");
  const size_t len = strcspn(name, "=");
  const char *value = name[len] == '=' ? name + len + 1 : NULL;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const struct own_option *o = &table[i];
    if (strlen(o->name) != len || strncmp(o->name, name, len) != 0)
      continue;
    if (value && !o->values) {
      fl_error("option --fl-%s takes no value", o->name);
      return 1;
    }
    const bool missing = o->values && !o->optional && !value;
    if (missing || !o->set(cmd, value)) {
      bad_value(o, value);
      return 1;
    }
    return 0;
  }
  fl_error("unknown option '%s' (see flcc --fl-help)", word);
  return 1;
}

void fl_print_help(FILE *out) {
  fputs("usage: flcc [options of nvcc] [options below] file...\n\n"
        "Compiles CUDA programs as nvcc does, after transforming kernel launches made on the "
        "device.\n"
        "Every option of nvcc passes through. Freelaunch's own:\n\n",
        out);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const struct own_option *o = &table[i];
    if (o->hidden)
      continue;
    char left[64];
    snprintf(left, sizeof left, "--fl-%s%s%s%s%s", o->name, o->optional ? "[" : "",
             o->values ? "=" : "", o->values ? o->values : "", o->optional ? "]" : "");
    fprintf(out, "  %-34s", left);
    for (const char *p = o->help; *p; p++) {
      putc(*p, out);
      if (*p == '\n')
        fprintf(out, "%36s", "");
    }
    putc('\n', out);
  }
  fputs("\nStrategies (--fl-strategy, and #pragma freelaunch strategy(NAME) before a launch):\n\n",
        out);
  const char *name, *text;
  for (unsigned i = 0; fl_strategy_info(i, &name, &text); i++)
    fprintf(out, "  %-12s%s\n", name, text);
  fputs("\nEnvironment: FL_NVCC, the nvcc to use; FL_CXX, the compiler of --fl-target=cpu; "
        "CUDA_PATH,\n"
        "CUDA_HOME, the toolkit, where it is not nvcc's own; TMPDIR, place for temporary files.\n",
        out);
}
