// Launches of one of several kernels: of conditions, of variables that are assigned, of tables. Each is launched as itself, and what is launched is evaluated once.
// REMARK-t1: launch of 'ones': t1
// REMARK-t1: launch of 'tens<T>': t1
// REMARK-t4: launch of 'hundreds': t4
// REMARK-t1: launch of 'k': kept: which kernel 'k' launches is not known
// REMARK-t1: launch of 'either': kept
#include "include/test.h"

__device__ int sum;

__global__ void ones(int n) { atomicAdd(&sum, n); }
template <class T> __global__ void tens(T n) { atomicAdd(&sum, 10 * n); }
__global__ void hundreds(int n) { atomicAdd(&sum, 100 * n); }
__global__ void digits(int *p, int n) { *p = *p * 10 + n; }
__global__ void halves(int *p, int n) { *p = *p / 2 + n; }
typedef void (*Kernel)(int);

__device__ int next(int *calls) { return (*calls)++ % 3; }

template <class T> __global__ void parent(T n) {
  const auto of_two = n & 1 ? ones : hundreds;
  of_two<<<1, 1>>>(n);
  Kernel assigned;
  if (n % 3 == 0)
    assigned = ones;
  else if (n % 3 == 1)
    assigned = &hundreds;
  else
    assigned = of_two;
  if (n != 2)
    assigned<<<1, 2>>>( // on several lines
        n);
  else
    (n & 2 ? tens<T> : tens<int>)<<<1, 1>>>(n);
  constexpr Kernel table[] = {ones, tens<int>, hundreds};
  int calls = n, values = 0;
  for (int i = 0; i < 4; i++)
    table[next(&calls)]<<<1, 1>>>(values++);
  atomicAdd(&sum, 1000 * (calls - n) + 10000 * values);
  auto in_lambda = [=](int m) { of_two<<<1, 1>>>(m); };
  in_lambda(n);
  Kernel by_case = ones;
  switch (n) {
  case 2:
    by_case = hundreds;
  default:
    by_case<<<1, 1>>>(n);
  }
}
__global__ void twin(int n) { parent<int><<<1, 1>>>(n); }

__device__ void start(bool first, int *p, int n) {
  void (*k)(int *, int) = halves;
  if (first)
    k = digits;
  k<<<1, 1>>>(p, n);
}
__global__ void in_order(int *p) {
  for (int i = 1; i < 8; i++)
    start(i % 3, p, i);
}
__global__ void kept(int n, Kernel given) {
  Kernel k = n & 1 ? ones : hundreds;
  Kernel *changes = &k;
  *changes = tens<int>;
  k<<<1, 1>>>(n);
  Kernel either = n & 1 ? ones : hundreds;
#pragma freelaunch strategy(keep)
  either<<<1, 1>>>(n);
}

static int of_parent(int n) {
  const int weight[] = {1, 10, 100};
  const int two = n & 1 ? 1 : 100;
  int want = two * n + (n == 2 ? 10 * n : 2 * n * (n % 3 == 0 ? 1 : n % 3 == 1 ? 100 : two));
  for (int i = 0; i < 4; i++)
    want += weight[(n + i) % 3] * i;
  return want + 44000 + two * n + (n == 2 ? 100 : 1) * n;
}

int main() {
  int want = 0, got, digit = 0;
  int *p = device_zeros<int>(1);
  for (int n = 0; n < 6; n++) {
    (n & 1 ? parent<int> : &twin)<<<1, 1>>>(n);
    want += of_parent(n);
    kept<<<1, 1>>>(n, nullptr);
    want += 10 * n + (n & 1 ? 1 : 100) * n;
  }
  in_order<<<1, 1>>>(p);
  for (int i = 1; i < 8; i++)
    digit = i % 3 ? digit * 10 + i : digit / 2 + i;
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&got, sum, sizeof got));
  return compare(std::vector<int>{got, to_host(p, 1)[0]}, {want, digit});
}
