// How the runtime launches kernels (runtime/flrt_launch.c): plainly at first, as graphs once they have come often, and plainly again wherever CUDA, or what has
// changed meanwhile, does not allow that. CUDA is a stand-in.
#define _GNU_SOURCE
#include "fake_cuda.h"
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime.h"

static struct flrt_stream kept;
static const struct flrt_device second = {.device = 1};
static struct flrt_parent parent;
static int arg[2];
static char more[2];
static struct flrt_kernel kernel[2];

static void use(enum flrt_how second) {
  static void *args[2][2];
  static const unsigned sizes[] = {sizeof(int), 1};
  static const char *const names[] = {"parent", "drain"};
  for (int i = 0; i < 2; ++i) {
    args[i][0] = &arg[i];
    args[i][1] = &more[i];
    kernel[i] = (struct flrt_kernel){.how = i ? second : FLRT_PLAIN,
                                     .function = names[i],
                                     .grid = {8, 1, 1},
                                     .block = {32, 1, 1},
                                     .args = args[i],
                                     .sizes = sizes,
                                     .n_args = 2};
  }
}

static int start(void **state) {
  (void)state;
  memset(graphs, 0, sizeof graphs);
  memset(&kept, 0, sizeof kept);
  parent = (struct flrt_parent){.on = &second};
  n_graphs = n_execs = nodes_reversed = 0;
  calls[0] = 0;
  failing = "";
  last_error = cudaSuccess;
  stack_limit = 1024;
  flrt_settings_.ready = 1;
  flrt_settings_.graphs = 2;
  arg[0] = 1;
  arg[1] = 2;
  use(FLRT_DEPENDENT);
  return 0;
}
static int stop(void **state) {
  (void)state;
  while (kept.chains) {
    struct flrt_chain *c = kept.chains;
    kept.chains = c->next;
    free(c->link[0].args);
    free(c->link[1].args);
    free(c);
  }
  return 0;
}

static void expect(unsigned n, unsigned variant, unsigned launched, const char *want) {
  calls[0] = 0;
  assert_int_equal(flrt_launch(&parent, 1, &kept, variant, NULL, kernel, n), launched);
  assert_string_equal(calls, want);
}
// Launched often enough to be a graph.
static void settle(void) {
  expect(2, 0, 2, "parent(1) behind drain(2) ");
  expect(2, 0, 2, "parent(1) behind drain(2) stream(1,-3) destroy make ");
}

static void test_becomes_a_graph(void **state) {
  (void)state;
  settle();
  expect(2, 0, 2, "graph parent(1) drain(2); ");
  expect(2, 0, 2, "graph parent(1) drain(2); ");
}

static void test_sets_what_differs(void **state) {
  (void)state;
  nodes_reversed = 1; // their order means nothing
  settle();
  arg[1] = 5;
  expect(2, 0, 2, "set drain(5) graph parent(1) drain(5); ");
  arg[0] = 7;
  expect(2, 0, 2, "set parent(7) graph parent(7) drain(5); ");
  more[1] = 1;
  expect(2, 0, 2, "set drain(5) graph parent(7) drain(5); ");
  kernel[0].grid.x = 9;
  expect(2, 0, 2, "set parent(7) graph parent(7) drain(5); ");
  kernel[1].block.y = 2;
  kernel[0].shared = 64;
  expect(2, 0, 2, "set parent(7) set drain(5) graph parent(7) drain(5); ");
  expect(2, 0, 2, "graph parent(7) drain(5); ");
}

static void test_variants_and_kinds(void **state) {
  (void)state;
  settle();
  // What else there is of the same parent follows at once.
  expect(2, 1, 2, "parent(1) behind drain(2) stream(1,-3) destroy make ");
  expect(2, 0, 2, "graph parent(1) drain(2); ");
  use(FLRT_COOPERATIVE); // of a graph that was made of others nothing changes the kind
  expect(2, 0, 2, "parent(1) together drain(2) stream(1,-3) destroy make ");
  use(FLRT_DEPENDENT);
  expect(2, 1, 2, "graph parent(1) drain(2); ");
  expect(1, 0, 1, "parent(1) stream(1,-3) destroy make ");
  arg[0] = 3;
  expect(1, 0, 1, "set parent(3) graph parent(3); ");
  expect(2, 0, 2, "set parent(3) graph parent(3) drain(2); ");
  assert_int_equal(flrt_launched_on(), 1);
}

// Variants that take turns count as one.
static void test_turns(void **state) {
  (void)state;
  flrt_settings_.graphs = 4;
  for (unsigned i = 0; i < 3; ++i)
    expect(2, i % 2, 2, "parent(1) behind drain(2) ");
  expect(2, 1, 2, "parent(1) behind drain(2) stream(1,-3) destroy make ");
  expect(2, 0, 2, "parent(1) behind drain(2) stream(1,-3) destroy make ");
  expect(2, 1, 2, "graph parent(1) drain(2); ");
  expect(2, 0, 2, "graph parent(1) drain(2); ");
}

// So do the forms of a parent that the selector tries.
static void test_forms(void **state) {
  (void)state;
  flrt_settings_.graphs = 4;
  for (unsigned i = 0; i < 3; ++i) {
    use(FLRT_DEPENDENT);
    if (i % 2)
      kernel[0].function = "in place";
    expect(1 + !(i % 2), 0, 1 + !(i % 2), i % 2 ? "in place(1) " : "parent(1) behind drain(2) ");
  }
  expect(2, 0, 2, "parent(1) behind drain(2) stream(1,-3) destroy make ");
  expect(2, 0, 2, "graph parent(1) drain(2); ");
}

static void test_dependents_where_streams_stay(void **state) {
  (void)state;
  struct flrt_parent p = {.drain_waits = 1};
  struct fake_stream own = {.id = 9};
  assert_int_equal(flrt_behind(&p, NULL), FLRT_DEPENDENT);
  assert_int_equal(flrt_behind(&p, cudaStreamLegacy), FLRT_DEPENDENT);
  assert_int_equal(flrt_behind(&p, cudaStreamPerThread), FLRT_PLAIN); // goes with its thread
  assert_int_equal(flrt_behind(&p, &own), FLRT_PLAIN);
  p.drain_waits = 0;
  assert_int_equal(flrt_behind(&p, NULL), FLRT_PLAIN);
  p.drain_waits = 1;
  struct flrt_device on = {0};
  flrt_release(flrt_find(&on, NULL, 0), NULL);
  assert_int_equal(flrt_behind(&p, NULL), FLRT_DEPENDENT);
  flrt_release(flrt_find(&on, &own, 0), &own);
  assert_int_equal(flrt_behind(&p, NULL), FLRT_PLAIN);
  flrt_own_streams_ = 0;
}

static void test_refused(void **state) {
  (void)state;
  settle();
  kernel[0].grid.x = 5000;
  expect(2, 0, 0, "parent(1) ");
  assert_int_equal(cudaGetLastError(), cudaErrorInvalidConfiguration);
  kernel[0].grid.x = 0;
  expect(2, 0, 0, "parent(1) ");
  assert_int_equal(cudaGetLastError(), cudaErrorInvalidConfiguration);
  kernel[0].grid.x = 8;
  expect(2, 0, 2, "set parent(1) graph parent(1) drain(2); ");
  assert_int_equal(last_error, cudaSuccess);
  failing = "graph";
  expect(2, 0, 2, "graph parent(1) drain(2); parent(1) behind drain(2) ");
  assert_int_equal(last_error, cudaSuccess);
  last_error = cudaErrorInvalidValue; // of the program's own, not yet asked for
  expect(2, 0, 2, "graph parent(1) drain(2); parent(1) behind drain(2) ");
  assert_int_equal(last_error, cudaErrorInvalidValue);
  failing = "drain";
  flrt_settings_.graphs = 0;
  expect(2, 0, 1, "parent(1) behind drain(2) ");
}

static void test_no_graph(void **state) {
  static const char *const steps[] = {"stream", "begin", "capture", "end",
                                      "nodes",  "roots", "what",    "make"};
  (void)state;
  for (unsigned i = 0; i < sizeof steps / sizeof *steps; ++i) {
    stop(NULL);
    start(NULL);
    expect(2, 0, 2, "parent(1) behind drain(2) ");
    failing = steps[i];
    assert_int_equal(flrt_launch(&parent, 1, &kept, 0, NULL, kernel, 2), 2);
    assert_int_equal(last_error, cudaSuccess);
    failing = "";
    for (int again = 0; again < 3; ++again)
      expect(2, 0, 2, "parent(1) behind drain(2) ");
  }
}

// Another parent's kernels are to come often, too.
static void test_each_parent(void **state) {
  (void)state;
  struct flrt_parent other = {.on = &second};
  settle();
  kernel[0].function = "other";
  for (int i = 0; i < 2; ++i) {
    calls[0] = 0;
    assert_int_equal(flrt_launch(&other, 2, &kept, 0, NULL, kernel, 2), 2);
    assert_string_equal(calls, i ? "other(1) behind drain(2) stream(1,-3) destroy make "
                                 : "other(1) behind drain(2) ");
  }
}

// A library has been unloaded, and another has a kernel where that one had its own.
static void test_addresses_are_used_again(void **state) {
  (void)state;
  struct flrt_parent other = {.on = &second};
  other.eldest = &other;
  settle();
  for (int i = 0; i < 3; ++i) {
    calls[0] = 0;
    assert_int_equal(flrt_launch(&other, 2, &kept, 0, NULL, kernel, 2), 2);
    assert_string_equal(calls, i == 0   ? "parent(1) behind drain(2) "
                               : i == 1 ? "parent(1) behind drain(2) stream(1,-3) destroy make "
                                        : "graph parent(1) drain(2); ");
  }
  assert_ptr_not_equal(kept.chains->exec, kept.chains->next->exec);
}

// The selector is told which launches were graphs.
static void test_tells(void **state) {
  (void)state;
  settle();
  assert_int_equal(parent.selector.graphs, 0);
  expect(2, 0, 2, "graph parent(1) drain(2); ");
  assert_int_equal(parent.selector.graphs, 1 << 1);
  failing = "graph";
  expect(2, 0, 2, "graph parent(1) drain(2); parent(1) behind drain(2) ");
  assert_int_equal(parent.selector.graphs, 0);
}

static void test_stack_limit(void **state) {
  (void)state;
  settle();
  expect(2, 0, 2, "graph parent(1) drain(2); ");
  stack_limit = 4096;
  settle();
  arg[0] = 4;
  expect(2, 0, 2, "set parent(4) graph parent(4) drain(2); ");
}

static void test_not_here(void **state) {
  (void)state;
  kept.captured = 1;
  for (int i = 0; i < 4; ++i)
    expect(2, 0, 2, "parent(1) behind drain(2) ");
  calls[0] = 0;
  for (int i = 0; i < 4; ++i)
    assert_int_equal(flrt_launch(&parent, 1, NULL, 0, NULL, kernel, 1), 1);
  assert_string_equal(calls, "parent(1) parent(1) parent(1) parent(1) ");
  kept.captured = 0;
  flrt_settings_.graphs = 0;
  for (int i = 0; i < 4; ++i)
    expect(2, 0, 2, "parent(1) behind drain(2) ");
}

static void test_so_many(void **state) {
  (void)state;
  flrt_settings_.graphs = 2 * FLRT_MOST_CHAINS;
  for (unsigned v = 0; v < FLRT_MOST_CHAINS; ++v)
    expect(2, v, 2, "parent(1) behind drain(2) ");
  flrt_settings_.graphs = 2;
  for (int i = 0; i < 4; ++i)
    expect(2, FLRT_MOST_CHAINS, 2, "parent(1) behind drain(2) ");
  expect(2, 0, 2, "parent(1) behind drain(2) stream(1,-3) destroy make ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_becomes_a_graph, start, stop),
      cmocka_unit_test_setup_teardown(test_sets_what_differs, start, stop),
      cmocka_unit_test_setup_teardown(test_variants_and_kinds, start, stop),
      cmocka_unit_test_setup_teardown(test_turns, start, stop),
      cmocka_unit_test_setup_teardown(test_forms, start, stop),
      cmocka_unit_test_setup_teardown(test_dependents_where_streams_stay, start, stop),
      cmocka_unit_test_setup_teardown(test_refused, start, stop),
      cmocka_unit_test_setup_teardown(test_no_graph, start, stop),
      cmocka_unit_test_setup_teardown(test_each_parent, start, stop),
      cmocka_unit_test_setup_teardown(test_addresses_are_used_again, start, stop),
      cmocka_unit_test_setup_teardown(test_tells, start, stop),
      cmocka_unit_test_setup_teardown(test_stack_limit, start, stop),
      cmocka_unit_test_setup_teardown(test_not_here, start, stop),
      cmocka_unit_test_setup_teardown(test_so_many, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
