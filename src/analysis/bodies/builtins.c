// The names of CUDA's device language that mean something else in a virtual block. Everything in
// this table is shadowed there by a local of the same name (include/freelaunch/api.h), or forbids
// one.
#include "analysis/bodies/bodies.h"
#include <string.h>

const struct fl_api fl_api_table[] = {
    {"threadIdx", FL_API_INDEX, "thread_idx"},
    {"blockIdx", FL_API_INDEX, "block_idx"},
    {"blockDim", FL_API_INDEX, "block_dim"},
    {"gridDim", FL_API_INDEX, "grid_dim"},

    {"__syncthreads", FL_API_BARRIER, "syncthreads"},
    {"__syncthreads_count", FL_API_BARRIER, "syncthreads_count"},
    {"__syncthreads_and", FL_API_BARRIER, "syncthreads_and"},
    {"__syncthreads_or", FL_API_BARRIER, "syncthreads_or"},

    {"__syncwarp", FL_API_WARP, "syncwarp"},
    {"__shfl_sync", FL_API_WARP, "shfl_sync"},
    {"__shfl_up_sync", FL_API_WARP, "shfl_up_sync"},
    {"__shfl_down_sync", FL_API_WARP, "shfl_down_sync"},
    {"__shfl_xor_sync", FL_API_WARP, "shfl_xor_sync"},
    {"__ballot_sync", FL_API_WARP, "ballot_sync"},
    {"__any_sync", FL_API_WARP, "any_sync"},
    {"__all_sync", FL_API_WARP, "all_sync"},
    {"__match_any_sync", FL_API_WARP, "match_any_sync"},
    {"__match_all_sync", FL_API_WARP, "match_all_sync"},
    {"__reduce_add_sync", FL_API_WARP, "reduce_add_sync"},
    {"__reduce_min_sync", FL_API_WARP, "reduce_min_sync"},
    {"__reduce_max_sync", FL_API_WARP, "reduce_max_sync"},
    {"__reduce_and_sync", FL_API_WARP, "reduce_and_sync"},
    {"__reduce_or_sync", FL_API_WARP, "reduce_or_sync"},
    {"__reduce_xor_sync", FL_API_WARP, "reduce_xor_sync"},
    {"__activemask", FL_API_WARP, "activemask"},

    {"this_thread_block", FL_API_GROUP, "this_thread_block"},
    {"this_grid", FL_API_GROUP, "this_grid"},
    {"coalesced_threads", FL_API_WARP, "coalesced_threads"},

    {"__ldg", FL_API_LOAD, "ldg"},

    {"cudaGetLastError", FL_API_ERROR, "cudaGetLastError"},
    {"cudaPeekAtLastError", FL_API_ERROR, "cudaPeekAtLastError"},
    {"cudaGetErrorString", FL_API_ERROR, "cudaGetErrorString"},
    {"cudaGetErrorName", FL_API_ERROR, "cudaGetErrorName"},
    {"cudaMalloc", FL_API_DEVICE, "cudaMalloc"},
    {"cudaFree", FL_API_DEVICE, "cudaFree"},
    {"cudaGetDevice", FL_API_DEVICE, "cudaGetDevice"},
    {"cudaDeviceGetAttribute", FL_API_DEVICE, "cudaDeviceGetAttribute"},
    {"cudaMemcpyAsync", FL_API_STREAM, "cudaMemcpyAsync"},
    {"cudaMemsetAsync", FL_API_STREAM, "cudaMemsetAsync"},
    {"cudaStreamCreateWithFlags", FL_API_STREAM, "cudaStreamCreateWithFlags"},
    {"cudaStreamDestroy", FL_API_STREAM, "cudaStreamDestroy"},
    {"cudaStreamWaitEvent", FL_API_STREAM, "cudaStreamWaitEvent"},
    {"cudaEventCreateWithFlags", FL_API_STREAM, "cudaEventCreateWithFlags"},
    {"cudaEventRecord", FL_API_STREAM, "cudaEventRecord"},
    {"cudaEventDestroy", FL_API_STREAM, "cudaEventDestroy"},

    {"cudaDeviceSynchronize", FL_API_JOIN, "cudaDeviceSynchronize"},
    {"__cudaDeviceSynchronizeDeprecationAvoidance", FL_API_JOIN, "cudaDeviceSynchronize"},
    {"cudaThreadSynchronize", FL_API_JOIN, NULL},

    {"cudaMemcpy2DAsync", FL_API_STREAM, "cudaMemcpy2DAsync"},
    {"cudaMemcpy3DAsync", FL_API_UNSUPPORTED, NULL},
    {"cudaMemset2DAsync", FL_API_STREAM, "cudaMemset2DAsync"},
    {"cudaMemset3DAsync", FL_API_UNSUPPORTED, NULL},
    {"cudaDeviceGetLimit", FL_API_DEVICE, "cudaDeviceGetLimit"},
    {"cudaDeviceGetCacheConfig", FL_API_ANYWHERE, NULL},
    {"cudaDeviceGetSharedMemConfig", FL_API_ANYWHERE, NULL},
    {"cudaEventRecordWithFlags", FL_API_STREAM, "cudaEventRecordWithFlags"},
    {"cudaFuncGetAttributes", FL_API_ANYWHERE, NULL},
    {"cudaGetDeviceCount", FL_API_ANYWHERE, NULL},
    {"cudaRuntimeGetVersion", FL_API_ANYWHERE, NULL},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", FL_API_ANYWHERE, NULL},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", FL_API_ANYWHERE, NULL},
    {"cudaGetParameterBuffer", FL_API_UNSUPPORTED, NULL},
    {"cudaGetParameterBufferV2", FL_API_UNSUPPORTED, NULL},
    {"cudaLaunchDevice", FL_API_UNSUPPORTED, NULL},
    {"cudaLaunchDeviceV2", FL_API_UNSUPPORTED, NULL},
    {"cudaGraphLaunch", FL_API_UNSUPPORTED, NULL},
    {"this_cluster", FL_API_UNSUPPORTED, NULL},
    {"this_thread", FL_API_UNSUPPORTED, NULL},
    {"__barrier_sync", FL_API_UNSUPPORTED, NULL},
    {"__barrier_sync_count", FL_API_UNSUPPORTED, NULL},
    {NULL, FL_API_INDEX, NULL},
};

const struct fl_api *fl_api_find(const char *name) {
  if (!name)
    return NULL;
  for (const struct fl_api *a = fl_api_table; a->name; a++)
    if (!strcmp(a->name, name))
      return a;
  return NULL;
}

// What the stand-ins know of the device (include/freelaunch/streams.h). Of all else the device runtime is asked.
static const char *const known[] = {
    "cudaDevAttrMultiProcessorCount",
    "cudaDevAttrComputeCapabilityMajor",
    "cudaDevAttrComputeCapabilityMinor",
    "cudaDevAttrMaxThreadsPerBlock",
    "cudaDevAttrMaxBlockDimX",
    "cudaDevAttrMaxBlockDimY",
    "cudaDevAttrMaxBlockDimZ",
    "cudaDevAttrMaxGridDimX",
    "cudaDevAttrMaxGridDimY",
    "cudaDevAttrMaxGridDimZ",
    "cudaDevAttrWarpSize",
    "cudaDevAttrMaxSharedMemoryPerBlock",
    "cudaLimitDevRuntimePendingLaunchCount",
};
static bool is_known(const struct fl_node *asked) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (asked->kind == FL_REF && asked->name && !strcmp(asked->name, known[i]))
      return true;
  return false;
}

const struct fl_api *fl_api_at(const struct fl_node *use) {
  static const struct fl_api asks[] = {{"cudaDeviceGetAttribute", FL_API_ANYWHERE, NULL},
                                       {"cudaDeviceGetLimit", FL_API_ANYWHERE, NULL}};
  const struct fl_node *p = use->parent, *call = use->kind == FL_CALL ? use
                                                 : p && p->kind == FL_CALL && p->callee == use
                                                     ? p
                                                     : NULL;
  const struct fl_api *api = fl_api_find(use->name);
  for (size_t i = 0; api && i < sizeof asks / sizeof *asks; i++)
    if (!strcmp(api->name, asks[i].name) && // kids: callee, where to put it, what is asked for
        !(call && call->kids.len > 2 && is_known(call->kids.data[2])))
      return &asks[i];
  return api;
}
