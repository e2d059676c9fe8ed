// Plain functions, and such as call others.
#include "elsewhere.h"

__device__ int mix(int x) { return (x * 2654435761u) >> 9; }
__device__ void add_to(int *sum, int x) { atomicAdd(sum, x); }
__device__ int sum_of(const int *values, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum;
}
__host__ __device__ int on_both(int x) { return x % 13; }
extern "C" __device__ int c_twice(int x) { return deeper(x) * 2; }
__device__ int Mesh::at(int i) const { return v[i % n]; }
namespace geo {
__device__ int area(const Mesh &m, int i) { return m.at(i) + mix(i) % 7; }
} // namespace geo
