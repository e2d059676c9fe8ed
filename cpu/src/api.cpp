// The runtime API: memory, streams and events.
#include "sched.h"

#include "flcpu/api.h"
#include <chrono>
#include <sys/sysinfo.h>

using namespace flcpu::detail;

static cudaError_t result(cudaError_t error) {
  if (error != cudaSuccess)
    thread_error() = error;
  return error;
}

static cudaError_t allocate(void **pointer, size_t size) {
  // In device code CUDA refuses to allocate nothing, and a pointer for which there is no memory stays as it is.
  const bool device = flcpu::on_device();
  if (!pointer || (device && !size))
    return result(cudaErrorInvalidValue);
  void *memory = nullptr;
  const bool failed = size && posix_memalign(&memory, 256, size) != 0;
  if (!failed || !device)
    *pointer = failed ? nullptr : memory;
  return failed ? result(cudaErrorMemoryAllocation) : cudaSuccess;
}

cudaError_t cudaMalloc(void **pointer, size_t size) { return allocate(pointer, size); }
cudaError_t cudaMallocHost(void **pointer, size_t size) { return allocate(pointer, size); }
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int) {
  return allocate(pointer, size);
}
cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int) {
  return size ? allocate(pointer, size) : result(cudaErrorInvalidValue);
}
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t) {
  return allocate(pointer, size);
}
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return allocate(pointer, *pitch * height);
}

cudaError_t cudaFree(void *pointer) {
  free(pointer);
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void *pointer) { return cudaFree(pointer); }
// What a graph frees, it may use again.
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  return is_captured(stream) ? cudaSuccess : cudaFree(pointer);
}

cudaError_t cudaHostRegister(void *, size_t, unsigned int) { return cudaSuccess; }
cudaError_t cudaHostUnregister(void *) { return cudaSuccess; }
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int) {
  *device = host;
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total) {
  struct sysinfo info;
  sysinfo(&info);
  *free_bytes = size_t(info.freeram) * info.mem_unit;
  *total = size_t(info.totalram) * info.mem_unit;
  return cudaSuccess;
}
cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned int,
                                 cudaStream_t) {
  return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation) {
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
  attributes->type = cudaMemoryTypeManaged;
  attributes->device = 0;
  attributes->devicePointer = attributes->hostPointer = const_cast<void *>(pointer);
  return cudaSuccess;
}

// Copies and fills as operations of a stream; rows of `width` bytes.
namespace {
struct copy {
  void *to;
  const void *from;
  size_t to_pitch, from_pitch, width, height;
  static void run(void *p) {
    const copy &c = *static_cast<const copy *>(p);
    for (size_t y = 0; y < c.height; y++)
      memmove(static_cast<char *>(c.to) + y * c.to_pitch,
              static_cast<const char *>(c.from) + y * c.from_pitch, c.width);
  }
};
struct fill {
  void *to;
  size_t pitch, width, height;
  int value;
  static void run(void *p) {
    const fill &f = *static_cast<const fill *>(p);
    for (size_t y = 0; y < f.height; y++)
      memset(static_cast<char *>(f.to) + y * f.pitch, f.value, f.width);
  }
};
} // namespace

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  if (unsigned(kind) > cudaMemcpyDefault || (flcpu::on_device() && kind < cudaMemcpyDeviceToDevice))
    return result(cudaErrorInvalidMemcpyDirection);
  if (!width || !height)
    return cudaSuccess;
  if (!to || !from)
    return result(cudaErrorInvalidValue);
  if (width > to_pitch || width > from_pitch)
    return result(cudaErrorInvalidPitchValue);
  const copy c{to, from, to_pitch, from_pitch, width, height};
  run_operation(stream, copy::run, &c, sizeof c, cudaGraphNodeTypeMemcpy);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return cudaMemcpy2DAsync(to, size, from, size, size, 1, kind, stream);
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind) {
  return cudaMemcpyAsync(to, from, size, kind, nullptr);
}
// Of the one device to itself.
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t size, cudaStream_t stream) {
  if (to_device || from_device)
    return result(cudaErrorInvalidDevice);
  return cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToDevice, stream);
}
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t size) {
  return cudaMemcpyPeerAsync(to, to_device, from, from_device, size, nullptr);
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  if (!width || !height)
    return cudaSuccess;
  if (!to || width > pitch)
    return result(cudaErrorInvalidValue);
  const fill f{to, pitch, width, height, value};
  run_operation(stream, fill::run, &f, sizeof f, cudaGraphNodeTypeMemset);
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t stream) {
  return cudaMemset2DAsync(to, size, value, size, 1, stream);
}
cudaError_t cudaMemset(void *to, int value, size_t size) {
  return cudaMemsetAsync(to, value, size, nullptr);
}
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
  return cudaMemset2DAsync(to, pitch, value, width, height, nullptr);
}

// The host's launches are complete when they return, so that waiting is over before it begins. What was wrong with a launch is not heard of here.
cudaError_t cudaDeviceSynchronize() { return flcpu::on_device() ? join() : cudaSuccess; }
static cudaError_t may_ask(cudaStream_t stream) {
  return is_captured(stream) ? result(cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return may_ask(stream); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { return may_ask(stream); }
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
  if (!device)
    return result(cudaErrorInvalidValue);
  *device = 0;
  return may_ask(stream);
}

// What a block makes it has until it ends, if it does not destroy it.
template <class T> static void keep(std::vector<T *> block::*all, T *made) {
  if (flcpu::on_device())
    (static_cast<block *>(current_block)->*all).push_back(made);
}
template <class T> static void destroy(std::vector<T *> block::*all, T *made) {
  if (flcpu::on_device()) {
    std::vector<T *> &of_block = static_cast<block *>(current_block)->*all;
    for (size_t i = of_block.size(); i-- > 0;)
      if (of_block[i] == made) {
        of_block[i] = of_block.back();
        of_block.pop_back();
        break;
      }
  }
  discard(made);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
  if (!stream || flags > cudaStreamNonBlocking)
    return result(cudaErrorInvalidValue);
  static std::atomic<unsigned long long> streams{
      16}; // those that are there from the beginning have smaller numbers
  *stream = new CUstream_st;
  (*stream)->flags = flags;
  (*stream)->id = streams++;
  keep(&block::streams, *stream);
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}

static bool has_object(cudaStream_t stream) { return reinterpret_cast<uintptr_t>(stream) > 4; }

cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority) {
  if (!priority)
    return result(cudaErrorInvalidValue);
  *priority = 0; // of the one that there is
  return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
  if (!flags)
    return result(cudaErrorInvalidValue);
  *flags = has_object(stream) ? stream->flags : cudaStreamDefault;
  return cudaSuccess;
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
  if (!id)
    return result(cudaErrorInvalidValue);
  *id = has_object(stream) ? stream->id : reinterpret_cast<uintptr_t>(stream);
  return cudaSuccess;
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void *, size_t, unsigned int) {
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!has_object(stream))
    return result(flcpu::on_device() ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
  destroy(&block::streams, stream);
  return cudaSuccess;
}
namespace {
struct host_call {
  cudaHostFn_t function;
  void *argument;
  static void run(void *p) {
    const host_call &c = *static_cast<const host_call *>(p);
    c.function(c.argument);
  }
};
} // namespace
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *argument) {
  const host_call c{function, argument};
  run_operation(stream, host_call::run, &c, sizeof c, cudaGraphNodeTypeHost);
  return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *argument, unsigned int) {
  if (may_ask(stream) != cudaSuccess)
    return cudaErrorStreamCaptureUnsupported;
  callback(stream, cudaSuccess, argument);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
  constexpr unsigned either =
      8u | cudaEventBlockingSync; // what an event of the device may be told besides
  if (!event || (flcpu::on_device() && (flags & ~either) != cudaEventDisableTiming))
    return result(cudaErrorInvalidValue);
  *event = new CUevent_st;
  keep(&block::events, *event);
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!event)
    return result(cudaErrorInvalidResourceHandle);
  destroy(&block::events, event);
  return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  if (!event || stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget)
    return result(cudaErrorInvalidResourceHandle);
  event->captured = is_captured(stream) ? capture_number(stream) : 0;
  node *now = latest(stream);
  std::lock_guard<spinlock> hold(event->lock);
  if (event->after)
    release(event->after);
  event->after = now;
  event->recorded = true;
  event->time_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
          .count();
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, 0);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  if (!event || stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget)
    return result(cudaErrorInvalidResourceHandle);
  if (!flcpu::on_device()) {
    if (event->captured)
      join_capture(stream, event->captured);
    return cudaSuccess;
  }
  std::lock_guard<spinlock> hold(event->lock);
  if (event->after)
    wait_for(stream, event->after);
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return event ? cudaSuccess : result(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
  if (!start || !end || !start->recorded || !end->recorded)
    return result(cudaErrorInvalidResourceHandle);
  *ms = float(end->time_ms - start->time_ms);
  return cudaSuccess;
}
