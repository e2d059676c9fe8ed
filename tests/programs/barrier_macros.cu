// Barriers out of macros, alone and among other statements; bounds of loops that are divided by local constants.
// REMARK-t4: launch of 'tiled': t4
// REMARK-t4: launch of 'named': t4
// REMARK-t4: launch of 'beside': kept: 'beside' has barriers: a macro comes to several statements beside a barrier
// REMARK-t4: launch of 'in_loop': kept: 'in_loop' has barriers: a macro comes to several statements beside a barrier
// REMARK-t4: launch of 'among': kept: 'among' has barriers: a macro comes to several statements beside a barrier
// REMARK-t4: launch of 'among_all': kept: 'among_all' has barriers: a macro comes to several statements beside a barrier
#include "include/test.h"

#define SYNC() __syncthreads()
#define MEET __syncthreads
#define SYNC_AND_COUNT                                                                             \
  __syncthreads();                                                                                 \
  x++
#define SYNC_ONCE                                                                                  \
  do {                                                                                             \
    __syncthreads();                                                                               \
  } while (0)
#define TEXT(x) x
const int size = 40;
#define T int(threadIdx.x)
#define NEXT ((T + 1) % size)

__global__ void tiled(int *out, int n) {
  constexpr int tile = 4;
  __shared__ int s[size];
  int x = T;
  for (int i = 0; i < (n + tile - 1) / tile; i++) {
    s[T] = x;
    SYNC();
    x = s[NEXT] + 1;
    SYNC();
  }
  out[T] = x;
}
__global__ void named(int *out, int n) {
  __shared__ int s[size];
  int x = T;
  s[T] = x * n;
  MEET();
  out[T] = s[NEXT] + x;
}
__global__ void beside(int *out, int n) {
  __shared__ int s[size];
  int x = T;
  s[T] = x * n;
  SYNC_AND_COUNT;
  out[T] = s[NEXT] + x - 1;
}
__global__ void in_loop(int *out, int n) {
  __shared__ int s[size];
  int x = T;
  s[T] = x * n;
  SYNC_ONCE;
  out[T] = s[NEXT] + x;
}
__global__ void among(int *out, int n) {
  __shared__ int s[size];
  int x = T;
  TEXT(s[T] = x * n; __syncthreads(); int y = s[NEXT]);
  out[T] = y + x;
}
__global__ void among_all(int *out, int n) {
  __shared__ int s[size];
  int x = T;
  TEXT(s[T] = x * n; __syncthreads(); out[T] = s[NEXT] + x;)
}
#define PARENT(child)                                                                              \
  __global__ void launches_##child(int *out) { child<<<1, size>>>(out + size * threadIdx.x, 9); }
PARENT(tiled)
PARENT(named)
PARENT(beside)
PARENT(in_loop)
PARENT(among)
PARENT(among_all)

int main() {
  const int parents = 3;
  bool ok = true;
  const auto run = [&](void (*launch)(int *), int steps, int by) {
    int *out = device_zeros<int>(parents * size);
    launch(out);
    std::vector<int> want;
    for (int i = 0; i < parents * size; i++)
      want.push_back(by ? (i % size + 1) % size * by + i % size : (i % size + steps) % size + steps);
    ok &= to_host(out, parents * size) == want;
  };
#define RUN(child, steps, by)                                                                      \
  run([](int *out) { launches_##child<<<1, parents>>>(out); }, steps, by)
  RUN(tiled, 3, 0);
  RUN(named, 0, 9);
  RUN(beside, 0, 9);
  RUN(in_loop, 0, 9);
  RUN(among, 0, 9);
  RUN(among_all, 0, 9);
  return verdict(ok, "a barrier is lost");
}
