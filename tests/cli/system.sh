# shellcheck shell=bash disable=SC2154 # names of tests/cli/run
# Headers in folders given with -isystem: those whose functions depend on their block are written out anew, as if given with -I; others are left alone.
mkdir -p lib/detail other toolkit
cat >lib/lib.h <<'END'
#pragma once
#include <detail/index.h>
__device__ inline int place() { return index_of_thread() + 1; }
END
echo '__device__ inline int index_of_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }' >lib/detail/index.h
echo '__device__ inline int twice(int x) { return 2 * x; }' >other/other.h
cp lib/lib.h toolkit/kit.h
mkdir -p toolkit/cub toolkit/detail
: >toolkit/cub/cub.cuh
echo '__device__ inline int index_of_thread() { return threadIdx.x; }' >toolkit/detail/index.h
cat >main.cu <<'END'
#include <cstdio>
#include <lib.h>
#include <other.h>
__global__ void child(int *p, int n) {
  if (place() <= n)
    p[place() - 1] = twice(n);
}
__global__ void parent(int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<2, 8>>>(p + 16 * i, i % 17);
}
int main() {
  int *p, host[640], bad = 0;
  cudaMalloc(&p, sizeof host);
  cudaMemset(p, 0, sizeof host);
  parent<<<2, 20>>>(p);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 640; i++)
    bad += host[i] != (i % 16 < i / 16 % 17 ? 2 * (i / 16 % 17) : 0);
  puts(bad ? "FAIL" : "PASS");
}
END
fl --fl-emit -isystem lib -isystem other main.cu
check 'system headers: a function that reads its block' prints 'place__fl_ctx(fl_ctx)'
check 'system headers: one that reads nothing is not written out' grep -q '^#include <other.h>' "$W/out"
fl --fl-emit -isystem other -I lib main.cu
check 'system headers: the same with -I' prints 'place__fl_ctx(fl_ctx)'
for strategy in t1 t4 auto keep; do
  fl --fl-target=cpu --fl-strategy=$strategy -isystem lib -isystem other main.cu -o main.$strategy
  check "system headers: $strategy compiles" status_is 0
  ./main.$strategy >"$W/out" 2>&1
  check "system headers: $strategy" prints PASS
done
sed -i 's/lib\.h/kit.h/' main.cu
fl --fl-emit -isystem toolkit -isystem other main.cu
check "system headers: the toolkit's are not written out" grep -q '^#include <kit.h>' "$W/out"

# What stands beside the source comes before all folders that the command names, for the transformed text, too.
mkdir -p beside named && echo '#define V 1' >beside/config.h && echo '#define V 2' >named/config.h
cat >beside/main.cu <<'END'
#ifdef __CUDA_ARCH__
#include "config.h"
#else
#define V 1
#endif
static_assert(V == 1, "the other config.h");
__global__ void child(int *p) { *p = V; }
__global__ void parent(int *p) { child<<<1, 1>>>(p); }
#if defined(__AVX2__) && defined(_OPENMP)
__global__ void second(int *p) { child<<<1, 1>>>(p); }
#endif
int main() {}
END
fl -c -I named beside/main.cu
check 'folder of the source: what is skipped is named' grep -q 'include "/.*/beside/config.h"' "$W/fake/seen.1.main.cu"
if [ -n "$real_nvcc" ]; then
  FL_NVCC=$real_nvcc fl -c -arch=sm_90 -I named beside/main.cu -o main.o
  check 'folder of the source: nvcc' ok
fi
fl --fl-emit --fl-remarks -I named -forward-unknown-to-host-compiler -march=haswell -fopenmp beside/main.cu
check 'options forwarded to the host compiler: their macros' says 'main.cu:10:34: remark: launch of'

# Headers that launch, in folders given with -isystem, or by CPATH.
mkdir -p launching && printf '#pragma once\n__global__ void sc(int *p) { *p = 1; }\n__global__ void sk(int *p) { sc<<<1, 1>>>(p); }\n' >launching/k.cuh
printf '#include <k.cuh>\nint main() { sk<<<1, 1>>>(nullptr); }\n' >launches.cu
fl --fl-emit --fl-remarks -isystem launching launches.cu
check 'a header that launches: -isystem' says "remark: launch of 'sc': t1"
CPATH=launching fl --fl-emit --fl-remarks launches.cu
check 'a header that launches: CPATH' says "remark: launch of 'sc': t1"
CPATH=launching fl -c launches.cu
check 'a header that launches: CPATH, looked for first' test -e "$W/fake/seen.1.launches.cu" -a "$(grep -c freelaunch "$W/fake/seen.1.launches.cu")" -gt 0

# A file that only launches what another one defines asks that one.
printf '__global__ void other(int *p);\nint main() { other<<<1, 1>>>(nullptr); }\n' >asks.cu
fl -c asks.cu
check 'a kernel of another file: asked' grep -q launch_pointer "$W/fake/seen.1.asks.cu"
