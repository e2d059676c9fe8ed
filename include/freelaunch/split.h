// The host side of the split engine: a launch of a parent becomes its recording form and, right behind it in the same stream,
// the drain that runs what was recorded (DESIGN section 5).
#ifndef FREELAUNCH_SPLIT_H
#define FREELAUNCH_SPLIT_H
#include "builtin.h"
#include "rounds.h"
#define FLRT_HAVE_CUDA
#include "../../runtime/flrt.h"

namespace fl {
template <class P> __global__ void __launch_bounds__(drain_threads<P>) drain(worklist w) {
  wait_dependencies();
  if constexpr (closure<P>::simple)
    drain_once<P>(w);
  else
    drain_rounds<P>(w);
}

// How the drain of P is launched on a device: found out once.
struct drain_shape {
  int ready;
  u32 grid, shared, shared_limit;
};

template <class P> const drain_shape &shape_of(int device, const flrt_device &facts) {
  static drain_shape shapes[FLRT_DEVICES];
  using all = closure<P>;
  drain_shape &s = shapes[device];
  if (__atomic_load_n(&s.ready, __ATOMIC_ACQUIRE))
    return s;
  constexpr u32 block = drain_threads<P>;
  u32 shared = 0;
  const u32 most = u32(facts.shared_optin) - u32(all::simple ? 0 : round16(sizeof(round_state)));
  if (all::slices) {
    constexpr u32 warps = (all::max_threads + 31) / 32, groups = block / 32 / warps;
    // Room for all groups side by side; with sizes known only at run time, all that a block can have.
    const size_t slice = sizeof(group_state) + all::all::shared();
    size_t want = all::tracks_threads || all::tracks_shared ? size_t(most) : slice * groups;
    if (all::tracks_threads && !all::tracks_shared)
      want = slice * 15;
    shared = u32(want < most ? want : most);
  }
  if (shared > 48 * 1024)
    cudaFuncSetAttribute(drain<P>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared));
  int resident = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, drain<P>, int(block), shared);
  s.grid = u32(resident > 0 ? resident : 1) * u32(facts.multiprocessors);
  s.shared = shared;
  s.shared_limit = (all::slices ? most : 48 * 1024) - u32(sizeof(group_state));
  __atomic_store_n(&s.ready, 1, __ATOMIC_RELEASE);
  return s;
}

// Launches `kernel`, the recording form of parent P, and its drain. Errors of the parent's launch stay where CUDA leaves them.
template <class P, class... Params, class... Args>
void split(const config &c, void (*kernel)(worklist, Params...), Args &&...args) {
  using all = closure<P>;
  int device = 0;
  cudaGetDevice(&device);
  const flrt_device &facts = *flrt_device_facts(device);
  const flrt_settings &env = *flrt_env();
  const drain_shape &shape = shape_of<P>(device, facts);
  constexpr size_t each = record_bytes<P> * (all::nested ? 2 : 1);
  const size_t threads = size_t(c.grid.x) * c.grid.y * c.grid.z * (size_t(c.block.x) * c.block.y * c.block.z);
  size_t capacity = threads < max_capacity / 4 ? threads * 4 : max_capacity;
  if (capacity < 65536)
    capacity = 65536;
  if (env.worklist > 0)
    capacity = size_t(env.worklist) < max_capacity ? size_t(env.worklist) : max_capacity;
  const size_t rounded = (capacity + 15) / 16 * 16;
  flrt_buffer *buffer = flrt_acquire(device, c.stream, sizeof(worklist_head), (rounded + 1) * each);
  if (!buffer)
    return;
  worklist w;
  w.head = reinterpret_cast<worklist_head *>(buffer->head);
  w.arenas = buffer->arenas;
  w.capacity = u32(capacity);
  w.shared_limit = shape.shared_limit;
  w.drain_shared = shape.shared;
  w.facts = u32(device) | u32(facts.multiprocessors) << 8 | u32(facts.cc_major * 10 + facts.cc_minor) << 20;

  cudaLaunchConfig_t launch = {};
  launch.gridDim = c.grid;
  launch.blockDim = c.block;
  launch.dynamicSmemBytes = c.shared;
  launch.stream = c.stream;
  if (cudaLaunchKernelEx(&launch, kernel, w, static_cast<Params>(args)...) == cudaSuccess) {
    cudaLaunchAttribute attribute[1];
    if (all::simple && facts.cc_major >= 9) {
      attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
      attribute[0].val.programmaticStreamSerializationAllowed = 1;
      launch.attrs = attribute;
      launch.numAttrs = 1;
    } else if (!all::simple) {
      attribute[0].id = cudaLaunchAttributeCooperative; // its blocks wait for each other
      attribute[0].val.cooperative = 1;
      launch.attrs = attribute;
      launch.numAttrs = 1;
    }
    launch.gridDim = dim3(shape.grid);
    launch.blockDim = dim3(drain_threads<P>);
    launch.dynamicSmemBytes = shape.shared;
    cudaLaunchKernelEx(&launch, drain<P>, w);
  }
  flrt_release(buffer);
}
} // namespace fl
#endif
