// Warps whose lanes ask the pool together, for blocks of one size or of several.
#define FL_POOL (64 << 20)
#include <cuda_runtime.h>
#include "pool_run.h"

// Every lane allocates, in each round anew; what it has is checked and freed by the lane that stands opposite. `sorts`: how many sizes.
struct rounds : kernel {
  using args = __fl::pack<unsigned **, unsigned *, unsigned, unsigned, unsigned>;
  template <class C> DEVICE void run(C &c, const args &a) {
    unsigned **const all = a.get<0>();
    unsigned *const bad = a.get<1>(), sorts = a.get<2>(), words = a.get<3>();
    const unsigned me = unsigned(index_of(c)), lane = me % 32, other = me ^ 31;
    for (unsigned r = 0; r < a.get<4>(); ++r) {
      const unsigned n = 3 + words * ((lane * 7 + r) % sorts);
      unsigned *p = static_cast<unsigned *>(__fl::pool_take(__fl::the_pool(), n * 4));
      all[me] = p;
      if (p)
        for (unsigned i = 0; i < n; ++i)
          p[i] = i == 1 ? me : i ? me * 17 + i : n;
      else
        atomicAdd(bad, 1u);
      __threadfence();
      __syncwarp();
      unsigned *const q = all[other];
      unsigned wrong = !q || q[1] != other;
      for (unsigned i = 2; !wrong && i < q[0]; ++i)
        wrong += q[i] != other * 17 + i;
      if (wrong)
        atomicAdd(bad + 1, 1u);
      __syncwarp();
      if (q)
        __fl::pool_give(__fl::the_pool(), q);
      __syncwarp();
    }
  }
};

int main(int argc, char **argv) {
  const unsigned scale = argc > 1 ? unsigned(atoi(argv[1])) : 1, threads = __fl::on_cpu ? 1024 : 16384;
  array<unsigned *> all(threads);
  array<unsigned> bad(2);
  for (unsigned sorts : {1u, 2u, 5u, 12u, 32u})
    for (unsigned words : {0u, 5u, 20u})
      run<rounds>(__fl::config(threads / 128, 128), all.get(), bad.get(), sorts, words, 30 * scale);
  CHECK(bad.read()[0] == 0);
  CHECK(bad.read()[1] == 0);
  return verdict("pool_warps");
}
