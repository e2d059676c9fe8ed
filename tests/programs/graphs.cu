// Parents in graphs: captured from two streams with what stands between them, as nodes of their own (which are the parent's symbol), in a graph in another.
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void child(int n, int by, unsigned *out) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    out[j] = out[j] * 3 + by;
}
__global__ void parent(int n, int by, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, by + i, out + i * n);
  if (i % 2)
    child<<<1, 32>>>(n < 32 ? n : 32, 1, out + i * n);
}
__global__ void add(int n, const unsigned *from, unsigned *to) {
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    to[j] += from[j];
}

static int calls;
static void call(void *) { calls++; }

static const int parents = 12, n = 40, total = parents * n;
static void expect(std::vector<unsigned> &a, int by) {
  for (int k = 0; k < total; k++) {
    a[k] = a[k] * 3 + by + k / n;
    if (k / n % 2 && k % n < 32)
      a[k] = a[k] * 3 + 1;
  }
}

int main() {
  unsigned *a = device_zeros<unsigned>(total), *b = device_zeros<unsigned>(total), *sum = device_zeros<unsigned>(total);
  std::vector<unsigned> want_a(total), want_b(total), want(total);
  cudaStream_t s, t;
  cudaEvent_t fork, join;
  CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

  // While it is captured, nothing runs.
  cudaGraph_t captured, whole;
  cudaStreamCaptureStatus status;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(3);
  config.blockDim = dim3(parents / 3);
  config.stream = t;
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemsetAsync(a, 0, total * sizeof(int), s));
  CHECK(cudaEventRecord(fork, s));
  CHECK(cudaStreamWaitEvent(t, fork, 0));
  parent<<<2, parents / 2, 0, s>>>(n, 5, a);
  parent<<<2, parents / 2, 0, t>>>(n, 7, b);
  CHECK(cudaLaunchKernelEx(&config, parent, n, 9, b));
  CHECK(cudaStreamIsCapturing(t, &status));
  CHECK(cudaEventRecord(join, t));
  CHECK(cudaStreamWaitEvent(s, join, 0));
  add<<<1, 64, 0, s>>>(total, a, sum);
  add<<<1, 64, 0, s>>>(total, b, sum);
  CHECK(cudaLaunchHostFunc(s, call, nullptr));
  CHECK(cudaStreamEndCapture(s, &captured));
  bool ok = status == cudaStreamCaptureStatusActive && calls == 0;
  CHECK(cudaStreamIsCapturing(t, &status));
  ok &= status == cudaStreamCaptureStatusNone && to_host(b, total) == want;

  // ... and then a parent by itself, whose dependence is told last.
  int count = n, by = 11;
  void *args[] = {&count, &by, &b};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void *)parent;
  kernel.gridDim = dim3(2);
  kernel.blockDim = dim3(parents / 2);
  kernel.kernelParams = args;
  cudaGraphNode_t nodes[2];
  CHECK(cudaGraphCreate(&whole, 0));
  CHECK(cudaGraphAddKernelNode(&nodes[1], whole, nullptr, 0, &kernel));
  CHECK(cudaGraphAddChildGraphNode(&nodes[0], whole, nullptr, 0, captured));
#if CUDART_VERSION >= 13000
  CHECK(cudaGraphAddDependencies(whole, &nodes[0], &nodes[1], nullptr, 1));
#else
  CHECK(cudaGraphAddDependencies(whole, &nodes[0], &nodes[1], 1));
#endif
  cudaGraph_t original = whole; // a clone knows all that it is made of
  size_t roots = 0;
  CHECK(cudaGraphClone(&whole, original));
  CHECK(cudaGraphNodeFindInClone(&nodes[1], nodes[1], whole));
  CHECK(cudaGraphDestroy(original));
  CHECK(cudaGraphGetRootNodes(whole, nullptr, &roots));
  ok &= roots == 1;
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, whole, 0));
  const int rounds = 4;
  for (int r = 0; r < rounds; r++) {
    if (r == rounds - 1) {
      by = 13;
      CHECK(cudaGraphExecKernelNodeSetParams(exec, nodes[1], &kernel));
    }
    CHECK(cudaGraphLaunch(exec, s));
    want_a.assign(total, 0);
    expect(want_a, 5);
    expect(want_b, 7);
    expect(want_b, 9);
    for (int k = 0; k < total; k++)
      want[k] += want_a[k] + want_b[k];
    expect(want_b, by);
  }
  CHECK(cudaStreamSynchronize(s));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(whole));
  CHECK(cudaGraphDestroy(captured));
  ok &= calls == rounds && to_host(b, total) == want_b;
  return ok ? compare(to_host(sum, total), want) : verdict(false, "calls, or what b holds");
}
