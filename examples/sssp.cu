// Shortest paths from node 0: a node whose distance has become shorter launches a kernel that
// offers its neighbours a way. In the plain version its thread loops over them.
//
//   sssp [scale of the generated R-MAT graph] [--launch] [--plain] [--repeat N]
//        [--graph FILE] [--undirected] [--random NODES:DEGREE] [--rmat SCALE[:EDGEFACTOR]]
//        [--grid WIDTH:HEIGHT] [--seed N]
//
// The lengths of the edges are made up, also those of a graph from a file.
#include "example.h"
#include "graph.h"
#include <queue>

__device__ int changed;

__global__ void relax(int begin, int end, const int *col, const int *weight, int from,
                      int *distance, int *active, int round) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end) {
    int v = col[j], d = from + weight[j];
    if (d < atomicMin(&distance[v], d)) {
      active[v] = round + 1;
      changed = 1;
    }
  }
}

__global__ void sssp(int n, const int *row, const int *col, const int *weight, int *distance,
                     int *active, int round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && active[i] == round && row[i + 1] > row[i])
    relax<<<(row[i + 1] - row[i] + 63) / 64, 64>>>(row[i], row[i + 1], col, weight, distance[i],
                                                   distance, active, round);
}

__global__ void sssp_plain(int n, const int *row, const int *col, const int *weight, int *distance,
                           int *active, int round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && active[i] == round)
    for (int j = row[i], from = distance[i]; j < row[i + 1]; j++)
      if (from + weight[j] < atomicMin(&distance[col[j]], from + weight[j])) {
        active[col[j]] = round + 1;
        changed = 1;
      }
}

static std::vector<int> dijkstra(const graph::Graph &g, const std::vector<int> &weight) {
  std::vector<int> distance(g.nodes, INT_MAX);
  std::priority_queue<std::pair<int, int>> queue; // negative distance, node
  distance[0] = 0;
  for (queue.push({0, 0}); !queue.empty();) {
    auto [d, u] = queue.top();
    queue.pop();
    if (-d > distance[u])
      continue;
    for (int j = g.row[u]; j < g.row[u + 1]; j++)
      if (distance[u] + weight[j] < distance[g.col[j]]) {
        distance[g.col[j]] = distance[u] + weight[j];
        queue.push({-distance[g.col[j]], g.col[j]});
      }
  }
  return distance;
}

struct Map {
  graph::Graph g;
  int n;
  std::vector<int> length, want;
  int *row, *col, *weight, *distance, *active;

  explicit Map(const graph::Options &options) : g(options.make_or_exit()), n(g.nodes) {
    for (int j = 0; j < g.edges(); j++)
      length.push_back(1 + (int)(scramble(j) % 100));
    want = dijkstra(g, length);
    row = to_device(g.row);
    col = to_device(g.col);
    weight = to_device(length);
    distance = to_device(want);
    active = to_device(want);
  }
  void reset() {
    std::vector<int> far(n, INT_MAX), mark(n, -1);
    far[0] = mark[0] = 0;
    refill(distance, far);
    refill(active, mark);
  }
  bool right() const { return to_host(distance, n) == want; }
};

// Rounds until nothing has changed.
template <bool PLAIN> static void search(Map &m) {
  for (int round = 0, more = 1; more; round++) {
    more = 0;
    CHECK(cudaMemcpyToSymbol(changed, &more, sizeof more));
    if (PLAIN)
      sssp_plain<<<(m.n + 127) / 128, 128>>>(m.n, m.row, m.col, m.weight, m.distance, m.active,
                                             round);
    else
      sssp<<<(m.n + 127) / 128, 128>>>(m.n, m.row, m.col, m.weight, m.distance, m.active, round);
    CHECK(cudaMemcpyFromSymbol(&more, changed, sizeof more));
  }
}

int main(int argc, char **argv) {
  graph::Options options(0, 8);
  Versions versions(
      argc, argv, 12, 22, {"launch", "plain"},
      [&](int argc, char **argv, int &i) { return options.take_or_exit(argc, argv, i); },
      graph::Options::usage);
  options.a = options.a ? options.a : versions.size();
  Map map(options);
  versions.note("nodes", map.n);
  versions.note("edges", map.g.edges());
  allow_launches(map.n + 2048);
  versions.run("launch", map, search<false>);
  versions.run("plain", map, search<true>);
  return versions.finish();
}
