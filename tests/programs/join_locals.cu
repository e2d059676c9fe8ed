// What a thread keeps in local variables, arrays and objects outlasts its joins.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
// ENV: FL_CHOICE=t4
#include "include/test.h"

struct Pair {
  int a, b;
};
__global__ void child(int x, int *at) { at[threadIdx.x] = x + threadIdx.x; }

__global__ void parent(int *room, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int history[8];
  Pair pair{i, 0};
  const float third = i / 3.0f;
  for (int k = 0; k < 8; k++) {
    child<<<1, 3>>>(pair.a + k, room + 3 * i);
    cudaDeviceSynchronize();
    history[(k * 3 + i) % 8] = room[3 * i + k % 3];
    pair.b += history[(k * 3 + i) % 8];
  }
  int sum = pair.b + (int)third;
  for (int k = 0; k < 8; k++)
    sum = sum * 3 + history[k];
  out[i] = sum;
}

int main() {
  const int n = 128;
  int *room = device_zeros<int>(4 * n);
  std::vector<int> want;
  for (int i = 0; i < n; i++) {
    int history[8], b = 0;
    for (int k = 0; k < 8; k++)
      b += history[(k * 3 + i) % 8] = i + k + k % 3;
    int sum = b + (int)(i / 3.0f);
    for (int k = 0; k < 8; k++)
      sum = sum * 3 + history[k];
    want.push_back(sum);
  }
  parent<<<2, n / 2>>>(room, room + 3 * n);
  return compare(to_host(room + 3 * n, n), want);
}
