// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o %t 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -DDEVICE %s -o %t 2>&1 | FileCheck %s --check-prefix=KEPT
// A launch that initialises a member is the host's, unless device code may have objects of the class.
__global__ void child(int *p) { *p += 1; }
__global__ void parent(int *p) { child<<<1, 1>>>(p); }
// CHECK: :[[@LINE-1]]:34: remark: launch of 'child': t1;
// KEPT: :[[@LINE-2]]:34: warning: launch of 'child': kept: a launch initialises a member of a class [-fl-kept]
struct Launches {
  int *p;
  int n = (parent<<<1, 1>>>(p), 3);
  Launches(int *p) : p(p) {}
};
struct Holds {
  Launches l;
  int m = 2;
};
struct Plain {
  int m = 2;
};
__device__ int reads(const Plain &h) { return h.m; }
#ifdef DEVICE
__device__ int reads(const Holds &h) { return h.m; }
#endif
int main(int, char **p) {
  Holds h = {Launches((int *)p)};
  parent<<<1, 1>>>(h.l.p);
}
