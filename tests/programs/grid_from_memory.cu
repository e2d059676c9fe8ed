// Grid and block sizes read from global memory, in the launch itself.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

struct Task {
  unsigned blocks;
  dim3 threads;
  int out;
};

__global__ void child(int *out) {
  atomicAdd(&out[threadIdx.y * blockDim.x + threadIdx.x], blockIdx.x + 1);
}

__global__ void parent(int n, const Task *tasks, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<tasks[i].blocks, tasks[i].threads>>>(out + tasks[i].out);
}

int main() {
  const int n = 200;
  std::vector<Task> tasks;
  std::vector<int> want;
  for (int i = 0; i < n; i++) {
    Task t = {1u + i % 9, dim3(1 + i % 40, 1 + i % 3), (int)want.size()};
    want.resize(want.size() + t.threads.x * t.threads.y, (int)(t.blocks * (t.blocks + 1) / 2));
    tasks.push_back(t);
  }
  Task *dev_tasks = to_device(tasks);
  int *out = device_zeros<int>(want.size());
  parent<<<(n + 31) / 32, 32>>>(n, dev_tasks, out);
  return compare(to_host(out, want.size()), want);
}
