// Rounds in every sequence: batches that fit their worklist and batches that do not, nothing, refused and lost launches, grids too large for a record; for every way
// of dealing, on a grid of drain blocks and on one block for itself (t3), counted, measured or neither, each launch behind one that has left what it left.
#include <cuda_runtime.h>
#include <cstdlib>
#ifdef FLCPU
static int no_memory; // what does not fit is lost
static void *scarce(size_t n) {
  return __atomic_load_n(&no_memory, __ATOMIC_RELAXED) ? nullptr : malloc(n);
}
#define malloc scarce
#endif
#include "kernel.h"
#undef malloc
#include "settings.h"

constexpr int most_generations = 64, most_links = 6000;
enum what { runs, refused, huge }; // what the links of a generation launch besides, or instead
struct generation {
  int links;
  enum what what;
};
struct tally {
  int n;
  bool loses;
  generation of[most_generations];
  int ran[most_generations], threads[most_generations], asked[most_generations], fillers, refused,
      lost, mistakes;
  int mark[2][most_links]; // the last generation whose link of that number has run
};
__host__ __device__ inline int blocks_of(int g, int i) {
  return 1 + (i + g) % 3 + (i % 101 == 7 ? 20 : 0);
}
__host__ __device__ inline int threads_of(int most, int g, int i) {
  return most < 1024  ? 1 + (i + g) % most
         : g % 3 == 0 ? 1 + i % 32
         : g % 3 == 1 ? 40 + i % 100
         : i % 50     ? 1 + i % 70
                      : 1024;
}
constexpr int huge_blocks = 1 << 20;

struct filler : kernel {
  using args = __fl::pack<tally *>;
  static constexpr int max_threads = 1;
  template <class C> DEVICE void run(C &, const args &a) { atomicAdd(&a.get<0>()->fillers, 1); }
};
template <class C> DEVICE void note_error(C &c, tally *s) {
  const cudaError_t e = c.last_error(true);
  if (e != cudaSuccess)
    atomicAdd(e == cudaErrorInvalidConfiguration ? &s->refused : &s->lost, 1);
}
template <class C> DEVICE void launch_huge(C &c, tally *s, int g) {
  atomicAdd(&s->asked[g], 1);
  __fl::record(c).template launch<filler>(__fl::config(huge_blocks, 1), filler::args{s});
  note_error(c, s);
}
template <class K, class C> DEVICE void launch_link(C &c, tally *s, int g, int i) {
  atomicAdd(&s->asked[g], 1);
  const int blocks = g > 0 && s->of[g - 1].what == what::refused ? 0 : blocks_of(g, i);
  __fl::record(c).template launch<K>(__fl::config(blocks, threads_of(K::max_threads, g, i)),
                                     typename K::args{s, g, i});
  note_error(c, s);
}
template <int most, bool barriers, bool loops> struct chained : kernel {
  using args = __fl::pack<tally *, int, int>;
  using kids = __fl::list<chained, filler>;
  static constexpr int max_threads = most;
  static constexpr bool barrier = barriers, uneven = loops;
  template <class C> DEVICE void run(C &c, const args &a) {
    tally *s = a.template get<0>();
    const int g = a.template get<1>(), i = a.template get<2>(), n = s->of[g].links;
    atomicAdd(&s->threads[g], 1);
    if (barriers)
      c.sync();
    if (c.block_idx().x != 0 || c.thread_idx().x != 0)
      return;
    const long long from = g ? (long long)i * s->of[g - 1].links / n
                             : 0; // not always who launched it, but one of that generation
    if (g > 0 && !s->loses &&
        (s->mark[(g - 1) & 1][from] != g - 1 || s->ran[g - 1] != s->of[g - 1].links))
      atomicAdd(&s->mistakes, 1);
    s->mark[g & 1][i] = g;
    atomicAdd(&s->ran[g], 1);
    if (i == 0 && s->of[g].what == huge)
      launch_huge(c, s, g);
    if (g + 1 == s->n)
      return;
    const long long next = s->of[g + 1].links;
    for (int j = int(i * next / n); j < (i + 1) * next / n; ++j)
      launch_link<chained>(c, s, g + 1, j);
  }
};
template <class K, __fl::deal how, bool chosen> struct beginning : kernel {
  using args = __fl::pack<tally *>;
  using kids = __fl::list<K>;
  static constexpr __fl::deal dealt = how;
  static constexpr bool selects = chosen;
  template <class C> DEVICE void run(C &c, const args &a) {
    tally *s = a.template get<0>() + c.block_idx().x;
    if (s->n && s->of[0].links == 0 && c.thread_idx().x == 0)
      launch_huge(c, s, 0);
    for (int i = int(c.thread_idx().x); s->n && i < s->of[0].links; i += int(c.block_dim().x))
      launch_link<K>(c, s, 0, i);
  }
};

using plan = std::vector<generation>;
static tally *tallies(const std::vector<plan> &plans, bool loses) {
  std::vector<tally> t(plans.size());
  for (size_t p = 0; p < t.size(); ++p) {
    t[p].n = int(plans[p].size());
    t[p].loses = loses;
    for (int g = 0; g < t[p].n; ++g)
      t[p].of[g] = plans[p][g];
  }
  tally *on_device;
  CUDA(cudaMalloc((void **)&on_device, t.size() * sizeof(tally)));
  CUDA(cudaMemcpy(on_device, t.data(), t.size() * sizeof(tally), cudaMemcpyHostToDevice));
  return on_device;
}
struct outcome {
  int recorded, lost;
};
template <class K> static outcome check(tally *on_device, size_t n, bool loses) {
  std::vector<tally> got(n);
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaMemcpy(got.data(), on_device, n * sizeof(tally), cudaMemcpyDeviceToHost));
  cudaFree(on_device);
  outcome all = {0, 0};
  for (const tally &t : got) {
    int fillers = 0, refused = 0, asked = 0, ran = 0;
    bool on = true;
    for (int g = 0; g < t.n; ++g) {
      if (g > 0 && t.of[g - 1].what == what::refused) {
        refused += t.of[g].links;
        on = false;
      }
      int threads = 0;
      for (int i = 0; on && i < t.of[g].links; ++i)
        threads += blocks_of(g, i) * threads_of(K::max_threads, g, i);
      fillers += on && t.of[g].what == huge ? huge_blocks : 0;
      asked += t.asked[g];
      ran += t.ran[g];
      on = on && t.of[g].links;
      if (!loses) {
        CHECK(t.ran[g] == (on ? t.of[g].links : 0));
        CHECK(t.threads[g] == threads);
      }
    }
    CHECK(t.mistakes == 0);
    if (!loses)
      CHECK(t.fillers == fillers && t.refused == refused && t.lost == 0);
    CHECK(asked == ran + t.fillers / huge_blocks + t.refused + t.lost);
    all.lost += t.lost;
    all.recorded += ran + t.fillers / huge_blocks;
  }
  return all;
}
enum way { by_grid, by_block, measured };
template <class P>
static void on_grid(const __fl::config &c, unsigned ticket, tally *t, int begun, int &recorded) {
  flrt_choice choice = __fl::no_choice();
  choice.measure = ticket;
  flrt_parent &parent = __fl::parent_on<P>(*flrt_here(), c);
  volatile const flrt_report *report = parent.report;
  const unsigned long long before = report->records;
  __fl::split_chosen<P>(parent, c, choice, parent_of<P, tally *>, t);
  CUDA(cudaDeviceSynchronize());
  recorded = int(report->records - before);
  volatile const flrt_sample &sample = report->sample[ticket % FLRT_SAMPLES];
  CHECK(ticket == 0 || (sample.ticket == ticket && sample.records == unsigned(begun)));
}
template <class K, __fl::deal how>
static int launches(way by, const std::vector<plan> &plans, bool loses = false) {
  static unsigned tickets;
  tally *t = tallies(plans, loses);
  const __fl::config c(unsigned(plans.size()), 24);
  int begun = 0, recorded = -1;
  for (const plan &p : plans)
    begun += p.empty() ? 0 : p[0].links ? p[0].links : 1;
  if (by == by_block)
    __fl::launch_blocks<beginning<K, how, false>>(c, t);
  else if (by == by_grid)
    on_grid<beginning<K, how, false>>(c, 0, t, begun, recorded);
  else
    on_grid<beginning<K, how, true>>(c, ++tickets, t, begun, recorded);
  const outcome came = check<K>(t, plans.size(), loses);
  CHECK(recorded < 0 || !flrt_counting() || loses || recorded == came.recorded);
  return came.lost;
}

template <class K, __fl::deal how> static void sequences(bool large) {
  const plan none, only_huge = {{0, huge}}, one = {{1, runs}}, chain(40, {1, runs}),
                   two = {{1, runs}, {1, runs}}, never = {{2, refused}, {3, runs}},
                   ends_refused = {{1, runs}, {9, refused}, {9, runs}};
  const plan turns = {{1, runs},   {60, runs}, {60, runs}, {1, runs}, {2, runs},
                      {300, runs}, {1, runs},  {1, runs},  {90, runs}},
             spills_first = {{70, runs}, {1, runs}, {1, runs}, {80, runs}, {1, runs}, {1, runs}};
  const plan huge_ones = {{1, runs}, {1, huge}, {1, runs}, {3, huge}, {60, huge}, {2, runs}};
  const plan wide = {{5, runs}, {most_links, runs}, {1, runs}, {1, runs}};
  const std::vector<plan> all[] = {{one},
                                   {none},
                                   {chain},
                                   {turns, spills_first},
                                   {two},
                                   {never},
                                   {spills_first},
                                   {none},
                                   {ends_refused, one},
                                   {chain, turns},
                                   {turns},
                                   {one, none, chain, turns, spills_first},
                                   {spills_first, two}};
  for (way by : {by_grid, by_block, measured}) {
    for (const std::vector<plan> &plans : all)
      launches<K, how>(by, plans);
    if (large) {
      launches<K, how>(by, {huge_ones});
      launches<K, how>(by, {only_huge, none});
      launches<K, how>(by, {wide});
    }
    launches<K, how>(by, {chain});
#ifdef FLCPU
    const unsigned long long before = flrt_lost_launches();
    no_memory = 1;
    int lost = 0;
    for (const std::vector<plan> &plans : all)
      lost += launches<K, how>(by, plans, true);
    lost += launches<K, how>(by, {only_huge}, true);
    no_memory = 0;
    CHECK(flrt_lost_launches() - before == (unsigned long long)lost);
#endif
  }
}
static int run_all() {
  sequences<chained<32, false, false>, __fl::deal_blocks>(true);
  sequences<chained<32, false, false>, __fl::deal_either>(false);
  sequences<chained<64, false, true>, __fl::deal_blocks>(true); // claimed
  sequences<chained<1024, true, false>, __fl::deal_grids>(false);
  sequences<chained<1024, false, false>, __fl::deal_either>(false);
  sequences<chained<1024, true, true>, __fl::deal_either>(true);
  return verdict("rounds");
}

int main() {
  return under({{nullptr, "1"}, {nullptr, "4"}, {nullptr, "64"}, {"1", "4"}, {"0", "4"}}, run_all);
}
