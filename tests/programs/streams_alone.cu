// Streams that a thread creates for one launch, or one copy, each: those have no order. Others beside them keep theirs.
// REMARK-t1: launch of 'mark': t1; order: a thread.s launches are in no order
// REMARK-mega: launch of 'twice': mega; order: streams
// FLAGS: --fl-threshold=2
// TARGET-keep: cpu: native fills with anything but zero fill with zeros (CUDA 13.0)
// TARGET-warp: cpu: it leaves them native
// TARGET-t4: cpu: it leaves them native
#include "include/test.h"
#define CREATE(s) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)

__global__ void mark(int *p, int by) { atomicAdd(p + blockIdx.x * blockDim.x + threadIdx.x, by); }

// Three launches of each thread, in streams of their own, in a loop, and the block's.
__global__ void parent(int *p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  cudaStream_t s;
  for (int k = 0; k < 2; k++) {
    if (CREATE(s) != cudaSuccess)
      atomicAdd(p, 1000);
    mark<<<i % 3 + 1, 32, 0, s>>>(p, k + 1);
    if (cudaStreamDestroy(s) != cudaSuccess)
      atomicAdd(p, 1000);
  }
  mark<<<1, 64>>>(p, 4);
}

// The same with nesting, and arrays of streams.
__global__ void split(int *p, int begin, int end) {
  if (end - begin == 1) {
    p[begin] += begin;
    return;
  }
  const int middle = (begin + end) / 2;
  cudaStream_t s[2];
  for (int i = 0; i < 2; i++)
    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
  split<<<1, 1, 0, s[0]>>>(p, begin, middle);
  split<<<1, 1, 0, s[1]>>>(p, middle, end);
  for (int i = 0; i < 2; i++)
    cudaStreamDestroy(s[i]);
}

// Copies that are alone, at the end of a recursion.
__global__ void copies(int *to, const int *from, int n, int depth) {
  cudaStream_t s, t;
  CREATE(s);
  CREATE(t);
  if (depth > 0) {
    copies<<<1, 1, 0, s>>>(to, from, n / 2, depth - 1);
    copies<<<1, 1, 0, t>>>(to + n / 2, from + n / 2, n / 2, depth - 1);
  } else {
    cudaMemcpyAsync(to, from, n / 2 * sizeof(int), cudaMemcpyDeviceToDevice, s);
    cudaMemsetAsync(to + n / 2, -1, n / 2 * sizeof(int), t);
  }
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}

// Levels: what of `wide` and of `behind` stays in order.
constexpr int wide = 64 * 256;
__global__ void set(int *p, int value) { p[blockIdx.x * blockDim.x + threadIdx.x] = value; }
__global__ void twice(int *p, const int *q) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = 2 * q[wide - 1 - i];
}
__device__ void copy_below(int *to, const int *from) {
  cudaMemcpyAsync(to, from, wide * sizeof(int), cudaMemcpyDeviceToDevice, 0);
}
__device__ void copy(int *to, const int *from) { copy_below(to, from); }
__global__ void behind(int *p) {
  cudaStream_t s, other;
  CREATE(s);
  CREATE(other);
  set<<<64, 256, 0, s>>>(p, 1);
  twice<<<64, 256, 0, s>>>(p + wide, p);
  set<<<64, 256, 0, other>>>(p + 2 * wide, 3);
  cudaStreamDestroy(s);
  cudaStreamDestroy(other);
}
__global__ void behind_copy(int *p) {
  set<<<64, 256>>>(p, 5);
  copy(p + wide, p);
}
__global__ void split_behind(int *p) { // ordered, above what is not
  set<<<64, 256>>>(p, 0);
  split<<<1, 1>>>(p, 0, 64);
  twice<<<64, 256>>>(p + wide, p);
}

static bool right = true;
static void expect(bool is, const char *what, int i) {
  if (!is && right)
    printf("%s: element %d\n", what, i);
  right &= is;
}

int main() {
  allow_launches(20000);
  int *p = device_zeros<int>(3 * wide);
  parent<<<3, 50>>>(p, 130);
  std::vector<int> got = to_host(p, 96), want(96);
  for (int i = 0; i < 130; i++)
    for (int k = 0; k < 96; k++)
      want[k] += (k < 32 * (i % 3 + 1) ? 3 : 0) + (k < 64 ? 4 : 0);
  for (int k = 0; k < 96; k++)
    expect(got[k] == want[k], "parent", k);

  const std::vector<int> before = to_host(p, 256);
  split<<<1, 1>>>(p, 0, 200);
  got = to_host(p, 256);
  for (int i = 0; i < 256; i++)
    expect(got[i] == before[i] + (i < 200 ? i : 0), "split", i);

  std::vector<int> from(1024);
  for (int i = 0; i < 1024; i++)
    from[i] = i * i;
  int *source = to_device(from);
  copies<<<1, 1>>>(p, source, 1024, 4);
  got = to_host(p, 1024);
  for (int i = 0; i < 1024; i++)
    expect(got[i] == (i % 64 < 32 ? i * i : -1), "copies", i);

  behind<<<1, 1>>>(p);
  got = to_host(p, 3 * wide);
  for (int i = 0; i < 3 * wide; i++)
    expect(got[i] == 1 + i / wide, "behind", i);
  behind_copy<<<1, 1>>>(p);
  got = to_host(p, 2 * wide);
  for (int i = 0; i < 2 * wide; i++)
    expect(got[i] == 5, "behind_copy", i);
  split_behind<<<1, 1>>>(p);
  got = to_host(p, 2 * wide);
  for (int i = 0; i < wide; i++)
    expect(got[wide + i] == (wide - 1 - i < 64 ? 2 * (wide - 1 - i) : 0), "split_behind", i);
  return verdict(right, "see above");
}
