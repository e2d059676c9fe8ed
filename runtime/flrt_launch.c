// See flrt.h, which includes this file when the compiler is a C++ one. How the engines launch kernels: a parent, or a parent and its drain, are launched as
// one graph once they have come a few times in a stream. That takes the host 2 to 3.5 us, where two kernels take 6 to 8 and one 3 to 4, and short levels of a
// search are bound by the host (docs/results/2026-11-22-h100-chains.md).
#include "flrt.h"
#ifndef FLRT_LAUNCH_C
#define FLRT_LAUNCH_C
#include <stdlib.h>
#include <string.h>

FLRT_HOT cudaError_t flrt_start(const struct flrt_kernel *k, cudaStream_t stream) {
#ifdef FLRT_TYPED_LAUNCHES
  return k->start(k, stream);
#else
  cudaLaunchAttribute a;
  if (k->how == FLRT_PLAIN)
    return cudaLaunchKernel(k->function, k->grid, k->block, k->args, k->shared, stream);
  if (k->how == FLRT_COOPERATIVE) {
    a.id = cudaLaunchAttributeCooperative;
    a.val.cooperative = 1;
  } else {
    a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    a.val.programmaticStreamSerializationAllowed = 1;
  }
  // In order: our own `stream` may go by another name (src/emit/words.c).
  const cudaLaunchConfig_t c = {k->grid, k->block, k->shared, stream, &a, 1};
  return cudaLaunchKernelExC(&c, k->function, k->args);
#endif
}

// How a drain is launched behind its parent: as its programmatic dependent, which takes a microsecond or two less, if it is compiled to wait for the parent
// then, and the stream is the one that is never destroyed. Where a stream is destroyed while such a kernel waits in it, that kernel may wait for ever
// (docs/results/2026-11-23-h100-dependents.md). Nor where parents have been launched in streams of the program's own, since it is not known whether the end of
// one holds up kernels in others.
FLRT_HOT enum flrt_how flrt_behind(const struct flrt_parent *p, cudaStream_t stream) {
  return p->drain_waits && flrt_only_default(stream) ? FLRT_DEPENDENT : FLRT_PLAIN;
}

// Edges that are programmatic can be captured from CUDA 12.3 on.
#if defined(CUDART_VERSION) && CUDART_VERSION >= 12030 && !defined(FLRT_TYPED_LAUNCHES)
#define FLRT_CHAIN 2         // kernels, at most
#define FLRT_MOST_CHAINS 256 // in a stream

// Kernels that are launched one behind the other, and as what they were launched last.
struct flrt_link {
  cudaGraphNode_t node;
  struct flrt_node now; // but for its arguments
  char *args;           // all of them, without gaps
};
struct flrt_chain {
  struct flrt_chain *next;
  const struct flrt_parent *parent; // that was launched so last
  const struct flrt_parent *of; // the eldest of it
  const void *first, *last; // kernels
  unsigned variant, n;
  enum flrt_how how; // of the last kernel
  long launches;     // before there was a graph
  int tried;         // to make one
  size_t stack;      // of a thread, that its kernels have: what cudaDeviceSetLimit() says later is not for them
  cudaGraphExec_t exec; // NULL: there is none yet, or cannot be
  struct flrt_link link[FLRT_CHAIN];
};

FLRT_HOT struct flrt_chain *flrt_chain_of(struct flrt_stream *s, const struct flrt_parent *of, unsigned variant, const struct flrt_kernel *k, unsigned n) {
  struct flrt_chain **at = &s->chains, *c;
  while ((c = *at) && (c->of != of || c->first != k->function || c->last != k[n - 1].function || c->variant != variant || c->n != n || c->how != k[n - 1].how))
    at = &c->next;
  if (!c) {
    if (s->n_chains == FLRT_MOST_CHAINS || !(c = (struct flrt_chain *)calloc(1, sizeof *c)))
      return NULL;
    ++s->n_chains;
    c->of = of;
    c->first = k->function;
    c->last = k[n - 1].function;
    c->variant = variant;
    c->n = n;
    c->how = k[n - 1].how;
  } else {
    *at = c->next;
  }
  c->next = s->chains;
  s->chains = c;
  return c;
}

// Has a chain's parent been launched plainly in the stream, in whatever form, often enough for the chain to become a graph? Where the parent has one there, its other forms
// follow at once: only then can they be compared.
FLRT_FN int flrt_often(const struct flrt_stream *s, const struct flrt_chain *c) {
  long launches = 0;
  for (const struct flrt_chain *o = s->chains; o; o = o->next) {
    if (o->parent == c->parent && o->exec)
      return 1;
    if (o->parent == c->parent)
      launches += o->launches;
  }
  return launches >= flrt_env()->graphs;
}

FLRT_LEAF int flrt_empty(dim3 d) { return !d.x || !d.y || !d.z; }

// Most of what is noted has 4 or 8 bytes: to call memcmp() takes longer than to compare these.
FLRT_LEAF int flrt_note_bytes(void *was, const void *is, size_t n) {
  unsigned long long was_8 = 0, is_8 = 0;
  unsigned was_4 = 0, is_4 = 0;
  int same;
  if (n == sizeof was_8) {
    memcpy(&was_8, was, sizeof was_8);
    memcpy(&is_8, is, sizeof is_8);
    same = was_8 == is_8;
  } else if (n == sizeof was_4) {
    memcpy(&was_4, was, sizeof was_4);
    memcpy(&is_4, is, sizeof is_4);
    same = was_4 == is_4;
  } else {
    same = memcmp(was, is, n) == 0;
  }
  if (!same)
    memcpy(was, is, n);
  return !same;
}

// Notes what a kernel is launched with. Returns whether that is something else than the last time.
FLRT_HOT int flrt_note(struct flrt_link *l, const struct flrt_kernel *k) {
  const unsigned shape[] = {k->grid.x, k->grid.y, k->grid.z, k->block.x, k->block.y, k->block.z, (unsigned)k->shared};
  int differs = flrt_note_bytes(l->now.shape, shape, sizeof shape);
  char *at = l->args;
  for (unsigned i = 0; i < k->n_args; at += k->sizes[i++])
    differs |= flrt_note_bytes(at, k->args[i], k->sizes[i]);
  return differs;
}

// Captures the launches, which have just been made, in a stream that is like theirs, and makes a graph of them. Where that fails they are launched as before.
FLRT_ONCE void flrt_make_chain(struct flrt_chain *c, cudaStream_t like, const struct flrt_kernel *k, unsigned n) {
  const struct flrt_aside aside = flrt_step_aside();
  cudaStream_t stream = NULL;
  cudaGraph_t graph = NULL;
  cudaGraphNode_t node[FLRT_CHAIN], root;
  size_t nodes = FLRT_CHAIN, roots = 1;
  int priority = 0, started = 1, room = 1;
  cudaStreamGetPriority(like, &priority);
  if (cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority) == cudaSuccess) {
    cudaStreamCopyAttributes(stream, like);
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess) {
      for (unsigned i = 0; i < n; ++i)
        started &= flrt_start(&k[i], stream) == cudaSuccess;
      if (cudaStreamEndCapture(stream, &graph) != cudaSuccess)
        graph = NULL;
    }
    cudaStreamDestroy(stream);
  }
  for (unsigned i = 0; i < n; ++i) {
    size_t bytes = 1;
    for (unsigned j = 0; j < k[i].n_args; ++j)
      bytes += k[i].sizes[j];
    if (!c->link[i].args)
      c->link[i].args = (char *)calloc(1, bytes);
    room &= c->link[i].args != NULL;
  }
  flrt_driver()->limit(&c->stack, cudaLimitStackSize);
  // The graph stays: its nodes are what the executable's are named by.
  if (graph && started && room && cudaGraphGetNodes(graph, node, &nodes) == cudaSuccess && nodes == n &&
      cudaGraphGetRootNodes(graph, &root, &roots) == cudaSuccess && roots == 1 && flrt_driver()->node(node[0], &c->link[node[0] != root].now) == 0 &&
      flrt_driver()->node(node[n - 1], &c->link[node[n - 1] != root].now) == 0 && cudaGraphInstantiate(&c->exec, graph, 0) == cudaSuccess) {
    for (unsigned i = 0; i < n; ++i) {
      struct flrt_link *l = &c->link[node[i] != root];
      l->node = node[i];
      l->now.extra = NULL;
    }
    for (unsigned i = 0; i < n; ++i)
      flrt_note(&c->link[i], &k[i]);
  } else {
    c->exec = NULL;
    if (graph)
      cudaGraphDestroy(graph);
  }
  flrt_step_back(aside);
}

// Launches the graph; false if CUDA does not accept it like this: then what the program is to hear of it comes from the plain launch.
FLRT_HOT int flrt_launch_chain(struct flrt_chain *c, cudaStream_t stream, const struct flrt_kernel *k) {
  const struct flrt_driver *d = flrt_driver();
  size_t stack = 0;
  if (d->limit(&stack, cudaLimitStackSize) == 0 && stack != c->stack) {
    c->exec = NULL; // left to itself, since it may just run; there will be a new one
    c->launches = 0;
    c->tried = 0;
    return 0;
  }
  for (unsigned i = 0; i < c->n; ++i) {
    struct flrt_link *l = &c->link[i];
    if (flrt_empty(k[i].grid) || flrt_empty(k[i].block))
      return 0;
    if (!flrt_note(l, &k[i]))
      continue;
    l->now.args = k[i].args;
    if (d->set_node(c->exec, l->node, &l->now) != 0) {
      l->now.shape[0] = 0; // as none has that comes here
      return 0;
    }
  }
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  if (stream == NULL)
    stream = cudaStreamPerThread;
#endif
  return d->launch(c->exec, stream) == 0;
}
#endif

// The device on which this host thread has launched a parent last; -1: it has launched none.
FLRT_TLS int flrt_launched_on_; // and 1
FLRT_HOT int flrt_launched_on(void) { return flrt_launched_on_ - 1; }

// Launches up to FLRT_CHAIN kernels of parent `p` one behind the other in a stream, of which `s` is what is kept (NULL: nothing, or it is being captured). Returns
// how many were launched: all, or those before the first that CUDA refused. `variant` tells launches of the same kernels apart that have other arguments by
// turns, `ticket` is the launch's, if it is measured.
FLRT_HOT unsigned flrt_launch(struct flrt_parent *p, unsigned ticket, struct flrt_stream *s, unsigned variant, cudaStream_t stream, const struct flrt_kernel *k,
                             unsigned n) {
  flrt_launched_on_ = p->on->device + 1;
#ifdef FLRT_CHAIN
  struct flrt_chain *c = s && !s->captured && flrt_env()->graphs > 0 && flrt_driver()->graphs ? flrt_chain_of(s, p->eldest, variant, k, n) : NULL;
  const int as_graph = c && c->exec && flrt_launch_chain(c, stream, k);
  if (c)
    c->parent = p;
  if (ticket)
    flrt_made(&p->selector, ticket, as_graph);
  if (as_graph)
    return n;
#else
  (void)ticket, (void)s, (void)variant;
#endif
  for (unsigned i = 0; i < n; ++i)
    if (flrt_start(&k[i], stream) != cudaSuccess)
      return i;
#ifdef FLRT_CHAIN
  if (c && !c->tried && (++c->launches, flrt_often(s, c))) {
    c->tried = 1;
    flrt_make_chain(c, stream, k, n);
  }
#endif
  return n;
}
#endif
