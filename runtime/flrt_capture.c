// See flrt.h, which includes this file when the compiler is a C++ one. Memory of launches that are captured into the program's graphs: each has its own, since
// a graph may run beside what is launched later. It is lent to the graph, and comes back when the graph, its copies and executables are gone and none of
// their launches is running any more; then the next launch that is captured may have it.
#include "flrt.h"
#ifndef FLRT_CAPTURE_C
#define FLRT_CAPTURE_C
#include <stdlib.h>

#if defined(CUDART_VERSION) && CUDART_VERSION >= 12000 && !defined(FLRT_NO_CAPTURE)
FLRT_VAR struct flrt_stream *flrt_returned_;
FLRT_VAR int flrt_returned_lock_;

// CUDA calls it in a thread of its own, in which nothing of CUDA's may be called.
FLRT_FN void flrt_return(void *lent) {
  struct flrt_stream *s = (struct flrt_stream *)lent;
  flrt_enter(&flrt_returned_lock_);
  s->next = flrt_returned_;
  flrt_returned_ = s;
  flrt_leave(&flrt_returned_lock_);
}
// A variable, of which a process has one: a graph may outlive the library that has captured it, and with that this function.
FLRT_VAR void (*flrt_return_)(void *) = flrt_return;

FLRT_FN size_t flrt_bytes_of(const struct flrt_stream *s) { return (size_t)(s->arenas - s->head) + s->bytes; }

// Takes the smallest that has so many bytes, or any, if none has; NULL: there are none of this context.
FLRT_FN struct flrt_stream *flrt_take_returned(const struct flrt_device *on, size_t bytes) {
  struct flrt_stream **best = NULL;
  flrt_enter(&flrt_returned_lock_);
  for (struct flrt_stream **at = &flrt_returned_; *at; at = &(*at)->next) {
    const struct flrt_stream *s = *at;
    const size_t has = flrt_bytes_of(s);
    if (s->device == on->device && s->context == on->context &&
        (!best || (has >= bytes && (flrt_bytes_of(*best) < bytes || has < flrt_bytes_of(*best)))))
      best = at;
  }
  struct flrt_stream *s = best ? *best : NULL;
  if (best)
    *best = s->next;
  flrt_leave(&flrt_returned_lock_);
  return s;
}

FLRT_FN void flrt_drop(struct flrt_stream *s) {
  if (s->head)
    flrt_return(s);
  else
    free(s);
}

// Lends memory to the graph that the stream is captured into. Where that cannot be, it stays with the graph for good.
FLRT_FN void flrt_lend(struct flrt_stream *s, cudaStream_t stream) {
  const struct flrt_aside aside = flrt_step_aside();
  enum cudaStreamCaptureStatus status;
  cudaGraph_t graph = NULL;
  cudaUserObject_t object;
#if CUDART_VERSION >= 13000
  const cudaError_t e = cudaStreamGetCaptureInfo(stream, &status, NULL, &graph, NULL, NULL, NULL);
#else
  const cudaError_t e = cudaStreamGetCaptureInfo(stream, &status, NULL, &graph, NULL, NULL);
#endif
#ifdef FLRT_NO_CONTEXT
  const int known = 1; // there is one
#else
  const int known = s->context != 0;
#endif
  if (e == cudaSuccess && graph && known && cudaUserObjectCreate(&object, s, flrt_return_, 1, cudaUserObjectNoDestructorSync) == cudaSuccess)
    cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
  flrt_step_back(aside);
}
#else
FLRT_FN struct flrt_stream *flrt_take_returned(const struct flrt_device *on, size_t bytes) {
  (void)on, (void)bytes;
  return NULL;
}
FLRT_FN void flrt_drop(struct flrt_stream *s) { free(s); }
FLRT_FN void flrt_lend(struct flrt_stream *s, cudaStream_t stream) { (void)s, (void)stream; }
FLRT_FN size_t flrt_bytes_of(const struct flrt_stream *s) { return s->bytes; }
#endif

// What the launch has, as flrt_acquire. Allocating is not part of the graph, clearing the head is.
FLRT_ONCE struct flrt_stream *flrt_captured(const struct flrt_device *on, cudaStream_t stream, size_t head_bytes, size_t bytes, size_t least) {
  struct flrt_stream *s = flrt_take_returned(on, head_bytes + bytes);
  const size_t all = s ? flrt_bytes_of(s) : 0;
  if (!s && !(s = (struct flrt_stream *)calloc(1, sizeof *s)))
    return NULL;
  char *const head = s->head;
  s->device = on->device;
  s->context = on->context;
  s->captured = 1;
  s->bytes = 0; // where there is not even room for this head
  if (all > head_bytes) {
    s->arenas = head + head_bytes;
    s->bytes = all - head_bytes;
  }
  if (!flrt_enlarge(s, stream, head_bytes, bytes, least)) {
    flrt_drop(s);
    return NULL;
  }
  if (s->head == head) // a new one is clear
    cudaMemsetAsync(head, 0, head_bytes, stream);
  flrt_enter(&s->lock);
  flrt_lend(s, stream);
  return s;
}
#endif
