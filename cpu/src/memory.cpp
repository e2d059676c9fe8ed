// Memory in three dimensions, and pools, which are the host's heap by another name.
#include "sched.h"

#include "flcpu/api.h"
#include "flcpu/memory.h"

using namespace flcpu::detail;

static cudaError_t result(cudaError_t error) {
  if (error != cudaSuccess)
    thread_error() = error;
  return error;
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *pointer, cudaExtent extent) {
  if (!pointer)
    return result(cudaErrorInvalidValue);
  *pointer = make_cudaPitchedPtr(nullptr, 0, extent.width, extent.height);
  return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width,
                         extent.height * extent.depth);
}

static char *slice(const cudaPitchedPtr &p, const cudaPos &at, size_t z) {
  return static_cast<char *>(p.ptr) + ((at.z + z) * p.ysize + at.y) * p.pitch + at.x;
}
// Are rows and slices of that size in what begins at a position?
static bool fits(const cudaPitchedPtr &p, const cudaPos &at, const cudaExtent &e) {
  return p.ptr && at.x + e.width <= p.pitch && (e.depth < 2 || at.y + e.height <= p.ysize);
}

// Slice by slice.
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream) {
  if (!p || p->srcArray || p->dstArray)
    return result(cudaErrorInvalidValue);
  const cudaExtent &e = p->extent;
  if (!e.width || !e.height || !e.depth)
    return cudaSuccess;
  if (!fits(p->srcPtr, p->srcPos, e) || !fits(p->dstPtr, p->dstPos, e))
    return result(cudaErrorInvalidValue);
  cudaError_t error = cudaSuccess;
  for (size_t z = 0; z < e.depth && error == cudaSuccess; z++)
    error = cudaMemcpy2DAsync(slice(p->dstPtr, p->dstPos, z), p->dstPtr.pitch,
                              slice(p->srcPtr, p->srcPos, z), p->srcPtr.pitch, e.width, e.height,
                              p->kind, stream);
  return error;
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) { return cudaMemcpy3DAsync(p, nullptr); }
cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent e, cudaStream_t stream) {
  if (!e.width || !e.height || !e.depth)
    return cudaSuccess;
  if (!fits(p, cudaPos(), e))
    return result(cudaErrorInvalidValue);
  cudaError_t error = cudaSuccess;
  for (size_t z = 0; z < e.depth && error == cudaSuccess; z++)
    error = cudaMemset2DAsync(slice(p, cudaPos(), z), p.pitch, value, e.width, e.height, stream);
  return error;
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent e) {
  return cudaMemset3DAsync(p, value, e, nullptr);
}

struct CUmemPoolHandle_st {
  uint64_t values[cudaMemPoolAttrUsedMemHigh + 1] = {0, 1, 1,
                                                     1}; // what is reused is nobody's concern here
};
static CUmemPoolHandle_st default_pool;
static std::atomic<cudaMemPool_t> current_pool{&default_pool};

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
  if (device)
    return result(cudaErrorInvalidDevice);
  *pool = &default_pool;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
  if (device)
    return result(cudaErrorInvalidDevice);
  *pool = current_pool;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (device || !pool)
    return result(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
  current_pool = pool;
  return cudaSuccess;
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties) {
  if (!pool || !properties || properties->allocType == cudaMemAllocationTypeInvalid)
    return result(cudaErrorInvalidValue);
  *pool = new CUmemPoolHandle_st;
  return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  if (!pool || pool == &default_pool)
    return result(cudaErrorInvalidValue);
  cudaMemPool_t was = pool;
  current_pool.compare_exchange_strong(was, &default_pool);
  delete pool;
  return cudaSuccess;
}
static bool is_flag(cudaMemPoolAttr attribute) {
  return attribute < cudaMemPoolAttrReleaseThreshold;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  if (!pool || !value || attribute < 1 || attribute > cudaMemPoolAttrUsedMemHigh)
    return result(cudaErrorInvalidValue);
  pool->values[attribute] =
      is_flag(attribute) ? uint64_t(*static_cast<int *>(value)) : *static_cast<uint64_t *>(value);
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  if (!pool || !value || attribute < 1 || attribute > cudaMemPoolAttrUsedMemHigh)
    return result(cudaErrorInvalidValue);
  if (is_flag(attribute))
    *static_cast<int *>(value) = int(pool->values[attribute]);
  else
    *static_cast<uint64_t *>(value) = pool->values[attribute];
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return pool ? cudaSuccess : result(cudaErrorInvalidValue);
}
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return pool ? cudaMallocAsync(pointer, size, stream) : result(cudaErrorInvalidValue);
}
