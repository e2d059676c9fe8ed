// Structs by value, with arrays, pointers and methods in them; changed by the parent right after
// the launch.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

struct Span {
  int *begin;
  int n;
  __host__ __device__ int size() const { return n; }
  __device__ int &operator[](int j) { return begin[j]; }
};
struct Task {
  Span in, out;
  float weights[5];
  struct {
    char tag;
    long long bias;
  } extra;
  __device__ int value(int j) {
    return (int)(in[j] * weights[j % 5]) + (int)extra.bias + extra.tag;
  }
};

__global__ void child(Task task, Span *check) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < task.out.size())
    task.out[j] = task.value(j);
  if (j == 0 && check->n != 77)
    task.out[0] = -1;
}

__global__ void parent(int n, int *in, int *out, Span *check) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Task task = {{in + i * n, n}, {out + i * n, n - i % 3}, {1, 2, .5f, 4, -1}, {'c', 1000 + i}};
  child<<<(n + 31) / 32, 32>>>(task, check);
  task.extra.bias = -5;
  task.out.n = 0;
  task.weights[2] = 100;
}

int main() {
  const int parents = 40, n = 120;
  std::vector<int> in(parents * n), want;
  const float weights[] = {1, 2, .5f, 4, -1};
  for (int k = 0; k < parents * n; k++) {
    in[k] = k % 1000;
    int j = k % n, i = k / n;
    want.push_back(j < n - i % 3 ? (int)(in[k] * weights[j % 5]) + 1000 + i + 'c' : 0);
  }
  int *dev_in = to_device(in), *out = device_zeros<int>(parents * n);
  Span *check = to_device(std::vector<Span>{{dev_in, 77}});
  parent<<<2, parents / 2>>>(n, dev_in, out, check);
  return compare(to_host(out, want.size()), want);
}
