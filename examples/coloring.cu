// Colours a graph: in every round the nodes that are larger, by a random number, than all their
// uncoloured neighbours get the round's colour. A node launches a kernel over its neighbours to
// find out. In the plain version its thread loops over them. The expert version is what one writes by
// hand for speed: each node knows how many uncoloured neighbours are larger; those that have got
// their colour stand in a queue, and their edges, which make these numbers smaller, are dealt out
// evenly.
//
//   coloring [scale of the generated R-MAT graph] [--launch] [--plain] [--expert] [--repeat N]
//            [--graph FILE] [--undirected] [--random NODES:DEGREE] [--rmat SCALE[:EDGEFACTOR]]
//            [--grid WIDTH:HEIGHT] [--seed N]
//
// Every edge is taken to go both ways.
#include "balanced.h"
#include "graph_example.h"

__device__ int left;

// Two directions of an edge never say the same; a loop says no.
__device__ inline bool is_larger(const unsigned *random, int v, int i) {
  return random[v] > random[i] || (random[v] == random[i] && v > i);
}

__global__ void compare(int begin, int end, int i, const int *col, const int *color,
                        const unsigned *random, int *largest) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end) {
    int v = col[j];
    if (color[v] < 0 && is_larger(random, v, i))
      largest[i] = 0;
  }
}

__global__ void choose(int n, const int *row, const int *col, const int *color,
                       const unsigned *random, int *largest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && color[i] < 0) {
    largest[i] = 1;
    int degree = row[i + 1] - row[i];
    if (degree > 0)
      compare<<<(degree + 31) / 32, 32>>>(row[i], row[i + 1], i, col, color, random, largest);
  }
}

__global__ void choose_plain(int n, const int *row, const int *col, const int *color,
                             const unsigned *random, int *largest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && color[i] < 0) {
    int most = 1;
    for (int j = row[i]; j < row[i + 1]; j++) {
      int v = col[j];
      if (color[v] < 0 && is_larger(random, v, i))
        most = 0;
    }
    largest[i] = most;
  }
}

__global__ void assign(int n, int *color, const int *largest, int round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && color[i] < 0) {
    if (largest[i])
      color[i] = round;
    else
      left = 1;
  }
}

// The nodes that have edges
__global__ void expert_nodes(int n, const int *row, int *larger, Tasks nodes) {
  __shared__ Found found;
  found.clear();
  for_each_of(
      n,
      [&](int i) {
        larger[i] = 0;
        if (row[i + 1] > row[i])
          found.add(i, row[i + 1] - row[i]);
      },
      [&] { found.flush(nodes); });
}
__global__ void expert_count(Tasks nodes, const int *row, const int *col, const unsigned *random,
                             int *larger) {
  for_each_item(
      nodes,
      [&](int i, int k) {
        if (is_larger(random, col[row[i] + k], i))
          atomicAdd(&larger[i], 1);
      },
      [] {});
}
__global__ void expert_first(int n, const int *row, const int *larger, int *color, Tasks colored) {
  __shared__ Found found;
  found.clear();
  for_each_of(
      n,
      [&](int i) {
        if (larger[i] == 0) {
          color[i] = 0;
          if (row[i + 1] > row[i])
            found.add(i, row[i + 1] - row[i]);
        }
      },
      [&] { found.flush(colored); });
}
__global__ void expert_round(Tasks colored, Tasks next, const int *row, const int *col,
                             const unsigned *random, int *larger, int *color, int round) {
  __shared__ Found found;
  found.clear();
  for_each_item(
      colored,
      [&](int i, int k) {
        int v = col[row[i] + k];
        if (is_larger(random, i, v) && atomicSub(&larger[v], 1) == 1) {
          color[v] = round;
          found.add(v, row[v + 1] - row[v]);
        }
      },
      [&] { found.flush(next); });
}

static std::vector<int> color_serially(const graph::Graph &g, const std::vector<unsigned> &random) {
  std::vector<int> color(g.nodes, -1), winners;
  for (int round = 0, colored = 0; colored < g.nodes; round++) {
    winners.clear();
    for (int i = 0; i < g.nodes; i++) {
      bool largest = color[i] < 0;
      for (int j = g.row[i]; largest && j < g.row[i + 1]; j++) {
        int v = g.col[j];
        largest =
            v == i || color[v] >= 0 || std::make_pair(random[v], v) < std::make_pair(random[i], i);
      }
      if (largest)
        winners.push_back(i);
    }
    for (int i : winners)
      color[i] = round;
    colored += (int)winners.size();
  }
  return color;
}

struct Map {
  graph::Graph g;
  int n;
  std::vector<int> want;
  int *row, *col, *color, *largest;
  unsigned *random;
  Queues queues;

  explicit Map(const graph::Options &options) : g(options.make_or_exit()), n(g.nodes), queues(n) {
    std::vector<unsigned> numbers(n);
    for (int i = 0; i < n; i++)
      numbers[i] = scramble(i);
    want = color_serially(g, numbers);
    for (int i = 0; i < n; i++)
      for (int j = g.row[i]; j < g.row[i + 1]; j++)
        if (g.col[j] != i && want[i] == want[g.col[j]]) {
          fprintf(stderr, "coloring: neighbours of one colour in the reference\n");
          exit(1);
        }
    row = to_device(g.row);
    col = to_device(g.col);
    color = to_device(want);
    largest = to_device(want);
    random = to_device(numbers);
  }
  void reset() {
    refill(color, std::vector<int>(n, -1));
    queues.clear();
  }
  bool right() const { return to_host(color, n) == want; }
};

// Rounds until no node is left.
template <bool PLAIN> static void color_all(Map &m) {
  const int blocks = (m.n + 127) / 128;
  for (int round = 0, more = 1; more; round++) {
    more = 0;
    CHECK(cudaMemcpyToSymbol(left, &more, sizeof more));
    if (PLAIN)
      choose_plain<<<blocks, 128>>>(m.n, m.row, m.col, m.color, m.random, m.largest);
    else
      choose<<<blocks, 128>>>(m.n, m.row, m.col, m.color, m.random, m.largest);
    assign<<<blocks, 128>>>(m.n, m.color, m.largest, round);
    CHECK(cudaMemcpyFromSymbol(&more, left, sizeof more));
  }
}

static void color_expert(Map &m) {
  Queues &q = m.queues;
  const int all = q.blocks(m.n);
  expert_nodes<<<all, balanced_threads>>>(m.n, m.row, m.largest, q.now());
  expert_count<<<q.blocks(m.g.edges()), balanced_threads>>>(q.now(), m.row, m.col, m.random,
                                                            m.largest);
  expert_first<<<all, balanced_threads>>>(m.n, m.row, m.largest, m.color, q.next());
  q.turn();
  for (int round = 1;; round++) {
    const unsigned items = q.counts().items;
    if (items == 0)
      break;
    expert_round<<<q.blocks(items), balanced_threads>>>(q.now(), q.next(), m.row, m.col, m.random,
                                                        m.largest, m.color, round);
    q.turn();
  }
}

int main(int argc, char **argv) {
  graph::Options options(0, 4);
  options.undirected = true;
  Versions versions = graph_versions(argc, argv, 11, 20, {"launch", "plain", "expert"}, options);
  Map map(options);
  versions.note("nodes", map.n);
  versions.note("edges", map.g.edges());
  allow_launches(map.n + 2048);
  versions.run("launch", map, color_all<false>);
  versions.run("plain", map, color_all<true>);
  versions.run("expert", map, color_expert);
  return versions.finish();
}
