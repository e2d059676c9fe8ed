// Launches on ways that exclude each other, or not: arms and labels of a switch, ways out of loops, returns. A thread that may come by two of them launches in
// order (the children's results depend on it).
// ENV: FL_WORKLIST=3
// FLAGS: -std=c++17
// REMARK-t1: launch of 'by_label': t1; order: at most one launch a thread
// REMARK-t1: launch of 'by_fall': t1; order: a thread may launch more than once
// REMARK-t1: launch of 'by_way': t1; order: at most one launch a thread
// REMARK-t1: launch of 'by_break': t1; order: at most one launch a thread
// REMARK-t1: launch of 'by_broken': t1; order: a thread may launch more than once
// REMARK-t1: launch of 'by_return': t1; order: at most one launch a thread
// REMARK-t1: launch of 'by_continue': t1; order: a thread may launch more than once
// REMARK-t1: launch of 'by_inner': t1; order: at most one launch a thread
// REMARK-t1: launch of 'by_jump': t1; order: a thread may launch more than once
// REMARK-t1: launch of 'by_call': t1; order: at most one launch a thread
// REMARK-t1: launch of 'by_method': kept: the launch is written inside a local class
// REMARK-t1: launch of 'by_fold': t1; order: a thread may launch more than once
// REMARK-t1: launch of 'by_goto': t1; order: a thread may launch more than once
// REMARK-t1: launch of 'by_deep_label': t1; order: a thread may launch more than once
// REMARK-grid: launch of 'by_break': grid
#include "include/test.h"

const int room = 32;
__device__ void noted(int *at, int n) {
  if (threadIdx.x < room)
    at[threadIdx.x] = at[threadIdx.x] * 5 + n + threadIdx.x;
}
#define CHILD(name)                                                                                \
  __global__ void name(int *at, int n) { noted(at, n); }
CHILD(by_label)
CHILD(by_fall)
CHILD(by_way)
CHILD(by_break)
CHILD(by_broken)
CHILD(by_return)
CHILD(by_continue)
CHILD(by_inner)
CHILD(by_jump)
CHILD(by_call)
CHILD(by_method)
CHILD(by_fold)
CHILD(by_pack)
CHILD(by_goto)
CHILD(by_deep_label)
CHILD(by_dependent)

__global__ void labels(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  switch (i % 5) {
  case 0:
    by_label<<<1, 32>>>(at, 1);
    break;
  case 1:
  case 2: {
    by_label<<<1, 64>>>(at, 2);
    break;
  }
  case 3:
    if (i > 50) {
      by_label<<<1, 32>>>(at, 3);
      return;
    }
    break;
  default:
    by_label<<<1, 32>>>(at, 4);
  }
}
__global__ void falls(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  switch (i % 3) {
  case 0:
    by_fall<<<1, 32>>>(at, 1);
  case 1:
    by_fall<<<1, 32>>>(at, 2);
    break;
  }
}
__global__ void ways(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  switch (i % 3) {
  case 0:
    by_way<<<1, 32>>>(at, 1);
    return;
  case 1:
    break;
  }
  by_way<<<1, 32>>>(at, 2);
}
__global__ void breaks(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  for (int k = 0; k < 20; k++)
    if (k * k > i) {
      by_break<<<1, 32>>>(at, k);
      break;
    }
}
__global__ void breaks_and_more(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  for (int k = 0; k < 20; k++)
    if (k * k > i) {
      by_broken<<<1, 32>>>(at, k);
      break;
    }
  by_broken<<<1, 32>>>(at, 1);
}
__global__ void returns(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  int k = 0;
  while (true) {
    if (k * k > i) {
      by_return<<<1, 32>>>(at, k);
      return;
    } else if (k == 5)
      break;
    k++;
  }
  by_return<<<1, 32>>>(at, 1);
}
__global__ void continues(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  for (int k = 0; k < 4; k++) {
    if (i % (k + 2) == 0) {
      by_continue<<<1, 32>>>(at, k);
      continue;
    }
    if (i % 7 == k)
      break;
  }
}
__global__ void inner(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  for (int k = 0; k < 9; k++)
    switch (i % (k + 1)) {
    case 5:
      by_inner<<<1, 32>>>(at, k);
      return;
    case 4:
      continue;
    default:
      break;
    }
}
__global__ void jumps(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room, n = i % 3 + 1;
  switch (i % 2) {
  case 0:
    do {
      by_jump<<<1, 32>>>(at, n);
    case 1:;
    } while (--n > 0);
  }
}
__device__ bool launched(int *at, int i, int n) {
  switch (n) {
  case 1:
    if (i % 2 == 0)
      return false;
  case 2:
    by_call<<<1, 32>>>(at, n);
    return true;
  }
  return false;
}
__global__ void calls(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  if (i % 3 == 0)
    launched(at, i, 1);
  else
    launched(at, i, i % 4);
}

__global__ void methods(int *data) {
  struct Local {
    int *at;
    __device__ void go(int n) { by_method<<<1, 32>>>(at, n); }
  } local{data + (blockIdx.x * blockDim.x + threadIdx.x) * room};
  local.go(2);
  local.go(3);
}
template <class... A> __device__ void each(int *at, A... a) { (by_fold<<<1, 32>>>(at, a), ...); }
__global__ void folds(int *data) {
  each(data + (blockIdx.x * blockDim.x + threadIdx.x) * room, 2, 3);
}
__device__ int of_pack(int *at, int n) {
  by_pack<<<1, 32>>>(at, n);
  return n;
}
template <class... A> __device__ int all_of(int *at, A... a) {
  int all[] = {of_pack(at, a)...};
  return all[0];
}
__global__ void packs(int *data) {
  all_of(data + (blockIdx.x * blockDim.x + threadIdx.x) * room, 2, 3);
}
__global__ void gotos(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  if (i >= 0)
    goto work;
  return;
work:
  by_goto<<<1, 32>>>(at, 2);
  by_goto<<<1, 32>>>(at, 3);
}
__global__ void deep_labels(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *at = data + i * room;
  switch (i >= 0) {
  case 0:
    if (i > 100) {
      break;
    case 1:
      by_deep_label<<<1, 32>>>(at, 2);
      by_deep_label<<<1, 32>>>(at, 3);
    }
  }
}
template <class T> struct Dependent {
  __device__ void go(int *at, T n) { by_dependent<<<1, 32>>>(at, n); }
};
template <class T> __global__ void dependents(int *data) {
  int *at = data + (blockIdx.x * blockDim.x + threadIdx.x) * room;
  Dependent<T> d;
  d.go(at, 2);
  d.go(at, 3);
}
// What a thread launches, in order.
typedef std::vector<int> numbers;
static numbers of_labels(int i) {
  const numbers by[] = {{1}, {2}, {2}, i > 50 ? numbers{3} : numbers(), {4}};
  return by[i % 5];
}
static numbers of_falls(int i) {
  return i % 3 == 0 ? numbers{1, 2} : i % 3 == 1 ? numbers{2} : numbers();
}
static numbers of_ways(int i) { return {i % 3 == 0 ? 1 : 2}; }
static int root_above(int i) {
  int k = 0;
  while (k * k <= i)
    k++;
  return k;
}
static numbers of_breaks(int i) {
  return root_above(i) < 20 ? numbers{root_above(i)} : numbers();
}
static numbers of_breaks_and_more(int i) {
  numbers n = of_breaks(i);
  n.push_back(1);
  return n;
}
static numbers of_returns(int i) { return {root_above(i) <= 5 ? root_above(i) : 1}; }
static numbers of_continues(int i) {
  numbers n;
  for (int k = 0; k < 4; k++)
    if (i % (k + 2) == 0)
      n.push_back(k);
    else if (i % 7 == k)
      break;
  return n;
}
static numbers of_inner(int i) {
  for (int k = 0; k < 9; k++)
    if (i % (k + 1) == 5)
      return {k};
  return {};
}
static numbers of_jumps(int i) {
  numbers n;
  for (int k = i % 3 + 1 - i % 2; k > 0; k--)
    n.push_back(k);
  return n;
}
static numbers two_and_three(int) { return {2, 3}; }
static numbers of_calls(int i) {
  const int n = i % 3 == 0 ? 1 : i % 4;
  return n == 2 || (n == 1 && i % 2 != 0) ? numbers{n} : numbers();
}

template <class Of> static bool right(const char *name, void (*parent)(int *), Of of) {
  const int n = 448;
  int *data = device_zeros<int>(n * room);
  parent<<<n / 64, 64>>>(data);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < room; j++) {
      int x = 0;
      for (int k : of(i))
        x = x * 5 + k + j;
      want.push_back(x);
    }
  const int wrong = compare(to_host(data, want.size()), want);
  if (wrong)
    printf("  %s\n", name);
  return !wrong;
}

int main() {
  allow_launches(4096);
  const bool all[] = {right("labels", labels, of_labels),
                      right("falls", falls, of_falls),
                      right("ways", ways, of_ways),
                      right("breaks", breaks, of_breaks),
                      right("breaks_and_more", breaks_and_more, of_breaks_and_more),
                      right("returns", returns, of_returns),
                      right("continues", continues, of_continues),
                      right("inner", inner, of_inner),
                      right("jumps", jumps, of_jumps),
                      right("calls", calls, of_calls),
                      right("methods", methods, two_and_three),
                      right("folds", folds, two_and_three),
                      right("packs", packs, two_and_three),
                      right("gotos", gotos, two_and_three),
                      right("deep_labels", deep_labels, two_and_three),
                      right("dependents", dependents<int>, two_and_three)};
  for (bool one : all)
    if (!one)
      return 1;
}
