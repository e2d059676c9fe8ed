// Stores to places that were looked at first, at addresses out of memory: exchanges on a GPU, of every type and kind of memory, with what else stands there.
// REMARK-t1: store to 'level\[v\]': an atomic exchange
// REMARK-t4: store to 'nodes\[v\].mark': an atomic exchange
// REMARK-grid: store to '\*q': an atomic exchange
#include "include/test.h"

enum color { white, grey = 7, black = 1 << 20 };
struct pair {
  int a, b;
};
struct node {
  int mark;
  unsigned low : 4, high : 28;
  double weight;
  node *next;
};
struct graph {
  long long *count;
  const int *col;
};
__device__ int found[64];

__host__ __device__ constexpr void visit(float *value, int v, float to) {
  if (value[v] > to)
    value[v] = to;
}
__device__ int follow(const graph &g, int j) { return g.col[j]; }

template <class T>
__global__ void child(int n, const int *col, int *level, node *nodes, graph g, float *value, color *colors, pair *pairs,
                      T *any, bool *flags, volatile int *watched, int now) {
  __shared__ int block[32];
  int mine[4] = {-1, -1, -1, -1};
  block[threadIdx.x] = -1;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) {
    const int v = col[j];
    if (level[v] == -1) {
      level[v] = now;
      found[v % 64] = 1;
    }
    if (nodes[v].mark != now)
      nodes[v].mark = now, nodes[v].weight = now / 2.0;
    if (nodes[v].low != 5)
      nodes[v].low = 5;
    node *const p = nodes + v;
    if (p->next == nullptr)
      p->next = p;
    if (nodes[v].weight < 100)
      nodes[v].weight = 100 + now;
    const int w = follow(g, j);
    if (g.count[w] == 0)
      g.count[w] = 1LL << 40;
    visit(value, v, float(now) / 4);
    if (colors[v] == white)
      colors[v] = black;
    if (pairs[v].a != now)
      pairs[v] = {now, 2};
    if (any[v] == T())
      any[v] = now * 2;
    if (!flags[v])
      flags[v] = true;
    if (watched[v] < now)
      watched[v] = now;
    // A thread's own memory, its block's and all threads' behind one pointer. The child's blocks are of one warp.
    int *q = v % 3 == 0 ? &mine[v % 4] : v % 3 == 1 ? &block[threadIdx.x] : &level[v];
    if (*q == -1)
      *q = 1000 + v;
    if (*q != (v % 3 == 2 ? now : 1000 + v))
      found[0] = -1000;
  }
}

__global__ void parent(int n, const int *row, const int *col, int *level, node *nodes, graph g, float *value, color *colors,
                       pair *pairs, long *any, bool *flags, int *watched, int now) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && row[i + 1] > row[i])
    child<long><<<(row[i + 1] - row[i] + 31) / 32, 32>>>(row[i + 1] - row[i], col + row[i], level, nodes, g, value, colors, pairs,
                                                         any, flags, watched, now);
}

int main() {
  const int n = 900, now = 12;
  const std::vector<int> row = list_offsets(n, 40);
  std::vector<int> col(row.back());
  std::vector<char> reached(n);
  for (size_t k = 0; k < col.size(); k++)
    reached[col[k] = (int)(k * 2654435761u % n / (1 + k % 3))] = 1;
  node start = {};
  start.low = 1, start.high = 77;
  std::vector<int> level = std::vector<int>(n, -1), watched(n, 0);
  std::vector<node> nodes(n, start);
  std::vector<long long> count(n, 0);
  std::vector<float> value(n, 50.f);
  std::vector<color> colors(n, white);
  std::vector<pair> pairs(n, pair{0, 0});
  std::vector<long> any(n, 0);
  std::vector<char> flags(n, 0);
  int *dev_level = to_device(level), *dev_col = to_device(col), *dev_watched = to_device(watched);
  node *dev_nodes = to_device(nodes);
  graph g = {to_device(count), dev_col};
  float *dev_value = to_device(value);
  color *dev_colors = to_device(colors);
  pair *dev_pairs = to_device(pairs);
  long *dev_any = to_device(any);
  char *dev_flags = to_device(flags);
  allow_launches(n + 2048);
  parent<<<(n + 127) / 128, 128>>>(n, to_device(row), dev_col, dev_level, dev_nodes, g, dev_value, dev_colors, dev_pairs, dev_any,
                                   reinterpret_cast<bool *>(dev_flags), dev_watched, now);
  CHECK(cudaDeviceSynchronize());
  level = to_host(dev_level, n), nodes = to_host(dev_nodes, n), count = to_host(g.count, n), value = to_host(dev_value, n);
  colors = to_host(dev_colors, n), pairs = to_host(dev_pairs, n), any = to_host(dev_any, n), flags = to_host(dev_flags, n);
  watched = to_host(dev_watched, n);
  std::vector<int> wrong(n), none(n);
  // follow() finds the first nodes of the whole list.
  std::vector<char> counted(n);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < row[i + 1] - row[i]; k++)
      counted[col[k]] = 1;
  for (int v = 0; v < n; v++) {
    const bool r = reached[v];
    wrong[v] = (level[v] != (r ? now : -1)) | (nodes[v].mark != (r ? now : 0)) << 1 | (nodes[v].low != (r ? 5u : 1u)) << 2 |
               (nodes[v].high != 77) << 3 | (nodes[v].weight != (r ? 100. + now : 0.)) << 4 |
               (nodes[v].next != (r ? dev_nodes + v : nullptr)) << 5 | (count[v] != (counted[v] ? 1LL << 40 : 0)) << 6 |
               (value[v] != (r ? now / 4.f : 50.f)) << 7 | (colors[v] != (r ? black : white)) << 8 |
               (pairs[v].a != (r ? now : 0) || pairs[v].b != (r ? 2 : 0)) << 9 | (any[v] != (r ? 2 * now : 0)) << 10 |
               (flags[v] != (r ? 1 : 0)) << 11 | (watched[v] != (r ? now : 0)) << 12;
  }
  int first = 0;
  CHECK(cudaMemcpyFromSymbol(&first, found, sizeof first));
  wrong[0] |= (first == -1000) << 13;
  return compare(wrong, none);
}
