// Children without barriers whose blocks are no warps: some of a few threads, some of sizes that 32 does not divide, blocks most of whose threads fail
// the bound, sizes known at run time only, grids of two dimensions, and grids large enough to be spilled. Every thread says who it is.
// ENV: FL_WORKLIST=2
// REMARK-t1: launch of 'tiny': t1
// REMARK-t1: launch of 'odd': t1
// REMARK-t1: launch of 'sized': t1
// REMARK-t1: launch of 'large': t1
#include "include/test.h"

// What thread (t, b) of a grid of `blocks` blocks of `threads` adds.
__host__ __device__ inline unsigned says(unsigned t, unsigned b, unsigned threads, unsigned blocks) { return t * 7 + b * 1001 + threads * 13 + blocks * 5 + 1; }

__global__ void tiny(unsigned *sum) { atomicAdd(sum, says(threadIdx.x, blockIdx.x, blockDim.x, gridDim.x)); }
__global__ void odd(unsigned *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, says(threadIdx.x, blockIdx.x, blockDim.x, gridDim.x));
}
__global__ void wide(unsigned *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(sum, says(threadIdx.x, blockIdx.x, blockDim.x, gridDim.x));
}
__global__ void sized(unsigned *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, says(threadIdx.x + threadIdx.y * 3 + threadIdx.z * 5, blockIdx.x + blockIdx.y * 11, blockDim.x * blockDim.y, gridDim.x * gridDim.y));
}
__global__ void large(unsigned *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 4099 == 0)
    atomicAdd(sum, says(threadIdx.x, blockIdx.x, blockDim.x, gridDim.x));
}

__global__ void few(unsigned *sum) { tiny<<<threadIdx.x + 1, 5>>>(sum + threadIdx.x); }
__global__ void some(unsigned *sum) {
  int i = threadIdx.x;
  if (i % 2)
    odd<<<(i * 9 + 47) / 48, 48>>>(sum + i, i * 9);
  else
    wide<<<(i + 255) / 256 + 1, 256>>>(sum + i, i); // no thread of the second block does anything
}
__global__ void many(unsigned *sum) {
  int i = threadIdx.x, block = 20 + 3 * i;
  sized<<<(i * 5 + block) / block, block>>>(sum + i, i * 5);
}
__global__ void flat(unsigned *sum) {
  int i = threadIdx.x;
  sized<<<dim3(i % 3 + 1, i % 2 + 1), dim3(i % 5 + 1, i % 4 + 1, i % 2 + 1)>>>(sum + i, 1 + i % 9);
}
constexpr int far = 34000000;
__global__ void spills(unsigned *sum) {
  if (threadIdx.x < 2)
    large<<<(far + 47) / 48, 48>>>(sum + threadIdx.x, far - (int)threadIdx.x * 4099);
}

template <class F> static void add(unsigned *sum, unsigned blocks, unsigned threads, F counts) {
  for (unsigned b = 0; b < blocks; b++)
    for (unsigned t = 0; t < threads; t++)
      if (counts(b * threads + t))
        *sum += says(t, b, threads, blocks);
}

int main() {
  constexpr int each = 64;
  unsigned *sums = device_zeros<unsigned>(5 * each);
  few<<<1, each>>>(sums);
  some<<<1, each>>>(sums + each);
  many<<<1, each>>>(sums + 2 * each);
  flat<<<1, each>>>(sums + 3 * each);
  spills<<<1, each>>>(sums + 4 * each);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::vector<unsigned> want(5 * each, 0);
  for (int i = 0; i < each; i++) {
    add(&want[i], i + 1, 5, [](unsigned) { return true; });
    if (i % 2)
      add(&want[each + i], (i * 9 + 47) / 48, 48, [=](unsigned k) { return (int)k < i * 9; });
    else
      add(&want[each + i], (i + 255) / 256 + 1, 256, [=](unsigned k) { return (int)k < i; });
    const int block = 20 + 3 * i;
    add(&want[2 * each + i], (i * 5 + block) / block, block, [=](unsigned k) { return (int)k < i * 5; });
    const unsigned gx = i % 3 + 1, gy = i % 2 + 1, bx = i % 5 + 1, by = i % 4 + 1, bz = i % 2 + 1;
    for (unsigned b = 0; b < gx * gy; b++)
      for (unsigned t = 0; t < bx * by * bz; t++) {
        const unsigned x = t % bx, y = t / bx % by, z = t / bx / by;
        if (b % gx * bx + x < 1u + i % 9)
          want[3 * each + i] += says(x + y * 3 + z * 5, b % gx + b / gx * 11, bx * by, gx * gy);
      }
  }
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < far - i * 4099; k += 4099)
      want[4 * each + i] += says(k % 48, k / 48, 48, (far + 47) / 48);
  return compare(to_host(sums, 5 * each), want);
}
