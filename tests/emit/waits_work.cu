// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t4 -o /dev/null %s 2>&1 | FileCheck --check-prefix=SERIAL %s
// Loops that look at what others write, and go round as long as they themselves find something to do, need nobody else.
#define PARENT(k) \
  __global__ void k##_parent(int *p, int n) { k<<<4, 64>>>(p, p + n, p + 2 * n); }
__device__ int taken[256], open[256];

// A row is taken for each column that is open; one that belongs to a row leaves that.
__global__ void takes_rows(int *row_of, int *more, int *size) {
  __shared__ bool found, over;
  volatile int *t = taken, *o = open;
  const int i = threadIdx.x;
  if (i == 0)
    over = false;
  do {
    __syncthreads();
    if (i == 0)
      found = false;
    __syncthreads();
    for (int j = i; j < size[blockIdx.x]; j += blockDim.x)
      for (int k = 0; k < 4; k++)
        if (o[j] && !t[row_of[j]]) {
          found = true;
          if (row_of[j] >= 0) {
            t[row_of[j]] = 1;
            __threadfence();
            o[j] = 0;
          } else {
            over = true;
          }
        }
    __syncthreads();
  } while (found && !over);
  if (i == 0 && over)
    more[0] = 1;
}
PARENT(takes_rows)
// CHECK: remark: launch of 'takes_rows': t1;
// SERIAL: warning: launch of 'takes_rows': kept: threads of 'takes_rows' wait for each other in a loop
__global__ void marks(int *state, int *next, int *p) {
  __shared__ bool found, over;
  volatile int *s = state;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!threadIdx.x)
    over = false;
  do {
    __syncthreads();
    if (!threadIdx.x)
      found = false;
    __syncthreads();
    const int to = next[i];
    if (s[i] == 2 && s[to] != 2) {
      found = true;
      if (to >= 0) {
        s[to] = 2;
        __threadfence();
      } else {
        over = true;
      }
    }
    __syncthreads();
  } while (found && !over);
  p[i] = over;
}
PARENT(marks)
// CHECK: remark: launch of 'marks': t1;
// SERIAL: warning: launch of 'marks': kept: threads of 'marks' wait for each other in a loop
__global__ void by_thread(int *state, int *next, int *p) {
  volatile int *s = state;
  bool again = true;
  while (again) {
    again = false;
    for (int i = threadIdx.x; i < 64; i++)
      if (s[i] && s[next[i]] == 0) {
        s[next[i]] = 1;
        again = true;
      }
    __threadfence();
  }
}
PARENT(by_thread)
// CHECK: remark: launch of 'by_thread': t1;
__global__ void by_changing(int *state, int *next, int *p) { // next[i] may be another one when it is read again
  volatile int *s = state;
  bool again = true;
  while (again) {
    again = false;
    for (int i = threadIdx.x; i < 64; i++)
      if (s[i] && s[next[i]] == 0) {
        s[next[i]] = 1;
        again = true;
      }
    next[threadIdx.x] = 0;
    __threadfence();
  }
}
PARENT(by_changing)
// CHECK: warning: launch of 'by_changing': kept: threads of
__global__ void by_thread_at(int *state, int *next, int *p) {
  volatile int *s = state;
  bool again = true;
  while (again) {
    again = false;
    for (int i = threadIdx.x; i < 64; i++) {
      const int to = next[i];
      if (s[i] && s[to] == 0) {
        s[to] = 1;
        again = true;
      }
    }
    __threadfence();
  }
}
PARENT(by_thread_at)
// CHECK: remark: launch of 'by_thread_at': t1;
// Distances and labels only fall.
__global__ void relaxes(int *distance, int *next, int *p) {
  __shared__ int again;
  if (threadIdx.x == 0)
    distance[p[blockIdx.x]] = 0;
  do {
    __syncthreads();
    if (threadIdx.x == 0)
      again = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
      const int d = distance[i] + 1, to = next[i];
      if (d < distance[to]) {
        const int before = atomicMin(&distance[to], d);
        if (before > d)
          again = 1;
      }
    }
    __threadfence();
    __syncthreads();
  } while (again != 0);
}
PARENT(relaxes)
// CHECK: remark: launch of 'relaxes': t1;
__global__ void labels(int *label, int *next, int *p) {
  volatile int *l = label;
  bool go = true;
  while (go) {
    go = false;
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
      const int least = l[next[i]];
      if (l[i] > least) {
        l[i] = least;
        go = true;
      }
    }
  }
}
PARENT(labels)
// CHECK: remark: launch of 'labels': t1;
__global__ void takes(int *owner, int *next, int *p) {
  __shared__ bool again;
  do {
    __syncthreads();
    if (threadIdx.x == 0)
      again = false;
    __syncthreads();
    if (((volatile int *)owner)[threadIdx.x] == 2 && atomicCAS(&owner[next[threadIdx.x]], 0, 2) == 0)
      again = true;
    __threadfence();
    __syncthreads();
  } while (again);
}
PARENT(takes)
// CHECK: remark: launch of 'takes': t1;

// Such that wait all the same.
__global__ void up_and_down(int *label, int *next, int *p) {
  volatile int *l = label;
  bool go = true;
  while (go) {
    go = false;
    const int here = l[next[threadIdx.x]];
    if (l[threadIdx.x] > here) {
      l[threadIdx.x] = here;
      go = true;
    }
    if (l[threadIdx.x + 1] < here)
      l[threadIdx.x + 1] = here;
  }
}
PARENT(up_and_down)
// CHECK: warning: launch of 'up_and_down': kept: threads of
__global__ void not_less(int *label, int *next, int *p) {
  volatile int *l = label;
  bool go = true;
  while (go) {
    go = false;
    const int here = l[next[threadIdx.x]];
    if (l[threadIdx.x] >= here) {
      l[threadIdx.x] = here;
      go = true;
    }
  }
}
PARENT(not_less)
// CHECK: warning: launch of 'not_less': kept: threads of
__global__ void tries(int *owner, int *next, int *p) { // goes on where another has been there
  __shared__ bool again;
  do {
    __syncthreads();
    if (threadIdx.x == 0)
      again = false;
    __syncthreads();
    if (((volatile int *)owner)[threadIdx.x] == 0 || atomicExch(&owner[next[threadIdx.x]], 2) == 2)
      again = true;
    __threadfence();
    __syncthreads();
  } while (again);
}
PARENT(tries)
// CHECK: warning: launch of 'tries': kept: threads of
__global__ void polls(int *state, int *next, int *p) { // what is changed is not what is looked at
  volatile int *s = state;
  bool again = true;
  while (again) {
    again = false;
    if (s[blockIdx.x + 1] == 0) {
      next[blockIdx.x] = 1;
      again = true;
    }
  }
  s[blockIdx.x] = 1;
}
PARENT(polls)
// CHECK: warning: launch of 'polls': kept: threads of
__global__ void takes_back(int *state, int *next, int *p) { // somewhere else
  volatile int *s = state;
  bool again = true;
  while (again) {
    again = false;
    const int to = next[threadIdx.x];
    if (s[to] == 0) {
      s[to] = 1;
      again = true;
    }
    if (p[to])
      state[to - 1] = 0;
  }
}
PARENT(takes_back)
// CHECK: warning: launch of 'takes_back': kept: threads of
__global__ void goes_elsewhere(int *state, int *next, int *p) {
  volatile int *s = state;
  bool again = true;
  while (again) {
    again = false;
    int to = next[blockIdx.x];
    if (s[to] == 0) {
      to = to + 1;
      s[to] = 1;
      again = true;
    }
  }
}
PARENT(goes_elsewhere)
// CHECK: warning: launch of 'goes_elsewhere': kept: threads of
__global__ void sometimes(int *state, int *next, int *p) {
  volatile int *s = state;
  bool again = true;
  while (again) {
    again = false;
    const int to = next[blockIdx.x];
    if (s[to] == 0) {
      again = true;
      if (p[to])
        s[to] = 1;
    }
  }
}
PARENT(sometimes)
// CHECK: warning: launch of 'sometimes': kept: threads of
__global__ void leaves_out(int *state, int *next, int *p) {
  volatile int *s = state;
  bool again = true;
  while (again) {
    again = false;
    for (int i = 0; i < 4; i++) {
      const int to = next[i];
      if (s[to] == 0) {
        again = true;
        if (p[to])
          continue;
        s[to] = 1;
      }
    }
  }
}
PARENT(leaves_out)
// CHECK: warning: launch of 'leaves_out': kept: threads of
__global__ void never_begins(int *state, int *next, int *p) {
  volatile int *s = state;
  bool again = true;
  while (again) {
    if (p[0])
      again = false;
    const int to = next[blockIdx.x];
    if (s[to] == 0) {
      again = true;
      s[to] = 1;
    }
    if (s[blockIdx.x])
      again = false;
  }
}
PARENT(never_begins)
// CHECK: warning: launch of 'never_begins': kept: threads of
__global__ void goes_past(int *state, int *next, int *p) {
  volatile int *s = state;
  bool again = true;
  while (again) {
    if (s[blockIdx.x] == 0)
      continue;
    again = false;
    const int to = next[blockIdx.x];
    if (s[to] == 0) {
      again = true;
      s[to] = 1;
    }
  }
}
PARENT(goes_past)
// CHECK: warning: launch of 'goes_past': kept: threads of
__global__ void ends_not(int *state, int *next, int *p) { // the other way out is taken back
  volatile int *s = state;
  bool again = true, over = false;
  while (again && !over) {
    again = false;
    over = false;
    const int to = next[blockIdx.x];
    if (s[to] == 0) {
      again = true;
      if (p[0])
        s[to] = 1;
      else
        over = true;
    }
    if (s[blockIdx.x] == 0)
      over = false;
  }
}
PARENT(ends_not)
// CHECK: warning: launch of 'ends_not': kept: threads of
__global__ void each_alone(int *state, int *next, int *p) { // some of a block have left
  __shared__ bool found;
  volatile int *s = state;
  if (threadIdx.x < p[0])
    return;
  do {
    __syncthreads();
    if (threadIdx.x == 0)
      found = false;
    __syncthreads();
    const int to = next[threadIdx.x];
    if (s[to] == 0) {
      found = true;
      s[to] = 1;
    }
    __syncthreads();
  } while (found);
}
PARENT(each_alone)
// CHECK: warning: launch of 'each_alone': kept: threads of
__global__ void twice_parent(int *p, int n) { marks<<<4, 64>>>(p, p, p + n); }
// CHECK: warning: launch of 'marks': kept: threads of
// What is put there is not what was compared: it may change nothing.
__global__ void rounds_off(int *distance, float *d, int *p) {
  volatile int *v = distance;
  bool again = true;
  while (again) {
    again = false;
    const float put = d[threadIdx.x];
    if (put < v[0]) {
      v[0] = put;
      again = true;
    }
  }
}
__global__ void rounds_off_parent(int *p, float *d) { rounds_off<<<4, 64>>>(p, d, p + 64); }
// CHECK: warning: launch of 'rounds_off': kept: threads of
__global__ void two_orders(int *label, int *next, int *p) {
  volatile int *l = label;
  bool again = true;
  while (again) {
    again = false;
    const int a = next[0], b = next[1];
    if (a < l[0]) {
      l[0] = a;
      again = true;
    }
    if ((unsigned)b < (unsigned)l[0]) {
      l[0] = b;
      again = true;
    }
  }
}
PARENT(two_orders)
// CHECK: warning: launch of 'two_orders': kept: threads of
__global__ void other_order(unsigned *label, int *next, int *p) {
  bool again = true;
  while (again) {
    again = false;
    const int put = next[threadIdx.x];
    const unsigned before = atomicMin(&label[0], (unsigned)put);
    if ((int)before > put)
      again = true;
    __threadfence();
  }
}
__global__ void other_order_parent(unsigned *p, int *d) { other_order<<<4, 64>>>(p, d, d + 64); }
// CHECK: warning: launch of 'other_order': kept: threads of
__global__ void does_not_fit(char *state, int *stop, int *p) {
  bool again = true;
  while (again && !*(volatile int *)stop) {
    again = false;
    if (state[threadIdx.x] != 257) {
      state[threadIdx.x] = 257;
      again = true;
    }
  }
  if (blockIdx.x == 3)
    *stop = 1;
}
__global__ void does_not_fit_parent(char *p, int *d) { does_not_fit<<<4, 64>>>(p, d, d + 64); }
// CHECK: warning: launch of 'does_not_fit': kept: threads of
struct narrow {
  int f : 1;
};
__global__ void one_bit(narrow *state, int *stop, int *p) { // 1 is -1 there
  bool again = true;
  while (again && !*(volatile int *)stop) {
    again = false;
    if (state[threadIdx.x].f != 1) {
      state[threadIdx.x].f = 1;
      again = true;
    }
  }
  if (blockIdx.x == 3)
    *stop = 1;
}
__global__ void one_bit_parent(narrow *p, int *d) { one_bit<<<4, 64>>>(p, d, d + 64); }
// CHECK: warning: launch of 'one_bit': kept: threads of
__global__ void sees_few_bits(int *state, int *stop, int *p) {
  bool again = true;
  while (again && !*(volatile int *)stop) {
    again = false;
    if ((char)state[threadIdx.x] == 1) {
      state[threadIdx.x] = 257;
      again = true;
    }
  }
  if (blockIdx.x == 3)
    *stop = 1;
}
PARENT(sees_few_bits)
// CHECK: warning: launch of 'sees_few_bits': kept: threads of
typedef unsigned char point_t; // not an int for its name
__global__ void keeps_few_bits(point_t *state, int *stop, int *p) {
  bool again = true;
  while (again && !*(volatile int *)stop) {
    again = false;
    if (state[threadIdx.x] == 1) {
      state[threadIdx.x] = 257;
      again = true;
    }
  }
  if (blockIdx.x == 3)
    *stop = 1;
}
__global__ void keeps_few_bits_parent(point_t *p, int *d) { keeps_few_bits<<<4, 64>>>(p, d, d + 64); }
// CHECK: warning: launch of 'keeps_few_bits': kept: threads of
int main() { marks_parent<<<1, 1>>>(nullptr, 0); }
