// RUN: flcc --fl-emit --fl-strategy=t1 -Dreal=float -o - %s | grep -v CHECK | FileCheck %s
// Words of generated code that are the program's macros are others there, and while our headers are read; what comes before those is set aside.
// CHECK: #pragma push_macro("real")
// CHECK-NEXT: #undef real
// CHECK-NEXT: #include <freelaunch/system.h>
// CHECK-NEXT: #define at fl__at
// CHECK-NEXT: #define number fl__number
// CHECK-NEXT: #define run fl__run
// CHECK-NEXT: #define FL_ENGINES
// CHECK: #include <freelaunch/freelaunch.h>
// CHECK-NEXT: #undef at
// CHECK-NEXT: #undef number
// CHECK-NEXT: #undef run
// CHECK-NEXT: #pragma pop_macro("real")
// CHECK-NEXT: #line 1
#define at(i, j) ((i) * 4 + (j))
#define number 3
#ifdef NOT_HERE
#define run nothing
#endif
__global__ void child(real *p) { p[at(threadIdx.x, number)] = number; }
// CHECK: { p[at(threadIdx.x, number)] = number; }
// CHECK: struct child__fl {
// CHECK-NEXT: static constexpr int fl__number = 1;
// CHECK: static __device__ __forceinline__ void fl__run(
// CHECK: .template get<0>()
__global__ void parent(real *p) { child<<<1, 32>>>(p); }
int main() { parent<<<1, number>>>(nullptr); }
// CHECK: parent__fl_host(__fl::config(1, number).fl__at("parent macro_names.cu:28"), nullptr)
