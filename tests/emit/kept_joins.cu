// What waits for a launch that stays is told what else would carry it out: nothing where everything has refused, and not what was asked for.
// RUN: flcc --fl-strategy=auto --fl-emit %s -o - 2>&1 >%t | FileCheck %s --check-prefixes=SAID,AUTO
// RUN: flcc --fl-strategy=t4 --fl-emit %s -o - 2>&1 >%t | FileCheck %s --check-prefixes=SAID,T4
// RUN: flcc --fl-strategy=grid --fl-emit %s -o - 2>&1 >%t | FileCheck %s --check-prefixes=SAID,GRID
__device__ int flag;
__global__ void child(int *x) {
  atomicAdd(x, 1);
  while (atomicAdd(&flag, 0) == 0)
    ;
}

__global__ void can(int *x) {
  child<<<1, 32>>>(x);
  // AUTO-NOT: :[[@LINE-1]]:3:
  // T4: :[[@LINE-2]]:3: warning: launch of 'child': kept: threads of 'child' wait for each other in a loop
  // T4: :[[@LINE-3]]:3: note: 'can' waits for it, which nvcc takes no more since CUDA 12; not so under t1, t2, t3, mega{{$}}
  // GRID: :[[@LINE-4]]:3: warning: launch of 'child': kept: threads wait for children
  // GRID: :[[@LINE-5]]:3: note: 'can' waits for it, which nvcc takes no more since CUDA 12; not so under t1, t2, t3, mega{{$}}
  cudaDeviceSynchronize();
  x[1] = x[0];
}

__global__ void cannot(int *x) {
  extern __device__ int elsewhere(int);
  child<<<1, 32>>>(x);
  // SAID: :[[@LINE-1]]:3: warning: launch of 'child': kept: 'cannot' declares a function in its body
  // SAID: :[[@LINE-2]]:3: note: 'cannot' waits for it, which nvcc takes no more since CUDA 12{{$}}
  cudaDeviceSynchronize();
  x[1] = elsewhere(x[0]);
}
