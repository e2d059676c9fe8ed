// Children whose threads wait for each other in other ways than by looking at a flag: pauses that begin anew, semaphores, bits that are taken, sums of what others give, counting
// what has come, turns, a function that calls itself.
// STRATEGIES: keep t1 t2 t3 mega t4 warp block auto
// REMARK-t4: launch of 'pauses': kept: threads of 'pauses' wait for each other in a loop
// REMARK-t4: launch of 'semaphore': kept: threads of 'semaphore' wait for each other in a loop
// REMARK-t4: launch of 'by_function': kept: threads of 'by_function' wait for each other in a loop
// REMARK-t4: launch of 'bits': kept: threads of 'bits' wait for each other in a loop
// REMARK-t4: launch of 'all_bits': kept: threads of 'all_bits' wait for each other in a loop
// REMARK-t4: launch of 'collects': kept: threads of 'collects' wait for each other in a loop
// REMARK-t4: launch of 'chooses': kept: threads of 'chooses' wait for each other in a loop
// REMARK-t4: launch of 'adds': kept: threads of 'adds' wait for each other in a loop
// REMARK-t4: launch of 'begins_again': kept: threads of 'begins_again' wait for each other in a loop
// REMARK-t4: launch of 'named': kept: threads of 'named' wait for each other in a loop
// REMARK-t4: launch of 'turns': kept: threads of 'turns' wait for each other in a loop
// REMARK-t4: launch of 'mailbox': kept: threads of 'mailbox' wait for each other in a loop
// REMARK-t4: launch of 'calls': kept: threads of 'calls' wait for each other in a loop
// REMARK-t1: launch of 'turns': t1
#include "include/test.h"

const int threads = 32, places = 40;

// All have zeros at `p`, and count the threads that come to the end.
__global__ void pauses(int *p, int *ended) {
  atomicAdd(p, 1);
  unsigned pause = 8;
  while (pause) {
    __nanosleep(pause);
    pause *= 2;
    if (pause > 1024)
      pause = 8;
    if (atomicAdd(p, 0) >= threads)
      pause = 0;
  }
  atomicAdd(ended, 1);
}
__global__ void semaphore(int *p, int *ended) {
  if (threadIdx.x < threads - 1) {
    for (;;) {
      if (atomicSub(p, 1) > 0)
        break;
      atomicAdd(p, 1);
    }
  } else {
    atomicAdd(p, threads - 1);
  }
  atomicAdd(ended, 1);
}
__device__ bool take(int *p) {
  if (atomicSub(p, 1) > 0)
    return true;
  atomicAdd(p, 1);
  return false;
}
__global__ void by_function(int *p, int *ended) {
  if (threadIdx.x < threads - 1)
    while (!take(p)) {
    }
  else
    atomicAdd(p, threads - 1);
  atomicAdd(ended, 1);
}
__global__ void bits(int *p, int *ended) {
  if (threadIdx.x < threads - 1)
    while (!(atomicAnd(p, ~(1 << threadIdx.x)) & 1 << threadIdx.x)) {
    }
  else
    atomicOr(p, -1);
  atomicAdd(ended, 1);
}
__global__ void all_bits(int *p, int *ended) {
  while ((atomicOr(p, 1 << threadIdx.x) & 0xffff) != 0xffff) {
  }
  atomicAdd(ended, 1);
}
__global__ void collects(int *p, int *ended) {
  if (threadIdx.x == 0)
    for (int sum = 0; sum < threads - 1;)
      sum += atomicExch(p, 0);
  else
    atomicAdd(p, 1);
  atomicAdd(ended, 1);
}
__global__ void chooses(int *p, int *ended) {
  volatile int *q = p;
  q[threads - 1 - threadIdx.x] = 1;
  int k = 0;
  while (k < threads)
    k = q[k] ? k + 1 : k;
  atomicAdd(ended, 1);
}
__global__ void adds(int *p, int *ended) {
  volatile int *q = p;
  q[threads - 1 - threadIdx.x] = 1;
  for (int k = 0; k < threads; k += q[k]) {
  }
  atomicAdd(ended, 1);
}
__global__ void begins_again(int *p, int *ended) {
  volatile int *q = p;
  q[threads - 1 - threadIdx.x] = 1;
  for (int k = 0; k < threads; k++)
    if (!q[k])
      k = -1;
  for (int k = 0; k < threads; k++)
    if (!q[k])
      k--;
  atomicAdd(ended, 1);
}
__global__ void named(int *p, int *ended) {
  const int full = 1;
  int put = 1;
  if (threadIdx.x == 1)
    atomicExch(p, put);
  if (threadIdx.x == 0)
    while (atomicCAS(p, put, 2) != full) {
    }
  atomicAdd(ended, 1);
}
__global__ void turns(int *p, int *ended) {
  int mine = threads - 1 - threadIdx.x;
  while (atomicCAS(p, mine, mine + 1) != mine) {
  }
  atomicAdd(ended, 1);
}
__global__ void mailbox(int *p, int *ended) {
  const int empty = blockDim.x - threads;
  if (threadIdx.x == 0)
    while (atomicExch(p, empty) == empty) {
    }
  else if (threadIdx.x == 1)
    atomicExch(p, 5);
  atomicAdd(ended, 1);
}
__device__ void wait(int *p) {
  if (!*(volatile int *)p) {
    __nanosleep(1000);
    wait(p);
  }
}
__global__ void calls(int *p, int *ended) {
  if (threadIdx.x == threads - 1)
    atomicExch(p, 1);
  else if (threadIdx.x == 0)
    wait(p);
  atomicAdd(ended, 1);
}

__global__ void parent(int *p, int *ended) {
  const int i = threadIdx.x;
  p += i * places;
  ended += i;
  switch (i) {
  case 0:
    pauses<<<1, threads>>>(p, ended);
    break;
  case 1:
    semaphore<<<1, threads>>>(p, ended);
    break;
  case 2:
    by_function<<<1, threads>>>(p, ended);
    break;
  case 3:
    bits<<<1, threads>>>(p, ended);
    break;
  case 4:
    all_bits<<<1, threads>>>(p, ended);
    break;
  case 5:
    collects<<<1, threads>>>(p, ended);
    break;
  case 6:
    chooses<<<1, threads>>>(p, ended);
    break;
  case 7:
    adds<<<1, threads>>>(p, ended);
    break;
  case 8:
    begins_again<<<1, threads>>>(p, ended);
    break;
  case 9:
    named<<<1, threads>>>(p, ended);
    break;
  case 10:
    turns<<<1, threads>>>(p, ended);
    break;
  case 11:
    mailbox<<<1, threads>>>(p, ended);
    break;
  case 12:
    calls<<<1, threads>>>(p, ended);
    break;
  }
}

int main() {
  const int ways = 13;
  int *ended = device_zeros<int>(ways);
  parent<<<1, ways>>>(device_zeros<int>(ways * places), ended);
  return compare(to_host(ended, ways), std::vector<int>(ways, threads));
}
