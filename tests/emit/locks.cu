// RUN: flcc --fl-emit --fl-strategy=t4 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// Locks by all sorts of atomic operations, which a parent may hold while it launches a child that takes them; and operations that are no locks.
__device__ int lock;

__global__ void by_bit(int *p) {
  while (atomicOr(&lock, 2) & 2)
    ;
  p[threadIdx.x]++;
  atomicAnd(&lock, ~2);
}
__global__ void holds_bit(int *p) {
  while (atomicOr(&lock, 2) & 2)
    ;
  by_bit<<<1, 2>>>(p);
  atomicAnd(&lock, ~2);
}
// CHECK: launch of 'by_bit': kept: 'holds_bit' may hold a lock that threads of 'by_bit' take

__global__ void by_bit_of(int *p, int bit) {
  while (atomicOr(p, bit) & bit)
    ;
  atomicAnd(p, ~bit);
}
__global__ void holds_bit_of(int *p) {
  int bit = 1 << threadIdx.x;
  while (atomicOr(p, bit) & bit)
    ;
  by_bit_of<<<1, 2>>>(p, bit);
  atomicAnd(p, ~bit);
}
// CHECK: launch of 'by_bit_of': kept: 'holds_bit_of' may hold a lock that threads of 'by_bit_of' take

__global__ void by_names(int *p) {
  const int open = 0, closed = 1;
  while (atomicCAS(&lock, open, closed) != open)
    ;
  p[threadIdx.x]++;
  atomicExch(&lock, open);
}
__global__ void holds_names(int *p) {
  int open = 0, closed = 1;
  while (atomicCAS(&lock, open, closed) != open)
    ;
  by_names<<<1, 2>>>(p);
  atomicExch(&lock, open);
}
// CHECK: launch of 'by_names': kept: 'holds_names' may hold a lock that threads of 'by_names' take

__global__ void by_owner(int *p) {
  while (atomicCAS(&lock, 0, threadIdx.x + 1) != 0)
    ;
  p[threadIdx.x]++;
  atomicExch(&lock, 0);
}
__global__ void holds_as_owner(int *p) {
  while (atomicCAS(&lock, 0, threadIdx.x + 1) != 0)
    ;
  by_owner<<<1, 2>>>(p);
  atomicExch(&lock, 0);
}
// CHECK: launch of 'by_owner': kept: 'holds_as_owner' may hold a lock that threads of 'by_owner' take

__global__ void by_class(int *p) {
  struct Lock {
    int *word;
    __device__ bool take() { return atomicCAS(word, 0, 1) == 0; }
  } one{&lock};
  while (!one.take())
    ;
  p[threadIdx.x]++;
  atomicExch(&lock, 0);
}
__global__ void holds_class(int *p) {
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  by_class<<<1, 2>>>(p);
  atomicExch(&lock, 0);
}
// CHECK: launch of 'by_class': kept: 'holds_class' may hold a lock that threads of 'by_class' take

__device__ void lower(float *at, float to) {
  int *p = (int *)at, old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __float_as_int(fminf(to, __int_as_float(seen))));
  } while (seen != old);
}
__global__ void retries(float *p) { lower(p, 3); }
__global__ void retries_too(float *p) {
  lower(p, 4);
  retries<<<1, 2>>>(p);
}
// CHECK: launch of 'retries': t4

__global__ void inserts(int *p, int key) {
  int at = key % 7;
  while (atomicCAS(p + at, 0, key))
    at = (at + 1) % 7;
}
__global__ void inserts_too(int *p) {
  int at = 3;
  while (atomicCAS(p + at, 0, 8))
    at++;
  inserts<<<1, 2>>>(p, 5);
}
// CHECK: launch of 'inserts': t4
int main() { holds_bit<<<1, 1>>>(nullptr); }
