// Children with blocks of 33, 100, 1,000 and 1,024 threads that meet at barriers, some of which leave
// before, below joining parents.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
// SANITIZE: --check-device-heap no
#include "include/test.h"

__global__ void child(int leave, int *result) {
  __shared__ int first[1024], second[1024];
  const int t = threadIdx.x, n = blockDim.x;
  first[t] = t;
  __syncthreads();
  second[t] = first[n - 1 - t] + (t > 0 ? first[t - 1] : 0);
  __syncthreads();
  if (t < leave)
    return;
  first[t] = second[(t * 7 + 1) % n];
  __syncthreads();
  atomicAdd(result, first[t == n - 1 ? leave : t + 1] * (t + 1));
}
__global__ void parent(int *room, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int size = i % 4 == 0 ? 33 : i % 4 == 1 ? 100 : i % 4 == 2 ? 1000 : 1024;
  child<<<2, size>>>(i % 3 * 11, room + i);
  cudaDeviceSynchronize();
  out[i] = room[i] + 1;
}

int main() {
  const int parents = 48;
  int *room = device_zeros<int>(2 * parents);
  std::vector<int> want;
  for (int i = 0; i < parents; i++) {
    const int sizes[] = {33, 100, 1000, 1024}, n = sizes[i % 4], leave = i % 3 * 11;
    int sum = 0;
    for (int t = leave; t < n; t++) {
      int at = ((t == n - 1 ? leave : t + 1) * 7 + 1) % n;
      sum += (n - 1 - at + (at > 0 ? at - 1 : 0)) * (t + 1);
    }
    want.push_back(2 * sum + 1);
  }
  parent<<<4, parents / 4>>>(room, room + parents);
  return compare(to_host(room + parents, parents), want);
}
