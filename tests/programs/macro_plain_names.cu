// The program's macros have the names of what is generated: of members, of functions, and of what our headers define. Some are defined before any header is read.
// FLAGS: -Dreal=int -Dnine=9 -Drow_of=777
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'sums': t1
// REMARK-t1: launch of 'looks': t1
// REMARK-t4: launch of 'child': t4
// REMARK-t4: launch of 'sums': t4
// REMARK-t1: launch of 'add': t1
#include "include/test.h"

#define at(i, j) ((i) * 4 + (j))
#define number 3
#define length 32
#define type real
#define stream(x) ((x) + nine)
#define config data[0]
#define get(p) (*(p))
#define activemask ~ activemask is not to be seen ~
#define all_sync ~ all_sync is not to be seen ~
#define all_threads ~ all_threads is not to be seen ~
#define any_sync ~ any_sync is not to be seen ~
#define api ~ api is not to be seen ~
#define args ~ args is not to be seen ~
#define arguments ~ arguments is not to be seen ~
#define ballot_sync ~ ballot_sync is not to be seen ~
#define barrier ~ barrier is not to be seen ~
#define basic ~ basic is not to be seen ~
#define below ~ below is not to be seen ~
#define block ~ block is not to be seen ~
#define block_dim ~ block_dim is not to be seen ~
#define block_idx ~ block_idx is not to be seen ~
#define blocks ~ blocks is not to be seen ~
#define bounded ~ bounded is not to be seen ~
#define by_exchange ~ by_exchange is not to be seen ~
#define by_size ~ by_size is not to be seen ~
#define cached ~ cached is not to be seen ~
#define coarsen ~ coarsen is not to be seen ~
#define coarsened ~ coarsened is not to be seen ~
#define ctx ~ ctx is not to be seen ~
#define deal ~ deal is not to be seen ~
#define deal_either ~ deal_either is not to be seen ~
#define deal_grids ~ deal_grids is not to be seen ~
#define dealt ~ dealt is not to be seen ~
#define declare ~ declare is not to be seen ~
#define declared ~ declared is not to be seen ~
#define dense ~ dense is not to be seen ~
#define destroy ~ destroy is not to be seen ~
#define destroy_array ~ destroy_array is not to be seen ~
#define detail ~ detail is not to be seen ~
#define dynamic_array ~ dynamic_array is not to be seen ~
#define dynamic_shared ~ dynamic_shared is not to be seen ~
#define early_exit ~ early_exit is not to be seen ~
#define element ~ element is not to be seen ~
#define end ~ end is not to be seen ~
#define fixed_block ~ fixed_block is not to be seen ~
#define fl ~ fl is not to be seen ~
#define flat_grid ~ flat_grid is not to be seen ~
#define gather ~ gather is not to be seen ~
#define gather_ctx ~ gather_ctx is not to be seen ~
#define gathered ~ gathered is not to be seen ~
#define grid ~ grid is not to be seen ~
#define grid_dim ~ grid_dim is not to be seen ~
#define group ~ group is not to be seen ~
#define groups ~ groups is not to be seen ~
#define heap ~ heap is not to be seen ~
#define here ~ here is not to be seen ~
#define host_config ~ host_config is not to be seen ~
#define integral ~ integral is not to be seen ~
#define join ~ join is not to be seen ~
#define join_depth ~ join_depth is not to be seen ~
#define joins ~ joins is not to be seen ~
#define joins_apart ~ joins_apart is not to be seen ~
#define kernel_symbol ~ kernel_symbol is not to be seen ~
#define kids ~ kids is not to be seen ~
#define launch ~ launch is not to be seen ~
#define launch_blocks ~ launch_blocks is not to be seen ~
#define launch_fused ~ launch_fused is not to be seen ~
#define launch_gathering ~ launch_gathering is not to be seen ~
#define launch_handed ~ launch_handed is not to be seen ~
#define launch_kernel ~ launch_kernel is not to be seen ~
#define launch_kernel_ex ~ launch_kernel_ex is not to be seen ~
#define launch_kernel_exc ~ launch_kernel_exc is not to be seen ~
#define launch_overloaded ~ launch_overloaded is not to be seen ~
#define launch_pointer ~ launch_pointer is not to be seen ~
#define launch_without_room ~ launch_without_room is not to be seen ~
#define launched_beyond ~ launched_beyond is not to be seen ~
#define launched_itself ~ launched_itself is not to be seen ~
#define launches_once ~ launches_once is not to be seen ~
#define ldg ~ ldg is not to be seen ~
#define match_all_sync ~ match_all_sync is not to be seen ~
#define match_any_sync ~ match_any_sync is not to be seen ~
#define max_threads ~ max_threads is not to be seen ~
#define modular ~ modular is not to be seen ~
#define mutable_type ~ mutable_type is not to be seen ~
#define native ~ native is not to be seen ~
#define native_ctx ~ native_ctx is not to be seen ~
#define no_form ~ no_form is not to be seen ~
#define no_ptx ~ no_ptx is not to be seen ~
#define none ~ none is not to be seen ~
#define none_left ~ none_left is not to be seen ~
#define ordered ~ ordered is not to be seen ~
#define pack ~ pack is not to be seen ~
#define parent_ctx ~ parent_ctx is not to be seen ~
#define passes ~ passes is not to be seen ~
#define pointed_to ~ pointed_to is not to be seen ~
#define ready_pool ~ ready_pool is not to be seen ~
#define record ~ record is not to be seen ~
#define reduce_add_sync ~ reduce_add_sync is not to be seen ~
#define reduce_and_sync ~ reduce_and_sync is not to be seen ~
#define reduce_max_sync ~ reduce_max_sync is not to be seen ~
#define reduce_min_sync ~ reduce_min_sync is not to be seen ~
#define reduce_or_sync ~ reduce_or_sync is not to be seen ~
#define reduce_xor_sync ~ reduce_xor_sync is not to be seen ~
#define refuses_shared ~ refuses_shared is not to be seen ~
#define refuses_threads ~ refuses_threads is not to be seen ~
#define register_parent ~ register_parent is not to be seen ~
#define run ~ run is not to be seen ~
#define run_block ~ run_block is not to be seen ~
#define run_in_place ~ run_in_place is not to be seen ~
#define runs_own ~ runs_own is not to be seen ~
#define scope ~ scope is not to be seen ~
#define scope_block ~ scope_block is not to be seen ~
#define scope_blocks ~ scope_blocks is not to be seen ~
#define scope_grid ~ scope_grid is not to be seen ~
#define scope_warp ~ scope_warp is not to be seen ~
#define seeds ~ seeds is not to be seen ~
#define select ~ select is not to be seen ~
#define select_joining ~ select_joining is not to be seen ~
#define selects ~ selects is not to be seen ~
#define serial ~ serial is not to be seen ~
#define shares ~ shares is not to be seen ~
#define shfl_down_sync ~ shfl_down_sync is not to be seen ~
#define shfl_sync ~ shfl_sync is not to be seen ~
#define shfl_up_sync ~ shfl_up_sync is not to be seen ~
#define shfl_xor_sync ~ shfl_xor_sync is not to be seen ~
#define silent ~ silent is not to be seen ~
#define split ~ split is not to be seen ~
#define spread ~ spread is not to be seen ~
#define start ~ start is not to be seen ~
#define store_new ~ store_new is not to be seen ~
#define sync ~ sync is not to be seen ~
#define syncthreads ~ syncthreads is not to be seen ~
#define syncthreads_and ~ syncthreads_and is not to be seen ~
#define syncthreads_count ~ syncthreads_count is not to be seen ~
#define syncthreads_or ~ syncthreads_or is not to be seen ~
#define syncwarp ~ syncwarp is not to be seen ~
#define tag ~ tag is not to be seen ~
#define thread_idx ~ thread_idx is not to be seen ~
#define thread_rank ~ thread_rank is not to be seen ~
#define threads ~ threads is not to be seen ~
#define to ~ to is not to be seen ~
#define too_large ~ too_large is not to be seen ~
#define too_much_shared ~ too_much_shared is not to be seen ~
#define u64 ~ u64 is not to be seen ~
#define unseen ~ unseen is not to be seen ~
#define useful ~ useful is not to be seen ~
#define waits ~ waits is not to be seen ~
#define warp_sync ~ warp_sync is not to be seen ~
#define when ~ when is not to be seen ~
#define wide ~ wide is not to be seen ~
#define with_heap ~ with_heap is not to be seen ~
#define within_bounds ~ within_bounds is not to be seen ~
#define worklist ~ worklist is not to be seen ~
#define yield ~ yield is not to be seen ~

__global__ void child(type *data, int row) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= number)
    return;
  data[at(row, i)] = stream(i) + get(data + at(row, 3));
}
__global__ void sums(type *into) {
  __shared__ type values[length];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int half = length / 2; half; half /= 2) {
    if (threadIdx.x < half)
      values[threadIdx.x] += values[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(into, values[0]);
}
__global__ void looks(type *into, const type *zero) { atomicAdd(into, __popc(__activemask()) + __ldg(zero)); }
template <class T> __global__ void parent(T *data, type *into) {
  const int row = threadIdx.x;
  child<<<(number + length - 1) / length, length>>>(data, row);
  sums<<<1, length>>>(into);
}
__global__ void looking(type *into) { looks<<<1, length>>>(into, into + 1); }
// A kernel that is one of several by what it returns, launched in a lambda.
struct Own {
  int v;
};
template <class T> __global__ auto add(type *into, T v) -> decltype((void)v.v) {
  atomicAdd(into, v.v + (int)threadIdx.x);
}
template <class T> __global__ auto add(type *into, T v) -> decltype((void)(v + 1)) {
  atomicAdd(into, -v);
}
__global__ void __launch_bounds__(length) adding(type *into) {
  const auto go = [&] { add<<<1, 2>>>(into, Own{5}); };
  go();
}

int main() {
  const int rows = 4;
  std::vector<int> want(rows * 4), given(rows * 4);
  for (int i = 0; i < rows * 4; i++)
    want[i] = given[i] = i % 4 == 3 ? 10 * i : 0;
  for (int row = 0; row < rows; row++)
    for (int i = 0; i < number; i++)
      want[at(row, i)] = stream(i) + want[at(row, 3)];
  type *data = to_device(given), *into = device_zeros<type>(2);
  parent<type><<<1, rows>>>(data, into);
  looking<<<1, rows>>>(into);
  void (*volatile pointer)(type *) = adding;
  void *handed[] = {&into};
  pointer<<<1, 1>>>(into);
  CHECK(cudaLaunchKernel(pointer, 1, 1, handed));
  cudaLaunchConfig_t shape = {1, 1, 0, 0, nullptr, 0};
  CHECK(cudaLaunchKernelEx(&shape, pointer, into));
  CHECK(cudaLaunchKernelExC(&shape, (const void *)pointer, handed));
  for (size_t bytes = 0; bytes < 8; bytes += 4)
    adding<<<1, 1, bytes>>>(into);
  CHECK(cudaDeviceSynchronize());
  want.push_back(rows * length * (length - 1) / 2 + rows * length * length + 6 * 11);
  std::vector<int> got = to_host(data, given.size());
  got.push_back(to_host(into, 1)[0]);
  return compare(got, want);
}
