// Parents whose children another file defines: with shared memory and barriers, blocks of any size, by way of children of their own, in recursion, and one that
// launches in turn, which no drain of that file runs.
#include "kernels.h"

__global__ void ranges(int *sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const Range r{i, i % 100};
  if (r.count)
    work::add_range<<<(r.count + 63) / 64, 64>>>(sum, r);
}
// Two kinds of another file's, and one of its own, which launches one of these.
__global__ void own(int *sum, int *warps, int i) {
  atomicAdd(sum, i);
  if (threadIdx.x == 0 && i % 3 == 0)
    count_warps<<<1, 96>>>(warps, i % 90);
}
__global__ void several(int *sum, int *warps, int *out, const int *values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i % 2)
    own<<<2, 32>>>(sum, warps, i);
  else
    sum_any<<<1, i % 4 ? 64 : 1024, (i % 4 ? 64 : 1024) * sizeof(int)>>>(out + i, values, i);
}
__global__ void rows(int *data, int width, int grids) {
  const int i = threadIdx.x;
  if (i < grids)
    reverse_rows<<<dim3(2, 3), width + i>>>(data + i * 6 * width, width);
}
// Shared memory that no thread looks at.
__global__ void in_vain(int *sum, int *data, int *errors) {
  work::add_range<<<1, 32, 48 * 1024>>>(sum, Range{0, 7}, Sign::plus);
  reverse_rows<<<1, 3, 46 * 1024, cudaStreamFireAndForget>>>(data, 3);
  if (cudaGetLastError() != cudaSuccess)
    atomicAdd(errors, 1);
}
__global__ void descend(int *sum, int depth) {
  if (threadIdx.x)
    return;
  if (depth)
    descend<<<2, 32>>>(sum, depth - 1);
  else
    work::add_range<<<1, 32>>>(sum, Range{0, 7}, Sign::minus);
}
// A thread launches twice, in no order.
__global__ void forgets(int *sum, int *warps) {
  work::add_range<<<1, 32, 0, cudaStreamFireAndForget>>>(sum, Range{0, 7}, Sign::plus);
  count_warps<<<2, 32, 0, cudaStreamFireAndForget>>>(warps, 5);
}
__global__ void refused(int *sum, int *errors) {
  work::add_range<<<1, 2000>>>(sum, Range{0, 1}, Sign::plus);
  if (cudaGetLastError() == cudaErrorInvalidConfiguration)
    atomicAdd(errors, 1);
}
__global__ void bound(int *sum, int *errors) {
  bounded<<<1, 96>>>(sum); // more than it is compiled for
  if (cudaGetLastError() != cudaSuccess)
    atomicAdd(errors, 1);
}
__global__ void deeper(int *sum) { launches_more<<<1, 2>>>(sum, 2); }

static bool is_right(const char *what, const std::vector<int> &got, const std::vector<int> &want) {
  if (got != want)
    printf("wrong: %s\n", what);
  return got == want;
}

int main() {
  const int n = 600;
  bool ok = true;
  int *sum = device_zeros<int>(1);
  std::vector<int> values(n);
  for (int i = 0; i < n; i++)
    values[i] = i * 3 % 101;
  const int *given = to_device(values);
  for (int round = 0; round < 3; round++) {
    ranges<<<5, 128>>>(sum, n);
    int want = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i % 100; j++)
        want += (i + j) % 7 + 1;
    ok &= is_right("ranges", to_host(sum, 1), {want * (round + 1)});
  }

  int *own_sum = device_zeros<int>(1), *warps = device_zeros<int>(1), *out = device_zeros<int>(n);
  several<<<5, 128>>>(own_sum, warps, out, given, n);
  int want_own = 0, want_warps = 0;
  std::vector<int> sums(n);
  for (int i = 0, before = 0; i < n; before += values[i++]) {
    if (i % 2 == 0)
      sums[i] = before;
    want_own += i % 2 ? 64 * i : 0;
    want_warps += i % 2 && i % 3 == 0 ? 2 * (i % 90) : 0;
  }
  ok &= is_right("own children", to_host(own_sum, 1), {want_own});
  ok &= is_right("children of children", to_host(warps, 1), {want_warps});
  ok &= is_right("blocks of any size", to_host(out, n), sums);

  const int width = 300, grids = 20;
  std::vector<int> data(grids * 6 * width), reversed(data.size());
  for (size_t i = 0; i < data.size(); i++) {
    data[i] = int(i);
    reversed[i / width * width + width - 1 - i % width] = int(i);
  }
  int *on_device = to_device(data);
  rows<<<1, 32>>>(on_device, width, grids);
  ok &= is_right("shared memory", to_host(on_device, data.size()), reversed);

  int *down = device_zeros<int>(1);
  descend<<<1, 32>>>(down, 6);
  ok &= is_right("recursion", to_host(down, 1), {-64 * (1 + 2 + 3 + 4 + 5 + 6 + 7)});

  int *forgotten = device_zeros<int>(2);
  forgets<<<3, 50>>>(forgotten, forgotten + 1);
  ok &= is_right("fire and forget", to_host(forgotten, 2), {150 * (1 + 2 + 3 + 4 + 5 + 6 + 7), 150 * 2 * 5});

  int *none = device_zeros<int>(1), *errors = device_zeros<int>(1);
  refused<<<1, 4>>>(none, errors);
  bound<<<1, 4>>>(none, errors);
  ok &= is_right("refused", to_host(errors, 1), {8});
  ok &= is_right("refused, none", to_host(none, 1), {0});

  int *vain = device_zeros<int>(2), *three = to_device(std::vector<int>{1, 2, 3});
  in_vain<<<1, 1>>>(vain, three, vain + 1);
  ok &= is_right("shared memory in vain", to_host(vain, 2), {1 + 2 + 3 + 4 + 5 + 6 + 7, 0});
  ok &= is_right("shared memory in vain, rows", to_host(three, 3), {3, 2, 1});

  int *more = device_zeros<int>(1);
  deeper<<<1, 3>>>(more);
  ok &= is_right("launches in turn", to_host(more, 1), {3 * (2 + 4 + 8)});
  return verdict(ok, "some results are wrong");
}
