// What runs without a visible call may launch, too: a thread's other launches come before and behind it, in the order of the program, whatever the
// strategy.
// STRATEGIES: keep auto t1 t3 t4 grid
#include "include/test.h"

using word = unsigned long long;
__global__ void folds(word *w, int v) { *w = *w * 31 + v; }
__device__ int folded(word *w, int v) {
  folds<<<1, 1>>>(w, v);
  return v;
}

struct Base {
  __device__ virtual void run(word *w, int v) = 0;
};
struct Derived : Base {
  __device__ void run(word *w, int v) override { folds<<<1, 1>>>(w, v); }
};
struct Holder {
  word *w;
  int v;
  __device__ Holder(word *w, int v) : w(w), v(v) { folds<<<1, 1>>>(w, 1); }
  __device__ ~Holder() { folds<<<1, 1>>>(w, v); }
  __device__ operator int() const { return folds<<<1, 1>>>(w, 2), v; }
  __device__ Holder &operator+=(int by) { return folds<<<1, 1>>>(w, by), *this; }
};
struct Range {
  word *w;
  int n;
  struct At {
    word *w;
    int i;
    __device__ int operator*() const { return i; }
    __device__ At &operator++() { return folds<<<1, 1>>>(w, 3), ++i, *this; }
    __device__ bool operator!=(const At &o) const { return i != o.i; }
  };
  __device__ At begin() const { return {w, 0}; }
  __device__ At end() const { return {w, n}; }
};
struct Initialised {
  word *w;
  int n = folded(w, 4);
};

__global__ void parent(word *words) {
  word *w = words + blockIdx.x * blockDim.x + threadIdx.x;
  folds<<<1, 1>>>(w, 5);
  {
    Holder h(w, 6);
    folds<<<1, 1>>>(w, int(h));
    h += 7;
    folds<<<1, 1>>>(w, 8);
  }
  folds<<<1, 1>>>(w, 9);
  Derived d;
  Base *b = &d;
  b->run(w, 10);
  for (int i : Range{w, 2})
    folds<<<1, 1>>>(w, i);
  Initialised i{w};
  folds<<<1, 1>>>(w, i.n + 1);
  Holder *made = new Holder(w, 11);
  folds<<<1, 1>>>(w, 12);
  delete made;
  folds<<<1, 1>>>(w, 13);
}

int main() {
  const int threads = 64;
  allow_launches(25 * threads);
  word *words = device_zeros<word>(threads);
  parent<<<2, threads / 2>>>(words);
  word want = 0;
  for (int v : {5, 1, 2, 6, 7, 8, 6, 9, 10, 0, 3, 1, 3, 4, 5, 1, 12, 11, 13})
    want = want * 31 + v;
  return verdict(to_host(words, threads) == std::vector<word>(threads, want), "words differ");
}
