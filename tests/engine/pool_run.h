// Runs a hand-written kernel as it is, with the pool ready. FL_POOL is defined before.
#ifndef ENGINE_POOL_RUN_H
#define ENGINE_POOL_RUN_H
#include "kernel.h"

template <class P, class... A> __global__ void plain(A... a) {
  __fl::native_ctx c;
  P::run(c, typename P::args{a...});
}
template <class P, class... A> static void run(const __fl::config &c, A... a) {
  __fl::ready_pool();
  CUDA((__fl::launch_plain<A...>(c, plain<P, A...>, a...)));
  CUDA(cudaDeviceSynchronize());
}
#endif
