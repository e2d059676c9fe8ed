// Colours a graph: in every round the nodes that are larger, by a random number, than all their
// uncoloured neighbours get the round's colour. A node launches a kernel over its neighbours to
// find out. In the plain version its thread loops over them.
//
//   coloring [scale of the generated R-MAT graph] [--launch] [--plain] [--repeat N]
//            [--graph FILE] [--undirected] [--random NODES:DEGREE] [--rmat SCALE[:EDGEFACTOR]]
//            [--grid WIDTH:HEIGHT] [--seed N]
//
// Every edge is taken to go both ways.
#include "example.h"
#include "graph.h"

__device__ int left;

__global__ void compare(int begin, int end, int i, const int *col, const int *color,
                        const unsigned *random, int *largest) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end) {
    int v = col[j];
    if (v != i && color[v] < 0 && (random[v] > random[i] || (random[v] == random[i] && v > i)))
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
      if (v != i && color[v] < 0 && (random[v] > random[i] || (random[v] == random[i] && v > i)))
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

  explicit Map(const graph::Options &options) : g(options.make_or_exit()), n(g.nodes) {
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
  void reset() { refill(color, std::vector<int>(n, -1)); }
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

int main(int argc, char **argv) {
  graph::Options options(0, 4);
  options.undirected = true;
  Versions versions(
      argc, argv, 11, 20, {"launch", "plain"},
      [&](int argc, char **argv, int &i) { return options.take_or_exit(argc, argv, i); },
      graph::Options::usage);
  options.a = options.a ? options.a : versions.size();
  Map map(options);
  versions.note("nodes", map.n);
  versions.note("edges", map.g.edges());
  allow_launches(map.n + 2048);
  versions.run("launch", map, color_all<false>);
  versions.run("plain", map, color_all<true>);
  return versions.finish();
}
