// Parameters that are references without looking so, or constant ones without being so: what a call changes by them is what children get, and is no thread's that was read before.
#include "include/test.h"

using Ref = int &;
struct Traits {
  typedef int &ref;
};
__device__ void bump(Ref x) { x += 5; }
template <class T> __device__ void put(T x, int v) { x = v; }
template <class T> __device__ void add(typename T::ref x) { x += 7; }
__device__ int next(const int *&p) { return *p++; }

__global__ void child(int a, int b, int c, int d, const int *p, int n, int *out) {
  const int all[] = {a, b, c, d, p[0], n};
  out[threadIdx.x] = all[threadIdx.x];
}
__global__ void parent(int a, int b, int c, int d, const int *p, int *out) {
  if (threadIdx.x)
    return;
  bump(a);
  put<int &>(b, 9);
  add<Traits>(c);
  auto more = [](Ref x) { x += 11; };
  more(d);
  const int n = next(p);
  child<<<1, 6>>>(a, b, c, d, p, n, out);
}

// t4: what is told by a call differs between the threads.
__device__ void number(Ref x) { x = threadIdx.x; }
__device__ void walk(const int *&p) { p += threadIdx.x; }
__global__ void turns(const int *from, int *to) {
  __shared__ int s[64];
  int n = 0;
  const int *p = from;
  number(n);
  walk(p);
  s[threadIdx.x] = n + *p;
  __syncthreads();
  if (n > 40)
    return;
  const int v = s[63 - threadIdx.x];
  __syncthreads();
  s[threadIdx.x] = v + 1;
  __syncthreads();
  to[threadIdx.x] = s[threadIdx.x] + n + *p;
}
__global__ void turned(const int *from, int *to) {
  if (threadIdx.x == 0)
    turns<<<1, 64>>>(from, to);
}

int main() {
  std::vector<int> numbers(64), want(64);
  for (int i = 0; i < 64; i++)
    numbers[i] = 100 - i * i;
  int *from = to_device(numbers), *out = device_zeros<int>(64);
  parent<<<1, 32>>>(1, 1, 1, 1, from, out);
  const std::vector<int> told = {6, 9, 8, 12, numbers[1], numbers[0]};
  const bool ok = to_host(out, 6) == told;
  CHECK(cudaMemset(out, 0, 64 * sizeof(int)));
  turned<<<1, 32>>>(from, out);
  for (int i = 0; i <= 40; i++)
    want[i] = (63 - i + numbers[63 - i]) + 1 + i + numbers[i];
  return verdict(ok && to_host(out, 64) == want, "a change by a reference is not seen");
}
