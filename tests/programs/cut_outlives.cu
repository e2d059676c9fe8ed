// What a thread's variables leave behind a barrier without being named there: pointers and references to them, destructors; constants, variables that are declared
// beside such, and types of their names.
// REMARK-t4: launch of 'array': kept: 'array' has barriers: 'buf' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'pointed_to': t4
// REMARK-t4: launch of 'published': t4
// REMARK-t4: launch of 'in_object': kept: 'in_object' has barriers: 'holder' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'guarded': kept: 'guarded' has barriers: 'g' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'kept_alive': kept: 'kept_alive' has barriers: 'g' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'constant': t4
// REMARK-t4: launch of 'beside': kept: 'beside' has barriers: 't' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'beside_array': t4
// REMARK-t4: launch of 'named_type': kept: 'named_type' has barriers: 'edge' is another variable further on
// REMARK-t4: launch of 'all_inside': t4
// REMARK-t4: launch of 'by_reference': t4
// REMARK-t4: launch of 'by_member': kept: 'by_member' has barriers: 'cell' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'converted': kept: 'converted' has barriers: 'a' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'made': kept: 'made' has barriers: 'n' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'made_part': kept: 'made_part' has barriers: 'w' lives across a barrier and is not a plain variable
// REMARK-t4: launch of 'filled': t4
// REMARK-t4: launch of 'of_numbers<int>': t4
#include "include/test.h"

const int size = 40;
#define T int(threadIdx.x)
#define NEXT (size - 1 - T)

__global__ void array(int *out) {
  int buf[4];
  int *p = buf;
  for (int i = 0; i < 4; i++)
    p[i] = T * 10 + i;
  __syncthreads();
  out[T] = p[3];
}
__global__ void pointed_to(int *out) {
  int x = T * 3, *p = &x;
  __syncthreads();
  out[T] = *p;
}
__global__ void published(int *out) {
  __shared__ int *at[size];
  int x = T * 5;
  at[T] = &x;
  __syncthreads();
  out[T] = *at[T];
  __syncthreads();
}
struct Holder {
  int v, *at;
  __device__ Holder *self() { return this; }
};
__global__ void in_object(int *out) {
  Holder holder{T, nullptr}, *p = holder.self();
  __syncthreads();
  out[T] = p->v;
}
struct Guard {
  int *p;
  __device__ Guard(int *q) : p(q) {}
  __device__ ~Guard() { *p = 0; }
};
__global__ void guarded(int *out) {
  __shared__ int s[size];
  s[T] = T + 100;
  Guard g(&s[T]);
  __syncthreads();
  out[T] = s[NEXT];
  __syncthreads();
}
__device__ Guard guard(int *p) { return Guard(p); }
__global__ void kept_alive(int *out) {
  __shared__ int s[size];
  s[T] = T + 200;
  const Guard &g = guard(&s[T]);
  __syncthreads();
  out[T] = s[NEXT];
  __syncthreads();
}
__device__ int kind(int &) { return 1; }
__device__ int kind(const int &) { return 2; }
template <class V> __device__ int deduced(V &) { return 3; }
template <class V> __device__ int deduced(const V &) { return 4; }
__global__ void constant(int *out) {
  const int x = T, own = kind(x) + deduced(x);
  __syncthreads();
  out[T] = kind(x) * 1000 + deduced(x) * 100 + own;
}
__global__ void beside(int *out) {
  int t = T, b(7), c{3};
  out[T] = b + c;
  __syncthreads();
  out[T] += t * 100;
}
__global__ void beside_array(int *out) {
  int t = T, a[4], u = 1;
  a[u] = t;
  out[T] = a[1];
  __syncthreads();
  out[T] += t * 100;
}
struct edge {
  int to;
};
__global__ void named_type(int *out) {
  edge e = {T};
  int edge = e.to * 2;
  __syncthreads();
  out[T] = edge;
}
struct Sum {
  int of = 0;
  __device__ void add(int v) { of += v; }
};
__global__ void all_inside(int *out) {
  __shared__ int s[size];
  int a[3] = {1, 2, 3}, *p = a;
  Sum sum, *q = &sum;
  for (int i = 0; i < 3; i++)
    q->add(p[i]);
  const auto twice = [](int v) { return 2 * v; };
  s[T] = twice(sum.of);
  __syncthreads();
  out[T] = s[NEXT] + T;
}

__device__ void keep(const int **slot, const int &x) { *slot = &x; }
__global__ void by_reference(int *out) {
  __shared__ const int *at[size];
  int x = T * 7;
  keep(&at[T], x);
  __syncthreads();
  out[T] = *at[T];
}
struct Cell {
  int v;
  __device__ void publish(int **slot) { *slot = &v; }
};
__global__ void by_member(int *out) {
  __shared__ int *at[size];
  Cell cell{T * 9};
  cell.publish(&at[T]);
  __syncthreads();
  out[T] = *at[T];
}
struct Pointing {
  int v;
  __device__ operator const int *() const { return &v; }
};
__global__ void converted(int *out) {
  __shared__ const int *at[size];
  Pointing a{T * 11};
  at[T] = a;
  __syncthreads();
  out[T] = *at[T];
}
struct Node {
  int v;
  __device__ Node(int v, Node **slot) : v(v) { *slot = this; }
};
__global__ void made(int *out) {
  __shared__ Node *at[size];
  Node n(T * 13, &at[T]);
  __syncthreads();
  out[T] = at[T]->v;
}
__device__ void fill(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}
struct Part {
  int v;
  __device__ Part(int v, Part **at) : v(v) { *at = this; }
};
struct Whole {
  Part part;
  __device__ Whole(int v, Part **at) : part(v, at) {}
};
__global__ void made_part(int *out) {
  __shared__ Part *at[size];
  Whole w(T * 17, at + T);
  __syncthreads();
  out[T] = at[T]->v;
}
__global__ void filled(int *out) {
  __shared__ int s[size];
  int a[4];
  fill(a, 4);
  s[T] = a[3] + T;
  __syncthreads();
  out[T] = s[NEXT];
}
template <class V> __global__ void of_numbers(V *out) {
  __shared__ V s[size];
  V v = T, w = v * v;
  s[T] = w - v * v + v;
  __syncthreads();
  out[T] = s[NEXT];
}

#define PARENT(child)                                                                              \
  __global__ void launches_##child(int *out) { child<<<1, size>>>(out + size * threadIdx.x); }
PARENT(array)
PARENT(pointed_to)
PARENT(published)
PARENT(in_object)
PARENT(guarded)
PARENT(kept_alive)
PARENT(constant)
PARENT(beside)
PARENT(beside_array)
PARENT(named_type)
PARENT(all_inside)
PARENT(by_reference)
PARENT(by_member)
PARENT(converted)
PARENT(made)
PARENT(made_part)
PARENT(filled)
__global__ void launches_of_numbers(int *out) {
  of_numbers<int><<<1, size>>>(out + size * threadIdx.x);
}

int main() {
  const int parents = 3;
  bool ok = true;
  const auto run = [&](void (*launch)(int *), int first, int step) {
    int *out = device_zeros<int>(parents * size);
    launch(out);
    std::vector<int> want;
    for (int i = 0; i < parents * size; i++)
      want.push_back(first + i % size * step);
    ok &= to_host(out, parents * size) == want;
  };
#define RUN(child, first, step) run([](int *out) { launches_##child<<<1, parents>>>(out); }, first, step)
  RUN(array, 3, 10);
  RUN(pointed_to, 0, 3);
  RUN(published, 0, 5);
  RUN(in_object, 0, 1);
  RUN(guarded, 100 + size - 1, -1);
  RUN(kept_alive, 200 + size - 1, -1);
  RUN(constant, 2406, 0);
  RUN(beside, 10, 100);
  RUN(beside_array, 0, 101);
  RUN(named_type, 0, 2);
  RUN(all_inside, 12, 1);
  RUN(by_reference, 0, 7);
  RUN(by_member, 0, 9);
  RUN(converted, 0, 11);
  RUN(made, 0, 13);
  RUN(made_part, 0, 17);
  RUN(filled, size + 2, -1);
  RUN(of_numbers, size - 1, -1);
  return verdict(ok, "what lives across a barrier is lost");
}
