// A pool of device memory for allocations that device code makes (docs/allocation.md). CUDA's own device heap serves one request after
// another, and its free() takes time that grows with the number of allocations.
//
// The pool is cut into pages, each of which belongs to at most one size class and holds blocks of that size. A bit says whether a block is
// taken; all else (which words have free bits, which pages have such words) are hints in the same form, so that nothing is ever linked and
// there is no ABA problem: whoever sets a block's bit owns the block, provided that the page still belongs to the class.
//
// Atomics on one address are done one after another, 0.7 ns each on an H100, so a class has several bins, with counters and pages of their own: each
// multiprocessor asks one of them first.
#ifndef FREELAUNCH_POOL_H
#define FREELAUNCH_POOL_H
#include "platform.h"

namespace __fl {
constexpr u32 pool_page_bytes = 1u << 16, pool_largest = 1u << 14, pool_classes = 20;
constexpr u32 pool_most_bins = 32, pool_bin_pages = 32; // of a class: as many as the pool has so many pages, if that is less
constexpr u32 page_words = 64; // of 64 bits: a page of the smallest blocks
constexpr u32 no_page = ~0u;
constexpr size_t pool_most_pages = size_t(1) << 18; // what a page_set can hold

// Size classes: multiples of 16 up to 64, then powers of two and the means between them.
FL_DEVICE u32 class_of(u32 bytes) {
  if (bytes <= 64)
    return (bytes + 15) / 16 - 1;
  const u32 k = 31 - __clz(int(bytes - 1));
  return 4 + (k - 6) * 2 + (bytes > 3u << (k - 1));
}
__host__ __device__ constexpr u32 class_bytes(u32 c) {
  return c < 4 ? 16 * (c + 1) : c % 2 ? 2u << (6 + (c - 4) / 2) : 3u << (5 + (c - 4) / 2);
}
// Bin b of a pool is one of class b % pool_classes. Sizes are computed: memory beside counters that all threads add to takes as long to load as to add.
__host__ __device__ constexpr u32 bin_bytes(u32 b) { return class_bytes(b % pool_classes); }
__host__ __device__ constexpr u32 bin_blocks(u32 b) { return pool_page_bytes / bin_bytes(b); } // in a page

struct pool_bin {
  alignas(128) u32 live;  // blocks that are taken or being looked for
  alignas(128) u32 pages; // that the bin has or is about to get: more than `live` needs
};

struct alignas(128) pool_page {
  u32 owner;             // its bin + 1; 0: none yet
  u32 used;              // blocks taken
  u32 cursor;            // where to look first
  u64 open;              // hint: words of `taken` with a free block
  u64 taken[page_words]; // a bit for each block; those beyond the last are always set
};

// A set of pages, as bits with a summary above them. Behind by what other threads are about to do.
struct page_set {
  u64 *sum, *leaf;
  u32 sums;
};

struct pool {
  char *begin; // of the first page
  size_t bytes;
  pool_page *page;
  u64 *sets; // of pages: with free blocks, one for each bin, and behind those the pages that may be empty
  u32 pages, sums, stride;
  u32 bins;               // of a class
  alignas(128) u32 fresh; // pages that were given out for the first time

  FL_DEVICE pool_bin &bin(u32 b) const { return reinterpret_cast<pool_bin *>(const_cast<pool *>(this) + 1)[b]; }

  FL_DEVICE page_set set(u32 i) const {
    u64 *const at = sets + size_t(i) * stride;
    return page_set{at, at + sums, sums};
  }
  FL_DEVICE page_set empty() const { return set(bins * pool_classes); }
};

FL_DEVICE u64 bit(u32 i) { return u64(1) << (i % 64); }
FL_DEVICE u32 bits_in(u64 v) { return u32(__popcll(v)); }
FL_DEVICE u32 lowest_bit(u64 v) { return u32(__ffsll((long long)v)) - 1; }
// Position of the k-th set bit, from 0; there must be more than k.
FL_DEVICE u32 nth_bit(u64 v, u32 k) {
  u32 at = 0;
  FL_UNROLL
  for (u32 half = 32; half; half /= 2) {
    const u32 low = bits_in(v >> at & ((u64(1) << half) - 1));
    if (k >= low) {
      k -= low;
      at += half;
    }
  }
  return at;
}
FL_DEVICE u64 rotate(u64 v, u32 left) { return v << (left & 63) | v >> (-left & 63); }

FL_DEVICE void insert(const page_set &s, u32 x) {
  if (!atomicOr(&s.leaf[x / 64], bit(x))) {
    fence();
    atomicOr(&s.sum[x / 4096], bit(x / 64));
  }
}
// A summary that says too little hides what is below it: after clearing one, look again.
FL_DEVICE void summary_clear(const page_set &s, u32 leaf) {
  atomicAnd(&s.sum[leaf / 64], ~bit(leaf));
  fence();
  if (load_relaxed(&s.leaf[leaf]))
    atomicOr(&s.sum[leaf / 64], bit(leaf));
}
FL_DEVICE bool erase(const page_set &s, u32 x) {
  const u64 before = atomicAnd(&s.leaf[x / 64], ~bit(x));
  if (before == bit(x))
    summary_clear(s, x / 64);
  return (before & bit(x)) != 0;
}
// A page of the set, other ones for other seeds; no_page if none is found.
FL_DEVICE u32 pick(const page_set &s, u32 seed) {
  FL_LOOP
  for (u32 i = 0; i < s.sums; ++i) {
    const u32 j = (seed + i) % s.sums;
    const u64 leaves = load_relaxed(&s.sum[j]);
    if (!leaves)
      continue;
    const u32 some = bits_in(leaves), a = j * 64 + nth_bit(leaves, seed % some);
    const u64 pages = load_relaxed(&s.leaf[a]);
    if (pages)
      return a * 64 + nth_bit(pages, seed / some % bits_in(pages));
    summary_clear(s, a);
  }
  return no_page;
}

// Says to those who look for blocks that a page has some.
FL_DEVICE void offer(const pool &p, u32 x) {
  const u32 owner = load_relaxed(&p.page[x].owner);
  fence();
  if (owner)
    insert(p.set(owner - 1), x);
}
FL_DEVICE void open_words(const pool &p, u32 x, u64 words) {
  fence();
  if (!atomicOr(&p.page[x].open, words)) {
    fence();
    offer(p, x);
  }
}
// A word has no free block; nor has its page, if it was the last.
FL_DEVICE void close_word(const pool &p, u32 b, u32 x, u32 w) {
  pool_page &g = p.page[x];
  const u64 before = atomicAnd(&g.open, ~bit(w));
  fence();
  if (load_relaxed(&g.taken[w]) != ~u64(0)) {
    open_words(p, x, bit(w));
  } else if (before == bit(w)) {
    erase(p.set(b), x);
    fence();
    if (load_relaxed(&g.open))
      offer(p, x);
  }
}
// Clears bits of blocks; returns what the word was.
FL_DEVICE u64 put_back(const pool &p, u32 x, u32 w, u64 blocks) {
  const u64 before = atomicAnd(&p.page[x].taken[w], ~blocks);
  if (before == ~u64(0))
    open_words(p, x, bit(w));
  return before;
}

// A word of `taken` in a page without blocks in use.
FL_DEVICE u64 untaken(u32 blocks, u32 w) {
  const u32 here = blocks - w * 64;
  return here >= 64 ? 0 : ~u64(0) << here;
}
// Takes all blocks of a page, so that nobody else can have it, if none of them is in use.
FL_DEVICE bool seize(const pool &p, u32 x) {
  pool_page &g = p.page[x];
  const u32 owner = load_relaxed(&g.owner);
  if (!owner || load_relaxed(&g.used))
    return false;
  const u32 blocks = bin_blocks(owner - 1), words = (blocks + 63) / 64;
  u32 w = 0;
  u64 before = 0;
  bool whole = true;
  FL_LOOP
  for (; w < words && whole; ++w) {
    before = atomicExch(&g.taken[w], ~u64(0));
    whole = before == untaken(blocks, w);
  }
  fence();
  if (whole && load_relaxed(&g.owner) == owner)
    return true;
  FL_LOOP
  while (w-- > 0) { // those before the last were as they should be
    const u64 mine = ~(whole ? untaken(blocks, w) : before);
    whole = true;
    if (mine)
      put_back(p, x, w, mine);
  }
  return false;
}
// An empty page of any bin, seized.
FL_DEVICE u32 reclaim(pool &p) {
  const page_set empty = p.empty();
  FL_LOOP
  for (u32 i = 0; i < 64; ++i) {
    const u32 x = pick(empty, i);
    if (x == no_page)
      return x;
    if (!erase(empty, x) || !seize(p, x))
      continue;
    const u32 b = load_relaxed(&p.page[x].owner) - 1;
    p.page[x].open = 0;
    erase(p.set(b), x);
    atomicSub(&p.bin(b).pages, 1u);
    return x;
  }
  return no_page;
}
// Gives a bin one more page.
FL_APART bool add_page(pool &p, u32 b) {
  u32 x = no_page;
  if (load_relaxed(&p.fresh) < p.pages)
    x = atomicAdd(&p.fresh, 1u);
  if (x >= p.pages)
    x = reclaim(p);
  if (x == no_page)
    return false;
  pool_page &g = p.page[x];
  // First the owner: who looked for a block of the page's former bin takes a bit, and then sees that it is none of his.
  *const_cast<volatile u32 *>(&g.owner) = b + 1;
  fence();
  const u32 blocks = bin_blocks(b), words = (blocks + 63) / 64;
  FL_LOOP
  for (u32 w = 0; w < words; ++w)
    *const_cast<volatile u64 *>(&g.taken[w]) = untaken(blocks, w);
  fence();
  atomicOr(&g.open, words == 64 ? ~u64(0) : bit(words) - 1);
  fence();
  offer(p, x);
  return true;
}
// Counts a block in, so that there are pages enough for it. Returns a number of its own for each page that is needed.
FL_DEVICE u32 reserve(pool &p, u32 b) {
  pool_bin &k = p.bin(b);
  const u32 blocks = bin_blocks(b), before = atomicAdd(&k.live, 1u), need = (before + 1) / blocks + 1;
  if (load_relaxed(&k.pages) < need) {
    const u32 had = atomicMax(&k.pages, need);
    FL_LOOP
    for (u32 i = had; i < need; ++i)
      if (!add_page(p, b)) {
        atomicSub(&k.pages, need - i);
        break;
      }
  }
  return before / blocks;
}
// Takes a block out of some page. NULL if it was not lucky.
FL_DEVICE char *claim(pool &p, u32 b, u32 seed) {
  const u32 x = pick(p.set(b), seed);
  if (x == no_page)
    return nullptr;
  pool_page &g = p.page[x];
  const u64 open = load_relaxed(&g.open);
  if (load_relaxed(&g.owner) != b + 1 || !open) {
    erase(p.set(b), x);
    fence();
    if (load_relaxed(&g.open))
      offer(p, x);
    return nullptr;
  }
  const u32 at = atomicAdd(&g.cursor, 1u) % bin_blocks(b), from = at / 64;
  const u64 later = open >> from << from;
  const u32 w = lowest_bit(later ? later : open), turn = w == from ? at : 0;
  u64 before = load_relaxed(&g.taken[w]);
  const u64 free = rotate(~before, 0u - turn), wish = rotate(free & (0 - free), turn);
  if (wish)
    before = atomicOr(&g.taken[w], wish);
  const u64 got = wish & ~before;
  fence();
  if (got && load_relaxed(&g.owner) != b + 1) {
    put_back(p, x, w, got);
    return nullptr;
  }
  if ((before | wish) == ~u64(0))
    close_word(p, b, x, w);
  if (!got)
    return nullptr;
  atomicAdd(&g.used, 1u);
  return p.begin + size_t(x) * pool_page_bytes + (w * 64 + lowest_bit(got)) * bin_bytes(b);
}
// A block of a bin; NULL: there is none, and no page to be had. `tries`: until that is believed.
FL_DEVICE char *take_from(pool &p, u32 b, u32 tries) {
  pool_bin &k = p.bin(b);
  const u32 blocks = bin_blocks(b);
  u32 seed = reserve(p, b);
  char *mine = nullptr;
  FL_LOOP
  for (u32 i = 0; !(mine = claim(p, b, seed)); ++i) {
    // Pages were promised, but they may not be there yet, all may look for the last free blocks, or another bin may have taken a page away before
    // anybody used it. Then one page more helps, but not one for everybody who waits.
    const u64 room = u64(load_relaxed(&k.pages)) * blocks, live = load_relaxed(&k.live);
    bool more = room < live || (i % 64 == 63 && room < 2 * live);
    if (more) {
      atomicAdd(&k.pages, 1u);
      more = add_page(p, b);
      if (!more)
        atomicSub(&k.pages, 1u);
    }
    if (!more && i >= (room < live ? tries : 1024)) {
      atomicSub(&k.live, 1u);
      break;
    }
    pause(i < 8 ? 40 : 400);
    seed = (seed + 1) * 0x9E3779B1u;
  }
  return mine;
}

// A block of at least `bytes`, 1 to pool_largest, aligned to 16 bytes or the largest power of two that divides the size of its class; NULL:
// there is none. Here and in pool_give each lane is for itself, without an operation of the warp: lanes come from several calls at a time, and a mask of those
// that were active together has named lanes that were elsewhere, and hung (nvcc 13.0, sm_90).
FL_APART void *pool_take(pool *pp, u32 bytes) {
  pool &p = *pp;
  const u32 c = class_of(bytes), home = processor() % p.bins;
  char *mine = nullptr;
  FL_LOOP
  for (u32 i = 0; i < p.bins && !mine; ++i)
    mine = take_from(p, (home + i) % p.bins * pool_classes + c, i ? 1 : 16);
  return mine;
}

// Frees the block that holds `at`, an address in the pool. What is no block in use is left alone.
FL_APART void pool_give(pool *pp, const void *at) {
  pool &p = *pp;
  const size_t offset = size_t(static_cast<const char *>(at) - p.begin);
  const u32 x = u32(offset / pool_page_bytes);
  fence(); // what was written to the block is over before somebody else has it
  pool_page &g = p.page[x];
  const u32 owner = load_relaxed(&g.owner), b = owner ? owner - 1 : 0;
  const u32 block = u32(offset % pool_page_bytes) / bin_bytes(b);
  const bool whole =
      owner && block < bin_blocks(b) && (put_back(p, x, block / 64, bit(block)) & bit(block)) != 0;
  if (whole) {
    atomicSub(&p.bin(b).live, 1u);
    if (atomicSub(&g.used, 1u) == 1)
      insert(p.empty(), x);
  }
}

// Where things are in a pool of so many pages; behind the pages stands the head: the pool, its bins, what is known of each page, the sets.
struct pool_plan {
  size_t pages, bins, sums, stride, head;
  explicit pool_plan(size_t n)
      : pages(n < 1 ? 1 : n > pool_most_pages ? pool_most_pages : n),
        bins(pages < pool_bin_pages ? 1 : pages / pool_bin_pages < pool_most_bins ? pages / pool_bin_pages : pool_most_bins),
        sums((pages + 4095) / 4096), stride((sums + (pages + 63) / 64 + 15) / 16 * 16),
        head(sizeof(pool) + bins * pool_classes * sizeof(pool_bin) + pages * sizeof(pool_page) +
             (bins * pool_classes + 1) * stride * 8) {}
  size_t all() const { return pages * pool_page_bytes + head; }
  // The head's first part; the rest is zero.
  pool made(char *memory) const {
    pool p = {};
    p.begin = memory;
    p.bytes = pages * pool_page_bytes;
    p.page = reinterpret_cast<pool_page *>(memory + p.bytes + sizeof(pool) + bins * pool_classes * sizeof(pool_bin));
    p.sets = reinterpret_cast<u64 *>(p.page + pages);
    p.pages = u32(pages);
    p.sums = u32(sums);
    p.stride = u32(stride);
    p.bins = u32(bins);
    return p;
  }
};
} // namespace __fl
#endif
