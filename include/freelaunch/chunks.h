// Arrays on the device's heap that grow where they are: chunks that double up to a size, since the device's free() takes time that grows with the number of allocations (7.5 s for
// 15,000 of them in one thread, on an H100).
#ifndef FREELAUNCH_CHUNKS_H
#define FREELAUNCH_CHUNKS_H
#include "platform.h"

namespace __fl {
#ifndef FL_CHUNK_MEMORY // tests refuse some
#define FL_CHUNK_MEMORY malloc
#endif
struct chunk_place {
  u32 chunk, capacity, at; // the chunk's capacity, and the place in it
};
// The first chunk has `first` places, so many double, and all others are as large as the last of these.
template <u32 first, u32 doublings> struct chunks {
  static constexpr u32 doubled = first * ((1u << doublings) - 1); // places in them
  static constexpr u32 largest = first << (doublings - 1);
  static FL_DEVICE u32 capacity(u32 i) { return first << (i < doublings ? i : doublings - 1); }
  static FL_DEVICE chunk_place place(u32 n) {
    chunk_place p;
    if (n < doubled) {
      p.chunk = 31 - __clz(int(n / first + 1));
      p.capacity = first << p.chunk;
      p.at = n - (p.capacity - first);
    } else {
      p.capacity = largest;
      p.chunk = doublings + (n - doubled) / largest;
      p.at = (n - doubled) % largest;
    }
    return p;
  }
};
// The memory of a chunk; NULL: there is none. What is kept of it: 0 not there yet, 1 no memory, else the address. Of those that need it before it is there one `brings` what `bring` gives, and the
// others wait.
template <class F> FL_DEVICE char *chunk_from(u64 *kept, bool brings, const F &bring) {
  if (brings) {
    void *memory = bring();
    fence(); // what malloc has noted of it, memcheck's malloc above all, is there before others write to it
    atomicExch(kept, memory ? u64(reinterpret_cast<size_t>(memory)) : u64(1));
  }
  u64 chunk;
  while ((chunk = load_relaxed(kept)) == 0)
    pause_until(kept, 100, [=] { return load_relaxed(kept) != 0; });
  fence();
  return chunk == 1 ? nullptr : reinterpret_cast<char *>(size_t(chunk));
}
FL_DEVICE char *memory_of_chunk(u64 *kept, bool brings, size_t bytes) {
  return chunk_from(kept, brings, [=] { return FL_CHUNK_MEMORY(bytes); });
}
// Frees the first `n` chunks of an array, of which those behind one that is not there are not there either. One thread.
FL_COLD void free_all_chunks(u64 *kept, u32 n) {
  FL_LOOP
  for (u32 i = 0; i < n && kept[i]; ++i) {
    if (kept[i] > 1)
      free(reinterpret_cast<void *>(size_t(kept[i])));
    kept[i] = 0;
  }
}

// Pieces of memory of one size that are given out and come back, for what there would be too many of on the heap (malloc of 1 KB takes 0.6 ms, and free 0.3, where there are a thousand, on an H200). One
// thread at a time.
constexpr u32 pool_slabs = 20;
struct piece_pool {
  u64 slab[pool_slabs];
  u32 made;
  u64 free; // the first piece that has come back; each names the next one
};
FL_COLD char *take_piece(piece_pool *p, size_t bytes) {
  if (const u64 first = load_relaxed(&p->free)) {
    p->free = load_relaxed(reinterpret_cast<const u64 *>(size_t(first)));
    return reinterpret_cast<char *>(size_t(first));
  }
  using slabs = chunks<2, pool_slabs>;
  const u32 n = load_relaxed(&p->made);
  if (n >= slabs::doubled)
    return nullptr;
  p->made = n + 1;
  const chunk_place at = slabs::place(n);
  u64 *const slab = &p->slab[at.chunk];
  char *const memory = memory_of_chunk(slab, load_relaxed(slab) == 0, bytes * at.capacity);
  return memory ? memory + bytes * at.at : nullptr;
}
FL_DEVICE void give_piece(piece_pool *p, void *piece) {
  *static_cast<u64 *>(piece) = p->free;
  p->free = u64(reinterpret_cast<size_t>(piece));
}
FL_DEVICE void free_pieces(piece_pool &p) {
  free_all_chunks(p.slab, pool_slabs);
  p.made = 0;
  p.free = 0;
}
} // namespace __fl
#endif
