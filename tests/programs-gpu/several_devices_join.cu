// Parents that wait for their children, on every device that there is, from a host thread for each.
// STRATEGIES: t1 t3 t4 auto
#include "../programs/include/test.h"
#include <thread>

__global__ void square(int *data, int begin, int end) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end)
    data[i] = (i - begin) * (i - begin);
}
__global__ void sum(int *data, int each, int n, int *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int r = 0; r < 3; r++) {
      square<<<(each + 31) / 32, 32>>>(data, i * each, (i + 1) * each - r);
      cudaDeviceSynchronize();
      for (int k = 0; k < each - r; k++) {
        sums[i] += data[i * each + k];
        data[i * each + k] = 0;
      }
    }
  }
}

static bool run(int device) {
  const int n = 1000, each = 50 + device;
  CHECK(cudaSetDevice(device));
  int *data = device_zeros<int>(n * each), *sums = device_zeros<int>(n);
  for (int r = 0; r < 25; r++)
    sum<<<(n + 127) / 128, 128>>>(data, each, n, sums);
  int want = 0;
  for (int r = 0; r < 3; r++)
    for (int k = 0; k < each - r; k++)
      want += 25 * k * k;
  for (int s : to_host(sums, n))
    if (s != want) {
      printf("device %d: %d instead of %d\n", device, s, want);
      return false;
    }
  return true;
}

int main() {
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  bool ok = true;
  for (int i = 0; i < count; i++)
    ok &= run(i);
  std::vector<std::thread> threads;
  std::vector<char> right(count);
  for (int i = 0; i < count; i++)
    threads.emplace_back([i, &right] { right[i] = run(i); });
  for (int i = 0; i < count; i++) {
    threads[i].join();
    ok &= right[i] != 0;
  }
  return verdict(ok, "see above");
}
