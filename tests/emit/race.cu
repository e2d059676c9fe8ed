// RUN: flcc --fl-emit --fl-strategy=t1 -o /dev/null %s 2>&1 | FileCheck %s
// A parent that reads its child's output needs a join.
__global__ void child(int n, int *out, const int *in) {
  int i = threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
__global__ void counter(int *n) { atomicAdd(n, 1); }
__global__ void parent(int n, int *a, int *b, int *c, int *d, int *e) {
  child<<<1, 32>>>(n, a, b);
  b[0] = b[1]; // the child only reads it
  c[0] = 1;
  // CHECK: race.cu:[[@LINE+1]]:10: warning: 'a' is read behind the launch of 'child', which writes it, without a join in between: the parent may not see what the child writes [-fl-race]
  c[1] = a[0];
  // CHECK: race.cu:[[@LINE-5]]:3: note: launched here
  counter<<<1, 1>>>(d + 1);
  cudaDeviceSynchronize();
  c[2] = d[1];
  if (n > 1)
    counter<<<1, 1>>>(e);
  else
    c[3] = e[0];
  if (n > 2) {
    counter<<<1, 1>>>(e);
    return;
  }
  e[0] = 5;
  counter<<<1, 1>>>(&e[2]);
  int &bound = e[2]; // read when it is named
  bound = 7;
  // CHECK-NOT: warning
  // CHECK: race.cu:[[@LINE+1]]:10: warning: 'e' is read behind the launch of 'counter'
  c[4] = *(e + 2) + (int)sizeof *d;
}
// CHECK-NOT: is read behind
struct join {
  __device__ ~join() { cudaDeviceSynchronize(); }
};
__global__ void joined_by_object(int *a) {
  {
    join at_end;
    counter<<<1, 1>>>(a);
  }
  a[1] = a[0];
}
