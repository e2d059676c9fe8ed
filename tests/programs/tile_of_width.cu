// Tiles whose width is a template's argument, handed to functions that take any group, or a tile of any width.
// REMARK-t1: launch of 'child<8>': t1
// REMARK-t1: launch of 'child<32>': t1
#include "include/test.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <class G> __device__ int sum_of(const G &g, int v) {
  for (int o = g.size() / 2; o > 0; o /= 2)
    v += g.shfl_down(v, o);
  return g.shfl(v, 0);
}
template <unsigned W, class P> __device__ int most_of(cg::thread_block_tile<W, P> g, int v) {
  for (int o = g.size() / 2; o > 0; o /= 2) {
    const int other = g.shfl_xor(v, o);
    v = other > v ? other : v;
  }
  return v;
}
template <int W> __global__ void child(int *out) {
  auto tile = cg::tiled_partition<W>(cg::this_thread_block());
  const int v = int(threadIdx.x), sum = sum_of(tile, v), most = most_of(tile, v);
  out[threadIdx.x] = sum * 100 + most;
}
__global__ void parent(int *out) {
  int *own = out + threadIdx.x * 128;
  child<8><<<1, 64>>>(own);
  child<32><<<1, 64>>>(own + 64);
}

int main() {
  const int parents = 10;
  int *out = device_zeros<int>(parents * 128);
  std::vector<int> want;
  for (int i = 0; i < parents * 128; i++) {
    const int w = i % 128 < 64 ? 8 : 32, first = i % 64 / w * w;
    want.push_back((first * w + w * (w - 1) / 2) * 100 + first + w - 1);
  }
  parent<<<1, parents>>>(out);
  return compare(to_host(out, want.size()), want);
}
