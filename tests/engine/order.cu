// Order: what one thread puts into a stream, created streams and events, tail launches, copies and
// fills among launches.
#include "kernel.h"

// x[i] = 3 x[i] + k: any two of them in the wrong order show.
struct step : kernel {
  using args = __fl::pack<unsigned *, int, unsigned>;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int i = index_of(c);
    if (i < a.get<1>())
      a.get<0>()[i] = 3 * a.get<0>()[i] + a.get<2>();
  }
};
// Sums x into its first element.
struct fold : kernel {
  using args = __fl::pack<unsigned *, int>;
  template <class C> DEVICE void run(C &c, const args &a) {
    if (index_of(c) == 0)
      for (int i = 1; i < a.get<1>(); ++i)
        a.get<0>()[0] += a.get<0>()[i];
  }
};
struct driver : kernel {
  using args = __fl::pack<unsigned *, int, int>;
  using kids = __fl::list<step, fold>;
  static constexpr bool ordered = true;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int n = a.get<1>(), steps = a.get<2>();
    unsigned *x = a.get<0>() + index_of(c) * n;
    for (int k = 0; k < steps; ++k) {
      __fl::record(c).template launch<step>(__fl::config((n + 31) / 32, 32),
                                          step::args{x, n, unsigned(k)});
      if (k % 5 == 4)
        __fl::record(c).template launch<fold>(__fl::config(1, 1), fold::args{x, n});
    }
  }
};
static void loops(int threads, int n, int steps) {
  array<unsigned> x(size_t(threads) * n);
  start<driver>(__fl::config(1, threads), x.get(), n, steps);
  const std::vector<unsigned> got = x.read();
  std::vector<unsigned> want(n, 0);
  for (int k = 0; k < steps; ++k) {
    for (int i = 0; i < n; ++i)
      want[i] = 3 * want[i] + k;
    if (k % 5 == 4)
      for (int i = 1; i < n; ++i)
        want[0] += want[i];
  }
  for (size_t i = 0; i < got.size(); ++i)
    CHECK(got[i] == want[i % n]);
}

// Two created streams a thread with an event between them; copies and fills in their midst.
struct two_streams : kernel {
  using args = __fl::pack<unsigned *, unsigned *, int, int *>;
  using kids = __fl::list<step, fold>;
  static constexpr bool ordered = true, moves = true, streams = true;
  template <class FlCtx> DEVICE void run(FlCtx &fl_ctx, const args &a) {
    const __fl::api::cudaStreamCreateWithFlags<FlCtx> cudaStreamCreateWithFlags{fl_ctx};
    const __fl::api::cudaStreamDestroy<FlCtx> cudaStreamDestroy{fl_ctx};
    const __fl::api::cudaStreamWaitEvent<FlCtx> cudaStreamWaitEvent{fl_ctx};
    const __fl::api::cudaEventCreateWithFlags<FlCtx> cudaEventCreateWithFlags{fl_ctx};
    const __fl::api::cudaEventRecord<FlCtx> cudaEventRecord{fl_ctx};
    const __fl::api::cudaEventDestroy<FlCtx> cudaEventDestroy{fl_ctx};
    const __fl::api::cudaMemsetAsync<FlCtx> cudaMemsetAsync{fl_ctx};
    const __fl::api::cudaMemcpyAsync<FlCtx> cudaMemcpyAsync{fl_ctx};
    const __fl::api::cudaMemcpy2DAsync<FlCtx> cudaMemcpy2DAsync{fl_ctx};
    const __fl::api::cudaGetLastError<FlCtx> cudaGetLastError{fl_ctx};
    const int n = a.template get<2>(), t = index_of(fl_ctx);
    unsigned *x = a.template get<0>() + 2 * t * n, *y = a.template get<1>() + 2 * t * n;
    cudaStream_t s1, s2;
    cudaEvent_t e;
    int bad = cudaStreamCreateWithFlags(&s1, 2) != cudaErrorInvalidValue;
    bad += cudaGetLastError() != cudaErrorInvalidValue;
    bad += cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking) != cudaSuccess;
    bad += cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking) != cudaSuccess;
    bad += cudaEventCreateWithFlags(&e, cudaEventDisableTiming) != cudaSuccess;
    bad += cudaMemsetAsync(x, 1, n * sizeof(unsigned), s1) != cudaSuccess; // x = 0x01010101
    for (unsigned k = 0; k < 4; ++k)
      __fl::record(fl_ctx).template launch<step>(__fl::config((n + 31) / 32, 32, 0, s1),
                                               step::args{x, n, k});
    bad += cudaEventRecord(e, s1) != cudaSuccess;
    __fl::record(fl_ctx).template launch<step>(__fl::config((n + 31) / 32, 32, 0, s2),
                                             step::args{y, n, 7u});
    bad += cudaStreamWaitEvent(s2, e, 0) != cudaSuccess;
    bad += cudaMemcpyAsync(y + n, x, (n - 1) * sizeof(unsigned), cudaMemcpyDeviceToDevice, s2) !=
           cudaSuccess;
    __fl::record(fl_ctx).template launch<step>(__fl::config((2 * n + 31) / 32, 32, 0, s2),
                                             step::args{y, 2 * n, 1u});
    bad +=
        cudaMemcpy2DAsync(x + n, 8, y, 12, 4, n / 3, cudaMemcpyDeviceToDevice, s2) != cudaSuccess;
    bad += cudaEventDestroy(e) != cudaSuccess;
    bad += cudaStreamDestroy(s1) != cudaSuccess;
    bad += cudaStreamDestroy(s2) != cudaSuccess;
    bad += cudaStreamDestroy(nullptr) != cudaErrorInvalidValue;
    if (bad)
      atomicAdd(a.template get<3>(), bad);
  }
};
static void streams_and_events(int threads, int n) {
  array<unsigned> x(size_t(threads) * 2 * n), y(size_t(threads) * 2 * n);
  array<int> bad(1);
  start<two_streams>(__fl::config(1, threads), x.get(), y.get(), n, bad.get());
  CHECK(bad.read()[0] == 0);
  unsigned v = 0x01010101;
  for (unsigned k = 0; k < 4; ++k)
    v = 3 * v + k;
  const std::vector<unsigned> gx = x.read(), gy = y.read();
  for (int t = 0; t < threads; ++t)
    for (int i = 0; i < n; ++i) {
      CHECK(gx[2 * t * n + i] == v);
      CHECK(gy[2 * t * n + i] == 3 * 7 + 1);
      CHECK(gy[2 * t * n + n + i] == (i < n - 1 ? 3 * v + 1 : 1));
      const int row = i / 2;
      const unsigned want = i % 2 == 0 && row < n / 3 ? gy[2 * t * n + 3 * row] : 0;
      CHECK(gx[2 * t * n + n + i] == want);
    }
}

// Tail launches come last, in their order, though launched first; fire-and-forget just comes.
struct tails : kernel {
  using args = __fl::pack<unsigned *, int *>;
  using kids = __fl::list<step>;
  static constexpr bool ordered = true;
  template <class C> DEVICE void run(C &c, const args &a) {
    unsigned *x = a.get<0>();
    const cudaStream_t tail = reinterpret_cast<cudaStream_t>(size_t(3)),
                       forget = reinterpret_cast<cudaStream_t>(size_t(4));
    __fl::record(c).template launch<step>(__fl::config(1, 1, 0, tail), step::args{x, 1, 100u});
    for (unsigned k = 0; k < 5; ++k)
      __fl::record(c).template launch<step>(__fl::config(1, 1), step::args{x, 1, k});
    __fl::record(c).template launch<step>(__fl::config(1, 1, 0, tail), step::args{x, 1, 200u});
    for (int k = 0; k < 9; ++k)
      __fl::record(c).template launch<step>(__fl::config(1, 1, 0, forget),
                                          step::args{x + 1 + k, 1, 5u});
  }
};
// The same below a kernel that itself has a tail, which waits for the tails of all its children.
struct outer : kernel {
  using args = __fl::pack<unsigned *, int>;
  using kids = __fl::list<tails, step>;
  static constexpr bool ordered = true;
  template <class C> DEVICE void run(C &c, const args &a) {
    __fl::record(c).template launch<step>(
        __fl::config(1, 16, 0, reinterpret_cast<cudaStream_t>(size_t(3))),
        step::args{a.get<0>(), 10 * a.get<1>(), 11u});
    for (int k = 0; k < a.get<1>(); ++k)
      __fl::record(c).template launch<tails>(__fl::config(1, 1),
                                           tails::args{a.get<0>() + 10 * k, nullptr});
  }
};
static void tail_launches() {
  unsigned v = 0;
  for (unsigned k = 0; k < 5; ++k)
    v = 3 * v + k;
  v = 3 * (3 * v + 100) + 200;
  array<unsigned> x(10), y(10);
  start<tails>(__fl::config(1, 1), x.get(), (int *)nullptr);
  std::vector<unsigned> got = x.read();
  CHECK(got[0] == v);
  for (int k = 1; k < 10; ++k)
    CHECK(got[k] == 5);
  start<outer>(__fl::config(1, 1), y.get(), 1);
  got = y.read();
  CHECK(got[0] == 3 * v + 11);
  for (int k = 1; k < 10; ++k)
    CHECK(got[k] == 3 * 5 + 11);
}

// What each kernel launches second waits for all that came of the first: as many frames are suspended as the chain has links.
struct descend : kernel {
  using args = __fl::pack<unsigned *, int>;
  using kids = __fl::list<descend, step>;
  static constexpr bool ordered = true;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int depth = a.get<1>();
    if (index_of(c) != 0 || depth == 0)
      return;
    __fl::record(c).template launch<descend>(__fl::config(1, 32), args{a.get<0>(), depth - 1});
    __fl::record(c).template launch<step>(__fl::config(1, 1), step::args{a.get<0>(), 1, unsigned(depth)});
  }
};
static void left_behind(int depth) {
  array<unsigned> x(1);
  unsigned v = 0;
  for (int k = 1; k <= depth; ++k)
    v = 3 * v + k;
  for (int times = 0; times < 2; ++times) {
    CUDA(cudaMemset(x.get(), 0, sizeof(unsigned)));
    start<descend>(__fl::config(1, 32), x.get(), depth);
    CHECK(x.read()[0] == v);
  }
}

// Under FL_STRICT_STREAMS (tests/engine/strict.cu) launches of different threads of a block run one after another too: no two
// steps on one element may overlap, so none is lost. A kernel in between has the blocks of many threads launch.
struct bump : kernel {
  using args = __fl::pack<unsigned *>;
  template <class C> DEVICE void run(C &, const args &a) { a.get<0>()[0] += 1; }
};
struct block_of_drivers : kernel {
  using args = __fl::pack<unsigned *>;
  using kids = __fl::list<bump>;
  static constexpr int max_threads = 96;
  template <class C> DEVICE void run(C &c, const args &a) {
    __fl::record(c).template launch<bump>(__fl::config(1, 1), bump::args{a.get<0>() + c.block_idx().x});
  }
};
struct strict : kernel {
  using args = __fl::pack<unsigned *>;
  using kids = __fl::list<block_of_drivers>;
  static constexpr bool ordered = true;
  template <class C> DEVICE void run(C &c, const args &a) {
    for (int k = 0; k < 2; ++k)
      __fl::record(c).template launch<block_of_drivers>(__fl::config(5, 96),
                                                      block_of_drivers::args{a.get<0>()});
  }
};
static void strict_streams() {
  array<unsigned> x(5);
  start<strict>(__fl::config(1, 3), x.get());
  for (unsigned v : x.read())
    CHECK(!__fl::strict_streams || v == 3 * 2 * 96);
}

int main(int argc, char **argv) {
  const int scale = argc > 1 ? atoi(argv[1]) : 1;
  loops(1, 100, 40 * scale);
  loops(7, 33, 23);
  loops(1, 3, 2500); // more levels than a window has
  streams_and_events(1, 1000);
  streams_and_events(5, 77);
  tail_launches();
  left_behind(63);
  left_behind(64);
  left_behind(65);
  left_behind(1000 * scale);
  strict_streams();
  return verdict("order");
}
