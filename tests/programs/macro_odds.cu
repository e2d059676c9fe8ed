// Macros with inline assembly, and launches in macros where the line ends in front of `<<<`, or template arguments have a `>` of their own.
// REMARK-t1: launch of 'add<2, true>': t1
#include "include/test.h"

#define TRAP() asm("trap;")
#define LANE(to) asm("mov.u32 %0, %%laneid;" : "=r"(to))
#define REQUIRE(what)                                                                              \
  do {                                                                                             \
    if (!(what)) {                                                                                 \
      printf("%s does not hold\n", #what);                                                         \
      TRAP();                                                                                      \
    }                                                                                              \
  } while (0)
// clang-format off
#define LAUNCH(by, n, out)  \
  do {                      \
    add<by, true>           \
        <<<n, 32>>>(out);   \
  } while (0)
#define LAUNCH_IF(n, out) \
  add<sizeof(int) / 4, (n > 2)> /* as many */ \
  <<<n, 32>>> \
  (out)
// clang-format on

template <int by, bool all> __global__ void add(int *out) {
  unsigned lane;
  LANE(lane);
  REQUIRE(lane < 32 && lane == threadIdx.x % 32);
  if (all || threadIdx.x % 2)
    atomicAdd(out, by);
}
__global__ void parent(int *out, int n) {
  REQUIRE(n > 0);
  LAUNCH(2, n, out + threadIdx.x);
  LAUNCH_IF(2, out + threadIdx.x);
}

int main() {
  const int parents = 30;
  int *out = device_zeros<int>(parents);
  parent<<<1, parents>>>(out, 3);
  return compare(to_host(out, parents), std::vector<int>(parents, 2 * 3 * 32 + 32));
}
