// Child processes, temporary files and signals. The signals are blocked in all threads, and one
// thread waits for them: so what must be done when one comes is ordinary code, and may come at any
// time, also while libclang parses.
#define _GNU_SOURCE
#include "driver/process.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct output {
  const char *path;
  bool existed;
  struct stat before;
};

// Held while files or children come into being, and for good by the thread that ends flcc: nothing
// new appears behind its back.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
static sigset_t watched;
static int coming = -1; // to be read when one of them is pending
static char temp_dir[4096];
static unsigned temp_paths;
static unsigned long long temp_key; // 0: none
static struct output *outputs;
static size_t noutputs;

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw) {
  (void)st;
  (void)type;
  (void)ftw;
  (void)remove(path);
  return 0;
}

static void remove_files(bool failed) {
  if (temp_dir[0])
    (void)nftw(temp_dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  temp_dir[0] = '\0';
  for (size_t i = 0; failed && i < noutputs; i++) {
    const struct output *o = &outputs[i];
    struct stat now;
    if (stat(o->path, &now) != 0 || !S_ISREG(now.st_mode))
      continue;
    if (!o->existed || now.st_ino != o->before.st_ino || now.st_size != o->before.st_size ||
        now.st_mtim.tv_sec != o->before.st_mtim.tv_sec ||
        now.st_mtim.tv_nsec != o->before.st_mtim.tv_nsec)
      (void)unlink(o->path);
  }
  free(outputs);
  outputs = NULL;
  noutputs = 0;
}

// Signals every process that descends from `parent` ("self" or a number), parents first: a shell
// whose command has just ended would go on to the next. Those whose own parents have ended are
// flcc's children (it is their subreaper), so none is missed.
static void signal_descendants(const char *parent, int sig) {
  char path[512];
  snprintf(path, sizeof path, "/proc/%s/task", parent);
  DIR *tasks = opendir(path);
  for (struct dirent *task; tasks && (task = readdir(tasks));) {
    snprintf(path, sizeof path, "/proc/%s/task/%s/children", parent, task->d_name);
    FILE *f = task->d_name[0] == '.' ? NULL : fopen(path, "re");
    for (char pid[32]; f && fscanf(f, "%31s", pid) == 1;) {
      (void)kill((pid_t)strtol(pid, NULL, 10), sig);
      signal_descendants(pid, sig);
    }
    if (f)
      (void)fclose(f);
  }
  if (tasks)
    (void)closedir(tasks);
}

static void end_children(int sig) {
  const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
  enum { PATIENCE = 100 }; // pauses before children are killed the hard way
  for (int turn = 0;; turn++) {
    signal_descendants("self", turn < PATIENCE ? (turn % 10 ? 0 : sig) : SIGKILL);
    pid_t pid = waitpid(-1, NULL, WNOHANG);
    if (pid < 0 && errno == ECHILD)
      return;
    if (pid <= 0)
      (void)nanosleep(&pause, NULL);
  }
}

static _Noreturn void die(int sig) {
  end_children(sig == SIGPIPE ? SIGTERM : sig);
  remove_files(true);
  sigset_t one;
  (void)sigemptyset(&one);
  (void)sigaddset(&one, sig);
  (void)signal(sig, SIG_DFL);
  (void)pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  (void)raise(sig);
  _exit(1);
}

// A signal stays pending until the lock is held: so whoever holds it can tell that one has come.
static void *watch(void *unused) {
  struct pollfd one = {.fd = coming, .events = POLLIN};
  while (poll(&one, 1, -1) != 1)
    ;
  (void)pthread_mutex_lock(&lock);
  int sig = 0;
  while (sigwait(&watched, &sig) != 0)
    ;
  die(sig);
  return unused;
}

// A signal may be ending flcc just now: then this waits for that. What a write to a closed pipe has raised is this thread's own, and
// whoever watches does not see it.
static void wait_for_end(void) {
  sigset_t pending;
  (void)pthread_mutex_lock(&lock);
  (void)sigpending(&pending);
  (void)pthread_mutex_unlock(&lock);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    while (coming >= 0 && sigismember(&pending, signals[i]) && sigismember(&watched, signals[i])) {
      (void)kill(getpid(), signals[i]);
      (void)pause();
    }
}

void fl_process_start(void) {
  (void)sigemptyset(&watched);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction old;
    // What our caller has us ignore (nohup) stays ignored.
    if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
      (void)sigaddset(&watched, signals[i]);
  }
  (void)pthread_sigmask(SIG_BLOCK, &watched, NULL);
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
  pthread_t thread;
  coming = signalfd(-1, &watched, SFD_CLOEXEC);
  if (coming >= 0 && pthread_create(&thread, NULL, watch, NULL) == 0) {
    (void)pthread_detach(thread);
    return;
  }
  coming = -1;
  (void)pthread_sigmask(SIG_UNBLOCK, &watched, NULL);
}

void fl_process_end(bool failed) {
  (void)pthread_mutex_lock(&lock);
  remove_files(failed);
  (void)pthread_mutex_unlock(&lock);
}

void fl_process_die(int sig) {
  (void)pthread_mutex_lock(&lock);
  die(sig);
}

void fl_temp_key(const char *key) {
  temp_key = 14695981039346656037u; // FNV-1a
  for (; *key; key++)
    temp_key = (temp_key ^ (unsigned char)*key) * 1099511628211u;
}

// A directory of a name that can be known beforehand may be another's: then it is not ours.
static bool make_known_dir(const char *base) {
  const int n = snprintf(temp_dir, sizeof temp_dir, "%s/flcc-%016llx", base, temp_key);
  return temp_key && n > 0 && (size_t)n < sizeof temp_dir && mkdir(temp_dir, 0700) == 0;
}

static const char *make_temp_dir(void) {
  if (temp_dir[0])
    return temp_dir;
  const char *base = getenv("TMPDIR");
  if (!base || !*base)
    base = "/tmp";
  if (make_known_dir(base))
    return temp_dir;
  int n = snprintf(temp_dir, sizeof temp_dir, "%s/flcc-XXXXXX", base);
  if (n < 0 || (size_t)n >= sizeof temp_dir || !mkdtemp(temp_dir)) {
    fl_error("cannot create a temporary directory in '%s': %s", base,
             strerror(n < 0 || (size_t)n >= sizeof temp_dir ? ENAMETOOLONG : errno));
    temp_dir[0] = '\0';
    return NULL;
  }
  return temp_dir;
}

const char *fl_temp_path(struct fl_arena *arena, const char *name) {
  (void)pthread_mutex_lock(&lock);
  const char *path = NULL;
  const char *dir = make_temp_dir();
  if (dir) {
    const char *sub = fl_format(arena, "%s/%u", dir, ++temp_paths);
    if (mkdir(sub, 0700) == 0)
      path = fl_format(arena, "%s/%s", sub, name);
    else
      fl_error("cannot create directory '%s': %s", sub, strerror(errno));
  }
  (void)pthread_mutex_unlock(&lock);
  return path;
}

void fl_guard_output(struct fl_arena *arena, const char *path) {
  struct output o = {.path = fl_strdup(arena, path)};
  o.existed = stat(path, &o.before) == 0;
  (void)pthread_mutex_lock(&lock);
  struct output *grown = realloc(outputs, (noutputs + 1) * sizeof *outputs);
  if (grown) {
    outputs = grown;
    outputs[noutputs++] = o;
  }
  (void)pthread_mutex_unlock(&lock);
}

static void print_command(const fl_words *argv) {
  for (size_t i = 0; i < argv->len; i++) {
    const char *word = argv->data[i];
    if (*word &&
        !word[strspn(word,
                     "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%")]) {
      fprintf(stderr, " %s", word);
      continue;
    }
    fputs(" '", stderr);
    for (; *word; word++)
      if (*word == '\'')
        fputs("'\\''", stderr);
      else
        fputc(*word, stderr);
    fputc('\'', stderr);
  }
  fputc('\n', stderr);
}

// The environment, with TMPDIR inside our temporary directory if there is one: what a killed child
// leaves goes with it.
static char **child_environment(struct fl_arena *arena) {
  size_t n = 0;
  while (environ[n])
    n++;
  char **env = fl_alloc(arena, (n + 2) * sizeof *env);
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    if (strncmp(environ[i], "TMPDIR=", 7) != 0)
      env[k++] = environ[i];
  env[k] = fl_format(arena, "TMPDIR=%s", temp_dir);
  return env;
}

int fl_run(struct fl_arena *arena, const fl_words *argv, bool print, bool only_print) {
  if (print)
    print_command(argv);
  if (only_print)
    return 0;
  char **args = fl_alloc(arena, (argv->len + 1) * sizeof *args);
  for (size_t i = 0; i < argv->len; i++)
    args[i] = fl_strdup(arena, argv->data[i]);
  (void)fflush(NULL);

  posix_spawnattr_t attr;
  sigset_t none;
  (void)sigemptyset(&none);
  (void)posix_spawnattr_init(&attr);
  (void)posix_spawnattr_setsigmask(&attr, &none);
  (void)posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
  (void)pthread_mutex_lock(&lock);
  pid_t pid = 0;
  char **env = temp_dir[0] ? child_environment(arena) : environ;
  const int error = posix_spawnp(&pid, args[0], NULL, &attr, args, env);
  (void)pthread_mutex_unlock(&lock);
  (void)posix_spawnattr_destroy(&attr);
  if (error) {
    fl_error("cannot run '%s': %s", args[0], strerror(error));
    return 1;
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  wait_for_end();
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  fl_error("'%s' was ended by signal %d (%s)", args[0], WTERMSIG(status),
           strsignal(WTERMSIG(status)));
  return 1;
}
