// What CUDA's overloads of shuffles make of small integers and enumerations: an int.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'child': t1
#include "include/test.h"

enum Colour { red, green, blue };
struct Degrees {
  int n;
  __device__ operator int() const { return n; }
};
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

template <class Result, class T> __device__ int shuffles(T v) {
  auto got = __shfl_sync(~0u, v, 3);
  auto up = __shfl_up_sync(~0u, v, 1, 16);
  auto down = __shfl_down_sync(~0u, v, 1);
  auto across = __shfl_xor_sync(~0u, v, 1);
  static_assert(same<decltype(got), Result> && same<decltype(up), Result>, "");
  static_assert(same<decltype(down), Result> && same<decltype(across), Result>, "");
  return int(got) + 10 * int(up) + 100 * int(down) + 1000 * int(across);
}

__global__ void child(int *p) {
  const int i = threadIdx.x, k = i % 3;
  short small = short(31000);
  auto sum = __shfl_xor_sync(~0u, small, 1);
  sum += 31000; // would not fit a short
  Colour c = Colour(k), before = Colour(__shfl_up_sync(~0u, c, 1));
  int sums = shuffles<int>(small) + shuffles<int>(char(k)) + shuffles<int>((unsigned short)k);
  sums += shuffles<int>(bool(k)) + shuffles<int>(c) + shuffles<int>(Degrees{k}) + shuffles<int>(k);
  sums += shuffles<unsigned>(unsigned(k)) + shuffles<long>(long(k)) + shuffles<float>(float(k));
  sums += shuffles<unsigned long>((unsigned long)(k)) + shuffles<double>(double(k));
  sums += shuffles<long long>((long long)(k)) +
          shuffles<unsigned long long>((unsigned long long)(k));
  const unsigned like = __match_any_sync(~0u, c) ^ __match_any_sync(~0u, (signed char)k);
  int all = 0;
  const unsigned one = __match_all_sync(~0u, small, &all);
  p[i] += sum + int(before) * 7 + sums * 3 + (like ? 1 : 0) + (one == ~0u) * 2 + all * 4;
}
__global__ void parent(int *p) { child<<<1, 32>>>(p + 32 * threadIdx.x); }

int main() {
  const int n = 4;
  int *p = device_zeros<int>(32 * n);
  parent<<<1, n>>>(p);
  std::vector<int> want(32 * n);
  for (int i = 0; i < 32 * n; i++) {
    const int t = i % 32, up = t % 16 ? t - 1 : t, down = t < 31 ? t + 1 : t, across = t ^ 1;
    const auto by = [](int a, int b, int c, int d) { return a + 10 * b + 100 * c + 1000 * d; };
    const int ints = by(0, up % 3, down % 3, across % 3);
    const int bools = by(0, up % 3 > 0, down % 3 > 0, across % 3 > 0);
    const int before = (t ? t - 1 : 0) % 3;
    want[i] = 62000 + before * 7 + (by(1, 1, 1, 1) * 31000 + bools + 12 * ints) * 3 + 6;
  }
  return compare(to_host(p, want.size()), want);
}
