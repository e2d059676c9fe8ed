// Words that the host copies back behind parents, from every device that there is: from the current one's memory, from another's, and by host threads side by
// side. What a kernel of the current device could not read, or not in order, CUDA copies.
// STRATEGIES: keep t1 t4 block auto
// ENV: FL_COPIES=0
// ENV: FL_COPIES=64
#include "../programs/include/test.h"
#include <thread>

__device__ int more;

__global__ void visit(int *data, int k) {
  if (threadIdx.x == 0) {
    *data += k;
    more = k;
  }
}
__global__ void level(int *data, int k) {
  if (k > 0)
    visit<<<1, 32>>>(data, k);
}

// Levels from `levels` down to 1; the word of each tells the next.
static bool search(int device, int *data, int levels) {
  CHECK(cudaSetDevice(device));
  int k = levels, sum = 0, want = 0;
  while (k > 0) {
    want += k;
    level<<<1, 1>>>(data, k);
    int seen = 0;
    CHECK(cudaMemcpy(&sum, data, sizeof sum, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&seen, more, sizeof seen));
    if (seen != k || sum != want) {
      printf("device %d, level %d: %d, and %d instead of %d\n", device, k, seen, sum, want);
      return false;
    }
    k = seen - 1;
  }
  CHECK(cudaMemset(data, 0, sizeof *data));
  return true;
}

// The word is another device's than the current one.
static bool from_elsewhere(int here, int there, int *far) {
  CHECK(cudaSetDevice(here));
  for (int r = 1; r <= 20; r++) {
    CHECK(cudaSetDevice(there));
    level<<<1, 1>>>(far, r);
    CHECK(cudaSetDevice(here));
    int got = 0;
    CHECK(cudaMemcpy(&got, far, sizeof got, r % 2 ? cudaMemcpyDeviceToHost : cudaMemcpyDefault));
    if (got != r * (r + 1) / 2) {
      printf("from device %d with %d current: %d\n", there, here, got);
      return false;
    }
  }
  CHECK(cudaSetDevice(there)); // CUDA fills no other device's memory
  CHECK(cudaMemset(far, 0, sizeof *far));
  return true;
}

int main() {
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  std::vector<int *> data(count);
  for (int i = 0; i < count; i++) {
    CHECK(cudaSetDevice(i));
    allow_launches(4096);
    data[i] = device_zeros<int>(64);
  }
  bool ok = true;
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < count; i++)
      ok &= search(i, data[i], 40);
  std::vector<std::thread> threads;
  std::vector<char> right(count);
  for (int i = 0; i < count; i++)
    threads.emplace_back([&, i] { right[i] = search(i, data[i], 100); });
  for (int i = 0; i < count; i++) {
    threads[i].join();
    ok &= right[i] != 0;
  }
  if (count > 1) {
    ok &= from_elsewhere(0, 1, data[1]) && from_elsewhere(1, 0, data[0]);
    int peer = 0;
    CHECK(cudaDeviceCanAccessPeer(&peer, 0, 1));
    if (peer) {
      CHECK(cudaSetDevice(0));
      CHECK(cudaDeviceEnablePeerAccess(1, 0));
      ok &= from_elsewhere(0, 1, data[1]) && search(0, data[0], 20);
    }
  }
  return verdict(ok, "see above");
}
