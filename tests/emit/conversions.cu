// RUN: flcc --fl-target=cpu --fl-strategy=t1 --fl-emit %s -o %t.cu 2>&1 | count 0
// RUN: sed 's|//.*||' %t.cu | FileCheck %s
// An object that converts to a pointer into its block's memory is given the context where it is converted; which of its conversions is meant C++ finds.
namespace ns {
template <class T> struct Memory {
  __device__ inline operator T *() {
    extern __shared__ int any[];
    return (T *)any;
  }
  __device__ inline operator const T *() const {
    extern __shared__ int any[];
    return (T *)any;
  }
};
// CHECK: namespace ns {
// CHECK: inline T * fl_convert1__fl_ctx(FlCtx &fl_ctx) {
// CHECK: fl_ctx.template dynamic_shared<int>()
// CHECK: inline const T * fl_convert2__fl_ctx(FlCtx &fl_ctx) const {
// CHECK: template <class FlCtx> struct fl_converts {
// CHECK: Memory &fl_of;
// CHECK: operator T *() { return fl_of.fl_convert1__fl_ctx(fl_ctx); }
// CHECK: operator const T *() const { return fl_of.fl_convert2__fl_ctx(fl_ctx); }
// CHECK: };
// CHECK: fl_converts<FlCtx> fl_convert__fl_ctx(FlCtx &fl_ctx) { return {*this, fl_ctx}; }
} // namespace ns
struct Counter {
  __device__ operator unsigned *() {
    extern __shared__ unsigned counters[];
    return counters + threadIdx.x;
  }
};
template <class T> __device__ const T *memory_of() { return ns::Memory<T>(); }
// CHECK: memory_of__fl_ctx(FlCtx &fl_ctx)
// CHECK: return (ns::Memory<T>()).fl_convert__fl_ctx(fl_ctx);

template <class T> __global__ void child(T *out) {
  ns::Memory<T> memory;
  T *s = memory, *same = ns::Memory<T>{};
  s = ::ns::Memory<T>();
  out[0] = s[0] + same[0] + memory[1] + ((T *)memory)[2] + memory_of<T>()[3];
  unsigned *mine = Counter();
  *mine = Counter{}[1];
}
// CHECK: void child(T *out)
// CHECK: T *s = memory, *same = ns::Memory<T>{};
// CHECK: child__fl_body(FlCtx &fl_ctx
// CHECK: T *s = (memory).fl_convert__fl_ctx(fl_ctx), *same = (ns::Memory<T>{}).fl_convert__fl_ctx(fl_ctx);
// CHECK: s = (::ns::Memory<T>()).fl_convert__fl_ctx(fl_ctx);
// CHECK: out[0] = s[0] + same[0] + (memory).fl_convert__fl_ctx(fl_ctx)[1] + ((T *)(memory).fl_convert__fl_ctx(fl_ctx))[2] + ::memory_of__fl_ctx<T>(fl_ctx)[3];
// CHECK: unsigned *mine = (Counter()).fl_convert__fl_ctx(fl_ctx);
// CHECK: *mine = (Counter{}).fl_convert__fl_ctx(fl_ctx)[1];
__global__ void parent(int *out, float *more) {
  child<<<1, 32, 512>>>(out + threadIdx.x);
  child<<<1, 32, 512>>>(more + threadIdx.x);
}
int main() { parent<<<1, 32>>>(nullptr, nullptr); }
