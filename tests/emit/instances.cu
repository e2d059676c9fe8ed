// RUN: flcc --fl-dump-model %s | grep -E "^(kernel|device) " | sed "s/at=[^ ]*instances[^ :]*//" >%t.spaced
// RUN: sed 's/<< </<<</g; s/>> >/>>>/g' %s >%t.cu && flcc --fl-dump-model %t.cu | grep -E "^(kernel|device) " | sed "s/at=[^ ]*instances[^ :]*//" | diff %t.spaced -
// RUN: FileCheck %s <%t.spaced
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o %t.out.cu 2>&1 | count 0
// What clang instantiates is not in the model, whichever way the file is parsed (a launch spelled with blanks takes another one, as the toolkit's headers do).
// CHECK: kernel k
// CHECK-NEXT: kernel other
// CHECK-NEXT: kernel other {{.*}}specialization
// CHECK-NEXT: device S::S<T>
// CHECK-NEXT: device S::get
// CHECK-NEXT: device S::get {{.*}}specialization
// CHECK-NEXT: kernel user
// CHECK-NOT: kernel
template <int n> __global__ void k(int *p, int depth) {
  if (depth > 0)
    k<n><< <4, n, 4 * n>> >(p, depth - 1);
}
template <int n> __global__ void other(int *p, int depth) { p[n] = depth; }
template <> __global__ void other<5>(int *p, int depth) { p[0] = depth; }
template __global__ void k<7>(int *p, int depth);
template <class T> struct S {
  T t;
  __device__ S() : t(1) {}
  __device__ T get();
};
template <class T> __device__ T S<T>::get() { return t; }
template <> __device__ double S<double>::get() { return 2; }
__global__ void user(int *p) {
  S<int> s;
  p[s.get()] = S<double>().get();
}
int main() {
  const int n = 128;
  k<n><< <1, n, 5>> >(nullptr, 3);
  other<5><< <1, 1>> >(nullptr, 1);
  other<6><< <1, 1>> >(nullptr, 1);
  user<< <1, 1>> >(nullptr);
}
