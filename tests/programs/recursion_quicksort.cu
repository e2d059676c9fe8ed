// Quicksort: one thread partitions and launches both halves, each in a stream of its own; insertion
// sort at the leaves.
// REMARK-t1: launch of 'quicksort': t1
// REMARK-block: launch of 'quicksort': block
// REMARK-grid: launch of 'quicksort': grid
#include "include/test.h"
#include <algorithm>

__global__ void quicksort(int *data, int left, int right, int depth) {
  if (right - left < 16 || depth > 24) {
    for (int i = left + 1; i <= right; i++) {
      int v = data[i], j = i;
      for (; j > left && data[j - 1] > v; j--)
        data[j] = data[j - 1];
      data[j] = v;
    }
    return;
  }
  int i = left, j = right, pivot = data[(left + right) / 2];
  while (i <= j) {
    while (data[i] < pivot)
      i++;
    while (data[j] > pivot)
      j--;
    if (i <= j) {
      int t = data[i];
      data[i++] = data[j];
      data[j--] = t;
    }
  }
  if (left < j) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, s>>>(data, left, j, depth + 1);
    cudaStreamDestroy(s);
  }
  if (i < right) {
    cudaStream_t s1;
    cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, s1>>>(data, i, right, depth + 1);
    cudaStreamDestroy(s1);
  }
}

int main() {
  const int n = 5000;
  std::vector<int> data(n);
  unsigned x = 1;
  for (int &v : data) {
    x = x * 1664525u + 1013904223u;
    v = (int)(x >> 12) % 3000;
  }
  int *dev = to_device(data);
  quicksort<<<1, 1>>>(dev, 0, n - 1, 0);
  std::sort(data.begin(), data.end());
  return compare(to_host(dev, n), data);
}
