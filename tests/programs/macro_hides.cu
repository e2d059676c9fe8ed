// Launches among the arguments of macros that make strings of them, or leave them out, in files where only the host launches.
// STRATEGIES: keep auto
#include "include/test.h"

#define STRING(...) #__VA_ARGS__
#define STRING_OF(...) STRING(__VA_ARGS__)
#define NOTHING(...)
#define FIRST(a, ...) a
#define SHOWN(...) (said = #__VA_ARGS__, __VA_ARGS__)

__global__ void child(int *p, int x) { p[threadIdx.x] = x; }
static void expect(const char *is, const char *want) {
  if (std::string(is) != want) {
    printf("FAIL: '%s', not '%s'\n", is, want);
    exit(1);
  }
}
int main() {
  const char *said;
  int *p = device_zeros<int>(4);
  SHOWN(child<<<1,4>>>(p ,  3));
  expect(said, "child<<<1,4>>>(p , 3)");
  NOTHING(child<<<1, 4>>>(p, 4));
  FIRST((void)0, child<<<1, 4>>>(p, 5));
  expect(STRING(child<<<1,1>>>()), "child<<<1,1>>>()");
  expect(STRING(child<<<1, 1>>>( )), "child<<<1, 1>>>( )");
  expect(STRING_OF( child<<< 1 ,1 >>>() ), "child<<< 1 ,1 >>>()");
  CHECK(cudaDeviceSynchronize());
  return compare(to_host(p, 4), std::vector<int>(4, 3));
}
