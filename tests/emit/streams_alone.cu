// What is alone in a stream that its thread has created for it has no order; anything else in streams has, and such streams are clocks.
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - | grep -v '^ *//' | FileCheck %s
__global__ void child(int *p) { p[threadIdx.x]++; }
__device__ void hand_on(cudaStream_t s, int *p) { child<<<1, 1, 0, s>>>(p); }
__device__ void make(cudaStream_t *s) { cudaStreamCreateWithFlags(s, cudaStreamNonBlocking); }
#define CREATE(s) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)

// CHECK-LABEL: struct two__fl {
// CHECK: ordered = false
// CHECK-NOT: bool streams
__global__ void two(int *p) {
  cudaStream_t a, b;
  CREATE(a);
  CREATE(b);
  child<<<1, 1, 0, a>>>(p);
  child<<<1, 1, 0, b>>>(p + 1);
  child<<<1, 1>>>(p + 2);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
// CHECK-LABEL: struct twice__fl {
// CHECK: ordered = true
// CHECK: static constexpr bool streams = true;
__global__ void twice(int *p) {
  cudaStream_t s;
  CREATE(s);
  child<<<1, 1, 0, s>>>(p);
  child<<<1, 1, 0, s>>>(p);
  cudaStreamDestroy(s);
}
// CHECK-LABEL: struct created_again__fl {
// CHECK: ordered = false
__global__ void created_again(int *p, int n) {
  cudaStream_t s;
  for (int i = 0; i < n; i++) {
    if (CREATE(s) != cudaSuccess)
      return;
    child<<<1, 1, 0, s>>>(p + i);
    cudaStreamDestroy(s);
  }
}
// CHECK-LABEL: struct in_loop__fl {
// CHECK: ordered = true
__global__ void in_loop(int *p, int n) {
  cudaStream_t s;
  CREATE(s);
  for (int i = 0; i < n; i++)
    child<<<1, 1, 0, s>>>(p);
}
// CHECK-LABEL: struct arms__fl {
// CHECK: ordered = false
__global__ void arms(int *p, int n) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  if (n > 3)
    child<<<1, 1, 0, s>>>(p);
  else if (n > 2)
    child<<<1, 2, 0, s>>>(p);
  switch (n) {
  case 0:
    child<<<1, 3>>>(p);
    break;
  default:
    child<<<1, 4>>>(p);
  }
  cudaStreamDestroy(s);
}
// CHECK-LABEL: struct both_arms__fl {
// CHECK: ordered = true
__global__ void both_arms(int *p, int n) {
  cudaStream_t s;
  CREATE(s);
  if (n > 3)
    child<<<1, 1, 0, s>>>(p);
  if (n > 2)
    child<<<1, 2, 0, s>>>(p);
}
// CHECK-LABEL: struct created_perhaps__fl {
// CHECK: ordered = true
__global__ void created_perhaps(int *p, int n) {
  cudaStream_t s;
  CREATE(s);
  child<<<1, 1, 0, s>>>(p);
  if (n > 2 && CREATE(s) == cudaSuccess)
    n++;
  child<<<1, 1, 0, s>>>(p);
}
// CHECK-LABEL: struct falls_through__fl {
// CHECK: ordered = true
__global__ void falls_through(int *p, int n) {
  cudaStream_t s;
  CREATE(s);
  switch (n) {
  case 0:
    child<<<1, 1, 0, s>>>(p);
  default:
    child<<<1, 2, 0, s>>>(p);
  }
}
// CHECK-LABEL: struct jumps__fl {
// CHECK: ordered = true
__global__ void jumps(int *p, int n) {
  cudaStream_t s;
again:
  child<<<1, 1, 0, s>>>(p);
  if (n == 0)
    return;
  if (n-- > 3)
    goto again;
  CREATE(s);
  goto again;
}
// CHECK-LABEL: struct alias__fl {
// CHECK: ordered = true
__global__ void alias(int *p) {
  cudaStream_t s, t;
  CREATE(s);
  t = s;
  child<<<1, 1, 0, s>>>(p);
  child<<<1, 1, 0, t>>>(p);
}
// CHECK-LABEL: struct begun_as__fl {
// CHECK: ordered = true
__global__ void begun_as(int *p, bool own) {
  cudaStream_t s = 0;
  if (own)
    CREATE(s);
  child<<<1, 1, 0, s>>>(p);
  child<<<1, 1>>>(p);
}
// CHECK-LABEL: struct begun_as_null__fl {
// CHECK: ordered = false
__global__ void begun_as_null(int *p) {
  cudaStream_t s = nullptr;
  CREATE(s);
  child<<<1, 1, 0, s>>>(p);
  child<<<1, 1>>>(p);
}
// CHECK-LABEL: struct given__fl {
// CHECK: ordered = true
__global__ void given(int *p) {
  cudaStream_t s;
  CREATE(s);
  hand_on(s, p);
  child<<<1, 1, 0, s>>>(p);
}
// CHECK-LABEL: struct made__fl {
// CHECK: ordered = true
__global__ void made(int *p) {
  cudaStream_t s;
  make(&s);
  child<<<1, 1, 0, s>>>(p);
}
// CHECK-LABEL: struct of_array__fl {
// CHECK: ordered = false
__global__ void of_array(int *p) {
  cudaStream_t s[2];
  for (int i = 0; i < 2; i++)
    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
  child<<<1, 1, 0, s[0]>>>(p);
  child<<<1, 1, 0, s[1]>>>(p + 1);
  for (int i = 0; i < 2; i++)
    cudaStreamDestroy(s[i]);
}
// CHECK-LABEL: struct of_any_element__fl {
// CHECK: ordered = true
__global__ void of_any_element(int *p, int n) {
  cudaStream_t s[2];
  for (int i = 0; i < 2; i++)
    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
  child<<<1, 1, 0, s[0]>>>(p);
  child<<<1, 1, 0, s[n % 2]>>>(p + 1);
}
// CHECK-LABEL: struct one_element__fl {
// CHECK: ordered = false
__global__ void one_element(int *p) {
  cudaStream_t s[2];
  for (int i = 0; i < 2; i++)
    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
  child<<<1, 1, 0, s[threadIdx.x % 2]>>>(p + 1);
}
// CHECK-LABEL: struct member__fl {
// CHECK: ordered = true
struct Streams {
  cudaStream_t s;
};
__global__ void member(int *p) {
  Streams x;
  CREATE(x.s);
  Streams y = x;
  child<<<1, 1, 0, x.s>>>(p);
  child<<<1, 1, 0, y.s>>>(p);
}
// CHECK-LABEL: struct in_block__fl {
// CHECK: ordered = true
__global__ void in_block(int *p) {
  __shared__ cudaStream_t s;
  if (threadIdx.x == 0)
    CREATE(s);
  __syncthreads();
  child<<<1, 1, 0, s>>>(p);
}
// CHECK-LABEL: struct waits_for__fl {
// CHECK: ordered = true
__global__ void waits_for(int *p) {
  cudaStream_t s, t;
  cudaEvent_t e;
  CREATE(s);
  CREATE(t);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  child<<<1, 1, 0, s>>>(p);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  child<<<1, 1, 0, t>>>(p);
}
// CHECK-LABEL: struct captured__fl {
// CHECK: ordered = true
__global__ void captured(int *p) {
  cudaStream_t s;
  CREATE(s);
  auto go = [&] { child<<<1, 1, 0, s>>>(p); };
  go();
  go();
}
// CHECK-LABEL: struct copies__fl {
// CHECK: ordered = false
__global__ void copies(int *p, int *q, int n) {
  cudaStream_t s, t;
  CREATE(s);
  CREATE(t);
  cudaMemcpyAsync(q, p, n * sizeof(int), cudaMemcpyDeviceToDevice, s);
  cudaMemsetAsync(q + n, 0, n * sizeof(int), t);
  child<<<1, 1>>>(q + 2 * n);
}
// CHECK-LABEL: struct behind_copy__fl {
// CHECK: ordered = true
__global__ void behind_copy(int *p, int *q, int n) {
  cudaStream_t s;
  CREATE(s);
  cudaMemcpyAsync(q, p, n * sizeof(int), cudaMemcpyDeviceToDevice, s);
  child<<<1, 1, 0, s>>>(q);
}
// CHECK-LABEL: struct behind_plain_copy__fl {
// CHECK: ordered = true
__global__ void behind_plain_copy(int *p, int *q, int n) {
  cudaMemcpyAsync(q, p, n * sizeof(int), cudaMemcpyDeviceToDevice);
  child<<<1, 1>>>(q);
}
__device__ void copy_below(int *p, int *q) { cudaMemcpyAsync(q, p, sizeof(int), cudaMemcpyDeviceToDevice, 0); }
__device__ void copy(int *p, int *q) { copy_below(p, q); }
// CHECK-LABEL: struct behind_deep_copy__fl {
// CHECK: ordered = true
__global__ void behind_deep_copy(int *p, int *q) {
  copy(p, q);
  child<<<1, 1>>>(q);
}
// CHECK-LABEL: struct handles_copied__fl {
// CHECK: ordered = true
__global__ void handles_copied(int *p, cudaStream_t *all) {
  cudaStream_t s[2];
  cudaStreamCreateWithFlags(&s[0], cudaStreamNonBlocking);
  cudaMemcpyAsync(all, s, sizeof s, cudaMemcpyDeviceToDevice);
  child<<<1, 1, 0, s[0]>>>(p);
}
int main() {
  two<<<1, 1>>>(0);
  twice<<<1, 1>>>(0);
  created_again<<<1, 1>>>(0, 1);
  in_loop<<<1, 1>>>(0, 1);
  arms<<<1, 1>>>(0, 1);
  both_arms<<<1, 1>>>(0, 1);
  created_perhaps<<<1, 1>>>(0, 1);
  falls_through<<<1, 1>>>(0, 1);
  jumps<<<1, 1>>>(0, 1);
  alias<<<1, 1>>>(0);
  begun_as<<<1, 1>>>(0, true);
  begun_as_null<<<1, 1>>>(0);
  given<<<1, 1>>>(0);
  made<<<1, 1>>>(0);
  of_array<<<1, 1>>>(0);
  of_any_element<<<1, 1>>>(0, 1);
  one_element<<<1, 1>>>(0);
  member<<<1, 1>>>(0);
  in_block<<<1, 1>>>(0);
  waits_for<<<1, 1>>>(0);
  captured<<<1, 1>>>(0);
  copies<<<1, 1>>>(0, 0, 1);
  behind_copy<<<1, 1>>>(0, 0, 1);
  behind_plain_copy<<<1, 1>>>(0, 0, 1);
  behind_deep_copy<<<1, 1>>>(0, 0);
  handles_copied<<<1, 1>>>(0, 0);
}
