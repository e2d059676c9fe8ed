// RUN: flcc --fl-emit --fl-strategy=t1 -std=c++20 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not flcc --fl-target=cpu --fl-emit --fl-strategy=t1 -std=c++20 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: flcc --fl-emit --fl-strategy=t1 -std=c++20 %s -o - 2>/dev/null | FileCheck %s --check-prefix=TEXT
// Parts of functions that libclang does not show keep what is launched there, and there alone. First statements are shown by writing them in front.
__global__ void child(int *p) { *p = 1; }

// TEXT: void in_switch__fl_body
// TEXT: { child__fl_launch({{.*}}); { child__fl_launch({{.*}}); switch ( 1) { default:; } } }
__global__ void in_switch(int *p) { child<<<1, 1>>>(p); switch (child<<<1, 1>>>(p); 1) { default:; } }
// CHECK: :[[@LINE+2]]:36: warning: launch of 'child': kept: 'Launches::Launches', which depends on its block, may run without a visible call
// CHECK: :[[@LINE+1]]:61: warning: launch of 'child': kept: 'Launches
__global__ void in_range(int *p) { child<<<1, 1>>>(p); for (child<<<1, 1>>>(p); int i : {1, 2}) *p = i; }
// CHECK: :[[@LINE+1]]:36: warning: launch of 'child': kept: a part of 'do_while' is not seen where it stands
__global__ void do_while(int *p) { child<<<1, 1>>>(p); for (child<<<1, 1>>>(p); int i : {1, 2}) do *p = i; while (--i); }
// CHECK: :[[@LINE+2]]:36: warning: launch of 'child': kept: a part of 'by_macro' is not seen where it stands
#define FIRST(x) x
__global__ void by_macro(int *p) { child<<<1, 1>>>(p); FIRST(switch (child<<<1, 1>>>(p); 1) { default:; }) }
struct Launches {
  int n;
  __device__ Launches(int *p) : n((child<<<1, 1>>>(p), 2)) {}
};
// CHECK: :[[@LINE+1]]:42: warning: launch of 'child': kept: a part of 'Launches' is not seen where it stands
__global__ void in_initialiser(int *p) { child<<<1, 1>>>(p); Launches l(p); }
// CHECK: :[[@LINE+1]]:38: warning: launch of 'child': kept: a part of 'in_capture' is not seen where it stands
__global__ void in_capture(int *p) { child<<<1, 1>>>(p); auto f = [n = (child<<<1, 1>>>(p), 2)] { return n; }; *p = f(); }

__global__ void shown(int *p) { if (child<<<1, 1>>>(p); true) for (int i = 0; i < 2; i++) child<<<1, 1>>>(p); }
template <class T> struct Stream { T v; };
template <class T> int operator<<(int o, const Stream<T> &) { return o; }
template int operator<< <short>(int, const Stream<short> &);

// CPU: :14:66: error: a launch where the parser does not show it cannot be built for the CPU target
// CPU: :17:75: error: a launch
// CPU: :20:41: error: a launch
// CPU: :25:78: error: a launch
// CPU-NOT: error:
