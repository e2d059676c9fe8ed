#!/bin/sh
# Builds and runs the tests of the CPU target, with one worker thread, two, and more than there are cores.
#   tests/cpu/run.sh [plain|asan|mixed|tsan]...     (default: plain asan mixed)
# mixed: programs with AddressSanitizer on a library without, which is what users have.
# CXX chooses the compiler, CLANG22 the clang that parses in CUDA mode (skipped if it is absent), BUILD the folder to build in.
set -eu
cd "$(dirname "$0")/../.."
: "${CXX:=g++}" "${BUILD:=build/tests-cpu}" "${CLANG22:=/usr/lib/llvm-22/bin/clang}"
tests="kernels warp launches join spin team api intrinsics rounding special aborts speed"
failed=0

for mode in "${@:-plain asan mixed}"; do for m in $mode; do
  dir=$BUILD/$m
  mkdir -p "$dir"
  case $m in
  plain) flags="-O2" ;;
  asan | mixed) flags="-O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined" ;;
  tsan) flags="-O1 -fsanitize=thread -Wno-tsan" ;;
  *) echo "unknown mode $m" >&2; exit 2 ;;
  esac
  library_flags=$flags
  [ "$m" = mixed ] && library_flags=-O2
  objects=
  for source in cpu/src/*.cpp; do
    object=$dir/$(basename "$source" .cpp).o
    $CXX -std=c++17 -g -Wall -Wextra -Wpedantic $library_flags -Icpu/include -c "$source" -o "$object"
    objects="$objects $object"
  done
  rm -f "$dir/libflcpu.a"
  ar rcs "$dir/libflcpu.a" $objects
  for test in $tests; do
    $CXX -std=c++17 -g -Wall -Wextra $flags -Icpu/include "tests/cpu/$test.cpp" "$dir/libflcpu.a" -pthread -o "$dir/$test"
    for threads in 1 2 5; do
      if FL_CPU_THREADS=$threads timeout 300 "$dir/$test" >"$dir/$test.log" 2>&1; then
        echo "ok      $m $test, $threads threads"
      else
        echo "FAILED  $m $test, $threads threads"
        cat "$dir/$test.log"
        failed=1
      fi
    done
  done
done; done

if [ -x "$CLANG22" ]; then
  parse() {
    "$CLANG22" -x cuda --cuda-device-only -fgpu-rdc -nocudainc -nocudalib -Icpu/include -include cuda_runtime.h \
      -std=c++17 --cuda-gpu-arch=sm_90 -fsyntax-only -Wno-unknown-cuda-version "$1"
  }
  for source in tests/cpu/parse*.cu; do
    if parse "$source" 2>"$BUILD/parse.log"; then
      echo "ok      $source"
    else
      echo "FAILED  $source"
      cat "$BUILD/parse.log"
      failed=1
    fi
  done
fi

# What is not covered is an error that names the call.
if echo '#include <cuda_runtime.h>
int main() { cudaLogsDumpToFile(0, 0); }' | $CXX -std=c++17 -x c++ -Icpu/include -fsyntax-only - 2>&1 |
  grep -q "cudaLogsDumpToFile.*not declared\|undeclared.*cudaLogsDumpToFile"; then
  echo "ok      missing call"
else
  echo "FAILED  missing call"
  failed=1
fi
exit $failed
