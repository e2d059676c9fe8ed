// Parents whose grids fill a small part of the machine, and whose threads have nothing to do with each other: where they run is the compiler's business, and who they are is not.
// ENV: FL_WORKLIST=16
// ENV: FL_CHOICE=t4
// ENV: FL_CHOICE=t1+t4:40
// ENV: FL_CHOICE=t1
#include "include/test.h"

__device__ int steps_of(int k) { // of a walk that is longer for some than for others
  int steps = 0;
  for (long x = k + 1; x != 1; x = x % 2 ? 3 * x + 1 : x / 2)
    steps++;
  return steps;
}
static int steps_on_host(int k) {
  int steps = 0;
  for (long x = k + 1; x != 1; x = x % 2 ? 3 * x + 1 : x / 2)
    steps++;
  return steps;
}

__global__ void mark(int n, int by, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&data[i], by);
}
// Who it is, and its children: `most` elements from its own on.
__device__ unsigned long long who() {
  return ((blockIdx.x * 2000ull + blockDim.x) * 2000 + gridDim.x) * 2000 + threadIdx.x + threadIdx.y + threadIdx.z + blockIdx.y + blockIdx.z + (blockDim.y + blockDim.z - 2) +
         (gridDim.y + gridDim.z - 2);
}
__global__ void walk(int n, int room, unsigned long long *names, int *data) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  names[k] = who();
  int steps = steps_of(k);
  if (k < n && steps > 0)
    mark<<<(steps + 31) / 32, 32>>>(steps, k + 1, data + k * room);
}
// Several launches a thread, in order, and one below.
__global__ void twice(int n, int *data, int *below) {
  int i = threadIdx.x;
  if (i < n)
    data[i] = data[i] * 2 + 1;
  if (i == 0 && n > 40)
    mark<<<1, 32>>>(1, 1, below);
}
__global__ void walk_in_order(int n, int room, unsigned long long *names, int *data) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  names[k] = who();
  int steps = steps_of(k);
  if (k >= n)
    return;
  for (int round = 0; round < 3 && steps > 0; round++)
    twice<<<1, 128>>>(steps < 128 ? steps : 128, data + k * room, data + k * room + room - 1);
}

constexpr int room = 256;
static bool right(const char *what, int blocks, int threads, const std::vector<unsigned long long> &names, const std::vector<int> &want, const std::vector<int> &got) {
  for (int b = 0; b < blocks; b++)
    for (int t = 0; t < threads; t++)
      if (names[b * threads + t] != ((b * 2000ull + threads) * 2000 + blocks) * 2000 + t) {
        printf("FAIL: %s: thread %d of block %d is taken for another of %d x %d\n", what, t, b, blocks, threads);
        return false;
      }
  if (want != got)
    printf("FAIL: %s: %d blocks of %d\n", what, blocks, threads);
  return want == got;
}

static bool walks(int blocks, int threads, int n) {
  const int all = blocks * threads;
  std::vector<int> want(all * room), ordered(all * room);
  for (int k = 0; k < n; k++) {
    const int steps = steps_on_host(k), some = steps < 128 ? steps : 128;
    for (int i = 0; i < steps; i++)
      want[k * room + i] += 3 * (k + 1);
    for (int round = 0; round < 3; round++)
      for (int i = 0; i < some; i++)
        ordered[k * room + i] = ordered[k * room + i] * 2 + 1;
    ordered[k * room + room - 1] = steps > 40 ? 3 : 0;
  }
  unsigned long long *names = device_zeros<unsigned long long>(all);
  int *data = device_zeros<int>(want.size());
  for (int i = 0; i < 3; i++)
    walk<<<blocks, threads>>>(n, room, names, data);
  if (!right("walk", blocks, threads, to_host(names, all), want, to_host(data, want.size())))
    return false;
  CHECK(cudaMemset(names, 0, all * sizeof *names));
  CHECK(cudaMemset(data, 0, want.size() * sizeof *data));
  walk_in_order<<<blocks, threads>>>(n, room, names, data);
  const bool fine = right("walk_in_order", blocks, threads, to_host(names, all), ordered, to_host(data, ordered.size()));
  CHECK(cudaFree(names));
  CHECK(cudaFree(data));
  return fine;
}

int main() {
  allow_launches(1 << 16);
  const int shapes[][2] = {{1, 32}, {3, 64}, {2, 96}, {1, 1024}, {7, 256}, {5, 40}, {1, 1}, {40, 128}};
  for (const int(&s)[2] : shapes)
    for (int less = 0; less < 2; less++)
      if (!walks(s[0], s[1], s[0] * s[1] - 5 * less > 0 ? s[0] * s[1] - 5 * less : 1))
        return 1;
  printf("PASS\n");
}
