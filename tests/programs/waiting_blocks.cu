// Children whose blocks wait for each other. Where it may be for a later one, or all meet, the launch stays CUDA's own; where it is for those in front, by tickets or by their numbers, it moves.
// REMARK-t1: launch of 'backwards': kept: threads of 'backwards' may wait for another block of its grid
// REMARK-auto: launch of 'meets': kept: threads of 'meets' may wait for another block of its grid
// REMARK-t1: launch of 'ticketed': t1
// REMARK-t2: launch of 'chained': t2
// REMARK-t3: launch of 'looks_back': t3
// REMARK-grid: launch of 'skips': grid
// REMARK-auto: launch of 'chained': t1
// REMARK-t4: launch of 'ticketed': kept: threads of 'ticketed' wait for each other in a loop
// ENV: FL_WORKLIST=2
// ENV: FL_CPU_THREADS=1
#include "include/test.h"

const int threads = 40, most = 96; // of a block; blocks

struct scan { // of a launch
  int flag[most + 1], value[most + 1], counter;
};
__device__ void await(volatile int *flag) {
  while (*flag == 0) {
  }
  __threadfence();
}
// Every block adds its number to what the one behind it has.
__global__ void backwards(scan *s) {
  if (threadIdx.x)
    return;
  if (blockIdx.x + 1 < gridDim.x)
    await(s->flag + blockIdx.x + 1);
  s->value[blockIdx.x] = s->value[blockIdx.x + 1] + blockIdx.x;
  __threadfence();
  atomicExch(&s->flag[blockIdx.x], 1);
  if (blockIdx.x == 0)
    s->value[gridDim.x] = s->value[0];
}
__global__ void meets(scan *s) {
  if (threadIdx.x == 0) {
    atomicAdd(&s->value[gridDim.x], blockIdx.x);
    __threadfence();
    atomicAdd(&s->counter, 1);
    while (*(volatile int *)&s->counter < gridDim.x) {
    }
  }
  __syncthreads();
  if (threadIdx.x == 1)
    s->value[blockIdx.x] = atomicAdd(&s->value[gridDim.x], 0);
}
// value[i + 1] is the sum of the numbers up to i.
__global__ void ticketed(volatile int *flag, int *value, int *counter) {
  __shared__ int drawn;
  if (threadIdx.x == 0)
    drawn = atomicAdd(counter, 1);
  __syncthreads();
  const int t = drawn;
  if (threadIdx.x == threads - 1) {
    while (t > 0 && flag[t - 1] == 0) {
    }
    __threadfence();
    value[t + 1] = value[t] + t;
    __threadfence();
    flag[t] = 1;
  }
}
__global__ void chained(int *flag, int *value) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0)
      await(flag + blockIdx.x - 1);
    before = value[blockIdx.x];
  }
  __syncthreads();
  if (threadIdx.x == threads - 1) {
    value[blockIdx.x + 1] = before + blockIdx.x;
    __threadfence();
    atomicExch(&flag[blockIdx.x], 1);
  }
}
__global__ void skips(volatile int *flag, volatile int *value) { // without barriers
  const int i = blockIdx.x;
  if (threadIdx.x)
    return;
  for (int k = 0; i > 0 && flag[i - 1] == 0; k += flag[i - 1]) {
  }
  __threadfence();
  value[i + 1] = value[i] + i;
  __threadfence();
  flag[i] = 1;
}
__global__ void looks_back(volatile int *flag, volatile int *own, volatile int *value) {
  if (threadIdx.x)
    return;
  int sum = blockIdx.x;
  own[blockIdx.x] = sum;
  __threadfence();
  if (blockIdx.x % 3)
    flag[blockIdx.x] = 1;
  for (int i = blockIdx.x - 1; i >= 0;) {
    const int seen = flag[i];
    __threadfence();
    if (seen == 0)
      continue;
    sum += seen == 1 ? own[i] : value[i + 1];
    if (seen == 2)
      break;
    i = i - 1;
  }
  value[blockIdx.x + 1] = sum;
  __threadfence();
  flag[blockIdx.x] = 2;
}

__global__ void kept(scan *s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i % 2)
    backwards<<<i % 7 + 1, threads>>>(s + i);
  else
    meets<<<i % 7 + 1, threads>>>(s + i);
}
__global__ void moved(scan *s, scan *more, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, blocks = i % 13 ? i % 5 + 1 : most;
  if (i >= n)
    return;
  s += i;
  more += i;
  switch (i % 4) {
  case 0:
    ticketed<<<blocks, threads>>>(s->flag, s->value, &s->counter);
    break;
  case 1:
    chained<<<blocks, threads>>>(s->flag, s->value);
    break;
  case 2:
    skips<<<blocks, threads>>>(s->flag, s->value);
    break;
  default:
    looks_back<<<blocks, threads>>>(s->flag, more->value, s->value);
  }
}

int main() {
  const int few = 24, n = 200;
  allow_launches(n);
  scan *a = (scan *)device_zeros<int>(few * sizeof(scan) / sizeof(int)), *b = (scan *)device_zeros<int>(n * sizeof(scan) / sizeof(int)),
       *c = (scan *)device_zeros<int>(n * sizeof(scan) / sizeof(int));
  kept<<<2, few / 2>>>(a, few);
  moved<<<(n + 31) / 32, 32>>>(b, c, n);
  std::vector<int> result, expected;
  for (const scan &s : to_host(a, few)) {
    const int i = int(result.size()), blocks = i % 7 + 1;
    result.push_back(s.value[0] + s.value[blocks]);
    expected.push_back(2 * (blocks * (blocks - 1) / 2));
  }
  for (const scan &s : to_host(b, n)) {
    const int i = int(result.size()) - few, blocks = i % 13 ? i % 5 + 1 : most;
    result.push_back(s.value[blocks]);
    expected.push_back(blocks * (blocks - 1) / 2);
  }
  return compare(result, expected);
}
