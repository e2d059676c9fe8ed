// The fused engine: parents and children in one persistent kernel (Free Launch, section 2.3, figure 3), for parents that wait for their
// children. Everything runs as virtual blocks on groups of warps. A launch becomes a task in a queue; a thread that joins waits until its
// block's tasks are complete. docs/fused-engine.md has the whole picture.
//
// No deadlock: kernels that join run on tiers of worker blocks, by how many joining kernels stand above them; all others are leaves, and
// have worker blocks that run nothing else. Whoever waits, waits for tasks of deeper tiers or of leaves only, and leaves never wait.
#ifndef FREELAUNCH_FUSED_H
#define FREELAUNCH_FUSED_H
#include "builtin.h"
#include "tasks.h"

namespace __fl {
// A virtual block of kernel K below parent P.
template <class P, class K> class served_ctx : public virtual_block<K>, public error_state {
  u64 last_ = 0; // this thread's last launch into its NULL stream: times its place was used << 32 | its word (`successor`)

public:
  static constexpr bool records = true, shares_kernel = true, clocks = has_clocks<P, K>, orders = closure<P>::ordered;
  using root = P;
  const fused *fused_;
  u32 group_; // for `waiting`
  u32 self_;  // the task, or root_task
  u32 depth_; // joining kernels above

  FL_DEVICE u32 shared_limit() const { return fused_->shared_limit; }
  FL_DEVICE u32 facts() const { return fused_->facts; }
  FL_DEVICE device_clock *make_clock() { return reused_clock(&fused_->head->clocks); }
  FL_DEVICE void drop_clock(device_clock *c) { give_clock_back(&fused_->head->clocks, c); }
  FL_DEVICE u32 clock_of_stream(cudaStream_t) const { return 0; }
  FL_DEVICE void advance_stream(cudaStream_t, u32) {}

  // Waits for everything that the virtual block has launched, and all that came of it.
  FL_DEVICE cudaError_t join() {
    if (load_relaxed(&this->state().launched))
      wait_for_launches(*fused_, group_);
    return cudaSuccess;
  }
  template <class D, bool more = false>
  FL_DEVICE void record(const config &c, const typename D::args &args) {
    cudaError_t e = admit<D>(c, shared_limit_of<D>());
    const u32 depth = depth_ + joins<K>;
    if (selects<P> && fused_->measure && too_large<P>(c))
      fused_->head->large = 1;
    if (e == cudaSuccess && joins<D> && depth >= fused_->tiers)
      e = cudaErrorLaunchMaxDepthExceeded;
    if (e == cudaSuccess && !submit<D, more>(c, args, depth))
      e = cudaErrorLaunchPendingCountExceeded;
    if (e != cudaSuccess)
      this->set_error(e);
  }

private:
  // Static and dynamic shared bytes that blocks of D may have: where the program asks for a constant amount, that; its role's slices hold it.
  template <class D> FL_DEVICE u32 shared_limit_of() const {
    if constexpr (asks_shared<D> > 48 * 1024) {
      const u32 room = fused_->roles[joins<D> ? role_join : role_leaf].slice - u32(sizeof(group_state));
      return asks_shared<D> < room ? asks_shared<D> : room;
    } else {
      return fused_->shared_limit;
    }
  }
  template <class D, bool more>
  FL_DEVICE bool submit(const config &c, const typename D::args &args, u32 depth) {
    const fused &f = *fused_;
    using all = closure<P>;
    constexpr u32 id = position<typename all::kernels, D>::find();
    static_assert(id != ~0u, "the launched kernel is missing from `kids`, or the parent does not say `moves`");
    lanes l = converged();
    const u64 blocks = volume(c.grid);
    const u32 queue = joins<D> ? depth + 1 : 0;
    constexpr bool in_order = clocks || (all::ordered && more);
    // The root may wait for a place where there are workers that do not run it.
    const bool may_wait = joins<K> || (self_ == root_task && hw_grid_dim().x > f.tiers + 1);
    const booking b = book<P>(f, l, queue, entries_for<D>(l, queue, blocks), depth, may_wait, !in_order);
    // They stay together until all tasks are published: a join must not find a count from which another's launch is missing.
    l = members(l, b.place != no_task);
    if (b.place == no_task) {
      atomicAdd(&f.head->lost, 1u);
      atomicAdd(&f.head->queues[queue].extra, 1 - b.entries);
      return false;
    }
    // Who joins waits for the blocks themselves, where nothing else is to be known of the launch.
    const bool counted = joins<K> && !all::ordered && !leaves_work<D> && blocks < most_counted;
    task &t = task_at<P>(f, b.place);
    t.depth = depth;
    t.next = 0;
    t.pending = blocks;
    t.waiter = joins<K> ? group_ | (counted ? counted_flag : 0) : self_ | task_flag;
    t.users = b.entries + !counted;
    t.entries = b.entries;
    t.head = make_head(c.grid, c.block, u32(c.shared), id);
    using kept = typename varying<P, D>::type;
    if constexpr (kept::size != 0) {
      constexpr u32 size = all::head_bytes + u32(sizeof(kept));
      alignas(16) char content[round16(size)] = {};
      const kept k = pick_varying<P, D>(args, typename varying<P, D>::which());
      __builtin_memcpy(content + all::head_bytes, &k, sizeof k);
      put_content<all::content_bytes, size>(content_place{t.content(), 1, 0}, content);
    }
    count_launches(l, counted ? u32(blocks) : 1);
    const bool runs = !wait_behind<in_order>(c.stream, t, successor(b.place, b.entries, queue));
    const lanes now = members(l, runs);
    if (runs)
      publish(f, now, queue, b.place, b.entries, b.ticket);
    sync_lanes(l.mask);
    return true;
  }
  // How many workers are to find a launch of so many blocks.
  template <class D> FL_DEVICE u32 entries_for(const lanes &l, u32 queue, u64 blocks) {
    if constexpr (deal_of<P> == deal_grids || waits_in_order<D>) {
      return 1;
    } else {
      const u32 most = l.count > 1 ? warp_entries : most_entries;
      u32 entries = blocks < most ? u32(blocks) : most;
      if (l.count > 1) { // workers enough for one warp's launches: each has its share of them
        u32 before;
        const u32 sum = group_sum(l, entries, before);
        entries = sum <= most ? entries : entries * most > sum ? entries * most / sum : 1;
      }
      if (deal_of<P> == deal_either && entries > 1 && every_worker_has_some<D>(l, queue, blocks))
        return 1;
      return entries;
    }
  }
  // Has every worker something to do anyway, while another runs all of a launch of so many blocks? Then to find it would cost the others more than they
  // take from that one.
  template <class D> FL_DEVICE bool every_worker_has_some(const lanes &l, u32 queue, u64 blocks) {
    const task_queue &q = fused_->head->queues[queue];
    if (blocks <= few_blocks && int(load_relaxed(&q.tail) - load_relaxed(&q.head)) > 0)
      return true;
    // Where the other warps of the root launch as much, and the blocks take no longer than to find a task.
    const u64 warps = fused_->root_blocks * ((fused_->root.threads() + 31) / 32);
    return self_ == root_task && warps * l.count >= groups_of(*fused_, queue) && blocks * (length_of<D> + instructions_of_load) <= instructions_of_task;
  }
  // The launches keep their waiter waiting from now on: a group for so much, or a task.
  FL_DEVICE void count_launches(const lanes &l, u32 n) {
    const fused &f = *fused_;
    if (joins<K>) {
      u32 before;
      const u32 sum = group_sum(l, n, before);
      if (l.first)
        atomicAdd(&f.head->waiting[group_], u64(sum));
      this->state().launched = 1;
    } else if (l.first) {
      atomicAdd(self_ == root_task ? &f.head->root_pending : &task_at<P>(f, self_).pending,
                u64(l.count));
    }
    sync_lanes(l.mask); // each of them hands it over with its task
  }
  // Puts the task behind the one launched before it into the same stream, if order matters and that one is not complete.
  template <bool in_order> FL_DEVICE bool wait_behind(cudaStream_t s, const task &t, u32 word) {
    if constexpr (in_order) {
      const u64 mine = load_relaxed(&t.link) >> 32 << 32 | word;
      const bool own = handle(s) < forget_stream && !in_turn<K>; // nobody else launches into it
      if (handle(s) == forget_stream)
        return false;
      u64 before = last_;
      if (own)
        last_ = mine;
      if (own && !before)
        return false;
      fence(); // the task is there before others hear of it
      if (handle(s) > forget_stream)
        before = atomicExch(&clock_of(s)->last, mine);
      else if (in_turn<K>)
        before = atomicExch(&this->state().last, mine);
      const u64 open = before >> 32 << 32; // not complete, and nothing waits for it
      return before && atomicCAS(&task_at<P>(*fused_, place_of_successor(u32(before))).link, open, open | word) == open;
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
FL_DEVICE group_state &state_of(const worker &w) { return *reinterpret_cast<group_state *>(dynamic_bytes<char>() + w.slice); }
// Does what an entry of a queue asks for, blocks of its task, a launch of K: a share that is the entry's, and as many as other workers leave. Little is kept
// while they run, since the kernels here have few registers left.
template <class P, class K>
FL_DEVICE void run_task(const worker &w, const fused &f, const roots<P> &r, u32 queue, u32 group, u32 entry) {
  // Nobody else counts on a task whose blocks launch nothing, or wait for what they launch.
  constexpr bool by_blocks = joins<K> || !leaves_work<K>;
  const u32 place = place_of_entry(entry);
  task &t = task_at<P>(f, place);
  const record_head head = t.head;
  const typename K::args args = args_of<P, K>(content_place{t.content(), 1, 0}, r);
  const fused_hooks<P, K> hooks = {f, group, place, t.depth};
  const u64 blocks = head.blocks();
  const u32 entries = t.entries;
  const u64 share = entries == 1 ? blocks : (blocks >> 3) / groups_of(f, queue);
  const u32 step = share < 1 ? 1 : share > 65536 ? 65536 : u32(share);
  FL_LOOP
  for (u64 at = u64(number_of_entry(entry)) * step; at < blocks;) {
    const u32 n = blocks - at < step ? u32(blocks - at) : step;
    run_blocks<K, true, true>(w, head, block_at_large(head, at), n, args, hooks);
    if (w.thread == 0 && finish<P>(f, place, n, n == blocks && by_blocks))
      state_of(w).over = 1;
    const u64 dealt = u64(entries) * step; // what all entries begin with
    if (dealt >= blocks)
      break;
    at = dealt + tell_group(w, w.thread == 0 ? atomicAdd(&t.next, u64(step)) : 0);
  }
}
template <class P, class L> struct serve_dispatch;
template <class P> struct serve_dispatch<P, list<>> {
  static FL_DEVICE void run(u32, const worker &, const fused &, const roots<P> &, u32, u32, u32) {}
};
template <class P, class K> struct serve_dispatch<P, list<K>> {
  static FL_DEVICE void run(u32, const worker &w, const fused &f, const roots<P> &r, u32 queue, u32 group, u32 entry) {
    run_task<P, K>(w, f, r, queue, group, entry);
  }
};
template <class P, class K, class K2, class... Ks> struct serve_dispatch<P, list<K, K2, Ks...>> {
  static FL_DEVICE void run(u32 kernel, const worker &w, const fused &f, const roots<P> &r, u32 queue, u32 group, u32 entry) {
    if (kernel == 0)
      run_task<P, K>(w, f, r, queue, group, entry);
    else
      serve_dispatch<P, list<K2, Ks...>>::run(kernel - 1, w, f, r, queue, group, entry);
  }
};

// This thread's place in a worker block that is divided so; threads that are left over get a group beyond the last.
FL_DEVICE worker divide(const division_of_block &d, u32 &group) {
  const u32 tid = hw_thread().x;
  worker w;
  group = tid / 32 / d.warps;
  w.thread = tid - group * d.warps * 32;
  w.threads = group_threads(d.warps);
  // A kernel that takes the block may use named barriers itself.
  w.barrier = d.warps * 32 == hw_block_dim().x ? 0 : group + 1;
  w.slice = group * d.slice;
  __syncthreads();
  if (w.thread == 0 && group < d.groups) {
    state_of(w).votes = 0;
    state_of(w).over = 0;
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
      state_of(w).over = finish<P>(f, root_task, 1);
    group_sync(state_of(w), w.barrier, w.threads);
    if (load_relaxed(&state_of(w).over))
      tell_workers(f, w);
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
    const u64 entry = tell_group(w, w.thread != 0 ? 0 : state_of(w).over ? last_entry : next_entry(f, queue));
    if (u32(entry) == last_entry)
      break;
    task &t = task_at<P>(f, place_of_entry(entry));
    serve_dispatch<P, typename closure<P>::kernels>::run(t.head.kernel(), w, f, r, queue, hw_block().x * 32 + group, u32(entry));
    if (w.thread == 0 && !state_of(w).over) {
      if (number_of_entry(entry))
        atomicAdd(&f.head->queues[queue].extra, ~0u);
      leave_task(f, t, place_of_entry(entry));
    }
  }
  if (load_relaxed(&state_of(w).over))
    tell_workers(f, w);
}
// The next ticket of a ring: this one, or the first.
FL_DEVICE u32 clear_ring(u64 *ring, u32 size, u32 next) {
  if (next < FL_TICKETS)
    return next;
  FL_LOOP
  for (u32 i = 0; i < size; ++i)
    ring[i] = 0;
  return 0;
}
// All is done: the head as it was before, but for the tickets. One thread of the last block.
template <class P> FL_DEVICE void close_fused(const fused &f) {
  fused_head *h = f.head;
  for (u32 i = 0; i < h->grown / chunk_tasks; ++i)
    free(h->chunks[i]);
  if (closure<P>::streams) {
    h->clocks.gone = 0;
    free_clocks(h->clocks);
  }
  if (f.report && (f.log || h->lost)) {
    atomicAdd(&f.report->records, h->taken);
    atomicAdd(&f.report->lost, u64(h->lost));
  }
  if (f.report && f.measure)
    put_sample(f.report, f.measure, f.root_blocks * f.root.threads(), nanoseconds() - h->started, FLRT_RECORD | (h->large ? FLRT_LARGE : 0));
  const u32 taken = u32(h->taken), given = f.pool + h->freed; // the ring's, so far
  h->start = clear_ring(h->ring, ring_size, h->start + (int(taken - given) > 0 ? taken : given) + 1);
  h->used = h->taken = h->freed = h->grown = h->full = h->lost = h->done = 0;
  h->root_next = h->root_pending = h->large = 0;
  for (u32 i = 0; i <= f.tiers; ++i) {
    task_queue &q = h->queues[i];
    const u32 next = q.tail + groups_of(f, i); // last entries have tickets, too
    q.head = q.tail = clear_ring(f.entries + size_t(i) * queue_size, queue_size, next);
    if (on_cpu)
      q.start = q.tail;
    q.extra = 0;
  }
}
// Worker blocks: those of tiers alternate with those of leaves; on the CPU, one of each tier follows one of leaves.
template <class P>
__global__ void __launch_bounds__(1024) serve(FL_GRID_CONSTANT const fused f, const typename P::args args) {
  constexpr bool leaves = fused_totals<typename closure<P>::kernels>::leaves || !joins<P>;
  const u32 b = hw_block().x, tiers = f.tiers;
  u32 queue = 0;
  if (f.measure && b == 0 && hw_thread().x == 0)
    f.head->started = nanoseconds();
  if (tiers && !leaves)
    queue = 1 + b % tiers;
  else if (on_cpu)
    queue = b % (tiers + 1);
  else if (tiers && 2 * tiers <= hw_grid_dim().x)
    queue = b % 2 ? 1 + b / 2 % tiers : 0;
  else if (b < tiers)
    queue = 1 + b;
  // Where the root does not join, every fourth block stays with its queue, so that the root's launches find a worker; but not the only one that there is.
  const u32 nth = on_cpu ? b / (tiers + 1) : 2 * tiers > hw_grid_dim().x ? b - tiers : b;
  if (queue == u32(joins<P>) && (joins<P> || nth % 4 != 0 || hw_grid_dim().x <= tiers + 1)) {
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
  if (d.slice > most) // a launch that asks for more than there is was refused
    d.slice = u32(most);
  d.groups = most_groups(block / 32, d.warps);
  if (d.warps > 1 && d.groups > 15)
    d.groups = 15;
  if (d.groups > most / d.slice)
    d.groups = u32(most / d.slice);
  return d;
}
// Launches parent P in the fused engine. A configuration that CUDA rejects is rejected as CUDA does it. `measure`: the ticket of a sample for the
// parent's report, or 0.
template <class P, class... Args>
void fused_measured(flrt_parent &parent, const host_config &c, u32 measure, const Args &...args) {
  using kernels = typename closure<P>::kernels;
  using totals_of = fused_totals<kernels>;
  const flrt_device &facts = *parent.on;
  const u64 blocks = volume(c.grid);
  const size_t threads = volume(c.block);
  const size_t root_shared = static_bytes<typename P::shared> + round16(c.shared);
  const size_t most = size_t(facts.shared_optin);
  if (refuses_sizes<P>(c))
    return;
  if (root_shared + sizeof(group_state) > most) {
    config bad = c;
    bad.shared = most + 1;
    launch_plain<>(bad, nothing<P>);
    return;
  }
  u32 block = whole_blocks<P> && !on_cpu ? whole_blocks<P> : group_threads(8); // threads of a worker block
  const size_t joining = at_most<whole_blocks<P>>(totals_of::threads(true)), leaves = at_most<whole_blocks<P>>(totals_of::threads(false));
  const size_t widest[] = {threads, joining, leaves};
  for (size_t w : widest)
    while (!on_cpu && block < w)
      block *= 2;
  fused f;
  f.roles[role_root] = divide_block(threads, root_shared, block, most);
  f.roles[role_join] = divide_block(joining, totals_of::shared(true), block, most);
  f.roles[role_leaf] = divide_block(leaves, totals_of::shared(false), block, most);
  size_t shared = 0;
  for (const division_of_block &d : f.roles)
    shared = larger(shared, size_t(d.groups) * d.slice);
  constexpr u32 wanted = tiers_of<P> + 1;
  u32 grid = u32(larger(1, resident_workers(parent, serve<P>, 0, block, shared))) * u32(facts.multiprocessors);
  if (on_cpu)
    grid *= 2 * wanted;
  if (grid > most_fused_blocks)
    grid = most_fused_blocks;
  if (joins<P> && grid < 2) // one block alone would wait for itself; two that do not fit CUDA refuses
    grid = 2;
  f.tiers = tiers_of<P> < grid ? tiers_of<P> : grid - 1;

  constexpr u32 queues = tiers_of<P> + 1;
  constexpr size_t head_bytes = sizeof(fused_head) + size_t(queues) * queue_size * sizeof(u64);
  size_t pool = flrt_capacity(&parent, FLRT_OF_GRIDS, blocks * threads, least_capacity, ring_size);
  flrt_stream *kept =
      flrt_acquire(&facts, c.stream, 1 + queues, head_bytes, pool * task_bytes<P>, task_bytes<P>);
  if (!kept)
    return;
  const size_t room = kept->bytes / task_bytes<P>;
  f.head = reinterpret_cast<fused_head *>(kept->head);
  f.entries = reinterpret_cast<u64 *>(kept->head + sizeof(fused_head));
  f.tasks = kept->arenas;
  f.pool = u32(pool < room ? pool : room);
  f.shared_limit = 48 * 1024;
  f.facts = facts_of(facts);
  f.log = flrt_counting();
  f.measure = measure;
  f.root = make_head(c.grid, c.block, 0, 0);
  f.root_blocks = blocks;
  f.report = parent.device_report;
  typename P::args own(args...);
  void *all[] = {&f, &own};
  const flrt_kernel one = launch_of(serve<P>, FLRT_COOPERATIVE, dim3(grid), dim3(block), shared, all); // its blocks wait for each other
  flrt_launch(&parent, measure, chains_in<P>(kept), 0, c.stream, &one, 1);
  end_captured<P>(c);
  flrt_release(kept, c.stream);
}
template <class P, class... Args> void launch_fused(const host_config &c, const Args &...args) {
  fused_measured<P>(known_parent<P>(*flrt_here(), c, "fused", [](flrt_parent &) {}), c, 0, args...);
}
} // namespace __fl
#endif
