// Words, `::` and the brackets of launches that a backslash at the end of a line splits.
// REMARK-t1: :19:[0-9]+: remark: launch of 'kernel': t1
// REMARK-t1: :22:[0-9]+: remark: launch of 'n::kernel': t1
// REMARK-t1: :25:[0-9]+: remark: launch of 'kernel': t1
// REMARK-t1: :27:[0-9]+: remark: launch of 'kernel': t1
#include "include/test.h"

#def\
ine SPLIT(a, b) a##\
b
__glo\
bal__ void kern\
el(int *p, int x) {
  p[thread\
Idx.x] = x;
}
namespace n { using ::kernel; }
__global__ void parent(int *p, int t) {
  ker\
\
nel<<<1, 4>>>(p, t);
  n:\
:kernel<<<1, 1\
0 - 6>>>(p + 4, t);
  kernel<<\
<1, 4>>>(p + 8, SPLIT(t + 1, 0) - 10);
  kernel<<<1, 4>\
>>(p + 12, t > 1000 ? 7 : t);
}
int main() {
  const char *text = "ab\
cd", *raw = R"(ab\
cd)";
  int *p = device_zeros<int>(16);
  par\
ent<\
<<1, 1>>\
>(p, 3);
  CHECK(cudaDeviceSynchronize());
  if (std::string(text) != "abcd" || std::string(raw).size() != 6) {
    printf("FAIL: strings\n");
    return 1;
  }
  return compare(to_host(p, 16), std::vector<int>(16, 3));
}
