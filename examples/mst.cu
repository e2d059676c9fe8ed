// Minimum spanning forest by Boruvka's rounds: every component finds the lightest edge that leaves
// it, and components that such edges join become one. The steps that launch kernels are those of the
// Free Launch paper (MST_dfind2, MST_verify) and the thesis on aggregation (mstf, mstv), after
// LonestarGPU's program:
//   find    a thread for each node; its kernel's threads offer the node's edges to its component, and
//           then look which of them is the lightest one
//   verify  a thread for each component; its kernel's threads go over the edges of the node that
//           says it has that edge, and the one that finds it, leaving the component, confirms it
// In the plain version these threads loop over the edges.
//
//   mst [scale of the generated R-MAT graph] [--launch] [--plain] [--repeat N] [--step find|verify]
//       [--graph FILE] [--undirected] [--random NODES:DEGREE] [--rmat SCALE[:EDGEFACTOR]]
//       [--grid WIDTH:HEIGHT] [--seed N]
//
// With --step the time is that of one step's kernels. Edges go both ways, and their weights are made
// up, no two the same: there is one forest, and its edges are compared with those that Kruskal's
// algorithm takes. Blocks of 1,024 parent threads are both papers', of 32 child threads the first's.
#include "graph_example.h"
#include <numeric>

constexpr int parent_threads = 1024, child_threads = 32;

__device__ int joined; // components became one in this round

// A component is known by one of its nodes. What it found lies at that node's place.
struct Forest {
  int n;
  const int *row, *col;
  const unsigned *weight;
  int *component;     // of each node
  unsigned *lightest; // weight of an edge that leaves the component
  int *node;          // that has this edge
  int *edge;          // confirmed
  int *other;         // component that this one became part of
  int *taken;         // for each edge
};

__device__ inline void offer_edge(const Forest &f, int component, int j) {
  if (f.component[f.col[j]] != component)
    atomicMin(&f.lightest[component], f.weight[j]);
}
__device__ inline void claim_edge(const Forest &f, int component, int i, int j) {
  if (f.weight[j] == f.lightest[component])
    f.node[component] = i;
}
__device__ inline void confirm_edge(const Forest &f, int component, int j) {
  if (f.weight[j] == f.lightest[component] && f.component[f.col[j]] != component)
    f.edge[component] = j;
}

__global__ void offer(Forest f, int component, int begin, int end) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end)
    offer_edge(f, component, j);
}
__global__ void claim(Forest f, int component, int i, int begin, int end) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end)
    claim_edge(f, component, i, j);
}
__global__ void confirm(Forest f, int component, int begin, int end) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end)
    confirm_edge(f, component, j);
}

__global__ void find_weight(Forest f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < f.n && f.row[i + 1] > f.row[i])
    offer<<<blocks_of(f.row[i + 1] - f.row[i], child_threads), child_threads>>>(
        f, f.component[i], f.row[i], f.row[i + 1]);
}
__global__ void find_node(Forest f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < f.n && f.row[i + 1] > f.row[i])
    claim<<<blocks_of(f.row[i + 1] - f.row[i], child_threads), child_threads>>>(
        f, f.component[i], i, f.row[i], f.row[i + 1]);
}
__global__ void verify(Forest f) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < f.n && f.component[c] == c && f.node[c] >= 0) {
    int i = f.node[c];
    confirm<<<blocks_of(f.row[i + 1] - f.row[i], child_threads), child_threads>>>(f, c, f.row[i],
                                                                                  f.row[i + 1]);
  }
}

__global__ void find_weight_plain(Forest f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < f.n)
    for (int j = f.row[i]; j < f.row[i + 1]; j++)
      offer_edge(f, f.component[i], j);
}
__global__ void find_node_plain(Forest f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < f.n)
    for (int j = f.row[i]; j < f.row[i + 1]; j++)
      claim_edge(f, f.component[i], i, j);
}
__global__ void verify_plain(Forest f) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < f.n && f.component[c] == c && f.node[c] >= 0)
    for (int i = f.node[c], j = f.row[i]; j < f.row[i + 1]; j++)
      confirm_edge(f, c, j);
}

__global__ void begin_round(Forest f) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < f.n) {
    f.lightest[c] = UINT_MAX;
    f.node[c] = f.edge[c] = -1;
  }
}

// Of two components with the same edge, the one of the lower number stays.
__global__ void join(Forest f) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < f.n && f.component[c] == c && f.edge[c] >= 0) {
    int other = f.component[f.col[f.edge[c]]];
    if (f.lightest[other] != f.lightest[c] || other < c) {
      f.other[c] = other;
      f.taken[f.edge[c]] = 1;
      joined = 1;
    }
  }
}

// Without wrong edges no way is longer than there are nodes.
__global__ void rename(Forest f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < f.n) {
    int c = f.component[i];
    for (int steps = 0; f.other[c] != c && steps < f.n; steps++)
      c = f.other[c];
    f.component[i] = c;
  }
}

// The weights of the forest's edges, sorted.
static std::vector<unsigned> kruskal(const graph::Graph &g, const std::vector<unsigned> &weight) {
  struct Edge {
    unsigned weight;
    int u, v;
  };
  std::vector<Edge> edges;
  for (int u = 0; u < g.nodes; u++)
    for (int j = g.row[u]; j < g.row[u + 1]; j++)
      if (u < g.col[j])
        edges.push_back({weight[j], u, g.col[j]});
  std::sort(edges.begin(), edges.end(), [](Edge a, Edge b) { return a.weight < b.weight; });
  std::vector<int> parent(g.nodes);
  std::iota(parent.begin(), parent.end(), 0);
  auto root = [&](int i) {
    while (parent[i] != i)
      i = parent[i] = parent[parent[i]];
    return i;
  };
  std::vector<unsigned> taken;
  for (Edge e : edges)
    if (root(e.u) != root(e.v)) {
      parent[root(e.u)] = root(e.v);
      taken.push_back(e.weight);
    }
  return taken;
}

// For each edge, the same in both directions: scramble() gives no number twice.
static std::vector<unsigned> make_weights(const graph::Graph &g) {
  std::vector<unsigned> weight(g.edges());
  unsigned edges = 0;
  for (int u = 0; u < g.nodes; u++)
    for (int j = g.row[u]; j < g.row[u + 1]; j++) {
      int v = g.col[j];
      if (u <= v)
        weight[j] = scramble(edges++);
      else
        weight[j] =
            weight[std::lower_bound(g.col.begin() + g.row[v], g.col.begin() + g.row[v + 1], u) -
                   g.col.begin()];
    }
  return weight;
}

struct Map {
  graph::Graph g;
  std::vector<unsigned> weight, want;
  std::vector<int> themselves;
  Forest f;
  Steps &steps;

  Map(const graph::Options &options, Steps &steps)
      : g(graph::symmetric(options.make_or_exit())), weight(make_weights(g)),
        want(kruskal(g, weight)), themselves(g.nodes), steps(steps) {
    std::iota(themselves.begin(), themselves.end(), 0);
    f = Forest{g.nodes,
               to_device(g.row),
               to_device(g.col),
               to_device(weight),
               to_device(themselves),
               to_device(std::vector<unsigned>(g.nodes)),
               to_device(themselves),
               to_device(themselves),
               to_device(themselves),
               to_device(std::vector<int>(g.edges()))};
  }
  void reset() {
    refill(f.component, themselves);
    refill(f.other, themselves);
    refill(f.taken, std::vector<int>(g.edges()));
  }
  bool right() const {
    const std::vector<int> taken = to_host(f.taken, g.edges());
    std::vector<unsigned> got;
    for (int j = 0; j < g.edges(); j++)
      if (taken[j])
        got.push_back(weight[j]);
    std::sort(got.begin(), got.end());
    return got == want;
  }
};

// Rounds until no edge leaves a component; each halves the components, at least.
template <bool PLAIN> static float span(Map &m) {
  const Forest f = m.f;
  const int blocks = blocks_of(f.n, parent_threads);
  for (int round = 0, more = 1; more && round < 32; round++) {
    more = 0;
    CHECK(cudaMemcpyToSymbol(joined, &more, sizeof more));
    begin_round<<<blocks, parent_threads>>>(f);
    m.steps.run("find", [=] {
      if (PLAIN) {
        find_weight_plain<<<blocks, parent_threads>>>(f);
        find_node_plain<<<blocks, parent_threads>>>(f);
      } else {
        find_weight<<<blocks, parent_threads>>>(f);
        find_node<<<blocks, parent_threads>>>(f);
      }
    });
    m.steps.run("verify", [=] {
      if (PLAIN)
        verify_plain<<<blocks, parent_threads>>>(f);
      else
        verify<<<blocks, parent_threads>>>(f);
    });
    join<<<blocks, parent_threads>>>(f);
    rename<<<blocks, parent_threads>>>(f);
    CHECK(cudaMemcpyFromSymbol(&more, joined, sizeof more));
  }
  return m.steps.time();
}

int main(int argc, char **argv) {
  graph::Options options(0, 8);
  Steps steps({"find", "verify"});
  Versions versions = graph_versions(
      argc, argv, 11, 22, {"launch", "plain"}, options,
      [&](int argc, char **argv, int &i) { return steps.take(argc, argv, i); },
      "[--step find|verify]");
  Map map(options, steps);
  versions.note("nodes", map.g.nodes);
  versions.note("edges", map.g.edges());
  versions.note("weight", std::accumulate(map.want.begin(), map.want.end(), 0L));
  allow_launches(map.g.nodes + 2048);
  versions.run("launch", map, span<false>);
  versions.run("plain", map, span<true>);
  return versions.finish();
}
