// RUN: flcc --fl-emit --fl-strategy=t2 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// What is wrong with a pragma is said, and then the command line holds.
__global__ void child(int *p) { p[threadIdx.x] = 1; }
__global__ void name(int *p) {
  // CHECK-DAG: [[#@LINE+1]]:20: warning: pragma ignored: 'stratgy' is unknown; strategy, threshold, coarsen, group_by_block_size and waits_in_order are known
#pragma freelaunch stratgy(t4)
  child<<<1, 32>>>(p);
  // CHECK-DAG: [[#@LINE-1]]:3: remark: launch of 'child': t2;
}
__global__ void strategy(int *p) {
  // CHECK-DAG: [[#@LINE+1]]:1: warning: strategy ignored: 'T4' is unknown; auto, keep, t1, {{.*}}, multiblock and grid are known [-fl-pragma]
#pragma freelaunch strategy(T4)
  child<<<1, 32>>>(p);
  // CHECK-DAG: [[#@LINE-1]]:3: remark: launch of 'child': t2;
}
__global__ void open(int *p) {
  // CHECK-DAG: [[#@LINE+1]]:20: warning: pragma ignored: expected 'strategy(value)' [-fl-pragma]
#pragma freelaunch strategy(t4
  child<<<1, 32>>>(p);
  // CHECK-DAG: [[#@LINE+1]]:33: warning: pragma ignored: expected 'threshold(value)' [-fl-pragma]
#pragma freelaunch strategy(t4) threshold
  child<<<1, 32>>>(p);
  // CHECK-DAG: [[#@LINE+1]]:20: warning: pragma ignored: expected 'coarsen(value)' [-fl-pragma]
#pragma freelaunch coarsen()
  child<<<1, 32>>>(p);
}
__global__ void number(int *p) {
  // CHECK-DAG: [[#@LINE+1]]:20: warning: pragma ignored: threshold takes a number from 1 to 1073741824, 'auto' or 'off', not '-3' [-fl-pragma]
#pragma freelaunch threshold(-3)
  child<<<1, 32>>>(p);
}
__global__ void misspelt(int *p) {
  // CHECK-DAG: [[#@LINE+1]]:9: warning: pragma ignored: its name is 'freelauch', not 'freelaunch' [-fl-pragma]
#pragma freelauch strategy(t4)
  child<<<1, 32>>>(p);
  // CHECK-DAG: [[#@LINE+1]]:3: warning: pragma ignored: its name is 'FreeLaunch', not 'freelaunch' [-fl-pragma]
  _Pragma("FreeLaunch group_by_block_size coarsen(2)") child<<<1, 32>>>(p);
#pragma others threshold
  // CHECK-NOT: 'others'
}
