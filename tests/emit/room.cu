// RUN: flcc --fl-emit --fl-target=cuda -rdc=true --fl-strategy=block -o %t.cu %s 2>&1 | FileCheck %s
// RUN: FileCheck --input-file=%t.cu --check-prefix=TEXT %s
// RUN: flcc --fl-emit --fl-target=cuda --fl-strategy=t3 -o %t.t3.cu %s
// RUN: FileCheck --input-file=%t.t3.cu --check-prefix=BEYOND %s
// RUN: flcc --fl-emit --fl-target=cuda --fl-remarks -o %t.auto.cu %s 2>&1 | FileCheck --check-prefix=AUTO %s
// Parents whose shared memory leaves no room for what forms of theirs have besides.
__global__ void child(int *p) { *p = 1; }
__device__ void helps(int *p) {
  __shared__ int some[6144];
  some[threadIdx.x] = 1;
  __syncthreads();
  *p = some[threadIdx.x ^ 1];
}
// CHECK: room.cu:[[@LINE+7]]:3: warning: launch of 'child': kept: the shared variables of 'full' take 49152 bytes, each from a multiple of 16 on, which leaves too few for strategy block
// CHECK: room.cu:[[@LINE+2]]:17: note: because of this
// AUTO: room.cu:[[@LINE+5]]:3: remark: launch of 'child': t1;
__global__ void full(int *p) {
  __shared__ char rest[24545], last; // 24560 and 16
  rest[threadIdx.x] = last = 0;
  helps(p);
  child<<<1, 1>>>(p);
}
// Recording for a drain needs none, but for launches in the order of their block.
// AUTO: room.cu:[[@LINE+4]]:3: remark: launch of 'child': t4; {{.*}}no better because the shared variables of 'turns' take 49152 bytes
// AUTO: room.cu:[[@LINE+6]]:3: remark: launch of 'child': t4; {{.*}}no better because the shared variables of 'turns' take 49152 bytes
__global__ void turns(int *p) {
  __shared__ int all[12288];
  child<<<1, 1>>>(p);
  all[threadIdx.x] = 1;
  __syncthreads();
  child<<<1, 1>>>(p + all[threadIdx.x ^ 1]);
}
// TEXT: void instance__fl_parent(
// TEXT-NEXT: if constexpr (__fl::room_to_gather<instance__fl<n>>) {
// TEXT: void instance__fl_host(
// TEXT-NEXT: on_its_device
// TEXT-NEXT: if constexpr (!__fl::room_to_gather<instance__fl<n>>)
// TEXT-NEXT: return __fl::launch_without_room<instance__fl<n>>(fl_cfg, instance<n>, p);
template <int n> __global__ void instance(int *p) {
  __shared__ int all[n];
  all[threadIdx.x] = *p;
  child<<<1, 1>>>(p);
}
// TEXT: if (__fl::launched_itself<asks__fl>(fl_cfg, asks__fl_parent, asks, p))
// BEYOND: if (__fl::launched_beyond<asks__fl>(fl_cfg, asks, p))
__global__ void asks(int *p) {
  extern __shared__ int some[];
  some[threadIdx.x] = *p;
  child<<<1, 1>>>(p);
}
void host(int *p) {
  instance<4><<<1, 1>>>(p);
  asks<<<1, 32, 160 << 10>>>(p);
}
