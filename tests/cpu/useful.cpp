// __fl::bounded and __fl::useful_threads against every thread's own test, in all types and near their limits; and t4, which runs no other thread.
#include "check.h"
#include <freelaunch/freelaunch.h>
#include <limits>
#include <vector>

template <class T> static std::vector<T> edges() {
  using limits = std::numeric_limits<T>;
  std::vector<T> all;
  for (int d = 0; d <= 70; d = d < 3 ? d + 1 : d * 2)
    for (T base : {limits::min(), T(0), limits::max(), T(limits::max() / 2), T(1000)}) {
      all.push_back(T(__fl::u64(base) + __fl::u64(d)));
      all.push_back(T(__fl::u64(base) - __fl::u64(d)));
    }
  for (__fl::u64 d = 0; d < 3; d++) // where 32 bits end, for those that have more
    all.push_back(T((__fl::u64(1) << 31) - 1 + d)), all.push_back(T((__fl::u64(1) << 32) - 1 + d));
  return all;
}

static long grids, exact, open_ended;

// Threads of one grid with `I i = s + blockIdx.x * blockDim.x + threadIdx.x; if (i < e)`, computed in W.
template <class S, class I, class B, class W> static void one(S s, B e, unsigned grid, unsigned block) {
  const __fl::config c(grid, block);
  const auto index = [&](unsigned b, unsigned t) {
    return __fl::to<I>(__fl::modular(+s) + __fl::to<W>(__fl::modular(b)) * __fl::modular(block) + __fl::modular(t));
  };
  const auto first = index(0, 0), last = index(grid - 1, block - 1);
  const auto stride = __fl::modular(block), other = __fl::modular(block + 1);
  const __fl::u64 below = __fl::bounded<true, false>(c, stride, first, last, __fl::modular(+e)),
                upto = __fl::bounded<true, true>(c, stride, first, last, __fl::modular(+e));
  CHECK(below <= grid * block && upto <= grid * block);
  CHECK(grid == 1 || __fl::bounded<true, false>(c, other, first, last, __fl::modular(+e)) == grid * block);
  CHECK(block == 1 || __fl::bounded<false, false>(c, stride, first, last, __fl::modular(+e)) == grid * block);
  using C = decltype(I() + B());
  __fl::u64 less = 0, not_greater = 0;
  bool wraps = false;
  C before = 0;
  for (unsigned t = 0; t < grid * block; t++) {
    const I i = I(W(s) + W(t / block) * block + t % block);
    CHECK(i == index(t / block, t % block).value);
    CHECK(!(i < e) || t < below);
    CHECK(!(i <= e) || t < upto);
    less += i < e;
    not_greater += i <= e;
    wraps |= t > 0 && C(i) <= before;
    if (t > 0 && C(i) > before && __fl::u64(C(i)) - __fl::u64(before) != 1)
      wraps = true;
    before = C(i);
  }
  CHECK(wraps || (below == less && upto == not_greater));
  CHECK(!wraps || (below == grid * block && upto == grid * block));
  grids++;
  exact += !wraps;
  open_ended += wraps;
}

template <class S, class I, class B, class W> static void all() {
  for (S s : edges<S>())
    for (B e : edges<B>())
      for (unsigned shape : {1u << 8 | 1, 1u << 8 | 7, 3u << 8 | 1, 2u << 8 | 5, 4u << 8 | 16})
        one<S, I, B, W>(s, e, shape >> 8, shape & 255);
}

static void every_type() {
  using uint = unsigned;
  all<int, int, int, uint>();
  all<int, uint, int, uint>();
  all<uint, int, uint, uint>();
  all<int, long, int, uint>(); // a sum of 32 bits, used as 64
  all<int, long, long, uint>();
  all<int, int, size_t, uint>();
  all<int, size_t, int, size_t>();
  all<long, long, long, size_t>();
  all<long, int, int, size_t>(); // cut to 32 bits
  all<size_t, long, uint, size_t>();
  all<short, int, char, uint>();
  all<uint, uint, bool, uint>();
  CHECK(exact > 100000 && open_ended > 10000);
}

static void large_grids() {
  const auto at = [](auto v) { return __fl::modular(v); };
  __fl::config c(1u << 21, 1024); // 2^31 threads
  const auto stride = at(1024u);
  CHECK(__fl::bounded<true, false>(c, stride, at(0u), at(0x7fffffffu), at(5u)) == 5);
  CHECK(__fl::bounded<true, false>(c, stride, at(0), at(0x7fffffff), at(-1)) == 0);
  CHECK(__fl::bounded<true, false>(c, stride, at(1), __fl::to<int>(at(0x80000000u)), at(5)) == 1u << 31);
  CHECK(__fl::bounded<true, true>(c, stride, at(0u), at(0x7fffffffu), at(~0u)) == 1u << 31);
  c = __fl::config((1u << 21) + 1, 1024); // more
  CHECK(__fl::bounded<true, false>(c, stride, at(0u), at(0x800003ffu), at(5u)) == (1ull << 31) + 1024);
  // The product of the blocks' index and another stride is the same in 32 bits.
  c = __fl::config(65537, 1);
  CHECK(__fl::bounded<true, false>(c, at(65537u), at(0u), at(65536u * 65537u), at(5u)) == 65537);
  CHECK(__fl::bounded<true, false>(__fl::config(3, 4), at(__fl::u64(1) << 32 | 4), at(0u), at(11u), at(5u)) == 12);
}

// A child that counts its runs.
struct child {
  using args = __fl::pack<int, std::vector<int> *>;
  using kids = __fl::list<>;
  using shared = __fl::none;
  static constexpr int max_threads = 1024;
  static constexpr bool ordered = false, barrier = false;
  static constexpr long dynamic_shared = 0;
  static __fl::u64 useful(const __fl::config &c, const args &a) {
    return __fl::bounded<true, false>(c, __fl::modular(c.block.x), __fl::modular(0u),
                                    __fl::modular(c.grid.x * c.block.x - 1),
                                    __fl::modular(unsigned(a.get<0>())));
  }
  template <class C> static void run(C &ctx, const args &a) {
    const uint3 t = ctx.thread_idx(), b = ctx.block_idx();
    const dim3 n = ctx.block_dim(), g = ctx.grid_dim();
    CHECK(ctx.last_error(true) == cudaSuccess);
    ctx.set_error(cudaErrorInvalidValue); // of this thread alone
    a.get<1>()->push_back(int((((b.z * g.y + b.y) * g.x + b.x) * n.z + t.z) * n.y * n.x + t.y * n.x + t.x));
  }
};

static void serial_runs() {
  const dim3 shapes[][2] = {{4, 8}, {1, 5}, {3, 1}, {dim3(2, 2), 8}, {2, dim3(4, 4)}, {dim3(1, 1, 2), 4}};
  for (const auto &shape : shapes)
    for (int n : {0, 1, 7, 8, 9, 31, 32, 1000}) {
      const dim3 g = shape[0], b = shape[1];
      const int total = int(g.x * g.y * g.z * b.x * b.y * b.z);
      const bool flat = g.y * g.z * b.y * b.z == 1;
      std::vector<int> runs, *r = &runs;
      flcpu::launch(1, 1, 0, 0, [=] {
        __fl::native_ctx ctx;
        __fl::serial(ctx).launch<child>(__fl::config(g, b), child::args(n, r));
        CHECK(ctx.last_error(true) == cudaSuccess);
      });
      cudaDeviceSynchronize();
      CHECK(int(runs.size()) == (flat && n < total ? n : total));
      for (size_t i = 0; i < runs.size(); i++)
        CHECK(runs[i] == int(i));
    }
}

int main() {
  every_type();
  large_grids();
  serial_runs();
  printf("%ld grids, %ld of them bounded\n", grids, exact);
  return finish();
}
