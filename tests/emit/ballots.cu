// RUN: flcc --fl-strategy=t1 --fl-emit -o /dev/null %s 2>&1 | FileCheck %s
// Lanes may leave that were left out of the mask by which all that is behind exchanges values.
template <class T> __device__ T sum(unsigned mask, T v) {
  for (int o = 16; o; o /= 2)
    v += __shfl_down_sync(mask, v, o);
  return v;
}
__device__ int total(int v, unsigned lanes) { return sum(lanes, v); }
__device__ int everybody(unsigned mask, int v) { return sum(mask, v) + __shfl_sync(~0u, v, 0); }
__device__ int renewed(unsigned mask, int v) { return mask &= 1, __shfl_sync(mask, v, 0); }
struct Size {
  int n;
};
#define CHILD(name, ...)                                                                           \
  __global__ void name(int *p, int n, Size s) {                                                    \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    __VA_ARGS__                                                                                    \
  }
// CHECK-NOT: kept
CHILD(plain, unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; p[i] = __shfl_sync(m, i, 0);)
CHILD(turned, const unsigned m = __ballot_sync(~0u, i < n); if (n <= i) { return; } p[i] = sum(m, i);)
CHILD(negated, unsigned m = __ballot_sync(~0u, i < n); if (!(i < n)) return; p[i] = total(i, m);)
CHILD(named, bool in = i < s.n; auto m = __ballot_sync(~0u, in); if (!in) return; p[i] = __any_sync(m, i);)
CHILD(member, unsigned m = __ballot_sync(~0u, threadIdx.x + 1 != s.n); if (threadIdx.x + 1 == s.n) return; __syncwarp(m);)
CHILD(looping, unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; for (int k = 0; k < n; k++) p[i] += __shfl_xor_sync(m, i, k);)
__global__ void launches(int *p, int n, Size s) {
  plain<<<n, 64>>>(p, n, s);
  turned<<<n, 64>>>(p, n, s);
  negated<<<n, 64>>>(p, n, s);
  named<<<n, 64>>>(p, n, s);
  member<<<n, 64>>>(p, n, s);
  looping<<<n, 64>>>(p, n, s);
}
// CHECK: {{^}}{{.*}}ballots.cu:[[@LINE+16]]:3: warning: launch of 'other_way': kept: threads of 'other_way' may leave early while others of their warp exchange values
CHILD(other_way, unsigned m = __ballot_sync(~0u, i < n); if (i < n) return; p[i] = __shfl_sync(m, i, 0);)
CHILD(more, unsigned m = __ballot_sync(~0u, i < n); if (i >= n - 1) return; p[i] = __shfl_sync(m, i, 0);)
CHILD(also, unsigned m = __ballot_sync(~0u, i < n); if (i >= n || p[i]) return; p[i] = __shfl_sync(m, i, 0);)
CHILD(memory, unsigned m = __ballot_sync(~0u, p[i] < n); if (p[i] >= n) return; p[i] = __shfl_sync(m, i, 0);)
CHILD(changed, unsigned m = __ballot_sync(~0u, i < n); n--; if (i >= n) return; p[i] = __shfl_sync(m, i, 0);)
CHILD(effect, unsigned m = __ballot_sync(~0u, i++ < n); if (i++ >= n) return; p[i] = __shfl_sync(m, i, 0);)
CHILD(full, unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; p[i] = __shfl_sync(m, i, 0) + __shfl_sync(~0u, i, 0);)
CHILD(assigned, unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; m |= 1; p[i] = __shfl_sync(m, i, 0);)
CHILD(inside, unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; p[i] = everybody(m, i);)
CHILD(inside_changed, unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; p[i] = renewed(m, i);)
CHILD(value, unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; p[i] = total(m, ~0u);)
CHILD(again, unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; if (p[i]) return; p[i] = __shfl_sync(m, i, 0);)
CHILD(everyone, unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; p[i] = m; __syncwarp();)
CHILD(reference, int &k = p[i]; unsigned m = __ballot_sync(~0u, k < n); if (k >= n) return; p[i] = __shfl_sync(m, i, 0);)
__global__ void keeps(int *p, int n, Size s) {
  other_way<<<n, 64>>>(p, n, s);
  more<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'more': kept: threads of 'more' may leave early
  also<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'also': kept: threads of 'also' may leave early
  memory<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'memory': kept: threads of 'memory' may leave early
  changed<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'changed': kept: threads of 'changed' may leave early
  effect<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'effect': kept: threads of 'effect' may leave early
  full<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'full': kept: threads of 'full' may leave early
  assigned<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'assigned': kept: threads of 'assigned' may leave early
  inside<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'inside': kept: threads of 'inside' may leave early
  inside_changed<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'inside_changed': kept: threads of 'inside_changed' may leave early
  value<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'value': kept: threads of 'value' may leave early
  again<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'again': kept: threads of 'again' may leave early
  everyone<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'everyone': kept: threads of 'everyone' may leave early
  reference<<<n, 64>>>(p, n, s);
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'reference': kept: threads of 'reference' may leave early
}
// A call that may be of several functions: not all name the mask.
struct Named {
  __device__ int all(unsigned mask, int v) { return __shfl_sync(mask, v, 0); }
};
struct Turned {
  __device__ int all(int v, unsigned mask) { return __shfl_sync(mask, v, 0); }
  __device__ int operator()(unsigned v, unsigned mask) { return __shfl_sync(mask, v, 0); }
};
template <class T> __global__ void open_call(int *p, int n, T t) {
  int i = threadIdx.x;
  unsigned m = __ballot_sync(~0u, i < n);
  if (i >= n)
    return;
  p[i] = t.all(m, i);
}
__global__ void object(int *p, int n, Turned t) {
  int i = threadIdx.x;
  unsigned m = __ballot_sync(~0u, i < n);
  if (i >= n)
    return;
  p[i] = t(m, ~0u);
}
__global__ void opens(int *p, int n) {
  open_call<<<1, 32>>>(p, n, Turned());
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'open_call': kept: threads of 'open_call' may leave early
  object<<<1, 32>>>(p, n, Turned());
  // CHECK: :[[@LINE-1]]:3: warning: launch of 'object': kept: threads of 'object' may leave early
}
