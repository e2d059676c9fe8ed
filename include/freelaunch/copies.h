// What the host copies back behind the launches of parents: mostly one word, which says whether there is to be another launch. cudaMemcpy() has a copy engine do it,
// which is told when the kernels are done and tells the host in turn: longer than a short level takes. Here a kernel of one warp or two puts the bytes where
// the host sees them, and the host waits for its stream (docs/results/2026-11-25-h100-copies.md).
#ifndef FREELAUNCH_COPIES_H
#define FREELAUNCH_COPIES_H
#ifndef FL_OWN_WARNINGS
#pragma GCC system_header
#endif
#include "hide_macros.h"

#include "host.h"

namespace __fl {
// One thread an element.
template <class T> static __global__ void put(T *to, const T *from) { to[hw_thread().x] = from[hw_thread().x]; }

// Where the host finds what a kernel has put there: of a device, in its context, for one host thread at a time.
struct mailbox {
  static constexpr size_t room = 64;
  int lock;
  unsigned long long context;
  void *here, *there; // where the host, and where the device sees it
};
// NULL: another thread is waiting for it, or there is no such memory. To be left by flrt_leave(&lock).
inline mailbox *enter_mailbox() {
  static mailbox all[FLRT_DEVICES];
  const flrt_device &on = *flrt_here();
  mailbox &m = all[on.device];
  if (!flrt_try(&m.lock))
    return nullptr;
  if (!m.here || m.context != on.context) {
    m.here = flrt_both_see(on.device, mailbox::room, &m.there);
    m.context = on.context;
  }
  if (m.here)
    return &m;
  flrt_leave(&m.lock);
  return nullptr;
}

// Is it memory of the device, which its kernels may read, and is the other side the host's own? All else is for CUDA to judge.
inline bool is_on_device(const void *p, int device) {
  cudaPointerAttributes a = {};
  return cudaPointerGetAttributes(&a, p) == cudaSuccess && a.type == cudaMemoryTypeDevice && a.device == device;
}
inline bool is_on_host(const void *p) {
  cudaPointerAttributes a = {};
  return p && cudaPointerGetAttributes(&a, p) == cudaSuccess && (a.type == cudaMemoryTypeUnregistered || a.type == cudaMemoryTypeHost);
}
// Parents that have been launched in streams of the program's own may still run, and a kernel would wait for room beside them.
static inline bool may_be_put(void *to, const void *from, size_t n, cudaMemcpyKind kind) {
  int device = -1;
  if (n == 0 || n > mailbox::room || long(n) > flrt_env()->copies || (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDefault) || flrt_launched_on() < 0 ||
      !flrt_only_default(nullptr))
    return false;
  const flrt_aside aside = flrt_step_aside();
  const bool may = cudaGetDevice(&device) == cudaSuccess && device == flrt_launched_on() && is_on_device(from, device) &&
                   is_on_device(static_cast<const char *>(from) + n - 1, device) && is_on_host(to);
  flrt_step_back(aside);
  return may;
}

// `cudaMemcpy(...)`: the same bytes at the same time, in the same order with the work of all streams, with the same errors.
static cudaError_t copy_back(void *to, const void *from, size_t n, cudaMemcpyKind kind) {
  mailbox *m = may_be_put(to, from, n, kind) ? enter_mailbox() : nullptr;
  if (!m)
    return cudaMemcpy(to, from, n, kind);
  const cudaError_t before = cudaPeekAtLastError();
  const bool words = (reinterpret_cast<size_t>(from) | n) % sizeof(u32) == 0;
  cudaError_t e = words ? launch_plain<u32 *, const u32 *>(config(1, u32(n / sizeof(u32))), put<u32>, static_cast<u32 *>(m->there), static_cast<const u32 *>(from))
                        : launch_plain<char *, const char *>(config(1, u32(n)), put<char>, static_cast<char *>(m->there), static_cast<const char *>(from));
  const bool is_put = e == cudaSuccess;
  if (is_put && (e = cudaStreamSynchronize(nullptr)) == cudaSuccess)
    memcpy(to, m->here, n);
  flrt_leave(&m->lock);
  if (is_put)
    return e;
  if (before == cudaSuccess)
    cudaGetLastError();
  return cudaMemcpy(to, from, n, kind);
}

// `cudaMemcpyFromSymbol(...)`.
template <class T>
static cudaError_t copy_back_from_symbol(void *to, const T &symbol, size_t n, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  const cudaError_t before = cudaPeekAtLastError();
  void *at = nullptr;
  size_t size = 0;
  if (n <= mailbox::room && flrt_launched_on() >= 0) {
    if (cudaGetSymbolAddress(&at, symbol) == cudaSuccess && cudaGetSymbolSize(&size, symbol) == cudaSuccess && offset <= size && n <= size - offset)
      return copy_back(to, static_cast<const char *>(at) + offset, n, kind);
    if (before == cudaSuccess)
      cudaGetLastError();
  }
  return cudaMemcpyFromSymbol(to, symbol, n, offset, kind);
}
} // namespace __fl

#include "show_macros.h"
#endif
