// How does hostile input end in a diagnostic? The parser and the walks over its trees recurse with
// the nesting of the input. They run on a thread with a large stack; if even that overflows, the
// thread is stopped where it is, and the caller goes on without it.
#define _GNU_SOURCE
#include "internal.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { STACK_MIB = 1024, SIGNAL_STACK = 64 * 1024 };

struct guard {
  void (*work)(void *data);
  void *data;
  sem_t over;
  volatile sig_atomic_t crashed;
};

// The guard of the thread that runs; signal handlers have no other way to find it.
static _Thread_local struct guard *current;

static const int caught[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL};
enum { CAUGHT = sizeof caught / sizeof *caught };

static void on_crash(int sig) {
  struct guard *g = current;
  if (!g) { // another thread's: as if nobody listened
    signal(sig, SIG_DFL);
    raise(sig);
    return;
  }
  // The thread may hold locks and must not unwind: it stays here for good.
  g->crashed = 1;
  sem_post(&g->over);
  for (;;)
    pause();
}

// (Re)installs the handlers.
static void arm(void) {
  struct sigaction handler = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
  sigemptyset(&handler.sa_mask);
  for (int i = 0; i < CAUGHT; i++)
    sigaction(caught[i], &handler, NULL);
}

static void *run(void *arg) {
  struct guard *g = arg;
  stack_t alternate = {.ss_sp = malloc(SIGNAL_STACK), .ss_size = SIGNAL_STACK};
  void *memory = alternate.ss_sp;
  if (memory)
    sigaltstack(&alternate, NULL);
  current = g;
  g->work(g->data);
  current = NULL;
  alternate.ss_flags = SS_DISABLE;
  sigaltstack(&alternate, NULL);
  free(memory);
  sem_post(&g->over);
  return NULL;
}

bool fr_run_guarded(void (*work)(void *data), void *data) {
  struct guard *g = calloc(1, sizeof *g);
  pthread_attr_t attr;
  pthread_t thread;
  if (!g || sem_init(&g->over, 0, 0) != 0 || pthread_attr_init(&attr) != 0) {
    free(g);
    return false;
  }
  g->work = work;
  g->data = data;
  // Parse on the thread that asks: its stack is the large one.
  setenv("LIBCLANG_NOTHREADS", "1", 1);
  struct sigaction before[CAUGHT];
  for (int i = 0; i < CAUGHT; i++)
    sigaction(caught[i], NULL, &before[i]);
  arm();
  bool started = false;
  for (size_t mib = STACK_MIB; !started && mib >= 8; mib /= 2)
    started = pthread_attr_setstacksize(&attr, mib << 20) == 0 &&
              pthread_create(&thread, &attr, run, g) == 0;
  pthread_attr_destroy(&attr);
  bool crashed = !started;
  if (started) {
    while (sem_wait(&g->over) != 0)
      ;
    crashed = g->crashed;
    if (!crashed)
      pthread_join(thread, NULL);
  }
  for (int i = 0; i < CAUGHT; i++)
    sigaction(caught[i], &before[i], NULL);
  if (crashed && started)
    return false; // the stopped thread still refers to the guard
  sem_destroy(&g->over);
  free(g);
  return !crashed;
}
