// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-remarks -o /dev/null %s 2>&1 | grep -v 'note\|because' | FileCheck --check-prefix=AUTO %s
// RUN: flcc --fl-emit --fl-strategy=t4 -o /dev/null %s 2>&1 | FileCheck --check-prefix=SERIAL %s
// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s 2>/dev/null | grep -v CHECK | FileCheck --check-prefix=TEXT %s
// Blocks that wait for their turns, by tickets and by their numbers in grids of several dimensions: they move where it is for those in front.
#define PARENT(k, grid) \
  __global__ void k##_parent(int *p, int n) { k<<<grid, 32>>>(p, p + n); }

// A lock by tickets is passed on by who holds it.
__device__ unsigned next, serving;
__global__ void lock(int *p, int *q) {
  const unsigned t = atomicAdd(&next, 1u);
  while (*(volatile unsigned *)&serving != t) {
  }
  p[0]++;
  __threadfence();
  *(volatile unsigned *)&serving = t + 1;
}
PARENT(lock, 4)
// CHECK: remark: launch of 'lock': t1;
// AUTO: remark: launch of 'lock': t1;
// SERIAL: warning: launch of 'lock': kept: threads of 'lock' wait for each other in a loop
// TEXT: struct lock__fl {
// TEXT: static constexpr bool waits = true;
// TEXT-NOT: waits_in_order
// TEXT: void run(
__global__ void lock_added(int *p, int *q) {
  __shared__ unsigned drawn;
  if (threadIdx.x == 0) {
    drawn = atomicInc(&next, 0xffffffff);
    while (atomicAdd(&serving, 0) != drawn)
      __nanosleep(20);
  }
  __syncthreads();
  p[threadIdx.x]++;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&serving, 1);
  }
}
PARENT(lock_added, 4)
// CHECK: remark: launch of 'lock_added': t1;
struct Lock {
  int next, now;
  __device__ int seen() const { return *(volatile const int *)&now; }
  __device__ void acquire() {
    const int mine = atomicAdd(&next, 1);
    for (;;)
      if (seen() == mine)
        break;
    __threadfence();
  }
  __device__ void release() {
    __threadfence();
    atomicAdd(&now, 1);
  }
};
__global__ void by_members(Lock *a, Lock *b) {
  for (int i = 0; i < 3; i++) {
    a->acquire();
    b->acquire();
    b->release();
    a->release();
  }
}
__global__ void by_members_parent(Lock *p, int n) { by_members<<<4, 32>>>(p, p + n); }
// CHECK: remark: launch of 'by_members': t1;
__global__ void counted(int *p, int *q) { // no number is left out
  int seen;
  const int t = atomicAdd(q, 1);
  do {
    seen = __ldcg(p);
    __nanosleep(8);
  } while (t > seen);
  atomicAdd(p, 1);
}
PARENT(counted, 4)
// CHECK: remark: launch of 'counted': t1;
__global__ void but_the_first(int *p, int *q) {
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0)
      while (atomicAdd(p, 0) < (int)blockIdx.x) {
      }
    q[0] += blockIdx.x;
    __threadfence();
    atomicAdd(p, 1);
  }
}
PARENT(but_the_first, 4)
// CHECK: remark: launch of 'but_the_first': t1;
__global__ void assigned(int *p, int *q) {
  int seen, t = atomicAdd(q, 1);
  while ((seen = atomicAdd(p, 0)) != t)
    __nanosleep(8);
  atomicAdd(p, 1);
}
PARENT(assigned, 4)
// CHECK: remark: launch of 'assigned': t1;
__global__ void in_steps(int *p, int *q) {
  if (threadIdx.x == 0) {
    while (*(volatile int *)p != (int)blockIdx.x) {
    }
    q[0] += blockIdx.x;
    __threadfence();
    *p = *p + 1;
  }
}
PARENT(in_steps, 4)
// CHECK: remark: launch of 'in_steps': t1;
// TEXT: struct in_steps__fl {
// TEXT: static constexpr bool waits_in_order = true;
__global__ void changes_place(int *p, int *q) {
  const int mine = blockIdx.x;
  if (threadIdx.x == 0)
    while (atomicCAS(p, mine, mine + 1) != mine) {
    }
}
PARENT(changes_place, 4)
// CHECK: remark: launch of 'changes_place': t1;

// Such that may be for later blocks, or go on only if these come.
__global__ void without(int *p, int *q) { // others add without a turn
  if (blockIdx.x % 2) {
    const unsigned t = atomicAdd(&next, 1u);
    while (atomicAdd(&serving, 0) != t) {
    }
  }
  atomicAdd(&serving, 1);
}
PARENT(without, 4)
// CHECK: warning: launch of 'without': kept: threads of 'without' may wait for another block
// AUTO: warning: launch of 'without': kept: threads of 'without' may wait for another block
__global__ void next_but_one(int *p, int *q) {
  const unsigned t = atomicAdd(&next, 1u);
  while (*(volatile unsigned *)&serving != t + 2) {
  }
  serving = t + 1;
}
PARENT(next_but_one, 4)
// CHECK: warning: launch of 'next_but_one': kept: threads of
__global__ void until_left(int *p, int *q) {
  const unsigned t = atomicAdd(&next, 1u);
  while (*(volatile unsigned *)&serving == t) {
  }
  serving = t + 1;
}
PARENT(until_left, 4)
// CHECK: warning: launch of 'until_left': kept: threads of
__global__ void until_over(int *p, int *q) { // what is written may be anything not below: nothing says that it comes in order
  const unsigned t = atomicAdd(&next, 1u);
  while (*(volatile unsigned *)&serving < t) {
  }
  serving = t + 1;
}
PARENT(until_over, 4)
// CHECK: warning: launch of 'until_over': kept: threads of
__global__ void set_back(int *p, int *q) {
  const unsigned t = atomicAdd(&next, 1u);
  while (*(volatile unsigned *)&serving != t) {
  }
  serving = t == 7 ? 0 : t + 1;
}
PARENT(set_back, 4)
// CHECK: warning: launch of 'set_back': kept: threads of
__global__ void counter_set_back(int *p, int *q) {
  const unsigned t = atomicAdd(&next, 1u);
  while (*(volatile unsigned *)&serving != t) {
  }
  serving = t + 1;
  if (p[0])
    next = 0;
}
PARENT(counter_set_back, 4)
// CHECK: warning: launch of 'counter_set_back': kept: threads of
__global__ void other_thread(int *p, int *q) {
  if (threadIdx.x == 0)
    while (atomicAdd(p, 0) != (int)blockIdx.x) {
    }
  if (threadIdx.x == 1)
    atomicAdd(p, 1);
}
PARENT(other_thread, 4)
// CHECK: warning: launch of 'other_thread': kept: threads of
__global__ void other_lock(Lock *a, Lock *b) {
  a->acquire();
  b->release();
  b->acquire();
  a->release();
}
__global__ void other_lock_parent(Lock *p, int n) { other_lock<<<4, 32>>>(p, p + n); }
// CHECK: warning: launch of 'other_lock': kept: threads of
__device__ void acquire_some(int *turn, int n) {
  if (n == 3)
    return;
  while (atomicAdd(turn, 0) != (int)blockIdx.x) {
  }
}
__global__ void some(int *p, int *q) {
  acquire_some(p, q[blockIdx.x]);
  atomicAdd(p, 1);
}
PARENT(some, 4)
// CHECK: warning: launch of 'some': kept: threads of
__global__ void in_branch(int *p, int *q) {
  if (q[blockIdx.x])
    while (atomicAdd(p, 0) != (int)blockIdx.x) {
    }
  atomicAdd(p, 1);
}
PARENT(in_branch, 4)
// CHECK: warning: launch of 'in_branch': kept: threads of
__global__ void but_the_first_two(int *p, int *q) {
  if (blockIdx.x > 1)
    while (atomicAdd(p, 0) < (int)blockIdx.x) {
    }
  atomicAdd(p, 1);
}
PARENT(but_the_first_two, 4)
// CHECK: warning: launch of 'but_the_first_two': kept: threads of
__global__ void but_the_first_ticket(int *p, int *q) { // the counter may not begin with 0
  const int t = atomicAdd(q, 1);
  if (t > 0)
    while (atomicAdd(p, 0) < t) {
    }
  atomicAdd(p, 1);
}
PARENT(but_the_first_ticket, 4)
// CHECK: warning: launch of 'but_the_first_ticket': kept: threads of
__global__ void gives_up(int *p, int *q) {
  while (atomicAdd(p, 0) != (int)blockIdx.x && !q[blockIdx.x]) {
  }
  atomicAdd(p, 1);
}
PARENT(gives_up, 4)
// CHECK: warning: launch of 'gives_up': kept: threads of
__global__ void gives_up_later(int *p, int *q) {
  for (;;) {
    if (atomicAdd(p, 0) == (int)blockIdx.x || q[blockIdx.x])
      break;
  }
  atomicAdd(p, 1);
}
PARENT(gives_up_later, 4)
// CHECK: warning: launch of 'gives_up_later': kept: threads of
__global__ void breaks(int *p, int *q) {
  while (!(atomicAdd(p, 0) == (int)blockIdx.x))
    if (q[blockIdx.x])
      break;
  atomicAdd(p, 1);
}
PARENT(breaks, 4)
// CHECK: warning: launch of 'breaks': kept: threads of
__global__ void has_seen(int *p, int *q) {
  int seen = q[blockIdx.x];
  while (seen != (int)blockIdx.x)
    seen = __ldcg(p);
  atomicAdd(p, 1);
}
PARENT(has_seen, 4)
// CHECK: warning: launch of 'has_seen': kept: threads of
__global__ void assigned_twice(int *p, int *q) {
  int seen, t = atomicAdd(q, 1);
  while ((seen = atomicAdd(p, 0)) != t && seen != 7)
    __nanosleep(8);
  atomicAdd(p, 1);
}
PARENT(assigned_twice, 4)
// CHECK: warning: launch of 'assigned_twice': kept: threads of
__device__ bool is_turn(int *p, int t, bool at_once) {
  if (at_once)
    return true;
  return atomicAdd(p, 0) == t;
}
__global__ void not_always(int *p, int *q) {
  while (!is_turn(p, blockIdx.x, q[blockIdx.x])) {
  }
  atomicAdd(p, 1);
}
PARENT(not_always, 4)
// CHECK: warning: launch of 'not_always': kept: threads of
__global__ void stays_longer(int *p, int *q) { // other ways to stay do no harm
  while (atomicAdd(p, 0) != (int)blockIdx.x || ((volatile int *)q)[0] < 0) {
  }
  atomicAdd(p, 1);
}
PARENT(stays_longer, 4)
// CHECK: remark: launch of 'stays_longer': t1;
__global__ void stays_for_both(int *p, int *q) {
  for (;;)
    if (!(atomicAdd(p, 0) != (int)blockIdx.x || ((volatile int *)q)[0] < 0))
      break;
  atomicAdd(p, 1);
}
PARENT(stays_for_both, 4)
// CHECK: remark: launch of 'stays_for_both': t1;
__global__ void too_early(int *p, int *q) {
  atomicAdd(p, 1);
  while (atomicAdd(p, 0) != (int)blockIdx.x) {
  }
}
PARENT(too_early, 4)
// CHECK: warning: launch of 'too_early': kept: threads of
__global__ void downwards(int *p, int *q) {
  const int mine = gridDim.x - 1 - blockIdx.x;
  while (atomicAdd(p, 0) != mine) {
  }
  atomicExch(p, mine + 1);
}
PARENT(downwards, 4)
// CHECK: warning: launch of 'downwards': kept: threads of
__global__ void goes_round(int *p, int *q) { // a counter that begins anew
  const unsigned t = atomicInc(&next, 7);
  while (*(volatile unsigned *)&serving != t) {
  }
  serving = t + 1;
}
PARENT(goes_round, 4)
// CHECK: warning: launch of 'goes_round': kept: threads of
__device__ int draw(int *counter) { return atomicAdd(counter, 1); }
__global__ void two_counters(int *p, int *q) {
  const int t = draw(p), o = draw(p + 1);
  volatile int *flag = q;
  while (t && !flag[t - 1]) {
  }
  flag[o] = 1;
}
PARENT(two_counters, 4)
// CHECK: warning: launch of 'two_counters': kept: threads of
__global__ void one_counter(int *p, int *q) {
  const int t = draw(p);
  volatile int *flag = q;
  while (t && !flag[t - 1]) {
  }
  flag[t] = 1;
}
PARENT(one_counter, 4)
// CHECK: remark: launch of 'one_counter': t1;

// Numbers in grids of several dimensions.
__device__ void after(volatile int *flag, int b) {
  if (b > 0)
    while (!flag[b - 1]) {
    }
  flag[b] = 1;
}
__device__ int number() { return blockIdx.x + blockIdx.y * gridDim.x; }
__global__ void rows(int *p, int *q) { after(p, blockIdx.y * gridDim.x + blockIdx.x); }
PARENT(rows, dim3(3, n))
// CHECK: remark: launch of 'rows': t1;
// TEXT: struct rows__fl {
// TEXT: static constexpr bool waits_in_order = true;
__global__ void rows_in_line(int *p, int *q) { after(p, blockIdx.y * gridDim.x + blockIdx.x); }
PARENT(rows_in_line, n)
// CHECK: remark: launch of 'rows_in_line': t1;
__global__ void rows_by_function(int *p, int *q) { after(p, number()); }
PARENT(rows_by_function, dim3(3, n, 1))
// CHECK: remark: launch of 'rows_by_function': t1;
__global__ void planes(int *p, int *q) {
  after(p, (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x);
}
__global__ void planes_parent(int *p, dim3 grid) { planes<<<grid, 32>>>(p, p); }
// CHECK: warning: launch of 'planes': kept: threads of
__global__ void planes_apart(int *p, dim3 grid) { planes<<<grid, 32>>>(p, p + grid.x); }
// CHECK: remark: launch of 'planes': t1;
__global__ void planes_otherwise(int *p, int *q) {
  const int plane = gridDim.x * gridDim.y;
  const int b = blockIdx.z * plane + blockIdx.y * gridDim.x + blockIdx.x;
  while (*(volatile int *)p != b) {
  }
  __syncthreads();
  *p = b + 1;
}
PARENT(planes_otherwise, dim3(n, 2, 2))
// CHECK: remark: launch of 'planes_otherwise': t1;
__global__ void above(int *p, int *q) {
  volatile int *flag = p;
  const int b = blockIdx.y * gridDim.x + blockIdx.x;
  if (blockIdx.y)
    while (!flag[(blockIdx.y - 1) * gridDim.x + blockIdx.x]) {
    }
  flag[b] = 1;
}
PARENT(above, dim3(3, n))
// CHECK: remark: launch of 'above': t1;
__global__ void rows_of_planes(int *p, int *q) { after(p, number()); }
PARENT(rows_of_planes, dim3(3, n, 2))
// CHECK: warning: launch of 'rows_of_planes': kept: threads of
__global__ void columns(int *p, int *q) { after(p, blockIdx.x * gridDim.y + blockIdx.y); }
PARENT(columns, dim3(3, n))
// CHECK: warning: launch of 'columns': kept: threads of
__global__ void below(int *p, int *q) {
  volatile int *flag = p;
  while (!flag[(blockIdx.y + 1) * gridDim.x + blockIdx.x]) {
  }
  flag[blockIdx.y * gridDim.x + blockIdx.x] = 1;
}
PARENT(below, dim3(3, n))
// CHECK: warning: launch of 'below': kept: threads of
__global__ void few_bits(int *p, int *q) {
  const unsigned char b = blockIdx.x;
  volatile int *flag = p;
  while (blockIdx.x && !flag[blockIdx.x - 1]) {
  }
  flag[b] = 1;
}
PARENT(few_bits, n)
// CHECK: warning: launch of 'few_bits': kept: threads of
// What one row of blocks names by its number, all rows do.
__global__ void own(int *p, int *q) {
  volatile int *flag = p;
  if (blockIdx.y == gridDim.y - 1)
    flag[blockIdx.x] = 1;
  while (!flag[blockIdx.x]) {
  }
}
PARENT(own, dim3(3, n))
// CHECK: warning: launch of 'own': kept: threads of
__global__ void own_in_line(int *p, int n) { own<<<n, 32>>>(p, p + n); }
// CHECK: remark: launch of 'own': t1;

// Numbers of few bits come again: what is put there is in front of nobody.
__global__ void small_place(volatile unsigned char *p, int *q) {
  if (blockIdx.x != gridDim.x - 1)
    while (*p != blockIdx.x) {
    }
  *p = blockIdx.x + 255;
}
__global__ void small_place_parent(unsigned char *p, int *q) { small_place<<<4, 32>>>(p, q); }
// CHECK: warning: launch of 'small_place': kept: threads of
template <typename T> __global__ void some_place(volatile T *p, int *q) {
  while (*p != (T)blockIdx.x) {
  }
  *p = blockIdx.x + 255;
}
__global__ void some_place_parent(unsigned char *p, int *q) { some_place<<<4, 32>>>(p, q); }
// CHECK: warning: launch of 'some_place': kept: threads of
__global__ void small_cast(int *p, int *q) {
  while ((unsigned char)*(volatile int *)p != blockIdx.x) {
  }
  *p = blockIdx.x + 255;
}
PARENT(small_cast, 4)
// CHECK: warning: launch of 'small_cast': kept: threads of
__global__ void small_variable(int *p, int *q) {
  unsigned char seen;
  do
    seen = *(volatile int *)p;
  while (seen != blockIdx.x);
  *p = blockIdx.x + 255;
}
PARENT(small_variable, 4)
// CHECK: warning: launch of 'small_variable': kept: threads of
__device__ unsigned char small_look(int *p) { return *(volatile int *)p; }
__global__ void small_result(int *p, int *q) {
  while (small_look(p) != blockIdx.x) {
  }
  *p = blockIdx.x + 255;
}
PARENT(small_result, 4)
// CHECK: warning: launch of 'small_result': kept: threads of
struct bits {
  unsigned now : 8;
};
__global__ void small_field(volatile bits *p) {
  while (p->now != blockIdx.x) {
  }
  p->now = blockIdx.x + 255;
}
__global__ void small_field_parent(bits *p) { small_field<<<4, 32>>>(p); }
// CHECK: warning: launch of 'small_field': kept: threads of
__device__ unsigned char small_number() { return blockIdx.x; }
__global__ void few_bits_returned(int *p, int *q) {
  volatile int *flag = p;
  while (blockIdx.x && !flag[blockIdx.x - 1]) {
  }
  flag[small_number()] = 1;
}
PARENT(few_bits_returned, n)
// CHECK: warning: launch of 'few_bits_returned': kept: threads of
__global__ void wide_store(unsigned *p, int *q) { // of 0 in the upper half
  while (((volatile unsigned *)p)[1] != blockIdx.x) {
  }
  *(unsigned long long *)p = blockIdx.x;
}
__global__ void wide_store_parent(unsigned *p, int *q) { wide_store<<<4, 32>>>(p, q); }
// CHECK: warning: launch of 'wide_store': kept: threads of
// Downwards, by what is added.
__device__ unsigned last;
__global__ void tickets_down(volatile int *p, int *q) {
  const unsigned t = atomicAdd(&last, 0xffffffffu);
  while (!p[t - 1]) {
  }
  p[t] = 1;
}
PARENT(tickets_down, 4)
// CHECK: warning: launch of 'tickets_down': kept: threads of
__global__ void turns_down(unsigned *p, int *q) {
  while (*(volatile unsigned *)p != blockIdx.x) {
  }
  *p += 0xffffffffu;
}
__global__ void turns_down_parent(unsigned *p, int *q) { turns_down<<<4, 32>>>(p, q); }
// CHECK: warning: launch of 'turns_down': kept: threads of
__global__ void counter_of_its_own(volatile int *p, int *q) {
  int counter = gridDim.x - blockIdx.x;
  const int t = atomicAdd(&counter, 1);
  while (t > 1 && !p[t - 1]) {
  }
  p[t] = 1;
}
PARENT(counter_of_its_own, 4)
// CHECK: warning: launch of 'counter_of_its_own': kept: threads of
struct backwards {
  int v;
};
__device__ int atomicAdd(backwards *, int) { return gridDim.x - blockIdx.x; }
__global__ void by_same_name(volatile int *p, backwards *q) {
  const int t = atomicAdd(q, 1);
  while (!p[t - 1]) {
  }
  p[t] = 1;
}
__global__ void by_same_name_parent(int *p, backwards *q) { by_same_name<<<4, 32>>>(p, q); }
// CHECK: warning: launch of 'by_same_name': kept: threads of
__global__ void behind_by(volatile int *p, unsigned n) { // n may be as much as -1
  while (!p[blockIdx.x - n]) {
  }
  p[blockIdx.x] = 1;
}
__global__ void behind_by_parent(int *p, int n) { behind_by<<<4, 32>>>(p, n); }
// CHECK: warning: launch of 'behind_by': kept: threads of
// Who holds a lock, or has the turn, waits for a block that stands in the row of one that waits for the lock.
__device__ int held;
__global__ void holds_lock(int *p, int *q) {
  volatile int *flag = p;
  if (threadIdx.x == 0) {
    flag[blockIdx.x] = 1;
    while (atomicCAS(&held, 0, 1) != 0) {
    }
    while (blockIdx.x && !flag[blockIdx.x - 1]) {
    }
    q[0]++;
    __threadfence();
    atomicExch(&held, 0);
  }
}
PARENT(holds_lock, 4)
// CHECK: warning: launch of 'holds_lock': kept: threads of
__device__ unsigned next_held, serving_held;
__global__ void holds_turn(int *p, int *q) {
  volatile int *flag = p;
  if (threadIdx.x == 0) {
    flag[blockIdx.x] = 1;
    const unsigned t = atomicAdd(&next_held, 1u);
    while (*(volatile unsigned *)&serving_held != t) {
    }
    while (blockIdx.x && !flag[blockIdx.x - 1]) {
    }
    *(volatile unsigned *)&serving_held = t + 1;
  }
}
PARENT(holds_turn, 4)
// CHECK: warning: launch of 'holds_turn': kept: threads of
// Locks of other kinds.
#define HOLDS(k, take, give)           \
  __global__ void k(int *p, int *q) {  \
    volatile int *flag = p;            \
    if (threadIdx.x == 0) {            \
      flag[blockIdx.x] = 1;            \
      while (take) {                   \
      }                                \
      if (blockIdx.x)                  \
        while (!flag[blockIdx.x - 1])  \
          ;                            \
      give;                            \
    }                                  \
  }                                    \
  PARENT(k, 4)
HOLDS(holds_sum, atomicAdd(q, 1) != 0, atomicExch(q, 0))
// CHECK: warning: launch of 'holds_sum': kept: threads of
HOLDS(holds_most, atomicMax(q, 1) == 1, atomicExch(q, 0))
// CHECK: warning: launch of 'holds_most': kept: threads of
HOLDS(holds_inc, atomicInc((unsigned *)q, 1u) != 0, atomicExch(q, 0))
// CHECK: warning: launch of 'holds_inc': kept: threads of
HOLDS(holds_nothing, p[64] == 0, atomicExch(q, 0))
// CHECK: remark: launch of 'holds_nothing': t1;
__global__ void first_is_last(unsigned *p, int *q) { // the first block's number is the largest
  while (*(volatile unsigned *)p < blockIdx.x - 1) {
  }
  atomicAdd(p, 1u);
}
__global__ void first_is_last_parent(unsigned *p, int *q) { first_is_last<<<4, 32>>>(p, q); }
// CHECK: warning: launch of 'first_is_last': kept: threads of
int main() { lock_parent<<<1, 1>>>(nullptr, 0); }
