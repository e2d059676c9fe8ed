#ifndef ALLOCATED_H
#define ALLOCATED_H
#include <malloc.h>
#include <string>

// What device code has allocated and not freed, launch by launch, as far as that is known: on the CPU target it is the process'.
class Allocated {
  size_t used_ = 0;

  static size_t now() {
#ifdef FLCPU
    const struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
#else
    return 0;
#endif
  }

public:
  Allocated() { mallopt(M_ARENA_MAX, 1); } // mallinfo2 knows one
  // After launch `n`: is it by no more than `most` bytes more than after launch `first`? The CPU target's own use varies.
  bool stays(int n, int first, size_t most, std::string &why) {
    const size_t used = now();
    if (n <= first)
      used_ = used;
    if (used <= used_ + most)
      return true;
    why = "up to launch " + std::to_string(n) + " " + std::to_string(used - used_) + " bytes are left";
    return false;
  }
};
#endif
