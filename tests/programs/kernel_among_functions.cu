// Functions of the host and of the device have the name of a kernel template, too: a launch means the kernel.
// REMARK-t1: launch of 'fill': t1
#include <cstdio>
template <class T> void fill(T *p, int n, int v) {
  for (int i = 0; i < n; i++)
    p[i] = (T)v;
}
template <class T> __global__ void fill(T *p, int n, unsigned deep);
struct Two {
  int n;
};
template <class T> __device__ int fill(T *p, Two n, unsigned deep) { return n.n + (int)deep; }
template <class T> __global__ void fill(T *p, int n, unsigned deep) {
  p[threadIdx.x] += (T)(n + fill(p, Two{1}, deep));
  if (threadIdx.x == 0 && deep)
    fill<<<1, 32>>>(p + 32, n, deep - 1);
}
int main() {
  int *p, wrong = 0;
  cudaMallocManaged(&p, 128 * sizeof(int));
  fill(p, 128, 1);
  fill<<<1, 32>>>(p, 5, 3u);
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; i++)
    wrong += p[i] != 10 - i / 32;
  printf(wrong ? "FAIL\n" : "PASS\n");
  return wrong != 0;
}
