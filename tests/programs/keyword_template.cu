// `typename T::U<int>` without `template`, as C++23 has it: nvcc and g++ take it.
// REMARK-t1: launch of 'child<T>': t1
#include <cstdio>
template <class T> struct Box {
  template <class U> struct With {
    U first;
    T second;
    __device__ T sum() const { return first + second + (T)threadIdx.x; }
  };
};
template <template <class> class B> struct Sizes {
  template <class T> struct Of {
    static constexpr int n = sizeof(B<T>);
  };
};
template <class T> __global__ void child(T *p) {
  typename Box<T>::With<short> w{1, 2};
  p[threadIdx.x] = w.sum();
}
template <class T> __global__ void parent(T *p) { child<T><<<1, 32>>>(p + 32 * threadIdx.x); }
template <class T> struct Pair {
  T a, b;
};
template <class S> struct Value {
  static constexpr int n = S::n;
};
template <template <class> class B> int size() { return Value<typename Sizes<B>::Of<int>>::n; }
int main() {
  int *p, wrong = size<Pair>() != 8;
  cudaMallocManaged(&p, 64 * sizeof(int));
  parent<<<1, 2>>>(p);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i++)
    wrong += p[i] != 3 + i % 32;
  printf(wrong ? "FAIL\n" : "PASS\n");
  return wrong != 0;
}
