// The scheduler's data. Ownership and locking:
//   node    a grid or a memory operation; counted references; `lock` guards done, successors and
//   tails scope   what a block has launched; lives until the block has ended and all of it is
//   complete block   a running block; touched by its worker only, except through worker::inbox
//   fiber   one CUDA thread at a time, of the block that it belongs to for the moment; never leaves
//   its worker
#ifndef FLCPU_SCHED_H
#define FLCPU_SCHED_H
#define FLCPU_MUTABLE_BUILTINS
#include "fiber.h"
#include "flcpu.h"
#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

struct CUstream_st;
struct CUevent_st;

namespace flcpu::detail {

struct block;
struct team;
struct worker;
struct node;

// A test-and-set lock for sections of a few instructions.
struct spinlock {
  std::atomic<bool> taken{false};
  void lock();
  void unlock() { taken.store(false, std::memory_order_release); }
};

struct scope {
  // Twice the number of incomplete launches (plus one for the block while it runs); bit 0: a thread
  // of the block waits for them.
  std::atomic<uint64_t> state{2};
  block *owner;
  node *grid; // that the block belongs to
};

struct link {
  node *to;
  link *next;
};

struct node {
  std::atomic<unsigned> refs{1};
  std::atomic<unsigned> waits{1};   // predecessors that are not complete, plus one until submitted
  std::atomic<uint64_t> pending{0}; // blocks that are not complete (with all that they launched)
  dim3 grid, threads;
  size_t shared = 0;
  uint64_t blocks = 0;
  uint64_t next_block = 0; // guarded by the lock of the queue that holds the grid
  uint3 next_index{0, 0, 0};
  void (*call)(void *) = nullptr;
  void (*destroy)(void *) = nullptr;
  void *body = nullptr;

  // Whom to tell when complete: the scope it was launched in, or the grid whose tail it is, or the
  // waiting host.
  scope *parent = nullptr;
  node *tail_of = nullptr;
  std::atomic<bool> *host_flag = nullptr;

  spinlock lock;
  bool done = false;
  link successors{nullptr, nullptr};
  node *tail_head = nullptr, *tail_last = nullptr; // tail launches not started yet, in order
  node *next_tail = nullptr;

  std::atomic<unsigned> barrier_arrived{0}, barrier_generation{0}; // grid-wide barrier
};

struct fiber {
  context ctx;
  fiber *next = nullptr; // in whichever list it is in
  block *b = nullptr;
  team *t = nullptr; // that its CUDA thread belongs to
  worker *home = nullptr;
  unsigned tid = 0;
  uint3 index{0, 0, 0};
  unsigned active = 0; // the lanes that it has met in warp_converge()
  cudaError_t error = cudaSuccess;
};

struct fiber_list {
  fiber *head = nullptr, *tail = nullptr;
  bool empty() const { return !head; }
  void push(fiber *f) {
    f->next = nullptr;
    (head ? tail->next : head) = f;
    tail = f;
  }
  fiber *pop() {
    fiber *f = head;
    head = f->next;
    return f;
  }
  void append(fiber_list &other) {
    if (other.empty())
      return;
    (head ? tail->next : head) = other.head;
    tail = other.tail;
    other.head = nullptr;
  }
};

// Lanes of a warp that meet under one mask.
struct warp_group {
  warp_group *next;
  unsigned mask;
  unsigned lanes;   // arrived
  unsigned readers; // still to read, once complete
  fiber_list waiting;
  uint64_t value[32];
};

// CUDA threads that are numbered together and meet at barriers: those of a block, or those that one
// of them has called for.
struct team {
  dim3 dim;
  unsigned threads;
  unsigned next;   // first thread that has not started
  unsigned exited; // threads that have returned
  uint3 next_index;
  void (*call)(void *);
  void *body;
  fiber *owner; // waits for the end; null: the block's own
  team *below;  // in block::starting
  node *last;   // the latest launch into the NULL stream, which is one for all the threads

  // Barrier.
  unsigned arrived;
  int count, all, any;
  barrier_result result;
  fiber_list at_barrier;
  // Those that have a number, or count their threads.
  struct numbered {
    unsigned arrived, wanted; // 0: all threads
    fiber_list waiting;
  } numbered[16];
  unsigned at_numbered; // threads that wait at them

  // Warps: groups that are still gathering, and the lanes that have exited.
  warp_group *gathering[32];
  unsigned gone[32];
};

// Fibers that wait for a condition, which the worker looks at. Lies on the stack of the first.
struct watch {
  watch *next;
  const void *key;
  bool (*met)(void *);
  void *argument;
  fiber_list waiting;
};

// Lanes of a warp that ask at one place of the program which of them are there. Lies on the stack of the first.
struct meeting {
  meeting *next;
  const char *file; // of the place, and the line there
  int line;
  const team *t;
  unsigned warp;
  unsigned lanes; // arrived
  fiber_list waiting;
};

struct block : block_view {
  worker *home; // never changes, nor is a block ever freed
  node *grid;
  uint3 index;
  team own;
  team *starting; // teams with threads that have not started, the newest first
  watch *watches;
  meeting *meetings; // of all warps
  fiber_list ready, spinning, joining;
  unsigned at_barrier, in_warp_op; // threads that wait there

  scope *launched; // null until the first launch
  enum { parked, queued, running } where;

  // Shared variables in the order of their creation. Chunks are kept for the next block.
  std::vector<entry> variables;
  struct chunk {
    char *data;
    size_t size;
  };
  std::vector<chunk> chunks;
  size_t chunk_index, chunk_used;
  std::vector<void *> separate; // allocated one by one, so that AddressSanitizer sees overruns
  char *dynamic_buffer;
  size_t dynamic_size;

  // What the block has made and not destroyed.
  std::vector<CUstream_st *> streams;
  std::vector<CUevent_st *> events;
};

struct worker {
  unsigned index;
  std::mutex lock; // guards queue
  std::deque<node *> queue;
  std::atomic<size_t> queued{0}; // size of queue, for thieves to look at

  std::mutex inbox_lock;
  std::vector<block *> inbox; // blocks whose joins are satisfied
  std::atomic<bool> inbox_full{false};

  // Everything below is touched by the worker's own thread only.
  context scheduler;
  fiber *current = nullptr;
  std::deque<block *> runnable, yielders;
  std::deque<block *> watchers; // blocks that only go on when a condition is met
  bool yielders_first = false;
  unsigned turns = 0;       // waiting blocks resumed since the last new block
  unsigned idle_passes = 0; // of the scheduling loop that found nothing but blocks that wait
  std::vector<fiber *> free_fibers;
  std::vector<team *> free_teams;
  std::vector<block *> free_blocks;
  std::vector<warp_group *> free_groups;

  bool step();
  void drain_inbox();
  bool take(node *&grid, uint3 &index);
  void start(node *grid, uint3 index);
  void resume(block *b);
  bool resume_watcher();
  bool resume_yielder();
  fiber *fresh_fiber(block *b);
};

// The worker that the calling thread is, or null. Not inlined: a fiber may be reused by another
// host thread, and compilers keep addresses of thread-local variables in registers.
worker *self();
fiber *current_fiber();

// block.cpp
void begin_block(block *b, node *grid, uint3 index);
void end_block(block *b);
void tell_left(fiber *f); // what leave_threads seldom does
void go_on(fiber *f);     // with another fiber, until somebody moves f to the block's ready list
void suspend(fiber *f, fiber_list &in);
void end_meetings(block *b); // makes some of their lanes ready, if there are any
[[noreturn]] void report_deadlock(const block *b);
warp_group *new_group(worker *w);

// The CUDA thread on f has returned.
inline void leave_threads(fiber *f) {
  team *t = f->t;
  const unsigned warp = f->tid / 32;
  t->exited++;
  t->gone[warp] |= 1u << f->tid % 32;
  f->error = cudaSuccess;
  if (t->arrived || t->at_numbered || t->gathering[warp] || t->exited == t->threads)
    tell_left(f);
}

// graph.cpp: order between launches
node *new_node(size_t size, size_t align);
void release(node *n);
void enqueue(node *n); // all predecessors are complete
void complete(node *n);
void block_done(block *b);
cudaError_t join();
void submit_node(node *n, cudaStream_t stream);
void run_operation(cudaStream_t stream, void (*call)(void *), const void *args, size_t size,
                   int type);
node *latest(cudaStream_t stream); // a counted reference to what was put in last, or null
void wait_for(cudaStream_t stream, node *before);

// sched.cpp
void wake(block *b);   // its joins are satisfied; any thread
void notify(bool all); // work was queued, or (all) something that a particular worker waits for has
                       // happened
void run_on_host(node *n);
// The number of the capture that a stream takes part in, 0: none; and lets one take part.
unsigned long long capture_number(cudaStream_t stream);
void join_capture(cudaStream_t stream, unsigned long long id);
cudaError_t &thread_error(); // of the running CUDA thread or the host thread
bool have_asan();

} // namespace flcpu::detail

struct CUstream_st {
  flcpu::detail::spinlock lock;
  flcpu::detail::node *last = nullptr;
  unsigned flags = 0;
  unsigned long long id = 0;
};
struct CUevent_st {
  flcpu::detail::spinlock lock;
  flcpu::detail::node *after = nullptr; // null: nothing to wait for
  unsigned long long captured = 0;      // the capture that it was recorded in; 0: none
  double time_ms = 0;
  bool recorded = false;
};

namespace flcpu::detail {
// A stream or an event that nobody uses any more. What was put in the stream goes on: the launches hold themselves.
inline void discard(CUstream_st *s) {
  if (s->last)
    release(s->last);
  delete s;
}
inline void discard(CUevent_st *e) {
  if (e->after)
    release(e->after);
  delete e;
}
} // namespace flcpu::detail
#endif
