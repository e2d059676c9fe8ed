// Ways past barriers and out of warps that are easily missed: breaks out of a switch, `a ?: b`, parts of an object that threads choose, what makes an object out of
// sight, masks that the host gives, bounds that are no multiples.
#include "include/test.h"

__global__ void child(int *p, int by) { atomicAdd(p, by); }

// Threads 40 to 63 of each block launch, in each of these.
__global__ void by_break(int *p, int k) {
  switch (k) {
  case 0:
    if (threadIdx.x < 40)
      break;
    int all = __syncthreads_and(1);
    child<<<1, 1>>>(p + threadIdx.x, all);
  }
}
__global__ void by_elvis(int *p, int k) {
  bool q = (threadIdx.x < 40) ?: (__syncthreads(), __syncthreads_or(k));
  if (!q)
    child<<<1, 1>>>(p + threadIdx.x, 1);
}
struct Parts {
  int a[2];
};
__global__ void by_part(int *p, int k) {
  Parts s{};
  s.a[threadIdx.x >= 40] = 7;
  if (s.a[0] == k) {
    __syncthreads();
    __syncthreads();
    child<<<1, 1>>>(p + threadIdx.x, 1);
  }
}
struct Ticket {
  int v;
  __device__ Ticket(int *p) : v(atomicAdd(p, 1)) {}
};
__global__ void by_conversion(int *p, int *tickets) {
  Ticket t = tickets + blockIdx.x;
  if (t.v < 40)
    return;
  __syncthreads();
  __syncthreads();
  child<<<1, 1>>>(p + t.v, 1);
}
__device__ int counter;
struct Drawn {
  int v = atomicAdd(&counter, 1);
};
struct Around {
  Drawn d;
};
__global__ void by_member(int *p) {
  Around a = {};
  if (a.d.v % 64 < 40)
    return;
  __syncthreads();
  __syncthreads();
  child<<<1, 1>>>(p + a.d.v % 64, 1);
}
// One object a thread, in a child with barriers.
__global__ void drawing(int *p) {
  __shared__ int seen[64];
  Around a = {};
  seen[threadIdx.x] = a.d.v % 64;
  __syncthreads();
  p[seen[63 - threadIdx.x]] += 1;
}
__global__ void draws(int *p) {
  if (threadIdx.x == 0)
    drawing<<<1, 64>>>(p);
}

// Lanes of a child that leave their warp.
__device__ unsigned everyone = ~0u;
__device__ int take(Ticket t, int v) {
  if (t.v % 64 < 5)
    return 0;
  return __shfl_down_sync(~0u, v, 0) + 1;
}
__global__ void lanes(int *p, unsigned mask, int k, int *tickets) {
  const int i = threadIdx.x, lim = blockDim.x * 0.25;
  if (k == 0 && i < lim) {
    p[i] += __shfl_down_sync(~0u, 1, 0);
  } else if (k == 1) {
    for (int j = i; j < 40; j += 33 + i)
      p[j] += __shfl_down_sync(mask, 1, 0);
  } else if (k == 2) {
    for (int j = i; j < 40; j += 33 + i)
      p[j] += __shfl_down_sync(everyone, 1, 0);
  } else if (k == 3) {
    switch (mask) {
    default:
      if (i < 5)
        break;
      p[i] += __shfl_down_sync(~0u, 1, 0);
    }
  } else if (k == 4) {
    atomicAdd(p, take(tickets, 0));
  } else if (k == 5) {
    if ((i + (k - 6) * 32) / 32 < 0)
      return;
    p[i] += __shfl_down_sync(~0u, 1, 0);
  }
}
__global__ void launches(int *p, unsigned mask, int *tickets) {
  if (threadIdx.x < 6)
    lanes<<<1, 32>>>(p + 64 * threadIdx.x, mask, threadIdx.x, tickets);
}

int main() {
  const int blocks = 3;
  int *p = device_zeros<int>(64 * 6), *tickets = device_zeros<int>(blocks);
  bool ok = true;
  const auto expect = [&](const char *what, int from, int to, int each) {
    const std::vector<int> got = to_host(p, 64);
    bool right = true;
    for (int i = 0; i < 64; i++)
      right &= got[i] == (i >= from && i < to ? each : 0);
    if (!right)
      printf("%s: wrong\n", what);
    ok &= right;
    CHECK(cudaMemset(p, 0, 64 * 6 * sizeof(int)));
  };
  by_break<<<blocks, 64>>>(p, 0);
  expect("break", 40, 64, blocks);
  by_elvis<<<blocks, 64>>>(p, 0);
  expect("elvis", 40, 64, blocks);
  by_part<<<blocks, 64>>>(p, 0);
  expect("part", 40, 64, blocks);
  by_conversion<<<blocks, 64>>>(p, tickets);
  expect("conversion", 40, 64, blocks);
  by_member<<<1, 64>>>(p);
  expect("member", 40, 64, 1);
  draws<<<1, 32>>>(p);
  expect("drawn", 0, 64, 1);
  CHECK(cudaMemset(tickets, 0, blocks * sizeof(int)));
  launches<<<1, 32>>>(p, ~0u, tickets);
  const std::vector<int> got = to_host(p, 64 * 6);
  for (int i = 0; i < 64; i++) {
    const int rounds = i < 40 && (i < 32 || i == 33 || i == 35 || i == 37 || i == 39);
    const int want[] = {i < 8, rounds, rounds, i >= 5 && i < 32, i == 0 ? 27 : 0, i >= 1 && i < 32};
    for (int k = 0; k < 6; k++)
      if (got[64 * k + i] != want[k]) {
        printf("lanes %d: %d is %d instead of %d\n", k, i, got[64 * k + i], want[k]);
        ok = false;
      }
  }
  return verdict(ok, "some thread has gone another way");
}
