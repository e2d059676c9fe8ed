// A constructor that reads threadIdx runs without a call that could be given a context: the launch is kept.
// REMARK-t1: launch of 'child': kept: 'Here::Here'
// REMARK-t4: launch of 'child': kept: 'Here::Here'
#include "include/test.h"

static __device__ int lane() { return threadIdx.x; }
struct Here {
  int t, b;
  __device__ Here() : t(lane()), b(blockIdx.x) {}
};
__global__ void child(int *data) {
  Here here;
  data[here.b * 40 + here.t] = here.t + 100 * here.b;
}
__global__ void parent(int *data) { child<<<3, 40>>>(data + (blockIdx.x * blockDim.x + threadIdx.x) * 120); }

int main() {
  const int parents = 60;
  int *data = device_zeros<int>(parents * 120);
  std::vector<int> want;
  for (int k = 0; k < parents * 120; k++)
    want.push_back(k % 40 + 100 * (k / 40 % 3));
  parent<<<2, parents / 2>>>(data);
  return compare(to_host(data, want.size()), want);
}
