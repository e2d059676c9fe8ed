// A class of the host's own, of which a member's initialiser launches.
// REMARK-t1: launch of 'add': t1
// REMARK-t4: launch of 'add': t4
#include "include/test.h"

__global__ void add(int *at, int v) { atomicAdd(at, v); }
__global__ void parent(int *at, int v) {
  if (threadIdx.x < 2)
    add<<<1, 3>>>(at, v);
}

struct Started {
  int *at;
  int launched = (parent<<<1, 4>>>(at, 1), parent<<<1, 4>>>(at + 1, 10), 2);
};
template <class T> struct Both {
  Started first;
  T second = (parent<<<1, 4>>>(first.at + 2, first.launched), T(7));
};

int main() {
  int *at = device_zeros<int>(4);
  Both<long> both{{at}};
  Started again{at + 2};
  parent<<<1, 4>>>(at + 3, (int)both.second);
  return compare(to_host(at, 4), {6, 60, 18, 102});
}
