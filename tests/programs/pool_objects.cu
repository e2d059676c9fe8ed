// The pool for allocations on the device: new and delete with constructors, destructors, arrays, virtual functions and templates; free in a macro,
// in lambdas, by qualified names, of types whose namespace has functions of these names.
// FLAGS: --fl-pool=4M
// ENV: FL_POOL=64K
// REMARK-t1: allocation on the device: from a pool \[
#include "include/test.h"
#include <cstdlib>
#define RELEASE(p) free(p)

__device__ int alive;

struct Shape {
  int side;
  __device__ Shape(int s) : side(s) { atomicAdd(&alive, 1); }
  __device__ virtual ~Shape() { atomicAdd(&alive, -1); }
  __device__ virtual int area() const { return side * side; }
};
struct Named {
  double name = 1;
  __device__ virtual ~Named() {}
};
struct Circle : Named, Shape {
  int *more;
  __device__ Circle(int s) : Shape(s), more(new int[3]{s, s, s}) {}
  __device__ ~Circle() { delete[] more; }
  __device__ int area() const override { return 3 * side * more[2]; }
};
struct alignas(16) Wide {
  int v[4];
  __device__ ~Wide() { v[0] = 0; }
};
struct Counted {
  int v;
  __device__ Counted() : v(2) { atomicAdd(&alive, 1); }
  __device__ ~Counted() { atomicAdd(&alive, -1); }
};
namespace other {
struct Thing {
  int free; // a name like any other
};
__device__ void malloc(Thing *t) { t->free = 1; }
} // namespace other
template <class T> struct Box {
  T *inside;
  __device__ explicit Box(const T &v) : inside(nullptr) { inside = new T(v); }
  __device__ T open() {
    T v = *inside;
    delete inside;
    return v;
  }
};

__global__ void child(Shape *s, Counted *five, int *out) {
  int sum = s->area();
  for (int i = 0; i < 5; i++)
    sum += five[i].v;
  delete s;
  delete[] five;
  *out += sum;
}
__global__ void parent(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Shape *s = i % 2 ? new Shape(i) : new Circle(i);
  Counted *five = new Counted[5];
  other::Thing *thing = (other::Thing *)std::malloc(sizeof(other::Thing));
  malloc(thing);
  out[i] = thing->free;
  auto drop = [=] { free(thing); };
  drop();
  int *p = (int *)malloc(sizeof(int)), *q = (int *)::malloc(100);
  *p = 7;
  out[i] += Box<int>(*p).open();
  RELEASE(p);
  ::free(q);
  int(*grid)[4] = new int[2][4];
  grid[1][3] = 1;
  out[i] += grid[1][3];
  delete[] grid;
  child<<<1, 1>>>(s, five, out + i);
}
// Arrays without elements, behind whose numbers somebody else's block begins. How many of the others' blocks were not their own.
__device__ int *held[4096];
__global__ void empty_arrays(int *bad, int n) {
  Wide *empty[32];
  int *neighbour[32];
  for (int i = 0; i < 32; i++) {
    empty[i] = new Wide[n];
    neighbour[i] = new int[4]{i, i, i, i};
  }
  for (int i = 0; i < 32; i++)
    delete[] empty[i];
  for (int i = 0; i < 4096; i++)
    held[i] = new int[4]{-1, -1, -1, -1};
  for (int i = 0; i < 32; i++)
    *bad += neighbour[i][0] != i || neighbour[i][3] != i;
  for (int i = 0; i < 4096; i++)
    delete[] held[i];
  for (int i = 0; i < 32; i++)
    delete[] neighbour[i];
}
__global__ void count(int *out) { *out = alive; }

int main() {
  const int n = 128;
  int *out = device_zeros<int>(n + 2);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    want.push_back(1 + 7 + 1 + 10 + (i % 2 ? i * i : 3 * i * i));
  want.push_back(0);
  want.push_back(0);
  parent<<<n / 32, 32>>>(out);
  count<<<1, 1>>>(out + n);
  empty_arrays<<<1, 1>>>(out + n + 1, 0);
  return compare(to_host(out, n + 2), want);
}
