// Products of matrices by warps (mma.h), of all kinds of numbers, in shared memory and in global memory.
// REMARK-auto: launch of 'product<.*>': t1
// REMARK-grid: launch of 'product<.*>': grid
#include "include/test.h"
#include <mma.h>
using namespace nvcuda;

// c = 2 * (a * b) + c, of m * k and k * n numbers; b lies column by column.
template <class T, class Stored, class Sum, int m, int n, int k>
__global__ void product(const Stored *a, const Stored *b, Sum *c) {
  __shared__ Stored near[m * k];
  for (int i = threadIdx.x; i < m * k; i += 32)
    near[i] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, m, n, k, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> none, fc;
  wmma::fill_fragment(none, Sum(0.0f));
  wmma::load_matrix_sync(fa, near, k);
  wmma::load_matrix_sync(fb, b, k);
  wmma::load_matrix_sync(fc, c, n, wmma::mem_row_major);
  wmma::mma_sync(none, fa, fb, none);
  for (int i = 0; i < fc.num_elements; i++)
    fc.x[i] = none.x[i] + fc.x[i];
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, n, wmma::mem_row_major);
}
template <class T, class Stored, class Sum, int m, int n, int k>
__global__ void start(const Stored *a, const Stored *b, Sum *c) {
  product<T, Stored, Sum, m, n, k><<<1, 32>>>(a, b, c);
}

template <class T, class Stored, class Sum, int m, int n, int k> static bool agrees() {
  std::vector<Stored> a(m * k), b(k * n);
  std::vector<Sum> c(m * n);
  std::vector<float> want(m * n), got;
  for (int i = 0; i < m * k; i++)
    a[i] = Stored(float((i * 7 + i / k) % 5));
  for (int i = 0; i < k * n; i++)
    b[i] = Stored(float((i * 3 + i / k) % 4));
  for (int i = 0; i < m * n; i++) {
    c[i] = Sum(float(i % 9));
    want[i] = float(i % 9);
    for (int j = 0; j < k; j++)
      want[i] += 2 * float(a[i / n * k + j]) * float(b[i % n * k + j]);
  }
  Sum *p = to_device(c);
  start<T, Stored, Sum, m, n, k><<<1, 1>>>(to_device(a), to_device(b), p);
  for (const Sum v : to_host(p, m * n))
    got.push_back(float(v));
  return got == want;
}

int main() {
  bool ok = agrees<half, half, float, 16, 16, 16>() && agrees<half, half, half, 32, 8, 16>() &&
            agrees<signed char, signed char, int, 8, 32, 16>() && agrees<unsigned char, unsigned char, int, 16, 16, 16>();
#ifdef FLCPU // the first architectures that tests are compiled for have none of these
  ok = ok && agrees<nv_bfloat16, nv_bfloat16, float, 16, 16, 16>() && agrees<double, double, double, 8, 8, 4>() &&
       agrees<wmma::precision::tf32, float, float, 16, 16, 8>();
#endif
  return verdict(ok, "products differ");
}
