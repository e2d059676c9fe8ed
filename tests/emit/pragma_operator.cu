// `_Pragma("freelaunch ...")` steers launches as the directive does, be it out of a macro; what cannot be gone by draws a warning.
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -isystem %S/Inputs/system "-DGIVEN=_Pragma(\"freelaunch strategy(t4)\")" %s -o %t.cu 2>%t.err
// RUN: FileCheck %s --check-prefix=SAID --implicit-check-not="pragma ignored" < %t.err
// RUN: FileCheck %s --check-prefix=TEXT < %t.cu
#include <theirs.h>
#define DO_(x) _Pragma(#x)
#define DO(x) DO_(x)
#define HOW freelaunch strategy(t4)
#define SERIAL _Pragma("freelaunch strategy(t4)") _Pragma(R"x(freelaunch threshold(off))x")
#define STEERED(what, ...) DO(what) __VA_ARGS__
#define LAUNCH(k, p) _Pragma("freelaunch strategy(\"t4\")") SERIAL k<<<1, 32>>>(p)
#define TWO(...) _Pragma("unroll") for (int i = 0; i < 2; i++) { __VA_ARGS__; }
#define BESIDE SERIAL _Pragma("nv_diag_suppress 177")
#define NONE(x)
__global__ void child(int *p) { atomicAdd(p, 1); }

__global__ void written(int *p) {
  // SAID-DAG: [[#@LINE+2]]:56: remark: launch of 'child': t4
  // TEXT: if (*p) child__fl_launch({{.*}}
  if (*p) _Pragma ( L"freelaunch strategy(t4)" )       child<<<1, 32>>>(p);
}
__global__ void by_macro(int *p) {
  // SAID-DAG: [[#@LINE+2]]:18: remark: launch of 'child': t4
  // TEXT: if (*p) child__fl_launch({{.*}} else ;
  if (*p) SERIAL child<<<1, 32>>>(p); else ;
}
__global__ void by_macros(int *p) {
  DO(
      freelaunch
      strategy(t4))
  // SAID-DAG: [[#@LINE+1]]:3: remark: launch of 'child': t4
  child<<<1, 32>>>(p);
}
__global__ void by_name(int *p) {
  DO(HOW)
  // SAID-DAG: [[#@LINE+1]]:3: remark: launch of 'child': t4
  child<<<1, 32>>>(p);
}
__global__ void given(int *p) {
  // SAID-DAG: [[#@LINE+1]]:9: remark: launch of 'child': t4
  GIVEN child<<<1, 32>>>(p);
}
__global__ void among_arguments(int *p) {
  // SAID-DAG: [[#@LINE+1]]:3: remark: launch of 'child': t4
  STEERED(freelaunch strategy(t4), child<<<1, 32>>>(p));
}
__global__ void of_arguments(int *p, int *q) {
  // SAID-DAG: [[#@LINE+1]]:7: remark: launch of 'child': t1
  TWO(child<<<1, 32>>>(p); DO(freelaunch threshold(off)) child<<<1, 32>>>(q));
}
__global__ void beside(int *p) {
  // SAID-DAG: [[#@LINE+2]]:3: remark: launch of 'child': t4
  BESIDE
  child<<<1, 32>>>(p);
}
__global__ void off(int *p) {
  NONE(freelaunch strategy(t4))
  // SAID-DAG: [[#@LINE+1]]:3: remark: launch of 'child': t1
  child<<<1, 32>>>(p);
}
__global__ void wrong(int *p) {
  // SAID-DAG: [[#@LINE+1]]:3: warning: pragma ignored: expected 'strategy(value)' [-fl-pragma]
  LAUNCH(child, p);
  // SAID-DAG: [[#@LINE+1]]:3: warning: pragma ignored: 'speed' is unknown;
  DO(freelaunch speed(1))
  child<<<1, 32>>>(p);
  // SAID-DAG: [[#@LINE+1]]:3: warning: pragma ignored: it says nothing
  _Pragma("freelaunch")
  child<<<1, 32>>>(p);
  // SAID-DAG: [[#@LINE+1]]:10: warning: pragma ignored: 'THEIRS' is no macro of the program's files
  THEIRS(freelaunch strategy(t4))
  child<<<1, 32>>>(p);
  // SAID-DAG: [[#@LINE+1]]:3: warning: pragma ignored: no launch follows it
  DO(freelaunch strategy(t4))
}
