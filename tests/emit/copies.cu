// RUN: flcc --fl-strategy=t1 --fl-emit -I%S/Inputs %s | grep -v "^ *//" | FileCheck %s
// RUN: flcc --fl-strategy=t1 --fl-emit -c -DPART -I%S/Inputs %s | grep -v "^ *//" | FileCheck --check-prefix=PART %s
// RUN: flcc --fl-strategy=keep --fl-emit -I%S/Inputs %s | grep -v "^ *//" | FileCheck --check-prefix=KEEP %s
// RUN: flcc --fl-target=cpu --fl-strategy=t1 --fl-emit -I%S/Inputs %s | grep -v "^ *//" | FileCheck --check-prefix=CPU %s
// RUN: flcc --fl-strategy=t1 --fl-emit -DOWN_STREAM -I%S/Inputs %s | grep -v "^ *//" | FileCheck --check-prefix=OWN %s
// What the host copies back from the device is copied by ours where parents are launched.
#include "copies.h"
#include <cuda_runtime.h>
// clang-format off
// CHECK: #include <freelaunch/copies.h>
// PART: #include <freelaunch/copies.h>
// KEEP-NOT: __fl::
// CPU-NOT: freelaunch/copies.h
// CPU-NOT: copy_back
// OWN-NOT: copy_back
__device__ int more;
#define CHECK(x) do { if ((x) != cudaSuccess) return; } while (0)
#define COPY(to, from) cudaMemcpy(to, from, sizeof *(to), cudaMemcpyDeviceToHost)

#ifdef PART
__global__ void parent(int *p);
#else
__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) { child<<<1, 1>>>(p); }
#endif
namespace mine {
void cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind kind);
void of_that_name(int *p) {
  int word;
  // CHECK: cudaMemcpy(&word, p, sizeof word, cudaMemcpyDeviceToHost);
  mine::cudaMemcpy(&word, p, sizeof word, cudaMemcpyDeviceToHost);
}
} // namespace mine
template <class T> void copies(T *p, T *h, cudaMemcpyKind kind) {
  parent<<<1, 1>>>((int *)p);
  // CHECK: CHECK(__fl::copy_back(h, p, sizeof *h, cudaMemcpyDeviceToHost));
  // PART: CHECK(__fl::copy_back(h, p, sizeof *h, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(h, p, sizeof *h, cudaMemcpyDeviceToHost));
  // CHECK: __fl::copy_back (h, p, sizeof *h, cudaMemcpyDefault);
  ::cudaMemcpy (h, p, sizeof *h, cudaMemcpyDefault);
  // CHECK: { cudaMemcpy(h, p, sizeof *h, kind); }
  { cudaMemcpy(h, p, sizeof *h, kind); }
  // CHECK: { cudaMemcpy(p, h, sizeof *h, cudaMemcpyHostToDevice); }
  { cudaMemcpy(p, h, sizeof *h, cudaMemcpyHostToDevice); }
  // CHECK: { COPY(h, p); }
  { COPY(h, p); }
  // CHECK: (cudaMemcpy)(h, p, sizeof *h, cudaMemcpyDeviceToHost);
  (cudaMemcpy)(h, p, sizeof *h, cudaMemcpyDeviceToHost);
}
void symbols(int *p, int *h) {
  copies(p, h, cudaMemcpyDeviceToHost);
  // CHECK: __fl::copy_back_from_symbol(h, more, sizeof *h);
  // PART: __fl::copy_back_from_symbol(h, more, sizeof *h);
  cudaMemcpyFromSymbol(h, more, sizeof *h);
  // CHECK: __fl::copy_back_from_symbol(h, more, 1, 2, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(h, more, 1, 2, cudaMemcpyDeviceToHost);
  from_header(p, h);
}
#ifdef OWN_STREAM
// Others of the file's kernels may wait for the host, and leave no room.
__global__ void serves(volatile int *p) {
  while (!*p) {
  }
}
void start(int *p, cudaStream_t own) { serves<<<1, 1, 0, own>>>(p); }
#endif
#ifndef PART
int main() {}
#endif
