// A file with kernels that is included several times, each time with other macros, once by a name that is a macro.
// REMARK-t1: kernel_file.inc:4:[0-9]+: warning: launch of 'first': kept
// REMARK-t1: :22:[0-9]+: remark: launch of 'mark': t1
#include "include/test.h"

__global__ void mark(int *p, int v) { p[threadIdx.x] = v; }

#define NAME first
#define PARENT first_parent
#define WHAT 10
#include "include/kernel_file.inc"
#define NAME second
#define PARENT second_parent
#define WHAT 20
#include "include/kernel_file.inc"
#define FILE_NAME "include/kernel_file.inc"
#define NAME third
#define PARENT third_parent
#define WHAT 30
#include FILE_NAME

__global__ void plain(int *p) { mark<<<1, 4>>>(p, __LINE__); }

int main() {
  int *p = device_zeros<int>(28);
  first_parent<<<1, 1>>>(p);
  second_parent<<<1, 1>>>(p + 8);
  third_parent<<<1, 1>>>(p + 16);
  plain<<<1, 1>>>(p + 24);
  CHECK(cudaDeviceSynchronize());
  const int first[] = {10, 11, 20, 21, 30, 31, 22};
  std::vector<int> want;
  for (int i = 0; i < 28; i++)
    want.push_back(first[i / 4]);
  return compare(to_host(p, 28), want);
}
