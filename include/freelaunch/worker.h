// Runs consecutive blocks of one launch, or consecutive warps of its threads, on a group of warps of a worker block: each as a virtual block with a context of
// its own.
#ifndef FREELAUNCH_WORKER_H
#define FREELAUNCH_WORKER_H
#include "serial.h"

namespace __fl {
// A group of warps of a drain block that runs one virtual block at a time.
struct worker {
  u32 thread;  // this thread's number in the group
  u32 threads; // of the group
  u32 barrier; // named barrier of the group
  u32 slice;   // offset of its shared memory
};

// Consecutive parts of one launch, for one worker.
struct segment {
  record_head head;
  content_place content;
  u32 *tails;
  uint3 at; // the first of them: the block; where parts are warps, so many threads (x) behind the beginning of block y + z * 2^32
  u32 count;
};

// One thread of a virtual block of K.
template <class K, class Args, class Hooks>
FL_DEVICE void run_thread(const worker &w, uint3 thread, uint3 at, u32 threads, dim3 block,
                          dim3 grid, bool counting, group_state &state, const Args &args,
                          const Hooks &hooks) {
  auto c = hooks.make();
  c.thread_ = thread;
  c.block_ = at;
  c.block_dim_ = block;
  c.grid_dim_ = grid;
  c.threads_ = threads;
  c.slice_ = w.slice;
  c.barrier_ = w.barrier;
  c.counting_ = counting;
  K::run(c, args);
  if (K::barrier && counting)
    vb_leave(&state.child);
}

// The block behind `at`.
template <bool flat> FL_DEVICE void next_block(uint3 &at, dim3 grid) {
  ++at.x;
  if (!flat && at.x == grid.x) {
    at.x = 0;
    if (++at.y == grid.y) {
      at.y = 0;
      ++at.z;
    }
  }
}

// Runs `count` consecutive blocks of a launch of K, from block `at` on, on a worker. `make()` gives a fresh context for each, but for
// what belongs to the virtual block itself; the worker's first thread calls `before` and `after`, between barriers. `child`: the launch was
// made on the device, so what the descriptor says of all such launches holds.
template <class K, bool child, bool always_sync, class Args, class Hooks>
FL_DEVICE void run_blocks(const worker &w, const record_head &head, uint3 at, u32 count,
                          const Args &args, const Hooks &hooks) {
  constexpr u32 fixed = child ? fixed_block<K> : 0;
  constexpr bool flat = child && flat_grid<K>;
  const u32 threads = fixed ? fixed : head.threads();
  const dim3 block = fixed ? dim3(fixed) : head.block_dim();
  const dim3 grid = flat ? dim3(head.grid_x) : head.grid();
  // Warps of the group that the virtual block has no threads for wait at the group's named barrier meanwhile, and one named
  // barrier cannot serve two thread counts at a time.
  const bool counting = K::barrier && !on_cpu && (K::early_exit || threads != w.threads);
  uint3 thread = make_uint3(w.thread, 0, 0);
  if (!fixed && !head.flat_block()) {
    thread.x = w.thread % block.x;
    thread.y = w.thread / block.x % block.y;
    thread.z = w.thread / block.x / block.y;
  }
  FL_LOOP
  for (u32 i = 0; i < count; ++i) {
    group_state *state = reinterpret_cast<group_state *>(dynamic_bytes<char>() + w.slice);
    if (always_sync && w.thread == 0)
      hooks.before(*state);
    if (K::barrier && counting && w.thread == 0)
      vb_init(&state->child, threads);
    if (always_sync || (K::barrier && counting))
      group_sync(*state, w.barrier, w.threads);
    if constexpr (on_cpu)
      run_team(block, [&] {
        run_thread<K>(w, hw_thread(), at, threads, block, grid, counting, *state, args, hooks);
      });
    else if (w.thread < threads)
      run_thread<K>(w, thread, at, threads, block, grid, counting, *state, args, hooks);
    if (needs_group_sync<K> || always_sync) {
      if (K::barrier || always_sync)
        reconverge();
      group_sync(*state, w.barrier, w.threads);
      if (K::barrier && counting && w.thread == 0)
        vb_end(&state->child);
      if (always_sync && w.thread == 0)
        hooks.after(*state);
    } else if (K::warp_sync) {
      end_of_warp(); // a thread that has left must not meet others of its warp in the next block
    }
    next_block<flat>(at, grid);
  }
}

// Coordinates of a block of a grid from its number.
FL_DEVICE uint3 block_at(const record_head &h, u32 b) {
  if (h.flat_grid())
    return make_uint3(b, 0, 0);
  const dim3 g = h.grid();
  const u32 row = b / g.x;
  return make_uint3(b - row * g.x, row % g.y, row / g.y);
}
// 64-bit division bit by bit: what the compiler makes of `/` takes so many registers that, though
// hardly ever called, it would cost the drain a quarter of its resident warps.
struct division {
  u64 quotient;
  u32 rest;
};
FL_DEVICE division small_divide(u64 a, u32 by) {
  u64 rest = 0;
  FL_LOOP
  for (u32 i = 0; i < 64; ++i) {
    rest = rest << 1 | a >> 63;
    a <<= 1;
    if (rest >= by) {
      rest -= by;
      a |= 1;
    }
  }
  return division{a, u32(rest)};
}
// Coordinates of a block of a grid that may have more than 2^32.
FL_DEVICE uint3 far_block_at(const record_head &h, u64 b) {
  if (b >> 31 == 0)
    return block_at(h, u32(b));
  const division row = small_divide(b, h.grid_x), plane = small_divide(row.quotient, h.grid_yz & 0xffff);
  return make_uint3(row.rest, plane.rest, u32(plane.quotient));
}

// Runs `count` consecutive warps of a launch of K, from the one at `at` (see segment) on: 32 threads each of its grid, whose threads are numbered
// block after block.
template <class K, class Args, class Hooks>
FL_DEVICE void run_warps(const worker &w, const record_head &head, uint3 at, u32 count, const Args &args, const Hooks &hooks) {
  constexpr u32 fixed = fixed_block<K>, step = on_cpu ? 1 : part_threads;
  constexpr bool flat = flat_grid<K>, whole = fixed && fixed % part_threads == 0; // no part reaches beyond the grid
  const u32 threads = fixed ? fixed : head.threads();
  const dim3 block = fixed ? dim3(fixed) : head.block_dim(), grid = flat ? dim3(head.grid_x) : head.grid();
  const u32 before = at.x + w.thread, blocks = before / threads;
  group_state &state = *reinterpret_cast<group_state *>(dynamic_bytes<char>()); // nobody looks at it
  u32 t = before - blocks * threads;
  uint3 b = flat ? make_uint3(at.y + blocks, 0, 0) : far_block_at(head, (at.y | u64(at.z) << 32) + blocks);
  FL_LOOP
  for (u32 i = 0; i < count; ++i)
    for (u32 lane = 0; lane < part_threads; lane += step) { // once, on a GPU
      if (whole || (b.x < grid.x && (flat || b.z < grid.z))) {
        uint3 thread = make_uint3(t, 0, 0);
        if (!fixed && !head.flat_block())
          thread = make_uint3(t % block.x, t / block.x % block.y, t / block.x / block.y);
        run_thread<K>(w, thread, b, threads, block, grid, false, state, args, hooks);
      }
      FL_LOOP
      for (t += step; t >= threads; t -= threads)
        next_block<flat>(b, grid);
    }
}
} // namespace __fl
#endif
