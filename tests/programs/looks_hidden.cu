// Threads that wait for one another by looks that do not show what they are: casts to volatile references, members and parts of what a call returns, copies of bytes,
// unions, functors, and operators and conversions of what only an instance of a template tells.
// FLAGS: -std=c++17
// REMARK-t4: launch of 'cast_away': kept: threads of 'cast_away' wait for each other in a loop
// REMARK-t4: launch of 'cast_old': kept: threads of 'cast_old' wait for each other in a loop
// REMARK-t4: launch of 'by_member': kept: threads of 'by_member' wait for each other in a loop
// REMARK-t4: launch of 'by_binding': kept: threads of 'by_binding' wait for each other in a loop
// REMARK-t4: launch of 'by_bytes': kept: threads of 'by_bytes' wait for each other in a loop
// REMARK-t4: launch of 'by_copy': kept: threads of 'by_copy' wait for each other in a loop
// REMARK-t4: launch of 'by_union': kept: threads of 'by_union' wait for each other in a loop
// REMARK-t4: launch of 'by_functor': kept: threads of 'by_functor' wait for each other in a loop
// REMARK-t4: launch of 'by_field': kept: threads of 'by_field' wait for each other in a loop
// REMARK-t4: launch of 'by_conversion': kept: threads of 'by_conversion' wait for each other in a loop
// REMARK-t4: launch of 'by_operator': kept: threads of 'by_operator' wait for each other in a loop
// REMARK-t4: launch of 'by_lambda': kept: threads of 'by_lambda' wait for each other in a loop
// REMARK-t4: launch of 'by_object': kept: threads of 'by_object' wait for each other in a loop
// REMARK-t4: launch of 'by_holder': kept: threads of 'by_holder' wait for each other in a loop
// REMARK-t4: launch of 'by_reference_held': kept: threads of 'by_reference_held' wait for each other in a loop
// REMARK-t4: launch of 'by_result': kept: threads of 'by_result' wait for each other in a loop
// REMARK-t4: launch of 'by_cast': kept: threads of 'by_cast' wait for each other in a loop
// REMARK-t4: launch of 'by_element': kept: threads of 'by_element' wait for each other in a loop
// REMARK-t4: launch of 'beside_count': kept: threads of 'beside_count' wait for each other in a loop
// REMARK-t1: launch of 'by_operator': t1
// REMARK-t1: launch of 'meeting': kept: threads of 'meeting' may wait for another block of its grid
// REMARK-t1: launch of 'meeting_by_cast': kept: threads of 'meeting_by_cast' may wait for another block of its grid
// REMARK-t1: launch of 'handed_back': kept: threads of 'handed_back' may wait for another block of its grid
#include "include/test.h"
#include <cstring>

// All threads but the last wait for it.
#define LAST                                                                                       \
  if (threadIdx.x == blockDim.x - 1) {                                                             \
    atomicExch(f, 1);                                                                              \
    return;                                                                                        \
  }
#define DONE atomicAdd(&f[2], 1)

struct State {
  int ready, value;
};
__device__ State look(volatile int *p) { return State{p[0], p[1]}; }
__device__ void copy(State *to, const int *from) { to->ready = *from; }
struct is_set {
  int *f;
  __device__ bool operator()() const { return *(volatile int *)f != 0; }
};
struct flag {
  int *f;
  __device__ operator bool() const { return *(volatile int *)f; }
};
struct counter {
  int *f;
  __device__ bool operator<(int n) const { return atomicAdd(f, 0) < n; }
  __device__ void arrive() {
    __threadfence();
    atomicAdd(f, 1);
  }
};
struct place {
  volatile int *f;
  __device__ void operator=(int v) {
    __threadfence();
    *f = v;
  }
};
template <class F> __device__ void until(F ready) {
  while (!ready())
    __nanosleep(20);
}
template <class F> struct waiter {
  F ready;
  __device__ void go() {
    while (!ready())
      __nanosleep(20);
  }
};
template <class F> __device__ void wait_for(F f) {
  while (!f)
    __nanosleep(20);
}
template <class C> __device__ void reach(C c, int n) {
  while (c < n)
    __nanosleep(20);
}
template <class F> __device__ void publish(F f) { f = 1; }

__global__ void cast_away(int *f) {
  LAST;
  while (!const_cast<volatile int &>(f[0])) {
  }
  DONE;
}
__global__ void cast_old(int *f) {
  LAST;
  while (!(volatile int &)f[0]) {
  }
  DONE;
}
__global__ void by_member(int *f) {
  LAST;
  while (!look(f).ready) {
  }
  DONE;
}
__global__ void by_binding(int *f) {
  LAST;
  for (;;) {
    auto [ready, value] = look(f);
    if (ready)
      break;
  }
  DONE;
}
__global__ void by_bytes(int *f) {
  LAST;
  State s;
  long long u;
  do {
    u = *(volatile long long *)f;
    memcpy(&s, &u, sizeof u);
  } while (!s.ready);
  DONE;
}
__global__ void by_copy(int *f) {
  LAST;
  State s;
  int u;
  do {
    u = *(volatile int *)f;
    copy(&s, &u);
  } while (!s.ready);
  DONE;
}
__global__ void by_union(int *f) {
  LAST;
  union {
    long long all;
    int i[2];
  } x;
  do {
    x.all = *(volatile long long *)f;
  } while (!x.i[0]);
  DONE;
}
__global__ void by_functor(int *f) {
  LAST;
  until(is_set{f});
  DONE;
}
__global__ void by_field(int *f) {
  LAST;
  waiter<is_set> w{{f}};
  w.go();
  DONE;
}
__global__ void by_conversion(int *f) {
  LAST;
  wait_for(flag{f});
  DONE;
}
__global__ void by_operator(int *f) {
  LAST;
  reach(counter{f}, 1);
  DONE;
}

struct Loader {
  volatile int *from;
  int v;
  __device__ void pull() { v = *from; }
};
__device__ void load(volatile int *from, unsigned *to) { *to = *from; }
template <class P> __device__ void load_by(const P &to, volatile int *from) { *to = *from; }
__global__ void by_lambda(int *f) {
  LAST;
  int x = 0;
  const auto get = [f](int &to) { to = *(volatile int *)f; };
  while (x == 0)
    get(x);
  DONE;
}
__global__ void by_object(int *f) {
  LAST;
  Loader l{f, 0};
  while (l.v == 0)
    l.pull();
  DONE;
}
struct Holder {
  int *to;
  __device__ explicit Holder(int &x) : to(&x) {}
  __device__ void pull(volatile int *from) { *to = *from; }
};
struct Referring {
  int &to;
  __device__ void pull(volatile int *from) { to = *from; }
};
__device__ int *same(int *p) { return p; }
__global__ void by_holder(int *f) {
  LAST;
  int x = 0;
  Holder h(x);
  while (x == 0)
    h.pull(f);
  DONE;
}
__global__ void by_reference_held(int *f) {
  LAST;
  int x = 0;
  Referring r{x};
  while (x == 0)
    r.pull(f);
  DONE;
}
__global__ void by_result(int *f) {
  LAST;
  int x = 0, *to = same(&x);
  while (x == 0)
    *to = *(volatile int *)f;
  DONE;
}
__global__ void by_cast(int *f) {
  LAST;
  int x = 0;
  while (x == 0)
    load(f, (unsigned *)&x);
  for (x = 0; x == 0;)
    load_by(&x, f);
  DONE;
}
__global__ void by_element(int *f) {
  LAST;
  int a[2] = {};
  while (a[0] == 0) {
    a[0] = *(volatile int *)f;
    a[1]++;
  }
  DONE;
}
// No union of the two is meant.
__global__ void beside_count(int *f) {
  LAST;
  State s;
  s.value = 0;
  do {
    s.ready = *(volatile int *)f;
    s.value++;
  } while (s.ready == 0);
  DONE;
}

__global__ void meeting(int *f, int *out) {
  counter c{f};
  c.arrive();
  reach(c, gridDim.x);
  atomicAdd(out, 1);
}
__global__ void meeting_by_cast(int *f, int *out) {
  atomicAdd(f, 1);
  while (const_cast<volatile int &>(*f) < (int)gridDim.x) {
  }
  atomicAdd(out, 1);
}
// Each block waits for the next one.
__global__ void handed_back(int *f, int *out) {
  if (blockIdx.x + 1 < gridDim.x)
    while (!((volatile int *)f)[blockIdx.x + 1])
      __nanosleep(20);
  publish(place{f + blockIdx.x});
  atomicAdd(out, 1);
}

const int threads = 8, blocks = 6;
#define PARENT(child)                                                                              \
  __global__ void launches_##child(int *f) { child<<<1, threads>>>(f + 4 * threadIdx.x); }
PARENT(cast_away)
PARENT(cast_old)
PARENT(by_member)
PARENT(by_binding)
PARENT(by_bytes)
PARENT(by_copy)
PARENT(by_union)
PARENT(by_functor)
PARENT(by_field)
PARENT(by_conversion)
PARENT(by_operator)
PARENT(by_lambda)
PARENT(by_object)
PARENT(by_holder)
PARENT(by_reference_held)
PARENT(by_result)
PARENT(by_cast)
PARENT(by_element)
PARENT(beside_count)
#define PARENT_OF_GRID(child)                                                                      \
  __global__ void launches_##child(int *f) { child<<<blocks, 1>>>(f, f + blocks); }
PARENT_OF_GRID(meeting)
PARENT_OF_GRID(meeting_by_cast)
PARENT_OF_GRID(handed_back)

int main() {
  const int parents = 3;
  bool ok = true;
  const auto run = [&](void (*launch)(int *), int at, int step, int times, int want) {
    int *f = device_zeros<int>(64);
    launch(f);
    const std::vector<int> got = to_host(f, 64);
    for (int i = 0; i < times; i++)
      ok &= got[at + step * i] == want;
  };
#define RUN(child)                                                                                 \
  run([](int *f) { launches_##child<<<1, parents>>>(f); }, 2, 4, parents, threads - 1)
#define RUN_GRID(child) run([](int *f) { launches_##child<<<1, 1>>>(f); }, blocks, 0, 1, blocks)
  RUN(cast_away);
  RUN(cast_old);
  RUN(by_member);
  RUN(by_binding);
  RUN(by_bytes);
  RUN(by_copy);
  RUN(by_union);
  RUN(by_functor);
  RUN(by_field);
  RUN(by_conversion);
  RUN(by_operator);
  RUN(by_lambda);
  RUN(by_object);
  RUN(by_holder);
  RUN(by_reference_held);
  RUN(by_result);
  RUN(by_cast);
  RUN(by_element);
  RUN(beside_count);
  RUN_GRID(meeting);
  RUN_GRID(meeting_by_cast);
  RUN_GRID(handed_back);
  return verdict(ok, "a thread went on too early");
}
