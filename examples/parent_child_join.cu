// The textbook pattern with a join: every parent thread launches a kernel as large as its list,
// waits for it, and goes on with what it has found out. In the plain version it loops over its list.
//
//   parent_child_join [number of lists] [--join] [--plain] [--repeat N]
// STRATEGIES: keep t1 t3 t4 auto
// TARGET-keep: cpu
#include "example.h"

__host__ __device__ inline int do_more_work(int x) { return x * 2 + 1; }
__host__ __device__ inline float share(int mine, int total) { return (float)mine / (float)total; }

__global__ void kernel_child(unsigned start, unsigned end, int *more_data, int *total) {
  unsigned j = start + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end) {
    more_data[j] = do_more_work(more_data[j]);
    atomicAdd(total, more_data[j]);
  }
}

__global__ void kernel_parent(unsigned n, const unsigned *start, const unsigned *end,
                              int *more_data, int *total, float *first_share) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && end[i] > start[i]) {
    total[i] = 0;
    kernel_child<<<ceil((end[i] - start[i]) / 256.0), 256>>>(start[i], end[i], more_data,
                                                             &total[i]);
    cudaDeviceSynchronize();
    first_share[i] = share(more_data[start[i]], total[i]);
  }
}

__global__ void kernel_plain(unsigned n, const unsigned *start, const unsigned *end, int *more_data,
                             int *total, float *first_share) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && end[i] > start[i]) {
    int sum = 0;
    for (unsigned j = start[i]; j < end[i]; j++)
      sum += more_data[j] = do_more_work(more_data[j]);
    total[i] = sum;
    first_share[i] = share(more_data[start[i]], sum);
  }
}

struct Lists {
  std::vector<int> more, more_want;
  std::vector<float> share_want;
  int n;
  unsigned *start, *end;
  int *dev_more, *total;
  float *first_share;

  explicit Lists(int lists) : n(lists) {
    // Most lists are short, one in sixteen is long.
    std::vector<unsigned> starts, ends;
    for (int i = 0; i < n; i++) {
      unsigned draw = scramble(i), begin = (unsigned)more.size();
      unsigned length = draw % 16 ? draw / 16 % 40 : draw / 16 % 2000;
      int sum = 0;
      for (unsigned j = begin; j < begin + length; j++) {
        more.push_back((int)(j % 1000));
        more_want.push_back(do_more_work(more[j]));
        sum += more_want[j];
      }
      starts.push_back(begin);
      ends.push_back(begin + length);
      share_want.push_back(length ? share(more_want[begin], sum) : 0);
    }
    start = to_device(starts);
    end = to_device(ends);
    dev_more = to_device(more);
    total = to_device(std::vector<int>(n));
    first_share = to_device(std::vector<float>(n));
  }
  void reset() {
    refill(dev_more, more);
    refill(first_share, std::vector<float>(n));
  }
  bool right() const {
    // A division may round differently on host and device.
    std::vector<float> got = to_host(first_share, n);
    for (int i = 0; i < n; i++)
      if (!(got[i] >= share_want[i] * 0.9999f && got[i] <= share_want[i] * 1.0001f))
        return false;
    return to_host(dev_more, more.size()) == more_want;
  }
};

static void with_join(Lists &l) {
  kernel_parent<<<(l.n + 127) / 128, 128>>>(l.n, l.start, l.end, l.dev_more, l.total,
                                            l.first_share);
}
static void plain(Lists &l) {
  kernel_plain<<<(l.n + 127) / 128, 128>>>(l.n, l.start, l.end, l.dev_more, l.total, l.first_share);
}

int main(int argc, char **argv) {
  Versions versions(argc, argv, 2048, 1 << 20, {"join", "plain"});
  allow_launches(versions.size());
  Lists lists(versions.size());
  versions.run("join", lists, with_join);
  versions.run("plain", lists, plain);
  return versions.finish();
}
