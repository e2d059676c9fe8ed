// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// Templates stay templates; descriptors are templates too; deduced arguments that do not depend on anything are written out.
namespace ns {
template <class T, int N = 2> __global__ void fill(T *p, T v) { p[threadIdx.x] = v + N; }
}
// CHECK: template <class T, int N, class FlCtx> __device__ __forceinline__ void fill__fl_body(FlCtx &fl_ctx, T *p, T v) {
// CHECK: template <class T, int N> struct fill__fl {
// CHECK: using args = __fl::arguments<fill__fl, T *, T>;
// CHECK: fill__fl_body<T, N>(fl_ctx, fl_a.template get<0>(), fl_a.template get<1>());
// CHECK: template <class T, int N, class FlHow> __device__ __forceinline__ void fill__fl_launch(
// CHECK: fl_how.template launch<fill__fl<T, N>>(fl_cfg, typename fill__fl<T, N>::args{p, v});
template <class T> __global__ void parent(T *p) { ns::fill<T, 4><<<1, 8>>>(p, T(1)); }
// CHECK: ns::fill__fl_launch<T, 4>(__fl::record(fl_ctx), __fl::config(1, 8), p, T(1));
// CHECK: template <class T> struct parent__fl {
// CHECK: using kids = __fl::list<::ns::fill__fl<T, 4>>;
// CHECK: template <class T> __global__ void parent__fl_parent(__fl::worklist fl_wl, T *p) {
// CHECK-NEXT: __fl::parent_ctx<parent__fl<T>> fl_ctx(fl_wl);
// CHECK-NEXT: __fl::leave_roots<parent__fl<T>>(fl_wl, p);
int main() {
  float *f = nullptr;
  // CHECK: parent__fl_host(__fl::config(1, 1).at("parent template.cu:22"), f);
  parent<<<1, 1>>>(f);
}
// What a kernel returns may stand behind its parameters.
// CHECK: __global__ auto nothing__fl_parent(__fl::worklist fl_wl, int *p) -> void {
__global__ auto nothing(int *p) -> void { ns::fill<<<1, 8>>>(p, 1); }
// CHECK: template <class T> __global__ auto asks__fl_parent(__fl::worklist fl_wl, T *p) -> __fl::when<{{.*}}, void> {
template <class T> __global__ auto asks(T *p) -> decltype((void)(*p % 2)) { ns::fill<<<1, 8>>>(p, T(1)); }
