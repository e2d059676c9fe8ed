#include "sched.h"
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

extern "C" __attribute__((weak)) void __asan_init();

FLCPU_TLS uint3 threadIdx;
FLCPU_TLS uint3 blockIdx;
FLCPU_TLS dim3 blockDim{0, 0, 0};
FLCPU_TLS dim3 gridDim{0, 0, 0};

namespace flcpu {
namespace detail {

FLCPU_TLS block_view *current_block;
static __thread worker *this_worker;

bool have_asan() { return __asan_init != nullptr; }

__attribute__((noinline)) worker *self() {
  asm volatile("");
  return this_worker;
}

__attribute__((noinline)) fiber *current_fiber() {
  asm volatile("");
  return current_block ? this_worker->current : nullptr;
}

void spinlock::lock() {
  for (unsigned tries = 0; taken.exchange(true, std::memory_order_acquire);)
    if (++tries % 64 == 0)
      sched_yield();
}

// All workers. Worker 0 is whichever host thread has launched; the others are threads of their own.
// Never destroyed: a destructor of the program may still launch something, which worker 0 then runs
// alone.
struct pool {
  std::vector<worker *> workers;
  std::vector<std::thread> threads;
  std::atomic<bool> stop{false};
  pid_t process = getpid();
  std::mutex host; // held by the host thread that is worker 0
  std::mutex lock; // guards epoch
  std::condition_variable changed;
  uint64_t epoch = 0;
  std::atomic<unsigned> sleeping{0};
};

static void worker_main(pool &p, worker *w);
static void nap(worker *w);
static void stop_threads();

static pool &the_pool() {
  static pool &p = *[] {
    pool *made = new pool;
    long n = 0;
    if (const char *text = getenv("FL_CPU_THREADS"))
      n = strtol(text, nullptr, 10);
    if (n < 1) {
      cpu_set_t set;
      CPU_ZERO(&set);
      n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    }
    if (n > 1024)
      n = 1024;
    for (long i = 0; i < n; i++) {
      worker *w = new worker;
      w->index = unsigned(i);
      made->workers.push_back(w);
    }
    for (long i = 1; i < n; i++)
      made->threads.emplace_back(worker_main, std::ref(*made), made->workers[size_t(i)]);
    if (n > 1)
      atexit(stop_threads);
    return made;
  }();
  return p;
}

// At the end of the process, unless it ends inside a kernel or in a forked child.
static void stop_threads() {
  pool &p = the_pool();
  if (this_worker || p.process != getpid() || !p.host.try_lock())
    return;
  p.stop.store(true, std::memory_order_release);
  notify(true);
  for (std::thread &t : p.threads)
    t.join();
  p.host.unlock();
}

void notify(bool all) {
  pool &p = the_pool();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (p.sleeping.load(std::memory_order_relaxed) == 0)
    return;
  {
    std::lock_guard<std::mutex> hold(p.lock);
    p.epoch++;
  }
  if (all)
    p.changed.notify_all();
  else
    p.changed.notify_one();
}

void wake(block *b) {
  worker *w = b->home;
  {
    std::lock_guard<std::mutex> hold(w->inbox_lock);
    w->inbox.push_back(b);
    w->inbox_full.store(true, std::memory_order_release);
  }
  if (w != self())
    notify(true);
}

void worker::drain_inbox() {
  if (!inbox_full.load(std::memory_order_acquire))
    return;
  std::vector<block *> got;
  {
    std::lock_guard<std::mutex> hold(inbox_lock);
    got.swap(inbox);
    inbox_full.store(false, std::memory_order_relaxed);
  }
  for (block *b : got) {
    b->ready.append(b->joining);
    if (b->where == block::parked) {
      b->where = block::queued;
      runnable.push_back(b);
    }
  }
}

// Takes the next block of the newest grid of `w`, or of the oldest when stealing: newest first runs
// children before further parents, which bounds the number of waiting blocks by the nesting depth.
static bool take_from(worker *w, bool newest, node *&grid, uint3 &index) {
  if (w->queued.load(std::memory_order_relaxed) == 0)
    return false;
  std::lock_guard<std::mutex> hold(w->lock);
  if (w->queue.empty())
    return false;
  node *n = newest ? w->queue.back() : w->queue.front();
  grid = n;
  index = n->next_index;
  if (++n->next_index.x == n->grid.x) {
    n->next_index.x = 0;
    if (++n->next_index.y == n->grid.y) {
      n->next_index.y = 0;
      n->next_index.z++;
    }
  }
  if (++n->next_block == n->blocks) {
    if (newest)
      w->queue.pop_back();
    else
      w->queue.pop_front();
    w->queued.store(w->queue.size(), std::memory_order_relaxed);
  }
  return true;
}

bool worker::take(node *&grid, uint3 &at) {
  if (take_from(this, true, grid, at))
    return true;
  pool &p = the_pool();
  const size_t n = p.workers.size();
  for (size_t i = 1; i < n; i++)
    if (take_from(p.workers[(index + i) % n], false, grid, at))
      return true;
  return false;
}

void enqueue(node *n) {
  worker *w = self();
  if (!w)
    w = the_pool().workers[0];
  const bool several = n->blocks > 1; // n may be gone as soon as it is queued
  {
    std::lock_guard<std::mutex> hold(w->lock);
    w->queue.push_back(n);
    w->queued.store(w->queue.size(), std::memory_order_relaxed);
  }
  notify(several);
}

// Makes the threads ready whose condition is met.
static void look(block *b) {
  for (watch **at = &b->watches; watch *w = *at;)
    if (w->met(w->argument)) {
      *at = w->next;
      b->ready.append(w->waiting);
    } else {
      at = &w->next;
    }
}

// Runs a block until it ends, parks or waits for what this worker has to look at.
void worker::resume(block *b) {
  b->where = block::running;
  current_block = b;
  blockIdx = b->index;
  blockDim = b->grid->threads;
  gridDim = b->grid->grid;
  b->ready.append(b->spinning);
  look(b);
  fiber *f = b->ready.empty() ? fresh_fiber(b) : b->ready.pop();
  current = f;
  threadIdx = f->index;
  switch_context(scheduler, f->ctx);
  current_block = nullptr;
  current = nullptr;
  if (b->own.exited == b->own.threads) {
    end_block(b);
    return;
  }
  if (!b->spinning.empty() || b->watches) {
    b->where = block::queued;
    (b->spinning.empty() ? watchers : yielders).push_back(b);
    return;
  }
  b->where = block::parked;
  if (b->joining.empty())
    report_deadlock(b);
}

// The first of the next few watchers that can go on.
bool worker::resume_watcher() {
  for (size_t n = watchers.size() < 64 ? watchers.size() : 64; n > 0; n--) {
    block *b = watchers.front();
    watchers.pop_front();
    look(b);
    if (!b->ready.empty()) {
      idle_passes = 0;
      resume(b);
      return true;
    }
    watchers.push_back(b);
  }
  return false;
}

bool worker::resume_yielder() {
  if (yielders.empty())
    return false;
  block *b = yielders.front();
  yielders.pop_front();
  resume(b);
  return true;
}

void worker::start(node *grid, uint3 at) {
  block *b;
  if (free_blocks.empty()) {
    b = new block();
    b->home = this;
  } else {
    b = free_blocks.back();
    free_blocks.pop_back();
  }
  begin_block(b, grid, at);
  resume(b);
}

// One turn of the scheduling loop: blocks whose join is over come first, then new blocks and waiting
// blocks in turn.
bool worker::step() {
  drain_inbox();
  if (!runnable.empty()) {
    block *b = runnable.front();
    runnable.pop_front();
    idle_passes = 0;
    resume(b);
    return true;
  }
  if (turns < 4) {
    turns++;
    yielders_first = !yielders_first;
    if (yielders_first ? resume_yielder() || resume_watcher()
                       : resume_watcher() || resume_yielder())
      return true;
  }
  turns = 0;
  node *grid;
  uint3 at;
  if (take(grid, at)) {
    idle_passes = 0;
    start(grid, at);
    return true;
  }
  if (yielders.empty() && watchers.empty())
    return false;
  // Only waiting blocks are left here: what they wait for may be running on another thread.
  if (++idle_passes % 16 == 0)
    sched_yield();
  if (yielders.empty() && idle_passes > 256 + watchers.size() / 4)
    nap(this);
  return true;
}

static bool something_to_do(pool &p, worker *w) {
  if (w->inbox_full.load(std::memory_order_relaxed))
    return true;
  for (worker *other : p.workers)
    if (other->queued.load(std::memory_order_relaxed))
      return true;
  return false;
}

// Lets the processor do something else for a while when only other threads can make a watcher's
// condition true: they do not tell.
static void nap(worker *w) {
  pool &p = the_pool();
  std::unique_lock<std::mutex> hold(p.lock);
  const uint64_t seen = p.epoch;
  p.sleeping.fetch_add(1, std::memory_order_seq_cst);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!something_to_do(p, w))
    p.changed.wait_for(hold, std::chrono::microseconds(100), [&] { return p.epoch != seen; });
  p.sleeping.fetch_sub(1, std::memory_order_relaxed);
}

static inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Works until `stop` is set.
static void work(pool &p, worker *w, const std::atomic<bool> &stop) {
  for (unsigned idle = 0; !stop.load(std::memory_order_acquire);) {
    if (w->step()) {
      idle = 0;
      continue;
    }
    if (++idle < 200) {
      for (int i = 0; i < 20; i++)
        relax();
      if (idle % 50 == 0)
        sched_yield();
      continue;
    }
    std::unique_lock<std::mutex> hold(p.lock);
    const uint64_t seen = p.epoch;
    p.sleeping.fetch_add(1, std::memory_order_seq_cst);
    // Whoever queues work after this look sees that somebody sleeps, and changes the epoch.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!something_to_do(p, w) && !stop.load(std::memory_order_acquire))
      p.changed.wait(hold, [&] { return p.epoch != seen; });
    p.sleeping.fetch_sub(1, std::memory_order_relaxed);
    idle = 0;
  }
}

static void worker_main(pool &p, worker *w) {
  this_worker = w;
  work(p, w, p.stop);
}

void run_on_host(node *n) {
  pool &p = the_pool();
  std::lock_guard<std::mutex> hold(p.host);
  std::atomic<bool> done{false};
  n->host_flag = &done;
  worker *w = p.workers[0];
  w->scheduler = context();
  this_worker = w;
  enqueue(n);
  work(p, w, done);
  this_worker = nullptr;
  threadIdx = blockIdx = uint3{0, 0, 0};
  blockDim = gridDim = dim3(0, 0, 0);
}

// What a fiber does for its block: CUDA threads one after another, as long as no other thread of
// the block can go on.
static __attribute__((noinline)) void run_threads(fiber *f) {
  block *b = f->b;
  while (b->starting && b->ready.empty()) {
    team *t = b->starting;
    void (*call)(void *) = t->call;
    void *body = t->body;
    f->t = t;
    do {
      f->tid = t->next++;
      f->index = t->next_index;
      threadIdx = f->index;
      if (t->next == t->threads)
        b->starting = t->below;
      if (++t->next_index.x == t->dim.x) {
        t->next_index.x = 0;
        if (++t->next_index.y == t->dim.y) {
          t->next_index.y = 0;
          t->next_index.z++;
        }
      }
      call(body);
      leave_threads(f);
    } while (b->starting == t && b->ready.empty());
  }
}

// Where a fiber goes that has nothing more to do for its block, or has to wait: null is the
// scheduler.
static fiber *choose(block *b) {
  if (b->ready.empty() && !b->starting && b->meetings)
    end_meetings(b);
  if (!b->ready.empty())
    return b->ready.pop();
  if (b->starting)
    return b->home->fresh_fiber(b);
  return nullptr;
}

static __attribute__((noinline)) void go_to(fiber *from, block *b, fiber *to) {
  worker *w = b->home;
  w->current = to;
  if (to)
    threadIdx = to->index;
  switch_context(from->ctx, to ? to->ctx : w->scheduler);
}

static void fiber_main(void *argument) {
  fiber *f = static_cast<fiber *>(argument);
  entered_context(f->ctx);
  for (;;) {
    run_threads(f);
    block *b = f->b;
    b->home->free_fibers.push_back(f);
    if (b->ready.empty() && b->meetings)
      end_meetings(b);
    go_to(f, b, b->ready.empty() ? nullptr : b->ready.pop());
  }
}

fiber *worker::fresh_fiber(block *b) {
  fiber *f;
  if (free_fibers.empty()) {
    f = new fiber;
    f->home = this;
    make_context(f->ctx, allocate_stack(), stack_size(), fiber_main, f);
  } else {
    f = free_fibers.back();
    free_fibers.pop_back();
  }
  f->b = b;
  return f;
}

void go_on(fiber *f) { go_to(f, f->b, choose(f->b)); }

void suspend(fiber *f, fiber_list &in) {
  in.push(f);
  go_on(f);
}

void wait_for(const void *key, bool (*met)(void *), void *argument) {
  fiber *f = current_fiber();
  if (!f) {
    while (!met(argument))
      sched_yield();
    return;
  }
  block *b = f->b;
  if (key && b->watches && b->watches->key == key) {
    suspend(f, b->watches->waiting);
    return;
  }
  watch w = {b->watches, key, met, argument, {}};
  b->watches = &w;
  suspend(f, w.waiting);
}

cudaError_t &thread_error() {
  static __thread cudaError_t host_error;
  fiber *f = current_fiber();
  return f ? f->error : host_error;
}

} // namespace detail

void yield() {
  detail::fiber *f = detail::current_fiber();
  if (f)
    detail::suspend(f, f->b->spinning);
  else
    sched_yield();
}

bool on_device() { return detail::current_block != nullptr; }

int workers() { return int(detail::the_pool().workers.size()); }

} // namespace flcpu

// What code for the host waits with lets the block's other threads go on, if a CUDA thread comes to it: barriers and locks of the toolkit's C++ library
// (cuda::barrier) do. The system's own are what host threads get.
extern "C" int sched_yield() noexcept {
  if (!flcpu::detail::current_fiber())
    return int(syscall(SYS_sched_yield));
  flcpu::yield();
  return 0;
}
extern "C" int nanosleep(const timespec *time, timespec *left) {
  if (!flcpu::detail::current_fiber())
    return int(syscall(SYS_nanosleep, time, left));
  flcpu::yield();
  return 0;
}
