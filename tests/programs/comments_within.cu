// Comments stand where only blanks are expected: within names of cooperative groups, in captures of lambdas, in heads; and literals have quotes in them that end nothing.
// STRATEGIES: keep t1 t4 auto block
// REMARK-t1: launch of 'add': t1
// REMARK-t1: launch of 'sum': t1
// REMARK-t4: launch of 'scaled *<2>': t4
#include "include/test.h"
#include <cooperative_groups.h>
namespace cg /* groups */ = /* of threads */ cooperative_groups;

__global__ void add(/* where */ int *p, int n = /* (default) */ 2) { atomicAdd(p, n); }
template <int by> __global__ void scaled(int *p, int n) {
  __shared__ int s[32];
  int own = /* a = b; */ n /* c; */;
  s[threadIdx.x] = own /* d = e */;
  __syncthreads();
  own += s[blockDim.x - 1 - threadIdx.x] /* ; */;
  __syncthreads(); /* = */
  if (threadIdx.x == 0)
    atomicAdd(p, by * own);
}
__global__ void sum(int *p) {
  const int many = 1'000;
  const char quote = L'"' == '"' ? '\'' : ' ', *raw = R"(")";
  cg:: /* this */ thread_block all = cg /* ' */ :: /* " */ this_thread_block();
  const auto tile = cg::tiled_partition /* of a warp */ <8>(all);
  int v = all.thread_rank() + (quote == '\'' && raw[0] == '"');
  for (int k = tile.size() / 2; k > 0; k /= 2)
    v += tile.shfl_down(v, k);
  if (tile.thread_rank() == 0) // the first
    atomicAdd(p, v + many);
}
__global__ void parent(int *p) {
  [/* all */ & /* by reference */] { add<<<1, 2>>>(p); }();
  [/* only */ p /* this */] /* nothing */ () { add<<<1, 1>>>(p, 3); }();
  [/* nothing */](int *q) { add /* k */ <<< /* <<< */ 1, 1 /* >>> */ >>> /* ( */ (q, 4); }(p);
  sum<<<1, 16>>>(p);
}
__global__ void other(int *p) {
  scaled /* by */ <2> /* ways */ <<<1, 32>>>(p, 5);
  scaled // by
      <3><<<1, 32>>>(p, 7);
  (/* by */ scaled /* four */ <4>)<<<1, 4>>>(p, 1);
  scaled \
      <1><<<1, 4>>>(p, 1);
}

int main() {
  int *p = device_zeros<int>(1);
  parent<<<1, 4>>>(p);
  other /* too */ <<<1, 1>>>(p);
  return compare(to_host(p, 1), std::vector<int>{4 * (4 + 3 + 4 + 16 * 15 / 2 + 16 + 2000) + 2 * 10 + 3 * 14 + 4 * 2 + 2});
}
