// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o %t 2>&1 | FileCheck %s
// A constructor or a destructor that depends on its block keeps the launches of what may run it unseen, and of nothing else.
struct List {
  unsigned id;
  __device__ List(unsigned n) { id = blockIdx.x * n; }
  __device__ unsigned at(int i) const { return id + i; }
};
struct Holder {
  List l;
  __device__ Holder() : l(3) {}
};
struct Derived : Holder {};
struct Guard {
  int x;
  __device__ ~Guard() { x = threadIdx.x; }
};
struct Uses {
  int v;
  __device__ Uses() {
    Guard g;
    v = g.x = 1;
  }
};
template <class T> struct Box {
  T value;
};
struct Graph {
  int n;
  __device__ int at(int i) const { return i * n; }
};
__device__ int helper(Graph g, int i) { return g.at(i) + __popc(i); }
__device__ int guarded(int i) {
  Guard g;
  g.x = i;
  return g.x;
}
__device__ Box<Derived> *boxed() { return nullptr; }
__device__ void takes(List) {}

__global__ void plain(Graph g, int *o) { o[threadIdx.x] = helper(g, threadIdx.x); }
__global__ void plain_parent(Graph g, int *o) {
  // CHECK: :[[@LINE+1]]:3: remark: launch of 'plain': t1;
  plain<<<1, 32>>>(g, o);
}
__global__ void destroyed(int *o) { o[threadIdx.x] = guarded(threadIdx.x); }
__global__ void destroyed_parent(int *o) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'destroyed': kept: 'Guard::~Guard', which depends on its block, may run without a visible call
  destroyed<<<1, 32>>>(o);
}
__global__ void held(int *o) {
  Derived h;
  o[threadIdx.x] = h.l.id;
}
__global__ void held_parent(int *o) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'held': kept: 'List::List', which depends on its block, may run without a visible call
  held<<<1, 32>>>(o);
}
__global__ void by_constructor(int *o) {
  Uses u;
  o[threadIdx.x] = u.v;
}
__global__ void by_constructor_parent(int *o) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'by_constructor': kept: 'Guard::~Guard', which depends on its block, may run without a visible call
  by_constructor<<<1, 32>>>(o);
}
__global__ void converted(int *o) {
  if (!o)
    takes(5u);
}
__global__ void converted_parent(int *o) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'converted': kept: 'List::List', which depends on its block, may run without a visible call
  converted<<<1, 32>>>(o);
}
__global__ void deduced(int *o) {
  auto *b = boxed();
  auto copy = *b;
  o[threadIdx.x] = sizeof copy;
}
__global__ void deduced_parent(int *o) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'deduced': kept: 'List::List', which depends on its block, may run without a visible call
  deduced<<<1, 32>>>(o);
}
template <class T> __global__ void dependent(T *o) { o[threadIdx.x] = T(1); }
__global__ void dependent_parent(int *o) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'dependent': kept: 'List::List', which depends on its block, may run without a visible call
  dependent<<<1, 32>>>(o);
}
int main() { plain_parent<<<1, 1>>>(Graph{3}, nullptr); }
