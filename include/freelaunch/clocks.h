// Clocks: what streams and events that are made on the device are (streams.h), and where they are kept. They are their block's, as CUDA's are, so that none outlives the batch in which it was
// made: their places are given out anew then, and the memory goes when all is done, whether the program has destroyed them or not.
#ifndef FREELAUNCH_CLOCKS_H
#define FREELAUNCH_CLOCKS_H
#include "chunks.h"

namespace __fl {
// The level that the next launch into it gets.
struct device_clock {
  u32 now;
  u32 number; // its place in the store
  u64 last;   // fused engine: the last launch into the stream
};
// Values of cudaStream_t that are not pointers: NULL, legacy, per thread, tail launch, fire and
// forget.
FL_DEVICE size_t handle(cudaStream_t s) { return reinterpret_cast<size_t>(s); }
constexpr size_t tail_stream = 3, forget_stream = 4;
FL_DEVICE device_clock *clock_of(cudaStream_t s) { return reinterpret_cast<device_clock *>(s); }

constexpr u32 clock_pool = 256, clock_chunks = 20;
using clock_array = chunks<clock_pool, clock_chunks>;
// Zero between two parent launches, but for the pool.
struct clock_store {
  device_clock pool[clock_pool]; // the first ones,
  u64 chunk[clock_chunks];       //   and all others (chunks.h)
  u32 made; // so far, of blocks that may not have ended
  u32 kept; // of these, the parent's, while children run that it waits for (block.h)
  u32 live; // the parent's that it has not destroyed; only where it waits for children
  u64 gone; // fused engine: destroyed ones, which name each other in `now`: changes so far << 32 | number + 1 of the first
};
FL_DEVICE device_clock *clock_at(clock_store *s, u32 n) {
  if (n < clock_pool)
    return &s->pool[n];
  const chunk_place p = clock_array::place(n - clock_pool);
  return reinterpret_cast<device_clock *>(size_t(load_relaxed(&s->chunk[p.chunk]))) + p.at; // others may have brought it just now
}
FL_DEVICE device_clock *begin_clock(device_clock *c, u32 number) {
  c->now = 0;
  c->number = number;
  c->last = 0;
  return c;
}
// A new clock; NULL: there is no memory for it.
FL_COLD device_clock *new_clock(clock_store *s) {
  const lanes l = converged();
  u32 n = 0;
  if (l.first)
    n = atomicAdd(&s->made, l.count);
  n = from_leader(l, n) + l.rank;
  if (n < clock_pool)
    return begin_clock(&s->pool[n], n);
  if (n - clock_pool >= clock_array::doubled)
    return nullptr;
  const chunk_place p = clock_array::place(n - clock_pool);
  u64 *const chunk = &s->chunk[p.chunk];
  char *memory = memory_of_chunk(chunk, p.at == 0 && load_relaxed(chunk) <= 1, sizeof(device_clock) * p.capacity);
  return memory ? begin_clock(reinterpret_cast<device_clock *>(memory) + p.at, n) : nullptr;
}
// All blocks but those that `kept` is for have ended. One thread.
FL_DEVICE void forget_clocks(clock_store &s) { s.made = s.kept; }
// All blocks have. One thread.
FL_DEVICE void free_clocks(clock_store &s) {
  s.made = s.kept = s.live = 0;
  if (s.chunk[0])
    free_all_chunks(s.chunk, clock_chunks);
}

// The same where all is one kernel, in which blocks begin and end at any time: places of destroyed clocks are given out again.
FL_COLD device_clock *reused_clock(clock_store *s) {
  u64 first = load_relaxed(&s->gone);
  while (u32(first)) {
    const u32 number = u32(first) - 1;
    device_clock *c = clock_at(s, number);
    const u64 seen = atomicCAS(&s->gone, first, ((first >> 32) + 1) << 32 | load_relaxed(&c->now));
    if (seen == first) {
      fence();
      return begin_clock(c, number);
    }
    first = seen;
  }
  return new_clock(s);
}
FL_COLD void give_clock_back(clock_store *s, device_clock *c) {
  u64 first = load_relaxed(&s->gone), seen = first;
  do {
    first = seen;
    store_relaxed(&c->now, u32(first));
    fence();
    seen = atomicCAS(&s->gone, first, ((first >> 32) + 1) << 32 | (c->number + 1));
  } while (seen != first);
}
} // namespace __fl
#endif
