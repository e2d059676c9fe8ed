// Arguments are converted to the parameter's type at the launch: narrowing, widening, enums, bool,
// literals, references bound to const, default arguments.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

enum Plain { FIRST, SECOND = 7 };
enum class Scoped : unsigned char { LOW = 3, HIGH = 200 };
typedef unsigned short u16;

__global__ void child(int *out, u16 narrow, double wide, Plain plain, Scoped scoped, bool flag,
                      const float factor = 1.5f, long last = 1L << 33) {
  out[threadIdx.x] = narrow + (int)wide + plain * 10 + (int)scoped * 100 + (flag ? 100000 : 0) +
                     (int)(factor * 1000000) + (last == 1L << 33 ? 0 : (int)last);
}

__global__ void parent(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float two = 2;
  out += i * 12;
  child<<<1, 4>>>(out, i + 65536, i, SECOND, Scoped::HIGH, out, two, -i);
  child<<<1, 4>>>(out + 4, -1, 'a', i % 2 ? FIRST : SECOND, Scoped(i), i & 4);
  child<<<1, 4>>>(out + 8, 2.9, 7u, static_cast<Plain>(i), Scoped::LOW, nullptr != out, 3);
}

int main() {
  const int parents = 40;
  int *out = device_zeros<int>(parents * 12);
  std::vector<int> want;
  for (int i = 0; i < parents; i++) {
    want.insert(want.end(), 4, i + i + 70 + 20000 + 100000 + 2000000 - i);
    want.insert(want.end(), 4,
                65535 + 'a' + (i % 2 ? 0 : 70) + i * 100 + (i & 4 ? 100000 : 0) + 1500000);
    want.insert(want.end(), 4, 2 + 7 + i * 10 + 300 + 100000 + 3000000);
  }
  parent<<<2, parents / 2>>>(out);
  return compare(to_host(out, want.size()), want);
}
