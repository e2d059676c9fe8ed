// What stands around barriers in bodies that t4 cuts there: initialisers that call functions or hold commas, names that hide others, returns of all sorts, objects
// with destructors, local classes, jumps, directives.
// FLAGS: -std=c++17
// REMARK-t4: launch of 'initialised': t4
// REMARK-t4: launch of 'hiding': kept: 'hiding' has barriers: 'n' is another variable further on
// REMARK-t4: launch of 'hidden_by_one': t4
// REMARK-t4: launch of 'returning': t4
// REMARK-t4: launch of 'bounded': kept: 'bounded' has barriers: a macro returns
// REMARK-t4: launch of 'guarded': kept: 'guarded' has barriers: 'g' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'forever': t4
// REMARK-t4: launch of 'until': t4
// REMARK-t4: launch of 'ends_with_brace': t4
// REMARK-t4: launch of 'conditional': kept: 'conditional' has barriers: a directive of the preprocessor
// REMARK-t4: launch of 'within': t4
// REMARK-t4: launch of 'jumping': kept: 'jumping' has barriers: a jump stands in a body with barriers
// REMARK-t4: launch of 'local_class': t4
// REMARK-t4: launch of 'erring': t4
// REMARK-t4: launch of 'erring_deep': t4
#include "include/test.h"

const int size = 64;
struct Pair {
  int a, b;
};
struct Guard {
  int *count;
  __device__ ~Guard() { atomicAdd(count, 1); }
};
__device__ int place(int k) { return k * 1000 + threadIdx.x; }
__device__ void put(int *p, int v) { *p = v; }

// All fill shared memory by thread, and read it turned round.
__global__ void initialised(int *p, int n) {
  __shared__ int s[size];
  int v = place(n), i = 3, k = (i += 2, i * 2), m = ((i, 7));
  const int twice = (2, n * 2), last = blockDim.x - 1;
  s[threadIdx.x] = v + k + m;
  __syncthreads();
  p[threadIdx.x] = s[last - threadIdx.x] + v + k + i + twice;
}
__global__ void hiding(int *p, int n) {
  __shared__ int s[size];
  {
    p[threadIdx.x] = n;
    int n = threadIdx.x;
    s[n] = n;
    __syncthreads();
    p[threadIdx.x] += n * 100 + s[size - 1 - threadIdx.x];
  }
}
// Variables with one value for the block, a loop's among them, hide what each thread has of their names.
__global__ void hidden_by_one(int *p, int n) {
  __shared__ int s[size];
  const int t = threadIdx.x;
  int own = t + 5, k = t * 2;
  s[t] = 0;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    int own = 4 + i;
    if (n > 0) {
      for (int k = i; k < n; k++) {
        __syncthreads();
        s[t] += own + k;
        __syncthreads();
        {
          int own = t;
          __syncthreads();
          s[t] += own;
        }
      }
      __syncthreads();
      s[t] += own * 1000;
    }
    __syncthreads();
    own += 2;
    s[t] += own + k;
  }
  __syncthreads();
  p[t] = s[t] + own + k;
}
__global__ void returning(int *p, int n) {
  __shared__ int s[size];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x > 40)
    return put(p + threadIdx.x, s[size - 1 - threadIdx.x] + place(n));
  if (threadIdx.x > 30)
    return;
  __syncthreads();
  auto negated = [](int x) { return -x; };
  p[threadIdx.x] = negated(s[size - 1 - threadIdx.x]);
}
#define BOUND(i, n)                                                                                \
  if ((i) >= (n))                                                                                  \
  return
#define LEAVES if (threadIdx.x > 45) return
__global__ void bounded(int *p, int n) {
  __shared__ int s[size];
  s[threadIdx.x] = n;
  BOUND(threadIdx.x, 50);
  LEAVES;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = s[size - 1 - threadIdx.x];
}
__global__ void guarded(int *p, int) {
  __shared__ int s[size];
  Guard g{p + size - 1};
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < size - 1)
    p[threadIdx.x] = s[size - 1 - threadIdx.x];
}
__global__ void forever(int *p, int n) {
  __shared__ int rounds;
  if (threadIdx.x == 0)
    rounds = 0;
  __syncthreads();
  for (;;) {
    if (rounds > n)
      return;
    p[threadIdx.x] += rounds;
    __syncthreads();
    if (threadIdx.x == 0)
      rounds++;
    __syncthreads();
  }
}
// The last thread to leave is another one in each block.
__global__ void until(int *p, int n) {
  __shared__ int rounds;
  if (threadIdx.x == size - 1)
    rounds = 0;
  __syncthreads();
  for (int k = 0; k < 1000; k++) {
    const bool ends = rounds >= int(threadIdx.x) + n;
    __syncthreads();
    if (ends)
      return;
    p[threadIdx.x]++;
    if (threadIdx.x == size - 1)
      rounds++;
    __syncthreads();
  }
}
__global__ void ends_with_brace(int *p, int n) {
  __shared__ Pair s[size];
  s[threadIdx.x] = Pair{int(threadIdx.x), 3};
  __syncthreads();
  p[threadIdx.x] = s[size - 1 - threadIdx.x].a;
  if (n > 1) {
    p[threadIdx.x] += n;
  };
  __syncthreads();
  s[threadIdx.x] = {p[threadIdx.x], 5} /* and more */;
  __syncthreads();
  p[threadIdx.x] += s[size - 1 - threadIdx.x].b;
}
__global__ void conditional(int *p, int n) {
  __shared__ int s[size];
#ifdef NOWHERE
#define OTHER(i) s[i]
#else
#define OTHER(i) s[size - 1 - (i)]
#endif
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
#if 1
  p[threadIdx.x] = OTHER(threadIdx.x);
#endif
  p[threadIdx.x] += n;
}
__global__ void within(int *p, int n) {
  __shared__ int s[size];
  s[threadIdx.x] = 1;
#ifdef NOWHERE
  s[threadIdx.x] = 2;
#else
  s[threadIdx.x] += threadIdx.x;
#endif
  s[threadIdx.x] += n;
  __syncthreads();
  p[threadIdx.x] = s[size - 1 - threadIdx.x];
}
__global__ void jumping(int *p, int n) {
  __shared__ int s[size];
  int i = 0, acc = 0;
again:
  s[threadIdx.x] = threadIdx.x + i;
  __syncthreads();
  acc += s[size - 1 - threadIdx.x];
  __syncthreads();
  if (++i < n)
    goto again;
  p[threadIdx.x] = acc;
}
__global__ void local_class(int *p, int n) {
  struct Negated {
    int v;
    __device__ int of() const { return -v; }
  };
  __shared__ int s[size];
  Negated x;
  x.v = threadIdx.x + n;
  s[threadIdx.x] = x.of();
  __syncthreads();
  p[threadIdx.x] = s[size - 1 - threadIdx.x];
}
// A refused launch is the error of the thread that tried it, and of no other.
__global__ void nothing(int) {}
__device__ int asks() { return cudaGetLastError() != cudaSuccess; }
__global__ void erring(int *p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 5 == n)
    nothing<<<1, 2000>>>(n);
  __syncthreads();
  p[i] = cudaPeekAtLastError() != cudaSuccess;
  __syncthreads();
  p[i] += cudaGetLastError() != cudaSuccess;
  p[i] += cudaGetLastError() != cudaSuccess;
  if (threadIdx.x == 7)
    return;
  __syncthreads();
  p[i] += 10 * (cudaGetLastError() != cudaSuccess);
  if (threadIdx.x == blockDim.x - 1)
    nothing<<<1, 2000>>>(n); // nothing to the block behind it
}
__global__ void erring_deep(int *p, int n) {
  if ((int)threadIdx.x % 5 == n)
    nothing<<<1, 2000>>>(n);
  for (int i = 0; i < n; i++) {
    __syncthreads();
    p[threadIdx.x] += asks();
  }
}

#define PARENT(child)                                                                              \
  __global__ void launches_##child(int *p) {                                                       \
    child<<<1, size>>>(p + size * threadIdx.x, threadIdx.x + 1);                                   \
  }
PARENT(initialised)
PARENT(hiding)
PARENT(hidden_by_one)
PARENT(returning)
PARENT(bounded)
PARENT(guarded)
PARENT(forever)
PARENT(until)
PARENT(ends_with_brace)
PARENT(conditional)
PARENT(within)
PARENT(jumping)
PARENT(local_class)
__global__ void launches_erring(int *p) {
  const int n = threadIdx.x + 1;
  p += size * threadIdx.x;
  erring<<<2, size / 2>>>(p, n);
}
PARENT(erring_deep)

int hidden_in(int t, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    for (int k = i; k < n; k++)
      s += 4 + i + k + t;
    s += (4 + i) * 1000 + 4 + i + 2 + t * 2;
  }
  return s + t + 5 + t * 2;
}

int main() {
  bool ok = true;
  const int parents = 4;
#define CHECK_CHILD(child, value)                                                                  \
  {                                                                                                \
    int *p = device_zeros<int>(parents * size);                                                    \
    launches_##child<<<1, parents>>>(p);                                                           \
    std::vector<int> want;                                                                         \
    for (int n = 1; n <= parents; n++)                                                             \
      for (int t = 0, r = size - 1; t < size; t++, r--)                                            \
        want.push_back(value);                                                                     \
    if (compare(to_host(p, want.size()), want)) {                                                  \
      printf("  %s\n", #child);                                                                    \
      ok = false;                                                                                  \
    }                                                                                              \
  }
  CHECK_CHILD(initialised, n * 1000 + r + 17 + n * 1000 + t + 10 + 5 + n * 2)
  CHECK_CHILD(hiding, n + t * 100 + r)
  CHECK_CHILD(hidden_by_one, hidden_in(t, n))
  CHECK_CHILD(returning, t > 40 ? r + n * 1000 + t : t > 30 ? 0 : -r)
  CHECK_CHILD(bounded, t > 45 ? 0 : r > 45 ? n : r)
  CHECK_CHILD(guarded, t == size - 1 ? size : r)
  CHECK_CHILD(forever, n * (n + 1) / 2)
  CHECK_CHILD(until, t + n)
  CHECK_CHILD(ends_with_brace, r + (n > 1 ? n : 0) + 5)
  CHECK_CHILD(conditional, r + n)
  CHECK_CHILD(within, r + 1 + n)
  CHECK_CHILD(jumping, n * r + n * (n - 1) / 2)
  CHECK_CHILD(local_class, -r - n)
  CHECK_CHILD(erring, t % 5 == n ? 2 : 0)
  CHECK_CHILD(erring_deep, t % 5 == n)
  return !ok;
}
