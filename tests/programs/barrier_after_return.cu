// Threads of the parent return, thread 0 among them, before the others meet at barriers, vote, and launch in between.
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void child(int n, int x, int *out) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    atomicAdd(out + j, x);
}
__global__ void parent(int limit, int n, int *out, int *seen) {
  __shared__ int part[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < limit || t % 7 == 3)
    return;
  part[t] = i;
  child<<<1, n>>>(n, 1, out + i * n);
  __syncthreads();
  const int next = t + 1 < blockDim.x && (t + 1) % 7 != 3 ? part[t + 1] : -1;
  const int odd = __syncthreads_count(i % 2);
  seen[i] = next * 1000 + odd;
  if (odd > 0)
    child<<<1, n>>>(n, 2, out + i * n);
}

int main() {
  const int n = 5, blocks = 40;
  bool right = true;
  for (int threads : {32, 70, 256})
    for (int limit : {0, 1, 33}) {
      for (int r = 0; r < 12; r++) {
        int *out = device_zeros<int>(blocks * threads * n), *seen = device_zeros<int>(blocks * threads);
        allow_launches(2 * blocks * threads);
        parent<<<blocks, threads>>>(limit, n, out, seen);
        const std::vector<int> got = to_host(out, blocks * threads * n), saw = to_host(seen, blocks * threads);
        for (int i = 0; i < blocks * threads; i++) {
          const int t = i % threads;
          const bool runs = t >= limit && t % 7 != 3;
          int odd = 0;
          for (int u = limit; u < threads; u++)
            odd += u % 7 != 3 && (i - t + u) % 2;
          const int want = runs ? (t + 1 < threads && (t + 1) % 7 != 3 ? i + 1 : -1) * 1000 + odd : 0;
          for (int j = 0; j < n; j++)
            right &= got[i * n + j] == (runs ? (odd > 0 ? 3 : 1) : 0);
          right &= saw[i] == want;
        }
        CHECK(cudaFree(out));
        CHECK(cudaFree(seen));
      }
    }
  return verdict(right, "threads that return");
}
