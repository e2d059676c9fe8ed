// A kernel that a variable template holds, and below it a member template that is defined outside of its class template.
// STRATEGIES: keep auto t1 t4
// REMARK-t1: launch of 'leaf': t1
#include "include/test.h"
__global__ void leaf(int *p, int n) { atomicAdd(p, n); }
template <class T> struct A { template <class U> __device__ static void mem(int *p, U u); };
template <class T> template <class U> __device__ void A<T>::mem(int *p, U u) {
  leaf<<<1, 1>>>(p, u);
}
template <class T> __global__ void par(int *p) { A<T>::template mem<char>(p, 1); }
template <class T> constexpr auto kp = par<T>;
int main() {
  int *p = device_zeros<int>(1);
  kp<int><<<1, 1>>>(p);
  par<double><<<1, 1>>>(p);
  return compare(to_host(p, 1), {2});
}
