// A threshold that a pragma gives is gone by, or a warning says why not; one of the command line holds where it may.
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="no effect"
// RUN: flcc --fl-emit --fl-strategy=keep %s -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,KEEP --implicit-check-not="no effect"
// RUN: flcc --fl-emit --fl-strategy=t4 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SERIAL --allow-empty
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-threshold=64 -DPLAIN %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SERIAL --allow-empty
// SERIAL-NOT: no effect
__global__ void child(int *p) { atomicAdd(p, 1); }
__global__ void votes(int *p) { *p = __any_sync(~0u, *p); }
__global__ void nests(int *p) { child<<<1, 1>>>(p); }
#ifndef PLAIN
__global__ void in_order(int *p) {
  // CHECK: threshold_ignored.cu:[[#@LINE+1]]:1: warning: the threshold has no effect: launches are in an order that matters [-fl-pragma]
#pragma freelaunch threshold(10)
  child<<<1, 3>>>(p);
#pragma freelaunch threshold(off)
  child<<<1, 2>>>(p);
}
__global__ void warps(int *p) {
  // CHECK: threshold_ignored.cu:[[#@LINE+1]]:1: warning: the threshold has no effect: 'votes' exchanges values within a warp [-fl-pragma]
#pragma freelaunch threshold(10)
  votes<<<1, 32>>>(p);
}
__global__ void below(int *p) {
  // KEEP: threshold_ignored.cu:[[#@LINE+1]]:1: warning: the threshold has no effect: 'nests' launches kernels itself [-fl-pragma]
#pragma freelaunch threshold(10)
  nests<<<1, 1>>>(p);
}
__global__ void once(int *p) {
#pragma freelaunch threshold(10)
  child<<<1, 3>>>(p);
}
#else
__global__ void in_order(int *p) {
  child<<<1, 3>>>(p);
  child<<<1, 2>>>(p);
}
#endif
