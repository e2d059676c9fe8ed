// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// An explicit specialization of a child has a descriptor and a body of its own.
template <class T, int N> __global__ void child(T *p) { *p += N; }
// CHECK: template <class T, int N> struct child__fl {
// CHECK: child__fl_body<T, N>(fl_ctx, fl_a.template get<0>());
template <> __global__ void child<int, 2>(int *p) { *p += 7; }
// CHECK: template <class FlCtx> __device__ __forceinline__ void child__fl2_body(FlCtx &fl_ctx, int *p) {
// CHECK: template <> struct child__fl<int, 2> {
// CHECK: child__fl2_body(fl_ctx, fl_a.template get<0>());
__global__ void parent(int *p) { child<int, 2><<<1, 1>>>(p); }
// CHECK: child__fl_launch<int, 2>(__fl::record(fl_ctx), __fl::config(1, 1), p);
// CHECK: using kids = __fl::list<::child__fl<int, 2>>;
int main() { parent<<<1, 1>>>(nullptr); }
