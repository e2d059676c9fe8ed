// A header without a guard that includes others, itself one with `#pragma once`, is included again with other macros; and a header asks whether another one is beside it.
// REMARK-t1: launch of 'a': kept: a macro that cannot be written out says which kernel it launches
#include "include/test.h"
#define NAME a
#define PARENT launches_a
#define MORE more_of_a
#include "include/again/first.h"
#undef NAME
#undef PARENT
#undef MORE
#define NAME b
#define PARENT launches_b
#define MORE more_of_b
#include "include/again/more.h"
#undef NAME

__global__ void c(int *p) { p[threadIdx.x] += once() + threadIdx.x; }
__global__ void launches_c(int *p) { c<<<1, 8>>>(p + 8 * threadIdx.x); }
__global__ void uses(int *p) { p[threadIdx.x] += more_of_a() + 2 * more_of_b(); }

int main() {
  int *p = device_zeros<int>(64);
  launches_a<<<1, 8>>>(p);
  launches_b<<<1, 8>>>(p);
  launches_c<<<1, 8>>>(p);
  uses<<<1, 64>>>(p);
  std::vector<int> want;
  for (int i = 0; i < 64; i++)
    want.push_back(5 + 5 + i % 8 + 3);
  return compare(to_host(p, 64), want);
}
