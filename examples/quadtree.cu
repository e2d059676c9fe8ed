// Builds a quadtree: a block sorts the points of its node into four quadrants, and its last thread
// launches the same kernel again, with one block for each quadrant. In the plain version the host
// launches a kernel for each level of the tree, with a block for every node that may be there.
//
//   quadtree [number of points] [--launch] [--plain] [--repeat N]
#include "example.h"
#include <algorithm>

constexpr int max_depth = 8, min_points = 16, threads = 64;

struct Node {
  float x, y, size; // lower corner and edge length
  int begin, end;   // its points
};

__host__ __device__ inline int quadrant(const Node &node, float2 p) {
  float half = node.size * 0.5f;
  return (p.x >= node.x + half ? 1 : 0) + (p.y >= node.y + half ? 2 : 0);
}
__host__ __device__ inline Node child_of(const Node &node, int q, int begin, int end) {
  float half = node.size * 0.5f;
  return Node{node.x + (q & 1 ? half : 0), node.y + (q & 2 ? half : 0), half, begin, end};
}

// A block sorts node `me`'s points into its four children; false if the node is a leaf. `count` and
// `place` are shared variables with a number for each child. Nodes are numbered like a heap's: the
// children of node k are 4k + 1 to 4k + 4. The points swap buffers with each level and end up in the
// first one.
__device__ bool divide(Node *nodes, int me, float2 *points, float2 *other, int depth, int *count,
                       int *place) {
  const int t = threadIdx.x;
  const Node node = nodes[me];
  const bool in_first = depth % 2 == 0;
  if (depth == max_depth || node.end - node.begin <= min_points) {
    if (!in_first)
      for (int i = node.begin + t; i < node.end; i += blockDim.x)
        other[i] = points[i];
    return false;
  }
  if (t < 4)
    count[t] = 0;
  __syncthreads();
  for (int i = node.begin + t; i < node.end; i += blockDim.x)
    atomicAdd(&count[quadrant(node, points[i])], 1);
  __syncthreads();
  if (t < 4) {
    int before = node.begin;
    for (int q = 0; q < t; q++)
      before += count[q];
    place[t] = before;
    nodes[4 * me + 1 + t] = child_of(node, t, before, before + count[t]);
  }
  __syncthreads();
  for (int i = node.begin + t; i < node.end; i += blockDim.x)
    other[atomicAdd(&place[quadrant(node, points[i])], 1)] = points[i];
  __syncthreads();
  return true;
}

__global__ void build(Node *nodes, int first, float2 *points, float2 *other, int depth) {
  __shared__ int count[4], place[4];
  const int me = first + blockIdx.x;
  if (divide(nodes, me, points, other, depth, count, place) && threadIdx.x == blockDim.x - 1)
    build<<<4, blockDim.x>>>(nodes, 4 * me + 1, other, points, depth + 1);
}

__global__ void build_level(Node *nodes, int first, float2 *points, float2 *other, int depth) {
  __shared__ int count[4], place[4];
  divide(nodes, first + blockIdx.x, points, other, depth, count, place);
}

static void build_serially(std::vector<Node> &nodes, int me, std::vector<float2> points,
                           int depth) {
  const Node node = nodes[me];
  if (depth == max_depth || (int)points.size() <= min_points)
    return;
  int begin = node.begin;
  for (int q = 0; q < 4; q++) {
    std::vector<float2> inside;
    for (float2 p : points)
      if (quadrant(node, p) == q)
        inside.push_back(p);
    nodes[4 * me + 1 + q] = child_of(node, q, begin, begin + (int)inside.size());
    begin += (int)inside.size();
    build_serially(nodes, 4 * me + 1 + q, inside, depth + 1);
  }
}

struct Tree {
  int n;
  size_t all = 0; // nodes that there may be
  std::vector<float2> points, sorted_points;
  std::vector<Node> empty, want;
  Node *nodes;
  float2 *dev, *other;

  static bool less(float2 a, float2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

  explicit Tree(int count) : n(count), points(count) {
    for (int i = 0; i < n; i++) {
      // Denser towards one corner
      float x = (scramble(2 * i) >> 8) / 16777216.0f, y = (scramble(2 * i + 1) >> 8) / 16777216.0f;
      points[i] = make_float2(x * x, y * (x + y) * 0.5f);
    }
    for (int d = 0, level = 1; d <= max_depth; d++, level *= 4)
      all += level;
    empty.assign(all, Node{0, 0, 0, 0, 0});
    empty[0] = Node{0, 0, 1, 0, n};
    want = empty;
    build_serially(want, 0, points, 0);
    sorted_points = points;
    std::sort(sorted_points.begin(), sorted_points.end(), less);
    nodes = to_device(empty);
    dev = to_device(points);
    other = to_device(points);
  }
  void reset() {
    refill(nodes, empty);
    refill(dev, points);
  }
  bool right() const {
    std::vector<Node> got = to_host(nodes, all);
    std::vector<float2> placed = to_host(dev, n);
    for (size_t k = 0; k < all; k++) {
      const Node &a = want[k], &b = got[k];
      if (a.begin != b.begin || a.end != b.end || a.x != b.x || a.y != b.y || a.size != b.size)
        return false;
      for (int i = a.begin; i < a.end; i++)
        if (placed[i].x < a.x || placed[i].y < a.y || placed[i].x >= a.x + a.size ||
            placed[i].y >= a.y + a.size)
          return false;
    }
    std::sort(placed.begin(), placed.end(), less);
    for (int i = 0; i < n; i++)
      if (less(placed[i], sorted_points[i]) || less(sorted_points[i], placed[i]))
        return false;
    return true;
  }
};

static void with_launches(Tree &t) { build<<<1, threads>>>(t.nodes, 0, t.dev, t.other, 0); }
static void plain(Tree &t) {
  for (int depth = 0, first = 0, count = 1; depth <= max_depth;
       depth++, first += count, count *= 4) {
    bool in_first = depth % 2 == 0;
    build_level<<<count, threads>>>(t.nodes, first, in_first ? t.dev : t.other,
                                    in_first ? t.other : t.dev, depth);
  }
}

int main(int argc, char **argv) {
  Versions versions(argc, argv, 1 << 15, 1 << 24, {"launch", "plain"});
  Tree tree(versions.size());
  allow_launches(tree.all);
  versions.run("launch", tree, with_launches);
  versions.run("plain", tree, plain);
  return versions.finish();
}
