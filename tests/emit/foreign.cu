// RUN: flcc --fl-emit -dc --fl-remarks %s -o %t 2>&1 | FileCheck --check-prefix=SAID %s
// RUN: grep -v '^ *//' %t | FileCheck --check-prefix=TEXT %s
// RUN: flcc --fl-emit -dc --fl-strategy=t4 %s -o %t 2>&1 | FileCheck --check-prefix=T4 %s
// RUN: flcc --fl-emit -dc --fl-engine=fused %s -o %t 2>&1 | FileCheck --check-prefix=FUSED %s
// RUN: not flcc --fl-emit -dc --fl-require -DONE %s -o %t 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: flcc --fl-emit -DONE %s -o %t 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: flcc --fl-emit -dc -DNO_LAUNCH %s -o %t 2>&1 | count 0
// RUN: grep -v '^ *//' %t | FileCheck --check-prefix=TELLS %s
// RUN: flcc --fl-emit -dc -DTINY %s | FileCheck --check-prefix=TINY %s
// RUN: flcc --fl-emit -dc -DSERIAL --fl-threshold=64 --fl-remarks -o /dev/null %s 2>&1 | FileCheck --check-prefix=SERIAL %s
// RUN: flcc --fl-emit -dc -DHELD --fl-threshold=64 --fl-remarks -o /dev/null %s 2>&1 | FileCheck --check-prefix=HELD %s
// RUN: flcc --fl-emit -dc -DAPART %s | FileCheck --check-prefix=APART %s
// RUN: flcc --fl-emit -dc -DINDIRECT -o /dev/null %s 2>&1 | FileCheck --check-prefix=INDIRECT %s
// RUN: flcc --fl-emit -DINDIRECT -DHERE -o /dev/null %s 2>&1 | count 0
// RUN: flcc --fl-emit -dc -DINDEXED %s | FileCheck --check-prefix=INDEXED %s
// Device functions of other files: launches are moved on condition that these are plain, and a file says of its own whether they are. They may take any
// number of registers, and what does not ask cannot call them.
// ALONE: {{warning|error}}: launch of 'child': kept: the definition of 'mix' is not in this file
__device__ int mix(int x);
namespace geo {
__device__ void add(int *sum, int x);
}
struct Mesh {
  int n;
  __device__ int at(int i) const;
};
static __device__ int plain(int x) { return mix(x) + 1; }
inline __device__ int inlined(int x);
template <class T> __device__ T instance(T x);

#ifdef TINY
// TINY-NOT: freelaunch.h
// TINY: #include <freelaunch/foreign.h>
// TINY: {"_Z5threev", nullptr, "", 0},
__device__ int three() { return 3; }
#elif defined(NO_LAUNCH)
struct Own {
  int v;
  __device__ int get(int i) const { return v + i; } // inline
  __device__ int far(int i) const;
  __device__ virtual int over(int i) const { return i; }
  __device__ virtual int without(int i) const = 0;
};
struct Thread {
  int v;
  __device__ Thread() : v(threadIdx.x) {}
};
// TELLS: static __fl::device_function fl_told[] = {
// TELLS-NEXT: {"_ZNK3Own3farEi", nullptr, "", 0},
// TELLS-NEXT: {"_Z4onlyi", nullptr, "_Z3mixi\0", 0},
__device__ int only(int x) { return plain(x); }
// TELLS-NEXT: {"of_c", nullptr, "_Z3mixi\0", 0},
extern "C" __device__ int of_c(int x) { return only(x); }
// TELLS-NEXT: {"_Z8of_blockv", "depends on its block", "", 0},
__device__ int of_block() { return blockIdx.x; }
// TELLS-NEXT: {"_Z7by_wayoi", "depends on its block", "", 0},
__device__ int by_wayo(int x) { return x + of_block(); }
// TELLS-NEXT: {"_Z5pollsPVi", "may wait for other threads", "", 0},
__device__ void polls(volatile int *p) {
  while (*p == 0)
    ;
}
// TELLS-NEXT: {"_Z5looksPVi", "may wait for other threads", "", 0},
__device__ int looks(volatile int *p) { return *p; }
// TELLS-NEXT: {"_Z5takesPi", "may wait for other threads", "", 0},
__device__ bool takes(int *p) { return atomicCAS(p, 0, 1) == 0; }
// TELLS-NEXT: {"_Z6countsPi", nullptr, "", 0},
__device__ int counts(int *p) { return atomicAdd(p, 1); }
// TELLS-NEXT: {"_Z4makei", "allocates or frees memory", "", 0},
__device__ int *make(int n) { return new int[n]; }
// TELLS-NEXT: {"_Z4dropPi", "allocates or frees memory", "", 0},
__device__ void drop(int *p) { free(p); }
// TELLS-NEXT: {"_Z7pointedPFiiEi", "calls what is not known", "", 0},
__device__ int pointed(int (*f)(int), int x) { return f(x); }
// TELLS-NEXT: {"_Z9overridesRK3Own", "calls what is not known", "", 0},
__device__ int overrides(const Own &o) { return o.over(1); }
// TELLS-NEXT: {"_Z7of_codei", "has inline assembly", "", 0},
__device__ int of_code(int x) {
  asm("mov.u32 %0, %0;" : "+r"(x));
  return x;
}
// TELLS-NEXT: {"_Z6othersi", "may be another one", "", 0},
__device__ __attribute__((weak)) int others(int x) { return x; }
__device__ int Own::far(int i) const { return get(i); }
// TELLS-NEXT: {"_Z6declari", "may be another one", "", 0},
__device__ __attribute__((weak)) int declar(int x);
__device__ int declar(int x) { return x; }
// TELLS-NEXT: {"_Z6activev", "depends on its block", "", 0},
__device__ int active() { return __popc(__activemask()); }
// TELLS-NEXT: {"_Z5awaitPi", "may wait for other threads", "", 0},
__device__ void await(int *p) {
  while (mix(*p) == 0)
    ;
}
// TELLS-NEXT: {"_Z6objectv", "depends on its block", "", 0},
__device__ int object() { return Thread().v; }
// TELLS-NEXT: {"_Z4bothi", nullptr, "", 0},
__host__ __device__ int both(int i) { return i; }
// TELLS-NEXT: };
// TELLS-NEXT: static __fl::definer fl_tells(fl_told, sizeof fl_told / sizeof *fl_told);
#elif defined(APART)
// Nobody sees what calls the functions that initialise members, and those that these call.
// APART: if (__fl::stays_native<made_parent__fl>(fl_cfg, "{{.*}}_Z3mixi\0"))
struct Made {
  int v = plain(1);
};
__global__ void made(int *sum) { atomicAdd(sum, Made().v); }
__global__ void made_parent(int *sum) { made<<<1, 32>>>(sum); }
#elif defined(INDEXED)
static __device__ int index() { return threadIdx.x; }
struct Indexed {
  int v = index();
};
// INDEXED: {"_Z8indexingv", "depends on its block", "", 0},
__device__ int indexing() { return Indexed().v; }
#elif defined(SERIAL)
// Functions of other files are not given shared memory that is a thread's own, nor is a loop run by one thread that they may end.
struct Counter {
  int n;
  __device__ void add(int x);
};
__device__ void add_one(int &to);
__device__ bool is_done(const int *flag);
template <class T> __device__ void add_any(T *to) { add_one(*to); }
__global__ void by_object(int *sum) {
  __shared__ Counter c;
  c.add(1);
  atomicAdd(sum, c.n);
}
__global__ void s1(int *sum) { by_object<<<1, 32>>>(sum); }
// SERIAL: launch of 'by_object': t1; {{.*}}bound: none; if
__global__ void by_reference(int *sum) {
  __shared__ int s[2];
  add_one(s[1]);
  atomicAdd(sum, s[0]);
}
__global__ void s2(int *sum) { by_reference<<<1, 32>>>(sum); }
// SERIAL: launch of 'by_reference': t1; {{.*}}bound: none; if
__global__ void by_template(int *sum) {
  __shared__ int s[2];
  add_any(s);
  atomicAdd(sum, s[0]);
}
__global__ void s3(int *sum) { by_template<<<1, 32>>>(sum); }
// SERIAL: launch of 'by_template': t1; {{.*}}bound: none; if
__global__ void by_value(int *sum) {
  __shared__ int s[2];
  int own = 0;
  s[0] = threadIdx.x;
  add_one(own);
  geo::add(sum, mix(s[0]) + own);
}
__global__ void s4(int *sum) { by_value<<<1, 32>>>(sum); }
// SERIAL: launch of 'by_value': t1; {{.*}}bound: none; fewer than 64 threads: t4; if
__global__ void awaits(int *flag, int *sum) {
  if (threadIdx.x == 0)
    atomicExch(flag, 2);
  while (!is_done(flag))
    ;
  atomicAdd(sum, 1);
}
__global__ void s5(int *flag, int *sum) { awaits<<<1, 32>>>(flag, sum); }
// SERIAL: launch of 'awaits': t1; {{.*}}bound: none; if
__global__ void counts(int *sum, int n) {
  for (int i = 0; i < n; i++)
    geo::add(sum, mix(i));
}
__global__ void s6(int *sum, int n) { counts<<<1, 32>>>(sum, n); }
// SERIAL: launch of 'counts': t1; {{.*}}bound: none; fewer than 64 threads: t4; if
#elif defined(INDIRECT)
// Functions that another file defines may be called though none is declared.
#ifdef HERE
__device__ int (*chosen)(int);
#else
extern __device__ int (*chosen)(int);
#endif
struct Shape {
  int n;
  __device__ virtual int area(int x) const { return n * x; }
};
template <class F> __device__ int apply(F f, int x) { return f(x); }
__global__ void by_pointer(int *sum) { atomicAdd(sum, (*chosen)(1)); }
__global__ void i1(int *sum) { by_pointer<<<1, 32>>>(sum); }
// INDIRECT: launch of 'by_pointer': kept: 'by_pointer' calls, through a pointer or as a virtual function, what another file may define
__global__ void by_template(int *sum) { atomicAdd(sum, apply(chosen, 1)); }
__global__ void i2(int *sum) { by_template<<<1, 32>>>(sum); }
// INDIRECT: launch of 'by_template': kept: 'by_template' calls, through a pointer
__global__ void by_virtual(int *sum, Shape **shapes) { atomicAdd(sum, shapes[0]->area(2)); }
__global__ void i3(int *sum, Shape **shapes) { by_virtual<<<1, 32>>>(sum, shapes); }
// INDIRECT: launch of 'by_virtual': kept: 'by_virtual' calls, through a pointer
#elif defined(HELD)
struct Holder {
  int *to;
};
__device__ void add_held(const Holder &h);
__global__ void by_holder(int *sum) {
  __shared__ int s;
  Holder h{&s};
  add_held(h);
  atomicAdd(sum, s);
}
__global__ void s7(int *sum) { by_holder<<<1, 32>>>(sum); }
// HELD: launch of 'by_holder': t1; {{.*}}bound: none; if
#elif defined(ONE)
__global__ void child(int *sum) { atomicAdd(sum, mix(threadIdx.x)); }
__global__ void parent(int *sum) { child<<<1, 32>>>(sum); }
#else
__global__ void child(int *sum) { geo::add(sum, plain(threadIdx.x)); }
__global__ void parent(int *sum, Mesh m) {
  // SAID: foreign.cu:[[@LINE+3]]:5: remark: launch of 'child': t1;{{.*}}; if 'at' and others of another file are plain
  // T4: foreign.cu:[[@LINE+2]]:5: warning: launch of 'child': kept: 'at', which another file defines, is called where children run in the symbol of their parent
  // FUSED: foreign.cu:[[@LINE+1]]:5: warning: launch of 'child': kept: 'at', which another file defines, is called in blocks of 1024 threads, and may need too many registers for these
    child<<<m.at(threadIdx.x), 32>>>(sum);
}
// TEXT: inline void parent__fl_host(
// TEXT: if (__fl::stays_native<parent__fl>(fl_cfg, "_ZNK4Mesh2atEi\0_Z3mixi\0_ZN3geo3addEPii\0"))
// TEXT-NEXT: return __fl::launch_itself(fl_cfg, parent, sum, m);
// Blocks of unknown size stay native where they are too large, if nothing depends on what comes of them, and when.
__global__ void of_any_size(int *sum, int n) {
  // SAID: foreign.cu:[[@LINE+1]]:3: remark: launch of 'child': t1;{{.*}}; more than 256 threads a block: native; if 'mix' and others
  child<<<1, n>>>(sum);
}
// TEXT: __fl::fitting<256>(__fl::record(fl_ctx)), __fl::config(1, n), sum
// TEXT: struct of_any_size__fl {
// TEXT: keeps = true;
__global__ void in_turn(int *sum, int n) {
  // SAID: foreign.cu:[[@LINE+2]]:5: warning: launch of 'in_turn': kept: 'mix', which another file defines, is called below a launch whose blocks may have too many threads
  if (mix(n))
    in_turn<<<1, n>>>(sum, n - 1);
}
__global__ void in_order(int *sum, int n) {
  // SAID: foreign.cu:[[@LINE+2]]:5: warning: launch of 'child': kept: 'mix', which another file defines, is called below a launch whose blocks may have too many threads
  for (int i = 0; i < n; i++)
    child<<<1, n>>>(sum);
}
__global__ void asks(int *sum, int n) {
  // SAID: foreign.cu:[[@LINE+1]]:3: warning: launch of 'child': kept: 'mix', which another file defines, is called below a launch whose blocks may have too many threads
  child<<<1, n>>>(sum);
  if (cudaGetLastError() != cudaSuccess)
    *sum = -1;
}
__global__ void of_any_shared(int *sum, int n) {
  // SAID: foreign.cu:[[@LINE+1]]:3: warning: launch of 'child': kept: 'mix', which another file defines, is called below a launch whose blocks may have too many threads
  child<<<1, 32, n>>>(sum);
}
__global__ void of_many(int *sum) {
  // SAID: foreign.cu:[[@LINE+1]]:3: warning: launch of 'child': kept: 'mix', which another file defines, is called below a launch whose blocks may have too many threads
  child<<<1, 512>>>(sum);
}
__global__ void joining(int *sum) {
  // SAID: foreign.cu:[[@LINE+1]]:3: warning: launch of 'child': kept: 'mix', which another file defines, is called where threads wait for children
  child<<<1, 32>>>(sum);
  cudaDeviceSynchronize();
}
__global__ void child2(int *sum, Mesh m) { *sum = inlined(2); }
__global__ void not_known(int *sum, Mesh m) {
  // SAID: foreign.cu:[[@LINE+1]]:3: warning: launch of 'child2': kept: the definition of 'inlined' is not in this file
  child2<<<1, 32>>>(sum, m);
}
__global__ void child4(int *sum) {
  extern __device__ int inside(int x);
  *sum = inside(2);
}
__global__ void declares(int *sum) {
  // SAID: foreign.cu:[[@LINE+1]]:3: warning: launch of 'child4': kept: 'child4' declares a function in its body
  child4<<<1, 32>>>(sum);
}
// Children that call none are moved as ever.
__global__ void child3(int *sum) { atomicAdd(sum, 1); }
__global__ void alone(int *sum) {
  // SAID: foreign.cu:[[@LINE+1]]:3: remark: launch of 'child3': t1;{{.*}}; bound: none [-fl-remarks]
  child3<<<1, 512>>>(sum);
}
// It is the launch that must fit, not what others launch of the kernel.
__global__ void not_alone(int *sum) {
  // SAID: foreign.cu:[[@LINE+2]]:5: remark: launch of 'child3': t1;{{.*}}; bound: none; if 'mix' of another file is plain
  if (mix(threadIdx.x))
    child3<<<1, 32>>>(sum);
}
#endif
