// A kernel template's parameter that says how large blocks are is a number where all launches of the template say the same.
// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// RUN: flcc -c -rdc=true --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
#define LARGE 128
constexpr int middle = 96;
__global__ void by_default(int *p) { p[threadIdx.x] = 1; }
__global__ void by_local(int *p) { p[threadIdx.x] = 2; }
__global__ void by_two(int *p) { p[threadIdx.x] = 3; }
__global__ void by_product(int *p) { p[threadIdx.x] = 4; }
__global__ void by_character(int *p) { p[threadIdx.x] = 6; }
__global__ void by_type(int *p) { p[threadIdx.x] = 5; }
// CHECK: struct by_default__fl {
// CHECK: max_threads = 64, fixed_block = 64;
template <class T, int B = 64> __global__ void defaults(T *p) { by_default<<<2, B>>>(p); }
// CHECK: struct by_local__fl {
// CHECK: max_threads = 96, fixed_block = 96;
template <int B> __global__ void locals(int *p) {
  constexpr int threads = B;
  by_local<<<2, threads>>>(p);
}
// CHECK: struct by_two__fl {
// CHECK: max_threads = 1024, fixed_block = 0;
template <int B> __global__ void two(int *p) { by_two<<<2, B>>>(p); }
// CHECK: struct by_product__fl {
// CHECK: max_threads = 1024, fixed_block = 0;
template <int B> __global__ void product(int *p) { by_product<<<2, 2 * B>>>(p); }
// CHECK: struct by_character__fl {
// CHECK: max_threads = 32, fixed_block = 32;
template <char, int B> __global__ void characters(int *p) { by_character<<<2, B>>>(p); }
// CHECK: struct by_type__fl {
// CHECK: max_threads = 32, fixed_block = 32;
template <class A, class C, int B> __global__ void types(int *p) { by_type<<<2, B>>>(p); }
template <int, class> struct pair {};
int main() {
  defaults<int><<<1, 1>>>(nullptr);
  locals<middle><<<1, 1>>>(nullptr);
  locals<LARGE - 32><<<1, 1>>>(nullptr);
  two<LARGE><<<1, 1>>>(nullptr);
  two<middle><<<1, 1>>>(nullptr);
  product<LARGE><<<1, 1>>>(nullptr);
  types<pair<3, int>, pair<(4 > 3), void(int, char)>, 32><<<1, 1>>>(nullptr);
  characters<'<', 32><<<1, 1>>>(nullptr);
}
