// The fused engine: parents and children in one persistent kernel (Free Launch, section 2.3, figure 3), for parents that wait for their
// children. Everything runs as virtual blocks on groups of warps. A launch becomes a task in a queue; a thread that joins waits until its
// block's tasks are complete. docs/fused-engine.md has the whole picture.
//
// No deadlock: kernels that join run on tiers of worker blocks, by how many joining kernels stand above them; all others are leaves, and
// have worker blocks that run nothing else. Whoever waits, waits for tasks of deeper tiers or of leaves only, and leaves never wait.
#ifndef FREELAUNCH_FUSED_H
#define FREELAUNCH_FUSED_H
#include "builtin.h"
#include "drain.h"
#include "host.h"

namespace fl {
#ifndef FL_SYNC_DEPTH // joining kernels above one another, where recursion sets no bound (CUDA's own was 24 at most)
#ifdef FLCPU
#define FL_SYNC_DEPTH 12
#else
#define FL_SYNC_DEPTH 24
#endif
#endif

template <class K, class = void> constexpr bool joins = false;
template <class K> constexpr bool joins<K, exists<decltype(K::joins)>> = K::joins;
template <class P, class = void> constexpr int join_depth = 0;
template <class P> constexpr int join_depth<P, exists<decltype(P::join_depth)>> = P::join_depth;
// Tiers of joining kernels below P, itself included.
template <class P> constexpr u32 tiers_of = join_depth<P> < 0 ? FL_SYNC_DEPTH : u32(join_depth<P>);

template <class L> struct fused_totals;
template <class... Ks> struct fused_totals<list<Ks...>> {
  static constexpr bool leaves = (false || ... || !joins<Ks>);
  // Largest block and largest shared memory of the kernels that join, or that do not.
  static constexpr u32 threads(bool joining) {
    u32 n = 1;
    ((n = joins<Ks> == joining && u32(Ks::max_threads) > n ? u32(Ks::max_threads) : n), ...);
    return n;
  }
  static constexpr size_t shared(bool joining) {
    size_t n = 0;
    ((n = joins<Ks> != joining
              ? n
              : larger(n, static_bytes<typename Ks::shared> +
                              round16(Ks::dynamic_shared < 0 ? 48 * 1024 : Ks::dynamic_shared))),
     ...);
    return n;
  }
};

// A launch. Its content (as in worklist.h, but that the head is always here, too) stands behind it.
struct alignas(16) task {
  u64 link;    // how often this place was used before << 32 | the task that waits for this one + 1
  u64 next;    // the first block that no worker has taken
  u64 pending; // blocks that have not finished; of kernels that do not join, also launches of theirs that are not complete
  u32 users;   // entries in the queue that name it, and 1 until it is complete: then the place is free
  u32 waiter;  // who is told when it is complete: a group that joins, or a task
  u32 queue, depth; // joining kernels above it
  record_head head;
  FL_DEVICE char *content() { return reinterpret_cast<char *>(this + 1); }
};
template <class P> constexpr u32 task_bytes = u32(sizeof(task) + round16(closure<P>::content_bytes));
constexpr u32 task_flag = 0x80000000u, root_task = 0x7fffffffu, no_task = ~0u;

// Launches that can be there at a time, and entries of a queue: every task has at least one, some have more, so that several workers find it.
constexpr u32 ring_size = on_cpu ? 1u << 16 : 1u << 18, queue_size = 2 * ring_size;
constexpr u32 most_queues = FL_SYNC_DEPTH + 1, chunk_tasks = 8192, most_fused_blocks = 2048;
constexpr u64 extra_entry = u64(1) << 31;

// A queue of entries, (ticket + 1) << 32 | task. Writers and readers draw tickets; a reader waits at its ticket's place, where nobody else waits.
struct task_queue {
  alignas(128) u32 tail;
  u32 extra; // entries beyond the first of their task
  alignas(128) u32 head;
  u32 start; // the first ticket of this parent launch
};

// In global memory. Tickets go on from one parent launch to the next; all else is zero between two.
struct fused_head {
  alignas(128) u32 used;  // places of tasks in use
  alignas(128) u32 taken; // places given out so far; the first ones are new, then those in the ring
  alignas(128) u32 freed; // places put into the ring so far
  alignas(128) u32 start; // number of the ring's first ticket
  u32 grown;              // places in chunks
  u32 growing;            // a thread is at it
  u32 full;               // there is no memory for more
  u32 lost;
  alignas(128) u32 stop; // all is done
  u32 done;              // worker blocks that have left
  alignas(128) u64 root_next;
  alignas(128) u64 root_pending; // finished blocks of the root count down from 0, its unjoined launches up and down
  task_queue queues[most_queues];
  char *chunks[ring_size / chunk_tasks];
  u32 waiting[most_fused_blocks * 32]; // for each group: launches of its virtual block that are not complete
  u64 ring[ring_size];                 // (ticket + 1) << 32 | place
};

// How the threads of a worker block are divided.
struct division_of_block {
  u32 warps;  // of a group
  u32 groups; // of the block
  u32 slice;  // bytes of shared memory of a group
};
enum fused_role : u32 { role_root, role_join, role_leaf, fused_roles };

// The kernel argument.
struct fused {
  fused_head *head;
  u64 *entries; // of all queues
  char *tasks;
  u32 pool; // places for tasks there
  u32 tiers;
  u32 shared_limit;
  u32 facts;
  u32 log;
  division_of_block roles[fused_roles];
  record_head root;
  u64 root_blocks;
  flrt_report *report;
};

// Places for tasks
template <class P> FL_DEVICE task &task_at(const fused &f, u32 i) {
  char *base = f.tasks;
  if (i >= f.pool) {
    i -= f.pool;
    base = f.head->chunks[i / chunk_tasks];
    i %= chunk_tasks;
  }
  return *reinterpret_cast<task *>(base + size_t(i) * task_bytes<P>);
}
// An operating system can hold a thread up for as long as the others take to go round a ring: there, readers leave a mark, and who comes
// round again waits for it. Nothing holds up a thread of a GPU, its neighbours excepted.
constexpr u32 was_read = ~0u;
FL_DEVICE void mark_read(u64 *at, u32 ticket) {
  if constexpr (on_cpu)
    store_release(at, u64(ticket + 1) << 32 | was_read);
}
FL_DEVICE void wait_for_mark(const u64 *at, u32 ticket) {
  if constexpr (on_cpu)
    wait_until(nullptr, 0, [=] { return load_acquire(at) == (u64(ticket + 1) << 32 | was_read); });
}
FL_DEVICE void put_in_ring(const fused &f, u32 position, u32 place) {
  fused_head *h = f.head;
  if (on_cpu && position - f.pool >= ring_size)
    wait_for_mark(&h->ring[(h->start + position) & (ring_size - 1)],
                  h->start + position - ring_size);
  store_release(&h->ring[(h->start + position) & (ring_size - 1)],
                u64(h->start + position + 1) << 32 | place);
}
FL_DEVICE void free_task(const fused &f, u32 place) {
  put_in_ring(f, f.pool + atomicAdd(&f.head->freed, 1u), place);
  fence();
  atomicAdd(&f.head->used, ~0u);
}
// Makes room for more tasks; false if there is no memory.
template <class P> FL_COLD bool grow_tasks(const fused &f) {
  fused_head *h = f.head;
  if (load_relaxed(&h->full))
    return false;
  if (atomicExch(&h->growing, 1u)) {
    pause_until(&h->growing, 200, [=] { return load_relaxed(&h->growing) == 0; });
    return true;
  }
  const u32 grown = load_relaxed(&h->grown);
  char *memory = f.pool + grown + chunk_tasks <= ring_size
                     ? static_cast<char *>(malloc(size_t(chunk_tasks) * task_bytes<P>))
                     : nullptr;
  if (memory) {
    h->chunks[grown / chunk_tasks] = memory;
    for (u32 i = 0; i < chunk_tasks; ++i)
      reinterpret_cast<task *>(memory + size_t(i) * task_bytes<P>)->link = 0;
    fence();
    const u32 position = f.pool + atomicAdd(&h->freed, chunk_tasks);
    for (u32 i = 0; i < chunk_tasks; ++i)
      put_in_ring(f, position + i, f.pool + grown + i);
    fence();
    atomicAdd(&h->grown, chunk_tasks);
  } else {
    atomicExch(&h->full, 1u);
  }
  fence();
  atomicExch(&h->growing, 0u);
  return memory != nullptr;
}
// A ticket for a place when there was none for the whole warp. Who joins may wait for places: those that have them do not depend on it.
template <class P> FL_COLD u32 take_slowly(const fused &f, bool may_wait) {
  fused_head *h = f.head;
  for (;;) {
    if (atomicAdd(&h->used, 1u) < f.pool + load_relaxed(&h->grown))
      return atomicAdd(&h->taken, 1u);
    atomicAdd(&h->used, ~0u);
    if (may_wait)
      pause_until(&h->used, 500,
                  [=, &f] { return load_relaxed(&h->used) < f.pool + load_relaxed(&h->grown); });
    else if (!grow_tasks<P>(f))
      return no_task;
  }
}
template <class P> FL_DEVICE u32 take_task(const fused &f, bool may_wait) {
  fused_head *h = f.head;
  const lanes l = converged();
  u64 got = 0; // ticket + 1
  if (l.first) {
    const u32 before = atomicAdd(&h->used, l.count);
    if (before + l.count <= f.pool + load_relaxed(&h->grown))
      got = u64(atomicAdd(&h->taken, l.count)) + 1;
    else
      atomicAdd(&h->used, ~l.count + 1);
  }
  got = from_leader(l, got);
  const u32 ticket = got ? u32(got - 1) + l.rank : take_slowly<P>(f, may_wait);
  if (ticket == no_task)
    return no_task;
  if (ticket < f.pool) {
    task_at<P>(f, ticket).link = 0;
    return ticket;
  }
  u64 *from = &h->ring[(h->start + ticket) & (ring_size - 1)];
  u64 entry;
  while (u32((entry = load_acquire(from)) >> 32) != h->start + ticket + 1)
    pause_until(nullptr, 50, [=] { return u32(load_acquire(from) >> 32) == h->start + ticket + 1; });
  mark_read(from, h->start + ticket);
  return u32(entry);
}

// Queues
// Puts a task that may run into its queue.
FL_DEVICE void publish(const fused &f, const task &t, u32 place, u32 entries) {
  const lanes l = converged();
  u32 before, first = 0;
  const u32 sum = group_sum(l, entries, before);
  if (l.first)
    first = atomicAdd(&f.head->queues[t.queue].tail, sum);
  first = u32(from_leader(l, first)) + before;
  u64 *to = f.entries + size_t(t.queue) * queue_size;
  FL_LOOP
  for (u32 i = 0; i < entries; ++i) {
    u64 *at = &to[(first + i) & (queue_size - 1)];
    if (on_cpu && first + i - f.head->queues[t.queue].start >= queue_size)
      wait_for_mark(at, first + i - queue_size);
    store_release(at, u64(first + i + 1) << 32 | (i ? extra_entry : 0) | place);
  }
}
// The next entry of a queue; 0 if there will be none.
FL_DEVICE u64 next_entry(const fused &f, u32 queue) {
  const u32 ticket = atomicAdd(&f.head->queues[queue].head, 1u);
  u64 *from = f.entries + size_t(queue) * queue_size + (ticket & (queue_size - 1));
  for (u32 wait = 32;;) {
    const u64 entry = load_acquire(from);
    if (u32(entry >> 32) == ticket + 1) {
      mark_read(from, ticket);
      return entry;
    }
    const u32 *stop = &f.head->stop;
    if (load_acquire(stop))
      return 0;
    pause_until(from, wait, [=] {
      return u32(load_acquire(from) >> 32) == ticket + 1 || load_acquire(stop);
    });
    wait = wait < 256 ? wait * 2 : wait;
  }
}
// Waits for what a group's virtual block has launched.
FL_DEVICE void wait_for_launches(const fused &f, u32 group) {
  const u32 *waiting = &f.head->waiting[group];
  wait_until(waiting, 64, [=] { return load_acquire(waiting) == 0; });
}

// Completion
FL_DEVICE void leave_task(const fused &f, task &t, u32 place) {
  if (atomicAdd(&t.users, ~0u) == 1) {
    fence();
    free_task(f, place);
  }
}
// `n` blocks of a task have finished, or a launch of one of its blocks is complete. One thread, behind a barrier of the group.
template <class P> FL_DEVICE void finish(const fused &f, u32 place, u64 n) {
  fence();
  for (;;) {
    if (place == root_task) {
      const u64 left = atomicAdd(&f.head->root_pending, ~n + 1) - n;
      if (f.root_blocks + left == 0) {
        fence();
        store_release(&f.head->stop, 1u);
      }
      return;
    }
    task &t = task_at<P>(f, place);
    if (atomicAdd(&t.pending, ~n + 1) != n)
      return;
    fence();
    const u64 link = atomicExch(&t.link, ((load_relaxed(&t.link) >> 32) + 1) << 32);
    const u32 waiter = t.waiter;
    leave_task(f, t, place);
    if (u32(link)) { // launched behind it into the same stream
      task &next = task_at<P>(f, u32(link) - 1);
      publish(f, next, u32(link) - 1, next.users - 1);
    }
    if (!(waiter & task_flag)) {
      atomicAdd(&f.head->waiting[waiter], ~0u);
      return;
    }
    place = waiter & ~task_flag;
    n = 1;
  }
}

// A virtual block of kernel K below parent P.
template <class P, class K> class served_ctx : public virtual_block<K>, public error_state {
  u64 last_ = 0; // this thread's last launch into its NULL stream: times its place was used << 32 | place + 1

public:
  static constexpr bool records = true, shares_kernel = true;
  using root = P;
  const fused *fused_;
  u32 group_; // for `waiting`
  u32 self_;  // the task, or root_task
  u32 depth_; // joining kernels above

  FL_DEVICE u32 shared_limit() const { return fused_->shared_limit; }
  FL_DEVICE u32 facts() const { return fused_->facts; }
  FL_DEVICE u32 clock_of_stream(cudaStream_t) const { return 0; }
  FL_DEVICE void advance_stream(cudaStream_t, u32) {}

  // Waits for everything that the virtual block has launched, and all that came of it.
  FL_DEVICE cudaError_t join() {
    if (load_relaxed(&this->state().launched)) {
      wait_for_launches(*fused_, group_);
      fence();
    }
    return cudaSuccess;
  }
  template <class D, bool more = false>
  FL_DEVICE void record(const config &c, const typename D::args &args) {
    cudaError_t e = admit<D>(c, fused_->shared_limit);
    const u32 depth = depth_ + joins<K>;
    if (e == cudaSuccess && joins<D> && depth >= fused_->tiers)
      e = cudaErrorLaunchMaxDepthExceeded;
    if (e == cudaSuccess && !submit<D, more>(c, args, depth))
      e = cudaErrorLaunchPendingCountExceeded;
    if (e != cudaSuccess)
      this->set_error(e);
  }

private:
  template <class D, bool more>
  FL_DEVICE bool submit(const config &c, const typename D::args &args, u32 depth) {
    const fused &f = *fused_;
    using all = closure<P>;
    constexpr u32 id = position<typename all::kernels, D>::find();
    static_assert(id != ~0u, "the launched kernel is missing from `kids`");
    // The root may wait for a place: there are workers that do not run it.
    const u32 place = take_task<P>(f, joins<K> || self_ == root_task);
    if (place == no_task) {
      atomicAdd(&f.head->lost, 1u);
      return false;
    }
    task &t = task_at<P>(f, place);
    const u64 blocks = u64(c.grid.x) * c.grid.y * c.grid.z;
    t.queue = joins<D> ? depth + 1 : 0;
    t.depth = depth;
    t.next = 0;
    t.pending = blocks;
    t.waiter = joins<K> ? group_ : self_ | task_flag;
    t.head.grid_x = c.grid.x;
    t.head.grid_yz = c.grid.y | c.grid.z << 16;
    t.head.block = (c.block.x - 1) | (c.block.y - 1) << 10 | (c.block.z - 1) << 20;
    t.head.misc = u32(c.shared) | id << 18;
    using kept = typename varying<P, D>::type;
    if constexpr (kept::size != 0) {
      constexpr u32 size = all::head_bytes + u32(sizeof(kept));
      alignas(16) char content[round16(size)] = {};
      const kept k = pick_varying<P, D>(args, typename varying<P, D>::which());
      __builtin_memcpy(content + all::head_bytes, &k, sizeof k);
      put_content<all::content_bytes, size>(content_place{t.content(), 1, 0}, content);
    }
    task_queue &q = f.head->queues[t.queue];
    u32 entries = blocks < 32 ? u32(blocks) : 32;
    // Whole grids, if that is asked for, or if every worker has something to do as it is.
    if (deal_of<P> == deal_grids ||
        (deal_of<P> == deal_either && int(load_relaxed(&q.tail) - load_relaxed(&q.head)) > 0))
      entries = 1;
    if (entries > 1 && atomicAdd(&q.extra, entries - 1) + entries - 1 > queue_size - ring_size) {
      atomicAdd(&q.extra, ~entries + 2);
      entries = 1;
    }
    t.users = entries + 1;
    count_launch();
    fence();
    if (!wait_behind<D, more>(c.stream, t, place))
      publish(f, t, place, entries);
    return true;
  }
  // The launch keeps its waiter waiting from now on.
  FL_DEVICE void count_launch() {
    const fused &f = *fused_;
    const lanes l = converged();
    if (joins<K>) {
      if (l.first)
        atomicAdd(&f.head->waiting[group_], l.count);
      this->state().launched = 1;
    } else if (l.first) {
      atomicAdd(self_ == root_task ? &f.head->root_pending : &task_at<P>(f, self_).pending,
                u64(l.count));
    }
  }
  // Puts the task behind the one launched before it into the same stream, if order matters and that one is not complete.
  template <class D, bool more>
  FL_DEVICE bool wait_behind(cudaStream_t s, const task &t, u32 place) {
    if constexpr (closure<P>::ordered && (K::ordered || more || strict_streams)) {
      const u64 mine = (load_relaxed(&t.link) >> 32) << 32 | (place + 1);
      u64 before;
      if (handle(s) == forget_stream) {
        return false;
      } else if (handle(s) > forget_stream) {
        before = atomicExch(&clock_of(s)->last, mine);
      } else if (strict_streams) {
        before = atomicExch(&this->state().last, mine);
      } else {
        before = last_;
        last_ = mine;
      }
      if (!before)
        return false;
      const u64 open = before >> 32 << 32; // not complete, and nothing waits for it
      return atomicCAS(&task_at<P>(*fused_, u32(before) - 1).link, open, open | (place + 1)) == open;
    } else {
      return false;
    }
  }
};

// Workers
template <class P, class K> struct fused_hooks {
  const fused &f;
  u32 group, place, depth;
  FL_DEVICE void before(group_state &s) const {
    s.launched = 0;
    s.last = 0;
  }
  // A block is finished when its launches are: what a group waits for is then always its own block's.
  FL_DEVICE void after(group_state &s) const {
    if (joins<K> && s.launched)
      wait_for_launches(f, group);
  }
  FL_DEVICE served_ctx<P, K> make() const {
    served_ctx<P, K> c;
    c.fused_ = &f;
    c.group_ = group;
    c.self_ = place;
    c.depth_ = depth;
    return c;
  }
};
// Tells the group what its first thread knows.
FL_DEVICE u64 tell_group(const worker &w, u64 value) {
  if (on_cpu)
    return value; // its first thread is all there is
  if (w.threads == 32)
    return __shfl_sync(~0u, value, 0);
  group_state &s = *reinterpret_cast<group_state *>(dynamic_bytes<char>() + w.slice);
  if (w.thread == 0)
    *const_cast<volatile u64 *>(&s.mail) = value;
  group_sync(s, w.barrier, w.threads);
  value = load_relaxed(&s.mail);
  group_sync(s, w.barrier, w.threads);
  return value;
}
FL_DEVICE uint3 block_at_large(const record_head &h, u64 b) {
  if (!(b >> 32))
    return block_at(h, u32(b));
  const division row = small_divide(b, h.grid_x),
                 plane = small_divide(row.quotient, h.grid_yz & 0xffff);
  return make_uint3(row.rest, plane.rest, u32(plane.quotient));
}
// Blocks of a task, a launch of K, as many as other workers leave.
template <class P, class K>
FL_DEVICE void run_task(const worker &w, const fused &f, const roots<P> &r, u32 place, u32 group,
                        u32 shares) {
  task &t = task_at<P>(f, place);
  const record_head head = t.head;
  const typename K::args args = args_of<P, K>(content_place{t.content(), 1, 0}, r);
  const fused_hooks<P, K> hooks = {f, group, place, t.depth};
  const u64 blocks = head.blocks();
  u64 step = deal_of<P> == deal_grids ? blocks : blocks == 1 ? 1 : (blocks >> 3) / shares;
  step = step < 1 ? 1 : step > 65536 ? 65536 : step;
  FL_LOOP
  for (u64 first = 0;; ++first) {
    if (blocks > 1)
      first = tell_group(w, w.thread == 0 ? atomicAdd(&t.next, step) : 0);
    if (first >= blocks)
      break;
    const u64 n = blocks - first < step ? blocks - first : step;
    run_blocks<K, true, true>(w, head, block_at_large(head, first), u32(n), args, hooks);
    if (w.thread == 0)
      finish<P>(f, place, n);
  }
}
template <class P, class L> struct serve_dispatch;
template <class P, class K> struct serve_dispatch<P, list<K>> {
  static FL_DEVICE void run(u32, const worker &w, const fused &f, const roots<P> &r, u32 place,
                            u32 group, u32 shares) {
    run_task<P, K>(w, f, r, place, group, shares);
  }
};
template <class P, class K, class K2, class... Ks> struct serve_dispatch<P, list<K, K2, Ks...>> {
  static FL_DEVICE void run(u32 kernel, const worker &w, const fused &f, const roots<P> &r,
                            u32 place, u32 group, u32 shares) {
    if (kernel == 0)
      run_task<P, K>(w, f, r, place, group, shares);
    else
      serve_dispatch<P, list<K2, Ks...>>::run(kernel - 1, w, f, r, place, group, shares);
  }
};

// This thread's place in a worker block that is divided so; threads that are left over get a group beyond the last.
FL_DEVICE worker divide(const division_of_block &d, u32 &group) {
  const u32 tid = hw_thread().x;
  worker w;
  group = tid / 32 / d.warps;
  w.thread = tid - group * d.warps * 32;
  w.threads = group_threads(d.warps);
  w.barrier = group + 1;
  w.slice = group * d.slice;
  __syncthreads();
  if (w.thread == 0 && group < d.groups) {
    group_state *state = reinterpret_cast<group_state *>(dynamic_bytes<char>() + w.slice);
    state->votes = 0;
  }
  __syncthreads();
  return w;
}
template <class P>
FL_DEVICE void serve_root(const fused &f, const typename P::args &args) {
  u32 group;
  const worker w = divide(f.roles[role_root], group);
  if (group >= f.roles[role_root].groups)
    return;
  const fused_hooks<P, P> hooks = {f, hw_block().x * 32 + group, root_task, 0};
  for (;;) {
    const u64 b = tell_group(w, w.thread == 0 ? atomicAdd(&f.head->root_next, u64(1)) : 0);
    if (b >= f.root_blocks)
      break;
    run_blocks<P, false, true>(w, f.root, block_at_large(f.root, b), 1, args, hooks);
    if (w.thread == 0)
      finish<P>(f, root_task, 1);
  }
}
template <class P>
FL_DEVICE void serve_queue(const fused &f, const roots<P> &r, u32 queue) {
  const division_of_block &d = f.roles[queue ? role_join : role_leaf];
  u32 group;
  const worker w = divide(d, group);
  if (group >= d.groups)
    return;
  for (;;) {
    const u64 entry = tell_group(w, w.thread == 0 ? next_entry(f, queue) : 0);
    if (!entry)
      break;
    const u32 place = u32(entry & (extra_entry - 1));
    task &t = task_at<P>(f, place);
    serve_dispatch<P, typename closure<P>::kernels>::run(
        t.head.kernel(), w, f, r, place, hw_block().x * 32 + group, hw_grid_dim().x * d.groups);
    if (w.thread == 0) {
      if (entry & extra_entry)
        atomicAdd(&f.head->queues[queue].extra, ~0u);
      leave_task(f, t, place);
    }
  }
}
// All is done: the head as it was before, but for the tickets. One thread of the last block.
template <class P> FL_DEVICE void close_fused(const fused &f) {
  fused_head *h = f.head;
  for (u32 i = 0; i < h->grown / chunk_tasks; ++i)
    free(h->chunks[i]);
  if (f.report && (f.log || h->lost)) {
    atomicAdd(&f.report->records, u64(h->taken));
    atomicAdd(&f.report->lost, u64(h->lost));
  }
  h->start += (h->taken > f.pool + h->freed ? h->taken : f.pool + h->freed) + 1;
  h->used = h->taken = h->freed = h->grown = h->full = h->lost = h->stop = h->done = 0;
  h->root_next = h->root_pending = 0;
  for (u32 i = 0; i < most_queues; ++i) {
    h->queues[i].head = h->queues[i].tail;
    if (on_cpu)
      h->queues[i].start = h->queues[i].tail;
    h->queues[i].extra = 0;
  }
}
// Worker blocks: those of tiers alternate with those of leaves; on the CPU, one of each tier follows one of leaves.
template <class P>
__global__ void __launch_bounds__(1024) serve(FL_GRID_CONSTANT const fused f, const typename P::args args) {
  constexpr bool leaves = fused_totals<typename closure<P>::kernels>::leaves || !joins<P>;
  const u32 b = hw_block().x, tiers = f.tiers;
  u32 queue = 0;
  if (tiers && !leaves)
    queue = 1 + b % tiers;
  else if (on_cpu)
    queue = b % (tiers + 1);
  else if (tiers && 2 * tiers <= hw_grid_dim().x)
    queue = b % 2 ? 1 + b / 2 % tiers : 0;
  else if (b < tiers)
    queue = 1 + b;
  // Where the root does not join, every fourth block stays with its queue, so that the root's launches find a worker.
  if (queue == u32(joins<P>) && (joins<P> || b % 4 != 0 || hw_grid_dim().x == 1)) {
    serve_root<P>(f, args);
    if (joins<P>) // nothing but the root has no joining kernel above it
      queue = leaves ? 0 : tiers > 1 ? 2 + b % (tiers - 1) : 1;
  }
  if constexpr (roots<P>::size != 0)
    serve_queue<P>(f, args, queue);
  else
    serve_queue<P>(f, roots<P>(), queue);
  __syncthreads();
  if (hw_thread().x == 0) {
    fence();
    if (atomicAdd(&f.head->done, 1u) == hw_grid_dim().x - 1) {
      fence();
      close_fused<P>(f);
    }
  }
}

inline division_of_block divide_block(size_t threads, size_t shared, u32 block, size_t most) {
  division_of_block d;
  d.warps = u32((threads + 31) / 32);
  d.slice = u32(sizeof(group_state) + round16(shared));
  d.groups = most_groups(block / 32, d.warps);
  if (d.warps > 1 && d.groups > 15)
    d.groups = 15;
  if (d.groups > most / d.slice)
    d.groups = u32(most / d.slice);
  return d;
}
// Launches parent P in the fused engine. A configuration that CUDA rejects is rejected as CUDA does it.
template <class P, class... Args> void launch_fused(const host_config &c, const Args &...args) {
  using kernels = typename closure<P>::kernels;
  using totals_of = fused_totals<kernels>;
  int device = 0;
  cudaGetDevice(&device);
  const flrt_device &facts = *flrt_device_facts(device);
  flrt_parent &parent = known_parent<P>(device, c, "fused", [](flrt_parent &) {});
  const u64 blocks = u64(c.grid.x) * c.grid.y * c.grid.z;
  const size_t threads = size_t(c.block.x) * c.block.y * c.block.z;
  const size_t root_shared = static_bytes<typename P::shared> + round16(c.shared);
  const size_t most = size_t(facts.shared_optin);
  if (!blocks || c.grid.y > 65535 || c.grid.z > 65535 || c.grid.x > 0x7fffffffu || !threads ||
      threads > 1024 || c.block.z > 64 || root_shared + sizeof(group_state) > most) {
    config bad = c;
    bad.shared = root_shared + sizeof(group_state) > most ? most + 1 : c.shared;
    launch_plain<>(bad, nothing<P>);
    return;
  }
  u32 block = group_threads(8); // threads of a worker block
  const size_t widest[] = {threads, totals_of::threads(true), totals_of::threads(false)};
  for (size_t w : widest)
    while (!on_cpu && block < w)
      block *= 2;
  fused f;
  f.roles[role_root] = divide_block(threads, root_shared, block, most);
  f.roles[role_join] = divide_block(totals_of::threads(true), totals_of::shared(true), block, most);
  f.roles[role_leaf] = divide_block(totals_of::threads(false), totals_of::shared(false), block, most);
  size_t shared = 0;
  for (const division_of_block &d : f.roles)
    shared = larger(shared, size_t(d.groups) * d.slice);
  int resident = 0;
  if (shared > 48 * 1024)
    cudaFuncSetAttribute(serve<P>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared));
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, serve<P>, int(block), shared);
  constexpr u32 wanted = tiers_of<P> + 1;
  u32 grid = u32(resident > 0 ? resident : 1) * u32(facts.multiprocessors);
  if (on_cpu)
    grid *= 2 * wanted;
  if (grid > most_fused_blocks)
    grid = most_fused_blocks;
  f.tiers = tiers_of<P> < grid ? tiers_of<P> : grid - 1;

  constexpr u32 queues = tiers_of<P> + 1;
  constexpr size_t head_bytes = sizeof(fused_head) + size_t(queues) * queue_size * sizeof(u64);
  size_t pool = flrt_capacity(&parent, blocks * threads, ring_size);
  flrt_buffer *buffer =
      flrt_acquire(device, c.stream, 1 + queues, head_bytes, pool * task_bytes<P>);
  if (!buffer)
    return;
  const size_t room = buffer->bytes / task_bytes<P>;
  f.head = reinterpret_cast<fused_head *>(buffer->head);
  f.entries = reinterpret_cast<u64 *>(buffer->head + sizeof(fused_head));
  f.tasks = buffer->arenas;
  f.pool = u32(pool < room ? pool : room);
  f.shared_limit = 48 * 1024;
  f.facts = u32(device) | u32(facts.multiprocessors) << 8 |
            u32(facts.cc_major * 10 + facts.cc_minor) << 20;
  f.log = flrt_counting();
  f.root.grid_x = c.grid.x;
  f.root.grid_yz = c.grid.y | c.grid.z << 16;
  f.root.block = (c.block.x - 1) | (c.block.y - 1) << 10 | (c.block.z - 1) << 20;
  f.root.misc = 0;
  f.root_blocks = blocks;
  f.report = parent.device_report;
  cudaLaunchConfig_t launch = {};
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative; // its blocks wait for each other
  attribute[0].val.cooperative = 1;
  launch.attrs = attribute;
  launch.numAttrs = 1;
  launch.stream = c.stream;
  launch.gridDim = dim3(grid);
  launch.blockDim = dim3(block);
  launch.dynamicSmemBytes = shared;
  cudaLaunchKernelEx(&launch, serve<P>, f, typename P::args(args...));
  flrt_release(buffer);
}
} // namespace fl
#endif
