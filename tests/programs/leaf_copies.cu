// Copies and fills that children put into streams which launch nothing: behind others of the same thread, behind those of another one from which a barrier parts it, and into streams
// of their own.
// TARGET-keep: cpu (CUDA 13 on an H100 fills with zeros, whatever the value)
// ENV: FL_CHOICE=t4
// ENV: FL_WORKLIST=2
#include "include/test.h"

static const int ones = 0x01010101;

__global__ void fill_one(int *p) {
  if (threadIdx.x == 0)
    cudaMemsetAsync(p + blockIdx.x, 1, sizeof(int), 0);
}
__global__ void one_child(int *p, int n) {
  if (threadIdx.x == 0)
    fill_one<<<n, 32>>>(p);
}
__global__ void many_children(int *p, int n) { fill_one<<<n / blockDim.x, 32>>>(p + threadIdx.x * (n / blockDim.x)); }

__global__ void fill_and_copy(int *p, int *q) {
  if (threadIdx.x == 0) {
    cudaMemsetAsync(p + blockIdx.x, 1, sizeof(int), 0);
    cudaMemcpyAsync(q + blockIdx.x, p + blockIdx.x, sizeof(int), cudaMemcpyDeviceToDevice, 0);
  }
}
__global__ void behind_itself(int *p, int *q, int n) {
  if (threadIdx.x == 0)
    fill_and_copy<<<n, 32>>>(p, q);
}

__global__ void fill_then_copy(int *p, int *q) {
  if (threadIdx.x == 1)
    cudaMemsetAsync(p + blockIdx.x, 1, sizeof(int), 0);
  __syncthreads();
  if (threadIdx.x == 0)
    cudaMemcpyAsync(q + blockIdx.x, p + blockIdx.x, sizeof(int), cudaMemcpyDeviceToDevice, 0);
}
__global__ void behind_another(int *p, int *q, int n) {
  if (threadIdx.x == 0)
    fill_then_copy<<<n, 32>>>(p, q);
}

__device__ void put(int *p, cudaStream_t s) { cudaMemsetAsync(p, 1, sizeof(int), s); }
__global__ void fill_by_stream(int *p) {
  if (threadIdx.x == 0) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    put(p + blockIdx.x, s);
    cudaStreamDestroy(s);
  }
}
__global__ void by_streams(int *p, int n) { fill_by_stream<<<n / blockDim.x, 32>>>(p + threadIdx.x * (n / blockDim.x)); }

// In kernels that launch, at every level.
__global__ void leaf(int *a, int *b, int n) {
  if (threadIdx.x == 0) {
    cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice, 0);
    cudaMemsetAsync(a, 0, n * sizeof(int), 0);
    cudaMemcpyAsync(a + n / 2, b, n / 2 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  }
}
__global__ void node(int *a, int *b, int n) {
  if (threadIdx.x)
    return;
  if (n <= 16) {
    leaf<<<1, 8>>>(a, b, n);
  } else {
    node<<<1, 2>>>(a, b, n / 2);
    node<<<1, 2>>>(a + n / 2, b + n / 2, n / 2);
    cudaMemcpyAsync(b, a + n / 4, n * sizeof(int) / 4, cudaMemcpyDeviceToDevice, 0);
  }
}
__global__ void tree(int *a, int *b, int n) { node<<<1, 1>>>(a + threadIdx.x * n, b + threadIdx.x * n, n); }
static void expect(int *a, int *b, int n) {
  if (n <= 16) {
    std::copy(a, a + n, b);
    std::fill(a, a + n, 0);
    std::copy(b, b + n / 2, a + n / 2);
  } else {
    expect(a, b, n / 2);
    expect(a + n / 2, b + n / 2, n / 2);
    std::copy(a + n / 4, a + n / 4 + n / 4, b);
  }
}

int main() {
  allow_launches(40000);
  const int n = 3200, each = 256, trees = 16;
  int *p = device_zeros<int>(n), *q = device_zeros<int>(n);
  const std::vector<int> want(n, ones);
  bool ok = true;
  const auto filled = [&](const char *what, int *in) {
    CHECK(cudaGetLastError());
    const bool right = to_host(in, n) == want;
    if (!right)
      printf("%s: wrong\n", what);
    ok &= right;
    CHECK(cudaMemset(p, 0, n * sizeof(int)));
    CHECK(cudaMemset(q, 0, n * sizeof(int)));
  };
  one_child<<<1, 32>>>(p, n);
  filled("one child", p);
  many_children<<<1, 32>>>(p, n);
  filled("many children", p);
  behind_itself<<<1, 32>>>(p, q, n);
  filled("behind itself", q);
  behind_another<<<1, 32>>>(p, q, n);
  filled("behind another", q);
  by_streams<<<1, 32>>>(p, n);
  filled("by streams", p);

  std::vector<int> a(each * trees), b(each * trees);
  for (size_t i = 0; i < a.size(); i++)
    a[i] = (int)i * 7;
  int *da = to_device(a), *db = to_device(b);
  tree<<<1, trees>>>(da, db, each);
  for (int t = 0; t < trees; t++)
    expect(a.data() + t * each, b.data() + t * each, each);
  ok &= to_host(da, a.size()) == a && to_host(db, b.size()) == b;
  return verdict(ok, "what was filled or copied is not as it should be");
}
