# shellcheck shell=bash disable=SC2154,SC2034,SC2086 # names of tests/cli/run; words
# The CPU target: what g++ is asked to do, seen through --dryrun.
cpu() {
  fl --fl-target=cpu --dryrun "$@"
}
FL_NVCC=$W/nosuch cpu none.cu -o prog
check 'cpu: needs no nvcc' ok
check 'cpu: C++17 by default' says ' -std=c++17'
check 'cpu: stand-in headers' says /cpu/include
check 'cpu: linked with its library' says libflcpu.a
check 'cpu: output' says '-o prog'
check 'cpu: dryrun makes nothing' missing prog
cpu -O3 -g -DA=1 -D 'B=x y' -Iinc -isystem sys -Xcompiler -Wall,-fsanitize=address -std=c++20 -c none.cu
check 'cpu: -O -g -D' grep -q -- '-O3 -g -DA=1' "$W/err"
check 'cpu: a macro with a blank' says "'-DB=x y'"
check 'cpu: include directories' says '-Iinc -isystem sys'
check 'cpu: -Xcompiler' says '-Wall -fsanitize=address'
check 'cpu: -std' says -std=c++20
check 'cpu: -c names the object' says '-o none.o'
cpu -arch=sm_90 -gencode arch=compute_80,code=sm_80 -rdc=true -lineinfo -maxrregcount=32 -Xptxas -v -cudart shared \
  -use_fast_math --expt-relaxed-constexpr -extended-lambda --threads 4 --default-stream legacy -lcudart -lcudadevrt -lz -L/x none.cu
check 'cpu: options for nvcc alone are left out' ok
for word in sm_90 compute_80 rdc= lineinfo maxrregcount Xptxas shared fast_math expt extended threads legacy cudart cudadevrt; do
  check "cpu: no $word" lacks "$W/err" "$word"
done
check 'cpu: other libraries stay' says '-L/x'
check 'cpu: other libraries stay' says '-lz'
cpu -G none.cu -c
check 'cpu: -G is -g' grep -qE ' -g( |$)' "$W/err"
printf 'int f(void) { return 1; }\n' >part.c
cpu part.c plain.cpp none.cu -o prog
check 'cpu: C sources as C' says ' -x c -c'
check 'cpu: one object each' test "$(grep -c -- ' -c ' "$W/err")" = 3
cpu lib.o -o prog
check 'cpu: link only' test "$(wc -l <"$W/err")" = 1
cpu -ptx none.cu
check 'cpu: no device code' says 'makes no device code'
FL_CXX=$W/nosuch cpu none.cu
check 'cpu: no compiler' says 'no C++ compiler'
cpu -ccbin g++ none.cu -c
check 'cpu: -ccbin' says /g++
cpu none.cu -c -MD
check 'cpu: dependencies' says ' -M -MT none.o -MF none.d none.cu'
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  fl --fl-target=cpu cdp.cu -o prog
  check 'cpu: builds' ok
  check 'cpu: quietly' quiet
  check 'cpu: program' test -x prog
  check 'cpu: temporary files gone' clean
  printf '#error no\nint main() {}\n' >bad.cpp
  echo old >prog
  fl --fl-target=cpu bad.cpp -o prog2
  check 'cpu: failed compilation' status_is 1
  check 'cpu: leaves nothing' missing prog2
  fl --fl-target=cpu -c cdp.cu -MD
  check 'cpu: compile only' exists cdp.o
  check 'cpu: dependencies name the original' holds cdp.d cdp.cu
  fl --fl-target=cpu cdp.o -o prog
  check 'cpu: links objects' test -x prog
fi

# Where nvcc would take one source only; a second would overwrite the first.
cp cdp.cu second.cu
cpu -c cdp.cu second.cu -o both.o
check 'cpu: two sources, one object' [ "$status" = 1 ]
check 'cpu: ... says so' grep -q "only one source may go into 'both.o'" "$W/err"
cpu -MM -odir objects -MP cdp.cu
check 'cpu: dependencies of the object as -odir names it' says '-MT objects/cdp.o -MP'
cpu -MM -MT target cdp.cu
check 'cpu: ... as -MT names it' says '-MT target'
cpu -c -Xcudafe --diag_suppress=177 -Xfatbin -compress-all -Xcicc=-v cdp.cu -o cdp.o
check 'cpu: options of the toolkit'"'"'s own programs' ok
fl --fl-target=cpu -shared -Xcompiler -fPIC cdp.cu -o libcdp.so
check 'cpu: a shared library' exists libcdp.so

if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  cat >holds.cu <<'EOF'
#include <cstdio>
#include <nvfunctional>
__device__ int apply(const nvstd::function<int(int)> &f, int i) { return f ? f(i) : -1; }
__global__ void child(int *p) {
  int n = 3;
  nvstd::function<int(int)> none(nullptr), f = [n](int i) { return n * i; };
  p[threadIdx.x] = apply(f, threadIdx.x) + apply(none, 1);
}
__global__ void parent(int *p) { child<<<1, 4>>>(p); }
int main() {
  nvstd::function<int()> host = [] { return 7; };
  int *p;
  cudaMallocManaged(&p, 4 * sizeof(int));
  parent<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf("%d %d %d", p[0], p[3], host());
}
EOF
  fl --fl-target=cpu -w holds.cu -o prog
  check 'cpu: functions that are held' ok
  ./prog >"$W/out" 2>&1
  check 'cpu: ... are called' prints '-1 8 7'
fi

# What it has not, by the name of the feature.
lacks_feature() { # feature, text of a program
  printf '%b' "$2" >lacking.cu
  fl --fl-target=cpu -w lacking.cu -o prog3
  check "cpu: $1: an error" status_is 1
  check "cpu: ... that names it" grep -q "lacking.cu:[0-9]*:[0-9]*: error:.*$1 .*not supported on the CPU target" "$W/err"
  check 'cpu: ... and no program' missing prog3
}
lacks_feature 'texture objects' '__global__ void k(cudaTextureObject_t t) {}\nint main() {}\n'
lacks_feature 'surface objects' 'int main() {\ncudaSurfaceObject_t s;\n}\n'
lacks_feature 'CUDA arrays' 'int main() {\ncudaArray_t a;\n}\n'
launcher='__global__ void k() {}\n__host__ __device__ void f() {\n#ifdef __CUDA_ARCH__\nk<<<1, 1>>>();\n#%s\nk<<<1, 2>>>();\n#endif\n}\nint main() { f(); }\n'
# shellcheck disable=SC2059 # a format
lacks_feature 'a launch that device code does not have (__CUDA_ARCH__)' "$(printf "$launcher" else)"
# shellcheck disable=SC2059
printf "$launcher" 'elif __CUDA_ARCH__ > 1000' >lacking.cu # which the host has not, either
fl --fl-target=cpu -w -c lacking.cu
check 'cpu: a launch that nobody has is no error' ok
if [ -n "$real_nvcc" ] && [ "$(echo '__has_attribute(unavailable)' | c++ -E -P -x c++ -)" = 1 ]; then
  lacks_feature 'the driver API' '#include <cuda.h>\nint main() { cuInit(0); }\n'
  lacks_feature 'launches of kernels by their address in device code' '__global__ void k() { cudaLaunchDevice(0, cudaGetParameterBuffer(4, 4), 1, 1, 0, 0); }\nint main() { k<<<1, 1>>>(); }\n'
  lacks_feature 'clusters' '#include <cooperative_groups.h>\n__global__ void k() { cooperative_groups::this_cluster().sync(); }\nint main() { k<<<1, 1>>>(); }\n'
  lacks_feature 'memory and events of other processes' 'int main() { cudaIpcCloseMemHandle(0); }\n'
  lacks_feature "parameters of a graph's nodes" 'int main() { cudaGraphKernelNodeGetParams(0, 0); }\n'
  lacks_feature CUB '#include <cub/block/block_reduce.cuh>\nint main() {}\n'
  lacks_feature 'generators for the device' '#include <curand.h>\nint main() { curandGenerator_t g; curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT); }\n'
else
  skip 'no nvcc, or an old compiler' 21
fi

# Macros of one letter, as programs have them, are nothing to the headers.
for header in cooperative_groups.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h cuda_bf16.h mma.h nvfunctional; do
  echo "#include <$header>"
done >letters.cu
cat cdp.cu >>letters.cu
for letter in A B C D E F G H I J K L M N O P Q R S T U V W X Y Z; do printf -- '-D%s=3\n' $letter; done >letters.txt
fl --fl-target=cpu $lean -optf letters.txt -c letters.cu
check 'cpu: macros of one letter' ok
check 'cpu: ... of which nothing is said' quiet

# The toolkit's random numbers: the values that nvcc's host code gives.
if [ -z "$real_nvcc" ] || [ ! -e "$(dirname "$flcc")/libflcpu.a" ]; then
  skip 'no nvcc' 6
else
  cat >random.cu <<'EOF'
#include <cstdio>
#include <curand_kernel.h>
template <class S> __global__ void fill(S *s, float *p) {
  S *own = s + threadIdx.x;
  curand_init(0, threadIdx.x, 0, own);
  p[2 * threadIdx.x] = curand_uniform(own);
  p[2 * threadIdx.x + 1] = curand_normal(own);
}
template <class S> __global__ void parent(S *s, float *p) { fill<<<1, 2>>>(s, p); }
template <class S> void run() {
  S *s;
  float *p;
  cudaMallocManaged(&s, sizeof(S) * 2);
  cudaMallocManaged(&p, sizeof(float) * 4);
  parent<<<1, 1>>>(s, p);
  cudaDeviceSynchronize();
  printf("%.9g %.9g ", p[0], p[3]);
}
int main() {
  run<curandState>();
  run<curandStatePhilox4_32_10_t>();
  run<curandStateMRG32k3a>();
}
EOF
  fl --fl-target=cpu -w random.cu -o prog
  check "cpu: curand's device functions" ok
  ./prog >"$W/out" 2>&1
  check "cpu: ... give what nvcc's do" prints '0.740219355 1.07819343 0.399046481 0.127788648 0.12701112 -0.941177547'
  # Its libraries of headers.
  cat >libraries.cu <<'EOF'
#include <cstdio>
#include <cuda/std/array>
#include <cuda_fp8.h>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
__global__ void fill(float *p, thrust::complex<float> z, cuda::std::array<int, 2> a) { p[threadIdx.x] = thrust::norm(z) - a[1] * (int)threadIdx.x; }
__global__ void parent(float *p) { fill<<<1, 4>>>(p, thrust::complex<float>(1, 2), cuda::std::array<int, 2>{0, 2}); }
int main() {
  thrust::device_vector<float> v(4);
  parent<<<1, 1>>>(thrust::raw_pointer_cast(v.data()));
  cudaDeviceSynchronize();
  thrust::sort(v.begin(), v.end(), [] __device__(float a, float b) { return a < b; });
  for (float f : v)
    printf("%g ", f);
  printf("%g", float(__nv_fp8_e4m3(3.9f)));
}
EOF
  fl --fl-target=cpu --fl-strategy=t1 --fl-require -w --extended-lambda libraries.cu -o prog
  check 'cpu: thrust and cuda::std' ok
  ./prog >"$W/out" 2>&1
  check 'cpu: ... do on the host what they do' prints '-1 1 3 5 4'
  cat >waits.cu <<'EOF'
#include <cstdio>
#include <cuda/barrier>
#include <cuda/atomic>
__device__ cuda::atomic<int> flag;
__global__ void child(int *p) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&all, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  all.wait(all.arrive());
  p[threadIdx.x] = s[63 - threadIdx.x];
  if (threadIdx.x == 0)
    flag.wait(0);
  else if (threadIdx.x == 40)
    flag.store(1);
  all.arrive_and_wait();
  p[threadIdx.x] += 100 * flag;
}
__global__ void parent(int *p) { child<<<1, 64>>>(p); }
int main() {
  int *p;
  cudaMallocManaged(&p, 64 * sizeof(int));
  parent<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf("%d %d", p[0], p[63]);
}
EOF
  fl --fl-target=cpu -w waits.cu -o prog
  check 'cpu: barriers of the C++ library' ok
  timeout 60 ./prog >"$W/out" 2>&1
  check 'cpu: ... let the others of the block go on' prints '163 100'
fi

# What is generated is no cause for the host's compiler to warn.
fresh
cat >strict.cu <<'EOF'
__global__ void child(int *p, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = n;
  __syncthreads();
  p[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void empty(int) {}
template <class T> __global__ void other(T *p, T) { p[threadIdx.x] = T(threadIdx.x); }
__global__ void parent(int *p, int n) {
  child<<<1, 32>>>(p + 32 * threadIdx.x, n);
  empty<<<1, 1>>>(n);
  other<<<1, 1>>>(p, n);
}
int main() { parent<<<1, 1>>>(nullptr, 5); }
EOF
for strategy in keep t1 t3 t4 block auto; do
  fl --fl-target=cpu --fl-strategy=$strategy -Wall -Wextra -Werror -c strict.cu -o strict.o
  check "cpu: no warnings of what is generated, $strategy" ok
done
# Without -rdc each file has device variables of its own.
each() { # number
  cat <<END
#include <cstdio>
#include <cuda_runtime.h>
#define DEVICE __device__
namespace of { DEVICE int count = $1, more[2]; }
__device__ alignas(16) char bytes[16];
__constant__ [[maybe_unused]] float parts[2] = {1, 2};
extern "C" { __device__ int in_block; }
__constant__ int by = 10 * $1;
__managed__ int last;
__device__ int unused;
__global__ void add$1() { of::count += by; of::more[1]++; last = of::count + of::more[1] + bytes[0] + in_block; }
void run$1() {
  add$1<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("%d ", last);
}
END
}
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  each 1 >one.cu
  { each 2; echo 'void run1(); int main() { run1(); run2(); run1(); }'; } >two.cu
  fl --fl-target=cpu -Xcompiler -Wall,-Wextra,-Werror one.cu two.cu -o prog
  check 'cpu: variables of one name in two files' ok
  check 'cpu: and of each its own' test "$(./prog)" = '12 23 23 '
  printf '__device__ int both = 3;\n__global__ void add() { both++; }\nvoid run() { add<<<1, 1>>>(); }\n' >one.cu
  printf '#include <cstdio>\nextern __device__ int both;\nvoid run();\nint main() { run(); cudaDeviceSynchronize(); int n; cudaMemcpyFromSymbol(&n, both, 4); printf("%%d", n); }\n' >two.cu
  fl --fl-target=cpu -rdc=true one.cu two.cu -o prog
  check 'cpu: with -rdc=true they are one' test "$(./prog)" = 4
fi
