// Children whose threads have frames far larger than the stack that a thread has by default (1,024 bytes).
// STRATEGIES: keep t1 t2 t4 warp block multiblock grid auto
#include "include/test.h"

enum { words = 3000 };
__global__ void child(int *out, int seed) {
  int a[words], t = threadIdx.x;
  for (int i = 0; i < words; i++)
    a[i] = 0;
  for (int i = 0; i < 200; i++)
    a[(seed * 7919 + i * 31 + t) % words] += i;
  int sum = 0;
  for (int i = 0; i < words; i += 1 + seed % 3)
    sum += a[i] * (i % 5);
  out[t] = sum;
}
__global__ void parent(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<1, 32>>>(out + i * 32, i);
}

int main() {
  const int n = 500;
  std::vector<int> want;
  for (int seed = 0; seed < n; seed++)
    for (int t = 0; t < 32; t++) {
      std::vector<int> a(words);
      for (int i = 0; i < 200; i++)
        a[(seed * 7919 + i * 31 + t) % words] += i;
      int sum = 0;
      for (int i = 0; i < words; i += 1 + seed % 3)
        sum += a[i] * (i % 5);
      want.push_back(sum);
    }
  int *out = device_zeros<int>(n * 32);
  parent<<<4, 128>>>(out, n);
  return compare(to_host(out, n * 32), want);
}
