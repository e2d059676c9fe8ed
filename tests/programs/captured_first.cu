// Parents of which the first launches are captured, in a stream that the default one waits for: while that is so, nobody may use the default one. One of
// them allocates.
// STRATEGIES: keep t1 t3 t4 block grid auto
#include "include/test.h"

__global__ void child(int *out, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(out + i, by);
}
__global__ void parent(int *out, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 3 == 0)
    child<<<2, 32>>>(out, i % 50, by);
}

__global__ void fill(int *list, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    list[i] = i;
}
__global__ void lists(int **made) {
  int *list = (int *)malloc((threadIdx.x + 1) * sizeof(int));
  made[threadIdx.x] = list;
  if (list)
    fill<<<1, 32>>>(list, threadIdx.x + 1);
}
__global__ void add_up(int **made, int *sums) {
  for (int i = 0; made[threadIdx.x] && i <= threadIdx.x; i++)
    sums[threadIdx.x] += made[threadIdx.x][i];
  free(made[threadIdx.x]);
}

int main() {
  allow_launches(10000);
  const int blocks = 4, made = 96, times = 5;
  int *out = device_zeros<int>(50), *sums = device_zeros<int>(made);
  int **all = device_zeros<int *>(made);
  std::vector<int> want(50), want_sums(made);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  parent<<<blocks, 64, 0, stream>>>(out, 2);
  lists<<<1, made, 0, stream>>>(all);
  add_up<<<1, made, 0, stream>>>(all, sums);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int r = 0; r < times; r++)
    CHECK(cudaGraphLaunch(exec, stream));
  // ... and then in the default one.
  parent<<<blocks, 64>>>(out, 3);
  for (int i = 0; i < blocks * 64; i += 3)
    for (int j = 0; j < i % 50; j++)
      want[j] += 2 * times + 3;
  for (int i = 0; i < made; i++)
    want_sums[i] = times * (i * (i + 1) / 2);
  return verdict(to_host(out, 50) == want && to_host(sums, made) == want_sums, "sums differ");
}
