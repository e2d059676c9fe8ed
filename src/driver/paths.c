// Where things are: Freelaunch's own files relative to the executable, nvcc and the toolkit, the
// host compiler.
#define _GNU_SOURCE
#include "driver/paths.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *fl_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *fl_dir_name(struct fl_arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash)
    return ".";
  return slash == path ? "/" : fl_strndup(arena, path, (size_t)(slash - path));
}

const char *fl_with_suffix(struct fl_arena *arena, const char *path, const char *suffix) {
  const char *dot = strrchr(fl_base_name(path), '.');
  return fl_format(arena, "%.*s%s", dot ? (int)(dot - path) : (int)strlen(path), path, suffix);
}

bool fl_is_file(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

static bool is_dir(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_program(const char *path) { return fl_is_file(path) && access(path, X_OK) == 0; }

// Path of our own executable; NULL if /proc does not say.
static const char *own_path(struct fl_arena *arena) {
  char buf[4096];
  ssize_t n = readlink("/proc/self/exe", buf, sizeof buf - 1);
  return n > 0 ? fl_strndup(arena, buf, (size_t)n) : NULL;
}

static bool try_root(struct fl_arena *arena, const char *root, struct fl_layout *out) {
  out->include = fl_format(arena, "%s/include", root);
  out->cpu_include = fl_format(arena, "%s/cpu/include", root);
  out->runtime = fl_format(arena, "%s/runtime", root);
  return is_dir(fl_format(arena, "%s/freelaunch", out->include)) && is_dir(out->cpu_include);
}

int fl_find_layout(struct fl_arena *arena, struct fl_layout *out) {
  const char *exe = own_path(arena);
  const char *dir = exe ? fl_dir_name(arena, exe) : ".";
  out->cpu_library = fl_format(arena, "%s/libflcpu.a", dir);
  out->runtime_library = fl_format(arena, "%s/libflrt.a", dir);
  out->preludes = dir;
  const char *root = dir;
  for (int up = 0; up < 3; up++) { // build/ or build/asan/ below the source tree
    root = fl_dir_name(arena, root);
    if (try_root(arena, root, out))
      return 0;
  }
  root = fl_format(arena, "%s/share/freelaunch", fl_dir_name(arena, dir));
  out->cpu_library = fl_format(arena, "%s/libflcpu.a", root);
  out->runtime_library = fl_format(arena, "%s/libflrt.a", root);
  out->preludes = root;
  if (try_root(arena, root, out))
    return 0;
  fl_error("cannot find Freelaunch's headers beside the executable '%s'", exe ? exe : "flcc");
  return 1;
}

static bool same_file(const char *a, const char *b) {
  struct stat sa, sb;
  return a && b && stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
         sa.st_ino == sb.st_ino;
}

// Looks a program up in PATH, never finding flcc itself (which may be installed under nvcc's name).
static const char *search_path(struct fl_arena *arena, const char *name) {
  if (strchr(name, '/'))
    return is_program(name) ? name : NULL;
  const char *self = own_path(arena);
  for (const char *p = getenv("PATH"); p && *p;) {
    size_t n = strcspn(p, ":");
    const char *path =
        n ? fl_format(arena, "%.*s/%s", (int)n, p, name) : fl_format(arena, "./%s", name);
    if (is_program(path) && !same_file(path, self))
      return path;
    p += n + (p[n] == ':');
  }
  return NULL;
}

const char *fl_find_nvcc(struct fl_arena *arena) {
  const char *named = getenv("FL_NVCC");
  if (named && *named)
    return search_path(arena, named);
  const char *found = search_path(arena, "nvcc");
  return found ? found : search_path(arena, "/usr/local/cuda/bin/nvcc");
}

const char *fl_find_cuda(struct fl_arena *arena) {
  const char *nvcc = fl_find_nvcc(arena);
  char *real = nvcc ? realpath(nvcc, NULL) : NULL;
  const char *of_nvcc = real ? fl_dir_name(arena, fl_dir_name(arena, real)) : NULL;
  free(real);
  const char *places[] = {of_nvcc, getenv("CUDA_PATH"), getenv("CUDA_HOME"), "/usr/local/cuda"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (places[i] && fl_is_file(fl_format(arena, "%s/include/cuda_runtime.h", places[i])))
      return fl_strdup(arena, places[i]);
  return NULL;
}

int fl_cuda_version(struct fl_arena *arena, const char *cuda) {
  FILE *header = cuda ? fopen(fl_format(arena, "%s/include/cuda_runtime_api.h", cuda), "re") : NULL;
  int version = 0;
  char line[512];
  while (header && version == 0 && fgets(line, sizeof line, header))
    if (sscanf(line, " # define CUDART_VERSION %d", &version) != 1)
      version = 0;
  if (header)
    (void)fclose(header);
  return version;
}

const char *fl_find_cxx(const struct fl_command *cmd) {
  const char *named = getenv("FL_CXX");
  if (named && *named)
    return search_path(cmd->arena, named);
  if (cmd->bindir && is_dir(cmd->bindir))
    return search_path(cmd->arena, fl_format(cmd->arena, "%s/g++", cmd->bindir));
  if (cmd->bindir)
    return search_path(cmd->arena, cmd->bindir);
  const char *found = search_path(cmd->arena, "c++");
  return found ? found : search_path(cmd->arena, "g++");
}

bool fl_hosts_with_clang(const struct fl_command *cmd) {
  const char *ccbin = cmd->bindir ? cmd->bindir : getenv("NVCC_CCBIN");
  const char *cxx = cmd->opt.target == FL_TARGET_CPU ? fl_find_cxx(cmd) : ccbin;
  char *real = cxx && !is_dir(cxx) ? realpath(cxx, NULL) : NULL;
  const bool clang =
      cxx && (strstr(fl_base_name(cxx), "clang") || (real && strstr(fl_base_name(real), "clang")));
  free(real);
  return clang;
}

bool fl_hosts_with_gcc(const struct fl_command *cmd) {
  const char *ccbin = cmd->bindir ? cmd->bindir : getenv("NVCC_CCBIN");
  const char *cxx = search_path(cmd->arena, !ccbin || !*ccbin ? "gcc"
                                            : is_dir(ccbin) ? fl_format(cmd->arena, "%s/gcc", ccbin)
                                                            : ccbin);
  const char *real = cxx ? fl_real_path(cmd->arena, cxx) : NULL;
  const char *base = real ? fl_base_name(real) : "";
  return !strstr(base, "clang") && (strstr(base, "g++") || strstr(base, "gcc"));
}

const char *fl_c_compiler_of(struct fl_arena *arena, const char *cxx) {
  static const char *const pairs[][2] = {{"clang++", "clang"}, {"g++", "gcc"}, {"c++", "cc"}};
  const char *base = fl_base_name(cxx);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const char *at = strstr(base, pairs[i][0]);
    if (!at)
      continue;
    const char *path =
        fl_format(arena, "%.*s%s%s", (int)(at - cxx), cxx, pairs[i][1], at + strlen(pairs[i][0]));
    if (is_program(path))
      return path;
  }
  return search_path(arena, "cc");
}
