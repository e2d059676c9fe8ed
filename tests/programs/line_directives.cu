// Lines and files are what the program's own #line directives say, also in copies, behind what is generated, and in headers.
// REMARK-t1: other.cu:704:[0-9]+: remark: launch of 'line': t1
// REMARK-t1: rules.y:90:[0-9]+: remark: launch of 'in_header': t1
// REMARK-t1: parts.inc:51:[0-9]+: remark: launch of 'put': t1
#include "include/test.h"

__host__ __device__ bool same(const char *a, const char *b) {
  for (; *a && *a == *b; a++, b++)
    ;
  return *a == *b;
}
__global__ void put(int *p, int v) { p[threadIdx.x] = v; }
#include "include/renumbered.h"
const int behind = __LINE__;
#define START 700
#line START "other.cu"
__global__ void line(int *p) { p[threadIdx.x] = __LINE__; }
__global__ void file(int *p) { p[threadIdx.x] = same(__FILE__, "other.cu"); }

__global__ void parent(int *p) {
  line<<<1, 4>>>(p);
  file<<<1, 4>>>(p + 4);
  put<<<1, 4>>>(p + 8, __LINE__);
#line 50 "parts.inc"
  put<<<1, 4>>>(p + 12, __LINE__);
  put<<<1, 4>>>(p + 16, same(__FILE__, "parts.inc"));
}
const int after = __LINE__;
#line 32
int main() {
  std::vector<int> want, got;
  int *p = device_zeros<int>(32);
  parent<<<1, 1>>>(p);
  launches_in_header<<<1, 1>>>(p + 20);
  CHECK(cudaDeviceSynchronize());
  got = to_host(p, 32);
  const char *base = strrchr("/" __BASE_FILE__, '/') + 1;
  const int base_file = same(base, "line_directives.cu") && !strstr(__BASE_FILE__, "flcc-");
  const int first[] = {700, 1, 706, 50, 1, 1040, 91, 1000};
  for (int i = 0; i < 32; i++)
    want.push_back(first[i / 4]);
  got.insert(got.end(), {behind, after, __LINE__, same(__FILE__, "parts.inc"), base_file});
  want.insert(want.end(), {14, 53, 44, 1, 1});
  return compare(got, want);
}
