// Barriers for virtual child blocks, which are groups of warps inside a worker block (DESIGN
// section 6). Three kinds: the warp's own, a named barrier (every thread of a multiple of 32
// arrives), and a counting barrier per virtual block that threads can leave for good: an mbarrier,
// or in software where the hardware has none (sm_75). On the CPU target a virtual block is a team of
// flcpu, whose own barrier is all three.
#ifndef FREELAUNCH_BARRIER_H
#define FREELAUNCH_BARRIER_H
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define FL_SOFT_BARRIERS 1
#endif

namespace __fl {
// Stands at the start of a group's slice of shared memory.
struct alignas(16) group_state {
  u64 child;    // barrier of the virtual block: an mbarrier or a soft_barrier word
  u32 launched; // fused engine: the virtual block has launched something
  u32 clock;    // levels handed out by the virtual block's NULL stream, where its launches are in turn
  u32 votes;    // threads that said yes at sync_count
  u32 over;     // fused engine: all is done, as its first thread has found
  u64 last;     // fused engine: last launch into the block's NULL stream, likewise
  u64 mail;     // fused engine: what the group's first thread tells the others
};

// A counting barrier in one word: arrived threads (11 bits), expected threads (11 bits), phase (10
// bits). The last one to arrive starts the next phase; one that leaves is not expected any more.
FL_DEVICE void soft_init(u32 *w, u32 threads) { *const_cast<volatile u32 *>(w) = threads << 11; }
FL_DEVICE u32 soft_arrive(u32 *w, bool leave) {
  u32 old = load_relaxed(w), seen;
  for (;;) {
    u32 arrived = (old & 2047) + !leave, expected = ((old >> 11) & 2047) - leave, phase = old >> 22;
    u32 next = arrived == expected ? ((phase + 1) & 1023) << 22 | expected << 11
                                   : phase << 22 | expected << 11 | arrived;
    seen = atomicCAS(w, old, next);
    if (seen == old)
      return phase;
    old = seen;
  }
}
FL_DEVICE void soft_wait(u32 *w) {
  fence();
  u32 phase = soft_arrive(w, false);
  wait_until(w, 20, [=] { return load_relaxed(w) >> 22 != phase; });
  fence();
}

#ifdef FLCPU
inline void vb_init(u64 *, u32) {}
inline void vb_end(u64 *) {}
inline void vb_wait(u64 *) { __syncthreads(); }
inline void vb_leave(u64 *) {}
#elif defined(FL_SOFT_BARRIERS)
FL_DEVICE void vb_init(u64 *b, u32 threads) { soft_init(reinterpret_cast<u32 *>(b), threads); }
FL_DEVICE void vb_end(u64 *) {}
FL_DEVICE void vb_wait(u64 *b) { soft_wait(reinterpret_cast<u32 *>(b)); }
FL_DEVICE void vb_leave(u64 *b) {
  fence();
  soft_arrive(reinterpret_cast<u32 *>(b), true);
}
#else
FL_DEVICE u32 shared_address(const void *p) { return u32(__cvta_generic_to_shared(p)); }
FL_DEVICE void vb_init(u64 *b, u32 threads) {
#ifdef __CUDA_ARCH__
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(b)), "r"(threads)
               : "memory");
#endif
}
FL_DEVICE void vb_end(u64 *b) {
#ifdef __CUDA_ARCH__
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared_address(b)) : "memory");
#endif
}
FL_DEVICE void vb_wait(u64 *b) {
#ifdef __CUDA_ARCH__
  asm volatile("{\n\t.reg .b64 s;\n\t.reg .pred p;\n\t"
               "mbarrier.arrive.shared.b64 s, [%0];\n\t"
               "fl_wait:\n\t"
#if __CUDA_ARCH__ >= 900
               "mbarrier.try_wait.shared.b64 p, [%0], s;\n\t"
#else
               "mbarrier.test_wait.shared.b64 p, [%0], s;\n\t"
#endif
               "@!p bra fl_wait;\n\t}" ::"r"(shared_address(b))
               : "memory");
#endif
}
FL_DEVICE void vb_leave(u64 *b) {
#ifdef __CUDA_ARCH__
  asm volatile(
      "{\n\t.reg .b64 s;\n\tmbarrier.arrive_drop.shared.b64 s, [%0];\n\t}" ::"r"(shared_address(b))
      : "memory");
#endif
}
#endif

#ifdef FLCPU
inline void group_sync(group_state &, u32, u32) { __syncthreads(); }
inline u32 group_vote(group_state &, u32, u32, bool yes) { return u32(__syncthreads_count(yes)); }
#else
// Barrier of the first `threads` threads of a group, whole warps; `id` 1 to 15 is the group's own named barrier. This kind of barrier lets lanes that have parted
// from their warp through as they are, and what follows would be run once for each part.
FL_DEVICE void group_sync(group_state &, u32 id, u32 threads) {
  __syncwarp();
  if (threads != 32)
    asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
// The same, and how many of the threads said yes.
FL_DEVICE u32 group_vote(group_state &, u32 id, u32 threads, bool yes) {
  if (threads == 32)
    return __popc(__ballot_sync(~0u, yes));
  u32 n;
  __syncwarp();
  asm volatile(
      "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %3, 0;\n\tbarrier.red.popc.u32 %0, %1, %2, p;\n\t}"
      : "=r"(n)
      : "r"(id), "r"(threads), "r"(u32(yes))
      : "memory");
  return n;
}
#endif

// The barrier of a block, whichever kind it has: what a group object carries with it.
struct block_barrier {
  enum kinds : u32 { none, hardware, counting, named } kind;
  group_state *state; // of a virtual block
  u32 id, threads;    // of the named barrier
  FL_DEVICE void sync() const {
    if (kind == hardware)
      __syncthreads();
    else if (kind == counting)
      vb_wait(&state->child);
    else if (kind == named)
      group_sync(*state, id, threads);
  }
};
} // namespace __fl
#endif
