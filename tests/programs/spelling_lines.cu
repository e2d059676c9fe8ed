// A launch spread over lines with comments in it, one over lines that a backslash takes together, and one packed tight; heads with comments in them.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

// clang-format off
__device__ inline void place(
    const int &begin,  // where it begins
    int &j)            // OUT: where the thread is
{
  j = begin + blockIdx.x * blockDim.x;
}
__device__ /* a */ int own(/* b */) /* c */ // d
{ // e
  return threadIdx.x;
}
// clang-format on
__global__ void child(int i, int begin, int end, int *data) {
  int j;
  place(begin, j);
  j += own();
  if (j < end)
    data[j] += i + 1;
}

__global__ void parent(int n, const int *first, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int begin = first[i], end = first[i + 1], d = end - begin;
  // clang-format off
  if(d>50)child<<<(d+31)/32,32>>>(i,begin,end,data);
  else if (d > 30)
\
child \
<<<(d + 31) / \
32, 32 \
>>> \
(i, begin, \
end, data) \
; \

  else if (d > 0)
    child /* the kernel */ <<< // grid
      (d + 31) / 32, /* block >>> */
      32
    >>> ( // arguments
      i, begin, /* "end" */ end,
      data
    ) ;
  // clang-format on
}

int main() {
  const int n = 500;
  std::vector<int> first = list_offsets(n, 700);
  int *dev_first = to_device(first), *data = device_zeros<int>(first.back());
  parent<<<(n + 127) / 128, 128>>>(n, dev_first, data);
  return compare(to_host(data, first.back()), lists_marked(first));
}
