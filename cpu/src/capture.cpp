// The capture of streams: what the host puts into them is noted in a graph. Any order of theirs is one that the graph's dependencies allow, so the order of the
// calls is taken.
#include "capture.h"
#include <algorithm>
#include <mutex>

using namespace flcpu::detail;

static cudaError_t result(cudaError_t error) {
  if (error != cudaSuccess)
    thread_error() = error;
  return error;
}

namespace flcpu::detail {

int captures;
static std::mutex captures_lock; // of all there is about captures
static std::vector<std::unique_ptr<capture>> &all() {
  static auto *list = new std::vector<std::unique_ptr<capture>>;
  return *list;
}
static capture *capture_of(cudaStream_t stream) {
  for (const auto &c : all())
    if (std::find(c->streams.begin(), c->streams.end(), stream) != c->streams.end())
      return c.get();
  return nullptr;
}

bool captured_now(cudaStream_t stream) {
  if (on_device())
    return false;
  std::lock_guard<std::mutex> hold(captures_lock);
  return capture_of(stream) != nullptr;
}

void record(cudaStream_t stream, const operation *what, int type) {
  std::lock_guard<std::mutex> hold(captures_lock);
  capture *c = capture_of(stream);
  const cudaGraphNode_t before = c->last;
  c->last = add_node(c->graph, cudaGraphNodeType(type), what);
  if (before)
    c->last->after.push_back(before);
}

// The capture that an event was recorded in, as a number; 0: none.
unsigned long long capture_number(cudaStream_t stream) {
  std::lock_guard<std::mutex> hold(captures_lock);
  const capture *c = capture_of(stream);
  return c ? c->id : 0;
}

void join_capture(cudaStream_t stream, unsigned long long id) {
  std::lock_guard<std::mutex> hold(captures_lock);
  for (const auto &c : all())
    if (c->id == id && !capture_of(stream))
      c->streams.push_back(stream);
}

} // namespace flcpu::detail

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  static unsigned long long ids;
  if (!stream || stream == cudaStreamLegacy)
    return result(cudaErrorStreamCaptureUnsupported);
  std::lock_guard<std::mutex> hold(captures_lock);
  if (capture_of(stream))
    return result(cudaErrorIllegalState);
  auto c = std::make_unique<capture>();
  c->id = ++ids;
  c->graph = new CUgraph_st;
  c->origin = stream;
  c->streams.push_back(stream);
  all().push_back(std::move(c));
  __atomic_fetch_add(&captures, 1, __ATOMIC_RELAXED);
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  std::lock_guard<std::mutex> hold(captures_lock);
  const capture *c = capture_of(stream);
  if (!c)
    return result(cudaErrorIllegalState);
  if (c->origin != stream)
    return result(cudaErrorStreamCaptureUnmatched);
  *graph = c->graph;
  all().erase(std::find_if(all().begin(), all().end(),
                           [&](const auto &other) { return other.get() == c; }));
  __atomic_fetch_sub(&captures, 1, __ATOMIC_RELAXED);
  return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies,
                                     const cudaGraphEdgeData **edges, size_t *n) {
  *status = cudaStreamCaptureStatusNone;
  if (!__atomic_load_n(&captures, __ATOMIC_RELAXED))
    return cudaSuccess;
  std::lock_guard<std::mutex> hold(captures_lock);
  const capture *c = capture_of(stream);
  *status = c ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  if (c && id)
    *id = c->id;
  if (c && graph)
    *graph = c->graph;
  if (c && dependencies)
    *dependencies = &c->last;
  if (c && edges)
    *edges = nullptr;
  if (c && n)
    *n = c->last ? 1 : 0;
  return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
  return cudaStreamGetCaptureInfo(stream, status, nullptr, nullptr, nullptr, nullptr, nullptr);
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) {
  static thread_local cudaStreamCaptureMode now = cudaStreamCaptureModeGlobal;
  std::swap(now, *mode);
  return cudaSuccess;
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer, cudaHostFn_t destroy,
                                 unsigned int references, unsigned int flags) {
  if (!object || !destroy || !references || flags != cudaUserObjectNoDestructorSync)
    return result(cudaErrorInvalidValue);
  *object = new CUuserObject_st{pointer, destroy, {references}};
  return cudaSuccess;
}
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  object->references += count;
  return cudaSuccess;
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  if (object->references.fetch_sub(count) == count) {
    object->destroy(object->pointer);
    delete object;
  }
  return cudaSuccess;
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags) {
  if (!graph || !object || !count)
    return result(cudaErrorInvalidValue);
  if (!(flags & cudaGraphUserObjectMove))
    cudaUserObjectRetain(object, count);
  graph->used.emplace_back(object,
                           [count](cudaUserObject_t o) { cudaUserObjectRelease(o, count); });
  return cudaSuccess;
}
