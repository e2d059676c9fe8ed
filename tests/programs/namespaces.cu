// Kernels of one name in nested, unnamed and inline namespaces, reached by qualification, `using`
// and an alias.
// REMARK-t1: launch of '[a-z:() ]*child': t1
// REMARK-t4: launch of '[a-z:() ]*child': t4
#include "include/test.h"

__global__ void child(int *out) { out[threadIdx.x] = 1; }
namespace a {
__global__ void child(int *out) { out[threadIdx.x] = 2; }
namespace b {
constexpr int value = 3;
struct Pair {
  int x, y;
};
__global__ void child(int *out) { out[threadIdx.x] = value; }
__global__ void both(Pair p, int *out) { out[threadIdx.x] = p.x + p.y; }
} // namespace b
__global__ void near(int *out) {
  child<<<1, 4>>>(out);
  b::child<<<1, 4>>>(out + 4);
  ::child<<<1, 4>>>(out + 8);
}
} // namespace a
namespace {
__global__ void hidden(int *out) { out[threadIdx.x] = 5; }
} // namespace
inline namespace v2 {
namespace c::d {
__global__ void leaf(int *out) { out[threadIdx.x] = 6; }
} // namespace c::d
} // namespace v2
namespace alias = a::b;

__global__ void parent(int *out) {
  using a::b::both;
  using namespace c::d;
  out += (blockIdx.x * blockDim.x + threadIdx.x) * 32;
  a::near<<<1, 1>>>(out);
  hidden<<<1, 4>>>(out + 12);
  leaf<<<1, 4>>>(out + 16);
  alias::child<<<1, 4>>>(out + 20);
  both<<<1, 4>>>({3, 4}, out + 24);
  ::a::b::child<<<1, 4>>>(out + 28);
}

int main() {
  const int parents = 20, values[] = {2, 3, 1, 5, 6, 3, 7, 3};
  int *out = device_zeros<int>(parents * 32);
  std::vector<int> want;
  for (int k = 0; k < parents * 32; k++)
    want.push_back(values[k % 32 / 4]);
  parent<<<2, parents / 2>>>(out);
  return compare(to_host(out, want.size()), want);
}
