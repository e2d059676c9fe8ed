// Random trees of launches and joins, one to three levels deep, by single threads and by whole blocks,
// with blocks of many sizes, in streams, in order, and with children that nobody joins.
//
//   join_stress [seconds to run] [first seed]
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
// TARGET-t3: cpu
// REMARK-t3: kept: threads of 'node', which is a child itself, wait for its children
#include "include/test.h"
#include <chrono>

__host__ __device__ inline unsigned mix(unsigned a, unsigned b) {
  a = (a ^ b * 0x9e3779b9u ^ (a >> 16)) * 0x7feb352du;
  return (a ^ (a >> 15)) * 0x846ca68bu + b;
}

// What one thread launches before it joins; all follows from the seed.
struct Plan {
  unsigned seed;
  __host__ __device__ explicit Plan(unsigned s) : seed(mix(s, 1)) {}
  __host__ __device__ int children() const { return (int)(seed >> 4) % 3; }
  __host__ __device__ int blocks(int k) const { return 1 + (int)(mix(seed, 2 * k + 10) >> 4) % 2; }
  __host__ __device__ int threads(int k) const {
    const int sizes[] = {1, 7, 32, 33, 64, 100, 128, 250};
    return sizes[mix(seed, 2 * k + 11) >> 8 & 7];
  }
  __host__ __device__ int size(int k) const { return blocks(k) * threads(k); }
  __host__ __device__ int room() const {
    int sum = 0;
    for (int k = 0; k < children(); k++)
      sum += size(k);
    return sum;
  }
  __host__ __device__ unsigned seed_of(int k) const { return mix(seed, k + 100); }
  // Whether another kernel follows the child in its stream.
  __host__ __device__ bool followed(int k) const { return mix(seed, k + 200) >> 7 & 1; }
  // 0: the NULL stream, 1: one of its own for all children, 2: one for each
  __host__ __device__ int streams() const { return (int)(seed >> 12) % 3; }
};

// What the threads of a node do; leaves do nothing but compute.
__host__ __device__ inline int rounds(int depth, unsigned block) {
  return depth ? 1 + (int)(block >> 5) % 2 : 0;
}
__host__ __device__ inline bool whole_block(unsigned block) { return block >> 9 & 1; }
__host__ __device__ inline bool launches(unsigned v, int round) {
  return (mix(v, round + 50) >> 6) % 16 == 0;
}
__host__ __device__ inline bool leaves_one(int depth, unsigned v) {
  return depth && (v >> 3) % 16 == 0;
}

__device__ unsigned used; // of the room for what children find
__device__ int failed;    // a join or a launch

__global__ void follow(int n, unsigned x, unsigned *data) {
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x)
    data[j] = mix(data[j], x);
}

__global__ void node(int depth, unsigned seed, unsigned *room, unsigned *out);

__device__ unsigned run_children(int depth, unsigned seed, unsigned *room) {
  const Plan plan(seed);
  unsigned *const mine = room + atomicAdd(&used, (unsigned)plan.room()), *at = mine;
  cudaStream_t stream = nullptr;
  for (int k = 0; k < plan.children(); at += plan.size(k), k++) {
    if (plan.streams() == 2 || (plan.streams() == 1 && k == 0))
      cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    node<<<plan.blocks(k), plan.threads(k), 0, stream>>>(depth - 1, plan.seed_of(k), room, at);
    if (plan.followed(k))
      follow<<<1, 33, 0, stream>>>(plan.size(k), k, at);
    if (plan.streams() == 2)
      cudaStreamDestroy(stream);
  }
  if (cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess)
    failed = 1;
  if (plan.streams() == 1 && plan.children() > 0)
    cudaStreamDestroy(stream);
  unsigned v = seed;
  for (int j = 0; j < plan.room(); j++)
    v = mix(v, mine[j]);
  return v;
}

__global__ void node(int depth, unsigned seed, unsigned *room, unsigned *out) {
  __shared__ unsigned found;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned block = mix(seed, blockIdx.x);
  unsigned v = mix(seed, i + 1000);
  for (int round = 0; round < rounds(depth, block); round++)
    if (whole_block(block)) {
      if (threadIdx.x == 0)
        found = run_children(depth, mix(block, round), room);
      __syncthreads();
      v = mix(v, found);
      __syncthreads();
    } else if (launches(v, round)) {
      v = mix(v, run_children(depth, mix(v, round), room));
    }
  out[i] = v;
  if (leaves_one(depth, v))
    follow<<<1, 1>>>(1, depth, out + i);
}

static unsigned room_used;

static void node_serially(int depth, unsigned seed, int blocks, int threads, unsigned *out);

static unsigned children_serially(int depth, unsigned seed) {
  const Plan plan(seed);
  room_used += plan.room();
  unsigned v = seed;
  for (int k = 0; k < plan.children(); k++) {
    std::vector<unsigned> out(plan.size(k));
    node_serially(depth - 1, plan.seed_of(k), plan.blocks(k), plan.threads(k), out.data());
    for (unsigned x : out)
      v = mix(v, plan.followed(k) ? mix(x, k) : x);
  }
  return v;
}

static void node_serially(int depth, unsigned seed, int blocks, int threads, unsigned *out) {
  for (int b = 0; b < blocks; b++) {
    const unsigned block = mix(seed, b);
    for (int t = 0; t < threads; t++)
      out[b * threads + t] = mix(seed, b * threads + t + 1000);
    for (int round = 0; round < rounds(depth, block); round++) {
      const unsigned found = whole_block(block) ? children_serially(depth, mix(block, round)) : 0;
      for (int t = 0; t < threads; t++) {
        unsigned &v = out[b * threads + t];
        if (whole_block(block))
          v = mix(v, found);
        else if (launches(v, round))
          v = mix(v, children_serially(depth, mix(v, round)));
      }
    }
    for (int i = b * threads; i < (b + 1) * threads; i++)
      out[i] = leaves_one(depth, out[i]) ? mix(out[i], depth) : out[i];
  }
}

static bool run(unsigned seed) {
  const int depth = 1 + (int)(seed % 3), blocks = 1 + (int)(mix(seed, 3) >> 4) % 6;
  const int threads = Plan(seed).threads(9), n = blocks * threads;
  std::vector<unsigned> want(n);
  room_used = 0;
  node_serially(depth, seed, blocks, threads, want.data());
  unsigned *out = device_zeros<unsigned>(n), *room = device_zeros<unsigned>(room_used + 1);
  const unsigned none = 0;
  CHECK(cudaMemcpyToSymbol(used, &none, sizeof none));
  node<<<blocks, threads>>>(depth, seed, room, out);
  const std::vector<unsigned> got = to_host(out, n);
  CHECK(cudaFree(out));
  CHECK(cudaFree(room));
  int went_wrong;
  CHECK(cudaMemcpyFromSymbol(&went_wrong, failed, sizeof went_wrong));
  return got == want && !went_wrong;
}

int main(int argc, char **argv) {
  using clock = std::chrono::steady_clock;
  const double seconds = argc > 1 ? atof(argv[1]) : 0.5;
  const unsigned first = argc > 2 ? (unsigned)strtoul(argv[2], nullptr, 0) : 1;
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4);
  cudaGetLastError();
  allow_launches(1 << 16);
  const auto begin = clock::now();
  unsigned seed = first;
  do
    if (!run(seed))
      return verdict(false, "seed " + std::to_string(seed));
  while (++seed - first < 6 ||
         std::chrono::duration<double>(clock::now() - begin).count() < seconds);
  printf("%u trees\n", seed - first);
  return verdict(true, "");
}
