// Graphs of the program: their nodes run one after another.
#include "capture.h"
#include <algorithm>

using namespace flcpu::detail;

static cudaError_t result(cudaError_t error) {
  if (error != cudaSuccess)
    thread_error() = error;
  return error;
}

struct CUgraphExec_st {
  struct step {
    cudaGraphNode_t node; // that it was made of
    cudaGraphNodeType type;
    std::shared_ptr<const operation> what;
  };
  std::vector<step> steps;
  users used;
};

namespace flcpu::detail {

cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNodeType type, const operation *what) {
  graph->nodes.push_back(std::make_unique<CUgraphNode_st>());
  CUgraphNode_st *n = graph->nodes.back().get();
  n->type = type;
  n->what.reset(what);
  return n;
}

std::vector<cudaGraphNode_t> in_order(cudaGraph_t graph) {
  std::vector<cudaGraphNode_t> done;
  const auto is_done = [&](cudaGraphNode_t n) {
    return std::find(done.begin(), done.end(), n) != done.end();
  };
  for (bool more = true; more;) {
    more = false;
    for (const auto &n : graph->nodes)
      if (!is_done(n.get()) && std::all_of(n->after.begin(), n->after.end(), is_done)) {
        done.push_back(n.get());
        more = true;
      }
  }
  return done;
}

} // namespace flcpu::detail

static bool steps_of(cudaGraph_t graph, std::vector<CUgraphExec_st::step> &steps) {
  for (cudaGraphNode_t n : in_order(graph))
    steps.push_back({n, n->type, n->what});
  return steps.size() == graph->nodes.size(); // or some wait for each other
}

namespace {
struct several : operation { // a graph in another
  std::vector<CUgraphExec_st::step> steps;
  void run() const override {
    for (const auto &s : steps)
      if (s.what)
        s.what->run();
  }
};
} // namespace

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
  if (!graph || flags)
    return result(cudaErrorInvalidValue);
  *graph = new CUgraph_st;
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  for (const auto &n : clone->nodes)
    if (n->original == original) {
      *node = n.get();
      return cudaSuccess;
    }
  return result(cudaErrorInvalidValue);
}
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
  if (!clone || !graph)
    return result(cudaErrorInvalidValue);
  auto made = std::make_unique<CUgraph_st>();
  made->used = graph->used;
  for (const auto &n : graph->nodes) {
    cudaGraphNode_t copy = add_node(made.get(), n->type, nullptr);
    copy->what = n->what;
    copy->original = n.get();
  }
  for (size_t i = 0; i < graph->nodes.size(); i++)
    for (cudaGraphNode_t before : graph->nodes[i]->after) {
      cudaGraphNode_t copy;
      cudaGraphNodeFindInClone(&copy, before, made.get());
      made->nodes[i]->after.push_back(copy);
    }
  *clone = made.release();
  return cudaSuccess;
}

// Gives as many as there is room for, or says how many there are.
static cudaError_t give(const std::vector<cudaGraphNode_t> &all, cudaGraphNode_t *nodes,
                        size_t *n) {
  for (size_t i = 0; nodes && i < *n; i++)
    nodes[i] = i < all.size() ? all[i] : nullptr;
  *n = nodes && *n < all.size() ? *n : all.size();
  return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
  std::vector<cudaGraphNode_t> all;
  for (const auto &node : graph->nodes)
    all.push_back(node.get());
  return give(all, nodes, n);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
  std::vector<cudaGraphNode_t> roots;
  for (const auto &node : graph->nodes)
    if (node->after.empty())
      roots.push_back(node.get());
  return give(roots, nodes, n);
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                         cudaGraphEdgeData *, size_t *n) {
  return give(node->after, nodes, n);
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *, size_t *n) {
  std::vector<cudaGraphNode_t> sources, targets;
  for (const auto &node : graph->nodes)
    for (cudaGraphNode_t before : node->after) {
      sources.push_back(before);
      targets.push_back(node.get());
    }
  size_t room = *n;
  give(sources, from, &room);
  return give(targets, to, n);
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type) {
  *type = node->type;
  return cudaSuccess;
}

// Adds what `put` puts into a stream, which is a single node.
template <class F>
static cudaError_t add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                       size_t n, cudaGraphNodeType type, const F &put) {
  cudaStream_t stream;
  cudaGraph_t one;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  const cudaError_t error = put(stream);
  cudaStreamEndCapture(stream, &one);
  cudaStreamDestroy(stream);
  if (error == cudaSuccess) {
    *node = add_node(graph, type, nullptr);
    if (!one->nodes.empty())
      (*node)->what = one->nodes[0]->what;
    (*node)->after.assign(after, after + n);
  }
  cudaGraphDestroy(one);
  return result(error);
}
static cudaError_t launch_as(const cudaKernelNodeParams &p, cudaStream_t stream) {
  return cudaLaunchKernel(static_cast<const void *>(p.func), p.gridDim, p.blockDim, p.kernelParams,
                          p.sharedMemBytes, stream);
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n,
                                   const cudaKernelNodeParams *params) {
  return add(node, graph, after, n, cudaGraphNodeTypeKernel,
             [&](cudaStream_t s) { return launch_as(*params, s); });
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t n, void *to,
                                     const void *from, size_t size, cudaMemcpyKind kind) {
  return add(node, graph, after, n, cudaGraphNodeTypeMemcpy,
             [&](cudaStream_t s) { return cudaMemcpyAsync(to, from, size, kind, s); });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n,
                                   const cudaMemsetParams *p) {
  const unsigned char byte = static_cast<unsigned char>(p->value);
  if (p->elementSize != 1 && p->value != byte * 0x01010101u && p->value)
    return result(cudaErrorNotSupported);
  return add(node, graph, after, n, cudaGraphNodeTypeMemset, [&](cudaStream_t s) {
    const size_t width = p->width * p->elementSize;
    return cudaMemset2DAsync(p->dst, p->height > 1 ? p->pitch : width, byte, width, p->height, s);
  });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *after, size_t n,
                                 const cudaHostNodeParams *p) {
  return add(node, graph, after, n, cudaGraphNodeTypeHost,
             [&](cudaStream_t s) { return cudaLaunchHostFunc(s, p->fn, p->userData); });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *after, size_t n) {
  *node = add_node(graph, cudaGraphNodeTypeEmpty, nullptr);
  (*node)->after.assign(after, after + n);
  return cudaSuccess;
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *after, size_t n, cudaGraph_t child) {
  auto all = std::make_unique<several>();
  if (!steps_of(child, all->steps))
    return result(cudaErrorInvalidValue);
  *node = add_node(graph, cudaGraphNodeTypeGraph, all.release());
  (*node)->after.assign(after, after + n);
  graph->used.insert(graph->used.end(), child->used.begin(), child->used.end());
  return cudaSuccess;
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *,
                                     size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i]->after.push_back(from[i]);
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long) {
  auto made = std::make_unique<CUgraphExec_st>();
  if (!exec || !graph || !steps_of(graph, made->steps))
    return result(cudaErrorInvalidValue);
  made->used = graph->used;
  *exec = made.release();
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
  std::vector<CUgraphExec_st::step> steps;
  *info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  if (!steps_of(graph, steps) || steps.size() != exec->steps.size())
    info->result = cudaGraphExecUpdateErrorTopologyChanged;
  for (size_t i = 0; i < steps.size() && info->result == cudaGraphExecUpdateSuccess; i++)
    if (steps[i].type != exec->steps[i].type)
      info->result = cudaGraphExecUpdateErrorNodeTypeChanged;
  if (info->result != cudaGraphExecUpdateSuccess)
    return result(cudaErrorGraphExecUpdateFailure);
  for (size_t i = 0; i < steps.size(); i++)
    exec->steps[i].what = steps[i].what;
  exec->used = graph->used;
  return cudaSuccess;
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams *params) {
  CUgraph_st none;
  cudaGraphNode_t made;
  for (auto &s : exec->steps)
    if (s.node == node && s.type == cudaGraphNodeTypeKernel) {
      const cudaError_t error = cudaGraphAddKernelNode(&made, &none, nullptr, 0, params);
      if (error == cudaSuccess)
        s.what = made->what;
      return error;
    }
  return result(cudaErrorInvalidValue);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (!exec)
    return result(cudaErrorInvalidValue);
  several all;
  all.steps = exec->steps;
  if (is_captured(stream))
    record(stream, new several(all), cudaGraphNodeTypeGraph);
  else
    all.run();
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  delete exec;
  return cudaSuccess;
}
