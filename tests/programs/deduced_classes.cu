// Arguments of a launch are objects whose class template's arguments are deduced, from what depends on the template parameters of the kernel that launches.
// STRATEGIES: keep t1 t4 auto block
// REMARK-t1: launch of .child.: t1
// REMARK-t4: launch of .child.: t4
#include <cstdio>
#include <vector>

namespace spans {
template <class T> struct span {
  T *p;
  int n;
  __host__ __device__ span(T *at, int len) : p(at), n(len) {}
};
} // namespace spans
template <class S> __global__ void child(S s, int k) {
  if (threadIdx.x < s.n)
    s.p[threadIdx.x] += k;
}

template <class T> __global__ void parent(T *p, int n) {
  const int t = threadIdx.x;
  spans::span a(p + t * n, n);
  const spans::span b{p + t * n, n - 1};
  spans::span c = a;
  auto d = spans::span{p + t * n, 3};
  spans::span e = spans::span(p + t * n, 2), f((c.p), (1));
  child<<<1, 32>>>(a, 1);
  child<<<1, 32>>>(b, 10);
  child<<<1, 32>>>(c, 100);
  child<<<1, 32>>>(d, 1000);
  child<<<1, 32>>>(e, 10000);
  child<<<1, 32>>>(f, 100000);
  child<<<1, 32>>>(spans::span(p + t * n, n), 1000000);
}

int main() {
  const int threads = 64, n = 5;
  long *p;
  if (cudaMalloc(&p, threads * n * sizeof *p) || cudaMemset(p, 0, threads * n * sizeof *p))
    return 1;
  parent<<<1, threads>>>(p, n);
  std::vector<long> found(threads * n);
  if (cudaMemcpy(found.data(), p, found.size() * sizeof *p, cudaMemcpyDeviceToHost))
    return 1;
  bool right = true;
  for (int i = 0; i < threads * n; i++) {
    const int k = i % n;
    right &= found[i] == 1000101 + (k < n - 1 ? 10 : 0) + (k < 3 ? 1000 : 0) + (k < 2 ? 10000 : 0) + (k < 1 ? 100000 : 0);
  }
  printf("%s\n", right ? "PASS" : "FAIL");
  return !right;
}
