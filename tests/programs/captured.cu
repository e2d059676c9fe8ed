// A parent that the runtime has come to launch as a graph of its own (runtime/flrt_launch.c), captured into one of the program's in between; and captured again
// and again, to bring that one up to date: the memory of graphs that are gone is used again.
// STRATEGIES: keep t1 t4 auto
// TARGET-keep: cpu: natively the seventh launch of the graph, with others of the parent between them, never ends (CUDA 13.0)
// ENV: FL_CHOICE=t4
// ENV: FL_GRAPHS=0
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
static void expect(std::vector<int> &want, int blocks, int by) {
  for (int i = 0; i < blocks * 64; i += 3)
    for (int j = 0; j < i % 50; j++)
      want[j] += by;
}

int main() {
  allow_launches(60000);
  int *out = device_zeros<int>(50);
  std::vector<int> want(50);
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int r = 0; r < 40; r++) {
    parent<<<1 + r % 3, 64, 0, stream>>>(out, r);
    expect(want, 1 + r % 3, r);
  }
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  parent<<<3, 64, 0, stream>>>(out, 1);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int r = 0; r < 20; r++) {
    CHECK(cudaGraphLaunch(exec, stream));
    parent<<<2, 64, 0, stream>>>(out, 2);
    expect(want, 3, 1);
    expect(want, 2, 2);
  }
  const int blocks = 4, captures = 30;
  for (int r = 0; r < captures; r++) {
    cudaGraph_t again;
    cudaGraphExecUpdateResultInfo result;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    parent<<<blocks, 64, 0, stream>>>(out, 1);
    CHECK(cudaStreamEndCapture(stream, &again));
    if (cudaGraphExecUpdate(exec, again, &result) != cudaSuccess) {
      CHECK(cudaGetLastError() == cudaErrorGraphExecUpdateFailure ? cudaSuccess : cudaErrorUnknown);
      CHECK(cudaGraphExecDestroy(exec));
      CHECK(cudaGraphInstantiate(&exec, again, 0));
    }
    CHECK(cudaGraphDestroy(again));
    CHECK(cudaGraphLaunch(exec, stream));
    expect(want, blocks, 1);
    CHECK(cudaStreamSynchronize(stream));
  }
  return verdict(to_host(out, 50) == want, "sums differ");
}
