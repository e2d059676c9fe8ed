// Member templates of what has no known type in a copy of a body: results of functions that depend on their block or launch, what is made of indices, lambdas; and a class
// that is compared by what the compiler writes, at compile time.
// FLAGS: -std=c++20
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'small': t1
#include "include/test.h"
#include <compare>
#include <new>

struct version {
  int major;
  constexpr auto operator<=>(const version &) const = default;
};
static_assert(version{1} < version{2});
struct Cell {
  int a;
  template <int I> __device__ int get() const { return a + I; }
  template <class T> __device__ T as() const { return T(a); }
  template <int I> __device__ Cell part() const { return {a * I}; }
  template <class T> static constexpr T two = T(2);
  __device__ const Cell *self() const { return this; }
};
template <class T> struct Held {
  T v;
  __device__ ~Held() { v = 0; }
};
__device__ Cell place() { return {(int)threadIdx.x}; }
__device__ Cell moved(Cell c, int by) { return {c.a + by}; }
__device__ Cell summed(int v) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, v);
  __syncthreads();
  return {sum};
}
__global__ void small(int *out, int v) { atomicAdd(out, v); }
__device__ Cell spawn(int *out, int v) {
  small<<<1, 2>>>(out, v);
  return {v};
}
__global__ void child(int *out, version since) {
  auto here = place();
  const auto next = moved(here, int(threadIdx.x));
  auto add = [&]<int K>(int v) { return v * K; };
  int v = here.get<1>() + next.part<2>().get<3>() + place().as<short>() + (next).self()->get<4>();
  v += here . get /* the fifth */ <5> () + add.operator()<3>(since.major);
  v += here.two<int> > 1 ? 1 : 0;
  auto sum = summed(v);
  if (threadIdx.x == 0)
    atomicAdd(out, sum.as<int>());
}
__global__ void parent(int *out, version v) {
  alignas(8) char bytes[sizeof(Held<int>)];
  Held<int> *held = new (bytes) Held<int>{7};
  auto begun = spawn(out + threadIdx.x, held->v);
  held->~Held<int>();
  auto launch = [&]<int K>(int *to) { small<<<1, K>>>(to, K); };
  launch.operator()<3>(out + threadIdx.x);
  if (begun.get<0>() == 7)
    child<<<1, 40>>>(out + threadIdx.x, v);
}

int main() {
  const int parents = 50;
  int *out = device_zeros<int>(parents), sum = 14 + 9;
  for (int t = 0; t < 40; t++)
    sum += (t + 1) + (4 * t + 3) + t + (2 * t + 4) + (t + 5) + 3 * 6 + 1;
  parent<<<1, parents>>>(out, version{6});
  return compare(to_host(out, parents), std::vector<int>(parents, sum));
}
