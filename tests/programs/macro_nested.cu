// Macros that launch, used among the arguments of macros that do not: these are written out, too, with what they say of the place and of the text.
// FLAGS: -std=c++20
// REMARK-t1: macro_nested.cu:33:3: remark: launch of 'child': t1
// REMARK-t1: macro_nested.cu:35:3: remark: launch of 'child': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"
#include <cstring>

#define LAUNCH(kernel, grid, block, p, ...) kernel<<<grid, block>>>(p __VA_OPT__(, ) __VA_ARGS__)
#define LAUNCH_ONE(kernel, p) LAUNCH(kernel, 1, 1, p)
#define TRY_AT(x, text, file, line)                                                                \
  do {                                                                                             \
    x;                                                                                             \
    if (cudaGetLastError() != cudaSuccess)                                                         \
      printf("%s:%d: %s\n", file, line, text);                                                     \
    else if (sizeof(text) != sizeof(WRITTEN) || line != expected_line)                             \
      failed = 1;                                                                                  \
  } while (0)
#define TRY(x) TRY_AT((x), #x, __FILE__, __LINE__)
#define WRITTEN "LAUNCH(child, GRID, 32, p, 3)"
#define GRID (1 + 1)
#define TEXT_OF(x) (x, #x)
#define WHEN(condition, ...)                                                                       \
  if (condition) {                                                                                 \
    __VA_ARGS__;                                                                                   \
  }

__device__ int failed;

__global__ void child(int *p, int n = 5) { atomicAdd(p, n); }
__global__ void parent(int *p) {
  constexpr int expected_line = __LINE__ + 1;
  TRY(LAUNCH(child, GRID, 32, p, 3));
  WHEN(threadIdx.x % 2, LAUNCH(child, 1, 2, p, 7))
  WHEN(threadIdx.x % 4 == 3, TRY_AT(
                                 LAUNCH_ONE(child,
                                            p), WRITTEN, "", expected_line))
  WHEN(threadIdx.x == 0, { WHEN(true, LAUNCH(child, 1, GRID, p, 11)); })
}
__global__ void again(int *p) { child<<<1, 1>>>(p, 100); }

int main() {
  int *p = device_zeros<int>(1), wrong = 0;
  allow_launches(64);
  WHEN(p, LAUNCH(parent, GRID, 8, p))
  // What a macro makes a string of is the program's own text.
  const char *text = TEXT_OF((again<<<1, GRID>>>(p)));
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&wrong, failed, sizeof wrong);
  const bool ok = to_host(p, 1)[0] == 16 * 64 * 3 + 8 * 2 * 7 + 4 * 5 + 2 * 2 * 11 + 2 * 100 && !wrong &&
                  !strcmp(text, "(again<<<1, GRID>>>(p))");
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
