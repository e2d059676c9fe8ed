// Runs programs that are linked as shared objects, many of them one after the other in a process:
//   many LIST PROCESSES SECONDS     a line of LIST: the object, and VARIABLE=VALUE for its environment
// CUDA makes three to six contexts a second, however many processes ask for them, and most tests take a hundredth of that. A program's main() returns or calls exit(); what it
// leaves behind on the device goes with its object, and limits of the device are set back. What fails is run once more, in a process of its own, and that is what counts. Prints
// a line for each, those that are right as they come: its number in the list (from 1), ok or FAILED, milliseconds, and why.
#define _GNU_SOURCE // RTLD_NOLOAD
#include <cuda_runtime_api.h>

#include <ctype.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  MOST_PROCESSES = 256,
  MOST_VARIABLES = 32,
  RUNS_EACH = 150, // of a process, which then makes way for another: programs leak
  WHY = 200
};

struct result {
  bool ok;
  double ms;
  char why[WHY];
};
// What processes share.
struct board {
  atomic_int next; // place in `todo`
  int n;
  int *todo; // indices of lines
  struct {
    atomic_int run; // index of the line; -1: none
    _Atomic double since;
  } now[MOST_PROCESSES];
  struct result *results; // of each line
};

static char **lines;
static int n_lines;

static void *shared(size_t size) {
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) {
    perror("many: mmap");
    _exit(2);
  }
  return p;
}

static double milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static jmp_buf behind_main;
static bool in_main;
static int status;

// The address of a function, which C does not let a pointer to data become.
static bool find(void *in, const char *name, void *to) {
  void *symbol = dlsym(in, name);
  memcpy(to, &symbol, sizeof symbol);
  return symbol != NULL;
}

// What programs call, since this one comes first where names are looked up.
void exit(int code) {
  if (in_main) {
    status = code;
    longjmp(behind_main, 1);
  }
  void (*next)(int);
  find(RTLD_NEXT, "exit", &next);
  next(code);
  abort();
}

static int call_main(void *object, char *path) {
  int (*program)(int, char **, char **);
  char *args[] = {path, NULL};
  if (!find(object, "main", &program))
    return 127;
  in_main = true;
  if (!setjmp(behind_main))
    status = program(1, args, environ);
  in_main = false;
  return status;
}

static bool says(const char *text, const char *word) {
  const size_t len = strlen(word);
  for (const char *p = text; (p = strstr(p, word)); p += len)
    if ((p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) &&
        !(isalnum((unsigned char)p[len]) || p[len] == '_'))
      return true;
  return false;
}

// The first line that tells of something wrong.
static void find_why(struct result *r, int code, char *text) {
  const char *at = strstr(text, "FAIL");
  at = at ? at : strstr(text, "rror");
  at = at ? at : text;
  while (at > text && at[-1] != '\n')
    at--;
  snprintf(r->why, sizeof r->why, "exit status %d: %.*s", code, (int)strcspn(at, "\n"), at);
}

static const enum cudaLimit limits[] = {cudaLimitStackSize, cudaLimitPrintfFifoSize,
                                        cudaLimitMallocHeapSize,
                                        cudaLimitDevRuntimePendingLaunchCount};
enum { LIMITS = sizeof limits / sizeof *limits };

static bool restore(const size_t *were) {
  bool same = true;
  for (int i = 0; i < LIMITS; i++) {
    size_t is = 0;
    same &= cudaDeviceGetLimit(&is, limits[i]) == cudaSuccess &&
            (is == were[i] || cudaDeviceSetLimit(limits[i], were[i]) == cudaSuccess);
  }
  return same && cudaSetDevice(0) == cudaSuccess;
}

// Runs one. Returns whether the process can go on with others.
static bool run(struct result *r, const char *line, int log, const size_t *were) {
  static char text[1 << 20];
  char *words = strdup(line), *rest, *path = strtok_r(words, " ", &rest);
  char *variables[MOST_VARIABLES];
  int n = 0;
  for (char *v; n < MOST_VARIABLES && (v = strtok_r(NULL, " ", &rest)); n++) {
    variables[n] = strsep(&v, "=");
    setenv(variables[n], v ? v : "", true);
  }
  const double begin = milliseconds();
  const int out = dup(1), err = dup(2);
  if (ftruncate(log, 0) || lseek(log, 0, SEEK_SET) || dup2(log, 1) < 0 || dup2(log, 2) < 0)
    _exit(2);
  void *object = dlopen(path, RTLD_NOLOAD | RTLD_LAZY);
  int code = 126; // it could not be unloaded: its variables are those of the last run
  if (!object) {
    object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object)
      fprintf(stderr, "%s\n", dlerror());
    code = object ? call_main(object, path) : 127;
  }
  const bool well = cudaDeviceSynchronize() == cudaSuccess;
  cudaGetLastError();
  fflush(NULL);
  dup2(out, 1);
  dup2(err, 2);
  close(out);
  close(err);
  const ssize_t len = pread(log, text, sizeof text - 1, 0);
  text[len > 0 ? len : 0] = 0;
  r->ok = code == 0 && (says(text, "PASS") || says(text, "OK"));
  r->ms = milliseconds() - begin;
  r->why[0] = 0;
  if (!r->ok)
    find_why(r, code, text);
  const bool clean = r->ok && well && restore(were);
  if (clean)
    dlclose(object);
  for (int i = 0; i < n; i++)
    unsetenv(variables[i]);
  free(words);
  return clean;
}

static void print(const struct result *r, int line) {
  dprintf(1, "%d %s %.0f %s\n", line + 1, r->ok ? "ok" : "FAILED", r->ms, r->why);
}

// A process' work. Its exit status: 0 if there is no more.
static void work(struct board *b, int process, bool alone) {
  const int log = memfd_create("many", 0);
  size_t were[LIMITS] = {0};
  for (int i = 0; i < LIMITS && !alone; i++) // makes the context
    cudaDeviceGetLimit(&were[i], limits[i]);
  for (int k = 0, i; k < RUNS_EACH; k++) {
    if ((i = atomic_fetch_add(&b->next, 1)) >= b->n)
      _exit(0);
    struct result *r = &b->results[b->todo[i]];
    *r = (struct result){.why = "it ended the process"};
    b->now[process].since = milliseconds();
    b->now[process].run = b->todo[i];
    const bool clean = run(r, lines[b->todo[i]], log, were);
    b->now[process].run = -1;
    if (r->ok)
      print(r, b->todo[i]);
    if (!clean || alone)
      break;
  }
  _exit(1);
}

static pid_t start(struct board *b, int process, bool alone) {
  b->now[process].run = -1;
  const pid_t pid = fork();
  if (pid < 0)
    perror("many: fork");
  if (pid == 0)
    work(b, process, alone);
  return pid;
}

// Works off what is to be done, by so many processes; each run is ended after some seconds.
static void work_off(struct board *b, int processes, double seconds, bool alone) {
  pid_t pid[MOST_PROCESSES];
  int living = 0;
  b->next = 0;
  for (int p = 0; p < processes; p++)
    living += (pid[p] = start(b, p, alone)) > 0;
  while (living > 0) {
    usleep(10000);
    for (int p = 0; p < processes; p++) {
      if (pid[p] <= 0)
        continue;
      int how;
      const bool ended = waitpid(pid[p], &how, WNOHANG) == pid[p];
      const int at = b->now[p].run;
      if (ended) {
        if (WIFSIGNALED(how) && at >= 0) {
          b->results[at].ok = false; // it may have been said before its object went
          if (WTERMSIG(how) != SIGKILL)
            snprintf(b->results[at].why, WHY, "signal %d", WTERMSIG(how));
        }
        living--;
        pid[p] = b->next < b->n ? start(b, p, alone) : 0;
        living += pid[p] > 0;
      } else if (at >= 0 && milliseconds() - b->now[p].since > seconds * 1e3) {
        snprintf(b->results[at].why, WHY, "still running after %g s", seconds);
        kill(pid[p], SIGKILL);
      }
    }
  }
}

static void read_lines(FILE *list) {
  char *line = NULL;
  size_t room = 0;
  for (ssize_t n; (n = getline(&line, &room, list)) > 0;) {
    line[strcspn(line, "\n")] = 0;
    if (!(lines = realloc(lines, ((size_t)n_lines + 1) * sizeof *lines)) ||
        !(lines[n_lines++] = strdup(line)))
      abort();
  }
}

int main(int argc, char **argv) {
  FILE *list = argc == 4 ? fopen(argv[1], "r") : NULL;
  const int processes = argc == 4 ? atoi(argv[2]) : 0;
  const double seconds = argc == 4 ? atof(argv[3]) : 0;
  if (!list || processes < 1 || processes > MOST_PROCESSES || seconds <= 0) {
    fputs("usage: many LIST PROCESSES SECONDS\n", stderr);
    return 2;
  }
  read_lines(list);
  struct board *b = shared(sizeof *b);
  b->todo = shared(((size_t)n_lines + 1) * sizeof *b->todo);
  b->results = shared(((size_t)n_lines + 1) * sizeof *b->results);
  for (int i = 0; i < n_lines; i++)
    b->todo[b->n++] = i;
  work_off(b, processes, seconds, false);
  b->n = 0;
  for (int i = 0; i < n_lines; i++)
    if (!b->results[i].ok)
      b->todo[b->n++] = i;
  work_off(b, processes, seconds, true);
  int failed = 0;
  for (int i = 0; i < n_lines; i++) {
    if (!b->results[i].ok)
      print(&b->results[i], i);
    failed += !b->results[i].ok;
  }
  return failed > 0;
}
