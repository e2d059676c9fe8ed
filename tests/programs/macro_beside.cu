// Macros that say part of a launch whose brackets stand in the text: the kernel, its arguments with their parentheses, or nothing.
// REMARK-t1: remark: launch of 'add': t1
// REMARK-t1: :27:[0-9]+: remark: launch of 'add': t1
#include "include/test.h"

#define Q(...) __VA_ARGS__
#define ARGS(...) (__VA_ARGS__)
#define KERNEL add
#define NAMED(suffix) ad##suffix
#define NOTHING
#define WITH_FIVE (p, 5)

__global__ void add(int *p, int v) { atomicAdd(p + threadIdx.x, v); }

__global__ void arguments(int *p) { add<<<1, 4>>>ARGS(p, 1); }
__global__ void all_of_it(int *p) { Q(Q(KERNEL)<<<Q(1), 4>>>(Q(p), Q(2))); }
__global__ void around(int *p) { Q(add)<<<1, 4>>>(p, 3); }
__global__ void pasted(int *p) { NAMED(d)<<<dim3(1), 4>>>(p, 4); }
__global__ void object(int *p) { add<<<1, 4>>>WITH_FIVE; }
__global__ void empty(int *p) { add NOTHING<<<1, 4>>> NOTHING(p, 6); }
__global__ void empty_in_front(int *p) { add NOTHING<<<1, 4>>>(p, 7); }
__global__ void lines(int *p) {
  add<<<1, 4>>>ARGS(p,
                    8);
  add<<<1,
        4>>>
      ARGS(p, 1); add<<<1, 4>>>(p, __LINE__ - 27);
}

int main() {
  std::vector<int> want(32);
  int *p = device_zeros<int>(32);
  arguments<<<1, 1>>>ARGS(p);
  all_of_it<<<1, 1>>>(p + 4);
  Q(around)<<<1, 1>>>(p + 8);
  pasted<<<1, 1>>> NOTHING(p + 12);
  object<<<1, 1>>>(p + 16);
  empty<<<1, 1>>>(p + 20);
  empty_in_front<<<1, 1>>>(p + 24);
  lines<<<1, 1>>>(p + 28);
  CHECK(cudaDeviceSynchronize());
  const int added[] = {1, 2, 3, 4, 5, 6, 7, 9};
  for (int i = 0; i < 32; i++)
    want[i] = added[i / 4];
  return compare(to_host(p, 32), want);
}
