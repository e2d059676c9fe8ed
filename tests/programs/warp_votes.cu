// Loops that a warp leaves by a vote, behind a way out that all of its block take: partitions of a range, as in quadtrees.
// REMARK-t1: remark: launch of 'split<SIZE>': t1
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;
constexpr int N = 1000, LEAST = 20;

struct Part {
  int begin, end;
  __host__ __device__ int size() const { return end - begin; }
};

// Puts a part's numbers below `pivot` in front of the others, bit by bit.
template <int SIZE> __global__ void split(Part part, int bit, int *data, int *room, int *leaves) {
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int lane = tile.thread_rank();
  if (part.size() <= LEAST || bit < 0) {
    if (threadIdx.x == 0)
      atomicAdd(leaves, 1);
    return;
  }
  int low = part.begin;
  for (int pass = 0; pass < 2; pass++)
    for (int i = part.begin + lane; tile.any(i < part.end); i += 32) {
      const bool mine = i < part.end && (data[i] >> bit & 1) == pass;
      unsigned votes = tile.ballot(mine);
      if (mine)
        room[low + __popc(votes & ((1u << lane) - 1))] = data[i];
      low += __popc(votes);
    }
  int ones = 0;
  unsigned full = 0xffffffff;
  for (int i = part.begin + lane; __any_sync(full, i < part.end); i += 32)
    ones += __popc(__ballot_sync(full, i < part.end && (data[i] >> bit & 1)));
  tile.sync();
  for (int i = part.begin + lane; i < part.end; i += 32)
    data[i] = room[i];
  tile.sync();
  if (lane == SIZE - 1) {
    split<SIZE><<<1, SIZE>>>(Part{part.begin, part.end - ones}, bit - 1, data, room, leaves);
    split<SIZE><<<1, SIZE>>>(Part{part.end - ones, part.end}, bit - 1, data, room, leaves);
  }
}

static int count(const int *data, int n, int bit) {
  if (n <= LEAST || bit < 0)
    return 1;
  int *part = (int *)malloc(2 * n * sizeof(int)), zeros = 0, ones = 0;
  for (int i = 0; i < n; i++)
    (data[i] >> bit & 1 ? part[n + ones++] : part[zeros++]) = data[i];
  const int r = count(part, zeros, bit - 1) + count(part + n, ones, bit - 1);
  free(part);
  return r;
}

int main() {
  static int data[N], out[N], counts[1000];
  for (int i = 0; i < N; i++)
    data[i] = (i * 7919 + i * i * 31) % 1000;
  int *device, leaves = 0, wrong = 0;
  cudaMalloc(&device, (2 * N + 1) * sizeof(int));
  cudaMemset(device + 2 * N, 0, sizeof(int));
  cudaMemcpy(device, data, sizeof data, cudaMemcpyHostToDevice);
  split<32><<<1, 32>>>(Part{0, N}, 9, device, device + N, device + 2 * N);
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(&leaves, device + 2 * N, sizeof leaves, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i++) {
    counts[data[i]]++;
    counts[out[i]]--;
    wrong += i && out[i] >> 6 < out[i - 1] >> 6; // the first bits are split everywhere
  }
  for (int c : counts)
    wrong += c != 0;
  const int want = count(data, N, 9);
  printf("%s: %d leaves, %d expected, %d wrong\n", leaves == want && !wrong ? "PASS" : "FAIL", leaves, want, wrong);
  return leaves != want || wrong;
}
