// Shared variables that have the name of their type, or of another's, and several of one name beside one that is called as the second might be.
// REMARK-t1: launch of 'kid': t1
// REMARK-t1: launch of 'dynamic': t1
// REMARK-t1: launch of 'tiles': t1
#include "include/test.h"

struct node {
  int v;
};
struct edge {
  node *to;
};
enum kind { one = 1, two };
template <class T> struct Tile {
  T v[8];
};
constexpr int n = 8;

__global__ void kid(int *p) {
  __shared__ struct node node;
  __shared__ edge edges[2], edge;
  __shared__ enum kind kind;
  if (threadIdx.x == 0) {
    node.v = 3;
    edges[1].to = &node;
    edge = edges[1];
    kind = two;
  }
  __syncthreads();
  atomicAdd(p, edge.to->v + kind);
  {
    __shared__ int a;
    if (threadIdx.x == 0)
      a = 1;
    __syncthreads();
    atomicAdd(p + 1, a);
  }
  {
    __shared__ int a, a_5, a_6;
    if (threadIdx.x == 0)
      a = a_5 = a_6 = 5;
    __syncthreads();
    atomicAdd(p + 1, a + a_5 + a_6);
  }
}
__global__ void dynamic(int *p) {
  extern __shared__ node node[];
  node[threadIdx.x].v = threadIdx.x;
  __syncthreads();
  atomicAdd(p, node[threadIdx.x ^ 1].v);
}

template <class T> __global__ void tiles(T *p) {
  __shared__ Tile<T> Tile, other;
  __shared__ node node, nodes[2];
  __shared__ T later[n + 1];
  const int n = threadIdx.x;
  Tile.v[n] = other.v[7 - n] = later[n] = n;
  if (n == 0)
    node.v = nodes[1].v = 1;
  __syncthreads();
  atomicAdd(p, (T)(Tile.v[7 - n] * other.v[n] + later[7 - n] + node.v + nodes[1].v));
}
__global__ void parent(int *p) { kid<<<1, 8>>>(p); }
__global__ void parent_of_tiles(int *p) { tiles<<<1, 8>>>(p + 3); }
__global__ void parent_dynamic(int *p) { dynamic<<<1, 8, 8 * sizeof(node)>>>(p + 2); }

int main() {
  int *p = device_zeros<int>(4);
  parent<<<1, 1>>>(p);
  parent_dynamic<<<1, 1>>>(p);
  parent_of_tiles<<<1, 1>>>(p);
  return compare(to_host(p, 4), std::vector<int>{40, 128, 28, 184});
}
