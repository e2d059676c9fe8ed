// RUN: flcc --fl-emit --fl-remarks %s -o - 2>%t.err | grep -v "^ *//" | FileCheck %s
// RUN: FileCheck --check-prefix=REMARKS %s < %t.err
// RUN: flcc --fl-emit --fl-no-silent-stores %s -o - | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// RUN: flcc --fl-emit --fl-strategy=keep %s -o - | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// Stores of one constant to one place, by all threads of a child grid, look first whether it is there already.
// OFF-NOT: store_new
#define TWICE(x) x; x
__device__ int raised, twice, taken, by_reference, compound, again, array[3];
__device__ volatile int watched;
__device__ float real;
__device__ bool found;
__device__ unsigned char byte;
__device__ int &reference() { return by_reference; }
// CHECK: __device__ void helper(int x)
// CHECK-NEXT: if (x) __fl::store_new(raised, 1); else twice = 2;
__device__ void helper(int x) {
  if (x) raised = 1; else twice = 2;
}
__device__ void set(int *to) { *to = 1; }
template <class T>
__global__ void child(int *flag, bool *over, int *__restrict__ result, volatile int *seen, T *dependent,
                      int *alias, int *given, int n) {
  // The kernel's own symbol is as it was.
  // CHECK: if (n > 3) *flag = 1;
  // CHECK: child__fl_body
  // CHECK: if (n > 3) __fl::store_new(*flag, 1);
  if (n > 3) *flag = 1;
  // CHECK: __fl::store_new(over[0], true); __fl::store_new(result[0], 7);
  if (n > 4) { over[0] = true; result[0] = 7; }
  // CHECK: *seen = 1; *dependent = 1; watched = 1; real = 1; array[0] = 1;
  *seen = 1; *dependent = 1; watched = 1; real = 1; array[0] = 1;
  // CHECK: twice = 1; reference() = 3; by_reference = 1; set(&taken); taken = 1; compound += 1; compound = 1;
  twice = 1; reference() = 3; by_reference = 1; set(&taken); taken = 1; compound += 1; compound = 1;
  // CHECK: int *q = alias; *alias = 1; *q = 2; set(given); *given = 1; given[n] = 1;
  int *q = alias; *alias = 1; *q = 2; set(given); *given = 1; given[n] = 1;
  // CHECK: __fl::store_new(found, true);
  for (int i = 0; i < n; i++) found = true;
  // CHECK: if (found) __fl::store_new(byte, 5); else __fl::store_new(byte, (5));
  if (found) byte = 5; else byte = (5);
  // CHECK: int k = (raised = 1);
  int k = (raised = 1);
  // CHECK: k += ({ int z = k; z++; raised = 1; }); ({ { __fl::store_new(raised, 1); } k++; });
  k += ({ int z = k; z++; raised = 1; }); ({ { raised = 1; } k++; });
  // CHECK: (again = 1) = 2; again = 1;
  (again = 1) = 2; again = 1;
  // CHECK: TWICE(__fl::store_new(raised, 1));
  TWICE(raised = 1);
  helper(n + k);
}
__global__ void parent(int *flag, bool *over) {
  child<int><<<1, 32>>>(flag, over, flag, flag, flag, flag, flag, threadIdx.x);
}
int main() { parent<<<1, 32>>>(nullptr, nullptr); }
// REMARKS-DAG: silent.cu:17:{{[0-9]+}}: remark: store to 'raised': left out where it would change nothing
// REMARKS-DAG: silent.cu:27:{{[0-9]+}}: remark: store to '*flag': left out where it would change nothing
// REMARKS-NOT: 'twice'
