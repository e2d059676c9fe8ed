// RUN: flcc --fl-emit --fl-strategy=t4 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s 2>/dev/null | grep -v CHECK | FileCheck --check-prefix=T1 %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -o /dev/null %s 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: flcc --fl-emit --fl-strategy=t2 -o /dev/null %s 2>&1 | FileCheck --check-prefix=EVERY %s
// RUN: flcc --fl-emit --fl-strategy=t3 -o /dev/null %s 2>&1 | FileCheck --check-prefix=EVERY %s
// RUN: flcc --fl-emit --fl-strategy=mega -o /dev/null %s 2>&1 | FileCheck --check-prefix=EVERY %s
// RUN: flcc --fl-emit --fl-strategy=warp -o /dev/null %s 2>&1 | FileCheck --check-prefix=EVERY %s
// RUN: flcc --fl-emit --fl-strategy=block -o /dev/null %s 2>&1 | FileCheck --check-prefix=EVERY %s
// RUN: flcc --fl-emit --fl-strategy=multiblock -o /dev/null %s 2>&1 | FileCheck --check-prefix=EVERY %s
// RUN: flcc --fl-emit --fl-strategy=grid -o /dev/null %s 2>&1 | FileCheck --check-prefix=EVERY %s
// RUN: flcc --fl-emit --fl-strategy=auto -o /dev/null %s 2>&1 | FileCheck --check-prefix=EVERY %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-engine=fused -o /dev/null %s 2>&1 | FileCheck --check-prefix=EVERY %s
// RUN: flcc --fl-emit --fl-strategy=keep --fl-coarsen=4 -o /dev/null %s 2>&1 | FileCheck --check-prefix=COARSE %s
// RUN: flcc --fl-emit --fl-threshold=64 --fl-strategy=keep --fl-remarks -o /dev/null %s 2>&1 | FileCheck --check-prefix=KEEP %s
// RUN: flcc --fl-emit --fl-threshold=64 --fl-remarks -o /dev/null %s 2>&1 | FileCheck --check-prefix=AUTO %s
// RUN: flcc --fl-emit --fl-remarks -o /dev/null %s 2>&1 | FileCheck --check-prefix=PLACE %s
// RUN: flcc --fl-target=cpu --fl-emit -o - %s 2>/dev/null | grep -v CPU | FileCheck --check-prefix=CPU %s
// BEYOND: warning: pragma ignored: 'wait_in_order' is unknown; {{.*}} and waits_in_order are known [-fl-pragma]
// CPU: while (flcpu::yield(), atomicAdd(&flag[threadIdx.x], 0) == 0) {
// CPU: while (flcpu::yield(), !vflag[blockIdx.x])
// CPU: } while (flcpu::yield(), v == 0);
// CPU: if (flcpu::yield(), true) goto again;
// PLACE-NOT: launch of 'a01': what it launches
// PLACE: launch of 'b01': what it launches is recorded (t1 or t2), run in place (t4)
// PLACE-NOT: launch of 'a01': what it launches
// Threads that wait for each other in a loop cannot run one after another. Locks, retries and queues can.
__device__ int flag[64], lock, next;
__device__ volatile int vflag[64], vcount;
enum { EMPTY = -1 };

// KEEP: waits.cu:[[@LINE+8]]:{{.*}} launch of 'atomic_add': kept: as asked for [-fl-remarks]
// AUTO: waits.cu:[[@LINE+7]]:{{.*}} launch of 'atomic_add': t1; {{.*}}bound: none [-fl-remarks]
// T1: struct atomic_add__fl {
// T1: static constexpr bool waits = true;
__global__ void atomic_add(int *p) {
  while (atomicAdd(&flag[threadIdx.x], 0) == 0) {
  }
}
__global__ void a01(int *p) { atomic_add<<<1, 64>>>(p); }
// CHECK: waits.cu:[[@LINE-1]]:31: warning: launch of 'atomic_add': kept: threads of 'atomic_add' wait for each other in a loop [-fl-kept]
// CHECK: waits.cu:[[@LINE-5]]:3: note: because of this
__global__ void volatile_variable(int *p) {
  if (threadIdx.x == 0)
    while (!vflag[blockIdx.x])
      ;
}
__global__ void a02(int *p) { volatile_variable<<<1, 64>>>(p); }
// CHECK: warning: launch of 'volatile_variable': kept: threads of
// CHECK: waits.cu:[[@LINE-5]]:5: note: because of this
template <class T> __global__ void volatile_cast(T *p) {
  while (*(volatile T *)(p + threadIdx.x) == T(0))
    ;
}
__global__ void a03(int *p) { volatile_cast<<<1, 64>>>(p); }
// CHECK: warning: launch of 'volatile_cast': kept: threads of
typedef volatile int watched;
__global__ void assigned(watched *p) {
  int v;
  do {
    v = *p;
  } while (v == 0);
}
__global__ void a04(int *p) { assigned<<<1, 64>>>(p); }
// CHECK: warning: launch of 'assigned': kept: threads of
__global__ void leaves(volatile int *p) {
  for (int rounds = 0;; rounds++)
    if (p[0])
      break;
}
__global__ void a05(int *p) { leaves<<<1, 64>>>(p); }
// CHECK: warning: launch of 'leaves': kept: threads of
__global__ void returns(volatile int *p) {
  while (true) {
    const int seen = *p;
    if (seen > 3) {
      p[1] = seen;
      return;
    }
  }
}
__global__ void a06(int *p) { returns<<<1, 64>>>(p); }
// CHECK: warning: launch of 'returns': kept: threads of
__global__ void noted(volatile int *p) {
  bool done = false;
  while (!done)
    if (*p)
      done = true;
}
__global__ void a07(int *p) { noted<<<1, 64>>>(p); }
// CHECK: warning: launch of 'noted': kept: threads of
__global__ void tries_again(volatile int *p) {
  for (int i = 0; i < 3;) {
    if (p[0] == i)
      continue;
    i++;
  }
}
__global__ void a08(int *p) { tries_again<<<1, 64>>>(p); }
// CHECK: warning: launch of 'tries_again': kept: threads of
__global__ void compare_same(int *p) {
  while (atomicCAS(p, 1, 1) != 1)
    ;
}
__global__ void a09(int *p) { compare_same<<<1, 64>>>(p); }
// CHECK: warning: launch of 'compare_same': kept: threads of
__global__ void compare_set(int *p) {
  while (atomicCAS_block(p, 2, 0) != 2)
    ;
}
__global__ void a10(int *p) { compare_set<<<1, 64>>>(p); }
// CHECK: warning: launch of 'compare_set': kept: threads of
__global__ void takes(int *p) {
  int v;
  while ((v = atomicExch(p, EMPTY)) == EMPTY)
    ;
  p[1] = v;
}
__global__ void a11(int *p) { takes<<<1, 64>>>(p); }
// CHECK: warning: launch of 'takes': kept: threads of
__global__ void past_cache(int *p) {
  while (__ldcg(p) == 0)
    ;
}
__global__ void a12(int *p) { past_cache<<<1, 64>>>(p); }
// CHECK: warning: launch of 'past_cache': kept: threads of
__global__ void assembly(int *p) {
  int v;
  do
    asm volatile("ld.relaxed.gpu.b32 %0, [%1];" : "=r"(v) : "l"(p));
  while (!v);
}
__global__ void a13(int *p) { assembly<<<1, 64>>>(p); }
// CHECK: warning: launch of 'assembly': kept: threads of
__global__ void sleeps(int *p) {
  while (!p[threadIdx.x])
    __nanosleep(20);
}
__global__ void a14(int *p) { sleeps<<<1, 64>>>(p); }
// CHECK: warning: launch of 'sleeps': kept: threads of
__device__ int seen(int *p) { return *(volatile int *)p; }
__global__ void by_function(int *p) {
  while (seen(p) == 0)
    ;
}
__global__ void a15(int *p) { by_function<<<1, 64>>>(p); }
// CHECK: warning: launch of 'by_function': kept: threads of
__device__ void await(int *p) {
  while (seen(p) == 0)
    ;
}
__global__ void calls(int *p) { await(p); }
__global__ void a16(int *p) { calls<<<1, 64>>>(p); }
// CHECK: warning: launch of 'calls': kept: threads of 'calls' wait for each other in a loop
// CHECK: waits.cu:[[@LINE-6]]:3: note: because of this
__global__ void by_lambda(int *p) {
  auto ready = [&] { return vflag[0] != 0; };
  while (!ready())
    ;
}
__global__ void a17(int *p) { by_lambda<<<1, 64>>>(p); }
// CHECK: warning: launch of 'by_lambda': kept: threads of
template <class F> __device__ void until(F met) {
  while (!met())
    ;
}
__global__ void hands_on(int *p) {
  until([=] { return atomicOr(p, 0) != 0; });
}
__global__ void a18(int *p) { hands_on<<<1, 64>>>(p); }
// CHECK: warning: launch of 'hands_on': kept: threads of
__global__ void in_lambda(int *p) {
  auto wait = [=] {
    while (seen(p) == 0)
      ;
  };
  wait();
}
__global__ void a19(int *p) { in_lambda<<<1, 64>>>(p); }
// CHECK: warning: launch of 'in_lambda': kept: threads of
struct signal {
  volatile int set;
  __device__ void wait() {
    while (!set)
      ;
  }
};
__global__ void by_member(signal *s) { s->wait(); }
__global__ void a20(int *p) { by_member<<<1, 64>>>((signal *)p); }
// CHECK: warning: launch of 'by_member': kept: threads of
__global__ void jumps(volatile int *p) {
again:
  if (!*p)
    goto again;
}
__global__ void a21(int *p) { jumps<<<1, 64>>>(p); }
// CHECK: warning: launch of 'jumps': kept: threads of
__global__ void shared_flag(int *p) {
  volatile __shared__ int ready;
  if (threadIdx.x == 32)
    ready = 1;
  while (ready != 1)
    ;
}
__global__ void a22(int *p) { shared_flag<<<1, 64>>>(p); }
// CHECK: warning: launch of 'shared_flag': kept: threads of
#define SPIN(x) while (x)
__global__ void by_macro(int *p) { SPIN(!vflag[0]); }
__global__ void a23(int *p) { by_macro<<<1, 64>>>(p); }
// CHECK: warning: launch of 'by_macro': kept: threads of
__global__ void either_way(volatile int *p, int n) {
  for (int i = 0; i < n || !*p; i++)
    ;
}
__global__ void a24(int *p) { either_way<<<1, 64>>>(p, 8); }
// CHECK: warning: launch of 'either_way': kept: threads of
__global__ void counts_signals(volatile int *p) {
  for (int n = 0; n < 2;)
    if (p[0] == n)
      n++;
}
__global__ void a25(int *p) { counts_signals<<<1, 64>>>(p); }
// CHECK: warning: launch of 'counts_signals': kept: threads of
__global__ void all_set(volatile int *p, int n) {
  bool all;
  do {
    all = true;
    for (int i = 0; i < n; i++)
      all &= p[i] != 0;
  } while (!all);
}
__global__ void a26(int *p) { all_set<<<1, 64>>>(p, 3); }
// CHECK: warning: launch of 'all_set': kept: threads of
__global__ void enough_set(int *p, int n) {
  int i, set;
  while (true) {
    set = 0;
    for (i = 0; i < n; i++)
      set += __ldcv(p + i);
    if (set >= n)
      goto out;
  }
out:
  p[n] = set;
}
__global__ void a28(int *p) { enough_set<<<1, 64>>>(p, 3); }
// CHECK: warning: launch of 'enough_set': kept: threads of
#define FOREVER for (;;)
__global__ void forever(volatile int *p) {
  FOREVER {
    if (*p)
      break;
  }
}
__global__ void a29(int *p) { forever<<<1, 64>>>(p); }
// CHECK: warning: launch of 'forever': kept: threads of
__global__ void backs_off(int *p) {
  unsigned pause = 8;
  while (atomicAdd_system(p, 0) == 0) {
    __nanosleep(pause);
    if (pause < 256)
      pause *= 2;
  }
}
__global__ void a27(int *p) { backs_off<<<1, 64>>>(p); }
// CHECK: warning: launch of 'backs_off': kept: threads of

__global__ void bounded(volatile int *p) {
  for (int i = 0; i < *p; i++)
    p[1] = i;
}
// T1: struct bounded__fl {
// T1-NOT: waits
// T1: void run(
__global__ void b01(int *p) { bounded<<<1, 64>>>(p); }
// KEEP: waits.cu:[[@LINE-1]]:{{.*}} launch of 'bounded': kept: as asked for; fewer than 64 threads: t4
// AUTO: waits.cu:[[@LINE-2]]:{{.*}} launch of 'bounded': t1; {{.*}}; fewer than 64 threads: t4
// CHECK: remark: launch of 'bounded': t4;
__global__ void polls(volatile int *p) {
  for (int i = 0; i < 100; i++)
    if (*p)
      break;
  int tries = 0;
  while (!*p && tries++ < 100)
    ;
}
__global__ void b02(int *p) { polls<<<1, 64>>>(p); }
// CHECK: remark: launch of 'polls': t4;
__global__ void timed(volatile int *p) {
  const long long start = clock64();
  while (!*p && clock64() - start < 1000)
    ;
}
__global__ void b03(int *p) { timed<<<1, 64>>>(p); }
// CHECK: remark: launch of 'timed': t4;
__global__ void retries(int *p, int v) {
  int old = *(volatile int *)p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, assumed + v);
  } while (assumed != old);
  while (true) {
    const int now = *(volatile int *)p;
    if (now <= v || atomicCAS(p, now, v) == now)
      break;
  }
}
__global__ void b04(int *p) { retries<<<1, 64>>>(p, 3); }
// CHECK: remark: launch of 'retries': t4;
// CPU: yield(), atomicCAS(&lock, 0, 1)
__global__ void locks(int *p) {
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  p[0]++;
  __threadfence();
  atomicExch(&lock, 0);
  while (atomicExch(&lock, 1))
    __nanosleep(10);
  p[0]++;
  __threadfence();
  lock = 0;
}
__global__ void b05(int *p) { locks<<<1, 64>>>(p); }
// CHECK: remark: launch of 'locks': t4;
__global__ void locks_once(int *p) {
  bool done = false;
  while (!done)
    if (atomicCAS(&lock, 0, 1) == 0) {
      if (p[threadIdx.x] > 3) {
        p[0]++;
        done = true;
      } else {
        p[1]++;
        done = true;
      }
      __threadfence();
      atomicExch(&lock, 0);
    }
}
__global__ void b06(int *p) { locks_once<<<1, 64>>>(p); }
// CHECK: remark: launch of 'locks_once': t4;
__device__ bool try_lock(int *l) { return atomicCAS(l, 0, 1) == 0; }
__global__ void locks_by_function(int *p) {
  while (!try_lock(&lock))
    __nanosleep(10);
  p[0]++;
  atomicExch(&lock, 0);
}
__global__ void b07(int *p) { locks_by_function<<<1, 64>>>(p); }
// CHECK: remark: launch of 'locks_by_function': t4;
__global__ void queue(int *p, int n) {
  int i;
  while ((i = atomicAdd(&next, 1)) < n)
    p[i]++;
  while (vcount > 0)
    if (atomicSub((int *)&vcount, 1) < 3)
      break;
}
__global__ void b08(int *p) { queue<<<1, 64>>>(p, 100); }
// CHECK: remark: launch of 'queue': t4;
__global__ void hash(int *keys, int key, int n) {
  for (int at = key % n;; at = (at + 1) % n) {
    const int before = atomicCAS(&keys[at], EMPTY, key);
    if (before == EMPTY || before == key)
      return;
  }
}
__global__ void b09(int *p) { hash<<<1, 64>>>(p, 17, 100); }
// CHECK: remark: launch of 'hash': t4;
__global__ void finds_root(volatile int *parent, int x) {
  while (parent[x] != x)
    x = parent[x];
  int here = threadIdx.x, up;
  while ((up = parent[here]) != here)
    here = up;
}
__global__ void b10(int *p) { finds_root<<<1, 64>>>(p, 5); }
// CHECK: remark: launch of 'finds_root': t4;
struct cell {
  cell *volatile next;
  volatile int value;
};
__global__ void walks(cell *c, int *p) {
  for (; c; c = c->next)
    if (c->value == 7)
      break;
  while (c && c->next)
    c = c->next;
}
__global__ void b11(int *p) { walks<<<1, 64>>>(nullptr, p); }
// CHECK: remark: launch of 'walks': t4;
__global__ void converges(int *label, int n) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (int i = 1; i < n; i++)
      if (atomicMin(&label[i - 1], label[i]) > label[i])
        changed = true;
    __threadfence();
  }
}
__global__ void b12(int *p) { converges<<<1, 64>>>(p, 9); }
// CHECK: remark: launch of 'converges': t4;
__global__ void halves(int *p, int n) {
  volatile int left = n;
  while (left > 0) {
    left = left / 2;
    __threadfence();
  }
  for (int i = 0; i < p[0]; i++)
    __threadfence_block();
}
__global__ void b13(int *p) { halves<<<1, 64>>>(p, 64); }
// CHECK: remark: launch of 'halves': t4;
__global__ void repeats(volatile int *p) {
  while (*p) {
    *p = 0;
    if (p[1] > 3)
      *p = 1;
  }
}
__global__ void b14(int *p) { repeats<<<1, 64>>>(p); }
// CHECK: remark: launch of 'repeats': t4;
// What is tried only once something was given does not end the waiting.
__global__ void takes(unsigned *p) {
  if (threadIdx.x == 40)
    atomicAdd(p, 1u);
  for (;;) {
    const unsigned v = *(volatile unsigned *)p;
    if (v && atomicCAS(p, v, v - 1) == v)
      break;
  }
}
__global__ void a30(unsigned *p) { takes<<<1, 64>>>(p); }
// CHECK: warning: launch of 'takes': kept: threads of 'takes' wait for each other in a loop
__global__ void takes_too(unsigned *p) {
  for (unsigned v = 0; v == 0;) {
    v = atomicAdd(p, 0u);
    if (v && atomicCAS(p, v, v - 1) != v)
      v = 0;
  }
}
__global__ void a31(unsigned *p) { takes_too<<<1, 64>>>(p); }
// CHECK: warning: launch of 'takes_too': kept: threads of 'takes_too' wait for each other in a loop
// One way goes on at once, the other only when others have come.
__global__ void either_goes_on(volatile int *p, int n) {
  for (int i = 0; i < n;)
    if (p[i]) {
      i++;
    } else {
      int open = 1;
      if (p[n])
        open--;
      if (open == 0)
        i++;
    }
}
__global__ void a32(int *p) { either_goes_on<<<1, 64>>>(p, 3); }
// CHECK: warning: launch of 'either_goes_on': kept: threads of 'either_goes_on' wait for each other in a loop
__global__ void leaves_either_way(volatile int *p) {
  for (;;)
    if (p[0])
      return;
    else if (p[1])
      break;
  p[2] = 1;
}
__global__ void a33(int *p) { leaves_either_way<<<1, 64>>>(p); }
// CHECK: warning: launch of 'leaves_either_way': kept: threads of 'leaves_either_way' wait for each other in a loop
int main() {
  a01<<<1, 1>>>(nullptr);
  b01<<<1, 1>>>(nullptr);
}

// Blocks that wait for a later one, or for all, need CUDA's own launch, which has them all at a time. Those that wait for what is in front of them, or has begun, do not.
__device__ void look(volatile int *p) {
  while (!*p)
    ;
}
__global__ void backwards(volatile int *p) {
  if (blockIdx.x + 1 < gridDim.x)
    look(p + blockIdx.x + 1);
  p[blockIdx.x] = 1;
}
__global__ void c01(int *p) { backwards<<<4, 1>>>(p); }
// BEYOND: waits.cu:[[@LINE-1]]:31: warning: launch of 'backwards': kept: threads of 'backwards' may wait for another block of its grid [-fl-kept]
// BEYOND: waits.cu:[[@LINE-10]]:3: note: because of this
// EVERY: warning: launch of 'backwards': kept: threads of 'backwards' may wait for another block of its grid
// COARSE: warning: coarsening has no effect here: threads of 'backwards' may wait for another block of its grid [-fl-coarsen]
__global__ void c02(int *p) { backwards<<<1, 1>>>(p); }
// EVERY-NOT: waits.cu:[[@LINE-1]]:{{.*}} kept
// BEYOND: remark: launch of 'backwards': t1;
__global__ void c03(int *p) {
#pragma freelaunch waits_in_order
  backwards<<<4, 1>>>(p);
}
// EVERY-NOT: waits.cu:[[@LINE-2]]:{{.*}} kept
// BEYOND: remark: launch of 'backwards': t1;
__global__ void c04(int *p) {
#pragma freelaunch wait_in_order
  backwards<<<4, 1>>>(p);
}
// BEYOND: warning: launch of 'backwards': kept: threads of
// EVERY: waits.cu:[[@LINE-3]]:3: warning: launch of 'backwards': kept: threads of
__global__ void meets(int *count) {
  atomicAdd(count, 1);
  while (*(volatile int *)count < gridDim.x) {
  }
}
__global__ void c05(int *p) { meets<<<4, 1>>>(p); }
// BEYOND: warning: launch of 'meets': kept: threads of 'meets' may wait for another block
__global__ void meets_apart(volatile int *come, volatile int *go) {
  if (threadIdx.x == 0)
    come[blockIdx.x] = 1;
  if (blockIdx.x == 0) {
    while (!come[threadIdx.x]) {
    }
    go[threadIdx.x] = 1;
  }
  while (!go[blockIdx.x]) {
  }
}
__global__ void c06(int *p) { meets_apart<<<4, 4>>>(p, p + 4); }
// BEYOND: warning: launch of 'meets_apart': kept: threads of 'meets_apart' may wait for another block
__global__ void own_flag(int *p) {
  __shared__ volatile int ready;
  ready = 0;
  __syncthreads();
  if (threadIdx.x == 0)
    ready = 1;
  while (!ready)
    ;
}
__global__ void c07(int *p) { own_flag<<<4, 32>>>(p); }
// BEYOND: remark: launch of 'own_flag': t1;
__global__ void own_by_function(int *p) {
  __shared__ int ready;
  if (threadIdx.x == 32)
    ready = 1;
  look(&ready);
  p[0] = 1;
}
__global__ void c08(int *p) { own_by_function<<<4, 64>>>(p); }
// BEYOND: remark: launch of 'own_by_function': t1;
__global__ void takes_lock(int *p) {
  while (atomicCAS(p, 0, 1) != 0)
    ;
  p[1]++;
  __threadfence();
  atomicExch(p, 0);
}
__global__ void c09(int *p) { takes_lock<<<4, 1>>>(p); }
// BEYOND: remark: launch of 'takes_lock': t1;
__global__ void locks_nodes(volatile int *node, int n, int step) {
  int skip = 0, at;
  for (int i = threadIdx.x; i < n;) {
    const int seen = node[i % 8];
    if (seen != -2) {
      at = i % 8;
      if (seen == atomicCAS((int *)&node[at], seen, -2)) {
        i += step;
        skip = 2;
      }
    }
    if (skip == 2)
      node[at] = seen + 1;
  }
}
__global__ void c10(int *p) { locks_nodes<<<4, 1>>>(p, 9, 1); }
// BEYOND: remark: launch of 'locks_nodes': t1;
__global__ void empties(volatile int *mail) { // -2 is no lock's: nobody gives back what is taken
  for (int i = 0; i < 4;) {
    const int seen = mail[0];
    if (seen != -2 && seen == atomicCAS((int *)mail, seen, -2))
      i++;
  }
}
__global__ void c11(int *p) { empties<<<4, 1>>>(p); }
// BEYOND: warning: launch of 'empties': kept: threads of 'empties' may wait for another block
__global__ void by_host(volatile int *latch, int *p) {
  while (*latch == 0) {
  }
  p[0] = 1;
}
__global__ void c12(int *p) { by_host<<<4, 1>>>(p, p + 4); }
// BEYOND: remark: launch of 'by_host': t1;
__global__ void ticketed(volatile int *flag, int *counter) {
  __shared__ int drawn;
  if (threadIdx.x == 0)
    drawn = atomicAdd(counter, 1);
  __syncthreads();
  const int ticket = drawn;
  while (ticket > 0 && !flag[ticket - 1]) {
  }
  flag[ticket] = 1;
}
__global__ void c13(int *p) { ticketed<<<4, 32>>>(p, p + 9); }
// BEYOND: remark: launch of 'ticketed': t1;
// T1: struct ticketed__fl {
// T1-NOT: waits_in_order
// T1: void run(
__global__ void hands_on(int *flag, volatile int *value, int *counter) {
  __shared__ int drawn;
  if (threadIdx.x == 0)
    drawn = atomicAdd(counter, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    while (drawn != 0 && atomicAdd(&flag[drawn], 0) == 0) {
    }
    value[drawn + 1] = value[drawn] + 1;
    __threadfence();
    atomicAdd(&flag[drawn + 1], 1);
  }
}
__global__ void c14(int *p) { hands_on<<<4, 32>>>(p, p + 9, p + 20); }
// BEYOND: remark: launch of 'hands_on': t1;
__global__ void wrong_tickets(volatile int *flag, int *counter) { // the counter goes back
  __shared__ int drawn;
  if (threadIdx.x == 0)
    drawn = atomicAdd(counter, 1);
  __syncthreads();
  while (drawn > 0 && !flag[drawn - 1]) {
  }
  flag[drawn] = 1;
  *counter = 0;
}
__global__ void c15(int *p) { wrong_tickets<<<4, 32>>>(p, p + 9); }
// BEYOND: warning: launch of 'wrong_tickets': kept: threads of 'wrong_tickets' may wait for another block
__global__ void own_tickets(volatile int *flag, int *counters) { // of many counters
  const int drawn = atomicAdd(&counters[blockIdx.x], 1);
  while (drawn > 0 && !flag[drawn - 1]) {
  }
  flag[drawn] = 1;
}
__global__ void c16(int *p) { own_tickets<<<4, 32>>>(p, p + 9); }
// BEYOND: warning: launch of 'own_tickets': kept: threads of 'own_tickets' may wait for another block
__global__ void chained(int *flag) {
  const int before = (int)blockIdx.x - 1;
  if (before >= 0)
    look(flag + before);
  flag[blockIdx.x] = 1;
}
__global__ void c17(int *p) { chained<<<4, 32>>>(p); }
// BEYOND: remark: launch of 'chained': t1;
// T1: struct chained__fl {
// T1: static constexpr bool waits_in_order = true;
__global__ void c18(int *p) { chained<<<dim3(2, 2), 32>>>(p); }
// BEYOND: warning: launch of 'chained': kept: threads of
__global__ void looks_back(int *state, int *sums) {
  volatile int *s = state;
  int sum = 0;
  sums[blockIdx.x] = 3;
  __threadfence();
  s[blockIdx.x] = 1;
  for (int i = blockIdx.x - 1 - threadIdx.x; i >= 0;) {
    const int seen = s[i];
    if (seen == 0)
      continue;
    sum += ((volatile int *)sums)[i];
    if (seen == 2)
      break;
    i -= blockDim.x;
  }
  atomicAdd(&sums[blockIdx.x], sum);
  s[blockIdx.x] = 2;
}
__global__ void c19(int *p) { looks_back<<<4, 32>>>(p, p + 4); }
// BEYOND: remark: launch of 'looks_back': t1;
__global__ void looks_ahead(volatile int *state) {
  state[blockIdx.x] = 1;
  for (int i = blockIdx.x - 1; i < gridDim.x;)
    if (i < 0 || state[i])
      i++;
}
__global__ void c20(int *p) { looks_ahead<<<4, 32>>>(p); }
// BEYOND: warning: launch of 'looks_ahead': kept: threads of
__global__ void turned(volatile int *flag) {
  while (blockIdx.x && !flag[blockIdx.x - 1]) {
  }
  flag[gridDim.x - 1 - blockIdx.x] = 1;
}
__global__ void c21(int *p) { turned<<<4, 32>>>(p); }
// BEYOND: warning: launch of 'turned': kept: threads of
__global__ void by_thread(volatile int *flag) {
  if (threadIdx.x == 32)
    for (int i = 0; i < 32; i++)
      flag[blockIdx.x * 32 + i] = 1;
  while (!flag[blockIdx.x * 32 + threadIdx.x % 32]) {
  }
}
__global__ void c22(int *p) { by_thread<<<4, 64>>>(p); }
// BEYOND: remark: launch of 'by_thread': t1;
__device__ volatile int *loaded;
__global__ void looks_at(volatile int *flag, int *p) {
  while (flag[0] == 0) {
  }
  p[threadIdx.x] = 1;
}
__global__ void c24(int *p) { looks_at<<<4, 64>>>(p, p + 64); }
// BEYOND: remark: launch of 'looks_at': t1;
__global__ void c25(int *p) { looks_at<<<4, 64>>>(p, p); }
// BEYOND: warning: launch of 'looks_at': kept: threads of
template <class F> __global__ void calls_value(volatile int *flag, F f) {
  while (flag[0] == 0) {
  }
  f();
}
struct sets {
  int *p;
  __device__ void operator()() { p[0] = 1; }
};
__global__ void c26(int *p) { calls_value<<<4, 64>>>(p, sets{p}); }
// BEYOND: warning: launch of 'calls_value': kept: threads of 'calls_value' may wait for another block
struct gate {
  volatile int open;
  int count;
  __device__ void pass() {
    while (!open) {
    }
  }
  __device__ void add() { count = 1; }
};
__global__ void by_object(gate *g) {
  if (blockIdx.x > 0)
    g[blockIdx.x - 1].pass();
  g[blockIdx.x].add();
  g[blockIdx.x].open = 1;
}
__global__ void c27(gate *g) { by_object<<<4, 64>>>(g); }
// BEYOND: remark: launch of 'by_object': t1;
__global__ void anywhere(volatile int **flag) {
  while (!flag[0][0]) {
  }
  loaded[0] = 1;
}
__global__ void c23(int **p) { anywhere<<<4, 64>>>((volatile int **)p); }
// BEYOND: warning: launch of 'anywhere': kept: threads of
// All that may write there counts.
__global__ void exchanged(int *flag) {
  if (blockIdx.x + 1 == gridDim.x)
    atomicExch(flag, 2);
  while (*(volatile int *)flag != 2) {
  }
}
__global__ void c28(int *p) { exchanged<<<4, 64>>>(p); }
// BEYOND: warning: launch of 'exchanged': kept: threads of
__global__ void compared(int *flag) {
  if (blockIdx.x + 1 == gridDim.x)
    atomicCAS(flag, 1, 2);
  while (*(volatile int *)flag != 2) {
  }
}
__global__ void c29(int *p) { compared<<<4, 64>>>(p); }
// BEYOND: warning: launch of 'compared': kept: threads of
__global__ void objects(int2 *flag) {
  flag[blockIdx.x] = make_int2(1, 1);
  while (((volatile int2 *)flag)[blockIdx.x + 1].x == 0) {
  }
}
__global__ void c30(int2 *p) { objects<<<4, 64>>>(p); }
// BEYOND: warning: launch of 'objects': kept: threads of
__global__ void objects_before(int2 *flag) {
  while (blockIdx.x && ((volatile int2 *)flag)[blockIdx.x - 1].x == 0) {
  }
  flag[blockIdx.x] = make_int2(1, 1);
}
__global__ void c31(int2 *p) { objects_before<<<4, 64>>>(p); }
// BEYOND: remark: launch of 'objects_before': t1;
__global__ void only_reads(int *flag, int *p) { // by operations that change nothing
  while (atomicOr(flag, 0) == 0 || atomicCAS(flag + 1, 5, 5) == 5) {
  }
  p[0] = 1;
}
__global__ void c32(int *p) { only_reads<<<4, 64>>>(p, p + 4); }
// BEYOND: remark: launch of 'only_reads': t1;
__global__ void by_shared_pointer(volatile int *flag) {
  __shared__ volatile int *p;
  if (threadIdx.x == 0)
    p = flag;
  __syncthreads();
  while (blockIdx.x + 1 < gridDim.x && !p[blockIdx.x + 1]) {
  }
  flag[blockIdx.x] = 1;
}
__global__ void c33(int *p) { by_shared_pointer<<<4, 64>>>(p); }
// BEYOND: warning: launch of 'by_shared_pointer': kept: threads of
// What is given by another name is written by both.
__device__ int gates[256], *some_gates, *other_gates;
__global__ void by_two_names(int *flag) {
  flag[blockIdx.x] = 1;
  while (!((volatile int *)gates)[blockIdx.x + 1]) {
  }
}
__global__ void c34() { by_two_names<<<4, 64>>>(gates); }
// BEYOND: warning: launch of 'by_two_names': kept: threads of
__global__ void by_other_names(int *flag) {
  gates[blockIdx.x] = 1;
  while (!((volatile int *)flag)[blockIdx.x + 1]) {
  }
}
__global__ void c35() {
  int *g = gates + 0;
  by_other_names<<<4, 64>>>(g);
}
// BEYOND: warning: launch of 'by_other_names': kept: threads of
__global__ void by_variables(int *flag) {
  some_gates[blockIdx.x] = 1;
  while (!((volatile int *)other_gates)[blockIdx.x + 1]) {
  }
}
__global__ void c36(int *p) { by_variables<<<4, 64>>>(p); }
// BEYOND: warning: launch of 'by_variables': kept: threads of
__global__ void given_twice(int *flag, int *p) {
  flag[blockIdx.x] = 1;
  while (!((volatile int *)p)[blockIdx.x + 1]) {
  }
}
__global__ void c37(int *p) {
  int *q = p;
  given_twice<<<4, 64>>>(p + 0, q);
}
// BEYOND: warning: launch of 'given_twice': kept: threads of
__global__ void by_local_class(int *flag) {
  struct waits {
    static __device__ void look(volatile int *f) {
      while (!*f) {
      }
    }
  };
  flag[blockIdx.x] = 1;
  waits::look(flag + blockIdx.x + 1);
}
__global__ void c38(int *p) { by_local_class<<<4, 64>>>(p); }
// BEYOND: warning: launch of 'by_local_class': kept: threads of
__global__ void stores_by_asm(int *flag) {
  asm volatile("{ .reg .u32 t; ld.shared.u32 t, [%1]; st.global.u32 [%0], t; }"
               :
               : "l"(flag + blockIdx.x), "r"(0));
  while (!((volatile int *)flag)[blockIdx.x + 1]) {
  }
}
__global__ void c39(int *p) { stores_by_asm<<<4, 64>>>(p); }
// BEYOND: warning: launch of 'stores_by_asm': kept: threads of
__global__ void upper_half(unsigned long long *flag) {
  atomicAnd(&flag[blockIdx.x], 0xffffffffull);
  while (((volatile unsigned long long *)flag)[blockIdx.x + 1] >> 32) {
  }
}
__global__ void c40(unsigned long long *p) { upper_half<<<4, 64>>>(p); }
// BEYOND: warning: launch of 'upper_half': kept: threads of
__device__ int another(int *p) { return atomicAdd(p, 1); }
__global__ void not_the_same(int *flag, int *p) {
  atomicCAS(&flag[blockIdx.x], another(p), another(p));
  while (!((volatile int *)flag)[blockIdx.x + 1]) {
  }
}
__global__ void c41(int *p) { not_the_same<<<4, 64>>>(p, p + 64); }
// BEYOND: warning: launch of 'not_the_same': kept: threads of
