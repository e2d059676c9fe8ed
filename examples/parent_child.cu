// The textbook pattern of dynamic parallelism: every parent thread has a list of another length to
// work on, and launches a kernel as large as its list.
//
//   parent_child [number of lists]
#include "example.h"

__global__ void kernel_child(unsigned start, unsigned end, float *more_data);

__host__ __device__ inline float do_some_work(float x) { return x * 0.5f; }
__host__ __device__ inline float do_more_work(float x) { return x * 2.0f + 1.0f; }

__global__ void kernel_parent(unsigned n, const unsigned *start, const unsigned *end,
                              float *some_data, float *more_data) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    some_data[i] = do_some_work(some_data[i]);
    if (end[i] > start[i])
      kernel_child<<<ceil((end[i] - start[i]) / 256.0), 256>>>(start[i], end[i], more_data);
  }
}

__global__ void kernel_child(unsigned start, unsigned end, float *more_data) {
  unsigned j = start + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end)
    more_data[j] = do_more_work(more_data[j]);
}

int main(int argc, char **argv) {
  const int n = size_argument(argc, argv, 2048, 1 << 20);
  // Most lists are short, one in sixteen is long.
  std::vector<unsigned> start, end;
  unsigned total = 0;
  for (int i = 0; i < n; i++) {
    unsigned draw = scramble(i);
    start.push_back(total);
    total += draw % 16 ? draw / 16 % 40 : draw / 16 % 2000;
    end.push_back(total);
  }
  std::vector<float> some(n), more(total);
  for (int i = 0; i < n; i++)
    some[i] = (float)i;
  for (unsigned j = 0; j < total; j++)
    more[j] = (float)(j % 1000);
  unsigned *dev_start = to_device(start), *dev_end = to_device(end);
  float *dev_some = to_device(some), *dev_more = to_device(more);
  allow_launches(n);

  Timer timer;
  kernel_parent<<<(n + 127) / 128, 128>>>(n, dev_start, dev_end, dev_some, dev_more);
  float ms = timer.stop();

  for (float &x : some)
    x = do_some_work(x);
  for (float &x : more)
    x = do_more_work(x);
  return finish(to_host(dev_some, n) == some && to_host(dev_more, total) == more, ms);
}
