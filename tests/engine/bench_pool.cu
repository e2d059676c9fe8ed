// Allocation on the device, from the pool and from CUDA's heap: many threads allocate a block each and write to it, another kernel checks and frees all of
// them. Times in milliseconds, best of 5; nanoseconds for each block and operation. `bench_pool [most blocks]`, 1,048,576 by default; CUDA's
// free() takes time that grows with the number of allocations, so that its rows stop where they would take seconds.
#define FL_POOL (1u << 30)
#include "check.h"
#include <freelaunch/freelaunch.h>

enum who { of_pool, of_cuda };

__device__ unsigned size_of(unsigned i, unsigned bytes) { // 0: of all sizes from 32 to 512
  return bytes ? bytes : 32 + (i * 2654435761u >> 16) % 481;
}
template <who how> __global__ void take(unsigned n, unsigned bytes, unsigned **all) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const unsigned size = size_of(i, bytes);
  unsigned *p = static_cast<unsigned *>(how == of_pool ? __fl::heap::malloc(size) : malloc(size));
  all[i] = p;
  if (p) {
    p[0] = i;
    p[size / 4 - 1] = i ^ ~0u;
  }
}
// `step`: which thread frees what; 1: neighbours free neighbours.
template <who how>
__global__ void give(unsigned n, unsigned bytes, unsigned step, unsigned **all, unsigned *bad) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  i = unsigned((unsigned long long)i * step % n);
  unsigned *p = all[i];
  if (!p)
    atomicAdd(bad + 1, 1u);
  else if (p[0] != i || p[size_of(i, bytes) / 4 - 1] != (i ^ ~0u))
    atomicAdd(bad, 1u);
  if (how == of_pool && p && !__fl::in_pool(p))
    atomicAdd(bad + 2, 1u);
  if (how == of_pool)
    __fl::heap::free(p);
  else
    free(p);
  all[i] = nullptr;
}

struct times {
  float take = 1e30f, give = 1e30f;
};
template <who how>
static times measure(unsigned n, unsigned bytes, unsigned step, unsigned **all, unsigned *bad) {
  cudaEvent_t at[3];
  for (cudaEvent_t &e : at)
    CUDA(cudaEventCreate(&e));
  times best;
  for (int i = 0; i < 5; ++i) {
    CUDA(cudaEventRecord(at[0]));
    take<how><<<__fl::with_heap((n + 255) / 256), 256>>>(n, bytes, all);
    CUDA(cudaEventRecord(at[1]));
    give<how><<<(n + 255) / 256, 256>>>(n, bytes, step, all, bad);
    CUDA(cudaEventRecord(at[2]));
    CUDA(cudaDeviceSynchronize());
    float a, b;
    CUDA(cudaEventElapsedTime(&a, at[0], at[1]));
    CUDA(cudaEventElapsedTime(&b, at[1], at[2]));
    best.take = a < best.take ? a : best.take;
    best.give = b < best.give ? b : best.give;
    if (a + b > 500)
      break;
  }
  for (cudaEvent_t e : at)
    CUDA(cudaEventDestroy(e));
  return best;
}

int main(int argc, char **argv) {
  const unsigned most = argc > 1 ? unsigned(atoi(argv[1])) : 1u << 20;
  CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t(2) << 30));
  array<unsigned *> all(most);
  array<unsigned> bad(3);
  printf("%9s %9s %8s | %10s %10s %8s %8s | %10s %10s\n", "blocks", "bytes", "freed", "pool take",
         "pool free", "ns/take", "ns/free", "CUDA take", "CUDA free");
  float last = 0; // the slowest of CUDA's with `last_n` blocks
  unsigned last_n = 1;
  for (unsigned n : {25600u, 102400u, 409600u, 1u << 20}) {
    if (n > most)
      break;
    const float grown = float(n) / float(last_n);
    bool slow = last * grown * grown > 5000;
    last = 0;
    for (unsigned bytes : {32u, 64u, 128u, 256u, 512u, 0u})
      for (unsigned step : {1u, 7919u}) {
        const times pool = measure<of_pool>(n, bytes, step, all.get(), bad.get());
        times plain;
        const bool run = !slow && step == 1;
        if (run)
          plain = measure<of_cuda>(n, bytes, step, all.get(), bad.get());
        slow |= run && plain.take + plain.give > 2000;
        last = run && plain.take + plain.give > last ? plain.take + plain.give : last;
        char size[16];
        snprintf(size, sizeof size, bytes ? "%u" : "32 to 512", bytes);
        printf("%9u %9s %8s | %10.3f %10.3f %8.2f %8.2f |", n, size,
               step == 1 ? "in order" : "mixed", pool.take, pool.give, pool.take * 1e6 / n,
               pool.give * 1e6 / n);
        if (run)
          printf(" %10.3f %10.3f\n", plain.take, plain.give);
        else
          printf(" %10s %10s\n", "-", "-");
        fflush(stdout);
      }
    last_n = n;
    last = slow ? 1e9f : last;
  }
  const std::vector<unsigned> got = bad.read();
  printf("%u damaged, %u without memory, %u of the pool's were not from the pool\n", got[0], got[1],
         got[2]);
  CHECK(got[0] == 0 && got[1] == 0);
  return verdict("bench_pool");
}
