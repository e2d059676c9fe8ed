// Which of CUDA's streams a launch goes to is found out when it runs: conditions, functions, tables, macros, parentheses.
// ENV: FL_WORKLIST=2
// REMARK-t1: launch of 'sum_up': t1
// REMARK-t4: launch of 'sum_up': kept: the stream may be the tail stream
// REMARK-t1: launch of 'in_order': t1; order: streams or tail launches
// REMARK-t1: launch of 'plain': t1; order: at most one launch a thread
#include "include/test.h"

const int lists = 6, length = 32, room = 256;
__global__ void mark(int *at, int x) { at[threadIdx.x] += x; }
// One of the tail launches that follow each other.
__global__ void sum_up(int *at, int to) {
  int sum = 0;
  for (int j = 0; j < room - 8; j++)
    sum += at[j];
  at[room - 8 + to] = sum + at[room - 1];
  at[room - 1]++;
}

#define AT_ONCE cudaStreamFireAndForget
__device__ cudaStream_t either(cudaStream_t a, cudaStream_t b, bool first) { return first ? a : b; }

__global__ void condition(int *at) {
  const int i = threadIdx.x;
  if (i < 2)
    sum_up<<<1, 1, 0, i >= 0 ? cudaStreamTailLaunch : cudaStreamFireAndForget>>>(at, i);
  else
    mark<<<1, length, 0, cudaStreamFireAndForget>>>(at + (i - 2) * length, i);
}
__global__ void function(int *at) {
  const int i = threadIdx.x;
  if (i < 2)
    sum_up<<<1, 1, 0, either(cudaStreamFireAndForget, cudaStreamTailLaunch, i < 0)>>>(at, i);
  else
    mark<<<1, length, 0, AT_ONCE>>>(at + (i - 2) * length, i);
}
__global__ void table(int *at) {
  const int i = threadIdx.x;
  const cudaStream_t by[] = {cudaStreamTailLaunch, AT_ONCE, 0};
  if (i < 2)
    sum_up<<<1, 1, 0, by[i >= 2]>>>(at, i);
  else
    mark<<<1, length, 0, by[1 + i % 2]>>>(at + (i - 2) * length, i);
}
__global__ void in_parentheses(int *at) {
  const int i = threadIdx.x;
  if (i < 2)
    sum_up<<<1, 1, 0, ((cudaStreamTailLaunch))>>>(at, i);
  else
    mark<<<1, length, 0, (cudaStreamFireAndForget)>>>(at + (i - 2) * length, i);
}

__global__ void in_order(int *at, int x) { at[threadIdx.x] = at[threadIdx.x] * 3 + x; }
// The NULL stream, though another is named.
__global__ void ordered(int *at) {
  const int i = threadIdx.x;
  at += i * length;
  in_order<<<1, length, 0, i < 0 ? cudaStreamFireAndForget : 0>>>(at, 1);
  in_order<<<1, length, 0, either(cudaStreamFireAndForget, NULL, i < 0)>>>(at, 2);
  in_order<<<1, length>>>(at, i);
}
__global__ void plain(int *at, int x) { at[threadIdx.x] += x; }
__global__ void no_stream(int *at) {
  const int i = threadIdx.x;
  plain<<<1, length, 0, (0)>>>(at + i * length, i);
}

static std::vector<int> summed() {
  std::vector<int> want(room);
  int sum = 0;
  for (int i = 0; i < lists; i++)
    for (int j = 0; j < length; j++)
      sum += want[i * length + j] = i + 2;
  want[room - 8] = sum;
  want[room - 7] = sum + 1;
  want[room - 1] = 2;
  return want;
}

static bool right(void (*parent)(int *), int threads, const std::vector<int> &want) {
  int *at = device_zeros<int>(room);
  parent<<<1, threads>>>(at);
  return compare(to_host(at, room), want) == 0;
}

int main() {
  std::vector<int> ordered_want(room), plain_want(room);
  for (int i = 0; i < lists; i++)
    for (int j = 0; j < length; j++) {
      ordered_want[i * length + j] = (1 * 3 + 2) * 3 + i;
      plain_want[i * length + j] = i;
    }
  const bool ok = right(condition, lists + 2, summed()) && right(function, lists + 2, summed()) &&
                  right(table, lists + 2, summed()) && right(in_parentheses, lists + 2, summed()) &&
                  right(ordered, lists, ordered_want) && right(no_stream, lists, plain_want);
  return !ok;
}
