// Shortest paths from node 0: a node whose distance has become shorter launches a kernel that
// offers its neighbours a way.
//
//   sssp [scale of the generated R-MAT graph]
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

int main(int argc, char **argv) {
  graph::Graph g = graph::rmat(size_argument(argc, argv, 12, 22), 8);
  const int n = g.nodes, m = g.edges();
  std::vector<int> weight(m), init(n, INT_MAX), mark(n, -1);
  for (int j = 0; j < m; j++)
    weight[j] = 1 + (int)(scramble(j) % 100);
  init[0] = mark[0] = 0;
  int *row = to_device(g.row), *col = to_device(g.col), *dev_weight = to_device(weight);
  int *distance = to_device(init), *active = to_device(mark);
  allow_launches(n + 2048);

  Timer timer;
  for (int round = 0, more = 1; more; round++) {
    more = 0;
    CHECK(cudaMemcpyToSymbol(changed, &more, sizeof more));
    sssp<<<(n + 127) / 128, 128>>>(n, row, col, dev_weight, distance, active, round);
    CHECK(cudaMemcpyFromSymbol(&more, changed, sizeof more));
  }
  float ms = timer.stop();
  return finish(to_host(distance, n) == dijkstra(g, weight), ms);
}
