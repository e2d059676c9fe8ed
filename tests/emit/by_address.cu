// RUN: flcc --fl-strategy=t1 --fl-emit %s | grep -v "^ *//" | FileCheck %s
// RUN: flcc --fl-strategy=t1 --fl-emit -c %s | grep -v "^ *//" | FileCheck --check-prefix=PART %s
// RUN: flcc --fl-strategy=t1 --fl-emit -DALONE %s | grep -v "^ *//" | FileCheck --check-prefix=ALONE %s
// RUN: flcc --fl-strategy=keep --fl-emit -c %s | grep -v "^ *//" | FileCheck --check-prefix=KEEP %s
// Parents whose address is taken, or that another file may launch, are registered; what is launched by its address asks for them.
#include <cuda_runtime.h>
// clang-format off
// ALONE-NOT: registry.h
// ALONE-NOT: register_parent
// ALONE-NOT: launch_pointer
// ALONE-NOT: launch_kernel
// KEEP-NOT: __fl::
// CHECK: #include <freelaunch/freelaunch.h>
// CHECK-NEXT: #include <freelaunch/registry.h>
__global__ void child(int *p) { atomicAdd(p, 1); }

// CHECK: void taken__fl_host(
// CHECK: static auto taken__fl_registered = __fl::register_parent("taken", taken, taken__fl_host);
__global__ void taken(int *p) { child<<<1, 32>>>(p); }

// A kernel that only this file can launch, and does so by its name alone.
// CHECK-NOT: register_parent("own
// PART-NOT: register_parent("own
static __global__ void own(int *p) { child<<<1, 32>>>(p); }

// CHECK-NOT: register_parent("shared
// PART: register_parent("shared", shared, shared__fl_host);
__global__ void shared(int *p) { child<<<1, 32>>>(p); }

namespace ns {
// CHECK: static auto several__fl_registered = __fl::register_parent("ns::several", static_cast<void (*)(int *p)>(several), static_cast<void (*)(const __fl::host_config &fl_cfg, int *p)>(several__fl_host));
__global__ void several(int *p) { child<<<1, 32>>>(p); }
// PART: static auto several__fl2_registered = __fl::register_parent("ns::several", static_cast<void (*)(int *p, int n)>(several)
__global__ void several(int *p, int n) { child<<<n, 32>>>(p); }
}
template <class T, int n> __global__ void instance(T *p) { child<<<1, n>>>(p); }
// CHECK-NOT: register_parent("plain
__global__ void plain(int *p) { *p = 1; }
__global__ void elsewhere(int *p);
__global__ void defaults(int *p, int n = 3);

typedef void (*Kernel)(int *);
// CHECK: template <class... A> void launch(void (*k)(A...), A... a) { __fl::launch_pointer(k, __fl::config(1, 2).at("by_address.cu:[[@LINE+1]]"))(a...); }
template <class... A> void launch(void (*k)(A...), A... a) { k<<<1, 2>>>(a...); }
// CHECK: __fl::launch_pointer(k, __fl::config(1, 2).at({{.*}}))(3);
template <class T> void dependent(T k) { k<<<1, 2>>>(3); }
void host(int *p, int n, cudaStream_t s, Kernel *table, void **args) {
  // CHECK: own__fl_host(__fl::config(1, 1).at("own by_address.cu:[[@LINE+1]]"), p);
  own<<<1, 1>>>(p);
  shared<<<1, 1>>>(p);
  // CHECK: __fl::launch_pointer(table[n + 1], __fl::config((n + 31) / 32, 32, 0, s).at("by_address.cu:[[@LINE+2]]"))(p);
  // KEEP: {{^}}  table[n + 1]<<<(n + 31) / 32, 32, 0, s>>>(p);
  table[n + 1]<<<(n + 31) / 32, 32, 0, s>>>(p);
  // CHECK: ({ const auto fl_cfg = __fl::config(n++, 32).at({{.*}}); __fl::launch_pointer(table[n], fl_cfg)(p); });
  table[n]<<<n++, 32>>>(p);
  // CHECK: plain<<<1, 1>>>(p);
  plain<<<1, 1>>>(p);
  // CHECK: elsewhere<<<1, 1>>>(p);
  // PART: __fl::launch_pointer(elsewhere, __fl::config(1, 1).at("by_address.cu:[[@LINE+1]]"))(p);
  elsewhere<<<1, 1>>>(p);
  // Through a pointer, arguments cannot be left out.
  // PART: defaults<<<1, 1>>>(p);
  defaults<<<1, 1>>>(p);
#ifndef ALONE
  launch(taken, p);
  ((Kernel)ns::several)<<<1, 1>>>(p);
#endif
  // CHECK: (__fl::launch_kernel("by_address.cu:[[@LINE+2]]", (const void *)table[0], n, n, args, 0, s));
  // KEEP: {{^}}  (cudaLaunchKernel((const void *)table[0], n, n, args, 0, s));
  (cudaLaunchKernel((const void *)table[0], n, n, args, 0, s));
  // CHECK: __fl::launch_kernel /* a comment ( */ ("by_address.cu:[[@LINE+1]]", table[0], n, n, args);
  ::cudaLaunchKernel /* a comment ( */ (table[0], n, n, args);
  cudaLaunchConfig_t c = {};
  // CHECK: (void)__fl::launch_kernel_exc("by_address.cu:[[@LINE+2]]", &c, (const void *)table[0], args);
  // KEEP: (void)cudaLaunchKernelExC(&c, (const void *)table[0], args);
  (void)cudaLaunchKernelExC(&c, (const void *)table[0], args);
  // CHECK: __fl::launch_kernel_ex("by_address.cu:[[@LINE+2]]", &c, table[0], p);
  // KEEP: cudaLaunchKernelEx(&c, table[0], p);
  cudaLaunchKernelEx(&c, table[0], p);
  // What takes more than that stays.
  // CHECK: cudaLaunchCooperativeKernel((const void *)table[0], n, n, args, 0, s);
  cudaLaunchCooperativeKernel((const void *)table[0], n, n, args, 0, s);
#ifndef ALONE
  class Own {};
  launch(instance<int, 3>, p);
  launch(&instance<int, 3>, p);
  launch(instance<unsigned, 4>, (unsigned *)p);
  // What cannot be named at the end of the file.
  launch(instance<Own, 5>, (Own *)p);
#endif
}
// CHECK: {{^}}static auto fl_registered_{{[0-9_]+}} = __fl::register_parent("instance", ::instance<int, 3>, ::instance__fl_host<int, 3>);
// CHECK-NEXT: {{^}}static auto fl_registered_{{[0-9_]+}} = __fl::register_parent("instance", ::instance<unsigned int, 4>, ::instance__fl_host<unsigned int, 4>);
// CHECK-NOT: {{.}}
