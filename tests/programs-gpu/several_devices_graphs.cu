// Graphs that hold captured parents, on every device that there is.
// STRATEGIES: t1 t2 mega t4 warp block multiblock grid auto
// ENV: FL_GRAPHS=0
#include "../programs/include/test.h"

__global__ void mark(int *data, int begin, int end, int by) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end)
    atomicAdd(&data[i], by);
}
__global__ void lists(const int *first, int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && first[i + 1] > first[i])
    mark<<<(first[i + 1] - first[i] + 63) / 64, 64>>>(data, first[i], first[i + 1], i + 1);
}

// Two parents in each graph, and it three times behind a launch that is under way.
static bool runs(int device) {
  const int n = 3000;
  CHECK(cudaSetDevice(device));
  allow_launches(2 * n);
  std::vector<int> offsets = list_offsets(n, 60 + 20 * device);
  int *first = to_device(offsets), *data = device_zeros<int>(offsets.back());
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaDeviceSynchronize());
  const auto launch = [&] {
    lists<<<(n + 127) / 128, 128, 0, stream>>>(first, n, data);
    CHECK(cudaGetLastError());
  };
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  launch();
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  launch();
  launch();
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int r = 0; r < 3; r++)
    CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  std::vector<int> want = lists_marked(offsets);
  for (int &w : want)
    w *= 7;
  return to_host(data, want.size()) == want;
}

int main() {
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  bool ok = true;
  for (int round = 0; round < 2; round++)
    for (int device = 0; device < count; device++)
      ok &= runs(device);
  return verdict(ok, "a graph's marks are not as they should be");
}
