// As much of CUDA's runtime as libflrt uses, for its unit tests. Calls that matter leave a word each in `calls`, and fail where the test says so.
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUDART_VERSION 13000
#define FAKE static __attribute__((unused))
typedef enum cudaError {
  cudaSuccess,
  cudaErrorInvalidValue,
  cudaErrorMemoryAllocation,
  cudaErrorInvalidConfiguration,
  cudaErrorNotReady
} cudaError_t;
typedef struct {
  unsigned x, y, z;
} dim3;
typedef struct fake_stream *cudaStream_t;
typedef struct fake_graph *cudaGraph_t;
typedef struct fake_exec *cudaGraphExec_t;
typedef struct fake_node *cudaGraphNode_t;
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeThreadLocal,
  cudaStreamCaptureModeRelaxed
};
enum cudaLimit {
  cudaLimitStackSize,
  cudaLimitMallocHeapSize,
  cudaLimitDevRuntimePendingLaunchCount
};
enum {
  cudaStreamNonBlocking = 1,
  cudaEventDisableTiming,
  cudaHostRegisterMapped,
  cudaHostRegisterPortable,
  cudaHostAllocMapped,
  cudaHostAllocPortable,
  cudaEnableLegacyStream
};
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive };
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess };
enum cudaDeviceAttr {
  cudaDevAttrMultiProcessorCount,
  cudaDevAttrComputeCapabilityMajor,
  cudaDevAttrComputeCapabilityMinor,
  cudaDevAttrMaxSharedMemoryPerBlockOptin
};
typedef struct fake_event {
  int over;
} * cudaEvent_t;
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
typedef struct {
  enum { cudaLaunchAttributeCooperative, cudaLaunchAttributeProgrammaticStreamSerialization } id;
  struct {
    int cooperative, programmaticStreamSerializationAllowed;
  } val;
} cudaLaunchAttribute;
typedef struct {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
} cudaLaunchConfig_t;

struct fake_stream {
  int capturing, priority, device;
  unsigned long long id;
};
struct fake_node {
  const void *function;
  int first_arg;
};
struct fake_graph {
  struct fake_node node[2];
  int nodes;
};
struct fake_exec {
  struct fake_graph *of;
};

#define FLRT_HAVE_CUDA
#include "../../runtime/flrt.h"

static char calls[4096];
static cudaError_t last_error;
static const char *failing = ""; // the call that fails
static int nodes_reversed;
static size_t stack_limit = 1024;
static struct fake_stream side;
static struct fake_graph graphs[64];
static struct fake_exec execs[64];
static int n_graphs, n_execs;

FAKE void note(const char *format, ...) {
  va_list list;
  va_start(list, format);
  const size_t at = strlen(calls);
  vsnprintf(calls + at, sizeof calls - at, format, list);
  va_end(list);
}
FAKE cudaError_t result(const char *call) {
  const cudaError_t e = *failing && strstr(failing, call) ? cudaErrorInvalidValue : cudaSuccess;
  if (e != cudaSuccess)
    last_error = e;
  return e;
}

FAKE cudaError_t fake_launch(const char *how, const void *function, dim3 grid, void **args,
                             cudaStream_t stream) {
  if (stream && stream->capturing) {
    struct fake_graph *g = &graphs[n_graphs];
    if (result("capture") != cudaSuccess)
      return cudaErrorInvalidValue;
    g->node[g->nodes].function = function;
    g->node[g->nodes++].first_arg = *(int *)args[0];
    return cudaSuccess;
  }
  note("%s%s(%d) ", how, (const char *)function, *(int *)args[0]);
  if (grid.x == 0 || grid.x > 1000) {
    last_error = cudaErrorInvalidConfiguration;
    return last_error;
  }
  return result((const char *)function);
}
FAKE cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args,
                                  size_t shared, cudaStream_t stream) {
  (void)block, (void)shared;
  return fake_launch("", function, grid, args, stream);
}
FAKE cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *function,
                                     void **args) {
  return fake_launch(c->attrs[0].id == cudaLaunchAttributeCooperative ? "together " : "behind ",
                     function, c->gridDim, args, c->stream);
}
FAKE cudaError_t cudaPeekAtLastError(void) { return last_error; }
FAKE cudaError_t cudaGetLastError(void) {
  const cudaError_t e = last_error;
  last_error = cudaSuccess;
  return e;
}
static enum cudaStreamCaptureMode capture_mode;
FAKE cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
  const enum cudaStreamCaptureMode before = capture_mode;
  capture_mode = *mode;
  *mode = before;
  return cudaSuccess;
}
FAKE cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
  *priority = stream ? stream->priority : -3;
  return cudaSuccess;
}
FAKE cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
  note("stream(%u,%d) ", flags, priority);
  *stream = &side;
  return result("stream");
}
FAKE cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  (void)to, (void)from;
  return cudaSuccess;
}
FAKE cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  note("destroy ");
  stream->capturing = 0;
  return cudaSuccess;
}
FAKE cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
  (void)mode;
  stream->capturing = 1;
  return result("begin");
}
FAKE cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  stream->capturing = 0;
  *graph = &graphs[n_graphs++];
  return result("end");
}
FAKE cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
  const int last = graph->nodes - 1;
  for (int i = 0; i <= last; ++i)
    nodes[i] = &graph->node[nodes_reversed ? last - i : i];
  *n = (size_t)graph->nodes;
  return result("nodes");
}
FAKE cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
  nodes[0] = &graph->node[0];
  *n = 1;
  return result("roots");
}
FAKE cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                      unsigned long long flags) {
  (void)flags;
  *exec = &execs[n_execs++];
  (*exec)->of = graph;
  note("make ");
  return result("make");
}
FAKE cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  (void)graph;
  return cudaSuccess;
}
static size_t heap_limit = (size_t)8 << 20, free_memory = (size_t)1 << 30;
FAKE cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
  *value = limit == cudaLimitMallocHeapSize ? heap_limit : stack_limit;
  return cudaSuccess;
}
// The driver's functions, which leave no error for the runtime.
FAKE int fake_limit(size_t *value, int which) {
  *value = which == cudaLimitStackSize ? stack_limit : 0;
  return 0;
}
FAKE int fake_node(cudaGraphNode_t node, struct flrt_node *what) {
  what->function = (void *)node->function;
  what->extra = (void **)node; // to be left out again
  return *failing && strstr(failing, "what");
}
FAKE int fake_set_node(cudaGraphExec_t exec, cudaGraphNode_t node, const struct flrt_node *p) {
  (void)exec;
  if (node->function != p->function || p->extra)
    note("WRONG NODE ");
  if (p->shape[0] > 1000)
    return 1;
  node->first_arg = *(int *)p->args[0];
  note("set %s(%d) ", (const char *)p->function, node->first_arg);
  return *failing && strstr(failing, "set");
}
FAKE int fake_graph_launch(cudaGraphExec_t exec, cudaStream_t stream) {
  (void)stream;
  note("graph");
  for (int i = 0; i < exec->of->nodes; ++i)
    note(" %s(%d)", (const char *)exec->of->node[i].function, exec->of->node[i].first_arg);
  note("; ");
  return *failing && strstr(failing, "graph");
}

// For runtime/flrt_stream.c: memory is the host's, and everything is over when `all_over` says so.
static int all_over = 1, allocations;
FAKE cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  static struct fake_event events[1024];
  static int n;
  (void)flags;
  *event = &events[n++ % 1024];
  return result("event");
}
FAKE cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  (void)event, (void)stream;
  return result("record");
}
FAKE cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  (void)stream, (void)event, (void)flags;
  note("wait ");
  return result("wait");
}
FAKE cudaError_t cudaDeviceSynchronize(void) {
  note("synchronize ");
  return result("synchronize");
}
FAKE cudaError_t cudaEventQuery(cudaEvent_t event) {
  (void)event;
  if (!all_over)
    last_error = cudaErrorNotReady;
  return all_over ? cudaSuccess : cudaErrorNotReady;
}
FAKE cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
  *id = stream == cudaStreamLegacy || !stream ? 1 : stream->id;
  return cudaSuccess;
}
FAKE cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
  *status = stream->capturing ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
// What a graph is lent: the test ends graphs by end_graph().
typedef struct fake_lent {
  void *what;
  void (*end)(void *);
} * cudaUserObject_t;
enum { cudaUserObjectNoDestructorSync = 1, cudaGraphUserObjectMove = 1 };
static struct fake_lent lent[8];
static unsigned n_lent;
FAKE cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                          unsigned long long *id, cudaGraph_t *graph,
                                          const cudaGraphNode_t **nodes, const void **edges,
                                          size_t *n) {
  (void)id, (void)nodes, (void)edges, (void)n;
  *graph = graphs;
  return cudaStreamIsCapturing(stream, status);
}
FAKE cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *what, void (*end)(void *),
                                      unsigned references, unsigned flags) {
  (void)references, (void)flags;
  *object = &lent[n_lent++ % 8];
  **object = (struct fake_lent){what, end};
  return result("lend");
}
FAKE cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                           unsigned references, unsigned flags) {
  (void)graph, (void)object, (void)references, (void)flags;
  return result("retain");
}
FAKE void end_graph(void) { // of the launch that was captured last
  --n_lent;
  lent[n_lent].end(lent[n_lent].what);
}
static size_t most_memory = ~(size_t)0;                 // that one allocation gets
static size_t all_memory = ~(size_t)0, used_memory = 0; // by all of them
static unsigned frees;
FAKE cudaError_t cudaMalloc(void **p, size_t n) {
  if (capture_mode != cudaStreamCaptureModeRelaxed) // some stream is being captured
    return last_error = cudaErrorInvalidValue;
  if (n > most_memory || (all_memory != ~(size_t)0 && n > all_memory - used_memory))
    return last_error = cudaErrorMemoryAllocation;
  size_t *block = calloc(1, sizeof *block * 2 + n);
  *block = n;
  used_memory += n;
  *p = block + 2;
  ++allocations;
  return result("malloc");
}
FAKE cudaError_t cudaFree(void *p) {
  size_t *block = (size_t *)p - 2;
  used_memory -= *block;
  ++frees;
  free(block);
  return cudaSuccess;
}
FAKE cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream) {
  (void)stream;
  memset(p, value, n);
  return cudaSuccess;
}
FAKE cudaError_t cudaMemGetInfo(size_t *rest, size_t *all) {
  *rest = *all = free_memory;
  return cudaSuccess;
}
static int devices = 1, current_device;
FAKE cudaError_t cudaGetDeviceCount(int *n) {
  *n = devices;
  return cudaSuccess;
}
FAKE cudaError_t cudaGetDevice(int *device) {
  *device = current_device;
  return cudaSuccess;
}
FAKE cudaError_t cudaSetDevice(int device) {
  current_device = device;
  return cudaSuccess;
}
FAKE cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
  if (!stream->id) // it was destroyed
    return last_error = cudaErrorInvalidValue;
  *device = stream->device;
  return cudaSuccess;
}
FAKE cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  (void)attribute, (void)device;
  *value = 1;
  return cudaSuccess;
}
FAKE cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
  if (limit == cudaLimitMallocHeapSize)
    heap_limit = value;
  return cudaSuccess;
}
// There is no cuCtxGetId: the context is not known.
FAKE cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **found, unsigned version,
                                                  unsigned long long flags,
                                                  enum cudaDriverEntryPointQueryResult *result) {
  int (*limit)(size_t *, int) = fake_limit;
  int (*node)(cudaGraphNode_t, struct flrt_node *) = fake_node;
  int (*set_node)(cudaGraphExec_t, cudaGraphNode_t, const struct flrt_node *) = fake_set_node;
  int (*launch)(cudaGraphExec_t, cudaStream_t) = fake_graph_launch;
  (void)version, (void)flags;
  *found = NULL;
  if (strcmp(name, "cuCtxGetLimit") == 0)
    memcpy(found, &limit, sizeof *found);
  else if (strcmp(name, "cuGraphKernelNodeGetParams") == 0)
    memcpy(found, &node, sizeof *found);
  else if (strcmp(name, "cuGraphExecKernelNodeSetParams") == 0)
    memcpy(found, &set_node, sizeof *found);
  else if (strcmp(name, "cuGraphLaunch") == 0)
    memcpy(found, &launch, sizeof *found);
  *result = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}
FAKE cudaError_t cudaHostRegister(void *p, size_t n, unsigned flags) {
  (void)p, (void)n, (void)flags;
  return cudaSuccess;
}
FAKE cudaError_t cudaHostAlloc(void **p, size_t n, unsigned flags) {
  (void)flags;
  return cudaMalloc(p, n);
}
FAKE cudaError_t cudaHostGetDevicePointer(void **seen, void *p, unsigned flags) {
  (void)flags;
  *seen = p;
  return cudaSuccess;
}
#endif
