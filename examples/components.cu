// Labels the connected components of a black and white image. Each row is cut into spans of white
// pixels; spans that touch are merged. Two parent threads merge, one the upper and one the lower
// half of the rows, with four blocks of 256 threads at a time, and wait, until nothing changes any
// more. In the plain version the host does that.
//
//   components [rows and columns of the image] [--join] [--plain] [--repeat N]
// STRATEGIES: keep t1 t3 t4 auto
// TARGET-keep: cpu
#include "example.h"
#include <numeric>

constexpr int blocks = 4, threads = 256;

struct Span {
  int begin, end; // columns
};

// Row r's spans are at r * pitch and behind; a span's label is the number of a span of the same
// component, to begin with its own.
struct Image {
  int size, pitch;
  const unsigned char *white;
  Span *spans;
  int *count; // for each row
  int *label;
};

__host__ __device__ inline int find_spans_of(const unsigned char *row, int size, Span *spans) {
  int count = 0;
  for (int x = 0; x < size; x++)
    if (row[x]) {
      int begin = x;
      while (x < size && row[x])
        x++;
      spans[count++] = Span{begin, x};
    }
  return count;
}

__global__ void find_spans(Image image) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < image.size) {
    int at = r * image.pitch;
    image.count[r] =
        find_spans_of(image.white + (long)r * image.size, image.size, image.spans + at);
    for (int k = at; k < at + image.count[r]; k++)
      image.label[k] = k;
  }
}

// A thread merges a row's spans with those of the next row that they touch: the larger label's span
// gets the smaller label.
__global__ void merge(Image image, int begin, int end, int *changed) {
  for (int r = begin + blockIdx.x * blockDim.x + threadIdx.x; r < end && r + 1 < image.size;
       r += gridDim.x * blockDim.x) {
    int a = r * image.pitch, b = a + image.pitch;
    const int a_end = a + image.count[r], b_end = b + image.count[r + 1];
    while (a < a_end && b < b_end) {
      const Span x = image.spans[a], y = image.spans[b];
      if (x.begin < y.end && y.begin < x.end) {
        int la = image.label[a], lb = image.label[b];
        if (la != lb) {
          int low = la < lb ? la : lb, high = la < lb ? lb : la;
          atomicMin(&image.label[high], low);
          atomicMin(la < lb ? &image.label[b] : &image.label[a], low);
          *changed = 1;
        }
      }
      if (x.end < y.end)
        a++;
      else
        b++;
    }
  }
}

// A span gets the label that its label's span has by now, and so on.
__global__ void shorten(Image image, int begin, int end) {
  for (int r = begin + blockIdx.x * blockDim.x + threadIdx.x; r < end; r += gridDim.x * blockDim.x)
    for (int k = r * image.pitch; k < r * image.pitch + image.count[r]; k++) {
      int label = image.label[k];
      while (image.label[label] < label)
        label = image.label[label];
      atomicMin(&image.label[k], label);
    }
}

__global__ void merge_halves(Image image, int *changed) {
  const int half = threadIdx.x, middle = image.size / 2;
  const int begin = half ? middle : 0, end = half ? image.size : middle;
  bool again;
  do {
    changed[half] = 0;
    merge<<<blocks, threads>>>(image, begin, end, &changed[half]);
    shorten<<<blocks, threads>>>(image, begin, end);
    cudaDeviceSynchronize();
    // A label that crosses the middle makes work for the other half.
    __syncthreads();
    again = changed[0] || changed[1];
    __syncthreads();
  } while (again);
}

static std::vector<int> label_serially(const std::vector<unsigned char> &white, int size,
                                       int pitch) {
  std::vector<Span> spans((size_t)size * pitch);
  std::vector<int> count(size), parent(spans.size());
  std::iota(parent.begin(), parent.end(), 0);
  auto root = [&](int k) {
    while (parent[k] != k)
      k = parent[k] = parent[parent[k]];
    return k;
  };
  for (int r = 0; r < size; r++) {
    count[r] = find_spans_of(&white[(size_t)r * size], size, &spans[(size_t)r * pitch]);
    int above = (r - 1) * pitch;
    for (int a = r * pitch; r > 0 && a < r * pitch + count[r]; a++) {
      const int above_end = (r - 1) * pitch + count[r - 1];
      while (above < above_end && spans[above].end <= spans[a].begin)
        above++;
      for (int b = above; b < above_end && spans[b].begin < spans[a].end; b++) {
        int x = root(a), y = root(b);
        parent[std::max(x, y)] = std::min(x, y);
      }
    }
  }
  std::vector<int> label(spans.size(), -1);
  for (int r = 0; r < size; r++)
    for (int k = r * pitch; k < r * pitch + count[r]; k++)
      label[k] = root(k);
  return label;
}

struct Problem {
  std::vector<int> want, none;
  Image image;
  int *changed;

  explicit Problem(int size) {
    const int pitch = size / 2 + 1;
    std::vector<unsigned char> white((size_t)size * size);
    for (int y = 0; y < size; y++)
      for (int x = 0; x < size; x++)
        white[(size_t)y * size + x] = scramble(x / 3 + y / 3 * 40503u) % 1000 < 600;
    want = label_serially(white, size, pitch);
    none.assign(want.size(), -1);
    image = Image{size,
                  pitch,
                  to_device(white),
                  to_device(std::vector<Span>(want.size())),
                  to_device(std::vector<int>(size)),
                  to_device(want)};
    changed = to_device(std::vector<int>(2));
  }
  void reset() {
    refill(image.label, none);
    find_spans<<<(image.size + 63) / 64, 64>>>(image);
  }
  bool right() const { return to_host(image.label, want.size()) == want; }
};

static void with_join(Problem &p) { merge_halves<<<1, 2>>>(p.image, p.changed); }

static void plain(Problem &p) {
  for (int more = 1; more;) {
    CHECK(cudaMemset(p.changed, 0, sizeof more));
    merge<<<2 * blocks, threads>>>(p.image, 0, p.image.size, p.changed);
    shorten<<<2 * blocks, threads>>>(p.image, 0, p.image.size);
    CHECK(cudaMemcpy(&more, p.changed, sizeof more, cudaMemcpyDeviceToHost));
  }
}

int main(int argc, char **argv) {
  Versions versions(argc, argv, 1024, 1 << 13, {"join", "plain"});
  Problem problem(versions.size());
  versions.run("join", problem, with_join);
  versions.run("plain", problem, plain);
  return versions.finish();
}
