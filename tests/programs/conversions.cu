// Shared memory by objects that convert to pointers to it, as many public programs have it: in kernels and functions that are moved, the conversions
// are given the block.
// REMARK-t1: launch of 'reverse<T>': t1;
// REMARK-t1: launch of 'sums<T, 32>': t1;
// REMARK-t1: launch of 'spread<T>': t1;
// REMARK-t1: launch of 'inner': t1;
// REMARK-t1: launch of 'plain': t1;
// REMARK-t1: launch of 'met': t1; .*threads may leave early
// REMARK-t3: launch of 'again': t3;
// REMARK-t4: launch of 'again': t4;
#include "include/conversions.h"
#include "include/test.h"
static const int parents = 12, n = 48;
template <class T> struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int memory[];
    return (T *)memory;
  }
  __device__ inline operator const T *() const {
    extern __shared__ int memory[];
    return (T *)memory;
  }
  __device__ T *getPointer() {
    extern __shared__ int memory[];
    return (T *)memory;
  }
};
// Another place of the memory, so that it shows whose conversion was called.
template <> struct SharedMemory<double> {
  __device__ inline operator double *() {
    extern __shared__ double of_doubles[];
    return of_doubles + 1;
  }
  __device__ inline operator const double *() const {
    extern __shared__ double of_doubles[];
    return of_doubles + 1;
  }
  __device__ double *getPointer() {
    extern __shared__ double of_doubles[];
    return of_doubles;
  }
};
template <class T> struct SharedMemory<T *> {
  __device__ operator T **() {
    extern __shared__ long of_pointers[];
    return (T **)of_pointers;
  }
};
struct Place { // of the thread, in a block's dynamic memory
  int behind = 0;
  __device__ operator int *() {
    extern __shared__ int memory[];
    return memory + blockDim.x * behind + threadIdx.x;
  }
};

template <class T> struct Meeting { // of all threads that are there
  __device__ operator T *() {
    extern __shared__ int memory[];
    __syncthreads();
    return (T *)memory;
  }
};

// A pointer and a dependent name of an object.
template <class T> __global__ void reverse(T *x, int count) {
  T *s = SharedMemory<T>();
  const int i = threadIdx.x;
  s[i] = T(x[i] + i);
  __syncthreads();
  x[i] = s[count - 1 - i];
}
template <class T> __device__ T *memory_of() { return SharedMemory<T>(); }
template <class T> __device__ void halve(T *s, int i, int by) {
  if (i < by)
    s[i] += s[i + by];
}
// As in reductions: a named object, and what is read by another.
template <class T, int size> __global__ void sums(T *x, T *sum) {
  SharedMemory<T> smem;
  T *s = smem;
  const T *all = SharedMemory<T>{};
  const int i = threadIdx.x;
  s[i] = x[i];
  s[i + size] = 0;
  __syncthreads();
  for (int by = size / 2; by > 0; by /= 2) {
    halve(s, i, by);
    __syncthreads();
  }
  if (i == 0)
    *sum = all[0] + memory_of<T>()[size] + SharedMemory<T>()[size + 1] + *(T *)SharedMemory<T>() -
           static_cast<T *>(smem)[0] + T(smem.getPointer() == s ? 0 : 1000);
}
template <class T> __global__ void inner(T *x) {
  T **s = SharedMemory<T *>();
  s[threadIdx.x] = x + threadIdx.x;
  __syncthreads();
  *s[blockDim.x - 1 - threadIdx.x] += 7;
}
// A parent that is a child.
template <class T> __global__ void spread(T *x, int count) {
  T *s;
  s = ns::Memory<T>();
  s[threadIdx.x] = T(threadIdx.x);
  __syncthreads();
  inner<<<1, 8, 64>>>(x + 8 * (int)s[blockDim.x - 1 - threadIdx.x]);
}
__global__ void plain(int *x, int times) {
  Place first;
  Place second{};
  int *const mine = first;
  *mine = 1;
  for (int i = 0; i < times; i++)
    *(int *)Place() += x[threadIdx.x];
  __syncthreads();
  int *same = second, far = Place()[1 - 2 * int(threadIdx.x % 2)];
  x[threadIdx.x] = 100 * *same + far;
}
template <class T> __global__ void parent(T *a, T *b, T *sum, T *c, int *d) {
  const int i = threadIdx.x;
  if (i >= parents)
    return;
  reverse<T><<<1, n, (n + 1) * sizeof(T)>>>(a + i * n, n);
  sums<T, 32><<<1, 32, 70 * sizeof(T)>>>(b + i * n, sum + i);
  spread<T><<<1, 4, 4 * sizeof(T)>>>(c + i * n, n);
  plain<<<1, 16, 16 * sizeof(int)>>>(d + i * n, i);
}
template <class T> __global__ void met(int *x, T add) {
  extern __shared__ int memory[];
  if (threadIdx.x > 11)
    return;
  ((T *)memory)[threadIdx.x] = T(threadIdx.x) + add;
  T *s = Meeting<T>();
  x[16 + threadIdx.x] = int(s[11 - threadIdx.x]);
}
template <class T> __global__ void met_parent(int *d, T add) {
  if (threadIdx.x < parents)
    met<<<1, 16, 16 * sizeof(T)>>>(d + threadIdx.x * n, add);
}
// One that a thread can run alone.
template <class T> __global__ void again(T *x) {
  const T *read = SharedMemory<T>();
  T *s = SharedMemory<T>();
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = read[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  s = SharedMemory<T>();
  s[threadIdx.x] = x[threadIdx.x] + 1;
  __syncthreads();
  x[threadIdx.x] = SharedMemory<T>()[(threadIdx.x + 1) % blockDim.x];
}
template <class T> __global__ void again_parent(T *a) {
  const int i = threadIdx.x;
  if (i < parents)
    again<<<1, n, (n + 1) * sizeof(T)>>>(a + i * n);
}
template <class T> bool check() {
  T *a = device_zeros<T>(parents * n), *b = device_zeros<T>(parents * n),
    *c = device_zeros<T>(parents * n), *sum = device_zeros<T>(parents);
  int *d = device_zeros<int>(parents * n);
  std::vector<T> to_b(parents * n);
  std::vector<int> to_d(parents * n);
  for (int i = 0; i < parents * n; i++) {
    to_b[i] = T(i % n + i / n);
    to_d[i] = i % n;
  }
  cudaMemcpy(b, to_b.data(), to_b.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(d, to_d.data(), to_d.size() * sizeof(int), cudaMemcpyHostToDevice);
  parent<<<1, 32>>>(a, b, sum, c, d);
  again_parent<<<1, 32>>>(a);
  met_parent<<<1, 32>>>(d, T(5));
  std::vector<T> x = to_host(a, parents * n), y = to_host(sum, parents), z = to_host(c, parents * n);
  std::vector<int> w = to_host(d, parents * n);
  bool ok = true;
  for (int i = 0; i < parents * n; i++) {
    const int p = i / n, at = i % n, other = at ^ 1;
    ok &= x[i] == T(n - 1 - (at + 2) % n + 1) && z[i] == T(at < 32 ? 7 : 0);
    ok &= at < 16 || w[i] == (at < 28 ? 11 - (at - 16) + 5 : at);
    ok &= at >= 16 || w[i] == 100 * (1 + p * at) + 1 + p * other;
  }
  for (int p = 0; p < parents; p++) {
    T all = T(sizeof(T) == 8 ? 1000 : 0); // that of doubles begins elsewhere
    for (int i = 0; i < 32; i++)
      all += to_b[p * n + i];
    ok &= y[p] == all;
  }
  return ok;
}
int main() {
  const bool ok = check<int>() && check<double>() && check<float>();
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
