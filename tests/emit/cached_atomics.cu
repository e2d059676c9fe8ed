// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o - 2>%t.err | grep -v "^ *//" | FileCheck %s
// RUN: FileCheck --check-prefix=REMARKS %s < %t.err
// RUN: flcc --fl-emit --fl-strategy=t1 -DPAST_THE_CACHE %s -o - 2>&1 | grep -v "^ *//" | FileCheck --check-prefix=PAST %s
// RUN: flcc --fl-emit --fl-strategy=t1 -c %s -o - | grep -v "^ *//" | FileCheck --check-prefix=PART %s
// RUN: flcc --fl-emit --fl-no-silent-stores %s -o - | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// Minima and maxima that are asked no more than whether they change anything go by the cache, where nobody reads past it or waits for them.
// OFF-NOT: fl::cached
// PAST-NOT: fl::cached
// PAST: fl::silent::atomicMin(p, 3);
// Of a program of several files others may call what is not static.
// PART: void once(int *p)
// PART-NEXT: fl::silent::atomicMin(p, 3);
// PART: void mine(int *p)
// PART-NEXT: fl::cached::atomicMin(p, 6);
// PART: fl::cached::atomicMin(p, 1);
#ifdef PAST_THE_CACHE
__device__ int peek(volatile int *p) { return *p; }
#endif
// CHECK: void once(int *p)
// CHECK-NEXT: fl::cached::atomicMin(p, 3);
__device__ void once(int *p) {
  atomicMin(p, 3);
}
static __device__ void mine(int *p) {
  atomicMin(p, 6);
}
// CHECK: void again(int *p)
// CHECK-NEXT: fl::silent::atomicMin(p, 3);
__device__ void again(int *p) {
  atomicMin(p, 3);
}
__device__ void by_way_of(int *p) { again(p); }
__device__ void pointed_to(int *p) {
  // CHECK: fl::silent::atomicMin(p, 4);
  atomicMin(p, 4);
}
struct lowest {
  __device__ void offer(int *p) {
    // CHECK: fl::silent::atomicMin(p, 5);
    atomicMin(p, 5);
  }
};
__global__ void child(int *p, unsigned *u, long long *l, int n, unsigned m, short narrow) {
  // CHECK: child__fl_body
  // CHECK: fl::cached::atomicMin(p, 1); fl::cached::atomicMax(u, 2u), n++;
  atomicMin(p, 1); atomicMax(u, 2u), n++;
  // CHECK: if (n < fl::cached::atomicMin(p, n) && fl::cached::atomicMax(u, m) < m) n++;
  if (n < atomicMin(p, n) && atomicMax(u, m) < m) n++;
  // CHECK: bool lower = fl::cached::atomicMin(p, n) > n, higher = n > fl::cached::atomicMax(p, n);
  bool lower = atomicMin(p, n) > n, higher = n > atomicMax(p, n);
  // What is returned is asked for, or compared otherwise.
  // CHECK: int old = fl::silent::atomicMin(p, n); if (n <= fl::silent::atomicMin(p, n) || n > fl::silent::atomicMin(p, n)) old++;
  int old = atomicMin(p, n); if (n <= atomicMin(p, n) || n > atomicMin(p, n)) old++;
  // CHECK: if (m < fl::silent::atomicMin(u, 3u) || narrow < fl::silent::atomicMin(p, narrow) || fl::silent::atomicMax(l, n) < n) old++;
  if (m < atomicMin(u, 3u) || narrow < atomicMin(p, narrow) || atomicMax(l, n) < n) old++;
  // CHECK: fl::silent::atomicAnd(u, 4u); fl::silent::atomicCAS(p, 0, 1);
  atomicAnd(u, 4u); atomicCAS(p, 0, 1);
  // CHECK: for (int j = 0; j < n; j++) if (n < fl::cached::atomicMin(p + j, n)) once(p + j);
  for (int j = 0; j < n; j++) if (n < atomicMin(p + j, n)) once(p + j);
  // CHECK: while (n < fl::silent::atomicMin(p, n)) by_way_of(p);
  while (n < atomicMin(p, n)) by_way_of(p);
  // CHECK: for (; n > 0; old--) if (n < fl::silent::atomicMin(p, n)) n = 0;
  for (; n > 0; old--) if (n < atomicMin(p, n)) n = 0;
  void (*f)(int *) = pointed_to;
  f(p);
  lowest().offer(p);
  mine(p);
}
__global__ void parent(int *p, unsigned *u, long long *l) { child<<<1, 32>>>(p, u, l, 1, 2, 3); }
int main() { parent<<<1, 1>>>(0, 0, 0); }
// REMARKS-DAG: cached_atomics.cu:{{[0-9]+}}:3: remark: atomicMin: left out where the cache says that it would change nothing
// REMARKS-DAG: cached_atomics.cu:{{[0-9]+}}:{{[0-9]+}}: remark: atomicCAS: a load where it would change nothing
