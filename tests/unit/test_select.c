// How auto chooses (runtime/flrt_select.c, flrt_took.c), from made-up times: what a launch takes in each mode is known here, and what the selector does with it is looked at.
#define _GNU_SOURCE
#include "fake_cuda.h"
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../runtime/flrt_aside.c"
#include "../../runtime/flrt_capture.c"
#include "../../runtime/flrt_device.c"
#include "../../runtime/flrt_driver.c"
#include "../../runtime/flrt_env.c"
#include "../../runtime/flrt_launch.c"
#include "../../runtime/flrt_parent.c"
#include "../../runtime/flrt_profile.c"
#include "../../runtime/flrt_took.c"
#include "../../runtime/flrt_select.c"
#include "../../runtime/flrt_stream.c"

static struct flrt_selector s;
static struct flrt_report report;

// Launches of one kind, as the device would tell of them.
struct kind {
  unsigned ns[FLRT_MODES]; // what one takes; 0: not offered
  unsigned records;        // launches that its threads make
  unsigned of;             // what tells its arguments apart
  unsigned what;           // FLRT_LARGE and the like
  int each;                // every launch is measured, as under FL_LOG
};

static int begin(void **state) {
  (void)state;
  memset(&s, 0, sizeof s);
  memset(&report, 0, sizeof report);
  flrt_settings_ = (struct flrt_settings){.ready = 1};
  return 0;
}

// Makes a launch `late` nanoseconds of which are a delay, and has the device tell of it, if it is measured.
static struct flrt_choice launch(const struct kind *k, unsigned late) {
  const struct flrt_choice c = flrt_choose(&s, &report, k->each, k->of);
  flrt_made(&s, c.measure, 0);
  if (c.measure)
    report.sample[c.measure % FLRT_SAMPLES] = (struct flrt_sample){c.measure, k->records, k->ns[c.mode] + late, (unsigned)c.mode | k->what};
  if (k->what & FLRT_LARGE && c.mode == FLRT_SERIAL)
    report.large = 1;
  return c;
}
// How many of `n` launches are in a mode.
static unsigned in_mode(const struct kind *k, unsigned n, enum flrt_mode mode) {
  unsigned in = 0;
  for (unsigned i = 0; i < n; ++i)
    in += launch(k, 0).mode == mode;
  return in;
}

static void takes_the_fastest(void **state) {
  static const enum flrt_mode modes[] = {FLRT_RECORD, FLRT_SERIAL, FLRT_MIXED};
  (void)state;
  for (unsigned i = 0; i < 3; ++i) {
    struct kind k = {.ns = {9000, 9000, 9000}, .records = 90};
    begin(NULL);
    k.ns[modes[i]] = 6000;
    in_mode(&k, 60, modes[i]);
    assert_in_range(in_mode(&k, 200, modes[i]), 185, 200);
  }
}

static void large_children_never_run_in_place(void **state) {
  const struct kind k = {.ns = {9000, 1000, 12000}, .records = 90, .what = FLRT_LARGE};
  (void)state;
  assert_int_equal(in_mode(&k, 500, FLRT_SERIAL), 0);
}

static void follows_a_change(void **state) {
  const struct kind before = {.ns = {9000, 6000, 9000}, .records = 90}, after = {.ns = {9000, 30000, 12000}, .records = 90};
  (void)state;
  in_mode(&before, 300, FLRT_SERIAL);
  in_mode(&after, 200, FLRT_RECORD);
  assert_in_range(in_mode(&after, 200, FLRT_RECORD), 180, 200);
}

static void forgives_delays(void **state) {
  const struct kind k = {.ns = {6000, 9000, 9000}, .records = 90};
  unsigned best = 0;
  (void)state;
  in_mode(&k, 60, FLRT_RECORD);
  for (unsigned i = 0; i < 1000; ++i)
    best += launch(&k, i % 9 == 0 ? 25000 : 0).mode == FLRT_RECORD;
  assert_in_range(best, 850, 1000);
}

static void tells_launches_apart_by_their_arguments(void **state) {
  const struct kind small = {.ns = {9000, 4000, 7000}, .records = 90, .of = 11}, wide = {.ns = {9000, 60000, 20000}, .records = 90, .of = 12};
  unsigned right = 0;
  (void)state;
  for (unsigned i = 0; i < 400; ++i) {
    const enum flrt_mode first = launch(&small, 0).mode, second = launch(&wide, 0).mode;
    right += i >= 200 && first == FLRT_SERIAL && second == FLRT_RECORD;
  }
  assert_in_range(right, 170, 200);
}

// Weighing takes time, so that what is measured with it is not what launches without it take.
static void short_launches_are_not_weighed(void **state) {
  const struct kind k = {.ns = {6000, 9000, 9000}, .records = 90, .each = 1};
  (void)state;
  assert_true(launch(&k, 500000).weigh); // nothing is known yet, and this one loads kernels
  launch(&k, 0);
  for (unsigned i = 0; i < 100; ++i)
    assert_false(launch(&k, 0).weigh);
}
static void long_launches_are_weighed_where_they_are_measured(void **state) {
  const struct kind k = {.ns = {60000, 90000, 90000}, .records = 9000};
  unsigned weighed = 0, measured = 0;
  (void)state;
  in_mode(&k, 100, FLRT_RECORD);
  for (unsigned i = 0; i < 300; ++i) {
    const struct flrt_choice c = launch(&k, 0);
    weighed += c.weigh != 0;
    measured += c.measure != 0;
  }
  assert_true(measured > 0);
  assert_int_equal(weighed, measured);
}
static void whole_grids_are_looked_for_where_long_launches_had_some(void **state) {
  const struct kind whole = {.ns = {60000, 90000, 90000}, .records = 9000, .what = FLRT_WHOLE};
  (void)state;
  in_mode(&whole, 100, FLRT_RECORD);
  for (unsigned i = 0; i < 100; ++i)
    assert_true(launch(&whole, 0).weigh);
}

// Launches on the device in a graph may never end.
static void captured_launches_are_not_by_blocks(void **state) {
  static struct flrt_parent p;
  (void)state;
  p.selector.modes = 1u << FLRT_RECORD | 1u << FLRT_SERIAL | 1u << FLRT_SCOPES;
  flrt_settings_.choice = 1 + FLRT_SCOPES;
  assert_int_equal(flrt_of_graph(&p).mode, FLRT_RECORD);
  flrt_settings_.choice = 1 + FLRT_SERIAL;
  assert_int_equal(flrt_of_graph(&p).mode, FLRT_SERIAL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(takes_the_fastest, begin),
      cmocka_unit_test_setup(large_children_never_run_in_place, begin),
      cmocka_unit_test_setup(follows_a_change, begin),
      cmocka_unit_test_setup(forgives_delays, begin),
      cmocka_unit_test_setup(tells_launches_apart_by_their_arguments, begin),
      cmocka_unit_test_setup(short_launches_are_not_weighed, begin),
      cmocka_unit_test_setup(long_launches_are_weighed_where_they_are_measured, begin),
      cmocka_unit_test_setup(whole_grids_are_looked_for_where_long_launches_had_some, begin),
      cmocka_unit_test_setup(captured_launches_are_not_by_blocks, begin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
