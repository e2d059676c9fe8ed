// The runtime API. Functions without a body here are in the library; parse mode needs only their
// signatures.
#ifndef FLCPU_API_H
#define FLCPU_API_H
#include "types.h"

// Allowed on the device too (the device runtime's part of the API).
#define FLCPU_ANY FLCPU_HD

FLCPU_ANY cudaError_t cudaGetLastError();
FLCPU_ANY cudaError_t cudaPeekAtLastError();
FLCPU_ANY const char *cudaGetErrorString(cudaError_t error);
FLCPU_ANY const char *cudaGetErrorName(cudaError_t error);
FLCPU_ANY cudaError_t cudaGetDevice(int *device);
FLCPU_ANY cudaError_t cudaGetDeviceCount(int *count);
FLCPU_ANY cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
FLCPU_ANY cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit);
FLCPU_ANY cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config);
FLCPU_ANY cudaError_t cudaRuntimeGetVersion(int *version);
// In a kernel: waits for what the thread's block has launched so far.
// Two functions, with C's linkage: a program may declare the device's, which CUDA's headers do not
// since CUDA 12.
extern "C" cudaError_t cudaDeviceSynchronize();
extern "C" __device__ cudaError_t cudaDeviceSynchronize();
// Its name since CUDA 11.6 for code that is to compile without a warning.
extern "C" FLCPU_ANY inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() {
  return cudaDeviceSynchronize();
}

FLCPU_ANY cudaError_t cudaMalloc(void **pointer, size_t size);
FLCPU_ANY cudaError_t cudaFree(void *pointer);
FLCPU_ANY cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind,
                                      cudaStream_t stream = 0);
FLCPU_ANY cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                        size_t from_pitch, size_t width, size_t height,
                                        cudaMemcpyKind kind, cudaStream_t stream = 0);
FLCPU_ANY cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t stream = 0);
FLCPU_ANY cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width,
                                        size_t height, cudaStream_t stream = 0);
FLCPU_ANY cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
FLCPU_ANY cudaError_t cudaStreamDestroy(cudaStream_t stream);
FLCPU_ANY cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                          unsigned int flags = 0);
FLCPU_ANY cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
FLCPU_ANY cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
FLCPU_ANY cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0,
                                               unsigned int flags = 0);
FLCPU_ANY cudaError_t cudaEventDestroy(cudaEvent_t event);

cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *pointer);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaMallocManaged(void **pointer, size_t size,
                              unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream = 0);
cudaError_t cudaMemAdvise(const void *pointer, size_t size, cudaMemoryAdvise advice,
                          cudaMemLocation location);
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t size, cudaStream_t stream = 0);
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size);
cudaError_t cudaMemset(void *to, int value, size_t size);
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer);

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *like);
cudaError_t cudaDeviceGetPCIBusId(char *id, int size, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id);
cudaError_t cudaDeviceReset();
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
// What a cache should keep, and the like: it makes no difference here.
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t size = 0,
                                     unsigned int flags = cudaMemAttachSingle);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *argument);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *argument, unsigned int flags);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);

// Typed forms.
template <class T> FLCPU_INLINE cudaError_t cudaMalloc(T **pointer, size_t size) {
  return cudaMalloc(reinterpret_cast<void **>(pointer), size);
}
template <class T> inline cudaError_t cudaMallocHost(T **pointer, size_t size) {
  return cudaMallocHost(reinterpret_cast<void **>(pointer), size);
}
template <class T> inline cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned int flags) {
  return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T> inline cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags) {
  return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}
template <class T>
inline cudaError_t cudaMallocManaged(T **pointer, size_t size,
                                     unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T>
inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
  return cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}
template <class T>
inline cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void **>(pointer), size, stream);
}

// Symbols are plain variables.
template <class T> inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
  *pointer = const_cast<void *>(reinterpret_cast<const volatile void *>(
      &reinterpret_cast<const volatile char &>(symbol)));
  return cudaSuccess;
}
template <class P, class T> inline cudaError_t cudaGetSymbolAddress(P **pointer, const T &symbol) {
  return cudaGetSymbolAddress(reinterpret_cast<void **>(pointer), symbol);
}
namespace flcpu {
template <class T> struct symbol_size {
  static constexpr size_t value = sizeof(T);
};
template <class T> struct symbol_size<T[]> { // another file has the array
  static constexpr size_t value = ~size_t(0);
};
// NULL: there is no such part of the symbol.
template <class T> inline char *symbol_part(const T &symbol, size_t size, size_t offset) {
  void *all = nullptr;
  ::cudaGetSymbolAddress(&all, symbol);
  const size_t most = symbol_size<T>::value;
  return offset <= most && size <= most - offset ? static_cast<char *>(all) + offset : nullptr;
}
} // namespace flcpu
template <class T> inline cudaError_t cudaGetSymbolSize(size_t *size, const T &) {
  *size = sizeof(T);
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size,
                                           size_t offset, cudaMemcpyKind kind,
                                           cudaStream_t stream = 0) {
  return cudaMemcpyAsync(flcpu::symbol_part(symbol, size, offset), from, size, kind, stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset,
                                             cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return cudaMemcpyAsync(to, flcpu::symbol_part(symbol, size, offset), size, kind, stream);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbolAsync(symbol, from, size, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbolAsync(to, symbol, size, offset, kind);
}

#include "function.h"
#include "graph.h"

#ifdef FLCPU_PARSE
// What clang calls for <<<>>>, on the host and on the device.
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block = 1, size_t shared = 0,
                                                void *stream = 0);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block = 1, size_t shared = 0,
                              cudaStream_t stream = 0);
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args,
                             size_t shared, cudaStream_t stream);
extern "C" __device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
extern "C" __device__ cudaError_t cudaLaunchDevice(void *function, void *parameters, dim3 grid,
                                                   dim3 block, unsigned int shared,
                                                   cudaStream_t stream);
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                             size_t shared = 0, cudaStream_t stream = 0);
template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                        size_t shared = 0, cudaStream_t stream = 0);
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **args,
                                        size_t shared = 0, cudaStream_t stream = 0);
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...args);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **args);
#else
#include "launch.h"
#endif
#endif
