// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o - 2>%t.err | grep -v "^ *//" | FileCheck %s
// RUN: FileCheck --check-prefix=REMARKS %s < %t.err
// RUN: flcc --fl-emit --fl-no-silent-stores %s -o - | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// RUN: flcc --fl-emit --fl-strategy=keep %s -o - | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// A store to a place that was looked at before, at an address out of memory, is an exchange.
// OFF-NOT: by_exchange
struct node {
  int mark, bits : 3;
  node *next;
  const int *list;
};
__device__ int table[64];
// Where its parameter has its value from is known by the calls.
// CHECK: void scattered(int v, int *level)
// CHECK-NEXT: if (level[v] < 0) __fl::by_exchange(level[v]) = 1;
__device__ void scattered(int v, int *level) {
  if (level[v] < 0) level[v] = 1;
}
// CHECK: void in_turn(int v, int *level)
// CHECK-NEXT: if (level[v] < 0) level[v] = 1;
__device__ void in_turn(int v, int *level) {
  if (level[v] < 0) level[v] = 1;
}
__device__ int look_up(const int *col, int i) { return col[i]; }
__global__ void child(const int *col, int *level, node *nodes, volatile int *watched, bool *flags, int n, int to) {
  __shared__ int block[32];
  int mine[4] = {};
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: child__fl_body
  // CHECK: int v = col[j], w = v + 1, x = look_up(col, j);
  int v = col[j], w = v + 1, x = look_up(col, j);
  // CHECK: if (level[v] == -1) __fl::by_exchange(level[v]) = to;
  if (level[v] == -1) level[v] = to;
  // CHECK: if (level[col[w]]) { __fl::by_exchange(level[col[w]]) = to, n++; }
  if (level[col[w]]) { level[col[w]] = to, n++; }
  // CHECK: if (level[x] < to) for (;;) __fl::by_exchange(level[x]) = table[0];
  if (level[x] < to) for (;;) level[x] = table[0];
  // In turn; not looked at; an operation; the value is used; another's or no memory.
  // CHECK: if (level[j] == -1) level[j] = to;
  if (level[j] == -1) level[j] = to;
  // CHECK: level[v + 7] = to; if (level[v]) level[v] += 2; n = (level[v] = 3);
  level[v + 7] = to; if (level[v]) level[v] += 2; n = (level[v] = 3);
  // CHECK: if (block[v]) block[v] = 1; if (mine[v]) mine[v] = 2; if (watched[v]) watched[v] = 1; if (flags[v]) flags[v] = false;
  if (block[v]) block[v] = 1; if (mine[v]) mine[v] = 2; if (watched[v]) watched[v] = 1; if (flags[v]) flags[v] = false;
  // CHECK: if (table[w] == 0) __fl::by_exchange(table[w]) = to;
  if (table[w] == 0) table[w] = to;
  // CHECK: int *p = &level[j], *q = &level[v]; if (*p) *p = 1; if (*q) __fl::by_exchange(*q) = 1;
  int *p = &level[j], *q = &level[v]; if (*p) *p = 1; if (*q) *q = 1;
  // CHECK: if (nodes[v].mark) __fl::by_exchange(nodes[v].mark) = 1; if (nodes[v].bits) nodes[v].bits = 1; if (nodes[j].mark) nodes[j].mark = 1;
  if (nodes[v].mark) nodes[v].mark = 1; if (nodes[v].bits) nodes[v].bits = 1; if (nodes[j].mark) nodes[j].mark = 1;
  // CHECK: node *next = nodes[j].next; if (next->mark) __fl::by_exchange(next->mark) = 1;
  node *next = nodes[j].next; if (next->mark) next->mark = 1;
  // CHECK: if (int old = level[w]) { if (old < to) return; __fl::by_exchange(level[w]) = old; }
  if (int old = level[w]) { if (old < to) return; level[w] = old; }
  // An atomic operation of a place that was looked at does not look again.
  // CHECK: if (atomicCAS(&level[v], -1, to) == -1 && __fl::silent::atomicCAS(&level[j + 1], -1, to) == -1) n++;
  if (atomicCAS(&level[v], -1, to) == -1 && atomicCAS(&level[j + 1], -1, to) == -1) n++;
  scattered(v, level);
  in_turn(j, level);
}
__global__ void parent(const int *col, int *level, node *nodes, bool *flags) {
  child<<<1, 32>>>(col, level, nodes, level, flags, threadIdx.x, 1);
}
int main() { parent<<<1, 32>>>(nullptr, nullptr, nullptr, nullptr); }
// REMARKS-DAG: scattered.cu:{{[0-9]+}}:{{[0-9]+}}: remark: store to 'level[v]': an atomic exchange
// REMARKS-DAG: scattered.cu:{{[0-9]+}}:{{[0-9]+}}: remark: store to 'nodes[v].mark': an atomic exchange
