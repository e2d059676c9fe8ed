// RUN: flcc --fl-emit --fl-strategy=t4 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-target=cpu --fl-emit -o - %s 2>/dev/null | grep -v CPU | FileCheck --check-prefix=CPU %s
// CPU: void calls_later_itself(int *p, int ns) { flcpu::yield();
// Loops that others end, and loops that end by themselves: by counting, by going on, by atomic operations.
__device__ int lock, next;
__device__ volatile int vflag;
#define PARENT(child)                                                                              \
  __global__ void launches_##child(int *p, int n, int *q) { child<<<1, 64>>>(p, n, q); }

__global__ void steps_back(int *p, int n, int *q) {
  volatile int *v = p;
  v[threadIdx.x] = 1;
  for (int i = 0; i < n; i++)
    if (!v[i])
      i--;
}
PARENT(steps_back)
// CHECK: warning: launch of 'steps_back': kept: threads of
__global__ void begins_again(int *p, int n, int *q) {
  volatile int *v = p;
  v[threadIdx.x] = 1;
  for (int i = 0; i < n; i++)
    if (!v[i])
      i = -1;
}
PARENT(begins_again)
// CHECK: warning: launch of 'begins_again': kept: threads of
__global__ void all_bits(int *p, int n, int *q) {
  while ((atomicOr(p, 1 << threadIdx.x) & n) != n)
    ;
}
PARENT(all_bits)
// CHECK: warning: launch of 'all_bits': kept: threads of
__device__ bool take(int *p) {
  if (atomicSub(p, 1) > 0)
    return true;
  atomicAdd(p, 1);
  return false;
}
__global__ void semaphore_by_function(int *p, int n, int *q) {
  if (threadIdx.x < 31)
    while (!take(p))
      ;
  else
    atomicAdd(p, 31);
}
PARENT(semaphore_by_function)
// CHECK: warning: launch of 'semaphore_by_function': kept: threads of
__global__ void pause_up_to(int *p, int n, int *q) {
  unsigned w = 8;
  while (w) {
    __nanosleep(w);
    w = min(w * 2, 1024u);
    if (atomicAdd(p, 0) >= n)
      w = 0;
  }
}
PARENT(pause_up_to)
// CHECK: warning: launch of 'pause_up_to': kept: threads of
__global__ void sums_up(int *p, int n, int *q) {
  int sum = 0;
  while (sum < n)
    sum = sum + atomicExch(p, 0);
}
PARENT(sums_up)
// CHECK: warning: launch of 'sums_up': kept: threads of
__global__ void gathers(int *p, int n, int *q) {
  int got = 0;
  while (got != n)
    got |= atomicExch(p, 0);
}
PARENT(gathers)
// CHECK: warning: launch of 'gathers': kept: threads of
__global__ void counts_down(int *p, int n, int *q) {
  int left = n;
  volatile int *v = p;
  while (left > 0)
    left -= *v;
}
PARENT(counts_down)
// CHECK: warning: launch of 'counts_down': kept: threads of
__global__ void maximum(int *p, int n, int *q) {
  while (atomicMax(p, (int)threadIdx.x) < n)
    ;
}
PARENT(maximum)
// CHECK: warning: launch of 'maximum': kept: threads of
__global__ void maximum_kept(int *p, int n, int *q) {
  int old;
  do
    old = atomicMax(p, (int)threadIdx.x);
  while (old < n - 1);
}
PARENT(maximum_kept)
// CHECK: warning: launch of 'maximum_kept': kept: threads of
__global__ void clears(int *p, int n, int *q) {
  while (atomicAnd(p, ~n) == 0)
    ;
}
PARENT(clears)
// CHECK: warning: launch of 'clears': kept: threads of
__global__ void pause_chosen(int *p, int n, int *q) {
  unsigned w = 8;
  for (;;) {
    __nanosleep(w);
    w = w < 1000 ? w * 2 : 1000;
    if (w == 0 || atomicAdd(p, 0))
      break;
  }
}
PARENT(pause_chosen)
// CHECK: warning: launch of 'pause_chosen': kept: threads of
__device__ void other(int *p, int ns);
__device__ void one(int *p, int ns) {
  if (!*(volatile int *)p)
    other(p, ns);
}
__device__ void other(int *p, int ns) { one(p, ns); }
__global__ void calls_each_other(int *p, int n, int *q) {
  if (threadIdx.x == 31)
    atomicExch(p, 1);
  else
    one(p, n);
}
PARENT(calls_each_other)
// CHECK: warning: launch of 'calls_each_other': kept: threads of
__device__ void calls_later_itself(int *p, int ns) {
  if (atomicAdd(p, 0) == 0) {
    __nanosleep(ns);
    calls_later_itself(p, ns * 2);
  }
}
__global__ void calls_later(int *p, int n, int *q) {
  if (threadIdx.x == 31)
    atomicExch(p, 1);
  else
    calls_later_itself(p, n);
}
PARENT(calls_later)
// CHECK: warning: launch of 'calls_later': kept: threads of
__global__ void compare_only(int *p, int n, int *q) {
  int v;
  do
    v = atomicCAS(p, n, n);
  while (v != n);
}
PARENT(compare_only)
// CHECK: warning: launch of 'compare_only': kept: threads of
__global__ void turn(int *p, int n, int *q) {
  int mine = n;
  while (true) {
    if (atomicCAS(p, mine, mine + 1) == mine)
      break;
    __nanosleep(8);
  }
}
PARENT(turn)
// CHECK: warning: launch of 'turn': kept: threads of
__global__ void largest(int *p, int n, int *q) {
  int k = 0;
  volatile int *v = p;
  while (k < n)
    k = max(k, v[k]);
}
PARENT(largest)
// CHECK: warning: launch of 'largest': kept: threads of
__global__ void adds(int *p, int n, int *q) {
  int k = 0, d;
  volatile int *v = p;
  while (k < n) {
    d = v[k];
    k = k + d;
  }
}
PARENT(adds)
// CHECK: warning: launch of 'adds': kept: threads of
__global__ void takes_named(int *p, int n, int *q) {
  const int empty = -1;
  int v;
  while ((v = atomicExch(p, empty)) == empty)
    ;
  q[0] = v;
}
PARENT(takes_named)
// CHECK: warning: launch of 'takes_named': kept: threads of
__global__ void semaphore(int *p, int n, int *q) {
  for (;;) {
    if (atomicAdd(p, -1) > 0)
      break;
    atomicAdd(p, 1);
  }
}
PARENT(semaphore)
// CHECK: warning: launch of 'semaphore': kept: threads of
__global__ void semaphore_element(int *p, int n, int *q) {
  for (;;) {
    int had = atomicSub(&p[n], 1);
    if (had > 0)
      break;
    atomicAdd(p + n, 1);
  }
}
PARENT(semaphore_element)
// CHECK: warning: launch of 'semaphore_element': kept: threads of
__global__ void semaphore_flag(int *p, int n, int *q) {
  bool got = false;
  do {
    int had = atomicSub(p, 1);
    if (had > 0)
      got = true;
    else
      atomicAdd(p, 1);
  } while (!got);
}
PARENT(semaphore_flag)
// CHECK: warning: launch of 'semaphore_flag': kept: threads of
__global__ void takes_bit(int *p, int n, int *q) {
  while (!((atomicAnd(p, ~(1u << threadIdx.x)) >> threadIdx.x) & 1))
    ;
}
PARENT(takes_bit)
// CHECK: warning: launch of 'takes_bit': kept: threads of
__global__ void stack(int *p, int n, int *q) {
  int stack[64], top = 0;
  stack[top++] = n;
  while (top > 0) {
    int x = stack[--top];
    if (atomicExch(&p[x], 1) == 0)
      for (int i = 0; i < 4; i++)
        stack[top++] = q[x * 4 + i];
  }
}
PARENT(stack)
// CHECK: remark: launch of 'stack': t4
__global__ void stack_guarded(int *p, int n, int *q) {
  int stack[64], top = 0;
  stack[top++] = n;
  volatile int *v = p;
  while (top) {
    int x = stack[--top];
    if (v[x] > 3) {
      stack[top] = x + 1;
      top++;
    }
  }
}
PARENT(stack_guarded)
// CHECK: remark: launch of 'stack_guarded': t4
__global__ void converges(int *p, int n, int *q) {
  bool changed;
  do {
    changed = false;
    for (int i = 0; i < n; i++) {
      int nd = q[i] + 1;
      int old = atomicMin(&p[i], nd);
      if (nd < old)
        changed = true;
    }
  } while (changed);
}
PARENT(converges)
// CHECK: remark: launch of 'converges': t4
__device__ bool relax(int *d, int v) { return atomicMin(d, v) > v; }
__global__ void converges_by_function(int *p, int n, int *q) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (int i = 0; i < n; i++)
      if (relax(p + i, q[i] + 1))
        changed = true;
  }
}
PARENT(converges_by_function)
// CHECK: remark: launch of 'converges_by_function': t4
__device__ float maxf(float *a, float v) {
  int *ai = (int *)a;
  int old = *ai, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= v)
      break;
    old = atomicCAS(ai, assumed, __float_as_int(v));
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void float_maximum(int *p, int n, int *q) { maxf((float *)p, n); }
PARENT(float_maximum)
// CHECK: remark: launch of 'float_maximum': t4
__device__ double addd(double *address, double val) {
  unsigned long long int *address_as_ull = (unsigned long long int *)address;
  unsigned long long int old = *address_as_ull, assumed;
  do {
    assumed = old;
    old = atomicCAS(address_as_ull, assumed,
                    __double_as_longlong(val + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void double_sum(int *p, int n, int *q) { addd((double *)p, n); }
PARENT(double_sum)
// CHECK: remark: launch of 'double_sum': t4
__global__ void pushes(int *p, int n, int *q) {
  int old;
  do {
    old = *p;
    q[n] = old;
  } while (atomicCAS(p, old, n) != old);
}
PARENT(pushes)
// CHECK: remark: launch of 'pushes': t4
__global__ void pops(int *p, int n, int *q) {
  volatile int *head = p;
  int old, nx;
  do {
    old = *head;
    if (old == -1)
      return;
    nx = q[old];
  } while (atomicCAS(p, old, nx) != old);
}
PARENT(pops)
// CHECK: remark: launch of 'pops': t4
__global__ void follows(int *p, int n, int *q) {
  volatile int *nx = p;
  int x = n;
  while (x != -1)
    x = nx[x];
}
PARENT(follows)
// CHECK: remark: launch of 'follows': t4
__device__ int find(volatile int *parent, int x) {
  while (parent[x] != x)
    x = parent[x];
  return x;
}
__global__ void joins_sets(int *p, int n, int *q) {
  int u = threadIdx.x, v = n;
  while (true) {
    u = find(p, u);
    v = find(p, v);
    if (u == v)
      break;
    if (u < v) {
      int t = u;
      u = v;
      v = t;
    }
    int old = atomicCAS(&p[u], u, v);
    if (old == u)
      break;
    u = old;
  }
}
PARENT(joins_sets)
// CHECK: remark: launch of 'joins_sets': t4
__global__ void lock_named(int *p, int n, int *q) {
  int free = 0, held = 1;
  while (atomicCAS(&lock, free, held) != free)
    ;
  p[0]++;
  atomicExch(&lock, free);
}
PARENT(lock_named)
// CHECK: remark: launch of 'lock_named': t4
__global__ void lock_bit(int *p, int n, int *q) {
  while (atomicOr(&lock, 1) & 1)
    ;
  p[0]++;
  atomicAnd(&lock, ~1);
}
PARENT(lock_bit)
// CHECK: remark: launch of 'lock_bit': t4
__global__ void lock_owner(int *p, int n, int *q) {
  while (atomicCAS(&lock, 0, (int)threadIdx.x + 1) != 0)
    ;
  p[0]++;
  atomicExch(&lock, 0);
}
PARENT(lock_owner)
// CHECK: remark: launch of 'lock_owner': t4
__global__ void chunks(int *p, int n, int *q) {
  for (;;) {
    int base = atomicAdd(&next, 32);
    if (base >= n)
      return;
    for (int i = base; i < base + 32; i++)
      p[i]++;
  }
}
PARENT(chunks)
// CHECK: remark: launch of 'chunks': t4
__global__ void bisects(int *p, int n, int *q) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (__ldg(p + mid) < 7)
      lo = mid + 1;
    else
      hi = mid;
  }
  q[0] = lo;
}
PARENT(bisects)
// CHECK: remark: launch of 'bisects': t4
__global__ void ring(int *p, int n, int *q) {
  int head = 0, tail = 1;
  q[0] = n;
  while (head != tail) {
    int x = q[head];
    if (++head == 64)
      head = 0;
    if (atomicExch(&p[x], 1) == 0) {
      q[tail] = x + 1;
      if (++tail == 64)
        tail = 0;
    }
  }
}
PARENT(ring)
// CHECK: remark: launch of 'ring': t4
__global__ void queue(int *p, int n, int *q) {
  int head = 0, tail = 1;
  q[0] = n;
  while (head < tail) {
    int x = q[head++];
    if (atomicExch(&p[x], 1) == 0)
      q[tail++] = x + 1;
  }
}
PARENT(queue)
// CHECK: remark: launch of 'queue': t4
struct node {
  node *l, *r;
  volatile int v;
};
__device__ void walk(node *x, int *p) {
  if (!x)
    return;
  atomicAdd(p, x->v);
  walk(x->l, p);
  walk(x->r, p);
}
__global__ void tree(int *p, int n, int *q) { walk((node *)q, p); }
PARENT(tree)
// CHECK: remark: launch of 'tree': t4
__device__ int fact(volatile int *p, int n) { return n < 2 ? *p : n * fact(p, n - 1); }
__global__ void recursion(int *p, int n, int *q) { q[0] = fact(p, n); }
PARENT(recursion)
// CHECK: remark: launch of 'recursion': t4
__global__ void retries(int *p, int n, int *q) {
  int old = *(volatile int *)p;
  while (true) {
    int seen = atomicCAS(p, old, old + n);
    if (seen == old)
      break;
    old = seen;
  }
}
PARENT(retries)
// CHECK: remark: launch of 'retries': t4
__global__ void lengths(int *p, int n, int *q) {
  int i = 0;
  while (i < n) {
    int len = p[i];
    if (vflag)
      q[i] = len;
    i += len + 1;
  }
}
PARENT(lengths)
// CHECK: remark: launch of 'lengths': t4
__global__ void either_step(int *p, int n, int *q) {
  int k = 0;
  while (k < n) {
    k = vflag ? k + 1 : k + 2;
  }
}
PARENT(either_step)
// CHECK: remark: launch of 'either_step': t4
__global__ void swaps(int *p, int n, int *q) {
  int key = n;
  for (;;) {
    key = atomicExch(&p[key % 64], key);
    if (key == -1)
      break;
  }
}
PARENT(swaps)
// CHECK: remark: launch of 'swaps': t4
__global__ void marks_bits(int *p, int n, int *q) {
  int left = n;
  for (int i = 0; left > 0; i++) {
    unsigned old = atomicOr((unsigned *)&p[i / 32], 1u << (i % 32));
    if (!(old & (1u << (i % 32))))
      left--;
  }
}
PARENT(marks_bits)
// CHECK: remark: launch of 'marks_bits': t4
__global__ void leaves_early(int *p, int n, int *q) {
  for (int i = 0; i < n; i++)
    if (__ldcg(p + i) == 3)
      i = n;
}
PARENT(leaves_early)
// CHECK: remark: launch of 'leaves_early': t4
__global__ void levels(int *p, int n, int *q) {
  int level = 0;
  volatile int *v = p;
  while (level < n) {
    for (int i = 0; i < n; i++)
      if (v[i] == level)
        atomicMin(&p[i + 1], level + 1);
    level++;
  }
}
PARENT(levels)
// CHECK: remark: launch of 'levels': t4
__global__ void bits_of_word(int *p, int n, int *q) {
  unsigned m = p[threadIdx.x];
  while (m) {
    int b = __ffs(m) - 1;
    atomicAdd(q + b, 1);
    m &= m - 1;
    if (vflag)
      q[0] = 1;
  }
}
PARENT(bits_of_word)
// CHECK: remark: launch of 'bits_of_word': t4
// What is waited for is assigned on one of two ways, to a member, to an element, to shared memory, by other names, by calls and lambdas.
__global__ void on_both_ways(int *p, int n, int *q) {
  bool done = false;
  while (!done)
    if (atomicAdd(p, 0))
      done = true;
    else
      done = false;
}
PARENT(on_both_ways)
// CHECK: warning: launch of 'on_both_ways': kept: threads of
__global__ void arrives_first(int *p, int n, int *q) {
  bool arrived = false;
  int seen;
  do
    if (!arrived) {
      seen = atomicAdd(p, 1) + 1;
      arrived = true;
    } else {
      seen = *(volatile int *)p;
    }
  while (seen < n);
}
PARENT(arrives_first)
// CHECK: warning: launch of 'arrives_first': kept: threads of
struct Waiter {
  int *place, seen;
  __device__ void wait() {
    do
      seen = atomicAdd(place, 0);
    while (!seen);
  }
};
__global__ void to_member(int *p, int n, int *q) {
  Waiter w{p, 0};
  w.wait();
}
PARENT(to_member)
// CHECK: warning: launch of 'to_member': kept: threads of
__global__ void to_element(int *p, int n, int *q) {
  while (!q[0])
    q[0] = __ldcg(p);
}
PARENT(to_element)
// CHECK: warning: launch of 'to_element': kept: threads of
__global__ void to_shared(int *p, int n, int *q) {
  __shared__ int seen;
  seen = 0;
  while (seen < n)
    seen = atomicAdd(p, 0);
}
PARENT(to_shared)
// CHECK: warning: launch of 'to_shared': kept: threads of
__global__ void by_pointer(int *p, int n, int *q) {
  int seen = 0, *to = &seen;
  while (!seen)
    *to = *(volatile int *)p;
}
PARENT(by_pointer)
// CHECK: warning: launch of 'by_pointer': kept: threads of
__global__ void by_reference(int *p, int n, int *q) {
  int seen = 0, &to = seen;
  while (!seen)
    to = *(volatile int *)p;
}
PARENT(by_reference)
// CHECK: warning: launch of 'by_reference': kept: threads of
__global__ void by_lambda(int *p, int n, int *q) {
  int seen = 0;
  auto look = [&] { seen = atomicAdd(p, 0); };
  while (!seen)
    look();
}
PARENT(by_lambda)
// CHECK: warning: launch of 'by_lambda': kept: threads of
__device__ void look(volatile int *p, int *to) { *to = *p; }
__global__ void to_array(int *p, int n, int *q) {
  int seen[1] = {0};
  while (!seen[0])
    look(p, seen);
}
PARENT(to_array)
// CHECK: warning: launch of 'to_array': kept: threads of
__global__ void to_part(int *p, int n, int *q) {
  int2 seen = make_int2(0, 0);
  do
    look(p, &seen.y);
  while (!seen.y);
}
PARENT(to_part)
// CHECK: warning: launch of 'to_part': kept: threads of
__global__ void to_whole(int *p, int n, int *q) {
  int2 seen = make_int2(0, 0);
  while (!seen.x)
    seen = make_int2(*(volatile int *)p, n);
}
PARENT(to_whole)
// CHECK: warning: launch of 'to_whole': kept: threads of
__global__ void by_local_class(int *p, int n, int *q) {
  struct Flag {
    volatile int *at;
    __device__ bool is_set() const { return *at; }
  } flag{p};
  while (!flag.is_set())
    ;
}
PARENT(by_local_class)
// CHECK: warning: launch of 'by_local_class': kept: threads of
__global__ void least(int *p, int n, int *q) {
  while (atomicMin(p, 100) == 0)
    ;
}
PARENT(least)
// CHECK: warning: launch of 'least': kept: threads of

// And such that end by themselves.
__global__ void counts_on_both_ways(int *p, int n, int *q) {
  int i = 0;
  while (i < n)
    if (atomicAdd(p + i, 0))
      i++;
    else
      i += 2;
}
PARENT(counts_on_both_ways)
// CHECK: remark: launch of 'counts_on_both_ways': t4
__global__ void counts_there(int *p, int n, int *q) {
  while (q[0] < n) {
    q[0] = q[0] + 1;
    atomicAdd(q + 1, atomicAdd(p, 0));
  }
}
PARENT(counts_there)
// CHECK: remark: launch of 'counts_there': t4
__global__ void counts_by_lambda(int *p, int n, int *q) {
  int i = 0;
  auto step = [&] { i++; };
  while (i < n) {
    atomicAdd(q, atomicAdd(p, 0));
    step();
  }
}
PARENT(counts_by_lambda)
// CHECK: remark: launch of 'counts_by_lambda': t4
int main() { launches_steps_back<<<1, 1>>>(nullptr, 0, nullptr); }
