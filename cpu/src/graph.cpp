// Order between launches: which grid waits for which, and what completes when.
#include "sched.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace flcpu::detail {

static constexpr size_t body_offset(size_t align) {
  return (sizeof(node) + align - 1) / align * align;
}

// The body follows the node in the same allocation.
node *new_node(size_t size, size_t align) {
  if (align < 16)
    align = 16;
  void *p = nullptr;
  if (align == 16)
    p = malloc(body_offset(align) + size);
  else if (posix_memalign(&p, align, body_offset(align) + size))
    p = nullptr;
  if (!p) {
    fprintf(stderr, "flcpu: no memory for a launch\n");
    abort();
  }
  node *n = new (p) node;
  n->body = static_cast<char *>(p) + body_offset(align);
  return n;
}

void release(node *n) {
  if (n->refs.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  n->~node();
  free(n);
}

static void link_after(node *before, node *n) {
  std::lock_guard<spinlock> hold(before->lock);
  if (before->done)
    return;
  n->waits.fetch_add(1, std::memory_order_relaxed);
  if (!before->successors.to)
    before->successors.to = n;
  else
    before->successors.next = new link{n, before->successors.next};
}

static bool is_done(node *n) {
  std::lock_guard<spinlock> hold(n->lock);
  return n->done;
}

static void unblock(node *n) {
  if (n->waits.fetch_sub(1, std::memory_order_acq_rel) == 1)
    enqueue(n);
}

// Tells the launching block that one of its launches is complete; true if that was the last of a
// block that has ended.
static bool leave_scope(scope *s) {
  // Afterwards the scope may be gone. The block then is another one's turn, and being woken for
  // nothing does it no harm.
  block *owner = s->owner;
  uint64_t old = s->state.load(std::memory_order_relaxed), now;
  do {
    now = old - 2;
    if (now == 3) // only the block itself is left, and waits
      now = 2;
  } while (!s->state.compare_exchange_weak(old, now, std::memory_order_acq_rel,
                                           std::memory_order_relaxed));
  if (now == 2 && old == 5)
    wake(owner);
  return now == 0;
}

// Called when all blocks of n, and all that they launched, are complete. Follows the chain of
// ancestors in a loop.
void complete(node *n) {
  for (;;) {
    n->lock.lock();
    if (node *tail = n->tail_head) {
      n->tail_head = tail->next_tail;
      n->pending.store(1, std::memory_order_relaxed);
      n->lock.unlock();
      enqueue(tail);
      return;
    }
    n->done = true;
    const link after = n->successors;
    n->lock.unlock();
    if (n->destroy)
      n->destroy(n->body);
    if (after.to)
      unblock(after.to);
    for (link *l = after.next; l;) {
      link *next = l->next;
      unblock(l->to);
      delete l;
      l = next;
    }
    scope *parent = n->parent;
    node *grid = n->tail_of;
    std::atomic<bool> *flag = n->host_flag;
    release(n);
    if (parent) {
      grid = parent->grid;
      if (!leave_scope(parent))
        return;
      delete parent;
    }
    if (grid) {
      if (grid->pending.fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
      n = grid;
      continue;
    }
    if (flag) {
      flag->store(true, std::memory_order_release);
      notify(true);
    }
    return;
  }
}

void block_done(block *b) {
  node *grid = b->grid;
  if (scope *s = b->launched) {
    if (s->state.fetch_sub(2, std::memory_order_acq_rel) != 2)
      return;
    delete s;
  }
  if (grid->pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
    complete(grid);
}

cudaError_t join() {
  fiber *f = current_fiber();
  block *b = f->b;
  scope *s = b->launched;
  if (!s)
    return cudaSuccess;
  for (;;) {
    uint64_t old = s->state.load(std::memory_order_acquire);
    if (old >> 1 == 1)
      return cudaSuccess;
    if ((old & 1) || s->state.compare_exchange_strong(old, old | 1, std::memory_order_acq_rel))
      suspend(f, b->joining);
  }
}

static scope *scope_of(block *b) {
  if (!b->launched) {
    scope *s = new scope;
    s->owner = b;
    s->grid = b->grid;
    b->launched = s;
  }
  return b->launched;
}

static bool is_null_stream(cudaStream_t s) {
  return s == nullptr || s == cudaStreamLegacy || s == cudaStreamPerThread;
}

// Makes n the latest in the order that `last` stands for.
static void append(node *&last, node *n) {
  if (last) {
    link_after(last, n);
    release(last);
  }
  n->refs.fetch_add(1, std::memory_order_relaxed);
  last = n;
}

void submit_node(node *n, cudaStream_t stream) {
  n->pending.store(n->blocks, std::memory_order_relaxed);
  fiber *f = current_fiber();
  if (!f) {
    n->waits.store(0, std::memory_order_relaxed);
    run_on_host(n);
    return;
  }
  block *b = f->b;
  if (stream == cudaStreamTailLaunch) {
    node *grid = b->grid;
    n->waits.store(0, std::memory_order_relaxed);
    n->tail_of = grid;
    std::lock_guard<spinlock> hold(grid->lock);
    (grid->tail_head ? grid->tail_last->next_tail : grid->tail_head) = n;
    grid->tail_last = n;
    return;
  }
  n->parent = scope_of(b);
  n->parent->state.fetch_add(2, std::memory_order_relaxed);
  if (is_null_stream(stream)) {
    append(f->t->last, n);
  } else if (stream != cudaStreamFireAndForget) {
    std::lock_guard<spinlock> hold(stream->lock);
    append(stream->last, n);
  }
  unblock(n);
}

namespace {
struct call_operation final : operation {
  void (*call)(void *);
  std::vector<char> args;
  call_operation(void (*c)(void *), const void *a, size_t size)
      : call(c), args(static_cast<const char *>(a), static_cast<const char *>(a) + size) {}
  void run() const override { call(const_cast<char *>(args.data())); }
};
} // namespace

// Runs call(args) in stream order: at once if nothing is before it, else as a grid of one thread. `type`: as a node of a graph.
void run_operation(cudaStream_t stream, void (*call)(void *), const void *args, size_t size,
                   int type) {
  if (is_captured(stream)) {
    record(stream, new call_operation(call, args, size), type);
    return;
  }
  fiber *f = current_fiber();
  bool now = true;
  if (f && stream == cudaStreamTailLaunch) {
    now = false;
  } else if (f && is_null_stream(stream)) {
    now = !f->t->last || is_done(f->t->last);
  } else if (f && stream != cudaStreamFireAndForget) {
    std::lock_guard<spinlock> hold(stream->lock);
    now = !stream->last || is_done(stream->last);
  }
  if (now) {
    call(const_cast<void *>(args));
    return;
  }
  node *n = new_node(size, 16);
  memcpy(n->body, args, size);
  n->call = call;
  n->blocks = 1;
  submit_node(n, stream);
}

node *latest(cudaStream_t stream) {
  fiber *f = current_fiber();
  if (!f)
    return nullptr;
  node *n;
  if (is_null_stream(stream)) {
    n = f->t->last;
    if (n)
      n->refs.fetch_add(1, std::memory_order_relaxed);
    return n;
  }
  std::lock_guard<spinlock> hold(stream->lock);
  n = stream->last;
  if (n)
    n->refs.fetch_add(1, std::memory_order_relaxed);
  return n;
}

// An empty operation in the stream carries the dependence to whatever is put in later.
void wait_for(cudaStream_t stream, node *before) {
  if (is_done(before))
    return;
  node *n = new_node(0, 16);
  n->call = [](void *) {};
  n->blocks = 1;
  link_after(before, n);
  submit_node(n, stream);
}

} // namespace flcpu::detail
