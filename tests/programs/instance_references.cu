// Instances of kernels that a template launches, named by arguments with references among their variables.
#include <cstdio>
template <class T> __global__ void child(unsigned *p, T value) {
  p[threadIdx.x] += unsigned(value);
}
template <class N> __global__ void parent(unsigned *p, N n) {
  const unsigned t = threadIdx.x;
  const unsigned int &a = t;
  unsigned b = unsigned(n);
  unsigned &&c = b + 1u;
  if (t < 4)
    child<<<1, 8>>>(p + 8 * t, a * (n + 2ull) + c);
}
int main() {
  unsigned *p;
  cudaMallocManaged(&p, 32 * sizeof *p);
  for (int i = 0; i < 32; i++)
    p[i] = 0;
  parent<<<1, 32>>>(p, 3u);
  cudaDeviceSynchronize();
  bool ok = true;
  for (unsigned i = 0; i < 32; i++)
    ok &= p[i] == i / 8 * 5 + 4;
  printf("%s\n", ok ? "PASS" : "FAIL");
  return !ok;
}
