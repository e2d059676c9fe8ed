// A function of the host's that device code calls is an error, though not where it is only named.
// RUN: not flcc --fl-emit --fl-target=cpu %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=error:
// RUN: flcc --fl-emit --fl-remarks -DRIGHT %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=RIGHT
int f();
struct Host {
  int get();
};
__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) {
  // RIGHT: [[#@LINE+1]]:3: remark: launch of 'child': t1
  child<<<1, sizeof f()>>>(p);
#ifndef RIGHT
  // ERROR: [[#@LINE-2]]:21: error: no matching function for call to 'f'
  // ERROR: [[#@LINE+2]]:33: error: no matching function for call to 'f'
  // ERROR: [[#@LINE+1]]:40: error: no matching function for call to 'f'
  child<<<1, sizeof(p) > sizeof(f()) ? f() : 1>>>(p);
#endif
}
__device__ decltype(Host{}.get()) named(int *p) noexcept(noexcept(Host{}.get())) { return *p; }
