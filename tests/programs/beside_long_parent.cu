// Some parent blocks take long, and the children of the others could run beside them: under auto each block may launch its own (block). Every launch is there, whatever
// was chosen, and however many the worklists hold; some threads launch nothing, some blocks hardly anything. Blocks of four threads are more than 64, and share a
// launch with their neighbours.
// ENV: FL_CHOICE=block
// ENV: FL_CHOICE=block FL_WORKLIST=2
// ENV: FL_CHOICE=block FL_LOG=1
// ENV: FL_GRAPHS=0
// REMARK-auto: launch of .parent.: what it launches is recorded .t1 or t2., run in place .t4., or either by its size, or each block launches its own .block.
#include <cstdio>
#include <vector>

constexpr int lists = 600, most = 90;

__host__ __device__ inline int length(int list) { return list % 7 == 0 ? 0 : list % most; }
__host__ __device__ inline unsigned work(unsigned value, int steps) {
  for (int i = 0; i < steps; i++)
    value = value * 1664525 + 1013904223;
  return value;
}

__global__ void fill(unsigned *out, int n, unsigned add) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += work(i + add, 3);
}

__global__ void parent(unsigned *out, int n, int longer) {
  const int list = blockIdx.x * blockDim.x + threadIdx.x;
  if (list >= n)
    return;
  const unsigned value = blockIdx.x % 5 == 0 ? work(list, longer) : 0;
  if (int each = length(list))
    fill<<<(each + 15) / 16, 16>>>(out + list * most, each, value);
}

int main() {
  unsigned *out;
  if (cudaMalloc(&out, lists * most * sizeof *out))
    return 1;
  cudaMemset(out, 0, lists * most * sizeof *out);
  std::vector<unsigned> expected(lists * most), found(lists * most);
  const int runs = 40;
  for (int run = 0; run < runs; run++) {
    const int longer = run * 50, block = run % 3 == 0 ? 32 : run % 3 == 1 ? 48 : 4;
    parent<<<(lists + block - 1) / block, block>>>(out, lists, longer);
    for (int list = 0; list < lists; list++)
      for (int i = 0; i < length(list); i++)
        expected[list * most + i] += work(i + (list / block % 5 == 0 ? work(list, longer) : 0u), 3);
  }
  if (cudaMemcpy(found.data(), out, found.size() * sizeof *out, cudaMemcpyDeviceToHost))
    return 1;
  int wrong = 0;
  for (size_t i = 0; i < found.size(); i++)
    wrong += found[i] != expected[i];
  printf("%s\n", wrong ? "FAIL" : "PASS");
  return wrong != 0;
}
