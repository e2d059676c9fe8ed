// Binary recursion of <<<1, 1>>> kernels, each child in a stream of its own.
// REMARK-t1: launch of 'split': t1
// REMARK-block: launch of 'split': block
// REMARK-grid: launch of 'split': grid
#include "include/test.h"

__global__ void split(int begin, int end, int *data) {
  if (end - begin <= 3) {
    for (int j = begin; j < end; j++)
      data[j] += end - begin;
    return;
  }
  int mid = begin + (end - begin) / 3;
  cudaStream_t left, right;
  cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
  split<<<1, 1, 0, left>>>(begin, mid, data);
  cudaStreamDestroy(left);
  cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
  split<<<1, 1, 0, right>>>(mid, end, data);
  cudaStreamDestroy(right);
}

static void serial(int begin, int end, std::vector<int> &data) {
  int mid = begin + (end - begin) / 3;
  if (end - begin <= 3)
    for (int j = begin; j < end; j++)
      data[j] += end - begin;
  else {
    serial(begin, mid, data);
    serial(mid, end, data);
  }
}

int main() {
  const int n = 1000;
  int *data = device_zeros<int>(n);
  std::vector<int> want(n);
  split<<<1, 1>>>(0, n, data);
  serial(0, n, want);
  return compare(to_host(data, n), want);
}
