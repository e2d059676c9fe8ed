// The prototype's fastest BFS (record with one atomic a warp, drain behind a programmatic dependent
// launch) beside the engine's, in one binary: nvcc -O3 -std=c++17 -arch=sm_90 -Iinclude
// -Itests/engine tests/engine/bench_bfs.cu For each graph and variant: best and median of 5 whole
// searches, the times of the levels of the last one.
#include "bfs.h"
#include "check.h"
#include <algorithm>
#include <random>
#include <utility>

__device__ unsigned long long packed;
__device__ unsigned done;
__device__ __forceinline__ void visit(int j, int *lvl, const int *col, int cur) {
  int v = col[j];
  if (lvl[v] == -1) {
    lvl[v] = cur + 1;
    changed = 1;
  }
}
template <int PDL>
__global__ void proto_record(int n, const int *row, const int *col, int *lvl, int cur, int4 *wl) {
#if __CUDA_ARCH__ >= 900
  if (PDL)
    cudaTriggerProgrammaticLaunchCompletion();
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool a = i < n && lvl[i] == cur;
  int s = 0, e = 0;
  if (a) {
    s = row[i];
    e = row[i + 1];
  }
  int nb = (e - s + 31) / 32;
  bool act = nb > 0;
  unsigned m = __ballot_sync(~0u, act);
  if (m) {
    int lane = threadIdx.x & 31;
    int x = nb;
    for (int o = 1; o < 32; o *= 2) {
      int y = __shfl_up_sync(~0u, x, o);
      if (lane >= o)
        x += y;
    }
    int tot = __shfl_sync(~0u, x, 31);
    unsigned long long base = 0;
    if (lane == 0)
      base = atomicAdd(&packed, ((unsigned long long)__popc(m) << 32) | tot);
    base = __shfl_sync(~0u, base, 0);
    if (act) {
      int k = (int)(base >> 32) + __popc(m & ((1u << lane) - 1));
      wl[k] = make_int4(s, e, (int)(base & 0xffffffffu) + x - nb, nb);
    }
  }
}
template <int PDL> __global__ void proto_drain(int *lvl, const int *col, int cur, int4 *wl) {
#if __CUDA_ARCH__ >= 900
  if (PDL)
    cudaGridDependencySynchronize();
#endif
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long P = *(volatile unsigned long long *)&packed;
  int m = P >> 32, tot = (int)P;
  int W = gridDim.x * blockDim.x / 32, w = t / 32;
  int lane = t & 31;
  int per = (tot + W - 1) / W;
  int b0 = w * per, b1 = min(tot, b0 + per);
  if (b0 < b1) {
    int lo = 0, hi = m - 1;
    while (lo < hi) {
      int md = (lo + hi + 1) / 2;
      if (wl[md].z <= b0)
        lo = md;
      else
        hi = md - 1;
    }
    int4 r = wl[lo];
    for (int b = b0; b < b1; b++) {
      while (b >= r.z + r.w)
        r = wl[++lo];
      int j = r.x + (b - r.z) * 32 + lane;
      if (j < r.y)
        visit(j, lvl, col, cur);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned d = atomicAdd(&done, 1);
    if (d == gridDim.x - 1) {
      done = 0;
      packed = 0;
    }
  }
}

struct graph {
  const char *name;
  int n;
  std::vector<int> row, col;
};
static graph uniform() {
  graph g{"random, 10,000 nodes x degree 1,000", 10000, {}, {}};
  std::mt19937 random(1);
  for (int i = 0; i < g.n; i++) {
    g.row.push_back(int(g.col.size()));
    for (int k = 0; k < 1000; k++)
      g.col.push_back(int(random() % g.n));
  }
  g.row.push_back(int(g.col.size()));
  return g;
}
static graph rmat() {
  graph g{"R-MAT scale 18", 1 << 18, {}, {}};
  std::mt19937 random(1);
  std::vector<std::pair<int, int>> edges;
  for (long k = 0; k < long(g.n) * 16; k++) {
    int u = 0, v = 0;
    for (int b = 0; b < 18; b++) {
      double x = random() / 4294967296.0;
      int q = x < .57 ? 0 : x < .76 ? 1 : x < .95 ? 2 : 3;
      u = u * 2 + (q >> 1);
      v = v * 2 + (q & 1);
    }
    edges.push_back({u, v});
    edges.push_back({v, u});
  }
  std::sort(edges.begin(), edges.end());
  g.row.assign(g.n + 1, 0);
  for (auto &e : edges) {
    g.row[e.first + 1]++;
    g.col.push_back(e.second);
  }
  for (int i = 0; i < g.n; i++)
    g.row[i + 1] += g.row[i];
  return g;
}

int main() {
  cudaDeviceProp properties;
  CUDA(cudaGetDeviceProperties(&properties, 0));
  const char *names[] = {"proto split-wagg", "proto split-wagg-pdl", "engine t1", "engine t4"};
  for (int which = 0; which < 2; ++which) {
    const graph g = which ? rmat() : uniform();
    printf("%s: %d nodes, %zu edges\n", g.name, g.n, g.col.size());
    array<int> row(g.row), col(g.col), level(g.n);
    array<int4> records(g.n + 2048);
    std::vector<int> reference;
    for (int v = 0; v < 4; ++v) {
      if (v == 1 && properties.major < 9)
        continue;
      std::vector<float> totals, levels;
      for (int repeat = 0; repeat < 5; ++repeat) {
        std::vector<int> start(g.n, -1);
        start[0] = 0;
        CUDA(cudaMemcpy(level.get(), start.data(), g.n * sizeof(int), cudaMemcpyHostToDevice));
        cudaEvent_t a, b;
        CUDA(cudaEventCreate(&a));
        CUDA(cudaEventCreate(&b));
        CUDA(cudaDeviceSynchronize());
        float total = 0;
        levels.clear();
        for (int cur = 0;; ++cur) {
          int more = 0;
          CUDA(cudaMemcpyToSymbol(changed, &more, sizeof more));
          CUDA(cudaEventRecord(a));
          const int blocks = (g.n + 255) / 256;
          if (v < 2) {
            cudaLaunchConfig_t launch = {};
            launch.gridDim = properties.multiProcessorCount * 8;
            launch.blockDim = 256;
            cudaLaunchAttribute attribute[1];
            attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
            attribute[0].val.programmaticStreamSerializationAllowed = 1;
            launch.attrs = attribute;
            launch.numAttrs = v;
            if (v)
              proto_record<1>
                  <<<blocks, 256>>>(g.n, row.get(), col.get(), level.get(), cur, records.get());
            else
              proto_record<0>
                  <<<blocks, 256>>>(g.n, row.get(), col.get(), level.get(), cur, records.get());
            CUDA(cudaLaunchKernelEx(&launch, v ? proto_drain<1> : proto_drain<0>, level.get(),
                                    (const int *)col.get(), cur, records.get()));
          } else if (v == 2)
            parent__fl_host(__fl::config(blocks, 256), g.n, row.get(), col.get(), level.get(), cur);
          else
            parent_serial<<<blocks, 256>>>(g.n, row.get(), col.get(), level.get(), cur);
          CUDA(cudaEventRecord(b));
          CUDA(cudaEventSynchronize(b));
          float ms;
          CUDA(cudaEventElapsedTime(&ms, a, b));
          total += ms;
          levels.push_back(ms);
          CUDA(cudaMemcpyFromSymbol(&more, changed, sizeof more));
          if (!more)
            break;
        }
        totals.push_back(total);
        CUDA(cudaGetLastError());
        cudaEventDestroy(a);
        cudaEventDestroy(b);
      }
      const std::vector<int> result = level.read();
      if (v == 0)
        reference = result;
      CHECK(result == reference);
      std::sort(totals.begin(), totals.end());
      printf("  %-22s best %.3f ms, median %.3f ms; levels:", names[v], totals[0], totals[2]);
      for (float ms : levels)
        printf(" %.4f", ms);
      printf("\n");
    }
  }
  return verdict("bench_bfs");
}
