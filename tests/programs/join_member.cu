// Joins in member functions: const, static, of a class template and in a destructor.
// STRATEGIES: keep t4 auto
// TARGET-keep: cpu
// REMARK-t4: launch of .child.: t4;
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x + j;
}

class Row {
  int *data_;
  int n_;

public:
  __device__ Row(int *data, int n) : data_(data), n_(n) {}
  __device__ int add(int x) const {
    child<<<(n_ + 31) / 32, 32>>>(n_, x, data_);
    cudaDeviceSynchronize();
    return data_[n_ - 1];
  }
  static __device__ void wait() { cudaDeviceSynchronize(); }
};
template <int BLOCK> struct Later {
  int n, *data, *out;
  __device__ void add(int x) { child<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, x, data); }
  __device__ ~Later() {
    Row::wait();
    *out += data[0];
  }
};

__global__ void parent(int n, int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Row row(data + i * n, n);
  out[i] = row.add(i);
  out[i] += row.add(out[i]);
  {
    Later<16> later{n, data + i * n, out + i};
    later.add(5);
  }
  out[i] *= 2;
}

int main() {
  const int parents = 60, n = 50;
  int *data = device_zeros<int>(parents * (n + 1));
  std::vector<int> want;
  for (int i = 0; i < parents; i++) {
    int first = i + n - 1, second = 2 * first + n - 1;
    want.push_back(2 * (first + second + i + first + 5));
  }
  parent<<<2, parents / 2>>>(n, data, data + parents * n);
  return compare(to_host(data + parents * n, parents), want);
}
