// Function objects that shadow, in generated bodies, the calls that depend on the context: `const
// __fl::api::NAME<FlCtx> NAME{fl_ctx};`, for names that begin with `__` without those. There is one
// for exactly these calls:
//
//   __syncthreads __syncthreads_count __syncthreads_and __syncthreads_or
//   __syncwarp __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync __ballot_sync __all_sync
//   __any_sync
//   __match_any_sync __match_all_sync __reduce_add_sync __reduce_min_sync __reduce_max_sync
//   __reduce_and_sync
//   __reduce_or_sync __reduce_xor_sync
//   cudaGetLastError cudaPeekAtLastError cudaGetErrorString cudaGetErrorName
//   cudaMalloc cudaFree cudaDeviceSynchronize
//   cudaMemcpyAsync cudaMemcpy2DAsync cudaMemsetAsync cudaMemset2DAsync         (the kernel's
//   descriptor says `ordered`) cudaStreamCreateWithFlags cudaStreamDestroy cudaStreamWaitEvent (the
//   same) cudaEventCreateWithFlags cudaEventRecord cudaEventRecordWithFlags cudaEventDestroy (the
//   same) cudaGetDevice cudaDeviceGetAttribute cudaDeviceGetLimit
//
// What means the same anywhere (occupancy, cudaFuncGetAttributes, cudaGetDeviceCount, cudaRuntimeGetVersion) is called as it is, and has to be compiled with
// -rdc. A kernel that makes any other call of the device runtime (3-D copies, graphs, named parameter buffers) keeps its launches.
#ifndef FREELAUNCH_API_H
#define FREELAUNCH_API_H
#include "builtin.h"
#include "errors.h"
#include "heap.h"

namespace __fl {
namespace api {
// Barriers.
template <class C> struct syncthreads {
  C &ctx;
  FL_DEVICE void operator()() const { ctx.sync(); }
};
template <class C> struct syncthreads_count {
  C &ctx;
  FL_DEVICE int operator()(int p) const { return ctx.sync_count(p); }
};
template <class C> struct syncthreads_and {
  C &ctx;
  FL_DEVICE int operator()(int p) const { return ctx.sync_and(p); }
};
template <class C> struct syncthreads_or {
  C &ctx;
  FL_DEVICE int operator()(int p) const { return ctx.sync_or(p); }
};

// Warp intrinsics: a virtual block's lanes are hardware lanes, but the last warp may have fewer
// than its mask says. Their results have the type of the overload that CUDA itself would choose: a
// short's is an int.
template <class C> struct syncwarp {
  C &ctx;
  FL_DEVICE void operator()(u32 mask = ~0u) const { __syncwarp(ctx.warp_mask(mask)); }
};
#define FL_SHUFFLE(name, second)                                                                   \
  template <class C> struct name {                                                                 \
    C &ctx;                                                                                        \
    template <class T>                                                                             \
    FL_DEVICE auto operator()(u32 mask, T v, second s, int width = 32) const                       \
        -> decltype(__##name(mask, v, s, width)) {                                                 \
      return __##name(ctx.warp_mask(mask), v, s, width);                                           \
    }                                                                                              \
  };
FL_SHUFFLE(shfl_sync, int)
FL_SHUFFLE(shfl_up_sync, u32)
FL_SHUFFLE(shfl_down_sync, u32)
FL_SHUFFLE(shfl_xor_sync, int)
#undef FL_SHUFFLE
#define FL_VOTE(name, result)                                                                      \
  template <class C> struct name {                                                                 \
    C &ctx;                                                                                        \
    FL_DEVICE result operator()(u32 mask, int p) const {                                           \
      return __##name(ctx.warp_mask(mask), p);                                                     \
    }                                                                                              \
  };
FL_VOTE(ballot_sync, u32)
FL_VOTE(all_sync, int)
FL_VOTE(any_sync, int)
#undef FL_VOTE
template <class C> struct match_any_sync {
  C &ctx;
  template <class T> FL_DEVICE u32 operator()(u32 mask, T v) const {
    return __match_any_sync(ctx.warp_mask(mask), v);
  }
};
template <class C> struct match_all_sync {
  C &ctx;
  template <class T> FL_DEVICE u32 operator()(u32 mask, T v, int *all) const {
    return __match_all_sync(ctx.warp_mask(mask), v, all);
  }
};
#define FL_REDUCE(name)                                                                            \
  template <class C> struct name {                                                                 \
    C &ctx;                                                                                        \
    template <class T>                                                                             \
    FL_DEVICE auto operator()(u32 mask, T v) const -> decltype(__##name(mask, v)) {                \
      return __##name(ctx.warp_mask(mask), v);                                                     \
    }                                                                                              \
  };
FL_REDUCE(reduce_add_sync)
FL_REDUCE(reduce_min_sync)
FL_REDUCE(reduce_max_sync)
FL_REDUCE(reduce_and_sync)
FL_REDUCE(reduce_or_sync)
FL_REDUCE(reduce_xor_sync)
#undef FL_REDUCE

template <class C> struct activemask {
  C &ctx;
  FL_DEVICE u32 operator()(FL_PLACE) const { return __activemask(FL_OF_PLACE); }
};

// Loads through the read-only cache: what an earlier launch of the same drain (or thread) wrote would not be seen.
template <class C> struct ldg {
  C &ctx;
  template <class T> FL_DEVICE T operator()(const T *p) const {
    if constexpr (C::shares_kernel)
      return *p;
    else
      return __ldg(p);
  }
};

// Waits for what the block has launched.
template <class C> struct cudaDeviceSynchronize {
  C &ctx;
  FL_DEVICE cudaError_t operator()() const { return ctx.join(); }
};
// The same in a symbol whose launches are native, and which only code that flcc has not seen comes to.
template <class C> struct unseen_join {
  C &ctx;
  FL_DEVICE cudaError_t operator()() const {
    printf("freelaunch: a kernel that waits for what it launches was started from code that flcc did not see\n");
    __trap();
    return cudaErrorUnknown;
  }
};

// Errors.
template <class C> struct cudaGetLastError {
  C &ctx;
  FL_DEVICE cudaError_t operator()() const { return ctx.last_error(true); }
};
template <class C> struct cudaPeekAtLastError {
  C &ctx;
  FL_DEVICE cudaError_t operator()() const { return ctx.last_error(false); }
};
FL_DEVICE const char *describe(cudaError_t e, bool by_name) {
  switch (int(e)) {
#define FL_ERROR(code, name, text) \
  case code:                       \
    return by_name ? #name : text;
    FL_ERRORS(FL_ERROR)
#undef FL_ERROR
  }
  return "unrecognized error code";
}
template <class C> struct cudaGetErrorString {
  C &ctx;
  FL_DEVICE const char *operator()(cudaError_t e) const { return describe(e, false); }
};
template <class C> struct cudaGetErrorName {
  C &ctx;
  FL_DEVICE const char *operator()(cudaError_t e) const { return describe(e, true); }
};
// Every call below leaves its error for cudaGetLastError() too.
template <class C> FL_DEVICE cudaError_t report(C &ctx, cudaError_t e) {
  if (e != cudaSuccess)
    ctx.set_error(e);
  return e;
}

// Memory.
template <class C> struct cudaMalloc {
  C &ctx;
  template <class T> FL_DEVICE cudaError_t operator()(T **p, size_t n) const {
    return report(ctx, allocated(p, n, n ? request(n) : nullptr));
  }
};
template <class C> struct cudaFree {
  C &ctx;
  FL_DEVICE cudaError_t operator()(void *p) const {
    release(p);
    return cudaSuccess;
  }
};
// Records a copy or a fill. Its own error, if there is one, becomes the thread's last one, which otherwise stays what it was.
template <class K, class C>
FL_DEVICE cudaError_t carry_out(C &ctx, const config &c, const typename K::args &args) {
  const cudaError_t before = ctx.last_error(true);
  ctx.template record<K>(c, args);
  const cudaError_t e = ctx.last_error(false);
  if (e == cudaSuccess)
    ctx.set_error(before);
  return e;
}
// The device runtime copies from device memory to device memory alone.
template <class C>
FL_DEVICE cudaError_t copy(C &ctx, void *to, size_t to_pitch, const void *from, size_t from_pitch,
                           size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t s) {
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return report(ctx, cudaErrorInvalidMemcpyDirection);
  if (width == 0 || height == 0)
    return cudaSuccess;
  if (!to || !from)
    return report(ctx, cudaErrorInvalidValue);
  if (width > to_pitch || width > from_pitch)
    return report(ctx, cudaErrorInvalidPitchValue);
  return carry_out<builtin_copy>(ctx, builtin_kernel::shape(width * height, s),
                                 builtin_copy::args{static_cast<char *>(to),
                                                    static_cast<const char *>(from), to_pitch,
                                                    from_pitch, width, height});
}
template <class C>
FL_DEVICE cudaError_t fill(C &ctx, void *to, size_t pitch, int value, size_t width, size_t height,
                           cudaStream_t s) {
  if (width == 0 || height == 0)
    return cudaSuccess;
  if (!to || width > pitch)
    return report(ctx, cudaErrorInvalidValue);
  return carry_out<builtin_set>(ctx, builtin_kernel::shape(width * height, s),
                                builtin_set::args{static_cast<char *>(to),
                                                  (u32(value) & 255) * 0x1010101u, pitch, width,
                                                  height});
}
template <class C> struct cudaMemcpyAsync {
  C &ctx;
  FL_DEVICE cudaError_t operator()(void *to, const void *from, size_t n, cudaMemcpyKind kind,
                                   cudaStream_t s = nullptr) const {
    return copy(ctx, to, n, from, n, n, 1, kind, s);
  }
};
template <class C> struct cudaMemcpy2DAsync {
  C &ctx;
  FL_DEVICE cudaError_t operator()(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                   size_t width, size_t height, cudaMemcpyKind kind,
                                   cudaStream_t s = nullptr) const {
    return copy(ctx, to, to_pitch, from, from_pitch, width, height, kind, s);
  }
};
template <class C> struct cudaMemsetAsync {
  C &ctx;
  FL_DEVICE cudaError_t operator()(void *to, int value, size_t n, cudaStream_t s = nullptr) const {
    return fill(ctx, to, n, value, n, 1, s);
  }
};
template <class C> struct cudaMemset2DAsync {
  C &ctx;
  FL_DEVICE cudaError_t operator()(void *to, size_t pitch, int value, size_t width, size_t height,
                                   cudaStream_t s = nullptr) const {
    return fill(ctx, to, pitch, value, width, height, s);
  }
};
} // namespace api
} // namespace __fl
#include "streams.h"
#endif
