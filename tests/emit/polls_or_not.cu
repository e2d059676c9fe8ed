// RUN: flcc --fl-emit --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// Loops that launch and end by what functions read: by references, pointers and members, of variables of the thread's own and of what children may write.
struct generator {
  unsigned now;
  __device__ unsigned operator()() { return now = now * 1664525u + 1013904223u; }
  __device__ unsigned get() { return (*this)() >> 16; }
};
struct queue {
  unsigned *at, &last;
  __device__ bool empty() const { return !*at; }
  __device__ bool over() const { return last; }
};
__device__ generator shared_by_all;
__device__ unsigned by_reference(unsigned &s) { return s = s * 1664525u + 1013904223u; }
__device__ unsigned by_pointer(unsigned *s) { return *s = *s * 1664525u + 1013904223u; }
__device__ unsigned of_another(const unsigned *s, const unsigned *t) {
  s = t;
  return *s;
}
__device__ unsigned last_of(const unsigned *s, int n) {
  while (--n > 0)
    s++;
  return *s;
}
__device__ unsigned &picked(unsigned *p) { return *p; }
struct handle {
  generator *far;
  __device__ generator &operator*() const { return *far; }
};
__global__ void child(unsigned *p) { atomicAdd(p, 1); }
#define PARENT(name, condition)                                                                                                \
  __global__ void name(generator g, generator *far, unsigned s, unsigned *p) {                                                 \
    unsigned a[2] = {s, 1}, &r = *p;                                                                                           \
    handle h = {far};                                                                                                          \
    queue q = {p, *p};                                                                                                         \
    int left = 20;                                                                                                             \
    while (condition)                                                                                                          \
      child<<<1, 2>>>(p);                                                                                                      \
  }
// CHECK: launch of 'child': t1
PARENT(object_called, (left -= 1 + g() % 5) > 0)
// CHECK: launch of 'child': t1
PARENT(member_called, g.get() % 16)
// CHECK: launch of 'child': t1
PARENT(reference_to_local, by_reference(s) >> 28)
// CHECK: launch of 'child': t1
PARENT(pointer_to_local, by_pointer(&s) >> 28)
// CHECK: launch of 'child': t1
PARENT(array_of_locals, last_of(a, 2) < by_pointer(a))
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(object_of_all, shared_by_all.get() != 5)
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(object_far, far->get() != 5)
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(reference_to_memory, by_reference(*p) != 5)
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(pointer_to_memory, by_pointer(p) != 5)
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(pointer_set, of_another(&s, p))
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(pointer_in_object, q.empty())
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(reference_in_object, !q.over())
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(local_reference, by_reference(r) != 5)
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(returned_reference, by_reference(picked(p)) != 5)
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
PARENT(handle_of_another, (*h).get() != 5)
// By a jump, by calls of itself, and by a loop behind the launch.
// CHECK: launch of 'child': {{.*}} a loop that launches ends by what children write
__global__ void jumps_back(unsigned *p) {
again:
  child<<<1, 2>>>(p);
  if (*p < 9)
    goto again;
}
// CHECK: launch of 'child': t1
__global__ void jumps_on(unsigned *p) {
  unsigned n = 0;
again:
  child<<<1, 2>>>(p);
  if (n++ < 9)
    goto again;
}
// CHECK: launch of 'child': {{.*}} a function that launches calls itself until children have written something
__device__ void calls_itself(volatile unsigned *p) {
  child<<<1, 2>>>((unsigned *)p);
  if (*p < 9)
    calls_itself(p);
}
__global__ void by_calls(unsigned *p) { calls_itself(p); }
// CHECK: launch of 'child': {{.*}} threads wait in a loop behind the launch, which may be for what children write
__global__ void waits_behind(unsigned *p) {
  child<<<1, 2>>>(p);
  while (atomicAdd(p, 0) == 0)
    ;
  p[1] = 1;
}
// CHECK: launch of 'child': {{.*}} threads wait in a loop behind the launch, which may be for what children write
__device__ void starts(unsigned *p) { child<<<1, 2>>>(p); }
__device__ void awaits(volatile unsigned *p) {
  while (!*p)
    ;
}
__global__ void waits_by_call(unsigned *p) {
  starts(p);
  awaits(p);
}
// CHECK: launch of 'child': {{.*}} threads wait in a loop behind the launch, which may be for what children write
__global__ void waits_next_time(unsigned *p, int n) {
  for (unsigned i = 0; i < n; i++) {
    while (atomicAdd(p, 0) < i)
      ;
    child<<<1, 2>>>(p);
  }
}
// CHECK: launch of 'child': t1
__global__ void waits_before(unsigned *p) {
  if (threadIdx.x)
    while (atomicAdd(p, 0) == 0)
      ;
  else
    atomicAdd(p, 1);
  child<<<1, 2>>>(p);
}
