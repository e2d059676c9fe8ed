// RUN: cd %S && flcc --fl-emit --fl-strategy=t1 --fl-remarks -o - file_names.cu 2>&1 | grep -v CHECK | FileCheck %s
// A header goes by the name that it is included by, as nvcc has it: clang puts "./" in front.
#include "Inputs/named.h"
// CHECK: #line 1 "Inputs/named.h"
// CHECK: #line 2 "Inputs/named.h"
__global__ void parent(int *p) { child<<<1, 32>>>(p); }
// CHECK-NOT: "./Inputs
