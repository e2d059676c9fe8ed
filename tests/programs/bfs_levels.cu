// Breadth-first search with its benign races: threads that write the same level to the same node.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__device__ int changed;

__global__ void child(int s, int e, int *lvl, const int *col, int cur) {
  int j = s + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < e && lvl[col[j]] == -1) {
    lvl[col[j]] = cur + 1;
    changed = 1;
  }
}
__global__ void parent(int n, const int *row, const int *col, int *lvl, int cur) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && lvl[i] == cur && row[i + 1] > row[i])
    child<<<(row[i + 1] - row[i] + 31) / 32, 32>>>(row[i], row[i + 1], lvl, col, cur);
}

int main() {
  const int n = 1500;
  std::vector<int> row = list_offsets(n, 60), col(row.back()), level(n, -1), queue(1, 1);
  for (size_t k = 0; k < col.size(); k++)
    col[k] = (int)(k * 2654435761u % n / (1 + k % 4));
  level[1] = 0;
  int *lvl = to_device(level), *dev_row = to_device(row), *dev_col = to_device(col);
  for (size_t head = 0; head < queue.size(); head++)
    for (int u = queue[head], j = row[u]; j < row[u + 1]; j++)
      if (level[col[j]] < 0) {
        level[col[j]] = level[u] + 1;
        queue.push_back(col[j]);
      }
  allow_launches(n + 2048);
  for (int cur = 0, more = 1; more; cur++) {
    more = 0;
    CHECK(cudaMemcpyToSymbol(changed, &more, sizeof more));
    parent<<<(n + 255) / 256, 256>>>(n, dev_row, dev_col, lvl, cur);
    CHECK(cudaMemcpyFromSymbol(&more, changed, sizeof more));
  }
  return compare(to_host(lvl, n), level);
}
