// Tasks of the fused engine (fused.h): launches, the places they have in memory, the queues in which they wait, and how they are completed.
#ifndef FREELAUNCH_TASKS_H
#define FREELAUNCH_TASKS_H
#include "drain.h"
#include "host.h"

namespace __fl {
#ifndef FL_SYNC_DEPTH // joining kernels above one another, where recursion sets no bound (CUDA's own was 24 at most)
#define FL_SYNC_DEPTH 24
#endif

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

// A launch. Its content (as in worklist.h, but that the head is always here, too) stands behind it. What many workers count in stands apart from what they read.
struct alignas(16) task {
  u64 link;    // how often this place was used before << 32 | the task that waits for this one (`successor`), or 0
  u64 next;    // blocks that workers have taken, but for those with which entries begin
  u64 pending; // blocks that have not finished; of kernels that do not join, also launches of theirs that are not complete
  u32 users;   // entries in the queue that name it, and 1 until it is complete, if that is counted here: then the place is free
  u32 entries; // in the queue; 1: one worker runs all of it
  u32 waiter;  // who is told when it is complete: a group that joins, or a task
  u32 depth;   // joining kernels above it
  record_head head;
  FL_DEVICE char *content() { return reinterpret_cast<char *>(this + 1); }
};
template <class P> constexpr u32 task_bytes = u32(sizeof(task) + round16(closure<P>::content_bytes));
// A waiter: a task, or a group, which waits for so many tasks, or for so many blocks (counted_flag).
constexpr u32 task_flag = 0x80000000u, counted_flag = 0x40000000u, root_task = 0x3fffffffu, no_task = ~0u;
constexpr u32 most_counted = 1u << 20; // blocks of a launch that are counted one by one

#ifndef FL_TASKS // launches that can be there at a time, a power of two; tests have few
#define FL_TASKS (__fl::on_cpu ? 1u << 16 : 1u << 18)
#endif
// Places for tasks, and entries of a queue: every task has at least one, some have more, so that several workers find it.
constexpr u32 ring_size = FL_TASKS, queue_size = 2 * ring_size;
constexpr u32 most_queues = FL_SYNC_DEPTH + 1, chunk_tasks = 8192, most_fused_blocks = 2048;
#ifndef FL_TICKETS // a ring is cleared, and its tickets begin anew, before they could come round to what an old entry says; tests have few
#define FL_TICKETS (1u << 31)
#endif
constexpr u32 most_entries = 64, entry_bits = 6; // of a task
constexpr u32 warp_entries = 32;                 // of all tasks that lanes launch together
constexpr u32 instructions_of_task = 2048;       // that a worker could execute while it finds a task and leaves it
// A task that waits for another one: its place + 1, how many entries it is to have - 1, its queue.
constexpr u32 successor_bits = 32 - 2 * entry_bits;
static_assert(most_queues <= 1u << entry_bits && ring_size < 1u << successor_bits, "FL_SYNC_DEPTH or FL_TASKS is too large");
FL_DEVICE u32 successor(u32 place, u32 entries, u32 queue) {
  return place + 1 + ((entries - 1) << successor_bits) + (queue << (successor_bits + entry_bits));
}
FL_DEVICE u32 place_of_successor(u32 word) { return (word & ((1u << successor_bits) - 1)) - 1; }

// A queue of entries, (ticket + 1) << 32 | the entry's number among those of its task << 26 | task. Writers and readers draw tickets; a reader waits at its
// ticket's place, where nobody else waits.
constexpr u32 place_bits = 32 - entry_bits;
FL_DEVICE u32 place_of_entry(u64 entry) { return u32(entry) & ((1u << place_bits) - 1); }
FL_DEVICE u32 number_of_entry(u64 entry) { return u32(entry) >> place_bits; }
constexpr u32 last_entry = ~0u - 1; // instead of a task: all is done
struct task_queue {
  alignas(128) u32 tail;
  u32 extra; // entries beyond the first of their task
  alignas(128) u32 head;
  u32 start; // the first ticket of this parent launch
};

// In global memory. Tickets go on from one parent launch to the next; all else is zero between two.
struct fused_head {
  alignas(128) u32 used;  // places of tasks in use
  alignas(128) u64 taken; // places given out so far; the first ones are new, then those in the ring
  alignas(128) u32 freed; // places put into the ring so far
  alignas(128) u32 start; // number of the ring's first ticket
  u32 grown;              // places in chunks
  u32 growing;            // a thread is at it
  u32 full;               // there is no memory for more
  u32 lost;
  alignas(128) u32 done; // worker blocks that have left
  u64 started;           // nanoseconds; only if the host wants a sample
  u32 large;             // a child was too large to be run by one thread; likewise
  alignas(128) u64 root_next;
  alignas(128) u64 root_pending; // finished blocks of the root count down from 0, its unjoined launches up and down
  task_queue queues[most_queues];
  char *chunks[ring_size / chunk_tasks + 1];
  clock_store clocks;
  u64 waiting[most_fused_blocks * 32]; // for each group: launches of its virtual block that are not complete, or their blocks
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
  u32 measure; // ticket of a sample for the report, or 0
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
template <class P> FL_APART bool grow_tasks(const fused &f) {
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
// Places that a launch leaves alone if so many joining kernels stand above the child: each tier of those below has enough for the lanes of a warp that
// tasks of higher tiers cannot take. So who waits for places waits for tasks that do not wait for his.
FL_DEVICE u32 places_below(const fused &f, u32 depth) { return 32 * (f.tiers - depth); }
// The first of n tickets for places + 1, where there were not so many besides `spare`: waits until there are, or makes room; 0: there will never be so many.
// Lanes of one warp may wait for each other at any time, so none may have a place while another waits: all get theirs at once. Nothing is added here before it
// is known to fit: what many threads add and take back, over and over, would leave no room for any of them.
template <class P> FL_APART u64 take_slowly(const fused &f, u32 n, u32 spare, bool may_wait) {
  fused_head *h = f.head;
  const u32 pool = f.pool, all = n + spare;
  const auto fits = [=](u32 used) { return used + all <= pool + load_relaxed(&h->grown); };
  for (;;) {
    const u32 used = load_relaxed(&h->used);
    if (fits(used)) {
      if (atomicCAS(&h->used, used, used + n) == used)
        return atomicAdd(&h->taken, u64(n)) + 1;
    } else if (may_wait && fits(0)) {
      pause_until(&h->used, 500, [=] { return fits(load_relaxed(&h->used)); });
    } else if (!grow_tasks<P>(f)) {
      return 0;
    }
  }
}
// What a launch has got.
struct booking {
  u32 place;   // for its task; no_task: there is no memory for it
  u32 entries; // in the queue
  u64 ticket;  // of the first of them + 1; 0: not drawn
};
// Places for tasks of `l`, of which each would have so many entries in the queue. Who joins may wait for places. `now`: all of them may run at once, so that their
// tickets for the queue can be drawn, too. Answers of atomics take long: those that do not depend on each other are asked for together.
template <class P>
FL_DEVICE booking book(const fused &f, const lanes &l, u32 queue, u32 entries, u32 depth, bool may_wait, bool now) {
  fused_head *h = f.head;
  task_queue &q = h->queues[queue];
  const u32 spare = places_below(f, depth);
  u32 before;
  const u32 sum = group_sum(l, entries, before);
  u64 got = 0, ticket = 0; // numbers of tickets + 1
  bool crowded = false;    // no room for more than one entry each
  if (l.first) {
    const u32 more = sum - l.count, extra = more ? atomicAdd(&q.extra, more) : 0, grown = load_relaxed(&h->grown);
    const u32 used = atomicAdd(&h->used, l.count);
    crowded = more && extra + more > queue_size - ring_size;
    if (crowded)
      atomicAdd(&q.extra, ~more + 1);
    if (used + l.count + spare <= f.pool + grown) {
      got = atomicAdd(&h->taken, u64(l.count)) + 1;
      if (now)
        ticket = u64(atomicAdd(&q.tail, crowded ? l.count : sum)) + 1;
    } else {
      atomicAdd(&h->used, ~l.count + 1);
      if (may_wait)
        got = take_slowly<P>(f, l.count, spare, true);
    }
  }
  got = from_leader(l, got);
  ticket = from_leader(l, ticket << 1 | crowded);
  if (ticket & 1)
    entries = 1, before = l.rank;
  booking b = {no_task, entries, ticket >> 1};
  if (b.ticket)
    b.ticket += before;
  if (got)
    got += l.rank;
  else if (may_wait || !(got = take_slowly<P>(f, 1, spare, false)))
    return b;
  if (got - 1 < f.pool) {
    b.place = u32(got - 1);
    if constexpr (closure<P>::ordered)
      task_at<P>(f, b.place).link = 0;
    return b;
  }
  const u32 position = h->start + u32(got - 1);
  u64 *from = &h->ring[position & (ring_size - 1)], entry;
  while (u32((entry = load_acquire(from)) >> 32) != position + 1)
    pause_until(nullptr, 50, [=] { return u32(load_acquire(from) >> 32) == position + 1; });
  mark_read(from, position);
  b.place = u32(entry);
  return b;
}

// Queues
// Puts the tasks of `l`, which may run, into their queue. `ticket`: as in a booking. `fenced`: what they are to see is in front of a fence already.
FL_DEVICE void publish(const fused &f, const lanes &l, u32 queue, u32 place, u32 entries, u64 ticket, bool fenced = false) {
  if (!ticket) { // the same for all of them
    u32 before;
    const u32 sum = group_sum(l, entries, before);
    if (l.first)
      ticket = atomicAdd(&f.head->queues[queue].tail, sum);
    ticket = from_leader(l, ticket) + before + 1;
  }
  u64 *to = f.entries + size_t(queue) * queue_size;
  if (!fenced)
    fence();
  FL_LOOP
  for (u32 i = 0, t = u32(ticket); i < entries; ++i, ++t) {
    u64 *at = &to[(t - 1) & (queue_size - 1)];
    if (on_cpu && t - 1 - f.head->queues[queue].start >= queue_size)
      wait_for_mark(at, t - 1 - queue_size);
    store_relaxed(at, u64(t) << 32 | i << place_bits | place);
  }
}
// The next entry of a queue; last_entry if there will be none. On a GPU every load that acquires empties its multiprocessor's first cache, and a thousand idle
// workers would keep emptying that of those that work: who has found nothing once looks with relaxed loads until there is something.
// And there is one place to look at, its own: where all of them asked one of a few words besides whether to stop, they held each other up, and those that work.
FL_DEVICE u64 next_entry(const fused &f, u32 queue) {
  const u32 mine = atomicAdd(&f.head->queues[queue].head, 1u);
  u64 *from = f.entries + size_t(queue) * queue_size + (mine & (queue_size - 1)), entry;
  const auto there = [=](u64 e) {
    const u32 ahead = u32(e >> 32) - mine - 1;
    return ahead == 0 || (queue_size < most_fused_blocks * 32 && u32(e) == last_entry && ahead < most_fused_blocks * 32);
  };
  if (!there(entry = load_acquire(from))) {
    FL_LOOP
    for (u32 wait = 32; !there(load_relaxed(from)); wait = wait < 128 ? wait * 2 : wait)
      pause_until(from, wait, [=] { return there(load_relaxed(from)); });
    entry = load_acquire(from);
  }
  if (u32(entry) == last_entry)
    return last_entry;
  mark_read(from, mine);
  return entry;
}
// Groups that serve a queue, at the most.
FL_DEVICE u32 groups_of(const fused &f, u32 queue) { return hw_grid_dim().x * f.roles[queue ? role_join : role_leaf].groups; }
// All is done: the last entry for each group at each queue, which has drawn a ticket behind those of all tasks, or will. Where the ring is shorter than there are
// groups, an entry is for earlier tickets of its place, too. All threads of a group.
FL_DEVICE void tell_workers(const fused &f, const worker &w) {
  FL_LOOP
  for (u32 q = 0; q <= f.tiers; ++q) {
    const u32 first = load_relaxed(&f.head->queues[q].tail), groups = groups_of(f, q);
    u64 *to = f.entries + size_t(q) * queue_size;
    FL_LOOP
    for (u32 i = (groups > queue_size ? groups - queue_size : 0) + w.thread; i < groups; i += w.threads)
      store_relaxed(&to[(first + i) & (queue_size - 1)], u64(first + i + 1) << 32 | last_entry);
  }
}
// Waits for what a group's virtual block has launched.
FL_DEVICE void wait_for_launches(const fused &f, u32 group) {
  const u64 *waiting = &f.head->waiting[group];
  wait_until(waiting, 64, [=] { return load_relaxed(waiting) == 0; });
  load_acquire(waiting);
}

// Completion
FL_DEVICE void leave_task(const fused &f, task &t, u32 place) {
  if (atomicAdd(&t.users, ~0u) == 1) {
    fence();
    free_task(f, place);
  }
}
// The task with this successor word may run. `fenced`: as in publish.
FL_DEVICE void start(const fused &f, u32 word, bool fenced) {
  const u32 entries = (word >> successor_bits & (most_entries - 1)) + 1;
  publish(f, converged(), word >> (successor_bits + entry_bits), place_of_successor(word), entries, 0, fenced);
}
// `n` blocks of a task have finished, or a launch of one of its blocks is complete. `all`: that is known to be all there is of the task. One thread,
// behind a barrier of the group. Somebody may wait for it, so that comes before all else that is to be done. Whether that was all there is to do.
template <class P> FL_DEVICE bool finish(const fused &f, u32 place, u64 n, bool all = false) {
  bool first = true;
  for (;;) {
    if (place == root_task) {
      if (first)
        fence();
      const u64 left = atomicAdd(&f.head->root_pending, ~n + 1) - n;
      return f.root_blocks + left == 0;
    }
    task &t = task_at<P>(f, place);
    // What the last one needs, and what each needs that may have to count blocks, comes while a fence waits. The link says which task waits for this one, once there is one.
    u32 waiter = all || !closure<P>::ordered ? t.waiter : 0;
    u64 link = all && closure<P>::ordered ? load_relaxed(&t.link) : 0;
    if (first)
      fence();
    first = false;
    if (!closure<P>::ordered && !(waiter & task_flag) && waiter & counted_flag) {
      atomicAdd(&f.head->waiting[waiter & ~counted_flag], ~n + 1);
      return false;
    }
    if (!all) {
      if (atomicAdd(&t.pending, ~n + 1) != n)
        return false;
      waiter = t.waiter;
      link = closure<P>::ordered ? load_relaxed(&t.link) : 0;
      fence();
    }
    const bool joined = !(waiter & task_flag);
    if (joined)
      atomicAdd(&f.head->waiting[waiter], ~u64(0));
    if constexpr (closure<P>::ordered) {
      const bool known = u32(link) != 0;
      if (!known)
        link = atomicAdd(&t.link, u64(1) << 32); // from now on nobody can wait for it
      if (u32(link)) {
        store_relaxed(&t.link, ((link >> 32) + 1) << 32);
        start(f, u32(link), known);
      }
    }
    leave_task(f, t, place);
    if (joined)
      return false;
    place = waiter & ~task_flag;
    n = 1;
    all = false;
  }
}
} // namespace __fl
#endif
