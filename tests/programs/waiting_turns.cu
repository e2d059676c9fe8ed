// Children that wait for their turns, by tickets (locks that are passed on in their order) and by their numbers in grids of several dimensions; and some that wait for later blocks.
// REMARK-t1: launch of 'lock': t1
// REMARK-t2: launch of 'lock_by_block': t2
// REMARK-t3: launch of 'by_members': t3
// REMARK-auto: launch of 'in_steps': t1
// REMARK-block: launch of 'rows': block
// REMARK-mega: launch of 'planes': mega
// REMARK-grid: launch of 'above': grid
// REMARK-t4: launch of 'lock': kept: threads of 'lock' wait for each other in a loop
// REMARK-t1: launch of 'last_row': kept: threads of 'last_row' may wait for another block of its grid
// REMARK-t2: launch of 'last_block': kept: threads of 'last_block' may wait for another block of its grid
// REMARK-auto: launch of 'hands_over': kept: threads of 'hands_over' may wait for another block of its grid
// ENV: FL_WORKLIST=2
// ENV: FL_CPU_THREADS=1
// SANITIZE-keep: off
// SANITIZE-t4: off
#include "include/test.h"

const int threads = 40, most = 60; // of a block; blocks
struct Lock {
  unsigned next;
  int inside; // must be 0 where somebody comes in
  unsigned now;
  __device__ unsigned seen() const { return *(volatile const unsigned *)&now; }
  __device__ void acquire() {
    const unsigned mine = atomicAdd(&next, 1u);
    while (seen() != mine)
      __nanosleep(20);
    __threadfence();
  }
  __device__ void release() {
    __threadfence();
    atomicAdd(&now, 1u);
  }
};
struct work { // of a launch
  Lock lock;
  int sum, flag[most + 1];
  alignas(8) int value[most + 1];
};

// Adds up one by one, without atomic operations, so only one may at a time.
__device__ void add(work *w, int n) {
  volatile int *sum = &w->sum, *inside = &w->lock.inside;
  const bool alone = (*inside)++ == 0;
  const int before = *sum;
  __nanosleep(10);
  *sum = before + (alone ? n : 1 << 20);
  (*inside)--;
}
__global__ void lock(unsigned *next, volatile unsigned *now, work *w) {
  if (threadIdx.x % 8)
    return;
  const unsigned mine = atomicInc(next, 0xffffffffu);
  while (*now != mine) {
  }
  __threadfence();
  add(w, blockIdx.x);
  __threadfence();
  *now = mine + 1;
}
__global__ void lock_by_block(unsigned *next, unsigned *now, work *w) {
  __shared__ unsigned drawn;
  if (threadIdx.x == 0) {
    drawn = atomicAdd(next, 1u);
    for (;;) {
      const unsigned seen = *(volatile unsigned *)now; // nvcc 13 leaves out loops that ask __ldcg or __ldcv
      if (drawn <= seen)
        break;
    }
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == threads - 1)
    add(w, blockIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(now, 1u);
  }
}
__global__ void by_members(Lock *l, work *w) {
  for (int i = 0; i < 2 && threadIdx.x % 16 == 0; i++) {
    l->acquire();
    add(w, blockIdx.x);
    l->release();
  }
}
// The sum of the numbers up to a block's is in value, behind it.
__global__ void in_steps(int *now, volatile int *value) {
  const int b = blockIdx.x;
  if (threadIdx.x == 0) {
    while (atomicAdd(now, 0) != b) {
    }
    __threadfence();
    value[b + 1] = value[b] + b;
    __threadfence();
    *now += 1;
  }
}
__device__ void pass_on(volatile int *flag, volatile int *value, int b) {
  while (b > 0 && flag[b - 1] == 0) {
  }
  __threadfence();
  value[b + 1] = value[b] + b;
  __threadfence();
  flag[b] = 1;
}
__global__ void rows(int *flag, int *value) {
  if (threadIdx.x == 0)
    pass_on(flag, value, blockIdx.y * gridDim.x + blockIdx.x);
}
__global__ void planes(int *flag, int *value) {
  const int row = blockIdx.z * gridDim.y + blockIdx.y;
  __syncthreads();
  if (threadIdx.x == threads - 1)
    pass_on(flag, value, row * gridDim.x + blockIdx.x);
}
// Each column by itself.
__global__ void above(volatile int *flag, volatile int *value, int *sum) {
  const int b = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x)
    return;
  if (blockIdx.y > 0) {
    while (!flag[(blockIdx.y - 1) * gridDim.x + blockIdx.x]) {
    }
    __threadfence();
    value[b + 1] = value[b + 1 - gridDim.x] + blockIdx.y;
  }
  __threadfence();
  flag[b] = 1;
  atomicAdd(sum, value[b + 1]);
}

// The last row's blocks let those of the others go.
__global__ void last_row(volatile int *flag, int *sum) {
  if (threadIdx.x == 0) {
    if (blockIdx.y + 1 == gridDim.y)
      flag[blockIdx.x] = 1;
    while (!flag[blockIdx.x]) {
    }
    atomicAdd(sum, 1);
  }
}
// The last block lets all go, by one atomic operation or the other, or by an object.
__global__ void last_block(int *flag, int2 *object, int *sum) {
  if (threadIdx.x == 0) {
    if (blockIdx.x + 1 == gridDim.x) {
      atomicCAS(&flag[1], 0, 1);
      atomicCAS(&flag[1], 1, 2);
      object[1] = make_int2(0, 2);
      __threadfence();
      atomicExch(&flag[0], 2);
    }
    while (*(volatile int *)flag != 2) {
    }
    while (((volatile int *)flag)[1] != 2) {
    }
    while (((volatile int2 *)object)[1].y != 2) {
    }
    atomicAdd(sum, 1);
  }
}
// Those with odd numbers have no turns of their own, and let others have theirs.
__global__ void hands_over(unsigned *next, unsigned *now, int *sum) {
  if (threadIdx.x == 0) {
    if (blockIdx.x % 2 == 0) {
      const unsigned mine = atomicAdd(next, 1u) + 1;
      while (atomicAdd(now, 0u) != mine) {
      }
      atomicAdd(sum, 1);
    } else {
      while (atomicAdd(next, 0u) != atomicAdd(now, 0u) + 1) {
      }
      atomicAdd(now, 1u);
    }
  }
}

__global__ void kept(work *w, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  w += i;
  if (i % 3 == 0)
    last_row<<<dim3(2, i % 5 + 1), threads>>>(w->flag, &w->sum);
  else if (i % 3 == 1)
    last_block<<<i % 5 + 1, threads>>>(w->flag, (int2 *)w->value, &w->sum);
  else
    hands_over<<<2, threads>>>(&w->lock.next, &w->lock.now, &w->sum);
}
__global__ void moved(work *w, unsigned *next, unsigned *now, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, blocks = i % 13 ? i % 5 + 1 : most;
  if (i >= n)
    return;
  w += i;
  switch (i % 7) {
  case 0:
    lock<<<blocks, threads>>>(next + i, now + i, w);
    break;
  case 1:
    lock_by_block<<<blocks, threads>>>(next + i, now + i, w);
    break;
  case 2:
    by_members<<<blocks, threads>>>(&w->lock, w);
    break;
  case 3:
    in_steps<<<blocks, threads>>>(&w->lock.inside, w->value);
    break;
  case 4:
    rows<<<dim3(2, blocks / 2), threads>>>(w->flag, w->value);
    break;
  case 5: {
    const dim3 grid(2, 3, blocks / 6);
    planes<<<grid, threads>>>(w->flag, w->value);
    break;
  }
  default:
    above<<<dim3(3, blocks / 3), threads>>>(w->flag, w->value, &w->sum);
  }
}

int main() {
  const int few = 20, n = 210;
  allow_launches(n);
  work *a = (work *)device_zeros<int>(few * sizeof(work) / sizeof(int)), *b = (work *)device_zeros<int>(n * sizeof(work) / sizeof(int));
  unsigned *turns = device_zeros<unsigned>(2 * n);
  kept<<<2, few / 2>>>(a, few);
  CHECK(cudaDeviceSynchronize());
  moved<<<(n + 31) / 32, 32>>>(b, turns, turns + n, n);
  std::vector<int> result, expected;
  for (const work &w : to_host(a, few)) {
    const int i = int(result.size());
    result.push_back(w.sum);
    expected.push_back(i % 3 == 2 ? 1 : (2 - i % 3) * (i % 5 + 1));
  }
  for (const work &w : to_host(b, n)) {
    const int i = int(result.size()) - few, k = i % 7;
    int blocks = i % 13 ? i % 5 + 1 : most;
    if (k == 4)
      blocks = blocks / 2 * 2;
    if (k == 5)
      blocks = blocks / 6 * 6;
    const int sum = blocks * (blocks - 1) / 2, rows = blocks / 3;
    result.push_back(k == 3 || k == 4 || k == 5 ? w.value[blocks] : w.sum);
    expected.push_back(k == 0 ? 5 * sum : k == 2 ? 6 * sum : k == 6 ? 3 * (rows * (rows - 1) * (rows + 1) / 6) : sum);
  }
  return compare(result, expected);
}
