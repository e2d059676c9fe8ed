// RUN: flcc --fl-emit --fl-remarks -DBARE %s -o %t 2>&1 | FileCheck --check-prefix=BARE %s
// RUN: flcc --fl-emit --fl-remarks -DADDRESS %s -o %t 2>&1 | FileCheck --check-prefix=ADDRESS %s
// RUN: not grep "^#define FL_POOL" %t
// RUN: flcc --fl-emit --fl-remarks -DMACRO %s -o %t 2>&1 | FileCheck --check-prefix=MACRO %s
// RUN: sed 's/^#if SKIPPED/#if __CUDA_ARCH__ < 500/' %s >%t.cu && flcc --fl-emit --fl-remarks %t.cu -o %t 2>&1 | FileCheck --check-prefix=SKIPPED %s
// RUN: sed 's/^  auto l = .=./&__device__/' %s >%t.cu && flcc --fl-emit --fl-remarks --extended-lambda %t.cu -o %t 2>&1 | FileCheck --check-prefix=LAMBDA %s
// RUN: flcc --fl-emit --fl-remarks -DTHIS %s -o %t 2>&1 | FileCheck --check-prefix=THIS %s
// RUN: flcc --fl-emit --fl-remarks -DOWN %s -o %t 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: flcc --fl-emit --fl-remarks -DBARE -shared %s -o %t 2>&1 | FileCheck --check-prefix=OTHERS %s
// RUN: flcc --fl-emit --fl-remarks -DBARE -c %s -o %t 2>&1 | FileCheck --check-prefix=LINKED %s
// RUN: flcc --fl-emit --fl-remarks -DBARE -c --fl-strategy=keep %s -o %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: flcc --fl-emit --fl-remarks -DBARE -dc --fl-strategy=keep %s -o %t 2>&1 | FileCheck --check-prefix=NATIVE %s
// RUN: flcc --fl-emit --fl-remarks -DADDRESS -dc %s -o %t 2>&1 | FileCheck --check-prefix=ADDRESS %s
// RUN: flcc --fl-emit --fl-remarks -DBARE -c --fl-pool=1G %s -o %t 2>&1 | FileCheck --check-prefix=BARE %s
// RUN: flcc --fl-emit --fl-remarks -DBARE --fl-strategy=keep %s -o %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: flcc --fl-emit --fl-remarks -DBARE --fl-pool=off %s -o %t 2>&1 | FileCheck --check-prefix=OFF %s
// RUN: flcc --fl-emit --fl-remarks -DNATIVE %s -o %t 2>&1 | FileCheck --check-prefix=NATIVE %s
// A call that frees and cannot be changed keeps all of them as they are; one that only concerns objects keeps `new`.
#include <cstdlib>
// BARE: remark: allocation on the device: from a pool [-fl-remarks]
// ADDRESS: remark: allocation on the device: left alone: 'free' is used other than by a call
// MACRO: remark: allocation on the device: left alone: a macro calls 'free'
// SKIPPED: remark: allocation on the device: left alone: code for other architectures frees
// LAMBDA: remark: allocation on the device: left alone: a lambda of host code frees on the device
// THIS: remark: allocation on the device: from a pool; not by new: an object is deleted in a way that cannot be rewritten
// OWN: remark: allocation on the device: from a pool; not by new: there is a 'operator new'
// OTHERS: remark: allocation on the device: left alone: other files of the program may free what this one allocates
// LINKED: remark: allocation on the device: from a pool, if the linked program gets one [-fl-remarks]
// NONE: remark: allocation on the device: left alone: no launch is transformed
// NATIVE: remark: allocation on the device: left alone: a launch stays native
// OFF: remark: allocation on the device: left alone: as asked for
#define RELEASE(p) ::free(p)
struct Node {
  int v;
  [[nodiscard]] __device__ int *gone(int *p) {
    free(p);
    return nullptr;
  }
#ifdef THIS
  __device__ void drop() { delete this; }
#endif
#ifdef OWN
  __device__ static void *operator new(size_t n) { return malloc(n); }
#endif
};
__global__ void child(int *p) {
#ifdef MACRO
  RELEASE(p);
#endif
#if SKIPPED
  free(p);
#endif
#ifdef ADDRESS
  void (*f)(void *) = free;
  f(p);
#endif
}
__global__ void parent() {
  int *p = (int *)malloc(4);
  child<<<1, 1>>>(p);
}
#ifdef NATIVE
__global__ void other(void (*which)(int *)) { which<<<1, 1>>>(nullptr); }
#endif
int main() {
  int *q = nullptr;
  auto l = [=](int) { free(q); };
  (void)l;
  parent<<<1, 1>>>();
}
