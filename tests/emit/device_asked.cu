// What the stand-ins know of the device needs no device runtime; all else is asked as it is written, in all of the function.
// RUN: flcc --fl-emit --fl-strategy=t1 %s | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 -DALL %s | FileCheck --check-prefix=ALL %s

__global__ void child(int *p) { *p = 1; }
// CHECK: void parent__fl_body{{[(]}}
// CHECK: __fl::api::cudaDeviceGetAttribute{{<}}FlCtx> cudaDeviceGetAttribute{fl_ctx};
// CHECK: __fl::api::cudaDeviceGetLimit{{<}}FlCtx> cudaDeviceGetLimit{fl_ctx};
// ALL: void parent__fl_body{{[(]}}
// ALL-NOT: __fl::api::cudaDeviceGet{{[A-Z]}}
// ALL: void launches{{[(]}}
__global__ void parent(int *p) {
  int n;
  size_t limit;
  if (cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess && n > 16)
    child<<<1, 1>>>(p);
  if (cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) == cudaSuccess && limit > 16)
    child<<<1, 1>>>(p + 1);
#ifdef ALL
  if (cudaDeviceGetAttribute(&n, cudaDevAttrL2CacheSize, 0) == cudaSuccess && n > 16)
    child<<<1, 1>>>(p + 2);
  if (cudaDeviceGetLimit(&limit, cudaLimitStackSize) == cudaSuccess && limit > 16)
    child<<<1, 1>>>(p + 3);
#endif
}
void launches(int *p) { parent<<<1, 1>>>(p); }
