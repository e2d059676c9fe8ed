// A const in front of a parameter's end is a function's, where parentheses stand in front of it. (nvcc takes such parameters by a typedef's name alone; g++ takes both.)
// RUN: flcc --fl-target=cpu --fl-strategy=t1 --fl-emit %s -o - | FileCheck %s

struct pair {
  int a, b;
  __device__ int sum(int k) const { return a + b + k; }
};
__global__ void child(int *p, int (pair::*f)(int) const, int (pair::*const g)(int) const, int *const __restrict__ q) {
  pair x{1, 2};
  p[0] += (x.*f)(4) + (x.*g)(*q);
}
__global__ void parent(int *p) { child<<<1, 1>>>(p, &pair::sum, &pair::sum, p); }

// CHECK: using args = __fl::pack<int *, int (pair::*)(int) const, int (pair::*)(int) const, int *>;
