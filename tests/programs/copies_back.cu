// What the host copies back behind parents, small and large, by every kind of call: it is there, and all before it is done, when the call returns.
// ENV: FL_COPIES=0
// ENV: FL_COPIES=3
// ENV: FL_GRAPHS=1
#include "include/test.h"
#include <cstring>
#include <thread>

struct __align__(16) Wide {
  double x[8];
};
struct Odd {
  char c[3];
};

__device__ int more;
__device__ char letters[8];
__constant__ short numbers[4] = {7, 8, 9, 10};
__managed__ int shared_word;

__global__ void child(int n, int *data, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    data[i] += value;
    if (data[i] < 20)
      more = 1;
  }
}
__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<1, 40>>>(33, data + 33 * i, i % 7 + 1);
}
__global__ void fill(int i, char *bytes) {
  bytes[i * 100 + threadIdx.x] = (char)(i + threadIdx.x);
}
__global__ void fill_all(int n, char *bytes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    fill<<<1, 100>>>(i, bytes);
  if (i < 8)
    letters[i] = (char)('a' + i);
  if (i == 0)
    shared_word = 77;
}
__global__ void late(volatile int *go, int *out) {
  while (clock64() % 1000003 != 0 && *go < 100000)
    *go = *go + 1;
  *out = 4711;
}

static bool is(const char *what, bool right) {
  if (!right)
    printf("FAIL: %s\n", what);
  return right;
}

template <class T> static T one(const T *device) {
  T value;
  CHECK(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}
template <class T> static T any(const T *from) {
  T value;
  CHECK(cudaMemcpy(&value, from, sizeof value, cudaMemcpyDefault));
  return value;
}

static bool levels(int n) {
  int *data = device_zeros<int>(33 * n), rounds = 0, go = 1;
  cudaEvent_t before;
  CHECK(cudaEventCreate(&before));
  bool ok = true;
  for (; go; rounds++) {
    go = 0;
    CHECK(cudaMemcpyToSymbol(more, &go, sizeof go));
    parent<<<(n + 63) / 64, 64>>>(n, data);
    CHECK(cudaEventRecord(before));
    CHECK(cudaMemcpyFromSymbol(&go, more, sizeof go));
    ok &= cudaEventQuery(before) == cudaSuccess && cudaStreamQuery(0) == cudaSuccess;
  }
  ok &= is("rounds", rounds == 20);
  const std::vector<int> all = to_host(data, 33 * n);
  for (int i = 0; i < 33 * n; i++)
    ok &= all[i] == 20 * (i / 33 % 7 + 1);
  CHECK(cudaEventDestroy(before));
  CHECK(cudaFree(data));
  return is("levels", ok);
}

static bool kinds() {
  const int n = 50;
  char *bytes = device_zeros<char>(100 * n), odd[100] = {};
  fill_all<<<1, 64>>>(n, bytes);
  bool ok = is("char", one(bytes + 201) == 3);
  ok &= is("odd", one((Odd *)(bytes + 101)).c[2] == 4);
  Wide wide = one((Wide *)bytes), expected;
  for (int i = 0; i < 64; i++)
    ((char *)&expected)[i] = (char)i;
  ok &= is("wide", !memcmp(&wide, &expected, sizeof wide));
  for (int size = 0; size <= 100; size++) {
    memset(odd, -1, sizeof odd);
    CHECK((cudaMemcpy)(odd, bytes + 4900 - size, size, cudaMemcpyDeviceToHost));
    CHECK(::cudaMemcpy(odd, bytes + 4900 - size, size, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 100; i++)
      ok &= odd[i] == (i < size ? (char)((4900 - size + i) / 100 + (4900 - size + i) % 100) : -1);
  }
  is("sizes", ok);
  char some[4] = {};
  CHECK(cudaMemcpyFromSymbol(some, letters, 3, 4));
  ok &= is("letters", !strcmp(some, "efg"));
  short two[2];
  CHECK(cudaMemcpyFromSymbol(two, numbers, sizeof two, sizeof two, cudaMemcpyDeviceToHost));
  ok &= is("numbers", two[0] == 9 && two[1] == 10);
  ok &= is("default", any(bytes + 4899) == (char)(48 + 99));
  int seven = 7, word = 0;
  ok &= is("from the host", any(&seven) == 7);
  CHECK(cudaMemcpy(bytes, bytes + 104, 4, cudaMemcpyDefault));
  ok &= is("to the device", one(bytes) == 5);
  ok &= is("managed", any(&shared_word) == 77);
  int *pinned;
  CHECK(cudaMallocHost((void **)&pinned, sizeof *pinned));
  CHECK(cudaMemcpy(pinned, bytes, sizeof *pinned, cudaMemcpyDeviceToHost));
  ok &= is("pinned", *pinned == 0x08070605);
  CHECK(cudaFreeHost(pinned));
  // A stream that waits for the default one, and for which that waits.
  cudaStream_t stream;
  int *out = device_zeros<int>(2);
  CHECK(cudaStreamCreate(&stream));
  volatile int *go = out;
  int *at = out + 1;
  void *args[] = {&go, &at};
  CHECK(cudaLaunchKernel((const void *)late, dim3(1), dim3(1), args, 0, stream)); // by <<<>>> it would leave the file's copies to CUDA
  [&] { CHECK(cudaMemcpy(&word, out + 1, sizeof word, cudaMemcpyDeviceToHost)); }();
  ok &= is("another stream", word == 4711);
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(out));
  CHECK(cudaFree(bytes));
  return ok;
}

// What CUDA refuses, and what it says of it.
static bool refused() {
  int word = 5, *device = device_zeros<int>(1);
  bool ok = cudaMemcpy(&word, nullptr, sizeof word, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue;
  ok &= cudaGetLastError() == cudaErrorInvalidValue;
  ok &= cudaMemcpyFromSymbol(&word, more, sizeof word, 4) == cudaErrorInvalidValue;
  ok &= cudaGetLastError() == cudaErrorInvalidValue;
  ok &= cudaMemcpy(&word, device, sizeof word, cudaMemcpyDeviceToHost) == cudaSuccess && word == 0;
  // An error before it stays what it was.
  parent<<<1, 5000>>>(1, device);
  ok &= cudaMemcpy(&word, device, sizeof word, cudaMemcpyDeviceToHost) == cudaSuccess;
  ok &= cudaGetLastError() != cudaSuccess && cudaGetLastError() == cudaSuccess;
  CHECK(cudaFree(device));
  return is("refused", ok);
}

int main() {
  allow_launches(20000);
  bool ok = refused() & levels(300) & kinds() & levels(1);
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  int *data = device_zeros<int>(33);
  for (int t = 0; t < 4; t++)
    threads.emplace_back([&, t] {
      right[t] = 1;
      for (int i = 0; i < 50; i++) {
        int number = -1;
        parent<<<1, 32>>>(0, data);
        CHECK(cudaMemcpy(&number, data + t, sizeof number, cudaMemcpyDeviceToHost));
        right[t] &= number == 0;
      }
    });
  for (int t = 0; t < 4; t++) {
    threads[t].join();
    ok &= is("threads", right[t]);
  }
  CHECK(cudaDeviceReset());
  allow_launches(20000);
  ok &= levels(20);
  printf(ok ? "PASS\n" : "FAIL\n");
  return !ok;
}
