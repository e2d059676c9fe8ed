// `using namespace` makes names of a library's the program's, but those of that library alone.
// RUN: flcc --fl-emit --fl-strategy=t1 -isystem %S/Inputs/system -o - %s | grep -v CHECK | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DWMMA -isystem %S/Inputs/system -o - %s | grep -v CHECK | FileCheck --check-prefix=WMMA %s
#include <libraries.h>
namespace nvcuda {
namespace wmma {
template <class T> struct fragment {
  T x[8];
};
template <class T> __device__ void mma_sync(fragment<T> &a) { a.x[0] += 1; }
} // namespace wmma
} // namespace nvcuda
#ifdef WMMA
using namespace nvcuda::wmma;
#else
using namespace cub;
#endif
// CHECK: struct sums__fl {
// CHECK: barrier = false, early_exit = false, warp_sync = false
// WMMA: struct sums__fl {
// WMMA: barrier = false, early_exit = false, warp_sync = true
__global__ void sums(int *p) {
  int accumulator = p[threadIdx.x];
  p[threadIdx.x] = accumulator + 1;
}
__global__ void parent(int *p) { sums<<<1, 32>>>(p); }
int main() { parent<<<1, 1>>>(nullptr); }
