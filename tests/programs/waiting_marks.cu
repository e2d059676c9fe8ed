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
__global__ void start(int *list, int *out, int *rest) {
  meets<<<blocks, 32>>>(list, out);
  chain<<<blocks, 32>>>(rest, rest + blocks, rest + 4 * blocks, rest + 4 * blocks + 1);
  opened<<<blocks, 32>>>(rest + 4 * blocks + 2, rest + 4 * blocks + 3);
  passed_on<<<blocks, 32>>>(rest + 2 * blocks, rest + 3 * blocks);
}

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
  std::vector<int> rest(4 * blocks + 4);
  for (int b = 0; b < blocks; b++) {
    rest[b] = PENDING;
    rest[2 * blocks + b] = b + 1 < blocks ? TAKEN : 1;
  }
  rest[4 * blocks + 2] = TAKEN;
  int *cell = device_zeros<int>(2 * cells), *list = to_device(std::vector<int>(blocks + 1, 1)),
      *out = device_zeros<int>(blocks), *more = to_device(rest), *flags = device_zeros<int>(64),
      *got = device_zeros<int>(64);
  CHECK(cudaMemcpyToSymbol(closed, &one, sizeof one));
  start_counts<<<1, 1>>>(cell);
  start_hands_on<<<1, 1>>>(cell + cells);
  start<<<1, 1>>>(list, out, more);
  waits_for_others<<<2, 64>>>(flags, got);
  leaves<<<2, 32>>>(flags + 32, got + 32);

  std::vector<int> counted(2 * cells), all;
  for (int b = 0; b < blocks; b++) {
    for (int t = 0; t < 32; t++)
      counted[(b + t) % cells]++;
    counted[cells + b % cells] += 6;
  }
  for (int b = 0; b < blocks; b++)
    rest[b] = DONE, rest[blocks + b] = blocks - b, rest[2 * blocks + b] = 0;
  for (int b = 0; b < blocks; b++) // none but the first keeps what it was opened with
    rest[3 * blocks + b] = blocks - b;
  rest[4 * blocks] = 0;
  rest[4 * blocks + 1] = blocks;
  rest[4 * blocks + 2] = 7 + blocks - 1;
  rest[4 * blocks + 3] = 100 + blocks - 1;
  std::vector<int> brought(64);
  brought[0] = 7, brought[1] = 1;
  for (int t = 32; t < 64; t++)
    brought[t] = 2;
  return compare(to_host(cell, 2 * cells), counted) ||
         compare(to_host(out, blocks), std::vector<int>(blocks, blocks + 1)) ||
         compare(to_host(more, rest.size()), rest) || compare(to_host(got, 64), brought);
}
