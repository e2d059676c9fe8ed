// A parent that launches until a child says that it is enough, without a join: its children have to run beside it, or in its place.
// STRATEGIES: keep t4 t1 auto
// TARGET-keep: cpu
// TARGET-t1: cpu
// REMARK-t1: launch of 'step': kept: a loop that launches ends by what children write, and does not wait for them
// REMARK-t1: launch of 'tell': kept: threads wait in a loop behind the launch, which may be for what children write
// REMARK-t1: launch of 'walk': t1
// REMARK-auto: launch of 'step': t4
#include "include/test.h"

struct progress {
  int stop, rounds, told, heard;
};
__global__ void step(progress *s) {
  if (threadIdx.x == 0 && ++s->rounds >= 5)
    s->stop = 1;
}
__global__ void walk(int *p, int i) { atomicAdd(p, i); }
__global__ void parent(progress *s) {
  if (blockIdx.x * blockDim.x + threadIdx.x == 0)
    while (!s->stop)
      step<<<1, 32>>>(s);
}
__global__ void tell(progress *s) { atomicAdd(&s->told, 1); }
__global__ void hears(progress *s) {
  tell<<<1, 32>>>(s);
  while (atomicAdd(&s->told, 0) < 32)
    ;
  s->heard = 1;
}
// Loops that end by themselves.
__global__ void follows(const int *next, int *p) {
  for (int v = threadIdx.x, n = 0; v != -1 && n < p[1]; v = next[v], n++)
    walk<<<1, 1>>>(p, v);
}

int main() {
  progress *s = device_zeros<progress>(1);
  int *p = device_zeros<int>(2);
  const int links[] = {2, 3, 4, 5, 6, 7, -1, -1}, most = 100;
  int *next = device_zeros<int>(8);
  cudaMemcpy(next, links, sizeof links, cudaMemcpyHostToDevice);
  cudaMemcpy(p + 1, &most, sizeof most, cudaMemcpyHostToDevice);
  parent<<<1, 1>>>(s);
  hears<<<1, 1>>>(s);
  follows<<<1, 2>>>(next, p);
  const progress got = to_host(s, 1)[0];
  const bool ok = got.stop == 1 && got.rounds >= 5 && got.heard == 1 && to_host(p, 1)[0] == 28;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
