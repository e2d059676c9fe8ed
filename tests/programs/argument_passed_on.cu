// Parameters that parents pass on to their children: unchanged, changed before or after a launch, through a pointer, a reference, an
// address, a loop, a conversion; from one kernel to the next, in recursion and in another order.
// REMARK-t1: t1; order
#include "include/test.h"

struct pair {
  int a, b;
};
__device__ void bump(int &x) { x += 5; }
__device__ void store(int *p, int value) { *p = value; }

__global__ void note(int unchanged, int changed, long converted, pair p, int *out, int at) {
  atomicAdd(out + at, unchanged + 3 * changed + 7 * (int)converted + 11 * p.a + 13 * p.b);
}
__global__ void leaf(int *out, int deep, int wide) { atomicAdd(out, deep * 100 + wide); }
__global__ void middle(int wide, int deep, int *out) { leaf<<<2, 1>>>(out, deep, wide); }
// `depth` and `turn` change on the way down, `out` and `scale` do not; `x` and `y` change places.
__global__ void down(int *out, int scale, int depth, int x, int y) {
  if (depth == 0)
    atomicAdd(out, scale * (x + 10 * y));
  else
    down<<<1, 1>>>(out, scale, depth - 1, y, x);
}
__global__ void parent(int n, int a, int b, int c, int d, int e, int f, pair p, pair q, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a += i;         // changed before
  bump(b);        // by reference
  store(&c, i);   // by address
  int &alias = d; // by another name
  alias = 2 * i;
  q.a = i; // a part of it
  note<<<1, 1>>>(e, a, a, p, out, i);
  note<<<1, 1>>>(e, b, a, p, out, i);
  note<<<1, 1>>>(e, c, a, q, out, i);
  note<<<1, 1>>>(e, d, a, q, out, i);
  for (int k = 0; k < 2; k++, f++) // by a loop, behind the launch
    note<<<1, 1>>>(e, f, e, p, out, i);
  middle<<<1, 1>>>(e, i, out + i);
  down<<<1, 1>>>(out + n, e, i % 4, a, b);
}

int main() {
  const int n = 100;
  int *out = device_zeros<int>(n + 1);
  const pair p = {1, 2}, q = {3, 4};
  parent<<<2, 64>>>(n, 10, 20, 30, 40, 50, 60, p, q, out);
  std::vector<int> want(n + 1);
  for (int i = 0; i < n; i++) {
    const int a = 10 + i, b = 25, e = 50, ps = 11 * 1 + 13 * 2, qs = 11 * i + 13 * 4;
    const int changed[6] = {a, b, i, 2 * i, 60, 61};
    for (int k = 0; k < 6; k++)
      want[i] += e + 3 * changed[k] + 7 * (k < 4 ? a : e) + (k == 2 || k == 3 ? qs : ps);
    want[i] += 2 * (i * 100 + e);
    want[n] += e * (i % 4 % 2 ? b + 10 * a : a + 10 * b);
  }
  return compare(to_host(out, n + 1), want);
}
