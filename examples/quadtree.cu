// Builds a quadtree: a block sorts the points of its node into four quadrants, and its last thread
// launches the same kernel again, with one block for each quadrant.
//
//   quadtree [number of points]
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

// Nodes are numbered like a heap's: the children of node k are 4k + 1 to 4k + 4. The points swap
// buffers with each level and end up in the first one.
__global__ void build(Node *nodes, int first, float2 *points, float2 *other, int depth) {
  __shared__ int count[4], place[4];
  const int t = threadIdx.x, me = first + blockIdx.x;
  const Node node = nodes[me];
  const bool in_first = depth % 2 == 0;
  if (depth == max_depth || node.end - node.begin <= min_points) {
    if (!in_first)
      for (int i = node.begin + t; i < node.end; i += blockDim.x)
        other[i] = points[i];
    return;
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
  if (t == blockDim.x - 1)
    build<<<4, blockDim.x>>>(nodes, 4 * me + 1, other, points, depth + 1);
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

int main(int argc, char **argv) {
  const int n = size_argument(argc, argv, 1 << 15, 1 << 24);
  std::vector<float2> points(n);
  for (int i = 0; i < n; i++) {
    // Denser towards one corner
    float x = (scramble(2 * i) >> 8) / 16777216.0f, y = (scramble(2 * i + 1) >> 8) / 16777216.0f;
    points[i] = make_float2(x * x, y * (x + y) * 0.5f);
  }
  size_t all = 0;
  for (int d = 0, level = 1; d <= max_depth; d++, level *= 4)
    all += level;
  std::vector<Node> want(all, Node{0, 0, 0, 0, 0});
  want[0] = Node{0, 0, 1, 0, n};
  Node *nodes = to_device(want);
  float2 *dev = to_device(points), *other = to_device(points);
  allow_launches(all);

  Timer timer;
  build<<<1, threads>>>(nodes, 0, dev, other, 0);
  float ms = timer.stop();

  build_serially(want, 0, points, 0);
  std::vector<Node> got = to_host(nodes, all);
  std::vector<float2> sorted = to_host(dev, n);
  bool right = true;
  for (size_t k = 0; k < all; k++) {
    const Node &a = want[k], &b = got[k];
    right &= a.begin == b.begin && a.end == b.end && a.x == b.x && a.y == b.y && a.size == b.size;
    for (int i = a.begin; right && i < a.end; i++)
      right &= sorted[i].x >= a.x && sorted[i].y >= a.y && sorted[i].x < a.x + a.size &&
               sorted[i].y < a.y + a.size;
  }
  auto less = [](float2 a, float2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
  std::sort(points.begin(), points.end(), less);
  std::sort(sorted.begin(), sorted.end(), less);
  for (int i = 0; i < n; i++)
    right &= points[i].x == sorted[i].x && points[i].y == sorted[i].y;
  return finish(right, ms);
}
