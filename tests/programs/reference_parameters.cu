// Kernels whose parameters are references: to const and others, to arrays, in packs and as a template's; what they name is read and written when the child
// runs, not when it is launched.
// REMARK-t1: launch of 'named': t1
// REMARK-t4: launch of 'named': t4
// REMARK-t1: launch of 'all': t1
// REMARK-t1: launch of 'of<int>': t1
// REMARK-t1: launch of 'add': kept: 'takes' launches, and takes a reference
// REMARK-t4: launch of 'add': t4
#include "include/test.h"

__device__ int seen[4];

// The launches of one block run in turn, so the second finds what the first has written.
__global__ void named(int *sum, int (&a)[3], int &n, const int &same, const int (&before)[3]) {
  a[2] += 1;
  n += 2;
  *sum += a[1] + same + before[2];
}
template <class... Ts> __global__ void all(int *sum, Ts &...ns) {
  ((ns += 1), ...);
  *sum += (ns + ... + 0);
}
template <class T> __global__ void of(T &n, const T &m) {
  n += m;
}

template <class T> __global__ void twice(T &n) { n *= 2; }
template <class T> __global__ void between(T *n) {
  T &r = *n;
  twice<<<1, 1>>>(*n);
  twice<<<1, 1>>>(r);
  of<<<1, 1>>>(r, n[0]);
}

__global__ void add(int *to, int n) { *to += n; }
// The host hands over the address, and the value is read when the kernel runs.
__global__ void takes(const int &n, int *to) { add<<<1, 1>>>(to, n); }

__global__ void parent(int *sum, int (*a)[3]) {
  int &n = (*a)[0];
  named<<<1, 1>>>(sum, *a, n, n, *a);
  named<<<1, 1>>>(sum, *a, (*a)[0], n, *a);
  all<<<1, 1>>>(sum, n, seen[1], seen[2]);
  of<int><<<1, 1>>>(n, seen[1]);
  between<<<1, 1>>>(&n);
}

int main() {
  int *sum = device_zeros<int>(1), *a = to_device(std::vector<int>{7, 8, 9});
  for (int i = 0; i < 2; i++)
    parent<<<1, 1>>>(sum, reinterpret_cast<int(*)[3]>(a));
  int *managed;
  CHECK(cudaMallocManaged(&managed, 2 * sizeof(int)));
  managed[0] = 5;
  managed[1] = 0;
  takes<<<1, 1>>>(managed[0], managed + 1);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want{7, 8, 9};
  int total = 0, others[3] = {0, 0, 0};
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 2; k++) {
      want[2] += 1;
      want[0] += 2;
      total += want[1] + want[0] + want[2];
    }
    want[0]++, others[0]++, others[1]++;
    total += want[0] + others[0] + others[1];
    want[0] += others[0];
    want[0] *= 8;
  }
  want.push_back(total);
  want.push_back(5);
  std::vector<int> got = to_host(a, 3);
  got.push_back(to_host(sum, 1)[0]);
  got.push_back(managed[1]);
  return compare(got, want);
}
