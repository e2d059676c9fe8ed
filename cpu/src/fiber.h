// Fibers: stacks and the switch between them. Nothing here knows about CUDA.
#ifndef FLCPU_FIBER_H
#define FLCPU_FIBER_H
#include <cstddef>

namespace flcpu::detail {

#if !defined(__x86_64__) && !defined(__aarch64__)
#define FLCPU_UCONTEXT 1
#endif

// Where an execution is suspended, and the stack it runs on.
struct context {
  void *sp = nullptr;         // saved stack pointer, or a ucontext_t
  void *stack = nullptr;      // lowest address
  size_t stack_size = 0;      // 0: an operating system thread whose stack is not known yet
  void *fake_stack = nullptr; // AddressSanitizer's
  void *tsan = nullptr;       // ThreadSanitizer's
};

// Prepares `c` to run entry(argument) on the given stack when it is first switched to; entry must
// not return.
void make_context(context &c, void *stack, size_t size, void (*entry)(void *), void *argument);

// Suspends the caller in `from` and goes on with `to`.
void switch_context(context &from, context &to);

// To be called first thing in an entry function: tells AddressSanitizer that the switch is over,
// and learns the stack of the context that was left.
void entered_context(context &self);

// A stack of stack_size() bytes; stacks are never given back to the system, the caller pools them.
void *allocate_stack();
size_t stack_size();

} // namespace flcpu::detail
#endif
