// RUN: flcc --fl-emit --fl-strategy=t4 -o - %s | grep -v '^ *//' | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v '^ *//' | FileCheck --check-prefixes=CHECK,RECORDING %s
// The descriptor says how many threads of a grid can do anything, where that is proven.
struct Range {
  int from, to;
};
// CHECK-LABEL: struct guarded__fl {
// CHECK: static __device__ __forceinline__ __fl::u64 useful(const __fl::config &fl_c, const args &fl_a) {
// CHECK: return __fl::bounded<true, false>(fl_c, __fl::modular(fl_c.block.x),
// CHECK-NEXT: __fl::to<int>(((__fl::modular(+fl_a.template get<0>()) + (__fl::modular(0u) * __fl::modular(fl_c.block.x))) + __fl::modular(0u))),
// CHECK-NEXT: __fl::to<int>(((__fl::modular(+fl_a.template get<0>()) + (__fl::modular(fl_c.grid.x - 1) * __fl::modular(fl_c.block.x))) + __fl::modular(fl_c.block.x - 1))),
// CHECK-NEXT: __fl::modular(+fl_a.template get<1>()));
__global__ void guarded(int s, int e, int *out) {
  int j = s + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < e)
    out[j] = 1;
}
// CHECK-LABEL: struct ending__fl {
// CHECK: return __fl::bounded<true, true>(fl_c, __fl::modular(0u),
// CHECK-NEXT: __fl::modular(0u),
// CHECK-NEXT: __fl::modular(fl_c.block.x - 1),
// CHECK-NEXT: (__fl::modular(+fl_a.template get<0>().to) - __fl::modular<int>(1)));
__global__ void ending(Range r, int *out) {
  if (threadIdx.x > r.to - 1)
    return;
  out[threadIdx.x] = r.from;
}
// CHECK-LABEL: struct typed__fl {
// CHECK: if constexpr (__fl::wide<T> && __fl::integral<decltype(N)> && __fl::basic<const T *> && __fl::integral<__fl::element<args, 0>>)
// CHECK-NEXT: return __fl::bounded<true, false>(fl_c, __fl::modular(+N),
// CHECK-NEXT: __fl::to<T>(((__fl::modular(0u) * __fl::modular(+N)) + __fl::modular(0u))),
// CHECK: else
// CHECK-NEXT: return __fl::all_threads(fl_c);
template <class T, int N> __global__ void typed(T n, const T *in, int *out) {
  T i = blockIdx.x * N + threadIdx.x;
  const bool some = in[0] > 2;
  if (some && i < n)
    out[i] = 1;
}
// CHECK-LABEL: struct unbounded__fl {
// CHECK-NOT: __fl::u64 useful
__global__ void unbounded(int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[0] = n;
  if (i < n)
    out[i] = 1;
}
// A kernel that is not launched from a kernel has none either.
// RECORDING-LABEL: struct parent__fl {
// RECORDING-NOT: __fl::u64 useful
__global__ void parent(int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  switch (i) {
  case 0:
    guarded<<<3, 32>>>(0, n, out);
    break;
  case 1:
    ending<<<1, 32>>>(Range{1, n}, out);
    break;
  case 2:
    typed<long, 32><<<2, 32>>>(n, nullptr, out);
    break;
  default:
    unbounded<<<2, 32>>>(n, out);
  }
}
int main() { parent<<<1, 32>>>(32, nullptr); }
