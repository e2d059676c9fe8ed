// A header without a guard that defines kernels and launches them, included in two namespaces.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'scales': kept: the text of 'starts' is included more than once, and defines another function each time
// REMARK-t1: launch of 'outer': kept: the text of 'starts_outer' is included more than once
// REMARK-t1: launch of 'outer': t1
// REMARK-t1: launch of 'inner': t1
#include "include/test.h"

__global__ void outer(int *p, int v) { p[threadIdx.x] += v; }
__global__ void launches_outer(int *p) { outer<<<1, 4>>>(p, 7); }
namespace doubles {
__global__ void inner(int *p) { p[threadIdx.x] += 1; }
__global__ void launches_inner(int *p) { inner<<<1, 4>>>(p); }
#define SCALE 2
#include "include/repeated.cuh"
#undef SCALE
} // namespace doubles
namespace triples {
__global__ void inner(int *p) { p[threadIdx.x] += 2; }
__global__ void launches_inner(int *p) { inner<<<1, 4>>>(p); }
#define SCALE 3
#include "include/repeated.cuh"
#undef SCALE
} // namespace triples

int main() {
  int *p = device_zeros<int>(20);
  doubles::run(p);
  triples::run(p);
  std::vector<int> want(20);
  for (int i = 0; i < 20; i++)
    want[i] = i < 4 ? 3 * 2 + 3 * 3 + 2 * i : i < 8 ? 20 + 30 : i < 12 ? 2 + 3 : i < 16 ? 2 * 7 : 1 + 2;
  return compare(to_host(p, 20), want);
}
