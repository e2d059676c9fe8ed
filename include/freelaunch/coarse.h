// Coarsening of launches that stay native (thesis, section 3.4; CGO'22): fewer blocks are launched, and each does the work of several in a row.
#ifndef FREELAUNCH_COARSE_H
#define FREELAUNCH_COARSE_H
#include "worker.h"

namespace __fl {
template <class K> struct coarse_hooks {
  FL_DEVICE void before(group_state &) const {}
  FL_DEVICE void after(group_state &) const {}
  FL_DEVICE plain_ctx<virtual_block<K>> make() const { return plain_ctx<virtual_block<K>>(); } // K launches nothing
};

template <class K, u32 each>
__global__ void __launch_bounds__((K::max_threads + 31) / 32 * 32)
    coarse_blocks(const record_head head, FL_GRID_CONSTANT const typename handed<typename K::args>::type sent) {
  const handed<typename K::args> args(sent);
  worker w;
  w.thread = hw_thread().x;
  w.threads = on_cpu ? 1 : hw_block_dim().x;
  w.barrier = 1;
  w.slice = 0;
  if (w.thread == 0)
    reinterpret_cast<group_state *>(dynamic_bytes<char>())->votes = 0;
  __syncthreads();
  const u32 first = hw_block().x * each, left = u32(head.blocks()) - first;
  run_blocks<K, true, false>(w, head, block_at(head, first), left < each ? left : each, args.it, coarse_hooks<K>{});
}

// The policy object of a launch that stays native, `each` blocks of it as one. As it is written goes what has one block, what is to be refused, and what
// asks for as much shared memory as there is.
template <u32 each> struct coarse_policy {
  template <class D> FL_DEVICE void launch(const config &c, const typename D::args &args) const {
    constexpr size_t most_shared = 48 * 1024, most_args = 4000; // of a launch from the device
    const u64 blocks = volume(c.grid);
    const size_t shared = sizeof(group_state) + static_bytes<typename D::shared> + round16(c.shared);
    if constexpr (sizeof(args) <= most_args)
      if (blocks > 1 && blocks >> 31 == 0 && shared <= most_shared && admit<D>(c, shared_field) == cudaSuccess) {
        const u32 coarse = (u32(blocks) - 1) / each + 1, warps = (c.block.x * c.block.y * c.block.z + 31) / 32;
        const record_head head = make_head(c.grid, c.block, 0, 0);
#ifdef FLCPU
        const typename D::args copy = args;
        flcpu::launch(dim3(coarse), dim3(group_threads(warps)), shared, c.stream, [head, copy] { coarse_blocks<D, each>(head, copy); });
#else
        coarse_blocks<D, each><<<coarse, group_threads(warps), shared, c.stream>>>(head, args);
#endif
        return;
      }
    D::start(c, args);
  }
};
template <u32 each> FL_DEVICE coarse_policy<each> coarsened() { return coarse_policy<each>{}; }
} // namespace __fl
#endif
