// Children that use shuffles and votes, of one and of several warps, below joining parents.
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void reduce(int x, int *result) {
  int v = x + threadIdx.x;
  for (int distance = 16; distance > 0; distance /= 2)
    v += __shfl_down_sync(~0u, v, distance);
  unsigned odd = __ballot_sync(~0u, (x + threadIdx.x) % 3 == 0);
  if (threadIdx.x % 32 == 0)
    atomicAdd(result, v + 100000 * __popc(odd));
}
__global__ void parent(int *room, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  reduce<<<1, 32 * (1 + i % 3)>>>(i, room + i);
  cudaDeviceSynchronize();
  out[i] = room[i] + 1;
}

int main() {
  const int parents = 90;
  int *room = device_zeros<int>(2 * parents);
  std::vector<int> want(parents, 1);
  for (int i = 0; i < parents; i++)
    for (int t = 0; t < 32 * (1 + i % 3); t++)
      want[i] += i + t + 100000 * ((i + t) % 3 == 0);
  parent<<<3, parents / 3>>>(room, room + parents);
  return compare(to_host(room + parents, parents), want);
}
