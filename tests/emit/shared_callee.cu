// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// Shared variables of device functions stand beside those of the kernel, each function's once.
__device__ int plain(int v) {
  __shared__ int first;
  first = v;
  __syncthreads();
  return first;
}
// CHECK: struct plain__fl_shared {
// CHECK-NEXT: alignas(16) __fl::type<int> first;
// CHECK: plain__fl_ctx(FlCtx &fl_ctx, int v) {
// CHECK: auto &fl_sh = fl_ctx.template shared<plain__fl_shared>();
// CHECK: auto &first = fl_sh.first;
template <class T> __device__ T kept(T v) {
  __shared__ T memory[32];
  memory[threadIdx.x] = v;
  return memory[plain(3)];
}
// CHECK: template <class T> struct kept__fl_shared {
// CHECK-NEXT: alignas(16) alignas(__fl::type<T[32]>) __fl::type<T[32]> memory;
// CHECK: template <class T> auto kept__fl_shares(T v) -> __fl::list<kept__fl_shared<T>, ::plain__fl_shared>;
__global__ void one(int *p) {
  __shared__ int own;
  own = plain(*p);
  *p = own;
}
// CHECK: struct one__fl {
// CHECK: using shared = __fl::shares<__fl::list<one__fl_shared, ::plain__fl_shared>>;
__global__ void two(float *p) { *p = kept(*p) + kept(1.5); }
// CHECK: auto two__fl_shares(float *p) -> __fl::join<__fl::list<>, decltype(::kept__fl_shares(__fl::declare<float &>())), decltype(::kept__fl_shares(__fl::declare<double>()))>;
// CHECK: using shared = __fl::shares<decltype(two__fl_shares(__fl::declare<float *>()))>;
__global__ void parent(int *p, float *q) {
  if (threadIdx.x)
    one<<<1, 32>>>(p);
  else
    two<<<1, 32>>>(q);
}
int main() { parent<<<1, 2>>>(nullptr, nullptr); }
