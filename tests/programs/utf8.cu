// Ünïcödé in comments and strings — 日本語 — near launches, and names that are not ASCII.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int n, const char *text, int *größe) {
  int j = blockIdx.x * blockDim.x + threadIdx.x; // „j“ läuft
  if (j < n)
    größe[j] += (unsigned char)text[j];
}

__global__ void parent(int n, const char *text, int *größe) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const char *hier = "größer als 0 → <<<1, 2>>>";       /* été <<<x>>> */
  child<<<(n + 31) / 32, 32>>>(n, text, größe + i * n); /* 子 */
  child<<<1, 2>>>(2, hier, größe + i * n);
}

int main() {
  const std::string text = "héllo wörld ✓ — ünd so weiter und so fort";
  const int parents = 20, n = (int)text.size();
  int *data = device_zeros<int>(parents * n);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++)
    want.push_back((unsigned char)text[k % n] + (k % n < 2 ? "gr"[k % n] : 0));
  parent<<<2, parents / 2>>>(n, to_device(std::vector<char>(text.begin(), text.end())), data);
  return compare(to_host(data, want.size()), want);
}
