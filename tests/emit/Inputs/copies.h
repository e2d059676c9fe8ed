// A header that has nothing else to be edited is not written out.
#include <cuda_runtime.h>
inline void from_header(int *p, int *h) {
  cudaMemcpy(h, p, sizeof *h, cudaMemcpyDeviceToHost);
}
