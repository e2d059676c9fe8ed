// Flags that children raise, of several types, some of them raised before, some in memory that holds anything: stores may be left out only where they
// change nothing.
// STRATEGIES: keep t1 t3 t4 mega block auto
// ENV: FL_CHOICE=t1+t4
// REMARK-t1: store to 'changed': left out where it would change nothing
// REMARK-auto: store to '\*over': left out where it would change nothing
#include "include/test.h"

__device__ int changed = -7;
__device__ bool found;
__device__ unsigned char narrow = 44;
__device__ short negative;
__device__ int mixed, value;
struct Codes {
  static const int done = 3; // has no address
};

__device__ void note(int i) {
  if (i % 64 == 5)
    found = true;
  else
    narrow = 200;
}
__global__ void child(int from, int to, int *seen, bool *over, bool *garbage, unsigned *large) {
  int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= to)
    return;
  atomicAdd(seen + i, 1);
  changed = 1;
  negative = -1;
  note(i);
  if (i % 3)
    *over = true;
  large[0] = 0xffffffffu;
  *garbage = true;
  value = Codes::done;
  if (i == 77)
    mixed = 5;
}
__global__ void parent(int n, const int *first, int *seen, bool *over, bool *garbage, unsigned *large) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && first[i + 1] > first[i])
    child<<<(first[i + 1] - first[i] + 63) / 64, 64>>>(first[i], first[i + 1], seen, over, garbage, large);
}

template <class T, class S> static bool is(const S &symbol, T want) {
  T got;
  CHECK(cudaMemcpyFromSymbol(&got, symbol, sizeof got));
  return got == want;
}
template <class T, class S> static void set(const S &symbol, T to) { CHECK(cudaMemcpyToSymbol(symbol, &to, sizeof to)); }

int main() {
  const int n = 500;
  const std::vector<int> first = list_offsets(n, 100);
  allow_launches(n + 10);
  int *dev_first = to_device(first), *seen = device_zeros<int>(first.back());
  bool *over = (bool *)device_zeros<char>(1), *garbage = (bool *)device_zeros<char>(1), right = true;
  unsigned *large = device_zeros<unsigned>(1);
  for (int round = 0; round < 6; round++) {
    CHECK(cudaMemset(garbage, 0xfe, 1));
    parent<<<4, 128>>>(n, dev_first, seen, over, garbage, large);
    CHECK(cudaDeviceSynchronize());
    right &= is(changed, 1) && is(found, true) && is(narrow, (unsigned char)200) && is(negative, (short)-1) && is(mixed, 5);
    right &= to_host((char *)over, 1)[0] == 1 && to_host((char *)garbage, 1)[0] == 1 && is(value, 3) && to_host(large, 1)[0] == 0xffffffffu;
    if (round % 2) { // every second time they are raised from the start
      set(changed, 0), set(found, false), set(narrow, (unsigned char)0), set(negative, (short)255), set(mixed, 0);
      CHECK(cudaMemset(over, 0, sizeof *over));
      CHECK(cudaMemset(large, 0, sizeof *large));
    }
  }
  right &= to_host(seen, first.back()) == std::vector<int>(first.back(), 6);
  return verdict(right, "a flag is not raised");
}
