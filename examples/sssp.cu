// Shortest paths from node 0: a node whose distance has become shorter launches a kernel that
// offers its neighbours a way. In the plain version its thread loops over them. The expert version is
// what one writes by hand for speed: a queue of the nodes that are to offer ways, whose edges are
// dealt out evenly, and another one of those that are farther away and wait for their turn.
//
//   sssp [scale of the generated R-MAT graph] [--launch] [--plain] [--expert] [--repeat N]
//        [--graph FILE] [--undirected] [--random NODES:DEGREE] [--rmat SCALE[:EDGEFACTOR]]
//        [--grid WIDTH:HEIGHT] [--seed N]
//
// The lengths of the edges are made up, also those of a graph from a file.
#include "balanced.h"
#include "graph_example.h"
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

// Nodes nearer than `limit` go to the next round's queue, once, the others to that of the far ones.
__global__ void expert_relax(Tasks near, Tasks next, Tasks far, const int *row, const int *col,
                             const int *weight, int *distance, int *active, int *waiting, int round,
                             int limit) {
  __shared__ Found soon, later;
  soon.clear();
  later.clear();
  for_each_item(
      near,
      [&](int u, int k) {
        int j = row[u] + k, v = col[j], d = distance[u] + weight[j];
        if (d < distance[v] && d < atomicMin(&distance[v], d) && row[v + 1] > row[v]) {
          if (d >= limit) {
            if (atomicExch(&waiting[v], 1) == 0)
              later.add(v, row[v + 1] - row[v]);
          } else if (atomicExch(&active[v], round) != round)
            soon.add(v, row[v + 1] - row[v]);
        }
      },
      [&] {
        soon.flush(next);
        later.flush(far);
      });
}

// A far node that has come nearer than the last limit has had its turn.
__global__ void expert_split(Tasks far, Tasks near, Tasks still_far, const int *row,
                             const int *distance, int *waiting, int last_limit, int limit) {
  __shared__ Found soon, later;
  soon.clear();
  later.clear();
  for_each_of(
      *far.count >> 32,
      [&](int i) {
        int v = far.task[i], d = distance[v];
        if (d >= limit)
          later.add(v, row[v + 1] - row[v]);
        else {
          waiting[v] = 0;
          if (d >= last_limit)
            soon.add(v, row[v + 1] - row[v]);
        }
      },
      [&] {
        soon.flush(near);
        later.flush(still_far);
      });
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
  int *row, *col, *weight, *distance, *active, *waiting;
  Queues near, far;

  explicit Map(const graph::Options &options)
      : g(options.make_or_exit()), n(g.nodes), near(n), far(n) {
    for (int j = 0; j < g.edges(); j++)
      length.push_back(1 + (int)(scramble(j) % 100));
    want = dijkstra(g, length);
    row = to_device(g.row);
    col = to_device(g.col);
    weight = to_device(length);
    distance = to_device(want);
    active = to_device(want);
    waiting = to_device(want);
  }
  void reset() {
    std::vector<int> way(n, INT_MAX), mark(n, -1);
    way[0] = mark[0] = 0;
    refill(distance, way);
    refill(active, mark);
    refill(waiting, std::vector<int>(n));
    near.begin({0}, [&](int v) { return g.degree(v); });
    far.clear();
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

// The limit rises by what keeps a warp's worth of edges for each node between two limits.
static void search_expert(Map &m) {
  const int step = std::max(1L, 32 * 50L * m.n / std::max(1, m.g.edges()));
  for (int round = 1, limit = step;; round++) {
    const unsigned items = m.near.counts().items;
    if (items > 0) {
      expert_relax<<<m.near.blocks(items), balanced_threads>>>(
          m.near.now(), m.near.next(), m.far.now(), m.row, m.col, m.weight, m.distance, m.active,
          m.waiting, round, limit);
      m.near.turn();
      continue;
    }
    const unsigned tasks = m.far.counts().tasks;
    if (tasks == 0)
      break;
    expert_split<<<m.far.blocks(tasks), balanced_threads>>>(
        m.far.now(), m.near.now(), m.far.next(), m.row, m.distance, m.waiting, limit, limit + step);
    m.far.turn();
    limit += step;
  }
}

int main(int argc, char **argv) {
  graph::Options options(0, 8);
  Versions versions = graph_versions(argc, argv, 12, 22, {"launch", "plain", "expert"}, options);
  Map map(options);
  versions.note("nodes", map.n);
  versions.note("edges", map.g.edges());
  allow_launches(map.n + 2048);
  versions.run("launch", map, search<false>);
  versions.run("plain", map, search<true>);
  versions.run("expert", map, search_expert);
  return versions.finish();
}
