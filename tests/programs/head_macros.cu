// Heads of functions with macros in them: types, specifiers, attributes, bounds, sizes and default values by other names.
// REMARK-t1: launch of 'scale': t1;
// REMARK-t1: launch of 'fill': t1;
// REMARK-t1: launch of 'add': t1;
// REMARK-t1: launch of 'table': t1;
// REMARK-t1: launch of 'put(<int>)?': t1;
// REMARK-t1: launch of 'declared': t1;
// REMARK-t1: launch of 'early': t1;
// REMARK-t1: launch of 'member': t1;
// REMARK-t1: launch of 'several': kept: other launches of the same threads
// REMARK-t1: launch of 'taken_back': kept: 'taken_back' is defined by a macro
// REMARK-t4: launch of 'scale': t4;
#include "include/test.h"
#define REAL double
#define INLINE __forceinline__
#define DEV INLINE __device__
#define BOTH __host__ __device__
#define KERNEL __global__ void
#define RESTRICT __restrict__
#define BOUNDS __launch_bounds__(128)
#define BOUNDS_OF(threads, blocks) __launch_bounds__(threads, blocks)
#define POINTER(type) type *
#define IN const REAL *RESTRICT
#define WIDTH 4
#define DEFAULT_STEP (WIDTH / 2 - 1)
#define NUMBER class T
#define NOTHING
#define TWO int a, int b
static const int parents = 30, n = 70;

DEV int here() { return blockIdx.x * blockDim.x + threadIdx.x; }
BOTH inline int twice(int i) { return 2 * i; }
static DEV REAL scaled(IN x, REAL by) { return x[here()] * by; }
struct Adder {
  REAL by;
  DEV void at(REAL *x) const { x[here()] += by; }
  DEV REAL get(NOTHING) const;
};
DEV REAL Adder::get(NOTHING) const { return by + (blockDim.x > 64 ? 0 : 1) - 1; }

__global__ void scale(REAL *out, IN in, REAL by = WIDTH) {
  if (here() < n)
    out[here()] = scaled(in, by);
}
KERNEL fill(float *RESTRICT x, int from, int count) {
  if (here() < count)
    x[here()] = from + twice(here());
}
__global__ void BOUNDS_OF(64, 2) add(POINTER(REAL) x, Adder a, int count) {
  if (here() < count) {
    a.at(x);
    x[here()] += a.get();
  }
}
NOTHING static KERNEL BOUNDS table(int x[WIDTH], int step = DEFAULT_STEP) {
  if (here() < WIDTH)
    x[here()] += step;
}
template <NUMBER, int step = DEFAULT_STEP> __global__ void put(T *x, int count) {
  if (here() < count)
    x[here()] += T(step);
}
__global__ void declared(POINTER(int) x, int count);
__global__ void several(int *x, TWO) {
  if (here() < n)
    x[here()] = a + b;
}
#define GONE int
__global__ void taken_back(GONE *x) {
  if (here() < n)
    x[here()] = 3;
}
#pragma push_macro("GONE")
#undef GONE
#define GONE nothing
#pragma pop_macro("GONE")
using LATER = int;
__global__ void early(LATER *x, int count) {
  if (here() < count)
    x[here()] += 100;
}
#define LATER nothing
struct Caller {
  static DEV void run(int *RESTRICT x, int m);
};

KERNEL parent(REAL *RESTRICT out, IN in, float *f, POINTER(int) counts) {
  const int i = here();
  if (i >= parents)
    return;
  scale<<<(n + 31) / 32, 32>>>(out + i * n, in + i * n);
  fill<<<(n + 63) / 64, 64>>>(f + i * n, i, n);
}
__global__ BOUNDS void second(REAL *out, int counts[WIDTH]) {
  const int i = here();
  if (i >= parents)
    return;
  add<<<(n + 63) / 64, 64>>>(out + i * n, Adder{0.5}, n);
  table<<<1, WIDTH>>>(counts + i * WIDTH);
  early<<<1, WIDTH>>>(counts + i * WIDTH, WIDTH);
  put<<<1, WIDTH>>>(counts + i * WIDTH, WIDTH);
  declared<<<1, WIDTH>>>(counts + i * WIDTH, WIDTH);
}
__global__ void member(int *RESTRICT x, int m) {
  if (here() < m)
    x[here()] += 7;
}
DEV void Caller::run(int *RESTRICT x, int m) { member<<<1, 32>>>(x, m); }
KERNEL third(int *counts) {
  if (here() == 0)
    Caller::run(counts, WIDTH);
}
__global__ void declared(int *x, int count) {
  if (here() < count)
    x[here()] += 10;
}
__global__ void natives(int *x, int *y) {
  if (here() == 0) {
    several<<<(n + 31) / 32, 32>>>(x, 1, 2);
    taken_back<<<(n + 31) / 32, 32>>>(y);
  }
}

int main() {
  std::vector<REAL> in(parents * n);
  for (size_t i = 0; i < in.size(); i++)
    in[i] = i % 13;
  REAL *d_in = to_device(in), *out = device_zeros<REAL>(in.size());
  float *f = device_zeros<float>(in.size());
  int *counts = device_zeros<int>(parents * WIDTH), *x = device_zeros<int>(n),
      *y = device_zeros<int>(n);
  parent<<<2, 32>>>(out, d_in, f, counts);
  second<<<1, 128>>>(out, counts);
  third<<<1, 32>>>(counts);
  natives<<<1, 32>>>(x, y);
  CHECK(cudaDeviceSynchronize());
  bool ok = true;
  std::vector<REAL> got = to_host(out, in.size());
  std::vector<float> filled = to_host(f, in.size());
  std::vector<int> table_of = to_host(counts, parents * WIDTH), a = to_host(x, n), b = to_host(y, n);
  for (int i = 0; i < parents * n; i++) {
    ok &= got[i] == in[i] * WIDTH + 1.0;
    ok &= filled[i] == float(i / n + 2 * (i % n));
  }
  for (int i = 0; i < parents * WIDTH; i++)
    ok &= table_of[i] == 2 * (WIDTH / 2 - 1) + 110 + (i < WIDTH ? 7 : 0);
  for (int i = 0; i < n; i++)
    ok &= a[i] == 3 && b[i] == 3;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
