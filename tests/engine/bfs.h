// A BFS as flcc writes it (docs/architecture.md, section 1): one child grid per node of the
// frontier.
#ifndef ENGINE_BFS_H
#define ENGINE_BFS_H
#include <freelaunch/freelaunch.h>
__device__ int changed;

template <class FlCtx>
__device__ __forceinline__ void child__fl_body(FlCtx &fl_ctx, int s, int e, int *lvl,
                                               const int *col, int cur) {
  const auto blockIdx = fl_ctx.block_idx();
  const auto blockDim = fl_ctx.block_dim();
  const auto threadIdx = fl_ctx.thread_idx();
  {
    int j = s + blockIdx.x * blockDim.x + threadIdx.x;
    if (j < e) {
      int v = col[j];
      if (lvl[v] == -1) {
        lvl[v] = cur + 1;
        changed = 1;
      }
    }
  }
}
struct child__fl {
  static constexpr int number = 1;
  using args = __fl::pack<int, int, int *, const int *, int>;
  using kids = __fl::list<>;
  using shared = __fl::none;
  static __device__ __forceinline__ __fl::u64 useful(const __fl::config &fl_c, const args &fl_a) {
    const auto stride = __fl::modular(fl_c.block.x);
    const auto s = __fl::modular(+fl_a.template get<0>());
    return __fl::bounded<true, false>(
        fl_c, stride, __fl::to<int>(s + __fl::modular(0u) * stride + __fl::modular(0u)),
        __fl::to<int>(s + __fl::modular(fl_c.grid.x - 1) * stride + __fl::modular(fl_c.block.x - 1)),
        __fl::modular(+fl_a.template get<1>()));
  }
  static constexpr int max_threads = 32, fixed_block = 32;
  static constexpr bool flat_grid = true;
  static constexpr bool barrier = false;
  static constexpr bool early_exit = false;
  static constexpr bool warp_sync = false;
  static constexpr bool ordered = false;
  static constexpr long dynamic_shared = 0;
  template <class FlCtx> static __device__ __forceinline__ void run(FlCtx &fl_ctx, const args &a) {
    child__fl_body(fl_ctx, a.template get<0>(), a.template get<1>(), a.template get<2>(),
                   a.template get<3>(), a.template get<4>());
  }
};
template <class FlHow>
__device__ __forceinline__ void child__fl_launch(const FlHow &fl_how, const __fl::config &fl_cfg,
                                                 int s, int e, int *lvl, const int *col, int cur) {
  fl_how.template launch<child__fl>(fl_cfg, child__fl::args{s, e, lvl, col, cur});
}

template <class FlCtx>
__device__ __forceinline__ void parent__fl_body(FlCtx &fl_ctx, int n, const int *row,
                                                const int *col, int *lvl, int cur) {
  const auto blockIdx = fl_ctx.block_idx();
  const auto blockDim = fl_ctx.block_dim();
  const auto threadIdx = fl_ctx.thread_idx();
  {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && lvl[i] == cur) {
      int d = row[i + 1] - row[i];
      if (d > 0)
        child__fl_launch(__fl::record(fl_ctx), __fl::config((d + 31) / 32, 32), row[i], row[i + 1], lvl,
                         col, cur);
    }
  }
}
struct parent__fl {
  static constexpr int number = 2;
  static constexpr int passes(int kernel, int argument) {
    constexpr int of_child[] = {-1, -1, 3, 2, 4};
    return kernel == 1 ? of_child[argument] : -1;
  }
  using args = __fl::pack<int, const int *, const int *, int *, int>;
  using kids = __fl::list<child__fl>;
  using shared = __fl::none;
  static constexpr int max_threads = 256;
  static constexpr bool barrier = false;
  static constexpr bool early_exit = false;
  static constexpr bool warp_sync = false;
  static constexpr bool ordered = false;
  static constexpr long dynamic_shared = 0;
};
__global__ void parent__fl_parent(__fl::worklist fl_wl, int n, const int *row, const int *col,
                                  int *lvl, int cur) {
  __fl::parent_ctx<parent__fl> fl_ctx(fl_wl);
  __fl::leave_roots<parent__fl>(fl_wl, n, row, col, lvl, cur);
  parent__fl_body(fl_ctx, n, row, col, lvl, cur);
}
inline void parent__fl_host(const __fl::config &fl_cfg, int n, const int *row, const int *col,
                            int *lvl, int cur) {
  __fl::split<parent__fl>(fl_cfg, parent__fl_parent, n, row, col, lvl, cur);
}

// The same parent with its children run in place (t4), as its own symbol has them.
template <class FlCtx>
__device__ __forceinline__ void serial__fl_body(FlCtx &fl_ctx, int n, const int *row,
                                                const int *col, int *lvl, int cur) {
  const auto blockIdx = fl_ctx.block_idx();
  const auto blockDim = fl_ctx.block_dim();
  const auto threadIdx = fl_ctx.thread_idx();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && lvl[i] == cur) {
    int d = row[i + 1] - row[i];
    if (d > 0)
      child__fl_launch(__fl::serial(fl_ctx), __fl::config((d + 31) / 32, 32), row[i], row[i + 1], lvl,
                       col, cur);
  }
}
__global__ void parent_serial(int n, const int *row, const int *col, int *lvl, int cur) {
  __fl::native_ctx fl_ctx;
  serial__fl_body(fl_ctx, n, row, col, lvl, cur);
}
#endif
