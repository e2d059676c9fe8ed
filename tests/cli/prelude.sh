# shellcheck shell=bash disable=SC2154 # names of tests/cli/run
# The prelude that flcc was built with: models are the same with it and without, and one that does not fit is not used.
home=$(dirname "$flcc")
root=$(cd "$home" && while [ ! -d include/freelaunch ]; do cd ..; done && pwd)
mkdir -p other/build
cp "$flcc" other/build/
for d in include cpu runtime; do ln -s "$root/$d" "other/$d"; done
cat >arch.cu <<'END'
#include <vector>
#include <cmath>
__global__ void c(int *p) { p[threadIdx.x] = __CUDA_ARCH__ + NUMBER; }
__global__ void k(int *p) {
#if __CUDA_ARCH__ >= 1000
  c<<<1, 64>>>(p);
#elif __CUDA_ARCH__ == 900
  c<<<1, 96>>>(p);
#else
  c<<<1, 32>>>(p);
#endif
#ifdef NDEBUG
  c<<<2, 32>>>(p);
#endif
}
int main() { k<<<1, 1>>>(0); }
END
model() { # options of flcc; the model under $flcc's prelude must be that of a flcc without one
  "$flcc" --fl-dump-model "$@" arch.cu >with 2>&1 && other/build/flcc --fl-dump-model "$@" arch.cu >without 2>&1
  status=$?
  check "prelude: $*: parsed" status_is 0
  check "prelude: $*: same model" cmp -s with without
}
check 'prelude: there' test -s "$home/prelude-c++17.pch"
for options in '-DNUMBER=1' '-std=c++20 -D NUMBER=1' '-arch=sm_75 -DNUMBER=1' '-arch=sm_120 -DNUMBER=1 -I.' '-DNDEBUG -DNUMBER=2' '-D_GLIBCXX_DEBUG -DNUMBER=1'; do
  # shellcheck disable=SC2086 # words
  model $options
done
# libclang's own log says how often it parses: a second time where it has refused the prelude.
for standard in c++17 c++20; do
  LIBCLANG_LOGGING=1 fl --fl-dump-model -std=$standard -DNUMBER=1 arch.cu
  check "prelude: taken, $standard" test "$(grep -c '^.libclang:clang_index' "$W/err")" = 1
done
fl --fl-dump-model -arch=sm_120 -DNUMBER=1 arch.cu
check 'prelude: for sm_120' grep -q '^site 1 device .* config="1, 64"' "$W/out"
fl --fl-dump-model -arch=sm_75 -DNDEBUG -DNUMBER=1 arch.cu
check 'prelude: for sm_75, with NDEBUG' grep -q '^site 2 device .* config="2, 32"' "$W/out"
for kind in noise empty cut standard; do
  case $kind in
  noise) head -c 100000 /dev/urandom ;;
  empty) : ;;
  cut) head -c 1000000 "$home/prelude-c++17.pch" ;;
  standard) cat "$home/prelude-c++20.pch" ;;
  esac >other/build/prelude-c++17.pch
  "$flcc" --fl-dump-model -DNUMBER=1 arch.cu >with 2>&1 && other/build/flcc --fl-dump-model -DNUMBER=1 arch.cu >without 2>"$W/err"
  status=$?
  check "prelude: $kind: parsed without it" status_is 0
  check "prelude: $kind: same model" cmp -s with without
  check "prelude: $kind: nothing is said" test ! -s "$W/err"
done
# A program's conditions on the toolkit's version come out as with the toolkit that compiles it; the CPU target's is 13.0.
mkdir -p old/bin old/include
cp "$home/flcc" old/bin/nvcc # any program; it is not run
: >old/include/cuda_runtime.h
printf '/* api */\n#define CUDART_VERSION  12040\n' >old/include/cuda_runtime_api.h
cat >version.cu <<'END'
__global__ void c(int *p) {
#if CUDART_VERSION == 12040 && !defined CUDA_VERSION && __CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ == 4 && __CUDA_API_VER_MAJOR__ == 12
  __syncthreads();
#elif CUDART_VERSION >= 13000 && __CUDACC_VER_MAJOR__ >= 13
  __syncwarp();
#endif
  p[0] = __CUDACC_VER_MAJOR__;
}
__global__ void k(int *p) { c<<<1, 32>>>(p); }
int main() { k<<<1, 1>>>(0); }
END
for standard in c++17 c++20 c++14; do
  FL_NVCC=$PWD/old/bin/nvcc fl --fl-dump-model -std=$standard version.cu
  check "version: of the toolkit, $standard" grep -q '^ *call .*__syncthreads' "$W/out"
  FL_NVCC=$PWD/old/bin/nvcc fl --fl-dump-model --fl-target=cpu -std=$standard version.cu
  check "version: of the CPU target, $standard" grep -q '^ *call .*__syncwarp' "$W/out"
done
printf '#include <cuda_runtime_api.h>\nno version\n' >old/include/cuda_runtime_api.h
FL_NVCC=$PWD/old/bin/nvcc fl --fl-dump-model version.cu
check 'version: none that can be read' grep -q '^ *call .*__syncwarp' "$W/out"
