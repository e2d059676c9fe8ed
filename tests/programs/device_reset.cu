// cudaDeviceReset() in the middle of a program: memory, limits, attributes of kernels and the runtime's own memory are gone with the context, and all is made anew.
// STRATEGIES: keep t1 t2 t3 t4 mega block grid auto
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'wide': t1
// REMARK-t1: launch of 'keeps': t1
#include "include/test.h"

constexpr int parents = 200, length = 70;

__global__ void child(int *data, int n, int add) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&data[i], add);
}
__global__ void parent(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < parents)
    child<<<(length + 31) / 32, 32>>>(data, i % length + 1, i);
}
static int parent_adds(int k) {
  int sum = 0;
  for (int i = 0; i < parents; i++)
    sum += i % length + 1 > k ? i : 0;
  return sum;
}

// More shared memory than a kernel has without being allowed it.
__global__ void wide(int *sum, int n) {
  __shared__ int all[6000];
  __shared__ int more[6000];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    all[i] = i;
    more[i] = 2 * i;
  }
  __syncthreads();
  int mine = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    mine += all[n - 1 - i] + more[n - 1 - i];
  atomicAdd(sum, mine);
}
__global__ void launches_wide(int *sum) {
  if (threadIdx.x % 8 == 0)
    wide<<<2, 64>>>(sum, 5000 + (int)threadIdx.x);
}

struct Item {
  Item *next;
  int value;
};
__device__ Item *items;
__global__ void keeps(int value) {
  Item *mine = new Item;
  mine->value = value + (int)threadIdx.x;
  mine->next = (Item *)atomicExch((unsigned long long *)&items, (unsigned long long)mine);
}
__global__ void launches_keeps() { keeps<<<1, 4>>>(4 * (int)threadIdx.x); }
__global__ void gather(int *sum) {
  for (Item *i = items, *next; i; i = next) {
    next = i->next;
    *sum += i->value;
    delete i;
  }
  items = nullptr;
}

static bool once(int times) {
  int *data = device_zeros<int>(length), *sums = device_zeros<int>(2);
  for (int t = 0; t < times; t++) {
    parent<<<(parents + 63) / 64, 64>>>(data);
    launches_wide<<<1, 32>>>(&sums[0]);
    launches_keeps<<<1, 64>>>();
    gather<<<1, 1>>>(&sums[1]);
  }
  std::vector<int> got = to_host(data, length), sum = to_host(sums, 2);
  int wide_sum = 0;
  for (int k = 0; k < 32; k += 8)
    wide_sum += 2 * 3 * ((5000 + k) * (4999 + k) / 2);
  std::vector<int> want;
  for (int i = 0; i < length; i++)
    want.push_back(times * parent_adds(i));
  const bool right = got == want && (unsigned)sum[0] == (unsigned)times * (unsigned)wide_sum && sum[1] == times * (255 * 256 / 2);
  if (!right)
    printf("%d times: %d, not %d; %u, not %u; %d, not %d\n", times, got[0], want[0], (unsigned)sum[0], (unsigned)times * (unsigned)wide_sum,
           sum[1], times * (255 * 256 / 2));
  return right;
}

int main() {
  bool right = once(1);
  CHECK(cudaDeviceReset());
  right &= once(40);
  CHECK(cudaDeviceReset());
  CHECK(cudaDeviceReset());
  right &= once(3);
  return verdict(right, "see above");
}
