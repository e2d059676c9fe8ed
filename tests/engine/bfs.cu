// A search level by level against a plain queue, recorded (t1) and serial (t4).
#include "bfs.h"
#include "check.h"
#include <random>

int main() {
  const int n = 3000;
  std::mt19937 random(7);
  std::vector<int> row(n + 1), col;
  for (int i = 0; i < n; ++i) {
    row[i] = int(col.size());
    int degree = i % 97 == 0 ? 700 : int(random() % 12);
    for (int k = 0; k < degree; ++k)
      col.push_back(int(random() % n));
  }
  row[n] = int(col.size());
  std::vector<int> want(n, -1), queue{0};
  want[0] = 0;
  for (size_t q = 0; q < queue.size(); ++q)
    for (int j = row[queue[q]]; j < row[queue[q] + 1]; ++j)
      if (want[col[j]] < 0) {
        want[col[j]] = want[queue[q]] + 1;
        queue.push_back(col[j]);
      }
  array<int> r(row), c(col);
  for (int serial = 0; serial < 2; ++serial) {
    std::vector<int> start(n, -1);
    start[0] = 0;
    array<int> level(start);
    for (int cur = 0;; ++cur) {
      int more = 0;
      CUDA(cudaMemcpyToSymbol(changed, &more, sizeof more));
      if (serial)
#ifdef FLCPU
        flcpu::launch((n + 255) / 256, 256, 0, 0,
                      [&] { parent_serial(n, r.get(), c.get(), level.get(), cur); });
#else
        parent_serial<<<(n + 255) / 256, 256>>>(n, r.get(), c.get(), level.get(), cur);
#endif
      else
        parent__fl_host(__fl::config((n + 255) / 256, 256), n, r.get(), c.get(), level.get(), cur);
      CUDA(cudaMemcpyFromSymbol(&more, changed, sizeof more));
      if (!more)
        break;
    }
    CHECK(level.read() == want);
  }
  return verdict("bfs");
}
