// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=keep --fl-target=cpu -o - %s | grep -v CHECK | FileCheck %s
// CHECK: #define FL_BASE_FILE "{{.*}}base_file.cu"
// CHECK-NEXT: #include <freelaunch/base_file.h>
__global__ void child(int *p) { *p = sizeof __BASE_FILE__; }
__global__ void parent(int *p) { child<<<1, 32>>>(p); }
