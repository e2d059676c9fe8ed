// Joins in the bodies and in the arguments of macros, as programs write them.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

#define JOIN() cudaDeviceSynchronize()
#define DEVICE_CHECK(call)                                                                         \
  do {                                                                                             \
    cudaError_t error = (call);                                                                    \
    if (error != cudaSuccess) {                                                                    \
      printf("error %d\n", (int)error);                                                            \
      return;                                                                                      \
    }                                                                                              \
  } while (0)
#if CUDART_VERSION >= 5000
#define SYNC_KERNEL DEVICE_CHECK(cudaDeviceSynchronize())
#else
#define SYNC_KERNEL cudaThreadSynchronize()
#endif

__global__ void child(int x, int *at) { at[threadIdx.x] += x + threadIdx.x; }

__global__ void parent(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *mine = data + i * 20;
  child<<<1, 20>>>(i, mine);
  JOIN();
  out[i] = mine[3];
  child<<<1, 20>>>(out[i], mine);
  DEVICE_CHECK(cudaDeviceSynchronize());
  out[i] += mine[4];
  child<<<1, 20>>>(out[i], mine);
  SYNC_KERNEL;
  out[i] += mine[5];
}

int main() {
  const int parents = 60;
  int *data = device_zeros<int>(parents * 21);
  std::vector<int> want;
  for (int i = 0; i < parents; i++) {
    int out = i + 3;
    out += i + 4 + out + 4;
    out += i + 5 + i + 3 + 5 + out + 5;
    want.push_back(out);
  }
  parent<<<2, parents / 2>>>(data, data + parents * 20);
  return compare(to_host(data + parents * 20, parents), want);
}
