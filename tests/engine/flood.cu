// Nothing is lost and nothing is invented: many launches, several kernels, structs by value, grids
// of any size, configurations that CUDA rejects, and a serial reference for all of it.
#include "kernel.h"
#include <string>

typedef unsigned long long u64;
struct point {
  double x;
  char tag;
  point() = delete;
  __host__ __device__ point(double v, char t) : x(v), tag(t) {}
};
struct add : kernel {
  using args = __fl::pack<u64 *, point, short>;
  static constexpr int max_threads = 64;
  template <class C> DEVICE void run(C &c, const args &a) {
    if (c.thread_idx().x < unsigned(a.get<2>()))
      atomicAdd(a.get<0>(), u64(a.get<1>().x) + a.get<1>().tag);
  }
};
struct mark : kernel {
  using args = __fl::pack<u64 *>;
  static constexpr int max_threads = 256;
  template <class C> DEVICE void run(C &c, const args &a) {
    if (c.thread_idx().x == 0)
      atomicAdd(a.get<0>() + 1, u64(1));
  }
};
struct nothing : kernel {
  template <class C> DEVICE void run(C &, const args &) {}
};
// Every thread launches one of the kernels, if any.
struct flood : kernel {
  using args = __fl::pack<u64 *, int>;
  using kids = __fl::list<add, mark, nothing>;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int i = index_of(c);
    if (i >= a.get<1>() || i % 5 == 0)
      return;
    if (i % 2)
      __fl::record(c).template launch<add>(__fl::config(1 + i % 4, 64),
                                         add::args{a.get<0>(), point(i, 3), short(i % 65)});
    else if (i % 3)
      __fl::record(c).template launch<mark>(__fl::config(dim3(2, 1 + i % 3, 3), 1 + i % 32),
                                          mark::args{a.get<0>()});
    else
      __fl::record(c).template launch<nothing>(__fl::config(1, 1), nothing::args{});
  }
};
static void flooding(int n) {
  array<u64> out(2);
  start<flood>(__fl::config((n + 127) / 128, 128), out.get(), n);
  u64 sum = 0, marks = 0;
  for (int i = 0; i < n; ++i)
    if (i % 5 && i % 2)
      sum += u64(1 + i % 4) * (i % 65 < 64 ? i % 65 : 64) * (i + 3);
    else if (i % 5 && i % 3)
      marks += u64(6) * (1 + i % 3);
  const std::vector<u64> got = out.read();
  CHECK(got[0] == sum);
  CHECK(got[1] == marks);
}

// One thread that launches everything; the order is of no interest, so `ordered` may say so.
struct lone : kernel {
  using args = __fl::pack<u64 *, int>;
  using kids = __fl::list<mark>;
  static constexpr bool ordered = true;
  template <class C> DEVICE void run(C &c, const args &a) {
    for (int i = 0; i < a.get<1>(); ++i)
      __fl::record(c).template launch<mark>(
          __fl::config(1, 1, 0, reinterpret_cast<cudaStream_t>(size_t(4))), mark::args{a.get<0>()});
  }
};
static void lone_thread(int n) {
  array<u64> out(2);
  start<lone>(__fl::config(1, 1), out.get(), n);
  CHECK(out.read()[1] == u64(n));
}

// What CUDA rejects: the error in the launching thread, nothing else disturbed.
struct wrong : kernel {
  using args = __fl::pack<u64 *, int *>;
  using kids = __fl::list<mark, nothing>;
  template <class FlCtx> DEVICE void run(FlCtx &fl_ctx, const args &a) {
    const __fl::api::cudaGetLastError<FlCtx> cudaGetLastError{fl_ctx};
    const __fl::api::cudaPeekAtLastError<FlCtx> cudaPeekAtLastError{fl_ctx};
    const auto how = __fl::record(fl_ctx);
    const unsigned zero = unsigned(index_of(fl_ctx)) >> 20, one = zero + 1;
    const dim3 shapes[][2] = {{dim3(zero), dim3(32)},       {dim3(1), dim3(zero)},
                              {dim3(1, zero), dim3(1)},     {dim3(1), dim3(1025)},
                              {dim3(1), dim3(33, 32)},      {dim3(1), dim3(1, 1, 65)},
                              {dim3(1, 65536), dim3(1)},    {dim3(1, 1, 65536), dim3(1)},
                              {dim3(0x80000000u), dim3(1)}, {dim3(one), dim3(8, 2, zero)}};
    int bad = 0;
    for (const auto &s : shapes) {
      how.template launch<mark>(__fl::config(s[0], s[1]), mark::args{a.template get<0>()});
      bad += cudaPeekAtLastError() != cudaErrorInvalidConfiguration;
      bad += cudaGetLastError() != cudaErrorInvalidConfiguration;
      bad += cudaGetLastError() != cudaSuccess;
      __fl::serial(fl_ctx).template launch<mark>(__fl::config(s[0], s[1]),
                                               mark::args{a.template get<0>()});
      bad += cudaGetLastError() != cudaErrorInvalidConfiguration;
    }
    how.template launch<nothing>(__fl::config(1, 1, size_t(1) << 20), nothing::args{});
    bad += cudaGetLastError() != cudaErrorInvalidConfiguration;
    how.template launch<mark>(__fl::config(1, dim3(1, 4, 64)), mark::args{a.template get<0>()});
    bad += cudaGetLastError() != cudaSuccess;
    if (bad)
      atomicAdd(a.template get<1>(), bad);
  }
};
static void rejected() {
  array<u64> out(2);
  array<int> bad(1);
  start<wrong>(__fl::config(3, 33), out.get(), bad.get());
  CHECK(bad.read()[0] == 0);
  // mark counts the threads with x == 0, which are all 4 x 64 of its block
  CHECK(out.read()[1] == 3 * 33 * 256);
}

// Grids whose blocks add up to more than 32 bits can tell, in one launch or several.
struct wide : kernel {
  using args = __fl::pack<u64 *, unsigned, unsigned>;
  template <class C> DEVICE void run(C &c, const args &a) {
    const u64 block = c.block_idx().x + u64(c.grid_dim().x) * c.block_idx().y;
    if (block % a.get<1>() == a.get<2>())
      atomicAdd(a.get<0>(), block);
  }
};
struct wide_parent : kernel {
  using args = __fl::pack<u64 *, unsigned, unsigned, unsigned>;
  using kids = __fl::list<wide>;
  template <class C> DEVICE void run(C &c, const args &a) {
    __fl::record(c).template launch<wide>(
        __fl::config(dim3(a.get<1>(), a.get<2>()), 1),
        wide::args{a.get<0>(), a.get<3>(), unsigned(index_of(c)) % a.get<3>()});
  }
};
static void wide_grids(int parents, unsigned x, unsigned y, unsigned every) {
  array<u64> out(1);
  start<wide_parent>(__fl::config(parents > 1000 ? parents / 1000 : 1, parents > 1000 ? 1000 : parents), out.get(), x,
                     y, every);
  u64 want = 0, blocks = u64(x) * y;
  for (int p = 0; p < parents; ++p) {
    const u64 first = p % every, count = blocks > first ? (blocks - first - 1) / every + 1 : 0;
    want += count * first + every * (count * (count - 1) / 2);
  }
  CHECK(out.read()[0] == want);
}

// More launches of a frame than spilled ones have numbers: the others are lost, and get no place twice.
__global__ void beyond_all_chunks(__fl::frame_counters *f, __fl::u32 *lost, int *given) {
  for (int i = 0; i < 100; ++i)
    *given += __fl::spill_begin<false>(f, lost, 1, 16, false) != nullptr;
}
static void numbers_end() {
  array<__fl::frame_counters> counters(1);
  array<__fl::u32> lost(1);
  array<int> given(1);
  const __fl::u32 nearly = ~0u - 50;
  CUDA(cudaMemcpy(&counters.get()->spilled, &nearly, sizeof nearly, cudaMemcpyHostToDevice));
#ifdef FLCPU
  flcpu::launch(1, 1, 0, nullptr, [f = counters.get(), l = lost.get(), g = given.get()] {
    beyond_all_chunks(f, l, g);
  });
#else
  beyond_all_chunks<<<1, 1>>>(counters.get(), lost.get(), given.get());
#endif
  CHECK(given.read()[0] == 0);
  CHECK(lost.read()[0] == 100);
}

int main(int argc, char **argv) {
  const bool full =
      argc > 1 && std::string(argv[1]) == "full"; // sizes that a CPU would take hours for
  flooding(60000);
  flooding(1000);
  array<u64> untouched(2);
  start<flood>(__fl::config(0, 128), untouched.get(),
               0); // the parent's own launch fails as it would under CUDA
  CHECK(cudaGetLastError() != cudaSuccess);
  lone_thread(full ? 500000 : 3000);
  rejected();
  numbers_end();
  wide_grids(3, 1000, 1, 10);
  wide_grids(2, 1100, 1000, 1000);
  if (full) {
    wide_grids(1, 134217728, 1, 1 << 20);
    wide_grids(1, 0x7fffffff, 1, 1 << 20);
    wide_grids(3, 1 << 20, 1000, 1 << 20);
    wide_grids(6000, 1 << 19, 1, 1 << 15);
  }
  return verdict("flood");
}
