// RUN: flcc --fl-emit -dc --fl-remarks %s -o %t 2>&1 | FileCheck --check-prefix=SAID %s
// RUN: grep -v '^ *//' %t | FileCheck --check-prefix=TEXT %s
// RUN: flcc --fl-emit -dc --fl-strategy=block %s -o /dev/null 2>&1 | FileCheck --check-prefix=BLOCK %s
// RUN: flcc --fl-emit -dc --fl-engine=fused %s -o /dev/null 2>&1 | FileCheck --check-prefix=BLOCK %s
// RUN: flcc --fl-emit -dc --fl-streams=strict %s -o /dev/null 2>&1 | FileCheck --check-prefix=STRICT %s
// RUN: flcc --fl-emit %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHOLE %s
// RUN: flcc --fl-emit -dc -DDEFINES --fl-remarks %s -o %t 2>&1 | FileCheck --check-prefix=ODD %s
// RUN: grep -v '^ *//' %t | FileCheck --check-prefix=TELLS %s
// RUN: flcc --fl-emit -dc -DDEFINES --fl-no-elsewhere %s -o - | FileCheck --check-prefix=NONE %s
// RUN: flcc --fl-emit -dc -DDEFINES --fl-streams=strict %s -o - | grep -v '^ *//' | FileCheck --check-prefix=ORDERED %s
// Kernels that other files define are run by drains of those files.
#include "Inputs/kernels.h"

#ifdef DEFINES
namespace work {
// TELLS: struct add__fl {
// TELLS: dynamic_shared = 0;
// TELLS-NEXT: told_threads = __fl::within_bounds(1024, 128);
// TELLS: static __fl::teller<add__fl> add__fl_told("_ZN4work3addEPi4Type", "work::add kernels_elsewhere.cu:[[#]]");
// NONE: {"_ZN4work3addEPi4Type", "is compiled by --fl-no-elsewhere", "", 0},
// ORDERED-NOT: __fl::teller
// ORDERED: {"_ZN4work3addEPi4Type", "is compiled for streams in order", "", 0},
__global__ void __launch_bounds__(128) add(int *sum, Type t) { atomicAdd(sum, int(t)); }
} // namespace work
// TELLS: struct twice__fl {
// TELLS-NOT: told_
// TELLS: static __fl::teller<twice__fl> twice__fl_told("twice", "twice kernels_elsewhere.cu:[[#]]");
extern "C" __global__ void twice(int *sum) { *sum *= 2; }
// ODD: kernels_elsewhere.cu:[[@LINE-6]]:{{[0-9]+}}: remark: 'add' has a drain for launches of other files
// ODD: kernels_elsewhere.cu:[[@LINE+1]]:17: remark: 'launching' may launch kernels itself: kernels of other files that come to launch it are launched as they are
__global__ void launching(int *sum) { twice<<<1, 1>>>(sum); }
// ODD: kernels_elsewhere.cu:[[@LINE+1]]:17: remark: 'allocating' allocates memory:
__global__ void allocating(int **to) { *to = new int(threadIdx.x); }
__device__ int mix(int x);
// ODD: kernels_elsewhere.cu:[[@LINE+1]]:17: remark: 'calling' calls functions of other files itself:
__global__ void calling(int *sum) { *sum = mix(*sum); }
// ODD: kernels_elsewhere.cu:[[@LINE+1]]:17: remark: 'torn' can only be run as it is:
__global__ void torn(int *sum) { asm("mov.u32 %0, %%ctaid.x;" : "=r"(*sum)); }
// ODD: kernels_elsewhere.cu:[[@LINE+1]]:39: remark: 'weak' may be another one:
__attribute__((weak)) __global__ void weak(int *sum) { *sum = 1; }
// TELLS: struct looking__fl {
// TELLS: dynamic_shared = 0;
// TELLS-NEXT: told_shared = true;
extern __shared__ int all[];
static __device__ int first() { return all[0]; }
__global__ void looking(int *sum) { *sum = first(); }
// No header declares it, or nobody else can.
__global__ void unseen(int *sum) { *sum = 1; }
static __global__ void own(int *sum) { *sum = 1; }
// TELLS: static __fl::device_function fl_told[] = {
// TELLS-NEXT: {"_ZN4work3addEPi4Type", nullptr, "", 0},
// TELLS-NEXT: {"twice", nullptr, "", 0},
// TELLS-NEXT: {"_Z9launchingPi", "may launch kernels itself", "", 0},
// TELLS-NEXT: {"_Z10allocatingPPi", "allocates memory", "", 0},
// TELLS-NEXT: {"_Z7callingPi", "calls functions of other files itself", "", 0},
// TELLS-NEXT: {"_Z4tornPi", "can only be run as it is", "", 0},
// TELLS-NEXT: {"_Z4weakPi", "may be another one", "", 0},
// TELLS-NEXT: {"_Z7lookingPi", nullptr, "", 0},
// TELLS-NEXT: };
#else
__global__ void own(int *sum) {
  // SAID: kernels_elsewhere.cu:[[@LINE+2]]:5: remark: launch of 'twice': t1;{{.*}}; by its own file's drain, if that has one
  if (threadIdx.x == 0)
    twice<<<1, 1>>>(sum);
}
// TEXT: struct parent__fl {
// TEXT: using kids = __fl::list<::own__fl>;
// TEXT-NEXT: using others = __fl::list<::work::add__fl, ::twice__fl>;
// TEXT: __global__ void parent__fl_parent(__fl::worklist_with<2> fl_wl, int *sum)
// TEXT: if (__fl::stays_native<parent__fl>(fl_cfg, "_ZN4work3addEPi4Type\0twice\0"))
// TEXT: __fl::split<parent__fl>(fl_cfg, parent__fl_parent, sum);
// BLOCK: warning: launch of 'twice': kept: 'twice', which another file defines, can only be run by a drain of that file (t1, t2, mega, without joins)
// STRICT: warning: launch of 'twice': kept: 'twice', which another file defines, is launched in an order that matters
// WHOLE: warning: launch of 'twice': kept: the definition of 'twice' is not in this file
__global__ void parent(int *sum) {
  // SAID: kernels_elsewhere.cu:[[@LINE+2]]:5: remark: launch of 'work::add': t1;
  if (threadIdx.x % 2)
    work::add<<<1, 32>>>(sum, Type::three);
  else
    own<<<1, 32>>>(sum);
}
// Several of one name, by way of a device function, below a template.
__device__ void start(int *a, float *b) {
  if (threadIdx.x)
    overloaded<<<1, 32>>>(a);
  else
    overloaded<<<1, 32>>>(b);
}
// TEXT: using others = __fl::list<::overloaded__fl, ::overloaded__fl2>;
template <class T> __global__ void any(T *a, float *b) { start((int *)a, b); }
void run(int *a, float *b) {
  any<<<1, 32>>>(a, b);
  any<<<1, 32>>>(b, b);
}
__global__ void in_order(int *sum) {
  // SAID: kernels_elsewhere.cu:[[@LINE+1]]:3: warning: launch of 'twice': kept: 'twice', which another file defines, is launched in an order that matters
  twice<<<1, 1>>>(sum);
  twice<<<1, 1>>>(sum);
}
__global__ void joining(int *sum) {
  // SAID: kernels_elsewhere.cu:[[@LINE+1]]:3: warning: launch of 'twice': kept: 'twice', which another file defines, can only be run by a drain of that file
  twice<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
}
#endif
