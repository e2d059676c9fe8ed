// RUN: flcc --fl-emit -rdc=true %s -o %t 2>&1 | count 0
// RUN: flcc --fl-emit -rdc=true -lcufft -lcudadevrt %s -o %t 2>&1 | count 0
// RUN: flcc --fl-emit -rdc=true -lother %s -o %t 2>&1 | FileCheck %s
// RUN: flcc --fl-emit -dc %s -o %t 2>&1 | FileCheck %s
// RUN: flcc --fl-emit -shared -rdc=true %s -o %t 2>&1 | FileCheck %s
// What is called through a pointer is a function of the file, where that is all of the program's device code.
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
__device__ int (*chosen)(int) = twice;
__global__ void child(int *sum) { atomicAdd(sum, chosen(threadIdx.x)); }
// CHECK: [[@LINE+1]]:36: warning: launch of 'child': kept: 'child' calls, through a pointer or as a virtual function, what another file may define
__global__ void parent(int *sum) { child<<<1, 32>>>(sum); }
extern __device__ int (*const elsewhere[2])(int);
__global__ void child2(int *sum) { atomicAdd(sum, elsewhere[1](threadIdx.x)); }
// CHECK: [[@LINE+1]]:37: warning: launch of 'child2': kept: 'child2' calls, through a pointer or as a virtual function, what another file may define
__global__ void parent2(int *sum) { child2<<<1, 32>>>(sum); }
// What a constant or a template's argument points to is named here.
// CHECK-NOT: warning
__device__ int (*const table[])(int) = {twice, thrice};
__global__ void child3(int *sum) { atomicAdd(sum, table[threadIdx.x % 2](threadIdx.x)); }
__global__ void parent3(int *sum) { child3<<<1, 32>>>(sum); }
template <int (*F)(int)> __global__ void child4(int *sum) { atomicAdd(sum, F(threadIdx.x)); }
__global__ void parent4(int *sum) { child4<twice><<<1, 32>>>(sum); }
