// The textbook pattern of dynamic parallelism: every parent thread has a list of another length to
// work on, and launches a kernel as large as its list. In the plain version it loops over its list.
//
//   parent_child [number of lists] [--launch] [--plain] [--repeat N]
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

__global__ void kernel_plain(unsigned n, const unsigned *start, const unsigned *end,
                             float *some_data, float *more_data) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    some_data[i] = do_some_work(some_data[i]);
    for (unsigned j = start[i]; j < end[i]; j++)
      more_data[j] = do_more_work(more_data[j]);
  }
}

struct Lists {
  std::vector<float> some, more, some_want, more_want;
  int n;
  unsigned *start, *end;
  float *dev_some, *dev_more;

  explicit Lists(int lists) : n(lists) {
    // Most lists are short, one in sixteen is long.
    std::vector<unsigned> starts, ends;
    unsigned total = 0;
    for (int i = 0; i < n; i++) {
      unsigned draw = scramble(i);
      starts.push_back(total);
      total += draw % 16 ? draw / 16 % 40 : draw / 16 % 2000;
      ends.push_back(total);
      some.push_back((float)i);
      some_want.push_back(do_some_work((float)i));
    }
    for (unsigned j = 0; j < total; j++) {
      more.push_back((float)(j % 1000));
      more_want.push_back(do_more_work(more[j]));
    }
    start = to_device(starts);
    end = to_device(ends);
    dev_some = to_device(some);
    dev_more = to_device(more);
  }
  void reset() {
    refill(dev_some, some);
    refill(dev_more, more);
  }
  bool right() const {
    return to_host(dev_some, some.size()) == some_want &&
           to_host(dev_more, more.size()) == more_want;
  }
};

static void with_launches(Lists &l) {
  kernel_parent<<<(l.n + 127) / 128, 128>>>(l.n, l.start, l.end, l.dev_some, l.dev_more);
}
static void plain(Lists &l) {
  kernel_plain<<<(l.n + 127) / 128, 128>>>(l.n, l.start, l.end, l.dev_some, l.dev_more);
}

int main(int argc, char **argv) {
  Versions versions(argc, argv, 2048, 1 << 20, {"launch", "plain"});
  allow_launches(versions.size());
  Lists lists(versions.size());
  versions.run("launch", lists, with_launches);
  versions.run("plain", lists, plain);
  return versions.finish();
}
