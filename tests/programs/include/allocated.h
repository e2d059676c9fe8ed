#ifndef ALLOCATED_H
#define ALLOCATED_H
#include <malloc.h>

// Bytes that device code has allocated and not freed, as far as that is known: on the CPU target they are the process' (M_ARENA_MAX is 1 there).
inline size_t allocated() {
#ifdef FLCPU
  const struct mallinfo2 all = mallinfo2();
  return all.uordblks + all.hblkhd;
#else
  return 0;
#endif
}
#endif
