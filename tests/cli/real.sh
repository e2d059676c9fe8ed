# shellcheck shell=bash disable=SC2154,SC2034,SC2086 # names of tests/cli/run; words
# With the real nvcc, if there is one: what comes out is what nvcc would have built.
if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 53
else
  FL_NVCC=$real_nvcc
  fl --version
  check 'real: --version' prints release
  fl none.cu -c -arch=sm_90 -Xcompiler -frandom-seed=1
  check 'real: compiles' ok
  cp none.o ours.o
  "$real_nvcc" none.cu -c -arch=sm_90 -Xcompiler -frandom-seed=1
  if [ "$(od -An -tx1 none.o | md5sum)" = "$(od -An -tx1 ours.o | md5sum)" ]; then pass 'real: same object'; else
    check 'real: same code' test "$(objdump -d none.o | tail -n +4)" = "$(objdump -d ours.o | tail -n +4)"
  fi
  rm -f -- *.o
  fl $quick -c cdp.cu -arch=sm_90 --fl-strategy=t4
  check 'real: transformed source' ok
  check 'real: its object' exists cdp.o
  fl $quick cdp.o -arch=sm_90 -o linked
  check 'real: links' test -x linked
  # ptxas 13.0 ends with a fault over a function that calls itself in a symbol that stops where it would launch.
  cat >itself.cu <<'END'
__global__ void then(long long *at, int v) { *at = *at * 3 + v; }
template <class F> __device__ void halves(int n, F &f) {
  if (n > 1)
    halves(n / 2, f), halves(n - n / 2, f);
  else
    f(n);
}
__global__ void parent(long long *at) {
  int count = 0;
  auto go = [&](int v) { count++, then<<<1, 1>>>(at, v); };
  then<<<1, 1>>>(at, 7);
  halves(3, go);
  then<<<1, 1>>>(at, count);
}
int main() { parent<<<1, 1>>>(nullptr); }
END
  fl -O1 -std=c++17 -arch=sm_90 --fl-strategy=t1 itself.cu -o itself
  check 'real: a function that calls itself in a kernel that nobody launches by itself' ok
  cat >barrier.cu <<'END'
#include <cuda/barrier>
__global__ void meets(int *p) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  if (threadIdx.x == 0)
    init(&all, blockDim.x);
  __syncthreads();
  all.arrive_and_wait();
  p[threadIdx.x] = 1;
}
__global__ void child(int *p) { p[threadIdx.x] = 2; }
__global__ void parent(int *p) { child<<<1, 32>>>(p); }
__global__ void other(int *p) { meets<<<1, 32>>>(p); }
int main() { parent<<<1, 1>>>(nullptr); }
END
  fl --fl-emit --fl-remarks barrier.cu -o barrier_out.cu
  check 'real: a shared barrier keeps the launches of its kernel' says "launch of 'meets': kept: 'meets' uses a library"
  check 'real: and no others' says "launch of 'child': t1"
  for n in 'd,x' 'd"x'; do
    mkdir -p "$n"
    printf '#include "b.h"\n' >"$n/a.h"
    cp cdp.cu "$n/b.h"
    printf '#include "a.h"\n' >"$n/a.cu"
    fl $quick -c "$n/a.cu" -arch=sm_90 --fl-strategy=t1
    check "real: headers in the folder $n" ok
  done
  # No two of our headers have one name for two things.
  { printf '#define FL_POOL 0\n#include <freelaunch/freelaunch.h>\n'
    for header in heap joins registry member coarse waiting; do printf '#include <freelaunch/%s.h>\n' $header; done
    printf 'FL_MEMBER(visit)\nFL_OBJECTS\n'; } >headers.cu
  check 'real: all headers together' "$real_nvcc" $quick -c -std=c++17 -arch=sm_90 -rdc=true -I"$ROOT/include" -I"$ROOT/runtime" headers.cu
  # One state of the runtime, whether it comes with an object or from the library.
  fl $quick -c cdp.cu -arch=sm_90 --fl-strategy=t1
  sed 's/main/other/; s/void k/void k2/; s/k<<<1, 1>>>/k2<<<1, 1>>>/; s/void c/void c2/; s/c<<</c2<<</' cdp.cu >other.cu
  for more in '' --default-stream=per-thread; do
    fl $quick cdp.o other.cu -arch=sm_90 --fl-strategy=t1 $more -o mixed
    check "real: objects and the library $more" ok
    check "real: one state $more" test "$(nm mixed | grep -c ' flrt_parents_$')" = 1
  done
  check 'real: files for which NULL is another stream launch by functions of their own' test "$(nm mixed | grep -cE ' flrt_(launch|acquire)(_ptds)?$')" = 4
  fl $quick other.cu -shared -Xcompiler -fPIC -arch=sm_90 --fl-strategy=t1 -o other.so
  check 'real: the library in a shared object' ok
  check 'real: an object without a library' "$real_nvcc" cdp.o -arch=sm_90 -o alone
  mkdir -p sub && cp cdp.cu sub/two.cu && sed -i 's/main/other/' sub/two.cu
  fl $quick cdp.cu sub/two.cu -arch=sm_90 --fl-strategy=t4 -o prog
  check 'real: two sources' test "$status" -ne 99
  fl $quick -c cdp.cu sub/two.cu -arch=sm_90 --fl-strategy=t4 -MD
  check 'real: two objects' test -e cdp.o -a -e two.o
  check 'real: dependencies of each' holds two.d sub/two.cu
  check 'real: ... under nvcc'\''s target' holds two.d 'two.o :'
  mkdir -p kept
  for turn in 1 2; do
    fl $quick -c cdp.cu -arch=sm_90 -frandom-seed=1 -keep -keep-dir kept -o same.o && mv same.o same.$turn
  done
  check 'real: the same object each time' cmp same.1 same.2
  fl -ptx cdp.cu -arch=sm_90 --fl-strategy=t4
  check 'real: -ptx' exists cdp.ptx
  fl $quick -cubin cdp.cu -arch=sm_90 --fl-strategy=t4 -o k.cubin
  check 'real: -cubin' exists k.cubin
  fl -E cdp.cu -o cdp.i
  check 'real: -E' holds cdp.i '<<<1, 32>>>'
  # Some names of the toolkit's are macros where each thread has a default stream.
  printf '#include <cuda_runtime.h>\ncudaKernel_t handle;\n__global__ void c(int *p) { *p = 1; }\n__global__ void k(int *p) { c<<<1, 1>>>(p); }\nvoid f(cudaLaunchConfig_t *l, void **a) { cudaLaunchKernelExC(l, (void *)k, a); }\n#undef cudaLaunchKernelExC\n#define cudaLaunchKernelExC(...) (cudaLaunchKernelExC(__VA_ARGS__), 1)\nint g(cudaLaunchConfig_t *l, void **a) { return cudaLaunchKernelExC(l, (void *)k, a); }\n' >macro.cu
  fl --fl-emit --fl-strategy=t1 -default-stream=per-thread macro.cu -o macro.out.cu
  check 'real: a call by a macro of the toolkit'\''s' holds macro.out.cu '__fl::launch_kernel_exc("macro.cu:5", l'
  check 'real: ... and one of the program'\''s' holds macro.out.cu 'return cudaLaunchKernelExC(l'
  fl -M cdp.cu
  check 'real: -M' prints 'cdp.o : cdp.cu'
  # With the toolkit's own headers: host functions that clang's lack, and what nvcc warns of.
  printf '#include <cuda_fp16.h>\n#include <curand_kernel.h>\nvoid tell();\n__host__ __device__ void both(int n) { if (n) tell(); }\n__global__ void c(half *p, int n) { p[threadIdx.x] = n; }\n__global__ void k(half *p) { c<<<1, 32>>>(p, min(3, 4)); }\n#if __CUDACC__ && __NVCC__ && __CUDACC_VER_MAJOR__ > 11 && !defined __clang__\nint main() { long long n = max(1LL, 2LL); k<<<min(1u, 2u), max(1, 2)>>>(0); return (int)n; }\n#endif\n' >toolkit.cu
  fl $quick -c -rdc=true toolkit.cu -arch=sm_90 --fl-strategy=t1 --fl-remarks
  check "real: the toolkit's headers" ok
  check "real: ... a launch" says "launch of 'c': t1"
  check "real: ... nothing kept" lacks "$W/err" kept
  printf '#include <curand_kernel.h>\n__managed__ int total;\nstatic __device__ __managed__ float each[4];\n__global__ void c(int n) { each[n] += 1; total += n; }\n__global__ void k() { c<<<1, 1>>>(2); }\nint main() { total = 2; k<<<1, 1>>>(); return total; }\n' >managed.cu
  fl $quick -c managed.cu -arch=sm_90 --fl-strategy=t1 --fl-require
  check "real: ... with __managed__ variables" ok
  # Clang's own header for the toolkit reads more of it than nvcc does, and nothing there is the program's.
  printf '#include <mma.h>\n#include <cuda_profiler_api.h>\n__global__ void c(half *p) { p[threadIdx.x] = N; }\n__global__ void k(half *p) { c<<<1, N>>>(p); }\nint main() { k<<<1, 1>>>(0); }\n' >letters.cu
  fl $quick -c -rdc=true -DN=64 -Xcompiler '-D E=1',-DM letters.cu -arch=sm_90 --fl-require
  check "real: ... and macros of the command, which they have other names for" ok
  # What clang does not take is nvcc's to judge. It comes out as nvcc would have built it, but for the device's runtime where it may launch.
  printf '__device__ void s(char *p, int v) { asm volatile("st.u8 [%%1], %%0;" ::"r"(v) "l"(p) : "memory"); } // no comma\n__global__ void c(char *p) { s(p, 1); }\nint main() { c<<<1, 1>>>(0); puts("<<<"); }\n' >lenient.cu
  sed -i '1s/^/#include <cstdio>\n/' lenient.cu
  fl $quick -v -c lenient.cu -arch=sm_90
  check "real: clang alone rejects it" ok
  check "real: ... nothing is said of launches" lacks "$W/err" kept
  check "real: ... nor is it relocatable" lacks "$W/err" rdc=true
  sed 's/^int main/__global__ void k(char *p) { c<<<1, 1>>>(p); }\n&/' lenient.cu >lenient_k.cu
  fl $quick -v -c lenient_k.cu -arch=sm_90
  check "real: clang alone rejects it, a launch" ok
  check "real: ... is kept" says 'lenient_k.cu:2:77: warning: launches are kept, since this was not understood'
  check "real: ... is relocatable" says rdc=true
  # The toolkit's own CUB, of which the emission tests have a stand-in.
  fl $quick -c -std=c++17 -arch=sm_90 --fl-require "$here/../programs-gpu/collectives.cu" -o collectives.o
  check 'real: operations of warps and blocks of CUB' ok
  # In relocatable code a kernel has the registers of what it calls: blocks of 1,024 threads have 64 each.
  printf '__global__ void c(int **p) { p[threadIdx.x] = (int *)malloc(40); }\n__global__ void k(int **p) { c<<<1, threadIdx.x>>>(p); }\nint main() { k<<<1, 1>>>(0); }\n' >heap.cu
  for strategy in keep t1; do
    fl -c -rdc=true heap.cu -arch=sm_90 --fl-strategy=$strategy --fl-pool=1M
    check "real: relocatable code, $strategy" ok
    "$real_nvcc" -rdc=true heap.o -arch=sm_90 -o heap -Xnvlink -v 2>"$W/err" >"$W/out"
    sed -n '/device_runtime/{n;d;}; s/.*used \([0-9]*\) registers.*/\1/p' "$W/out" "$W/err" | sort -n >registers
    check "real: its registers, $strategy" test "$(tail -n 1 registers)" -le 64
  done
  # A parent may have all of the shared memory that there is for every block: there is no form of it then that needs some besides.
  printf '__global__ void c(int *p, int n) { p[threadIdx.x] = n; }\ntemplate <int words> __global__ void k(int *p, int n) {\n  __shared__ int all[words];\n  if (threadIdx.x >= n)\n    return;\n  all[threadIdx.x] = n;\n  __syncthreads();\n  c<<<1, 32>>>(p, all[threadIdx.x ^ 1]);\n}\nint main() { k<12288><<<1, 32>>>(nullptr, 2); }\n' >all_shared.cu
  fl $quick all_shared.cu -arch=sm_90 -o all_shared
  check 'real: no shared memory left for what runs children in place' ok
  fl -c -rdc=true all_shared.cu -arch=sm_90
  check 'real: ... nor for what launches by blocks' ok
  fl -rdc=true all_shared.o -arch=sm_90 -o all_shared
  check 'real: ... and it links' ok
  for how in warp block multiblock grid t3; do
    fl $quick -rdc=true --fl-strategy=$how all_shared.cu -arch=sm_90 -o all_shared
    check "real: ... nor for strategy $how" ok
  done
  printf '__global__ void k() { nonsense; }\nint main() { k<<<1, 1>>>(); }\n' >bad.cu
  fl bad.cu -o badprog -arch=sm_90
  check 'real: error' test "$status" -ne 0
  check 'real: error: position' grep -qE 'bad.cu[:(]1' "$W/err"
  check 'real: error: leaves nothing' missing badprog
  fl -no-such-option none.cu
  check 'real: unknown option is nvcc'\''s to refuse' says "Unknown option '-no-such-option'"
  # shellcheck disable=SC2016
  odd='x$(touch pwned).cu'
  cp cdp.cu "$odd"
  fl $quick -c "$odd" -arch=sm_90 --fl-strategy=t4
  check 'real: odd name' exists "${odd%.cu}.o"
  check 'real: no shell' missing pwned
  cp cdp.cu 'a b.cu'
  fl $quick -c 'a b.cu' -arch=sm_90 --fl-strategy=t4
  check 'real: blank in the name' exists 'a b.o'
  check 'real: temporary files gone' test -z "$(find "$W/tmp" -name 'flcc-*')"
  FL_NVCC=$here/fake-nvcc
fi
