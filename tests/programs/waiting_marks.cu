// Marks that are left where a place is taken. Who finds one waits for a block that has begun, if takers alone leave marks there and take them away: then the launch moves. A word with the value of some mark, and a place
// that others open, may be anybody's. And a wait for what other threads launch meanwhile, of which the text says nothing in front.
// REMARK-t1: launch of 'counts': t1
// REMARK-t1: launch of 'hands_on': t1
// REMARK-auto: launch of 'counts': t1
// REMARK-t1: launch of 'meets': kept: threads of 'meets' may wait for another block of its grid
// REMARK-auto: launch of 'meets': kept: threads of 'meets' may wait for another block of its grid
// REMARK-block: launch of 'meets': kept: threads of 'meets' may wait for another block of its grid
// REMARK-t1: launch of 'chain': kept: threads of 'chain' may wait for another block of its grid
// REMARK-t1: launch of 'opened': kept: threads of 'opened' may wait for another block of its grid
// REMARK-t1: launch of 'passed_on': kept: threads of 'passed_on' may wait for another block of its grid
// REMARK-t1: launch of 'brings': kept: threads wait in a loop behind the launch, which may be for what children write
// REMARK-t1: launch of 'brings_all': kept: threads wait in a loop behind the launch, which may be for what children write
#include "include/test.h"
#include <algorithm>

const int blocks = 64, cells = 5, TAKEN = -1;
enum { DONE, PENDING };

// Each thread adds to a cell that it takes.
__global__ void counts(int *cell) {
  volatile int *look = cell;
  const int at = (blockIdx.x + threadIdx.x) % cells;
  for (bool done = false; !done;) {
    const int v = look[at];
    if (v != TAKEN && atomicCAS(&cell[at], v, TAKEN) == v) {
      __threadfence();
      atomicExch(&cell[at], v + 1);
      done = true;
    }
  }
}
// The same, given back behind the branch.
__global__ void hands_on(volatile int *cell) {
  const int at = blockIdx.x % cells;
  for (int left = threadIdx.x == 0 ? 2 : 0, mine = 0; left > 0;) {
    const int v = cell[at];
    if (v == TAKEN) {
      __nanosleep(10);
    } else if (v == atomicCAS((int *)&cell[at], v, TAKEN)) {
      mine = 1;
      left--;
    }
    __threadfence();
    if (mine == 1)
      cell[at] = v + 3;
    mine = 0;
  }
}

// A lock, and a barrier of the grid by a word that is 1 until all have come.
__device__ int lock, closed, arrived;
__global__ void meets(int *list, int *out) {
  volatile int *seen = list;
  if (threadIdx.x)
    return;
  while (true) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      seen[seen[0]] = blockIdx.x;
      seen[0]++;
      __threadfence();
      atomicExch(&lock, 0);
      break;
    }
  }
  if (atomicAdd(&arrived, 1) == gridDim.x - 1)
    atomicExch(&closed, 0);
  while (atomicAdd(&closed, 0) == 1) {
  }
  out[blockIdx.x] = seen[0];
}
// Beside a lock, each block waits for the one behind it.
__global__ void chain(int *state, int *value, int *lock, int *log) {
  const int b = blockIdx.x;
  if (threadIdx.x)
    return;
  for (bool done = false; !done;)
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      ++*(volatile int *)log;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  value[b] = 1;
  if (b + 1 < gridDim.x) {
    while (*(volatile int *)&state[b + 1] == PENDING) {
    }
    __threadfence();
    value[b] += *(volatile int *)&value[b + 1];
  }
  __threadfence();
  *(volatile int *)&state[b] = DONE;
}
// The last block opens a cell that is marked when the grid begins.
__global__ void opened(int *cell, int *sum) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == gridDim.x - 1) {
    *sum = 100;
    __threadfence();
    atomicExch(cell, 7);
    return;
  }
  for (bool done = false; !done;) {
    const int v = *(volatile int *)cell;
    if (v != TAKEN && atomicCAS(cell, v, TAKEN) == v) {
      __threadfence();
      ++*(volatile int *)sum;
      __threadfence();
      atomicExch(cell, v + 1);
      done = true;
    }
  }
}
// Who has taken its own cell opens the one in front.
__global__ void passed_on(int *cell, int *sum) {
  const int b = blockIdx.x;
  for (bool done = threadIdx.x > 0; !done;) {
    const int v = *(volatile int *)&cell[b];
    if (v != TAKEN && atomicCAS(&cell[b], v, TAKEN) == v) {
      sum[b] = v;
      if (b > 0)
        atomicExch(&cell[b - 1], v + 1);
      atomicExch(&cell[b], 0);
      done = true;
    }
  }
}
__global__ void start_counts(int *cell) { counts<<<blocks, 32>>>(cell); }
__global__ void start_hands_on(int *cell) { hands_on<<<blocks, 32>>>(cell); }
__global__ void start_meets(int *list, int *out) { meets<<<blocks, 32>>>(list, out); }
__global__ void start_chain(int *state, int *value, int *lock, int *log) {
  chain<<<blocks, 32>>>(state, value, lock, log);
}
__global__ void start_opened(int *cell, int *sum) { opened<<<blocks, 32>>>(cell, sum); }
__global__ void start_passed_on(int *cell, int *sum) { passed_on<<<blocks, 32>>>(cell, sum); }

// One block waits for the child of another.
__global__ void brings(volatile int *flag) {
  if (threadIdx.x == 0)
    flag[0] = 1;
}
__global__ void waits_for_others(volatile int *flag, int *out) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      while (flag[0] == 0) {
      }
      out[1] = 1;
    }
  } else if (threadIdx.x == 0) {
    brings<<<1, 32>>>(flag);
    out[0] = 7;
  }
}
__global__ void brings_all(volatile int *flag) { flag[threadIdx.x] = 1; }
__global__ void leaves(volatile int *flag, int *out) {
  if (blockIdx.x == 1) {
    while (flag[threadIdx.x] == 0) {
    }
    out[threadIdx.x] = 2;
    return;
  }
  if (threadIdx.x == 0)
    brings_all<<<1, 32>>>(flag);
}

int main() {
  const int one = 1;
  std::vector<int> closed_cells(blocks, TAKEN), counted(2 * cells), down, brought(64, 2);
  closed_cells.back() = 1;
  int *cell = device_zeros<int>(2 * cells), *list = to_device(std::vector<int>(blocks + 1, 1)),
      *out = device_zeros<int>(blocks), *value = device_zeros<int>(blocks),
      *sums = device_zeros<int>(blocks), *gate = to_device(std::vector<int>(1, TAKEN)),
      *sum = device_zeros<int>(1), *log = device_zeros<int>(1), *flags = device_zeros<int>(64),
      *got = device_zeros<int>(64);
  CHECK(cudaMemcpyToSymbol(closed, &one, sizeof one));
  start_counts<<<1, 1>>>(cell);
  start_hands_on<<<1, 1>>>(cell + cells);
  start_meets<<<1, 1>>>(list, out);
  start_chain<<<1, 1>>>(to_device(std::vector<int>(blocks, PENDING)), value, device_zeros<int>(1),
                        log);
  start_opened<<<1, 1>>>(gate, sum);
  start_passed_on<<<1, 1>>>(to_device(closed_cells), sums);
  waits_for_others<<<2, 64>>>(flags, got);
  leaves<<<2, 32>>>(flags + 32, got + 32);

  for (int b = 0; b < blocks; b++) {
    for (int t = 0; t < 32; t++)
      counted[(b + t) % cells]++;
    counted[cells + b % cells] += 6;
    down.push_back(blocks - b);
  }
  std::fill(brought.begin(), brought.begin() + 32, 0);
  brought[0] = 7, brought[1] = 1;
  return compare(to_host(cell, 2 * cells), counted) ||
         compare(to_host(out, blocks), std::vector<int>(blocks, blocks + 1)) ||
         compare(to_host(value, blocks), down) || compare(to_host(sums, blocks), down) ||
         compare(to_host(log, 1), std::vector<int>(1, blocks)) ||
         compare(to_host(gate, 1), std::vector<int>(1, 7 + blocks - 1)) ||
         compare(to_host(sum, 1), std::vector<int>(1, 100 + blocks - 1)) ||
         compare(to_host(got, 64), brought);
}
