// Values of __COUNTER__ are those that the text has as it stands: copies of it would count, too.
// REMARK-t1: launch of 'numbered': kept: the text of 'numbered' counts by __COUNTER__
// REMARK-t4: launch of 'by_name': kept: the text of 'by_name' counts by __COUNTER__
// REMARK-t1: launch of 'plain': t1
#include "include/test.h"

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define UNIQUE(name) CAT(name, __COUNTER__)
#define NEXT __COUNTER__
#define LAUNCH(kernel, p, v) kernel<<<1, 4>>>((p) + (v) - (v), (v))

__global__ void plain(int *p, int v) { p[threadIdx.x] = v; }
__global__ void numbered(int *p) { p[threadIdx.x] = NEXT; }
__global__ void by_name(int *p) {
  int UNIQUE(x) = 5, UNIQUE(x) = 6;
  p[threadIdx.x] = 1;
}
__global__ void parent(int *p) { numbered<<<1, 4>>>(p); }
__global__ void names(int *p) { by_name<<<1, 4>>>(p + 4); }
__global__ void arguments(int *p) {
  plain<<<1, 4>>>(p + 8, __COUNTER__ + 10);
  LAUNCH(plain, p + 12, NEXT);
}
__global__ void others(int *p) { plain<<<1, 4>>>(p + 16, 7); }
const int last = __COUNTER__;

int main() {
  const int first[] = {0, 1, 13, 4, 7};
  std::vector<int> want;
  for (int i = 0; i < 20; i++)
    want.push_back(first[i / 4]);
  want.push_back(5);
  int *p = device_zeros<int>(20);
  parent<<<1, 1>>>(p);
  names<<<1, 1>>>(p);
  arguments<<<1, 1>>>(p);
  others<<<1, 1>>>(p);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> got = to_host(p, 20);
  got.push_back(last);
  return compare(got, want);
}
