// Mergesort: a thread launches the same kernel for each half, waits for both and merges.
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
// TARGET-t3: cpu
// REMARK-t3: kept: threads of 'sort', which is a child itself, wait for its children
#include "include/test.h"

__global__ void sort(int n, unsigned *data, unsigned *room) {
  if (n <= 4) {
    for (int i = 1; i < n; i++)
      for (int j = i; j > 0 && data[j - 1] > data[j]; j--) {
        unsigned x = data[j];
        data[j] = data[j - 1];
        data[j - 1] = x;
      }
    return;
  }
  const int half = n / 2;
  sort<<<1, 1>>>(half, data, room);
  sort<<<1, 1>>>(n - half, data + half, room + half);
  cudaDeviceSynchronize();
  for (int i = 0, j = half, k = 0; k < n; k++)
    room[k] = j == n || (i < half && data[i] <= data[j]) ? data[i++] : data[j++];
  for (int k = 0; k < n; k++)
    data[k] = room[k];
}

int main() {
  const int n = 1000; // eight levels
  std::vector<unsigned> data, want;
  for (int k = 0; k < n; k++) {
    data.push_back(k * 2654435761u >> 8);
    size_t at = want.size();
    want.push_back(data[k]);
    for (; at > 0 && want[at - 1] > want[at]; at--)
      std::swap(want[at - 1], want[at]);
  }
  // CUDA keeps two levels of waiting kernels unless asked for more; where it has no such limit, it
  // says so.
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 9);
  cudaGetLastError();
  unsigned *dev = to_device(data);
  sort<<<1, 1>>>(n, dev, device_zeros<unsigned>(n));
  return compare(to_host(dev, n), want);
}
