// The textbook's library call: all threads of a block make data, the first one calls a library that
// launches kernels and waits for them, and behind a barrier all consume the result. The library here
// computes running sums. In the plain version the block does without: chunk by chunk, in itself.
//
//   library_scan [elements of a block's array] [--join] [--plain] [--repeat N]
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
#include "example.h"

constexpr int arrays = 24, block_size = 256;

// The running sums of a block's number each, and what they add up to in the last thread's.
__device__ unsigned scan_block(unsigned x, unsigned *shared) {
  const int t = threadIdx.x;
  shared[t] = x;
  for (int distance = 1; distance < block_size; distance *= 2) {
    __syncthreads();
    unsigned before = t >= distance ? shared[t - distance] : 0;
    __syncthreads();
    shared[t] += before;
  }
  __syncthreads();
  return shared[t];
}

// The library: running sums in each block, of the blocks' sums, and both added up.
__global__ void scan_chunks(int n, unsigned *data, unsigned *sums) {
  __shared__ unsigned shared[block_size];
  int j = blockIdx.x * block_size + threadIdx.x;
  unsigned sum = scan_block(j < n ? data[j] : 0, shared);
  if (j < n)
    data[j] = sum;
  if (threadIdx.x == block_size - 1)
    sums[blockIdx.x] = sum;
}
__global__ void scan_sums(int n, unsigned *sums) {
  __shared__ unsigned shared[block_size];
  unsigned before = 0;
  for (int begin = 0; begin < n; begin += block_size) {
    int j = begin + threadIdx.x;
    unsigned sum = before + scan_block(j < n ? sums[j] : 0, shared);
    if (j < n)
      sums[j] = sum;
    before += shared[block_size - 1];
    __syncthreads();
  }
}
__global__ void add_sums(int n, unsigned *data, const unsigned *sums) {
  int j = (blockIdx.x + 1) * block_size + threadIdx.x;
  if (j < n)
    data[j] += sums[blockIdx.x];
}

// Replaces n numbers by their running sums; `scratch` has room for one number a block.
__device__ cudaError_t device_inclusive_scan(int n, unsigned *data, unsigned *scratch) {
  const int blocks = (n + block_size - 1) / block_size;
  scan_chunks<<<blocks, block_size>>>(n, data, scratch);
  if (blocks > 1) {
    scan_sums<<<1, block_size>>>(blocks, scratch);
    add_sums<<<blocks - 1, block_size>>>(n, data, scratch);
  }
  return cudaDeviceSynchronize();
}

__host__ __device__ inline unsigned made(int array, int j) {
  return (j * 7919u + array * 104729u) % 1000u;
}
__host__ __device__ inline unsigned consumed(unsigned sum, unsigned total) { return sum ^ total; }

__global__ void library_call(int n, unsigned *all, unsigned *scratch, unsigned *out) {
  unsigned *data = all + (long)blockIdx.x * n;
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    data[j] = made(blockIdx.x, j);
  __shared__ cudaError_t error;
  __syncthreads();
  if (threadIdx.x == 0)
    error = device_inclusive_scan(n, data, scratch + (long)blockIdx.x * (n / block_size + 1));
  __syncthreads();
  for (int j = threadIdx.x; j < n && error == cudaSuccess; j += blockDim.x)
    out[(long)blockIdx.x * n + j] = consumed(data[j], data[n - 1]);
}

__global__ void without_library(int n, unsigned *all, unsigned *out) {
  __shared__ unsigned shared[block_size];
  unsigned *data = all + (long)blockIdx.x * n, before = 0;
  for (int begin = 0; begin < n; begin += block_size) {
    int j = begin + threadIdx.x;
    unsigned sum = before + scan_block(j < n ? made(blockIdx.x, j) : 0, shared);
    if (j < n)
      data[j] = sum;
    before += shared[block_size - 1];
    __syncthreads();
  }
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    out[(long)blockIdx.x * n + j] = consumed(data[j], before);
}

struct Arrays {
  int n;
  std::vector<unsigned> want;
  unsigned *data, *scratch, *out;

  explicit Arrays(int elements) : n(elements) {
    for (int a = 0; a < arrays; a++) {
      unsigned total = 0, sum = 0;
      for (int j = 0; j < n; j++)
        total += made(a, j);
      for (int j = 0; j < n; j++)
        want.push_back(consumed(sum += made(a, j), total));
    }
    data = to_device(want);
    out = to_device(want);
    scratch = to_device(std::vector<unsigned>((size_t)arrays * (n / block_size + 1)));
  }
  void reset() {
    refill(data, std::vector<unsigned>(want.size()));
    refill(out, std::vector<unsigned>(want.size()));
  }
  bool right() const { return to_host(out, want.size()) == want; }
};

static void with_join(Arrays &a) {
  library_call<<<arrays, block_size>>>(a.n, a.data, a.scratch, a.out);
}
static void plain(Arrays &a) { without_library<<<arrays, block_size>>>(a.n, a.data, a.out); }

int main(int argc, char **argv) {
  Versions versions(argc, argv, 10000, 1 << 24, {"join", "plain"});
  Arrays a(versions.size());
  versions.run("join", a, with_join);
  versions.run("plain", a, plain);
  return versions.finish();
}
