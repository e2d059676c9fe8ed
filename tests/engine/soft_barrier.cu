// The counting barrier in software, which sm_75 needs: real threads meet at it, and leave it one after another.
#include "check.h"
#include <freelaunch/freelaunch.h>

__global__ void meet(int *at, int *wrong) {
  __fl::u32 &word = __fl::static_shared<__fl::u32>();
  const int threads = int(blockDim.x), me = int(threadIdx.x);
  if (me == 0)
    __fl::soft_init(&word, blockDim.x);
  __syncthreads();
  int *count = at + blockIdx.x * 64;
  for (int round = 0; round < 64; round++) {
    if (me == round) {
      __fl::fence();
      __fl::soft_arrive(&word, true);
      return;
    }
    atomicAdd(&count[round], 1);
    __fl::soft_wait(&word);
    const int left = threads - round - 1; // all but those that have left
    if (atomicAdd(&count[round], 0) != (left > 0 ? left : 0))
      atomicAdd(wrong, 1);
    __fl::soft_wait(&word);
  }
}

int main() {
  for (int threads : {1, 2, 32, 33, 64, 100, 1024}) {
    array<int> at(5 * 64), wrong(1);
    CUDA((__fl::launch_plain<int *, int *>(__fl::config(5, threads), meet, at.get(), wrong.get())));
    CUDA(cudaDeviceSynchronize());
    CHECK(wrong.read()[0] == 0);
  }
  return verdict("soft_barrier");
}
