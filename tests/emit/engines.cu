// RUN: flcc --fl-emit --fl-strategy=keep --fl-pool=1M -o - %s | FileCheck --check-prefix=NONE %s
// RUN: flcc --fl-emit --fl-strategy=t4 -o - %s | FileCheck --check-prefix=NONE %s
// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | FileCheck --check-prefix=SPLIT %s
// RUN: flcc --fl-emit --fl-strategy=t3 -o - %s | FileCheck --check-prefix=BLOCKS %s
// RUN: flcc --fl-emit --fl-strategy=block -o - %s | FileCheck --check-prefix=GATHERING %s
// RUN: flcc --fl-emit --fl-engine=fused -o - %s | FileCheck --check-prefix=FUSED %s
// RUN: flcc --fl-emit -DWAIT -o - %s | FileCheck --check-prefix=CHOICE %s
// Only the engines that the parents of a file run on are compiled with it.
// NONE: {{^}}#define FL_ENGINES (0)
// SPLIT: {{^}}#define FL_ENGINES (FL_ENGINE_SPLIT)
// SPLIT-NEXT: {{^}}#define FL_NO_GROUPS
// BLOCKS: {{^}}#define FL_ENGINES (FL_ENGINE_BLOCKS)
// GATHERING: {{^}}#define FL_ENGINES (FL_ENGINE_GATHERING)
// FUSED: {{^}}#define FL_ENGINES (FL_ENGINE_FUSED)
// CHOICE: {{^}}#define FL_ENGINES (FL_ENGINE_FUSED | FL_ENGINE_BLOCKS)
#include <cstdlib>
__global__ void child(int *p) { p[threadIdx.x] = 1; }
__global__ void parent(int *p) {
  void *unused = malloc(8);
  child<<<1, 32>>>(p);
#ifdef WAIT
  cudaDeviceSynchronize();
#endif
  free(unused);
}
int main() { parent<<<1, 1>>>(nullptr); }
