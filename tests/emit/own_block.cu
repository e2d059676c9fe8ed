// RUN: flcc --fl-strategy=t1 %s --fl-emit -o - | grep -v 'CHECK\|OPEN' | FileCheck %s
// RUN: flcc --fl-strategy=t1 -c %s --fl-emit -o - | grep -v 'CHECK\|OPEN' | FileCheck --check-prefix=OPEN %s
// Launches with blocks of the launching block's own size, which is known where all launches of its kernel are.
// CHECK-LABEL: struct child__fl {
// CHECK: max_threads = 64, fixed_block = 64;
static __global__ void child(int *p) { p[threadIdx.x] = 1; }
// CHECK-LABEL: struct below__fl {
// CHECK: max_threads = 64, fixed_block = 64;
static __global__ void below(int *p) { child<<<1, blockDim>>>(p); }
// CHECK-LABEL: struct halves__fl {
// CHECK: max_threads = 64, fixed_block = 64;
static __global__ void halves(int *p, int n) {
  const int threads = blockDim.x;
  if (n > 1)
    halves<<<2, blockDim.x>>>(p, n / 2);
  if (n > 2)
    halves<<<2, threads>>>(p, n / 3);
  below<<<1, blockDim.x>>>(p);
}
// CHECK-LABEL: struct square__fl {
// CHECK: max_threads = 256, fixed_block = 0;
static __global__ void square(int *p) { p[threadIdx.x] = 2; }
// CHECK-LABEL: struct side__fl {
// CHECK: max_threads = 1024, fixed_block = 0;
static __global__ void side(int *p) { p[threadIdx.x] = 2; }
static __global__ void squares(int *p) {
  square<<<1, blockDim>>>(p);
  side<<<1, blockDim.x>>>(p);
}
// CHECK-LABEL: struct of_two__fl {
// CHECK: max_threads = 1024, fixed_block = 0;
static __global__ void of_two(int *p) { p[threadIdx.x] = 2; }
static __global__ void two(int *p) { of_two<<<1, blockDim.x>>>(p); }
// CHECK-LABEL: struct of_taken__fl {
// CHECK: max_threads = 1024, fixed_block = 0;
// CHECK-LABEL: struct taken__fl {
static __global__ void of_taken(int *p) { p[threadIdx.x] = 2; }
static __global__ void taken(int *p) { of_taken<<<1, blockDim.x>>>(p); }
// Another file may launch `open_to_all`, unless this one alone is the program.
// CHECK-LABEL: struct of_public__fl {
// CHECK: max_threads = 64, fixed_block = 64;
// OPEN-LABEL: struct of_public__fl {
// OPEN-NEXT: number
// OPEN: max_threads = 1024, fixed_block = 0;
// OPEN-LABEL: struct open_to_all__fl {
__global__ void of_public(int *p) { p[threadIdx.x] = 2; }
__global__ void open_to_all(int *p) { of_public<<<1, blockDim.x>>>(p); }
void *address = (void *)taken;
int main() {
  int *p = nullptr;
  halves<<<3, 64>>>(p, 3);
  squares<<<1, dim3(16, 16)>>>(p);
  two<<<1, 64>>>(p);
  two<<<1, 32>>>(p);
  taken<<<1, 64>>>(p);
  open_to_all<<<1, 64>>>(p);
}
