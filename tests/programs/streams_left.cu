// Streams and events that nobody destroys are gone when their block is, however many parents and children leave some: neither the device's heap nor, on the CPU target, the process' grows.
// REMARK-t1: launch of 'step': t1
// REMARK-t3: launch of 'step': t3
// REMARK-block: launch of 'step': block
// REMARK-grid: launch of 'middle': grid
// ENV: FL_WORKLIST=16
#include "include/allocated.h"
#include "include/test.h"

__global__ void step(unsigned *at, unsigned k) { *at = *at * 3 + k; }
// Twice 2 steps in two streams, of which one waits for the other.
__device__ void steps(unsigned *at) {
  cudaStream_t s, t;
  cudaEvent_t e;
  if (cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) != cudaSuccess ||
      cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking) != cudaSuccess ||
      cudaEventCreateWithFlags(&e, cudaEventDisableTiming) != cudaSuccess)
    return;
  step<<<1, 1, 0, s>>>(at, 1);
  step<<<1, 1, 0, s>>>(at, 2);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  step<<<1, 1, 0, t>>>(at, 3);
  step<<<1, 1, 0, t>>>(at, 4);
}
__global__ void middle(unsigned *at) { steps(at + threadIdx.x); }
__global__ void parent(unsigned *data, int children) {
  unsigned *at = data + (blockIdx.x * blockDim.x + threadIdx.x) * (1 + children);
  steps(at);
  if (children)
    middle<<<1, children>>>(at + 1);
}
__global__ void parent_of_steps(unsigned *data) { steps(data + blockIdx.x * blockDim.x + threadIdx.x); }

int main(int argc, char **argv) {
  const int parents = 128, children = 3, n = parents * (1 + children), launches = argc > 1 ? atoi(argv[1]) : 300;
  allow_launches(10 * n + 2048);
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20)); // on a GPU it is used up before the end, if nothing is freed
  unsigned *data = device_zeros<unsigned>(n);
  Allocated allocated;
  std::string why;
  for (int k = 0; k < launches; k++) {
    CHECK(cudaMemset(data, 0, n * sizeof(unsigned)));
    if (k % 2)
      parent<<<2, parents / 2>>>(data, children);
    else
      parent_of_steps<<<4, n / 4>>>(data);
    const std::vector<unsigned> got = to_host(data, n);
    for (int i = 0; i < n; i++)
      if (got[i] != 1 * 27 + 2 * 9 + 3 * 3 + 4)
        return verdict(false, "launch " + std::to_string(k) + ", element " + std::to_string(i) + ": " + std::to_string(got[i]));
    if (!allocated.stays(k, 59, 1800 << 10, why)) // a third of what would be left
      return verdict(false, why);
  }
  return verdict(true, "");
}
