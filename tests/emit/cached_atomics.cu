// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o - 2>%t.err | grep -v "^ *//" | FileCheck %s
// RUN: FileCheck --check-prefix=REMARKS %s < %t.err
// RUN: flcc --fl-emit --fl-strategy=t1 -c -DALONE %s -o - | grep -v "^ *//" | FileCheck --check-prefix=ALONE %s
// RUN: flcc --fl-emit --fl-no-silent-stores %s -o - | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=1 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=2 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=3 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=4 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=5 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=6 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=7 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=8 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=9 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=10 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=11 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=12 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=13 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=14 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=15 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=16 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=17 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=18 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DFORM=19 %s -o - | grep -v '^ *//' | FileCheck --check-prefix=FAR %s
// RUN: flcc --fl-emit --fl-strategy=t1 -c %s -o - | grep -v "^ *//" | FileCheck --check-prefix=FAR %s
// Minima and maxima that are asked no more than whether they change anything go by the cache, where nothing of the file reads past it, an atomic operation that looks in
// memory included, and nobody waits for them. Of a program of several files others may call what is not static.
// OFF-NOT: __fl::cached
// FAR-NOT: __fl::cached
// FAR: __fl::silent::atomicMin(p, 1); __fl::silent::atomicMax(u, 2u), n++;
// FAR-NOT: __fl::cached
// ALONE: __fl::cached::atomicMin(p, 6);
// ALONE: __fl::cached::atomicMin(p, 1);
#ifndef ALONE
// CHECK: void once(int *p)
// CHECK-NEXT: __fl::cached::atomicMin(p, 3);
__device__ void once(int *p) {
  atomicMin(p, 3);
}
#else
#define once mine
#endif
static __device__ void mine(int *p) {
  atomicMin(p, 6);
}
static __device__ void again(int *p) {
  atomicMin(p, 3);
}
static __device__ void by_way_of(int *p) { again(p); }
#ifdef FORM
struct lowest {
  __device__ void offer(int *p) { atomicMin(p, 5); }
};
#endif
__global__ void child(int *p, unsigned *u, long long *l, int n, unsigned m, short narrow) {
  // CHECK: child__fl_body
  // CHECK: __fl::cached::atomicMin(p, 1); __fl::cached::atomicMax(u, 2u), n++;
  atomicMin(p, 1); atomicMax(u, 2u), n++;
  // CHECK: if (n < __fl::cached::atomicMin(p, n) && __fl::cached::atomicMax(u, m) < m) n++;
  if (n < atomicMin(p, n) && atomicMax(u, m) < m) n++;
  // CHECK: bool lower = __fl::cached::atomicMin(p, n) > n, higher = n > __fl::cached::atomicMax(p, n);
  bool lower = atomicMin(p, n) > n, higher = n > atomicMax(p, n);
#if FORM == 1
  int old = atomicMin(p, n); n = old;
#elif FORM == 2
  if (n <= atomicMin(p, n)) n++;
#elif FORM == 3
  if (n > atomicMin(p, n)) n++;
#elif FORM == 4
  if (n < atomicMax(p, n)) n++;
#elif FORM == 5
  if (m < atomicMin(u, 3u)) n++;
#elif FORM == 6
  if (narrow < atomicMin(p, narrow)) n++;
#elif FORM == 7
  if (atomicMax(l, n) < n) n++;
#elif FORM == 8
  atomicAnd(u, 4u);
#elif FORM == 9
  atomicCAS(p, 0, 1);
#elif FORM == 10
  while (n < atomicMin(p, n)) n--;
#elif FORM == 11
  for (; n > 0; m--) if (n < atomicMin(p, n)) n = 0;
#elif FORM == 12
  while (n--) again(p);
#elif FORM == 13
  while (n--) by_way_of(p);
#elif FORM == 14
  void (*f)(int *) = again; f(p);
#elif FORM == 15
  lowest().offer(p);
#elif FORM == 16
  auto g = [&] { atomicMin(p, 9); }; g();
#elif FORM == 17
  next: if (n < atomicMin(p, n)) goto next;
#elif FORM == 18
  n = *(volatile int *)p;
#elif FORM == 19
  n = __ldcg(p);
#endif
  // CHECK: for (int j = 0; j < n; j++) if (n < __fl::cached::atomicMin(p + j, n)) once(p + j);
  for (int j = 0; j < n; j++) if (n < atomicMin(p + j, n)) once(p + j);
  mine(p);
  by_way_of(p);
}
__global__ void parent(int *p, unsigned *u, long long *l) { child<<<1, 32>>>(p, u, l, 1, 2, 3); }
int main() { parent<<<1, 1>>>(0, 0, 0); }
// REMARKS-DAG: cached_atomics.cu:{{[0-9]+}}:3: remark: atomicMin: left out where the cache says that it would change nothing
