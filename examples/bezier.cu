// Tessellates quadratic Bezier lines. How many points a line needs depends on its curvature: the
// parent thread finds out, allocates room for them on the device and launches a kernel that
// computes them. In the plain version a block has a line, and room for the most points it may need.
//
//   bezier [number of lines] [--launch] [--plain] [--repeat N]
#include "example.h"
#include <cmath>

constexpr int max_points = 32;

struct BezierLine {
  float2 control[3];
  float2 *points = nullptr;
  int count = 0;
};

__host__ __device__ inline int points_needed(const BezierLine &line) {
  // Distance of the middle control point from the middle of the line's ends, relative to the line's
  // length
  float mx = line.control[1].x - 0.5f * (line.control[0].x + line.control[2].x);
  float my = line.control[1].y - 0.5f * (line.control[0].y + line.control[2].y);
  float lx = line.control[2].x - line.control[0].x, ly = line.control[2].y - line.control[0].y;
  float curvature = sqrtf(mx * mx + my * my) / (sqrtf(lx * lx + ly * ly) + 1e-3f);
  int n = curvature > 100 ? max_points : (int)(curvature * 16.0f);
  return n < 4 ? 4 : n > max_points ? max_points : n;
}

__host__ __device__ inline float2 point_at(const BezierLine &line, int i) {
  float u = (float)i / (float)(line.count - 1), v = 1.0f - u;
  float b[3] = {v * v, 2.0f * u * v, u * u};
  float2 p = make_float2(0, 0);
  for (int k = 0; k < 3; k++) {
    p.x += b[k] * line.control[k].x;
    p.y += b[k] * line.control[k].y;
  }
  return p;
}

__global__ void tessellate_child(int line, BezierLine *lines, int points) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < points)
    lines[line].points[i] = point_at(lines[line], i);
}

__global__ void tessellate(BezierLine *lines, int n) {
  int line = threadIdx.x + blockDim.x * blockIdx.x;
  if (line < n) {
    lines[line].count = points_needed(lines[line]);
    cudaMalloc((void **)&lines[line].points, lines[line].count * sizeof(float2));
    tessellate_child<<<ceil((float)lines[line].count / 32.0f), 32>>>(line, lines,
                                                                     lines[line].count);
  }
}

__global__ void tessellate_plain(BezierLine *lines, float2 *points) {
  BezierLine line = lines[blockIdx.x];
  line.count = points_needed(line);
  for (int i = threadIdx.x; i < line.count; i += blockDim.x)
    points[blockIdx.x * max_points + i] = point_at(line, i);
  if (threadIdx.x == 0)
    lines[blockIdx.x].count = line.count;
}

// The host cannot copy from the device's heap.
__global__ void collect(BezierLine *lines, int n, float2 *points) {
  int line = threadIdx.x + blockDim.x * blockIdx.x;
  if (line < n && lines[line].points) {
    for (int i = 0; i < lines[line].count; i++)
      points[line * max_points + i] = lines[line].points[i];
    cudaFree(lines[line].points);
  }
}

struct Drawing {
  int n;
  std::vector<BezierLine> lines;
  BezierLine *dev;
  float2 *dev_points;

  explicit Drawing(int count) : n(count), lines(count) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++)
        lines[i].control[k] = make_float2((scramble(i * 6 + k * 2) >> 16) / 65536.0f,
                                          (scramble(i * 6 + k * 2 + 1) >> 16) / 65536.0f);
    dev = to_device(lines);
    dev_points = to_device(std::vector<float2>((size_t)n * max_points));
  }
  void reset() {
    refill(dev, lines);
    refill(dev_points, std::vector<float2>((size_t)n * max_points));
  }
  bool right() const {
    collect<<<(n + 63) / 64, 64>>>(dev, n, dev_points);
    std::vector<BezierLine> got = to_host(dev, n);
    std::vector<float2> points = to_host(dev_points, (size_t)n * max_points);
    long wrong = 0;
    for (int i = 0; i < n; i++) {
      // The last bit of the curvature may differ between host and device, and with it the number of
      // points by one.
      wrong += abs(points_needed(lines[i]) - got[i].count) > 1;
      BezierLine line = lines[i];
      line.count = got[i].count;
      for (int k = 0; k < line.count && k < max_points; k++) {
        float2 want = point_at(line, k), have = points[(size_t)i * max_points + k];
        wrong += !(fabsf(want.x - have.x) < 1e-5f && fabsf(want.y - have.y) < 1e-5f);
      }
    }
    return wrong == 0;
  }
};

static void with_launches(Drawing &d) { tessellate<<<(d.n + 63) / 64, 64>>>(d.dev, d.n); }
static void plain(Drawing &d) { tessellate_plain<<<d.n, 32>>>(d.dev, d.dev_points); }

int main(int argc, char **argv) {
  Versions versions(argc, argv, 2560, 1 << 20, {"launch", "plain"});
  const int n = versions.size();
  // An allocation on the device takes at least 80 bytes more or less; the default heap has 8 MB.
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (16u << 20) + (size_t)n * 1024));
  allow_launches(n);
  Drawing drawing(n);
  versions.run("launch", drawing, with_launches);
  versions.run("plain", drawing, plain);
  return versions.finish();
}
