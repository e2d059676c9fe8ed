// Pointers to pointers, arrays of pointers, pointers to const, restrict, void pointers and nullptr.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int **rows, const int *const *in, int *__restrict__ sum, const void *raw,
                      int *none, char kind) {
  int t = threadIdx.x;
  rows[t % 3][t] = in[0][t] + in[1][t] + ((const short *)raw)[kind] + (none ? 1000 : 0);
  atomicAdd(sum, rows[t % 3][t]);
}

__global__ void parent(int **rows, const int *const *in, int *sums, const short *raw) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 30>>>(rows + i * 3, in + i * 2, sums + i, raw, nullptr, (char)(i % 4));
}

int main() {
  const int parents = 30;
  std::vector<int> in(parents * 2 * 30), want(parents);
  std::vector<short> raw = {5, 50, 500, 5000};
  for (size_t k = 0; k < in.size(); k++)
    in[k] = (int)(k * 3 % 101);
  int *dev_in = to_device(in), *out = device_zeros<int>(parents * 3 * 30),
      *sums = device_zeros<int>(parents);
  std::vector<int *> rows;
  std::vector<const int *> ins;
  for (int k = 0; k < parents * 3; k++)
    rows.push_back(out + k * 30);
  for (int k = 0; k < parents * 2; k++)
    ins.push_back(dev_in + k * 30);
  for (int i = 0; i < parents; i++)
    for (int t = 0; t < 30; t++)
      want[i] += in[i * 60 + t] + in[i * 60 + 30 + t] + raw[i % 4];
  parent<<<2, parents / 2>>>(to_device(rows), to_device(ins), sums, to_device(raw));
  return compare(to_host(sums, parents), want);
}
