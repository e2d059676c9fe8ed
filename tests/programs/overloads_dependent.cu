// Overloads of device functions that use their block, called in templates: the number of arguments tells which is meant, or they are all copied, and the compiler chooses
// among the copies as it does among the functions. It must not find others there: those that the context's namespaces have, or that are declared later. What arguments' classes bring along keeps the launch.
// REMARK-t1: launch of 'totals<N, T>': t1
// REMARK-t1: launch of 'defaults<T>': t1
// REMARK-t1: launch of 'packs<T>': t1
// REMARK-t1: launch of 'alike<T>': t1
// REMARK-t1: launch of 'exchanges<T>': t1
// REMARK-t1: launch of 'user::scoped<T>': t1
// REMARK-t1: launch of 'members<T>': t1
// REMARK-t1: launch of 'starts<T>': t1
// REMARK-t1: launch of 'brought<T>': kept: 'told', which depends on its block, may be called here by a name that is not resolved
// REMARK-t1: launch of 'leaf_of<sizeof.T.>': kept: 'start_of' is called where it is not known which function is meant, on which launches depend
// REMARK-t1: launch of 'defaulted<T>': t1
// REMARK-t1: launch of 'evaluates<T>': kept: 'size' is called in a constant expression
// REMARK-t1: launch of 'evaluates_all<T>': kept: 'all_sizes' is called in a constant expression
#include "include/test.h"

namespace lib {
template <int N> static __device__ int total(int v) {
  __shared__ int all[N];
  all[threadIdx.x] = v;
  __syncthreads();
  return all[N - 1];
}
template <class T, int N> static __device__ void total(T *all, T v) {
  all[threadIdx.x] = v;
  __syncthreads();
  for (int k = N / 2; k; k /= 2) {
    if (threadIdx.x < k)
      all[threadIdx.x] += all[threadIdx.x + k];
    __syncthreads();
  }
}
} // namespace lib
__device__ int place(int base) { return base + blockIdx.x * blockDim.x + threadIdx.x; }
template <class T> __device__ int place(T base, T more, int factor = 2) { return (int)(base + more) * factor + threadIdx.x; }

template <class... T> __device__ int sum(int first, T... rest) { return first + threadIdx.x * (int)sizeof...(rest); }
__device__ int sum(int first, int second, int third, int fourth) { return first + second + third + fourth + threadIdx.x; }
__device__ int at(int i) { return i + threadIdx.x; }
__device__ int at(float x) { return (int)(x * 2) + threadIdx.x; }

template <int N, class T> __global__ void totals(T *out) {
  __shared__ T all[N];
  lib::total<T, N>(all, T(threadIdx.x + 1));
  if (threadIdx.x == 0)
    *out = all[0] + lib::total<N>(5);
  else
    lib::total<N>(5);
}
template <class T> __global__ void defaults(T *out, T base) { out[threadIdx.x] = place(base, T(1)) + place((int)base); }
template <class T, class... U> __device__ int spread(U... all) { return sum(all...); }
template <class T> __global__ void packs(T *out) { out[threadIdx.x] = spread<T>(1, 2) * 100 + spread<T>(1, 2, 3, 4); }
template <class T> __global__ void alike(T *out, T x) { out[threadIdx.x] = at(x); }

// Wrappers of shuffles, of which some depend on nothing, some are templates, and one is declared later.
struct Pair {
  float a;
  int b;
};
template <class T> __device__ T shuffle(T v, int lanes, int width = 32) { return __shfl_xor_sync(0xffffffffu, v, lanes, width); }
__device__ Pair shuffle(Pair v, int lanes, int width = 32) { return {shuffle(v.a, lanes, width), shuffle(v.b, lanes, width)}; }
__device__ short shuffle(short v, int) { return v; }
__device__ bool less(Pair a, Pair b) { return a.a < b.a; }
template <class T> __device__ bool less(T a, T b) { return a < b; }
template <class T> __global__ void exchanges(T *out) {
  T v = out[threadIdx.x];
  for (int size = 2; size <= 32; size *= 2)
    for (int step = size / 2; step; step /= 2) {
      const T other = size == 1 ?v:shuffle(v, step);
      if (less(other, v) == (((threadIdx.x & size) != 0) == ((threadIdx.x & step) != 0)))
        v = other;
    }
  out[threadIdx.x] = v;
}
// Of a namespace, made known by a directive; the kernel's own, with which the descriptors are, has others.
namespace tools {
__device__ int lane(int v) { return v + (int)threadIdx.x; }
__device__ int lane(double v) { return (int)(v * 4) + (int)threadIdx.x; }
inline namespace now {
__device__ int lane(const char *v) { return v[0] + (int)threadIdx.x; }
}
template <class T> __device__ int lanes(T v) { return lane(v) + lane("a") * 0; }
} // namespace tools
namespace user {
using namespace tools;
template <class T> __global__ void scoped(int *out, T v) { out[threadIdx.x] = lanes(v) + tools::lane(v); }
__device__ int lane(short) { return 1000 + (int)threadIdx.x; }
} // namespace user
__device__ int lane(char) { return 2000 + (int)threadIdx.x; }
template <class T> struct Box {
  T v;
  __device__ int get(int i) const { return v + i + (int)threadIdx.x; }
  __device__ int get(float x) const { return v - (int)x - (int)threadIdx.x; }
  template <class U> __device__ int both(U u) const { return get(u) * 100 + this->get(u); }
};
template <class T> __global__ void members(int *out, T v) {
  Box<int> box{3};
  out[threadIdx.x] = box.get(v) + box.both(v);
}
// Overloads that launch.
__global__ void leaf(int *out, int v) { atomicAdd(out, v + (int)threadIdx.x); }
__device__ void start(int *out, int v) { leaf<<<1, 2>>>(out, v); }
__device__ void start(int *out, float v) { leaf<<<1, 3>>>(out, int(v * 2)); }
template <class T> __global__ void starts(int *out, T v) { start(out + threadIdx.x, v); }
template <int N> __global__ void leaf_of(int *out) { atomicAdd(out, N); }
template <class T> __device__ void start_of(T *out, int) { leaf_of<sizeof(T)><<<1, 1>>>((int *)out); }
template <class T> __device__ void start_of(T *out, float) { leaf_of<2 * sizeof(T)><<<1, 1>>>((int *)out); }
template <class T> __global__ void by_template(int *out, T v) { start_of(out + threadIdx.x, v); }
// Found by its argument alone.
__device__ int told(int v) { return v + (int)threadIdx.x; }
__device__ int told(float v) { return int(v * 2) + (int)threadIdx.x; }
template <class T> __global__ void brought(int *out, T v) { out[threadIdx.x] = told(v); }
// Of which the first declaration alone has the default argument.
__device__ int later(int v);
__device__ int later(float v, int k = 3);
template <class T> __global__ void defaulted(int *out, T v) { out[threadIdx.x] = later(v); }
__device__ int later(int v) { return v + (int)threadIdx.x; }
__device__ int later(float v, int k) { return int(v * k) + (int)threadIdx.x; }
// Some of which the compiler can evaluate.
__device__ constexpr int size(int) { return 3; }
__device__ constexpr int size(char) { return 5; }
__device__ int size(float x) { return int(x) + (int)threadIdx.x; }
template <class T> __device__ constexpr int all_sizes() { return 2 * size(T{}); }
template <int N> struct Number {
  static constexpr int value = N;
};
template <class T> __global__ void evaluates(int *out, T v) {
  const int n = size(T{});
  out[threadIdx.x] = Number<n>::value + size(v) + size(1.5f);
}
template <class T> __global__ void evaluates_all(int *out, T v) {
  constexpr int n = all_sizes<T>();
  out[threadIdx.x] = n + Number<all_sizes<T>()>::value + size(v) + size(1.5f);
}
namespace far {
struct Thing {
  float v;
  __device__ operator float() const { return v; }
};
__device__ int told(Thing t) { return int(t.v * 10) + (int)threadIdx.x; }
} // namespace far

template <class T> __global__ void parent_more(T *values, int *out, T v) {
  exchanges<T><<<1, 32>>>(values + threadIdx.x * 32);
}
template <class T> __global__ void parent_scoped(int *out, T v) { user::scoped<T><<<1, 4>>>(out + threadIdx.x * 4, v); }
template <class T> __global__ void parent_members(int *out, T v) { members<T><<<1, 4>>>(out + threadIdx.x * 4, v); }
template <class T> __global__ void parent_starts(int *out, T v) { starts<T><<<1, 4>>>(out + threadIdx.x * 4, v); }
template <class T> __global__ void parent_by_template(int *out, T v) { by_template<T><<<1, 4>>>(out + threadIdx.x * 4, v); }
template <class T> __global__ void parent_brought(int *out, T v) { brought<T><<<1, 4>>>(out + threadIdx.x * 4, v); }
template <class T> __global__ void parent_defaulted(int *out, T v) { defaulted<T><<<1, 4>>>(out + threadIdx.x * 4, v); }
template <class T> __global__ void parent_evaluates(int *out, T v) { evaluates<T><<<1, 4>>>(out + threadIdx.x * 4, v); }
template <class T> __global__ void parent_evaluates_all(int *out, T v) { evaluates_all<T><<<1, 4>>>(out + threadIdx.x * 4, v); }

// What each of two threads writes, with four threads below it.
template <class T> bool more(const char *what, void (*parent)(int *, T), T v, int (*want)(int)) {
  int *out = device_zeros<int>(8);
  parent<<<1, 2>>>(out, v);
  const std::vector<int> got = to_host(out, 8);
  bool right = true;
  for (int i = 0; i < 8; i++)
    right &= got[i] == want(i % 4);
  if (!right)
    printf("wrong: %s: %d %d %d %d\n", what, got[0], got[1], got[2], got[3]);
  return right;
}
bool less_on_host(Pair a, Pair b) { return a.a < b.a || b.b != int(b.a) + 1; }
template <class T> bool less_on_host(T a, T b) { return a < b; }

template <class T, class F> bool sorted(F of) {
  std::vector<T> values(64);
  T *device = device_zeros<T>(64);
  for (int i = 0; i < 64; i++)
    values[i] = of(i * 37 % 64);
  cudaMemcpy(device, values.data(), sizeof(T) * 64, cudaMemcpyHostToDevice);
  parent_more<T><<<1, 2>>>(device, nullptr, values[0]);
  std::vector<T> got = to_host(device, 64);
  bool right = true;
  for (int i = 0; i < 64; i += 32)
    for (int k = 1; k < 32; k++)
      right &= !less_on_host(got[i + k], got[i + k - 1]);
  if (!right)
    puts("wrong: sorted");
  return right;
}
template <int N, class T> __global__ void parent_totals(T *out) { totals<N, T><<<1, N>>>(out + threadIdx.x); }
template <class T> __global__ void parent_defaults(T *out) { defaults<T><<<1, 8>>>(out + threadIdx.x * 8, T(threadIdx.x)); }
template <class T> __global__ void parent_packs(T *out) { packs<T><<<1, 8>>>(out + threadIdx.x * 8); }
template <class T> __global__ void parent_alike(T *out) { alike<T><<<1, 8>>>(out + threadIdx.x * 8, T(threadIdx.x) / 2); }

int main() {
  const int n = 20;
  int *out = device_zeros<int>(n + 3 * 8 * n);
  float *floats = device_zeros<float>(8 * n);
  allow_launches(5 * n);
  parent_totals<64><<<1, n>>>(out);
  parent_defaults<<<1, n>>>(out + n);
  parent_packs<<<1, n>>>(out + 9 * n);
  parent_alike<<<1, n>>>(out + 17 * n);
  parent_alike<<<1, n>>>(floats);
  std::vector<int> want(25 * n);
  std::vector<float> want_floats(8 * n);
  for (int i = 0; i < n; i++) {
    want[i] = 64 * 65 / 2 + 5;
    for (int t = 0; t < 8; t++) {
      want[n + i * 8 + t] = (i + 1) * 2 + t + i + t;
      want[9 * n + i * 8 + t] = (1 + t) * 100 + 10 + t;
      want[17 * n + i * 8 + t] = i / 2 + t;
      want_floats[i * 8 + t] = (float)((int)(i * 0.5f * 2) + t);
    }
  }
  bool right = sorted<float>([](int i) { return float(i); }) & sorted<long>([](int i) { return long(i) << 34; }) &
               sorted<Pair>([](int i) { return Pair{float(i), i + 1}; });
  right &= more<short>("scoped short", parent_scoped<short>, 5, [](int t) { return 2 * (5 + t); });
  right &= more<float>("scoped float", parent_scoped<float>, 1.5f, [](int t) { return 2 * (6 + t); });
  right &= more<char>("scoped char", parent_scoped<char>, 7, [](int t) { return 2 * (7 + t); });
  right &= more<int>("members int", parent_members<int>, 2, [](int t) { return 102 * (5 + t); });
  right &= more<float>("members float", parent_members<float>, 1.5f, [](int t) { return 102 * (2 - t); });
  right &= more<int>("starts int", parent_starts<int>, 4, [](int) { return 9; });
  right &= more<float>("starts float", parent_starts<float>, 1.5f, [](int) { return 12; });
  right &= more<int>("by_template int", parent_by_template<int>, 4, [](int) { return 4; });
  right &= more<float>("by_template float", parent_by_template<float>, 4, [](int) { return 8; });
  right &= more<int>("defaulted int", parent_defaulted<int>, 4, [](int t) { return 4 + t; });
  right &= more<float>("defaulted float", parent_defaulted<float>, 1.5f, [](int t) { return 4 + t; });
  right &= more<int>("evaluates", parent_evaluates<int>, 4, [](int t) { return 7 + t; });
  right &= more<char>("evaluates_all", parent_evaluates_all<char>, 4, [](int t) { return 26 + t; });
  right &= more<float>("brought float", parent_brought<float>, 1.5f, [](int t) { return 3 + t; });
  right &= more<far::Thing>("brought thing", parent_brought<far::Thing>, far::Thing{1.5f}, [](int t) { return 15 + t; });
  if (!right)
    return verdict(false, "more");
  if (to_host(floats, want_floats.size()) != want_floats)
    return verdict(false, "floats");
  return compare(to_host(out, want.size()), want);
}
