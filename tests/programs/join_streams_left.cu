// A parent that waits for its children again and again, with streams of its own each time: those that it destroys are gone, and those that it leaves are when its block is.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t1: launch of 'step': t1
// REMARK-t3: launch of 'step': t3
// ENV: FL_CHOICE=t4
#include "include/allocated.h"
#include "include/test.h"

__global__ void step(unsigned *at, unsigned k) { *at = *at * 3 + k; }
__global__ void parent(unsigned *data, unsigned *failed, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *at = data + i, seen = 0;
  cudaStream_t first;
  unsigned bad = cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) != cudaSuccess;
  for (int k = 0; k < rounds && !bad; k++) {
    cudaStream_t s, t;
    bad |= cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) != cudaSuccess;
    bad |= cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking) != cudaSuccess;
    step<<<1, 1, 0, s>>>(at, k);
    step<<<1, 1, 0, s>>>(at, 2);
    cudaDeviceSynchronize();
    step<<<1, 1, 0, t>>>(at, 3); // a stream goes on after a join
    step<<<1, 1, 0, t>>>(at, k);
    if (i % 2) {
      cudaStreamDestroy(s);
      cudaStreamDestroy(t);
    }
    cudaDeviceSynchronize();
    seen = ((seen * 3 + k) * 3 + 2) * 3 + 3;
    seen = seen * 3 + k;
    bad |= *at != seen;
  }
  step<<<1, 1, 0, first>>>(at, 5);
  step<<<1, 1, 0, first>>>(at, 6);
  if (bad)
    atomicAdd(failed, 1u);
}

int main(int argc, char **argv) {
  const int parents = 64, launches = 28, rounds = argc > 1 ? atoi(argv[1]) : 24;
  unsigned *data = device_zeros<unsigned>(parents), *failed = device_zeros<unsigned>(1), want = 0;
  for (int k = 0; k < rounds; k++)
    want = (((want * 3 + k) * 3 + 2) * 3 + 3) * 3 + k;
  want = (want * 3 + 5) * 3 + 6;
  Allocated allocated;
  std::string why;
  for (int n = 0; n < launches; n++) {
    CHECK(cudaMemset(data, 0, parents * sizeof(unsigned)));
    parent<<<2, parents / 2>>>(data, failed, rounds);
    if (to_host(failed, 1)[0])
      return verdict(false, "launch " + std::to_string(n) + ": an error in " + std::to_string(to_host(failed, 1)[0]) + " threads");
    for (unsigned got : to_host(data, parents))
      if (got != want)
        return verdict(false, "launch " + std::to_string(n) + ": got " + std::to_string(got));
    if (!allocated.stays(n, 9, 128 << 10, why)) // a third of what would be left
      return verdict(false, why);
  }
  return verdict(true, "");
}
