// A level of a search that finds most nodes, and what of it is stores: edges dealt out to warps as a drain does, each of a node that is found or not, with the
// stores of a child (`level[v] = now + 1; changed = 1`) made in several ways. nvcc -O3 -std=c++17 -arch=sm_90 -Iinclude tests/engine/bench_stores.cu
// `bench_stores [nodes] [edges] [per cent of the nodes that are known]`, 10,000, a million and 10 by default: the second level of a random graph with a
// thousand edges a node. Microseconds from event to event, median and least of 41 levels.
#include "check.h"
#include <algorithm>
#include <freelaunch/freelaunch.h>
#include <random>

__device__ int changed;

// How a store is made: not at all; as it is; past the multiprocessor's cache; where that cache has not the value yet; where memory has not; with an atomic
// operation of which the result is used, or not.
enum store { none, plain, far, looks, looks_far, swap, exchange, largest };
template <store how> __device__ __forceinline__ bool put(int *p, int old, int value) {
  if (how == plain || (how == looks && *p != value) ||
      (how == looks_far && __fl::load_relaxed(p) != value))
    *p = value;
  if (how == far)
    __stcg(p, value);
  if (how == exchange)
    atomicExch(p, value);
  if (how == largest)
    atomicMax(p, value);
  return how != swap || atomicCAS(p, old, value) == old;
}
// Which places are stored to: those of the edges' nodes where they are not known yet, of all of the edges' nodes, or one after the other, of the first or all.
enum where { found, scattered, found_in_turn, in_turn };
template <store of_level, store of_changed, where place>
__global__ void __launch_bounds__(256) level_of(int edges, const int *col, int *level, int now) {
  const int warps = gridDim.x * 8, parts = (edges + 31) / 32, share = (parts + warps - 1) / warps;
  const int first = (blockIdx.x * 8 + threadIdx.x / 32) * share;
  for (int part = first; part < first + share && part < parts; part++) {
    const int j = part * 32 + threadIdx.x % 32;
    if (j >= edges)
      return;
    int *const p = &level[place == found_in_turn || place == in_turn ? j : col[j]];
    if ((place == scattered || place == in_turn || *p == -1) && put<of_level>(p, -1, now + 1))
      put<of_changed>(&changed, 0, 1);
  }
}

static int nodes = 10000, edges = 1000000, known = 10;
static std::vector<int> before;
static int *col, *level;

template <store of_level, store of_changed, where place = found>
static void measure(const char *name) {
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
    level_of<of_level, of_changed, place><<<8 * processors, 256>>>(edges, col, level, 1);
    CUDA(cudaEventRecord(end));
    CUDA(cudaEventSynchronize(end));
    float ms = 0;
    CUDA(cudaEventElapsedTime(&ms, begin, end));
    if (r >= 10)
      times.push_back(ms * 1000);
  }
  CUDA(cudaMemcpy(after.data(), level, nodes * sizeof(int), cudaMemcpyDeviceToHost));
  long now_known = 0;
  for (int v = 0; v < nodes; v++)
    now_known += after[v] == 2;
  std::sort(times.begin(), times.end());
  printf("%-44s %8.1f %8.1f us, %ld found\n", name, times[times.size() / 2], times[0], now_known);
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
  measure<far, none>("level past the cache");
  measure<looks_far, none>("level looks in memory");
  measure<swap, none>("level compare and swap");
  measure<exchange, none>("level exchange");
  measure<largest, none>("level maximum");
  measure<none, plain>("changed as it is");
  measure<none, far>("changed past the cache");
  measure<none, looks>("changed looks in the cache");
  measure<none, looks_far>("changed looks in memory");
  measure<none, exchange>("changed exchange");
  measure<none, largest>("changed maximum");
  measure<plain, looks>("both: level as it is, changed looks");
  measure<far, looks>("both: level past the cache, changed looks");
  measure<looks_far, looks>("both: level looks in memory, changed looks");
  measure<swap, looks>("both: level compare and swap, changed looks");
  measure<exchange, looks>("both: level exchange, changed looks");
  measure<largest, looks>("both: level maximum, changed looks");
  measure<exchange, looks_far>("both: level exchange, changed looks in memory");
  measure<plain, none, scattered>("all nodes as it is");
  measure<exchange, none, scattered>("all nodes exchange");
  if (nodes >= edges) {
    measure<plain, none, found_in_turn>("found in turn as it is");
    measure<exchange, none, found_in_turn>("found in turn exchange");
    measure<plain, none, in_turn>("in turn as it is");
    measure<exchange, none, in_turn>("in turn exchange");
  }
  return verdict("bench_stores");
}
