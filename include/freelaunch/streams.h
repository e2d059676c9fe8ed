// Streams, events and device queries of the device runtime; see api.h. A stream is a clock: its
// launches get rising levels. An event holds a stream's clock, and a stream that waits for it goes
// on from there at the least. Where a thread puts no more than one thing into each stream that it creates, there
// are no clocks, and all these streams are one.
#ifndef FREELAUNCH_STREAMS_H
#define FREELAUNCH_STREAMS_H
#include "context.h"

namespace __fl {
namespace api {
// A new stream or event. Records carry levels, not clocks, so a clock may go as soon as the program destroys
// it.
template <class C, class H> FL_DEVICE cudaError_t create(C &ctx, H *h, bool allowed) {
  if (!h || !allowed)
    return report(ctx, cudaErrorInvalidValue);
  if constexpr (C::clocks) {
    device_clock *c = ctx.make_clock();
    *h = reinterpret_cast<H>(c);
    return report(ctx, c ? cudaSuccess : cudaErrorMemoryAllocation);
  } else {
    *h = H(forget_stream + 1);
    return cudaSuccess;
  }
}
template <class C> struct cudaStreamCreateWithFlags {
  C &ctx;
  FL_DEVICE cudaError_t operator()(cudaStream_t *s, unsigned flags) const {
    return create(ctx, s, flags <= cudaStreamNonBlocking); // nothing on the device blocks
  }
};
template <class C> struct cudaStreamDestroy {
  C &ctx;
  FL_DEVICE cudaError_t operator()(cudaStream_t s) const {
    if (handle(s) <= forget_stream)
      return report(ctx, cudaErrorInvalidValue);
    if constexpr (C::clocks)
      ctx.drop_clock(clock_of(s));
    return cudaSuccess;
  }
};
// Events of the device have no timing, and must be asked for as such; 8 is a flag of the driver's.
FL_DEVICE bool is_untimed(unsigned flags) {
  return (flags & ~8u & ~unsigned(cudaEventBlockingSync)) == cudaEventDisableTiming;
}
template <class C> struct cudaEventCreateWithFlags {
  C &ctx;
  FL_DEVICE cudaError_t operator()(cudaEvent_t *e, unsigned flags) const {
    return create(ctx, e, is_untimed(flags));
  }
};
template <class C> struct cudaEventDestroy {
  C &ctx;
  FL_DEVICE cudaError_t operator()(cudaEvent_t e) const {
    if (!e)
      return report(ctx, cudaErrorInvalidResourceHandle);
    if constexpr (C::clocks)
      ctx.drop_clock(reinterpret_cast<device_clock *>(e));
    return cudaSuccess;
  }
};
template <class C> struct cudaEventRecord {
  C &ctx;
  FL_DEVICE cudaError_t operator()(cudaEvent_t e, cudaStream_t s = nullptr) const {
    if (!e || handle(s) == tail_stream || handle(s) == forget_stream)
      return report(ctx, cudaErrorInvalidResourceHandle);
    if constexpr (C::clocks)
      atomicExch(&reinterpret_cast<device_clock *>(e)->now, ctx.clock_of_stream(s));
    return cudaSuccess;
  }
};
template <class C> struct cudaEventRecordWithFlags {
  C &ctx;
  FL_DEVICE cudaError_t operator()(cudaEvent_t e, cudaStream_t s = nullptr, unsigned = 0) const {
    return cudaEventRecord<C>{ctx}(e, s);
  }
};
template <class C> struct cudaStreamWaitEvent {
  C &ctx;
  FL_DEVICE cudaError_t operator()(cudaStream_t s, cudaEvent_t e, unsigned = 0) const {
    if (!e || handle(s) == tail_stream || handle(s) == forget_stream)
      return report(ctx, cudaErrorInvalidResourceHandle);
    if constexpr (C::clocks)
      ctx.advance_stream(s, load_relaxed(&reinterpret_cast<device_clock *>(e)->now));
    return cudaSuccess;
  }
};

// The device: contexts with a worklist know it from the host; a kernel's own symbol asks the device
// runtime, which knows it only in programs linked with -rdc, as functions do that ask for anything
// else (src/analysis/bodies/builtins.c).
template <class C> struct cudaGetDevice {
  C &ctx;
  FL_DEVICE cudaError_t operator()(int *device) const {
    if constexpr (C::records) {
      *device = int(ctx.facts() & 255);
      return cudaSuccess;
    } else
      return report(ctx, ::cudaGetDevice(device));
  }
};
template <class C> struct cudaDeviceGetAttribute {
  C &ctx;
  FL_DEVICE cudaError_t operator()(int *value, cudaDeviceAttr attribute, int device) const {
    if constexpr (C::records) {
      const u32 f = ctx.facts();
      const int v = attribute == cudaDevAttrMultiProcessorCount       ? int(f >> 8 & 0xfff)
                    : attribute == cudaDevAttrComputeCapabilityMajor  ? int((f >> 20) / 10)
                    : attribute == cudaDevAttrComputeCapabilityMinor  ? int((f >> 20) % 10)
                    : attribute == cudaDevAttrMaxThreadsPerBlock      ? 1024
                    : attribute == cudaDevAttrMaxBlockDimX            ? 1024
                    : attribute == cudaDevAttrMaxBlockDimY            ? 1024
                    : attribute == cudaDevAttrMaxBlockDimZ            ? 64
                    : attribute == cudaDevAttrMaxGridDimX             ? 0x7fffffff
                    : attribute == cudaDevAttrMaxGridDimY             ? 65535
                    : attribute == cudaDevAttrMaxGridDimZ             ? 65535
                    : attribute == cudaDevAttrWarpSize                ? 32
                    : attribute == cudaDevAttrMaxSharedMemoryPerBlock ? 48 * 1024
                                                                      : -1;
      if (v < 0 || device != int(f & 255))
        return report(ctx, v < 0 ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
      *value = v;
      return cudaSuccess;
    } else
      return report(ctx, ::cudaDeviceGetAttribute(value, attribute, device));
  }
};
template <class C> struct cudaDeviceGetLimit {
  C &ctx;
  FL_DEVICE cudaError_t operator()(size_t *value, cudaLimit limit) const {
    if (limit != cudaLimitDevRuntimePendingLaunchCount)
      return report(ctx, cudaErrorUnsupportedLimit);
    *value = max_capacity;
    return cudaSuccess;
  }
};
} // namespace api
} // namespace __fl
#endif
