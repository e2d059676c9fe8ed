# shellcheck shell=bash disable=SC2154 # names of tests/cli/run
# Device functions of other files (tests/several/elsewhere): launches are moved where these turn out to be plain, and stay as they are where not.
files=$here/../several/elsewhere
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  for f in deep lib; do
    fl --fl-target=cpu -c "$files/$f.cu"
    check "elsewhere: compiles $f.cu" ok
  done
  for strategy in t1 t4 block auto; do
    fl --fl-target=cpu --fl-strategy=$strategy -c "$files/main.cu"
    check "elsewhere: $strategy: compiles main.cu" ok
    fl --fl-target=cpu deep.o lib.o main.o -o prog
    check "elsewhere: $strategy: links" ok
    FL_LOG=1 ./prog >"$W/out" 2>"$W/err"
    check "elsewhere: $strategy: right" prints PASS
    case $strategy in
    t4) check "elsewhere: $strategy: nothing is moved" lacks "$W/err" children ;;
    *)
      for parent in areas shared_sums descend any_sizes large_ones; do
        check "elsewhere: $strategy: $parent is moved" grep -q "^freelaunch: $parent main.cu:[0-9]* *$strategy\|^freelaunch: $parent main.cu:[0-9]* *t1" "$W/err"
      done
      check "elsewhere: $strategy: what depends on its block is not" says ': launched as it is: _Z8of_blocki, of another file, depends on its block'
      ;;
    esac
  done
  # One of the files says nothing: what comes to call its functions stays, also by way of another file.
  echo '#include "elsewhere.h"' | cat - "$files/deep.cu" >silent.cpp
  ${CXX:-g++} -std=c++17 -DFLCPU -I"$here/../../cpu/include" -I"$files" -c -x c++ silent.cpp -o deep.o 2>"$W/err"
  status=$?
  check 'elsewhere: a file by another compiler' ok
  fl --fl-target=cpu deep.o lib.o main.o -o prog
  ./prog >"$W/out" 2>"$W/err"
  check 'elsewhere: by another compiler: right' prints PASS
  check 'elsewhere: by another compiler: stays' says 'freelaunch: areas main.cu:103: launched as it is: _Z6deeperi, of another file, is not known'
fi
# Files without launches are read where others may ask, and only there.
printf '__device__ int three() { return 3; }\n' >three.cu
fl -dc three.cu
check 'elsewhere: -dc: told' argv_lacks three.cu
printf '__device__ int count(int *p) { return atomicAdd_block(p, 1); }\n' >scoped.cu
fl -dc scoped.cu
check 'elsewhere: atomic operations for the block alone' holds "$W/fake/seen.1.scoped.cu" '"depends on its block"'
fl -c three.cu
check 'elsewhere: -c: nobody asks' argv_has three.cu
fl -dc none.cu
check 'elsewhere: no device code' argv_has none.cu
if [ -n "$real_nvcc" ]; then
  fl -dc three.cu
  FL_NVCC=$real_nvcc fl -arch=sm_90 -dc three.cu
  check 'elsewhere: nvcc takes it' ok
fi
