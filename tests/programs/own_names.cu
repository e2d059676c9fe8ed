// __func__ and its like in kernels and device functions, by themselves and out of macros: they name the user's functions, whoever runs them.
// REMARK-t1: launch of 'child': t1
// REMARK-t4: launch of 'meets': t4
// REMARK-auto: launch of 'templated<T>': t1
#include "include/test.h"
#include <cassert>

#define HERE(slot, name) (slot) = same(__func__, name) && same(__FUNCTION__, name) && names(__PRETTY_FUNCTION__, name)

__device__ bool same(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}
// Is it in `text`, in front of a parenthesis, and nothing that was generated?
__device__ bool names(const char *text, const char *name) {
  bool found = false;
  for (; *text; ++text) {
    int n = 0;
    while (name[n] && text[n] == name[n])
      ++n;
    found |= !name[n] && text[n] == '(';
    if (text[0] == '_' && text[1] == '_' && text[2] == 'f' && text[3] == 'l')
      return false;
  }
  return found;
}

namespace own {
__device__ const char *where() { return blockIdx.x < gridDim.x ? __func__ : nullptr; }
} // namespace own

__global__ void child(int *p) {
  HERE(p[threadIdx.x], "child");
  assert(p[threadIdx.x] <= 1);
}
__global__ void meets(int *p) {
  __shared__ int right[8];
  right[threadIdx.x] = same(__func__, "meets");
  __syncthreads();
  p[threadIdx.x] = right[7 - threadIdx.x] && same(own::where(), "where");
}
template <class T> __global__ void templated(T *p) { HERE(p[threadIdx.x], "templated"); }

template <class T> __global__ void parent(T *p, int *mine) {
  int i = threadIdx.x;
  HERE(mine[i], "parent");
  if (i % 3 == 0)
    child<<<1, 8>>>(p + 8 * i);
  else if (i % 3 == 1)
    meets<<<1, 8>>>(p + 8 * i);
  else
    templated<T><<<1, 8>>>(p + 8 * i);
}

int main() {
  const int parents = 30;
  int *p = device_zeros<int>(8 * parents), *mine = device_zeros<int>(parents);
  parent<int><<<1, parents>>>(p, mine);
  const std::vector<int> one(8 * parents, 1);
  return compare(to_host(p, 8 * parents), one) | compare(to_host(mine, parents), std::vector<int>(parents, 1));
}
