// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// Kernels that template device functions launch by their own parameters are told by the calls of these functions.
template <class T> __global__ void child(T *p) { *p += 1; }
template <class T> __device__ void one(T *p) { child<T><<<1, 1>>>(p); }
// CHECK: template <class T> auto one__fl_kids(T *p) -> __fl::list<::child__fl<T>>;
template <class T> __device__ void both(T v, T *p) {
  one(p + (int)v);
  child<<<1, 1>>>(&v);
}
// CHECK: template <class T> auto both__fl_kids(T v, T *p) -> __fl::join<__fl::list<{{.*}}>, decltype(::one__fl_kids({{.*}}))>;
__global__ void parent(int *p, float *q) {
  one(p);
  both(1.f, q);
}
// CHECK: auto parent__fl_kids(int *p, float *q) -> __fl::join<__fl::list<>, decltype(::one__fl_kids(__fl::declare<int * &>())), decltype(::both__fl_kids(__fl::declare<float>(), __fl::declare<float * &>()))>;
int main() { parent<<<1, 1>>>(nullptr, nullptr); }
