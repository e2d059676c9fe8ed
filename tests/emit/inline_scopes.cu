// What is generated has namespaces with names where some are inline, since nvcc gives all unnamed ones one name. Files that may have the same kernels have other names.
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - 2>/dev/null | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - 2>/dev/null | grep -c '^namespace {' | grep -qx 1
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - 2>/dev/null | grep -o 'typed__fl_own_[0-9a-f]*' | sort -u > %t.1
// RUN: flcc --fl-emit --fl-strategy=t1 -DOTHER %s -o - 2>/dev/null | grep -o 'typed__fl_own_[0-9a-f]*' | sort -u > %t.2
// RUN: test -s %t.1 && not cmp -s %t.1 %t.2
inline namespace v1 {
__global__ void leaf(int *p) { *p = 1; }
// CHECK: {{^}}using namespace leaf__fl_own_{{[0-9a-f]+}};
} // namespace v1
namespace {
struct Pair {
  int a, b;
};
__global__ void pair(int *p, Pair of) { *p = of.a; }
} // namespace
// CHECK: {{^}}using namespace typed__fl_own_{{[0-9a-f]+}};
template <class T> __global__ void typed(T *p) { leaf<<<1, 1>>>(p); }
// CHECK: {{^}}using namespace parent__fl_own_{{[0-9a-f]+}};
static __global__ void parent(int *p) {
  if (threadIdx.x)
    typed<<<1, 1>>>(p);
  else
    pair<<<1, 1>>>(p, Pair{1, 2});
}
void run(int *p) { parent<<<1, 2>>>(p); }
