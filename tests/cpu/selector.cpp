// The runtime's selector between recording, running in place and both, on made-up measurements.
#include "check.h"
#include <cmath>
#include <freelaunch/freelaunch.h>

namespace {
// A parent whose launches take `ns(mode, records)`; a child may be too large for one thread.
struct simulation {
  flrt_selector selector = {};
  flrt_report report = {};
  unsigned long long total = 0, mixed_ns = 12000;
  unsigned graphs_after = ~0u, launches[FLRT_MODES] = {}; // launches of a mode are graphs after so many; then those of the others are after two

  bool as_graph(flrt_mode mode) const {
    bool any = false;
    for (unsigned n : launches)
      any = any || n > graphs_after;
    return launches[mode] > (any ? 2 : graphs_after);
  }

  // One launch; returns its mode.
  flrt_mode launch(unsigned long long records, unsigned long long recorded_ns, unsigned long long serial_ns, bool large = false) {
    const flrt_choice c = flrt_choose(&selector, &report, 0, 0);
    const unsigned long long ns = c.mode == FLRT_RECORD ? recorded_ns : c.mode == FLRT_SERIAL ? serial_ns : mixed_ns;
    CHECK((c.mode == FLRT_MIXED) == (c.limit == FLRT_LIMIT));
    total += ns;
    ++launches[c.mode];
    flrt_made(&selector, c.measure, as_graph(c.mode));
    if (c.mode == FLRT_SERIAL && large)
      report.large = 1;
    if (c.measure) {
      report.sample[c.measure % FLRT_SAMPLES] = {c.measure, unsigned(records), unsigned(ns), c.mode | (large ? FLRT_LARGE : 0)};
    }
    return c.mode;
  }
};

int serial_of(simulation &s, int launches, unsigned long long recorded_ns, unsigned long long serial_ns) {
  int serial = 0;
  for (int i = 0; i < launches; i++)
    serial += s.launch(1000, recorded_ns, serial_ns) == FLRT_SERIAL;
  return serial;
}

void follows_what_is_faster() {
  simulation s;
  serial_of(s, 40, 9000, 4000);
  CHECK(serial_of(s, 200, 9000, 4000) > 190);
  serial_of(s, 400, 9000, 30000); // the program changes
  CHECK(serial_of(s, 200, 9000, 30000) < 10);
}

void stays_with_recording() {
  simulation s;
  serial_of(s, 40, 9000, 14000);
  CHECK(serial_of(s, 1000, 9000, 14000) < 30);
}

// Levels of a search: each has its own times, and they come in turn.
void compares_like_with_like() {
  simulation s;
  const unsigned long long records[6] = {1, 20, 3000, 100000, 900, 2};
  unsigned long long best = 0;
  for (int run = 0; run < 60; run++) {
    if (run == 20)
      s.total = 0;
    for (unsigned long long r : records) {
      s.launch(r, 8000 + r / 4, 3000 + r);
      best += run < 20 ? 0 : 8000 + r / 4;
    }
  }
  CHECK(s.total < best + best / 10); // recording wins in the sum
}

// A child too large for one thread: never tried while there are such, left at once when one turns up.
void avoids_large_children() {
  simulation s;
  for (int i = 0; i < 500; i++)
    CHECK(s.launch(1000, 9000, 4000, true) != FLRT_SERIAL);
  for (int i = 0; i < 200; i++)
    s.launch(1000, 9000, 4000);
  CHECK(s.launch(1000, 9000, 4000) == FLRT_SERIAL || s.launch(1000, 9000, 4000) == FLRT_SERIAL);
  while (s.launch(1000, 9000, 9000000, true) != FLRT_SERIAL) {
  }
  for (int i = 0; i < 50; i++)
    CHECK(s.launch(1000, 9000, 9000000, true) != FLRT_SERIAL);
}

// Levels of a search: some before the largest have as many launches as others behind it, and take four times as long in place.
constexpr unsigned search_levels = 8;
constexpr unsigned search_records[search_levels] = {1, 10, 249, 1921, 1521, 220, 16, 1};
constexpr unsigned search_times[3][search_levels] = {{4400, 4600, 5000, 6000, 5000, 4600, 4400, 4400},
                                                     {2400, 4700, 14000, 14000, 3200, 2500, 2400, 2400},
                                                     {4500, 4800, 5200, 6500, 5000, 4700, 4500, 4500}};
// Searches with these levels. `told`: whether their arguments tell levels apart. Returns what the last ten take on average.
unsigned search(flrt_selector &s, flrt_report &report, unsigned searches, bool told) {
  unsigned long long total = 0;
  for (unsigned i = 0; i < searches * search_levels; i++) {
    const unsigned level = i % search_levels;
    const flrt_choice c = flrt_choose(&s, &report, 0, told ? 1000 + level : 1000 + i);
    const unsigned ns = search_times[c.mode][level];
    if (c.measure)
      report.sample[c.measure % FLRT_SAMPLES] = {c.measure, search_records[level], ns, unsigned(c.mode)};
    total += i >= (searches - 10) * search_levels ? ns : 0;
  }
  return unsigned(total / 10);
}
// Their mean counts, not the lesser.
void knows_two_kinds() {
  unsigned in_place = 0;
  for (unsigned first = 0; first < 50; first++) {
    simulation s;
    s.selector.launches = first; // other dice
    search(s.selector, s.report, 30, false);
    in_place += s.selector.mode == FLRT_SERIAL;
  }
  CHECK(in_place < 8);
}
// Where arguments tell them apart, each goes the way that is best for it.
void tells_launches_apart() {
  unsigned long long apart = 0, at_best = 0;
  for (unsigned level = 0; level < search_levels; level++)
    at_best += search_times[0][level] < search_times[1][level] ? search_times[0][level] : search_times[1][level];
  for (unsigned first = 0; first < 50; first++) {
    simulation s;
    s.selector.launches = first;
    apart += search(s.selector, s.report, 40, true);
  }
  CHECK(apart / 50 < at_best + at_best / 6);
  // A large child where there was none: no launch runs in place before its arguments have been seen again.
  simulation s;
  search(s.selector, s.report, 40, true);
  s.report.large = 1;
  for (unsigned level = 0; level < search_levels; level++)
    CHECK(flrt_choose(&s.selector, &s.report, 0, 1000 + level).mode != FLRT_SERIAL);
}

// Nor do those of one kind keep others from what is far slower for the first ones.
void tells_kinds_apart() {
  simulation s;
  unsigned right = 0;
  for (unsigned i = 0; i < 400; i++)
    for (unsigned wide : {0u, 1u}) {
      const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, 1 + wide);
      const unsigned ns[2][3] = {{9000, 4000, 7000}, {9000, 60000, 20000}};
      if (c.measure)
        s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, 90, ns[wide][c.mode], unsigned(c.mode)};
      right += i >= 200 && c.mode == (wide ? FLRT_RECORD : FLRT_SERIAL);
    }
  CHECK(right > 380);
}

// Launches on the device in a graph may never end.
void captures_none_by_blocks() {
  flrt_parent p = {};
  p.selector.modes = 1u << FLRT_RECORD | 1u << FLRT_SERIAL | 1u << FLRT_SCOPES;
  const int before = flrt_settings_.choice;
  flrt_env();
  flrt_settings_.choice = 1 + FLRT_SCOPES;
  CHECK(flrt_of_graph(&p).mode == FLRT_RECORD);
  flrt_settings_.choice = 1 + FLRT_SERIAL;
  CHECK(flrt_of_graph(&p).mode == FLRT_SERIAL);
  flrt_settings_.choice = before;
}

// A launch in another mode than the one before has to get its code from memory, which is not what the next one will take.
void looks_twice() {
  const unsigned plain[3] = {6500, 4700, 6600}, cold[3] = {4700, 4650, 4860}, warm[3] = {3800, 4610, 4600};
  unsigned best = 0;
  for (unsigned first = 0; first < 50; first++) {
    simulation s;
    s.graphs_after = 16;
    s.selector.launches = first;
    flrt_mode before = FLRT_RECORD;
    for (unsigned i = 0; i < 90; i++) {
      const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, 7);
      s.launches[c.mode]++;
      flrt_made(&s.selector, c.measure, s.as_graph(c.mode));
      const unsigned *ns = !s.as_graph(c.mode) ? plain : c.mode == before ? warm : cold;
      if (c.measure)
        s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, 1, i == 0 ? 500000 : ns[c.mode], unsigned(c.mode)};
      best += i >= 60 && c.mode == FLRT_RECORD;
      before = c.mode;
    }
  }
  CHECK(best > 50 * 30 * 8 / 10);
}

// Threads that launch many, however small, do not run them themselves.
void leaves_many_to_others() {
  simulation s;
  for (int i = 0; i < 300; i++) {
    const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, i % 2 ? 1 : 3);
    CHECK(c.mode == FLRT_RECORD);
    if (c.measure)
      s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, 100000, 90000, unsigned(c.mode) | FLRT_MANY};
  }
}

// Threads wait: the fused engine or t3, and nothing else; like is compared with like.
void chooses_for_those_that_wait() {
  simulation s;
  s.selector.modes = 1u << FLRT_RECORD | 1u << FLRT_BLOCKS;
  s.selector.mode = FLRT_BLOCKS;
  unsigned first = FLRT_MODES, blocks[2] = {0, 0};
  for (int i = 0; i < 200; i++) {
    const bool many = i % 2;
    const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, 0);
    CHECK(c.mode == FLRT_RECORD || c.mode == FLRT_BLOCKS);
    first = i == 0 ? unsigned(c.mode) : first;
    const unsigned ns = c.mode == FLRT_BLOCKS ? (many ? 200000 : 30000) : many ? 1400000 : 25000;
    blocks[many] += i >= 100 && c.mode == FLRT_BLOCKS;
    if (c.measure)
      s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, many ? 100000u : 900u, ns, unsigned(c.mode)};
  }
  CHECK(first == FLRT_BLOCKS);
  CHECK(blocks[1] >= 45);
}

// Launches on the device are looked at only where children have waited long for their parent's end, and taken only where they are faster.
void lets_children_run_beside(bool waited, bool faster) {
  simulation s;
  s.selector.modes = 1u << FLRT_RECORD | 1u << FLRT_SERIAL | 1u << FLRT_MIXED | 1u << FLRT_SCOPES;
  unsigned beside = 0, late = 0;
  for (int i = 0; i < 400; i++) {
    const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, 0);
    CHECK(c.mode != FLRT_SERIAL && c.mode != FLRT_BLOCKS); // children are large
    const bool is_beside = c.mode == FLRT_SCOPES;
    beside += is_beside;
    late += is_beside && i >= 200;
    const unsigned wait = (waited ? 350000 : 35000) / FLRT_WAIT; // in 0.9 ms
    if (c.measure)
      s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, 1000u, is_beside ? (faster ? 500000u : 1500000u) : 900000u,
                                                   unsigned(c.mode) | (is_beside ? 0 : FLRT_LARGE | wait << FLRT_BESIDE)};
  }
  CHECK(waited || beside == 0);
  CHECK(!waited || !faster || late > 190);
  CHECK(!waited || faster || (beside > 0 && late < 10));
}

// Threads wait, and may run small children themselves: not before it is known that they are small, and not where t3 is no choice for this launch.
void runs_in_place_what_is_waited_for() {
  simulation s;
  s.selector.modes = 1u << FLRT_RECORD | 1u << FLRT_BLOCKS | 1u << FLRT_SERIAL;
  unsigned serial = 0;
  for (int i = 0; i < 300; i++) {
    const bool large = i < 100;
    s.selector.now = 1u << FLRT_RECORD | 1u << FLRT_SERIAL;
    const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, 0);
    CHECK(c.mode == FLRT_RECORD || (c.mode == FLRT_SERIAL && !large));
    serial += i >= 200 && c.mode == FLRT_SERIAL;
    if (c.measure)
      s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, 900u, c.mode == FLRT_SERIAL ? 20000u : 50000u,
                                                   unsigned(c.mode) | (large ? FLRT_LARGE : 0)};
  }
  CHECK(serial >= 95);
  // Whatever was found out: blocks that are too large for the form that runs children in place are not launched as that.
  for (int i = 0; i < 100; i++) {
    s.selector.now = 1u << FLRT_RECORD;
    CHECK(flrt_choose(&s.selector, &s.report, 0, 0).mode == FLRT_RECORD);
  }
}

// The first launch of a kernel takes long, for it is loaded then.
void forgives_the_first() {
  simulation s;
  int recorded = 0;
  for (int i = 0; i < 60; i++)
    recorded += s.launch(1000, i == 0 ? 600000 : 9000, 11000) == FLRT_RECORD && i >= 30;
  CHECK(recorded >= 27);
}

// Large children among small ones: nothing is ever lost by trying both.
void mixes() {
  simulation s;
  s.mixed_ns = 5000;
  int mixed = 0;
  for (int i = 0; i < 300; i++)
    mixed += s.launch(1000, 9000, 9000000, true) == FLRT_MIXED;
  CHECK(mixed > 270);
  s.mixed_ns = 20000;
  for (int i = 0; i < 1000; i++)
    s.launch(1000, 9000, 9000000, true);
  mixed = 0;
  for (int i = 0; i < 200; i++)
    mixed += s.launch(1000, 9000, 9000000, true) == FLRT_MIXED;
  CHECK(mixed < 10);
}

// Levels that take turns are known after two samples for each mode and level, not by luck.
void finds_out_soon() {
  simulation s;
  const unsigned long long records[4] = {1, 90, 9000, 100};
  for (int run = 0; run < 9; run++)
    for (unsigned long long r : records)
      s.launch(r, 8000 + r, 4000 + r / 4);
  CHECK(s.selector.settled && s.selector.mode == FLRT_SERIAL);
  int serial = 0;
  for (int run = 0; run < 20; run++)
    for (unsigned long long r : records)
      serial += s.launch(r, 8000 + r, 4000 + r / 4) == FLRT_SERIAL;
  CHECK(serial >= 74);
}

// Two kernels by themselves are further apart than in a graph. What was measured of such, of whichever mode, is not taken for what comes later.
void compares_graphs() {
  for (unsigned after = 1; after <= 32; after *= 2) {
    simulation s;
    s.graphs_after = after;
    int recorded = 0;
    for (int i = 0; i < 600; i++) {
      s.mixed_ns = s.as_graph(FLRT_MIXED) ? 8000 : 11000;
      recorded += s.launch(1000, s.as_graph(FLRT_RECORD) ? 6000 : 11000, 9500) == FLRT_RECORD && i >= 400;
    }
    CHECK(recorded >= 190);
  }
}

// Whether grids are better dealt out whole is weighed while nothing is known, where long launches had such lately, and where long ones are measured: that of short
// ones would be part of what is measured.
void weighs_where_it_pays() {
  for (unsigned ns : {9000u, 900000u})
    for (bool whole : {false, true}) {
      flrt_selector selector = {};
      flrt_report report = {};
      unsigned weighed = 0;
      for (int i = 0; i < 400; i++) {
        const flrt_choice c = flrt_choose(&selector, &report, 0, 0);
        CHECK(i < 16 || !c.measure || c.weigh == (ns > FLRT_LONG));
        weighed += c.weigh && i >= 200;
        if (c.measure)
          report.sample[c.measure % FLRT_SAMPLES] = {c.measure, 1000, ns, unsigned(c.mode) | FLRT_LARGE | (whole ? FLRT_WHOLE : 0)};
      }
      CHECK(ns <= FLRT_LONG ? weighed == 0 : whole ? weighed == 200 : weighed < 20);
    }
}

// What is far slower is tried once.
void gives_up_early() {
  simulation s;
  s.mixed_ns = 900000;
  int tries = 0;
  for (int i = 0; i < 60; i++)
    tries += s.launch(1000, 9000, 14000) == FLRT_MIXED;
  CHECK(tries <= 2);
}
// Of launches of some us, one in twenty is delayed by some ten: few programs are led astray by it, at first and in the long run.
void forgives_delays() {
  const int programs = 1000;
  int astray[2] = {0, 0};
  unsigned seed = 1;
  const auto random = [&] { return float((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 24); };
  for (int p = 0; p < programs; p++) {
    simulation s;
    int slow[2] = {0, 0};
    for (int i = 0; i < 600; i++) {
      const auto delayed = [&](unsigned ns) { return ns + (random() < 0.05f ? unsigned(-25000 * logf(random() + 1e-6f)) : 0); };
      const unsigned recorded = delayed(i == 0 ? 500000 : 7000);
      s.mixed_ns = delayed(14500);
      const bool is_slow = s.launch(2000, recorded, 185000, true) != FLRT_RECORD;
      slow[0] += is_slow && i >= 60 && i < 80;
      slow[1] += is_slow && i >= 400;
    }
    astray[0] += slow[0] > 10;
    astray[1] += slow[1] > 100;
  }
  CHECK(astray[0] < programs / 50);
  CHECK(astray[1] < programs / 50);
}
// Launches that are alike are known by the shorter half of what they took, so that even one in seven may be delayed.
void forgives_many_delays() {
  const int programs = 500;
  int astray = 0;
  unsigned seed = 1;
  const auto random = [&] { return float((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 24); };
  for (int p = 0; p < programs; p++) {
    const unsigned times[3] = {5500, 4000, 6500};
    simulation s;
    int slow = 0;
    for (int i = 0; i < 300; i++) {
      const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, 7);
      const unsigned delay = i == 0 ? 500000 : random() < 0.15f ? unsigned(-25000 * logf(random() + 1e-6f)) : 0;
      if (c.measure)
        s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, 90, times[c.mode] + delay, unsigned(c.mode)};
      slow += i >= 200 && c.mode != FLRT_SERIAL;
    }
    astray += slow > 50;
  }
  CHECK(astray < programs / 20);
}

// Launches of some microseconds with the same arguments: t1's two kernels are `gap` apart until they are a graph. What is clearly slower is known after a few launches,
// and not looked at again because of graphs, nor to be sure.
void spends_little_at_first() {
  const unsigned rows[][FLRT_MODES] = {{7000, 185000, 14500}, {5500, 52000, 9000}, {15600, 21200, 22600}, {5600, 54000, 7500}, {11500, 39000, 14500}, {50000, 120000, 60000}};
  for (const auto &times : rows)
    for (unsigned gap : {0u, 2000u})
      for (unsigned first = 0; first < 4; first++) {
        simulation s;
        s.selector.launches = first; // which numbers are drawn
        int others = 0;
        for (int i = 0; i < 27; i++) {
          const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, 7);
          const bool graph = i >= FLRT_GRAPHS;
          flrt_made(&s.selector, c.measure, graph);
          const unsigned ns = times[c.mode] + (i == 0 ? 300000 : graph || c.mode == FLRT_SERIAL ? 0 : gap);
          if (c.measure)
            s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, 100, ns, unsigned(c.mode)};
          others += i >= 6 && c.mode != FLRT_RECORD;
        }
        CHECK(others <= 6);
      }
}

// Two levels of a search with about as many launches, of which one is slow in place and the other fast: what is known of the one is not believed of the other.
void tells_members_of_a_class_apart() {
  const unsigned records[] = {1, 10, 249, 1921, 1521, 220, 16, 1};
  const unsigned serial[] = {2400, 4700, 14000, 14000, 3200, 2500, 2400, 2400}, recorded[] = {4400, 4600, 5000, 6000, 5000, 4600, 4400, 4400};
  int slow = 0;
  for (unsigned first = 0; first < 32; first++) {
    simulation s;
    s.selector.launches = first;
    for (int i = 0; i < 8 * 24; i++) {
      const unsigned l = i % 8;
      const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, l + 1);
      const bool graph = i >= FLRT_GRAPHS;
      flrt_made(&s.selector, c.measure, graph);
      const unsigned ns = c.mode == FLRT_SERIAL ? serial[l] : recorded[l] + (c.mode == FLRT_MIXED ? 200 : 0) + (graph ? 500 : 3000);
      if (c.measure)
        s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, records[l], i == 0 ? 500000 : ns, unsigned(c.mode)};
      slow += i >= 8 * 14 && (l == 2 || l == 3) && c.mode == FLRT_SERIAL;
    }
  }
  CHECK(slow < 32 * 20 / 20);
}

// A search of four levels, one launch in ten of which is delayed: which mode is best for each is found out in some ten searches.
void finds_out_in_spite_of_delays() {
  const unsigned records[4] = {1, 100, 6275, 3624}, times[4][FLRT_MODES] = {{3800, 4600, 4600}, {5600, 54000, 7000}, {11500, 39000, 14000}, {7000, 30000, 9000}};
  const int programs = 200, searches = 31, known = 10;
  int others = 0;
  unsigned seed = 1;
  const auto random = [&] { return float((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 24); };
  for (int p = 0; p < programs; p++) {
    simulation s;
    for (int i = 0; i < 4 * searches; i++) {
      const flrt_choice c = flrt_choose(&s.selector, &s.report, 0, 1 + i % 4);
      flrt_made(&s.selector, c.measure, i >= FLRT_GRAPHS);
      const unsigned delay = i == 0 ? 300000 : random() < 0.1f ? unsigned(-25000 * logf(random() + 1e-6f)) : 0;
      if (c.measure)
        s.report.sample[c.measure % FLRT_SAMPLES] = {c.measure, records[i % 4], times[i % 4][c.mode] + delay, unsigned(c.mode)};
      others += i >= 4 * known && c.mode != FLRT_RECORD;
    }
  }
  CHECK(others < programs * 4 * (searches - known) / 30);
}

// Once enough is known most launches only count; one in 32 is measured, at no regular distance.
void counts_quietly() {
  simulation s;
  serial_of(s, 100, 9000, 4000);
  unsigned measured = 0, quiet = 0;
  unsigned long long last = 0;
  unsigned distances = 0; // a bit for each that has come up
  for (int i = 0; i < 4000; i++) {
    const unsigned tickets = s.selector.tickets;
    quiet += s.selector.launches + 1 < s.selector.quiet && s.selector.seen == s.selector.tickets;
    s.launch(1000, 9000, 4000);
    if (s.selector.tickets == tickets)
      continue;
    measured++;
    distances |= 1u << (s.selector.launches - last) % 32;
    last = s.selector.launches;
  }
  unsigned long long chosen = 0;
  for (unsigned long long n : s.selector.chosen)
    chosen += n;
  CHECK(chosen == 4100 && s.selector.launches == 4100);
  CHECK(measured > 4000 / 32 / FLRT_SELDOM / 2 && measured < 4000 / 32 / FLRT_SELDOM * 3);
  CHECK(quiet > 3800 && __builtin_popcount(distances) > 8);
}
} // namespace

int main() {
  counts_quietly();
  finds_out_in_spite_of_delays();
  spends_little_at_first();
  tells_members_of_a_class_apart();
  forgives_many_delays();
  forgives_delays();
  for (int i = 0; i < 4; i++)
    lets_children_run_beside(i & 1, i & 2);
  follows_what_is_faster();
  knows_two_kinds();
  tells_launches_apart();
  tells_kinds_apart();
  captures_none_by_blocks();
  looks_twice();
  leaves_many_to_others();
  stays_with_recording();
  compares_like_with_like();
  chooses_for_those_that_wait();
  runs_in_place_what_is_waited_for();
  forgives_the_first();
  avoids_large_children();
  mixes();
  finds_out_soon();
  gives_up_early();
  weighs_where_it_pays();
  compares_graphs();
  return finish();
}
