// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -DFIRST -o /dev/null %s 2>&1 | FileCheck --check-prefix=FIRST %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -DOVERRIDES -o /dev/null %s 2>&1 | FileCheck --check-prefix=FIRST %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -DBEGINS -o /dev/null %s 2>&1 | FileCheck --check-prefix=FIRST %s
// What blocks wait for may be written where no call says so: by destructors, constructors of members and copies, what members begin with, virtual functions, begin().
#include <new>
#define PARENT(k) \
  __global__ void k##_parent(int *p) { k<<<4, 64>>>(p); }
__device__ void look(volatile int *flag) {
  while (!*flag) {
  }
}

struct pair { // of the thread's own
  int a, b;
  __device__ pair() : a(1), b(2) {}
  __device__ pair(int x) {
    a = x;
    b = 0;
  }
  __device__ pair &operator+=(const pair &o) {
    a += o.a;
    return *this;
  }
  __device__ ~pair() {}
};
__device__ pair sum(int i) {
  pair p(i);
  p += pair(i);
  return p;
}
__global__ void own(int *flag) {
  const pair p = sum(blockIdx.x);
  if (blockIdx.x > 0)
    look(flag + blockIdx.x - 1);
  flag[blockIdx.x] = p.a;
}
PARENT(own)
// CHECK: remark: launch of 'own': t1;
// FIRST: launch of 'own': kept: threads of 'own' may wait for another block
struct at_end {
  volatile int *flag;
  __device__ at_end(volatile int *f) : flag(f) {}
  __device__ ~at_end() { *flag = 1; }
};
__global__ void by_destructor(int *flag) {
  at_end e(flag + blockIdx.x);
  look(flag + blockIdx.x + 1);
}
PARENT(by_destructor)
// CHECK: warning: launch of 'by_destructor': kept: threads of
struct sets {
  __device__ sets(volatile int *f) { *f = 1; }
};
struct has_member {
  sets s;
  __device__ has_member(volatile int *f) : s(f) {}
};
__global__ void by_member(int *flag) {
  has_member m(flag + blockIdx.x);
  look(flag + blockIdx.x + 1);
}
PARENT(by_member)
// CHECK: warning: launch of 'by_member': kept: threads of
struct copied {
  volatile int *flag;
  __device__ copied(volatile int *f) : flag(f) {}
  __device__ copied(const copied &o) : flag(o.flag) { *flag = 1; }
};
__device__ void take(copied c) { __nanosleep(10); }
__global__ void by_copy(int *flag) {
  copied c(flag + blockIdx.x);
  take(c);
  look(flag + blockIdx.x + 1);
}
PARENT(by_copy)
// CHECK: warning: launch of 'by_copy': kept: threads of
struct plain {
  int v;
};
__global__ void by_new(int *flag) {
  new ((plain *)flag + blockIdx.x) plain{1};
  look(flag + blockIdx.x + 1);
}
PARENT(by_new)
// CHECK: warning: launch of 'by_new': kept: threads of
#ifdef FIRST
__device__ int set(volatile int *f) { return *f = 1; }
struct begins {
  volatile int *flag;
  int v = set(flag);
};
#endif
#ifdef OVERRIDES
struct base {
  __device__ virtual void go(volatile int *) {}
};
struct derived : base {
  __device__ void go(volatile int *f) override { *f = 1; }
};
#endif
#ifdef BEGINS
struct range {
  int *flag;
  __device__ int *begin() { return *flag = 1, flag; }
  __device__ int *end() { return flag; }
};
#endif
int main() { own_parent<<<1, 1>>>(nullptr); }
