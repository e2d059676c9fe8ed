// What descriptors say of a kernel is named by plain words. A program's types, constants and template parameters of these names are not hidden where its own text stands in one.
// REMARK-t1: launch of 'bounded': t1
// REMARK-t1: launch of 'of_types': t1
// REMARK-t1: launch of 'of_parameters<3, true, T>': t1
// REMARK-t1: launch of 'of_pack': t1
#include "include/test.h"

struct args {
  int a;
};
struct barrier {
  int a;
  __device__ operator int() const { return a; }
};
enum class shared { x = 3 };
struct kids;
namespace waits {
struct args {
  int a;
};
struct keeps {
  int a;
};
} // namespace waits
constexpr int number = 7;
enum { max_threads = 5 };

// Were it the descriptor's own number, blocks of so many threads would be refused.
__global__ void __launch_bounds__(number * 32, 1) bounded(int *p) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(p, sum);
}
__global__ void of_types(int *p, args a, barrier b, ::args *c, waits::args d, shared s, kids *k, waits::keeps w) {
  atomicAdd(p + threadIdx.x, a.a + b.a + (c ? 1 : 2) + d.a + int(s) + (k != nullptr) + w.a);
}
template <int number, bool barrier, class args> __global__ void of_parameters(args *p) {
  if (threadIdx.x < number)
    atomicAdd(p + threadIdx.x, args(1 + barrier));
}
template <int max_threads, class shared, int length = 4>
__global__ void __launch_bounds__(max_threads) of_bounds(shared *p) {
  if (threadIdx.x >= length)
    return;
  __syncthreads();
  atomicAdd(p + threadIdx.x, shared(max_threads));
}
template <class... kids> __global__ void of_pack(int *p, args a, kids... run) {
  atomicAdd(p + threadIdx.x, (a.a + ... + int(run)));
}
template <class T> __global__ void special(int *p, args a) { atomicAdd(p + threadIdx.x, a.a); }
template <> __global__ void special<barrier>(int *p, args a) { atomicAdd(p + threadIdx.x, 10 * a.a); }
template <int value> __global__ void of_value(int *p) { atomicAdd(p + threadIdx.x, value); }

__global__ void bounds(int *p, int n) { bounded<<<1, n>>>(p); }
__global__ void types(int *p, args a) { of_types<<<1, 2>>>(p, a, {2}, nullptr, {3}, shared::x, nullptr, {4}); }
template <class T> __global__ void parameters(T *p) { of_parameters<3, true, T><<<1, 8>>>(p); }
template <class selects> __global__ void more(selects *p) { of_bounds<64, selects><<<1, 64>>>(p); }
__global__ void pack(int *p, barrier b) { of_pack<<<1, 1>>>(p, {1}, b, 4L, 'a'); }
__global__ void specials(int *p, args a) {
  special<int><<<1, 1>>>(p, a);
  special<barrier><<<1, 1>>>(p, a);
}
__global__ void values(int *p) { of_value<number * max_threads><<<1, 1>>>(p); }

int main() {
  int *p = device_zeros<int>(16);
  bounds<<<1, 2>>>(p, 224);
  types<<<1, 1>>>(p + 1, {1});
  parameters<<<1, 1>>>(p + 3);
  more<<<1, 1>>>(p + 6);
  pack<<<1, 1>>>(p + 10, {2});
  specials<<<1, 1>>>(p + 11, {5});
  values<<<1, 1>>>(p + 12);
  return compare(to_host(p, 13),
                 std::vector<int>{448, 15, 15, 2, 2, 2, 64, 64, 64, 64, 104, 55, 35});
}
