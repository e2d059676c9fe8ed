// Constructors that wait where no call is in sight: in templates, as conversions, in braces, of members and of what they begin with. No thread may run such a child alone, and blocks may wait for any other.
// REMARK-t1: launch of 'seen': t1
// REMARK-t4: launch of 'seen': kept: threads of 'seen' wait for each other in a loop
// REMARK-t1: launch of 'last_first': kept: threads of 'last_first' may wait for another block of its grid
// REMARK-auto: launch of 'last_first': kept: threads of 'last_first' may wait for another block of its grid
// REMARK-t4: launch of 'threads': kept: threads of 'threads' wait for each other in a loop
// REMARK-t4: launch of 'made': kept: threads of 'made' wait for each other in a loop
// REMARK-t4: launch of 'converts': kept: threads of 'converts' wait for each other in a loop
// REMARK-t4: launch of 'copies': kept: threads of 'copies' wait for each other in a loop
// REMARK-t4: launch of 'has_member': kept: threads of 'has_member' wait for each other in a loop
// REMARK-t4: launch of 'braces': kept: threads of 'braces' wait for each other in a loop
// REMARK-t4: launch of 'inherits': kept: threads of 'inherits' wait for each other in a loop
// REMARK-t4: launch of 'begins': kept: threads of 'begins' wait for each other in a loop
// REMARK-t4: launch of 'initialises': kept: threads of 'initialises' wait for each other in a loop
// REMARK-t1: launch of 'brings': kept: threads wait in a loop behind the launch, which may be for what children write
#include "include/test.h"

const int turns = 40;
struct turn {
  int now;
};
struct in_turn {
  turn *t;
  __device__ in_turn(turn *t, int mine) : t(t) {
    while (*(volatile int *)&t->now != mine) {
    }
  }
  __device__ ~in_turn() {
    __threadfence();
    atomicAdd(&t->now, 1);
  }
};
template <class Guard> __device__ void append(turn *t, int *out, int mine) {
  Guard g(t, mine);
  out[mine] = mine ? *(volatile int *)&out[mine - 1] + 1 : 1;
}
__global__ void last_first(turn *t, int *out) {
  append<in_turn>(t, out, gridDim.x - 1 - blockIdx.x);
}
__global__ void threads(turn *t, int *out) { append<in_turn>(t, out, blockDim.x - 1 - threadIdx.x); }
// A call in sight: it waits for those who have drawn a number before.
struct my_turn {
  __device__ my_turn(turn *t, int mine) {
    while (*(volatile int *)&t->now != mine) {
    }
  }
};
__device__ int drawn;
__global__ void seen(turn *t, int *out) {
  if (threadIdx.x > 0)
    return;
  const int mine = atomicAdd(&drawn, 1);
  my_turn g(t, mine);
  out[mine] = mine ? *(volatile int *)&out[mine - 1] + 1 : 1;
  __threadfence();
  *(volatile int *)&t->now = mine + 1;
}

// The last thread sets a flag that the others wait for.
#define LAST (threadIdx.x == blockDim.x - 1)
__device__ int ready;
__device__ int await(int *flag) {
  while (!*(volatile int *)flag) {
  }
  return *flag;
}
struct reads {
  int v;
  __device__ reads(int *flag) { v = await(flag); }
};
struct reads_ready {
  int v;
  __device__ reads_ready() { v = await(&ready); }
};
struct copied {
  int *flag;
  __device__ copied(int *flag) : flag(flag) {}
  __device__ copied(const copied &o) : flag(o.flag) { await(flag); }
};
struct holds {
  reads_ready r;
};
struct two {
  reads r;
  int n;
};
struct derived : reads {
  using reads::reads;
};
struct of_member {
  int v = await(&ready);
};
struct of_initialiser {
  int v;
  __device__ of_initialiser(int *flag) : v(await(flag)) {}
};
template <class T> __device__ int make() {
  T t;
  return t.v;
}
__device__ int value(reads r) { return r.v; }
__device__ int pointed(copied c) { return *c.flag; }
__global__ void made(int *f) {
  if (LAST)
    atomicExch(&ready, 1);
  f[1] = make<reads_ready>();
}
__global__ void converts(int *f) {
  if (LAST)
    atomicExch(f, 1);
  f[1] = value(f);
}
__global__ void copies(int *f) {
  if (LAST)
    atomicExch(f, 1);
  copied c(f);
  f[1] = pointed(c);
}
__global__ void has_member(int *f) {
  if (LAST)
    atomicExch(&ready, 1);
  holds h;
  f[1] = h.r.v;
}
__global__ void braces(int *f) {
  if (LAST)
    atomicExch(f, 1);
  two t{{f}, 2};
  f[1] = t.r.v;
}
__global__ void inherits(int *f) {
  if (LAST)
    atomicExch(f, 1);
  derived d(f);
  f[1] = d.v;
}
__global__ void begins(int *f) {
  if (LAST)
    atomicExch(&ready, 1);
  of_member m;
  f[1] = m.v;
}
__global__ void initialises(int *f) {
  if (LAST)
    atomicExch(f, 1);
  of_initialiser i(f);
  f[1] = i.v;
}
__global__ void brings(int *f) { atomicExch(f, 1); }

__global__ void start(turn *t, int *out) {
  last_first<<<turns, 1>>>(t, out);
  threads<<<1, turns>>>(t + 1, out + turns);
}
__global__ void start_seen(turn *t, int *out) { seen<<<turns, 32>>>(t, out); }
__global__ void flags(int *f) {
  made<<<1, 32>>>(f);
  converts<<<1, 32>>>(f + 2);
  copies<<<1, 32>>>(f + 4);
  has_member<<<1, 32>>>(f + 6);
  braces<<<1, 32>>>(f + 8);
  inherits<<<1, 32>>>(f + 10);
  begins<<<1, 32>>>(f + 12);
  initialises<<<1, 32>>>(f + 14);
}
__global__ void waits_behind(int *f) {
  brings<<<1, 1>>>(f);
  f[1] = value(f);
}

int main() {
  int *out = device_zeros<int>(3 * turns), *f = device_zeros<int>(18);
  start<<<1, 1>>>(device_zeros<turn>(2), out);
  start_seen<<<1, 1>>>(device_zeros<turn>(1), out + 2 * turns);
  flags<<<1, 1>>>(f);
  waits_behind<<<1, 1>>>(f + 16);
  std::vector<int> want, set;
  for (int i = 0; i < 3 * turns; i++)
    want.push_back(i % turns + 1);
  for (int i = 0; i < 18; i++)
    set.push_back(i % 2 || !(i == 0 || i == 6 || i == 12));
  return compare(to_host(out, 3 * turns), want) || compare(to_host(f, 18), set);
}
