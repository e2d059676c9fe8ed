// flcc: a drop-in for nvcc that transforms device-side kernel launches first.
#define _GNU_SOURCE
#include "driver/command.h"
#include "driver/process.h"
#ifdef __GLIBC__
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

// A parse takes a hundred megabytes in small pieces. In one heap that grows in a single step, in large pages where the kernel has them, it
// takes a seventh less time. What of this cannot be had changes nothing.
static void prepare_heap(void) {
#ifdef __GLIBC__
  const size_t page = (size_t)2 << 20;
  (void)mallopt(M_ARENA_MAX, 1);
  (void)mallopt(M_MMAP_THRESHOLD, 32 << 20);
  (void)mallopt(M_TRIM_THRESHOLD, 1 << 30);
  (void)mallopt(M_TOP_PAD, 128 << 20);
  void *volatile room = malloc(16 << 20); // more than what libraries have left over
  const uintptr_t begin = ((uintptr_t)room + page - 1) / page * page,
                  end = (uintptr_t)sbrk(0) / page * page;
  free(room);
  if (room && begin < end)
    (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#endif
}

int main(int argc, char **argv) {
  prepare_heap();
  fl_process_start();
  return fl_run_command(argc, argv);
}
