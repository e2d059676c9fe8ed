# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# What can be measured and weighed costs the kernels no registers: with more than 32 of them fewer threads fit on a multiprocessor, and a search took a sixth longer.
if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 4
else
  FL_NVCC=$real_nvcc
  fl -O3 -std=c++17 -arch=sm_90 -cubin -Xptxas -v -I"$here/../../examples" "$here/../../examples/bfs.cu" -o bfs.cubin
  check 'registers: compiles' ok
  awk '/Compiling entry function/ { name = $0 } / Used [0-9]+ registers/ { sub(/.* Used /, ""); print name, $1 }' "$W/out" "$W/err" >registers
  most() { # of a kernel
    grep -F -- "$1" registers | awk -v most="$2" '{ n++; if ($NF + 0 > most) bad = 1 } END { exit n == 0 || bad }'
  }
  check 'registers: of the drain' most fl5drain 32
  check "registers: of the parent's form" most parent__fl_parent 32
  check 'registers: of the form that runs children in place' most parent__fl_in_place 32
  FL_NVCC=$here/fake-nvcc
fi
