// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t4 -o /dev/null %s 2>&1 | FileCheck --check-prefix=SERIAL %s
// Tables whose keys come before their values: who has put the key has begun, and puts the value.
#define PARENT(k) \
  __global__ void k##_parent(int *p, int n) { k<<<4, 64>>>(p, p + n, p + 2 * n, n); }
enum { EMPTY = -1, NONE = -2 };

__global__ void finds(int *keys, int *values, int *result, int n) {
  const int key = result[blockIdx.x] % 8;
  volatile int *v = values;
  for (int at = key;; at = (at + 1) % n) {
    const int seen = atomicCAS(&keys[at], EMPTY, key);
    if (seen == EMPTY) {
      v[at] = blockIdx.x;
      break;
    }
    if (seen == key) {
      while (v[at] == NONE) {
      }
      result[threadIdx.x] = v[at];
      break;
    }
  }
}
PARENT(finds)
// CHECK: remark: launch of 'finds': t1;
// SERIAL: warning: launch of 'finds': kept: threads of 'finds' wait for each other in a loop
struct entry {
  unsigned key;
  int value;
};
__global__ void finds_entry(entry *table, int n) {
  const unsigned at = threadIdx.x % n;
  if (atomicCAS(&table[at].key, 0u, 1u + at) == 0) {
    __threadfence();
    atomicExch(&table[at].value, 7);
  } else {
    while (atomicAdd(&table[at].value, 0) == 0)
      __nanosleep(20);
  }
}
__global__ void finds_entry_parent(entry *p, int n) { finds_entry<<<4, 64>>>(p, n); }
// CHECK: remark: launch of 'finds_entry': t1;

__global__ void others_put(int *keys, int *values, int *result, int n) {
  const int at = threadIdx.x;
  volatile int *v = values;
  const int seen = atomicCAS(&keys[at], EMPTY, 1);
  if (seen != EMPTY)
    while (v[at] == NONE) {
    }
  if (blockIdx.x == 3)
    v[at] = 1;
}
PARENT(others_put)
// CHECK: warning: launch of 'others_put': kept: threads of
__global__ void moves_on(int *keys, int *values, int *result, int n) {
  int at = threadIdx.x;
  volatile int *v = values;
  const int seen = atomicCAS(&keys[at], EMPTY, 1);
  if (seen == EMPTY) {
    v[at] = 1;
  } else {
    at++;
    while (v[at] == NONE) {
    }
  }
}
PARENT(moves_on)
// CHECK: warning: launch of 'moves_on': kept: threads of
__global__ void puts_elsewhere(int *keys, int *values, int *result, int n) {
  int at = threadIdx.x;
  volatile int *v = values;
  const int seen = atomicCAS(&keys[at], EMPTY, 1);
  if (seen == EMPTY) {
    v[at + 1] = 1;
  } else {
    while (v[at] == NONE) {
    }
  }
}
PARENT(puts_elsewhere)
// CHECK: warning: launch of 'puts_elsewhere': kept: threads of
__global__ void takes_out(int *keys, int *values, int *result, int n) {
  const int at = threadIdx.x;
  volatile int *v = values;
  const int seen = atomicCAS(&keys[at], EMPTY, 1);
  if (seen == EMPTY) {
    v[at] = 1;
  } else {
    while (v[at] == NONE) {
    }
    keys[at] = EMPTY;
  }
}
PARENT(takes_out)
// CHECK: warning: launch of 'takes_out': kept: threads of
__global__ void any_key(int *keys, int *values, int *result, int n) { // the key may be no key
  const int at = threadIdx.x, key = result[at];
  volatile int *v = values;
  const int seen = atomicCAS(&keys[at], EMPTY, key);
  if (seen == key)
    while (v[at] == NONE) {
    }
  if (seen == EMPTY)
    v[at] = 1;
}
PARENT(any_key)
// CHECK: warning: launch of 'any_key': kept: threads of
__global__ void no_key(unsigned *keys, int *values, int n) { // by another name
  const int at = threadIdx.x;
  volatile int *v = values;
  const unsigned seen = atomicCAS(&keys[at], 0xffffffffu, 1u);
  if ((int)seen == EMPTY)
    while (v[at] == NONE) {
    }
  if (seen == 0xffffffffu)
    v[at] = 1;
}
__global__ void no_key_parent(unsigned *p, int *q, int n) { no_key<<<4, 64>>>(p, q, n); }
// CHECK: warning: launch of 'no_key': kept: threads of
__global__ void other_mark(int *keys, int *values, int *result, int n) {
  const int at = threadIdx.x;
  volatile int *v = values;
  const int seen = atomicCAS(&keys[at], EMPTY, 1);
  if (seen == EMPTY) {
    atomicCAS(&keys[at], 1, 2);
    v[at] = 1;
  } else {
    while (v[at] == NONE) {
    }
  }
}
PARENT(other_mark)
// CHECK: warning: launch of 'other_mark': kept: threads of
__global__ void wide(int *keys, int *values, int *result, int n) { // two keys at a time
  const int at = threadIdx.x;
  volatile int *v = values;
  const unsigned long long seen = atomicCAS((unsigned long long *)&keys[at], 0ull, 1ull);
  if (seen == 0) {
    v[at] = 1;
  } else {
    while (v[at] == NONE) {
    }
  }
}
PARENT(wide)
// CHECK: warning: launch of 'wide': kept: threads of
__global__ void looked_before(int *keys, int *values, int *result, int n) { // the index is another one in another round
  int at = threadIdx.x, seen = 1;
  volatile int *v = values;
  for (int i = 0; i < n; i++) {
    while (seen != EMPTY && v[at] == NONE) {
    }
    at = result[at];
    seen = atomicCAS(&keys[at], EMPTY, 1);
    if (seen == EMPTY)
      v[at] = 1;
  }
}
PARENT(looked_before)
// CHECK: warning: launch of 'looked_before': kept: threads of
__global__ void index_of_few_bits(int *keys, int *values, int *result, int n) {
  const int at = result[blockIdx.x];
  volatile int *v = values;
  const int seen = atomicCAS(&keys[at], EMPTY, 1);
  if (seen == EMPTY)
    v[at] = 1;
  else
    while (v[(unsigned char)at] == NONE) {
    }
}
PARENT(index_of_few_bits)
// CHECK: warning: launch of 'index_of_few_bits': kept: threads of
int main() { finds_parent<<<1, 1>>>(nullptr, 0); }
