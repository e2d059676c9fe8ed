// Arguments of more than 16 bytes' alignment: recorded, passed on from a parent, by templates, run in place.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'of_type': t1
// REMARK-t3: launch of 'child': t3
// REMARK-t4: launch of 'child': t4
// REMARK-grid: launch of 'child': grid
// ENV: FL_WORKLIST=2
// CUDA's own launches from the device lose all arguments if one is aligned to more than 16 bytes (13.0).
// TARGET-keep: cpu
#include "include/test.h"

struct alignas(32) Over {
  double d;
  int c;
};
struct alignas(128) Line {
  int word[3];
};
template <class T> __device__ int aligned(const T &v) {
  return reinterpret_cast<size_t>(&v) % alignof(T) == 0;
}

__global__ void child(int *p, char one, Over o, Line of) {
  p[threadIdx.x] += o.c + int(o.d * 2) + one + of.word[threadIdx.x % 3] + 1000 * aligned(o) +
                    10000 * aligned(of);
}
template <class T> __global__ void of_type(int *p, T v, int i) {
  p[threadIdx.x] += v.word[i] + 1000 * aligned(v);
}
__global__ void parent(int *p, Line of) {
  const int i = threadIdx.x;
  if (i % 2) {
    child<<<1, 64>>>(p + 64 * i, char(i), Over{2.5, i}, of);
  } else {
    Line mine = of;
    mine.word[1] += i;
    of_type<<<1, 64>>>(p + 64 * i, mine, 1);
  }
}

int main() {
  const int n = 20;
  int *p = device_zeros<int>(64 * n);
  parent<<<1, n>>>(p, Line{{1, 20, 300}});
  std::vector<int> want(64 * n);
  const int word[] = {1, 20, 300};
  for (int i = 0; i < 64 * n; i++) {
    const int t = i / 64;
    want[i] = t % 2 ? 2 * t + 5 + word[i % 64 % 3] + 11000 : 1020 + t;
  }
  return compare(to_host(p, want.size()), want);
}
