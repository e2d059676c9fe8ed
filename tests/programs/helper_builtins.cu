// Device functions that read threadIdx and the rest, called by parent and child alike.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

static __device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
static __device__ int threads() { return gridDim.x * blockDim.x; }
template <class T> __device__ void add(T *data, T x) { data[index()] += x * threads(); }
struct Here {
  int t, b;
  __device__ Here(int t, int b) : t(t), b(b) {}
  __device__ int both() const { return t + b * 100 + (int)blockDim.x * 10000; }
};

__global__ void child(int *data) {
  add(data, 1);
  Here here(threadIdx.x, blockIdx.x);
  data[threads() + index()] = here.both();
}

__global__ void parent(int *data, int *mine) {
  child<<<1 + index() % 3, 40>>>(data + index() * 300);
  add(mine, 3);
}

int main() {
  const int parents = 60;
  int *data = device_zeros<int>(parents * 300 + parents);
  std::vector<int> want(parents * 300 + parents);
  for (int i = 0; i < parents; i++) {
    int all = (1 + i % 3) * 40;
    for (int j = 0; j < all; j++) {
      want[i * 300 + j] = all;
      want[i * 300 + all + j] = j % 40 + j / 40 * 100 + 40 * 10000;
    }
    want[parents * 300 + i] = 3 * parents;
  }
  parent<<<3, parents / 3>>>(data, data + parents * 300);
  return compare(to_host(data, want.size()), want);
}
