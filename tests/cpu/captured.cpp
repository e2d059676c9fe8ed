// Memory that is lent to a graph comes back when the graph and its executables are gone, and not before.
#include "check.h"
#include <freelaunch/freelaunch.h>

static flrt_stream *capture(cudaStream_t stream, cudaGraph_t *graph, size_t bytes) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  flrt_stream *s = flrt_acquire(flrt_here(), stream, 0, 64, bytes, 1);
  s->head[0] = 1;
  flrt_release(s, stream);
  cudaStreamEndCapture(stream, graph);
  return s;
}

int main() {
  cudaStream_t stream;
  cudaGraph_t graph[3];
  cudaGraphExec_t exec;
  cudaGraphExecUpdateResultInfo info;
  cudaStreamCreate(&stream);
  flrt_stream *first = capture(stream, &graph[0], 1000);
  CHECK(first->captured);
  CHECK(cudaGraphInstantiate(&exec, graph[0], 0) == cudaSuccess);
  cudaGraphDestroy(graph[0]);
  flrt_stream *second = capture(stream, &graph[1], 1000); // the executable has the first
  CHECK(second != first && second->head != first->head);
  CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess && first->head[0] == 0); // cleared each time
  CHECK(cudaGraphExecUpdate(exec, graph[1], &info) == cudaSuccess);
  const char *memory = first->head;
  flrt_stream *third = capture(stream, &graph[2], 500); // smaller ones may have it, too
  CHECK(third == first && third->head == memory && third->bytes >= 500);
  cudaGraphDestroy(graph[1]);
  cudaGraphDestroy(graph[2]);
  flrt_stream *larger = capture(stream, &graph[0], 100000);
  CHECK(larger == first && larger->bytes >= 100000);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph[0]);
  return finish();
}
