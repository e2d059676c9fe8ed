// Minima and maxima of places that are set back in between, by a later child of the same thread, behind a barrier, and by a later parent: what a
// multiprocessor's cache holds of the place is old then, and may not be gone by.
// REMARK-t1: atomicMin: left out where the cache says
// REMARK-block: atomicMax: left out where the cache says
// ENV: FL_WORKLIST=2
#include "include/test.h"

struct slot {
  int least, most, between, changes;
};

__device__ void raise_to(unsigned *p, unsigned v) { atomicMax(p, v); }
__global__ void lower(slot *s, int v) {
  int d = v + threadIdx.x % 7;
  if (d < atomicMin(&s->least, d))
    atomicAdd(&s->changes, 1);
  raise_to((unsigned *)&s->most, (unsigned)(1000 - d));
}
__global__ void set_back(slot *s) {
  if (threadIdx.x == 0) {
    s->least = 100;
    s->most = 0;
  }
}
__global__ void in_a_block(slot *s, int from, int to) {
  int d = from + threadIdx.x;
  atomicMin(&s->between, d);
  __syncthreads();
  if (threadIdx.x == 33)
    atomicAdd(&s->between, 1 << 20);
  __syncthreads();
  d = to + threadIdx.x;
  if (atomicMin(&s->between, d) > d)
    atomicAdd(&s->changes, 1 << 10);
}
__global__ void parent(slot *slots, int n, int round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  lower<<<2, 64>>>(slots + i, 5 + round);
  set_back<<<1, 32>>>(slots + i);
  lower<<<3, 32>>>(slots + i, 50 + i % 40 + round);
  in_a_block<<<1, 64>>>(slots + i, 3, 70 + i % 50 + round);
}

int main() {
  const int n = 700, rounds = 3;
  slot start = {1000, 0, 1000, 0};
  std::vector<slot> slots(n, start);
  slot *dev = to_device(slots);
  allow_launches(4 * n + 2048);
  for (int r = 0; r < rounds; r++)
    parent<<<(n + 63) / 64, 64>>>(dev, n, r);
  slots = to_host(dev, n);
  std::vector<int> wrong(n), none(n);
  for (int i = 0; i < n; i++) {
    const slot s = slots[i];
    const int last = 50 + i % 40 + rounds - 1, each = s.changes >> 10, lowered = s.changes & 1023;
    // At least one thread lowers each time, at most those of different values.
    wrong[i] = (s.least != last) | (s.most != 1000 - last) << 1 | (s.between != 70 + i % 50 + rounds - 1) << 2 |
               (each < rounds || each > 64 * rounds) << 3 | (lowered < 2 * rounds || lowered > 14 * rounds) << 4;
  }
  return compare(wrong, none);
}
