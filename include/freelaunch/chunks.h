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
// What is kept of a chunk: 0 not there yet, 1 no memory, else its address, and in that whether it is a piece of a pool's.
constexpr u64 of_pool = 2;
FL_DEVICE char *address_of_chunk(u64 kept) { return reinterpret_cast<char *>(size_t(kept & ~of_pool)); }
// The memory of a chunk; NULL: there is none. Of those that need it before it is there one `brings` what `bring` gives, an address or 0, and the others wait.
template <class F> FL_DEVICE char *chunk_from(u64 *kept, bool brings, const F &bring) {
  if (brings) {
    const u64 memory = bring();
    fence(); // what malloc has noted of it, memcheck's malloc above all, is there before others write to it
    atomicExch(kept, memory ? memory : u64(1));
  }
  u64 chunk;
  while ((chunk = load_relaxed(kept)) == 0)
    pause_until(kept, 100, [=] { return load_relaxed(kept) != 0; });
  fence();
  return chunk == 1 ? nullptr : address_of_chunk(chunk);
}
FL_DEVICE u64 heap_chunk(size_t bytes) { return u64(reinterpret_cast<size_t>(FL_CHUNK_MEMORY(bytes))); }
FL_DEVICE char *memory_of_chunk(u64 *kept, bool brings, size_t bytes) {
  return chunk_from(kept, brings, [=] { return heap_chunk(bytes); });
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
  u64 free; // the first piece to be given out; each names the next one
};
// A piece that there is; 0: there is none. It stands where launches are recorded, in the parents' kernels, too, and has no registers to spare.
FL_DEVICE u64 take_piece(piece_pool *p) {
  const u64 first = load_relaxed(&p->free);
  if (first)
    p->free = load_relaxed(reinterpret_cast<const u64 *>(size_t(first)));
  return first;
}
FL_DEVICE void give_piece(piece_pool *p, void *piece) {
  *static_cast<u64 *>(piece) = p->free;
  p->free = u64(reinterpret_cast<size_t>(piece));
}
// Sees to it that there is a piece, if there is memory.
FL_COLD void make_piece(piece_pool *p, size_t bytes) {
  using slabs = chunks<2, pool_slabs>;
  if (p->free || p->made >= slabs::doubled)
    return;
  const chunk_place at = slabs::place(p->made++);
  u64 *const slab = &p->slab[at.chunk];
  if (char *const memory = memory_of_chunk(slab, *slab == 0, bytes * at.capacity))
    give_piece(p, memory + bytes * at.at);
}
FL_DEVICE void free_pieces(piece_pool &p) {
  free_all_chunks(p.slab, pool_slabs);
  p.made = 0;
  p.free = 0;
}
} // namespace __fl
#endif
