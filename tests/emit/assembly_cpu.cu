// RUN: flcc --fl-target=cpu --fl-emit --fl-strategy=keep %s -o - | FileCheck %s
// Inline PTX on the CPU target: what is read of a thread's place is read elsewhere; the rest says so when it runs, on the line where it stands.
__device__ unsigned lane() {
  unsigned l[2];
  // CHECK: {{^}}  (l[1]) = flcpu::detail::thread_rank() % 32;{{$}}
  asm("mov.u32 %0, %%laneid;" : "=r"(l[1]));
  return l[1];
}
__device__ unsigned block() {
  unsigned b;
  // CHECK: {{^}}  (b) = blockIdx.x{{$}}
  // CHECK-EMPTY:
  // CHECK-NEXT: {{^}};{{$}}
  asm volatile("mov.u32 %0,"
               "%%ctaid.x;"
               : "=r"(b));
  return b;
}
__device__ unsigned wide() {
  unsigned b;
  // CHECK: flcpu::no_ptx(__FILE__, [[@LINE+1]], "mov.u32 %0, %%envreg0;");
  asm("mov.u32 %0, %%envreg0;" : "=r"(b));
  return b;
}
__device__ unsigned highest(unsigned v) {
  unsigned b;
  // CHECK: {{^}}  (b) = 31u - __clz((int)(v + 1));{{$}}
  asm volatile("bfind.u32 %0, %1;" : "=r"(b) : "r"(v + 1));
  return b;
}
__device__ unsigned shifted(unsigned v) {
  unsigned b;
  // CHECK: flcpu::no_ptx(__FILE__, [[@LINE+1]], "bfind.shiftamt.u32 %0, %1;");
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(b) : "r"(v));
  return b;
}
__device__ void stops() {
  // CHECK: flcpu::no_ptx(__FILE__, [[@LINE+1]], "trap;");
  asm("trap;");
}
__device__ void meet(unsigned which, const int *p) {
  // CHECK: {{^}}  __barrier_sync(0);{{$}}
  asm volatile("bar.sync 0;");
  // CHECK: {{^}}  __barrier_sync_count(which + 1, 64);{{$}}
  asm volatile("bar.sync %0, %1;" : : "r"(which + 1), "n"(64) : "memory");
  // CHECK: {{^}}  __flcpu_barrier_arrive(2, which);{{$}}
  asm volatile("bar.arrive 2, %0;" ::"r"(which));
  // CHECK: {{^}}  __threadfence();{{$}}
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  // CHECK: {{^}}  (void)(p + 8);{{$}}
  asm volatile("prefetch.global.L2 [%0];" ::"l"(p + 8));
  // CHECK: flcpu::no_ptx(__FILE__, [[@LINE+1]], "bar.red.popc.u32 %0, 1;");
  asm volatile("bar.red.popc.u32 %0, 1;" ::"r"(which));
}
__device__ void fence() {
  // CHECK: {{^}}  asm volatile ( "" ::: "memory");
  asm volatile ( "" ::: "memory");
}
__host__ void host() {
  // CHECK: {{^}}  asm volatile("nop");
  asm volatile("nop");
}
int main() {}
