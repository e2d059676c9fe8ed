// RUN: flcc --fl-strategy=t1 --fl-emit -o - %s 2>/dev/null | grep -vE "CHECK|TEXT" | FileCheck --check-prefix=TEXT %s
// RUN: flcc --fl-strategy=t1 --fl-emit -o /dev/null %s 2>&1 | FileCheck %s
// Lanes leave, or go past what their warp does, to the kernel's end. At the condition they tell the others, who leave them out from then on.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int sum(int v) {
  for (int o = 16; o; o /= 2)
    v += __shfl_down_sync(~0u, v, o);
  return v;
}
// TEXT-LABEL: ballot__fl_body(
// TEXT: if (fl_ctx.leave((i >= n)))
// TEXT: struct ballot__fl {
// TEXT: lanes_leave = true;
__global__ void ballot(int *p, int n) {
  int i = threadIdx.x;
  unsigned m = __ballot_sync(~0u, i < n);
  if (i >= n)
    return;
  p[i] = __shfl_sync(m, i, 0);
}
// TEXT-LABEL: steps__fl_body(
// TEXT: if (n > 0)
// TEXT: if (fl_ctx.leave((i >= n || p[i]))) {
// TEXT: if (p[0])
// TEXT: for (int k = 0; k < n; k++) {
// TEXT: if (fl_ctx.leave((p[i] == k)))
// TEXT: if (p[i])
// TEXT: struct steps__fl {
__global__ void steps(int *p, int n) {
  int i = threadIdx.x;
  if (n > 0)
    p[0] = 1;
  if (i >= n || p[i]) {
    p[i]++;
    return;
  }
  if (p[0])
    return;
  for (int k = 0; k < n; k++) {
    if (p[i] == k)
      return;
    else
      p[i]--;
    p[i] += sum(k);
  }
  if (p[i])
    return;
  p[i]++;
}
// TEXT-LABEL: past__fl_body(
// TEXT: if (fl_ctx.leave((i < n))) {
// TEXT: while (fl_ctx.leave((i < 3))) {
// TEXT: if (fl_ctx.leave((p[i])))
// TEXT: if (p[i])
// TEXT: struct past__fl {
__global__ void past(int *p, int n) {
  int i = threadIdx.x;
  if (i < n) {
    p[i] = sum(i);
    while (i < 3) {
      if (p[i])
        return;
      p[i++] = sum(i);
    }
  } else {
    if (p[i])
      p[i] = 1;
  }
}
// TEXT-LABEL: rounds__fl_body(
// TEXT: } while (fl_ctx.leave((sum{{.*}}(fl_ctx, i) < p[i])));
__global__ void rounds(int *p, int n) {
  int i = threadIdx.x;
  do {
    i += n;
  } while (sum(i) < p[i]);
}
// A function's lanes may leave where all its callers end with it.
// TEXT-LABEL: all_of__fl_ctx(
// TEXT: if (fl_ctx.leave((i >= n)))
__device__ void all_of(int *p, int i, int n) {
  if (i >= n)
    return;
  p[i] = sum(i);
}
// TEXT-LABEL: calls__fl_body(
// TEXT: if (fl_ctx.leave((p[threadIdx.x])))
// TEXT: struct calls__fl {
// TEXT: lanes_leave = true;
__global__ void calls(int *p, int n) {
  if (p[threadIdx.x])
    all_of(p, threadIdx.x, n);
}
// A mask that was computed may name lanes that have ended; in rounds, or in a function behind which all go on, it names those that come.
// TEXT-LABEL: masked__fl_body(
// TEXT: if (fl_ctx.leave((i < n)))
__global__ void masked(int *p, int n) {
  int i = threadIdx.x;
  const unsigned m = __ballot_sync(~0u, i < n + 3);
  if (i < n)
    p[i] = __shfl_sync(m, i, 0);
}
__device__ int of_mask(int i, int n) {
  const unsigned m = __ballot_sync(~0u, i < n);
  if (i >= n)
    return 0;
  return __shfl_sync(m, i, 0);
}
// TEXT-LABEL: goes_on_by_masks__fl_body(
// TEXT-NOT: fl_ctx.leave(
// TEXT: struct goes_on_by_masks__fl {
__global__ void goes_on_by_masks(int *p, int n) {
  int i = threadIdx.x;
  p[i] = of_mask(i, n);
  for (int k = 0; k < n; k++) {
    const unsigned m = __ballot_sync(~0u, p[k] > i);
    if (p[k] > i)
      p[i] += __popc(__ballot_sync(m, p[i] > k));
  }
}
// Groups that were formed before leave out who has left since.
// TEXT-LABEL: by_tile__fl_body(
// TEXT: if (fl_ctx.leave((i >= n)))
// TEXT: struct by_tile__fl {
// TEXT: lanes_leave = true;
__global__ void by_tile(int *p, int n) {
  auto t = cg::tiled_partition<32>(cg::this_thread_block());
  int i = threadIdx.x;
  if (i >= n)
    return;
  p[i] = t.shfl(i, 0);
}
// Those who meet by a group find one size of it, whoever they are.
template <class G> __device__ int sum_of(const G &g, int v) {
  for (int d = g.size() / 2; d > 0; d /= 2)
    v += g.shfl_down(v, d);
  return v;
}
// So do those of a tile, whatever else they do, if it is tiles that are handed over.
template <class G> __device__ int sum_in_turn(const G &g, int v) {
  __syncwarp();
  for (int d = g.size() / 2; d > 0; d /= 2)
    v += g.shfl_down(v, d);
  return v;
}
// TEXT-LABEL: groups__fl_body(
// TEXT-NOT: fl_ctx.leave
// TEXT: struct groups__fl {
__global__ void groups(int *p, int n) {
  const auto b = cg::this_thread_block();
  const auto t = cg::tiled_partition<32>(b);
  p[n] = sum_of(t, n) + sum_of(cg::tiled_partition<4>(t), n) + sum_in_turn(t, n);
  if (p[n]) {
    auto g = cg::coalesced_threads();
    p[n] = sum_of(g, n);
    p[n + 1] = sum_of(g, n);
  }
}
__device__ int of_tile(int i) {
  return cg::tiled_partition<8>(cg::this_thread_block()).shfl(i, 0);
}
// TEXT-LABEL: tile_below__fl_body(
// TEXT: if (fl_ctx.template leave<8>((i >= n)))
__global__ void tile_below(int *p, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  p[i] = of_tile(i);
}
__global__ void launches(int *p, int n) {
  // CHECK-NOT: kept
  groups<<<1, 64>>>(p, n);
  by_tile<<<1, 64>>>(p, n);
  tile_below<<<1, 64>>>(p, n);
  masked<<<1, 64>>>(p, n);
  goes_on_by_masks<<<1, 64>>>(p, n);
  ballot<<<1, 64>>>(p, n);
  steps<<<1, 64>>>(p, n);
  past<<<1, 64>>>(p, n);
  rounds<<<1, 64>>>(p, n);
  calls<<<1, 64>>>(p, n);
}

#define CHILD(name, ...)                                                                           \
  __global__ void name(int *p, int n) {                                                            \
    int i = threadIdx.x;                                                                           \
    __VA_ARGS__                                                                                    \
  }
__device__ int early(int i, int n) {
  if (i >= n)
    return 0;
  return sum(i);
}
__device__ int middle(int i, int n) {
  if (i >= n)
    return 0;
  return sum(i);
}
__device__ int ended(int i, int n) {
  for (int k = 0; k < 2; k++)
    n += middle(i, n);
  return n;
}
#define LEAVES (i < n)
CHILD(behind, if (i < n) p[i] = sum(i); __syncwarp();)
CHILD(both, if (i < n) p[i] = sum(i); else __syncwarp();)
CHILD(in_rounds, for (int k = 0; k < n; k++) if (i < k) p[i] = sum(i);)
CHILD(by_break, for (int k = 0; k < n; k++) { if (i < k) break; p[i] = sum(i); })
CHILD(inside, if (p[i]) { if (i < n) return; p[i]--; } p[i] = sum(i);)
CHILD(shortened, p[i] = i < n && sum(i);)
CHILD(chosen, p[i] = i < n ? sum(i) : 0;)
CHILD(declared, if (int k = p[i]) p[i] = sum(k);)
CHILD(range, const int a[] = {n, i}; for (int k : a) p[i] = sum(k);)
CHILD(jumps, if (i < n) goto end; p[i] = sum(i); end:;)
CHILD(macro, if LEAVES return; p[i] = sum(i);)
CHILD(goes_on, p[i] = early(i, n); __syncwarp();)
CHILD(again, p[i] = ended(i, n);)
__global__ void keeps(int *p, int n) {
  // CHECK: warning: launch of 'behind': kept: threads of 'behind' may leave early while others of their warp exchange values
  behind<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'both': kept: threads of 'both' may leave early
  both<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'in_rounds': kept: threads of 'in_rounds' may leave early
  in_rounds<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'by_break': kept: threads of 'by_break' may leave early
  by_break<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'inside': kept: threads of 'inside' may leave early
  inside<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'shortened': kept: threads of 'shortened' may leave early
  shortened<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'chosen': kept: threads of 'chosen' may leave early
  chosen<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'declared': kept: threads of 'declared' may leave early
  declared<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'range': kept: threads of 'range' may leave early
  range<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'jumps': kept: threads of 'jumps' may leave early
  jumps<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'macro': kept: threads of 'macro' may leave early
  macro<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'goes_on': kept: threads of 'early' may leave early
  goes_on<<<1, 64>>>(p, n);
  // CHECK: warning: launch of 'again': kept: threads of 'middle' may leave early
  again<<<1, 64>>>(p, n);
}
