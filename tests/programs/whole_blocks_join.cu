// Threads wait for kernels that run in blocks of the hardware's, since assembly in them asks who their threads are (whole_blocks.cu).
// STRATEGIES: auto t1 t2 mega
// REMARK-auto: launch of 'sum': t1; .* joins: threads wait
// REMARK-t1: launch of 'sum': t1; .* joins: threads wait
#include "include/test.h"

#include "include/hardware.h"

// The sum of each 192 numbers.
__global__ void sum(const int *in, int n, int *out) {
  __shared__ int s[192];
  const int t = own_thread(), i = blockIdx.x * 192 + t;
  s[t] = i < n ? in[i] : 0;
  meet();
  for (int half = 96; half >= 3; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    meet();
  }
  if (t == 0)
    out[blockIdx.x] = s[0] + s[1] + s[2];
}
// As long as there is more than one number.
__global__ void reduce(int *numbers, int *more, int n) {
  for (; n > 1; n = (n + 191) / 192) {
    sum<<<(n + 191) / 192, 192>>>(numbers, n, more);
    cudaDeviceSynchronize();
    int *last = numbers;
    numbers = more;
    more = last;
  }
  if (threadIdx.x == 0)
    more[0] = numbers[0] + 1;
}
// Every thread has numbers of its own; the last of a block adds up what the others have found.
__global__ void each(const int *numbers, const int *first, int *found, int *all) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = first[i + 1] - first[i];
  if (n)
    sum<<<1, 192>>>(numbers + first[i], n, found + i);
  cudaDeviceSynchronize();
  __syncthreads();
  if (threadIdx.x == 0)
    for (int k = 0; k < blockDim.x; k++)
      atomicAdd(all, found[i + k]);
}

int main() {
  const int n = 100000, blocks = 40, threads = 96;
  std::vector<int> in(n), first(blocks * threads + 1, 0);
  int want = 0, some = 0;
  for (int i = 0; i < n; i++)
    want += in[i] = i % 7;
  for (int i = 0; i < blocks * threads; i++)
    first[i + 1] = first[i] + i * 5 % 23;
  for (int i = 0; i < first[blocks * threads]; i++)
    some += in[i];
  int *numbers = to_device(in), *more = to_device(in), *found = to_device(std::vector<int>(blocks * threads, 0)), *all = to_device(std::vector<int>(1, 0));
  each<<<blocks, threads>>>(numbers, to_device(first), found, all);
  const bool parts = to_host(all, 1)[0] == some;
  reduce<<<1, 1>>>(numbers, more, n);
  cudaDeviceSynchronize();
  // 521, 3, 1: three rounds, so the numbers end where `more` began
  const bool ok = parts && to_host(numbers, 1)[0] == want + 1;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
