// Children whose threads tell those of their block, and nobody else, what they have written: by fences and atomic operations of the block's scope. So they have to be on one
// multiprocessor, however small their blocks are, and those of parents, too.
#include "include/test.h"

// The last thread of a block to come adds up what the others have left.
__device__ void add_last(int n, int *left, int *come, int *sums, int block) {
  const int i = block * blockDim.x + threadIdx.x, there = min((int)blockDim.x, n - block * (int)blockDim.x);
  if (i >= n)
    return;
  *(volatile int *)&left[i] = i + 1;
  __threadfence_block();
  if (atomicAdd_block(&come[block], 1) != there - 1)
    return;
  __threadfence_block();
  int sum = 0;
  for (int k = block * blockDim.x; k < block * (int)blockDim.x + there; k++)
    sum += *(volatile int *)&left[k];
  sums[block] = sum;
}
__global__ void child(int n, int *left, int *come, int *sums) { add_last(n, left, come, sums, blockIdx.x); }
__global__ void parent(const int *first, int *left, int *come, int *sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = first[i + 1] - first[i];
  if (n > 0)
    child<<<(n + 63) / 64, 64>>>(n, left + first[i], come + first[i], sums + first[i]);
}
__global__ void add(int *sum, int by) { atomicAdd(sum, by * (int)threadIdx.x); }
__global__ void parent_itself(int n, int *left, int *come, int *sums, int *sum) {
  int rest = threadIdx.x;
  while (rest > 3) // uneven
    rest /= 2;
  add_last(n, left, come, sums, blockIdx.x);
  add<<<1, 2>>>(sum, rest);
}

// What `sums` is to be of n elements, in blocks of so many.
static void expect(std::vector<int> &want, int at, int n, int block) {
  for (int i = 0; i < n; i++)
    want[at + i / block] += i + 1;
}
int main() {
  const int lists = 512, n = 8 * 96 - 10;
  allow_launches(2048);
  std::vector<int> first = list_offsets(lists, 700), want(first.back()), own(n);
  for (int i = 0; i < lists; i++)
    expect(want, first[i], first[i + 1] - first[i], 64);
  expect(own, 0, n, 96);
  const int all = first.back();
  int *left = device_zeros<int>(all), *come = device_zeros<int>(all), *sums = device_zeros<int>(all), *sum = device_zeros<int>(1), *offsets = to_device(first);
  parent<<<lists / 64, 64>>>(offsets, left, come, sums);
  bool fine = to_host(sums, all) == want;
  CHECK(cudaMemset(come, 0, all * sizeof *come));
  CHECK(cudaMemset(sums, 0, all * sizeof *sums));
  parent_itself<<<8, 96>>>(n, left, come, sums, sum);
  int rests = 0;
  for (int t = 0; t < 96; t++) {
    int rest = t;
    while (rest > 3)
      rest /= 2;
    rests += 8 * rest;
  }
  fine &= to_host(sums, n) == own && to_host(sum, 1)[0] == rests;
  printf(fine ? "PASS\n" : "FAIL\n");
  return !fine;
}
