// Captures with names of their own: values may be, references and addresses may not.
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o %t 2>&1 | FileCheck %s
__global__ void child(int *p, int n) { p[threadIdx.x] += n; }
__global__ void parent(int *p, int x, int y) {
  auto bits = [n = x & 1, p](int k) { child<<<1, 32>>>(p, n + k); };
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
  auto both = [n = x && y, m = x&y, p](int k) { child<<<1, 32>>>(p, n + m + k); };
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
  bits(1);
  both(2);
}
__global__ void addresses(int *p, int x) {
  auto at = [n = &x, p](int k) { child<<<1, 32>>>(p, *n + k); };
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: a lambda may capture a reference or an address by a name of its own
  at(1);
}
__global__ void more_addresses(int *p, int x) {
  auto at = [n = 1 ? &x : p, p](int k) { child<<<1, 32>>>(p, *n + k); };
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: a lambda may capture a reference or an address by a name of its own
  at(1);
}
__global__ void references(int *p, int x) {
  auto at = [&n = x, p](int k) { child<<<1, 32>>>(p, n + k); };
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: a lambda may capture a reference or an address by a name of its own
  at(1);
}
int main() {
  int *p = nullptr;
  parent<<<1, 32>>>(p, 1, 2);
  addresses<<<1, 32>>>(p, 1);
  more_addresses<<<1, 32>>>(p, 1);
  references<<<1, 32>>>(p, 1);
}
