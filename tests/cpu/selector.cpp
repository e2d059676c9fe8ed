// The runtime's selector between recording and running in place, on made-up measurements.
#include "check.h"
#include <freelaunch/freelaunch.h>

namespace {
// A parent whose launches take `ns(mode, records)`; a child may be too large for one thread.
struct simulation {
  flrt_selector selector = {};
  flrt_report report = {};
  unsigned long long total = 0;

  // One launch; returns its mode.
  flrt_mode launch(unsigned long long records, unsigned long long recorded_ns, unsigned long long serial_ns, bool large = false) {
    const flrt_choice c = flrt_choose(&selector, &report);
    const unsigned long long ns = c.mode == FLRT_RECORD ? recorded_ns : serial_ns;
    total += ns;
    if (c.mode == FLRT_SERIAL && large)
      report.large = 1;
    if (c.measure) {
      flrt_sample &s = report.sample[report.samples % FLRT_SAMPLES];
      s.mode = c.mode;
      s.large = large;
      s.records = records;
      s.blocks = records;
      s.ns = ns;
      ++report.samples;
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
    CHECK(s.launch(1000, 9000, 4000, true) == FLRT_RECORD);
  for (int i = 0; i < 200; i++)
    s.launch(1000, 9000, 4000);
  CHECK(s.launch(1000, 9000, 4000) == FLRT_SERIAL || s.launch(1000, 9000, 4000) == FLRT_SERIAL);
  while (s.launch(1000, 9000, 9000000, true) != FLRT_SERIAL) {
  }
  for (int i = 0; i < 50; i++)
    CHECK(s.launch(1000, 9000, 9000000, true) == FLRT_RECORD);
}
} // namespace

int main() {
  follows_what_is_faster();
  stays_with_recording();
  compares_like_with_like();
  avoids_large_children();
  return finish();
}
