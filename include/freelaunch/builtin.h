// Memory copies and fills that device code puts into streams, as kernels of one warp a block: so
// they take part in the order of launches. They belong to closures that say so (`moves`).
#ifndef FREELAUNCH_BUILTIN_H
#define FREELAUNCH_BUILTIN_H
#include "context.h"

namespace __fl {
struct builtin_kernel {
  using kids = list<>;
  using shared = none;
  static constexpr int max_threads = 32;
  static constexpr bool barrier = false, early_exit = false, warp_sync = false, ordered = false;
  static constexpr long dynamic_shared = 0;
  // A warp moves some 16 KB.
  static FL_DEVICE config shape(size_t bytes, cudaStream_t s) {
    const size_t blocks = (bytes - 1) / 16384 + 1;
    return config(dim3(u32(blocks < 65536 ? blocks : 65536)), dim3(32), 0, s);
  }
  // Calls `unit(row, offset)` for every 16, 4 or 1 bytes of `height` rows of `width` bytes that
  // this thread has to do.
  template <class C, class F>
  static FL_DEVICE void each(C &c, size_t width, size_t height, u32 unit, const F &f) {
    const size_t row = width / unit, all = row * height;
    const size_t step = size_t(c.grid_dim().x) * 32;
    for (size_t i = size_t(c.block_idx().x) * 32 + c.thread_idx().x; i < all; i += step) {
      const size_t y = height == 1 ? 0 : i / row;
      f(y, (i - y * row) * unit);
    }
  }
};
FL_DEVICE size_t address(const void *p) { return reinterpret_cast<size_t>(p); }
FL_DEVICE u32 unit_of(size_t bits) { return bits % 16 == 0 ? 16 : bits % 4 == 0 ? 4 : 1; }

// Copies `height` rows of `width` bytes.
struct builtin_copy : builtin_kernel {
  using args = pack<char *, const char *, size_t, size_t, size_t,
                    size_t>; // to, from, pitches, width, height
  template <class C> static FL_DEVICE void run(C &c, const args &a) {
    char *to = a.get<0>();
    const char *from = a.get<1>();
    const size_t to_pitch = a.get<2>(), from_pitch = a.get<3>(), width = a.get<4>();
    const u32 unit = unit_of(address(to) | address(from) | to_pitch | from_pitch | width);
    each(c, width, a.get<5>(), unit, [=](size_t y, size_t x) {
      char *t = to + y * to_pitch + x;
      const char *f = from + y * from_pitch + x;
      if (unit == 16)
        *reinterpret_cast<uint4 *>(t) = *reinterpret_cast<const uint4 *>(f);
      else if (unit == 4)
        *reinterpret_cast<u32 *>(t) = *reinterpret_cast<const u32 *>(f);
      else
        *t = *f;
    });
  }
};
// Fills `height` rows of `width` bytes.
struct builtin_set : builtin_kernel {
  using args =
      pack<char *, u32, size_t, size_t, size_t>; // to, the byte four times, pitch, width, height
  template <class C> static FL_DEVICE void run(C &c, const args &a) {
    char *to = a.get<0>();
    const u32 word = a.get<1>();
    const size_t pitch = a.get<2>(), width = a.get<3>();
    const u32 unit = unit_of(address(to) | pitch | width);
    each(c, width, a.get<4>(), unit, [=](size_t y, size_t x) {
      char *t = to + y * pitch + x;
      if (unit == 16)
        *reinterpret_cast<uint4 *>(t) = make_uint4(word, word, word, word);
      else if (unit == 4)
        *reinterpret_cast<u32 *>(t) = word;
      else
        *t = char(word);
    });
  }
};
} // namespace __fl
#endif
