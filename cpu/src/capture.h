// Graphs, and what is captured into them.
#pragma once
#include "sched.h"

#include "flcpu/api.h"
#include <memory>
#include <vector>

// Destroyed with the last reference to it.
struct CUuserObject_st {
  void *pointer;
  cudaHostFn_t destroy;
  std::atomic<unsigned> references;
};

struct CUgraphNode_st {
  cudaGraphNodeType type;
  std::shared_ptr<const flcpu::detail::operation> what; // null: nothing
  std::vector<CUgraphNode_st *> after;
  CUgraphNode_st *original = nullptr; // that a clone's node is a copy of
};

namespace flcpu::detail {

using users = std::vector<std::shared_ptr<CUuserObject_st>>; // each a reference

// The streams that are captured into one graph.
struct capture {
  unsigned long long id;
  cudaGraph_t graph;
  cudaStream_t origin;
  std::vector<cudaStream_t> streams;
  cudaGraphNode_t last = nullptr;
};

// In an order that the nodes' dependencies allow.
std::vector<cudaGraphNode_t> in_order(cudaGraph_t graph);
cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNodeType type, const operation *what);

} // namespace flcpu::detail

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  flcpu::detail::users used;
};
