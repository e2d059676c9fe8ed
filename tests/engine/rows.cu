// Rows: launches in order whose children launch nothing. Frames that one block sorts and frames that all do, that fit their worklist and that do not, levels of one record and of many; on a
// grid of drain blocks and on one block for itself (t3), counted, measured or neither, each launch behind one that has left what it left.
#include <cstdlib>
#include "kernel.h"
#include "settings.h"

// x[i] = 3 x[i] + k: any two of them in the wrong order show.
template <int most, bool barriers> struct step : kernel {
  using args = __fl::pack<unsigned *, int, unsigned>;
  static constexpr int max_threads = most;
  static constexpr bool barrier = barriers;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int i = index_of(c);
    const unsigned x = i < a.template get<1>() ? a.template get<0>()[i] : 0;
    if (barriers)
      c.sync();
    if (i < a.template get<1>())
      a.template get<0>()[i] = 3 * x + a.template get<2>();
  }
};
__host__ __device__ inline int steps_of(int thread, int steps) {
  return thread % 3 == 2 ? 0 : thread % 3 == 1 ? steps / 2 + 1 : steps;
}
template <class K, bool chosen> struct lines : kernel {
  using args = __fl::pack<unsigned *, int, int>;
  using kids = __fl::list<K>;
  static constexpr bool ordered = true, selects = chosen;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int t = index_of(c), n = a.template get<1>(), steps = steps_of(t, a.template get<2>());
    for (int k = 0; k < steps; ++k) {
      const int threads = K::max_threads == 32 ? 32 : 1 + (k * 37 + t) % K::max_threads;
      __fl::record(c).template launch<K>(
          __fl::config((n + threads - 1) / threads, threads),
          typename K::args{a.template get<0>() + size_t(t) * n, n, unsigned(k)});
    }
  }
};

enum way { by_grid, by_block, measured };
template <class P>
static void on_grid(const __fl::config &c, unsigned ticket, unsigned launches, unsigned *x, int n,
                    int steps) {
  flrt_choice choice = __fl::no_choice();
  choice.measure = ticket;
  flrt_parent &parent = __fl::parent_on<P>(*flrt_here(), c);
  volatile const flrt_report *report = parent.report;
  const unsigned long long before = report->records;
  __fl::split_chosen<P>(parent, c, choice, parent_of<P, unsigned *, int, int>, x, n, steps);
  CUDA(cudaDeviceSynchronize());
  CHECK(!flrt_counting() || report->records - before == launches);
  volatile const flrt_sample &sample = report->sample[ticket % FLRT_SAMPLES];
  CHECK(ticket == 0 || (sample.ticket == ticket && sample.records == launches));
}
template <class K> static void row(way by, int blocks, int threads, int n, int steps) {
  static unsigned tickets;
  const int all = blocks * threads;
  array<unsigned> x(size_t(all) * n);
  const __fl::config c(blocks, threads);
  unsigned launches = 0;
  for (int t = 0; t < all; ++t)
    launches += steps_of(t, steps);
  if (by == by_block)
    __fl::launch_blocks<lines<K, false>>(c, x.get(), n, steps);
  else if (by == by_grid)
    on_grid<lines<K, false>>(c, 0, launches, x.get(), n, steps);
  else
    on_grid<lines<K, true>>(c, ++tickets, launches, x.get(), n, steps);
  const std::vector<unsigned> got = x.read();
  for (int t = 0; t < all; ++t) {
    unsigned want = 0;
    for (int k = 0; k < steps_of(t, steps); ++k)
      want = 3 * want + k;
    for (int i = 0; i < n; ++i)
      CHECK(got[size_t(t) * n + i] == want);
  }
}
// A parent without an order, whose worklists have no tables: what is kept of the stream for both is not the same.
struct once : kernel {
  using args = __fl::pack<unsigned *, int>;
  using kids = __fl::list<step<32, false>>;
  template <class C> DEVICE void run(C &c, const args &a) {
    __fl::record(c).template launch<step<32, false>>(
        __fl::config(1, 32),
        step<32, false>::args{a.get<0>() + size_t(index_of(c)) * a.get<1>(), a.get<1>(), ~0u});
  }
};
static void rows_beside_others() {
  const int blocks = 40, threads = 1024, n = 9; // with more memory than the others need
  array<unsigned> x(size_t(blocks) * threads * n);
  for (int k = 0; k < 3; ++k) {
    __fl::launch_blocks<once>(__fl::config(blocks, threads), x.get(), n);
    row<step<32, false>>(by_block, blocks, 24, n, 30);
  }
  for (unsigned v : x.read())
    CHECK(v == 0u - 13); // ~0, four times itself less one
}
template <class K> static void rows() {
  for (way by : {by_grid, by_block, measured}) {
    row<K>(by, 1, 1, 5, 1);
    row<K>(by, 1, 1, 100, 3);
    row<K>(by, 3, 1, 70, 0);
    row<K>(by, 1, 1, 3, 255);
    row<K>(by, 1, 2, 3, 170); // 256 records
    row<K>(by, 1, 1, 3, 257);
    row<K>(by, 7, 24, 33, 4);
    row<K>(by, 2, 5, 40, 30);
    row<K>(by, 1, 24, 9, 40);
    row<K>(by, 1, 1, 2, 2500); // more levels than a window has
    row<K>(by, 1, 1, 100, 3);
  }
}
static int run_all() {
  rows_beside_others();
  rows<step<32, false>>();
  rows<step<32, true>>();
  rows<step<200, false>>();
  rows<step<1024, true>>();
  return verdict("rows");
}

int main() {
  return under({{nullptr, "1"}, {nullptr, "4"}, {nullptr, "300"}, {"1", nullptr}, {"0", nullptr}},
               run_all);
}
