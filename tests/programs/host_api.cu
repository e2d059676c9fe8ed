// What a program asks of the runtime around launches of parents: streams, callbacks, managed memory, attributes of the parent, and errors that stay until
// they are asked for.
#include "include/test.h"

__global__ void child(int *sum, int v) { atomicAdd(sum, v); }
__global__ void parent(int *sum, int n) {
  for (int i = 0; i < n; i++)
    child<<<1, 32>>>(sum, 1);
}

// A box of 4 * 3 * 2 numbers, of which the middle of each row comes back, from the pool's memory as well.
static bool boxes() {
  const cudaExtent all = make_cudaExtent(4 * sizeof(int), 3, 2), part = make_cudaExtent(2 * sizeof(int), 2, 2);
  int in[24], out[8];
  for (int i = 0; i < 24; i++)
    in[i] = i;
  cudaPitchedPtr box;
  CHECK(cudaMalloc3D(&box, all));
  CHECK(cudaMemset3D(box, 1, all));
  cudaMemcpy3DParms how = {};
  how.srcPtr = make_cudaPitchedPtr(in, 4 * sizeof(int), 4, 3);
  how.dstPtr = box;
  how.extent = all;
  how.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&how));
  how.srcPtr = box;
  how.srcPos = make_cudaPos(sizeof(int), 1, 0);
  how.dstPtr = make_cudaPitchedPtr(out, 2 * sizeof(int), 2, 2);
  how.extent = part;
  how.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3DAsync(&how, 0));
  CHECK(cudaDeviceSynchronize());
  cudaMemPool_t pool;
  unsigned long long kept = 1 << 20, is = 0;
  int *p = nullptr, back = 0;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &is));
  CHECK(cudaMallocFromPoolAsync(&p, sizeof(int), pool, 0));
  CHECK(cudaMemcpyAsync(p, &in[23], sizeof(int), cudaMemcpyHostToDevice, 0));
  CHECK(cudaMemcpy(&back, p, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFreeAsync(p, 0));
  CHECK(cudaMemPoolTrimTo(pool, 0));
  char id[32];
  int device = 9;
  CHECK(cudaDeviceGetPCIBusId(id, sizeof id, 0));
  CHECK(cudaDeviceGetByPCIBusId(&device, id));
  return device == 0 && is == kept && back == 23 && out[0] == 5 && out[1] == 6 && out[2] == 9 && out[7] == 22;
}

static int called;
static void done(void *by) { called += *(int *)by; }
static void callback(cudaStream_t, cudaError_t error, void *) { called += error == cudaSuccess ? 10 : 1000; }

int main() {
  int *sum, least, greatest, priority, hundred = 100;
  unsigned flags;
  unsigned long long id[2];
  cudaStream_t stream;
  cudaEvent_t event;
  CHECK(cudaMallocManaged(&sum, sizeof(int)));
  *sum = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
  CHECK(cudaStreamGetPriority(stream, &priority));
  CHECK(cudaStreamGetFlags(stream, &flags));
  CHECK(cudaStreamGetId(stream, &id[0]));
  CHECK(cudaStreamGetId(cudaStreamPerThread, &id[1]));
  bool ok = boxes() && priority == greatest && flags == cudaStreamNonBlocking && id[0] != id[1];
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));

  parent<<<1, 2, 0, stream>>>(sum, 3);
  CHECK(cudaLaunchHostFunc(stream, done, &hundred));
  CHECK(cudaStreamAddCallback(stream, callback, nullptr, 0));
  CHECK(cudaEventRecord(event, stream));
  CHECK(cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
  parent<<<1, 2, 0, cudaStreamPerThread>>>(sum, 1);
  CHECK(cudaStreamSynchronize(cudaStreamPerThread));
  parent<<<1, 2>>>(sum, 1);
  CHECK(cudaDeviceSynchronize());
  ok &= *sum == 32 * 10 && called == 110;

  // The error is that of the first, and the launches behind it are made.
  parent<<<0, 1>>>(sum, 1);
  parent<<<1, 1>>>(sum, 1);
  ok &= cudaGetLastError() != cudaSuccess && cudaGetLastError() == cudaSuccess;
  ok &= cudaSetDevice(1000) == cudaErrorInvalidDevice;
  parent<<<1, 1, 0, stream>>>(sum, 1);
  ok &= cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess;
  CHECK(cudaDeviceSynchronize());
  ok &= *sum == 32 * 12;

  int grid, block;
  size_t shared;
  cudaFuncAttributes is;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, parent, 0, 0));
  parent<<<1, block>>>(sum, 1);
  CHECK(cudaFuncSetCacheConfig(parent, cudaFuncCachePreferShared));
  CHECK(cudaFuncSetAttribute(parent, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  CHECK(cudaFuncGetAttributes(&is, (const void *)parent));
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, parent, 1, 32));
  parent<<<1, 1, 1024>>>(sum, 1);
  CHECK(cudaDeviceSynchronize());
  ok &= is.preferredShmemCarveout == 50 && shared >= 1024 && *sum == 32 * (13 + block);
  return verdict(ok, "sum " + std::to_string(*sum) + ", called " + std::to_string(called));
}
