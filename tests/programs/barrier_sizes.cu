// Barriers in children of many block sizes, whole warps or not: a rotation through shared memory,
// twice.
// REMARK-t1: launch of 'rotate': t1
// REMARK-block: launch of 'rotate': block
// REMARK-grid: launch of 'rotate': grid
// SANITIZE: --check-device-heap no
#include "include/test.h"

__global__ void rotate(int by, int *data) {
  __shared__ int buffer[1024];
  int t = threadIdx.x, n = blockDim.x;
  int *mine = data + blockIdx.x * n;
  for (int round = 0; round < 2; round++) {
    buffer[t] = mine[t];
    __syncthreads();
    mine[t] = buffer[(t + by) % n] + 1;
    __syncthreads();
  }
}

__global__ void parent(const int *sizes, const int *first, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rotate<<<3, sizes[i]>>>(i + 1, data + first[i]);
}

int main() {
  allow_deep_frames();
  std::vector<int> sizes, first, data, want;
  for (int copy = 0; copy < 2; copy++)
    for (int size : {1, 7, 32, 33, 48, 64, 100, 128, 250, 256, 511, 1000, 1023, 1024}) {
      first.push_back((int)data.size());
      sizes.push_back(size);
      int by = (int)sizes.size();
      for (int b = 0; b < 3; b++)
        for (int t = 0; t < size; t++) {
          data.push_back(b * 10000 + t);
          want.push_back(b * 10000 + (t + 2 * by) % size + 2);
        }
    }
  int *dev = to_device(data);
  parent<<<4, (int)sizes.size() / 4>>>(to_device(sizes), to_device(first), dev);
  return compare(to_host(dev, want.size()), want);
}
