// Launches in member functions: const, static, of a class template, and calling one another.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}

class Row {
  int *data_;
  int n_;

public:
  __device__ Row(int *data, int n) : data_(data), n_(n) {}
  __device__ void add(int x) const {
    if (n_ > 0)
      child<<<(n_ + 31) / 32, 32>>>(n_, x, data_);
  }
  __device__ Row &twice(int x);
  static __device__ void one(int *at) { child<<<1, 1>>>(1, 500, at); }
};
__device__ Row &Row::twice(int x) {
  add(x);
  this->add(2 * x);
  return *this;
}

template <int BLOCK> struct Table {
  int *data, pitch;
  __device__ int *row(int i) { return data + i * pitch; }
  __device__ void fill(int i, int x) {
    child<<<(pitch + BLOCK - 1) / BLOCK, BLOCK>>>(pitch, x, row(i));
    Row::one(row(i));
  }
};

__global__ void parent(int n, int *data, Table<64> table) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Row row(data + i * n, i);
  row.twice(i).add(7);
  table.fill(i, -i);
}

int main() {
  const int parents = 60, n = 60;
  int *data = device_zeros<int>(2 * parents * n);
  std::vector<int> want;
  for (int k = 0; k < 2 * parents * n; k++) {
    int i = k / n % parents, j = k % n;
    want.push_back(k < parents * n ? (j < i ? 3 * i + 7 : 0) : -i + (j == 0 ? 500 : 0));
  }
  parent<<<2, parents / 2>>>(n, data, Table<64>{data + parents * n, n});
  return compare(to_host(data, want.size()), want);
}
