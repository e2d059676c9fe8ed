// Parents, and kernels that are none, launched by their addresses: through pointers of all kinds, helper templates, callbacks and cudaLaunchKernel.
#include "include/test.h"
#include <utility>

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    atomicAdd(data + j, x);
}
__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, i + 1, data);
}
__global__ void other(int n, int *data) { child<<<1, n>>>(n, 1000, data); }
__global__ void plain(int n, int *data) { atomicAdd(data + n - 1 - threadIdx.x, 7); }
__global__ void wide(char c, double d, int *data, long l) {
  child<<<1, 1>>>(1, c + (int)d + (int)l, data);
}
struct Part {
  int first;
  char gap;
  double times;
};
__global__ void by_value(Part p, int *data) { child<<<2, p.first>>>(40, (int)p.times, data); }
__global__ void shares(int n, int *data) {
  extern __shared__ int turned[];
  turned[threadIdx.x] = threadIdx.x;
  __syncthreads();
  child<<<1, n>>>(n, turned[blockDim.x - 1 - threadIdx.x], data);
}
namespace deep {
__global__ void overloaded(int n, int *data) { child<<<1, n>>>(n, 3, data); }
__global__ void overloaded(int *data) { child<<<1, 5>>>(5, 4, data); }
} // namespace deep
static __global__ void nothing() {}
template <class T, int N> __global__ void sized(T v, int *data) {
  child<<<1, N>>>(N, (int)v.v, data);
}

typedef void (*Kernel)(int, int *);
template <class... A, class... B> void launch(void (*k)(A...), dim3 g, dim3 b, B... args) {
  k<<<g, b>>>(args...);
}
template <class K, class... A> static void launch_any(K k, A... args) { k<<<1, 2>>>(args...); }
template <Kernel k> void launch_constant(int n, int *data) { k<<<1, 2>>>(n, data); }
struct Table {
  Kernel all[2];
  Kernel one = other;
  void run(int i, int n, int *data) const {
    all[i]<<<1, 2>>>(n, data);
    this->one<<<1, 1>>>(n, data);
    one<<<1, 1>>>(n, data);
  }
};
struct Convertible {
  operator Kernel() const { return parent; }
};
// Types of instances: declared behind the kernel, unnamed, a class's, a template's, a template's parameter.
struct Later {
  short v;
};
namespace {
struct Unnamed {
  char a, v;
};
} // namespace
struct Owner {
  template <class T, int N> struct Inside {
    T v, rest[N];
  };
  static void go(int *data) {
    launch(sized<Inside<double, 2>, 3>, 1, 1, Inside<double, 2>{2}, data);
  }
};
template <class T> static void launch_sized(T v, int *data) {
  void (*volatile k)(T, int *) = sized<T, 4>;
  k<<<1, 1>>>(v, data);
}
static void callback(void (*f)(void *, Kernel), void *data) { f(data, parent); }
static void called(void *data, Kernel k) { (*k)<<<1, 2>>>(33, (int *)data); }
static Kernel chosen(bool first) { return first ? parent : plain; }

static int *data;
static std::vector<int> want(64);
static void add(int n, int x) {
  for (int i = 0; i < n; i++)
    want[i] += x;
}
static bool same(const char *what) {
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  const bool right = to_host(data, want.size()) == want;
  if (!right)
    printf("%s: wrong\n", what);
  return right;
}

int main() {
  bool right = true;
  data = device_zeros<int>(64);
  Kernel k = parent, again = k;
  k<<<1, 2>>>(33, data);
  (k)<<<dim3(2), 1>>>(33, data);
  add(33, 6);
  right &= same("pointer");
  launch(parent, 1, 2, 33, data);
  launch(plain, 1, 3, 9, data);
  launch(wide, 1, 1, 'a', 2.5f, data, 3);
  launch(nothing, 1, 1);
  launch_any(parent, 33, data);
  launch_any(&other, 33, data);
  launch_any(Convertible(), 33, data);
  launch_constant<parent>(33, data);
  add(33, 12 + 2000);
  for (int i = 6; i < 9; i++)
    want[i] += 7;
  add(1, 'a' + 2 + 3);
  right &= same("templates");
  launch(sized<Later, 7>, 1, 2, Later{1}, data);
  launch(&sized<Unnamed, 8>, 1, 1, Unnamed{0, 4}, data);
  Owner::go(data);
  launch_sized(Later{5}, data);
  (&parent)<<<1, 1>>>(9, data);
  add(7, 2);
  add(8, 4);
  add(3, 2);
  add(4, 5);
  add(9, 1);
  right &= same("instances");
  const Table table = {{plain, parent}};
  table.run(1, 20, data);
  table.run(0, 20, data);
  add(20, 3 + 4000);
  want[19] += 7;
  want[18] += 7;
  right &= same("table");
  callback(called, data);
  const auto [bound, blocks] = std::pair<Kernel, int>(parent, 2);
  bound<<<blocks, 1>>>(4, data);
  add(4, 3);
  chosen(true)<<<1, 1>>>(10, data);
  (data ? k : again)<<<1, 1>>>(10, data);
  add(33, 3);
  add(10, 2);
  right &= same("callbacks");

  // The configuration is evaluated first, then what is launched, then the arguments, each once.
  int at = 0, order = 0;
  const Kernel three[] = {plain, other, parent};
  three[at++]<<<++at, 1>>>(33 - at, data); // at: 1, 2
  add(31, 1000);
  const auto step = [&](int is, int then) {
    right &= order == is;
    order = then;
    return 1;
  };
  const auto kernel = [&](int is, int then) { return step(is, then) ? k : k; };
  kernel(1, 2)<<<step(0, 1), 1>>>(step(2, 3) + 4, data);
  add(5, 1);
  right &= same("order") && order == 3;

  Part p = {20, 'x', 11};
  void (*volatile with_part)(Part, int *) = by_value;
  with_part<<<1, 1>>>(p, data);
  with_part<<<1, 1>>>({10, 'y', 100}, data);
  add(40, 11);
  add(20, 100);
  void (*one)(int *) = deep::overloaded;
  Kernel two = deep::overloaded;
  one<<<1, 1>>>(data);
  two<<<1, 2>>>(6, data);
  add(5, 4);
  add(6, 6);
  right &= same("parameters");

  // Streams and shared memory.
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Kernel sharing = shares;
  sharing<<<1, 8, 8 * sizeof(int), stream>>>(12, data);
  CHECK(cudaMemsetAsync(data + 1, 0, sizeof(int), stream));
  sharing<<<{1, 1}, {4}, 4 * sizeof(int), stream>>>(12, data);
  CHECK(cudaStreamSynchronize(stream));
  add(12, 28);
  want[1] = 0;
  add(12, 6);
  right &= same("stream");

  // cudaLaunchKernel.
  int n = 33;
  void *args[] = {&n, &data}, *parts[] = {&p, &data};
  CHECK(cudaLaunchKernel((const void *)parent, dim3(1), dim3(2), args, 0, 0));
  CHECK(cudaLaunchKernel(parent, dim3(1), 2, args));
  CHECK(::cudaLaunchKernel(&other, 1, 1, args, 0));
  CHECK(cudaLaunchKernel((void *)shares, 1, 2, args, 2 * sizeof(int), stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaLaunchKernel(k, 1, 1, args, 0, nullptr));
  CHECK(cudaLaunchKernel((const void *)by_value, 1, 1, parts, 0, 0));
  CHECK(cudaLaunchKernel(plain, 1, 3, args));
  CHECK(cudaLaunchKernel(nothing, 1, 1, nullptr));
  add(33, 3 + 3 + 1000 + 1 + 1);
  add(40, 11);
  for (int i = 30; i < 33; i++)
    want[i] += 7;
  right &= same("cudaLaunchKernel");

  // Errors.
  k<<<1, 2000>>>(33, data);
  right &= cudaGetLastError() == cudaErrorInvalidValue;
  Kernel empty = plain;
  empty<<<0, 1>>>(33, data);
  right &= cudaPeekAtLastError() == cudaErrorInvalidValue;
  right &= cudaLaunchKernel(parent, dim3(1), dim3(2), args) == cudaSuccess; // though an error is left
  right &= cudaGetLastError() == cudaErrorInvalidValue;
  add(33, 3);
  right &= cudaLaunchKernel((const void *)parent, dim3(0), dim3(2), args, 0, 0) ==
           cudaErrorInvalidValue;
  right &= cudaGetLastError() == cudaErrorInvalidValue;
  right &= same("errors");
  puts(right ? "PASS" : "FAILED");
  return !right;
}
