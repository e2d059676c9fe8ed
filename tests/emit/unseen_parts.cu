// RUN: flcc --fl-emit --fl-strategy=t1 -std=c++20 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not flcc --fl-target=cpu --fl-emit --fl-strategy=t1 -std=c++20 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU
// Parts of functions that libclang does not show keep what is launched there, and there alone.
__global__ void child(int *p) { *p = 1; }

// CHECK: :[[@LINE+1]]:37: warning: launch of 'child': kept: a part of 'in_switch' is not seen where it stands
__global__ void in_switch(int *p) { child<<<1, 1>>>(p); switch (child<<<1, 1>>>(p); 1) { default:; } }
// CHECK: :[[@LINE+1]]:36: warning: launch of 'child': kept: a part of 'in_range' is not seen where it stands
__global__ void in_range(int *p) { child<<<1, 1>>>(p); for (child<<<1, 1>>>(p); int i : {1, 2}) *p = i; }
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

// CPU: :7:70: error: a launch where the parser does not show it cannot be built for the CPU target
// CPU: :9:66: error: a launch
// CPU: :12:41: error: a launch
// CPU: :17:78: error: a launch
// CPU-NOT: error:
