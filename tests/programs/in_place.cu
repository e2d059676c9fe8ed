// Children that run in the parent, packed by warps, and larger ones that are recorded: kernels of several shapes and arguments, parents whose last
// warps are short, blocks and grids of up to three dimensions, launches that are refused, threads that launch nothing.
// STRATEGIES: keep t1 t4 auto
// ENV: FL_CHOICE=t1
// ENV: FL_CHOICE=t4
// ENV: FL_CHOICE=t1+t4
// ENV: FL_CHOICE=t1+t4:1
// ENV: FL_CHOICE=t1+t4:200 FL_WORKLIST=2
// ENV: FL_CHOICE=t4 FL_LOG=2
// REMARK-auto: launch of 'parent': what it launches is recorded .t1 or t2., run in place .t4., or either by its size
// REMARK-auto: launch of 'forget': what it launches is recorded .t1 or t2., run in place .t4., or either by its size
// SANITIZE-keep: off
#include "include/test.h"

struct Item {
  int node, weight;
  double scale;
  __host__ __device__ Item(int n, int w, double s) : node(n), weight(w), scale(s) {}
};

// What thread t of the launch made by `node` adds up to.
__host__ __device__ inline unsigned long long value(int node, unsigned t, int weight) {
  return (unsigned long long)(node * 31 + 7) * (t % 1009 + 1) + weight;
}

__global__ void flat(int node, int n, int weight, unsigned long long *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum + node, value(node, i, weight));
}
__global__ void cube(Item item, unsigned long long *sum, short one) {
  unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned t = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
  if (item.scale == 0.5 && one == 1)
    atomicAdd(sum + item.node, value(item.node, t, item.weight));
}
__global__ void nobody(unsigned long long *sum) { atomicAdd(sum, 1ull); }

// Every node takes one of the ways.
__global__ void parent(int nodes, const int *size, unsigned long long *sum, int *refused) {
  int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int node = (blockIdx.x + gridDim.x * blockIdx.y) * (blockDim.x * blockDim.y * blockDim.z) + thread;
  if (node >= nodes)
    return;
  int n = size[node];
  if (n < 0) {
    nobody<<<0, 32>>>(sum);
    refused[node] = cudaGetLastError() != cudaSuccess;
  } else if (n % 3 == 0 && n) {
    flat<<<(n + 31) / 32, 32>>>(node, n, n * 2, sum);
  } else if (n % 3 == 1) {
    Item item(node, n, 0.5);
    cube<<<dim3(n % 4 + 1, n % 3 + 1, n % 2 + 1), dim3(n % 7 + 1, n % 5 + 1, n % 2 + 2)>>>(item, sum, 1);
  } else if (n) {
    flat<<<n / 100 + 1, 100>>>(node, n, 3, sum);
  }
}

// No order, and so no limit to how often a thread launches.
__global__ void forget(int nodes, unsigned long long *sum) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes)
    for (int i = 0; i < node % 4; i++)
      flat<<<1, 64, 0, cudaStreamFireAndForget>>>(node, i + 40, i, sum);
}

int main() {
  const int nodes = 3000;
  allow_launches(10000);
  std::vector<int> size(nodes);
  std::vector<unsigned long long> want(nodes), want2(nodes);
  std::vector<int> want_refused(nodes);
  for (int i = 0; i < nodes; i++) {
    unsigned r = (unsigned)i * 2654435761u >> 8;
    int n = size[i] = i % 50 == 7 ? -1 : i % 97 == 3 ? (int)(r % 5000) : i % 5 == 0 ? 0 : (int)(r % 90);
    want_refused[i] = n < 0;
    unsigned threads = n <= 0 ? 0 : n % 3 == 1 ? (n % 4 + 1) * (n % 3 + 1) * (n % 2 + 1) * (n % 7 + 1) * (n % 5 + 1) * (n % 2 + 2) : n;
    for (unsigned t = 0; t < threads; t++)
      want[i] += value(i, t, n % 3 == 0 ? n * 2 : n % 3 == 1 ? n : 3);
    for (int k = 0; k < i % 4; k++)
      for (int t = 0; t < k + 40; t++)
        want2[i] += value(i, t, k);
  }
  int *dev_size = to_device(size), *refused = device_zeros<int>(nodes);
  bool right = true;
  for (dim3 block : {dim3(256), dim3(100), dim3(7, 5, 3), dim3(1)}) {
    const int threads = block.x * block.y * block.z, blocks = (nodes + threads - 1) / threads;
    for (int again = 0; again < 4; again++) {
      unsigned long long *sum = device_zeros<unsigned long long>(nodes), *sum2 = device_zeros<unsigned long long>(nodes);
      parent<<<dim3((blocks + 1) / 2, 2), block>>>(nodes, dev_size, sum, refused);
      forget<<<blocks, threads>>>(nodes, sum2);
      right &= to_host(sum, nodes) == want && to_host(sum2, nodes) == want2;
      cudaFree(sum);
      cudaFree(sum2);
    }
  }
  right &= to_host(refused, nodes) == want_refused;
  return verdict(right, "sums or errors differ");
}
