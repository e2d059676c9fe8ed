// What the runtime keeps of each stream (runtime/flrt_stream.c): one struct for each, found again, and, since streams are destroyed without its hearing of it, handed on
// when there are many and one has been idle. CUDA is a stand-in.
#define _GNU_SOURCE
#include "fake_cuda.h"
#include <setjmp.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

// Time goes by when the test says so.
static long long now;
static int fake_clock(clockid_t clock, struct timespec *t) {
  (void)clock;
  *t = (struct timespec){.tv_sec = now / 1000, .tv_nsec = now % 1000 * 1000000};
  return 0;
}
#define clock_gettime fake_clock
#include "runtime.h"

enum { HEAD = 256, BYTES = 1000, MANY = 4 * FLRT_STREAMS };
static struct fake_stream streams[MANY];

static int start(void **state) {
  (void)state;
  now = 1000;
  all_over = 1;
  allocations = 0;
  last_error = cudaSuccess;
  for (unsigned i = 0; i < MANY; ++i)
    streams[i] = (struct fake_stream){.id = 100 + i};
  return 0;
}
static int stop(void **state) {
  (void)state;
  while (flrt_streams_) {
    struct flrt_stream *b = flrt_streams_;
    flrt_streams_ = b->next;
    if (b->head)
      cudaFree(b->head);
    free(b);
  }
  flrt_n_streams_ = 0;
  flrt_last_ = NULL;
  while (flrt_outgrown_)
    flrt_free_outgrown(flrt_outgrown_->device, flrt_outgrown_->context);
  return 0;
}

static struct flrt_stream *launch(struct fake_stream *s, unsigned kind) {
  struct flrt_stream *b = flrt_acquire(flrt_here(), s, kind, HEAD, BYTES, 1);
  assert_non_null(b);
  assert_true(b->lock);
  assert_true(b->bytes >= BYTES);
  flrt_release(b, s);
  assert_false(b->lock);
  return b;
}

static void test_one_each(void **state) {
  (void)state;
  struct flrt_stream *a = launch(&streams[0], 0), *b = launch(&streams[1], 0),
                     *c = launch(&streams[0], 1);
  assert_true(a != b && a != c && b != c);
  assert_ptr_equal(launch(&streams[0], 0), a);
  assert_ptr_equal(launch(&streams[1], 0), b);
  assert_ptr_equal(launch(&streams[0], 1), c);
  assert_int_equal(allocations, 3);
}

static void test_grows(void **state) {
  (void)state;
  struct flrt_stream *b = launch(&streams[0], 0);
  assert_ptr_equal(flrt_acquire(flrt_here(), &streams[0], 0, HEAD, 5 * BYTES, 1), b);
  flrt_release(b, &streams[0]);
  assert_int_equal(b->bytes, 5 * BYTES);
  assert_int_equal(allocations, 2);
  assert_ptr_equal(flrt_acquire(flrt_here(), &streams[0], 0, HEAD, 6 * BYTES, 1), b);
  flrt_release(b, &streams[0]);
  assert_int_equal(b->bytes, 10 * BYTES); // it doubles
  assert_int_equal(allocations, 3);
}

// Kernels may still use what was outgrown. It is freed where there is no other memory.
static void test_outgrown(void **state) {
  (void)state;
  struct flrt_stream *b = launch(&streams[0], 0);
  frees = 0;
  all_memory = 3 * HEAD + 12 * BYTES;
  used_memory = HEAD + BYTES;
  for (unsigned i = 2; i <= 5; i += 3) {
    flrt_release(flrt_acquire(flrt_here(), &streams[0], 0, HEAD, i * BYTES, 1), &streams[0]);
    assert_int_equal(b->bytes, i * BYTES);
    assert_int_equal(frees, 0);
  }
  // 1 + 2 + 5 of 12 are used. There is room for 6 when the first two are freed, but not for 10.
  flrt_release(flrt_acquire(flrt_here(), &streams[0], 0, HEAD, 6 * BYTES, 1), &streams[0]);
  assert_int_equal(frees, 2);
  assert_int_equal(b->bytes, 6 * BYTES);
  assert_int_equal(last_error, cudaSuccess);
  all_memory = ~(size_t)0;
}

static void test_without_memory(void **state) {
  (void)state;
  struct flrt_stream *b = flrt_find(flrt_here(), &streams[0], 0);
  assert_null(b->head);
  flrt_release(b, &streams[0]);
  assert_ptr_equal(launch(&streams[0], 0), b);
  assert_non_null(b->head);
}

// Fewer bytes than asked for are enough, if they are not too few: also where there is memory already, of launches that need less.
static void test_scarce(void **state) {
  (void)state;
  struct flrt_stream *b = launch(&streams[0], 0);
  most_memory = HEAD + 6 * BYTES;
  assert_ptr_equal(flrt_acquire(flrt_here(), &streams[0], 0, HEAD, 40 * BYTES, BYTES), b);
  assert_int_equal(b->bytes, BYTES);
  flrt_release(b, &streams[0]);
  assert_ptr_equal(flrt_acquire(flrt_here(), &streams[0], 0, HEAD, 40 * BYTES, 3 * BYTES), b);
  assert_int_equal(b->bytes, 5 * BYTES);
  flrt_release(b, &streams[0]);
  assert_int_equal(last_error, cudaSuccess);
  assert_null(flrt_acquire(flrt_here(), &streams[0], 0, HEAD, 40 * BYTES, 7 * BYTES));
  assert_int_equal(last_error, cudaErrorMemoryAllocation);
  assert_false(b->lock);
  assert_null(flrt_acquire(flrt_here(), &streams[1], 0, HEAD, 40 * BYTES, 7 * BYTES));
  last_error = cudaSuccess;
  b = flrt_acquire(flrt_here(), &streams[1], 0, HEAD, 40 * BYTES, 6 * BYTES);
  assert_int_equal(b->bytes, 6 * BYTES);
  flrt_release(b, &streams[1]);
  assert_int_equal(last_error, cudaSuccess);
  most_memory = ~(size_t)0;
}

// Worklists grow where launches have spilled, and stay as large as they can be however often that happens.
static void test_capacity(void **state) {
  (void)state;
  struct flrt_report report = {.spilled = 0};
  struct flrt_parent p = {.growth = {{.times = 1}, {.times = 1}}, .report = &report};
  const size_t most = 3500000;
  assert_int_equal(flrt_capacity(&p, FLRT_OF_GRIDS, 100, 65536, most), 65536);
  ++report.spilled;
  assert_int_equal(flrt_capacity(&p, FLRT_OF_GRIDS, 100, 65536, most), 4 * 65536);
  for (unsigned i = 0; i < 100; ++i) {
    ++report.spilled;
    assert_in_range(flrt_capacity(&p, FLRT_OF_GRIDS, 100, 65536, most), 16 * 65536, most);
  }
  assert_int_equal(flrt_capacity(&p, FLRT_OF_GRIDS, 100, 65536, most), most);
  assert_int_equal(flrt_capacity(&p, FLRT_OF_BLOCKS, 100, 1, 5000), 4 * 400);
  assert_int_equal(flrt_capacity(&p, FLRT_OF_BLOCKS, 100, 1, 5000), 4 * 400);
  ++report.spilled;
  assert_int_equal(flrt_capacity(&p, FLRT_OF_BLOCKS, 100, 1, 5000), 5000);

  // As many as were spilled would have fitted, if all were in one worklist.
  struct flrt_parent q = {.growth = {{.times = 1}, {.times = 1}}, .report = &report};
  report.spilled = 500000;
  assert_int_equal(flrt_capacity(&q, FLRT_OF_GRIDS, 100, 65536, most), 16 * 65536);
  assert_int_equal(flrt_capacity(&q, FLRT_OF_GRIDS, 100, 65536, most), 16 * 65536);
  assert_int_equal(flrt_capacity(&q, FLRT_OF_BLOCKS, 100, 1, most), 4 * 400);
}

// What worklists may have beyond the usual is shared by all streams, and nothing that a graph has for each of its launches.
static void test_spare(void **state) {
  (void)state;
  const struct flrt_device on = {.spare = 1000};
  assert_int_equal(flrt_spare(&on, &streams[0]), 1000);
  launch(&streams[0], 0);
  assert_int_equal(flrt_spare(&on, &streams[0]), 1000);
  launch(&streams[1], 0);
  assert_int_equal(flrt_spare(&on, &streams[0]), 500);
  streams[0].capturing = 1;
  assert_int_equal(flrt_spare(&on, &streams[0]), 0);
  assert_int_equal(flrt_spare(&on, &streams[1]), 500);
  streams[0].capturing = 0;
}

// A thousand streams, one after another: each is used for a while and then destroyed.
static void test_handed_on(void **state) {
  (void)state;
  for (unsigned i = 0; i < 1000; ++i, now += 10) {
    streams[0].id = 100 + i;
    struct flrt_stream *b = launch(&streams[0], 0);
    assert_ptr_equal(launch(&streams[0], 0), b);
  }
  assert_in_range(allocations, FLRT_STREAMS, FLRT_STREAMS + FLRT_IDLE / 10 + 2);
  assert_int_equal(last_error, cudaSuccess);
}

static void test_not_handed_on(void **state) {
  (void)state;
  // All in use: each keeps its own, however many there are.
  struct flrt_stream *of[MANY];
  for (unsigned i = 0; i < MANY; ++i)
    of[i] = launch(&streams[i], 0);
  for (unsigned i = 0; i < MANY; ++i)
    assert_ptr_equal(launch(&streams[i], 0), of[i]);
  assert_int_equal(allocations, MANY);
  struct fake_stream other = {.id = 7};
  now += 10 * FLRT_IDLE;
  all_over = 0; // their work is not over
  launch(&other, 0);
  assert_int_equal(allocations, MANY + 1);
  assert_int_equal(last_error, cudaSuccess);
  all_over = 1;
  other.id = 8;
  other.priority = -1;
  launch(&other, 0);
  assert_int_equal(allocations, MANY + 2);
  other.priority = 0;
  other.id = 9;
  launch(&other, 5); // of another engine
  assert_int_equal(allocations, MANY + 3);
  other.id = 10;
  struct flrt_stream *b = launch(&other, 0);
  assert_int_equal(allocations, MANY + 3);
  // Who has lost it gets another one.
  for (unsigned i = 0; i < MANY; ++i)
    if (of[i] == b)
      assert_ptr_not_equal(launch(&streams[i], 0), b);
  assert_ptr_equal(launch(&other, 0), b);
}

// No memory for all streams, and none of them is idle: one waits for the work of another, and takes its memory over.
static void test_taken_over(void **state) {
  (void)state;
  struct flrt_stream *of[MANY];
  for (unsigned i = 0; i + 1 < FLRT_STREAMS; ++i)
    of[i] = launch(&streams[i], 0);
  launch(&streams[0], 5); // of another engine
  calls[0] = 0;
  all_over = 0;
  most_memory = 0;
  // For who launched before there were so many only the host can wait.
  struct flrt_stream *const a = launch(&streams[FLRT_STREAMS - 1], 0);
  char *const memory = a->head;
  assert_string_equal(calls, "synchronize ");
  assert_int_equal(last_error, cudaSuccess);
  calls[0] = 0;
  struct flrt_stream *b = launch(&streams[FLRT_STREAMS], 0);
  assert_ptr_equal(b->head, memory);
  assert_ptr_equal(b->arenas, memory + HEAD);
  assert_string_equal(calls, "wait ");
  assert_int_equal(last_error, cudaSuccess);
  launch(&streams[FLRT_STREAMS - 1], 0); // and back again
  assert_ptr_equal(a->head, memory);
  assert_null(b->head);
  assert_string_equal(calls, "wait wait ");
  // None has so much.
  assert_null(flrt_acquire(flrt_here(), &streams[7], 0, HEAD, 5 * BYTES, 2 * BYTES));
  assert_int_equal(of[7]->bytes, BYTES);
  last_error = cudaSuccess;
  most_memory = ~(size_t)0;
}

static struct flrt_stream *capture(const struct flrt_device *on) {
  struct flrt_stream *s = flrt_acquire(on, &streams[0], 0, HEAD, BYTES, 1);
  assert_non_null(s);
  assert_true(s->captured && s->lock && s->bytes >= BYTES && !s->head[0]);
  s->head[0] = 1;
  flrt_release(s, &streams[0]);
  return s;
}
static void test_captured(void **state) {
  (void)state;
  struct flrt_stream *b = launch(&streams[0], 0);
  struct flrt_device on = *flrt_here();
  on.context = 7;
  streams[0].capturing = 1;
  struct flrt_stream *c = capture(&on), *d = capture(&on);
  assert_true(b != c && c != d);
  // What a graph had that is gone goes to the next, if it is of the same context.
  end_graph();
  on.context = 8;
  struct flrt_stream *e = capture(&on);
  assert_true(e != c && e != d);
  on.context = 7;
  assert_ptr_equal(capture(&on), d);
  streams[0].capturing = 0;
  assert_ptr_equal(launch(&streams[0], 0), b);
  struct flrt_stream *all[] = {c, d, e};
  for (int i = 0; i < 3; ++i) {
    cudaFree(all[i]->head);
    free(all[i]);
  }
}

static void test_devices(void **state) {
  (void)state;
  devices = 2;
  streams[1].device = 1;
  streams[2].id = 0;
  assert_int_equal(flrt_enter_device(&streams[0]), -1);
  assert_int_equal(flrt_enter_device(NULL), -1);
  assert_int_equal(flrt_enter_device(&streams[1]), 0);
  assert_int_equal(current_device, 1);
  assert_int_equal(flrt_enter_device(&streams[1]), -1);
  flrt_leave_device(-1);
  assert_int_equal(current_device, 1);
  flrt_leave_device(0);
  assert_int_equal(current_device, 0);
  // The launch will say what is wrong with a stream.
  assert_int_equal(flrt_enter_device(&streams[2]), -1);
  assert_int_equal(cudaPeekAtLastError(), cudaSuccess);
}

// The device's heap, in MB, where it was `before`, `rest` are free, and the environment says `said`.
static size_t heap_of(size_t before, size_t rest, long said) {
  heap_limit = before << 20;
  free_memory = rest << 20;
  (void)flrt_env();
  flrt_settings_.heap_mb = said;
  flrt_devices_[0].ready = 0;
  (void)flrt_here();
  flrt_settings_.heap_mb = -1;
  return heap_limit >> 20;
}
static size_t pool_mb(void) { return flrt_pool_bytes(0, 65536, (size_t)1 << 20) >> 20; }
static void test_heap(void **state) {
  (void)state;
  assert_int_equal(heap_of(8, 1 << 10, -1), 64);
  assert_int_equal(heap_of(8, 8 << 10, -1), 128);
  assert_int_equal(heap_of(8, 80 << 10, -1), 512);
  assert_int_equal(pool_mb(), 64); // the heap is as large as nobody has asked for
  assert_int_equal(heap_of(8, 80 << 10, 256), 256);
  assert_int_equal(pool_mb(), 256);
  assert_int_equal(heap_of(8, 80 << 10, 4), 8);
  assert_int_equal(heap_of(32, 80 << 10, -1), 32);
  assert_int_equal(pool_mb(), 64);
  assert_int_equal(heap_of(1 << 10, 80 << 10, 16), 1 << 10);
  assert_int_equal(pool_mb(), 1 << 10);
  assert_int_equal(heap_of(8, 100, -1), 64);
  assert_int_equal(pool_mb(), 25); // a quarter of what is free
  flrt_devices_[0].ready = 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_devices, start, stop),
      cmocka_unit_test_setup_teardown(test_one_each, start, stop),
      cmocka_unit_test_setup_teardown(test_grows, start, stop),
      cmocka_unit_test_setup_teardown(test_outgrown, start, stop),
      cmocka_unit_test_setup_teardown(test_without_memory, start, stop),
      cmocka_unit_test_setup_teardown(test_scarce, start, stop),
      cmocka_unit_test_setup_teardown(test_capacity, start, stop),
      cmocka_unit_test_setup_teardown(test_spare, start, stop),
      cmocka_unit_test_setup_teardown(test_handed_on, start, stop),
      cmocka_unit_test_setup_teardown(test_not_handed_on, start, stop),
      cmocka_unit_test_setup_teardown(test_taken_over, start, stop),
      cmocka_unit_test_setup_teardown(test_captured, start, stop),
      cmocka_unit_test(test_heap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
