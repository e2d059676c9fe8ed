// Arguments of 2 KB by value, from parents that have as many; parents of nearly 4 KB, whose children are passed others of their arguments.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-block: launch of 'small': block
#include "include/test.h"

struct Table {
  int v[512];
};

__global__ void child(Table t, int *out) {
  out[threadIdx.x] = t.v[threadIdx.x * 4] + t.v[511 - threadIdx.x];
}
__global__ void parent(Table t, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 512; k += 8)
    t.v[k] += i;
  child<<<1, 100>>>(t, out + i * 100);
}

struct Larger {
  int v[1000];
};
__global__ void small(const int *in, int *out, int i) {
  out[i * 32 + threadIdx.x] = in[threadIdx.x] + i;
}
__global__ void larger(Larger t, const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (t.v[i])
    small<<<1, 32>>>(in, out, i);
}
static bool passes_on() {
  const int parents = 200;
  Larger t;
  std::vector<int> want, first;
  for (int k = 0; k < 1000; k++)
    t.v[k] = k % 3;
  for (int k = 0; k < 32; k++)
    first.push_back(k * k);
  for (int k = 0; k < parents * 32; k++)
    want.push_back(k / 32 % 3 ? first[k % 32] + k / 32 : 0);
  int *in = to_device(first), *out = device_zeros<int>(parents * 32);
  larger<<<4, parents / 4>>>(t, in, out);
  return to_host(out, want.size()) == want;
}

int main() {
  const int parents = 40;
  Table t;
  for (int k = 0; k < 512; k++)
    t.v[k] = k * k % 777;
  int *out = device_zeros<int>(parents * 100);
  std::vector<int> want;
  for (int k = 0; k < parents * 100; k++) {
    int i = k / 100, a = k % 100 * 4, b = 511 - k % 100;
    want.push_back(t.v[a] + (a % 8 ? 0 : i) + t.v[b] + (b % 8 ? 0 : i));
  }
  parent<<<2, parents / 2>>>(t, out);
  return verdict(to_host(out, want.size()) == want && passes_on(), "an argument is lost");
}
