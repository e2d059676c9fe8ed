// What launches in an order cost: every parent thread sorts a list of its own by odd-even
// transposition. It launches a kernel for each phase, all into one stream, and waits for none of
// them; a phase needs what the one before it has done. In the plain version the thread does the
// phases itself.
//
//   odd_even [lists] [--launch] [--plain] [--repeat N] [--length NUMBERS]
#include "../examples/example.h"

constexpr int parent_threads = 128, child_threads = 64;

__host__ __device__ inline unsigned number_of(int list, int i) {
  return (list * 7919u + i + 1) * 2654435761u >> 8;
}

__device__ inline void put_in_order(unsigned *pair) {
  const unsigned a = pair[0], b = pair[1];
  if (b < a) {
    pair[0] = b;
    pair[1] = a;
  }
}

__global__ void phase(int n, unsigned *list, int from) {
  int i = from + 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 < n)
    put_in_order(list + i);
}

__global__ void sort(int lists, int n, unsigned *data) {
  int list = blockIdx.x * blockDim.x + threadIdx.x;
  if (list >= lists)
    return;
  for (int k = 0; k < n; k++)
    phase<<<blocks_of(n / 2, child_threads), child_threads>>>(n, data + (long)list * n, k % 2);
}

__global__ void sort_plain(int lists, int n, unsigned *data) {
  int list = blockIdx.x * blockDim.x + threadIdx.x;
  if (list >= lists)
    return;
  for (int k = 0; k < n; k++)
    for (int i = k % 2; i + 1 < n; i += 2)
      put_in_order(data + (long)list * n + i);
}

struct Lists {
  int lists, n;
  std::vector<unsigned> before, want;
  unsigned *data;

  Lists(int lists, int n) : lists(lists), n(n) {
    for (int l = 0; l < lists; l++)
      for (int i = 0; i < n; i++)
        before.push_back(number_of(l, i));
    want = before;
    for (int l = 0; l < lists; l++)
      std::sort(want.begin() + (long)l * n, want.begin() + (long)(l + 1) * n);
    data = to_device(before);
  }
  void reset() { refill(data, before); }
  bool right() const { return to_host(data, before.size()) == want; }
};

static void with_launches(Lists &a) {
  sort<<<blocks_of(a.lists, parent_threads), parent_threads>>>(a.lists, a.n, a.data);
}
static void plain(Lists &a) {
  sort_plain<<<blocks_of(a.lists, parent_threads), parent_threads>>>(a.lists, a.n, a.data);
}

int main(int argc, char **argv) {
  int length = 64;
  Versions versions(
      argc, argv, 100, 1 << 17, {"launch", "plain"},
      [&](int argc, char **argv, int &i) {
        if (std::string(argv[i]) != "--length" || i + 1 == argc)
          return false;
        return number(argv[++i], 2, 4096, length);
      },
      "[--length NUMBERS]");
  Lists lists(versions.size(), length);
  allow_launches((size_t)lists.lists * length + 2048);
  versions.note("length", length);
  versions.run("launch", lists, with_launches);
  versions.run("plain", lists, plain);
  return versions.finish();
}
