#include "fiber.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#ifdef FLCPU_UCONTEXT
#include <ucontext.h>
#endif
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_STACK_REGISTER(low, high) 0
#endif

// Present only in a program that was built with the sanitizer; this library need not be.
extern "C" {
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **save, const void *bottom,
                                                          size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *fake, const void **old_bottom,
                                                           size_t *old_size);
__attribute__((weak)) void *__tsan_get_current_fiber();
__attribute__((weak)) void *__tsan_create_fiber(unsigned flags);
__attribute__((weak)) void __tsan_switch_to_fiber(void *fiber, unsigned flags);
}

namespace flcpu::detail {

// The context that the operating system thread left last: its stack bounds are learned on arrival
// in the next one.
static __thread context *left_context;

#ifdef FLCPU_UCONTEXT
static void swap_stacks(context &from, context &to) {
  ucontext_t here;
  from.sp = &here;
  swapcontext(&here, static_cast<ucontext_t *>(to.sp));
}
#else
extern "C" void flcpu_swap_stacks(void **from, void *to);
extern "C" void flcpu_fiber_start();
static inline void swap_stacks(context &from, context &to) { flcpu_swap_stacks(&from.sp, to.sp); }
#endif

#if defined(__x86_64__)
// Saves the callee-saved registers on the old stack and restores them from the new one. A new
// fiber's stack is laid out so that the first switch returns into flcpu_fiber_start with the entry
// function in rbx and its argument in r12; the undefined return address there ends backtraces.
asm(R"(
.text
.p2align 4
.globl flcpu_swap_stacks
.hidden flcpu_swap_stacks
.type flcpu_swap_stacks,@function
flcpu_swap_stacks:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .cfi_endproc
.size flcpu_swap_stacks,.-flcpu_swap_stacks
.p2align 4
.globl flcpu_fiber_start
.hidden flcpu_fiber_start
.type flcpu_fiber_start,@function
flcpu_fiber_start:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rdi
  xorl %ebp, %ebp
  call *%rbx
  ud2
  .cfi_endproc
.size flcpu_fiber_start,.-flcpu_fiber_start
.section .note.GNU-stack,"",@progbits
.text
)");
enum { saved_words = 6, entry_word = 4, argument_word = 3, return_word = 6 };
#elif defined(__aarch64__)
asm(R"(
.text
.p2align 4
.globl flcpu_swap_stacks
.hidden flcpu_swap_stacks
.type flcpu_swap_stacks,%function
flcpu_swap_stacks:
  .cfi_startproc
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
  .cfi_endproc
.size flcpu_swap_stacks,.-flcpu_swap_stacks
.p2align 4
.globl flcpu_fiber_start
.hidden flcpu_fiber_start
.type flcpu_fiber_start,%function
flcpu_fiber_start:
  .cfi_startproc
  .cfi_undefined x30
  mov x0, x20
  mov x29, xzr
  blr x19
  brk #1
  .cfi_endproc
.size flcpu_fiber_start,.-flcpu_fiber_start
.section .note.GNU-stack,"",%progbits
.text
)");
enum { saved_words = 20, entry_word = 0, argument_word = 1, return_word = 11 };
#endif

#ifdef FLCPU_UCONTEXT
static void start_ucontext(unsigned entry_high, unsigned entry_low, unsigned arg_high,
                           unsigned arg_low) {
  const uintptr_t entry = uintptr_t(uint64_t(entry_high) << 32 | entry_low);
  const uintptr_t argument = uintptr_t(uint64_t(arg_high) << 32 | arg_low);
  reinterpret_cast<void (*)(void *)>(entry)(reinterpret_cast<void *>(argument));
}

void make_context(context &c, void *stack, size_t size, void (*entry)(void *), void *argument) {
  c.stack = stack;
  c.stack_size = size;
  ucontext_t *u = new ucontext_t;
  getcontext(u);
  u->uc_stack.ss_sp = stack;
  u->uc_stack.ss_size = size;
  u->uc_link = nullptr;
  const uint64_t e = reinterpret_cast<uintptr_t>(entry), a = reinterpret_cast<uintptr_t>(argument);
  makecontext(u, reinterpret_cast<void (*)()>(start_ucontext), 4, unsigned(e >> 32), unsigned(e),
              unsigned(a >> 32), unsigned(a));
  c.sp = u;
}
#else
void make_context(context &c, void *stack, size_t size, void (*entry)(void *), void *argument) {
  c.stack = stack;
  c.stack_size = size;
  // 64 bytes of headroom keep the frame aligned and the return address of flcpu_fiber_start zero.
  uintptr_t *top = reinterpret_cast<uintptr_t *>(
      ((reinterpret_cast<uintptr_t>(stack) + size) & ~uintptr_t(63)) - 64);
#if defined(__x86_64__)
  // The return address is popped too: flcpu_fiber_start begins with rsp == top, aligned as the ABI
  // wants it before a call.
  uintptr_t *frame = top - (saved_words + 1);
#else
  uintptr_t *frame = top - saved_words;
#endif
  for (uintptr_t *p = frame; p < top + 8; p++)
    *p = 0;
  frame[entry_word] = reinterpret_cast<uintptr_t>(entry);
  frame[argument_word] = reinterpret_cast<uintptr_t>(argument);
  frame[return_word] = reinterpret_cast<uintptr_t>(&flcpu_fiber_start);
  c.sp = frame;
}
#endif

__attribute__((noinline)) void switch_context(context &from, context &to) {
  if (__sanitizer_start_switch_fiber) {
    left_context = &from;
    __sanitizer_start_switch_fiber(&from.fake_stack, to.stack, to.stack_size);
  }
  if (__tsan_switch_to_fiber) {
    if (!from.tsan)
      from.tsan = __tsan_get_current_fiber();
    if (!to.tsan)
      to.tsan = __tsan_create_fiber(0);
    __tsan_switch_to_fiber(to.tsan, 0);
  }
  swap_stacks(from, to);
  if (__sanitizer_finish_switch_fiber)
    entered_context(from);
}

__attribute__((noinline)) void entered_context(context &self) {
  if (!__sanitizer_finish_switch_fiber)
    return;
  const void *bottom = nullptr;
  size_t size = 0;
  __sanitizer_finish_switch_fiber(self.fake_stack, &bottom, &size);
  left_context->stack = const_cast<void *>(bottom);
  left_context->stack_size = size;
}

size_t stack_size() {
  static const size_t size = [] {
    size_t bytes = 256 * 1024;
    if (const char *text = getenv("FL_CPU_STACK")) {
      char *end = nullptr;
      const unsigned long long value = strtoull(text, &end, 10);
      if (value)
        bytes = size_t(*end == 'k' || *end == 'K'   ? value << 10
                       : *end == 'm' || *end == 'M' ? value << 20
                                                    : value);
    }
    const size_t page = size_t(sysconf(_SC_PAGESIZE));
    bytes = (bytes + page - 1) / page * page;
    return bytes < 4 * page ? 4 * page : bytes;
  }();
  return size;
}

// Stacks come in slabs. Each has a guard page below it as long as the process has mappings to spare
// (a guard costs two); later slabs are one mapping without guards, which the kernel merges with its
// neighbours.
void *allocate_stack() {
  constexpr size_t slab = 32, guarded_limit = 12 * 1024;
  static std::mutex lock;
  static char *next;
  static size_t left, total;
  const size_t page = size_t(sysconf(_SC_PAGESIZE)), size = stack_size(), pitch = size + page;
  std::lock_guard<std::mutex> hold(lock);
  if (left == 0) {
    void *p = mmap(nullptr, pitch * slab, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
      fprintf(stderr, "flcpu: no memory for the stacks of %zu waiting CUDA threads\n", total);
      abort();
    }
    madvise(p, pitch * slab, MADV_NOHUGEPAGE); // one touched page must not commit two megabytes
    next = static_cast<char *>(p);
    left = slab;
  }
  char *base = next;
  next += pitch;
  left--;
  if (total++ < guarded_limit)
    mprotect(base, page, PROT_NONE);
  (void)VALGRIND_STACK_REGISTER(base + page, base + pitch);
  return base + page;
}

} // namespace flcpu::detail
