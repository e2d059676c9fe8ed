// Atomic operations of children in loops that do not use their results, of all types and in all kinds of memory: in the device's, in a block's, where the compiler does not know which, and in pinned memory of the host's.
// ENV: FL_CHOICE=t1+t4
// REMARK-t1: atomicAdd: a reduction
#include "include/test.h"
#include <algorithm>
#include <climits>

constexpr int slots = 37;
struct Slot {
  int sum, difference, least, most, all, any, odd;
  unsigned usum, udifference, uleast, umost, uall, uany, uodd, up, down;
  unsigned long long lsum, lleast, lmost, lall, lany, lodd;
  long long sleast, smost;
  float fsum;
  double dsum;
};
constexpr unsigned up_to = 6, down_from = 4;

// What an element does to its slot, in whatever memory that is.
__host__ __device__ inline Slot fresh() {
  Slot s = {};
  s.least = INT_MAX, s.most = INT_MIN, s.all = -1;
  s.uleast = s.uall = ~0u;
  s.lleast = s.lall = ~0ull;
  s.sleast = LLONG_MAX, s.smost = LLONG_MIN;
  return s;
}
__device__ void combine(Slot &s, int v) {
  const unsigned u = v;
  const unsigned long long l = u * 0x100000001ull;
  for (int i = 0; i < 2; i++) {
    atomicMin(&s.least, v), atomicMax(&s.most, v), atomicAnd(&s.all, v), atomicOr(&s.any, v);
    atomicMin(&s.uleast, u), atomicMax(&s.umost, u), atomicAnd(&s.uall, u), atomicOr(&s.uany, u);
    atomicMin(&s.lleast, l), atomicMax(&s.lmost, l), atomicAnd(&s.lall, l), atomicOr(&s.lany, l);
    atomicMin(&s.sleast, (long long)v << 20), atomicMax(&s.smost, (long long)v << 20);
    if (i)
      continue;
    atomicXor(&s.odd, v);
    atomicXor(&s.uodd, u);
    atomicXor(&s.lodd, l);
    atomicAdd(&s.sum, v), atomicSub(&s.difference, v);
    atomicAdd(&s.usum, u), atomicSub(&s.udifference, u), atomicAdd(&s.lsum, l);
    if (v & 1)
      atomicInc(&s.up, up_to);
    else
      atomicDec(&s.down, down_from);
    atomicAdd(&s.fsum, (v & 7) * .5f);
    atomicAdd(&s.dsum, (v & 1023) * .25);
  }
}
static void combine_here(Slot &s, int v) {
  const unsigned u = v;
  const unsigned long long l = u * 0x100000001ull;
  const long long wide = (long long)v * (1 << 20);
  s.sum += v, s.difference -= v, s.odd ^= v, s.all &= v, s.any |= v;
  s.least = std::min(s.least, v), s.most = std::max(s.most, v);
  s.usum += u, s.udifference -= u, s.uodd ^= u, s.uall &= u, s.uany |= u;
  s.uleast = std::min(s.uleast, u), s.umost = std::max(s.umost, u);
  s.lsum += l, s.lodd ^= l, s.lall &= l, s.lany |= l;
  s.lleast = std::min(s.lleast, l), s.lmost = std::max(s.lmost, l);
  s.sleast = std::min(s.sleast, wide), s.smost = std::max(s.smost, wide);
  if (v & 1)
    s.up = s.up >= up_to ? 0 : s.up + 1;
  else
    s.down = s.down == 0 || s.down > down_from ? down_from : s.down - 1;
  s.fsum += (v & 7) * .5f, s.dsum += (v & 1023) * .25;
}
static bool same(const Slot &a, const Slot &b) {
  return a.sum == b.sum && a.difference == b.difference && a.least == b.least && a.most == b.most && a.all == b.all && a.any == b.any && a.odd == b.odd &&
         a.usum == b.usum && a.udifference == b.udifference && a.uleast == b.uleast && a.umost == b.umost && a.uall == b.uall && a.uany == b.uany && a.uodd == b.uodd &&
         a.up == b.up && a.down == b.down && a.lsum == b.lsum && a.lleast == b.lleast && a.lmost == b.lmost && a.lall == b.lall && a.lany == b.lany && a.lodd == b.lodd &&
         a.sleast == b.sleast && a.smost == b.smost && a.fsum == b.fsum && a.dsum == b.dsum;
}

// The block's slot is among the elements' own, where its elements are put too.
__global__ void child(int from, int to, const int *value, Slot *slot, Slot *pinned, int *known) {
  __shared__ Slot own[2];
  if (threadIdx.x < 2)
    own[threadIdx.x] = fresh();
  __syncthreads();
  const int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < to) {
    const int v = value[i];
    combine(i & 1 ? own[0] : slot[i % slots], v);
    combine(own[1], v);
    if (i % 16 == 0)
      combine(*pinned, v);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&known[0], own[1].sum);
    atomicMin(&known[1], own[1].least);
    atomicAdd(&known[2], own[0].sum);
  }
}
__global__ void parent(int n, const int *first, const int *value, Slot *slot, Slot *pinned, int *known) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && first[i + 1] > first[i])
    child<<<(first[i + 1] - first[i] + 63) / 64, 64>>>(first[i], first[i + 1], value, slot, pinned, known);
}

int main() {
  const int n = 200;
  const std::vector<int> first = list_offsets(n, 150);
  const int all = first.back();
  allow_launches(n + 10);
  std::vector<int> value(all);
  for (int i = 0; i < all; i++)
    value[i] = (int)(i * 2654435761u) >> 12;
  std::vector<Slot> want(slots, fresh());
  Slot far = fresh(), whole = fresh(), odd = fresh();
  for (int i = 0; i < all; i++) {
    combine_here(i & 1 ? odd : want[i % slots], value[i]);
    combine_here(whole, value[i]);
    if (i % 16 == 0)
      combine_here(far, value[i]);
  }
  int *dev_first = to_device(first), *dev_value = to_device(value);
  Slot *pinned = nullptr;
  CHECK(cudaHostAlloc((void **)&pinned, sizeof(Slot), cudaHostAllocMapped));
  bool right = true;
  for (int round = 0; round < 6; round++) {
    Slot *slot = to_device(std::vector<Slot>(slots, fresh()));
    int *known = to_device(std::vector<int>{0, INT_MAX, 0});
    *pinned = fresh();
    parent<<<2, 128>>>(n, dev_first, dev_value, slot, pinned, known);
    const std::vector<Slot> got = to_host(slot, slots);
    for (int i = 0; i < slots; i++)
      right &= same(got[i], want[i]);
    right &= same(*pinned, far);
    right &= to_host(known, 3) == std::vector<int>{whole.sum, whole.least, odd.sum};
    CHECK(cudaFree(slot));
    CHECK(cudaFree(known));
  }
  return verdict(right, "an atomic operation is lost, or another one");
}
