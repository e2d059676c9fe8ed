// Parents on every device that there is, one after another, in streams, from a host thread for each, and from another device than the current one.
// STRATEGIES: keep t1 t2 mega t4 grid block auto
// ENV: FL_GRAPHS=0
// ENV: FL_GRAPHS=1
#include "../programs/include/test.h"
#include <thread>

__device__ int total;

__global__ void mark(int *data, int begin, int end, int by) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end) {
    atomicAdd(&data[i], by);
    atomicAdd(&total, 1);
  }
}
__global__ void lists(const int *first, int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && first[i + 1] > first[i])
    mark<<<(first[i + 1] - first[i] + 63) / 64, 64>>>(data, first[i], first[i + 1], i + 1);
}

__global__ void fill(int **list, int n) {
  *list = (int *)malloc(n * sizeof(int));
  for (int i = 0; *list && i < n; i++)
    (*list)[i] = n + i;
}
__global__ void lists_made(int **made, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    fill<<<1, 1>>>(made + i, i % 40 + 1);
}
__global__ void add_up(int **made, int *sums, int i) {
  for (int k = 0; k < i % 40 + 1; k++)
    sums[i] += made[i] ? made[i][k] : 0;
  free(made[i]);
}
__global__ void lists_used(int **made, int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    add_up<<<1, 1>>>(made, sums, i);
}

static const int n = 3000;

struct Device {
  int number, launches = 0;
  std::vector<int> offsets;
  int *first, *data;
  cudaStream_t stream;

  explicit Device(int number) : number(number), offsets(list_offsets(n, 60 + 20 * number)) {
    begin();
  }
  void begin() {
    CHECK(cudaSetDevice(number));
    allow_launches(2 * n);
    first = to_device(offsets);
    data = device_zeros<int>(offsets.back());
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    launches = 0;
  }
  void launch(cudaStream_t in) {
    CHECK(cudaSetDevice(number));
    lists<<<(n + 127) / 128, 128, 0, in>>>(first, n, data);
    CHECK(cudaGetLastError());
    launches++;
  }
  void wait() {
    CHECK(cudaSetDevice(number));
    CHECK(cudaDeviceSynchronize());
  }
  bool right() {
    CHECK(cudaSetDevice(number));
    std::vector<int> got = to_host(data, offsets.back()), want = lists_marked(offsets);
    for (size_t i = 0; i < want.size(); i++)
      if (got[i] != want[i] * launches) {
        printf("device %d: element %zu is %d instead of %d\n", number, i, got[i],
               want[i] * launches);
        return false;
      }
    int counted;
    CHECK(cudaMemcpyFromSymbol(&counted, total, sizeof counted));
    if (counted != (int)want.size() * launches)
      printf("device %d: %d instead of %zu\n", number, counted, want.size() * launches);
    return counted == (int)want.size() * launches;
  }
  bool allocates() {
    CHECK(cudaSetDevice(number));
    int **made = device_zeros<int *>(n);
    int *sums = device_zeros<int>(n);
    for (int r = 0; r < 3; r++) {
      lists_made<<<(n + 127) / 128, 128, 0, stream>>>(made, n);
      lists_used<<<(n + 127) / 128, 128, 0, stream>>>(made, sums, n);
    }
    std::vector<int> got = to_host(sums, n);
    bool ok = true;
    for (int i = 0; i < n; i++) {
      const int len = i % 40 + 1;
      ok &= got[i] == 3 * (len * len + len * (len - 1) / 2);
    }
    return ok;
  }
};

int main() {
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  std::vector<Device> devices;
  for (int i = 0; i < count; i++)
    devices.emplace_back(i);
  bool ok = true;

  for (int r = 0; r < 40; r++)
    for (Device &d : devices)
      d.launch(r % 3 ? 0 : d.stream);
  for (Device &d : devices)
    ok &= d.right();

  std::vector<std::thread> threads;
  for (Device &d : devices)
    threads.emplace_back([&d] {
      for (int r = 0; r < 60; r++)
        d.launch(d.stream);
    });
  for (std::thread &t : threads)
    t.join();
  for (Device &d : devices)
    ok &= d.right() && d.allocates();

  if (count > 1) {
    Device &here = devices[0], &there = devices[1];
    // A launch goes to the device of its stream, whichever is current.
    here.wait();
    for (int r = 0; r < 20; r++) {
      lists<<<(n + 127) / 128, 128, 0, there.stream>>>(there.first, n, there.data);
      CHECK(cudaGetLastError());
      there.launches++;
    }
    ok &= there.right();

    // Children reach into the other device's memory.
    int peer = 0;
    CHECK(cudaDeviceCanAccessPeer(&peer, 0, 1));
    if (peer) {
      there.wait();
      int *far = device_zeros<int>(here.offsets.back());
      here.wait();
      CHECK(cudaDeviceEnablePeerAccess(1, 0));
      for (int r = 0; r < 20; r++)
        lists<<<(n + 127) / 128, 128, 0, here.stream>>>(here.first, n, far);
      ok &= to_host(far, here.offsets.back()).back() == 20 * lists_marked(here.offsets).back();
    }

    // One device begins anew, the other goes on.
    there.wait();
    CHECK(cudaDeviceReset());
    there.begin();
    here.begin();
    int zero = 0;
    CHECK(cudaMemcpyToSymbol(total, &zero, sizeof zero));
    for (int r = 0; r < 30; r++) {
      there.launch(r % 2 ? 0 : there.stream);
      here.launch(here.stream);
    }
    ok &= there.right() && here.right();
  }
  return verdict(ok, "see above");
}
