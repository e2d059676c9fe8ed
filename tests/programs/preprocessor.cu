// Alternatives by CUDART_VERSION, __CUDACC__ and a macro of the program's own; launches on both
// sides.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"
#include <cstring>

#ifndef BLOCK
#define BLOCK 48
#endif

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}

__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if CUDART_VERSION >= 5000
  child<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n,
#ifdef NEVER_DEFINED
                                            -1,
#else
                                            i,
#endif
                                            data + i * n);
#else
  old_child<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, i, data + i * n);
#endif
#if defined(CUDART_VERSION) && CUDART_VERSION < 4000
  this is not C++<<<1, 1>>>();
#elif 1
  child<<<1, 4>>>(4, 50, data + i * n);
#endif
}

// No directives, and no launches.
static const char *const text = R"(
#define NO_MACRO child<<<1, 2>>>(3)
  child<<<1, 2>>>(3);
)";
/*
#define NO_MACRO child<<<1, 2>>>(3)
*/

int main() {
  if (strcmp(text, "\n#def" "ine NO_MACRO child<" "<<1, 2>>" ">(3)\n  child<" "<<1, 2>" ">>(3);\n") != 0)
    return verdict(false, text);
#if CUDART_VERSION < 5000
#error the version of the runtime is not known
#endif
  const int parents = 30, n = 100;
  int *data = device_zeros<int>(parents * n);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++)
    want.push_back(k / n + (k % n < 4 ? 50 : 0));
  parent<<<2, parents / 2>>>(n, data);
  return compare(to_host(data, want.size()), want);
}
