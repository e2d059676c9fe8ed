// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// Waits that are easily taken for something else, and what is like them but waits for nobody.
#define PARENT(k) \
  __global__ void k##_parent(int *p, int n) { k<<<4, 32>>>(p, p + n, n); }
#define WAITS_IN_FIRST(k, ...)                    \
  __global__ void k(int *p, int *q, int n) {      \
    if (blockIdx.x == 0) {                        \
      __VA_ARGS__                                 \
    } else {                                      \
      atomicExch(p, 1);                           \
    }                                             \
  }                                               \
  PARENT(k)

// What leads to a place is not what is there.
WAITS_IN_FIRST(leads_there_again, volatile int *v = p; while (!*v) v = p;)
// CHECK: warning: launch of 'leads_there_again': kept: threads of
WAITS_IN_FIRST(leads_there_at_head, for (volatile int *v = p; *v == 0; v = p);)
// CHECK: warning: launch of 'leads_there_at_head': kept: threads of
WAITS_IN_FIRST(leads_by_address, int *v; do v = p; while (atomicAdd(v, 0) == 0);)
// CHECK: warning: launch of 'leads_by_address': kept: threads of

// Nothing is added, whatever type that has.
template <class T> __device__ void until_set(T *p) {
  while (atomicAdd(p, T(0)) == T(0)) {
  }
}
WAITS_IN_FIRST(adds_none, until_set(p);)
// CHECK: warning: launch of 'adds_none': kept: threads of
template <class T> __device__ void until_set_by_default(T *p) {
  while (atomicAdd(p, T{}) == T())
    __nanosleep(10);
}
WAITS_IN_FIRST(adds_default, until_set_by_default(p);)
// CHECK: warning: launch of 'adds_default': kept: threads of
template <class T> __device__ T draw(T *p) { return atomicAdd(p, T(1)); }
__global__ void draws(int *p, int *q, int n) {
  while (draw(p) < n)
    atomicAdd(q, 1);
}
PARENT(draws)
// CHECK: remark: launch of 'draws': t1;

// Counting does not come to what others write.
WAITS_IN_FIRST(counts_past, volatile int *v = p; int b = 1;
               for (int a = *v; a != b; a = *v, b++) n--;)
// CHECK: warning: launch of 'counts_past': kept: threads of
WAITS_IN_FIRST(steps_past, volatile int *v = p; while (!(*v == n++)) __threadfence();)
// CHECK: warning: launch of 'steps_past': kept: threads of
WAITS_IN_FIRST(counts_up_to, volatile int *v = p; for (int i = 0; i < *v; i++) atomicAdd(q, i);)
// CHECK: remark: launch of 'counts_up_to': t1;
WAITS_IN_FIRST(tries_again, volatile int *v = p; int o = *v;
               while (atomicCAS(p, o, o + 1) != o) o = *v;)
// CHECK: remark: launch of 'tries_again': t1;

WAITS_IN_FIRST(begins_anew, int t; do { t = n; t = atomicAdd(p, 0) + t; } while (t == n);)
// CHECK: warning: launch of 'begins_anew': kept: threads of

// Another member counts.
struct state {
  int seen, now, tries;
};
WAITS_IN_FIRST(other_member_counts, state s{}; while (!s.seen) {
  s.seen = *(volatile int *)p;
  s.tries++;
})
// CHECK: warning: launch of 'other_member_counts': kept: threads of
WAITS_IN_FIRST(by_members, state s{}; while (!s.seen) {
  s.seen = s.now;
  s.now = *(volatile int *)p;
  s.tries++;
})
// CHECK: warning: launch of 'by_members': kept: threads of
WAITS_IN_FIRST(gives_up, state s{}; while (!s.seen) {
  s.seen = *(volatile int *)p || s.tries > 9;
  s.tries++;
})
// CHECK: remark: launch of 'gives_up': t1;

// A product of 32 bits comes to the same numbers again.
__global__ void wraps(int *p, int *q, int n) {
  volatile int *flag = p;
  if (blockIdx.x < 4)
    while (!flag[blockIdx.x * (1u << 28)]) {
    }
  else
    flag[blockIdx.x * (1u << 28)] = 1;
}
PARENT(wraps)
// CHECK: warning: launch of 'wraps': kept: threads of
#define PADDED(k, type, by)               \
  __global__ void k(int *p, int *q, int n) { \
    volatile int *flag = p;               \
    const type at = (type)blockIdx.x * by; \
    if (blockIdx.x)                       \
      while (!flag[at - by]) {            \
      }                                   \
    flag[at] = 1;                         \
  }                                       \
  PARENT(k)
PADDED(padded, int, 32)
// CHECK: remark: launch of 'padded': t1;
PADDED(far_apart, unsigned, 65536)
// CHECK: warning: launch of 'far_apart': kept: threads of
PADDED(far_apart_in_64_bits, long long, 65536)
// CHECK: remark: launch of 'far_apart_in_64_bits': t1;

// A volatile index may be another one when it is named again.
#define WORKS(k, index)                      \
  __global__ void k(int *p, int *q, int n) { \
    index *at = q + threadIdx.x;             \
    bool more = true;                        \
    while (more && !*(volatile int *)(p + n)) { \
      more = false;                          \
      if (!p[*at]) {                         \
        p[*at] = 1;                          \
        more = true;                         \
      }                                      \
    }                                        \
    p[n] = 1;                                \
  }                                          \
  PARENT(k)
WORKS(works, int)
// CHECK: remark: launch of 'works': t1;
WORKS(works_elsewhere, volatile int)
// CHECK: warning: launch of 'works_elsewhere': kept: threads of

// Pointers at a known distance lead to the same memory.
__global__ void chain(volatile int *flag, int *done) {
  const int b = blockIdx.x;
  if (b > 0)
    while (!flag[b - 1]) {
    }
  done[b] = 1;
}
__global__ void apart(int *p, int n) { chain<<<4, 32>>>(p, p + n); }
// CHECK: remark: launch of 'chain': t1;
__global__ void one_further(int *p, int n) { chain<<<4, 32>>>(p + 1, p); }
// CHECK: warning: launch of 'chain': kept: threads of
__global__ void one_back(int *p, int n) { chain<<<4, 32>>>(p, p - 1); }
// CHECK: warning: launch of 'chain': kept: threads of
__global__ void by_element(int *p, int n) { chain<<<4, 32>>>(&p[2], 1 + p); }
// CHECK: warning: launch of 'chain': kept: threads of
__global__ void by_name(int *p, int n) {
  int *const next = p + n + 1;
  chain<<<4, 32>>>(next, p + n);
}
// CHECK: warning: launch of 'chain': kept: threads of
__global__ void by_step(int *p, int n) { chain<<<4, 32>>>(p++, p); }
// CHECK: warning: launch of 'chain': kept: threads of
__global__ void by_bytes(int *p, int n) { chain<<<4, 32>>>(p, (int *)((char *)p + 4)); }
// CHECK: warning: launch of 'chain': kept: threads of
__global__ void of_many(int *p, int n) { chain<<<n, 32>>>(p, p + 64); }
// CHECK: warning: launch of 'chain': kept: threads of
__global__ void beyond_all(int *p, int n) { chain<<<4, 32>>>(p, p + 64); }
// CHECK: remark: launch of 'chain': t1;
int main() {}
