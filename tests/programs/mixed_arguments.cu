// Arguments of mixed size and alignment: char, double, short, 3-byte struct, int3, double2, float,
// long long, 16-byte aligned struct.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

struct Rgb {
  unsigned char r, g, b;
};
struct alignas(16) Aligned {
  int x;
};

__global__ void child(char c, double d, short s, Rgb rgb, int3 v, bool flag, double2 w, float f,
                      unsigned char u, Aligned a, long long l, double *out) {
  bool placed = (size_t)&a % 16 == 0;
  out[threadIdx.x] = c + d * 2 + s * 3 + rgb.r * 5 + rgb.g * 7 + rgb.b * 11 + v.x * 13 + v.y * 17 +
                     v.z * 19 + (flag ? 1000 : 0) + w.x * 23 + w.y * 29 + f * 31 + u + a.x * 37 +
                     l + (placed ? 0 : 1e9);
}

__global__ void parent(double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Rgb rgb = {(unsigned char)i, (unsigned char)(i + 1), (unsigned char)(255 - i)};
  child<<<1, 6>>>((char)-i, i * .5, (short)(-3 * i), rgb, make_int3(i, -i, 2 * i), i % 2,
                  make_double2(i, i * .25), i * .125f, (unsigned char)(i * 3), Aligned{i * i},
                  5000000000LL * i, out + i * 6);
}

int main() {
  const int parents = 64;
  double *out = device_zeros<double>(parents * 6);
  std::vector<double> want;
  for (int i = 0; i < parents; i++)
    want.insert(want.end(), 6,
                -i + i - 9. * i + 5. * i + 7. * (i + 1) + 11. * (255 - i) + 13. * i - 17. * i +
                    38. * i + (i % 2 ? 1000 : 0) + 23. * i + 29 * .25 * i + 31 * .125 * i + i * 3 +
                    37. * i * i + 5000000000. * i);
  parent<<<2, parents / 2>>>(out);
  return compare(to_host(out, want.size()), want);
}
