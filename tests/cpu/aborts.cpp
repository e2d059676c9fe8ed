// What must end the program with a message: deadlocks, failed asserts, traps. Each case runs in a
// child process.
#include "check.h"
#include <cassert>
#include <csignal>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

template <class F> static void dies(const char *expected, F f) {
  int pipes[2];
  CHECK(pipe(pipes) == 0);
  fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipes[1], 2);
    alarm(20);
    f();
    _exit(0);
  }
  close(pipes[1]);
  std::string text;
  char buffer[512];
  for (ssize_t n; (n = read(pipes[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, size_t(n));
  close(pipes[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  CHECK(text.find(expected) != std::string::npos);
  if (text.find(expected) == std::string::npos)
    fprintf(stderr, "expected \"%s\" in: %s\n", expected, text.c_str());
}

static int deep(int n) {
  volatile char pad[64];
  pad[n % 64] = char(n);
  return n == 0 ? 0 : deep(n - 1) + 1 + pad[n % 64] * 0;
}

int main() {
  dies("deadlock: in block (0,0,0)", [] {
    flcpu::launch(1, 64, 0, 0, [] {
      if (threadIdx.x < 32)
        __syncthreads();
      else
        __shfl_sync(0xffffffffu, 1, threadIdx.x == 40 ? __syncthreads(), 0 : 0);
    });
  });
  dies("1 threads wait at a block-wide barrier and 31 in a warp operation", [] {
    flcpu::launch(3, 32, 0, 0, [] {
      if (threadIdx.x == 3)
        __syncthreads();
      __syncwarp();
    });
  });
  dies("threadIdx.x != 5", [] { flcpu::launch(1, 32, 0, 0, [] { assert(threadIdx.x != 5); }); });
  dies("__trap", [] { flcpu::launch(1, 1, 0, 0, [] { __trap(); }); });
  dies("outside a kernel", [] {
    static char key;
    flcpu::shared<int>(&key) = 1;
  });
  // Recursion in kernels has the room of a fiber's stack.
  int result = 0;
  int *r = &result;
  flcpu::launch(1, 1, 0, 0, [=] { *r = deep(500); });
  CHECK(result == 500);
  return finish();
}
