// Counts triangles: a thread for every edge launches a kernel with a thread for every element of the
// longer of its ends' lists, which looks for that element in the shorter list by bisection. In the
// plain version the edge's thread walks along both lists. Then the numbers of the edges are added up.
// The expert version is what one writes by hand for speed: the elements of all edges' shorter lists
// are dealt out evenly, and looked for in the longer ones.
// It is the case study of chapter 8 of the thesis on aggregation. Its threshold, below which an edge's
// thread walks along the lists itself, is there with -DTHRESHOLD=N; without, thresholds are the
// compiler's business. Nothing is published about the sizes of its blocks.
//
//   triangles [scale of the generated R-MAT graph] [--launch] [--plain] [--expert] [--repeat N]
//             [--graph FILE] [--undirected] [--random NODES:DEGREE] [--rmat SCALE[:EDGEFACTOR]]
//             [--grid WIDTH:HEIGHT] [--seed N]
//
// Edges go both ways, whatever the file says, are counted once, and lists are of neighbours of higher
// degree, so that each triangle is found at one edge. Checked: the number at every edge, and the sum.
#include "balanced.h"
#include "graph_example.h"

constexpr int parent_threads = 256, child_threads = 64;

__device__ inline bool contains(const int *list, int length, int x) {
  int low = 0, high = length;
  while (low < high) {
    int middle = (low + high) / 2;
    if (list[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low < length && list[low] == x;
}

__device__ inline int common(const int *col, int a, int a_end, int b, int b_end) {
  int found = 0;
  while (a < a_end && b < b_end) {
    int x = col[a], y = col[b];
    found += x == y;
    a += x <= y;
    b += y <= x;
  }
  return found;
}

__global__ void look_up(const int *list, int length, const int *other, int other_length,
                        int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length && contains(other, other_length, list[i]))
    atomicAdd(count, 1);
}

__global__ void triangles(int edges, const int *tail, const int *row, const int *col, int *count) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) {
    int u = tail[e], v = col[e];
    int a = row[u], b = row[v], a_length = row[u + 1] - a, b_length = row[v + 1] - b;
    if (a_length < b_length) {
      int swap = a;
      a = b;
      b = swap;
      swap = a_length;
      a_length = b_length;
      b_length = swap;
    }
    count[e] = 0;
#ifdef THRESHOLD
    if (a_length < THRESHOLD)
      count[e] = common(col, a, a + a_length, b, b + b_length);
    else
#endif
        if (b_length > 0)
      look_up<<<blocks_of(a_length, child_threads), child_threads>>>(col + a, a_length, col + b,
                                                                     b_length, &count[e]);
  }
}

__global__ void triangles_plain(int edges, const int *tail, const int *row, const int *col,
                                int *count) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) {
    int u = tail[e], v = col[e];
    count[e] = common(col, row[u], row[u + 1], row[v], row[v + 1]);
  }
}

// Edges with as many items as the shorter list has elements
__global__ void expert_edges(int edges, const int *tail, const int *row, const int *col, int *count,
                             Tasks tasks) {
  __shared__ Found found;
  found.clear();
  for_each_of(
      edges,
      [&](int e) {
        int u = tail[e], v = col[e];
        int shorter = min(row[u + 1] - row[u], row[v + 1] - row[v]);
        count[e] = 0;
        if (shorter > 0)
          found.add(e, shorter);
      },
      [&] { found.flush(tasks); });
}
__global__ void expert_count(Tasks tasks, const int *tail, const int *row, const int *col,
                             int *count) {
  for_each_item(
      tasks,
      [&](int e, int k) {
        int u = tail[e], v = col[e];
        int a = row[u], b = row[v], a_length = row[u + 1] - a, b_length = row[v + 1] - b;
        if (a_length < b_length ? contains(col + b, b_length, col[a + k])
                                : contains(col + a, a_length, col[b + k]))
          atomicAdd(&count[e], 1);
      },
      [] {});
}

__global__ void add_up(int edges, const int *count, unsigned long long *sum) {
  unsigned long long mine = 0;
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x)
    mine += count[e];
  if (mine > 0)
    atomicAdd(sum, mine);
}

// Each edge once, from the end of lower degree to the other; rows are sorted.
static graph::Graph once(const graph::Graph &given) {
  const graph::Graph g = graph::symmetric(given);
  graph::Graph low;
  low.nodes = g.nodes;
  low.row.push_back(0);
  for (int u = 0; u < g.nodes; u++) {
    for (int j = g.row[u]; j < g.row[u + 1]; j++) {
      int v = g.col[j];
      if (std::make_pair(g.degree(u), u) < std::make_pair(g.degree(v), v))
        low.col.push_back(v);
    }
    low.row.push_back(low.edges());
  }
  return low;
}

// For each edge the common elements of its ends' lists, found by marking one end's.
static std::vector<int> count_serially(const graph::Graph &g) {
  std::vector<int> count, mark(g.nodes, -1);
  for (int u = 0; u < g.nodes; u++) {
    for (int j = g.row[u]; j < g.row[u + 1]; j++)
      mark[g.col[j]] = u;
    for (int j = g.row[u]; j < g.row[u + 1]; j++) {
      int v = g.col[j], found = 0;
      for (int k = g.row[v]; k < g.row[v + 1]; k++)
        found += mark[g.col[k]] == u;
      count.push_back(found);
    }
  }
  return count;
}

struct Map {
  graph::Graph g;
  int edges;
  std::vector<int> want;
  unsigned long long want_sum = 0, *sum;
  int *tail, *row, *col, *count;
  Queues queues;

  explicit Map(const graph::Options &options)
      : g(once(options.make_or_exit())), edges(g.edges()), want(count_serially(g)), queues(edges) {
    std::vector<int> tails;
    for (int u = 0; u < g.nodes; u++)
      tails.insert(tails.end(), g.degree(u), u);
    for (int found : want)
      want_sum += found;
    tail = to_device(tails);
    row = to_device(g.row);
    col = to_device(g.col);
    count = to_device(want);
    sum = to_device(std::vector<unsigned long long>(1));
  }
  void reset() {
    refill(count, std::vector<int>(edges, -1));
    refill(sum, std::vector<unsigned long long>(1));
    queues.clear();
  }
  bool right() const { return to_host(sum, 1)[0] == want_sum && to_host(count, edges) == want; }
};

enum Version { LAUNCH, PLAIN, EXPERT };

template <Version VERSION> static void count_all(Map &m) {
  const int blocks = blocks_of(m.edges, parent_threads);
  if (blocks == 0)
    return;
  if (VERSION == EXPERT) {
    Queues &q = m.queues;
    expert_edges<<<q.blocks(m.edges), balanced_threads>>>(m.edges, m.tail, m.row, m.col, m.count,
                                                          q.now());
    expert_count<<<q.blocks(INT_MAX), balanced_threads>>>(q.now(), m.tail, m.row, m.col, m.count);
  } else if (VERSION == PLAIN)
    triangles_plain<<<blocks, parent_threads>>>(m.edges, m.tail, m.row, m.col, m.count);
  else
    triangles<<<blocks, parent_threads>>>(m.edges, m.tail, m.row, m.col, m.count);
  add_up<<<std::min(blocks, 256), parent_threads>>>(m.edges, m.count, m.sum);
}

int main(int argc, char **argv) {
  graph::Options options(0, 8);
  Versions versions = graph_versions(argc, argv, 11, 22, {"launch", "plain", "expert"}, options);
  Map map(options);
  versions.note("nodes", map.g.nodes);
  versions.note("edges", map.edges);
  versions.note("triangles", (long)map.want_sum);
  allow_launches(map.edges + 2048);
  versions.run("launch", map, count_all<LAUNCH>);
  versions.run("plain", map, count_all<PLAIN>);
  versions.run("expert", map, count_all<EXPERT>);
  return versions.finish();
}
