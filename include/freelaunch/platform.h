// What differs between a GPU and the CPU target (macro FLCPU): hardware indices, warp and group
// synchronisation, who runs a virtual block's threads, fences, waiting, shared memory, programmatic dependent launch. Every other
// header is written in terms of this one.
#ifndef FREELAUNCH_PLATFORM_H
#define FREELAUNCH_PLATFORM_H
#include "system.h"
#ifdef FLCPU
#define FLRT_NO_STREAM_ID  // stream handles are never reused
#define FLRT_NO_STREAM_DEVICE // there is one device
#define FLRT_NO_CONTEXT
#define FLRT_TYPED_LAUNCHES
#endif

// A kernel as cudaLaunchKernel takes it: its address, for toolkits before 12.6 do not take a pointer to a function; here with its type.
#ifdef FLRT_TYPED_LAUNCHES
template <class... Params> static auto symbol_of(void (*kernel)(Params...)) { return kernel; }
#else
template <class... Params> static const void *symbol_of(void (*kernel)(Params...)) { return reinterpret_cast<const void *>(kernel); }
#endif

#ifdef FLCPU
#define FL_GRID_CONSTANT
#define FL_UNROLL
#define FL_LOOP
#define FL_COLD inline __attribute__((noinline))
#define FL_APART FL_COLD
#else
#define FL_GRID_CONSTANT __grid_constant__ // its address may be taken: no copy for each thread
#define FL_UNROLL _Pragma("unroll")
#define FL_LOOP _Pragma("unroll 1")
// Functions that are called where hardly ever anything happens, so that their registers are not those of the kernel around them. In relocatable code a call takes
// more registers than most kernels have (54 and up), called or not: there FL_COLD is inlined, and only what is too large for that, or must be there once, is a function (FL_APART). ptxas keeps it
// to what the kernels around it may have if nobody else can call it.
#ifdef __CUDACC_RDC__
#define FL_COLD __device__ __forceinline__
#define FL_APART static __attribute__((unused)) __device__ __noinline__
#else
#define FL_COLD inline __device__ __noinline__
#define FL_APART FL_COLD
#endif
#endif
#ifdef __CUDACC_DEBUG__ // with -G; ptxas 13.0 crashes over some of what forced inlining makes then
#define FL_DEVICE __device__ inline
#else
#define FL_DEVICE __device__ __forceinline__
#endif
// Where a call stands, as parameters: the CPU target's warps meet there.
#ifdef FLCPU
#define FL_PLACE const char *fl_file = __builtin_FILE(), int fl_line = __builtin_LINE()
#define FL_OF_PLACE fl_file, fl_line
#else
#define FL_PLACE
#define FL_OF_PLACE
#endif

namespace __fl {
using u32 = unsigned int;
using u64 = unsigned long long;
// May kernels launch kernels here?
#if defined(FLCPU) || defined(__CUDACC_RDC__)
constexpr bool device_launches = true;
#else
constexpr bool device_launches = false;
#endif
// Grid of the native kernel that executes this code (built-ins are shadowed in generated bodies,
// never here).
FL_DEVICE uint3 hw_thread() { return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); }
FL_DEVICE uint3 hw_block() { return make_uint3(blockIdx.x, blockIdx.y, blockIdx.z); }
FL_DEVICE dim3 hw_block_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
FL_DEVICE dim3 hw_grid_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
// How many blocks a grid of these dimensions has, or threads a block; and the number of one of them, x first.
inline __host__ __device__ u64 volume(const dim3 &d) { return u64(d.x) * d.y * d.z; }
FL_DEVICE u32 number_in(const dim3 &d, const uint3 &at) { return at.x + d.x * (at.y + d.y * at.z); }
// Is this the first thread of the grid's first block? Numbers in y and z take long to get, and most threads need not ask.
FL_DEVICE bool first_of_grid() {
  const uint3 t = hw_thread(), b = hw_block();
  return (t.x | b.x) == 0 && (t.y | t.z | b.y | b.z) == 0;
}

// Lanes of a warp that make one launch together: an atomic for all of them instead of one each.
struct lanes {
  u32 mask;   // members
  u32 rank;   // how many members stand before this lane
  u32 leader; // lane number of the first member
  u32 count;  // members
  bool first; // this lane is the leader
};
#ifdef FLCPU
constexpr bool on_cpu = true;
template <class T> inline T *dynamic_bytes() { return flcpu::dynamic_shared<T>(); }
template <class S> inline S &static_shared() {
  static char key;
  return flcpu::shared<S>(&key);
}
inline void fence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void fence_block() { fence(); }
// Before another try, where there is no condition to name.
inline void pause(unsigned) { flcpu::yield(); }
template <class F> inline void pause_until(const void *key, unsigned, const F &met) {
  flcpu::wait_until(key, met);
}
template <class F> inline void wait_until(const void *key, unsigned, const F &met) {
  flcpu::wait_until(key, met);
}
// Threads of a worker block's group of so many warps: one, which calls for the threads of a virtual
// block when it has one to run.
__host__ __device__ constexpr u32 group_threads(u32) { return 1; }
template <class F> inline void run_team(dim3 block, const F &body) { flcpu::team(block, body); }
// Runs body() as the worker block, on behalf of the threads that it has called for, all of which have come.
template <class F> inline void as_worker(const F &body) {
  const uint3 t = hw_thread();
  if ((t.x | t.y | t.z) == 0)
    flcpu::team(dim3(1), body);
}
inline void allow_dependents() {}
inline void wait_dependencies() {}
inline void prefetch(const void *) {}
inline void reconverge() {}
inline u64 nanoseconds() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return u64(t.tv_sec) * 1000000000u + u64(t.tv_nsec);
}
inline u32 cycles() { return u32(nanoseconds()); }
inline void fence_host() { fence(); }
inline void end_of_warp() { __syncwarp(); }
inline lanes converged() { return lanes{1u, 0u, 0u, 1u, true}; }
inline lanes members(const lanes &l, bool) { return l; }
inline u32 group_sum(const lanes &, u32 value, u32 &before) {
  before = 0;
  return value;
}
inline u64 from_leader(const lanes &, u64 value) { return value; }
inline float reciprocal(float x) { return 1 / x; }
inline u32 lane_number() { return 0; }
inline u32 processor() { return hw_block().x; }
inline u32 vote_of_warp(bool value) { return value; }
inline u32 from_lane(u32, u32 value, u32) { return value; }
inline bool any_lane(u32, bool value) { return value; }
inline void sync_lanes(u32) {}
template <class T> inline T load_relaxed(const T *p) {
  return __atomic_load_n(p, __ATOMIC_RELAXED);
}
template <class T> inline T load_acquire(const T *p) {
  return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
template <class T> inline void store_relaxed(T *p, T v) {
  __atomic_store_n(p, v, __ATOMIC_RELAXED);
}
template <class T> inline void store_release(T *p, T v) {
  __atomic_store_n(p, v, __ATOMIC_RELEASE);
}
template <class T> inline T load_cached(const T *p) { return load_relaxed(p); }
template <class T> constexpr void store_by_exchange(T *p, T v) { *p = v; }
#else
constexpr bool on_cpu = false;
// The toolkit's `__shared__` is a macro of a plain word, which may be another here (system.h).
#pragma push_macro("__shared__")
#undef __shared__
#define FL_SHARED __attribute__((__shared__))
// One untyped array for every user: extern shared arrays of different types may not share a name.
template <class T> FL_DEVICE T *dynamic_bytes() {
  extern FL_SHARED uint4 fl_dynamic_shared[];
  return reinterpret_cast<T *>(fl_dynamic_shared);
}
template <class S> FL_DEVICE S &static_shared() {
  constexpr size_t words = (sizeof(S) + 15) / 16;
  FL_SHARED alignas(alignof(S) > 16 ? alignof(S) : 16) uint4 bytes[words];
  return *reinterpret_cast<S *>(bytes);
}
#undef FL_SHARED
#pragma pop_macro("__shared__")
// Hands over what was written, and takes what was handed over. __threadfence() besides puts all such fences into one order, which nobody here needs: where two
// threads each write and then look at what the other writes, both go by atomic operations on one word.
FL_DEVICE void fence() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
#else
  __threadfence();
#endif
}
FL_DEVICE void fence_block() { __threadfence_block(); } // the same, within a block
FL_DEVICE void pause(unsigned ns) {
#ifdef __CUDA_ARCH__
  __nanosleep(ns);
#endif
}
// A pause in a loop that waits for met(); the CPU target may use it to wait out the whole. Threads of
// a block that give the same key wait for the same thing.
template <class F> FL_DEVICE void pause_until(const void *, unsigned ns, const F &) { pause(ns); }
template <class F> FL_DEVICE void wait_until(const void *, unsigned ns, const F &met) {
  while (!met())
    pause(ns);
}
// Threads of a group of so many warps.
__host__ __device__ constexpr u32 group_threads(u32 warps) { return warps * 32; }
// The threads of a group are the virtual block's, here: nothing calls for others.
template <class F> FL_DEVICE void run_team(dim3, const F &) {}
template <class F> FL_DEVICE void as_worker(const F &body) { body(); }
// Programmatic dependent launch (sm_90 and up): lets the drain's blocks start while the parent
// still runs.
FL_DEVICE void allow_dependents() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
FL_DEVICE void wait_dependencies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
FL_DEVICE void reconverge() { __syncwarp(); }
FL_DEVICE u64 nanoseconds() {
  u64 t = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}
FL_DEVICE u32 cycles() { // of the multiprocessor
  u32 t = 0;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(t));
  return t;
}
// The number of the multiprocessor.
FL_DEVICE u32 processor() {
  u32 n = 0;
#ifdef __CUDA_ARCH__
  asm volatile("mov.u32 %0, %%smid;" : "=r"(n));
#endif
  return n;
}
FL_DEVICE void fence_host() { __threadfence_system(); }
FL_DEVICE void end_of_warp() { __syncwarp(); }
FL_DEVICE void prefetch(const void *p) { asm volatile("prefetch.global.L1 [%0];" ::"l"(p)); }
FL_DEVICE lanes lanes_of(u32 mask) {
  lanes l;
  u32 below;
  l.mask = mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  l.rank = __popc(l.mask & below);
  l.leader = __ffs(l.mask) - 1;
  l.count = __popc(l.mask);
  l.first = l.rank == 0;
  return l;
}
FL_DEVICE lanes converged() { return lanes_of(__activemask()); }
// Those of the members for which `value` holds, for them. All of `l` come together.
FL_DEVICE lanes members(const lanes &l, bool value) {
  return lanes_of(__ballot_sync(l.mask, value));
}
// Sum of `value` over the members, and over those before this lane, one ballot per significant bit:
// unlike a shuffle scan it works for any mask.
FL_DEVICE u32 group_sum(const lanes &l, u32 value, u32 &before) {
  u32 below, sum = 0;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  before = 0;
  for (u32 bit = 0; __any_sync(l.mask, value >> bit); ++bit) {
    u32 set = __ballot_sync(l.mask, value >> bit & 1);
    before += __popc(set & below) << bit;
    sum += __popc(set) << bit;
  }
  return sum;
}
FL_DEVICE u64 from_leader(const lanes &l, u64 value) {
  return __shfl_sync(l.mask, value, l.leader);
}
FL_DEVICE float reciprocal(float x) { // one instruction; the last bits may be wrong
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}
FL_DEVICE u32 lane_number() {
  u32 lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
FL_DEVICE u32 vote_of_warp(bool value) { return __ballot_sync(0xffffffffu, value); }
FL_DEVICE u32 from_lane(u32 mask, u32 value, u32 lane) { return __shfl_sync(mask, value, int(lane)); }
FL_DEVICE bool any_lane(u32 mask, bool value) { return __any_sync(mask, value); }
FL_DEVICE void sync_lanes(u32 mask) { __syncwarp(mask); }
template <class T> FL_DEVICE T load_relaxed(const T *p) {
  return *const_cast<const volatile T *>(p);
}
template <class T> FL_DEVICE void store_relaxed(T *p, T v) { *const_cast<volatile T *>(p) = v; }
template <class T> FL_DEVICE T load_cached(const T *p) { return *p; } // may be old
// A store of four or eight bytes by an atomic exchange. Shared memory, and a thread's own, gain nothing by it; the latter has no atomic operations.
template <class T> __host__ FL_DEVICE constexpr void store_by_exchange(T *p, T v) {
#ifdef __CUDA_ARCH__
  if (__isGlobal(p)) {
    if constexpr (sizeof(T) == 4) {
      u32 bits = 0;
      memcpy(&bits, &v, sizeof bits);
      atomicExch(reinterpret_cast<u32 *>(p), bits);
    } else {
      u64 bits = 0;
      memcpy(&bits, &v, sizeof bits);
      atomicExch(reinterpret_cast<u64 *>(p), bits);
    }
    return;
  }
#endif
  *p = v;
}
FL_DEVICE u32 load_acquire(const u32 *p) {
  u32 v;
#if defined(__CUDA_ARCH__)
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
#else
  v = *p;
#endif
  return v;
}
FL_DEVICE u64 load_acquire(const u64 *p) {
  u64 v;
#if defined(__CUDA_ARCH__)
  asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
#else
  v = *p;
#endif
  return v;
}
FL_DEVICE void store_release(u64 *p, u64 v) {
#if defined(__CUDA_ARCH__)
  asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
#else
  *p = v;
#endif
}
FL_DEVICE void store_release(u32 *p, u32 v) {
#if defined(__CUDA_ARCH__)
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
#else
  *p = v;
#endif
}
// Sixteen bytes in one access, where CUDA has that (12.3); their address divides by 16.
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1203
#define FL_WHOLE_WORDS 1
FL_DEVICE uint4 load_whole(const void *p) {
  uint4 v = make_uint4(0, 0, 0, 0);
#ifdef __CUDA_ARCH__
  asm volatile("{\n\t.reg .b128 q;\n\t.reg .b64 a, b;\n\tld.relaxed.gpu.global.b128 q, [%4];\n\tmov.b128 {a, b}, q;\n\tmov.b64 {%0, %1}, a;\n\tmov.b64 {%2, %3}, b;\n\t}"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(p)
               : "memory");
#endif
  return v;
}
FL_DEVICE void store_whole(void *p, const uint4 &v) {
#ifdef __CUDA_ARCH__
  asm volatile("{\n\t.reg .b128 q;\n\t.reg .b64 a, b;\n\tmov.b64 a, {%1, %2};\n\tmov.b64 b, {%3, %4};\n\tmov.b128 q, {a, b};\n\tst.relaxed.gpu.global.b128 [%0], q;\n\t}" ::"l"(p),
               "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
               : "memory");
#endif
}
#endif
#endif
} // namespace __fl
#include "barrier.h"
#endif
