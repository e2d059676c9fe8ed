// What the selector learns and chooses (runtime/flrt_learn.c, flrt_select.c): parents whose launches take so long in each mode, as samples say it, and what it makes of that.
#define _GNU_SOURCE
#include "fake_cuda.h"
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime.h"

// What a launch takes in a mode, in nanoseconds, and what its sample says besides.
struct behaviour {
  unsigned records, ns[FLRT_MODES], what;
};

static struct flrt_report report;
static struct flrt_parent parent;

static int start(void **state) {
  (void)state;
  memset(&report, 0, sizeof report);
  memset(&parent, 0, sizeof parent);
  parent.report = &report;
  flrt_settings_.ready = 1;
  return 0;
}

// The parent is launched so often; every launch that is measured behaves so. Returns how often it was in each mode during the last quarter.
static const unsigned *launch(unsigned times, const struct behaviour *b) {
  static unsigned chosen[FLRT_MODES];
  memset(chosen, 0, sizeof chosen);
  for (unsigned i = 0; i < times; ++i) {
    const struct flrt_choice c = flrt_decide(&parent, 0);
    if (c.measure)
      report.sample[c.measure % FLRT_SAMPLES] =
          (struct flrt_sample){c.measure, b->records, b->ns[c.mode], (unsigned)c.mode | b->what};
    if (i >= times - times / 4)
      ++chosen[c.mode];
  }
  return chosen;
}

static void test_takes_the_fastest(void **state) {
  (void)state;
  struct behaviour b = {.records = 1000};
  for (unsigned best = FLRT_RECORD; best <= FLRT_MIXED; ++best) {
    memset(&parent.selector, 0, sizeof parent.selector);
    memset(&report, 0, sizeof report);
    for (unsigned m = 0; m < FLRT_MODES; ++m)
      b.ns[m] = m == best ? 20000 : 30000;
    assert_in_range(launch(800, &b)[best], 180, 200);
  }
}

static void test_follows_a_change(void **state) {
  (void)state;
  const struct behaviour before = {
      .records = 1000, .ns = {[FLRT_RECORD] = 20000, [FLRT_SERIAL] = 30000, [FLRT_MIXED] = 30000}};
  const struct behaviour behind = {
      .records = 1000, .ns = {[FLRT_RECORD] = 60000, [FLRT_SERIAL] = 10000, [FLRT_MIXED] = 60000}};
  assert_in_range(launch(400, &before)[FLRT_RECORD], 90, 100);
  assert_in_range(launch(400, &behind)[FLRT_SERIAL], 90, 100);
}

// Where a child is large, or threads launch many, none is run in place by its thread.
static void test_large_children(void **state) {
  (void)state;
  const unsigned marks[] = {FLRT_LARGE, FLRT_MANY};
  for (unsigned i = 0; i < 2; ++i) {
    memset(&parent.selector, 0, sizeof parent.selector);
    memset(&report, 0, sizeof report);
    const struct behaviour b = {.records = 1000, .ns = {30000, 10000, 20000}, .what = marks[i]};
    launch(400, &b);
    assert_int_equal(parent.selector.chosen[FLRT_SERIAL], 0);
  }
}

static void test_expects(void **state) {
  (void)state;
  const struct behaviour b = {.records = 5000, .ns = {40000, 50000, 60000}},
                         other = {.records = 70000, .ns = {90000, 90000, 90000}};
  assert_int_equal(flrt_expected_records(&parent), 0);
  assert_false(flrt_took_at_most(&parent, FLRT_RECORD, 0, 1e9f));
  launch(40, &b);
  assert_int_equal(flrt_expected_records(&parent), 8192);
  assert_true(flrt_took_at_most(&parent, FLRT_RECORD, 0, 40001));
  assert_false(flrt_took_at_most(&parent, FLRT_RECORD, 0, 39999));
  assert_true(flrt_took_at_most(&parent, FLRT_RECORD, 5000, 40001));
  assert_false(flrt_took_at_most(&parent, FLRT_RECORD, 100, 1e9f));
  launch(
      1,
      &other); // not heard yet, or the first of its kind: what comes behind it is not known, so as many again
  launch(40, &other);
  assert_int_equal(flrt_expected_records(&parent), 131072);
}

static void test_narrow(void **state) {
  (void)state;
  struct behaviour b = {.records = 64, .ns = {40000, 90000, 90000, 90000}, .what = FLRT_NARROW};
  assert_false(flrt_is_narrow(&parent, 0));
  launch(100, &b);
  assert_true(flrt_is_narrow(&parent, 0));
  assert_true(flrt_is_narrow(&parent, 64));
  assert_false(flrt_is_narrow(&parent, 64000)); // of others nothing is known
  b.what = 0;
  launch(400, &b);
  assert_false(flrt_is_narrow(&parent, 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_takes_the_fastest, start),
      cmocka_unit_test_setup(test_follows_a_change, start),
      cmocka_unit_test_setup(test_large_children, start),
      cmocka_unit_test_setup(test_expects, start),
      cmocka_unit_test_setup(test_narrow, start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
