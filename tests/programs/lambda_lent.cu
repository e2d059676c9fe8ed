// Lambdas that launch, handed to device functions that call them: by value and by reference, forwarded, nested, generic, with captures that change, from
// members and from functions that depend on their block.
// FLAGS: -std=c++20
// REMARK-t1: launch of 'visit': t1; order: a thread may launch more than once
// REMARK-t2: launch of 'visit': t2
// REMARK-t3: launch of 'visit': t3
// REMARK-t4: launch of 'visit': t4
// REMARK-block: launch of 'visit': block
// REMARK-grid: launch of 'visit': grid
// REMARK-t1: launch of 'then': t1
// REMARK-t4: launch of 'then': t4
// REMARK-t1: launch of 'middle': t1
// REMARK-t1: launch of 'twice<T>': t1
#include "include/test.h"
#include <utility>

struct Graph {
  const int *row, *col;
  __device__ int degree(int v) const { return row[v + 1] - row[v]; }
  template <class F> __device__ void each(int u, F &&f) const {
    for (int e = row[u]; e < row[u + 1]; e++)
      f(col[e], e);
  }
};
__device__ int place() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void visit(Graph g, int v, int *out) {
  int i = place();
  if (i < g.degree(v))
    atomicAdd(out + g.col[g.row[v] + i], v + 1);
}
__global__ void then(long long *at, int v) { *at = *at * 3 + v; } // the order of launches tells
template <class T> __global__ void twice(T *at, T v) { at[threadIdx.x] += 2 * v; }

template <class F> __device__ void for_each_neighbour(const Graph &g, int u, F f) {
  for (int e = g.row[u]; e < g.row[u + 1]; e++)
    f(g.col[e]);
}
// What they lend depends on their own block, too.
template <class F> __device__ void for_my_neighbours(const Graph &g, int n, F &&f) {
  if (place() < n)
    g.each(place(), [&](int v, int) { std::forward<F>(f)(v); });
}
template <class F> __device__ void with_barrier(int *all, F &f) {
  all[threadIdx.x] = (int)threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x % 8 == 0)
    f(all[blockDim.x - 1 - threadIdx.x]);
}
__device__ void halves(int n, auto &f) {
  if (n > 1)
    halves(n / 2, f), halves(n - n / 2, f);
  else
    f(n);
}
template <class F> __device__ void first_and_last(F f) { f(1), f(2); }
template <class... F> __device__ void all_of(int v, F... f) { (f(v), ...); }

__global__ void parent(Graph g, int n, int *out) {
  for_my_neighbours(g, n, [&](int v) {
    if (g.degree(v) > 0)
      visit<<<(g.degree(v) + 7) / 8, 8>>>(g, v, out);
  });
}
__global__ void parent_by_value(Graph g, int n, int *out) {
  int u = place();
  if (u < n)
    for_each_neighbour(g, u, [=](int v) {
      if (g.degree(v) > 0)
        visit<<<(g.degree(v) + 7) / 8, 8>>>(g, v, out);
    });
}
// Two steps away: a lent lambda lends another.
__global__ void nested(Graph g, int n, int *out) {
  int u = place();
  auto go = [&](auto v) {
    if (g.degree(v) > 0)
      visit<<<(g.degree(v) + 7) / 8, 8>>>(g, v, out);
  };
  if (u < n)
    for_each_neighbour(g, u, [&](int v) { g.each(v, [=](int w, int) { go(w); }); });
}
// In order: the lambda's launches, and those of the function around it.
__global__ void ordered(long long *at) {
  long long *mine = at + place();
  int count = 0;
  auto go = [&](int v) {
    count++;
    then<<<1, 1>>>(mine, v);
  };
  then<<<1, 1>>>(mine, 7);
  first_and_last(go);
  then<<<1, 1>>>(mine, 5);
  first_and_last([&](int v) { go(v + count); });
  halves(3, go);
  all_of(4, go, [=](int v) mutable { then<<<1, 1>>>(mine, v += 2); });
  then<<<1, 1>>>(mine, count);
}
template <class T> __global__ void of_template(T *at) {
  const T base = T(place());
  auto go = [&](int v) { twice<T><<<1, 2>>>(at + 2 * place(), base + T(v)); };
  first_and_last(go);
  go(3);
}
// A device function lends, and a child that has barriers does.
__device__ void lends(long long *at, int v) {
  first_and_last([&](int k) { then<<<1, 1>>>(at, v + k); });
}
__global__ void middle(long long *at) {
  __shared__ int all[40];
  auto go = [&](int v) {
    then<<<1, 1>>>(at + threadIdx.x, v);
    lends(at + threadIdx.x, 10 * v);
  };
  with_barrier(all, go);
}
__global__ void top(long long *at) { middle<<<1, 40>>>(at + 40 * place()); }

int main() {
  const int n = 70;
  std::vector<int> row{0}, col;
  for (int u = 0; u < n; u++) {
    for (int k = 0; k < u % 11; k++)
      col.push_back((u * 7 + k * k * 5) % n);
    row.push_back((int)col.size());
  }
  std::vector<int> once(n), two(n);
  for (int u = 0; u < n; u++)
    for (int e = row[u]; e < row[u + 1]; e++) {
      const int v = col[e];
      for (int k = row[v]; k < row[v + 1]; k++) {
        const int w = col[k];
        once[w] += v + 1;
        for (int m = row[w]; m < row[w + 1]; m++)
          two[col[m]] += w + 1;
      }
    }
  Graph g{to_device(row), to_device(col)};
  allow_launches(100000);
  int *out = device_zeros<int>(3 * n), status = 0;
  parent<<<3, 32>>>(g, n, out);
  parent_by_value<<<3, 32>>>(g, n, out + n);
  nested<<<5, 16>>>(g, n, out + 2 * n);
  std::vector<int> want(once);
  want.insert(want.end(), once.begin(), once.end());
  want.insert(want.end(), two.begin(), two.end());
  status |= compare(to_host(out, 3 * n), want);

  const int threads = 24, tops = 3;
  long long *at = device_zeros<long long>(threads + 40 * tops);
  std::vector<long long> orders(threads + 40 * tops);
  ordered<<<2, threads / 2>>>(at);
  for (int i = 0; i < threads; i++)
    for (int v : {7, 1, 2, 5, 3, 5, 1, 1, 1, 4, 6, 8})
      orders[i] = orders[i] * 3 + v;
  top<<<1, tops>>>(at + threads);
  for (int i = 0; i < tops; i++)
    for (int t = 0; t < 40; t += 8)
      for (int v : {40 - t, 10 * (40 - t) + 1, 10 * (40 - t) + 2}) {
        long long &x = orders[threads + 40 * i + t];
        x = x * 3 + v;
      }
  status |= compare(to_host(at, orders.size()), orders);

  int *sums = device_zeros<int>(2 * 12);
  std::vector<int> sums_want;
  of_template<<<2, 6>>>(sums);
  for (int i = 0; i < 12; i++)
    sums_want.insert(sums_want.end(), 2, 2 * (3 * i + 6));
  return status | compare(to_host(sums, 24), sums_want);
}
