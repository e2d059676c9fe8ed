// Children whose threads test an index against a bound before they do anything, in many shapes: t4 leaves out the threads past it. Every thread
// that does something marks its place in the grid; bounds lie below, in and above the grid, and where sums wrap around.
// REMARK-t4: launch of 'guarded': t4.*bound: j < e
// REMARK-t4: launch of 'returning': t4.*bound: e <= i
// REMARK-t4: launch of 'mixed_signs': t4.*bound: j < e
// REMARK-t4: launch of 'widened': t4.*bound: j < e
// REMARK-t4: launch of 'wide': t4.*bound: j < \(size_t\)e
// REMARK-t4: launch of 'striding': t4.*bound: i < e
// REMARK-t4: launch of 'last': t4.*bound: e >= i
// REMARK-t4: launch of 'several': t4.*bound: j >= e
// REMARK-t4: launch of 'members': t4.*bound: r.from \+ i < r.to
// REMARK-t4: launch of 'typed<int>': t4.*bound: i < e
// REMARK-t4: launch of 'typed<double>': t4.*bound: i < e
// REMARK-t4: launch of 'eights': t4.*bound: j < e
// REMARK-t4: launch of 'threads': t4.*bound: threadIdx.x < e
// REMARK-t4: launch of 'blocks': t4.*bound: b < e
// REMARK-t4: launch of 'looping': t4.*bound: i < e
// REMARK-t4: launch of 'computed': t4.*bound: j < e
// REMARK-t4: launch of 'either': t4.*bound: none
// REMARK-t4: launch of 'moved': t4.*bound: none
// REMARK-t4: launch of 'narrow': t4.*bound: none
// REMARK-t4: launch of 'loaded': t4.*bound: none
// REMARK-t4: launch of 'with_barrier': t4.*bound: none
// REMARK-t4: launch of 'grown<64>': t4.*bound: i < N
// REMARK-t4: launch of 'macro': t4.*bound: LEAVE_IF_PAST\(i, e\)
#include "include/test.h"
#include <climits>

enum { SHAPES = 25, MOST = 64 };
struct Range {
  int from, to;
};
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define LEAVE_IF_PAST(i, n)                                                                        \
  if ((i) >= (n))                                                                                  \
  return

// The thread's place in its grid.
__device__ int place() {
  int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  return b * blockDim.x * blockDim.y * blockDim.z + t;
}

__global__ void guarded(int s, int e, int *marks) {
  int j = s + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < e)
    marks[place()]++;
}
__global__ void returning(int s, int e, int *marks) {
  const int block = blockDim.x, first = threadIdx.x + s;
  const auto i = static_cast<int>(first + block * (unsigned)blockIdx.x);
  if (e <= i) {
    return;
  }
  int *mine = marks + place();
  (*mine)++;
}
__global__ void mixed_signs(int s, int e, int *marks) {
  unsigned j = INDEX + s;
  if (j < e)
    marks[place()]++;
}
__global__ void widened(int s, long long e, int *marks) {
  long long j = s + blockIdx.x * blockDim.x + threadIdx.x; // a sum of 32 bits, without sign
  if (j < e)
    marks[place()]++;
}
__global__ void wide(long long s, long long e, int *marks) {
  size_t j = s + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (j < (size_t)e)
    marks[place()]++;
}
__global__ void striding(int s, int e, int *marks) {
  int steps = 0;
  for (int i = s + blockIdx.x * blockDim.x + threadIdx.x; i < e && steps < 3; i += gridDim.x * blockDim.x, steps++)
    marks[place()]++;
}
__global__ void last(int s, int e, int *marks) {
  int i = threadIdx.x + s;
  i += blockDim.x * blockIdx.x;
  if (marks != nullptr && e >= i)
    marks[place()]++;
}
__global__ void several(int s, int e, const int *flags, int *marks) {
  const int odd = flags[1];
  int j = s + INDEX;
  if (!odd || j >= e || flags[place() % 2] != odd)
    return;
  marks[place()]++;
}
__global__ void members(Range r, int *marks) {
  const unsigned i = INDEX;
  if (r.from + i < r.to)
    marks[place()]++;
}
template <class T> __global__ void typed(T s, T e, int *marks) {
  T one = 1;
  T i = s + (T)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < e)
    marks[place()] += (int)one;
}
template <int N> __global__ void grown(int s, int *marks) {
  int i = s + INDEX;
  if (i < N)
    marks[place()]++;
}
__global__ void eights(int s, int e, int *marks) {
  int j = s + blockIdx.x * 8 + threadIdx.x;
  if (j < e)
    marks[place()]++;
}
__global__ void threads(int e, int *marks) {
  if (threadIdx.x < e)
    marks[place()]++;
}
__global__ void blocks(int s, int e, int *marks) {
  int b = blockIdx.x + s;
  if (b < e)
    marks[place()]++;
}
__global__ void looping(int s, int e, int *marks) {
  int i = s + INDEX, n = 0;
  while (i < e) {
    marks[place()]++;
    if (++n == 2)
      break;
    i = e - 1;
  }
}
__global__ void computed(int s, int e, int *marks) {
  e = (e >> 1) + 1;
  int j = INDEX - 3;
  j = j + s;
  if (j < e)
    marks[place()]++;
}
__global__ void macro(int s, int e, int *marks) {
  const int i = s + INDEX;
  LEAVE_IF_PAST(i, e);
  marks[place()]++;
}
// Threads past the bound do something.
__global__ void either(int s, int e, int *marks) {
  int j = s + INDEX;
  if (j < e)
    marks[place()]++;
  else
    marks[place()] += 5;
}
__global__ void moved(int s, int e, int *marks) {
  int j = s + INDEX;
  if (threadIdx.x % 3 == 2)
    j = e / 2;
  if (j < e)
    marks[place()]++;
}
__global__ void narrow(int s, int e, int *marks) {
  short j = s + INDEX;
  if (j < e)
    marks[place()]++;
}
__global__ void loaded(const int *e, int *marks) {
  int j = INDEX;
  if (j < *e)
    marks[place()]++;
}
__global__ void with_barrier(int s, int e, int *marks) {
  __shared__ int below[MOST];
  int j = s + INDEX, sum = 0;
  below[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = j < e;
  __syncthreads();
  for (int t = 0; t < blockDim.x * blockDim.y * blockDim.z; t++)
    sum += below[t];
  int *mine = marks + place();
  *mine = sum;
}

struct Case {
  long long s, e;
  dim3 grid, block;
};

__global__ void parent(int n, int shape, const Case *cases, const int *flags, int *marks) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  const Case &c = cases[k];
  int s = (int)c.s, e = (int)c.e, *mine = marks + k * MOST;
  dim3 g = c.grid, b = c.block;
  Range r = {s, e};
  switch (shape) {
  case 0: guarded<<<g, b>>>(s, e, mine); break;
  case 1: returning<<<g, b>>>(s, e, mine); break;
  case 2: mixed_signs<<<g, b>>>(s, e, mine); break;
  case 3: widened<<<g, b>>>(s, c.e, mine); break;
  case 4: wide<<<g, b>>>(c.s, c.e, mine); break;
  case 5: striding<<<g, b>>>(s, e, mine); break;
  case 6: last<<<g, b>>>(s, e, mine); break;
  case 7: several<<<g, b>>>(s, e, flags, mine); break;
  case 8: members<<<g, b>>>(r, mine); break;
  case 9: typed<int><<<g, b>>>(s, e, mine); break;
  case 10: typed<unsigned><<<g, b>>>(s, e, mine); break;
  case 11: typed<long long><<<g, b>>>(c.s, c.e, mine); break;
  case 12: typed<short><<<g, b>>>(s, e, mine); break;
  case 13: typed<double><<<g, b>>>(s, e, mine); break;
  case 14: grown<64><<<g, b>>>(s, mine); break;
  case 15: eights<<<g, b>>>(s, e, mine); break;
  case 16: threads<<<g, b>>>(e, mine); break;
  case 17: blocks<<<g, b>>>(s, e, mine); break;
  case 18: looping<<<g, b>>>(s, e, mine); break;
  case 19: computed<<<g, b>>>(s, e, mine); break;
  case 20: macro<<<g, b>>>(s, e, mine); break;
  case 21: either<<<g, b>>>(s, e, mine); break;
  case 22: moved<<<g, b>>>(s, e, mine); break;
  case 23: narrow<<<g, b>>>(s, e, mine); break;
  case 24: loaded<<<g, b>>>(flags + 1, mine); break;
  default: with_barrier<<<g, b>>>(s, e, mine); break;
  }
}

// Signed sums that leave their type are no programs: such cases are left out for the types that compute them so.
static bool sensible(int shape, const Case &c) {
  const long long far = c.s + c.grid.x * c.block.x;
  if (shape == 9) // int
    return far <= INT_MAX && c.s >= INT_MIN;
  if (shape == 11)
    return c.s <= LLONG_MAX - 200;
  return true;
}

// What one thread does: the same computations, with the types as the kernel has them.
static int expected(int shape, const Case &c, unsigned bx, unsigned tx, int block_sum) {
  const int s = (int)c.s, e = (int)c.e;
  const unsigned t = bx * c.block.x + tx;
  const int i = (int)(s + t);
  switch (shape) {
  case 2: return (unsigned)i < (unsigned)e;
  case 3: return (long long)(unsigned)i < c.e;
  case 4: return (size_t)c.s + t < (size_t)c.e;
  case 5: {
    int steps = 0;
    for (int at = i; at < e && steps < 3; at = (int)(at + c.grid.x * c.block.x))
      steps++;
    return steps;
  }
  case 6: return i <= e;
  case 8: return s + t < (unsigned)e;
  case 10: return (unsigned)i < (unsigned)e;
  case 11: return c.s + t < c.e;
  case 12: return (short)((short)s + (short)t) < (short)e;
  case 13: return (double)s + t < (double)e;
  case 14: return i < 64;
  case 15: return (int)(s + bx * 8 + tx) < e;
  case 16: return tx < (unsigned)e;
  case 17: return (int)(s + bx) < e;
  case 18: return i < e ? 2 : 0;
  case 19: return (int)((unsigned)(int)(t - 3) + s) < (e >> 1) + 1;
  case 21: return i < e ? 1 : 5;
  case 22: return tx % 3 == 2 ? e / 2 < e : i < e;
  case 23: return (short)i < e;
  case 24: return (int)t < 1;
  case 25: return block_sum;
  default: return i < e;
  }
}

int main() {
  std::vector<Case> cases;
  const long long ends[] = {0, 1, -1, 40, INT_MAX, INT_MIN, 1LL << 31, 1LL << 32, LLONG_MAX - 100};
  const int around[] = {-70, -33, -8, -1, 0, 1, 7, 8, 31, 32, 33, 100};
  const dim3 shapes[][2] = {{4, 8}, {1, 33}, {5, 1}, {3, 7}, {dim3(2, 2), 8}, {2, dim3(4, 2)}, {dim3(2, 1, 2), dim3(3, 1, 2)}};
  for (long long at : ends)
    for (int a : around)
      for (int n : {0, 9, 60})
        for (auto &g : shapes) {
          if ((cases.size() + n + a) % 2) // half of them
            cases.push_back({(long long)((unsigned long long)at - 16), (long long)((unsigned long long)at + a + n), g[0], g[1]});
          else if ((n ^ a) & 1)
            cases.push_back({a, (long long)((unsigned long long)at + n), g[0], g[1]});
        }
  const int n = (int)cases.size();
  allow_launches(n + 64);
  Case *device_cases = to_device(cases);
  int *flags = to_device(std::vector<int>(2, 1));
  for (int shape = 0; shape <= SHAPES; shape++) {
    std::vector<Case> mine = cases;
    for (Case &c : mine)
      if (!sensible(shape, c))
        c.s = 3, c.e = 20;
    CHECK(cudaMemcpy(device_cases, mine.data(), n * sizeof(Case), cudaMemcpyHostToDevice));
    int *marks = device_zeros<int>(n * MOST);
    parent<<<(n + 127) / 128, 128>>>(n, shape, device_cases, flags, marks);
    std::vector<int> got = to_host(marks, n * MOST);
    CHECK(cudaFree(marks));
    for (int k = 0; k < n; k++) {
      const Case &c = mine[k];
      const unsigned block = c.block.x * c.block.y * c.block.z, all = block * c.grid.x * c.grid.y * c.grid.z;
      for (unsigned t = 0; t < MOST; t++) {
        const unsigned bx = t / block % c.grid.x, tx = t % block % c.block.x;
        int sum = 0;
        for (unsigned o = 0; o < block; o++)
          sum += (int)((int)c.s + bx * c.block.x + o % c.block.x) < (int)c.e;
        const int want = t < all ? expected(shape, c, bx, tx, sum) : 0;
        if (got[k * MOST + t] != want)
          return verdict(false, "shape " + std::to_string(shape) + ", from " + std::to_string(c.s) + " to " +
                                    std::to_string(c.e) + ", thread " + std::to_string(t) + " of " + std::to_string(all) +
                                    ": got " + std::to_string(got[k * MOST + t]) + ", want " + std::to_string(want));
      }
    }
  }
  return verdict(true, "");
}
