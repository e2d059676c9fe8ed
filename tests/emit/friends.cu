// Kernels and device functions that a class template declares its friends are themselves, not functions of other files, and are not copied: a copy would not be a friend.
// RUN: flcc --fl-emit --fl-strategy=t1 -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=warning:
template <class T> class Tree;
template <class T> __global__ void build(T *p, int depth);
template <class T> __device__ T take(const Tree<T> &t, int i);
template <class T> class Tree {
  static constexpr int step = 32;
  T v;

public:
  __host__ __device__ Tree(T x) : v(x) {}
  friend __global__ void build<>(T *p, int depth);
  friend __device__ T take<>(const Tree<T> &t, int i);
  template <class U> friend __global__ void leaves(U *p, int n);
};
template <class T> __global__ void leaves(T *p, int n) { p[threadIdx.x] = n; }
template <class T> __global__ void build(T *p, int depth) {
  if (threadIdx.x == 0 && depth > 1)
    // CHECK: :[[@LINE+1]]:5: warning: launch of 'build': kept: 'build' is a friend of a class, which a copy of it would not be
    build<<<1, Tree<T>::step>>>(p + 32, depth - 1);
  else if (threadIdx.x == 0)
    // CHECK: :[[@LINE+1]]:5: warning: launch of 'leaves': kept: {{.*}} is a friend of a class, which a copy of it would not be
    leaves<<<1, 32>>>(p, depth);
}
template <class T> __device__ T take(const Tree<T> &t, int i) { return t.v + threadIdx.x + i; }
template <class T> __global__ void child(T *p, Tree<T> t) { p[threadIdx.x] = take(t, 1); }
__global__ void parent(int *p) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'child': kept: 'take' is a friend of a class, which a copy of it would not be
  child<<<1, 32>>>(p, Tree<int>(2));
}
int main() {
  build<<<1, 32>>>((int *)nullptr, 3);
  parent<<<1, 1>>>(nullptr);
}
