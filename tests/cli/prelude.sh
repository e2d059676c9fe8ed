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
