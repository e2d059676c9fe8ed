# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# Options files, and inputs that cannot be read or hold nothing of use.
printf '%s\n' '-DFROM_FILE="a b"' '-O2  -arch=sm_80' "-I'x'" none.cu >opts
fl -optf opts -c
check 'files: nvcc reads an options file itself' argv_is -optf opts -c
fl --options-file=opts -c
check 'files: --options-file=' argv_is --options-file=opts -c
printf '%s\n' '-DFROM_FILE="a b"' '-O2  -arch=sm_80 cdp.cu' >opts
fl -optf opts -c
check 'files: words taken out of it when a source is replaced' argv_has '-DFROM_FILE=a b'
check 'files: ... all of them' argv_has -arch=sm_80
check 'files: ... and not the file' argv_lacks opts
fl @opts -c
check 'files: @file' argv_has -O2
printf '%s\n' '--fl-strategy=t4 none.cu -c' >opts
fl --options-file opts
check 'files: own options in it' argv_is none.cu -c
printf '%s\n' '--fl-nonsense none.cu' >opts
fl @opts
check 'files: errors in it' says "unknown option '--fl-nonsense'"
echo '@loop' >loop
fl @loop
check 'files: a file that names itself' status_is 1
check 'files: ... says so' says 'nested too deeply'
fl -optf nosuch none.cu
check 'files: missing options file' says "cannot read options file 'nosuch'"
check 'files: ... nvcc not run' not_run

fl
check 'no input' status_is 1
check 'no input: message' says 'flcc: error: no input files'
fl nosuch.cu
check 'missing input' status_is 1
check 'missing input: message' says 'nosuch.cu: No such file or directory'
check 'missing input: nvcc not run' not_run
mkdir dir.cu
fl -c dir.cu
check 'directory as input' status_is 1
check 'directory as input: message' says 'dir.cu: Is a directory'
: >empty.cu
fl -c empty.cu
check 'empty file' argv_is -c empty.cu
printf 'x <<< \377\376 >>> \001\002 {{{ "' >noise.cu
head -c 3000 /dev/zero >>noise.cu
fl -c noise.cu
check 'noise: no crash' test "$status" -le 2
check 'noise: nothing left' clean
if [ "$(id -u)" -ne 0 ]; then
  cp cdp.cu secret.cu
  chmod 0 secret.cu
  fl -c secret.cu
  check 'unreadable input' says 'Permission denied'
fi
fl -o
check 'option without its value' says "option '-o' needs a value"
fl none.cu -L
check 'option without its value at the end' status_is 1
fl '' none.cu -c
check 'empty argument' ok

printf '#include "sub/inner.cuh"\nint main() {}\n' >outer.cu
mkdir -p sub
printf '__global__ void c(int *p) { p[threadIdx.x] = 1; }\n__global__ void k(int *p) { c<<<1, 32>>>(p); }\n' >sub/inner.cuh
fl -c outer.cu --fl-strategy=t4
check 'launch in a header: looked at' ok
