// A level of a search that finds most nodes, and what of it is stores: edges dealt out to warps as a drain does, each of a node that is found or not, with the
// stores of a child (`level[v] = now + 1; changed = 1`) made in several ways. nvcc -O3 -std=c++17 -arch=sm_90 -Iinclude tests/engine/bench_stores.cu
// `bench_stores [nodes] [edges] [per cent of the nodes that are known]`, 10,000, a million and 10 by default: the second level of a random graph with a
// thousand edges a node. Microseconds from event to event, median and least of 41 levels.
#include "check.h"
#include <algorithm>
#include <freelaunch/freelaunch.h>
#include <random>

__device__ int changed;

// How a store is made: not at all; as it is; where the multiprocessor's cache has not the value yet; where memory has not; with an atomic operation.
enum store { none, plain, looks, looks_far, atomic };
template <store how> __device__ __forceinline__ bool put(int *p, int old, int value) {
  if (how == plain || (how == looks && *p != value) ||
      (how == looks_far && fl::load_relaxed(p) != value))
    *p = value;
  return how != atomic || atomicCAS(p, old, value) == old;
}
template <store of_level, store of_changed>
__global__ void __launch_bounds__(256) level_of(int edges, const int *col, int *level, int now) {
  const int warps = gridDim.x * 8, parts = (edges + 31) / 32, share = (parts + warps - 1) / warps;
  const int first = (blockIdx.x * 8 + threadIdx.x / 32) * share;
  for (int part = first; part < first + share && part < parts; part++) {
    const int j = part * 32 + threadIdx.x % 32;
    if (j < edges && level[col[j]] == -1 && put<of_level>(&level[col[j]], -1, now + 1))
      put<of_changed>(&changed, 0, 1);
  }
}

static int nodes = 10000, edges = 1000000, known = 10;
static std::vector<int> before;
static int *col, *level;

template <store of_level, store of_changed> static void measure(const char *name) {
  cudaEvent_t begin, end;
  CUDA(cudaEventCreate(&begin));
  CUDA(cudaEventCreate(&end));
  int processors = 0, zero = 0;
  CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  std::vector<float> times;
  std::vector<int> after(nodes);
  for (int r = 0; r < 51; r++) {
    CUDA(cudaMemcpy(level, before.data(), nodes * sizeof(int), cudaMemcpyHostToDevice));
    CUDA(cudaMemcpyToSymbol(changed, &zero, sizeof zero));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaEventRecord(begin));
    level_of<of_level, of_changed><<<8 * processors, 256>>>(edges, col, level, 1);
    CUDA(cudaEventRecord(end));
    CUDA(cudaEventSynchronize(end));
    float ms = 0;
    CUDA(cudaEventElapsedTime(&ms, begin, end));
    if (r >= 10)
      times.push_back(ms * 1000);
  }
  CUDA(cudaMemcpy(after.data(), level, nodes * sizeof(int), cudaMemcpyDeviceToHost));
  long found = 0;
  for (int v = 0; v < nodes; v++)
    found += after[v] == 2;
  std::sort(times.begin(), times.end());
  printf("%-44s %8.1f %8.1f us, %ld found\n", name, times[times.size() / 2], times[0], found);
}

int main(int argc, char **argv) {
  nodes = argc > 1 ? atoi(argv[1]) : nodes;
  edges = argc > 2 ? atoi(argv[2]) : edges;
  known = argc > 3 ? atoi(argv[3]) : known;
  std::mt19937 random(1);
  std::vector<int> to(edges);
  for (int &v : to)
    v = int(random() % unsigned(nodes));
  before.assign(nodes, -1);
  for (int v = 0; v < nodes; v++)
    if (int(random() % 100) < known)
      before[v] = 1;
  CUDA(cudaMalloc(&col, edges * sizeof(int)));
  CUDA(cudaMalloc(&level, nodes * sizeof(int)));
  CUDA(cudaMemcpy(col, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice));
  printf("%d nodes, %d edges, %d per cent known\n", nodes, edges, known);
  measure<none, none>("no stores");
  measure<plain, none>("level as it is");
  measure<looks_far, none>("level looks in memory");
  measure<atomic, none>("level with an atomic operation");
  measure<none, plain>("changed as it is");
  measure<none, looks>("changed looks in the cache");
  measure<none, looks_far>("changed looks in memory");
  measure<plain, looks>("both: as now");
  measure<looks_far, looks>("both: level looks in memory");
  measure<looks_far, looks_far>("both: both look in memory");
  measure<atomic, looks>("both: level with an atomic operation");
  return verdict("bench_stores");
}
