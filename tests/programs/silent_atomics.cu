// Atomic operations of children that find what they would write: they may be loads there, and what they return must be right in any case.
// STRATEGIES: keep t1 t3 t4 mega block warp auto
// ENV: FL_CHOICE=t1+t4
// REMARK-t1: atomicCAS: a load where it would change nothing
#include "include/test.h"
#include <algorithm>
#include <climits>

constexpr int slots = 61;
// All that children do to a slot, and how often what an operation returned said that it was the one to do it.
struct Slot {
  int least, least_seen, owner, owners, bits, bits_set;
  unsigned most, most_seen, mask, cleared, ticket;
  long long low;
  unsigned long long high, wide, claims, key;
};

__device__ float atomicMin(float *p, float v) { return *p < v ? *p : v; } // not one of CUDA's

template <class T> __device__ void claim(Slot &s, T key) {
  if (atomicCAS(&s.key, 0ull, (unsigned long long)key) == 0ull)
    atomicAdd(&s.claims, 1ull);
}

__global__ void child(int from, int to, Slot *slot, const int *value, float *real) {
  __shared__ int block_least;
  if (threadIdx.x == 0)
    block_least = INT_MAX;
  __syncthreads();
  int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < to) {
    Slot &s = slot[i % slots];
    const int v = value[i];
    atomicMin(&block_least, v);
    if (v < atomicMin(&s.least, v) && v == -100000 - i % slots)
      atomicAdd(&s.least_seen, 1);
    if (atomicMax(&s.most, (unsigned)v) < (unsigned)v && v == -1 - i % slots)
      atomicAdd(&s.most_seen, 1u);
    if (atomicCAS(&s.owner, -1, i) == -1)
      atomicAdd(&s.owners, 1);
    const int bit = 1 << (i / slots % 31);
    if (!(atomicOr(&s.bits, bit) & bit))
      atomicAdd(&s.bits_set, 1);
    if (::atomicAnd(&s.mask, ~(unsigned)bit) & bit)
      atomicAdd(&s.cleared, 1u);
    for (unsigned seen = 0;;) { // an addition by hand
      const unsigned before = atomicCAS(&s.ticket, seen, seen + 1);
      if (before == seen)
        break;
      seen = before;
    }
    atomicMin(&s.low, (long long)v << 20);
    atomicMax(&s.high, (unsigned long long)i << 33);
    atomicOr(&s.wide, 1ull << (i / slots % 64));
    claim(s, i + 1);
    real[i] = atomicMin(&real[i], 7.f) + 1;
  }
  __syncthreads();
  if (threadIdx.x == 0)
    atomicMin(&slot[slots].least, block_least);
}
__global__ void parent(int n, const int *first, Slot *slot, const int *value, float *real) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && first[i + 1] > first[i])
    child<<<(first[i + 1] - first[i] + 31) / 32, 32>>>(first[i], first[i + 1], slot, value, real);
}

int main() {
  const int n = 300;
  const std::vector<int> first = list_offsets(n, 60);
  const int all = first.back();
  allow_launches(n + 10);
  std::vector<int> value(all);
  for (int i = 0; i < all; i++) // each slot's least and, taken as unsigned, largest value occur once
    value[i] = i < slots ? -100000 - i : i < 2 * slots ? -1 - i % slots : (int)(i * 2654435761u >> 1);
  std::vector<Slot> want(slots + 1), start(slots + 1);
  for (Slot &s : start)
    s.least = INT_MAX, s.owner = -1, s.mask = ~0u, s.low = LLONG_MAX;
  want = start;
  for (int i = 0; i < all; i++) {
    Slot &s = want[i % slots];
    s.least = std::min(s.least, value[i]), s.most = std::max(s.most, (unsigned)value[i]);
    s.least_seen = s.most_seen = s.owners = s.claims = 1;
    s.bits |= 1 << (i / slots % 31), s.mask &= ~(1u << (i / slots % 31));
    s.bits_set = __builtin_popcount(s.bits), s.cleared = __builtin_popcount(~s.mask);
    s.ticket++;
    s.low = std::min(s.low, (long long)value[i] << 20), s.high = std::max(s.high, (unsigned long long)i << 33);
    s.wide |= 1ull << (i / slots % 64);
  }
  int *dev_first = to_device(first), *dev_value = to_device(value);
  Slot *slot = to_device(start);
  bool right = true;
  for (int round = 0; round < 6; round++) {
    float *real = device_zeros<float>(all);
    CHECK(cudaMemcpy(slot, start.data(), start.size() * sizeof(Slot), cudaMemcpyHostToDevice));
    parent<<<3, 128>>>(n, dev_first, slot, dev_value, real);
    const std::vector<Slot> got = to_host(slot, slots + 1);
    for (int i = 0; i < slots; i++) {
      const Slot &g = got[i], &w = want[i];
      right &= g.least == w.least && g.least_seen == w.least_seen && g.owner % slots == i && g.owners == 1 && g.bits == w.bits &&
               g.bits_set == w.bits_set && g.most == w.most && g.most_seen == w.most_seen && g.mask == w.mask &&
               g.cleared == w.cleared && g.low == w.low && g.high == w.high && g.wide == w.wide && g.claims == 1 &&
               (int)(g.key - 1) % slots == i && g.ticket == w.ticket;
    }
    right &= got[slots].least == *std::min_element(value.begin(), value.end());
    right &= to_host(real, all) == std::vector<float>(all, 1.f);
    CHECK(cudaFree(real));
  }
  return verdict(right, "an atomic operation is lost, or returned what was not there");
}
